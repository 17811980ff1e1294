"""The files of a component folder: tables and TOML documents, read so that every mistake has its file and its row.

Nothing is raised on the way: every question notes a problem in a list and answers with a default, so that one
`ComponentError` at the end tells all of them.
"""

import csv
import io
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from undersea_env.core.printed_language import LanguageError, is_id
from undersea_env.errors import InvalidOption

MAX_CELL = 300                            # characters
MAX_FILE = 1_000_000                      # bytes
MAX_LINE = 1_000                          # characters of a TOML document; these three are looked at before it is read,
MAX_KEY_PARTS = 8                         # because a parser may take time and memory out of all proportion for such
MAX_DIGITS = 30
DEEP_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]+|"[^"]*"|'[^']*')[ \t]*\.[ \t]*){{{MAX_KEY_PARTS}}}""")
LONG_NUMBER = re.compile(rf"(?<!\w)[+-]?[0-9][0-9a-fA-FoxOX_]{{{MAX_DIGITS}}}")
SHOWN_PROBLEMS = 20

Value = TypeVar("Value")


class ComponentError(InvalidOption):
    """A component folder that cannot be used; `problems` has all that is wrong, the message the first of it."""

    def __init__(self, folder: Path, problems: Collection[str]) -> None:
        self.folder = folder
        self.problems = tuple(problems)
        lines = list(self.problems[:SHOWN_PROBLEMS])
        if len(self.problems) > SHOWN_PROBLEMS:
            lines.append(f"and {len(self.problems) - SHOWN_PROBLEMS} more")
        super().__init__("\n  ".join([f"the components in {folder} cannot be used:", *lines]))


def one_of(allowed: Iterable[object]) -> str:
    if isinstance(allowed, range):
        return f"a number from {allowed[0]} to {allowed[-1]}"
    return " or ".join(map(str, allowed))


def short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


def read_text(folder: Path, file: str, problems: list[str]) -> str | None:
    path = folder / file
    if not path.is_file():
        problems.append(f"{file}: expected this file in the folder, found none")
        return None
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE + 1)
    except OSError as error:
        problems.append(f"{file}: expected a readable file, found: {error.strerror}")
        return None
    if len(content) > MAX_FILE:
        problems.append(f"{file}: expected at most {MAX_FILE} bytes")
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = content.count(b"\n", 0, error.start) + 1
        problems.append(f"{file}, row {row}: expected UTF-8 text, found byte {content[error.start]:#04x}")
        return None


# --- tables ---


