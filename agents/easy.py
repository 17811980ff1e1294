"""The agent `easy`, for people who learn a game: greedy that answers at random every third time or so."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.greedy import Greedy
from undersea_env.agents.random_agent import RandomAgent
from undersea_env.core.streams import RowStream

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

ONE_IN = 3                       # answers that are given at random


class Easy:
    name = "easy"
    wants_positions = True
    wants_observations = False

    def __init__(self, seed: int = 0, game: "str | Kind | None" = None) -> None:
        self._greedy, self._random = Greedy(game), RandomAgent(seed, game)
        self._stream = RowStream(seed + 1)

    def choose(self, observations: Any, masks: Any, players: Any, positions: Any = None) -> NDArray[np.int64]:
        wanders = self._stream.take(len(players)) % np.uint64(ONE_IN) == 0
        at_random = self._random.choose(None, masks, players)
        return np.where(wanders, at_random, self._greedy.choose(None, masks, players, positions))
