"""Chapter 14: the decision protocol."""

from __future__ import annotations

from typing import Any

import pytest

from tests.underwater_cities.printed_things.cases import FIVE, at
from tests.underwater_cities.scenario import rule, scenario


@rule("D-1")
def test_a_question_with_one_answer_is_not_asked() -> None:
    s = scenario(players=3, hand=[1])
    s.play("resources", 1).expect_turn_over()  # nothing to choose at all
    s = scenario(players=3, hand=[1], in_play=[(0, "used")])
    s.play("action-steelplast", 1).expect_turn_over()  # no ready action card: only the steelplast
    s = scenario(players=3, hand=[1], steelplast=1, credits=1)
    s.play("two-tunnels", 1).site("t13").expect_turn_over()  # a second tunnel cannot be paid: not asked
    s = scenario(hand=[1], steelplast=2, biomatter=0, kelp=1, credits=1)
    s.play("city", 1).expect_options("SITE c6", "SITE c8")  # one kind can be built: it is not asked for


@rule("D-1")
def test_one_question_at_a_time() -> None:
    s = scenario(hand=[1], steelplast=3, kelp=2, biomatter=2, credits=4)
    s.play("city", 1).expect_options("KIND nonsymbiotic", "KIND symbiotic")
    s.kind("nonsymbiotic").expect_options("SITE c6", "SITE c8")  # the kind is decided: no more declining
    s.site("c6").expect_options("FOR_KELP 0", "FOR_KELP 1")
    s.for_kelp(1).expect_options("FOR_STEELPLAST 0", "FOR_STEELPLAST 1")
    s.for_steelplast(0).expect_turn_over()
    assert (s.me.kelp, s.me.steelplast, s.me.biomatter, s.me.credits) == (2, 1, 1, 3)


@rule("D-2")
def test_declining_the_rest_still_takes_the_gains() -> None:
    s = scenario(players=3, hand=[42])
    s.play("action-steelplast", 42).order("card first").stop().expect_turn_over()
    assert (s.space, s.me.steelplast, s.me.credits) == (0, 1, 2)  # the steelplast is the slot's
    s = scenario(players=3, hand=[1], in_play=[0])
    s.play("action-steelplast", 1).stop().expect_turn_over()
    assert s.me.steelplast == 1


@rule("D-2")
def test_gains_that_are_counted_or_conditional_are_taken_without_asking() -> None:
    s = scenario(players=3, hand=[112], sites=at("c9", "farm", "desal", "lab"))
    s.play("federation-two", 112).order("card first").expect_turn_over()
    assert s.me.science == 2
    s = scenario(players=3, hand=[73], sites=FIVE)
    s.play("resources", 73).order("card first").expect_turn_over()
    assert s.me.credits == 3


@rule("D-2")
def test_federation_steps_of_a_slot_card_or_site_may_be_declined_those_of_a_metropolis_are_done() -> None:
    s = scenario(players=3, hand=[1])
    s.play("tunnel-or-federation", 1).expect_options("PART 0", "PART 1", "STOP").stop().expect_turn_over()
    assert (s.space, s.me.credits) == (0, 1)
    s = scenario(players=3, hand=[42])
    s.play("action-steelplast", 42).order("card first").stop().expect_turn_over()
    assert s.space == 0
    s = scenario(hand=[1], credits=1)
    s.play("two-desals", 1).site("c6.b").expect_options("PART 0", "STOP")  # site bonus: federation 1
    s.part(0).expect_turn_over()
    assert s.space == 4
    s = scenario(hand=[1], credits=1)
    s.play("two-desals", 1).site("c6.b").stop().expect_turn_over()
    assert s.space == 0
    s = scenario(
        hand=[1], steelplast=1, credits=1, sites={"t13": "tunnel", "t9": "tunnel"}, metropolises={"m.blue1": "blue-11"}
    )
    s.play("two-tunnels", 1).site("t5").expect_turn_over()  # metropolis: federation 2
    assert s.space == 3


