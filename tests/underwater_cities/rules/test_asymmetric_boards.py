"""Chapter 11: boards 5 to 8, the printed examples."""

from __future__ import annotations

from typing import Any

from tests.underwater_cities.scenario import rule, scenario


@rule("A-1", "B-15")
def test_city_with_a_surcharge_of_3_and_3_and_production_times_3() -> None:
    """Board 5, c3."""
    have: dict[str, Any] = {
        "board": 5,
        "hand": [1],
        "kelp": 1,
        "biomatter": 1,
        "sites": {"c8": "nonsymbiotic", "c5": "nonsymbiotic", "c2": "nonsymbiotic"},
    }
    s = scenario(steelplast=1 + 3, credits=2 + 3, **have)
    s.play("city", 1).kind("symbiotic").site("c3")
    if not s.options()[0].startswith("PLAY"):
        s.answer(s.options()[0])
    assert s.me.sites["c3"] == "symbiotic"
    assert not any(s.me.resources.values())
    s = scenario(steelplast=1 + 3, credits=2 + 2, **have)
    s.play("city", 1)
    if s.can("KIND symbiotic"):
        s.kind("symbiotic")
    s.refuses("SITE c3")
    sites = {
        "t13": "tunnel",
        "t10": "tunnel",
        "t8": "tunnel",
        "t4": "tunnel",
        "c8": "nonsymbiotic",
        "c5": "nonsymbiotic",
        "c2": "nonsymbiotic",
    }
    for kind, points in (("symbiotic", 6), ("nonsymbiotic", 0)):
        s = scenario(board=5, hand=[7], last_turn=True, kelp=5, sites=sites | {"c3": kind})
        s.idle(7)
        assert s.me.points == points


@rule("A-2")
def test_tunnel_with_a_surcharge_and_production_times_3() -> None:
    """Board 5, t10."""
    s = scenario(board=5, hand=[1], steelplast=1, credits=2, sites={"t13": "tunnel"})
    s.play("two-tunnels", 1).site("t10").expect_turn_over()
    assert (s.me.steelplast, s.me.credits) == (0, 0)
    for tunnel, gives in (("tunnel", (3, 0)), ("tunnel+", (3, 3))):
        s = scenario(
            board=5, hand=[7], last_turn=True, kelp=2, sites={"t13": "tunnel", "c8": "nonsymbiotic", "t10": tunnel}
        )
        s.idle(7)
        assert (s.me.credits - 1, s.me.points) == gives  # 1 credit is t13's
    s = scenario(board=5, hand=[7], last_turn=True, kelp=2, sites={"t13": "tunnel", "t10": "tunnel"})
    s.idle(7)
    assert s.me.credits == 1  # t10 lies next to no city


@rule("A-3")
def test_a_pair_of_tunnels() -> None:
    """Board 5: t12 (c7-c8) and t9 (c4-c7), 2 credits together if both lie next to a connected city, upgraded or not."""
    cities = {"c8": "nonsymbiotic", "c7": "nonsymbiotic", "t13": "tunnel"}

    def credits(**sites: str) -> int:
        s = scenario(board=5, hand=[7], last_turn=True, kelp=5, sites=sites)
        s.idle(7)
        return s.me.credits

    assert credits(**cities, t12="tunnel") == 2
    assert credits(**cities, t12="tunnel", t9="tunnel") == 3 + 2
    assert credits(**cities, t12="tunnel+", t9="tunnel") == 3 + 2
    assert credits(t13="tunnel", c8="nonsymbiotic", t12="tunnel", t9="tunnel") == 2  # t9 next to no city


@rule("A-4")
def test_tunnel_to_a_metropolis_with_2_points_in_each_production() -> None:
    """Board 5, t5."""
    roads = {"t13": "tunnel", "t10": "tunnel", "t8": "tunnel", "t4": "tunnel"}
    tiles = {"m.blue1": "blue-7"}
    s = scenario(board=5, hand=[1], steelplast=2, credits=2, sites=roads, metropolises=tiles)
    s.play("two-tunnels", 1).site("t5").expect_turn_over()
    assert (s.me.steelplast, s.me.credits, s.me.science) == (0, 4, 2)
    s = scenario(board=5, hand=[7], last_turn=True, kelp=1, sites=roads | {"t5": "tunnel"}, metropolises=tiles)
    s.idle(7)
    assert (s.me.points, s.me.credits) == (2, 1)  # the tunnel itself lies next to no city
    # it comes on top of the metropolis's own production
    s = scenario(
        board=5, hand=[7], last_turn=True, kelp=1, sites=roads | {"t5": "tunnel"}, metropolises={"m.blue1": "blue-1"}
    )
    s.idle(7)
    assert s.me.points == 4


@rule("A-5")
def test_city_with_a_surcharge_of_2_science_and_2_credits_and_6_points_at_once() -> None:
    """Board 6, c3, not connected."""
    cities = {"c8": "nonsymbiotic", "c5": "nonsymbiotic"}
    have: dict[str, Any] = {"board": 6, "hand": [1], "steelplast": 2, "kelp": 1, "sites": cities}
    s = scenario(credits=1 + 2, science=2, **have)
    s.play("city", 1).site("c3").expect_turn_over()
    assert s.me.points == 6
    assert not any(n for name, n in s.me.resources.items() if name != "points")
    s = scenario(credits=1 + 2, science=1, **have)
    s.play("city", 1).refuses("SITE c3")


@rule("A-6", "P-6", "N-10")
def test_upgraded_desals_on_a_site_times_2() -> None:
    """Board 5, c5.c: alone 2 credits and 2 biomatter; with another upgraded one at the city 4 and 3."""
    sites = {"t13": "tunnel", "c8": "nonsymbiotic", "t10": "tunnel", "c5": "nonsymbiotic"}
    tunnels = 1 + 3
    for others, gives in (({}, (2, 2)), ({"c5.b": "desal+"}, (4, 3))):
        s = scenario(board=5, hand=[7], last_turn=True, kelp=3, sites=sites | {"c5.c": "desal+"} | others)
        s.idle(7)
        assert (s.me.credits - tunnels, s.me.biomatter) == gives
    # outside of production the multiplier does nothing (Trial Run)
    s = scenario(players=3, board=5, hand=[17], sites=sites | {"c5.c": "desal+"})
    s.play("steelplast-kelp", 17).order("card first").site("c5.c").expect_turn_over()
    assert (s.me.credits, s.me.biomatter) == (1, 1)
