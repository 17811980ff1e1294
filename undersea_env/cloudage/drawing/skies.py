"""The map: four boards side by side, what is printed on their hexes and what lies there."""

from typing import Any

from undersea_env.cloudage.compiled.assembler import hex_number, on_map
from undersea_env.cloudage.drawing.marks import (
    CHIP,
    CUBE,
    ITEM_FILLS,
    cube_width,
    draw_airship,
    draw_book,
    draw_chip,
    draw_cloud,
    draw_cube,
    draw_drone,
    draw_gun,
    draw_plant,
    draw_shield,
    draw_token,
    item_of,
)
from undersea_env.cloudage.printed.things import Board
from undersea_env.cloudage.printed.words import (
    CITY_ACTIONS,
    COLUMNS,
    GUNS,
    HEXES,
    MAP_COLUMNS,
    ROWS,
    TOLL_TOKEN,
    Item,
)
from undersea_env.cloudage.words.names import gun_name, hex_name
from undersea_env.cloudage.words.readings import Table
from undersea_env.showing.pieces import NORMAL, NOTE, PADDING, Point, panel
from undersea_env.showing.sheet import DARK, Box, Sheet, Theme, width_of, wrapped
from undersea_env.showing.words import number_of

HALF = 46                        # of the height of a hex: they are drawn higher than wide, for what lies on them
STEP = 1.5 * HALF                # from row to row
TOP = 36                         # of the map in its panel, below the names of the boards
CITY_LINE = 18
MOST_ON_BOARD = 6                # cities
LEGEND = 34
HEIGHT = TOP + (ROWS - 1) * STEP + 2 * HALF + 10 + MOST_ON_BOARD * CITY_LINE + LEGEND
NAME_SIZE = 9
LEAST_NAME = 7

LANDS = (("#f8f3e4", "#ead9ae", "#d3b47c"), ("#2b3224", "#4a4424", "#6b4f1e"))     # by cost; light, dark
CITIES, PLANTED = ("#e3d8f3", "#3d3158"), ("#c3e6bf", "#1d4a2a")
GUNNED, TOLLED = ("#f6cfc6", "#572721"), ("#fbe3a6", "#54430f")
DIRECTION_OF_EDGE = (0, 5, 4, 3, 2, 1)         # edges clockwise from the one to the right; H-2 counts the other way


def draw_skies(sheet: Sheet, box: Box, table: Table) -> None:
    with sheet.group("map"):
        panel(sheet, box)
        width = (box.width - 2 * PADDING) / (MAP_COLUMNS + 0.5)
        tokens = tokens_on_map(table)
        anchors = {anchor_of(table, tokens, city): city for city in range(len(table.cities))}
        for number in range(HEXES):
            if table.is_hex(number):
                spot, token = spot_of(box, width, number), tokens.get(number, "")
                _hex(sheet, spot, width, table, number, anchors.get(number), token)
        for number in sorted({int(table.record.players[seat].hex) for seat in table.seats}):
            _airships(sheet, spot_of(box, width, number), table, number, number in anchors or number in tokens)
        left, across = box.left + PADDING, COLUMNS * width
        below = box.top + TOP + (ROWS - 1) * STEP + 2 * HALF + 10
        for place, board in enumerate(table.boards):
            x = left + place * across
            words = f"Board {board.number}{board.side}, {board.name}"
            sheet.text(x + width / 2, box.top + 22, words, NORMAL, width=across - width, bold=True)
            _cities(sheet, Box(x, below, across - 10, MOST_ON_BOARD * CITY_LINE), table, board)
        _legend(sheet, Box(left, box.bottom - LEGEND, box.width - 2 * PADDING, LEGEND))


def spot_of(box: Box, width: float, number: int) -> Point:
    """The middle of a hex; odd rows lie half a hex to the right (H-1)."""
    row, column = on_map(number)
    return box.left + PADDING + (column + (row % 2 + 1) / 2) * width, box.top + TOP + HALF + row * STEP


def anchor_of(table: Table, tokens: dict[int, str], city: int) -> int:
    """The hex of a city that has its name and cubes: the first on which there is room for them."""
    return min(table.hexes_of_city(city), key=lambda number: (bool(table.find(number)), number in tokens))


def tokens_on_map(table: Table) -> dict[int, str]:
    """The legacy tokens on lettered hexes, besides guns, and those of the toll (section 12)."""
    in_play = [name for name in table.tokens_in_play if name not in (*GUNS, *CITY_ACTIONS)]
    letters = {table.book.legacy[int(name[1:]) - 1].letter: name for name in in_play}
    found = {hex_number(board.number, place.row, place.col): letters[place.letter]
             for board in table.boards for place in board.hexes if place.letter in letters}
    toll = f"L{TOLL_TOKEN + 1}"
    tolls = [number for number in range(HEXES) if table.is_toll(number)] if toll in in_play else []
    return found | dict.fromkeys(tolls, toll)


