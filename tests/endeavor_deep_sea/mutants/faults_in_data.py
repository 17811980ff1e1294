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

from undersea_env.endeavor_deep_sea.printed.catalogue import BUILT_IN_FOLDER

TABLES = {                                                   # columns that say something of the game
    "ocean_boards.csv": ("depth", "discovery", "arrival"),
    "spots.csv": ("value", "field", "effect", "marked", "access"),
    "links.csv": ("a", "b", "effect"),
    "zone_rules.csv": ("rule",),
    "specialists.csv": ("copies", "hire", "junior_actions", "promotion", "senior_actions", "score"),
    "dive_tokens.csv": ("copies", "research", "effect"),
    "journals.csv": ("cost", "points", "fields", "you", "others", "action"),
    "player_board.csv": ("level", "points", "on_reach", "next_cell"),
    "bonus_goals.csv": ("count", "scope", "solo", "two", "three", "four"),
    "setbacks.csv": ("effect",),
    "coop_goals.csv": ("count", "scope", "solo", "two", "three", "four"),
    "difficulty.csv": ("goals",),
}
MISSIONS = tuple(f"missions/mission_{number:02}.toml" for number in range(1, 11))
FAMILIES = (
    ("reputation", "inspiration", "coordination", "ingenuity", "research"),
    ("any", "lowest"),
    ("travel", "sonar", "dive", "conserve", "publish"),
    ("blue", "brown", "green", "yellow"),
    ("conservation", "publish", "sonar"),
    ("sum", "pool", "ocean"),
    ("left", "up", "right"),
    ("disc", "impact"),
    ("true", "false"),
)
LEFT_OUT = (r", \d [a-z ]+", r"; .*", r"^[^:|]*; ", r" \| [^|]*$", r" per own disc.*", " with a disc on a marked spot",
            r" for 1 more token", r" with 1 more technology", r" anywhere", r" at a vessel depth", r" not to depth 5",
            r" at depth \d(-\d)?", r" in columns [A-G, ]+")
IN_MISSION = re.compile(
    r"^(columns|max_depth|launch|rules|layout|number|count|points|leader|  \{|hidden|bridges|track)"
)


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
    for match in re.finditer(r"[a-z]+", text):
        for family in FAMILIES:
            if match[0] in family:
                for word in family:
                    if word != match[0]:
                        yield "word", f"{text[:match.start()]}{word}{text[match.end():]}"
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


def faults_in_mission(file: str) -> Iterator[DataFault]:
    lines = (BUILT_IN_FOLDER / file).read_text(encoding="utf-8").split("\n")
    for k, line in enumerate(lines):
        said = line.split("#", 1)[0]
        if not IN_MISSION.match(line) or line.startswith(("number", "name")):
            continue
        said, provenance, rest = said.partition("provenance")
        for kind, text in rewordings(said):
            if not text.lstrip().startswith("{id") or text.split(",")[0] == said.split(",")[0]:     # ids stay
                changed = [*lines[:k], text + provenance + rest, *lines[k + 1 :]]
                yield DataFault(file, f"line {k + 1}", kind, said.strip(), text.strip(), "\n".join(changed))


def all_faults() -> dict[str, list[DataFault]]:
    found = {file: list(faults_in_table(file)) for file in TABLES}
    return found | {file: list(faults_in_mission(file)) for file in MISSIONS}


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
        wanted = max(2, round(number * len(each) ** 0.5 / whole))
        chosen += [source.choice(by_thing[thing]) for thing in (things * wanted)[:wanted]]
    source.shuffle(chosen)
    return list({fault.name: fault for fault in chosen}.values())


def folder_with(fault: DataFault, folder: Path) -> Path:
    shutil.copytree(BUILT_IN_FOLDER, folder, dirs_exist_ok=True)
    (folder / fault.file).write_text(fault.content, encoding="utf-8")
    return folder
