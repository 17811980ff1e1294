"""Chapter 4: cards."""

from __future__ import annotations

import pytest

from tests.underwater_cities.printed_things.cases import at
from tests.underwater_cities.scenario import printed_cards, rule, scenario


@rule("K-1", "K-2")
def test_three_colours_in_equal_thirds_and_five_types() -> None:
    for era, each in (("1", 22), ("2", 19), ("3", 19)):
        colours = [row["colour"] for row in printed_cards().values() if row.get("era") == era]
        assert [colours.count(colour) for colour in ("green", "red", "yellow")] == [each] * 3
    assert {row["type"] for row in printed_cards().values()} == {"instant", "permanent", "action", "production", "end"}


@rule("K-1", "G-4")
@pytest.mark.parametrize(
    ("card", "slot", "matches"),
    [
        (2, "resources", True),
        (2, "steelplast-kelp", False),
        (1, "steelplast-kelp", True),
        (1, "federation-two", False),
        (3, "federation-two", True),
        (3, "resources", False),
    ],
)
def test_a_card_matches_slots_of_its_own_colour_only(card: int, slot: str, matches: bool) -> None:
    s = scenario(players=3, hand=[card], credits=5, steelplast=5)
    s.play(slot, card)
    assert s.can("ORDER card first") is matches


@rule("K-3", "D-7")
def test_an_instant_is_discarded_used_or_not() -> None:
    for order in ("card first", "only the slot"):
        s = scenario(players=3, hand=[2], credits=1)
        s.play("resources", 2).order(order)
        if order == "card first":
            s.pay()
        s.expect_turn_over()
        assert s.position["era_discard"] == [2]
        assert 2 not in s.me.cards_in_play


@rule("K-3")
@pytest.mark.parametrize("card", [37, 13, 4, 64])
def test_the_other_types_stay_when_wanted_and_are_discarded_otherwise(card: int) -> None:
    s = scenario(players=3, hand=[card])
    s.play("resources", card).order("card first").expect_turn_over()
    assert card in s.me.cards_in_play
    assert s.position["era_discard"] == []
    s = scenario(players=3, hand=[card])
    s.play("resources", card).order("only the slot").expect_turn_over()
    assert card not in s.me.cards_in_play
    assert s.position["era_discard"] == [card]
    s = scenario(players=3, hand=[card])
    s.play("steelplast-kelp", card).expect_turn_over()
    assert card not in s.me.cards_in_play
    assert s.position["era_discard"] == [card]


@rule("K-4")
def test_a_permanent_card_works_in_the_turn_it_is_laid() -> None:
    s = scenario(players=3, hand=[46])
    s.play("two-labs", 46).site("c9.a", "c9.b").expect_turn_over()  # free only by the card itself: card first
    assert at("c9", "lab", "lab").items() <= s.me.sites.items()
    s = scenario(players=3, hand=[46], steelplast=1)
    s.play("two-labs", 46).order("slot first").site("c9.a").expect_turn_over()
    assert (s.me.steelplast, 46 in s.me.cards_in_play) == (0, True)


@rule("K-5")
def test_an_action_card_is_used_once_an_era() -> None:
    s = scenario(players=3, hand=[1, 2], in_play=[5])
    s.play("action-steelplast", 1).part(0).expect_turn_over()
    assert s.me.is_used(5)
    assert (s.me.steelplast, s.me.kelp) == (2, 1)
    s.pass_turn().pass_turn()
    s.play("action-special", 2).order("only the slot")
    assert not any(option.startswith("ACTION_CARD") for option in s.options())
    assert s.can("SPECIAL 181")


@rule("K-5")
def test_an_action_card_may_be_used_in_the_turn_it_was_laid() -> None:
    s = scenario(players=3, hand=[26], sites=at("c9", "lab"), science=1)
    s.play("action-steelplast", 26).order("card first").part(0).part(0).site("c9.a").part(1).expect_turn_over()
    assert s.me.sites["c9.a"] == "lab+"
    assert s.space == 4


@rule("K-5", "P-7")
def test_action_cards_are_readied_at_the_end_of_the_era() -> None:
    s = scenario(hand=[7], in_play=[(0, "used"), (5, "used")], last_turn=True, kelp=1)
    s.play("always", 7)
    assert s.position["era"] == 2
    assert not s.me.is_used(0)
    assert not s.me.is_used(5)


@rule("K-5")
def test_some_effects_ready_an_action_card_earlier() -> None:
    s = scenario(players=3, hand=[39], in_play=[(0, "used")])
    s.play("steelplast-kelp", 39).order("card first").part(0).action_card(0).expect_turn_over()
    assert not s.me.is_used(0)


