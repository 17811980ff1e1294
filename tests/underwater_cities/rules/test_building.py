"""Chapter 5: building and the network."""

from __future__ import annotations

from typing import Any

import pytest

from tests.underwater_cities.printed_things.cases import FIVE, FULL, TWO, at
from tests.underwater_cities.scenario import rule, scenario

PRICES: dict[str, dict[str, Any]] = {
    "nonsymbiotic": {"steelplast": 2, "kelp": 1, "credits": 1},
    "symbiotic": {"steelplast": 1, "kelp": 1, "biomatter": 1, "credits": 2},
    "farm": {"kelp": 1},
    "desal": {"credits": 1},
    "lab": {"steelplast": 1},
    "tunnel": {"steelplast": 1, "credits": 1},
}
WHERE = {
    "nonsymbiotic": ("city", 1, "c6"),
    "symbiotic": ("city", 1, "c6"),
    "farm": ("two-farms-or-two-labs", 2, "c9.a"),
    "lab": ("two-farms-or-two-labs", 2, "c9.a"),
    "desal": ("two-desals", 1, "c9.a"),
    "tunnel": ("two-tunnels", 1, "t13"),
}


@rule("B-1")
@pytest.mark.parametrize("thing", PRICES)
def test_usual_costs(thing: str) -> None:
    slot, card, site = WHERE[thing]
    s = scenario(hand=[card], **PRICES[thing])
    s.play(slot, card)
    if thing == "symbiotic":
        s.kind("symbiotic")
    s.site(site).expect_turn_over()
    assert s.me.sites[site] == thing
    assert not any(s.me.resources.values())


@rule("B-1")
@pytest.mark.parametrize("thing", [thing for thing in PRICES if thing != "symbiotic"])
def test_one_resource_less_is_not_enough(thing: str) -> None:
    slot, card, _ = WHERE[thing]
    for missing in PRICES[thing]:
        poorer = PRICES[thing] | {missing: PRICES[thing][missing] - 1}
        scenario(hand=[card], **poorer).refuses(f"PLAY {slot} {card}")


@rule("B-1")
def test_an_upgrade_costs_one_science() -> None:
    s = scenario(hand=[1], science=1, sites=at("c9", "lab", "farm"))
    s.play("science-or-upgrades", 1).either(1).site("c9.a").expect_turn_over()
    assert (s.me.science, s.me.sites["c9.a"], s.me.sites["c9.b"]) == (0, "lab+", "farm")


@rule("B-2")
def test_biomatter_replaces_kelp_and_steelplast_when_building() -> None:
    """The rulebook's example: 1 steelplast, 2 biomatter and 1 credit for a nonsymbiotic city."""
    s = scenario(hand=[1], steelplast=1, biomatter=2, credits=1)
    s.play("city", 1).site("c6").expect_turn_over()
    assert s.me.sites["c6"] == "nonsymbiotic"
    assert not any(s.me.resources.values())


@rule("B-2")
def test_a_symbiotic_city_for_biomatter_alone() -> None:
    s = scenario(hand=[1], biomatter=3, credits=2)
    s.play("city", 1)
    if s.can("KIND symbiotic"):
        s.kind("symbiotic")
    s.site("c6").expect_turn_over()
    assert (s.me.sites["c6"], s.me.biomatter, s.me.credits) == ("symbiotic", 0, 0)


@rule("B-2", "D-1")
def test_how_much_biomatter_is_paid_is_the_players_choice() -> None:
    s = scenario(hand=[2], kelp=1, biomatter=1, steelplast=0)
    s.play("two-farms-or-two-labs", 2).either(0).site("c9.a").expect_options("FOR_KELP 0", "FOR_KELP 1")
    s.for_kelp(1)
    assert (s.me.kelp, s.me.biomatter) == (1, 0)


@rule("B-2")
def test_nothing_replaces_biomatter_or_credits_and_biomatter_pays_no_upgrade() -> None:
    scenario(hand=[1], kelp=9, steelplast=9, biomatter=9).refuses("PLAY two-desals 1")
    s = scenario(hand=[1], kelp=9, steelplast=1, credits=2)
    s.refuses("PLAY city 1")  # kelp is no steelplast, and no biomatter
    s = scenario(hand=[1], biomatter=5, sites=at("c9", "lab"))
    s.play("science-or-upgrades", 1).expect_turn_over()  # only the science can be had
    assert s.me.science == 2
    s = scenario(players=3, hand=[31], biomatter=3)
    s.play("resources", 31)
    assert not s.can("ORDER card first")  # "pay 1 kelp" is not building


