"""The examples of section 21, in its order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cloudage.scenario import PASS, act, build, do, game_of, hex_at, me, question, rule

ENERGY, METAL, WATER, PEOPLE = range(4)
WATER_R, METAL_R, ENERGY_R, CARD_R = range(4)
MOVEMENT, COMBAT, GROWING = range(3)
GREEN, ROOTS, LEAVES, STEM = range(4)
E, NE, NW, W, SW, SE = range(6)
BUILD, PLANT, L14 = 3, 4, 5
WRECK, DEW_NETS, CISTERN = 1, 6, 13
BORDERVILLE = hex_at(1, 1, 1)


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a player that have changed, and by how much."""
    names = ("water", "metal", "energy", "points", "production")
    return {name: after[name] - before[name] for name in names if after[name] != before[name]}


@rule("P-4", "D-5")
def test_1_a_lower_row_may_be_used() -> None:
    for answer, gained in ((2, (3, 1, 0)), (1, (3, 0, 1)), (0, (2, 0, 1))):
        state = build("production", {"production": 2, "energy": 2}, {})
        assert question(state) == 5
        assert state.legal_actions == [PASS, act("LEVEL", 0), act("LEVEL", 1), act("LEVEL", 2)]
        do(state, act("LEVEL", answer))
        player = me(state)
        assert (player["water"] - 2, player["points"], player["energy"]) == gained


@rule("P-5", "D-6")
def test_2_the_lower_card_gives_energy_or_cards() -> None:
    for option, energy, cards in ((0, 4, 0), (1, 2, 2)):
        state = build("production", {"deck": [2, 3, 1, 0, 1, 1, 2]}, {})
        do(state, PASS, PASS)
        assert question(state) == 6
        do(state, act("OPTION", option))
        player = me(state)
        assert (player["energy"], len(player["hand"])) == (energy, cards)
        assert player["navigation_discard"] == [3, 2]


def flight(**values: Any) -> Any:
    """Six movement points without the solar panel, on Borderville."""
    return build(
        "movement",
        {"hex": BORDERVILLE, "deck": [1, 1], "navigation_discard": [3, 0], "upgrades": {"movement": 3}, **values},
        {},
    )


@rule("M-1", "M-2", "M-5", "M-6", "D-7")
def test_3_a_flight_to_beggars_end() -> None:
    state = flight()
    before = me(state)
    do(state, act("MOVE", E), act("MOVE", E), act("MOVE", SE), act("MOVE", E))
    assert me(state)["hex"] == hex_at(1, 2, 5)
    do(state, PASS)
    after = me(state)
    assert changes(before, after) == {"points": 1, "energy": 2}
    assert len(after["hand"]) == 3
    assert question(state) == 9                          # the fight in Beggar's End


@rule("M-5")
def test_4_a_find_is_given_on_a_return_and_once_a_turn() -> None:
    state = flight()
    before = me(state)
    do(state, act("MOVE", E), act("MOVE", W))
    assert changes(before, me(state)) == {"points": 1, "metal": 1}
    do(state, act("MOVE", E))
    assert changes(before, me(state)) == {"points": 1, "metal": 1}


@rule("M-9", "D-11")
def test_5_the_uncovered_space_gives_one_of_its_options() -> None:
    for option, gained in ((0, {"metal": 1}), (1, {"energy": 1})):
        state = flight(cities={"borderville": 1})
        do(state, PASS)                                  # no fight: there is a cube already (F-1)
        assert question(state) == 11
        before = me(state)
        do(state, act("OPTION", option))
        after = me(state)
        assert changes(before, after) == gained
        assert after["cities"] == {"borderville": 2}
        assert after["cubes"] == 7


@rule("A-1", "A-2", "A-4", "A-5")
@pytest.mark.parametrize(
    ("district", "gained", "cards", "asked"),
    [(WATER, {"water": 3}, 0, 15), (METAL, {"metal": 2}, 0, 17), (ENERGY, {"energy": 1}, 0, 17), (PEOPLE, {}, 1, 16)],
)
def test_6_districts_of_city_card_1(district: int, gained: dict[str, int], cards: int, asked: int) -> None:
    state = build("action", {"navigation_discard": [1]}, {}, tops={0: 1})
    before = me(state)
    others = act("DISTRICT", METAL if district != METAL else ENERGY)
    do(state, act("ACTION", 0), act("DISTRICT", district), others)
    after = me(state)
    assert changes(before, after) == gained
    assert len(after["hand"]) == cards
    assert after["navigation_discard"] == [3, 1]
    assert sum(after["plants"].values()) == 1
    if asked != 17:
        assert question(state) == asked
        do(state, PASS)
    assert 1 in state.to_dict()["cities_taken"]


