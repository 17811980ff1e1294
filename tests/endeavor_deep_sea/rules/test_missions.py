"""Section 10: rules of single missions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.endeavor_deep_sea.agreement import game_of
from tests.endeavor_deep_sea.scenario import Scenario, filled, new_game, rule, scenario, zone


@rule("M-1")
@pytest.mark.parametrize(("mission", "columns"), [(3, "CD"), (5, "ABCD"), (6, "ACE")])
def test_a_free_launch_is_in_any_zone_at_depth_1(mission: int, columns: str) -> None:
    s = new_game(mission=mission)
    s.expect(*(f"LAUNCH_IN {column}" for column in columns), question=20)
    first = s.seat
    s.launch_in(columns[-1])
    assert s.player(first).vessels == [f"{columns[-1]}1"]


@rule("M-1")
def test_a_later_launch_is_free_too() -> None:
    s = scenario(mission=6, tokens=["any-attribute"], ingenuity=1, vessels=["A1"])
    s.token_effect("any-attribute").attribute("ingenuity")
    s.expect("LAUNCH_IN A", "LAUNCH_IN C", "LAUNCH_IN E").launch_in("E")
    assert (s.me.vessels, s.me.research) == (["A1", "E1"], 1)           # Calm Seas


@rule("M-2")
@pytest.mark.parametrize("mission", [1, 2, 4, 7, 8, 9, 10])
def test_elsewhere_the_launch_zone_is_the_named_one_wherever_it_lies(mission: int) -> None:
    for seed in range(3):
        s = new_game(seed, mission=mission)
        board = "remote-anchorage" if mission == 7 else "sea-star"
        cell = next(cell for cell, each in s["ocean"].items() if each["board"] == board)
        assert [s.player(seat).vessels for seat in (0, 1)] == [[cell], [cell]]


@rule("M-3")
def test_the_hexes_round_the_start_symbol_are_the_entries_of_mission_3() -> None:
    s = scenario(mission=3, tokens=["impact"]).token_effect("impact")
    mission = game_of(2, 3, "competitive", "beginner", None).catalogue.mission(3)
    at = {(each.row, each.col): each.id for each in mission.hexes}
    assert (3, 4) not in at
    s.expect("HEX 15", "HEX 20", "HEX 24", "DECLINE")
    assert {at[2, 4], at[3, 5], at[4, 4]} == {15, 20, 24}


@rule("M-4")
def test_the_reward_of_a_conservation_site_may_go_to_the_turtle_hex_once_a_zone() -> None:
    ocean = {"C1": "sea-star", "D1": zone("dying-reef", {"c4": 1})}
    fields: dict[str, Any] = {"ocean": ocean, "vessels": ["D1"], "staging": 3, "research": 9}
    s = scenario(mission=4, **fields).activate(0).action("conserve").site(1)
    s.expect("HEX 15", "HEX 37", "DECLINE", question=18).hex(37)
    assert (s["mission_state"]["turtle_zones"], s["infinite"]["37"], s.breakdown()["impact"]) == (["D1"], [1, 0], 3)
    s = scenario(mission=4, **fields, table={"mission_state": {"turtle_zones": ["D1"]}})
    s.activate(0).action("conserve").site(4).expect("HEX 15", "DECLINE")


@rule("M-4")
def test_a_link_or_a_token_does_not_lead_there() -> None:
    ocean = {"C1": "sea-star", "C2": zone("sea-turtle-migration", {"c1": 0})}
    s = scenario(mission=4, ocean=ocean, vessels=["C2"], staging=3, research=9, tokens=["impact"])
    s.activate(0).action("conserve").act_in("C2").site(1).expect("HEX 15", "HEX 37", "DECLINE").decline()
    s.expect("HEX 15", "DECLINE").decline()                             # the link c1-c2
    s.decline().token_effect("impact").expect("HEX 15", "DECLINE")


@rule("M-4")
def test_the_turtle_hex_is_a_neighbour_of_nothing() -> None:
    s = scenario(mission=4, tokens=["impact"], table={"infinite": {"37": [1, 1]}}).token_effect("impact")
    s.expect("HEX 15", "DECLINE")


@rule("M-5")
def test_mission_5_is_seven_columns_wide_and_three_deep_with_two_shapes_and_bridges() -> None:
    s = new_game(mission=5)
    assert (s["stacks"]["4"], s["stacks"]["5"]) == ([], [])
    ocean = filled(["A1", "B1", "C1", "D1", "E1", "F1", "A2"], B1="calm-seas", F1="atoll")
    s = scenario(mission=5, ocean=ocean, vessels=["F1"], staging=2).activate(0).action("sonar")
    s.draw(1).keep(0)                                                   # one board of depth 1 is left
    assert "G1" in s["ocean"]
    s = scenario(mission=5, tokens=["impact"]).token_effect("impact").expect("HEX 2", "HEX 3", "HEX 28", "DECLINE")
    for beside, lone in ((22, "21"), (9, "13"), (26, "20")):
        s = scenario(mission=5, tokens=["impact"], table={"impact": {str(beside): 1}}).token_effect("impact")
        assert lone in s.options("HEX")


# --- mission 6 ---

STAR = {"A1": "atoll", "C1": "remote-anchorage", "E1": "calm-seas", "C5": "fallen-star"}


def moving(impact: dict[str, int], ocean: dict[str, str] | None = None) -> Scenario:
    return scenario(mission=6, ocean=ocean, tokens=["impact"], table={"impact": impact}).token_effect("impact")


@rule("M-6")
def test_impact_moves_a_marker_to_an_empty_neighbour_and_gives_its_reward() -> None:
    s = moving({"1": 0, "3": 0, "9": 1})
    s.expect("MOVE_FROM 1", "MOVE_FROM 3", "DECLINE", question=19).move_from(3)
    s.expect("HEX 2", "HEX 4", "HEX 10", question=18).hex(10)
    assert (s["impact"], s.me.ingenuity) == ({"1": 0, "9": 1, "10": 0}, 1)


@rule("M-6")
def test_only_if_no_marker_can_move_a_new_one_enters() -> None:
    moving({}).expect("HEX 1", "HEX 3", "HEX 5", "HEX 7", "DECLINE", question=18)
    moving({"3": 0}).expect("HEX 2", "HEX 4", "HEX 10", "DECLINE", question=18)   # it moves; one marker, no question
    s = moving({"3": 0, "2": 1, "4": 1, "10": 1})
    s.expect("HEX 1", "HEX 5", "HEX 7", "DECLINE").hex(7)
    assert (s["impact"]["3"], s["impact"]["7"], s.me.ingenuity) == (0, 0, 1)


@rule("M-6")
def test_closed_hexes_open_when_fallen_star_is_in_the_ocean() -> None:
    assert moving({"10": 0}).options("HEX") == ["3"]
    assert moving({"10": 0}, STAR).options("HEX") == ["3", "15", "16", "17"]


@rule("M-6")
def test_a_marker_with_no_empty_hex_below_it_is_locked() -> None:
    """Column 3: hexes 16, 25, 34 from above. Whoever is on 34 is locked; on 25 as soon as 34 is taken."""
    moving({"34": 0}, STAR).expect("HEX 1", "HEX 3", "HEX 5", "HEX 7", "DECLINE")
    assert "34" in moving({"25": 0}, STAR).options("HEX")
    moving({"25": 0, "34": 1}, STAR).expect("HEX 1", "HEX 3", "HEX 5", "HEX 7", "DECLINE")


@rule("M-6")
def test_markers_move_back_too_and_score_where_they_end() -> None:
    s = moving({"25": 0}, STAR).hex(16)
    assert (s["impact"], s.me.research, s.breakdown()["impact"]) == ({"16": 0}, 1, 2)


@rule("M-6")
@pytest.mark.parametrize(("letter", "kind", "points"), [("a", "conservation", 2), ("b", "publish", 1)])
def test_the_discoverer_of_fallen_star_designates_the_kind_of_goal_3(letter: str, kind: str, points: int) -> None:
    ocean = filled(["C2", "C3", "C4"], A1=zone("kelp-forest", {"c1": 0, "c2": 0}), C1="remote-anchorage",
                   E1=zone("calm-seas", {"j1": 0}))
    s = scenario(mission=6, ocean=ocean, vessels=["C1"], journals=[13], stacks={"5": ["fallen-star"]})
    assert s.breakdown()["goal 3"] == 3 + 3                             # only the leader bonuses before
    s.use_journal(2).action("discover").keep(0)
    s.expect("OPTION a", "OPTION b", question=21)
    assert s.me.reputation == 0                                         # before the bonus
    s.option(letter).asks(18).decline()
    assert (s["mission_state"], s.me.reputation) == ({"designated": kind}, 1)
    assert s.breakdown()["goal 3"] == points + 3 + 3


@rule("M-6")
def test_goal_2_counts_zones_by_their_discoverer() -> None:
    ocean = {"A1": "atoll", "C1": "remote-anchorage", "E1": zone("calm-seas", discoverer=0),
             "A2": zone("dolphin-pods", discoverer=0), "A3": zone("vortex", discoverer=1)}
    s = scenario(mission=6, ocean=ocean)
    assert (s.breakdown(0)["goal 2"], s.breakdown(1)["goal 2"]) == (2, 1 + 2)


@rule("M-6")
def test_fallen_star_is_drawn_and_returned_like_any_board() -> None:
    ocean = filled(["C2", "C3", "C4"], A1="atoll", C1="remote-anchorage", E1="calm-seas")
    s = scenario(mission=6, ocean=ocean, vessels=["C1"], journals=[13], stacks={"5": ["whale-fall", "fallen-star"]})
    s.use_journal(2).action("discover").keep(0)
    assert (s["ocean"]["C5"]["board"], s["stacks"]["5"][-1], s["seen"]["5"]) == ("whale-fall", "fallen-star", 1)
    assert s["mission_state"] == {"designated": None}


# --- missions 7 to 10 ---

COLUMN_C = filled(["C3", "C4", "D1"], C1="remote-anchorage", C2="resupply-modules", C5="fallen-star")


@rule("M-7")
@pytest.mark.parametrize(
    ("vessel", "discs", "can"),
    [("C2", {}, False), ("C3", {}, True), ("C5", {}, True), ("D1", {}, False), ("D1", {"s1": 0}, True),
     ("D1", {"s1": 1}, False)],
)
def test_the_rescue_grid_is_open_to_who_is_deep_in_column_c(vessel: str, discs: dict[str, int], can: bool) -> None:
    ocean = COLUMN_C | {"C5": zone("fallen-star", discs)}
    s = scenario(mission=7, ocean=ocean, vessels=[vessel], tokens=["impact"]).token_effect("impact")
    assert s.can("HEX 27") == can
    assert s.can("HEX 0")


@rule("M-7")
def test_goal_3_of_mission_7_is_only_the_leader_bonus() -> None:
    s = scenario(mission=7, ocean=COLUMN_C, players=3, table={"impact": {"27": 0, "28": 0, "23": 1}})
    assert [s.breakdown(seat)["goal 3"] for seat in range(3)] == [4, 2, 0]


@rule("M-8")
def test_who_occupies_a_goal_hex_chooses_the_option_for_all() -> None:
    ocean = {"A1": zone("atoll", {"s1": 0}), "B1": "sea-star", "C1": zone("calm-seas", {"s1": 1, "s2": 1})}
    s = scenario(mission=8, ocean=ocean, vessels=["B1"], tokens=["impact"], table={"impact": {"76": 1}})
    assert s.breakdown(0)["goal 1"] == 0
    s.token_effect("impact").hex(75).expect("OPTION a", "OPTION b", question=21).option("b")
    assert s["mission_state"]["goal_options"] == {"1": "b", "2": None, "3": None}
    assert [s.breakdown(seat)["goal 1"] for seat in (0, 1)] == [0, 1 + 2]
    assert s.breakdown(0)["impact"] == 1


@rule("M-9")
def test_the_clean_up_track_instead_of_a_hex() -> None:
    s = scenario(mission=9, tokens=["impact"]).token_effect("impact")
    s.expect("HEX 18", "HEX 19", "HEX 20", "HEX 21", "HEX 22", "DECLINE").hex(22)
    assert (s["mission_state"], s["impact"], s.breakdown()["goal 1"]) == ({"clean_up": [1, 0]}, {}, 1 + 2)
    s = scenario(mission=9, tokens=["impact"], table={"mission_state": {"clean_up": [20, 3]}}).token_effect("impact")
    s.cannot("HEX 22")
    assert (s.breakdown(0)["goal 1"], s.breakdown(1)["goal 1"]) == (22, 4)


@rule("M-9")
@pytest.mark.parametrize(
    ("cell", "board", "site", "steps"), [("A1", "kelp-forest", 1, 1), ("D2", "dolphin-pods", 3, 0)]
)
def test_a_conservation_disc_at_depth_1_cleans_up(cell: str, board: str, site: int, steps: int) -> None:
    s = scenario(mission=9, ocean={"D1": "sea-star", cell: board}, vessels=[cell], staging=2, research=3)
    s.activate(0).action("conserve").site(site)
    assert s["mission_state"]["clean_up"] == [steps, 0]


@rule("M-9")
def test_polluted_hexes_count_less() -> None:
    s = scenario(mission=9, table={"impact": {"18": 0, "6": 0, "0": 1}})
    assert (s.breakdown(0)["impact"], s.breakdown(1)["impact"]) == (1 - 2, -2)


@rule("M-10")
def test_a_marker_goes_on_the_leftmost_empty_place_of_a_row() -> None:
    ocean = filled(["C3"], C1="sea-star", C2="looking-glass")
    s = scenario(mission=10, ocean=ocean, vessels=["C1", "C3"], tokens=["impact"], table={"impact": {"0": 1, "1": 0}})
    s.token_effect("impact").expect("HEX 2", "HEX 11", "DECLINE").hex(2)
    assert s.me.ingenuity == 1


@rule("M-10")
@pytest.mark.parametrize(
    ("cell", "row", "overflow"),
    [("C1", range(6), 28), ("C2", range(6, 11), 28), ("C3", range(11, 17), 28), ("C4", range(17, 22), 29),
     ("C5", range(22, 28), 29)],
)
def test_a_full_row_overflows(cell: str, row: range, overflow: int) -> None:
    ocean = filled(["C3", "C4", "C5"], C1="sea-star", C2="looking-glass")
    s = scenario(mission=10, ocean=ocean, vessels=[cell], tokens=["impact"], table={"impact": {str(k): 1 for k in row}})
    s.token_effect("impact").expect(f"HEX {overflow}", "DECLINE").hex(overflow)
    assert s.breakdown()["impact"] == {28: 1, 29: 2}[overflow]


@rule("M-10")
def test_the_race_to_discover_depth_5() -> None:
    ocean = filled(["C3", "C4"], C1="sea-star", C2="looking-glass")
    s = scenario(mission=10, ocean=ocean, journals=[13], staging=1, table={"mission_state": {"races": {
        "discover": [1], "travel": []}}})
    s.use_journal(2).action("discover").keep(0)
    assert s["mission_state"]["races"]["discover"] == [1, 0]
    assert [s.breakdown(seat)["goal 1"] for seat in (0, 1)] == [2, 4]


@rule("M-10")
def test_the_race_to_travel_to_depth_5_counts_each_player_once() -> None:
    ocean = filled(["C3", "C4"], C1="sea-star", C2="looking-glass", C5="whale-fall", B5="scaly-foot-snails")
    s = scenario(players=3, mission=10, ocean=ocean, vessels=["C4"], ingenuity=10, specialists=["vessel-captain"],
                 staging=1, table={"mission_state": {"races": {"discover": [], "travel": [2]}}})
    s.activate(1).action("travel").travel_to("C5").action("travel").travel_to("B5")
    assert s["mission_state"]["races"]["travel"] == [2, 0]
    assert [s.breakdown(seat)["goal 2"] for seat in range(3)] == [3, 0, 4]


@rule("M-11")
def test_a_rule_of_the_mission_holds_against_another_rule() -> None:
    """Elsewhere markers never leave (I-6) and an occupied hex opens its neighbours; in mission 6 neither holds."""
    s = moving({"1": 0, "3": 1}).expect("HEX 0", "HEX 2", "HEX 9", "DECLINE").hex(9)
    assert s["impact"] == {"3": 1, "9": 0}


@rule("M-11")
def test_a_zone_rule_holds_against_the_sections_before_it() -> None:
    """A-1 asks for a vessel in the zone; the cave's spots are reached from beside it (Z-4)."""
    ocean = {"A1": "atoll", "C1": "sea-star", "A2": zone("submerged-cave-system", tokens={"d2": ["plain"]})}
    assert scenario(ocean=ocean, vessels=["A1"]).activate(0).can("ACTION dive")