def shape(spot: Point, width: float) -> list[Point]:
    """Corners of a hex clockwise from the upper right one, with a gap to its neighbours."""
    (x, y), half, high = spot, width / 2 - 1.2, HALF - 1.4
    return [(x + half, y - high / 2), (x + half, y + high / 2), (x, y + high), (x - half, y + high / 2),
            (x - half, y - high / 2), (x, y - high)]


def _hex(
    sheet: Sheet, spot: Point, width: float, table: Table, number: int, anchored: int | None, token: str
) -> None:
    name, city = hex_name(number), table.city_on(number)
    marks: dict[str, object] = {"data_hex": name, "data_cost": str(table.cost(number))}
    if city is not None:
        marks["data_city"] = table.cities[city].id
    points = shape(spot, width)
    with sheet.group(f"hex-{name}", _hex_title(table, number), **marks):
        sheet.polygon(points, _fill(sheet.theme, table, number), sheet.theme.edge, stroke_width=0.8)
        if city is not None:
            for edge, direction in enumerate(DIRECTION_OF_EDGE):
                other = int(table.rules["neighbour"][number, direction])
                if not table.is_hex(other) or table.city_on(other) != city:
                    sheet.line(points[edge], points[(edge + 1) % 6], sheet.theme.ink, stroke_width=2.2)
        _lying(sheet, spot, width - 6, table, number, city if city == anchored else None, token)


def _fill(theme: Theme, table: Table, number: int) -> str:
    dark = theme is DARK
    if table.is_planted(number):
        return PLANTED[dark]
    if table.gun_on(number) is not None:
        return GUNNED[dark]
    if table.city_on(number) is not None:
        return CITIES[dark]
    if table.is_toll(number):
        return TOLLED[dark]
    return LANDS[dark][min(table.cost(number), len(LANDS[dark])) - 1]


def _hex_title(table: Table, number: int) -> str:
    find, city, gun = table.find(number), table.city_on(number), table.gun_on(number)
    notes = [number_of(table.cost(number), "movement point")]
    notes += [table.cities[city].name] if city is not None else []
    notes += [f"find {find}"] if find else []
    notes += ["planted"] if table.is_planted(number) else []
    notes += [f"gun {gun_name(gun)}"] if gun is not None else []
    notes += [f"toll {table.rules['toll_water']} water or {table.rules['toll_points']} points"] \
        if table.is_toll(number) else []
    return f"{hex_name(number)}: {', '.join(notes)}"


def _lying(
    sheet: Sheet, spot: Point, width: float, table: Table, number: int, city: int | None, token: str
) -> None:
    """From above: cost and strength, name, token or gun or plant, find, cubes, airships."""
    x, y = spot
    strength = table.strength_of(city) if city is not None else 0
    _cost(sheet, x - 10 if strength else x, y - 26, table.cost(number))
    if city is not None and strength:
        with sheet.group("", f"strength {strength}", data_strength=str(strength)):
            draw_shield(sheet, x + 10, y - 26, strength)
    find, gun = table.find(number), table.gun_on(number)
    top = y - 15
    if city is not None:
        is_full = find or token or len(_rows_of_cubes(width, table, city)) > 1
        top = _name(sheet, x, top, width, table.cities[city].name, 1 if is_full else 2)
    if token:
        with sheet.group("", f"legacy token {token}", data_token=token, data_at=hex_name(number)):
            draw_token(sheet, x, top + 8, token)
        top += 18
    if gun is not None:
        with sheet.group("", f"gun {gun_name(gun)}", data_token=gun_name(gun), data_at=hex_name(number)):
            draw_gun(sheet, x, y, gun_name(gun))
        top = y + 16
    if table.is_planted(number):
        with sheet.group("", "a plant", data_plant=hex_name(number)):
            draw_plant(sheet, x, y)
    if find:
        _find(sheet, x, max(top + CHIP / 2, y), width, table, number)
        top += CHIP + 2
    if city is not None:
        _cubes(sheet, x, top, width, table, city)


def _cost(sheet: Sheet, x: float, y: float, cost: int) -> None:
    sheet.circle(x, y, 7.5, sheet.theme.panel, sheet.theme.ink, stroke_width=1)
    sheet.text(x, y + 3.7, str(cost), 10.5, anchor="middle")


def _name(sheet: Sheet, x: float, top: float, width: float, name: str, most: int) -> float:
    """In a line or two, smaller if need be; returns where it ends."""
    size: float = NAME_SIZE
    while size > LEAST_NAME and any(width_of(word, size, True) > width for word in name.split()):
        size -= 0.5
    lines = wrapped(name, width, size, True, most)
    for k, line in enumerate(lines):
        sheet.text(x, top + 9 + 10 * k, line, size, width=width, bold=True, anchor="middle", full=name)
    return top + 10 * len(lines) + 3