@rule("K-6")
def test_a_fifth_action_card_replaces_one_of_the_four() -> None:
    s = scenario(players=3, hand=[13], in_play=[(0, "used"), (5, "used"), (50, "used"), (44, "used")])
    s.play("resources", 13).order("card first")
    s.expect_options("ACTION_CARD 0", "ACTION_CARD 5", "ACTION_CARD 44", "ACTION_CARD 50", "STOP")
    s.action_card(5).expect_turn_over()
    assert s.me.cards_in_play == [0, 13, 44, 50]
    assert s.position["era_discard"] == [5]
    assert (s.me.steelplast, s.me.kelp) == (1, 1)  # of the slot only: 5 was exhausted


@rule("K-6")
def test_a_fifth_action_card_may_be_given_up_for_the_four() -> None:
    s = scenario(players=3, hand=[13], in_play=[(0, "used"), (5, "used"), (50, "used"), (44, "used")])
    s.play("resources", 13).order("card first").stop().expect_turn_over()
    assert s.me.cards_in_play == [0, 5, 44, 50]
    assert s.position["era_discard"] == [13]


@rule("K-6", "D-10")
def test_a_ready_one_that_is_replaced_is_used_at_once() -> None:
    s = scenario(players=3, hand=[13], in_play=[(0, "used"), 5, (50, "used"), (44, "used")])
    s.play("resources", 13).order("card first").action_card(5).expect_turn_over()
    assert (s.me.steelplast, s.me.kelp) == (2, 2)
    s = scenario(players=3, hand=[13], in_play=[(0, "used"), 19, (50, "used"), (44, "used")], credits=1)
    s.play("resources", 13).order("card first").action_card(19).stop().expect_turn_over()
    assert s.me.cards_in_play == [0, 13, 44, 50]
    assert s.space == 0


@rule("K-6")
def test_the_discarded_card_goes_to_the_discard_of_its_own_era() -> None:
    s = scenario(players=3, hand=[77], in_play=[(0, "used"), (5, "used"), (50, "used"), (78, "used")])
    s.play("resources", 77).order("card first").action_card(5).expect_turn_over()
    assert s.position["era_discard"] == []  # 5 is of era I, which is over
    s = scenario(players=3, hand=[77], in_play=[(0, "used"), (5, "used"), (50, "used"), (78, "used")])
    s.play("resources", 77).order("card first").action_card(78).expect_turn_over()
    assert s.position["era_discard"] == [78]


@rule("K-6", "K-10")
def test_a_cheap_special_that_is_replaced_goes_under_its_deck() -> None:
    s = scenario(players=3, hand=[13], in_play=[(0, "used"), (5, "used"), (50, "used"), (201, "used")])
    s.play("resources", 13).order("card first").action_card(201).expect_turn_over()
    assert s.position["special_deck"][-1] == 201


@rule("K-7")
def test_the_assistant_gives_a_steelplast_or_a_credit_and_may_be_discarded() -> None:
    for side, expected in ((0, (2, 0)), (1, (1, 1))):
        s = scenario(players=3, hand=[1], in_play=[0])
        s.play("action-steelplast", 1).part(0).expect_options("EITHER 0", "EITHER 1")
        s.either(side).expect_turn_over()
        assert (s.me.steelplast, s.me.credits) == expected
    s = scenario(players=3, hand=[13], in_play=[(0, "used"), (5, "used"), (50, "used"), (44, "used")])
    s.play("resources", 13).order("card first").action_card(0).expect_turn_over()
    assert s.me.cards_in_play == [5, 13, 44, 50]


@rule("K-8")
def test_a_face_up_special_is_not_replaced() -> None:
    s = scenario(hand=[2], special_row=[181, 182, 183])
    s.play("special", 2).special(182).expect_turn_over()
    assert 182 in s.me.hand
    assert s.position["special_row"] == [181, 183] or [n for n in s.position["special_row"] if n] == [181, 183]


@rule("K-8")
def test_the_top_of_the_cheap_deck() -> None:
    s = scenario(hand=[2], special_deck=[195, 191, 192])
    s.play("special", 2).special("top").expect_turn_over()
    assert 195 in s.me.hand
    assert s.position["special_deck"] == [191, 192]


@rule("K-8")
def test_looking_at_three_keeps_one_and_puts_two_under_in_either_order() -> None:
    s = scenario(hand=[2], special_deck=[195, 191, 192, 193, 194])
    s.play("special", 2).special("look")
    assert [option.split()[0] for option in s.options()] == ["KEEP"] * 3
    s.answer(s.options()[1])
    kept = next(card for card in s.me.hand if card > 190)
    assert kept in (191, 192, 193)
    assert [option.split()[0] for option in s.options()] == ["UNDER"] * 2
    orders = []
    for k in range(2):
        other = s.state.clone()
        other.apply_action(other.legal_actions[k])
        orders.append(other.to_dict()["special_deck"])
    rest = sorted({191, 192, 193} - {kept})
    assert sorted(orders) == sorted([[194, 195, *rest], [194, 195, *reversed(rest)]])


