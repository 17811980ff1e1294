"""A network as a player: it chooses for many rows at once."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption
from undersea_env.training.kernels import best_actions
from undersea_env.training.network import Network
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.observation import OBSERVATION_SIZE, card_features, slot_features

ROWS_AT_ONCE = 256


class NetworkPlayer:
    """Takes the legal action that the network likes most. Rows do not influence each other.

    `learned` is a game with the component book that the network learned with; without it nothing can be checked.
    """

    def __init__(self, network: Network, name: str, learned: Game | None = None) -> None:
        self.name = name
        self._network = network
        self._learned = learned

    def check(self, game: Game) -> None:
        """It knows cards and slots by their numbers, so those must be the ones that it learned; all else may differ."""
        if self._learned is None:
            return
        for printed in (card_features, slot_features):
            if not np.array_equal(printed(self._learned), printed(game)):
                raise InvalidOption(f"{self.name} learned with other components: the cards or slots of this game mean "
                                    "something else to it; train a network with these components")

    def choose(self, observations: Any, masks: Any, players: Any, positions: Any = None) -> NDArray[np.int64]:
        """One action for each row; 0 where nothing is legal."""
        seen = np.ascontiguousarray(observations, np.uint8)
        if seen.ndim != 2 or seen.shape[1] != OBSERVATION_SIZE:
            raise InvalidOption(f"{self.name} decides by observations (n, {OBSERVATION_SIZE}), not {seen.shape}")
        legal = np.ascontiguousarray(masks, np.int8)
        if legal.shape != (len(seen), NUM_ACTIONS):
            raise InvalidOption(f"masks have the shape ({len(seen)}, {NUM_ACTIONS}) here, not {legal.shape}")
        actions = np.zeros(len(seen), np.int64)
        with torch.no_grad():
            for start in range(0, len(seen), ROWS_AT_ONCE):
                rows = slice(start, start + ROWS_AT_ONCE)
                logits, _ = self._network(torch.from_numpy(seen[rows]))
                best_actions(logits.numpy(), legal[rows], actions[rows])
        return actions
