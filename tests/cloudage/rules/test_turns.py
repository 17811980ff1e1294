"""What no worked example shows, on both engines: parts in order, payments, questions, the end (sections 2 to 18)."""

import random

import pytest

from tests.cloudage.agreement import Duel, duel_of
from tests.cloudage.oracle import Options
from tests.cloudage.oracle.numbers import (
    BUILD,
    COLLECT,
    DISTRICT,
    LEVEL,
    MOVE,
    NAV,
    OPTION,
    PASS,
    PLANT,
    PROJECT,
    RESOURCE,
    UPGRADE,
)
from tests.cloudage.scenes import Scene, answer, hex_of, me, new_game, scene
from tests.ruled import rule
from undersea_env.cloudage.kernel.actions import ACTIONS

WATER, METAL, ENERGY, CARD = range(RESOURCE, RESOURCE + 4)
ON_ENERGY, ON_METAL, ON_WATER, ON_PEOPLE = range(DISTRICT, DISTRICT + 4)
BLOCKS_OF = {                                          # the table of section 18
    1: "PROJECT", 2: "OPTION", 3: "OPTION PASS", 4: "OPTION", 5: "LEVEL PASS", 6: "OPTION", 7: "MOVE PASS", 8: "OPTION",
    9: "FIGHT CUBE PASS", 10: "OPTION", 11: "OPTION", 12: "ACTION CUBE", 13: "DISTRICT CUBE", 14: "OPTION",
    15: "NAV PASS", 16: "RESOURCE UPGRADE PASS", 17: "UPGRADE PROJECT RESOURCE CUBE", 18: "PROJECT", 19: "PLANT PASS",
    20: "HEX PASS", 21: "UPGRADE PASS", 22: "PROJECT PASS", 23: "RESOURCE", 24: "TASK", 25: "GUN", 26: "PLANT",
    27: "ACTION PASS",
}
IN_FIGHTS, IN_THE_ACTION_PHASE = {9, 10}, 11           # cubes of L1 and L2, of L5


def played(numbers: range) -> list[Duel]:
    duels = []
    for number in numbers:
        duel, policy, rng = duel_of(number)
        duels.append(duel)
        while not duel.is_over:
            check_question(duel)
            duel.step(policy(duel, rng))
    return duels


def check_question(duel: Duel) -> None:
    question, answers = int(duel.state.record["question"][0]), duel.state.legal_actions
    blocks = {ACTIONS.block_of(each)[0].name for each in answers}
    assert blocks <= set(BLOCKS_OF[question].split())
    assert len(answers) > 1                            # G-4
    if question == 9:
        assert IN_THE_ACTION_PHASE not in answers
    elif "CUBE" in blocks:
        assert not IN_FIGHTS & set(answers)
        assert duel.state.to_dict()["phase"] == "action"


@rule("Q-3", "G-4", "D-9", "D-12", "D-13", "D-17")
def test_every_question_has_the_answers_of_its_row() -> None:
    """So nothing can be started at another moment than those of Q-1 and Q-2."""
    assert len(played(range(5000, 5030))) == 30


@rule("C-2", "D-26")
def test_what_is_paid_goes_back() -> None:
    game = scene({"plants": {"green": 2, "dry-stem": 1}, "hand": [59, 6, 22], "water": 1}, {}, bag={"green": 14})
    assert sum(game.position()["bag"].values()) == 14
    answer(game, BUILD, PROJECT + 59, PROJECT + 6, OPTION, PLANT, PLANT)
    assert game.position()["bag"] == {"green": 16, "dry-roots": 0, "dry-leaves": 0, "dry-stem": 1}
    assert (game.position()["discard"], me(game)["water"], me(game)["points"]) == ([6], 0, 7)


@rule("C-5")
def test_grey_points_are_not_on_the_track() -> None:
    game = scene({"projects": [15]}, {})
    assert (me(game)["points"], game.scores()[0]) == (0, 6)


