"""Chapter 9: final scoring."""

from __future__ import annotations

from typing import Any

import pytest

from tests.underwater_cities.printed_things.cases import FIVE, at
from tests.underwater_cities.scenario import Scenario, rule, scenario


def finished(**have: Any) -> Scenario:
    """The last turn of the game changes nothing; production and feeding follow, then the final scoring."""
    s = scenario(**{"hand": [7], "era": 3, "last_turn": True, "kelp": 1, **have})
    if s.me.hand:
        s.idle(7)
    assert s.state.is_terminal
    return s


BROWN_ROADS = {"t13": "tunnel", "t10": "tunnel", "t7": "tunnel", "t6": "tunnel", "t1": "tunnel", "t2": "tunnel"}


CITIES_ON_THE_WAY = {"c6": "nonsymbiotic", "c5": "nonsymbiotic", "c1": "nonsymbiotic", "c4": "nonsymbiotic"}


@rule("V-1")
@pytest.mark.parametrize(
    ("tile", "more", "points"),
    [
        ("brown-1", {}, 3),
        ("brown-1", {"extra_metropolises": ["blue-7", "blue-10"]}, 9),
        ("brown-4", {"paid_instants": [191], "in_play": [198]}, 4),
        ("brown-4", {"hand": [7, 191]}, 0),
    ],
)
def test_brown_metropolises_that_count_things(tile: str, more: dict[str, Any], points: int) -> None:
    assert finished(sites=BROWN_ROADS, metropolises={"m.brown": tile}, **more).breakdown["brown metropolis"] == points


@rule("V-1", "K-6")
def test_a_paid_action_special_that_was_discarded_does_not_count() -> None:
    """201 was paid once and is thrown out for a fifth action card in the last turn."""
    four = [(0, "used"), (5, "used"), (50, "used"), (201, "used")]
    for thrown, points in ((5, 2), (201, 0)):
        s = scenario(
            hand=[13],
            in_play=four,
            era=3,
            last_turn=True,
            kelp=1,
            sites=BROWN_ROADS,
            metropolises={"m.brown": "brown-4"},
        )
        s.play("science-or-upgrades", 13).order("card first").action_card(thrown)
        if not s.state.is_terminal:
            s.either(0)
        assert s.breakdown["brown metropolis"] == points


@rule("V-1")
@pytest.mark.parametrize(
    ("more", "points"),
    [
        ({"t15": "tunnel"}, 0),  # t13 and t15 lie next to c9, the rest next to no city
        (CITIES_ON_THE_WAY, 0),  # t13 t10 t7 t6 t1 t2: six
        (CITIES_ON_THE_WAY | {"t15": "tunnel"}, 0),
        (CITIES_ON_THE_WAY | {"t15": "tunnel", "t9": "tunnel"}, 5),
        (CITIES_ON_THE_WAY | {"t15": "tunnel", "t9": "tunnel+", "t8": "tunnel"}, 7),
        (CITIES_ON_THE_WAY | {"t15": "tunnel", "t9": "tunnel", "t8": "tunnel", "t12": "tunnel"}, 9),
        (CITIES_ON_THE_WAY | {"t15": "tunnel", "t9": "tunnel", "t8": "tunnel", "t12": "tunnel", "t3": "tunnel"}, 9),
        (
            CITIES_ON_THE_WAY | {"t15": "tunnel", "t9": "tunnel", "t5": "tunnel"},
            5,
        ),  # t5: from the empty c3 to a metropolis
    ],
)
def test_transit_exchange_counts_tunnels_next_to_cities(more: dict[str, str], points: int) -> None:
    assert (
        finished(sites=BROWN_ROADS | more, kelp=9, metropolises={"m.brown": "brown-2"}).breakdown["brown metropolis"]
        == points
    )


@rule("V-2")
def test_end_cards_score_the_network_or_sell_resources() -> None:
    assert finished(in_play=[48], sites=FIVE, kelp=5).breakdown["end cards"] == 2
    s = finished(in_play=[188], science=4)
    assert (s.breakdown["end cards"], s.breakdown["resources"]) == (6, 0)


@rule("V-3")
@pytest.mark.parametrize(
    ("buildings", "points"),
    [([], 2), (["farm"], 3), (["farm", "farm+"], 3), (["farm", "lab"], 4), (["farm", "lab", "desal"], 6)],
)
def test_a_city_by_its_types_of_building(buildings: list[str], points: int) -> None:
    assert finished(sites=at("c9", *buildings)).breakdown["cities"] == points


@rule("V-3")
def test_the_expansion_site_counts_and_unconnected_cities_do_not() -> None:
    assert finished(sites=at("c9", "farm", "lab") | {"c9.x": "desal"}).breakdown["cities"] == 6
    assert finished(sites={"c8": "symbiotic"} | at("c8", "farm", "lab", "desal")).breakdown["cities"] == 2
    assert (
        finished(sites={"t15": "tunnel", "c8": "symbiotic"} | at("c8", "farm", "lab", "desal"), kelp=2).breakdown[
            "cities"
        ]
        == 8
    )


