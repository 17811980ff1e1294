"""Section 6: actions in general, travel, sonar, discover. See `test_actions_on_sites` for the rest."""

from __future__ import annotations

from typing import Any

import pytest

from tests.endeavor_deep_sea.scenario import CELLS, filled, rule, scenario, zone

GRID = [cell for cell in CELLS if cell[0] in "ABCDE"]
SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}


@rule("A-1")
def test_an_action_needs_a_vessel_in_the_zone() -> None:
    ocean = {"A1": "kelp-forest", "B1": "dying-reef", "C1": "sea-star"}
    s = scenario(ocean=ocean, vessels=["A1", "C1"], staging=3, research=9).activate(0).action("conserve")
    assert s.discs("B1") == {}
    s.expect("SITE 0", "SITE 1", question=9)                             # the Kelp Forest; no vessel at the Dying Reef
    s = scenario(ocean=ocean, staging=3, research=9, tokens=["plain"]).activate(0)
    s.cannot("ACTION conserve")


@rule("A-1")
def test_a_disc_spot_holds_one_disc_of_anybody() -> None:
    s = scenario(ocean={"C1": "sea-star", "A1": zone("kelp-forest", {"c1": 1})}, vessels=["A1"], staging=3, research=9)
    s.activate(0).action("conserve")                                     # c2 is the only one left
    assert s.discs("A1") == {"c1": 1, "c2": 0}


@rule("A-1")
def test_any_number_of_vessels_may_be_in_a_zone() -> None:
    s = scenario(players=3, ocean=SEA, vessels=["B1", "C1"], others=[{"vessels": ["C1", "C1"]}, {"vessels": ["C1"]}])
    s.activate(0).action("travel").leave("B1")
    assert s.me.vessels == ["C1", "C1"]


@rule("A-2")
def test_only_possible_actions_are_offered() -> None:
    s = scenario(ocean={"C1": zone("sea-star", {"s1": 1, "s2": 1, "s3": 1, "j1": 1, "j2": 1})}, staging=5, research=9,
                 specialists=["pilot"], tokens=["plain"])
    s.activate(0).expect("END_TURN", "TOKEN_RESEARCH plain")             # nowhere to go, no token, every spot taken


@rule("A-2")
def test_promote_needs_a_junior() -> None:
    fields: dict[str, Any] = {"ocean": SEA, "staging": 2, "journals": [22], "tokens": ["plain"]}
    assert not scenario(specialists=["pilot+"], **fields).use_journal(5).can("ACTION promote")
    assert scenario(specialists=["pilot"], **fields).use_journal(5).can("ACTION promote")


@rule("A-2")
def test_the_research_of_tokens_counts_but_not_of_the_one_whose_effect_it_is() -> None:
    ocean = {"C1": "sea-star", "A1": zone("kelp-forest", {"c2": 1})}
    fields: dict[str, Any] = {"ocean": ocean, "vessels": ["A1"], "staging": 2}
    assert not scenario(tokens=["conserve"], **fields).can("TOKEN_EFFECT conserve")
    assert scenario(tokens=["conserve", "plain"], **fields).can("TOKEN_EFFECT conserve")
    assert scenario(tokens=["conserve"], research=1, **fields).can("TOKEN_EFFECT conserve")


@rule("A-3")
def test_what_is_offered_may_be_declined_and_what_is_begun_is_carried_through() -> None:
    ocean = filled([c for c in GRID if c[0] == "C"], C1="sea-star", C5="abyssal-trench", D5="whale-fall")
    s = scenario(ocean=ocean, vessels=["C1", "D5"], ingenuity=10, staging=3, tokens=["plain"])
    s.activate(0).action("travel").expect("LEAVE C1", "LEAVE D5").leave("D5")
    s.cannot("DECLINE").travel_to("C5").expect("ACTION sonar", "DECLINE", question=4).decline()
    assert s.discs("C5") == {}


# --- travel ---


@rule("A-10", "A-11")
def test_a_vessel_goes_as_many_steps_as_the_technology() -> None:
    ocean = filled(["A1", "B1", "D1", "E1"], C1="sea-star")
    for ingenuity, cells in ((0, ["B1"]), (2, ["B1", "C1"]), (4, ["B1", "C1", "D1"])):
        s = scenario(ocean=ocean, vessels=["A1"], ingenuity=ingenuity, tokens=["plain"]).activate(0).action("travel")
        assert (s.options("TRAVEL_TO") or s.me.vessels) == cells
    s.travel_to("D1")
    assert s.me.vessels == ["D1"]


