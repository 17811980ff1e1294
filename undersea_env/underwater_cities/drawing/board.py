"""A player's board as a picture: sites where the board file puts them, what stands there, and what is printed there."""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Any

from undersea_env.showing.pieces import Point, corners
from undersea_env.showing.sheet import DARK_INK, LIGHT_INK, Box, Sheet, width_of, wrapped
from undersea_env.underwater_cities.compiled.limits import building_site
from undersea_env.underwater_cities.printed.catalogue import Board, BuildingSite, CitySite, MetropolisSite, TunnelSite
from undersea_env.underwater_cities.printed.effects import Federation, Gain, Part
from undersea_env.underwater_cities.printed.language import amounts_text, effect_text, part_text
from undersea_env.underwater_cities.printed.words import Thing
from undersea_env.underwater_cities.words.names import BUILDING_LETTERS
from undersea_env.underwater_cities.words.readings import UPGRADED_TUNNEL, GameLike, board_of, is_connected

Site = CitySite | BuildingSite | TunnelSite

SIDE, TOP = 34, 26                        # water around the outermost coordinates
CITY, BUILDING, DIAMOND = 20, 15, 22      # radii
METROPOLIS = (38, 21)                     # half width and half height
TUNNEL_SIGN = (19, 9)
LABEL_SIZE, LABEL_LINE, LABEL_WIDTH = 11, 15, 112
DISTANCES = (3, 8, 14, 22, 32, 44, 60, 80)
DIRECTIONS = 24                           # in which a label may lie from its site
ON_A_TUNNEL, ON_A_PIPE, ON_A_THING = 30, 6, 1000       # what a place for a label costs, beside its distance
ALONG_TUNNEL = (0.5, 0.46, 0.54, 0.42, 0.58, 0.38, 0.62, 0.34, 0.66, 0.3, 0.7)

FILLS = {  # plain, upgraded
    Thing.FARM: ("#a5dfb4", "#0b6b3a"),
    Thing.DESAL: ("#add6f7", "#0b5a9c"),
    Thing.LAB: ("#f8c78f", "#9c4700"),
}
CITY_FILLS = {Thing.NONSYMBIOTIC: "#d5dade", Thing.SYMBIOTIC: "#dcb8ea"}
METROPOLIS_FILLS = {"brown": ("#ead9c6", "#6e4318"), "blue": ("#cfdff5", "#1c4587")}     # not connected, connected
GOLD = "#ffcf33"


@dataclass(frozen=True)
class Label:
    """What is printed at a site; each line says whether it is a bonus, a surcharge or a multiplier."""

    site: str
    lines: tuple[tuple[str, str], ...]
    box: Box
    anchor: Point


@dataclass(frozen=True)
class BoardPlan:
    """Where everything of a board goes; what stands on the sites changes nothing about it."""

    spots: dict[str, Point]
    signs: dict[str, Point]               # of the tunnels
    labels: tuple[Label, ...]


# --- the plan ---


@lru_cache(maxsize=64)
def plan_of(board: Board, area: Box) -> BoardPlan:
    spots = _spots(board, area)
    pipes = [(spots[city.id], spots[site.id]) for city in board.cities for site in city.sites]
    tunnels = {tunnel.id: (spots[tunnel.between[0]], spots[tunnel.between[1]]) for tunnel in board.tunnels}
    taken = [_around(spots[city.id], CITY + 5, CITY + 5) for city in board.cities]
    taken += [_around(spots[site.id], *METROPOLIS) for site in board.metropolises]
    for city in board.cities:
        taken += [_around(spots[site.id], *_reach(site)) for site in city.sites]
    signs: dict[str, Point] = {}
    for id, (a, b) in tunnels.items():
        signs[id] = _place_of_sign(a, b, taken)
        taken.append(_around(signs[id], *TUNNEL_SIGN))
    labels = []
    for site in sorted(_sites(board), key=lambda site: -len(printed_at(site))):
        lines = printed_at(site)
        if lines:
            anchor = signs[site.id] if isinstance(site, TunnelSite) else spots[site.id]
            box = _place_of_label(lines, anchor, _reach(site), area, taken, list(tunnels.values()), pipes)
            labels.append(Label(site.id, lines, box, anchor))
            taken.append(box)
    return BoardPlan(spots, signs, tuple(labels))


