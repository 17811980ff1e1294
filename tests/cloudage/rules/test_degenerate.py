"""The degenerate cases of section 22, in its order."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.cloudage.scenario import PASS, act, build, change, do, game_of, hex_at, me, question, quiet, rule
from undersea_env.core.position import State

ENERGY, METAL, WATER, PEOPLE = range(4)
WATER_R, METAL_R, ENERGY_R, CARD_R = range(4)
MOVEMENT, COMBAT, GROWING = range(3)
GREEN, ROOTS, LEAVES, STEM = range(4)
E, NE, NW, W, SW, SE = range(6)
BUILD, PLANT, L14, L15 = 3, 4, 5, 6
BORDERVILLE, GANTRY_HILL = hex_at(1, 1, 1), hex_at(4, 2, 1)
TAKE_WATER = act("RESOURCE", WATER_R)
ALL = list(range(1, 56))                                 # the projects of scenario 1


def with_deck(deck: list[int], discard: list[int], hand: list[int], in_play: list[int], **values: Any) -> State:
    """Scenario 1 with nothing but these cards for seat 0; what is left is in the other player's hand."""
    game = game_of(2, (("scenario", 1),))
    position = quiet(game, "action")
    change(position, 0, hand=hand, projects=in_play, **values)
    rest = [card for card in ALL if card not in {*deck, *discard, *hand, *in_play}]
    change(position, 1, hand=rest)
    position |= {"deck": deck, "discard": discard}
    return game.from_dict(position)


@rule("C-6")
def test_1_and_2_decks_run_out() -> None:
    for deck, discard, drawn in (([], [], []), ([30], [], [30]), ([30], [31, 32, 33, 34], [30])):
        state = with_deck(deck, discard, [22], [], water=2)
        do(state, act("ACTION", BUILD), act("PROJECT", 21))             # Town Archive: 4 cards
        found = me(state)["hand"]
        assert len(found) == min(4, len(deck) + len(discard))
        assert set(drawn) <= set(found)


@rule("C-8", "P-5", "P-7")
def test_3_a_navigation_deck_with_one_card() -> None:
    state = build("production", {"deck": [3], "navigation_discard": [1, 1, 1]}, {})
    do(state, PASS, PASS)
    assert question(state) == 6
    player = me(state)
    assert player["navigation_discard"] == [3, 1]
    assert player["deck"] == [1, 1]


@rule("C-8", "F-2", "F-6")
def test_4_the_cards_of_a_fight_are_not_shuffled_in() -> None:
    state = build(
        "movement",
        {"hex": hex_at(4, 0, 5), "deck": [0], "navigation_discard": [0, 2], "energy": 12}, {},
    )
    do(state, PASS, act("FIGHT", 0), act("FIGHT", 0))                    # the second one after a shuffle
    position = state.to_dict()
    assert position["players"][0]["navigation_discard"] == []
    assert position["pending"]["drawn"][0] == 0
    do(state, act("FIGHT", 0))
    assert question(state) != 9                          # no card is left: the fight is over and lost
    assert sorted(me(state)["navigation_discard"]) == [0, 0, 2]
    assert me(state)["cities"] == {"last-lantern": 1}


@rule("M-1", "P-5")
def test_5_one_navigation_card_or_none() -> None:
    state = build("production", {"deck": [2], "navigation_discard": [], "hex": BORDERVILLE},
                  {"deck": [], "navigation_discard": []})
    before = me(state)
    do(state, PASS, PASS)
    assert question(state) == 7
    after = me(state)
    assert (after["navigation_discard"], after["energy"], after["hand"]) == ([2], before["energy"], [])
    assert state.to_dict()["pending"]["points"] == 2


@rule("D-6")
def test_6_a_lower_card_of_0_is_not_asked_about() -> None:
    state = build("production", {"deck": [0, 1]}, {"deck": [2, 2]})
    do(state, PASS, PASS)
    assert (state.current_player, question(state)) == (1, 6)             # seat 0 was not asked


@rule("C-3", "D-6")
def test_7_energy_beyond_the_track_is_lost() -> None:
    state = build("production", {"deck": [3, 3], "energy": 11}, {})
    do(state, PASS, PASS)
    assert act("OPTION", 0) in state.legal_actions
    do(state, act("OPTION", 0))
    assert me(state)["energy"] == 12


