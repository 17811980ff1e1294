"""Reads the folder of components: cards, tracks, tokens, boards."""

import csv
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .language import Clause, Effect, Points, read_clauses, read_effect
from .numbers import DISTRICTS, PLANTS, UPGRADES

Row = dict[str, str]


@dataclass(frozen=True)
class Project:
    id: int
    number: int
    title: str
    colour: str
    water: int
    cards: int
    instant: Effect
    clauses: tuple[Clause, ...]
    points: int                            # grey

    def points_for_good(self, kind: str) -> int:
        """`movement n`, `combat n`, `growing n`."""
        return sum(clause.number for clause in self.clauses if isinstance(clause, Points) and clause.kind == kind)


@dataclass(frozen=True)
class CityCard:
    id: int
    navigation: int
    amounts: tuple[int, ...]               # in the order of DISTRICTS
    update: int                            # the district of the bonus
    wrench: int
    plants: int

    def fields(self) -> dict[str, Any]:
        """What a sleeve can show or hide."""
        shown: dict[str, Any] = {"navigation": self.navigation, "plants": self.plants}
        for district, name in enumerate(DISTRICTS):
            shown[f"{name} amount"] = self.amounts[district]
            shown[f"{name} bonus"] = {self.update: "update", self.wrench: "wrench"}.get(district, "none")
        return shown


@dataclass(frozen=True)
class Upgrade:
    metal: int
    points: int                            # grey; of the highest of its type only
    bonus: Effect


@dataclass(frozen=True)
class Level:
    energy: int
    water: int
    points: int
    step_reward: Effect


@dataclass(frozen=True)
class Space:
    reward: Effect
    book_after: bool


@dataclass(frozen=True)
class Task:
    name: str
    thresholds: tuple[int, ...]
    points: tuple[int, ...]
    cities: tuple[str, ...]

    @property
    def top(self) -> int:
        return self.thresholds[-1]

    def worth(self, count: int) -> int:
        """J-3: only the highest step reached."""
        reached = [points for threshold, points in zip(self.thresholds, self.points, strict=True) if count >= threshold]
        return reached[-1] if reached else 0


@dataclass(frozen=True)
class Token:
    """A legacy token."""

    name: str
    letter: str
    kind: str                              # "cube city", "city values", "city find", "toll", "gun", "city action"
    strength: int
    reward: Effect
    cost: int
    find: Effect
    cube_strength: int                     # of a cube removed in a fight
    end_points: int
    action: Effect


@dataclass(frozen=True)
class Scenario:
    cubes: tuple[int, int]                 # 1-3 players, 4 players
    with_plants: bool                      # side B of the city board and of the airship boards
    numbers: frozenset[int]
    legacy: frozenset[str]
    objectives: int
    start_projects: int
    keep_projects: int
    start_plants: int
    books: tuple[Effect, Effect]           # front, back


@dataclass(frozen=True)
class Chapter:
    name: str
    order: int
    start_card: int
    sides: str
    star_steps_solo: tuple[int, ...]
    star_steps: tuple[int, ...]
    win_stars: int


@dataclass(frozen=True)
class Story:
    chapter: str
    step: str
    numbers: tuple[int, ...]               # unlocked projects
    tokens: tuple[str, ...]                # unlocked legacy tokens
    reveal: Effect
    book: Effect
    next: tuple[int, ...]


@dataclass(frozen=True)
class Hex:
    cost: int
    city: str
    find: Effect
    letter: str
    start: bool
    toll: bool                             # a cell of the notch, a hex only with L7


@dataclass(frozen=True)
class City:
    strength: int | None
    reward: Effect


@dataclass(frozen=True)
class Board:
    hexes: dict[tuple[int, int], Hex]      # by row and column on the board
    cities: dict[str, City]


@dataclass(frozen=True)
class Printed:
    projects: dict[int, Project]
    city_cards: dict[int, CityCard]
    sleeves: dict[int, tuple[str, ...]]
    navigation: tuple[int, ...]            # the start deck
    upgrades: dict[str, tuple[Upgrade, ...]]
    production: tuple[Level, ...]
    round_track: tuple[Space, ...]
    plants: tuple[Effect, ...]             # rewards, in the order of PLANTS
    plant_counts: tuple[int, ...]
    tasks: dict[str, Task]
    objectives: dict[int, tuple[str, str]]
    solo_board: tuple[Effect, ...]
    tokens: dict[str, Token]
    scenarios: dict[int, Scenario]
    chapters: dict[str, Chapter]
    stories: dict[int, Story]
    boards: dict[tuple[int, str], Board]
    constants: dict[str, Any]

    def price(self, name: str) -> dict[str, int]:
        """A constant such as `2 energy or 3 points`: the number of each."""
        prices = (price.split(" ") for price in self.constants[name].split(" or "))
        return {what: int(number) for number, what in prices}

    @property
    def task_order(self) -> list[str]:
        return list(self.tasks)


