"""What counts for goals and scores: the counts of the component book, in words."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from . import scoring
from .effects import FIELDS
from .table import Table, column_of, depth_of

Cells: TypeAlias = list[int]
SPOT_OF_DISC = {"sonar": "sonar", "conservation": "conservation", "publish": "journal"}
ALL_DISCS = frozenset(SPOT_OF_DISC.values())

_COUNT = re.compile(
    r"(?P<unit>.*?)(?: at depth (?P<first>\d)(?:-(?P<last>\d))?)?"
    r"(?: in columns (?P<columns>[A-G](?:, [A-G])*)| in the Sea Star column or (?P<side>left|right) of it)?"
)
_PLURAL = re.compile(r"\b(disc|vessel|zone|symbol|set|step|marker|player|specialist|link|site)s\b")


@cache
def _parsed(text: str) -> tuple[str, Callable[[Table], Cells]]:
    """The unit in the singular, and which zones count."""
    found = _COUNT.fullmatch(text)
    assert found is not None
    first = int(found["first"] or 1)
    last = int(found["last"] or found["first"] or 5)
    columns, side = found["columns"], found["side"]

    def zones(table: Table) -> Cells:
        cells = list(table.ocean)
        if found["first"]:
            cells = [cell for cell in cells if first <= depth_of(cell) <= last]
        if columns:
            return [cell for cell in cells if "ABCDEFG"[column_of(cell)] in columns]
        star = table.cell_of_board("sea-star") if side else None
        if star is None:
            return cells
        middle = column_of(star)
        return [cell for cell in cells if (column_of(cell) <= middle if side == "left" else column_of(cell) >= middle)]

    return _PLURAL.sub(r"\1", found["unit"]), zones


def count(table: Table, text: str, seat: int) -> int:
    """A player's own count."""
    unit, zones = _parsed(text)
    return _count(table, unit, zones(table), seat)


def counts(table: Table, text: str) -> list[int]:
    """Of every seat."""
    unit, zones = _parsed(text)
    cells = zones(table)
    return [_count(table, unit, cells, seat) for seat in table.seats]


def _count(table: Table, unit: str, cells: Cells, seat: int) -> int:
    if unit.startswith("zone with a "):
        return len(_zones_with(table, unit.removeprefix("zone with a "), cells, seat))
    kinds = _disc_kinds(table, unit.removesuffix(" or vessel"))
    if kinds is not None:
        with_vessels = unit.endswith(" or vessel")
        return _discs(table, kinds, cells, seat) + (_vessels(table, cells, seat) if with_vessels else 0)
    return _OTHERS[unit](table, cells, seat)


def team_count(table: Table, text: str, scope: str) -> int:
    """Of the whole team (README of the component book: sum, pool, ocean)."""
    if scope == "sum":
        return sum(counts(table, text))
    if scope == "pool":
        symbols: Counter[str] = Counter()
        for seat in table.seats:
            symbols += field_symbols(table, seat)
        assert _parsed(text)[0] == "field symbol of the most held kind"
        return max(symbols.values(), default=0)
    return count(table, text, 0)               # what counts in the ocean is the same for every player


def _disc_kinds(table: Table, unit: str) -> frozenset[str] | None:
    """The kinds of spots whose discs are meant; none if it is another unit."""
    if unit == "disc of the designated kind":
        return frozenset([SPOT_OF_DISC[table.designated]] if table.designated else [])
    return _named_kinds(unit)


@cache
def _named_kinds(unit: str) -> frozenset[str] | None:
    if unit == "disc":
        return ALL_DISCS
    found = re.fullmatch(r"(\w+)(?: or (\w+))? disc", unit)
    if found is None:
        return None
    return frozenset(SPOT_OF_DISC[word] for word in found.groups() if word)


def _discs(table: Table, kinds: frozenset[str], cells: Cells, seat: int) -> int:
    number = 0
    for cell in cells:
        zone = table.ocean[cell]
        for spot, owner in zone.discs.items():
            number += owner == seat and zone.board.kinds[spot] in kinds
    return number