@rule("A-1", "A-2")
def test_8_and_9_empty_sectors_are_closed() -> None:
    game = game_of(2, (("scenario", 2),))
    position = quiet(game, "action")
    cards = [card for sector in position["sectors"] for card in sector]
    position |= {"sectors": [[cards[0]], [], []], "cities_taken": sorted(cards[1:])}
    state = game.from_dict(position)
    assert state.legal_actions == [act("ACTION", place) for place in (0, BUILD, PLANT)]
    do(state, act("ACTION", 0), act("DISTRICT", METAL), act("DISTRICT", ENERGY))
    while question(state) != 12:
        do(state, state.legal_actions[0])
    assert state.current_player == 1
    assert state.legal_actions == [act("ACTION", place) for place in (BUILD, PLANT)]


@rule("G-4", "D-13")
def test_10_the_last_drone_of_four_is_not_asked() -> None:
    state = build("action", {}, {}, {}, {}, tops={0: 1})
    do(state, act("ACTION", 0), act("DISTRICT", 0), act("DISTRICT", 1), act("DISTRICT", 2))
    assert question(state) != 13
    assert 1 in state.to_dict()["cities_taken"]


@rule("M-3", "M-4", "D-7")
def test_11_and_12_no_step_into_a_dead_end() -> None:
    values = {"navigation_discard": [0], "deck": [1]}
    state = build("movement", {"hex": BORDERVILLE, **values}, {"hex": hex_at(1, 2, 1)}, {"hex": hex_at(1, 0, 1)})
    assert question(state) == 9                          # one point, and no free city hex within it: it stays
    state = build("movement", {"hex": BORDERVILLE, **values}, {"hex": hex_at(1, 0, 1)})
    assert state.legal_actions == [PASS, act("MOVE", SW)]
    assert me(state)["hex"] == BORDERVILLE


@rule("S-1", "M-3")
def test_13_the_fourth_player_finds_a_free_city() -> None:
    places = (hex_at(1, 1, 1), hex_at(1, 2, 1), hex_at(1, 3, 1))
    for top in (1, 0):
        state = build("movement", *({"hex": place} for place in places), {"navigation_discard": [top], "deck": [1]},
                      active=3)
        assert state.current_player == 3
        if top == 1:
            assert question(state) == 7
            assert PASS not in state.legal_actions


@rule("F-1", "M-9", "H-4")
def test_14_and_15_no_fight() -> None:
    state = build("movement", {"hex": BORDERVILLE, "cities": {"borderville": 1}, "navigation_discard": [0]}, {})
    do(state, PASS)
    assert question(state) == 11
    assert me(state)["cities"] == {"borderville": 2}
    state = build("movement", {"hex": hex_at(2, 4, 0), "navigation_discard": [0]}, {})          # Waystation
    assert question(state) == 11
    assert me(state)["cities"] == {"waystation": 1}


@rule("F-4", "F-5", "M-8")
def test_16_won_without_a_question() -> None:
    values = {"hex": BORDERVILLE, "navigation_discard": [0], "deck": [1], "upgrades": {"combat": 1}}
    state = build("movement", values, {})
    do(state, PASS)
    assert question(state) == 11
    assert me(state)["water"] == 4
    state = build("movement", {**values, "projects": [34]}, {})          # Combat Video
    do(state, PASS)
    assert (question(state), state.legal_actions) == (9, [PASS, act("FIGHT", 0)])
    do(state, PASS)
    assert me(state)["water"] == 4


@rule("F-3", "F-4")
def test_17_the_first_card_cannot_be_bought_with_points() -> None:
    state = build(
        "production", {"energy": 0, "points": 9, "deck": [2, 2]}, {"energy": 0}, round_no=3, scenario=2,
    )
    assert question(state) == 6                          # neither the book's fight nor P-4 was a question
    assert me(state)["points"] == 9


@rule("C-4", "E-6", "E-8", "E-1", "E-5")
def test_18_points_below_none() -> None:
    none = {"objectives": [6], "deck": [0], "navigation_discard": []}
    state = build("over", {**none, "points": -5}, {**none, "objectives": [5], "points": -5},
                  {**none, "objectives": [7], "points": -9, "water": 99}, round_no=8)
    assert state.scores == (-5, -5, -9)
    assert state.result().ranks == (1, 1, 3)


@rule("B-3")
def test_19_the_last_tile_pays_for_the_next_action() -> None:
    state = build("action", {"metal": 6, "water": 0, "upgrades": {"movement": 2}, "hand": [12]}, {})
    do(state, act("ACTION", BUILD), act("UPGRADE", MOVEMENT))
    assert me(state)["water"] == 5
    assert act("PROJECT", 11) in state.legal_actions
    assert act("UPGRADE", MOVEMENT) not in state.legal_actions