def _spots(board: Board, area: Box) -> dict[str, Point]:
    inner = Box(area.left + SIDE, area.top + TOP, area.width - 2 * SIDE, area.height - 2 * TOP)
    places: list[CitySite | MetropolisSite | BuildingSite] = [*board.cities, *board.metropolises]
    places += [site for city in board.cities for site in city.sites]
    return {
        place.id: (inner.left + place.x * inner.width / 100, inner.top + place.y * inner.height / 100)
        for place in places
    }


def _sites(board: Board) -> list[Site]:
    sites: list[Site] = [*board.cities]
    sites += [site for city in board.cities for site in city.sites]
    return [*sites, *board.tunnels]


def _around(spot: Point, across: float, down: float) -> Box:
    return Box(spot[0] - across, spot[1] - down, 2 * across, 2 * down)


def _reach(site: Site) -> tuple[float, float]:
    if isinstance(site, TunnelSite):
        return TUNNEL_SIGN
    if isinstance(site, CitySite):
        return CITY + 5, CITY + 5
    return (DIAMOND, DIAMOND) if site.expansion else (BUILDING + 1, BUILDING + 1)


@lru_cache(maxsize=512)
def printed_at(site: Site) -> tuple[tuple[str, str], ...]:
    """Kind and words of each line printed at a site."""
    entries = [("plain", "start")] if isinstance(site, CitySite) and site.start else []
    entries += [("bonus", _bonus_words(part)) for part in site.bonus]
    if any(site.surcharge):
        entries += [("surcharge", f"pay {amount}") for amount in amounts_text(site.surcharge).split(", ")]
    if site.multiplier > 1:
        entries.append(("multiplier", f"×{site.multiplier}"))
    if isinstance(site, TunnelSite):
        if site.produce_with:
            entries.append(("multiplier", f"with {site.produce_with[0]}: {amounts_text(site.produce_with[1])}"))
        if any(site.metropolis_produce):
            entries.append(("multiplier", f"produces {amounts_text(site.metropolis_produce)}"))
    return tuple((kind, line) for kind, words in entries for line in wrapped(words, LABEL_WIDTH, LABEL_SIZE, most=3))


def _bonus_words(part: Part) -> str:
    if isinstance(part, Gain) and part.per is None:
        return f"+{amounts_text(part.amounts)}"
    return f"+{part.steps} federation" if isinstance(part, Federation) else part_text(part)


def _place_of_sign(a: Point, b: Point, taken: list[Box]) -> Point:
    """In the middle of the tunnel, or as near to it as there is room."""
    places = [(a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k) for k in ALONG_TUNNEL]
    return min(places, key=lambda place: _overlaps(_around(place, *TUNNEL_SIGN), taken))