@rule("A-11")
def test_empty_cells_are_not_crossed() -> None:
    ocean = filled(["A1", "D1"], C1="sea-star", A2="sunken-ruins")
    s = scenario(ocean=ocean, vessels=["A1"], ingenuity=10, tokens=["plain"]).activate(0).action("travel")
    assert s.me.vessels == ["A2"]                                        # the only destination


@rule("A-12")
def test_no_zone_deeper_than_the_technology_is_entered() -> None:
    ocean = filled(["C2", "C3", "D1", "D2", "D3"], C1="sea-star")
    s = scenario(ocean=ocean, ingenuity=2, tokens=["plain"]).activate(0).action("travel")
    assert s.options("TRAVEL_TO") == ["D1", "C2", "D2"]
    s = scenario(ocean=ocean, vessels=["C3"], ingenuity=2, tokens=["plain"]).activate(0).action("travel")
    assert s.options("TRAVEL_TO") == ["C1", "C2", "D2"]                  # D2 by way of C2; not by way of D3


@rule("A-12")
def test_a_zone_too_deep_is_entered_only_from_below() -> None:
    ocean = {"C1": "sea-star", "B3": "rift-valley", "A4": "brine-pool", "B4": "seamount", "A5": "whale-fall"}
    s = scenario(ocean=ocean, vessels=["A4"], ingenuity=4, tokens=["plain"]).activate(0).cannot("ACTION travel")
    s = scenario(ocean=ocean | {"A3": "vortex"}, vessels=["A5"], ingenuity=4, tokens=["plain"])
    s.activate(0).action("travel").expect("TRAVEL_TO A3", "TRAVEL_TO B3")


@rule("A-13")
def test_the_destination_is_a_different_zone() -> None:
    s = scenario(ocean=filled(["B1"], C1="sea-star"), ingenuity=4, tokens=["plain"]).activate(0).action("travel")
    assert s.me.vessels == ["B1"]


@rule("A-14")
def test_first_the_vessel_then_the_zone_left_then_the_arrival() -> None:
    ocean = {"C1": "sea-star", "B2": "dolphin-pods", "C2": "shipwreck", "C3": zone("jellyfish-bloom", {"j1": 0})}
    s = scenario(ocean=ocean, vessels=["C3"], ingenuity=4, staging=1).activate(0).action("travel").travel_to("B2")
    s.asks(question=18)                                                  # the impact of the Jellyfish Bloom
    assert (s.me.vessels, s.me.markers) == (["B2"], (0, 0, 0, 4))
    s.hex(18)
    assert s.me.markers == (0, 1, 1, 4)                                  # Dolphin Pods; the Shipwreck gave nothing


@rule("A-15")
def test_more_technology_raises_distance_and_depth_and_adds_up() -> None:
    ocean = filled(["B2", "B3", "B4"], C1="sea-star", C2="looking-glass", C3="vortex", D1="atoll", D2="sunken-ruins")
    ocean |= {"C4": "brine-pool", "C5": "whale-fall"}
    s = scenario(ocean=ocean, vessels=["C3"], staging=1, tokens=["plain"]).activate(0).action("travel")
    assert s.options("TRAVEL_TO") == ["C1", "B2", "C2", "D2"]            # technology 2
    s = scenario(ocean=ocean, vessels=["C3"], journals=[25], staging=1, tokens=["plain"])
    s.use_journal(7).action("travel")
    assert s.options("TRAVEL_TO") == ["C1", "D1", "B2", "C2", "D2", "B3"]  # technology 3


@rule("A-15")
@pytest.mark.parametrize(("ingenuity", "cells"), [(0, ["B1", "D1"]), (2, ["B1", "D1"]), (4, ["B1", "D1", "E1", "C2"])])
def test_less_technology_is_taken_off_first_not_below_one(ingenuity: int, cells: list[str]) -> None:
    ocean = filled(["B1", "D1", "E1", "C2", "C3"], C1="sea-star")
    s = scenario(mode="cooperative", ocean=ocean, ingenuity=ingenuity, tokens=["plain"], journals=[25],
                 table={"round": 4, "cooperation": {"technology_less": 1}})
    s.activate(0).action("travel")
    assert s.options("TRAVEL_TO") == cells