@rule("B-2")
def test_biomatter_replaces_inside_a_surcharge() -> None:
    s = scenario(players=3, board=8, hand=[2], kelp=0, biomatter=2, sites={"c5": "nonsymbiotic"})
    s.play("two-farms", 2).site("c5.a").expect_turn_over()  # 1 kelp and a surcharge of 1 kelp
    assert (s.me.sites["c5.a"], s.me.biomatter) == ("farm", 0)


@rule("B-3")
def test_a_city_needs_a_built_city_next_to_it() -> None:
    rich: dict[str, Any] = {"steelplast": 2, "kelp": 1, "credits": 1}
    scenario(hand=[1], **rich).play("city", 1).expect_options("SITE c6", "SITE c8")
    s = scenario(hand=[1], sites={"c6": "nonsymbiotic"}, **rich)
    s.play("city", 1).expect_options("SITE c3", "SITE c5", "SITE c8")
    # tunnels alone open nothing for cities
    s = scenario(hand=[1], sites={"t13": "tunnel", "t10": "tunnel"}, **rich)
    s.play("city", 1).expect_options("SITE c6", "SITE c8")


@rule("B-4")
def test_a_building_goes_where_a_city_is_or_could_be_built() -> None:
    s = scenario(hand=[1], credits=1)
    s.play("two-desals", 1)
    s.expect_options(*(f"SITE {city}.{place}" for city in ("c6", "c8", "c9") for place in "abc"))
    s.site("c8.a").expect_turn_over()
    assert s.me.sites["c8.a"] == "desal"


@rule("B-4")
def test_that_it_could_be_built_does_not_depend_on_costs_or_supply() -> None:
    full = {f"c{n}": "nonsymbiotic" for n in range(1, 10)}
    nearly = {site: thing for site, thing in full.items() if site not in ("c1", "c4")}
    s = scenario(players=3, hand=[1], credits=1, others=[{"sites": full}, {"sites": nearly}])
    assert s.position["supply"]["nonsymbiotic"] == 0
    s.play("two-desals", 1).site("c8.a").expect_turn_over()


@rule("B-5")
def test_expansion_sites_only_by_effects_that_say_so() -> None:
    s = scenario(players=3, hand=[1], credits=1)
    s.play("two-desals", 1)
    s.refuses("SITE c9.x")
    s = scenario(players=3, hand=[7], kelp=1)
    s.play("resources", 7).order("card first").expect_options("SITE c6.x", "SITE c8.x", "SITE c9.x", "STOP")
    s.site("c8.x").expect_turn_over()
    assert s.me.sites["c8.x"] == "farm"


@rule("B-5", "G-8")
def test_building_on_an_expansion_site_connects_no_metropolis() -> None:
    """It is an event of its own: card 196 waits for another one."""
    s = scenario(players=3, hand=[7], in_play=[196], kelp=1)
    s.play("resources", 7).order("card first").site("c8.x").expect_turn_over()
    assert (s.me.credits, s.me.points) == (0, 0)


@rule("B-6")
def test_a_tunnel_needs_a_way_of_built_tunnels_to_the_starting_city() -> None:
    rich: dict[str, Any] = {"steelplast": 1, "credits": 1}
    scenario(hand=[1], **rich).play("two-tunnels", 1).expect_options("SITE t13", "SITE t15")
    # through the empty site c6, not through the city c5 that no tunnel reaches
    s = scenario(hand=[1], sites={"t13": "tunnel", "c8": "nonsymbiotic", "c5": "nonsymbiotic"}, **rich)
    s.play("two-tunnels", 1).expect_options("SITE t9", "SITE t10", "SITE t15")


@rule("B-7")
def test_each_thing_built_opens_sites_for_the_next() -> None:
    s = scenario(hand=[1], steelplast=2, credits=2)
    s.play("two-tunnels", 1).refuses("SITE t10")
    s.site("t13").site("t10").expect_turn_over()
    s = scenario(hand=[1], steelplast=2, kelp=2, credits=1)
    s.play("city-building", 1).part(0).site("c8").site("c7.a").expect_turn_over()
    assert s.me.sites["c7.a"] == "farm"


@rule("B-8", "B-9")
def test_what_is_connected() -> None:
    """Of three cities with a farm each only those on the road produce: c9 by definition, c6 by t13, c8 not."""
    sites = TWO | {"c8": "nonsymbiotic"} | at("c9", "farm") | at("c6", "farm") | at("c8", "farm") | at("c5", "farm")
    s = scenario(hand=[7], last_turn=True, sites=sites, kelp=5)
    s.play("always", 7)
    assert s.me.kelp == 5 + 2 - 2
    assert s.me.credits == 2 + 1