@rule("C-7")
def test_an_empty_bag_gives_no_plant() -> None:
    game = scene({"hand": [56], "water": 5}, {}, scenario=3, bag={"dry-roots": 1})
    answer(game, BUILD, PROJECT + 56)
    assert me(game)["plants"] == {"green": 0, "dry-roots": 1, "dry-leaves": 0, "dry-stem": 0}
    assert sum(game.position()["bag"].values()) == 0


@rule("G-5")
def test_what_is_written_first_is_done_first() -> None:
    game = answer(scene({"metal": 2}, {}, scenario=1, phase="production", round=2), OPTION)
    assert (me(game)["metal"], me(game)["points"]) == (0, 2)           # before the choice
    assert game.answers == [OPTION, OPTION + 1]


@rule("P-7")
def test_all_produce_before_anybody_reveals() -> None:
    player = {"production": 1, "energy": 2}
    game = scene(player, player, phase="production", round=1)
    answer(game, LEVEL)
    assert (game.seat, me(game)["navigation_discard"]) == (1, [])
    answer(game, LEVEL)
    assert len(me(game)["navigation_discard"]) == 2


@rule("H-5", "N-2")
def test_the_grappler_reacts_to_the_first_metal() -> None:
    player = {"projects": [35], "navigation_discard": [4], "upgrades": {"movement": 3}, "hex": hex_of(1, 1, 2)}
    game = answer(scene(player, {"hex": hex_of(1, 3, 1)}, phase="movement"), MOVE + 3)
    assert me(game)["metal"] == 2                                      # a find in Borderville, a city
    answer(game, MOVE, MOVE + 3)
    assert me(game)["metal"] == 2


@rule("M-8", "M-9")
def test_the_cube_is_placed_after_the_fight() -> None:
    game = scene({"hex": hex_of(1, 4, 3)}, {}, phase="movement", round=4)
    assert (me(game)["energy"], me(game)["cities"]) == (2, {})
    assert game.answers == [PASS, 7]
    answer(game, PASS)
    assert me(game)["cities"] == {"hollow-well": 1}


@rule("A-8", "D-14")
@pytest.mark.parametrize(("where", "deck", "discard"), [(OPTION, [4], []), (OPTION + 1, [], [4])])
def test_parrot(where: int, deck: list[int], discard: list[int]) -> None:
    game = scene({"projects": [50], "deck": []}, {}, sectors=[[30, 2], [12], [3]])
    answer(game, COLLECT, ON_METAL, ON_ENERGY)
    assert (game.answers, game.position()["sectors"][0]) == ([OPTION, OPTION + 1], [2])
    answer(game, where)
    assert (me(game)["deck"], me(game)["navigation_discard"], me(game)["known_top"]) == (deck, discard, len(deck))
    assert (NAV + 4 in game.answers) == bool(discard)                  # the update on metal


@rule("A-9")
def test_drones_return_after_every_action() -> None:
    game = answer(scene({}, {}, sectors=[[20, 21], [2], [3]]), COLLECT, ON_WATER, ON_ENERGY)
    while game.position()["active"] == 0:
        answer(game, PASS)
    answer(game, COLLECT)
    assert game.answers == [ON_ENERGY, ON_METAL, ON_WATER, ON_PEOPLE]


@rule("K-4", "B-5")
def test_discounts_are_of_water_and_change_no_print() -> None:
    player = {"projects": [23], "hand": [17, 6], "water": 7, "objectives": [12], "covered": ["fight"]}
    game = answer(scene(player, {}), BUILD, PROJECT + 17)
    assert (me(game)["water"], me(game)["hand"], game.position()["discard"]) == (0, [], [6])
    two_more = player | {"projects": [17, 14, 15, 23], "hand": []}
    assert scene(two_more, {}).score_breakdown(0)["objectives"] > 0    # big ones by their printed cost


@rule("E-2", "E-3", "E-5")
def test_the_last_production_and_the_last_builds() -> None:
    player = {"production": 1, "energy": 3, "metal": 9, "water": 30, "hand": [6, 8]}
    game = scene(player, player | {"points": 5}, phase="end", round=8)
    assert (game.seat, game.answers[0]) == (0, PASS)
    answer(game, LEVEL)
    assert game.seat == 1
    answer(game, LEVEL)
    assert (game.seat, LEVEL in game.answers) == (0, False)
    answer(game, WATER)
    assert game.seat == 0
    answer(game, METAL)
    assert game.seat == 1
    answer(game, WATER, CARD)
    assert (game.seat, game.scores()) == (-1, [0, 5])                  # resources are worth nothing


