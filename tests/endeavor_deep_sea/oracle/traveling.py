"""Travel: how far and how deep, and what happens on leaving and arriving (A-10 to A-15)."""

from . import discovering, gains
from .asking import Course, ask
from .effects import Action
from .numbers import LEAVE, TRAVEL_TO
from .table import WIDTH, Table, column_of, depth_of

LEAVING = "you travel out of here"


def starts(table: Table, seat: int, action: Action, here: int | None) -> list[int]:
    """Zones with a vessel of this player that has a destination."""
    cells = sorted(set(table.players[seat].vessels))
    return [cell for cell in cells if here in (None, cell) and destinations(table, seat, cell, action)]


def destinations(table: Table, seat: int, start: int, action: Action) -> list[int]:
    technology = table.technology(seat) + action.more + _more_from(table, start)
    reached = {start}
    border = {start}
    for _ in range(technology):
        border = {cell for place in border for cell in _next_cells(table, place, technology)} - reached
        reached |= border
    return sorted(cell for cell in reached - {start} if _may_stop(table, seat, cell, technology, action))


def _more_from(table: Table, start: int) -> int:
    return sum(rule.special == "technology 1 more" for rule in table.ocean[start].board.rules if rule.event == LEAVING)


def _next_cells(table: Table, cell: int, technology: int) -> list[int]:
    """A-12: no deeper than the technology, but rising is always allowed."""
    above = cell - WIDTH
    near = [above, cell + WIDTH]
    near += [cell - 1] if column_of(cell) > 0 else []
    near += [cell + 1] if column_of(cell) < WIDTH - 1 else []
    return [other for other in near if may_enter(table, other) and (depth_of(other) <= technology or other == above)]


def may_enter(table: Table, cell: int) -> bool:
    return cell in table.ocean and not table.ocean[cell].board.has_rule("no vessel may enter")         # Z-3


def _may_stop(table: Table, seat: int, cell: int, technology: int, action: Action) -> bool:
    if depth_of(cell) > technology or depth_of(cell) == action.not_to_depth:
        return False
    if table.ocean[cell].board.has_rule("one vessel per player") and cell in table.players[seat].vessels:
        table.note("rule Z-7")
        return False
    return True


def travel(table: Table, seat: int, action: Action, here: int | None) -> Course:
    start = (yield from ask(table, "Q-6", seat, [LEAVE + cell for cell in starts(table, seat, action, here)])) - LEAVE
    targets = [TRAVEL_TO + cell for cell in destinations(table, seat, start, action)]
    target = (yield from ask(table, "Q-7", seat, targets)) - TRAVEL_TO
    vessels = table.players[seat].vessels
    vessels.remove(start)
    vessels.append(target)
    table.note("rule A-10")
    discovering.note_race(table, "travel", seat, target)
    left = table.ocean[start]
    for rule in left.board.rules:
        if rule.event == LEAVING and rule.bundle and (not rule.marked or left.marked_discs(seat)):
            table.note("rule Z-8")
            yield from gains.gain(table, seat, rule.bundle, start)
    yield from gains.arrive(table, seat, target)
