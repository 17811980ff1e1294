"""What the arena notes of a game: its rounds, and which things were used.

An action counts when it is begun; a specialist when it is hired, and once more when it is promoted; a journal when it
is published; a dive token when it is spent for its effect; a board when its player discovered it; a hex when a marker
is put there.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.endeavor_deep_sea.compiled.opcodes import Do

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

SORTS = ("action", "hired", "promoted", "journal", "token", "board", "hex")
KNOWN_BY_ID = ("action", "hex")
ROUND = "round"
Thing = tuple[str, str, str]                         # sort, id, name


def rounds_done(states: NDArray[Any]) -> NDArray[Any]:
    """A round is done when the next one has begun."""
    done: NDArray[Any] = states["round_no"].astype(np.int64) - 1
    return done


def used_by(game: "Game", states: NDArray[Any], chosen: NDArray[np.int64]) -> Iterator[tuple[int, Thing]]:
    for row in np.flatnonzero(chosen >= 0).tolist():
        found = thing_used(game, states[row], int(chosen[row]))
        if found is not None:
            yield row, found


def thing_used(game: "Game", record: Any, action: int) -> Thing | None:
    """What an answer uses."""
    block, at = game.kind.actions.block_of(action)
    catalogue, me = game.catalogue, record["players"][int(record["seat"])]
    match block.name:
        case "ACTION":
            name = Do(at).name.lower()
            return "action", name, name
        case "HIRE":
            kind = catalogue.specialists[at]
            return "hired", kind.id, kind.junior
        case "PROMOTE":
            kind = catalogue.specialists[int(me["kind"][at]) - 1]
            return "promoted", kind.id, kind.senior
        case "ROW":
            journal = catalogue.journals[int(record["row"][at]) - 1]
            return "journal", str(journal.index), journal.name
        case "TOKEN_EFFECT":
            token = catalogue.tokens[at]
            return "token", token.id, token.id
        case "HEX":
            return "hex", str(at), f"hex {at}"
    return None


def held_at_end(state: "State", seat: int) -> Iterator[Thing]:
    record, boards = state.states[0], state.game.catalogue.boards
    for cell in np.flatnonzero(record["discoverer"] == seat + 1).tolist():
        board = boards[int(record["board"][cell]) - 1]
        yield "board", board.id, board.name


def always_listed(game: "Game") -> Iterator[Thing]:
    """What can be in every game; a board or hex that nobody took was perhaps not in any."""
    for kind in game.catalogue.specialists[:-1]:
        yield "hired", kind.id, kind.junior
    for journal in game.catalogue.journals:
        yield "journal", str(journal.index), journal.name
