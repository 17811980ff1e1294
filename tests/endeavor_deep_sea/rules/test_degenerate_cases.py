"""Section 18: cases at the edge."""

from __future__ import annotations

from typing import Any

import pytest

from tests.endeavor_deep_sea.scenario import ATTRIBUTES, Scenario, filled, printed, rule, scenario, zone

SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}
COLUMN = filled(["C3", "C4"], C1="sea-star", C2="looking-glass")
SHORT = filled(["C3"], C1="sea-star", C2="looking-glass")
EVERY_CELL = [f"{column}{depth}" for depth in range(1, 6) for column in "ABCDE"]


def discovering(journal: int = 13, **fields: Any) -> Scenario:
    """By a journal: discover 3-5."""
    return scenario(journals=[journal], **fields).use_journal(2).action("discover")


@rule("E-1")
def test_e1_without_disc_and_token_one_passes_unasked() -> None:
    s = scenario(ocean=SEA, staging=1, others=[{"staging": 0}]).activate(0).end_turn()
    assert s["phase"] == "preparation"                       # both are through, the round is over
    s = scenario(ocean=SEA, staging=0, tokens=["disc"])
    s.expect("PASS", "TOKEN_RESEARCH disc", "TOKEN_EFFECT disc", question=3, seat=0)
    s = scenario(ocean=SEA, staging=0, tokens=["plain"])
    s.expect("PASS", "TOKEN_RESEARCH plain", question=3, seat=0)


@rule("E-2")
def test_e2_one_disc_is_not_enough_for_sonar() -> None:
    s = scenario(ocean=SEA, staging=1, specialists=["team-leader*", "sonar-operator"], tokens=["plain"])
    assert s.can("ACTIVATE 1")
    s.activate(1).expect("END_TURN", "TOKEN_RESEARCH plain", question=3)
    s = scenario(ocean=SEA, staging=1, specialists=["team-leader*", "sonar-operator"]).activate(1).asks(3, 1)
    assert s.me.team == ["team-leader+*", "sonar-operator*"]


@rule("E-3")
def test_e3_research_stays_12() -> None:
    assert scenario(ocean=SEA, research=12, tokens=["plain"]).token_research("plain").me.research == 12


@rule("E-4")
def test_e4_three_tokens_two_must_be_spent() -> None:
    ocean = SEA | {"C1": zone("sea-star", tokens=["plain", "travel"])}
    s = scenario(ocean=ocean, journals=[15], tokens=["disc"], others=[{"staging": 0}]).use_journal(3).action("dive")
    assert s.me.tokens == ["travel", "disc", "plain"]
    s.cannot("END_TURN").token_research("disc").cannot("END_TURN").token_research("plain")
    assert s.can("END_TURN")


@rule("E-5")
def test_e5_the_discard_is_shuffled_in_and_then_nothing_is_left() -> None:
    stacks = {"4": ["brine-pool", "seamount"]}
    s = discovering(ocean=SHORT, supply=["plain"], discard=["disc", "disc"], stacks=stacks).keep(0)
    assert (s.tokens("C4")[-1], s["token_shuffle"]) == ("plain", 1)
    assert all(token.endswith("@1") for token in s.tokens("C4")[:-1])
    s = few_tokens(["plain", "plain"]).use_journal(2).action("discover").keep(0).place_in("C")
    assert (s.tokens("C4"), s["token_supply"], s["token_discard"]) == (["plain", "plain"], [], [])
    while not s.state.is_terminal and s["round"] == 1:
        s.duel.step(s.state.legal_actions[0])
    assert len(s.tokens("C4")) == 2                          # it stays so


def everything_but(left: dict[str, int]) -> list[str]:
    return [row["id"] for row in printed("dive_tokens") for _ in range(int(row["copies"]) - left.get(row["id"], 0))]


