"""Section 6, second half: dive and the tokens, conserve, publish, promote."""

from __future__ import annotations

from typing import Any

import pytest

from tests.endeavor_deep_sea.scenario import rule, scenario, zone

TWO_TOKENS = {"B1": zone("volcanic-island", tokens=["travel", "plain"]), "C1": "sea-star"}
ROW = {"row": [5, None, None, None]}                         # Reef Photography: yellow, cost 2


# --- dive ---


@rule("A-40")
def test_a_dive_takes_the_top_token() -> None:
    s = scenario(ocean=TWO_TOKENS, vessels=["B1"]).activate(0).action("dive")
    assert (s.me.tokens, s.tokens("B1")) == (["travel"], ["plain"])
    s.expect("END_TURN", "TOKEN_RESEARCH travel", "TOKEN_EFFECT travel", question=3)


@rule("A-40")
def test_an_empty_site_is_no_dive() -> None:
    s = scenario(ocean=TWO_TOKENS, vessels=["C1"], tokens=["plain"]).activate(0).cannot("ACTION dive")
    s = scenario(ocean={"C1": "sea-star", "C4": zone("bioluminescent-fauna", tokens={"d1": ["plain"], "d2": ["disc"]})},
                 vessels=["C4"]).activate(0).action("dive")
    s.expect("SITE 0", "SITE 1", question=9).site(1)
    assert s.me.tokens == ["disc"]


@rule("A-41")
def test_first_the_tokens_then_what_taking_gives_for_each_then_what_diving_gives() -> None:
    s = scenario(ocean={"C1": "sea-star", "C3": zone("deepwater-shark", tokens=["plain", "disc"])}, vessels=["C3"],
                 journals=[15], reputation=9).use_journal(3).action("dive")
    s.asks(question=18)                                                  # the first reputation step reaches cell 10
    assert (s.me.tokens, s.me.reputation) == (["disc", "plain"], 10)
    s.decline()
    assert s.me.reputation == 11


@rule("A-41")
def test_a_rule_about_diving_happens_once_for_a_dive() -> None:
    s = scenario(ocean={"C1": "sea-star", "C4": zone("bioluminescent-fauna", tokens={"d1": ["plain", "disc"]})},
                 vessels=["C4"], journals=[15]).use_journal(3).action("dive")
    assert (s.me.tokens, s.me.research) == (["disc", "plain"], 1)


@rule("A-41")
def test_the_emptied_site_comes_last() -> None:
    """The Sunken Ruins have no other rule; the offer comes when the token is already taken."""
    s = scenario(ocean={"C1": "sea-star", "C2": zone("sunken-ruins", tokens=["plain"])}, vessels=["C2"], ingenuity=2)
    s.activate(0).action("dive").expect("ACTION travel", "DECLINE", question=4)
    assert s.me.tokens == ["plain"]


@rule("A-42")
def test_at_the_shipwreck_one_of_two_is_kept() -> None:
    s = scenario(ocean={"C1": "sea-star", "C2": zone("shipwreck", tokens=["disc", "plain", "travel"])}, vessels=["C2"])
    s.activate(0).action("dive").expect("KEEP 0", "KEEP 1", question=15).keep(1)
    assert (s.me.tokens, s["token_discard"], s.tokens("C2")) == (["plain"], ["disc"], ["travel"])


@rule("A-42")
@pytest.mark.parametrize(("tokens", "discarded"), [(["plain"], []), (["plain", "plain"], ["plain"])])
def test_at_the_shipwreck_one_token_or_two_of_a_kind_are_no_question(tokens: list[str], discarded: list[str]) -> None:
    s = scenario(ocean={"C1": "sea-star", "C2": zone("shipwreck", tokens=tokens)}, vessels=["C2"])
    s.activate(0).action("dive").asks(question=3)
    assert (s.me.tokens, s["token_discard"], s.tokens("C2")) == (["plain"], discarded, [])


@rule("A-43")
def test_one_more_token_from_the_same_site() -> None:
    s = scenario(ocean=TWO_TOKENS, vessels=["B1"], journals=[15]).use_journal(3).action("dive")
    assert (s.me.tokens, s.tokens("B1")) == (["travel", "plain"], [])
    s = scenario(ocean={"B1": zone("volcanic-island", tokens=["plain"]), "C1": "sea-star"}, vessels=["B1"],
                 journals=[15]).use_journal(3).action("dive")
    assert s.me.tokens == ["plain"]