@cache
def read(folder: Path) -> Printed:
    with (folder / "constants.toml").open("rb") as file:
        constants = tomllib.load(file)
    plants = {row["id"]: row for row in _rows(folder, "plants")}
    return Printed(
        projects={int(row["id"]): _project(row) for row in _rows(folder, "projects")},
        city_cards={int(row["id"]): _city_card(row) for row in _rows(folder, "city_cards")},
        sleeves={int(row["id"]): tuple(row["visible"].split(", ")) for row in _rows(folder, "sleeves")},
        navigation=tuple(int(row["value"]) for row in _rows(folder, "navigation") for _ in range(int(row["count"]))),
        upgrades=_upgrades(folder),
        production=tuple(
            Level(int(row["energy"]), int(row["water"]), int(row["points"]), read_effect(row["step_reward"]))
            for row in _rows(folder, "production")
        ),
        round_track=tuple(
            Space(read_effect(row["reward"]), row["book_after"] == "yes") for row in _rows(folder, "round_track")
        ),
        plants=tuple(read_effect(plants[kind]["reward"]) for kind in PLANTS),
        plant_counts=tuple(int(plants[kind]["count"]) for kind in PLANTS),
        tasks={row["id"]: _task(row) for row in _rows(folder, "tasks")},
        objectives={int(row["id"]): (row["task_1"], row["task_2"]) for row in _rows(folder, "objectives")},
        solo_board=tuple(read_effect(row["action"]) for row in _rows(folder, "solo_board")),
        tokens={row["id"]: _token(row) for row in _rows(folder, "legacy")},
        scenarios=_scenarios(folder),
        chapters={row["chapter"]: _chapter(row) for row in _rows(folder, "chapters")},
        stories={int(row["card"]): _story(row) for row in _rows(folder, "story_cards")},
        boards={(number, side): _board(folder, number, side) for number in range(1, 5) for side in "AB"},
        constants=constants,
    )


def _rows(folder: Path, name: str) -> list[Row]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _numbers(text: str, separator: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(separator))


def _project(row: Row) -> Project:
    return Project(int(row["id"]), int(row["number"]), row["title"], row["colour"], int(row["water"]),
                   int(row["cards"]), read_effect(row["instant"]), read_clauses(row["permanent"]), int(row["vp"]))


def _city_card(row: Row) -> CityCard:
    return CityCard(int(row["id"]), int(row["navigation"]), tuple(int(row[name]) for name in DISTRICTS),
                    DISTRICTS.index(row["update"]), DISTRICTS.index(row["wrench"]), int(row["plants"]))


def _upgrades(folder: Path) -> dict[str, tuple[Upgrade, ...]]:
    rows = sorted(_rows(folder, "upgrades"), key=lambda row: int(row["level"]))
    return {
        kind: tuple(Upgrade(int(row["metal"]), int(row["vp"]), read_effect(row["bonus"]))
                    for row in rows if row["type"] == kind)
        for kind in UPGRADES
    }


def _task(row: Row) -> Task:
    cities = tuple(row["list"].split(", ")) if row["list"] else ()
    return Task(row["id"], _numbers(row["thresholds"], "/"), _numbers(row["points"], "/"), cities)


def _token(row: Row) -> Token:
    cube = re.fullmatch(r"in fight: strength (\d+)", row["cube"])
    return Token(row["id"], row["letter"], row["kind"], int(row["strength"] or 0), read_effect(row["reward"]),
                 int(row["cost"] or 0), read_effect(row["find"]), int(cube[1]) if cube else 0,
                 int(row["end_points"] or 0), read_effect(row["action"]))


def _scenarios(folder: Path) -> dict[int, Scenario]:
    rows = _rows(folder, "scenarios")
    return {number: _scenario([row for row in rows if int(row["scenario"]) == number]) for number in (1, 2, 3)}


def _scenario(sides: list[Row]) -> Scenario:
    front, back = sorted(sides, key=lambda row: row["side"] != "front")
    return Scenario(
        (int(front["cubes_1_to_3"]), int(front["cubes_4"])), front["city_board"] == "B",
        frozenset(_numbers(front["projects"], " ")), frozenset(front["legacy"].split()), int(front["objectives"]),
        int(front["start_projects"]), int(front["keep_projects"]), int(front["start_plants"]),
        (read_effect(front["book"]), read_effect(back["book"])),
    )


def _chapter(row: Row) -> Chapter:
    return Chapter(row["chapter"], int(row["order"]), int(row["start_card"]),
                   row["board_2"] + row["board_3"] + row["board_4"], _numbers(row["star_steps_solo"], "/"),
                   _numbers(row["star_steps_multiplayer"], "/"), int(row["win_stars"]))


def _story(row: Row) -> Story:
    unlocks = [unlock.split(" ") for unlock in row["unlock"].split(", ")] if row["unlock"] else []
    return Story(
        row["chapter"], row["step"], tuple(int(name) for what, name in unlocks if what == "projects"),
        tuple(name for what, name in unlocks if what == "legacy"), read_effect(row["reveal"]),
        read_effect(row["book"]), _numbers(row["next"], " | ") if row["next"] else (),
    )


def _board(folder: Path, number: int, side: str) -> Board:
    with (folder / "boards" / f"board_{number}{side.lower()}.toml").open("rb") as file:
        text = tomllib.load(file)
    hexes = {
        (place["row"], place["col"]): Hex(
            place["cost"], place.get("city", ""), read_effect(place.get("find", "")), place.get("letter", ""),
            place.get("start", False), toll=False,
        ) for place in text["hexes"]
    }
    for place in text.get("notch", ()):
        hexes[place["row"], place["col"]] = Hex(1, "", (), "", start=False, toll=True)
    cities = {city["id"]: City(city.get("strength"), read_effect(city.get("reward", ""))) for city in text["city"]}
    return Board(hexes, cities)