def few_tokens(supply: list[str]) -> Scenario:
    """All other tokens lie on dive sites."""
    rest = everything_but({token: supply.count(token) for token in supply})
    ocean: dict[str, Any] = {"C3": "vortex"}
    sites = (("C1", "sea-star", 4), ("D1", "kelp-forest", 4), ("A1", "atoll", 4), ("A2", "shipwreck", 8),
             ("D2", "sunken-ruins", 4), ("A3", "thermal-vents", 4), ("D3", "deepwater-shark", 5))
    for cell, board, size in sites:
        ocean[cell] = zone(board, tokens=rest[:size])
        rest = rest[size:]
    ocean["C2"] = "looking-glass"
    return scenario(ocean=ocean, journals=[13], supply=supply, discard=[], stacks={"4": ["brine-pool", "seamount"]},
                    tokens=rest)


@rule("E-6")
def test_e6_a_spent_sonar_token_can_come_back_at_once() -> None:
    ocean = {
        "C1": "sea-star", "C2": zone("looking-glass", {"s1": 1, "s2": 1, "s3": 1}), "C3": "vortex"}
    s = scenario(ocean=ocean, vessels=["C2"], staging=1, tokens=["sonar", "sonar"], supply=[], discard=[],
                 stacks={"4": ["brine-pool", "seamount"]}, others=[{"staging": 0}])
    assert "sonar" not in s["token_discard"]
    s.token_effect("sonar").draw(4).keep(0)
    everywhere = [*s["token_supply"], *(token.removesuffix("@1") for token in s.tokens("C4"))]
    assert (s["token_shuffle"], s["token_discard"]) == (1, [])
    assert (everywhere.count("sonar"), s.me.tokens) == (1, ["sonar"])       # the spent one was shuffled in


@rule("E-7")
def test_e7_in_a_full_ocean_a_discovery_gives_impact() -> None:
    full = filled(EVERY_CELL, C1="sea-star", C2="looking-glass")
    s = scenario(ocean=full, vessels=["C1"], staging=2)
    stacks = s["stacks"]
    s.activate(0).action("sonar").expect("HEX 0", "HEX 10", "HEX 18", "HEX 25", "DECLINE", question=18).hex(0)
    assert (s["stacks"], s["impact"], s.me.reputation) == (stacks, {"0": 0}, 1)


@rule("E-8")
def test_e8_the_shallowest_depth_with_a_place() -> None:
    """Discover 3-5 in mission 1 without a zone at depth 2; discover 3-5 where only depth 1 and 2 have a place."""
    s = discovering(ocean={"C1": "sea-star"}, stacks={"1": ["atoll", "calm-seas"]}).expect("KEEP 0", "KEEP 1")
    s.keep(0).expect("PLACE_IN A", "PLACE_IN B", "PLACE_IN D", "PLACE_IN E", question=14).place_in("A")
    assert (s["ocean"]["A1"]["board"], s["stacks"]["1"][-1]) == ("atoll", "calm-seas")
    rows = [f"{column}1" for column in "ABDE"]
    s = discovering(ocean=filled(rows, C1="sea-star"), stacks={"2": ["dolphin-pods", "shipwreck"]})
    s.expect("KEEP 0", "KEEP 1", question=13)
    ocean = {"A1": "atoll", "B1": "calm-seas", "B2": "shipwreck", "B3": zone("vortex", {"s4": 0})}
    s = scenario(mission=5, ocean=ocean, vessels=["B3"], staging=2).activate(0).action("sonar").site(2)
    s.expect("DECLINE", "DRAW 1", question=11)               # 4-5, and no deeper than 3


@rule("E-9")
def test_e9_a_single_board_is_drawn_and_placed() -> None:
    boards = ("atoll", "calm-seas", "oil-rig", "dying-reef", "kelp-forest", "remote-anchorage")
    ocean = {f"{column}1": board for column, board in zip("ABCDEF", boards, strict=True)}
    ocean |= filled([f"{column}{depth}" for depth in (2, 3) for column in "ABCDEF"])
    s = scenario(mission=5, ocean=ocean, vessels=["B1"], staging=2, others=[{"staging": 0}])
    assert s["stacks"]["1"] == ["volcanic-island"]
    s.activate(0).action("sonar").site(1).expect("DRAW 1", "DECLINE", question=11).draw(1)
    assert (s["ocean"]["G1"]["board"], s["stacks"]["1"]) == ("volcanic-island", [])


