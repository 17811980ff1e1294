"""Chapter 8: production and the end of an era."""

from __future__ import annotations

from typing import Any

import pytest

from tests.underwater_cities.printed_things.cases import TWO, added, at, changes
from tests.underwater_cities.scenario import Player, rule, scenario


def produced(sites: dict[str, str], **more: Any) -> dict[str, int]:
    """What production gives: the last turn of era I changes nothing; food is there, and what it takes is added
    again.
    """
    s = scenario(**{"hand": [7], "last_turn": True, "kelp": 20, "sites": sites, **more})
    before = s.me
    s.idle(7)
    fed = sum(
        1 for site in ("c9", *FED_BY) if site == "c9" or (site in sites and any(t in sites for t in FED_BY[site]))
    )
    return added(changes(before.resources, s.me.resources), {"kelp": fed})


# The tunnels of board 1 that touch a city: a city with one of them is connected (B-8).
FED_BY = {
    "c6": ("t13", "t10", "t9"),
    "c8": ("t15", "t12", "t14"),
    "c5": ("t10", "t12", "t7", "t8"),
    "c3": ("t9", "t4", "t5"),
}


@rule("P-1")
@pytest.mark.parametrize(
    ("sites", "gives"),
    [
        ({"t13": "tunnel"}, {"credits": 1}),
        ({"t13": "tunnel+"}, {"credits": 1, "points": 1}),
        ({"t13": "tunnel", "t10": "tunnel+"}, {"credits": 1}),  # t10 lies next to no city
        ({"t13": "tunnel", "t10": "tunnel+", "c6": "nonsymbiotic"}, {"credits": 2, "points": 1}),
    ],
)
def test_tunnels(sites: dict[str, str], gives: dict[str, int]) -> None:
    assert produced(sites) == gives


@rule("P-2", "P-3")
@pytest.mark.parametrize(
    ("buildings", "gives"),
    [
        (["farm"], {"kelp": 1}),
        (["farm+"], {"kelp": 1, "points": 1}),
        (["farm+", "farm+"], {"kelp": 3, "points": 3}),
        (["farm+", "farm+", "farm+"], {"kelp": 4, "points": 4}),
        (["farm+", "farm"], {"kelp": 2, "points": 1}),
        (["desal"], {"credits": 1}),
        (["desal+"], {"credits": 1, "biomatter": 1}),
        (["desal+", "desal+"], {"credits": 3, "biomatter": 2}),
        (["lab"], {"science": 1}),
        (["lab+"], {"science": 1, "steelplast": 1}),
        (["lab+", "lab+"], {"science": 2, "steelplast": 3}),
        (["lab+", "desal+"], {"science": 1, "steelplast": 1, "credits": 1, "biomatter": 1}),
    ],
)
def test_buildings_and_pairs_of_upgraded_ones_at_one_city(buildings: list[str], gives: dict[str, int]) -> None:
    assert produced(at("c9", *buildings)) == gives


@rule("P-3")
def test_the_pair_must_be_at_one_city() -> None:
    assert produced(TWO | at("c9", "farm+") | at("c6", "farm+")) == {"kelp": 2, "points": 2, "credits": 1}
    assert produced(TWO | at("c9", "farm+", "farm+") | at("c6", "farm+", "farm+")) == {
        "kelp": 6,
        "points": 6,
        "credits": 1,
    }


@rule("P-4")
def test_symbiotic_cities_produce_two_points() -> None:
    assert produced({"t13": "tunnel", "c6": "symbiotic"}) == {"credits": 1, "points": 2}
    assert produced({"t13": "tunnel", "c6": "nonsymbiotic"}) == {"credits": 1}
    assert produced({"c6": "symbiotic"}) == {}


@rule("P-5")
def test_production_cards_and_connected_metropolises() -> None:
    roads = {"t13": "tunnel", "t9": "tunnel", "t5": "tunnel"}
    assert produced(roads, metropolises={"m.blue1": "blue-1"}) == {"credits": 1, "points": 2}
    assert produced({}, in_play=[4, 8]) == {"credits": 1, "steelplast": 1}
    assert produced({"c8": "nonsymbiotic"} | at("c8", "lab", "lab", "lab"), in_play=[41]) == {}


@rule("P-1", "P-2", "P-3", "P-4", "P-5", "P-7", "B-8", "B-9")
def test_rulebook_example_of_production() -> None:
    """Two farms (one upgraded), two desals, two upgraded labs at one city; four tunnels, one upgraded, one at no city
    but at a metropolis with 2 VP; a symbiotic city; a card with 1 credit; two connected cities to feed, one not."""
    sites = (
        {
            "t13": "tunnel+",
            "c6": "symbiotic",
            "t15": "tunnel",
            "t9": "tunnel",
            "t5": "tunnel",
            "c5": "nonsymbiotic",
            "c5.a": "lab",
        }
        | at("c9", "lab+", "lab+", "farm")
        | at("c6", "farm+", "desal", "desal")
    )
    s = scenario(hand=[7], last_turn=True, sites=sites, in_play=[4], metropolises={"m.blue1": "blue-1"})
    s.idle(7)
    assert s.me.resources == {
        "kelp": 0,
        "steelplast": 3,
        "science": 2,
        "credits": 2 + 3 + 1,
        "biomatter": 0,
        "points": 1 + 1 + 2 + 2,
    }


