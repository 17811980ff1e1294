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

from undersea_env.cloudage.printed.catalogue import BUILT_IN_FOLDER

TABLES = {                                                   # columns that say something of the game
    "projects.csv": ("number", "colour", "water", "cards", "instant", "permanent", "vp"),
    "city_cards.csv": ("navigation", "energy", "metal", "water", "people", "update", "wrench", "plants"),
    "navigation.csv": ("count",),
    "upgrades.csv": ("metal", "bonus", "vp"),
    "production.csv": ("energy", "water", "points", "step_reward"),
    "round_track.csv": ("reward", "book_after"),
    "plants.csv": ("count", "reward"),
    "tasks.csv": ("count", "thresholds", "points", "list"),
    "objectives.csv": ("task_1", "task_2"),
    "solo_board.csv": ("action",),
    "legacy.csv": ("strength", "reward", "cost", "find", "cube", "end_points", "action", "others"),
    "scenarios.csv": ("cubes_1_to_3", "cubes_4", "projects", "legacy", "start_projects", "keep_projects",
                      "start_plants", "book"),
    "chapters.csv": ("start_card", "board_2", "board_3", "board_4", "star_steps_solo", "star_steps_multiplayer",
                     "win_stars"),
    "story_cards.csv": ("unlock", "reveal", "book", "next"),
}
BOARDS = tuple(f"boards/board_{number}{side}.toml" for number in (1, 2, 3, 4) for side in "ab")
CONSTANTS = "constants.toml"
FAMILIES = (
    ("water", "metal", "energy"), ("cards", "plants"), ("movement", "combat", "growing"), ("green", "blue", "yellow"),
    ("energy", "metal", "water", "people"), ("yes", "no"), ("a", "b"),
)
LEFT_OUT = (r"; .*", r" and .*", r" \| .*", r" discount .*", r" up to .*", r" once per turn", r", \d [a-z]+")


@dataclass(frozen=True)
class DataFault:
    """One changed text in one file; `thing` is the row."""

    file: str
    thing: str
    kind: str
    before: str
    after: str
    content: str = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        return f"{self.file}:{self.thing}:{self.kind}:{self.before} -> {self.after}"


def rewordings(text: str) -> Iterator[tuple[str, str]]:
    """(kind, new text)."""
    for match in re.finditer(r"\d+", text):
        for number in (int(match[0]) + 1, int(match[0]) - 1):
            if number >= 0:
                yield "number", f"{text[:match.start()]}{number}{text[match.end():]}"
    for match in re.finditer(r"[A-Za-z]+", text):
        for family in FAMILIES:
            for word in family if match[0].lower() in family else ():
                if word != match[0].lower():
                    told = word.upper() if match[0].isupper() else word
                    yield "word", f"{text[:match.start()]}{told}{text[match.end():]}"
    for pattern in LEFT_OUT:
        shorter = re.sub(pattern, "", text, count=1)
        if shorter != text:
            yield "left out", shorter


def faults_in_table(file: str) -> Iterator[DataFault]:
    rows = list(csv.DictReader((BUILT_IN_FOLDER / file).open(newline="", encoding="utf-8")))
    for k, row in enumerate(rows):
        thing = " ".join(row[column] for column in list(row)[:2])
        for column in TABLES[file]:
            for kind, text in rewordings(row[column]):
                changed = [{**other, column: text} if place == k else other for place, other in enumerate(rows)]
                yield DataFault(file, thing, f"{column} {kind}", row[column], text, written(changed))


def written(rows: list[dict[str, str]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def faults_in_lines(file: str) -> Iterator[DataFault]:
    """Of a board: what a hex costs, what is found, what a city is; its place stays. Of the constants: all numbers."""
    lines = (BUILT_IN_FOLDER / file).read_text(encoding="utf-8").split("\n")
    for k, line in enumerate(lines):
        said = line.split("#", 1)[0]
        place = re.match(r"  \{(row = \d+, col = \d+|id = \"[^\"]*\"),", said)
        if not place and file != CONSTANTS:
            continue
        first = place.end() if place else said.find("=") + 1
        for kind, text in rewordings(said[first:]):
            wrong = said[:first] + text
            changed = "\n".join([*lines[:k], wrong + line[len(said):], *lines[k + 1 :]])
            yield DataFault(file, f"line {k + 1}", kind, said.strip(), wrong.strip(), changed)


def all_faults() -> dict[str, list[DataFault]]:
    found = {file: list(faults_in_table(file)) for file in TABLES}
    return found | {file: list(faults_in_lines(file)) for file in (*BOARDS, CONSTANTS)}


def sample(number: int, seed: int) -> list[DataFault]:
    """As many faults, file by file by the root of how many it has; within one, evenly over the rows."""
    source = random.Random(seed)
    faults = all_faults()
    whole = sum(len(each) ** 0.5 for each in faults.values())
    chosen: list[DataFault] = []
    for each in faults.values():
        by_thing: dict[str, list[DataFault]] = {}
        for fault in each:
            by_thing.setdefault(fault.thing, []).append(fault)
        things = list(by_thing)
        source.shuffle(things)
        wanted = max(1, round(number * len(each) ** 0.5 / whole))
        chosen += [source.choice(by_thing[thing]) for thing in (things * wanted)[:wanted]]
    source.shuffle(chosen)
    return list({fault.name: fault for fault in chosen}.values())


def folder_with(fault: DataFault, folder: Path) -> Path:
    shutil.copytree(BUILT_IN_FOLDER, folder, dirs_exist_ok=True)
    (folder / fault.file).write_text(fault.content, encoding="utf-8")
    return folder
