"""The agent `greedy`: it answers every question by what the answer adds, in points at the end of the game.

It thinks of what the network will still produce, of food, of end scoring and of what tokens can still be used for;
it does not look ahead. The kernels are in `valuing.py` (positions), `offers.py` (what could be done) and `choosing.py`;
`worth.py` makes their tables from `greedy_weights.json`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.agent import records_of
from undersea_env.compiling.raw import as_bytes
from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS
from undersea_env.underwater_cities.heuristic.choosing import CHOOSE, PLAY_GAMES, VALUE, new_greedy_rooms, work_greedily
from undersea_env.underwater_cities.heuristic.worth import PARTS, make_worth, read_weights, worth_of
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS

__all__ = [
    "Greedy",
    "choose_greedily",
    "make_worth",
    "new_greedy_rooms",
    "parts_of",
    "play_games",
    "read_weights",
    "values_of",
    "worth_of",
]

Array = NDArray[Any]
NO_MASKS = np.zeros((1, NUM_ACTIONS), np.int8)
NOBODY = np.zeros(1, np.bool_)
NO_ACTIONS = np.zeros(1, np.int64)
NO_SCORES = np.zeros((1, MAX_PLAYERS), np.int64)
NO_VALUES = np.zeros((1, MAX_PLAYERS, 2 + len(PARTS)), np.float64)


def writable(array: Array) -> Array:
    """The same array, or a copy of one that may not be written: for those numba would compile everything once more."""
    return array if array.flags.writeable else array.copy()


def choose_greedily(
    states: Array, rulebook: Array, rooms: Array, worth: Array, masks: Array, wanted: Array, actions: Array, start: int,
    stop: int,
) -> None:
    """Write greedy's action (int64) of each game from `start` to before `stop` where `wanted` (bool).

    `rooms` comes from `new_greedy_rooms`; the first is used, so threads pass a slice each. `worth` is `worth_of(game)`.
    """
    tables = np.zeros((len(states), MAX_PLAYERS), np.int64)
    work_greedily(
        CHOOSE, as_bytes(writable(states)), as_bytes(rulebook), as_bytes(worth), tables, as_bytes(rooms),
        writable(masks), writable(wanted), actions, NO_SCORES, NO_VALUES, start, stop,
    )


def play_games(states: Array, game: Game, worths: Array, tables: Array, rooms: Array) -> tuple[NDArray[np.int64], int]:
    """Play games to their end; `tables` (n, 4) says which record of `worths` each seat goes by.

    Returns the scores (n, 4) and the number of decisions.
    """
    scores = np.zeros((len(states), MAX_PLAYERS), np.int64)
    decisions = work_greedily(
        PLAY_GAMES, as_bytes(states), as_bytes(game.rulebook), as_bytes(worths), tables, as_bytes(rooms), NO_MASKS,
        NOBODY, NO_ACTIONS, scores, NO_VALUES, 0, len(states),
    )
    return scores, int(decisions)


def values_of(states: Array, game: Game, worth: Array, rooms: Array) -> NDArray[np.float64]:
    """(n, 4): what each seat will have at the end, as `greedy` sees it; absent seats have 0."""
    return parts_of(states, game, worth, rooms)[:, :, 0]


def parts_of(states: Array, game: Game, worth: Array, rooms: Array) -> NDArray[np.float64]:
    """(n, 4, 2 + parts): of each seat the value of the position, its turns left, and PARTS before they are weighed."""
    values = np.zeros((len(states), MAX_PLAYERS, 2 + len(PARTS)), np.float64)
    tables = np.zeros((len(states), MAX_PLAYERS), np.int64)
    work_greedily(
        VALUE, as_bytes(writable(states)), as_bytes(game.rulebook), as_bytes(worth), tables, as_bytes(rooms), NO_MASKS,
        NOBODY, NO_ACTIONS, NO_SCORES, values, 0, len(states),
    )
    return values


class Greedy:
    """A fast heuristic. It sees positions, but uses only what the seat that decides may know."""

    name = "greedy"
    wants_positions = True
    wants_observations = False

    def __init__(self) -> None:
        self._rooms = new_greedy_rooms(1)

    def choose(self, observations: Any, masks: Array, players: Any, positions: Any = None) -> NDArray[np.int64]:
        """One action for each row of `masks`; 0 where a game is over. Without positions, by what is observed."""
        masks = np.ascontiguousarray(masks, np.int8)
        if positions is not None:
            game, states = records_of(positions, self.name, players)
            return self._chosen(game, states, masks)
        if observations is None:
            raise InvalidOption("greedy decides by observations or by positions: give it one of them")
        from undersea_env.underwater_cities.heuristic.recalled import positions_seen

        if masks.shape != (len(observations), NUM_ACTIONS):
            raise InvalidOption(f"masks have the shape ({len(observations)}, {NUM_ACTIONS}) here, not {masks.shape}")
        actions = np.zeros(len(masks), np.int64)
        for rows, shown in positions_seen(observations, players):
            actions[rows] = self._chosen(shown.game, shown.states, masks[rows])
        return actions

    def _chosen(self, game: Game, states: Array, masks: Array) -> NDArray[np.int64]:
        if masks.shape != (len(states), NUM_ACTIONS):
            raise InvalidOption(f"masks have the shape ({len(states)}, {NUM_ACTIONS}) here, not {masks.shape}")
        actions = np.zeros(len(states), np.int64)
        wanted = np.ones(len(states), np.bool_)
        choose_greedily(states, game.rulebook, self._rooms, worth_of(game), masks, wanted, actions, 0, len(states))
        return actions