@rule("B-9")
def test_what_is_not_connected_scores_nothing_and_counts_for_nothing() -> None:
    lonely = {"c8": "symbiotic"} | at("c8", "farm+", "desal+", "lab+")
    s = scenario(hand=[7], era=3, last_turn=True, sites=lonely, in_play=[103, 174, 169], kelp=1)
    s.idle(7)
    assert s.breakdown["cities"] == 2  # c9 alone, without buildings
    assert s.breakdown["end cards"] == 0
    assert (s.me.kelp, s.breakdown["production"]) == (0, 0)


@rule("B-10")
def test_a_site_bonus_is_gained_at_once_connected_or_not() -> None:
    s = scenario(hand=[1], steelplast=2, kelp=1, credits=1, sites={"c8": "nonsymbiotic"})
    s.play("city", 1).site("c7").expect_turn_over()
    assert s.me.kelp == 1
    s = scenario(players=3, hand=[2], kelp=1, sites={"c8": "nonsymbiotic", "c5": "nonsymbiotic"})
    s.play("two-farms", 2).site("c5.a")
    assert s.me.kelp == 1
    s.site("c9.a").expect_turn_over()  # the kelp gained pays for the second farm
    assert s.me.kelp == 0


@rule("B-11")
def test_a_metropolis_with_two_tunnels_needs_both() -> None:
    roads = {"t13": "tunnel", "t10": "tunnel", "t7": "tunnel", "t6": "tunnel", "t1": "tunnel"}
    tiles = {"m.brown": "brown-1"}
    s = scenario(hand=[7], era=3, last_turn=True, sites=roads, metropolises=tiles, kelp=1)
    s.idle(7)
    assert s.breakdown["brown metropolis"] == 0
    s = scenario(hand=[7], era=3, last_turn=True, sites=roads | {"t2": "tunnel"}, metropolises=tiles, kelp=1)
    s.idle(7)
    assert s.breakdown["brown metropolis"] == 3


@rule("B-11", "B-12")
def test_a_blue_metropolis_acts_at_once_when_connected() -> None:
    s = scenario(
        hand=[1], steelplast=1, credits=1, sites={"t13": "tunnel", "t9": "tunnel"}, metropolises={"m.blue1": "blue-7"}
    )
    s.play("two-tunnels", 1).site("t5").expect_turn_over()
    assert (s.me.credits, s.me.science) == (4, 2)
    # boards 7 and 8 have blue metropolises with two tunnels
    for second in (False, True):
        roads = {"t15": "tunnel", "t14": "tunnel", "t10": "tunnel"} | ({"t16": "tunnel"} if second else {})
        s = scenario(board=7, hand=[1], steelplast=1, credits=1, sites=roads, metropolises={"m.blue2": "blue-7"})
        s.play("two-tunnels", 1).site("t17").expect_turn_over()
        assert (s.me.credits, s.me.science) == ((4, 2) if second else (0, 0))


@rule("B-12")
def test_brown_metropolis_has_no_instant_effect() -> None:
    roads = {"t13": "tunnel", "t10": "tunnel", "t7": "tunnel", "t6": "tunnel", "t1": "tunnel"}
    s = scenario(hand=[1], steelplast=1, credits=1, sites=roads, metropolises={"m.brown": "brown-1"})
    s.play("two-tunnels", 1).site("t2").expect_turn_over()
    assert not any(s.me.resources.values())


@rule("B-12")
def test_connecting_the_brown_metropolis_is_an_event_too() -> None:
    """Card 196 waits for it; the tunnels before the last one do not connect it."""
    roads = {"t13": "tunnel", "t10": "tunnel", "t7": "tunnel", "t6": "tunnel"}
    s = scenario(hand=[1], steelplast=2, credits=2, sites=roads, in_play=[196])
    s.play("two-tunnels", 1).site("t1")
    assert (s.me.credits, s.me.points) == (1, 0)
    s.site("t2").expect_turn_over()
    assert (s.me.credits, s.me.points) == (2, 2)