@rule("A-43")
def test_at_the_shipwreck_the_extra_token_is_the_single_top_one() -> None:
    s = scenario(ocean={"C1": "sea-star", "C2": zone("shipwreck", tokens=["disc", "plain", "travel", "sonar"])},
                 vessels=["C2"], journals=[15]).use_journal(3).action("dive").keep(0)
    assert (s.me.tokens, s["token_discard"], s.tokens("C2")) == (["travel", "disc"], ["plain"], ["sonar"])


@rule("A-44")
@pytest.mark.parametrize(("kind", "research"), [("plain", 4), ("disc", 3), ("travel", 3)])
def test_a_token_is_spent_for_its_research(kind: str, research: int) -> None:
    s = scenario(ocean=TWO_TOKENS, staging=2, tokens=[kind]).token_research(kind)
    assert (s.me.research, s.me.staging, s.me.tokens, s["token_discard"]) == (research, 2, [], [kind])


@rule("A-44")
def test_or_for_its_effect() -> None:
    s = scenario(ocean=TWO_TOKENS, staging=2, tokens=["disc"]).token_effect("disc")
    assert (s.me.research, s.me.staging, s["token_discard"]) == (0, 3, ["disc"])
    s = scenario(ocean=TWO_TOKENS, staging=2, tokens=["disc-for-research"]).token_effect("disc-for-research")
    assert (s.me.research, s.me.staging) == (5, 1)


@rule("A-45")
def test_tokens_pay_while_site_and_journal_are_chosen() -> None:
    s = scenario(ocean={"C1": "sea-star"}, staging=2, tokens=["disc", "plain"], table=ROW).activate(0)
    s.action("publish").expect("TOKEN_RESEARCH disc", "TOKEN_RESEARCH plain").token_research("plain")
    s.asks(question=8).expect("ACT_IN C1", "TOKEN_RESEARCH disc").act_in("C1")
    s.expect("SITE 0", "TOKEN_RESEARCH disc", question=9).site(0)
    s.expect("ROW 0", "TOKEN_RESEARCH disc", question=10).token_research("disc")
    assert (s.me.research, s.me.journal_numbers) == (5, [5])              # 4 + 3 - 2; no token, no question


@rule("A-46")
@pytest.mark.parametrize(
    ("kind", "fields"),
    [("sonar", {"staging": 0}), ("publish", {"staging": 0, "research": 9}), ("dive", {"vessels": ["C1"]}),
     ("promote", {"specialists": ["pilot+"]}), ("conserve", {"research": 9}), ("disc-for-research", {"staging": 0})],
)
def test_an_impossible_effect_is_not_offered(kind: str, fields: dict[str, Any]) -> None:
    s = scenario(**{"ocean": TWO_TOKENS, "vessels": ["B1"], "tokens": [kind], "table": ROW} | fields)
    assert s.options("TOKEN_EFFECT") == []
    assert s.options("TOKEN_RESEARCH") == [kind]


@rule("A-46")
def test_an_impact_token_needs_a_legal_hex() -> None:
    """In mission 2 an infinite hex is always left; in mission 6 nothing is, once the hexes that are open are full."""
    markers = {str(k): 1 for k in range(33)}
    s = scenario(mission=2, tokens=["impact"], table={"impact": markers}).token_effect("impact")
    s.expect("HEX 33", "DECLINE")
    s = scenario(mission=6, tokens=["impact"], table={"impact": {str(k): 1 for k in range(13)}})
    s.cannot("TOKEN_EFFECT impact")


@rule("A-46")
def test_an_action_of_a_token_is_carried_through_at_once_without_a_disc_of_activation() -> None:
    s = scenario(ocean=TWO_TOKENS, staging=1, tokens=["sonar", "plain"], specialists=["pilot"])
    s.token_effect("sonar").draw(1, 1).keep(0).place_in("A")
    assert (s.discs("C1"), s.me.team) == ({"s1": 0}, ["team-leader+", "pilot"])


@rule("A-46")
def test_the_spent_token_is_discarded_first() -> None:
    """Nothing is left in the supply, so the new zone gets the very token that found it."""
    s = scenario(ocean=TWO_TOKENS, staging=1, tokens=["sonar"], supply=["plain"], discard=[],
                 stacks={"1": ["kelp-forest", "oil-rig"]})
    before = len(s["token_discard"])
    s.token_effect("sonar").draw(1, 1).keep(0).place_in("A")
    assert len(s["token_supply"]) == before + 1 - 3
    assert (s["token_discard"], s["token_shuffle"]) == ([], 1)


