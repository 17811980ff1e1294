"""Components and set-up, on both engines (sections 1, 3 and 13)."""

from collections import Counter

import pytest

from tests.cloudage.agreement import game_of, stream_of
from tests.cloudage.oracle import Game, Options
from tests.cloudage.oracle.numbers import OPTION, PROJECT, UPGRADE
from tests.cloudage.scenes import FOLDER, PRINTED, Scene, answer, at_first_question, new_game, scene
from tests.ruled import rule

EVERY_CARD = range(1, 80)


def chosen(options: Options, seed: int = 1) -> Scene:
    """A new game with the set-up behind it."""
    game = new_game(options, seed)
    while game.position()["phase"] == "setup":
        answer(game, game.answers[0])
    return game


@rule("C-1")
def test_what_is_in_the_box() -> None:
    assert sorted(PRINTED.boards) == [(board, side) for board in (1, 2, 3, 4) for side in "AB"]
    assert len(PRINTED.production) == 11
    assert sorted(PRINTED.city_cards) == list(range(1, 40))
    assert len(PRINTED.sleeves) == 6
    assert sorted(PRINTED.projects) == list(EVERY_CARD)
    assert {project.number for project in PRINTED.projects.values()} == set(range(9))
    assert len(PRINTED.objectives) == 12
    assert sorted(PRINTED.stories) == list(range(11, 49))
    assert sorted(PRINTED.scenarios) == [1, 2, 3]
    assert len(PRINTED.tokens) == 15
    assert sum(PRINTED.plant_counts) == 40
    assert sorted(PRINTED.navigation) == [0, 1, 1, 1, 2, 2, 3]
    assert sum(len(tiles) for tiles in PRINTED.upgrades.values()) == 10


@rule("C-9", "S-3")
@pytest.mark.parametrize("num_players", [1, 4])
def test_eight_city_cards_to_a_sector(num_players: int) -> None:
    position = new_game(Options(num_players), 3).position()
    assert [len(pile) for pile in position["sectors"]] == [8, 8, 8]
    assert len(position["cities_out"]) == 15
    cards = [card for pile in (*position["sectors"], position["cities_out"]) for card in pile]
    assert sorted(cards) == list(range(1, 40))
    assert len(set(position["sleeves"])) == 3
    out = chosen(Options(num_players), 3).position()["cities_out"]
    assert out == position["cities_out"]


@rule("S-1")
@pytest.mark.parametrize(("num_players", "side"), [(1, "A"), (2, "A"), (3, "A"), (4, "B")])
def test_board_1_is_that_of_the_number_of_players(num_players: int, side: str) -> None:
    game = new_game(Options(num_players, 2, sides="BAB"))
    (row, col), = (place for place, printed in PRINTED.boards[1, side].hexes.items() if printed.start)
    assert {player["hex"] for player in game.position()["players"]} == {6 * row + col}
    assert game.position()["sides"] == "BAB"


@rule("S-2")
def test_growing_upgrades_are_there_with_plants_only() -> None:
    rich = {"metal": 20}
    assert UPGRADE + 2 in answer(scene(rich, {}), 34).answers
    assert UPGRADE + 2 not in answer(scene(rich, {}, scenario=1), 34).answers


@rule("S-4", "S-7")
@pytest.mark.parametrize("scenario", [2, 3])
def test_what_a_player_begins_with(scenario: int) -> None:
    position = new_game(Options(3, scenario), 5).position()
    for player in position["players"]:
        assert [player[name] for name in ("energy", "water", "metal", "production", "points")] == [2, 2, 2, 0, 0]
        assert sum(player["plants"].values()) == 2
        assert sorted(player["deck"]) == [0, 1, 1, 1, 2, 2, 3]
        assert player["navigation_discard"] == []
    assert sum(position["bag"].values()) == 34


@rule("S-5")
@pytest.mark.parametrize(("scenario", "numbers"), [(1, {0}), (2, {0, 1, 2, 3}), (3, {0, 1, 4, 5, 6, 7, 8})])
def test_projects_of_a_scenario(scenario: int, numbers: set[int]) -> None:
    position = new_game(Options(2, scenario), 2).position()
    cards = [*position["deck"], *(card for player in position["players"] for card in player["hand"])]
    assert sorted(cards) == [card for card in EVERY_CARD if PRINTED.projects[card].number in numbers]