@rule("B-13")
def test_a_structure_is_upgraded_once_and_stays_what_it_is() -> None:
    s = scenario(hand=[1], science=3, sites=at("c9", "lab+", "farm"))
    s.play("science-or-upgrades", 1).either(1).expect_turn_over()  # there is one site to choose
    assert (s.me.science, s.me.sites["c9.b"]) == (2, "farm+")
    s = scenario(players=3, hand=[69], sites=at("c9", "farm", "farm+"))
    s.play("resources", 69).order("card first").expect_turn_over()
    assert s.me.kelp == 2 + 1  # an upgraded farm is a farm


@rule("B-14", "L-8")
def test_discounts_add_up_apply_to_printed_prices_and_stop_at_zero() -> None:
    s = scenario(players=3, hand=[1], in_play=[11], steelplast=1)  # 2 credits off 1 credit: the rulebook's example
    s.play("two-tunnels", 1).site("t13").expect_turn_over()
    assert (s.me.credits, s.me.steelplast) == (0, 0)
    s = scenario(players=3, hand=[1], in_play=[11, 96])  # nothing left to pay
    s.play("two-tunnels", 1).site("t13", "t15").expect_turn_over()
    assert (s.me.credits, s.me.steelplast) == (0, 0)
    s = scenario(players=3, hand=[109], in_play=[11])  # 109: for 1 credit each
    s.play("action-steelplast", 109).order("card first").site("t13", "t15").expect_turn_over()
    assert s.me.credits == 0
    s = scenario(players=3, hand=[12], in_play=[45], steelplast=1, kelp=1)  # 1 steelplast and 1 credit less
    s.play("action-steelplast", 12).order("card first").site("c6").expect_turn_over()
    assert s.me.sites["c6"] == "nonsymbiotic"


@rule("B-14")
def test_a_printed_price_replaces_the_usual_cost() -> None:
    s = scenario(players=3, hand=[125], kelp=1)
    s.play("action-steelplast", 125).order("card first").site("c6").expect_turn_over()
    assert (s.me.sites["c6"], s.me.kelp) == ("nonsymbiotic", 0)


@rule("B-15")
def test_a_surcharge_is_paid_even_for_free_but_not_for_upgrades() -> None:
    sites = {"c8": "nonsymbiotic", "c7": "nonsymbiotic"}
    s = scenario(players=3, board=5, hand=[1], science=1, sites=sites)  # c7.a: surcharge 1 science, 2 points
    s.play("steelplast-kelp", 1).order("card first").site("c7.a").expect_turn_over()
    assert (s.me.science, s.me.points, s.me.sites["c7.a"]) == (0, 2, "farm")
    s = scenario(players=3, board=5, hand=[1], sites=sites)
    s.play("steelplast-kelp", 1).order("card first").refuses("SITE c7.a")
    s = scenario(players=3, board=5, hand=[1], science=1, sites=sites | at("c7", "farm"))
    s.play("science-or-upgrades", 1).either(1).expect_turn_over()
    assert (s.me.science, s.me.sites["c7.a"]) == (0, "farm+")


@rule("B-15")
def test_a_surcharge_is_not_discounted() -> None:
    s = scenario(
        players=3, board=5, hand=[1], in_play=[11], steelplast=1, credits=0, sites={"t13": "tunnel", "t11": "tunnel"}
    )
    s.play("two-tunnels", 1).refuses("SITE t10")  # surcharge 1 credit
    s = scenario(
        players=3, board=5, hand=[1], in_play=[11], steelplast=1, credits=1, sites={"t13": "tunnel", "t11": "tunnel"}
    )
    s.play("two-tunnels", 1).site("t10").expect_turn_over()
    assert s.me.credits == 0


@rule("B-16")
def test_pay_happens_once() -> None:
    s = scenario(players=3, hand=[2], credits=5)
    s.play("resources", 2).order("card first").pay().expect_turn_over()
    assert (s.me.credits, s.me.kelp) == (4, 4)


@rule("B-16")
def test_exchange_works_in_either_direction_once() -> None:
    s = scenario(players=3, hand=[1], in_play=[44], kelp=2, steelplast=2)
    s.play("action-steelplast", 1).part(0).part(0).expect_options("EXCHANGE 0", "EXCHANGE 1", "STOP")
    s.answer("EXCHANGE 1").expect_turn_over()
    assert (s.me.kelp, s.me.steelplast, s.me.credits) == (3, 2, 1)


@rule("B-4", "B-9")
def test_no_free_site_no_building() -> None:
    scenario(hand=[1], credits=5, sites=FULL).refuses("PLAY two-desals 1")
    assert scenario(hand=[1], credits=5, sites=FULL | FIVE).can("PLAY two-desals 1")
