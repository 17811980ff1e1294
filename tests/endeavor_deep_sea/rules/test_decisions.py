"""Sections 13 and 14: every question, who is asked, and all of its answers."""

from __future__ import annotations

from typing import Any

import pytest

import undersea_env
from tests.endeavor_deep_sea.scenario import Scenario, filled, new_game, printed, rule, scenario, zone
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS

SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}
DEEP = filled(["C3", "C4"], C1="sea-star", C2="looking-glass", C5="seafloor-restoration")


@rule("Q-0")
def test_one_answer_is_not_asked_and_none_is_skipped() -> None:
    s = scenario(ocean=SEA, staging=2, specialists=["pilot"], others=[{"staging": 0}]).activate(0).action("travel")
    assert s.me.vessels == ["B1"]                            # the only destination
    s.asks(3, 0)
    assert s["passed"] == [1]                                # seat 1 could only pass
    s = scenario(ocean={"C1": "sea-star"}, staging=2, research=2, table={"row": [5, None, None, None]})
    s.activate(0).action("publish").asks(3, 1)               # one site, one journal, nobody to promote
    assert (s.me.journal_numbers, s.discs("C1")) == ([5], {"j1": 0})


@rule("Q-0")
def test_the_blocks_of_answers_are_those_of_the_file_of_the_book() -> None:
    first = 0
    for row, block in zip(printed("action_blocks"), ACTIONS, strict=True):
        assert (row["block"], int(row["first"]), int(row["size"])) == (block.name, first, block.size)
        first += block.size
    assert first == ACTIONS.size == 361


@rule("Q-1")
def test_q1_whom_to_hire() -> None:
    s = scenario(phase="preparation", ocean=SEA, others=[{"reputation": 2}])
    s.expect("HIRE pilot", "HIRE reef-diver", "HIRE sonar-operator", question=1, seat=0).hire("reef-diver")
    s.expect("HIRE pilot", "HIRE reef-diver", "HIRE sonar-operator", "HIRE ecologist", "HIRE marine-engineer",
             "HIRE navigator", question=1, seat=1)


@rule("Q-2")
def test_q2_which_disc_returns_in_ascending_order() -> None:
    team = ["team-leader*", "pilot*", "ecologist*"]
    s = scenario(phase="preparation", ocean=SEA, coordination=2, specialists=team, table={"round": 3})
    s.hire("reef-diver").expect("RETURN 0", "RETURN 1", question=2, seat=0).take_back(0)
    s.expect("RETURN 1", "RETURN 2", question=2, seat=0)
    s = scenario(phase="preparation", ocean=SEA, coordination=2, specialists=team, table={"round": 3})
    s.hire("reef-diver").take_back(1).asks(1, 1)             # only one disc lies above
    assert s.me.team == ["team-leader+*", "pilot", "ecologist", "reef-diver"]


@rule("Q-3")
def test_q3_a_turn_point() -> None:
    ocean = SEA | {"C1": zone("sea-star", tokens=["plain"])}
    s = scenario(ocean=ocean, staging=2, specialists=["pilot*", "marine-engineer", "navigator"],
                 journals=[1, 16, (25,)], tokens=["disc", "plain"], table={"row": [None] * 4})
    s.expect("PASS", "ACTIVATE 0", "ACTIVATE 3", "USE_JOURNAL 0", "TOKEN_RESEARCH disc", "TOKEN_RESEARCH plain",
             "TOKEN_EFFECT disc", question=3, seat=0)
    s.activate(0)
    s.expect("ACTION travel", "ACTION sonar", "ACTION dive", "TOKEN_RESEARCH disc", "TOKEN_RESEARCH plain",
             "TOKEN_EFFECT disc", question=3, seat=0)        # two tokens: no end
    s.token_research("disc").expect("ACTION travel", "ACTION sonar", "ACTION dive", "TOKEN_RESEARCH plain", "END_TURN")
    s.action("travel").expect("TOKEN_RESEARCH plain", "END_TURN")                    # of an either nothing is left


@rule("Q-4")
def test_q4_take_the_offered_action() -> None:
    s = scenario(ocean=DEEP, vessels=["C4"], ingenuity=10, staging=2, research=2).activate(0).action("travel")
    s.travel_to("C5").expect("ACTION conserve", "DECLINE", question=4, seat=0).action("conserve")
    s.expect("SITE 0", "SITE 2", "SITE 3", "SITE 4", "SITE 5", question=9)
    s = scenario(ocean=DEEP, vessels=["C4"], ingenuity=10, staging=1, research=2).activate(0).action("travel")
    s.travel_to("C5").asks(3, 1)                             # no disc, so it is not possible


