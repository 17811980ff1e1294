"""Section 4: turns of the activation phase."""

from __future__ import annotations

from typing import Any

import pytest

from tests.endeavor_deep_sea.scenario import rule, scenario, zone

SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}


@rule("T-1")
def test_who_passed_takes_no_more_turns_and_the_others_go_on_alone_too() -> None:
    s = scenario(players=3, ocean=SEA, staging=9, specialists=["pilot", "pilot"], others=[{}, {"staging": 2}])
    s.activate(1).end_turn().asks(seat=1).pass_turn()
    s.asks(seat=2).activate(0).end_turn()
    s.asks(seat=0).activate(2).end_turn()
    s.asks(seat=0)                                           # seat 2 has nobody left to activate and passed
    assert s["passed"] == [1, 2]
    s.pass_turn()
    assert (s["round"], s["phase"]) == (3, "preparation")


@rule("T-2")
def test_one_activation_and_any_number_of_tokens() -> None:
    s = scenario(ocean=SEA, staging=5, specialists=["pilot", "reef-diver"], tokens=["disc", "plain", "travel"])
    s.token_effect("disc").activate(1).token_research("plain")
    s.expect("END_TURN", "ACTION travel", "TOKEN_RESEARCH travel", "TOKEN_EFFECT travel")
    assert (s.me.staging, s.me.research) == (5, 4)


@rule("T-2", "T-3")
def test_a_token_alone_makes_a_turn_and_doing_nothing_is_passing() -> None:
    s = scenario(ocean=SEA, tokens=["plain"])
    s.expect("PASS", "ACTIVATE 0", "TOKEN_RESEARCH plain").cannot("END_TURN")
    s.token_research("plain").expect("END_TURN", "ACTIVATE 0").cannot("PASS")
    s.end_turn().asks(seat=1)
    assert (s["passed"], s.me.research) == ([], 4)


@rule("T-3")
def test_who_passes_may_keep_a_stored_token() -> None:
    s = scenario(ocean=SEA, tokens=["plain"]).pass_turn()
    assert (s.me.tokens, s["passed"]) == (["plain"], [0])


@rule("T-4")
def test_activating_moves_a_disc_to_a_specialist_without_one() -> None:
    s = scenario(ocean=SEA, staging=2, specialists=["pilot*", "pilot"])
    s.expect("PASS", "ACTIVATE 0", "ACTIVATE 2").activate(2)
    assert (s.me.staging, s.me.team) == (1, ["team-leader+", "pilot*", "pilot*"])


@rule("T-4")
def test_without_a_disc_nobody_is_activated() -> None:
    s = scenario(ocean=SEA, staging=0, specialists=["pilot"], tokens=["plain"])
    s.expect("PASS", "TOKEN_RESEARCH plain")


@rule("T-5")
@pytest.mark.parametrize(
    ("name", "can"),
    [("marine-engineer", False), ("marine-engineer+", True), ("oceanographer", True), ("oceanographer+", False),
     ("robotics-engineer", True), ("robotics-engineer+", False), ("pilot+", True)],
)
def test_a_side_without_an_action_cannot_be_activated(name: str, can: bool) -> None:
    assert scenario(ocean=SEA, specialists=[name]).can("ACTIVATE 1") == can


@rule("T-6")
def test_of_actions_separated_by_a_stroke_one() -> None:
    s = scenario(ocean={"B1": "kelp-forest", "C1": "sea-star"}, vessels=["B1"], staging=3, research=4,
                 specialists=["ecologist"], tokens=["plain"])
    s.activate(1).expect("END_TURN", "ACTION travel", "ACTION conserve", "TOKEN_RESEARCH plain")
    s.action("travel").expect("END_TURN", "TOKEN_RESEARCH plain")
    assert s.me.vessels == ["C1"]


@rule("T-7")
def test_actions_without_a_stroke_in_any_order_each_once() -> None:
    s = scenario(ocean={"B1": zone("volcanic-island", tokens=["plain", "plain"]), "C1": "sea-star"}, vessels=["B1"],
                 specialists=["rov-operator"])
    s.activate(1).expect("END_TURN", "ACTION travel", "ACTION dive")
    s.action("dive").expect("END_TURN", "ACTION travel", "TOKEN_RESEARCH plain").action("travel")
    s.expect("END_TURN", "TOKEN_RESEARCH plain")
    assert (s.me.vessels, s.me.tokens) == (["C1"], ["plain"])


