"""Chapter 12: notes on effect wording."""

from __future__ import annotations

from typing import Any

import pytest

from tests.underwater_cities.printed_things.cases import TWO, at
from tests.underwater_cities.scenario import printed_cards, rule, scenario


@rule("N-1")
@pytest.mark.parametrize(("farms", "points"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_for_every_three_connected_farms(farms: int, points: int) -> None:
    places = [f"{city}.{place}" for city in ("c9", "c6") for place in "abc"][:farms]
    s = scenario(
        hand=[7],
        era=3,
        last_turn=True,
        kelp=2,
        in_play=[169],
        sites=TWO | dict.fromkeys(places, "farm") | {"c8.a": "farm"},
    )
    s.idle(7)
    assert s.breakdown["end cards"] == points


@rule("N-2", "D-14")
def test_only_biomatter_produced_in_this_phase_is_exchanged() -> None:
    """Card 102; card 166 may exchange two, but one was produced."""
    s = scenario(hand=[7], era=2, last_turn=True, kelp=1, in_play=[102], biomatter=3)
    s.idle(7)
    assert not any(option.startswith("CONVERT") for option in s.options())
    s = scenario(hand=[7], era=3, last_turn=True, kelp=1, in_play=[166], biomatter=3, sites=at("c9", "desal+"))
    s.idle(7).expect_options("CONVERT 166", "STOP").convert(166)
    assert s.state.is_terminal
    assert s.breakdown["production"] == 2
    # the same biomatter is not exchanged by two cards
    s = scenario(hand=[7], era=3, last_turn=True, kelp=1, in_play=[102, 166], sites=at("c9", "desal+"))
    s.idle(7).expect_options("CONVERT 102", "CONVERT 166", "STOP").convert(102)
    assert s.state.is_terminal


@rule("N-3")
@pytest.mark.parametrize("prices", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_one_credit_or_one_science_each(prices: tuple[int, int]) -> None:
    s = scenario(players=3, hand=[22], credits=2, science=2, sites=at("c9", "farm", "farm"))
    s.play("action-steelplast", 22).order("card first").site("c9.a").price(prices[0]).site("c9.b").price(prices[1])
    s.expect_turn_over()
    science = sum(prices)
    assert (s.me.credits, s.me.science) == (2 - (2 - science), 2 - science)


@rule("N-3")
def test_one_or_two_farms() -> None:
    s = scenario(players=3, hand=[22], credits=2, sites=at("c9", "farm", "farm"))
    s.play("action-steelplast", 22).order("card first").site("c9.a").stop().expect_turn_over()
    assert at("c9", "farm+", "farm").items() <= s.me.sites.items()


@rule("N-4")
@pytest.mark.parametrize(("space", "science"), [(0, 0), (4, 0), (3, 1), (2, 0), (1, 0)])
def test_if_you_are_on_space_three(space: int, science: int) -> None:
    s = scenario(players=3, hand=[58], space=space)
    s.play("steelplast-kelp", 58).order("card first").expect_turn_over()
    assert s.me.science == science


@rule("N-5", "L-3")
def test_using_a_slot_with_a_tile_or_through_an_effect() -> None:
    """Card 66: 1 credit whenever the slot science-or-upgrades is used."""
    s = scenario(players=3, hand=[1], in_play=[66])
    s.play("science-or-upgrades", 1).expect_turn_over()
    assert s.me.credits == 1
    s = scenario(players=3, hand=[29], in_play=[66], credits=1)
    s.play("action-steelplast", 29).order("card first").pay().slot("science-or-upgrades").expect_turn_over()
    assert (s.me.credits, s.me.science) == (1, 2)
    s = scenario(players=3, hand=[1], in_play=[66])
    s.play("resources", 1).expect_turn_over()
    assert s.me.credits == 0


@rule("N-2")
def test_what_an_exchange_brings_was_not_produced() -> None:
    """The steelplast of card 102 is not for card 168."""
    s = scenario(hand=[7], era=3, last_turn=True, kelp=1, in_play=[102, 168], sites=at("c9", "desal+"))
    s.idle(7).expect_options("CONVERT 102", "STOP").convert(102)
    assert s.state.is_terminal
    assert s.me.steelplast == 1


@rule("N-5")
def test_using_a_slot_counts_when_it_is_chosen_so_a_card_laid_after_that_comes_too_late() -> None:
    s = scenario(players=3, hand=[74])
    s.play("science-or-upgrades", 74).order("card first").expect_turn_over()
    assert (s.me.kelp, s.me.science) == (0, 2)


@rule("N-5")
def test_what_using_a_slot_gives_is_there_before_the_card_and_the_action() -> None:
    s = scenario(players=3, hand=[64], in_play=[66])
    s.play("science-or-upgrades", 64)
    assert s.me.credits == 1
    s.order("only the slot").expect_turn_over()


@rule("N-6")
def test_gaining_steelplast_from_a_slot() -> None:
    def points(slot: str, card: int, *answers: str, **have: Any) -> int:
        s = scenario(players=3, hand=[card], in_play=[57, (0, "used")], **have)
        s.play(slot, card).answer(*answers).expect_turn_over()
        return s.me.points

    assert points("resources", 1) == 1
    assert points("steelplast-kelp", 2) == 1  # 2 steelplast, still 1 VP
    assert points("science-or-upgrades", 1) == 0
    assert points("federation-two", 1, space=4) == 0  # steelplast of the track
    s = scenario(players=3, hand=[1], in_play=[57, 0])  # the slot's own, not the Assistant's
    s.play("action-steelplast", 1).part(0).either(0).expect_turn_over()
    assert (s.me.steelplast, s.me.points) == (2, 1)


@rule("N-6")
def test_only_if_the_option_with_steelplast_was_taken() -> None:
    for names, points in ((("steelplast", "kelp"), 1), (("kelp", "science"), 0)):
        s = scenario(hand=[1], in_play=[57])
        s.play("action-two-resources", 1).resource(*names).expect_turn_over()
        assert s.me.points == points


@rule("N-6", "L-3")
def test_steelplast_of_a_slot_performed_through_an_effect_counts() -> None:
    s = scenario(players=3, hand=[29], in_play=[57], credits=1)
    s.play("federation-two", 29).order("card first").pay().slot("steelplast-kelp").expect_turn_over()
    assert s.me.points == 1


@rule("N-7")
@pytest.mark.parametrize(
    ("sites", "site", "credits"),
    [
        (at("c9", "lab"), "c9.b", 1),
        (at("c9", "lab+"), "c9.b", 1),
        (at("c9", "farm"), "c9.b", 0),  # the first lab
        (at("c9", "lab", "lab"), "c9.c", 0),  # the third
        ({"c8": "nonsymbiotic"} | at("c8", "lab"), "c8.b", 0),  # not connected
        (at("c8", "lab"), "c8.b", 0),  # no city
        (TWO | at("c9", "lab"), "c6.a", 0),  # another city
    ],
)
def test_second_lab_in_a_connected_city(sites: dict[str, str], site: str, credits: int) -> None:
    s = scenario(players=3, hand=[2], in_play=[37], steelplast=1, sites=sites)
    s.play("two-labs", 2).site(site).expect_turn_over()
    assert s.me.credits == credits


@rule("N-8")
def test_second_tunnel_in_a_turn() -> None:
    s = scenario(players=3, hand=[1], in_play=[20], steelplast=2, credits=2)
    s.play("two-tunnels", 1).site("t13")
    assert s.me.credits == 1
    s.site("t15").expect_turn_over()
    assert s.me.credits == 0 + 1
    # at once: the credit can pay for a third thing in the same turn; slot and card count together
    s = scenario(players=3, hand=[59], in_play=[20], steelplast=3, credits=2)
    s.play("two-tunnels", 59).order("slot first").site("t13", "t15")
    assert s.me.credits == 1
    s.site("t9").expect_turn_over()
    assert s.me.credits == 1 + 1  # the third gives no more; t9 has a bonus of 1 credit


@rule("N-8")
def test_tunnels_of_another_turn_do_not_count() -> None:
    s = scenario(players=3, hand=[1, 2], in_play=[20], steelplast=2, credits=2)
    s.play("two-tunnels", 1).site("t13").stop()
    s.pass_turn().pass_turn()
    s.play("tunnel-city", 2).site("t15").expect_turn_over()
    assert s.me.credits == 0


@rule("N-9")
@pytest.mark.parametrize(
    ("farms", "site", "points"),
    [
        (["farm+", "farm"], "c9.b", 1),
        (["farm", "farm"], "c9.b", 0),
        (["farm+", "farm+", "farm"], "c9.c", 0),
        (["lab+", "farm"], "c9.b", 0),
    ],
)
def test_second_upgraded_farm(farms: list[str], site: str, points: int) -> None:
    s = scenario(players=3, hand=[1], in_play=[18], science=1, sites=at("c9", *farms))
    s.play("science-or-upgrades", 1).either(1)
    if s.can(f"SITE {site}"):                # the only one is not asked for (D-1)
        s.site(site)
    s.expect_turn_over()
    assert (s.me.sites[site], s.me.points) == (f"{s.me.sites[site].rstrip('+')}+", points)


@rule("N-9")
def test_second_upgraded_farm_in_an_unconnected_city() -> None:
    s = scenario(players=3, hand=[1], in_play=[18], science=1, sites={"c8": "nonsymbiotic"} | at("c8", "farm+", "farm"))
    s.play("science-or-upgrades", 1).either(1).expect_turn_over()
    assert (s.me.sites["c8.b"], s.me.points) == ("farm+", 0)


@rule("N-10", "N-11")
@pytest.mark.parametrize(
    ("site", "gives"),
    [
        ("c9.a", (1, 0, 0, 0, 0, 1)),
        ("c9.b", (0, 0, 0, 1, 1, 0)),
        ("c9.c", (0, 1, 1, 0, 0, 0)),
        ("t13", (0, 0, 0, 1, 0, 1)),
    ],
)
def test_what_one_upgraded_structure_produces(site: str, gives: tuple[int, ...]) -> None:
    """Without the pair bonus: c9.x is a second upgraded farm."""
    sites = at("c9", "farm+", "desal+", "lab+") | {"c9.x": "farm+", "t13": "tunnel+"}
    s = scenario(players=3, hand=[17], sites=sites)
    s.play("steelplast-kelp", 17).order("card first").site(site).expect_turn_over()
    kelp, steelplast, science, credits, biomatter, points = gives
    assert list(s.me.resources.values()) == [kelp + 1, steelplast + 2, science, credits, biomatter, points]


@rule("N-10")
def test_only_upgraded_structures_at_connected_cities() -> None:
    sites = at("c9", "farm+", "desal") | {"c8": "nonsymbiotic"} | at("c8", "lab+") | {"t13": "tunnel", "t10": "tunnel+"}
    s = scenario(players=3, hand=[17], sites=sites)
    s.play("steelplast-kelp", 17).order("card first")
    assert {option for option in s.options() if option.startswith("SITE")} <= {"SITE c9.a"}


@rule("N-11")
def test_the_cards_that_the_rulebooks_show() -> None:
    shown = {
        6: "use action card",
        7: "build building on expansion",
        17: "gain production of 1 upgraded structure",
        19: "build structure; federation 1",
        28: "gain 1 kelp per upgraded tunnel",
        34: "either build farm | build desal; gain 1 card",
        37: "when build second lab in connected city: gain 1 credit",
        98: "hand limit 1",
    }
    for card, effect in shown.items():
        assert printed_cards()[card]["effect"] == effect
    assert [printed_cards()[card]["type"] for card in (19, 28, 34, 37, 98)] == [
        "action",
        "instant",
        "action",
        "permanent",
        "permanent",
    ]
    assert printed_cards()[28]["colour"] == "red"