@rule("E-10")
def test_e10_a_zone_in_an_empty_column() -> None:
    vortex = zone("vortex", {"s2": 0, "s4": 0})
    s = scenario(ocean={"C1": "sea-star", "C2": "looking-glass", "C3": vortex}, vessels=["C3"], staging=2, ingenuity=12,
                 launches=3, stacks={"3": ["rift-valley", "thermal-vents"], "4": ["seamount"]})
    s.activate(0).action("sonar").site(0).draw(3).keep(0).place_in("D")
    floating = {"C1": "sea-star", "C2": "looking-glass", "C3": "vortex", "D3": "rift-valley"}
    s = scenario(ocean=floating, vessels=["C1"], ingenuity=10).activate(0).action("travel")
    assert "D3" in s.options("TRAVEL_TO")                    # sideways
    s = discovering(ocean=floating, stacks={"4": ["seamount", "brine-pool"]})
    s.keep(0).expect("PLACE_IN C", "PLACE_IN D", question=14)
    s = struck({**floating, "D4": "seamount"}, ["D4"])
    assert s.me.vessels == ["D3"]                            # and no further
    s = struck({**floating, "D1": "atoll", "D4": "seamount"}, ["D4"])
    assert s.me.vessels == ["D1"]                            # over the gap


def struck(ocean: dict[str, Any], vessels: list[str]) -> Scenario:
    """Volcanic Activity in round 4."""
    return scenario(mode="cooperative", ocean=ocean, vessels=vessels, staging=0, others=[{"staging": 0}],
                    setbacks=["volcanic-activity"], table={"round": 3})


@rule("E-11")
def test_e11_round_the_cave() -> None:
    ocean = {"B1": "atoll", "C1": "sea-star", "B2": "submerged-cave-system", "B3": "vortex", "C2": "looking-glass",
             "C3": "rift-valley"}
    s = scenario(ocean=ocean, vessels=["B1"], ingenuity=4).activate(0).action("travel")
    assert s.options("TRAVEL_TO") == ["C1", "C2", "C3"]      # B3 is four steps away
    s = scenario(ocean=ocean, vessels=["B1"], ingenuity=7, launches=3).activate(0).action("travel")
    assert "B3" in s.options("TRAVEL_TO")
    ocean.pop("B3")
    s = discovering(ocean=ocean | {"C4": "seamount", "C5": "whale-fall"}, stacks={"3": ["vortex", "thermal-vents"]})
    s.keep(0)
    assert s["ocean"]["B3"]["board"] == "vortex"


@rule("E-12")
def test_e12_the_cave_at_the_edge() -> None:
    cave = zone("submerged-cave-system", tokens={"d1": ["plain"], "d2": ["disc", "disc"], "d3": ["travel"]})
    ocean = {"A1": "atoll", "C1": "sea-star", "A2": cave, "B2": "dolphin-pods"}
    for cell, kind in (("A1", "disc"), ("B2", "travel")):
        s = scenario(ocean=ocean, vessels=[cell]).activate(0).action("dive")
        assert s.me.tokens == [kind]                         # up and right; nothing lies to the left
    full = ocean | {"B2": zone("dolphin-pods", {f"c{k}": 1 for k in (1, 2, 3, 4)})}
    s = scenario(ocean=full, vessels=["A1", "B2", "C1"], staging=2, research=9).activate(0).cannot("ACTION conserve")
    s = scenario(ocean=full, vessels=["B2"], staging=2, research=9, journals=[1]).use_journal(0).action("conserve")
    assert s.discs("A2") == {"c1": 0}                        # at the depth of a vessel (A-53)


@rule("E-13")
def test_e13_the_trench_holds_one_vessel_of_a_player() -> None:
    ocean = COLUMN | {"C5": "abyssal-trench", "D5": "whale-fall"}
    mine: dict[str, Any] = {"ingenuity": 10, "launches": 3, "staging": 1, "tokens": ["plain"]}
    s = scenario(ocean=ocean, vessels=["C4", "C5"], **mine).activate(0).action("travel").leave("C4")
    assert "C5" not in s.options("TRAVEL_TO")
    s = scenario(ocean=ocean, vessels=["C4"], others=[{"vessels": ["C5"]}], **mine).activate(0).action("travel")
    assert "C5" in s.options("TRAVEL_TO")


