"""Chapter 3: the course of the game."""

from __future__ import annotations

from typing import Any

import pytest

import undersea_env
from tests.underwater_cities.printed_things.cases import at
from tests.underwater_cities.scenario import Scenario, rule, scenario


@rule("G-1", "G-2")
def test_ten_rounds_of_three_turns_each() -> None:
    """Two players pass through the always-available slot; the turn order within a round never changes."""
    game = undersea_env.game(num_players=2)
    s = Scenario(game, game.new_game(seed=5), 0)
    s.discard_lowest()
    turns = []
    order_of_round: dict[int, list[int]] = {}
    while not s.state.is_terminal:
        position = s.position
        if s.options()[0].startswith("PLAY"):
            turns.append((position["era"], position["round"], position["turn"], s.state.current_player))
            order_of_round.setdefault(position["round"], position["order"])
            assert position["order"] == order_of_round[position["round"]]
            assert len(position["players"][s.state.current_player]["hand"]) <= 3
            s.answer(next(option for option in s.options() if option.startswith("PLAY always")))
        else:
            s.answer(s.options()[0])
    assert len(turns) == 10 * 3 * 2
    assert [sum(1 for turn in turns if turn[0] == era) for era in (1, 2, 3)] == [24, 18, 18]
    for no in range(1, 11):
        assert [turn[3] for turn in turns if turn[1] == no] == order_of_round[no] * 3


@rule("G-3")
def test_a_chosen_slot_is_occupied_for_the_rest_of_the_round() -> None:
    s = scenario(players=3, hand=[1, 2, 3], others=[{"hand": [4]}, {"hand": [5]}])
    s.play("resources", 1)
    assert s.position["slots"] == {"resources": [0]}
    assert 1 not in s.me.hand
    s.refuses("PLAY resources 4")
    s.play("steelplast-kelp", 4)
    s.refuses("PLAY resources 5")
    s.refuses("PLAY steelplast-kelp 5")
    s.play("always", 5)
    s.refuses("PLAY resources 2")


@rule("G-4")
@pytest.mark.parametrize(
    ("order", "credits", "kelp"),
    [("card first", 1, 4), ("slot first", 1, 4), ("only the slot", 2, 1)],
)
def test_matching_colours_leave_three_orders(order: str, credits: int, kelp: int) -> None:
    s = scenario(players=3, hand=[2], credits=2)
    s.play("resources", 2).expect_options("ORDER slot first", "ORDER card first", "ORDER only the slot")
    s.order(order)
    assert s.me.kelp == (0 if order == "card first" else 1)
    if order != "only the slot":
        s.pay()
    s.expect_turn_over()
    assert (s.me.credits, s.me.kelp) == (credits, kelp)
    assert 2 in s.position["era_discard"]


@rule("G-4")
def test_differing_colours_discard_the_card_without_effect() -> None:
    s = scenario(players=3, hand=[1])
    s.play("resources", 1).expect_turn_over()
    assert s.me.sites == {"c9": "nonsymbiotic"}
    assert s.position["era_discard"] == [1]


@rule("G-5")
def test_a_slot_needs_a_part_that_can_be_performed() -> None:
    scenario(players=3, hand=[1], steelplast=1).refuses("PLAY two-tunnels 1")
    scenario(players=3, hand=[1], credits=1).refuses("PLAY two-tunnels 1")
    s = scenario(players=3, hand=[1], steelplast=1, credits=1)
    s.play("two-tunnels", 1).site("t13").expect_turn_over()


@rule("G-5")
def test_part_of_an_action_is_enough() -> None:
    """The rulebook's example: of city and tunnel, only the tunnel."""
    s = scenario(players=3, hand=[2], steelplast=5, kelp=5, credits=5)
    s.play("tunnel-city", 2).part(0).site("t13").stop().expect_turn_over()
    assert s.me.sites == {"c9": "nonsymbiotic", "t13": "tunnel"}


@rule("G-5")
def test_card_effects_are_optional() -> None:
    s = scenario(players=3, hand=[2], credits=1)
    s.play("resources", 2).order("card first").stop().expect_turn_over()
    assert (s.me.credits, s.me.kelp) == (1, 1)


@rule("G-5a")
def test_a_slot_that_the_card_makes_possible_may_be_chosen_with_it() -> None:
    """Two tunnels need steelplast: with credits alone only a yellow card that gives some makes the pair legal."""
    s = scenario(players=3, hand=[2, 16], credits=2)
    s.refuses("PLAY two-tunnels 2")  # 2 gives kelp
    s.play("two-tunnels", 16).pay().site("t13").expect_turn_over()
    assert (s.me.steelplast, s.me.credits) == (1, 0)


