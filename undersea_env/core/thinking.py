"""What agents think of a game, called from Python: the tasks of `core.tree` over arrays of records."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.raw import as_bytes
from undersea_env.core import tree
from undersea_env.core.arrays import writable
from undersea_env.core.tree import NODE, Records
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.position import Game

Array = NDArray[Any]
_known: dict[int, "Thinking"] = {}


def thinking_of(kind: "Kind") -> "Thinking":
    """One of each kind."""
    found = _known.get(id(kind))
    if found is None:
        found = _known[id(kind)] = Thinking(kind)
    return found


class Thinking:
    """The heuristic of a game, or PLAIN, and the search that leans on it."""

    def __init__(self, kind: "Kind") -> None:
        self.kind = kind
        self.has_heuristic = kind.heuristic is not None
        source = kind.heuristic if self.has_heuristic else kind.entry
        try:
            self._think: Any = source.think
            self.records: Records = source.RECORDS
        except AttributeError:
            raise InvalidOption(f"{kind.title} has no `think`: no agent can look ahead in it") from None
        # what a task is given for that which it does not look at
        self._no_nodes, self._no_edges = np.zeros(1, NODE), np.zeros(1, self.records.edge)
        self._no_tables = np.zeros((1, kind.most_players), np.int64)
        self._no_masks = np.zeros((1, kind.num_actions), np.int8)
        self._nobody = np.zeros(1, np.bool_)
        self._no_seeds = np.zeros(1, np.uint64)
        self._no_actions = np.zeros(1, np.int64)
        self._no_values = np.zeros((1, kind.most_players), np.float64)
        self._no_visits = np.zeros((1, kind.num_actions), np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        return thinking_of, (self.kind,)

    def new_rooms(self, n: int) -> Array:
        """Room to think in, one record a thread."""
        return np.zeros(n, self.records.room)

    def worth_of(self, game: "Game") -> Array:
        """What the heuristic knows of the options of a game."""
        found: Array = self.kind.heuristic.worth_of(game) if self.has_heuristic else np.zeros(1, self.records.worth)
        return found

    def choose(
        self, game: "Game", states: Array, rooms: Array, masks: Array, wanted: Array, actions: Array, start: int,
        stop: int, worths: Array | None = None, tables: Array | None = None,
    ) -> None:
        """Write the heuristic's action (int64) of each game from `start` to before `stop` where `wanted` (bool).

        The first room is used, so threads pass a slice each. `tables` (n, most_players) says which record of `worths`
        each seat goes by.
        """
        self._run(
            tree.CHOOSE, game, states, rooms, worths, start, stop, tables=self._tables_for(states, tables),
            masks=writable(masks), wanted=writable(wanted), actions=actions,
        )

    def play_games(
        self, game: "Game", states: Array, rooms: Array, worths: Array | None = None, tables: Array | None = None
    ) -> tuple[NDArray[np.int64], int]:
        """Play games to their end, in place; returns the scores (n, most_players) and the number of decisions."""
        points = np.zeros((len(states), self.kind.most_players), np.float64)
        decisions = self._run(
            tree.PLAY_GAMES, game, states, rooms, worths, 0, len(states), tables=self._tables_for(states, tables),
            values=points,
        )
        return points.astype(np.int64), decisions

    def values(
        self, game: "Game", states: Array, rooms: Array, worths: Array | None = None
    ) -> NDArray[np.float64]:
        """(n, most_players): what each seat will have at the end, as the heuristic sees it; absent seats have 0."""
        values = np.zeros((len(states), self.kind.most_players), np.float64)
        self._run(tree.VALUE, game, states, rooms, worths, 0, len(states), values=values)
        return values

    def search(
        self, game: "Game", states: Array, rooms: Array, nodes: Array, edges: Array, seeds: NDArray[np.uint64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """An action of each game, 0 where it is over, and how often each action was tried; by the room's settings."""
        n = len(states)
        chosen, visits = np.zeros(n, np.int64), np.zeros((n, self.kind.num_actions), np.int64)
        self._run(
            tree.SEARCH, game, states, rooms, None, 0, n, nodes=nodes, edges=edges, wanted=np.ones(n, np.bool_),
            seeds=seeds, actions=chosen, visits=visits,
        )
        return chosen, visits

    def _tables_for(self, states: Array, tables: Array | None) -> Array:
        return np.zeros((len(states), self.kind.most_players), np.int64) if tables is None else writable(tables)

    def _run(
        self, task: int, game: "Game", states: Array, rooms: Array, worths: Array | None, start: int, stop: int,
        nodes: Array | None = None, edges: Array | None = None, tables: Array | None = None, masks: Array | None = None,
        wanted: Array | None = None, seeds: Array | None = None, actions: Array | None = None,
        values: Array | None = None, visits: Array | None = None,
    ) -> int:
        return int(self._think(
            task, as_bytes(writable(states)), game.engine.rules,
            as_bytes(self.worth_of(game) if worths is None else worths), as_bytes(rooms),
            as_bytes(self._no_nodes if nodes is None else nodes), as_bytes(self._no_edges if edges is None else edges),
            self._no_tables if tables is None else tables,
            self._no_masks if masks is None else masks,
            self._nobody if wanted is None else wanted,
            self._no_seeds if seeds is None else seeds,
            self._no_actions if actions is None else actions,
            self._no_values if values is None else values,
            self._no_visits if visits is None else visits,
            start, stop,
        ))
