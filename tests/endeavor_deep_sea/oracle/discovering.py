"""Discoveries: which boards are drawn, which one is kept, where it goes (A-30 to A-37)."""

from collections.abc import Generator

from . import gains, impact
from .asking import Course, Question, ask
from .effects import Action
from .numbers import DECLINE, DRAW, KEEP, OPTION, PLACE_IN
from .printed import Board
from .table import Table, Zone, cell_at, column_of, depth_of

DESIGNATIONS = ("conservation", "publish")
RACE_DEPTH = 5


def discover(table: Table, seat: int, action: Action, may_decline: bool) -> Course:
    anywhere = action.anywhere
    depths = _open_depths(table, range(action.depths[0], action.depths[1] + 1), anywhere)
    if not depths:
        anywhere = False
        depths = _open_depths(table, range(1, table.mission.max_depth + 1), anywhere)[:1]
        table.note("rule A-31: shallowest" if depths else "rule A-35")
    if not depths:
        yield from impact.gain_impact(table, seat)
        return
    firsts = [DRAW + depth - 1 for depth in depths if _seconds(table, depths, depth)]
    is_single = not firsts
    if is_single:
        firsts = [DRAW + depth - 1 for depth in depths]
    answer = yield from ask(table, "Q-11", seat, [*firsts, *([DECLINE] if may_decline else [])])
    if answer == DECLINE:
        table.note("rule A-37")
        return
    first = answer - DRAW + 1
    if is_single:
        table.note("rule A-32: single board")
        board = _draw(table, first)
    else:
        seconds = [DRAW + depth - 1 for depth in _seconds(table, depths, first)]
        second = (yield from ask(table, "Q-12", seat, seconds)) - DRAW + 1
        board = yield from _keep_one(table, seat, _draw(table, first), _draw(table, second))
    places = [PLACE_IN + column_of(cell) for cell in _places(table, board.depth, anywhere)]
    column = (yield from ask(table, "Q-14", seat, places)) - PLACE_IN
    yield from _place(table, seat, board, cell_at(column, board.depth))


def _open_depths(table: Table, depths: range, anywhere: bool) -> list[int]:
    return [depth for depth in depths if table.stacks[depth] and _places(table, depth, anywhere)]


def _places(table: Table, depth: int, anywhere: bool) -> list[int]:
    """A-30, A-36"""
    if depth > table.mission.max_depth:
        return []
    empty = [cell for cell in (cell_at(column, depth) for column in range(table.mission.columns))
             if cell not in table.ocean]
    if depth == 1 or anywhere:
        return empty
    return [cell for cell in empty if cell_at(column_of(cell), depth - 1) in table.ocean]


def _seconds(table: Table, depths: list[int], first: int) -> list[int]:
    """Depths, not smaller, from which the second board can be drawn (A-32)."""
    return [depth for depth in depths if depth > first or (depth == first and len(table.stacks[depth]) > 1)]


def _draw(table: Table, depth: int) -> Board:
    board = table.stacks[depth].pop()
    table.seen[depth] = min(table.seen[depth], len(table.stacks[depth]))
    return board


def _keep_one(table: Table, seat: int, first: Board, second: Board) -> Generator[Question, int, Board]:
    kept = (yield from ask(table, "Q-13", seat, [KEEP, KEEP + 1])) - KEEP
    board, other = (first, second) if kept == 0 else (second, first)
    table.stacks[other.depth].insert(0, other)
    table.seen[other.depth] += 1
    table.note("rule A-33")
    return board


def _place(table: Table, seat: int, board: Board, cell: int) -> Course:
    """A-34"""
    zone = Zone(board, discoverer=seat)
    table.ocean[cell] = zone
    table.note("rule A-34", f"discovered {board.id}")
    table.fill_dive_sites(zone)
    if "designation" in table.mission.rules and board.id == table.mission.hidden["board"]:
        answer = yield from ask(table, "Q-21: kind", seat, [OPTION, OPTION + 1])
        table.designated = DESIGNATIONS[answer - OPTION]
        table.note("rule M-6: designation")
    note_race(table, "discover", seat, cell)
    yield from gains.gain(table, seat, board.discovery, cell)


def note_race(table: Table, race: str, seat: int, cell: int) -> None:
    """M-10: each player counts once."""
    if depth_of(cell) == RACE_DEPTH and race in table.races and seat not in table.races[race]:
        table.races[race].append(seat)
        table.note("rule M-10: race")
