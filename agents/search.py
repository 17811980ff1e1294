"""The agents `mcts:N` and `flat:N`: search with N simulations a decision; `core/tree.py` has the kernels.

They lean on the heuristic of a game, or play at random where there is none. With a learned value they value their
leaves by it.
"""

import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.agent import records_of
from undersea_env.compiling.seed_stream import SeedStream
from undersea_env.core.guarding import OneThread
from undersea_env.core.pickling import Pickled
from undersea_env.core.position import Game
from undersea_env.core.registry import kind_of
from undersea_env.core.thinking import thinking_of
from undersea_env.core.tree import NODE
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

MOST_SIMULATIONS = 1_000_000
EDGES_A_NODE = 48
DEFAULTS = {"explore": 1.5, "temperature": 1.0, "uniform": 0.1, "rivalry": 0.3}


def simulations_of(text: str) -> int | None:
    """The number in a code such as mcts:200; None if it is not one."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def horizon_of(simulations: int) -> int:
    """Turns of everybody before the value: further on it is truer but noisier, which more simulations make up for."""
    return max(1, round(math.sqrt(simulations / 100)))


class Search(Pickled):
    """Looks ahead by playing on from deals that the seat cannot tell from the true one.

    A learned `value` of the game can `check` whether it knows the components, and `write_into` a room.
    """

    wants_positions = True
    wants_observations = False

    def __init__(
        self, simulations: int, seed: int = 0, flat: bool = False, value: Any = None, game: "str | Kind | None" = None,
        **settings: float,
    ) -> None:
        if not isinstance(simulations, int) or not 1 <= simulations <= MOST_SIMULATIONS:
            raise InvalidOption(f"simulations are a whole number from 1 to {MOST_SIMULATIONS}, not {simulations!r}")
        self.name = f"{'flat' if flat else 'mcts'}{'+value' if value else ''}:{simulations}"
        self.kind = kind_of(game)
        self._thinking = thinking_of(self.kind)
        usual = DEFAULTS | {"horizon": horizon_of(simulations)}
        self._settings: dict[str, Any] = usual | settings | {"simulations": simulations, "flat": flat}
        self._value = value
        self._stream = SeedStream.of(seed, 0)
        self._alone = OneThread(f"this {self.name}")
        self._make_again()

    _made_again = "_rooms", "_nodes", "_edges"

    def _make_again(self) -> None:
        self._rooms = self._thinking.new_rooms(1)
        for name, number in self._settings.items():
            self._rooms["settings"][name] = number
        simulations = self._settings["simulations"]
        self._nodes = np.zeros(simulations + 2, NODE)
        edges = EDGES_A_NODE * (min(simulations, 4096) + 2) + self.kind.num_actions
        self._edges = np.zeros(edges, self._thinking.records.edge)
        if self._value is not None:
            self._value.write_into(self._rooms)

    def check(self, game: Game) -> None:
        """A learned value knows the cards that it learned with; the search itself plays with any."""
        if self._value is not None:
            self._value.check(game)

    def choose(self, observations: Any, masks: Any, players: Any, positions: Any = None) -> NDArray[np.int64]:
        """One action for each row; 0 where a game is over."""
        return self.search(positions, players)[0]

    def search(self, positions: Any, players: Any = None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The actions, and how often each action was tried (n, num_actions)."""
        game, states = records_of(positions, self.name, self.kind, players)
        self.check(game)
        with self._alone:
            seeds = np.array([self._stream.draw() for _ in range(len(states))], np.uint64)
            return self._thinking.search(game, states, self._rooms, self._nodes, self._edges, seeds)