@rule("E-14")
def test_e14_arrival_at_the_trench_in_the_turn_of_another() -> None:
    ocean = filled(["B3", "B4", "C3", "C4"], B2=zone("sunken-ruins", tokens=["plain"]), C1="sea-star",
                   C2="looking-glass", B1="atoll", B5="abyssal-trench")
    other = {"vessels": ["B2"], "ingenuity": 10, "launches": 3, "staging": 1, "tokens": ["disc"]}
    s = scenario(ocean=ocean, vessels=["B2"], staging=1, others=[other]).activate(0).action("dive").asks(4, 0).decline()
    s.expect("ACTION travel", "DECLINE", question=4, seat=1).action("travel").travel_to("B5")
    s.expect("ACTION sonar", "DECLINE", question=4, seat=1).action("sonar")
    yellow = s.player(1)
    assert (s.discs("B5"), yellow.staging, yellow.inspiration, yellow.research) == ({"s1": 1}, 0, 1, 1)
    assert yellow.tokens == ["disc"]


@rule("E-15")
def test_e15_a_full_track_of_the_trench_offers_nothing() -> None:
    ocean = COLUMN | {"C5": zone("abyssal-trench", {f"s{k}": 1 for k in range(1, 7)})}
    s = scenario(ocean=ocean, vessels=["C4"], ingenuity=10, launches=3, staging=3, tokens=["plain"]).activate(0)
    s.action("travel").travel_to("C5").asks(3, 0)


@rule("E-16")
def test_e16_the_fourth_disc_of_the_oil_rig() -> None:
    ocean = {"C1": "sea-star", "B1": zone("oil-rig", {"c1": 1, "c2": 2, "c3": 1})}
    s = scenario(players=3, ocean=ocean, vessels=["B1"], staging=2, research=1, specialists=["pilot"],
                 others=[{"specialists": ["pilot+"]}, {"specialists": ["pilot"]}])
    s.activate(0).action("conserve").asks(16, 0).promote(1).asks(16, 2).promote(1).asks(3, 1)
    assert [s.player(seat).team[1] for seat in range(3)] == ["pilot+"] * 3


@rule("E-17")
def test_e17_promoted_in_its_own_activation() -> None:
    ocean = SEA | {"C1": zone("sea-star", tokens=["promote"])}
    s = scenario(ocean=ocean, specialists=["rov-operator"], ingenuity=2).activate(1).action("dive")
    s.token_effect("promote")
    assert s.me.team[1] == "rov-operator+"
    s.expect("ACTION travel", "END_TURN", question=3)        # the junior's second action


@rule("E-18")
def test_e18_the_mentor_promotes_itself() -> None:
    s = scenario(ocean=SEA, specialists=["pilot+", "mentor"], staging=1).activate(2).action("promote")
    assert (s.me.team, s.me.staging) == (["team-leader+", "pilot+", "mentor+"], 0)
    assert s.breakdown()["specialists"] == 2                 # the leader and the Skipper


@rule("E-19")
def test_e19_every_other_player_with_equal_tracks_is_asked() -> None:
    s = scenario(players=4, ocean={"C1": "sea-star"}, staging=2, research=4, table={"row": [14, None, None, None]},
                 others=[{}, {"reputation": 1, "inspiration": 1, "coordination": 1}, {"ingenuity": 1}])
    s.activate(0).action("publish").site(0).decline().asks(17, 1)
    assert s.options("ATTRIBUTE") == list(ATTRIBUTES)
    s.attribute("coordination").asks(17, 3)                  # seat 2 has a single lowest track
    assert s.player(2).markers == (1, 1, 1, 1)
    s.expect("ATTRIBUTE reputation", "ATTRIBUTE inspiration", "ATTRIBUTE coordination").attribute("inspiration")
    assert s.player(3).markers == (0, 1, 0, 1)