@rule("D-2")
def test_an_either_with_a_gain_among_its_sides_cannot_be_declined() -> None:
    s = scenario(players=3, hand=[1], steelplast=2, kelp=1, credits=1)
    s.play("city-or-kelp", 1).expect_options("EITHER 0", "EITHER 1")
    s = scenario(players=3, hand=[1], science=1, sites=at("c9", "lab"))
    s.play("science-or-upgrades", 1).expect_options("EITHER 0", "EITHER 1")


@rule("D-2")
def test_an_either_of_which_only_a_gain_is_possible_is_taken_without_asking_beside_other_gains() -> None:
    s = scenario(hand=[1])
    s.play("cards-upgrade-or-kelp", 1).expect_turn_over()
    assert (s.me.kelp, len(s.me.hand)) == (1, 3)


@rule("G-7", "B-16", "D-15")
@pytest.mark.parametrize(
    ("card", "have"), [(106, {"biomatter": 1, "sites": {"c8": "nonsymbiotic"}}), (29, {"credits": 1})]
)
def test_pay_and_what_it_pays_for_are_one_part(card: int, have: dict[str, Any]) -> None:
    """A part is all or nothing (component book): who has paid does what was paid for."""
    s = scenario(players=3, hand=[card], **have)
    s.play("federation-two", card).order("card first")
    if s.can("PART 0"):
        s.part(0)
    s.pay()
    assert not s.can("STOP")


LABS = [f"SITE {city}.{place}" for city in ("c6", "c8", "c9") for place in "abc"]


@rule("D-3", "G-5")
@pytest.mark.parametrize(
    ("slot", "card", "options", "part", "built"),
    [
        ("two-tunnels", 1, ["SITE t13", "SITE t15"], ["SITE t13"], {"t13": "tunnel"}),
        ("two-labs", 2, LABS, ["SITE c9.b"], {"c9.b": "lab"}),
        ("tunnel-city", 2, ["PART 0", "PART 1"], ["PART 1", "SITE c8"], {"c8": "nonsymbiotic"}),
    ],
)
def test_of_a_chosen_slot_nothing_is_declined_before_part_of_it_is_done(
    slot: str, card: int, options: list[str], part: list[str], built: dict[str, str]
) -> None:
    s = scenario(players=3, hand=[card], steelplast=3, credits=3, kelp=1)
    s.play(slot, card).expect_options(*options).refuses("STOP")
    for answer in part:
        s.refuses("STOP").answer(answer)
    s.stop().expect_turn_over()
    assert s.me.sites == {"c9": "nonsymbiotic"} | built


@rule("D-3", "G-5", "D-1")
def test_the_only_part_of_a_chosen_slot_is_done_without_asking() -> None:
    s = scenario(players=3, hand=[1], steelplast=3, credits=3, kelp=1)
    s.play("federation-two", 1).expect_turn_over()
    assert (s.space, s.me.credits) == (3, 3 + 1)
    s = scenario(hand=[2], special_row=[181], special_deck=[])
    s.play("special", 2).expect_turn_over()
    assert 181 in s.me.hand


@rule("D-3", "G-11")
def test_a_cloned_slot_is_a_chosen_one() -> None:
    s = scenario(players=4, hand=[1], steelplast=1, credits=2, position={"slots": {"two-tunnels": [1]}})
    s.play("two-tunnels", 1).expect_options("SITE t13", "SITE t15")


@rule("D-3", "L-9")
def test_one_side_of_a_chosen_slot_is_done_at_least_in_part() -> None:
    s = scenario(hand=[2], kelp=2, steelplast=1)
    s.play("two-farms-or-two-labs", 2).expect_options("EITHER 0", "EITHER 1")
    s.either(0).refuses("STOP").site("c9.a").stop().expect_turn_over()
    s = scenario(players=3, hand=[1], science=2, sites=at("c9", "lab", "farm"))
    s.play("science-or-upgrades", 1).either(1).expect_options("SITE c9.a", "SITE c9.b")


@rule("D-3", "D-2")
def test_what_only_gives_is_part_of_a_chosen_slot() -> None:
    s = scenario(players=3, hand=[1], in_play=[0])
    s.play("action-steelplast", 1).expect_options("PART 0", "PART 1", "STOP").stop().expect_turn_over()
    assert (s.me.steelplast, s.me.is_used(0)) == (1, False)


