"""Rules of the oracle that no example of the rules shows: the map, tasks, stars, the course of rounds and chapters."""

import random

import pytest

from tests.cloudage.oracle import Options, Record
from tests.cloudage.oracle.land import Land, around
from tests.cloudage.oracle.numbers import (
    BUILD,
    COLLECT,
    DISTRICT,
    FIGHT_ENERGY,
    HEX,
    LEVEL,
    MOVE,
    OPTION,
    PASS,
    PLANT,
    PLANTING,
    PROJECT,
    RESOURCE,
    TASK,
    UPGRADE,
)
from tests.cloudage.scenes import PRINTED, Position, Scene, answer, at_first_question, hex_of, me, new_game, scene
from tests.ruled import rule

WATER = RESOURCE
E, NE, NW, W, SW, SE = range(6)


# --- the map ---

@rule("H-1", "H-2")
def test_h2_neighbours() -> None:
    even, odd = hex_of(1, 2, 3), hex_of(1, 1, 3)
    assert around(even) == [hex_of(1, 2, 4), hex_of(1, 1, 3), hex_of(1, 1, 2), hex_of(1, 2, 2), hex_of(1, 3, 2),
                            hex_of(1, 3, 3)]
    assert around(odd) == [hex_of(1, 1, 4), hex_of(1, 0, 4), hex_of(1, 0, 3), hex_of(1, 1, 2), hex_of(1, 2, 3),
                           hex_of(1, 2, 4)]
    assert around(hex_of(1, 1, 5)) == [hex_of(2, 1, 0), hex_of(2, 0, 0), hex_of(1, 0, 5), hex_of(1, 1, 4),
                                       hex_of(1, 2, 5), hex_of(2, 2, 0)]                       # the seam
    assert around(hex_of(1, 0, 0)) == [hex_of(1, 0, 1), -1, -1, -1, -1, hex_of(1, 1, 0)]
    for number in range(120):
        for direction, other in enumerate(around(number)):
            assert other < 0 or around(other)[(direction + 3) % 6] == number


@pytest.mark.parametrize("sides", ["AAAA", "BBBB"])
@rule("H-6", "T-2", "T-3", "T-4", "T-6", "T-7", "T-8")
def test_legacy_tokens_on_the_map(sides: str) -> None:
    plain = Land(PRINTED, sides, [])
    land = Land(PRINTED, sides, [f"L{number}" for number in range(1, 16)])
    assert (len(plain.hexes()), len(land.hexes())) == (117, 120)                               # H-6
    notch = [hex_of(3, row, 0) for row in (1, 2, 3)]
    assert all(land.has_toll(number) and land.cost(number) == 1 and not land.can_be_planted(number)
               for number in notch)
    assert plain.strength("devils-fork") == 5                          # T-3
    assert land.strength("devils-fork") == 6
    assert plain.strength("promise") == 7                              # T-4
    assert land.strength("promise") == 6
    assert [land.cube_city(token) for token in ("L1", "L2", "L5")] == ["whika", "devils-fork", "whitehaven"]
    assert plain.cube_city("L1") == ""
    nefaria = next(number for number in land.hexes() if land.city(number) == "nefaria" and land.find(number))
    assert not plain.find(nefaria)                                     # T-6
    guns = [number for number in plain.hexes() if plain.can_be_planted(number) and not land.can_be_planted(number)]
    assert len(guns) == 5                                              # T-8; the sixth is Taintbow
    assert {land.cost(number) for number in guns} == {3}
    taintbow = next(number for number in plain.hexes() if plain.city(number) == "taintbow")
    assert (land.city(taintbow), land.cost(taintbow)) == ("", 2)
    land.tokens.discard("L8")
    assert (land.city(taintbow), land.cost(taintbow)) == ("taintbow", 1)


def can_arrive(game: Scene, land: Land, ends: set[int], number: int, points: int) -> bool:
    """By trying every way."""
    if points < 0:
        return False
    return number in ends or any(can_arrive(game, land, ends, near, points - land.cost(near))
                                 for near in land.near(number))