@rule("N-7", "D-21")
def test_20_propeller_plans_without_a_tile() -> None:
    state = build("action", {"metal": 9, "water": 2, "upgrades": {"movement": 3}, "hand": [25]}, {})
    do(state, act("ACTION", BUILD), act("PROJECT", 24))
    assert (question(state), me(state)["metal"], me(state)["projects"]) == (17, 9, [25])


@rule("B-5", "K-4")
def test_21_and_22_costs() -> None:
    state = build("action", {"water": 0, "projects": [23, 24], "hand": [6]}, {})        # Inventor and Frank: 2 - 2
    do(state, act("ACTION", BUILD), act("PROJECT", 5))
    assert me(state)["water"] == 0
    state = build("action", {"water": 2, "metal": 0, "projects": [46], "hand": [27]}, {})        # Sam, EMP Plans: 2 - 4
    do(state, act("ACTION", BUILD), act("PROJECT", 26), act("UPGRADE", COMBAT))
    assert (me(state)["metal"], me(state)["upgrades"]["combat"]) == (0, 1)
    state = build("action", {"water": 9, "hand": [1]}, {})                              # a Wreck costs a card too
    do(state, act("ACTION", BUILD))
    assert act("PROJECT", 0) not in state.legal_actions


@rule("W-1", "W-7", "B-1")
def test_23_a_plant_action_without_plants() -> None:
    state = build("action", {}, {})
    do(state, act("ACTION", PLANT))
    assert (state.current_player, question(state)) == (1, 17)


@rule("C-7", "W-3", "W-10")
def test_24_one_token_in_the_bag() -> None:
    held = {"green": 15, "dry-roots": 8, "dry-leaves": 8, "dry-stem": 8}
    state = build("action", {"plants": held}, {})
    do(state, act("ACTION", PLANT), act("PLANT", ROOTS), act("OPTION", 1))
    assert me(state)["plants"] == {**held, "green": 16, "dry-roots": 7}
    assert me(state)["fresh"]["green"] == 1
    assert state.to_dict()["bag"] == {"green": 0, "dry-roots": 1, "dry-leaves": 0, "dry-stem": 0}


@rule("W-4", "W-5")
def test_25_a_green_plant_without_a_legal_hex() -> None:
    borderville = hex_at(1, 2, 1)                        # all around are cities, plants, or airships
    around = [hex_at(1, 1, 0), hex_at(1, 2, 0), hex_at(1, 2, 2), hex_at(1, 3, 0)]
    game = game_of(2, (("scenario", 2),))
    position = quiet(game, "action")
    change(position, 0, hex=borderville, plants={"green": 1})
    position["planted"] = sorted(around)
    position["bag"]["green"] -= len(around)
    state = game.from_dict(position)
    do(state, act("ACTION", PLANT), act("PLANT", GREEN))
    assert question(state) == 20                         # over the chain
    assert act("HEX", hex_at(1, 1, 2)) in state.legal_actions
    assert all(act("HEX", place) not in state.legal_actions for place in (*around, hex_at(1, 4, 4)))


@rule("W-6", "M-5")
def test_26_planting_on_a_find() -> None:
    beside = hex_at(4, 2, 2)                             # 3 energy
    state = build("action", {"hex": GANTRY_HILL, "plants": {"green": 1}, "energy": 0}, {})
    do(state, act("ACTION", PLANT), act("PLANT", GREEN), act("HEX", beside))
    assert me(state)["energy"] == 3
    assert me(state)["gained"]["finds"] == 0
    assert state.to_dict()["planted"] == [beside]


@rule("N-4", "W-9")
def test_27_jose_outside_of_the_own_turn() -> None:
    state = build(
        "action", {"navigation_discard": []}, {"projects": [65], "plants": {"dry-stem": 1}, "metal": 0},
        tops={0: 2}, scenario=3,
    )
    do(state, act("ACTION", 0), act("DISTRICT", WATER), act("DISTRICT", METAL))         # metal is worth 2
    while state.current_player == 0:
        do(state, PASS)
    while question(state) == 15:
        do(state, PASS)
    assert (question(state), state.legal_actions) == (19, [PASS, act("PLANT", STEM)])
    do(state, act("PLANT", STEM))
    assert (state.current_player, question(state)) == (1, 17)
    assert me(state, 1)["metal"] == 3


