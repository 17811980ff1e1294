"""What the arena notes of a game: its rounds, and which things were used.

What stays with a player is told by the final position, because questions with a single answer are not asked (Q-0):
specialists that were hired, and that are seniors then; journals that were published; boards that were discovered;
hexes with a marker. An action counts when it is chosen, a dive token when it is chosen to be spent for its effect.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.endeavor_deep_sea.compiled.opcodes import Do

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

SORTS = ("action", "hired", "promoted", "journal", "token", "board", "hex")
KNOWN_BY_ID = ("action", "token", "hex")
ROUND = "round"
Thing = tuple[str, str, str]                         # sort, id, name


def rounds_done(states: NDArray[Any]) -> NDArray[Any]:
    """A round is done when the next one has begun."""
    done: NDArray[Any] = states["round_no"].astype(np.int64) - 1
    return done


def used_by(game: "Game", states: NDArray[Any], chosen: NDArray[np.int64]) -> Iterator[tuple[int, Thing]]:
    for row in np.flatnonzero(chosen >= 0).tolist():
        block, at = game.kind.actions.block_of(int(chosen[row]))
        if block.name == "ACTION":
            name = Do(at).name.lower()
            yield row, ("action", name, name)
        elif block.name == "TOKEN_EFFECT":
            name = game.catalogue.tokens[at].id
            yield row, ("token", name, name)


def held_at_end(state: "State", seat: int) -> Iterator[Thing]:
    record, catalogue = state.states[0], state.game.catalogue
    me = record["players"][seat]
    for slot in range(1, int(me["specialist_count"])):   # the leader was not hired
        kind = catalogue.specialists[int(me["kind"][slot]) - 1]
        yield "hired", kind.id, kind.junior
        if int(me["seniors"]) >> slot & 1:
            yield "promoted", kind.id, kind.senior
    for journal in catalogue.journals:
        if int(me["journals"]) >> journal.index & 1:
            yield "journal", str(journal.index), journal.name
    for cell in np.flatnonzero(record["discoverer"] == seat + 1).tolist():
        board = catalogue.boards[int(record["board"][cell]) - 1]
        yield "board", board.id, board.name
    for place in np.flatnonzero(record["hex_owner"] == seat + 1).tolist():
        yield "hex", str(place), f"hex {place}"


def always_listed(game: "Game") -> Iterator[Thing]:
    """What can be in every game; a board or hex that nobody took was perhaps not in any."""
    for kind in game.catalogue.specialists[:-1]:
        yield "hired", kind.id, kind.junior
    for journal in game.catalogue.journals:
        yield "journal", str(journal.index), journal.name