@rule("G-5a")
def test_who_then_leaves_the_action_impossible_performs_none_of_it() -> None:
    s = scenario(players=3, hand=[16], credits=2)
    s.play("two-tunnels", 16).stop().expect_turn_over()
    assert s.me.sites == {"c9": "nonsymbiotic"}
    assert s.position["slots"] == {"two-tunnels": [0]}


@rule("G-5a")
def test_a_card_of_another_colour_does_not_help() -> None:
    s = scenario(players=3, hand=[54], steelplast=0, credits=5)
    s.refuses("PLAY two-tunnels 54")


@rule("G-5a", "G-13")
def test_a_card_makes_the_slot_possible_by_the_one_slot_that_it_can_perform() -> None:
    """Card 51 performs an occupied slot: two steps on the track bring the credit for a desal, cards do not."""
    for taken, offered in (("federation-two", True), ("special", False)):
        s = scenario(board=3, hand=[51], position={"slots": {taken: [1]}, "order": [1, 0]})
        assert s.can("PLAY two-desals 51") is offered
    s = scenario(board=3, hand=[51], position={"slots": {"federation-two": [1]}, "order": [1, 0]})
    s.play("two-desals", 51).slot("federation-two").part(0)
    assert s.me.credits == 1
    s.site("c9.a").expect_turn_over()


@rule("G-5a", "G-8")
def test_what_the_use_of_an_action_card_sets_off_may_make_the_slot_possible() -> None:
    """Card 6 uses the action card 5, which gives no credit; card 154 gives one for the use."""
    s = scenario(hand=[6], in_play=[5, 154], era=3)
    s.play("two-desals", 6).action_card(5)
    assert s.me.credits == 1
    s.site("c9.a").expect_turn_over()
    scenario(hand=[6], in_play=[5], era=3).refuses("PLAY two-desals 6")


@rule("G-5a", "B-16", "N-10")
def test_an_exchange_or_a_production_may_make_the_slot_possible() -> None:
    """Card 6 uses the action card 44, which exchanges kelp and steelplast; card 17 lets an upgraded farm produce."""
    have: dict[str, Any] = {"hand": [6], "in_play": [44], "steelplast": 1}
    scenario(kelp=1, **have).refuses("PLAY city 6")
    s = scenario(kelp=2, **have)
    s.play("city", 6).action_card(44)
    scenario(players=3, hand=[17], sites=at("c9", "lab+")).refuses("PLAY two-farms 17")
    s = scenario(players=3, hand=[17], sites=at("c9", "farm+"))
    s.play("two-farms", 17)


@rule("G-5a", "K-6")
def test_what_is_used_because_it_makes_room_for_a_fifth_may_make_the_slot_possible() -> None:
    """Card 5 gives a kelp and a steelplast, if it is still ready."""
    used: list[Any] = [(0, "used"), (44, "used"), (50, "used")]
    scenario(hand=[13], in_play=[*used, (5, "used")]).refuses("PLAY city-building 13")
    scenario(hand=[13], in_play=[*used, 5]).play("city-building", 13).action_card(5)


@rule("G-5a", "B-12")
def test_a_tunnel_to_a_metropolis_may_make_the_slot_possible() -> None:
    """Board 1, t5 connects m.blue1; card 65 builds it."""
    have: dict[str, Any] = {"players": 3, "hand": [65], "sites": {"t13": "tunnel", "t9": "tunnel", "t4": "tunnel"}}
    scenario(metropolises={"m.blue1": "blue-5"}, **have).refuses("PLAY two-farms 65")
    s = scenario(metropolises={"m.blue1": "blue-1"}, **have)
    s.play("two-farms", 65).site("t5")
    assert s.me.kelp == 1


@rule("G-5a", "F-1")
def test_steps_on_the_track_may_make_the_slot_possible() -> None:
    """Card 27 gives a credit and a step, which brings a steelplast on space 2."""
    scenario(hand=[27]).refuses("PLAY two-tunnels 27")
    s = scenario(hand=[27], space=3)
    s.play("two-tunnels", 27).part(0).site("t13").expect_turn_over()