@rule("Q-5")
def test_q5_whom_to_copy() -> None:
    team = ["robotics-engineer", "marine-engineer", "pilot*"]
    s = scenario(ocean=SEA, specialists=team).activate(1).expect("COPY 0", "COPY 3", question=5, seat=0).copy(3)
    s.expect("ACTION travel", "END_TURN", question=3)


@rule("Q-6", "Q-7")
def test_q6_which_vessel_travels_and_q7_where_to() -> None:
    ocean = SEA | {"E1": "atoll"}
    s = scenario(ocean=ocean, vessels=["B1", "C1", "E1"], ingenuity=2).activate(0).action("travel")
    s.expect("LEAVE B1", "LEAVE C1", question=6, seat=0).leave("B1")     # nothing lies beside the Atoll
    s.expect("TRAVEL_TO C1", "TRAVEL_TO C2", question=7, seat=0).travel_to("C2")
    assert s.me.vessels == ["C1", "E1", "C2"]


@rule("Q-8")
def test_q8_in_which_zone_with_the_research_of_now() -> None:
    ocean = {"A1": "kelp-forest", "B1": "oil-rig", "C1": "sea-star", "D1": "dying-reef"}
    s = scenario(ocean=ocean, vessels=["A1", "B1", "D1"], staging=2, research=0, tokens=["plain"]).activate(0)
    s.action("conserve").expect("ACT_IN D1", "TOKEN_RESEARCH plain", question=8, seat=0).token_research("plain")
    s.expect("ACT_IN A1", "ACT_IN B1", "ACT_IN D1", question=8).act_in("B1")
    s.expect("SITE 0", "SITE 1", "SITE 2", "SITE 3", question=9)


@rule("Q-9")
def test_q9_on_which_site_or_track() -> None:
    vortex = zone("vortex", {"s2": 1, "s4": 1, "s5": 1})
    s = scenario(ocean={"C1": "sea-star", "C2": "looking-glass", "C3": vortex}, vessels=["C3"], staging=2).activate(0)
    s.action("sonar").expect("SITE 0", "SITE 1", question=9, seat=0).site(1)
    assert s.discs("C3") == {"s2": 1, "s3": 0, "s4": 1, "s5": 1}
    s = scenario(ocean={"C1": "sea-star", "D1": zone("dying-reef", {"c4": 1})}, vessels=["D1"], staging=2, research=1,
                 tokens=["plain"]).activate(0).action("conserve")
    s.expect("ACT_IN D1", "TOKEN_RESEARCH plain", question=8).act_in("D1")
    s.expect("SITE 0", "SITE 2", "SITE 4", "TOKEN_RESEARCH plain", question=9)


@rule("Q-10")
def test_q10_which_journal() -> None:
    s = scenario(ocean={"C1": "sea-star"}, staging=2, research=2, table={"row": [5, 3, 10, 7]}).activate(0)
    s.action("publish").expect("SITE 0", "SITE 1", question=9).site(0)
    s.expect("ROW 0", "ROW 3", question=10, seat=0).row(3)   # brown; cost 3
    assert s.me.journal_numbers == [7]


@rule("Q-11", "Q-12")
def test_q11_first_and_q12_second_depth() -> None:
    ocean = {"B1": "calm-seas", "C1": "sea-star", "B2": "shipwreck"}
    s = scenario(ocean=ocean, vessels=["C1"], staging=2).activate(0).action("sonar")
    s.expect("DRAW 1", "DRAW 2", "DECLINE", question=11, seat=0).draw(1).expect("DRAW 1", "DRAW 2", question=12)
    s = scenario(ocean=ocean, vessels=["B2"], journals=[13]).use_journal(2).action("discover")
    s.asks(13)                                               # 3 only, begun as an action: nothing to ask before


# of mission 5, which is seven columns wide: one board of depth 1 is left, with one place
SIX_WIDE = {"A1": "atoll", "B1": "calm-seas", "C1": "oil-rig", "D1": "dying-reef", "E1": "kelp-forest",
            "F1": "remote-anchorage"}
THIRDS = ("carbonate-spires", "coldwater-reef", "deepwater-shark", "jellyfish-bloom", "rift-valley", "thermal-vents")