@rule("D-3", "D-10")
def test_an_action_card_used_in_vain_is_part_of_a_chosen_slot() -> None:
    s = scenario(players=3, hand=[1], in_play=[43])  # 43: build a tunnel
    s.play("action-special", 1).expect_options("PART 0", "PART 1").part(0)
    assert s.me.is_used(43)
    s.stop().expect_turn_over()
    assert len(s.me.hand) == 1


@rule("D-3", "G-5a")
def test_a_card_first_may_make_the_action_of_a_chosen_slot_impossible() -> None:
    s = scenario(players=3, hand=[16], credits=1, steelplast=1)
    s.play("two-tunnels", 16).order("card first").pay().expect_turn_over()  # its price was that of the tunnel
    assert (s.me.steelplast, s.me.credits, s.position["slots"]) == (3, 0, {"two-tunnels": [0]})


@rule("D-3", "G-13")
def test_a_slot_performed_through_an_effect_may_be_declined() -> None:
    s = scenario(players=3, hand=[29], credits=1, kelp=1)
    s.play("action-steelplast", 29).order("card first").pay().slot("two-farms")
    assert s.can("SITE c9.a")
    s.stop().expect_turn_over()
    assert (s.me.kelp, s.me.sites) == (1, {"c9": "nonsymbiotic"})
    assert s.position["slots"] == {"action-steelplast": [0]}


@rule("D-3", "L-7")
def test_a_once_per_turn_card_may_make_the_action_of_a_chosen_slot_impossible() -> None:
    s = scenario(players=3, hand=[2], in_play=[32], steelplast=1)
    s.play("two-labs", 2).expect_options("PART 0", "ONCE 32")
    s.part(0).expect_options(*LABS, "ONCE 32")
    s.answer("ONCE 32", "EXCHANGE 1").expect_turn_over()
    assert (s.me.kelp, s.me.steelplast, s.me.sites) == (1, 0, {"c9": "nonsymbiotic"})


@rule("D-3", "L-7")
def test_a_side_begun_in_vain_leaves_the_other_one_to_be_done() -> None:
    s = scenario(hand=[2], in_play=[32], steelplast=1)
    s.play("two-farms-or-two-labs", 2).part(0).part(0).expect_options(*LABS, "ONCE 32")
    s.answer("ONCE 32", "EXCHANGE 1").expect_options(*LABS).site("c8.a").expect_turn_over()
    assert s.me.sites["c8.a"] == "farm"


@rule("D-3", "L-7", "G-7")
def test_a_part_begun_in_vain_leaves_the_other_one_to_be_done() -> None:
    s = scenario(hand=[2], in_play=[32], steelplast=2, credits=1, kelp=1)
    s.play("tunnel-city", 2).part(1).answer("ONCE 32", "EXCHANGE 1").expect_options("SITE t13", "SITE t15")


@rule("D-4")
def test_slot_first_commits_to_the_card() -> None:
    s = scenario(players=3, hand=[4])
    s.play("resources", 4).order("slot first").expect_turn_over()
    assert 4 in s.me.cards_in_play
    s = scenario(players=3, hand=[1])
    s.play("steelplast-kelp", 1).order("slot first")
    assert s.can("SITE c9.a")  # the instant has begun


@rule("D-4")
def test_card_first_is_offered_when_the_card_would_do_something_now() -> None:
    s = scenario(players=3, hand=[2])
    s.play("resources", 2).expect_options("ORDER slot first", "ORDER only the slot")
    s = scenario(players=3, hand=[195], credits=0)
    s.play("resources", 195)
    assert not s.can("ORDER card first")
    s = scenario(players=3, hand=[195], credits=1)
    s.play("resources", 195)
    assert s.can("ORDER card first")


@rule("D-4", "L-5")
def test_a_special_that_can_be_paid_may_come_first_though_nothing_of_it_can_be_done() -> None:
    """Dry-Dock Levy (193) finds nothing to upgrade, but its price claims State Visit, which gives kelp."""
    built = {"t13": "tunnel+", "t9": "tunnel+", "t5": "tunnel+"}
    s = scenario(
        players=3, hand=[193], credits=2, kelp=1, sites=built, metropolises={"m.blue1": "blue-7"},
        extra_metropolises=["blue-10"], contracts=["state-visit"],
    )
    s.play("two-farms", 193)
    assert s.can("ORDER card first")
    s.order("card first")
    assert s.position["contracts"] == []
    assert s.me.kelp == 2


