"""The map in lines of text: hexes in five rows, then what lies on them."""

from textwrap import wrap

from undersea_env.cloudage.kernel.flying import NUMBER_AT
from undersea_env.cloudage.printed.words import GUNS, MAP_COLUMNS, ROWS
from undersea_env.cloudage.words.names import ROW_LETTERS, hex_name
from undersea_env.cloudage.words.readings import Table

WIDTH = 80
CELL = 3
CITY_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def map_lines(table: Table) -> list[str]:
    """Two lines for a row: cost, city and find; airships, plants and guns."""
    lines = [f"{'':3}" + "".join(f"{column:<{CELL}}" for column in range(1, MAP_COLUMNS + 1))]
    for row in range(ROWS):
        shift = " " * (row % 2)
        numbers = [int(NUMBER_AT[row, column]) for column in range(MAP_COLUMNS)]
        lines.append(f"{ROW_LETTERS[row]:<3}{shift}" + "".join(f"{printed(table, n):<{CELL}}" for n in numbers))
        lines.append(f"{'':3}{shift}" + "".join(f"{lying(table, n):<{CELL}}" for n in numbers))
    lines += _told("cost of a hex, its city by letter, * find, - find taken; below: airships by seat, "
                   "p plant, ! gun, $ toll; odd rows lie half a hex to the right", 0)
    return [*lines, *_cities(table), *_finds(table), *_tokens(table)]


def printed(table: Table, number: int) -> str:
    if not table.is_hex(number):
        return ""
    city = table.city_on(number)
    letter = "." if city is None else CITY_LETTERS[city]
    find = ""
    if table.find(number):
        find = "-" if table.has_hex(table.record.taken_finds, number) else "*"
    return f"{table.cost(number)}{letter}{find}"


def lying(table: Table, number: int) -> str:
    """At most three signs: the start hex may hold four airships."""
    seats = "".join(map(str, table.airships_on(number)))
    if len(seats) > CELL:
        return "all"
    plant = "p" if table.is_hex(number) and table.is_planted(number) else ""
    gun = "!" if table.is_hex(number) and table.gun_on(number) is not None else ""
    toll = "$" if table.is_hex(number) and table.is_toll(number) else ""
    return f"{seats}{plant}{gun}{toll}"


def _told(words: str, indent: int = 2) -> list[str]:
    return wrap(words, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))


def _cities(table: Table) -> list[str]:
    lines = []
    for number, city in enumerate(table.cities):
        hexes = table.hexes_of_city(number)
        if table.city_on(hexes[0]) is None:
            continue
        strength = table.strength_of(number)
        fight = f"strength {strength} for {table.reward_of(number)}" if strength else "no fight"
        cubes = [f"seat {seat}{f' x{n}' if n > 1 else ''}" for seat in table.seats
                 if (n := int(table.record.players[seat].cubes[number]))]
        there = f"; cubes of {', '.join(cubes)}" if cubes else ""
        places = " ".join(map(hex_name, hexes))
        lines += _told(f"{CITY_LETTERS[number]} {city.name} ({places}): {fight}{there}")
    return lines


def _finds(table: Table) -> list[str]:
    numbers = [int(NUMBER_AT[row, column]) for row in range(ROWS) for column in range(MAP_COLUMNS)]
    found = [f"{hex_name(n)} {table.find(n)}" for n in numbers if table.is_hex(n) and table.find(n)]
    return _told(f"finds: {'; '.join(found)}") if found else []


def _tokens(table: Table) -> list[str]:
    words = []
    for token in table.tokens_in_play:
        place = ""
        if token in GUNS:
            place = f" on {hex_name(int(table.rules['gun_hex'][GUNS.index(token)]))}"
        words.append(f"{token}{place}")
    return _told(f"legacy tokens: {', '.join(words)}") if words else []