@rule("Q-11")
def test_q11_a_depth_with_a_single_board_comes_first_if_a_deeper_one_can_follow() -> None:
    s = scenario(mission=5, ocean=SIX_WIDE, vessels=["B1"], staging=2).activate(0).action("sonar").site(1)
    s.expect("DRAW 1", "DRAW 2", "DECLINE", question=11).draw(1).asks(13)
    ocean = SIX_WIDE | dict(zip(("A3", "B3", "C3", "D3", "E3", "F3"), THIRDS, strict=True))
    ocean |= {"G1": "volcanic-island", "G2": "sunken-ruins"}
    s = scenario(mission=5, ocean=ocean, vessels=["G2"], staging=2).activate(0).action("sonar")
    s.expect("DRAW 2", "DECLINE", question=11).draw(2).expect("DRAW 2", "DRAW 3", question=12)


@rule("Q-13", "Q-14")
def test_q13_which_board_and_q14_where_to_place_it() -> None:
    s = scenario(ocean=SEA, vessels=["C1"], staging=2, stacks={"1": ["atoll", "calm-seas"]}).activate(0).action("sonar")
    s.draw(1, 1).expect("KEEP 0", "KEEP 1", question=13, seat=0).keep(1)
    s.expect("PLACE_IN A", "PLACE_IN D", "PLACE_IN E", question=14, seat=0).place_in("E")
    assert (s["ocean"]["E1"]["board"], s["ocean"]["E1"]["discoverer"]) == ("calm-seas", 0)
    s = scenario(ocean={"C1": "sea-star", "C2": "looking-glass", "C3": zone("vortex", {"s2": 0, "s4": 0})},
                 vessels=["C3"], staging=2).activate(0).action("sonar").site(0).asks(11).draw(3).keep(0)
    s.expect(*(f"PLACE_IN {column}" for column in "ABDE"), question=14)


@rule("Q-15")
def test_q15_which_token_of_the_shipwreck() -> None:
    ocean = {"C1": "sea-star", "C2": zone("shipwreck", tokens=["plain", "disc", "travel"])}
    s = scenario(ocean=ocean, vessels=["C2"]).activate(0).action("dive").expect("KEEP 0", "KEEP 1", question=15, seat=0)
    s.keep(1)
    assert (s.me.tokens, s["token_discard"]) == (["disc"], ["plain"])
    ocean = {"C1": "sea-star", "C2": zone("shipwreck", tokens=["plain", "plain", "travel"])}
    s = scenario(ocean=ocean, vessels=["C2"]).activate(0).action("dive").asks(3)
    assert (s.me.tokens, s["token_discard"]) == (["plain"], ["plain"])


@rule("Q-16")
def test_q16_whom_to_promote() -> None:
    team = ["pilot", "reef-diver+", "ecologist", "mentor"]
    s = scenario(ocean=SEA, specialists=team).activate(4).action("promote")
    s.expect("PROMOTE 1", "PROMOTE 3", "PROMOTE 4", question=16, seat=0)
    s = scenario(ocean=SEA, specialists=team, tokens=["promote"]).token_effect("promote")
    s.expect("PROMOTE 1", "PROMOTE 3", "PROMOTE 4", question=16)
    s = scenario(ocean={"C1": "sea-star"}, specialists=team, staging=2, research=2,
                 table={"row": [5, None, None, None]})
    s.activate(0).action("publish").expect("PROMOTE 1", "PROMOTE 3", "PROMOTE 4", "DECLINE", question=16)


@rule("Q-17")
def test_q17_which_attribute() -> None:
    every = [f"ATTRIBUTE {name}" for name in ("reputation", "inspiration", "coordination", "ingenuity")]
    s = scenario(ocean=SEA, tokens=["any-attribute"], reputation=4).token_effect("any-attribute")
    s.expect(*every, question=17, seat=0)
    s = scenario(ocean=SEA, tokens=["lowest-attribute"], reputation=4).token_effect("lowest-attribute")
    s.expect(*every[1:], question=17)


@rule("Q-18")
def test_q18_which_hex() -> None:
    s = scenario(ocean=SEA, tokens=["impact"]).token_effect("impact")
    s.expect("HEX 0", "HEX 10", "HEX 18", "HEX 25", "DECLINE", question=18, seat=0)