def _place_of_label(
    lines: tuple[tuple[str, str], ...],
    anchor: Point,
    reach: tuple[float, float],
    area: Box,
    taken: list[Box],
    tunnels: list[tuple[Point, Point]],
    pipes: list[tuple[Point, Point]],
) -> Box:
    """The cheapest place beside the site: near, on nothing else, rather not on a tunnel."""
    across = max(width_of(words, LABEL_SIZE) for _, words in lines) / 2 + 4
    down = len(lines) * LABEL_LINE / 2
    best, least = _around(anchor, across, down), float("inf")
    for distance in DISTANCES:
        for k in range(DIRECTIONS):
            angle = 2 * pi * k / DIRECTIONS
            x = anchor[0] + cos(angle) * (reach[0] + distance + across)
            y = anchor[1] + sin(angle) * (reach[1] + distance + down)
            box = _around((x, y), across, down)
            if box.left < area.left + 2 or box.right > area.right - 2:
                continue
            if box.top < area.top + 2 or box.bottom > area.bottom - 2:
                continue
            cost = hypot(*_gap(box, anchor))
            if cost >= least:
                continue                       # most places end here, before the counting
            cost += ON_A_THING * _overlaps(box.inset(-2), taken)
            cost += ON_A_TUNNEL * sum(_is_crossed(box, *line) for line in tunnels)
            cost += ON_A_PIPE * sum(_is_crossed(box, *line) for line in pipes)
            if cost < least:
                best, least = box, cost
    return best


def _overlaps(box: Box, others: list[Box]) -> int:
    return sum(box.overlaps(other) for other in others)


def _gap(box: Box, point: Point) -> Point:
    """From the point to the nearest one of the box."""
    x = min(max(point[0], box.left), box.right)
    y = min(max(point[1], box.top), box.bottom)
    return x - point[0], y - point[1]


def _is_crossed(box: Box, a: Point, b: Point) -> bool:
    """Whether the line from a to b goes through the box: what each edge leaves of it must not be empty."""
    enter, leave = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    edges = ((-dx, a[0] - box.left), (dx, box.right - a[0]), (-dy, a[1] - box.top), (dy, box.bottom - a[1]))
    for step, room in edges:
        if step == 0:
            if room < 0:
                return False
        elif step < 0:
            enter = max(enter, room / step)
        else:
            leave = min(leave, room / step)
    return enter <= leave


# --- the picture ---


def draw_board(sheet: Sheet, area: Box, record: Any, game: GameLike, seat: int) -> None:
    board, me = board_of(record, game, seat), record.players[seat]
    plan = plan_of(board, area)
    sheet.rect(area, sheet.theme.water, sheet.theme.edge)
    for label in plan.labels:
        dx, dy = _gap(label.box, label.anchor)
        sheet.line(label.anchor, (label.anchor[0] + dx, label.anchor[1] + dy), sheet.theme.quiet, stroke_width=1)
    for city in board.cities:
        for site in city.sites:
            sheet.line(plan.spots[city.id], plan.spots[site.id], sheet.theme.edge, stroke_width=2)
    for t, tunnel in enumerate(board.tunnels):
        _tunnel_site(sheet, plan, tunnel, int(me.tunnel[t]), f"seat-{seat}-{tunnel.id}")
    for c, city in enumerate(board.cities):
        _city_site(sheet, plan.spots[city.id], city, me, c, seat)
        for site in city.sites:
            k = building_site(c, site.id)
            _building_site(sheet, plan.spots[site.id], site, int(me.building[k]), bool(me.upgraded[k]), seat)
    for place, metropolis_site in enumerate(board.metropolises):
        metropolis = game.catalogue.metropolises[int(me.metropolis[place]) - 1]
        connected = is_connected(game, me, place)
        words = f"{metropolis_site.id}: {metropolis.name}, {'connected' if connected else 'not connected'}"
        with sheet.group(f"seat-{seat}-{metropolis_site.id}", words):
            metropolis_piece(sheet, plan.spots[metropolis_site.id], metropolis_site.colour, connected)
            _words_on_metropolis(sheet, plan.spots[metropolis_site.id], metropolis_site.id, metropolis.id, connected)
    used = _sites_in_use(board, me)
    for label in plan.labels:
        _label(sheet, label, label.site in used)


def _sites_in_use(board: Board, me: Any) -> set[str]:
    used = {city.id for c, city in enumerate(board.cities) if me.city[c]}
    used |= {tunnel.id for t, tunnel in enumerate(board.tunnels) if me.tunnel[t]}
    for c, city in enumerate(board.cities):
        for site in city.sites:
            if me.building[building_site(c, site.id)]:
                used.add(site.id)
    return used


