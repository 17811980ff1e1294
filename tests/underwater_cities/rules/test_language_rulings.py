"""Chapter 13: rulings for the effect language of the component book."""

from __future__ import annotations

import pytest

from tests.underwater_cities.printed_things.cases import FIVE, FOUR, at
from tests.underwater_cities.scenario import rule, scenario


@rule("L-1")
def test_any_nonsymbiotic_city_becomes_symbiotic_the_starting_city_too() -> None:
    s = scenario(players=3, hand=[106], biomatter=1, sites={"c8": "nonsymbiotic", "c6": "symbiotic"})
    supply = s.position["supply"]
    s.play("federation-two", 106).order("card first").part(0).pay().expect_options("SITE c8", "SITE c9")
    s.site("c9")
    assert s.me.sites["c9"] == "symbiotic"
    assert s.position["supply"]["nonsymbiotic"] == supply["nonsymbiotic"] + 1
    assert s.position["supply"]["symbiotic"] == supply["symbiotic"] - 1


@rule("L-1")
def test_without_a_symbiotic_dome_no_city_is_converted() -> None:
    many = {f"c{n}": "symbiotic" for n in (8, 6, 5, 3, 2)}
    s = scenario(players=3, hand=[106], biomatter=1, others=[{"sites": many}, {"sites": many}])
    assert s.position["supply"]["symbiotic"] == 0
    s.play("federation-two", 106).order("card first").expect_turn_over()
    assert (s.me.biomatter, s.me.steelplast, s.me.sites["c9"]) == (1, 2, "nonsymbiotic")


@rule("L-2")
def test_a_taken_metropolis_counts_as_connected() -> None:
    s = scenario(players=3, hand=[105], in_play=[196], metropolis_supply=["blue-7", "blue-6"])
    s.play("action-steelplast", 105).order("card first").part(0).expect_turn_over()
    assert s.me.extra_metropolises == ["blue-7"]
    assert s.position["metropolis_supply"] == ["blue-6"]
    assert (s.me.credits, s.me.science, s.me.points) == (4 + 2, 2, 2)  # 196: 2 credits and 2 points on connecting
    s = scenario(hand=[7], era=2, last_turn=True, kelp=1, extra_metropolises=["blue-1"])
    s.idle(7)
    assert s.me.points == 2  # its production works


@rule("L-2")
def test_with_no_spare_metropolis_nothing_happens() -> None:
    s = scenario(players=3, hand=[105], metropolis_supply=[])
    s.play("federation-two", 105)
    assert not s.can("ORDER card first")


@rule("L-3")
def test_a_slot_of_which_no_part_can_be_performed_is_not_performed() -> None:
    s = scenario(players=3, hand=[29], credits=1)
    s.play("federation-two", 29).order("card first").pay()
    for impossible in ("two-tunnels", "two-farms", "two-labs", "two-desals", "tunnel-city", "city-building"):
        s.refuses(f"SLOT {impossible}")
    assert s.can("SLOT resources")


@rule("L-3")
def test_performing_a_slot_is_no_match_and_no_mismatch() -> None:
    s = scenario(players=3, hand=[29], in_play=[14, 76], credits=1, era=2)
    s.play("federation-two", 29).order("card first").pay().slot("resources").expect_turn_over()
    assert s.me.steelplast == 1  # the slot's; none for a mismatch (14)
    assert len(s.me.hand) == 1  # none for a yellow match (76)


@rule("L-4")
def test_an_action_card_cannot_use_itself() -> None:
    """160 performs a slot that uses an action card: 160 is exhausted already, the Assistant is not."""
    s = scenario(players=3, hand=[1], in_play=[0, 160])
    s.play("action-steelplast", 1).part(0).action_card(160)
    assert s.me.is_used(160)
    s.part(0).slot("action-special").part(0).expect_options("ACTION_CARD 0", "STOP")


@rule("L-5")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_contract_is_claimed_wherever_it_lies(place: int) -> None:
    others = ["state-visit", "model-district"]
    row = [*others[:place], "settlement-charter", *others[place:]]
    s = scenario(hand=[1], steelplast=1, credits=1, sites=FOUR | {"c3": "nonsymbiotic"}, contracts=row)
    s.play("two-tunnels", 1).site("t9").expect_turn_over()
    assert s.me.contracts == ["settlement-charter"]
    assert s.position["contracts"] == others


@rule("L-5")
def test_contracts_are_claimed_at_once_in_the_order_in_which_they_lie() -> None:
    sites = FOUR | {"c3": "nonsymbiotic"} | at("c9", "farm+", "farm+") | at("c6", "farm", "farm")
    both = ["settlement-charter", "food-security"]
    s = scenario(hand=[1], steelplast=1, credits=1, sites=sites, contracts=both)
    s.play("two-tunnels", 1)
    # food-security was fulfilled from the start of this hand-made position: it is claimed with the next change at the
    # latest
    s.site("t9")
    if not s.options()[0].startswith("PLAY"):
        s.stop()
    s.expect_turn_over()
    assert sorted(s.me.contracts) == sorted(both)
    assert s.position["contracts"] == []
    assert s.me.points == 2 + 1


