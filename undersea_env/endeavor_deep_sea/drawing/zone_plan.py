"""Where the spots of a board and the rewards of its links go; what lies on them changes nothing about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import ceil, hypot

from undersea_env.endeavor_deep_sea.drawing.marks import CHIP, Chip, chips_of, field_chip, rows_of_chips, width_of_chips
from undersea_env.endeavor_deep_sea.printed.things import Board, Link, Spot
from undersea_env.endeavor_deep_sea.printed.words import Access, SpotKind
from undersea_env.showing.pieces import Point
from undersea_env.showing.sheet import Box

SPOT = 13                        # radius
ROOM_OF_SPOT = 56                # the least width that a spot has
BELOW = SPOT + 3                 # from the middle of a spot to its chips
CROSSING, ON_A_SPOT, OUT_OF_ORDER = 90, 160, 2         # what an order of sites costs, beside the length of its links
ON_A_THING = 1000                # what a place for a label costs, beside its distance
AROUND_LABEL = 2
BETWEEN_ROWS = 4                 # times the gap above the first and below the last
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
ASIDE = (0, 12, -12, 20, -20, 28, -28, 36, -36)


@dataclass(frozen=True)
class PlannedLink:
    link: Link
    way: tuple[Point, ...]       # from spot to spot, by its label
    chips: tuple[Chip, ...]
    box: Box                     # of the label


@dataclass(frozen=True)
class ZonePlan:
    spots: dict[str, Point]
    room: dict[str, float]       # the width that each has for its chips
    chips: dict[str, tuple[tuple[Chip, ...], ...]]     # rows
    links: tuple[PlannedLink, ...]


@lru_cache(maxsize=256)
def plan_of(board: Board, area: Box) -> ZonePlan:
    rows, first = _rows(board, max(1, int(area.width // ROOM_OF_SPOT)))
    rows = _best_order(board, rows, first, area)
    room = {spot.id: area.width / len(row) - 4 for row in rows for spot in row}
    chips = {
        spot.id: tuple(map(tuple, rows_of_chips(_chips_of_spot(spot), room[spot.id]))) for row in rows for spot in row
    }
    lines = [max(len(chips[spot.id]) for spot in row) for row in rows]
    places = _places(rows, lines, area)
    spots = {spot.id: place for spot, place in zip(chain(*rows), places, strict=True)}
    taken = [_around(place, SPOT + 2, SPOT + 2) for place in places]
    taken += [box for id, place in spots.items() for box in _boxes_of_chips(place, room[id], chips[id])]
    links = []
    for link in board.links:
        planned = _planned(link, spots, area, taken)
        taken.append(planned.box)
        links.append(planned)
    return ZonePlan(spots, room, chips, tuple(links))


def _chips_of_spot(spot: Spot) -> list[Chip]:
    chips = [] if spot.field is None else [field_chip(spot.field)]
    if spot.access != Access.HERE:
        chips.append(Chip({Access.LEFT: "from left", Access.UP: "from above", Access.RIGHT: "from right"}[spot.access],
                          "#ffe9a8"))
    return [*chips, *chips_of(spot.effect)]


# --- rows of spots ---


def _rows(board: Board, most: int) -> tuple[list[list[Spot]], int]:
    """Spots in rows of at most so many, and the first row of sites, whose order is free; sonar tracks come first."""
    linked = {frozenset((link.a, link.b)) for link in board.links}
    rows: list[list[Spot]] = []
    sonar = board.spots_of(SpotKind.SONAR)
    for track in sorted({spot.track for spot in sonar}):
        spots = [spot for spot in sonar if spot.track == track]
        for chunk in _shared_out(spots, ceil(len(spots) / most)):
            if rows and len(rows[-1]) + len(chunk) <= most and not _are_linked(rows[-1], chunk, linked):
                rows[-1] += chunk
            else:
                rows.append(chunk)
    sites = [spot for kind in (SpotKind.DIVE, SpotKind.CONSERVATION, SpotKind.JOURNAL) for spot in board.spots_of(kind)]
    if not sites:
        return rows, len(rows)
    if len(rows) == 1 and len(rows[0]) + len(sites) <= min(most, 4) and not board.links:
        return [[*rows[0], *sites]], 0
    number = ceil(len(sites) / most)
    if not rows and len(sites) > 3:
        number = max(number, 2)
    return [*rows, *_shared_out(sites, number)], len(rows)


def _are_linked(some: Sequence[Spot], others: Sequence[Spot], linked: set[frozenset[str]]) -> bool:
    return any(frozenset((a.id, b.id)) in linked for a in some for b in others)


def _shared_out(spots: list[Spot], number: int) -> list[list[Spot]]:
    """Rows of equal length, or nearly so."""
    size, more = divmod(len(spots), number)
    rows, first = [], 0
    for k in range(number):
        last = first + size + (k >= number - more)
        rows.append(spots[first:last])
        first = last
    return rows


def _places(rows: list[list[Spot]], lines: list[int], area: Box) -> list[Point]:
    """Of all spots, row by row; each row has room for its lines of chips, and what is left lies mostly between rows."""
    heights = [SPOT + BELOW + n * (CHIP + 1) for n in lines]
    gap = (area.height - sum(heights)) / (2 + BETWEEN_ROWS * (len(rows) - 1))
    places, top = [], area.top + gap
    for row, height in zip(rows, heights, strict=True):
        places += [(area.left + (k + 0.5) * area.width / len(row), top + SPOT) for k in range(len(row))]
        top += height + BETWEEN_ROWS * gap
    return places


def _best_order(board: Board, rows: list[list[Spot]], first: int, area: Box) -> list[list[Spot]]:
    """Sites exchange their places as long as links become shorter and cross less."""
    if not board.links:
        return rows
    order = list(chain(*rows))
    places = _places(rows, [1] * len(rows), area)
    fixed = sum(len(row) for row in rows[:first])
    number = {spot.id: k for k, spot in enumerate(order)}
    pairs = [(number[link.a], number[link.b]) for link in board.links]
    at = list(range(len(order)))                       # the place of each spot
    least = _cost(at, pairs, places)
    is_better = True
    while is_better:
        is_better = False
        for a, b in combinations(range(fixed, len(order)), 2):
            at[a], at[b] = at[b], at[a]
            cost = _cost(at, pairs, places)
            if cost < least - 1e-6:
                least, is_better = cost, True
            else:
                at[a], at[b] = at[b], at[a]
    there = iter(sorted(range(len(order)), key=lambda k: at[k]))
    return [[order[next(there)] for _ in row] for row in rows]


def _cost(at: list[int], pairs: list[tuple[int, int]], places: list[Point]) -> float:
    lines = [(places[at[a]], places[at[b]]) for a, b in pairs]
    cost = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in lines)
    cost += CROSSING * sum(_cross(one, two) for one, two in combinations(lines, 2))
    cost += ON_A_SPOT * sum(
        _distance(place, line) < SPOT + 3 for line in lines for place in places if place not in line
    )
    return cost + OUT_OF_ORDER * sum(a > b for a, b in combinations(at, 2))


def _cross(one: tuple[Point, Point], two: tuple[Point, Point]) -> bool:
    if set(one) & set(two):
        return False

    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(*one, two[0]) * side(*one, two[1]) < 0 and side(*two, one[0]) * side(*two, one[1]) < 0


def _distance(point: Point, line: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    along = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return hypot(ax + along * dx - point[0], ay + along * dy - point[1])


# --- labels of links ---


def _around(place: Point, across: float, down: float) -> Box:
    return Box(place[0] - across, place[1] - down, 2 * across, 2 * down)


def _boxes_of_chips(place: Point, room: float, rows: Sequence[Sequence[Chip]]) -> list[Box]:
    boxes = []
    for k, row in enumerate(rows):
        width = min(room, width_of_chips(row))
        boxes.append(Box(place[0] - width / 2, place[1] + BELOW + k * (CHIP + 1), width, CHIP))
    return boxes


def _planned(link: Link, spots: dict[str, Point], area: Box, taken: list[Box]) -> PlannedLink:
    """The label lies on the line, or as near to it as there is room; the line goes by its label."""
    a, b = spots[link.a], spots[link.b]
    chips = tuple(chips_of(link.effect))
    across, down = width_of_chips(chips) / 2, CHIP / 2
    length = hypot(b[0] - a[0], b[1] - a[1])
    normal = ((a[1] - b[1]) / length, (b[0] - a[0]) / length)
    others = [place for place in spots.values() if place not in (a, b)]
    best, least = a, float("inf")
    for along in ALONG:
        for aside in ASIDE:
            x = a[0] + along * (b[0] - a[0]) + aside * normal[0]
            y = a[1] + along * (b[1] - a[1]) + aside * normal[1]
            box = _around((x, y), across, down)
            wide = box.inset(-AROUND_LABEL)
            if box.left < area.left or box.right > area.right or box.top < area.top - 8 or box.bottom > area.bottom:
                continue
            cost = abs(along - 0.5) * 30 + abs(aside) + ON_A_THING * sum(wide.overlaps(other) for other in taken)
            for place in others:
                cost += ON_A_SPOT * sum(_distance(place, leg) < SPOT + 1 for leg in ((a, (x, y)), ((x, y), b)))
            if cost < least:
                best, least = (x, y), cost
    return PlannedLink(link, (a, best, b), chips, _around(best, across, down))
