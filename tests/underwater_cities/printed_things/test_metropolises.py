# ruff: noqa: E501  one row of a table, one line
"""Every metropolis tile: connecting it, its production, its final scoring; and the same when it is not connected."""

from __future__ import annotations

import csv
from typing import Any

import pytest

from tests.underwater_cities.printed_things.cases import FIVE, FOUR, SEVEN, SIX, TWO, added, at, changes
from tests.underwater_cities.scenario import COMPONENTS, scenario

# Board 1: the tunnel t5 from c3 connects m.blue1; t13 and t9 lead there.
ALMOST = {"t13": "tunnel", "t9": "tunnel"}
CONNECTED = ALMOST | {"t5": "tunnel"}
TUNNEL_PAID = {"steelplast": -1, "credits": -1}

# tile: (what connecting gives, answers, cards drawn, federation space), what it adds in production
BLUE: dict[str, tuple[dict[str, int], list[str], int, int, dict[str, int]]] = {
    "blue-1": ({"kelp": 1}, [], 0, 0, {"points": 2}),
    "blue-2": ({"steelplast": 1, "credits": 1}, [], 0, 0, {"biomatter": 1}),
    "blue-3": ({"science": 1}, [], 1, 0, {"science": 1, "credits": 1}),
    "blue-4": ({"credits": 2}, [], 0, 0, {"steelplast": 1, "kelp": 1}),
    "blue-5": ({}, [], 2, 0, {"points": 1, "kelp": 1}),
    "blue-6": ({"steelplast": 1}, [], 0, 0, {"credits": 3}),
    "blue-7": ({"credits": 4, "science": 2}, [], 0, 0, {}),
    "blue-8": ({"credits": 2}, ["PART 0", "SPECIAL 181"], 1, 0, {}),
    "blue-9": ({}, ["PART 0", "SITE c9.a", "SITE c9.a"], 0, 0, {}),
    "blue-10": ({"biomatter": 2, "points": 1}, [], 0, 0, {}),
    "blue-11": ({"credits": 1, "points": 2}, [], 2, 3, {}),
}
# tile: positions and what the connected brown metropolis scores there
BROWN: dict[str, list[tuple[dict[str, Any], int]]] = {
    "brown-1": [({"sites": {}}, 3), ({"sites": {"t5": "tunnel"}}, 6), ({"sites": {"t5": "tunnel"}, "extra_metropolises": ["blue-7"]}, 9)],
    "brown-2": [({"sites": {"c1": ""}}, 0), ({"sites": {}}, 5), ({"sites": {"t15": "tunnel"}}, 7), ({"sites": {"t15": "tunnel", "t8": "tunnel+"}}, 9), ({"sites": {"t15": "tunnel", "t8": "tunnel", "t5": "tunnel"}}, 9)],
    "brown-3": [({"sites": {}}, 12)],
    "brown-4": [({"sites": {}}, 0), ({"sites": {}, "paid_instants": [191], "in_play": [196]}, 4)],
    "brown-5": [({"sites": at("c9", "farm+", "desal+", "lab+")}, 0), ({"sites": at("c9", "farm+", "desal+", "lab+") | {"t13": "tunnel+"}}, 4)],
}
# t1 (from c1) and t2 (from c4) connect m.brown; seven cities and t6 lead there.
BROWN_ROAD = SEVEN | {"t6": "tunnel", "t1": "tunnel", "t2": "tunnel"}


@pytest.mark.parametrize("tile", BLUE)
def test_blue_metropolis_gives_at_once_what_is_printed_when_connected(tile: str) -> None:
    gives, answers, cards, space, _ = BLUE[tile]
    s = scenario(players=3, hand=[1], steelplast=1, credits=1, sites=ALMOST, metropolises={"m.blue1": tile})
    before = s.me
    s.play("two-tunnels", 1).site("t5").answer(*answers)
    if not s.options()[0].startswith("PLAY"):
        s.stop()                               # what the gain could pay for: a second tunnel
    s.expect_turn_over()
    assert changes(before.resources, s.me.resources) == added(TUNNEL_PAID, gives)
    assert len(s.me.hand) == len(before.hand) + cards
    assert s.space == space
    if tile == "blue-9":
        assert s.me.sites["c9.a"] == "lab+"


@pytest.mark.parametrize("tile", BLUE)
def test_blue_metropolis_gives_nothing_for_a_tunnel_elsewhere(tile: str) -> None:
    s = scenario(players=3, hand=[1], steelplast=1, credits=1, sites=ALMOST, metropolises={"m.blue1": tile})
    before = s.me
    s.play("two-tunnels", 1).site("t15").expect_turn_over()
    assert changes(before.resources, s.me.resources) == TUNNEL_PAID
    assert len(s.me.hand) == len(before.hand)


@pytest.mark.parametrize("tile", BLUE)
@pytest.mark.parametrize("connected", [True, False])
def test_blue_metropolis_produces_only_when_connected(tile: str, connected: bool) -> None:
    sites = CONNECTED if connected else ALMOST
    s = scenario(hand=[7], last_turn=True, kelp=9, sites=sites, metropolises={"m.blue1": tile})
    before = s.me
    s.play("always", 7)
    # the always-available slot gives 2 credits, t13 at the starting city 1 more, and feeding takes 1 kelp
    network = {"credits": 3, "kelp": -1}
    assert changes(before.resources, s.me.resources) == added(network, BLUE[tile][4] if connected else {})


@pytest.mark.parametrize(("tile", "have", "points"), [(tile, have, points) for tile, rows in BROWN.items() for have, points in rows])
def test_brown_metropolis_scores_when_connected(tile: str, have: dict[str, Any], points: int) -> None:
    # t13, t10, t12, t9, t4, t3, t6 and t1 lie next to cities, t2 does not: eight; without c1 six
    have = {**have, "sites": {site: thing for site, thing in (BROWN_ROAD | have["sites"]).items() if thing}}
    s = scenario(hand=[7], era=3, last_turn=True, kelp=20, metropolises={"m.brown": tile}, **have)
    s.play("always", 7)
    assert s.breakdown["brown metropolis"] == points


@pytest.mark.parametrize("tile", BROWN)
def test_brown_metropolis_with_one_of_its_two_tunnels_scores_nothing(tile: str) -> None:
    sites = BROWN_ROAD | at("c9", "farm+", "desal+", "lab+") | {"t13": "tunnel+", "t5": "tunnel", "t15": "tunnel", "t8": "tunnel"}
    del sites["t2"]
    s = scenario(hand=[7], era=3, last_turn=True, kelp=20, sites=sites, metropolises={"m.brown": tile}, paid_instants=[191])
    s.play("always", 7)
    assert s.breakdown["brown metropolis"] == 0


@pytest.mark.parametrize(("network", "points"), [(FIVE, 4), (SIX, 8), (SEVEN, 12), (FOUR, 0), (TWO, 0)])
def test_seat_of_the_assembly_scores_five_six_and_seven_cities(network: dict[str, str], points: int) -> None:
    roads = {site: "tunnel" for site in BROWN_ROAD if site.startswith("t")}
    s = scenario(hand=[7], era=3, last_turn=True, kelp=20, sites=network | roads, metropolises={"m.brown": "brown-3"})
    s.play("always", 7)
    assert s.breakdown["brown metropolis"] == points


def test_every_metropolis_has_its_cases() -> None:
    with (COMPONENTS / "metropolises.csv").open(newline="") as file:
        assert {row["id"] for row in csv.DictReader(file)} == set(BLUE) | set(BROWN)