@rule("T-7")
def test_actions_in_different_zones_the_first_one_finished_first() -> None:
    s = scenario(ocean={"B1": "calm-seas", "C1": "sea-star"}, vessels=["B1", "C1"], staging=4, research=3,
                 table={"row": [5, None, None, None]}, specialists=["field-researcher"])
    s.activate(1).action("sonar").act_in("B1").site(0)
    assert (s.me.research, s.discs("B1")) == (4, {"s1": 0})
    s.action("publish")
    assert (s.discs("C1"), s.me.research, s.me.journal_numbers) == ({"j1": 0}, 2, [5])


@rule("T-7")
def test_two_prints_of_one_action_are_two_actions() -> None:
    s = scenario(ocean={"A1": "atoll", "B1": "calm-seas", "C1": "sea-star"}, vessels=["A1"], tokens=["plain"],
                 specialists=["vessel-captain"])
    s.activate(1).action("travel").action("travel").travel_to("C1")
    s.expect("END_TURN", "TOKEN_RESEARCH plain")
    assert (s.me.research, s.me.vessels) == (1, ["C1"])


@rule("T-8")
def test_one_may_activate_and_perform_nothing() -> None:
    s = scenario(ocean=SEA, staging=1, specialists=["pilot"]).activate(1).end_turn()
    assert (s.me.staging, s.me.vessels, s.me.team) == (0, ["C1"], ["team-leader+", "pilot*"])
    s.asks(seat=1)


@rule("T-9")
def test_a_journal_is_used_once_in_the_game_in_place_of_a_specialist() -> None:
    s = scenario(ocean=SEA, staging=3, journals=[25], specialists=["pilot"], others=[{"staging": 0}])
    s.expect("PASS", "ACTIVATE 0", "ACTIVATE 1", "USE_JOURNAL 7")
    s.use_journal(7).expect("END_TURN", "ACTION travel").action("travel").travel_to("C2")
    assert (s.me.staging, s.me.journals) == (2, [{"journal": 25, "used": True}])
    s.expect("PASS", "ACTIVATE 0", "ACTIVATE 1").pass_turn()
    s.hire("reef-diver").hire("reef-diver")                  # seat 1 has the wave now
    assert (s["round"], s.me.journals) == (2, [{"journal": 25, "used": True}])
    assert s.me.staging == 3                                # the inflow only


@rule("T-9")
def test_a_journal_without_an_action_or_without_a_disc_is_not_used() -> None:
    assert not scenario(ocean=SEA, journals=[8, 12]).options("USE_JOURNAL")
    assert not scenario(ocean=SEA, staging=0, tokens=["plain"], journals=[25]).options("USE_JOURNAL")


@rule("T-10")
def test_both_actions_of_a_journal_belong_to_one_activation() -> None:
    s = scenario(ocean={**SEA, "C3": "rift-valley"}, staging=1, journals=[29], tokens=["plain"])
    s.use_journal(10).action("travel").travel_to("C2").action("travel").travel_to("B1")
    s.expect("END_TURN", "TOKEN_RESEARCH plain")
    assert (s.me.staging, s.me.vessels, s.me.markers) == (0, ["B1"], (0, 1, 0, 1))


@rule("T-11")
@pytest.mark.parametrize("doing", ["sonar", "conserve", "publish"])
def test_a_disc_action_needs_one_more_disc(doing: str) -> None:
    ocean = {"B1": "kelp-forest", "C1": "sea-star"}
    table = {"row": [5, None, None, None]}
    fields: dict[str, Any] = {"ocean": ocean, "vessels": ["B1", "C1"], "research": 9, "table": table}
    assert not scenario(staging=1, tokens=["plain"], **fields).activate(0).can(f"ACTION {doing}")
    assert scenario(staging=2, tokens=["plain"], **fields).activate(0).can(f"ACTION {doing}")


@rule("T-11")
def test_a_disc_action_takes_a_second_disc() -> None:
    s = scenario(ocean={"B1": "kelp-forest", "C1": "sea-star"}, vessels=["B1"], staging=3, research=2)
    s.activate(0).action("conserve").site(1)
    assert s.me.staging == 1


