"""Potential-based shaping: rewards on the way that leave the best policy what it was (Ng, Harada and Russell, 1999)."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.checking import finite_number, told
from undersea_env.core.lanes import Ended, Lanes
from undersea_env.core.pickling import Pickled
from undersea_env.core.rewards import leads_of
from undersea_env.errors import InvalidOption

PointsOf: TypeAlias = Callable[[Lanes], NDArray[Any]]


def points_so_far(lanes: Lanes) -> NDArray[Any]:
    """(n, players): what everybody would have if the game ended now."""
    return lanes.scores()[:, : lanes.game.num_players]


class Shaping(Pickled):
    """Adds gamma * potential(after) - potential(before) to every seat's reward; the end of a game has potential 0.

    `gamma` counts a seat's own decisions: what it is given between two of them adds up to gamma times the potential at
    the second less that at the first.

    The potential of a seat is its lead over the mean of the others (alone or together: its points), where the points
    that count 1 in the reward "score" count `weight`. Points are those if the game ended now, or what `points_of`
    expects. Weight 0 switches it off.
    """

    def __init__(
        self, weight: float, gamma: float, points_of: PointsOf = points_so_far, rivalry: float = 1.0
    ) -> None:
        numbers = finite_number(weight), finite_number(gamma)
        if None in numbers or not (numbers[0] or 0.0) >= 0.0 or not 0.0 <= (numbers[1] or 0.0) <= 1.0:
            raise InvalidOption(
                f"shaping is a number from 0 and gamma one from 0 to 1; not {told(weight)} and {told(gamma)}"
            )
        self.weight, self.gamma = (float(number or 0.0) for number in numbers)
        self.points_of = points_of
        self.rivalry = rivalry
        self._before: NDArray[np.float64] = np.zeros((0, 0))

    def potential(self, lanes: Lanes) -> NDArray[np.float64]:
        game = lanes.game
        leads = leads_of(self.points_of(lanes), game.is_cooperative, self.rivalry, game.points_in_reward)
        worth = self.weight * leads
        worth[lanes.over] = 0.0
        return worth

    def begin(self, lanes: Lanes) -> None:
        if self.weight:
            self._before = self.potential(lanes)

    def add_to(self, rewards: NDArray[Any], lanes: Lanes, ended: Ended | None) -> None:
        """After a step; a lane that ended may hold the next game already, whose potential is not this game's."""
        if self.weight:
            rewards += self.changes(lanes, np.zeros(0, np.int64) if ended is None else ended.lanes)

    def changes(self, lanes: Lanes, ended: NDArray[Any]) -> NDArray[np.float64]:
        """(n, players): what a step adds to the reward of every seat; `ended`: the lanes whose game it ended."""
        if not self.weight:
            return np.zeros((lanes.n, lanes.game.num_players))
        after = self.potential(lanes)
        reached = after.copy()
        reached[np.arange(lanes.n), lanes.players()] *= self.gamma
        reached[ended] = 0.0
        change: NDArray[np.float64] = reached - self._before
        self._before = after
        return change
