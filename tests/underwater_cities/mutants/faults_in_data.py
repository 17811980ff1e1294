"""Faults in the component book: another number, another word, a part that is missing."""

from __future__ import annotations

import csv
import io
import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from undersea_env.underwater_cities.printed.catalogue import BUILT_IN_FOLDER

SHARES = {"era_cards.csv": 45, "specials.csv": 12, "slots.csv": 12, "metropolises.csv": 10, "contracts.csv": 6,
          "boards": 15}
PHRASES = {"era_cards.csv": ("effect",), "specials.csv": ("effect",), "slots.csv": ("effect",),
           "metropolises.csv": ("instant", "production", "end"), "contracts.csv": ("requirement", "bonus")}
FAMILIES = (
    ("kelp", "steelplast", "science", "biomatter", "credit", "point", "card"),
    ("kelp", "steelplast", "science", "biomatter", "credits", "points", "cards"),
    ("farm", "desal", "lab", "tunnel"),
    ("farms", "desals", "labs", "tunnels"),
    ("symbiotic", "nonsymbiotic"),
    ("connected", "upgraded"),
    ("available", "occupied", "any"),
    ("yellow", "red", "green"),
    ("match", "mismatch"),
    ("build", "upgrade"),
)
COUNTED_WITHOUT_PLURAL = ("kelp", "steelplast", "science", "biomatter")
LEFT_OUT = (" free", " on expansion", " then upgrade", r" up to \d+( times)?", r" per .*", r" discount .*",
            r"if [^:]*: ", r"pay [^:]*: ", " second", " in connected city", r" or 1 \w+", r", \d \w+", r"; .*",
            r"^[^:|]*; ", r" and [^|;]*", r" \| [^|]*$")
COLOURS, TYPES = ("yellow", "red", "green"), ("instant", "action")
BOARD_PHRASE = re.compile(r'(bonus|surcharge|produce|metropolis_produce) = "([^"]+)"')
BOARD_NUMBER = re.compile(r"multiplier = (\d)")
BOARD_SITE = re.compile(r'id = "([^"]+)"')


@dataclass(frozen=True)
class DataFault:
    """One changed text in one file; `thing` is the row, or the site of a board."""

    file: str
    thing: str
    kind: str
    before: str
    after: str
    content: str = field(repr=False, compare=False)
    spellings: tuple[str, ...] = field(default=(), repr=False, compare=False)       # whole files, plurals otherwise

    @property
    def name(self) -> str:
        return f"{self.file}:{self.thing}:{self.kind}:{self.before} -> {self.after}"


# --- another text ---


def rewordings(text: str) -> Iterator[tuple[str, str]]:
    """(kind, new text)."""
    for match in re.finditer(r"\d+", text):
        for number in (int(match[0]) + 1, int(match[0]) - 1):
            if number > 0:
                yield "number", f"{text[:match.start()]}{number}{text[match.end():]}"
    for match in re.finditer(r"[a-z]+", text):
        for word in replacements(match[0]):
            yield "word", f"{text[:match.start()]}{word}{text[match.end():]}"
    for pattern in LEFT_OUT:
        shorter = re.sub(pattern, "", text, count=1)
        if shorter not in (text, ""):
            yield "left out", shorter


def replacements(word: str) -> list[str]:
    return [other for family in FAMILIES if word in family for other in family if other != word]


def with_other_plurals(text: str) -> list[str]:
    """The text with every number followed by the right form of its word, as far as that can be told."""

    def form(match: re.Match[str]) -> str:
        number, word = match[1], match[2]
        if word in COUNTED_WITHOUT_PLURAL:
            return match[0]
        single = "city" if word == "cities" else word.removesuffix("s")
        many = "cities" if single == "city" else f"{single}s"
        return f"{number} {single if number == '1' else many}"

    counted = re.sub(r"(\d+) ([a-z]+)", form, text)
    without_ones = re.sub(r"\b(build|upgrade|use|per) 1 ", r"\1 ", counted)
    kinds = re.sub(r"(\d+) ((?:connected|upgraded|action|hand|complete|paid|production|permanent|end) )?(\w+)",
                   lambda m: f"{m[1]} {m[2] or ''}{form_of(m[1], m[3])}", without_ones)
    return [counted, without_ones, kinds, re.sub(r"\b(connected|upgraded)s\b", r"\1", kinds)]


def form_of(number: str, word: str) -> str:
    if word in COUNTED_WITHOUT_PLURAL or number == "1":
        return word
    return word if word.endswith("s") else ("cities" if word == "city" else f"{word}s")


# --- in which file ---