@rule("S-6")
def test_legacy_tokens_of_a_scenario() -> None:
    assert [new_game(Options(2, scenario)).position()["legacy"] for scenario in (1, 2, 3)] == [
        [], ["L1", "L3", "L4", "L6"], ["L2", "L5", "L7", "L14"],
    ]


@rule("S-9")
def test_every_seat_begins_as_often() -> None:
    game = game_of({"num_players": 3, "scenario": 2, "sides": "AAA", "extra_objective": False})
    first = Counter(int(game.new_game(seed).record["first"][0]) for seed in range(900))
    assert set(first) == {0, 1, 2}
    assert all(240 < times < 360 for times in first.values())          # 300 +- 4 deviations


@rule("S-10", "D-1", "D-2", "X-2")
def test_five_projects_and_one_objective_are_kept() -> None:
    game = new_game(Options(2), 6)
    first = game.seat
    before = game.position()
    assert [len(player["hand"]) for player in before["players"]] == [8, 8]
    dealt = before["players"][first]["dealt"]
    assert [len(player["dealt"]) for player in before["players"]] == [2, 2]
    thrown = []
    for _ in range(3):
        assert all(PROJECT < each < PROJECT + 80 for each in game.answers)
        thrown.append(game.answers[0] - PROJECT)
        answer(game, game.answers[0])
        assert game.position()["discard"] == sorted(thrown)
    assert (game.seat, game.answers) == (first, [OPTION, OPTION + 1])
    answer(game, OPTION + 1)
    chosen = game.position()["players"][first]
    assert (chosen["objectives"], chosen["refused"]) == ([dealt[1]], dealt[0])
    assert game.seat == 1 - first
    while game.position()["phase"] == "setup":
        answer(game, game.answers[0])
    after = game.position()
    assert [len(player["objectives"]) for player in after["players"]] == [1, 1]
    kept = [player["objectives"][0] for player in after["players"]]
    assert sorted(after["objective_deck"] + kept) == list(range(1, 13))
    assert [len(player["hand"]) for player in after["players"]] == [5, 5]


@rule("S-12")
def test_scenario_1_has_five_cards_and_no_plants() -> None:
    game = new_game(Options(2, 1), 6)
    position = game.position()
    assert position["round"] == 1
    assert [len(player["hand"]) for player in position["players"]] == [5, 5]
    assert [player["cubes"] for player in position["players"]] == [7, 7]
    assert sum(position["bag"].values()) == 0
    assert new_game(Options(4, 1), 6).position()["players"][0]["cubes"] == 6


@rule("O-1")
def test_set_up_alone() -> None:
    position = at_first_question(Options(1))
    assert position["players"][0]["cubes"] == 8
    assert at_first_question(Options(1, 1))["players"][0]["cubes"] == 7


@rule("S-13", "G-2")
def test_a_game_may_be_shorter() -> None:
    game = new_game(Options(2, 1, rounds=2), 3)
    seen = set()
    while game.seat >= 0:
        seen.add((game.position()["round"], game.position()["phase"]))
        answer(game, game.answers[-1])
    assert max(seen)[0] == 2
    assert (2, "end") in seen
    assert game.position()["players"][0]["cubes"] == 5


@rule("X-2")
def test_chance_of_the_set_up_is_drawn_in_one_order() -> None:
    """Everything that is dealt follows from the stream in the order of the rule: here the first of it, by hand."""
    seed = 11
    oracle = Game(FOLDER, Options(2), stream_of(seed))
    chance = oracle._table.chance.__class__(stream_of(seed))
    position = new_game(Options(2), seed).position()
    assert position["first_player"] == chance.below(2)
    assert position["sleeves"] == chance.shuffled(list(range(1, 7)))[:3]
    cities = chance.shuffled(list(range(1, 40)))
    assert [pile[::-1] for pile in position["sectors"]] == [cities[:-9 - 8 * k:-1][8 * k:] for k in range(3)]
    chance.shuffled([card for card in EVERY_CARD if PRINTED.projects[card].number < 4])
    chance.shuffled(list(range(1, 13)))
    decks = [chance.shuffled([0, 1, 1, 1, 2, 2, 3])[::-1] for _ in range(2)]
    assert [player["deck"] for player in position["players"]] == decks
