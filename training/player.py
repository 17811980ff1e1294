"""A network as a player: it chooses for many rows at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from undersea_env.agents.agent import checked_masks
from undersea_env.core.checking import as_array, told
from undersea_env.core.kind import Kind
from undersea_env.core.layers import Network
from undersea_env.core.pickling import Pickled
from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption
from undersea_env.training.kernels import best_actions

ROWS_AT_ONCE = 256


class NetworkPlayer(Pickled):
    """Takes the legal action that the network likes most. Rows do not influence each other.

    `learned` is a game with the components that the network learned with; without it nothing can be checked.
    """

    def __init__(self, network: Network, name: str, kind: Kind, learned: Game | None = None) -> None:
        self.name = name
        self._network = network
        self._kind = kind
        self._highest = kind.observation.highest()
        self._learned = learned

    def check(self, game: Game) -> None:
        """It knows printed things by their numbers, so those must be the ones that it learned; all else may differ."""
        if game.kind.id != self._kind.id:
            raise InvalidOption(f"{self.name} learned {self._kind.title}, not {game.kind.title}")
        if self._learned is None:
            return
        pairs = zip(printed_in(self._learned), printed_in(game), strict=True)
        if not all(np.array_equal(mine, theirs) for mine, theirs in pairs):
            raise InvalidOption(f"{self.name} learned with other components: what is printed in this game means "
                                "something else to it; train a network with these components")

    def choose(self, observations: Any, masks: Any, players: Any, positions: Any = None) -> NDArray[np.int64]:
        """One action for each row; 0 where nothing is legal."""
        given, size = as_array(observations), self._kind.observation.size
        if given is None or given.dtype.kind not in "biu" or given.ndim != 2 or given.shape[1] != size:
            wanted = f"observations (n, {size}) of whole numbers"
            raise InvalidOption(f"{self.name} decides by {wanted}, not {told(observations)}")
        if ((given < 0) | (given > self._highest)).any():
            raise InvalidOption(f"{self.name} decides by observations of {self._kind.title}; "
                                "these have numbers higher than any there")
        seen, legal = np.ascontiguousarray(given, np.uint8), checked_masks(masks, len(given), self._kind)
        actions = np.zeros(len(seen), np.int64)
        with torch.no_grad(), one_thread():
            for start in range(0, len(seen), ROWS_AT_ONCE):
                rows = slice(start, start + ROWS_AT_ONCE)
                logits, _ = self._network(torch.from_numpy(seen[rows]))
                best_actions(logits.numpy(), legal[rows], actions[rows])
        return actions


def printed_in(game: Game) -> tuple[Any, ...]:
    """What networks of this game know by its number."""
    own = getattr(game.kind.network, "printed", None)
    return (game.features,) if own is None else tuple(own(game))


@contextmanager
def one_thread() -> Iterator[None]:
    """Agents are asked in processes side by side: more threads would be in each other's way."""
    before = torch.get_num_threads()
    if before != 1:
        torch.set_num_threads(1)
    try:
        yield
    finally:
        if before != 1:
            torch.set_num_threads(before)