@rule("V-4")
@pytest.mark.parametrize(
    ("have", "points"),
    [
        ({"kelp": 4, "steelplast": 1}, 1),  # 3 kelp after feeding, 1 steelplast: the rulebook's example
        ({"kelp": 1, "science": 1, "steelplast": 2, "credits": 1}, 1),
        ({"kelp": 1, "biomatter": 2}, 1),
        ({"kelp": 1, "biomatter": 1, "credits": 1}, 0),
        ({"kelp": 1, "credits": 7}, 1),
        ({"kelp": 1, "credits": 8}, 2),
    ],
)
def test_four_left_over_resources_are_a_point(have: dict[str, int], points: int) -> None:
    assert finished(**have).breakdown["resources"] == points


@rule("V-5")
def test_selling_is_done_for_the_best_total() -> None:
    # three sales of 2 credits leave 4 for 1 VP more
    s = finished(in_play=[180], credits=10)
    assert s.breakdown["end cards"] + s.breakdown["resources"] == 4
    # 178 and 182 compete for steelplast: 4 pairs cost 4 steelplast and 4 kelp for 4; alone steelplast gives 1 each
    s = finished(in_play=[178, 182], kelp=5, steelplast=4)
    # steel sold singly: 4, and 4 kelp left: 1; sold in pairs: 4 and nothing left
    assert s.breakdown["end cards"] + s.breakdown["resources"] == 5
    # 187 (2 VP each) beats the 2 credits that a biomatter is worth
    s = finished(in_play=[187], biomatter=2)
    assert (s.breakdown["end cards"], s.breakdown["resources"]) == (4, 0)


@rule("V-5")
def test_of_equal_totals_the_one_with_fewer_points_from_sales() -> None:
    """A pair of kelp and steelplast sells for the point that it makes together with two credits."""
    s = finished(in_play=[178], kelp=2, steelplast=1, credits=2)
    assert (s.breakdown["end cards"], s.breakdown["resources"]) == (0, 1)
    s = finished(in_play=[178], kelp=2, steelplast=1, credits=1)
    assert (s.breakdown["end cards"], s.breakdown["resources"]) == (1, 0)


@rule("V-6")
def test_most_points_win() -> None:
    s = finished(points=20, others=[{"points": 19, "kelp": 1}], position={"federation": [[1, 4], [0, 0]]})
    assert s.state.scores[0] == s.state.scores[1] + 1
    assert s.state.returns[0] > s.state.returns[1]


SEVEN_ON_BOARD_5 = {
    "t11": "tunnel",
    "c6": "nonsymbiotic",
    "t13": "tunnel",
    "c8": "nonsymbiotic",
    "t12": "tunnel",
    "c7": "nonsymbiotic",
    "t10": "tunnel",
    "c5": "nonsymbiotic",
    "t8": "tunnel",
    "c2": "nonsymbiotic",
    "t7": "tunnel",
    "c1": "nonsymbiotic",
}


@rule("V-7")
@pytest.mark.parametrize(("cities", "points", "won"), [(7, 100, True), (6, 100, False), (7, 60, False)])
def test_solo_needs_seven_cities_and_a_hundred_points(cities: int, points: int, won: bool) -> None:
    sites = {site: thing for site, thing in SEVEN_ON_BOARD_5.items() if cities == 7 or site not in ("t7", "c1")}
    s = scenario(players=1, hand=[7], era=3, last_turn=True, kelp=9, points=points, sites=sites)
    s.play("always", 7)
    assert s.state.is_terminal
    assert (s.state.scores[0] >= 100) == (points == 100)
    assert (s.state.returns[0] > 0) is won


@rule("V-8", "V-1", "V-3", "V-4", "V-5")
def test_rulebook_example_of_46_points() -> None:
    """Sets of upgraded structures 2 x 4; 6 science for 9 and two pairs for 2; cities 6+6+4+3+2; 25 resources for 6.

    The stock is such that production and feeding end in the example's one; the points of production are not in the 46.
    """
    sites = {
        "t13": "tunnel+",
        "c6": "nonsymbiotic",
        "t10": "tunnel+",
        "c5": "nonsymbiotic",
        "t7": "tunnel+",
        "c1": "nonsymbiotic",
        "t6": "tunnel",
        "c4": "nonsymbiotic",
        "t1": "tunnel",
        "t2": "tunnel",
        "c8": "nonsymbiotic",
        **at("c9", "farm+", "desal+", "lab+"),
        **at("c6", "farm+", "desal+", "lab+"),
        **at("c5", "desal+", "lab+"),
        **at("c1", "farm"),
    }
    # produced: 3 farms 3 kelp; 3 desals 3 credits 3 biomatter; 3 labs 3 science 3 steelplast; 6 tunnels 6 credits; 5
    # cities eat 5 kelp
    s = scenario(
        hand=[7],
        era=3,
        last_turn=True,
        in_play=[188, 178],
        sites=sites,
        metropolises={"m.brown": "brown-5"},
        kelp=2 + 1 + 5 - 3,
        steelplast=2 + 2 - 3,
        science=6 - 3,
        credits=16 - 9,
        biomatter=0,
    )
    s.idle(7)
    shown = {name: s.breakdown[name] for name in ("brown metropolis", "end cards", "cities", "resources")}
    assert shown == {"brown metropolis": 8, "end cards": 11, "cities": 21, "resources": 6}
    assert sum(shown.values()) == 46
    assert s.breakdown["total"] == s.state.scores[0] == 46 + s.breakdown["production"]
