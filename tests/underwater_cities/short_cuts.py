"""Masks with the short cuts of the pair test (G-5a), beside masks without any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from undersea_env.core.position import Game
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS


@dataclass
class ShortCuts:
    """How many positions were compared, how many of them were too large without short cuts, the longest look ahead."""

    compared: int = 0
    given_up: int = 0
    longest: int = 0

    def compare(self, game: Game, states: Any, rooms: Any) -> None:
        """The masks of one position."""
        quick, thorough = np.zeros((2, 1, NUM_ACTIONS), np.int8)
        one = states.copy()
        rooms.most_nodes = rooms.given_up = 0
        game.engine.mask(one, rooms, 0, quick, 0, 1)
        self.longest = max(self.longest, int(rooms.most_nodes[0]))
        rooms.given_up = 0
        game.engine.mask_thoroughly(one, rooms, thorough)
        self.compared += 1
        self.given_up += int(rooms.given_up[0] != 0)
        # without short cuts a few become too large to finish: then it has found no more
        assert (quick >= thorough).all() if rooms.given_up[0] else np.array_equal(quick, thorough)