@rule("E-9")
def test_points_by_source_sum_up() -> None:
    for duel in played(range(5030, 5040)):
        for seat, score in enumerate(duel.oracle.scores()):
            parts = duel.state.score_breakdown(seat)
            assert sum(parts.values()) - parts["total"] == parts["total"] == score
            assert parts["fights"] <= 0


@rule("O-8")
def test_votes_alone() -> None:
    game = scene({}, chapter="1", phase="production", story=11, round=3)
    assert game.answers == [OPTION, OPTION + 1]
    answer(game, OPTION + 1)
    assert game.position()["story"] == 13


@rule("N-6", "D-22")
def test_branches_that_can_be_chosen() -> None:
    def space(round_number: int, **player: object) -> Scene:
        return scene(player, round=round_number)

    assert space(5, metal=0).answers[0] != OPTION                      # no upgrade: the points, unasked
    assert me(space(5, metal=0))["points"] == 2
    assert space(5, metal=9).answers == [OPTION, OPTION + 1]
    assert space(4).answers == [OPTION, OPTION + 1]                    # collect in sector 3, or a build action
    closed = scene({}, round=4, sectors=[[1], [2], []])
    assert closed.answers == [WATER, METAL, ENERGY, CARD]
    assert space(3, hand=[6], water=2).answers == [OPTION, OPTION + 1]
    assert answer(space(3, hand=[6], water=2), OPTION + 1).answers == [PASS, PROJECT + 6]


@rule("N-8")
@pytest.mark.parametrize(("movement", "points"), [(2, 0), (3, 4)])
def test_a_book_that_asks_for_movement(movement: int, points: int) -> None:
    player = {"upgrades": {"movement": movement}, "navigation_discard": [4]}
    game = scene(player, chapter="4a", phase="production", story=32, round=3)
    assert me(game)["points"] == points


@rule("N-10", "D-23")
def test_a_resource_of_ones_choice() -> None:
    game = scene({"projects": [52]}, {}, sectors=[[1], [2], [3]])
    answer(game, COLLECT, ON_ENERGY, ON_METAL)
    assert game.answers == [WATER, METAL, ENERGY, CARD]
    answer(game, METAL)
    assert (me(game)["energy"], me(game)["metal"]) == (1, 1)


@rule("B-5", "N-7")
def test_discounts_on_upgrades_add_up() -> None:
    mechanics = {"projects": [43], "hand": [44], "water": 3, "metal": 0}
    game = answer(scene(mechanics, {}), BUILD, PROJECT + 44)
    assert game.answers == [PASS, UPGRADE + 1, UPGRADE + 2]            # those of 2 metal
    game = answer(scene(mechanics | {"projects": [43, 46]}, {}), BUILD, PROJECT + 44)
    assert game.answers == [PASS, UPGRADE, UPGRADE + 1, UPGRADE + 2]   # Sam, 1 metal more


@rule("X-3")
def test_nothing_is_drawn_before_it_is_needed() -> None:
    """A step of an airship that gives no card, an upgrade, a pass: the stream stays where it is."""
    game = new_game(Options(2), 4)
    rng, unmoved = random.Random(4), 0
    while game.seat >= 0:
        before, position = game.stream, game.position()
        answer(game, rng.choice(game.answers))
        after = game.position()
        cards = len(position["deck"]) + len(position["objective_deck"]) + sum(position["bag"].values())
        same = cards == len(after["deck"]) + len(after["objective_deck"]) + sum(after["bag"].values())
        decks = [len(player["deck"]) for player in position["players"]]
        if same and decks == [len(player["deck"]) for player in after["players"]] and game.seat >= 0:
            assert game.stream == before
            unmoved += 1
    assert unmoved > 50
