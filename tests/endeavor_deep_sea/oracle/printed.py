"""Reads the folder of components: boards, tokens, specialists, journals, missions, cards."""

import csv
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .effects import (
    Activation,
    Bundle,
    TokenEffect,
    ZoneRule,
    parse_activation,
    parse_bundle,
    parse_token_effect,
    parse_zone_rule,
)

Row = dict[str, str]
COLUMNS = "ABCDEFG"


@dataclass(frozen=True)
class Spot:
    id: str
    kind: str                   # dive, sonar, conservation, journal
    track: int                  # sonar
    position: int
    value: int                  # dive: tokens; conservation: cost
    field: str
    effect: Bundle
    marked: bool
    access: str                 # the cave: left, up, right (Z-4)

    @property
    def number(self) -> int:
        """The argument of SITE."""
        return self.track if self.kind == "sonar" else self.position


@dataclass(frozen=True)
class Link:
    ends: frozenset[str]
    effect: Bundle


@dataclass(frozen=True)
class Board:
    index: int
    id: str
    depth: int
    is_mission_board: bool
    discovery: Bundle
    arrival: Bundle
    spots: tuple[Spot, ...]
    links: tuple[Link, ...]
    rules: tuple[ZoneRule, ...]

    @cached_property
    def kinds(self) -> dict[str, str]:
        """Of each spot."""
        return {spot.id: spot.kind for spot in self.spots}

    def spots_of(self, kind: str) -> list[Spot]:
        return [spot for spot in self.spots if spot.kind == kind]

    def has_rule(self, event: str) -> bool:
        return any(rule.event == event for rule in self.rules)


@dataclass(frozen=True)
class Specialist:
    index: int
    id: str
    rank: int                   # 0: the Team Leader
    copies: int
    hire: Bundle
    promotion: Bundle
    junior: Activation
    senior: Activation
    score: str


@dataclass(frozen=True)
class DiveToken:
    index: int
    id: str
    copies: int
    research: int
    effect: TokenEffect | None


@dataclass(frozen=True)
class Journal:
    index: int
    set: str
    cost: int
    points: int
    fields: tuple[str, ...]
    you: Bundle
    others: Bundle
    action: Activation
    action_index: int | None


@dataclass(frozen=True)
class TrackCell:
    level: int
    points: int
    gives_impact: bool
    launches: bool
    next: int


@dataclass(frozen=True)
class Hex:
    id: int
    row: int
    col: int
    reward: Bundle
    points: int
    entry: bool
    infinite: bool
    field: str
    grid: str
    goal: int
    closed: bool
    special: str                # turtle, clean-up
    overflow: tuple[int, ...]


@dataclass(frozen=True)
class TeamGoal:
    """A goal of the co-operative game, of a mission or of a bonus card."""

    id: str
    count: str
    scope: str
    numbers: tuple[int, ...]    # by number of players


@dataclass(frozen=True)
class Mission:
    number: int
    columns: int
    max_depth: int
    launch: str
    rules: frozenset[str]
    layout: tuple[dict[str, Any], ...]
    shuffled_row: tuple[str, ...]
    hidden: dict[str, Any]
    goals: tuple[dict[str, Any], ...]
    hexes: tuple[Hex, ...]
    neighbours: dict[int, frozenset[int]]
    track_steps: int
    team_goals: dict[str, TeamGoal]

    @cached_property
    def fields(self) -> list[Hex]:
        """The hexes with a field symbol."""
        return [place for place in self.hexes if place.field]


@dataclass(frozen=True)
class Printed:
    boards: dict[str, Board]
    specialists: tuple[Specialist, ...]
    tokens: tuple[DiveToken, ...]
    journals: tuple[Journal, ...]
    track: tuple[TrackCell, ...]
    missions: dict[int, Mission]
    bonus_goals: tuple[TeamGoal, ...]
    setbacks: tuple[tuple[str, str], ...]           # id, effect
    difficulty: dict[str, int]

    @property
    def leader(self) -> Specialist:
        return next(kind for kind in self.specialists if kind.rank == 0)


@cache
def read(folder: Path) -> Printed:
    return Printed(
        boards=_boards(folder),
        specialists=tuple(_specialist(row) for row in _rows(folder, "specialists")),
        tokens=tuple(
            DiveToken(int(row["index"]), row["id"], int(row["copies"]), int(row["research"]),
                      parse_token_effect(row["effect"])) for row in _rows(folder, "dive_tokens")
        ),
        journals=tuple(_journal(row) for row in _rows(folder, "journals")),
        track=tuple(
            TrackCell(int(row["level"]), int(row["points"]), row["on_reach"] == "gain 1 impact",
                      row["ingenuity_on_first_reach"] == "launch 1 vessel", int(row["next_cell"]))
            for row in _rows(folder, "player_board")
        ),
        missions={number: _mission(folder, number) for number in range(1, 11)},
        bonus_goals=tuple(_team_goal(row["id"], row) for row in _rows(folder, "bonus_goals")),
        setbacks=tuple((row["id"], row["effect"]) for row in _rows(folder, "setbacks")),
        difficulty={row["level"]: int(row["goals"]) for row in _rows(folder, "difficulty")},
    )