@rule("E-20")
def test_e20_links_of_ones_own_give_once_and_four_at_once_one_bundle_a_player() -> None:
    ocean = {"C1": "sea-star", "B1": zone("dying-reef", {"c1": 1, "c3": 2, "c4": 0, "c5": 1})}
    s = scenario(players=3, ocean=ocean, vessels=["B1"], staging=2, research=4).activate(0).action("conserve")
    s.asks(18, 0).decline()                                  # the reward of c2: 1 reputation, 1 impact
    mine, yellow, red = (s.player(seat) for seat in range(3))
    assert (mine.markers, mine.staging) == ((2, 1, 1, 0), 1)          # c5, c3, c1 and, once, the disc of c4
    assert (yellow.markers, yellow.staging) == ((1, 0, 1, 0), 1)
    assert (red.markers, red.staging) == ((0, 1, 0, 0), 1)


@rule("E-21")
def test_e21_the_last_journal_is_gone() -> None:
    others = list(range(8, 32))
    s = scenario(ocean={"C1": "sea-star"}, staging=4, research=4, table={"row": [5, 3, 6, 1]},
                 specialists=["field-researcher"], others=[{"journals": others}])
    s.activate(1).action("publish").site(0)
    assert (s["row"], s["deck"]) == ([None, 3, 6, 1], [])
    s = scenario(ocean={"C1": "sea-star"}, staging=4, research=9, table={"row": [None, 1, None, None]},
                 others=[{"journals": others}]).activate(0).cannot("ACTION publish")


@rule("E-22")
def test_e22_colossal_squid() -> None:
    ocean = COLUMN | {"C4": "colossal-squid"}
    s = scenario(ocean=ocean, vessels=["C4"], staging=3, specialists=["marine-biologist+"]).activate(1)
    s.action("conserve").site(0).asks(3)
    assert (s.me.research, s.me.markers, s["impact"]) == (0, (0,) * 4, {})
    s.action("conserve").asks(18).hex(0).asks(18).hex(18)
    assert s["impact"] == {"0": 0, "18": 0}


@rule("E-23")
def test_e23_four_conserve_actions_of_one_activation_never_five() -> None:
    grounds = zone("whale-calving-grounds", {"j1": 0})
    s = scenario(ocean={"C1": "sea-star", "C2": grounds}, vessels=["C2"], staging=9, research=12,
                 specialists=["marine-biologist+"]).activate(1)
    for sites in ((4, 1), (3, 5)):
        s.action("conserve").site(sites[0]).expect("ACTION conserve", "DECLINE", question=4)
        s.action("conserve").site(sites[1])
    assert len(s.discs("C2")) == 5
    s.asks(seat=1)                                           # nothing is left to do


@rule("E-24")
def test_e24_the_robotics_engineer_copies_the_leader() -> None:
    s = scenario(ocean=SEA | {"C1": zone("sea-star", tokens=["plain"])}, specialists=["robotics-engineer"], staging=3)
    s.activate(1).action("dive").expect("END_TURN", "TOKEN_RESEARCH plain")           # one of the five
    s = scenario(ocean=SEA, specialists=["robotics-engineer", "pilot"]).activate(1)
    s.expect("COPY 0", "COPY 2", question=5)                 # not itself


@rule("E-25")
def test_e25_nobody_to_hire() -> None:
    teams = [["pilot"] * 4, ["reef-diver"] * 4, ["sonar-operator"] * 4]
    s = scenario(players=3, phase="preparation", ocean=SEA, specialists=teams[0], table={"round": 5},
                 others=[{"specialists": teams[1], "reputation": 2}, {"specialists": teams[2]}])
    s.asks(1, 1)                                             # seat 0 could hire nobody
    assert len(s.me.team) == 5


@rule("E-26")
def test_e26_blocked_markers_and_full_entries() -> None:
    blocked = {str(k): k % 2 for k in range(13)}
    s = scenario(mission=6, tokens=["any-attribute"], inspiration=9, table={"impact": blocked})
    s.token_effect("any-attribute").attribute("inspiration").asks(3)           # lost
    ocean = {"A1": "atoll", "C1": "remote-anchorage", "E1": "calm-seas", "C5": "fallen-star"}
    for below, locked in (({}, False), ({"31": 1}, True)):
        s = scenario(mission=6, ocean=ocean, tokens=["impact"], table={"impact": {"22": 0, "9": 0} | below})
        s.token_effect("impact")
        assert s.can("MOVE_FROM 22") != locked
        assert s.can("MOVE_FROM 9") != locked                # the only one left is not asked for
    s = scenario(mission=6, ocean=ocean, tokens=["impact"], table={"impact": {"31": 0, "9": 0}}).token_effect("impact")
    s.asks(18)                                               # on the deepest hex of its column: locked