def _tooltip(site: Site, stands: str) -> str:
    words = [f"{site.id}: {stands}"]
    if site.bonus:
        words.append(f"bonus: {effect_text(site.bonus)}")
    if any(site.surcharge):
        words.append(f"surcharge: {amounts_text(site.surcharge)}")
    if site.multiplier > 1:
        words.append(f"production ×{site.multiplier}")
    return "; ".join(words)


def _tunnel_site(sheet: Sheet, plan: BoardPlan, tunnel: TunnelSite, level: int, id: str) -> None:
    a, b = (plan.spots[end] for end in tunnel.between)
    x, y = plan.signs[tunnel.id]
    between = " to ".join(tunnel.between)
    with sheet.group(id, _tooltip(tunnel, f"{('tunnel site', 'tunnel', 'upgraded tunnel')[level]} from {between}")):
        tunnel_piece(sheet, a, b, level)
        upgraded = level == UPGRADED_TUNNEL
        fill, ink = (GOLD, DARK_INK) if upgraded else (sheet.theme.panel, sheet.theme.ink)
        sheet.rect(_around((x, y), *TUNNEL_SIGN), fill, sheet.theme.tunnel if level else sheet.theme.edge, round=8)
        sheet.text(x, y + 4, tunnel.id + ("+" if upgraded else ""), 11, bold=level > 0, fill=ink, anchor="middle")


def tunnel_piece(sheet: Sheet, a: Point, b: Point, level: int) -> None:
    if level == 0:
        sheet.line(a, b, sheet.theme.edge, stroke_width=3, stroke_dasharray="3 6")
        return
    sheet.line(a, b, sheet.theme.tunnel, stroke_width=11 if level == UPGRADED_TUNNEL else 7)
    if level == UPGRADED_TUNNEL:
        sheet.line(a, b, GOLD, stroke_width=4)


def short_tunnel(sheet: Sheet, spot: Point, level: int) -> None:
    tunnel_piece(sheet, (spot[0] - 20, spot[1]), (spot[0] + 20, spot[1]), level)


def _city_site(sheet: Sheet, spot: Point, city: CitySite, me: Any, c: int, seat: int) -> None:
    kind = int(me.city[c])
    connected = bool(int(me.connected_cities) >> c & 1)
    stands = "city site"
    if kind:
        stands = f"{Thing(kind).name.lower()} city, {'connected' if connected else 'not connected'}"
    with sheet.group(f"seat-{seat}-{city.id}", _tooltip(city, stands)):
        city_piece(sheet, spot, kind, connected)
        fill = DARK_INK if kind else sheet.theme.ink
        sheet.text(spot[0], spot[1] + 4.5, city.id, 13, bold=bool(kind), fill=fill, anchor="middle")


def city_piece(sheet: Sheet, spot: Point, kind: int, connected: bool) -> None:
    x, y = spot
    if not kind:
        sheet.circle(x, y, CITY, sheet.theme.panel, sheet.theme.edge, stroke_width=2, stroke_dasharray="5 4")
        return
    if not connected:
        sheet.circle(x, y, CITY + 4, sheet.theme.panel, sheet.theme.alarm, stroke_width=2.5, stroke_dasharray="4 4")
    sheet.circle(x, y, CITY, CITY_FILLS[Thing(kind)], DARK_INK, stroke_width=2.5)
    if kind == Thing.SYMBIOTIC:
        sheet.circle(x, y, CITY - 5, "none", DARK_INK, stroke_width=1.5)


def _building_site(sheet: Sheet, spot: Point, site: BuildingSite, thing: int, upgraded: bool, seat: int) -> None:
    stands = "expansion site" if site.expansion else "building site"
    if thing:
        where = " on expansion" if site.expansion else ""
        stands = f"{'upgraded ' if upgraded else ''}{Thing(thing).name.lower()}{where}"
    with sheet.group(f"seat-{seat}-{site.id}", _tooltip(site, stands)):
        building_piece(sheet, spot, thing, upgraded, site.expansion, site.id[-1])