@dataclass
class Row:
    """A row of a table; its questions note a problem and answer with a default."""

    file: str
    line: int
    cells: Mapping[str, str]
    problems: list[str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def where(self, column: str) -> str:
        return f"{self.file}, row {self.line}, column {column}"

    def refuse(self, column: str, expected: str) -> None:
        self.problems.append(f"{self.where(column)}: expected {expected}, found {self[column]!r}")

    def number(self, column: str, allowed: Collection[int]) -> int:
        """The number, or 0 if it is not one of those allowed."""
        text = self[column]
        if text in map(str, allowed):
            return int(text)
        self.refuse(column, one_of(allowed))
        return 0

    def word(self, column: str, meanings: Mapping[str, Value], default: Value) -> Value:
        if self[column] in meanings:
            return meanings[self[column]]
        self.refuse(column, one_of(meanings))
        return default

    def one_word(self, column: str, allowed: Collection[str]) -> str:
        """One of these words, which mean themselves; the last of them stands for a wrong one."""
        return self.word(column, {word: word for word in allowed}, tuple(allowed)[-1])

    def name(self, column: str = "name") -> str:
        if not self[column].strip():
            self.refuse(column, "a name")
        return self[column]

    def identity(self) -> str:
        if not is_id(self["id"]):
            self.refuse("id", "lower case letters, digits and hyphens")
        return self["id"]

    def parsed(self, column: str, parse: Callable[[str, str], Value], default: Value) -> Value:
        try:
            return parse(self[column], self.where(column))
        except LanguageError as error:
            self.problems.append(str(error))
            return default

    def maybe_parsed(self, column: str, parse: Callable[[str, str], Value], default: Value) -> Value:
        return self.parsed(column, parse, default) if self[column] else default


@dataclass
class Table:
    file: str
    rows: list[Row] = field(default_factory=list)
    complete: bool = False        # all rows could be read, so that they may be counted


def read_table(folder: Path, file: str, columns: Collection[str], problems: list[str]) -> Table:
    """A table with exactly these columns, in any order."""
    table = Table(file)
    text = read_text(folder, file, problems)
    if text is None:
        return table
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    found: list[str] = []
    table.complete = True
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            problems.append(f"{file}, row {line}: expected comma-separated values, found: {error}")
            table.complete = False
            return table
        if cells is None:
            break
        if not found:
            found = cells
            if not _has_columns(file, found, columns, problems):
                table.complete = False
                return table
        elif cells:
            _add_row(table, line, found, cells, problems)
    if not found:
        problems.append(f"{file}, row 1: expected the names of the columns, found nothing")
        table.complete = False
    return table


def _has_columns(file: str, found: list[str], columns: Collection[str], problems: list[str]) -> bool:
    before = len(problems)
    for column in columns:
        if column not in found:
            problems.append(f"{file}, row 1, column {column}: expected this column, found none")
    for i, column in enumerate(found):
        if column not in columns or column in found[:i]:
            only = ", ".join(columns)
            problems.append(f"{file}, row 1, column {short(column)}: expected only the columns {only}")
    return len(problems) == before


def _add_row(table: Table, line: int, columns: list[str], cells: list[str], problems: list[str]) -> None:
    place = f"{table.file}, row {line}"
    if len(cells) != len(columns):
        problems.append(f"{place}: expected {len(columns)} cells, found {len(cells)}")
        table.complete = False
        return
    for column, cell in zip(columns, cells, strict=True):
        if len(cell) > MAX_CELL:
            problems.append(f"{place}, column {column}: expected at most {MAX_CELL} characters, found {len(cell)}")
            table.complete = False
            return
    table.rows.append(Row(table.file, line, dict(zip(columns, cells, strict=True)), problems))


def refuse_repeats(rows: Iterable[Row], *columns: str) -> None:
    """No two rows may have the same cells in these columns; the last column is the one that is named."""
    first: dict[tuple[str, ...], int] = {}
    for row in rows:
        key = tuple(row[column] for column in columns)
        if key in first:
            row.refuse(columns[-1], f"something else than in row {first[key]}")
        else:
            first[key] = row.line


# --- TOML ---


class DocumentReader:
    """One TOML file: like a row, each question notes a problem and answers with a default.

    TOML readers keep no rows, so an entry is looked up in the text, by its key behind `id`.
    """

    def __init__(self, file: str, text: str, problems: list[str]) -> None:
        self.file = file
        self.text = text
        self.lines = text.splitlines()
        self.problems = problems

    def document(self) -> dict[str, Any] | None:
        if not self._is_within_limits():
            return None
        try:
            return tomllib.loads(self.text)
        except (ValueError, RecursionError) as error:
            self.problems.append(f"{self.file}: expected TOML, found: {error}")
            return None

    def _is_within_limits(self) -> bool:
        for row, line in enumerate(self.lines, 1):
            if len(line) > MAX_LINE:
                wrong = f"at most {MAX_LINE} characters, found {len(line)}"
            elif DEEP_KEY.search(line):
                wrong = f"keys of at most {MAX_KEY_PARTS} parts, found {short(line)}"
            elif LONG_NUMBER.search(line):
                wrong = f"numbers of at most {MAX_DIGITS} digits, found {short(line)}"
            else:
                continue
            self.problems.append(f"{self.file}, row {row}: expected {wrong}")
            return False
        return True

    def where(self, id: str, key: str) -> str:
        return f"{self.file}, row {self.line_of(id, key)}, {id + ', ' if id else ''}key {key}"

    def line_of(self, id: str, key: str) -> int:
        start = 0
        if id:
            start = next((i for i, line in enumerate(self.lines) if assigns(line, "id", id)), 0)
        for i in range(start, len(self.lines)):
            if id and i > start and self.lines[i].lstrip().startswith("[["):
                break
            if assigns(self.lines[i], key):
                return i + 1
        return start + 1

    def refuse(self, id: str, key: str, expected: str, found: object) -> None:
        self.problems.append(f"{self.where(id, key)}: expected {expected}, found {short(str(found))}")

    def tables(self, document: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
        tables = document.get(key, [])
        if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
            return tables
        self.refuse("", key, "a list of tables", tables)
        return []

    def check_keys(
        self, id: str, table: Mapping[str, Any], required: Collection[str], optional: Collection[str] = (),
    ) -> None:
        for key in required:
            if key not in table:
                self.problems.append(f"{self.where(id, key)}: expected this key, found none")
        for key in table:
            if key not in (*required, *optional):
                self.refuse(id, key[:MAX_CELL], f"only the keys {', '.join((*required, *optional))}", table[key])

    def name(self, table: Mapping[str, Any]) -> str:
        name = table.get("name", "-")
        if isinstance(name, str) and name.strip() and len(name) <= MAX_CELL:
            return name
        self.refuse("", "name", "a name", name)
        return ""

    def flag(self, id: str, table: Mapping[str, Any], key: str) -> bool:
        value = table.get(key, False)
        if isinstance(value, bool):
            return value
        self.refuse(id, key, "true or false", value)
        return False

    def parsed(
        self, id: str, table: Mapping[str, Any], key: str, parse: Callable[[str, str], Value], default: Value,
    ) -> Value:
        if key not in table:
            return default
        text = table[key]
        if not isinstance(text, str) or len(text) > MAX_CELL:
            self.refuse(id, key, f"a text of at most {MAX_CELL} characters", text)
            return default
        try:
            return parse(text, self.where(id, key))
        except LanguageError as error:
            self.problems.append(str(error))
            return default


def assigns(line: str, key: str, value: str | None = None) -> bool:
    """Whether a line of a TOML file gives the key this value, or any."""
    squeezed = line.split("#")[0].replace(" ", "").replace("'", '"').replace("{", ",").replace("[[", ",")
    wanted = f',{key}="{value}"' if value is not None else f",{key}="
    return wanted in "," + squeezed or (value is None and f",{key}]]" in squeezed)