@rule("L-5")
def test_a_contract_is_not_claimed_in_another_players_turn() -> None:
    """A hand-made position in which seat 1 fulfils it already: my turn does not give it the contract, its own does."""
    cities = {
        "t15": "tunnel",
        "c8": "nonsymbiotic",
        "t13": "tunnel",
        "c6": "nonsymbiotic",
        "c5": "nonsymbiotic",
        "t12": "tunnel",
        "c3": "nonsymbiotic",
        "t9": "tunnel",
    }
    s = scenario(
        players=3,
        hand=[1],
        credits=1,
        contracts=["settlement-charter"],
        others=[{"sites": cities, "hand": [2], "steelplast": 1}],
    )
    s.play("two-desals", 1)
    assert s.player(1).contracts == []
    assert s.position["contracts"] == ["settlement-charter"]
    s.site("c9.a").expect_turn_over()                # its own turn begins
    assert s.player(1).contracts == ["settlement-charter"]
    assert s.player(0).contracts == []


@rule("L-6")
def test_several_triggers_at_the_same_moment() -> None:
    """155 and 20 at the second tunnel: nothing to choose, both are done."""
    s = scenario(players=3, hand=[1], in_play=[20, 155], steelplast=2, credits=2)
    s.play("two-tunnels", 1).site("t13", "t15").expect_turn_over()
    assert (s.me.points, s.me.credits) == (2, 1)
    s = scenario(players=3, hand=[1], in_play=[14, 40, 62, 156])
    s.play("federation-two", 1).expect_turn_over()
    assert (s.me.steelplast, s.me.kelp, s.me.science, s.me.points) == (1, 1, 1, 1)


@rule("L-7", "D-14")
def test_once_per_turn_before_between_and_after() -> None:
    s = scenario(players=3, hand=[1], in_play=[32], kelp=1, steelplast=1, credits=2)
    assert s.can("ONCE 32")
    s.answer("ONCE 32", "EXCHANGE 0")  # before
    assert (s.me.kelp, s.me.steelplast) == (0, 2)
    assert not s.can("ONCE 32")
    s = scenario(players=3, hand=[1], in_play=[32], kelp=1, steelplast=1, credits=2)
    s.play("two-tunnels", 1).part(0).site("t13").answer("ONCE 32", "EXCHANGE 0").site(
        "t15"
    ).expect_turn_over()  # between
    assert (s.me.kelp, s.me.steelplast, s.me.credits) == (0, 0, 0)
    s = scenario(players=3, hand=[1], in_play=[32], kelp=0)
    s.play("resources", 1).expect_options("ONCE 32", "STOP")  # after: the slot gave kelp and steelplast
    s.answer("ONCE 32", "EXCHANGE 1").expect_turn_over()
    assert (s.me.kelp, s.me.steelplast) == (2, 0)


@rule("L-7")
def test_once_per_turn_not_in_another_players_turn() -> None:
    s = scenario(players=3, hand=[1], others=[{"in_play": [32], "kelp": 1, "hand": [2]}])
    assert not s.can("ONCE 32")
    s.play("resources", 1)
    assert s.can("ONCE 32")
    s = scenario(players=3, hand=[1, 2], in_play=[32], kelp=3)
    s.answer("ONCE 32", "EXCHANGE 0").play("steelplast-kelp", 2).expect_turn_over()
    s.pass_turn().pass_turn()
    s.discard_lowest()
    assert s.can("ONCE 32")  # a new turn


@rule("L-8")
def test_a_discount_applies_whatever_grants_the_build_except_free() -> None:
    s = scenario(players=3, hand=[59], in_play=[96])  # an instant: its own credit and the steelplast off
    s.play("resources", 59).order("card first").site("t13").expect_turn_over()
    s = scenario(players=3, hand=[1], in_play=[96, 97], credits=0)
    s.play("action-steelplast", 1).part(0).expect_turn_over()
    assert s.me.is_used(97)
    assert "t13" not in s.me.sites  # "for 1 credit": steelplast off does not help
    s = scenario(players=3, board=5, hand=[65], in_play=[11], sites={"t13": "tunnel", "t11": "tunnel"})
    s.play("steelplast-kelp", 65).order("card first").refuses("SITE t10")  # free, but the surcharge is not discounted


@rule("L-9")
def test_either_with_one_side_possible_is_that_side_or_nothing() -> None:
    for answer, built in (("STOP", None), ("SITE c9.a", "farm")):
        s = scenario(players=3, hand=[1], in_play=[34], kelp=1)      # 34: build a farm or a desal
        s.play("action-steelplast", 1).part(0).part(0)
        assert not any(option.startswith("EITHER") for option in s.options())
        s.answer(answer).expect_turn_over()
        assert s.me.sites.get("c9.a") == built
    s = scenario(hand=[2], kelp=1)
    s.play("two-farms-or-two-labs", 2)
    assert not any(option.startswith("EITHER") for option in s.options())
    s.site("c9.a").expect_turn_over()
    assert s.me.sites["c9.a"] == "farm"


@rule("L-10")
def test_up_to() -> None:
    s = scenario(players=3, hand=[10], sites=FIVE)  # four tunnels, up to 3 credits
    s.play("resources", 10).order("card first").expect_turn_over()
    assert s.me.credits == 3
    seven = FOUR | at("c9", "desal+", "desal+", "desal+") | at("c6", "desal+", "desal+", "desal+") | at("c8", "desal+")
    s = scenario(hand=[7], era=3, last_turn=True, kelp=4, in_play=[122], sites=seven)
    s.idle(7)
    assert s.breakdown["end cards"] == 6  # 1 each up to 6 points
    s = scenario(hand=[7], era=3, last_turn=True, kelp=1 + 14, in_play=[184])
    s.idle(7)
    assert s.breakdown["end cards"] == 15  # five sales, not seven
