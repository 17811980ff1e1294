"""Boards as maps of characters: empty ones with the ids of their sites, and those of players."""

from typing import Any

from undersea_env.showing.terminal import COLUMN, Canvas
from undersea_env.underwater_cities.compiled.limits import SITES_AT_CITY
from undersea_env.underwater_cities.printed.catalogue import Board, CitySite, MetropolisSite
from undersea_env.underwater_cities.printed.words import SITE_LETTERS, Thing
from undersea_env.underwater_cities.words.names import BUILDING_LETTERS
from undersea_env.underwater_cities.words.readings import UPGRADED_TUNNEL, GameLike, board_of, is_connected

MAP_ROWS = 17


def board_map(board: Board, columns: int = 100, rows: int = 33) -> list[str]:
    """An empty board with the ids of all its sites; the letters are the building sites of the city beside them."""
    canvas = Canvas(columns, rows)
    spots = _spots(board, canvas)
    for tunnel in board.tunnels:
        a, b = (spots[end] for end in tunnel.between)
        canvas.line(a, b, ".")
    for tunnel in board.tunnels:
        canvas.write(*_middle(*(spots[end] for end in tunnel.between)), tunnel.id)
    for metropolis in board.metropolises:
        canvas.write(*spots[metropolis.id], f"({metropolis.id})")
    for city in board.cities:
        for site in city.sites:
            canvas.write(*canvas.place(site.x, site.y), site.id.rsplit(".", 1)[1])
    for city in board.cities:
        canvas.write(*spots[city.id], f"[{city.id}]" if city.start else city.id)
    return "\n".join(canvas.text()).strip("\n").split("\n")


def position_map(record: Any, game: GameLike, seat: int) -> list[str]:
    """A player's board with what stands on it."""
    board = board_of(record, game, seat)
    me = record.players[seat]
    canvas = Canvas(COLUMN, MAP_ROWS)
    spots = _spots(board, canvas)
    for t, tunnel in enumerate(board.tunnels):
        a, b = (spots[end] for end in tunnel.between)
        canvas.line(a, b, "" if me.tunnel[t] else ".")
    for t, tunnel in enumerate(board.tunnels):
        upgraded = "+" if me.tunnel[t] == UPGRADED_TUNNEL else ""
        canvas.write(*_middle(*(spots[end] for end in tunnel.between)), tunnel.id + upgraded)
    for place, metropolis_site in enumerate(board.metropolises):
        name = game.catalogue.metropolises[int(me.metropolis[place]) - 1].id
        canvas.write(*spots[metropolis_site.id], f"<{name}>" if is_connected(game, me, place) else f"({name})")
    for c, city in enumerate(board.cities):
        column, row = spots[city.id]
        canvas.write(column, row, _city_label(me, c, city.id))
        canvas.write(column, row + 1, _building_label(me, c, len(city.sites)))
    return canvas.text()


def _spots(board: Board, canvas: Canvas) -> dict[str, tuple[int, int]]:
    sites: list[CitySite | MetropolisSite] = [*board.cities, *board.metropolises]
    return {site.id: canvas.place(site.x, site.y) for site in sites}


def _middle(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _city_label(me: Any, c: int, id: str) -> str:
    if not me.city[c]:
        return id
    label = f"{{{id}}}" if me.city[c] == Thing.SYMBIOTIC else f"[{id}]"
    return label if int(me.connected_cities) >> c & 1 else f"{label}~"


def _building_label(me: Any, c: int, sites: int) -> str:
    """The sites in the order of their letters; the expansion site after a stroke."""
    marks = []
    for k in (*range(sites - 1), SITES_AT_CITY - 1):
        thing = int(me.building[c * SITES_AT_CITY + k])
        mark = BUILDING_LETTERS[Thing(thing)] if thing else "_"
        upgraded = "+" if me.upgraded[c * SITES_AT_CITY + k] else ""
        marks.append(f"{'/' if SITE_LETTERS[k] == 'x' else ''}{mark}{upgraded}")
    return "".join(marks)
