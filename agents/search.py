"""The agents `mcts:N` and `flat:N`: search with N simulations a decision; `kernel/searching.py` has the kernels.

With a learned value they value their leaves by it, otherwise by greedy's.
"""

import math
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.agent import records_of
from undersea_env.agents.kernel.tree import EDGE, NODE, SEARCH_ROOM, SETTINGS, search_games
from undersea_env.compiling.raw import as_bytes
from undersea_env.compiling.seed_stream import SeedStream
from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.heuristic.learned import LEARNED
from undersea_env.underwater_cities.heuristic.learned_value import LearnedValue
from undersea_env.underwater_cities.heuristic.worth import worth_of
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS

MOST_SIMULATIONS = 1_000_000
EDGES_A_NODE = 48
DEFAULTS = {"explore": 1.5, "temperature": 1.0, "uniform": 0.1, "rivalry": 0.3}


def simulations_of(text: str) -> int | None:
    """The number in a code such as mcts:200; None if it is not one."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def horizon_of(simulations: int) -> int:
    """Turns of everybody before the value: further on it is truer but noisier, which more simulations make up for."""
    return max(1, round(math.sqrt(simulations / 100)))


class Search:
    """Looks ahead by playing on from deals that the seat cannot tell from the true one."""

    wants_positions = True
    wants_observations = False

    def __init__(
        self, simulations: int, seed: int = 0, flat: bool = False, value: LearnedValue | None = None, **settings: float
    ) -> None:
        if not isinstance(simulations, int) or not 1 <= simulations <= MOST_SIMULATIONS:
            raise InvalidOption(f"simulations are a whole number from 1 to {MOST_SIMULATIONS}, not {simulations!r}")
        self.name = f"{'flat' if flat else 'mcts'}{'+value' if value else ''}:{simulations}"
        self._settings = np.zeros(1, SETTINGS)
        for name, number in (DEFAULTS | {"horizon": horizon_of(simulations)} | settings).items():
            self._settings[name] = number
        self._settings["simulations"] = simulations
        self._settings["flat"] = flat
        self._nodes = np.zeros(simulations + 2, NODE)
        self._edges = np.zeros(EDGES_A_NODE * (min(simulations, 4096) + 2) + NUM_ACTIONS, EDGE)
        self._room = np.zeros(1, SEARCH_ROOM)
        self._value = value
        self._network = np.zeros(1, LEARNED) if value is None else value.network
        self._stream = SeedStream.of(seed, 0)

    def check(self, game: Game) -> None:
        """A learned value knows the cards that it learned with; the search itself plays with any."""
        if self._value is not None:
            self._value.check(game)

    def choose(self, observations: Any, masks: Any, players: Any, positions: Any = None) -> NDArray[np.int64]:
        """One action for each row; 0 where a game is over."""
        return self.search(positions, players)[0]

    def search(self, positions: Any, players: Any = None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The actions, and how often each action was tried (n, 384)."""
        game, states = records_of(positions, self.name, players)
        n = len(states)
        self.check(game)
        seeds = np.array([self._stream.draw() for _ in range(n)], np.uint64)
        chosen, visits = np.zeros(n, np.int64), np.zeros((n, NUM_ACTIONS), np.int64)
        search_games(
            as_bytes(states), as_bytes(game.rulebook), as_bytes(worth_of(game)), as_bytes(self._network),
            as_bytes(self._settings), as_bytes(self._nodes), as_bytes(self._edges), as_bytes(self._room), seeds,
            np.ones(n, np.bool_), chosen, visits, 0, n,
        )
        return chosen, visits