@rule("A-47")
def test_a_site_is_filled_from_the_top_of_the_supply_the_last_on_top() -> None:
    s = scenario(ocean={"C1": "sea-star"}, staging=2, supply=["disc", "plain"],
                 stacks={"1": ["volcanic-island", "oil-rig"]})
    s.activate(0).action("sonar").draw(1, 1).keep(0).place_in("A")
    assert s.tokens("A1") == ["plain", "disc"]


@rule("A-47")
def test_an_empty_supply_is_refilled_from_the_discard_pile() -> None:
    s = scenario(ocean={"C1": "sea-star"}, staging=2, supply=["disc"], discard=[],
                 stacks={"1": ["volcanic-island", "oil-rig"]})
    s.activate(0).action("sonar").draw(1, 1).keep(0).place_in("A")
    assert s.tokens("A1")[1] == "disc"
    assert s.tokens("A1")[0].endswith("@1")
    assert (s["token_shuffle"], s["token_discard"], len(s["token_supply"])) == (1, [], 34)


# --- conserve ---


@rule("A-50")
def test_the_disc_lies_there_before_the_reward() -> None:
    """Mission 7: the disc at depth 3 of column C opens the rescue grid for the impact of its own reward."""
    ocean = {"C1": "remote-anchorage", "C2": "resupply-modules", "C5": "whale-fall", "D5": "black-smoker"}
    there: dict[str, Any] = {"mission": 7, "ocean": ocean, "vessels": ["D5"], "ingenuity": 10, "launches": 3}
    scenario(tokens=["impact"], **there).token_effect("impact").cannot("HEX 27")
    s = scenario(staging=2, research=2, journals=[1], **there).use_journal(0).action("conserve").site(0).asks(18)
    assert s.discs("C5") == {"c1": 0}
    assert s.can("HEX 27")


@rule("A-50")
def test_cost_disc_reward_and_then_links() -> None:
    s = scenario(ocean={"C1": "sea-star", "B1": zone("oil-rig", {"c1": 1})}, vessels=["B1"], staging=2, research=5)
    s.activate(0).action("conserve").site(1).asks(question=18)
    assert (s.me.research, s.me.staging, s.discs("B1")) == (1, 0, {"c1": 1, "c2": 0})
    assert (s.me.reputation, s.player(1).reputation) == (1, 0)           # the reward's; the link waits for its impact
    s.hex(18)
    assert (s.me.markers, s.player(1).reputation) == ((2, 0, 1, 0), 1)


@rule("A-50")
def test_zone_rules_come_after_links() -> None:
    s = scenario(ocean={"C1": "sea-star", "C2": zone("sea-turtle-migration", {"c1": 1})}, vessels=["C2"], staging=2,
                 research=4, ingenuity=2)
    s.activate(0).action("conserve").site(1).asks(18).hex(18)            # the reward
    s.asks(18, 0).hex(25).asks(18, 1).decline()                          # the link
    s.expect("ACTION travel", "DECLINE", question=4, seat=0)             # the zone


@rule("A-51")
def test_a_cost_of_nothing_and_a_reward_of_nothing() -> None:
    s = scenario(ocean={"C1": "sea-star", "C4": "colossal-squid"}, vessels=["C4"], staging=2)
    s.activate(0).action("conserve").site(0)
    assert (s.discs("C4"), s.me.research, s.me.markers) == ({"c1": 0}, 0, (0, 0, 0, 0))


@rule("A-52")
@pytest.mark.parametrize(("site", "left"), [(0, 3), (1, 0), (3, 3)])
def test_one_less_research_but_not_below_nothing(site: int, left: int) -> None:
    """Dying Reef: costs of 1, 4, 1, 0, 1."""
    s = scenario(ocean={"C1": "sea-star", "B1": "dying-reef"}, vessels=["B1"], staging=2, research=3,
                 tokens=["conserve"]).token_effect("conserve").site(site)
    assert s.me.research == left


@rule("A-53")
def test_at_a_vessel_depth_in_any_zone_of_the_depth_the_cave_too() -> None:
    ocean = {"A1": "kelp-forest", "C1": "sea-star", "C2": "looking-glass", "E2": "submerged-cave-system",
             "B2": "dolphin-pods", "C3": "coldwater-reef"}
    s = scenario(ocean=ocean, vessels=["C2"], staging=3, research=9, journals=[1]).use_journal(0).action("conserve")
    s.expect("ACT_IN B2", "ACT_IN E2", question=8).act_in("E2")
    assert (s.discs("E2"), s.me.research, s.me.ingenuity) == ({"c1": 0}, 7, 1)