@rule("E-27")
def test_e27_the_track_or_a_polluted_hex() -> None:
    clean = {str(k): 1 for k in range(14, 22)}
    s = scenario(mission=9, tokens=["impact"], table={"impact": clean}).token_effect("impact")
    polluted = [int(name) for name in s.options("HEX") if name != "22"]
    assert polluted
    assert max(polluted) < 14
    assert s.can("HEX 22")
    assert s.can("DECLINE")
    s = scenario(mission=9, tokens=["impact"], table={"impact": clean, "mission_state": {"clean_up": [20, 0]}})
    s.token_effect("impact").cannot("HEX 22")


@rule("E-28")
def test_e28_two_rows_to_choose_from() -> None:
    s = scenario(mission=10, ocean=COLUMN, vessels=["C1", "C3"], tokens=["any-attribute"], reputation=9, ingenuity=2)
    s.token_effect("any-attribute").attribute("reputation").expect("HEX 0", "HEX 11", "DECLINE", question=18)
    full = {str(k): 1 for k in range(11, 17)}
    s = scenario(mission=10, ocean=COLUMN, vessels=["C1", "C3"], tokens=["any-attribute"], reputation=9, ingenuity=2,
                 table={"impact": full})
    s.token_effect("any-attribute").attribute("reputation").expect("HEX 0", "HEX 28", "DECLINE", question=18)


@rule("E-29")
def test_e29_a_goal_hex_nobody_reached() -> None:
    ocean = {"A1": zone("atoll", {"s1": 0, "s2": 0}), "B1": zone("sea-star", {"s1": 0})}
    s = scenario(mission=8, ocean=ocean)
    assert [s.breakdown()[f"goal {k}"] for k in (1, 2, 3)] == [0, 0, 0]
    s = scenario(mission=8, ocean=ocean, table={"impact": {"75": 1}, "mission_state": {
        "goal_options": {"1": "a", "2": None, "3": None}}})
    assert [s.breakdown(seat)["goal 1"] for seat in (0, 1)] == [2 + 2, 0]


@rule("E-30")
def test_e30_a_launch_in_the_turn_of_another_by_a_journal() -> None:
    s = scenario(mission=3, ocean={"C1": "sea-star", "D1": "dying-reef"}, vessels=["C1"], staging=2, research=2,
                 ingenuity=2, table={"row": [4, None, None, None]}, others=[{"vessels": ["C1"], "ingenuity": 1}])
    s.activate(0).action("publish").expect("LAUNCH_IN C", "LAUNCH_IN D", question=20, seat=1).launch_in("D")
    s.asks(18, 1).hex(15)
    assert (s["impact"], s.player(1).vessels, s.player(1).ingenuity) == ({"15": 1}, ["C1", "D1"], 3)


@rule("E-31")
def test_e31_going_back_takes_no_vessel_and_stepping_on_gives_impact_again() -> None:
    s = scenario(mode="cooperative", ocean=SEA, staging=0, ingenuity=7, vessels=["B1", "C1", "C1"],
                 others=[{"staging": 0, "reputation": 11}], setbacks=["equipment-failure"], table={"round": 3})
    assert (s.me.ingenuity, s.me.vessels, s.player(1).reputation) == (5, ["B1", "C1", "C1"], 9)
    s = scenario(ocean=SEA, ingenuity=6, vessels=["B1", "C1", "C1"], launches=3, tokens=["any-attribute"])
    s.token_effect("any-attribute").attribute("ingenuity").asks(3)
    assert len(s.me.vessels) == 3
    s = scenario(ocean=SEA, reputation=9, tokens=["any-attribute"])
    s.token_effect("any-attribute").attribute("reputation").asks(18)