def written(rows: list[dict[str, str]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def faults_in_table(file: str) -> Iterator[DataFault]:
    rows = list(csv.DictReader((BUILT_IN_FOLDER / file).open(newline="")))
    for k, row in enumerate(rows):
        thing = row.get("number") or row["id"]

        def changed(column: str, text: str, k: int = k) -> str:
            return written([other | {column: text} if is_same(other, rows[k]) else other for other in rows])

        for column in PHRASES[file]:
            for kind, text in rewordings(row[column]):
                spellings = tuple(changed(column, other) for other in with_other_plurals(text))
                yield DataFault(file, thing, kind, row[column], text, changed(column, text), spellings)
        for kind, text in changes_of_row(row):
            yield DataFault(file, thing, kind, row[kind], text, changed(kind, text))


def is_same(row: dict[str, str], other: dict[str, str]) -> bool:
    """The same row; or the same slot, on both sides of the main board."""
    return row is other or (row.get("id") == other.get("id") and "side" in row)


def changes_of_row(row: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Other things than phrases: (column, new text)."""
    if row.get("colour") in COLOURS and "side" not in row:
        yield from (("colour", colour) for colour in COLOURS if colour != row["colour"])
    if row.get("type") in TYPES:
        yield from (("type", kind) for kind in TYPES if kind != row["type"])
    if row.get("price") in ("1", "2"):
        yield "price", {"1": "2", "2": "1"}[row["price"]]
    if row.get("solo_excluded") == "true":
        yield "solo_excluded", "false"


def faults_in_board(file: str) -> Iterator[DataFault]:
    lines = (BUILT_IN_FOLDER / file).read_text().split("\n")
    site = ""
    for k, line in enumerate(lines):
        found = BOARD_SITE.search(line)
        site = found[1] if found else site
        if not line.startswith("  ") and line.startswith(("bonus", "surcharge", "multiplier")) and "." in site:
            site = site.split(".")[0]                                   # what follows the list of sites is of the city
        for kind, text in changes_of_line(line):
            spellings = tuple("\n".join([*lines[:k], other, *lines[k + 1 :]]) for other in with_other_plurals(text))
            content = "\n".join([*lines[:k], text, *lines[k + 1 :]])
            yield DataFault(file, site, kind, line.strip(), text.strip(), content, spellings)


def changes_of_line(line: str) -> Iterator[tuple[str, str]]:
    for match in BOARD_PHRASE.finditer(line):
        for kind, text in rewordings(match[2]):
            yield f"{match[1]} {kind}", f"{line[:match.start(2)]}{text}{line[match.end(2):]}"
        if match[1] in ("bonus", "surcharge") and "," in line[: match.start()]:
            yield f"{match[1]} left out", line.replace(f", {match[0]}", "")
    for match in BOARD_NUMBER.finditer(line):
        yield "multiplier", line.replace(match[0], f"multiplier = {int(match[1]) % 3 + 1}")
    if line.startswith("between"):
        city = re.search(r'"c(\d)"', line)
        if city:
            yield "between", line.replace(city[0], f'"c{int(city[1]) % 9 + 1}"')


def all_faults() -> dict[str, list[DataFault]]:
    boards = [f"boards/board_{n}.toml" for n in range(1, 9)]
    faults = {file: list(faults_in_table(file)) for file in PHRASES}
    return faults | {"boards": [fault for board in boards for fault in faults_in_board(board)]}


def sample(number: int, seed: int) -> list[DataFault]:
    """By the shares of the files; within one, evenly over the rows."""
    source = random.Random(seed)
    chosen: list[DataFault] = []
    for file, faults in all_faults().items():
        source.shuffle(faults)
        by_thing: dict[tuple[str, str], list[DataFault]] = {}
        for fault in faults:
            by_thing.setdefault((fault.file, fault.thing), []).append(fault)
        wanted = round(number * SHARES[file] / 100)
        here: list[DataFault] = []
        while len(here) < wanted and any(by_thing.values()):
            here += [drawn(left, source) for left in by_thing.values() if left]
        chosen += here[:wanted]
    source.shuffle(chosen)
    return chosen


def drawn(faults: list[DataFault], source: random.Random) -> DataFault:
    """One of a kind that is chosen first, since some kinds have many."""
    kind = source.choice(sorted({fault.kind for fault in faults}))
    fault = next(fault for fault in faults if fault.kind == kind)
    faults.remove(fault)
    return fault


def folder_with(fault: DataFault, folder: Path) -> Iterator[Path]:
    """The component folder with the fault; each time the next spelling."""
    for content in dict.fromkeys((fault.content, *fault.spellings)):
        shutil.copytree(BUILT_IN_FOLDER, folder, dirs_exist_ok=True)
        (folder / fault.file).write_text(content)
        yield folder
