"""What a game may tell about its course and about what is used in it; nothing else of the arena knows of such things.

A kind names a module for it, `Kind.usage`, or None. The module has those names of `Usage` that make sense in the game.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.kind import Kind
from undersea_env.core.options import Options

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

Thing = tuple[str, str, str]                         # sort, id, name


@dataclass(frozen=True)
class Usage:
    """The defaults are those of a game that tells nothing."""

    # How many rounds each game of an array of records has finished: it rises by one, and is 0 while it cannot be told.
    # The arena notes the scores whenever it rises.
    rounds_done: Callable[[NDArray[Any]], NDArray[Any]] = lambda states: np.zeros(len(states), np.int64)
    ROUND: str | None = None                         # what such a round is, for the picture of scores over rounds
    round_marks: Callable[[Options], Iterable[tuple[int, str]]] = lambda options: ()   # what ends after which round

    # The sorts of things that `undersea stats` counts, in the order in which they are listed.
    SORTS: tuple[str, ...] = ()
    KNOWN_BY_ID: tuple[str, ...] = ()                # sorts whose ids say enough: their names are left out of tables
    # (game, states, actions): records and the decisions made in them, negative where there is none; gives the row and
    # the thing for each thing that is used now by the seat that decides.
    used_by: "Callable[[Game, NDArray[Any], NDArray[np.int64]], Iterable[tuple[int, Thing]]]" = (
        lambda game, states, actions: ()
    )
    # Likewise what the seat that decides has in hand and might use: so often a thing could have been used.
    in_hand: "Callable[[Game, NDArray[Any], NDArray[np.int64]], Iterable[tuple[int, Thing]]]" = (
        lambda game, states, actions: ()
    )
    held_at_end: "Callable[[State, int], Iterable[Thing]]" = lambda state, seat: ()
    always_listed: "Callable[[Game], Iterable[Thing]]" = lambda game: ()      # also if nobody used them


def usage_of(kind: Kind) -> Usage:
    told = {field.name: getattr(kind.usage, field.name, None) for field in fields(Usage)}
    return Usage(**{name: value for name, value in told.items() if value is not None})
