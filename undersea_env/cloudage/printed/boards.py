"""The map boards: one TOML document for each side."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from undersea_env.cloudage.printed.allowed import parse_city, parse_plain_gain
from undersea_env.cloudage.printed.things import Board, City, Hex
from undersea_env.cloudage.printed.words import BOARDS, COLUMNS, HIGHEST_COST, ROWS, SIDES
from undersea_env.core.component_files import DocumentReader, read_text
from undersea_env.core.printed_language import is_id

MAX_STRENGTH = 30
LETTERS_OF_BOARD = {1: "", 2: "ABCI", 3: "DEJK", 4: "FHLM"}      # section 12
NOTCHED, NOTCH_CELLS = 3, 3                                      # H-6
MAX_CITIES = 6
KEYS = ("board", "side", "name", "rows", "columns", "provenance", "hexes", "city")
HEX_KEYS, CITY_KEYS = ("row", "col", "cost"), ("id", "name", "provenance")


class _BoardReader(DocumentReader):
    """A hex has no id: its line is that of its row and column."""

    def line_of(self, id: str, key: str) -> int:
        if not id.startswith("hex "):
            return super().line_of(id, key)
        row, col = id.removeprefix("hex ").split(".")
        wanted = f"{{row={row},col={col},"
        lines = [line.replace(" ", "") for line in self.lines]
        return next((at for at, line in enumerate(lines, start=1) if line.startswith(wanted)), 1)

    def number(self, id: str, table: Mapping[str, Any], key: str, allowed: Collection[int]) -> int:
        """The number, or the first that is allowed."""
        value = table.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and value in allowed:
            return value
        if key in table:
            self.refuse(id, key, " or ".join(map(str, allowed)), value)
        return next(iter(allowed))


def read_boards(folder: Path, problems: list[str]) -> dict[str, Board]:
    boards = {}
    for number in range(1, BOARDS + 1):
        for side in SIDES:
            board = _read_board(folder, number, side, problems)
            if board is not None:
                boards[f"{number}{side.lower()}"] = board
    return boards


def _read_board(folder: Path, number: int, side: str, problems: list[str]) -> Board | None:
    file = f"boards/board_{number}{side.lower()}.toml"
    text = read_text(folder, file, problems)
    if text is None:
        return None
    before = len(problems)
    reader = _BoardReader(file, text, problems)
    document = reader.document()
    if document is None:
        return None
    reader.check_keys("", document, KEYS, ("note", "notch"))
    reader.number("", document, "board", (number,))
    if document.get("side") != side:
        reader.refuse("", "side", side, document.get("side"))
    reader.number("", document, "rows", (ROWS,))
    reader.number("", document, "columns", (COLUMNS,))
    cities = _cities(reader, document)
    hexes = _hexes(reader, document, [city.id for city in cities])
    notch = _notch(reader, document, number)
    board = Board(number, side, reader.name(document), hexes, cities, notch, str(document.get("provenance", "")))
    if len(problems) == before:
        _check_board(reader, board)
    return board


def _cities(reader: _BoardReader, document: Mapping[str, Any]) -> tuple[City, ...]:
    cities: list[City] = []
    for table in reader.tables(document, "city"):
        id = str(table.get("id", ""))
        if not is_id(id) or any(city.id == id for city in cities):
            reader.refuse("", "city", "a city with an id of its own: lower case letters, digits and hyphens", id)
            continue
        reader.check_keys(id, table, CITY_KEYS, ("strength", "reward"))
        if ("strength" in table) != ("reward" in table):
            reader.refuse(id, "id", "both a strength and a reward, or neither", id)
        allowed = range(1, MAX_STRENGTH + 1)
        cities.append(City(
            id=id,
            name=str(table.get("name", "")),
            strength=reader.number(id, table, "strength", allowed) if "strength" in table else 0,
            reward=reader.parsed(id, table, "reward", parse_city, ()),
            provenance=str(table.get("provenance", "")),
        ))
    if len(cities) > MAX_CITIES:
        reader.refuse("", "city", f"at most {MAX_CITIES} cities", len(cities))
    return tuple(cities)


def _hexes(reader: _BoardReader, document: Mapping[str, Any], cities: Collection[str]) -> tuple[Hex, ...]:
    hexes: list[Hex] = []
    for table in reader.tables(document, "hexes"):
        id = f"hex {table.get('row')}.{table.get('col')}"
        reader.check_keys(id, table, HEX_KEYS, ("city", "find", "letter", "start"))
        city, letter = str(table.get("city", "")), str(table.get("letter", ""))
        if city and city not in cities:
            reader.refuse(id, "city", "the id of a city of this board", city)
        place = Hex(
            row=reader.number(id, table, "row", range(ROWS)),
            col=reader.number(id, table, "col", range(COLUMNS)),
            cost=reader.number(id, table, "cost", range(1, HIGHEST_COST + 1)),
            city=city,
            find=reader.parsed(id, table, "find", parse_plain_gain, ()),
            letter=letter,
            is_start=reader.flag(id, table, "start"),
        )
        if any((other.row, other.col) == (place.row, place.col) for other in hexes):
            reader.refuse(id, "row", "another cell for each hex", id)
        hexes.append(place)
    return tuple(hexes)


def _notch(reader: _BoardReader, document: Mapping[str, Any], number: int) -> tuple[tuple[int, int], ...]:
    cells = reader.tables(document, "notch")
    wanted = NOTCH_CELLS if number == NOTCHED else 0
    if len(cells) != wanted or any(set(cell) != {"row", "col"} for cell in cells):
        reader.refuse("", "notch", f"{wanted} cells with row and col", cells)
        return ()
    rows, columns = range(ROWS), range(COLUMNS)
    return tuple((reader.number("", cell, "row", rows), reader.number("", cell, "col", columns)) for cell in cells)


def _check_board(reader: _BoardReader, board: Board) -> None:
    """Every cell is there, every city lies somewhere, and so does every letter."""
    cells = {(place.row, place.col) for place in board.hexes}
    if len(cells) + len(set(board.notch) - cells) != ROWS * COLUMNS or cells & set(board.notch):
        reader.refuse("", "hexes", f"{ROWS * COLUMNS} cells with those of the notch", len(cells) + len(board.notch))
    for city in board.cities:
        if not any(place.city == city.id for place in board.hexes):
            reader.refuse(city.id, "id", "a city with a hex", city.id)
    letters = "".join(sorted(place.letter for place in board.hexes))
    if letters != LETTERS_OF_BOARD[board.number]:
        reader.refuse("", "hexes", f"the letters {LETTERS_OF_BOARD[board.number] or 'none'}", letters)
    starts = sum(place.is_start for place in board.hexes)
    if starts != (board.number == 1):
        reader.refuse("", "hexes", "one start hex on board 1 and none on the others", starts)