@rule("A-15")
def test_more_comes_after_less() -> None:
    ocean = filled(["B1", "D1", "E1", "C2", "C3"], C1="sea-star")
    s = scenario(mode="cooperative", ocean=ocean, journals=[25], tokens=["plain"],
                 table={"round": 4, "cooperation": {"technology_less": 1}})
    s.use_journal(7).action("travel")
    assert s.options("TRAVEL_TO") == ["B1", "D1", "E1", "C2"]            # 1 - 1 is still 1, and 1 more


# --- sonar ---


@rule("A-20")
def test_a_disc_on_the_leftmost_empty_spot_of_a_track() -> None:
    s = scenario(ocean={"C1": "sea-star", "B1": zone("calm-seas", {"s3": 1})}, vessels=["B1"], staging=3)
    s.activate(0).action("sonar").expect("SITE 0", "SITE 1", question=9).site(1)
    assert s.discs("B1") == {"s3": 1, "s4": 0}
    assert s.me.staging == 1
    s.asks(question=11)


@rule("A-20")
def test_a_full_track_is_not_offered() -> None:
    s = scenario(ocean={"C1": "sea-star", "B1": zone("calm-seas", {"s3": 1, "s4": 0})}, vessels=["B1"], staging=3)
    s.activate(0).action("sonar")
    assert (s.discs("B1"), s.me.markers, s.me.research) == ({"s1": 0, "s3": 1, "s4": 0}, (0, 1, 0, 0), 1)


@rule("A-20")
def test_links_come_before_the_effect_of_the_spot() -> None:
    ocean = {"C1": "sea-star", "C2": "looking-glass", "C3": zone("carbonate-spires", {"j1": 1})}
    s = scenario(ocean=ocean, vessels=["C3"], staging=2).activate(0).action("sonar")
    s.expect("DRAW 4", "DECLINE", question=11)
    assert (s.discs("C3"), s.me.research, s.player(1).research) == ({"s1": 0, "j1": 1}, 1, 1)


# --- discover ---


@rule("A-30")
def test_legal_places_and_the_bounds_of_the_mission() -> None:
    s = scenario(ocean=SEA, staging=2, stacks={"1": ["atoll", "kelp-forest"], "2": ["dolphin-pods"]})
    s.activate(0).action("sonar").draw(1, 1).keep(0).expect("PLACE_IN A", "PLACE_IN D", "PLACE_IN E", question=14)
    s = scenario(ocean=SEA | {"D1": "atoll", "D2": "shipwreck"}, staging=2).activate(0).action("sonar")
    s.draw(2).keep(0)
    assert set(s["ocean"]) == {"B1", "C1", "D1", "B2", "C2", "D2"}       # only below the Volcanic Island


@rule("A-30")
def test_one_may_place_deeper_than_one_can_travel() -> None:
    s = scenario(ocean=filled(["C3", "C4"], C1="sea-star", C2="looking-glass"), staging=1, journals=[13])
    s.use_journal(2).action("discover").keep(0)
    assert s["ocean"]["C5"]["discoverer"] == 0


@rule("A-31")
def test_open_depths_have_a_place_and_a_board() -> None:
    s = scenario(ocean=filled(["C3", "D1", "D2"], **SEA), staging=2, journals=[13])
    s.use_journal(2).action("discover").expect("DRAW 3", "DRAW 4", question=11)      # none at depth 5 yet


@rule("A-31")
def test_without_an_open_depth_the_shallowest_of_all() -> None:
    s = scenario(ocean={"C1": "sea-star"}, staging=1, journals=[13], stacks={"1": ["atoll", "kelp-forest"]})
    s.use_journal(2).action("discover").expect("KEEP 0", "KEEP 1", question=13).keep(1)
    s.expect("PLACE_IN A", "PLACE_IN B", "PLACE_IN D", "PLACE_IN E").place_in("E")
    assert s["ocean"]["E1"]["board"] == "kelp-forest"


@rule("A-31", "A-36")
def test_anywhere_does_not_hold_for_the_depth_one_falls_back_to() -> None:
    ocean = filled([f"{column}3" for column in "ABDE"], C1="sea-star", C3="vortex")
    s = scenario(ocean=ocean, vessels=["C3"], staging=2).activate(0).action("sonar").site(0).asks(question=11)
    s.expect("DRAW 1", "DECLINE").draw(1)
    s.keep(0).expect("PLACE_IN A", "PLACE_IN B", "PLACE_IN D", "PLACE_IN E")