@rule("D-4", "G-5a")
def test_card_first_is_the_only_order_when_the_slot_cannot_be_performed_yet() -> None:
    s = scenario(players=3, hand=[16], credits=2)
    s.play("two-tunnels", 16).expect_options("PAY 0", "STOP")


@rule("D-5")
def test_metropolis_before_contracts() -> None:
    """Connecting the second metropolis (take special) fulfils State Visit: the special is asked for first."""
    s = scenario(
        players=3,
        hand=[1],
        steelplast=1,
        credits=1,
        contracts=["state-visit"],
        paid_instants=[191],
        extra_metropolises=["blue-7"],
        metropolises={"m.blue1": "blue-8"},
        sites={"t13": "tunnel", "t9": "tunnel"},
    )
    s.play("two-tunnels", 1).site("t5")
    assert s.can("PART 0")
    assert s.me.contracts == []
    s.part(0).special(181)
    assert s.me.contracts == ["state-visit"]


@rule("D-5")
def test_site_bonus_before_permanent_cards() -> None:
    """The federation step of the site c6.b comes first: Embassy (35) then sees space 3 reached, and everything
    is done once.
    """
    s = scenario(hand=[1], credits=1, in_play=[35], space=4)
    s.play("two-desals", 1).site("c6.b").part(0)
    assert (s.space, s.me.credits) == (3, 1 + 1)


@rule("D-6")
def test_then_upgrade_counts_the_science_of_the_sites_bonus() -> None:
    """Board 3, t9: bonus 1 science."""
    s = scenario(players=3, board=3, hand=[2], steelplast=1, credits=1, sites={"t13": "tunnel"})
    s.play("action-build-upgrade", 2).expect_turn_over()  # the one site there is
    assert (s.me.sites["t9"], s.me.science) == ("tunnel+", 0)


@rule("D-6", "G-8", "B-12")
@pytest.mark.parametrize(("tile", "left"), [("blue-7", 1), ("blue-3", 0)])
def test_then_upgrade_counts_the_science_of_a_metropolis_that_the_tunnel_connects(tile: str, left: int) -> None:
    """Board 1, t9 to the city next to m.blue1 stands; t5 connects it: 2 science, or 1."""
    built = {"t13": "tunnel", "t9": "tunnel"}
    s = scenario(players=3, hand=[2], steelplast=1, credits=1, sites=built, metropolises={"m.blue1": tile})
    s.play("action-build-upgrade", 2).expect_turn_over()  # the one site there is
    assert (s.me.sites["t5"], s.me.science) == ("tunnel+", left)
    s = scenario(players=3, hand=[2], steelplast=1, credits=1, sites=built, metropolises={"m.blue1": "blue-11"})
    s.refuses("PLAY action-build-upgrade 2")


@rule("D-6", "B-15")
def test_then_upgrade_looks_at_what_is_left_after_a_surcharge() -> None:
    """Board 5, c7.a: surcharge 1 science."""
    cities = {"c8": "nonsymbiotic", "c7": "nonsymbiotic"}
    have: dict[str, Any] = {"players": 3, "board": 5, "hand": [2], "kelp": 1, "sites": cities}
    s = scenario(science=1, **have)
    s.play("action-build-upgrade", 2)
    assert s.can("SITE c7.b")
    s.refuses("SITE c7.a")
    s = scenario(science=2, **have)
    s.play("action-build-upgrade", 2).site("c7.a").expect_turn_over()
    assert (s.me.sites["c7.a"], s.me.science, s.me.points) == ("farm+", 0, 2)


@rule("D-6", "L-8")
def test_then_upgrade_with_a_discount_on_upgrades() -> None:
    s = scenario(players=3, hand=[2], kelp=1, in_play=[113])
    s.play("action-build-upgrade", 2).site("c9.a").expect_turn_over()
    assert (s.me.sites["c9.a"], s.me.science) == ("farm+", 0)


