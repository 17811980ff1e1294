"""Hexes with their finds, and cities, of all sides of boards: where each works, and where it does not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.cloudage.oracle.numbers import MOVE, OPTION
from tests.cloudage.printed_things.cases import (
    boards,
    branches,
    change,
    fighter,
    gained,
    holdings,
    left,
    neighbours,
    number_at,
    options,
    pass_on,
    question,
)
from tests.cloudage.scenes import Scene, answer, me, scene

POINTS = 7
Place = tuple[str, int, int]
PLACES: list[Place] = [(board, hex["row"], hex["col"]) for board, table in boards().items() for hex in table["hexes"]]
CITIES = [(board, each["id"]) for board, table in boards().items() for each in table["city"]]


def map_with(board: str) -> dict[str, Any]:
    """Options under which this side is laid; the first board has its back with four players (S-1)."""
    sides = "".join(board[1].upper() if board[0] == str(number) else "A" for number in (2, 3, 4))
    return {"scenario": 3, "sides": sides}


def players_with(board: str, first: dict[str, Any]) -> list[dict[str, Any]]:
    """The others are out of the way, in cities of the first board; nobody is where a case is."""
    return [first, *[{"hex": number_at(1, 1, 0)}] * (3 if board == "1b" else 1)]


def is_on_map(board: str, number: int | None) -> bool:
    if number is None:
        return False
    laid = [board if board[0] == str(n) else f"{n}a" for n in (1, 2, 3, 4)]
    return any(number_at(int(each[0]), place["row"], place["col"]) == number
               for each in laid for place in boards()[each]["hexes"])


def flying_to(place: Place, **table: Any) -> tuple[Scene, int]:
    """An airship beside the hex, with many points left; and the way there."""
    board, row, col = place
    target = number_at(int(board[0]), row, col)
    back, beside = next((way, number) for way, number in enumerate(neighbours(target)) if is_on_map(board, number))
    assert beside is not None
    player = {"hex": beside, "navigation_discard": [4], "upgrades": {"movement": 3}}
    game = scene(*players_with(board, player), phase="movement", **map_with(board), **table)
    return game, MOVE + (back + 3) % 6


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place[0]}-{place[1]}-{place[2]}")
def test_a_hex(place: Place) -> None:
    """Its cost and its find; no find the second time (M-5), and one point and no find where a plant lies (H-3)."""
    board, row, col = place
    printed = next(each for each in boards()[board]["hexes"] if (each["row"], each["col"]) == (row, col))
    game, way = flying_to(place)
    before, points = holdings(game), left(game)
    assert points == POINTS + 1
    answer(game, way)
    assert points - left(game) == printed["cost"]
    find = gained(printed.get("find", ""))
    assert change(before, game) == find
    back = MOVE + (way - MOVE + 3) % 6
    if back in game.answers:
        answer(game, back)
        if way in game.answers:
            before = holdings(game)
            answer(game, way)
            assert change(before, game) == Counter()
    if "city" not in printed:
        game, way = flying_to(place, planted=[number_at(int(board[0]), row, col)])
        before = holdings(game)
        answer(game, way)
        assert points - left(game) == 1
        assert change(before, game) == Counter()


def landing_in(board: str, city: str, **player: Any) -> Scene:
    """The airship of seat 0 has landed there; the fight, if one is asked for, is declined."""
    place = next(each for each in boards()[board]["hexes"] if each.get("city") == city)
    hex = number_at(int(board[0]), place["row"], place["col"])
    mine = {"hex": hex, "energy": 0} | player
    game = scene(*players_with(board, mine), phase="movement", **map_with(board))
    return pass_on(game, 7)


@pytest.mark.parametrize(("board", "city"), CITIES)
def test_a_city(board: str, city: str) -> None:
    """Its reward for its strength; nothing for one less, nor where an own cube lies; a cube in any case."""
    row = next(each for each in boards()[board]["city"] if each["id"] == city)
    strength, reward = row.get("strength", 0), row.get("reward", "")
    solar = Counter(energy=2)
    for choice, branch in enumerate(branches(reward)):
        game = landing_in(board, city, **fighter(strength))
        if reward.startswith("either"):
            assert (question(game), options(game)) == (10, [0, 1])
            answer(game, OPTION + choice)
        found = holdings(game)
        found.subtract(solar)
        assert found - Counter() == gained(branch)
    if strength:
        game = pass_on(landing_in(board, city, **fighter(strength - 1)), 9)
        assert holdings(game) == solar
        assert me(game)["cities"] == {city: 1}
    game = landing_in(board, city, cities={city: 1}, **fighter(strength))
    assert holdings(game) == solar
    assert me(game)["cities"] == {city: 2}


def test_every_city_of_a_board_is_on_it() -> None:
    for table in boards().values():
        assert {each["city"] for each in table["hexes"] if "city" in each} == {each["id"] for each in table["city"]}
    assert len(PLACES) > 200
    assert len(CITIES) == 46