@rule("E-32")
def test_e32_black_smoker_with_one_vessel() -> None:
    ocean = COLUMN | {"C5": zone("black-smoker", tokens=["plain", "disc"]), "D5": "whale-fall"}
    s = scenario(ocean=ocean, vessels=["C5"], ingenuity=10, launches=3, journals=[15]).use_journal(3).action("dive")
    assert s.me.tokens == ["disc", "plain"]
    s.expect("ACTION travel", "DECLINE", question=4).action("travel").travel_to("C4").asks(3, 0)


@rule("E-33")
@pytest.mark.parametrize(("staging", "can"), [(0, False), (1, True)])
def test_e33_a_token_that_costs_a_disc(staging: int, can: bool) -> None:
    s = scenario(ocean=SEA, staging=staging, tokens=["disc-for-research"])
    assert s.can("TOKEN_EFFECT disc-for-research") == can
    assert s.can("TOKEN_RESEARCH disc-for-research")
    if can:
        s.token_effect("disc-for-research")
        assert (s.me.staging, s.me.research) == (0, 5)


@rule("E-34")
def test_e34_affordable_only_with_a_token() -> None:
    ocean = {"A1": zone("kelp-forest", {"c2": 1}), "C1": "sea-star"}
    s = scenario(ocean=ocean, vessels=["A1"], staging=2, tokens=["plain"], others=[{"staging": 0}]).activate(0)
    assert s.can("ACTION conserve")
    s.action("conserve")                                     # the single token is spent without a question
    assert (s.discs("A1"), s.me.research, s.me.tokens) == ({"c1": 0, "c2": 1}, 2, [])
    s = scenario(ocean=ocean, vessels=["A1"], staging=2, tokens=["plain", "disc"]).activate(0).action("conserve")
    s.expect("TOKEN_RESEARCH disc", "TOKEN_RESEARCH plain", question=8)


@rule("E-35")
def test_e35_deeper_than_the_technology() -> None:
    ocean = COLUMN | {"C5": "whale-fall", "D4": "brine-pool", "D5": "abyssal-plain", "B3": "rift-valley"}
    s = scenario(ocean=ocean, vessels=["C5"], ingenuity=4).activate(0).action("travel")
    assert s.options() == ["TRAVEL_TO C2", "TRAVEL_TO B3", "TRAVEL_TO C3"]
    s = scenario(ocean=ocean, vessels=["C5"], ingenuity=2, tokens=["plain"]).activate(0).cannot("ACTION travel")


@rule("E-36")
def test_e36_the_pilot_is_promoted_in_preparation() -> None:
    s = scenario(mission=3, phase="preparation", ocean={"C1": "sea-star"}, staging=0, inspiration=1,
                 table={"impact": {"4": 1, "11": 1}}).hire("pilot").hex(5)
    s.expect("PROMOTE 1", "DECLINE", question=16).promote(1)
    assert (s.me.team, s.me.inspiration, s.me.staging) == (["team-leader+", "pilot+"], 2, 2)


@rule("E-37")
def test_e37_arrival_at_seafloor_restoration_with_a_stored_token() -> None:
    ocean = COLUMN | {"C5": "seafloor-restoration"}
    s = scenario(ocean=ocean, vessels=["C4"], ingenuity=10, launches=3, staging=2, tokens=["plain"]).activate(0)
    s.action("travel").travel_to("C5").expect("ACTION conserve", "DECLINE", question=4).action("conserve")
    assert (s.me.tokens, s.me.research) == ([], 4)
    s.expect("SITE 0", "SITE 2", "SITE 3", "SITE 4", "SITE 5", question=9, seat=0)
    ruins = filled(["B3", "B4", "C3", "C4"], B1="atoll", B2=zone("sunken-ruins", tokens=["plain"]), C1="sea-star",
                   C2="looking-glass", B5="seafloor-restoration")
    other = {"vessels": ["B2"], "ingenuity": 10, "launches": 3, "staging": 2, "tokens": ["plain"]}
    s = scenario(ocean=ruins, vessels=["B2"], others=[other]).activate(0).action("dive").decline().action("travel")
    s.travel_to("B5").asks(3)                                # in another's turn nothing is offered
    assert s.player(1).tokens == ["plain"]
