"""Upgrades, production rows, spaces of the round track and of the solo board, plants, tasks, objectives: where each
works, and where it does not.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.cloudage.oracle.numbers import BUILD, COLLECT, LEVEL, OPTION, PASS, PLANT, PLANTING, PROJECT, UPGRADE
from tests.cloudage.printed_things.cases import (
    branches,
    change,
    column,
    gained,
    holdings,
    number_in,
    options,
    pass_on,
    permanent,
    printed,
    question,
    row_of,
)
from tests.cloudage.scenes import Scene, answer, me, scene

TYPES = ("movement", "combat", "growing")
HEAVY_PROJECT, WRECK = 16, 1                             # 12 water; 3 water and a card

# --- upgrades ---


@pytest.mark.parametrize("tile", column("upgrades"))
def test_an_upgrade(tile: str) -> None:
    """It costs its metal, gives its point and bonus, and scores in place of the last; a metal less is too little."""
    row = row_of("upgrades", tile)
    kind, level, metal = row["type"], int(row["level"]), int(row["metal"])
    choice = UPGRADE + TYPES.index(kind)
    built = {kind: level - 1}
    game = answer(scene({"metal": metal, "upgrades": built}, {}), BUILD)
    before = holdings(game)
    answer(game, choice)
    expected = gained(row["bonus"])
    expected.subtract(metal=metal)
    assert change(before, game) == expected
    assert permanent(game) == {**dict.fromkeys(TYPES, 0), kind: level}
    assert game.score_breakdown(0)["upgrades"] == int(row["vp"])
    assert choice not in answer(scene({"metal": metal - 1, "upgrades": built}, {}), BUILD).answers
    is_last = level == max(int(each["level"]) for each in printed("upgrades") if each["type"] == kind)
    full = answer(scene({"metal": 99, "upgrades": {kind: level}}, {}), BUILD)
    assert (choice in full.answers) == (not is_last)


@pytest.mark.parametrize("scenario", [1, 2])
def test_growing_is_built_where_there_are_plants(scenario: int) -> None:
    game = answer(scene({"metal": 9}, {}, scenario=scenario), BUILD)
    assert (UPGRADE + TYPES.index("growing") in game.answers) == (scenario == 2)


# --- production ---


@pytest.mark.parametrize("level", range(len(printed("production"))))
def test_a_production_row(level: int) -> None:
    """At its level and with its energy; neither below it nor with less."""
    row = printed("production")[level]
    energy = int(row["energy"])
    game = scene({"production": level, "energy": energy}, {}, phase="production", round=2)
    before = holdings(game)
    answer(game, LEVEL + level)
    assert change(before, game) == Counter(energy=-energy, water=int(row["water"]), point=int(row["points"]))
    poor = scene({"production": level, "energy": energy - 1}, {}, phase="production", round=2)
    assert question(poor) != 5 or LEVEL + level not in poor.answers
    if level:
        low = scene({"production": level - 1, "energy": 12}, {}, phase="production", round=2)
        assert LEVEL + level not in low.answers


@pytest.mark.parametrize("level", range(1, len(printed("production"))))
def test_the_reward_on_reaching_a_level(level: int) -> None:
    """By a Wreck, from the level below; from the level itself it is not given again."""
    reward = gained(printed("production")[level]["step_reward"])
    for start in (level - 1, level):
        player = {"hand": [WRECK, HEAVY_PROJECT], "water": 3, "production": start}
        game = answer(scene(player, {}), BUILD)
        before = holdings(game)
        answer(game, PROJECT + WRECK)
        expected = Counter(metal=2, water=-3, card=-2)                   # its price, and itself
        if start == level - 1:
            expected.update(reward)
        elif start < 10:
            expected.update(gained(printed("production")[start + 1]["step_reward"]))
        expected.update({"production": 1} if start < 10 else {"point": 2})
        assert change(before, game) == expected


# --- the round track ---


@pytest.mark.parametrize("space", range(1, 9))
def test_a_space_of_the_round_track(space: int) -> None:
    """The space of the round, and either of its rewards; without one nothing is asked."""
    reward = printed("round_track")[space - 1]["reward"]
    for choice, branch in enumerate(branches(reward)):
        game = at_the_end_of_a_flight(space)
        if not reward:
            assert question(game) != 11
            continue
        assert question(game) == 11
        assert options(game) == [0, 1]
        before = holdings(game)
        answer(game, OPTION + choice)
        assert change(before, game) == gained(branch)


def at_the_end_of_a_flight(round_no: int) -> Scene:
    """In Borderville, where seat 0 has a cube already."""
    return answer(scene({"cities": {"borderville": 1}, "energy": 5}, {}, phase="movement", round=round_no), PASS)


@pytest.mark.parametrize("space", range(1, 8))
def test_a_book_after_a_space(space: int) -> None:
    """P-2: in the next round its action is offered; elsewhere there is no book."""
    game = scene({"energy": 5}, {}, phase="production", round=space + 1)
    assert (question(game) == 9) == (printed("round_track")[space - 1]["book_after"] == "yes")


# --- the solo board ---


def alone(space: int, **player: Any) -> Scene:
    return scene({"energy": 1} | player, phase="action", round=space)


@pytest.mark.parametrize("space", range(1, 9))
def test_a_space_of_the_solo_board(space: int) -> None:
    text = printed("solo_board")[space - 1]["action"]
    rich: dict[str, Any] = {"hand": [6], "water": 2, "metal": 9}
    game = alone(space, **rich)
    empty = scene({}, phase="action", round=space, sectors=[[], [], []])
    if text.startswith("solo collect"):
        sectors = [int(each) - 1 for each in text.removeprefix("solo collect ").split(" or ")]
        assert (question(game), game.answers) == (27, [PASS, *(COLLECT + sector for sector in sectors)])
        assert question(empty) != 27
    elif text.startswith("build"):
        times = number_in("build", text) or 1
        for _ in range(times):
            assert question(game) == 17
            game.answer(game.answers[0])
        assert question(game) == 12
        assert question(scene({}, {}, phase="action", round=space)) == 12        # two players have no solo board
    else:
        assert (question(game), options(game)) == (10, [0, 1])
        here = empty if "solo collect" in text else alone(space)                 # N-6: one branch is not possible
        assert question(here) == (17 if "build action" in text else 12)
        assert change(holdings(game), here)["point"] == gained(*branches(text))["point"]


# --- plants ---

@pytest.mark.parametrize("kind", range(4))
def test_a_plant(kind: int) -> None:
    """Its reward, either branch; a dry one is not put on the map, a fresh one is not planted."""
    row = printed("plants")[kind]
    id = row["id"]
    for choice, branch in enumerate(branches(row["reward"])):
        game = answer(scene({"plants": {id: 1}}, {}), PLANTING)
        assert question(game) == 19
        before = holdings(game)
        answer(game, PLANT + kind)
        if row["reward"].startswith("either"):
            assert (question(game), options(game)) == (10, [0, 1])
            answer(game, OPTION + choice)
        expected = gained(branch)
        expected.subtract(plant=1)
        assert change(before, game) == expected
        assert (question(game) == 20) == (row["kind"] != "dry")
        assert (question(game) == 17 and game.seat == 0) == ("build action" in row["reward"])
    game = answer(scene({"plants": {id: 1}, "fresh": {id: 1}}, {}), PLANTING)
    assert question(game) != 19


def test_there_are_as_many_plants_as_are_printed() -> None:
    counts = {row["id"]: int(row["count"]) for row in printed("plants")}
    assert scene({}, {}).position()["bag"] == counts
    assert sum(counts.values()) == 40


# --- tasks and objectives ---

CITIES = dict.fromkeys(("promise", "whitehaven", "nefaria", "last-lantern"), 1)
OF_COLOUR = {"green": [1, 2, 3, 4, 6, 7, 8], "blue": [25, 26, 27, 28, 29, 30, 31], "yellow": [43, 44, 45, 46]}
SMALL = [6, 7, 8, 9, 10, 11, 12, 25, 26, 27, 28, 46]                # less than 8 water
BIG, MOVING, FIGHTING = [14, 15, 16], [29, 30, 58], [31, 32]


def with_number(task: str, number: int) -> dict[str, Any]:
    """A player of whom the task counts so many."""
    if task == "production":
        return {"production": number}
    if task == "cities":
        return {"cities": dict(list(CITIES.items())[:number])}
    if task == "upgrades":
        tiles = [min(3, number), max(0, number - 3)]
        return {"upgrades": {"movement": tiles[0], "combat": tiles[1]}}
    if task in OF_COLOUR:
        return {"projects": OF_COLOUR[task][:number]}
    if task == "projects":
        return {"projects": SMALL[:number]}
    if task == "big":
        return {"projects": BIG[:number]}
    if task == "movement":
        return {"upgrades": {"movement": min(3, number - 1)}, "projects": MOVING[: max(0, number - 4)]}
    if task == "combat":
        return {"upgrades": {"combat": min(4, number)}, "projects": FIGHTING[: max(0, number - 4)]}
    assert task == "navigation"
    return {"deck": [1] * number}


def objective_with(task: str) -> int:
    return next(int(row["id"]) for row in printed("objectives") if task in (row["task_1"], row["task_2"]))


def points_of(game: Scene) -> int:
    return int(game.score_breakdown(0)["objectives"])


@pytest.mark.parametrize("task", [task for task in column("tasks") if task != "fight"])
def test_a_task(task: str) -> None:
    """Each step from its threshold on, one less is the step before; nothing without the card or when it is covered."""
    row = row_of("tasks", task)
    steps = [*zip(row["thresholds"].split("/"), row["points"].split("/"), strict=True)]
    card = objective_with(task)
    other = next(each for each in (row_of("objectives", str(card))["task_1"], row_of("objectives", str(card))["task_2"])
                 if each != task)
    reached = 0
    for threshold, points in steps:
        for number, expected in ((int(threshold) - 1, reached), (int(threshold), int(points))):
            player = with_number(task, number) | {"objectives": [card]}
            others = points_of(scene(player | {"covered": [task]}, {}))
            assert points_of(scene(player, {})) - others == expected, (number, other)
        reached = int(points)
    assert points_of(scene(with_number(task, int(steps[-1][0])), {})) == 0


def test_the_fight_task() -> None:
    """E-4: by the strength of its fight, which is fought at the end and no sooner."""
    row = row_of("tasks", "fight")
    thresholds, points = ([int(each) for each in row[name].split("/")] for name in ("thresholds", "points"))
    combat = {"upgrades": {"combat": 4}, "projects": [31, 32, 40], "objectives": [objective_with("fight")],
              "covered": ["yellow"], "energy": 0, "navigation_discard": []}                    # 8
    expected = max(p for t, p in zip(thresholds, points, strict=True) if t <= 8)
    game = scene(combat, {}, phase="end", round=8)
    assert points_of(game) == 0
    while question(game) == 17:
        game.answer(game.answers[0])
    pass_on(game, 9)
    assert points_of(game) == expected


@pytest.mark.parametrize("card", [int(id) for id in column("objectives")])
def test_an_objective_card(card: int) -> None:
    """It scores both of its tasks, and no third one; it is not drawn by who has one of them (J-2)."""
    row = row_of("objectives", str(card))
    own = [row["task_1"], row["task_2"]]
    assert game_tasks(card) == own
    repeats = {int(each["id"]) for each in printed("objectives") if {each["task_1"], each["task_2"]} & set(own)}
    for other in sorted({*map(int, column("objectives"))} - {card}):
        drawn = drawn_after([card], other)
        assert (drawn == other) == (other not in repeats)


def game_tasks(card: int) -> list[str]:
    """The tasks that can be covered when a second card comes: those of the first are among them."""
    game = scene({"objectives": [card]}, {})
    names = column("tasks")
    return [names[task] for task in game.state.game.rulebook[0]["objective"][card - 1].tolist()]


def drawn_after(held: list[int], on_top: int) -> int | None:
    """What `draw objective` of the start card of chapter 3 would take: the reveal of card 47 in chapter 6."""
    rest = [card for card in range(1, 13) if card not in held and card != on_top]
    game = scene({"objectives": held}, {"objectives": []}, chapter="6", phase="production", story=46, round=3,
                 objective_deck=[on_top, *rest])
    while game.position()["story"] == 46:
        if question(game) == 4:
            game.answer(OPTION)
        else:
            game.answer(PASS if PASS in game.answers else game.answers[0])
    mine: list[int] = me(game)["objectives"]
    return next((card for card in mine if card not in held), None)