@rule("G-6", "G-7", "G-8", "N-7", "N-11")
def test_rulebook_example_cards_37_and_34() -> None:
    """A lab built and upgraded gives a credit at once (37); the action card 34 then builds a desal with it and
    draws.
    """
    s = scenario(players=3, hand=[2], in_play=[37, 34], steelplast=1, science=1, sites=at("c9", "lab"))
    s.play("action-build-upgrade", 2).part(1).site("c9.b")
    assert (s.me.steelplast, s.me.science, s.me.credits) == (0, 0, 1)
    assert s.me.sites["c9.b"] == "lab+"
    s.action_card(34).part(0).site("c9.c").expect_turn_over()
    assert s.me.credits == 0
    assert s.me.sites["c9.c"] == "desal"
    assert s.me.is_used(34)
    assert len(s.me.hand) == 2  # one from card 34, one at the end of the turn


@rule("G-6", "G-7", "G-8", "F-1", "N-11")
def test_rulebook_example_cards_28_and_19() -> None:
    """Slot first: a tunnel built and upgraded, card 19 used federation first, a desal for that credit; then 28
    gives 1 kelp.
    """
    s = scenario(players=3, hand=[28], in_play=[19], steelplast=1, science=1, credits=1, space=4)
    s.play("action-build-upgrade", 28)
    assert not s.can("ORDER card first")  # no upgraded tunnel yet
    s.order("slot first").part(1).kind("tunnel").site("t13")
    assert (s.me.steelplast, s.me.science, s.me.credits, s.me.kelp) == (0, 0, 0, 0)
    s.action_card(19).part(1)
    assert (s.space, s.me.credits) == (3, 1)
    s.site("c9.a").expect_turn_over()
    assert s.me.sites == {"c9": "nonsymbiotic", "t13": "tunnel+", "c9.a": "desal"}
    assert (s.me.credits, s.me.kelp) == (0, 1)


@rule("G-6")
def test_the_kelp_of_card_28_comes_too_late_for_the_slot() -> None:
    """In the same example a farm cannot be built: the card is not used before the slot's action is finished."""
    s = scenario(players=3, hand=[28], in_play=[19], steelplast=1, science=1, credits=1, space=4)
    s.play("action-build-upgrade", 28).order("slot first").part(1).kind("tunnel").site("t13").action_card(19).part(1)
    s.refuses("KIND farm")
    assert s.me.kelp == 0


@rule("G-7")
def test_build_and_upgrade_are_both_or_neither() -> None:
    s = scenario(players=3, hand=[2], steelplast=5, kelp=5, credits=5, science=0)
    s.refuses("PLAY action-build-upgrade 2")
    s = scenario(players=3, hand=[2], steelplast=5, kelp=5, credits=5, science=0, in_play=[0])
    s.play("action-build-upgrade", 2).either(0).expect_turn_over()
    assert s.me.sites == {"c9": "nonsymbiotic"}


@rule("G-7")
def test_parts_in_any_order() -> None:
    """First the action card for the credit, then the desal with it; or the other way round, if one can pay."""
    s = scenario(players=3, hand=[2], in_play=[0], science=1)
    s.play("action-build-upgrade", 2).either(1).site("c9.a").expect_turn_over()
    assert s.me.sites["c9.a"] == "desal+"
    s = scenario(players=3, hand=[2], in_play=[0], science=1, kelp=1)
    s.play("action-build-upgrade", 2).part(1).site("c9.a").action_card(0).either(1).expect_turn_over()
    assert (s.me.sites["c9.a"], s.me.credits) == ("farm+", 1)


@rule("G-8")
def test_a_site_bonus_in_mid_action_pays_for_the_next_part() -> None:
    """The rulebook's example: the steelplast of the first tunnel's site pays for the second."""
    s = scenario(players=3, hand=[1], steelplast=1, credits=2, sites={"t13": "tunnel", "t10": "tunnel"})
    s.play("two-tunnels", 1).site("t7")
    assert (s.me.steelplast, s.me.credits) == (1, 1)
    s.site("t15").expect_turn_over()
    assert (s.me.steelplast, s.me.credits) == (0, 0)


@rule("G-9")
def test_a_card_is_drawn_at_the_end_of_every_turn() -> None:
    s = scenario(players=3, hand=[1, 2, 3], era_deck=[44])
    s.play("resources", 1)
    assert sorted(s.me.hand) == [2, 3, 44]
    s = scenario(players=3, hand=[1, 2, 3], era_deck=[44, 45, 46])
    s.play("always", 1)
    assert sorted(s.me.hand) == [2, 3, 44, 45, 46]


@rule("G-9")
def test_the_excess_is_discarded_at_the_beginning_of_the_next_turn() -> None:
    s = scenario(hand=[1, 2, 3], era_deck=[44, 45, 46])
    s.play("always", 1)
    assert len(s.me.hand) == 5  # while the other plays
    s.pass_turn()
    s.expect_options(*(f"HAND {card}" for card in (2, 3, 44, 45, 46)))
    s.hand_card(3, 45)
    assert s.options()[0].startswith("PLAY")
    assert sorted(s.me.hand) == [2, 44, 46]
    assert {3, 45} <= set(s.position["era_discard"])