@rule("M-4", "D-7", "T-8")
@pytest.mark.parametrize(("guns", "most"), [([], 3), ([f"L{n}" for n in range(8, 14)], 5)])
def test_m4_every_step_and_no_other(guns: list[str], most: int) -> None:
    """Against a search over all ways, from random hexes with few points."""
    source = random.Random(4)
    land = Land(PRINTED, "AAAA", guns)
    for _ in range(60):
        start = source.choice(land.hexes())
        value = source.randint(0, most)
        others = source.sample([number for number in land.hexes() if land.city(number) and number != start], 2)
        game = scene({"hex": start, "navigation_discard": [value]}, *({"hex": other} for other in others),
                     phase="movement", legacy=guns, round=4)
        ends = {number for number in land.hexes() if land.city(number)} - set(others)
        answers = [MOVE + direction for direction, near in enumerate(around(start)) if land.is_hex(near)
                   and can_arrive(game, land, ends, near, value + 1 - land.cost(near))]
        answers += [PASS] if start in ends else []
        if len(answers) > 1:
            assert (game.seat, game.answers) == (0, sorted(answers))
        elif not answers:
            assert me(game)["hex"] == start
            assert game.events["rule M-10"] >= 1


@rule("H-3")
def test_h3_planted_hexes_cost_1() -> None:
    dear = hex_of(1, 1, 3)
    player = {"navigation_discard": [1], "hex": hex_of(1, 0, 4)}
    game = scene(player, {}, phase="movement")
    assert game.answers == [PASS, MOVE + E, MOVE + SE]                 # it costs 2, and none would be left to go on
    planted = scene(player, {}, phase="movement", planted=[dear])
    assert planted.answers == [PASS, MOVE + E, MOVE + SW, MOVE + SE]


# --- planting ---

@rule("W-5")
def test_w5_chains_over_any_plants() -> None:
    chain = [hex_of(1, 4, 4), hex_of(1, 4, 5)]
    game = scene({"hex": hex_of(1, 4, 3), "plants": {"green": 1}}, {}, planted=chain)
    answer(game, PLANTING, PLANT)
    places = {answer - HEX for answer in game.answers if answer >= HEX}
    assert places == {hex_of(1, 4, 2), hex_of(1, 3, 2), hex_of(1, 3, 3), hex_of(1, 3, 5)}      # the rest are cities


@rule("W-8")
def test_w8_the_text_book_counts_in_the_active_turn_only() -> None:
    player = {"projects": [57], "plants": {"dry-leaves": 3}, "upgrades": {"growing": 1}}
    game = answer(scene(player, {}), PLANTING, PLANT + 2, OPTION + 1, PLANT + 2, OPTION + 1, PASS)
    assert me(game)["water"] == 11
    game = answer(scene(player, {}), PLANTING, *[PLANT + 2, OPTION + 1] * 3)
    assert game.answers == [OPTION, OPTION + 1]
    answer(game, OPTION)
    assert (me(game)["water"], me(game)["points"]) == (12, 3)
    jose = {"projects": [57, 65], "plants": {"dry-leaves": 2}}
    game = answer(scene({}, jose, scenario=3), COLLECT, DISTRICT + 2, DISTRICT + 1, PASS, *[PLANT + 2, OPTION + 1] * 2)
    assert me(game, 1)["water"] == 8


# --- tasks and points ---

@pytest.mark.parametrize(("task", "told", "points"), [
    ("production", {"production": 5}, 2), ("production", {"production": 6}, 5), ("production", {"production": 10}, 7),
    ("cities", {"cities": {"promise": 2, "whika": 1}}, 2), ("cities", {"cities": {"promise": 1, "nefaria": 1}}, 5),
    ("upgrades", {"upgrades": {"movement": 3, "combat": 1}}, 2),
    ("upgrades", {"upgrades": {"movement": 3, "combat": 2, "growing": 1}}, 6),
    ("green", {"projects": [1, 2, 3]}, 0), ("green", {"projects": [1, 2, 3, 6]}, 2),
    ("blue", {"projects": [25, 26, 27, 28, 29, 30, 31]}, 7), ("yellow", {"projects": [43, 44, 45]}, 5),
    ("projects", {"projects": [1, 2, 3, 6, 25, 26, 27, 43]}, 2),
    ("big", {"projects": [14, 17, 13]}, 5), ("movement", {"projects": [29], "upgrades": {"movement": 1}}, 2),
    ("movement", {"upgrades": {"movement": 1}}, 0), ("combat", {"upgrades": {"combat": 4}, "projects": [40]}, 7),
    ("navigation", {"deck": [1] * 5, "navigation_discard": [1] * 4}, 4), ("navigation", {"deck": [1] * 10}, 9),
])
@rule("J-3")
def test_j3_tasks(task: str, told: Position, points: int) -> None:
    card, pair = next((card, pair) for card, pair in PRINTED.objectives.items() if task in pair)
    other = next(each for each in pair if each != task)
    game = scene({"objectives": [card], "covered": [other]} | told, {})
    assert game.score_breakdown(0)["objectives"] == points