@rule("D-7")
def test_when_a_played_card_is_discarded() -> None:
    s = scenario(players=3, hand=[1])  # not matching
    s.play("federation-two", 1)
    assert s.position["era_discard"] == [1]
    s = scenario(players=3, hand=[42])  # matching, not wanted
    s.play("federation-two", 42).order("only the slot")
    assert s.position["era_discard"] == [42]
    s = scenario(players=3, hand=[42])  # used: after its effect
    s.play("federation-two", 42).order("card first")
    assert s.position["era_discard"] == []
    s.part(0)
    assert s.position["era_discard"] == [42]


@rule("D-8")
def test_without_a_card_there_is_no_action() -> None:
    s = scenario(players=3, hand=[], era_deck=[44])
    assert s.state.current_player == 1
    assert s.me.hand == [44]
    assert s.position["slots"] == {}


@rule("D-9")
def test_the_pair_test_does_not_know_which_metropolis_is_on_top() -> None:
    """Two desals without a credit, with the card that takes a metropolis: legal if any spare one gives credits."""
    for supply in (["blue-1", "blue-7"], ["blue-7", "blue-1"]):
        assert scenario(players=3, hand=[105], metropolis_supply=supply).can("PLAY two-desals 105")
    scenario(players=3, hand=[105], metropolis_supply=["blue-1"]).refuses("PLAY two-desals 105")


@rule("D-10")
def test_an_action_card_may_be_used_in_vain() -> None:
    s = scenario(players=3, hand=[1], in_play=[43, 115])
    s.play("action-steelplast", 1).part(0).expect_turn_over()
    assert s.me.is_used(43)
    assert (s.me.credits, s.me.sites) == (2, {"c9": "nonsymbiotic"})  # 115 saw it used


@rule("D-10", "K-6")
def test_the_ready_card_discarded_for_a_fifth_counts_as_used() -> None:
    s = scenario(players=3, hand=[13], in_play=[(0, "used"), 5, (50, "used"), (44, "used"), 115])
    s.play("resources", 13).order("card first").action_card(5).expect_turn_over()
    assert s.me.credits == 2


@rule("D-11")
def test_with_one_cheap_special_left_looking_is_not_offered() -> None:
    s = scenario(hand=[2], special_row=[181], special_deck=[195])
    s.play("special", 2).expect_options("SPECIAL 181", "SPECIAL top")
    s = scenario(hand=[2], special_row=[181], special_deck=[195, 196])
    s.play("special", 2).expect_options("SPECIAL 181", "SPECIAL top", "SPECIAL look")


@rule("D-12")
def test_a_hand_holds_thirty_two_cards() -> None:
    s = scenario(hand=[61], last_turn=True, kelp=1, others=[{"hand": list(range(1, 32)), "kelp": 1}])
    s.idle(61)
    assert s.position["era"] == 2
    assert len(s.player(1).hand) == 32


@rule("D-14", "P-8")
def test_conversions_are_asked_one_use_at_a_time_in_any_order() -> None:
    sites = at("c9", "desal+", "desal+", "lab+")
    s = scenario(hand=[7], era=3, last_turn=True, kelp=1, in_play=[80, 166, 168], sites=sites)
    s.idle(7)
    s.expect_options("CONVERT 80", "CONVERT 166", "CONVERT 168", "STOP")
    s.convert(166).expect_options("CONVERT 80", "CONVERT 166", "CONVERT 168", "STOP")
    s.convert(80).convert(166)
    # 80 made a steelplast in place of a science: with the lab's own there are two to convert
    assert s.can("CONVERT 168")
    s.convert(168)
    if not s.state.is_terminal:
        s.stop()
    assert s.breakdown["production"] == 4 + 1


@rule("D-14", "L-7")
def test_once_per_turn_is_offered_where_a_part_cannot_be_done_without_it() -> None:
    """Two labs with one steelplast and one kelp: the second lab needs the exchange, so it is asked for there."""
    s = scenario(players=3, hand=[2], in_play=[32], kelp=1, steelplast=1)
    s.play("two-labs", 2).part(0).site("c9.a")
    assert s.can("ONCE 32")
    s.answer("ONCE 32", "EXCHANGE 0").site("c9.b").expect_turn_over()
    assert at("c9", "lab", "lab").items() <= s.me.sites.items()