@rule("G-9", "N-11")
def test_card_98_raises_the_limit_to_four() -> None:
    s = scenario(hand=[1, 2, 3, 5, 6], in_play=[98], era=2)
    s.hand_card(1)
    assert s.options()[0].startswith("PLAY")
    assert sorted(s.me.hand) == [2, 3, 5, 6]


@rule("G-10")
def test_the_always_available_slot() -> None:
    s = scenario(hand=[1], in_play=[14], others=[{"hand": [2]}])
    s.play("always", 1).expect_turn_over()
    assert s.me.credits == 2
    assert len(s.me.hand) == 3
    assert s.me.steelplast == 0  # no mismatch (card 14)
    assert s.me.sites == {"c9": "nonsymbiotic"}
    assert s.position["slots"] == {}
    assert s.can("PLAY always 2")


@rule("G-10", "G-13")
def test_effects_that_perform_slots_never_mean_the_always_available_one() -> None:
    s = scenario(players=3, hand=[29], credits=1)
    s.play("federation-two", 29).order("card first").pay()
    assert "SLOT always" not in s.options()
    assert all(option.startswith("SLOT") or option == "STOP" for option in s.options())


@rule("G-11")
def test_the_cloning_tile_costs_a_credit_and_opens_one_occupied_slot() -> None:
    occupied = {"slots": {"resources": [1], "steelplast-kelp": [0]}}
    s = scenario(players=4, hand=[1, 2, 3], credits=1, position=occupied, others=[{"hand": [4]}])
    assert s.can("PLAY resources 1")
    s.refuses("PLAY steelplast-kelp 1")  # one's own
    s.play("resources", 1).expect_turn_over()
    assert (s.me.credits, s.me.science) == (0, 1)
    assert s.position["clone_tile"] == 0
    assert sorted(s.position["slots"]["resources"]) == [0, 1]
    scenario(players=4, hand=[1], credits=0, position=occupied).refuses("PLAY resources 1")
    taken = {"slots": {"resources": [1], "two-labs": [1, 2]}, "clone_tile": 2}
    scenario(players=4, hand=[1], credits=1, position=taken).refuses("PLAY resources 1")


@rule("G-11")
def test_a_matching_card_works_on_a_cloned_slot() -> None:
    s = scenario(players=4, hand=[2], credits=2, position={"slots": {"resources": [1]}})
    s.play("resources", 2).order("card first").pay().expect_turn_over()
    assert (s.me.credits, s.me.kelp) == (0, 4)


@rule("G-11", "G-5")
def test_the_credit_for_the_cloning_tile_is_gone_when_the_action_is_performed() -> None:
    occupied = {"slots": {"two-desals": [1]}}
    scenario(players=4, hand=[1], credits=1, position=occupied).refuses("PLAY two-desals 1")
    s = scenario(players=4, hand=[1], credits=2, position=occupied)
    s.play("two-desals", 1).site("c9.a").expect_turn_over()
    assert s.me.credits == 0


@rule("G-12", "G-13")
def test_perform_any_slot_means_all_but_ones_own() -> None:
    slots = {"slots": {"steelplast-kelp": [1], "resources": [0]}}
    s = scenario(players=3, hand=[133], in_play=[], position=slots)
    s.play("federation-two", 133).order("card first")
    assert s.can("SLOT steelplast-kelp")
    assert s.can("SLOT city-or-kelp")
    for own in ("resources", "federation-two"):
        s.refuses(f"SLOT {own}")


@rule("G-12")
def test_occupied_by_another_player_means_without_a_tile_of_mine() -> None:
    slots = {"slots": {"steelplast-kelp": [1], "resources": [0, 2], "two-labs": [0]}}
    s = scenario(players=4, hand=[51], steelplast=1, position=slots | {"clone_tile": 0})
    s.play("federation-two", 51).order("card first").expect_options("SLOT steelplast-kelp", "STOP")


@rule("G-13", "L-3")
def test_performing_a_slot_places_no_tile_and_plays_no_card() -> None:
    s = scenario(players=3, hand=[29, 1], credits=2)
    s.play("two-desals", 29).order("card first").pay().slot("resources")
    assert s.me.hand == [1]
    assert s.position["slots"] == {"two-desals": [0]}
    s.site("c9.a").expect_turn_over()
