"""The agent `greedy`: it plays by the heuristic of a game, without looking ahead.

What a game's heuristic thinks of is said in its own folder; a game without one has no `greedy`.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.agent import checked_masks, records_of
from undersea_env.core.guarding import OneThread
from undersea_env.core.pickling import Pickled
from undersea_env.core.position import Game
from undersea_env.core.registry import kind_of
from undersea_env.core.thinking import Thinking, thinking_of
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.lanes import Lanes
    from undersea_env.core.shaping import PointsOf

Array = NDArray[Any]


def has_heuristic(kind: "Kind") -> bool:
    return kind.heuristic is not None


def heuristic_of(kind: "Kind") -> Thinking:
    """Refuses games without one."""
    if not has_heuristic(kind):
        raise InvalidOption(f"{kind.title} has no heuristic, so greedy does not play it; random, mcts:N and flat:N do")
    return thinking_of(kind)


def new_greedy_rooms(game: Game, n: int) -> Array:
    """Room to think in, one record a thread."""
    return heuristic_of(game.kind).new_rooms(n)


def choose_greedily(
    game: Game, states: Array, rooms: Array, masks: Array, wanted: Array, actions: Array, start: int, stop: int
) -> None:
    """Write greedy's action (int64) of each game from `start` to before `stop` where `wanted` (bool).

    `rooms` comes from `new_greedy_rooms`; the first is used, so threads pass a slice each.
    """
    heuristic_of(game.kind).choose(game, states, rooms, masks, wanted, actions, start, stop)


def values_of(game: Game, states: Array, rooms: Array) -> NDArray[np.float64]:
    """(n, most_players): what each seat will have at the end, as `greedy` sees it; absent seats have 0."""
    return heuristic_of(game.kind).values(game, states, rooms)


def points_expected_by_greedy(game: Game) -> "PointsOf":
    """For shaping: what `greedy` thinks everybody will have at the end, known long before the points are there."""
    return _PointsExpected(game)


class _PointsExpected(Pickled):
    _made_again = ("_rooms",)

    def __init__(self, game: Game) -> None:
        self.game = game
        self._make_again()

    def _make_again(self) -> None:
        self._rooms = new_greedy_rooms(self.game, 1)

    def __call__(self, lanes: "Lanes") -> NDArray[Any]:
        return values_of(self.game, lanes.states, self._rooms)[:, : self.game.num_players]


class Greedy(Pickled):
    """A fast heuristic. It sees positions, but uses only what the seat that decides may know."""

    name = "greedy"
    wants_positions = True
    wants_observations = False

    def __init__(self, game: "str | Kind | None" = None) -> None:
        self.kind = kind_of(game)
        self._heuristic = heuristic_of(self.kind)
        self._alone = OneThread("this greedy")
        self._make_again()

    _made_again = ("_rooms",)

    def _make_again(self) -> None:
        self._rooms = self._heuristic.new_rooms(1)

    def choose(self, observations: Any, masks: Array, players: Any, positions: Any = None) -> NDArray[np.int64]:
        """One action for each row of `masks`; 0 where a game is over. Without positions, by what is observed."""
        if positions is not None:
            game, states = records_of(positions, self.name, self.kind, players)
            return self._chosen(game, states, checked_masks(masks, len(states), self.kind))
        seen = getattr(self.kind.heuristic, "positions_seen", None)
        if observations is None or seen is None:
            by = "positions" if seen is None else "observations or by positions"
            raise InvalidOption(f"greedy decides by {by}: give it {'them' if seen is None else 'one of them'}")
        masks = checked_masks(masks, len(observations), self.kind)
        actions = np.zeros(len(masks), np.int64)
        for rows, shown in seen(observations, players):
            actions[rows] = self._chosen(shown.game, shown.states, masks[rows])
        return actions

    def _chosen(self, game: Game, states: Array, masks: Array) -> NDArray[np.int64]:
        actions, wanted = np.zeros(len(states), np.int64), np.ones(len(states), np.bool_)
        with self._alone:
            self._heuristic.choose(game, states, self._rooms, masks, wanted, actions, 0, len(states))
        return actions