@rule("A-1", "A-3", "A-4", "A-6", "A-7", "D-13", "D-15", "D-16")
def test_7_two_players_collect() -> None:
    state = build("action", {"navigation_discard": [1, 0]}, {"metal": 3}, tops={1: 2})
    do(state, act("ACTION", 1), act("DISTRICT", METAL))
    assert act("DISTRICT", METAL) not in state.legal_actions
    do(state, act("DISTRICT", WATER))
    active = me(state)
    assert (sum(active["plants"].values()), active["metal"], active["navigation_discard"]) == (3, 4, [2, 1, 0])
    assert state.legal_actions == [PASS, act("NAV", 0), act("NAV", 1), act("NAV", 2)]
    do(state, act("NAV", 1))
    assert me(state)["navigation_discard"] == [2, 0]
    assert question(state) == 16
    other = me(state, 1)
    assert other["water"] == 5
    do(state, act("UPGRADE", COMBAT))
    other = me(state, 1)
    assert (other["metal"], other["upgrades"]["combat"]) == (1, 1)
    assert (state.current_player, question(state)) == (1, 12)


@rule("B-1", "B-3", "B-4", "D-17")
def test_8_a_combat_upgrade() -> None:
    state = build("action", {"metal": 2}, {})
    do(state, act("ACTION", BUILD), act("UPGRADE", COMBAT))
    player = me(state)
    assert (player["metal"], player["upgrades"]["combat"]) == (0, 1)
    assert state.score_breakdown(0)["upgrades"] == 1
    assert state.record["players"][0, 0]["permanent"].tolist() == [0, 1, 0]


@rule("K-1", "K-2", "P-6", "D-18")
@pytest.mark.parametrize(("level", "cards"), [(0, 0), (1, 2)])
def test_9_a_wreck(level: int, cards: int) -> None:
    state = build("action", {"water": 3, "production": level, "hand": [WRECK, 30]}, {})
    do(state, act("ACTION", BUILD), act("PROJECT", WRECK - 1))
    player = me(state)
    assert (player["water"], player["metal"], player["production"]) == (0, 4, level + 1)
    assert player["projects"] == [WRECK]
    assert len(player["hand"]) == cards
    assert state.to_dict()["discard"] == [30]
    assert state.score_breakdown(0)["project cards"] == 1


@rule("P-6")
def test_10_production_at_its_end() -> None:
    for project, water, level in ((DEW_NETS, 2, 10), (CISTERN, 6, 9)):
        state = build("action", {"water": water, "production": level, "hand": [project]}, {})
        do(state, act("ACTION", BUILD), act("PROJECT", project - 1))
        assert (me(state)["production"], me(state)["points"]) == (10, 2)


@rule("W-1", "W-2", "W-3", "W-4", "W-5", "W-6", "W-7", "D-19", "D-20")
def test_11_three_plants() -> None:
    first, second = hex_at(4, 2, 0), hex_at(3, 3, 5)
    gantry_hill = hex_at(4, 2, 1)
    state = build(
        "action", {"hex": gantry_hill, "plants": {"green": 2, "dry-roots": 1}, "upgrades": {"growing": 1}}, {},
    )
    before = me(state)
    do(state, act("ACTION", PLANT), act("PLANT", GREEN))
    assert act("HEX", second) not in state.legal_actions
    do(state, act("HEX", first), act("PLANT", GREEN), act("HEX", second))
    assert changes(before, me(state)) == {"points": 4, "metal": 3}
    do(state, act("PLANT", ROOTS), act("OPTION", 0))
    assert changes(before, me(state)) == {"points": 4, "metal": 3, "energy": 4}
    position = state.to_dict()
    assert position["planted"] == sorted([first, second])
    assert position["bag"]["dry-roots"] == 8
    assert (state.current_player, question(state)) == (1, 17)
    do(state, act("RESOURCE", WATER_R))
    assert question(state) == 12


@rule("P-2", "P-3", "D-3", "D-10", "N-5")
def test_12_a_book_that_is_paid() -> None:
    state = build("production", {"metal": 2}, {"metal": 1}, round_no=2, scenario=1)
    assert (question(state), state.legal_actions) == (3, [PASS, act("OPTION", 0)])
    do(state, act("OPTION", 0))
    assert question(state) == 10
    do(state, act("OPTION", 1))
    player = me(state)
    assert (player["metal"], player["points"], player["energy"]) == (0, 2, 4)
    assert question(state) == 5                          # the other player cannot pay
    assert state.to_dict()["scenario_back"]