@rule("K-8")
def test_a_game_can_be_put_aside_while_specials_are_looked_at() -> None:
    """Every stage of the question has a readable position that gives it back."""
    s = scenario(hand=[2], special_deck=[195, 191, 192, 193, 194])
    s.play("special", 2)
    for answer in ("SPECIAL look", "KEEP 0", "UNDER 0"):
        assert s.game.from_dict(s.state.to_dict()) == s.state
        s.answer(answer)
    s.expect_turn_over()


@rule("K-9")
def test_a_special_needs_its_price() -> None:
    s = scenario(players=3, hand=[196], credits=2)
    s.play("steelplast-kelp", 196).order("card first").expect_turn_over()
    assert (196 in s.me.cards_in_play, s.me.credits) == (True, 0)
    s = scenario(players=3, hand=[196], credits=1)
    s.play("steelplast-kelp", 196).order("slot first").expect_turn_over()
    assert (196 in s.me.cards_in_play, s.me.credits) == (False, 1)


@rule("K-9", "D-4")
def test_after_the_slot_the_price_is_asked_for() -> None:
    for answer, in_play, credits in (("USE_CARD", True, 0), ("STOP", False, 2)):
        s = scenario(players=3, hand=[196], credits=2)
        s.play("steelplast-kelp", 196).order("slot first").expect_options("USE_CARD", "STOP")
        s.answer(answer).expect_turn_over()
        assert (196 in s.me.cards_in_play, s.me.credits) == (in_play, credits)


@rule("K-10")
def test_where_specials_go() -> None:
    s = scenario(players=3, hand=[195])  # unpaid
    s.play("resources", 195).order("slot first").expect_turn_over()
    assert s.position["special_deck"][-1] == 195
    s = scenario(players=3, hand=[195], credits=5)  # not matching
    s.play("steelplast-kelp", 195).expect_turn_over()
    assert s.position["special_deck"][-1] == 195
    s = scenario(players=3, hand=[195], credits=1)  # paid instant: kept
    s.play("resources", 195).order("card first").part(0).expect_turn_over()
    assert s.me.paid_instants == [195]
    assert 195 not in s.position["special_deck"]
    s = scenario(players=3, hand=[184])  # 3 credits: out of the game
    s.play("resources", 184).expect_turn_over()
    position = s.position
    assert 184 not in [
        *position["special_deck"],
        *position["special_row"],
        *position["era_discard"],
        *s.me.hand,
        *s.me.cards_in_play,
    ]
    s = scenario(hand=[1, 2, 3, 191], special_deck=[192, 193])  # discarded from the hand
    s.hand_card(191)
    assert s.position["special_deck"] == [192, 193, 191]


@rule("K-11")
def test_cards_are_drawn_from_the_current_era() -> None:
    s = scenario(hand=[1], era=2, era_deck=[90, 91, 92])
    s.play("always", 1)
    assert sorted(s.me.hand) == [90, 91, 92]


@rule("K-11a")
def test_with_deck_and_discard_empty_no_card_is_drawn() -> None:
    everything = [n for n in range(1, 67) if n not in (7, 64, 65, 66)]
    s = scenario(players=3, hand=[7], others=[{"hand": [64, 65, 66]}, {"hand": []}], position={"era_deck": []}, era=1)
    assert everything
    s.play("resources", 7).order("only the slot").expect_turn_over()
    # 7 was discarded when it was played (D-7), so the refilled deck has one card
    assert s.me.hand == [7]
    s = scenario(players=3, hand=[4], position={"era_deck": []})
    s.play("resources", 4).order("card first").expect_turn_over()
    assert s.me.hand == []


@rule("K-11a")
def test_of_fewer_than_three_specials_those_there_are_are_looked_at() -> None:
    s = scenario(hand=[2], special_deck=[195, 191, 192])
    s.play("special", 2).special("look")
    assert len(s.options()) == 3  # 191, 192 and the former top
    s = scenario(hand=[2], special_deck=[195, 191])
    s.play("special", 2).special("look")
    assert len(s.options()) == 2


@rule("K-12")
def test_effects_touch_only_their_owner() -> None:
    """The other player's cards that wait for a mismatch, a tunnel or a city do not see mine, nor its discounts
    help me.
    """
    other = {"in_play": [14, 20, 155, 11], "hand": [130]}
    s = scenario(hand=[1], era=3, others=[other], steelplast=2, credits=2)
    before = s.player(1).resources
    s.play("two-tunnels", 1).site("t13", "t15").expect_turn_over()
    assert s.player(1).resources == before
    assert (s.me.steelplast, s.me.credits) == (0, 0)
    assert s.player(1).sites == {"c9": "nonsymbiotic"}