def building_piece(sheet: Sheet, spot: Point, thing: int, upgraded: bool, expansion: bool, letter: str) -> None:
    """The site, and what stands there: its shape, its colour and its letter all say which."""
    x, y = spot
    theme = sheet.theme
    if expansion:
        sheet.polygon(corners(spot, 4, DIAMOND), theme.multiplier, theme.ink, stroke_width=1.5)
    elif not thing:
        sheet.circle(x, y, BUILDING, theme.panel, theme.edge, stroke_width=2, stroke_dasharray="3 3")
    if not thing:
        sheet.text(x, y + 4, letter, 12, fill=theme.ink, anchor="middle")
        return
    fill = FILLS[Thing(thing)][upgraded]
    edge: dict[str, object] = {"stroke_width": 3 if upgraded else 1.5}
    stroke = GOLD if upgraded else DARK_INK
    if thing == Thing.FARM:
        sheet.circle(x, y, BUILDING, fill, stroke, **edge)
    elif thing == Thing.DESAL:
        sheet.rect(_around(spot, BUILDING - 1, BUILDING - 1), fill, stroke, round=2, **edge)
    else:
        sheet.polygon(corners(spot, 6, BUILDING + 2), fill, stroke, **edge)
    ink = LIGHT_INK if upgraded else DARK_INK
    sign = BUILDING_LETTERS[Thing(thing)] + ("+" if upgraded else "")
    sheet.text(x, y - 0.5, sign, 12, bold=True, fill=ink, anchor="middle")
    sheet.text(x, y + 11, letter, 10, fill=ink, anchor="middle")


def metropolis_piece(sheet: Sheet, spot: Point, colour: str, connected: bool) -> None:
    (x, y), (across, down) = spot, METROPOLIS
    corners = [
        (x - across, y), (x - across + 10, y - down), (x + across - 10, y - down),
        (x + across, y), (x + across - 10, y + down), (x - across + 10, y + down),
    ]
    fill = METROPOLIS_FILLS[colour][connected]
    if connected:
        sheet.polygon(corners, fill, GOLD, stroke_width=3)
    else:
        sheet.polygon(corners, fill, DARK_INK, stroke_width=1.5, stroke_dasharray="5 4")


def _words_on_metropolis(sheet: Sheet, spot: Point, site: str, id: str, connected: bool) -> None:
    (x, y), width = spot, 2 * METROPOLIS[0] - 14
    ink = LIGHT_INK if connected else DARK_INK
    sheet.text(x, y - 3, site, 11, width=width, fill=ink, anchor="middle")
    sheet.text(x, y + 11, id, 11, width=width, bold=True, fill=ink, anchor="middle")


def _label(sheet: Sheet, label: Label, used: bool) -> None:
    """A bonus or surcharge that has done its work is only outlined; a multiplier works on."""
    theme = sheet.theme
    fills = {"bonus": theme.bonus, "surcharge": theme.surcharge, "multiplier": theme.multiplier, "plain": theme.panel}
    left, top, width, _ = label.box
    for k, (kind, words) in enumerate(label.lines):
        done = used and kind in ("bonus", "surcharge")
        line = Box(left, top + k * LABEL_LINE, width, LABEL_LINE)
        label_line(sheet, line, words, theme.water if done else fills[kind], theme.quiet if done else theme.ink)


def label_line(sheet: Sheet, box: Box, words: str, fill: str, ink: str) -> None:
    sheet.rect(box, fill, sheet.theme.edge, round=2, stroke_width=0.7)
    sheet.text(box.left + box.width / 2, box.top + 11.5, words, LABEL_SIZE, fill=ink, anchor="middle")
