"""The impact board (section 9), and what missions 4, 6, 7, 8, 9 and 10 make of it (section 10)."""

from . import gains
from .asking import Course, ask
from .numbers import DECLINE, HEX, MOVE_FROM, OPTION
from .printed import Hex
from .table import Table, cell_at, depth_of

OPTIONS = ("a", "b")
RESCUE_DEPTHS = (3, 4, 5)
RESCUE_COLUMN = 2                      # column C


def gain_impact(table: Table, seat: int, origin: int | None = None, conserved: bool = False) -> Course:
    """`origin`: the zone that gives it (I-7). `conserved`: it is the reward of a conservation site (M-4)."""
    if "moving markers" in table.mission.rules:
        yield from _move_marker(table, seat)
        return
    places = legal_hexes(table, seat, origin, conserved)
    if not places:
        table.note("rule I-5")
        return
    answer = yield from ask(table, "Q-18", seat, [DECLINE, *(HEX + place for place in places)])
    if answer != DECLINE:
        yield from _put(table, seat, answer - HEX, origin)


def can_gain(table: Table, seat: int) -> bool:
    """Whether an impact without origin finds a place (A-46)."""
    if "moving markers" in table.mission.rules:
        return bool(_movable(table, seat) or _free_entries(table))
    return bool(legal_hexes(table, seat))


def legal_hexes(table: Table, seat: int, origin: int | None = None, conserved: bool = False) -> list[int]:
    mission = table.mission
    if "rows by depth" in mission.rules:
        return _places_of_rows(table, seat, origin)
    places = [place.id for place in mission.hexes if _is_legal(table, seat, place)]
    for place in mission.hexes:
        if place.special == "turtle" and conserved and origin not in table.turtle_zones:
            places.append(place.id)
        if place.special == "clean-up" and table.clean_up[seat] < mission.track_steps:
            places.append(place.id)
    return places


def _is_legal(table: Table, seat: int, place: Hex) -> bool:
    """I-1"""
    if place.special or place.id in table.impact:
        return False
    if place.grid == "rescue" and not _reaches_rescue_grid(table, seat):
        return False
    return place.entry or any(_is_occupied(table, other) for other in table.mission.neighbours[place.id])


def _is_occupied(table: Table, place: int) -> bool:
    return place in table.impact or any(table.infinite.get(place, ()))


def _reaches_rescue_grid(table: Table, seat: int) -> bool:
    """M-7"""
    cells = [cell_at(RESCUE_COLUMN, depth) for depth in RESCUE_DEPTHS]
    return any(cell in table.players[seat].vessels or seat in table.ocean[cell].discs.values()
               for cell in cells if cell in table.ocean)


def _places_of_rows(table: Table, seat: int, origin: int | None) -> list[int]:
    """M-10: the row of the origin's depth, or of a depth where a vessel of this player is."""
    if origin is None:
        depths = {depth_of(cell) for cell in table.players[seat].vessels}
    else:
        depths = {depth_of(origin)}
    return sorted({_place_of_row(table, depth) for depth in depths})


def _place_of_row(table: Table, depth: int) -> int:
    hexes = table.mission.hexes
    row = sorted((place.col, place.id) for place in hexes if place.row == depth - 1 and not place.infinite)
    for _, place in row:
        if place not in table.impact:
            return place
    table.note("rule M-10: overflow")
    return next(place.id for place in hexes if place.overflow and place.overflow[0] <= depth <= place.overflow[1])


def _put(table: Table, seat: int, number: int, origin: int | None) -> Course:
    place = table.mission.hexes[number]
    table.note(f"hex {table.mission.number}:{number}")
    if place.special == "clean-up":
        clean_up(table, seat)
        return
    if place.special == "turtle":
        assert origin is not None
        table.turtle_zones.add(origin)
        table.note("rule M-4")
    if place.infinite:
        table.infinite[number][seat] += 1
    else:
        table.impact[number] = seat
    yield from _take_reward(table, seat, place)


def _take_reward(table: Table, seat: int, place: Hex) -> Course:
    if place.goal:
        answer = yield from ask(table, "Q-21: option", seat, [OPTION, OPTION + 1])          # M-8
        table.goal_options[place.goal] = OPTIONS[answer - OPTION]
    yield from gains.gain(table, seat, place.reward)


def clean_up(table: Table, seat: int) -> None:
    """M-9: one step on the track."""
    table.clean_up[seat] = min(table.mission.track_steps, table.clean_up[seat] + 1)
    table.note("rule M-9")


# --- mission 6: moving markers ---

def _move_marker(table: Table, seat: int) -> Course:
    movable = _movable(table, seat)
    if not movable:
        yield from _enter(table, seat)
        return
    may_decline = [DECLINE]
    start = movable[0]
    if len(movable) > 1:
        answer = yield from ask(table, "Q-19", seat, [DECLINE, *(MOVE_FROM + place for place in movable)])
        if answer == DECLINE:
            return
        start, may_decline = answer - MOVE_FROM, []
    targets = [HEX + place for place in _targets(table, start)]
    answer = yield from ask(table, "Q-18: move", seat, may_decline + targets)
    if answer == DECLINE:
        return
    del table.impact[start]
    table.note("rule M-6: move")
    yield from _put(table, seat, answer - HEX, None)


def _enter(table: Table, seat: int) -> Course:
    """A new marker, because none of the player's can move."""
    entries = [HEX + place for place in _free_entries(table)]
    if not entries:
        table.note("rule I-5")
        return
    answer = yield from ask(table, "Q-18: entry", seat, [DECLINE, *entries])
    if answer != DECLINE:
        yield from _put(table, seat, answer - HEX, None)


def _free_entries(table: Table) -> list[int]:
    return [place.id for place in table.mission.hexes if place.entry and place.id not in table.impact]


def _movable(table: Table, seat: int) -> list[int]:
    return [place for place, owner in sorted(table.impact.items())
            if owner == seat and not _is_locked(table, place) and _targets(table, place)]


def _targets(table: Table, start: int) -> list[int]:
    is_open = table.cell_of_board("fallen-star") is not None
    hexes = table.mission.hexes
    return sorted(place for place in table.mission.neighbours[start]
                  if place not in table.impact and (is_open or not hexes[place].closed))


def _is_locked(table: Table, number: int) -> bool:
    place = table.mission.hexes[number]
    below = [other.id for other in table.mission.hexes if other.col == place.col and other.row > place.row]
    return place.closed and all(other in table.impact for other in below)