@rule("P-6", "A-6")
def test_multipliers_multiply_the_sites_own_production_only() -> None:
    sites = {"t13": "tunnel", "c8": "nonsymbiotic", "t12": "tunnel"} | {"t10": "tunnel", "c5": "nonsymbiotic"}
    s = scenario(board=5, hand=[7], last_turn=True, kelp=9, sites=sites | {"c5.c": "farm+", "c5.a": "farm+"})
    s.idle(7)
    # c5.c x2: 2 kelp 2 VP; c5.a: 1 and 1; the pair: 1 and 1; three cities eat
    assert (s.me.kelp, s.me.points) == (9 + 2 + 1 + 1 - 3, 4)


@rule("P-7")
@pytest.mark.parametrize(
    ("kelp", "biomatter", "points", "left"),
    [(3, 1, 5, (1, 1, 5)), (1, 2, 5, (0, 1, 5)), (0, 1, 5, (0, 0, 2)), (0, 0, 5, (0, 0, 0)), (1, 0, 1, (0, 0, 0))],
)
def test_feeding(kelp: int, biomatter: int, points: int, left: tuple[int, int, int]) -> None:
    """Two connected cities and one that is not: 1 kelp each, then biomatter, then 3 VP, never below 0."""
    sites = {"t13": "tunnel", "c6": "nonsymbiotic", "c8": "nonsymbiotic"}
    s = scenario(hand=[7], last_turn=True, kelp=kelp, biomatter=biomatter, points=points, sites=sites)
    s.idle(7)
    assert (s.me.kelp, s.me.biomatter, s.me.points) == left


@rule("P-7")
def test_what_is_produced_can_be_eaten() -> None:
    s = scenario(hand=[7], last_turn=True, points=5, sites=at("c9", "farm"))
    s.idle(7)
    assert (s.me.kelp, s.me.points) == (0, 5)


@rule("P-7", "G-9")
def test_the_next_era_comes_in() -> None:
    s = scenario(hand=[7, 8, 9], last_turn=True, kelp=1, era_deck=[10], others=[{"hand": [60, 61, 62], "kelp": 1}])
    s.play("federation-two", 7)
    position = s.position
    assert position["era"] == 2
    assert {8, 9, 10} <= set(Player(position["players"][0]).hand)
    assert [len(player["hand"]) for player in position["players"]] == [6, 6]
    drawn = [card for player in position["players"] for card in player["hand"] if card >= 67]
    assert sorted([*drawn, *position["era_deck"]]) == list(range(67, 124))
    assert position["era_discard"] == []
    new_card = next(card for card in s.player(s.state.current_player).hand if card >= 67)
    old_card = next(card for card in s.player(s.state.current_player).hand if card < 67)
    s.hand_card(old_card)
    assert s.position["era_discard"] == []  # of the old era: out of the game
    s.hand_card(new_card)
    assert s.position["era_discard"] == [new_card]
    s.discard_lowest()
    assert [len(player["hand"]) for player in s.position["players"]] == [3, 3]
    assert (s.position["round"], s.position["turn"]) == (5, 1)


@rule("P-7")
def test_nothing_is_drawn_after_the_third_era() -> None:
    s = scenario(hand=[7], era=3, last_turn=True, kelp=1)
    s.play("federation-two", 7)
    assert s.state.is_terminal
    assert len(s.me.hand) == 1  # only the card of the turn's end


@rule("P-8", "D-14")
def test_production_choices_are_asked_player_by_player_in_turn_order() -> None:
    """New turn order first (E-2): seat 1 has moved on the track, so it is asked first."""
    labs = at("c9", "lab+", "lab+")
    other = {"sites": labs, "in_play": [102], "kelp": 1, "hand": [100]}
    for ahead in (0, 1):
        federation = [[ahead, 4], [1 - ahead, 0]]
        s = scenario(
            hand=[7],
            era=2,
            last_turn=True,
            in_play=[80],
            sites=labs,
            kelp=1,
            others=[other | {"sites": at("c9", "desal+")}],
            position={"federation": federation},
        )
        s.idle(7)
        first, second = (80, 102) if ahead == 0 else (102, 80)
        assert s.state.current_player == ahead
        s.expect_options(f"CONVERT {first}", "STOP").stop()
        assert s.state.current_player == 1 - ahead
        s.expect_options(f"CONVERT {second}", "STOP").convert(second)
