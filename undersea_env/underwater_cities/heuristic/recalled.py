"""Positions from observations alone, for agents that think with the engine."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.raw import as_bytes
from undersea_env.core.position import Game
from undersea_env.core.redealing import Positions
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.compiled.limits import MAX_PART_ROWS, MAX_PLAYERS
from undersea_env.underwater_cities.heuristic.entry import recall_rows
from undersea_env.underwater_cities.kernel.observe import PAGE
from undersea_env.underwater_cities.kernel.state import STATE
from undersea_env.underwater_cities.observation import (
    OBSERVATION,
    OBSERVATION_DTYPE,
    OBSERVATION_SIZE,
    explain,
)

PLACES = {piece.name: {name: k for k, name in enumerate(piece.columns)} for piece in OBSERVATION}
HIGHEST = OBSERVATION.highest()
NO_OBSERVATION = "this is not an observation of a game: some of its numbers cannot be"
Rows = NDArray[np.uint8]


def positions_seen(observations: Any, players: Any) -> Iterator[tuple[NDArray[np.int64], Positions]]:
    """The positions that the rows show to these seats, by the kind of game: rows, and what they show.

    The component book and the rounds are taken to be the usual ones.
    """
    rows, seats = _checked(observations, players)
    kinds = _columns(rows, "game", "players", "contracts")
    for number, contracts in np.unique(kinds, axis=0).tolist():
        found = np.flatnonzero((kinds == (number, contracts)).all(axis=1))
        yield found, _recalled(standard_game(number, bool(contracts)), rows[found], seats[found])


@lru_cache(maxsize=2 * MAX_PLAYERS)
def standard_game(players: int, contracts: bool) -> Game:
    from undersea_env.underwater_cities.kind import KIND

    return Game(KIND, players, contracts=contracts)


def _recalled(game: Game, rows: Rows, seats: NDArray[np.int64]) -> Positions:
    n = game.num_players
    over, era, round_no, rounds_left = _columns(rows, "game", "over", "era", "round", "rounds_left").T
    if ((over == 0) & ((seats < 0) | (seats >= n))).any():
        raise InvalidOption(f"players are the seats that decide, from 0 to {n - 1}")
    last_round = game.rulebook["rounds_before_end_of_era"][0].astype(np.int64)[era]
    if ((rounds_left > 0) & (last_round + 1 - round_no != rounds_left)).any():
        raise InvalidOption("these observations are of a game with other rounds; give `positions` too")
    for column in ("turn_order", "federation_place"):
        places = np.sort(explain(rows)["players"][:, :n, PLACES["players"][column]])
        if (places != np.arange(1, n + 1)).any():
            raise InvalidOption(NO_OBSERVATION)
    states = np.zeros(len(rows), STATE)
    recall_rows(rows, game.engine.rules, np.where(over == 0, seats, 0), as_bytes(states))
    return Positions(game, states)


def _columns(rows: Rows, piece: str, *names: str) -> NDArray[np.int64]:
    return explain(rows)[piece][:, [PLACES[piece][name] for name in names]].astype(np.int64)


def _checked(observations: Any, players: Any) -> tuple[Rows, NDArray[np.int64]]:
    """Rows that the engine can take without harm: every number within its bounds, indices within their tables."""
    rows = np.ascontiguousarray(observations)
    if rows.ndim != 2 or rows.shape[1] != OBSERVATION_SIZE or rows.dtype.kind not in "iu":
        raise InvalidOption(f"observations are (n, {OBSERVATION_SIZE}) whole numbers here, not {rows.shape} of "
                            f"{rows.dtype}; or give `positions`")
    seats = np.asarray(players)
    if seats.shape != (len(rows),) or seats.dtype.kind not in "iu":
        raise InvalidOption(f"players are the seats that decide, {len(rows)} whole numbers; not {seats!r}")
    page, line = _columns(rows, "bookkeeping", "effect_page", "effect_line").T
    number, era = _columns(rows, "game", "players", "era").T
    mover = explain(rows)["bookkeeping"][:, PLACES["bookkeeping"]["turn_order_place"]]
    boards = explain(rows)["players"][:, :, PLACES["players"]["board"]]
    has_board = (boards > 0) | (np.arange(MAX_PLAYERS) >= number[:, None])
    if (
        (rows > HIGHEST).any() or (rows < 0).any() or (number < 1).any() or (era < 1).any() or not has_board.all()
        or (page * PAGE + line >= MAX_PART_ROWS).any() or (mover >= number).any()
    ):
        raise InvalidOption(NO_OBSERVATION)
    return rows.astype(OBSERVATION_DTYPE, copy=not rows.flags.writeable), seats.astype(np.int64)