def _find(sheet: Sheet, x: float, y: float, width: float, table: Table, number: int) -> None:
    words = table.find(number)
    taken = table.has_hex(table.record.taken_finds, number)
    fill = ITEM_FILLS[item_of(table.rows.effect(int(table.rules["find"][number])))]
    title = f"find: {words}{', taken in this movement' if taken else ''}"
    with sheet.group("", title, data_find=words, data_taken=str(taken).lower(), data_at=hex_name(number)):
        draw_chip(sheet, x, y, words, fill, width, taken)


def _rows_of_cubes(width: float, table: Table, city: int) -> list[list[tuple[int, int]]]:
    """Seats and how many each has there, in one row, or in two of two."""
    counts = [(seat, int(table.record.players[seat].cubes[city])) for seat in table.seats]
    held = [(seat, number) for seat, number in counts if number]
    return [held] if sum(cube_width(number) + 1 for _, number in held) <= width else [held[:2], held[2:]]


def _cubes(sheet: Sheet, x: float, top: float, width: float, table: Table, city: int) -> None:
    for row in _rows_of_cubes(width, table, city):
        left = x - sum(cube_width(number) + 1 for _, number in row) / 2
        for seat, number in row:
            words = f"{number_of(number, 'cube')} of seat {seat} in {table.cities[city].name}"
            marks = {"data_cubes": str(number), "data_seat": str(seat), "data_in": table.cities[city].id}
            with sheet.group("", words, **marks):
                draw_cube(sheet, left, top, seat, number)
            left += cube_width(number) + 1
        top += CUBE + 1


def _airships(sheet: Sheet, spot: Point, table: Table, number: int, crowded: bool) -> None:
    """One or two below what else lies there, more around the middle; above the hexes of the next row."""
    (x, y), seats = spot, table.airships_on(number)
    taken = crowded or table.find(number) or table.gun_on(number) is not None or table.is_planted(number)
    low = y + (30 if taken else 8)
    places: list[Point] = [(x, low)]
    if len(seats) == 2:
        places = [(x - 15, low), (x + 15, low)]
    elif len(seats) > 2:
        places = [(x - 15, y - 4), (x + 15, y - 4), (x - 15, y + 17), (x + 15, y + 17)]
    for seat, (left, top) in zip(seats, places, strict=False):
        words = f"the airship of seat {seat} on {table.place(number)}"
        with sheet.group("", words, data_airship=str(seat), data_at=hex_name(number)):
            draw_airship(sheet, left, top, seat)


# --- below the map ---


def _cities(sheet: Sheet, box: Box, table: Table, board: Board) -> None:
    """What the cities of a board give."""
    first = sum(len(other.cities) for other in table.boards[: board.number - 1])
    for k, city in enumerate(board.cities):
        number, y = first + k, box.top + k * CITY_LINE
        strength = table.strength_of(number)
        covered = table.city_on(table.hexes_of_city(number)[0]) is None
        reward = "under a gun" if covered else table.reward_of(number) if strength else "no fight"
        with sheet.group(f"city-{city.id}", f"{city.name}: {reward}"):
            if strength:
                draw_shield(sheet, box.left + 12, y + 7, strength)
            sheet.text(box.left + 28, y + 11, city.name, NOTE, width=102, bold=True)
            sheet.text(box.left + 134, y + 11, reward, NOTE, width=box.width - 134)


def _legend(sheet: Sheet, box: Box) -> None:
    """Signs that the whole picture uses."""
    y, x = box.top + box.height / 2, box.left
    entries: tuple[tuple[Any, tuple[Any, ...], str], ...] = (
        (_cost, (1,), "cost of a hex"), (draw_shield, (3,), "strength of a city"),
        (draw_chip, ("2 water", ITEM_FILLS[Item.WATER], 60), "find"), (draw_airship, (0,), "airship"),
        (_middle_cube, (), "cubes"), (draw_drone, (0,), "drone"), (draw_plant, (), "plant"),
        (draw_token, ("L1",), "legacy token"), (_low_gun, (), "gun"), (draw_cloud, (), "hidden by a cloud"),
        (draw_book, (True,), "book"),
    )
    with sheet.group("legend"):
        for draw, arguments, words in entries:
            draw(sheet, x + 22, y, *arguments)
            x += 48
            sheet.text(x, y + 4, words, NOTE)
            x += width_of(words, NOTE) + 8


def _middle_cube(sheet: Sheet, x: float, y: float) -> None:
    draw_cube(sheet, x - cube_width(2) / 2, y - CUBE / 2, 0, 2)


def _low_gun(sheet: Sheet, x: float, y: float) -> None:
    draw_gun(sheet, x, y, "L9")