# --- publish ---


@rule("A-60", "A-62")
def test_cost_disc_journal_refill_and_what_it_gives() -> None:
    s = scenario(players=3, ocean={"C1": "sea-star"}, staging=2, research=5, specialists=["reef-diver"], deck=[16],
                 table={"row": [5, 4, 0, None]}, others=[{"staging": 1}, {"staging": 1}])
    s.activate(0).action("publish").site(1).expect("ROW 1", "ROW 2", question=10).row(2)
    s.expect("PROMOTE 1", "DECLINE", question=16)                        # after the inspiration, before the others
    assert (s.me.research, s.discs("C1"), s.me.journal_numbers, s.me.inspiration) == (2, {"j2": 0}, [0], 2)
    assert (s["row"], s.player(1).staging) == ([5, 4, 16, None], 1)
    s.decline()
    assert [s.player(seat).staging for seat in range(3)] == [0, 2, 2]


@rule("A-60")
def test_the_own_gain_of_a_site_and_links_come_before_the_journal() -> None:
    s = scenario(mission=7, ocean={"C1": "remote-anchorage", "C5": zone("fallen-star", {"c2": 1})}, vessels=["C5"],
                 staging=2, research=3, specialists=["reef-diver"], table={"row": [1, None, None, None]})
    s.activate(0).action("publish").asks(18)
    assert (s.me.journal_numbers, s.me.research, s.player(1).coordination) == ([], 2, 0)
    s.hex(27).asks(16)                                                   # rescue grid: 1 research
    assert (s.me.journal_numbers, s.me.coordination, s.player(1).coordination) == ([1], 1, 1)


@rule("A-61")
def test_without_a_journal_of_the_field_the_site_cannot_be_used() -> None:
    ocean = {"C1": "sea-star"}
    s = scenario(ocean=ocean, staging=2, research=9, tokens=["plain"], table={"row": [1, None, None, None]})
    s.activate(0).cannot("ACTION publish")                               # green; the Sea Star has yellow and brown
    s = scenario(ocean=ocean, staging=2, research=9, tokens=["plain"], table={"row": [1, 3, None, None]})
    s.activate(0).action("publish").act_in("C1").expect("SITE 1", "TOKEN_RESEARCH plain")


@rule("A-62")
def test_others_gain_clockwise_from_the_publisher_who_does_not() -> None:
    s = scenario(players=3, ocean={"C1": "sea-star"}, staging=2, research=4, table={"row": [14, None, None, None]})
    s.activate(0).action("publish").site(0).decline()                    # the impact
    s.asks(17, 1).attribute("ingenuity").asks(17, 2).attribute("reputation")
    assert [s.player(seat).markers for seat in range(3)] == [(2, 0, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0)]


@rule("A-63")
def test_with_an_empty_deck_the_place_stays_empty() -> None:
    s = scenario(ocean={"C1": "sea-star"}, staging=2, research=4, table=ROW,
                 others=[{"journals": list(range(8, 32))}]).activate(0).action("publish")
    assert (s["deck"], s["row"], s.me.journal_numbers) == ([], [None] * 4, [5])


# --- promote ---


@rule("A-70")
def test_a_junior_is_turned_over_and_gives_the_bonus_of_its_senior_side() -> None:
    s = scenario(ocean=TWO_TOKENS, tokens=["promote"], specialists=["pilot", "rov-operator", "mentor+"])
    s.token_effect("promote").expect("PROMOTE 1", "PROMOTE 2", question=16).promote(2)
    assert s.me.team == ["team-leader+", "pilot", "rov-operator+", "mentor+"]
    assert s.me.markers == (2, 0, 0, 0)


@rule("A-71")
def test_a_disc_on_it_is_lost_and_the_senior_can_be_activated_in_the_same_round() -> None:
    s = scenario(ocean=TWO_TOKENS, staging=1, tokens=["promote"], specialists=["team-leader*", "sonar-operator*"])
    s.token_effect("promote")
    assert (s.me.staging, s.me.team, s.me.coordination) == (1, ["team-leader+*", "sonar-operator+"], 1)
    s.expect("END_TURN", "ACTIVATE 1")


@rule("A-72")
def test_without_a_junior_promote_does_nothing() -> None:
    s = scenario(ocean={"C1": "sea-star"}, staging=2, research=2, specialists=["pilot+"], table=ROW)
    s.activate(0).action("publish").asks(3, 1)
    assert (s.me.team, s.me.reputation) == (["team-leader+*", "pilot+"], 1)
