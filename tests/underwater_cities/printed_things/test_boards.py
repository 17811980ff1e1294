# ruff: noqa: E501  one row of a table, one line
"""Every player board: who is next to whom, and what each site costs, gives and produces. Sites that are not in a table are plain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.underwater_cities.printed_things.cases import added, changes
from tests.underwater_cities.scenario import scenario

# The tunnel sites of each board, t1 first: "12" lies between c1 and c2, "1b" leads from c1 to m.brown, "3p" to m.blue1, "7q" to m.blue2.
TUNNELS = {
    1: "1b 4b 12 23 3p 14 15 25 36 56 47 58 69 78 89 7q",
    2: "1b 2b 12 23 3p 14 15 45 36 56 47 58 69 78 89 7q",
    3: "2b 4b 12 23 3p 14 15 26 36 47 57 58 69 78 89 7q",
    4: "1b 2b 12 23 3p 14 15 35 36 56 47 48 69 78 89 7q",
    5: "1b 4b 12 23 3p 14 15 25 47 58 69 78 89 7q",
    6: "1b 2b 12 3p 14 15 25 35 45 56 57 58 69 89 7q",
    7: "1b 2b 12 3p 14 15 25 36 45 47 57 58 69 78 89 4q 7q",
    8: "2b 4b 12 23 3p 6p 14 15 36 47 59 69 78 89 7q 8q",
}
# How many building sites the cities c1 to c9 have, without the expansion site.
BUILDING_SITES = {
    **dict.fromkeys((1, 2, 3, 4), "333333333"),
    5: "432242334",
    6: "324243333",
    7: "322434333",
    8: "323343324",
}
# What building there costs more (negative) and gives at once.
FEDERATION_AND_CARD = {"space": 4, "cards": 1}
FEDERATION = {"space": 4}
SPECIAL_SITES: dict[int, dict[str, dict[str, int]]] = {
    1: {
        "c1.b": {"biomatter": 1}, "c2": {"science": 1}, "c3.c": {"points": 1}, "c4": {"points": 1}, "c5.a": {"kelp": 1},
        "c6.b": FEDERATION, "c7": {"kelp": 1}, "t4": FEDERATION_AND_CARD, "t7": {"steelplast": 1}, "t9": {"credits": 1},
        "t11": {"steelplast": 1}, "t12": {"cards": 1},
    },
    2: {
        "c1": {"biomatter": 1}, "c2.b": {"science": 1}, "c3": {"science": 1}, "c4.a": FEDERATION_AND_CARD, "c5": {"steelplast": 1},
        "c7.c": {"points": 1}, "c8.b": {"credits": 1}, "c9.a": {"cards": 1}, "t4": {"points": 1}, "t8": {"steelplast": 1},
        "t10": FEDERATION, "t14": {"kelp": 1},
    },
    3: {
        "c1.c": {"points": 1}, "c2.a": {"steelplast": 1}, "c3": {"points": 1}, "c4": {"biomatter": 1}, "c5.c": {"credits": 1},
        "c6.a": {"kelp": 1}, "c7.b": {"steelplast": 1}, "c8": {"cards": 1}, "t8": FEDERATION, "t9": {"science": 1},
        "t10": FEDERATION_AND_CARD, "t12": {"credits": 1},
    },
    4: {
        "c1.a": {"biomatter": 1}, "c2": {"points": 1}, "c4.c": {"points": 1}, "c5": {"steelplast": 1}, "c6": {"kelp": 1},
        "c7": FEDERATION_AND_CARD, "c8.a": FEDERATION, "c9.b": {"credits": 1}, "t3": {"science": 1}, "t8": {"science": 1},
        "t10": {"cards": 1}, "t12": {"steelplast": 1},
    },
    5: {
        "c1.c": {"credits": -1}, "c2": {"science": 1}, "c2.b": {"biomatter": 1}, "c3": {"steelplast": -3, "credits": -3},
        "c4.b": FEDERATION_AND_CARD, "c5.a": {"credits": 1}, "c6": {"points": 4, "science": -1, "credits": -2}, "c7": {"kelp": 1},
        "c7.a": {"points": 2, "science": -1}, "c8.a": {"cards": 1}, "t3": {"steelplast": 1}, "t5": {"credits": -1, "steelplast": -1},
        "t10": {"credits": -1},
    },
    6: {
        "c2": {"steelplast": -1, "credits": -2}, "c3": {"points": 6, "science": -2, "credits": -2},
        "c4": {"steelplast": 1}, "c6.b": {"points": 2, "credits": -2}, "c7.c": {"biomatter": 1}, "c8.b": FEDERATION, "c9.a": {"cards": 1},
        "t1": {"credits": -1, "steelplast": -1}, "t3": {"science": 1}, "t5": FEDERATION_AND_CARD, "t10": {"credits": 1},
    },
    7: {
        "c1.c": FEDERATION_AND_CARD, "c2": {"points": 5, "steelplast": -1, "science": -1, "credits": -2}, "c2.a": {"biomatter": 1},
        "c3": {"steelplast": -3, "credits": -3}, "c5": {"credits": 1}, "c6.b": {"kelp": 1}, "c7": FEDERATION,
        "c8.a": {"points": 2}, "t3": {"steelplast": 1}, "t4": {"credits": -2}, "t12": {"cards": 1},
    },
    8: {
        "c1.b": {"points": 1}, "c2": {"steelplast": -2, "science": -1, "credits": -2}, "c2.a": FEDERATION_AND_CARD, "c3": FEDERATION,
        "c4": {"points": 6, "science": -2, "credits": -2}, "c5.a": {"kelp": -1}, "c5.c": {"credits": -1}, "c6.a": {"credits": 1}, "c7.b": {"science": 1},
        "c9.b": {"cards": 1}, "t7": {"steelplast": 1}, "t11": {"steelplast": -1, "credits": -1}, "t13": {"kelp": 1},
        "t15": {"credits": -1, "steelplast": -1},
    },
}
# What a plain tunnel, a farm, or a symbiotic city there adds in production, where it is not the usual 1 credit, 1 kelp, 2 points.
PRODUCTION: dict[int, dict[str, dict[str, int]]] = {
    **{board: {} for board in (1, 2, 3, 4)},
    5: {"c1.c": {"kelp": 2}, "c3": {"points": 6}, "c5.c": {"kelp": 2}, "t5": {"credits": 1, "points": 2}, "t10": {"credits": 3}},
    6: {"c1.b": {"kelp": 2}, "c2": {"points": 4}, "c5.b": {"kelp": 2}, "t1": {"credits": 1, "points": 2}, "t2": {"credits": 1, "points": 2}, "t9": {"credits": 3}},
    7: {"c3": {"points": 6}, "c4.b": {"kelp": 2}, "c7.a": {"kelp": 2}, "t4": {"credits": 2, "points": 1}, "t8": {"credits": 3}},
    8: {"c2": {"points": 6}, "c5.a": {"kelp": 2}, "c5.c": {"kelp": 2}, "t11": {"credits": 3}, "t15": {"credits": 1, "points": 2}, "t16": {"credits": 1, "points": 2}},
}
# Two tunnels that produce something together.
PAIRS = {5: ("t12", "t9", {"credits": 2}), 6: ("t8", "t11", {"steelplast": 1}), 7: ("t10", "t9", {"science": 1}), 8: ("t5", "t6", {"credits": 2})}
RICH = {"kelp": 40, "steelplast": 9, "science": 9, "credits": 9}
CITY_PAID = {"steelplast": -2, "kelp": -1, "credits": -1}
TUNNEL_PAID = {"steelplast": -1, "credits": -1}
FARM_PAID = {"kelp": -1}
# Connecting m.blue1 gives 4 credits and 2 science (blue-7), m.blue2 2 biomatter and 1 point (blue-10); neither produces.
TILES = {"m.brown": "brown-1", "m.blue1": "blue-7", "m.blue2": "blue-10"}
CONNECTING = {"p": {"credits": 4, "science": 2}, "q": {"biomatter": 2, "points": 1}, "b": {}}


def ends(board: int) -> dict[str, str]:
    return {f"t{n}": pair for n, pair in enumerate(TUNNELS[board].split(), start=1)}


def reached(roads: Iterable[str]) -> set[str]:
    """The cities (as digits) that these pairs of ends link to the starting city."""
    roads, found = list(roads), {"9"}
    for _ in range(9):
        found |= {place for pair in roads if found & set(pair) for place in pair if place.isdigit()}
    return found


def built_up(board: int, without: str = "") -> dict[str, str]:
    """All cities and tunnels but one, and but those that could not stand without it (B-3, B-6)."""
    left = {tunnel: pair for tunnel, pair in ends(board).items() if tunnel != without}
    on_the_road = reached(left.values())
    buildable = reached(pair for pair in ends(board).values() if without[1:] not in pair) if without[:1] == "c" else set("123456789")
    cities = {f"c{n}": "nonsymbiotic" for n in sorted(buildable) if f"c{n}" != without}
    return cities | {tunnel: "tunnel" for tunnel, pair in left.items() if set(pair) & on_the_road}


def building_sites(board: int) -> list[str]:
    return [f"c{n}.{place}" for n, size in enumerate(BUILDING_SITES[board], start=1) for place in "abcd"[: int(size)]]


def on(board: int, card: int, sites: dict[str, str], **more: Any) -> Any:
    return scenario(players=3, board=board, hand=[card], sites=sites, metropolises=TILES, **(RICH | more))


def expect(s: Any, before: Any, paid: dict[str, int], special: dict[str, int], site: str) -> None:
    gained = {name: n for name, n in special.items() if name not in ("space", "cards")}
    assert changes(before.resources, s.me.resources) == added(paid, gained), site
    assert s.space == special.get("space", 0), site
    assert len(s.me.hand) == len(before.hand) + special.get("cards", 0), site


def stepped(s: Any, special: dict[str, int]) -> Any:
    """A step on the federation track that a site gives may be declined (D-2); it is taken here."""
    return s.part(0) if "space" in special else s


@pytest.mark.parametrize("board", TUNNELS)
def test_city_sites_of_a_board(board: int) -> None:
    for n in range(1, 9):
        s = on(board, 1, built_up(board, without=f"c{n}"))
        before = s.me
        special = SPECIAL_SITES[board].get(f"c{n}", {})
        stepped(s.play("city-or-kelp", 1).either(0), special).expect_turn_over()  # the only site is not asked for (D-1)
        assert s.me.sites[f"c{n}"] == "nonsymbiotic"
        expect(s, before, CITY_PAID, special, f"c{n}")


@pytest.mark.parametrize("board", TUNNELS)
def test_building_sites_of_a_board(board: int) -> None:
    s = on(board, 2, built_up(board))
    offered = s.play("two-farms", 2).options()
    assert offered == [f"SITE {site}" for site in building_sites(board)]
    for site in building_sites(board):
        s = on(board, 2, built_up(board))
        before = s.me
        special = SPECIAL_SITES[board].get(site, {})
        stepped(s.play("two-farms", 2).site(site), special).stop().expect_turn_over()
        expect(s, before, FARM_PAID, special, site)


@pytest.mark.parametrize("board", TUNNELS)
def test_tunnel_sites_of_a_board(board: int) -> None:
    for tunnel, pair in ends(board).items():
        s = on(board, 1, built_up(board, without=tunnel))
        before = s.me
        special = SPECIAL_SITES[board].get(tunnel, {})
        stepped(s.play("two-tunnels", 1), special)  # the only site is not asked for (D-1)
        assert s.me.sites[tunnel] == "tunnel"
        if len(built_up(board, without=tunnel)) + 1 < len(built_up(board)):
            s.stop()                           # it opens another one
        s.expect_turn_over()
        paid = added(TUNNEL_PAID, CONNECTING.get(pair[1], {}))
        expect(s, before, paid, special, tunnel)


@pytest.mark.parametrize("board", TUNNELS)
def test_who_is_next_to_whom_on_a_board(board: int) -> None:
    cities: dict[str, set[str]] = {str(n): set() for n in range(1, 10)}
    touching: dict[str, set[str]] = {str(n): set() for n in range(1, 10)}
    for tunnel, pair in ends(board).items():
        for here, there in (tuple(pair), tuple(reversed(pair))):
            if here.isdigit():
                touching[here].add(tunnel)
                if there.isdigit():
                    cities[here].add(there)
    for n in "12345678":
        if n not in cities["9"]:
            continue
        s = on(board, 1, {f"c{n}": "nonsymbiotic"})
        reachable = (cities["9"] | cities[n]) - {"9", n}
        s.play("city-or-kelp", 1).either(0)
        if len(reachable) > 1:
            s.expect_options(*(f"SITE c{m}" for m in reachable))
        else:                                  # the only site is not asked for (D-1)
            assert set(s.expect_turn_over().me.sites) == {"c9", f"c{n}", *(f"c{m}" for m in reachable)}
    s = on(board, 1, {})
    s.play("two-tunnels", 1).expect_options(*(f"SITE {tunnel}" for tunnel in touching["9"]))
    for tunnel, pair in ends(board).items():
        if "9" in pair:
            other = pair.replace("9", "")
            s = on(board, 1, {tunnel: "tunnel"})
            built, near = {tunnel}, touching["9"] | touching[other]
            if len(near - built) == 1:                     # the only site is not asked for (D-1)
                only = next(iter(near - built))
                built.add(only)
                near = near.union(*(touching[end] for end in ends(board)[only] if end.isdigit()))
            s.play("two-tunnels", 1)
            assert {name for name in s.options() if name != "STOP"} == {f"SITE {one}" for one in near - built}


def after_production(board: int, sites: dict[str, str]) -> dict[str, int]:
    s = scenario(players=2, board=board, hand=[7], sites=sites, metropolises=TILES, last_turn=True, kelp=40)
    s.play("always", 7)
    return s.me.resources


@pytest.mark.parametrize("board", TUNNELS)
def test_what_each_site_of_a_board_produces(board: int) -> None:
    whole = after_production(board, built_up(board))
    for tunnel in ends(board):
        without = built_up(board, without=tunnel)
        lost = [PRODUCTION[board].get(one, {"credits": 1}) for one in ends(board) if one not in without]
        if board in PAIRS and not {PAIRS[board][0], PAIRS[board][1]} <= set(without):
            lost.append(PAIRS[board][2])
        unfed = {"kelp": len(reached(pair for one, pair in ends(board).items() if one in without)) - 9}
        assert changes(after_production(board, without), whole) == added(*lost, unfed), tunnel
    for site in [*building_sites(board), "c5.x"]:
        with_farm = after_production(board, built_up(board) | {site: "farm"})
        assert changes(whole, with_farm) == PRODUCTION[board].get(site, {"kelp": 1}), site
    for n in range(1, 9):
        with_symbiotic = after_production(board, built_up(board) | {f"c{n}": "symbiotic"})
        assert changes(whole, with_symbiotic) == PRODUCTION[board].get(f"c{n}", {"points": 2}), f"c{n}"


def test_every_board_has_its_tables() -> None:
    assert set(TUNNELS) == set(BUILDING_SITES) == set(SPECIAL_SITES) == set(PRODUCTION) == set(range(1, 9))