@rule("Q-19")
def test_q19_which_marker_moves() -> None:
    s = scenario(mission=6, tokens=["impact"], table={"impact": {"0": 0, "6": 0, "7": 1}}).token_effect("impact")
    s.expect("MOVE_FROM 0", "MOVE_FROM 6", "DECLINE", question=19, seat=0).move_from(6)
    assert s["impact"] == {"0": 0, "5": 0, "7": 1}           # its only target
    s = scenario(mission=6, tokens=["impact"], table={"impact": {"0": 0, "6": 1}}).token_effect("impact")
    s.asks(18)
    assert s.can("DECLINE")                                  # one marker can move: its targets are asked at once


@rule("Q-20")
def test_q20_where_to_launch() -> None:
    s = new_game(3, players=2, mission=6)
    s.expect("LAUNCH_IN A", "LAUNCH_IN C", "LAUNCH_IN E", question=20, seat=s["wave"])


@rule("Q-21")
def test_q21_option_or_kind() -> None:
    s = scenario(mission=8, ocean={"A1": "atoll", "B1": "sea-star"}, vessels=["B1"], tokens=["impact"],
                 table={"impact": {"76": 1}}).token_effect("impact").hex(75)
    s.expect("OPTION a", "OPTION b", question=21, seat=0)
    ocean = filled(["C2", "C3", "C4"], A1="atoll", C1="remote-anchorage", E1="calm-seas")
    s = scenario(mission=6, ocean=ocean, vessels=["C1"], journals=[13], stacks={"5": ["fallen-star", "whale-fall"]})
    s.use_journal(2).action("discover").keep(0).expect("OPTION a", "OPTION b", question=21, seat=0).option("b")
    assert s["mission_state"]["designated"] == "publish"


@rule("Q-22")
def test_q22_which_highest_attribute_goes_back() -> None:
    s = scenario(mode="cooperative", ocean=SEA, staging=0, reputation=4, ingenuity=4, launches=1,
                 others=[{"staging": 0, "coordination": 3}], setbacks=["equipment-failure"], table={"round": 3})
    s.expect("ATTRIBUTE reputation", "ATTRIBUTE ingenuity", question=22, seat=0).attribute("ingenuity")
    assert (s.me.markers, s.player(1).markers) == ((4, 0, 0, 2), (0, 0, 1, 0))   # seat 1 without a question


def paying(doing: str, tokens: list[str], **fields: Any) -> Scenario:
    ocean = {"A1": "kelp-forest", "C1": zone("sea-star", tokens=["travel"])}
    s = scenario(ocean=ocean, vessels=["A1" if doing == "conserve" else "C1"], staging=2, tokens=tokens, research=3,
                 table={"row": [5, None, None, None]}, **fields)
    return s.activate(0).action(doing)


@rule("Q-23")
def test_q23_with_a_token_a_single_target_is_asked_too() -> None:
    s = paying("publish", ["plain"]).expect("ACT_IN C1", "TOKEN_RESEARCH plain", question=8).act_in("C1")
    s.expect("SITE 0", "TOKEN_RESEARCH plain", question=9).token_research("plain")
    assert (s.me.journal_numbers, s.me.research) == ([5], 3 + 4 - 2)       # no token left: the rest is not asked
    s = paying("conserve", ["plain"]).act_in("A1").expect("SITE 0", "SITE 1", "TOKEN_RESEARCH plain", question=9)
    s.token_research("plain").expect("SITE 0", "SITE 1", question=9)
    assert s.me.research == 7


@rule("Q-23")
@pytest.mark.parametrize("doing", ["sonar", "dive"])
def test_q23_for_sonar_and_dive_a_token_is_no_answer(doing: str) -> None:
    s = paying(doing, ["plain"])
    assert s.question == {"sonar": 11, "dive": 3}[doing]     # zone and site are not asked


@rule("Q-23")
def test_q23_tokens_of_one_kind_are_one_answer() -> None:
    s = scenario(ocean=SEA, tokens=["plain", "plain", "disc"])
    assert s.options("TOKEN_RESEARCH") == ["disc", "plain"]


@rule("Q-24")
def test_q24_what_is_an_option_is_no_decision() -> None:
    options = {"num_players": 3, "mission": 9, "mode": "cooperative", "difficulty": "expert"}
    game = undersea_env.game(game="endeavor_deep_sea", **options)
    position = game.new_game(5).to_dict()
    assert {key: position[key] for key in options} == options
    assert [game.new_game(seed).to_bytes() for seed in (5, 5)] == [game.new_game(5).to_bytes()] * 2