@rule("H-6", "T-7", "D-8")
@pytest.mark.parametrize("water", [2, 3])
def test_30_the_toll(water: int) -> None:
    state = build(
        "movement", {"hex": hex_at(2, 3, 4), "water": water, "navigation_discard": [3], "upgrades": {"movement": 2},
                     "cities": {"devils-fork": 1}}, {}, scenario=3,
    )
    do(state, act("MOVE", E), act("MOVE", E))            # over (3, 5) onto the first hex of the notch
    if water == 3:
        assert (question(state), state.legal_actions) == (8, [act("OPTION", 0), act("OPTION", 1)])
        do(state, act("OPTION", 0))
        assert (me(state)["water"], me(state)["points"]) == (0, 0)
    else:
        assert (me(state)["water"], me(state)["points"], me(state)["gained"]["legacy"]) == (2, -3, -3)
    assert me(state)["hex"] == hex_at(3, 3, 0)


@rule("M-4", "T-7", "D-8")
def test_30_a_position_in_which_the_toll_is_asked_goes_on_alike() -> None:
    """Written and read, or dealt anew: the way to a city stays known, and the notch is no place to stop."""
    state = build(
        "movement", {"hex": hex_at(2, 3, 4), "water": 3, "navigation_discard": [3], "cities": {"devils-fork": 1}}, {},
        scenario=3,
    )
    do(state, act("MOVE", E), act("MOVE", E))
    assert question(state) == 8
    game = state.game
    others = [game.from_dict(state.to_dict()), game.from_bytes(state.to_bytes()), state.resample(0, 1)]
    assert others[0] == others[1] == state
    for each in (state, *others):
        do(each, act("OPTION", 0))
        assert question(each) == 7
        assert PASS not in each.legal_actions
        assert each.legal_actions == state.legal_actions


@rule("T-1", "T-2", "Q-2", "Q-3", "D-12")
def test_31_and_39_cubes_in_whitehaven() -> None:
    harbour = {"hex": hex_at(3, 0, 5), "cities": {"whitehaven": 2}}
    state = build("action", {**harbour}, {}, scenario=3)
    assert act("CUBE", 2) not in state.legal_actions     # no plant
    state = build("action", {**harbour, "plants": {"dry-roots": 1, "dry-leaves": 1}}, {}, scenario=3)
    do(state, act("CUBE", 2), act("PLANT", ROOTS), act("OPTION", 1))
    assert me(state)["cities"] == {"whitehaven": 1}
    assert question(state) == 12
    assert act("CUBE", 2) in state.legal_actions
    do(state, act("ACTION", PLANT))
    assert state.legal_actions == [PASS, act("PLANT", LEAVES)]           # the two drawn are fresh


@rule("T-14")
def test_32_l14_lost() -> None:
    state = build("action", {"energy": 0}, {}, scenario=3)
    do(state, act("ACTION", L14))
    assert (state.current_player, question(state)) == (1, 12)


@rule("S-8", "S-12", "P-2", "G-1", "G-2")
def test_33_scenario_1_with_four_players() -> None:
    assert game_of(4, (("scenario", 1),)).rulebook[0]["rounds"] == 6
    everybody = [{"metal": 2} for _ in range(4)]
    for round_no, asked in ((2, 5), (3, 3), (4, 5), (5, 3), (6, 5)):
        state = build("production", *everybody, round_no=round_no, scenario=1)
        assert question(state) == asked
    state = build("production", *everybody, round_no=3, scenario=1)
    do(state, PASS, PASS, PASS)
    assert not state.to_dict()["scenario_back"]
    do(state, PASS)
    assert state.to_dict()["scenario_back"]


@rule("A-6", "A-8", "D-14", "D-15")
def test_38_the_card_just_taken_may_be_removed() -> None:
    state = build("action", {"navigation_discard": [1]}, {}, tops={0: 1})
    do(state, act("ACTION", 0), act("DISTRICT", WATER), act("DISTRICT", METAL), act("NAV", 3))
    assert me(state)["navigation_discard"] == [1]
    state = build("action", {"navigation_discard": [1], "projects": [50], "deck": [0]}, {}, tops={0: 1})
    do(state, act("ACTION", 0), act("DISTRICT", WATER), act("DISTRICT", METAL))
    assert question(state) == 14
    do(state, act("OPTION", 0))
    player = me(state)
    assert (player["deck"], player["known_top"], player["navigation_discard"]) == ([3, 0], 1, [1])
    assert state.legal_actions == [PASS, act("NAV", 1)]