@rule("P-3", "F-7", "F-3")
def test_13_a_book_that_is_fought() -> None:
    state = build(
        "production", {"deck": [2, 1, 0, 3], "upgrades": {"combat": 1}, "energy": 3}, {"energy": 0},
        round_no=3, scenario=2,
    )
    assert (question(state), state.legal_actions) == (9, [PASS, act("FIGHT", 0)])
    do(state, act("FIGHT", 0))
    assert state.legal_actions == [PASS, act("FIGHT", 0), act("FIGHT", 1)]
    do(state, act("FIGHT", 0))
    assert question(state) == 10
    player = me(state)
    assert (player["points"], player["energy"], player["navigation_discard"]) == (4, 0, [1, 2])
    do(state, act("OPTION", 1))
    assert me(state)["water"] == 5


@rule("F-3", "C-4", "D-9")
def test_14_points_may_be_paid_for_cards() -> None:
    promise = hex_at(3, 3, 2)
    state = build(
        "movement", {"hex": promise, "deck": [2, 0, 1], "navigation_discard": [0], "energy": 0, "points": 1,
                     "upgrades": {"combat": 4}}, {}, scenario=3,
    )
    do(state, PASS)
    assert state.legal_actions == [PASS, act("FIGHT", 0)]
    do(state, act("FIGHT", 0))
    assert state.legal_actions == [PASS, act("FIGHT", 1)]
    do(state, act("FIGHT", 1))
    assert me(state)["points"] == -2
    assert state.score_breakdown(0)["fights"] == -3


@rule("J-1", "J-2", "O-6", "D-24")
def test_15_a_second_objective_covers_a_task() -> None:
    state = game_of(1, (("scenario", 2), ("extra_objective", True))).new_game(3)
    while question(state) < 3:
        do(state, state.legal_actions[0])
    assert question(state) == 24
    tasks = state.legal_actions
    assert len(tasks) == 4
    do(state, tasks[1])
    player = me(state)
    assert len(player["objectives"]) == 2
    assert player["covered"] == [state.game.catalogue.tasks[tasks[1] - act("TASK")].id]


@rule("K-2", "N-7")
def test_16_titles_are_counted() -> None:
    state = build("action", {"water": 3, "energy": 0, "projects": [3, 4], "hand": [5]}, {})
    do(state, act("ACTION", BUILD), act("PROJECT", 4))
    assert me(state)["energy"] == 6
    state = build("action", {"water": 3, "metal": 0, "projects": [43], "hand": [44]}, {})
    do(state, act("ACTION", BUILD), act("PROJECT", 43))
    assert (question(state), state.legal_actions) == (21, [PASS, act("UPGRADE", COMBAT), act("UPGRADE", GROWING)])


@rule("M-7", "N-3")
@pytest.mark.parametrize(
    ("points", "solar", "water", "asked"), [(6, False, 2, False), (6, True, 0, True), (4, False, 0, False)],
)
def test_17_a_capacitor(points: int, solar: bool, water: int, asked: bool) -> None:
    state = build(
        "movement",
        {"hex": BORDERVILLE, "deck": [0], "navigation_discard": [points - 3], "upgrades": {"movement": 3},
         "projects": [33], "cities": {"borderville": 1}},
        {},
    )
    before = me(state)
    step = act("MOVE", SW), act("MOVE", NE)              # to another hex of the city and back
    if solar:
        do(state, *step, *step, *step)
        do(state, act("MOVE", SW))                       # the seventh point, and there is nothing more to do
        assert question(state) == 10
    else:
        do(state, PASS)
        assert question(state) == 11
    assert me(state)["water"] - before["water"] == water
    assert me(state)["energy"] - before["energy"] == (0 if solar else 2)
    assert (question(state) == 10) == asked


@rule("O-2", "O-3", "O-4", "O-5", "D-27")
def test_18_the_solo_board_collects() -> None:
    state = build("action", {}, tops={0: 2, 1: 1})
    assert (question(state), state.legal_actions) == (27, [PASS, act("ACTION", 0), act("ACTION", 1)])
    before = me(state)
    other = state.clone()
    do(state, act("ACTION", 0), act("DISTRICT", WATER))            # worth 3
    assert changes(before, me(state)) == {}
    assert me(state)["navigation_discard"] == []
    assert 2 in state.to_dict()["cities_taken"]
    assert question(state) == 12
    do(other, act("ACTION", 1), act("DISTRICT", METAL))
    assert changes(before, me(other)) == {"metal": 2}
    assert sum(me(other)["plants"].values()) == 0


@rule("T-1", "T-2", "E-4", "F-8")
def test_19_cubes_in_whika() -> None:
    state = build(
        "movement",
        {"hex": hex_at(2, 0, 2), "deck": [0], "navigation_discard": [0], "cities": {"whika": 2}, "energy": 0},
        {}, scenario=2,
    )
    assert state.score_breakdown(0)["legacy"] == 3       # in Rustwater, and too far from anywhere to leave it
    assert state.legal_actions == [PASS, act("FIGHT", 0), act("CUBE", 0)]
    do(state, act("CUBE", 0))
    assert state.score_breakdown(0)["legacy"] == 3
    do(state, act("CUBE", 0))                                      # 4 against 4: won
    player = me(state)
    assert (player["metal"], player["points"], player["cities"]) == (5, 2, {"rustwater": 1})
    assert state.score_breakdown(0)["legacy"] == 0