def _rows(folder: Path, name: str) -> list[Row]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _boards(folder: Path) -> dict[str, Board]:
    spots, links, rules = (_rows(folder, name) for name in ("spots", "links", "zone_rules"))
    boards = {}
    for row in _rows(folder, "ocean_boards"):
        name = row["id"]
        boards[name] = Board(
            int(row["index"]), name, int(row["depth"]), bool(row["missions"]),
            parse_bundle(row["discovery"]), parse_bundle(row["arrival"]),
            tuple(_spot(spot) for spot in spots if spot["board"] == name),
            tuple(Link(frozenset((link["a"], link["b"])), parse_bundle(link["effect"]))
                  for link in links if link["board"] == name),
            tuple(parse_zone_rule(rule["rule"]) for rule in rules if rule["board"] == name),
        )
    return boards


def _spot(row: Row) -> Spot:
    return Spot(row["spot"], row["kind"], int(row["track"] or 0), int(row["position"]), int(row["value"] or 0),
                row["field"], parse_bundle(row["effect"]), row["marked"] == "true", row["access"])


def _specialist(row: Row) -> Specialist:
    return Specialist(
        int(row["index"]), row["id"], int(row["rank"] or 0), int(row["copies"]), parse_bundle(row["hire"]),
        parse_bundle(row["promotion"]), parse_activation(row["junior_actions"]),
        parse_activation(row["senior_actions"]), row["score"],
    )


def _journal(row: Row) -> Journal:
    return Journal(
        int(row["index"]), row["set"], int(row["cost"]), int(row["points"]), tuple(row["fields"].split()),
        parse_bundle(row["you"]), parse_bundle(row["others"]), parse_activation(row["action"]),
        int(row["action_index"]) if row["action_index"] else None,
    )


def _team_goal(name: str, row: Row) -> TeamGoal:
    return TeamGoal(name, row["count"], row["scope"], tuple(int(row[key]) for key in ("solo", "two", "three", "four")))


def _mission(folder: Path, number: int) -> Mission:
    with (folder / "missions" / f"mission_{number:02}.toml").open("rb") as file:
        text = tomllib.load(file)
    impact = text["impact"]
    hexes = tuple(_hex(place) for place in impact["hexes"])
    return Mission(
        number, text["columns"], text["max_depth"], text["launch"], frozenset(text["rules"]), tuple(text["layout"]),
        tuple(text.get("shuffled_row", ())), text.get("hidden", {}), tuple(text["goal"]), hexes,
        _neighbours(hexes, impact["orientation"], impact.get("bridges", [])), impact.get("track_steps", 0),
        {row["goal"]: _team_goal(row["goal"], row)
         for row in _rows(folder, "coop_goals") if int(row["mission"]) == number},
    )


def _hex(place: dict[str, Any]) -> Hex:
    return Hex(
        place["id"], place.get("row", -1), place.get("col", -1), parse_bundle(place.get("gain", "")), place["points"],
        place.get("entry", False), place.get("infinite", False), place.get("field", ""), place.get("grid", ""),
        place.get("goal", 0), place.get("closed", False), place.get("special", ""), tuple(place.get("overflow", ())),
    )


def _neighbours(hexes: tuple[Hex, ...], orientation: str, bridges: list[list[int]]) -> dict[int, frozenset[int]]:
    """I-2. What is off the grid is a neighbour of nothing (M-4), and the rescue grid is separate (M-7)."""
    near: dict[int, set[int]] = {place.id: set() for place in hexes}
    at = {(place.row, place.col): place for place in hexes if not place.special}
    for (row, col), place in at.items():
        for where in _around(row, col, orientation):
            if where in at and at[where].grid == place.grid:
                near[place.id].add(at[where].id)
    for a, b in bridges:
        near[a].add(b)
        near[b].add(a)
    return {number: frozenset(others) for number, others in near.items()}


def _around(row: int, col: int, orientation: str) -> list[tuple[int, int]]:
    if orientation == "rows":
        return [(row, col - 1), (row, col + 1)]
    if orientation == "pointy":
        s = row % 2
        return [(row, col - 1), (row, col + 1), *((row + d, col + e + s) for d in (-1, 1) for e in (-1, 0))]
    s = col % 2
    return [(row - 1, col), (row + 1, col), *((row + d + s, col + e) for d in (-1, 0) for e in (-1, 1))]