@rule("D-26", "W-3", "N-5")
def test_40_green_market_takes_what_was_to_be_planted() -> None:
    state = build(
        "action",
        {"hex": GANTRY_HILL, "plants": {"green": 1, "dry-stem": 1, "dry-leaves": 2}, "hand": [59, 30], "water": 1,
         "upgrades": {"growing": 3}}, {},
    )
    do(state, act("ACTION", PLANT), act("PLANT", STEM), act("PROJECT", 58))
    assert question(state) == 3
    do(state, act("OPTION", 0))
    assert (question(state), state.legal_actions) == (26, [act("PLANT", GREEN), act("PLANT", LEAVES)])
    do(state, act("PLANT", GREEN))
    assert me(state)["points"] == 7                      # the other two go unasked
    assert (state.current_player, question(state)) == (1, 17)
    assert sum(me(state)["plants"].values()) == 0


@rule("Q-2")
def test_41_the_last_space_is_asked_for_because_of_l5() -> None:
    last = {"cities": {"whitehaven": 1}, "plants": {"dry-leaves": 1}}
    state = build("action", {}, {}, {}, last, tops={0: 1}, scenario=3)
    do(state, act("ACTION", 0), act("DISTRICT", 0), act("DISTRICT", 1), act("DISTRICT", 2))
    assert (state.current_player, question(state)) == (3, 13)
    assert state.legal_actions == [act("CUBE", 2), act("DISTRICT", 3)]


@rule("E-2", "E-3", "E-4", "J-3", "J-4")
def test_42_a_covered_fight_task_is_not_fought() -> None:
    values = {"objectives": [7, 1], "deck": [2], "navigation_discard": [], "energy": 1}
    for covered, asked in ((["fight"], 0), (["yellow"], 9)):
        state = build("end", {**values, "covered": covered}, {"objectives": [5], "points": 50}, round_no=8)
        while question(state) in (5, 17):
            do(state, PASS if question(state) == 5 else TAKE_WATER)
        assert question(state) == asked


@rule("F-6", "N-3")
def test_44_combat_video_when_the_fight_is_lost() -> None:
    state = build(
        "movement",
        {"hex": hex_at(4, 4, 5), "navigation_discard": [0], "deck": [2, 0], "energy": 0, "upgrades": {"combat": 4},
         "projects": [34], "water": 0}, {},
    )
    do(state, act("FIGHT", 0), PASS)                     # 6 against 9
    assert me(state)["water"] == 2
    assert me(state)["cities"] == {"cinder-gate": 1}


# --- what injected faults got past ---


@rule("K-2", "W-10")
def test_growing_that_is_built_in_a_build_action_is_not_fresh() -> None:
    """Project 70 gives a growing; only what comes while planting must wait."""
    state = build("action", {"hand": [70], "water": 9}, {}, scenario=3)
    do(state, act("ACTION", BUILD), act("PROJECT", 69))
    assert me(state)["projects"] == [70]
    assert me(state)["fresh_growing"] == 0


@rule("N-2")
def test_projects_of_one_colour_are_counted() -> None:
    """Project 71, yellow: 2 points for each yellow one, itself included."""
    for others, points in (([], 2), ([79], 4)):
        state = build("action", {"hand": [71], "projects": others, "water": 9}, {}, scenario=3)
        do(state, act("ACTION", BUILD), act("PROJECT", 70))
        assert me(state)["gained"]["projects"] == points


@rule("N-6")
def test_a_project_among_the_last_is_one_that_can_be_played() -> None:
    """The third place of the solo board: 2 points or a project."""
    state = build("action", {"hand": [71], "water": 7}, round_no=3, scenario=3)
    assert state.legal_actions == [act("OPTION", 0), act("OPTION", 1)]
    do(state, act("OPTION", 1), act("PROJECT", 70))
    assert me(state)["projects"] == [71]
    state = build("action", {"hand": [71], "water": 6}, round_no=3, scenario=3)
    assert (question(state), me(state)["points"]) == (12, 2)


@rule("G-5", "E-7")
def test_a_place_without_a_frame_is_zero_and_nothing_is_left_of_fights_in_the_end() -> None:
    for players in (1, 2, 4):
        state = game_of(players, (("scenario", 3),)).new_game(players)
        rng = random.Random(players)
        while not state.is_terminal:
            state.apply_action(rng.choice(state.legal_actions))
            record = state.record[0]
            assert not record["frame"][int(record["frame_count"]) :].tobytes().strip(b"\0")
        assert (record["strength"], record["won"]) == (0, 0)