@rule("J-3", "F-7")
def test_j3_the_fight_task() -> None:
    player = {"objectives": [12], "covered": ["big"], "upgrades": {"combat": 4}, "energy": 3, "deck": [3, 1]}
    game = scene(player, {"points": 99}, phase="end", round=8)
    while FIGHT_ENERGY not in game.answers:
        game.answer(WATER if WATER in game.answers else PASS)
    assert game.score_breakdown(0)["objectives"] == 0
    answer(game, FIGHT_ENERGY)
    answer(game, PASS)
    assert game.score_breakdown(0)["objectives"] == 3
    assert game.seat == -1


@rule("E-8")
def test_e8_places_are_shared() -> None:
    game = scene({"points": 80}, {"points": 90}, {"points": 50}, {"points": 80}, phase="end", round=7)
    while game.seat >= 0:
        game.answer(WATER)
    assert (game.places(), game.won()) == ([2, 1, 4, 2], [False, True, False, False])


@pytest.mark.parametrize(("chapter", "points", "stars"), [("1", [100, 69], [5, 0]), ("2", [110, 109], [6, 4]),
                                                          ("5", [75, 90], [1, 6]), ("6", [70, 20], [6, 0])])
@rule("Y-6")
def test_y6_stars(chapter: str, points: list[int], stars: list[int]) -> None:
    game = scene(*({"points": each} for each in points), chapter=chapter, phase="end", round=8)
    while game.seat >= 0:
        game.answer(WATER)
    assert game.stars() == stars
    record = Record.from_dict(game.campaign_record())
    assert record.stars[PRINTED.chapters[chapter].order - 1] == (*stars, 0, 0)


@rule("O-6")
def test_o6_the_goals_alone() -> None:
    def won(scenario: int, points: int, production: int) -> bool:
        player = {"points": points, "production": production, "objectives": [1], "covered": ["movement"]}
        game = scene(player if scenario != 1 else {"points": points}, scenario=scenario, phase="end",
                     round=7 if scenario == 1 else 8)
        while game.seat >= 0:
            game.answer(WATER if WATER in game.answers else PASS)
        return game.won()[0]

    assert [won(1, points, 0) for points in (59, 60)] == [False, True]
    assert [won(2, points, 8) for points in (102, 103)] == [False, True]                       # 7 of the task
    assert not won(3, 200, 7)


# --- the course of a game ---

@pytest.mark.parametrize(("num_players", "scenario", "rounds"), [(1, 1, [2, 4, 6]), (2, 2, [3, 5, 7]),
                                                                 (4, 2, [2, 4, 6]), (4, 1, [3, 5])])
@rule("P-1", "P-2", "G-1", "G-2", "S-8", "E-1")
def test_p1_p2_markers_and_books(num_players: int, scenario: int, rounds: list[int]) -> None:
    game = new_game(Options(num_players, scenario), 2)
    first, books = {}, {}
    while game.seat >= 0:
        position = game.position()
        books[position["round"]] = game.events[f"book {scenario}"] + game.events[f"book {scenario} back"]
        if position["phase"] in ("production", "movement", "action"):
            first[position["round"]] = position["first_player"]
        game.answer(game.answers[-1])
    last = max(first)
    assert [number for number in range(2, last + 1) if books[number] > books[number - 1]] == rounds
    assert all(first[number + 1] == (first[number] + 1) % num_players for number in range(1, last))
    assert game.position()["players"][0]["cubes"] == 0


@rule("G-1", "G-3")
def test_the_phases_follow_the_turn_order() -> None:
    game = new_game(Options(3), 3)
    turns: list[tuple[int, str, int]] = []
    while game.seat >= 0:
        position = game.position()
        turn = position["round"], position["phase"], position["active"]
        if position["active"] >= 0 and turn not in turns:
            turns.append(turn)
        game.answer(game.answers[0])
    for number in range(1, 9):
        for phase in ("movement", "action"):
            order = [active for when, which, active in turns if (when, which) == (number, phase)]
            assert order == [seat for seat in (order[0], (order[0] + 1) % 3, (order[0] + 2) % 3) if seat in order]