@rule("T-14", "W-8")
def test_20_the_extra_plant_of_l14() -> None:
    state = build(
        "action",
        {"hex": hex_at(4, 2, 1), "plants": {"dry-leaves": 2, "dry-stem": 1}, "upgrades": {"combat": 4},
         "deck": [1], "energy": 1, "metal": 0},
        {}, scenario=3,
    )
    do(state, act("ACTION", L14), act("FIGHT", 0))
    do(state, act("PLANT", LEAVES), act("OPTION", 1), act("PLANT", LEAVES), act("OPTION", 1))
    assert (question(state), state.legal_actions) == (19, [PASS, act("PLANT", STEM)])
    do(state, act("PLANT", STEM))
    assert question(state) == 17
    do(state, act("RESOURCE", WATER_R))
    bare, bag = hex_at(4, 2, 0), state.to_dict()["bag"]["dry-stem"]
    assert question(state) == 20
    do(state, act("HEX", bare))
    player, position = me(state), state.to_dict()
    assert (player["points"], player["gained"]["legacy"]) == (1, 1)
    assert (player["water"], player["metal"]) == (2 + 4 + 4 + 1, 1)
    assert (position["planted"], position["bag"]["dry-stem"]) == ([bare], bag)
    assert (state.current_player, question(state)) == (1, 17)


@rule("E-7", "E-8")
def test_22_a_tie_is_fought() -> None:
    tied = {"points": 90, "upgrades": {"combat": 4}, "deck": [2, 0], "navigation_discard": [], "energy": 1}
    for second, won in ((act("FIGHT", 0), (1, 1)), (PASS, (1, 0))):
        state = build("end", {**tied, "objectives": [6]}, {**tied, "objectives": [8]}, round_no=8)
        do(state, PASS, PASS, *[act("RESOURCE", WATER_R)] * 4)
        assert (question(state), state.legal_actions) == (9, [PASS, act("FIGHT", 0)])
        do(state, act("FIGHT", 0), second)
        assert state.is_terminal
        assert state.result().won == won
        assert state.result().ranks == ((1, 1) if second != PASS else (1, 2))
        assert state.scores == (98, 98)


@rule("W-10", "T-14")
def test_23_fresh_plants_cannot_be_planted_in_this_turn() -> None:
    state = build(
        "action",
        {"hex": hex_at(4, 2, 1), "plants": {"dry-roots": 1, "green": 1}, "upgrades": {"combat": 4}, "deck": [1],
         "energy": 1},
        {}, scenario=3,
    )
    do(state, act("ACTION", L14), act("FIGHT", 0), act("PLANT", ROOTS), act("OPTION", 1))
    player = me(state)
    assert sum(player["fresh"].values()) == 2
    assert state.legal_actions == [PASS, act("PLANT", GREEN)]
    do(state, act("PLANT", GREEN), PASS)
    assert (state.current_player, question(state)) == (1, 17)      # no extra plant
    do(state, act("RESOURCE", WATER_R))
    assert sum(me(state)["fresh"].values()) == 0


@rule("K-2")
def test_24_the_card_counts_for_itself() -> None:
    state = build("action", {"water": 13, "upgrades": {"combat": 3}, "hand": [75, 37]}, {}, scenario=3)
    do(state, act("ACTION", BUILD), act("PROJECT", 74))            # War Room
    assert (me(state)["points"], state.record["players"][0, 0]["permanent"][COMBAT]) == (4, 4)
    state = build("action", {"water": 5, "upgrades": {"combat": 3}, "hand": [37]}, {}, scenario=3)
    do(state, act("ACTION", BUILD), act("PROJECT", 36))            # Combat Insignia
    assert me(state)["points"] == 3


@rule("N-12", "K-3")
def test_25_what_reacts_to_a_mechanic() -> None:
    state = build(
        "action", {"water": 3, "metal": 4, "upgrades": {"movement": 2}, "projects": [51, 54], "hand": [43]}, {},
    )
    do(state, act("ACTION", BUILD), act("PROJECT", 42), act("UPGRADE", MOVEMENT))
    player = me(state)
    assert (player["metal"], player["water"], player["points"]) == (0, 7, 2)
    state = build("action", {"water": 4, "hand": [54]}, {})
    do(state, act("ACTION", BUILD), act("PROJECT", 53))
    assert me(state)["points"] == 0