@rule("A-32")
def test_two_depths_are_named_before_a_board_is_seen() -> None:
    s = scenario(ocean=SEA, staging=2, stacks={"1": ["atoll", "oil-rig"], "2": ["shipwreck", "sunken-ruins"]})
    s.activate(0).action("sonar").expect("DRAW 1", "DRAW 2", "DECLINE", question=11)
    s.draw(1).expect("DRAW 1", "DRAW 2", question=12)
    assert s["stacks"]["1"][:2] == ["atoll", "oil-rig"]                  # still there
    s.draw(2).expect("KEEP 0", "KEEP 1", question=13)


@rule("A-32")
def test_a_depth_is_named_twice_only_with_two_boards() -> None:
    cells = [f"{column}1" for column in "ABCDEF"] + [f"{column}2" for column in "ABCDE"]
    s = scenario(mission=5, ocean=filled(cells, A1="atoll", B1="calm-seas"), vessels=["B1"], staging=2)
    last, second = s["stacks"]["1"], s["stacks"]["2"][0]
    assert last == ["volcanic-island"]
    s.activate(0).action("sonar").site(1).expect("DRAW 1", "DRAW 2", "DECLINE").draw(1)
    s.expect("KEEP 0", "KEEP 1", question=13).keep(0)                    # the second is of depth 2
    assert (s["ocean"]["G1"]["board"], s["stacks"]["1"], s["stacks"]["2"][-1]) == ("volcanic-island", [], second)


@rule("A-32", "A-33")
def test_a_single_board_must_be_placed() -> None:
    ocean = filled([f"{column}{depth}" for depth in (1, 2) for column in "ABCDEF"], A1="atoll", B1="calm-seas")
    s = scenario(mission=5, ocean=ocean, vessels=["B1"], staging=2)
    s.activate(0).action("sonar").site(1).expect("DRAW 1", "DECLINE").draw(1)
    assert (s["ocean"]["G1"]["board"], s["stacks"]["1"]) == ("volcanic-island", [])


@rule("A-33")
def test_the_other_board_goes_to_the_bottom_of_its_stack_and_is_known() -> None:
    s = scenario(ocean=SEA, staging=2, stacks={"1": ["atoll", "oil-rig"], "2": ["shipwreck", "sunken-ruins"]})
    s.activate(0).action("sonar").draw(1, 2).keep(1)
    assert s["ocean"]["B2"]["board"] == "shipwreck"
    assert (s["stacks"]["1"][0], s["stacks"]["1"][-1], s["seen"]["1"]) == ("oil-rig", "atoll", 1)
    assert (s["stacks"]["2"][0], s["seen"]["2"]) == ("sunken-ruins", 0)


@rule("A-34")
def test_placing_gives_discoverer_tokens_and_the_discovery_bonus_but_no_arrival_bonus() -> None:
    s = scenario(ocean=SEA, staging=2, stacks={"1": ["atoll", "oil-rig"]}, supply=["plain", "dive", "sonar", "travel"])
    s.activate(0).action("sonar").draw(1, 1).keep(0).place_in("A")
    assert s["ocean"]["A1"] == zone("atoll", tokens=["travel", "sonar", "dive", "plain"], discoverer=0)
    assert (s.me.markers, s.me.staging) == ((0, 1, 0, 0), 1)             # inspiration and a disc, no coordination


@rule("A-35")
def test_with_a_full_play_area_a_discovery_is_an_impact() -> None:
    s = scenario(ocean=filled(GRID, C1="sea-star", C2="looking-glass"), staging=1, journals=[13])
    stacks = s["stacks"]
    s.use_journal(2).action("discover").expect("HEX 0", "HEX 10", "HEX 18", "HEX 25", "DECLINE", question=18).hex(10)
    assert (s["impact"], s["stacks"]) == ({"10": 0}, stacks)


@rule("A-36")
def test_anywhere_needs_no_zone_above() -> None:
    s = scenario(ocean={"C1": "sea-star", "C3": "vortex"}, vessels=["C3"], staging=2)
    s.activate(0).action("sonar").site(0).draw(3).keep(0)
    s.expect("PLACE_IN A", "PLACE_IN B", "PLACE_IN D", "PLACE_IN E")


@rule("A-37")
def test_a_discovery_is_declined_before_drawing_not_after() -> None:
    s = scenario(ocean=SEA, staging=2)
    s.activate(0).action("sonar").decline().asks(seat=1)
    assert (len(s["ocean"]), s.discs("C1")) == (3, {"s1": 0})
    s = scenario(ocean=SEA, staging=2).activate(0).action("sonar").draw(1).cannot("DECLINE").draw(1).cannot("DECLINE")
    s.keep(0).cannot("DECLINE")