def _vessels(table: Table, cells: Cells, seat: int) -> int:
    return sum(cell in cells for cell in table.players[seat].vessels)


def _zones_with(table: Table, what: str, cells: Cells, seat: int) -> Cells:
    kinds = _disc_kinds(table, what.removesuffix(" or vessel"))
    assert kinds is not None
    with_vessels = what.endswith(" or vessel")
    return [cell for cell in cells
            if _discs(table, kinds, [cell], seat) or (with_vessels and _vessels(table, [cell], seat))]


def field_symbols(table: Table, seat: int) -> Counter[str]:
    """V-9: on published journals and on hexes with a marker, each once."""
    symbols: Counter[str] = Counter()
    for number in table.players[seat].journals:
        symbols.update(table.printed.journals[number].fields)
    for place in table.mission.fields:
        if table.impact.get(place.id) == seat or table.infinite.get(place.id, [0] * 4)[seat]:
            symbols[place.field] += 1
    return symbols


def _most_held(table: Table, cells: Cells, seat: int) -> int:
    return max(field_symbols(table, seat).values(), default=0)


def _sets(table: Table, cells: Cells, seat: int) -> int:
    symbols = field_symbols(table, seat)
    return min(symbols[field] for field in FIELDS)


def _links(table: Table, ends: int | None, seat: int) -> int:
    """Complete links, or those of which the player holds so many ends."""
    number = 0
    for zone in table.ocean.values():
        for link in zone.board.links:
            owners = [zone.discs[end] for end in link.ends if end in zone.discs]
            number += len(owners) == len(link.ends) and ends in (None, owners.count(seat))
    return number


def _best_zone(table: Table, cells: Cells, seat: int) -> int:
    return max(_discs(table, frozenset(["conservation"]), [cell], seat) for cell in cells)


def _publish_depths(table: Table, cells: Cells, seat: int) -> int:
    return len({depth_of(cell) for cell in _zones_with(table, "publish disc", cells, seat)})


def _rescue_markers(table: Table, cells: Cells, seat: int) -> int:
    return sum(place.grid == "rescue" and table.impact.get(place.id) == seat for place in table.mission.hexes)


_OTHERS: dict[str, Callable[[Table, Cells, int], int]] = {
    "zone": lambda table, cells, seat: len(cells),
    "zone discovered": lambda table, cells, seat: sum(table.ocean[cell].discoverer == seat for cell in cells),
    "depth with a publish disc": _publish_depths,
    "conservation disc in your best zone": _best_zone,
    "field symbol of the most held kind": _most_held,
    "set of field symbol": _sets,
    "blue field symbol": lambda table, cells, seat: field_symbols(table, seat)["blue"],
    "brown field symbol": lambda table, cells, seat: field_symbols(table, seat)["brown"],
    "green field symbol": lambda table, cells, seat: field_symbols(table, seat)["green"],
    "yellow field symbol": lambda table, cells, seat: field_symbols(table, seat)["yellow"],
    "marker in the rescue grid": _rescue_markers,
    "clean-up step": lambda table, cells, seat: table.clean_up[seat],
    "player who travelled to depth 5": lambda table, cells, seat: int(seat in table.races["travel"]),
    "other senior specialist": lambda table, cells, seat: sum(member.senior for member in table.players[seat].team) - 1,
    "junior specialist": lambda table, cells, seat: sum(not member.senior for member in table.players[seat].team),
    "link shared with another player": lambda table, cells, seat: _links(table, 1, seat),
    "completed link": lambda table, cells, seat: _links(table, None, seat),
    "empty dive site": lambda table, cells, seat: sum(
        not tokens for cell in cells for tokens in table.ocean[cell].tokens.values()),
    "attribute marker on cell 7 or more": lambda table, cells, seat: sum(
        cell >= 7 for cell in table.players[seat].attributes),
    "points from impact, journals and specialist": lambda table, cells, seat: scoring.impact_points(table, seat)
    + scoring.journal_points(table, seat) + scoring.specialist_points(table, seat),
}