@rule("T-11")
def test_travel_dive_promote_and_discover_need_none() -> None:
    s = scenario(ocean={"B1": zone("volcanic-island", tokens=["plain"]), "C1": "sea-star"}, vessels=["B1"], staging=1)
    assert s.activate(0).options("ACTION") == ["travel", "dive"]
    s = scenario(ocean=SEA, staging=1, specialists=["mentor"]).activate(1)
    assert s.options("ACTION") == ["promote"]
    assert scenario(ocean=SEA, staging=1, journals=[13]).use_journal(2).options("ACTION") == ["discover"]


@rule("T-12")
def test_the_robotics_engineer_has_the_actions_of_another() -> None:
    s = scenario(ocean=SEA, staging=1, specialists=["pilot*", "marine-engineer", "robotics-engineer", "mentor+"])
    s.activate(3).expect("COPY 0", "COPY 1", question=5).copy(1)
    s.expect("END_TURN", "ACTION travel")
    assert s.me.team[:4] == ["team-leader+", "pilot*", "marine-engineer", "robotics-engineer*"]


@rule("T-12")
def test_the_leader_is_copied_without_a_question_if_there_is_nobody_else() -> None:
    s = scenario(ocean=SEA, staging=2, specialists=["team-leader*", "robotics-engineer"])
    s.activate(1).expect("END_TURN", "ACTION travel", "ACTION sonar", "ACTION publish", question=3)


@rule("T-13")
def test_who_is_promoted_in_its_own_activation_goes_on_with_its_old_actions() -> None:
    s = scenario(ocean=SEA, staging=6, research=9, specialists=["field-researcher"], tokens=["promote", "plain"])
    s.activate(1).token_effect("promote")
    assert s.me.team == ["team-leader+", "field-researcher+"]          # the disc is lost
    assert s.options("ACTION") == ["sonar", "publish"]                   # the new side prints travel and publish
    s.end_turn().asks(seat=1).pass_turn()
    s.activate(1)
    assert s.options("ACTION") == ["travel", "publish"]


@rule("T-13")
def test_who_copies_goes_on_when_the_copied_one_is_promoted() -> None:
    s = scenario(ocean=SEA, staging=6, research=9, specialists=["field-researcher", "robotics-engineer"],
                 tokens=["promote", "plain"])
    s.activate(2).copy(1).token_effect("promote").promote(1)
    assert s.me.team == ["team-leader+", "field-researcher+", "robotics-engineer*"]
    assert s.options("ACTION") == ["sonar", "publish"]


@rule("T-14")
def test_tokens_are_spent_at_every_turn_point() -> None:
    s = scenario(ocean=SEA, staging=9, specialists=["vessel-captain"], tokens=["disc", "disc", "plain", "plain"])
    s.token_effect("disc").activate(1).token_effect("disc")
    s.action("travel").token_research("plain").action("travel").token_research("plain")
    assert (s.me.staging, s.me.research) == (11, 8)                      # one disc is that of the Sea Star
    s.asks(seat=1)


@rule("T-14", "T-15")
def test_a_turn_ends_with_at_most_one_token() -> None:
    s = scenario(ocean=SEA, staging=0, tokens=["plain", "plain", "disc-for-research"], research=12)
    s.token_research("plain").expect("TOKEN_RESEARCH plain", "TOKEN_RESEARCH disc-for-research").cannot("END_TURN")
    s.token_research("plain").expect("END_TURN", "TOKEN_RESEARCH disc-for-research").end_turn()
    assert s.me.tokens == ["disc-for-research"]


@rule("T-16")
def test_no_token_is_spent_in_preparation() -> None:
    s = scenario(phase="preparation", ocean=SEA, tokens=["plain"])
    s.expect("HIRE pilot", "HIRE reef-diver", "HIRE sonar-operator")


@rule("T-16")
def test_no_token_is_spent_in_the_turn_of_another() -> None:
    """Seat 1 gains a lowest attribute by the journal of seat 0 and is asked which, nothing else."""
    s = scenario(ocean={"C1": "sea-star"}, staging=2, research=4, table={"row": [14, None, None, None]},
                 others=[{"tokens": ["plain"]}])
    s.activate(0).action("publish").site(0).decline()
    s.expect(*(f"ATTRIBUTE {name}" for name in ("reputation", "inspiration", "coordination", "ingenuity")), seat=1)
