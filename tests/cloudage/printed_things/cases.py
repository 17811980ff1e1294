"""What the tables of printed things are made of: what a text promises, and what really happened.

The texts are read here by a few lines of their own; nothing of the package or the oracle takes part. Positions are
scenes (`tests.cloudage.scenes`): both engines play them and are compared after every answer.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from functools import cache
from typing import Any

from tests.cloudage.oracle.numbers import OPTION, PASS
from tests.cloudage.scenes import FOLDER, Scene, me

Promise = Counter[str]
ITEMS = ("water", "metal", "energy", "card", "point", "plant", "resource")


@cache
def printed(table: str) -> list[dict[str, str]]:
    with (FOLDER / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def column(table: str, name: str = "id") -> list[str]:
    return [row[name] for row in printed(table)]


def row_of(table: str, id: str) -> dict[str, str]:
    return next(row for row in printed(table) if row["id"] == id)


@cache
def boards() -> dict[str, dict[str, Any]]:
    """`1a` to `4b`."""
    return {file.stem.removeprefix("board_"): tomllib.loads(file.read_text("utf-8"))
            for file in sorted((FOLDER / "boards").glob("*.toml"))}


# --- what a text says ---


def gained(*texts: str) -> Promise:
    """The plain gains of texts, without those that are counted by something."""
    found: Promise = Counter()
    for part in (part for text in texts for part in re.split(r"; | and ", text)):
        if re.fullmatch(r"gain \d+ \w+(, \d+ \w+)*", part):
            found.update(amounts(part.removeprefix("gain ")))
    return found


def amounts(text: str) -> Promise:
    """`2 metal, 1 point`"""
    pairs = [each.split(" ") for each in text.split(", ")]
    return Counter({re.sub("s$", "", what): int(number) for number, what in pairs})


def branches(text: str) -> list[str]:
    """Of `either A | B`; a text without a choice is its own only branch."""
    return text.removeprefix("either ").split(" | ")


def number_in(pattern: str, text: str) -> int:
    """The number after a word, 0 if it is not there."""
    found = re.search(rf"{pattern} (\d+)", text)
    return int(found[1]) if found else 0


# --- what happened ---


def holdings(game: Scene, seat: int = 0) -> Promise:
    player = me(game, seat)
    return Counter({
        "water": player["water"], "metal": player["metal"], "energy": player["energy"], "card": len(player["hand"]),
        "point": player["points"], "plant": sum(player["plants"].values()), "production": player["production"],
    })


def change(before: Promise, game: Scene, seat: int = 0) -> Promise:
    """What is not as it was, without zeros."""
    after = holdings(game, seat)
    return Counter({name: after[name] - before[name] for name in after if after[name] != before[name]})


def question(game: Scene) -> int:
    return int(game.state.states[0].question)


def options(game: Scene) -> list[int]:
    """Places of the options that are offered."""
    return [each - OPTION for each in game.answers if OPTION <= each < OPTION + 4]


def pass_on(game: Scene, *questions: int) -> Scene:
    """Decline as long as one of these is asked."""
    while question(game) in questions:
        game.answer(PASS if PASS in game.answers else game.answers[0])
    return game


def permanent(game: Scene, seat: int = 0) -> dict[str, int]:
    movement, combat, growing = game.state.states[0].players[seat].permanent.tolist()
    return {"movement": movement, "combat": combat, "growing": growing}


def left(game: Scene) -> int:
    """Movement points, that of the solar panel included."""
    return int(game.state.states[0].left)


# --- hexes (H-2) ---


def number_at(board: int, row: int, col: int) -> int:
    return 30 * (board - 1) + 6 * row + col


def place_of(number: int) -> tuple[int, int]:
    """Row and column of the whole map."""
    board, rest = divmod(number, 30)
    return rest // 6, 6 * board + rest % 6


def neighbours(number: int) -> list[int | None]:
    """E, NE, NW, W, SW, SE; None beyond the edge."""
    row, col = place_of(number)
    odd = row % 2
    around = ((row, col + 1), (row - 1, col + odd), (row - 1, col - 1 + odd), (row, col - 1), (row + 1, col - 1 + odd),
              (row + 1, col + odd))
    return [number_at(c // 6 + 1, r, c % 6) if 0 <= r < 5 and 0 <= c < 24 else None for r, c in around]


# --- fighters ---

COMBAT_PROJECTS = {40: 2, 31: 1, 32: 1, 39: 1, 66: 1, 69: 1, 75: 1, 78: 2}           # those of number 0 first


def fighter(combat: int) -> dict[str, Any]:
    """A player with so much permanent combat."""
    tiles = min(combat, 4)
    projects, rest = [], combat - tiles
    for card, points in COMBAT_PROJECTS.items():
        if points <= rest:
            projects.append(card)
            rest -= points
    assert rest == 0
    return {"upgrades": {"combat": tiles}, "projects": projects}