@rule("O-6")
def test_o6_one_more_objective() -> None:
    game = new_game(Options(1, 3, extra_objective=True), 1)
    while not TASK <= game.answers[0] < TASK + len(PRINTED.tasks):
        game.answer(game.answers[0])
    position = game.position()
    assert (position["phase"], len(position["players"][0]["objectives"]), len(game.answers)) == ("setup", 2, 4)
    answer(game, game.answers[0])
    assert game.position()["round"] == 1


@rule("T-16")
def test_t16_tokens_of_later_cards_wait() -> None:
    game = scene({}, {}, chapter="1", phase="production", story=14, legacy=[])
    answer(game, OPTION, OPTION)                                       # card 15 unlocks L1
    position = game.position()
    assert (position["story"], position["legacy"], position["campaign"]["legacy"]) == (15, [], ["L1"])
    start = at_first_question(Options(2, chapter="5"))
    assert {"L8", "L13", "L15"} <= set(start["legacy"])                                        # of the start card


@rule("S-11", "T-16")
def test_tokens_of_the_start_card_wait_for_it() -> None:
    """The one difference that the engines had: the tokens lay on the map while projects were still discarded."""
    game = new_game(Options(2, chapter="4a"), 75)
    assert (game.position()["phase"], game.position()["legacy"]) == ("setup", ["L3", "L4", "L6"])
    while game.position()["phase"] == "setup":
        answer(game, game.answers[0])
    assert game.position()["legacy"] == ["L3", "L4", "L6", "L7"]
    guns = new_game(Options(1, chapter="5"), 55)
    assert guns.state.record["guns"][0] == 0
    while guns.position()["phase"] == "setup":
        answer(guns, guns.answers[0])
    assert guns.state.record["guns"][0] == 0b111111


@rule("Y-5", "S-11")
def test_y5_the_start_card_shuffles_in_what_is_locked() -> None:
    position = at_first_question(Options(1, chapter="2"))
    cards = position["deck"] + position["discard"] + position["players"][0]["hand"]
    assert sorted(cards) == list(range(1, 62))                         # numbers 0, 1, 2
    assert position["campaign"]["unlocked"] == [1, 2]


@rule("Y-9")
def test_a_finished_campaign_has_no_next_chapter() -> None:
    with pytest.raises(ValueError, match="over"):
        new_game(Options(2, record=Record(7)))


@rule("B-2", "O-4")
def test_b2_a_build_action_is_more_than_a_grant() -> None:
    player = {"metal": 2, "hand": [6, 22], "water": 3}
    board = scene(player, round=3)                                     # 2 points, or a project
    assert board.answers == [OPTION, OPTION + 1]
    answer(board, OPTION + 1)
    assert board.answers == [PASS, PROJECT + 6, PROJECT + 22]
    board = answer(scene(player, round=5), OPTION)                     # an upgrade, or 2 points
    assert board.answers == [PASS, UPGRADE + 1, UPGRADE + 2]
    board = scene(player, round=2)
    assert board.answers == [*range(WATER, WATER + 4), UPGRADE + 1, UPGRADE + 2, PROJECT + 6, PROJECT + 22]
    assert scene({}, round=3).answers[-1] == BUILD + 1                 # nothing to play: the points, unasked
    assert me(scene({}, round=3))["points"] == 2


@rule("P-4", "N-12")
def test_p4_what_cannot_be_paid_is_not_offered() -> None:
    game = scene({"production": 10, "energy": 4}, {}, phase="production", round=1)
    assert game.answers == [PASS, *range(LEVEL, LEVEL + 9)]
    trap = {"production": 3, "energy": 2, "projects": [19, 20]}
    game = answer(scene(trap, {}, phase="production", round=1), LEVEL + 3)
    assert (me(game)["water"], me(game)["energy"], me(game)["points"]) == (6, 2, 1)


@rule("J-2")
def test_j2_a_fourth_card_is_not_drawn() -> None:
    player = {"objectives": [1, 3, 6], "covered": ["movement", "blue"]}
    game = answer(scene(player, chapter="6", phase="production", story=46, objective_deck=[7]), OPTION)
    assert (me(game)["objectives"], game.position()["objective_deck"]) == ([1, 3, 6], [7])
