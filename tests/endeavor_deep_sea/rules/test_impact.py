"""Section 9: the impact board."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.endeavor_deep_sea.agreement import game_of
from tests.endeavor_deep_sea.scenario import COMPONENTS, Scenario, filled, rule, scenario, zone

EVERY_HEX = {str(k): 1 for k in range(32) if k != 14}        # of mission 1; 14 is infinite


def gaining(mission: int = 1, impact: dict[str, int] | None = None, **fields: Any) -> Scenario:
    return scenario(mission=mission, tokens=["impact"], table={"impact": impact or {}}, **fields).token_effect("impact")


@rule("I-1")
def test_entries_and_neighbours_of_anybodys_markers() -> None:
    gaining().expect("HEX 0", "HEX 10", "HEX 18", "HEX 25", "DECLINE", question=18)
    gaining(impact={"0": 1}).expect("HEX 1", "HEX 7", "HEX 10", "HEX 18", "HEX 25", "DECLINE")


@rule("I-1")
@pytest.mark.parametrize(
    ("place", "markers", "research", "staging"),
    [(0, (1, 0, 0, 0), 0, 1), (10, (0, 1, 0, 0), 0, 1), (18, (0, 0, 1, 0), 0, 1), (25, (0, 0, 0, 1), 0, 1),
     (2, (0, 0, 0, 0), 1, 1), (5, (0, 0, 0, 0), 0, 2), (6, (0, 0, 0, 0), 0, 1)],
)
def test_the_reward_of_the_hex(place: int, markers: tuple[int, ...], research: int, staging: int) -> None:
    others = {key: 1 for key in EVERY_HEX if key != str(place)}
    s = gaining(impact=others).hex(place)
    assert s["impact"][str(place)] == 0
    assert (s.me.markers, s.me.research, s.me.staging) == (markers, research, staging)


def neighbours_by_geometry(mission: int) -> dict[int, set[int]]:
    """README of the component book: pointy, flat and rows, and the bridges."""
    file = COMPONENTS / "missions" / f"mission_{mission:02}.toml"
    impact = tomllib.loads(file.read_text(encoding="utf-8"))["impact"]
    at = {(each["row"], each["col"]): each["id"] for each in impact["hexes"] if "special" not in each}
    found: dict[int, set[int]] = {each["id"]: set() for each in impact["hexes"]}
    for (r, c), place in at.items():
        if impact["orientation"] == "pointy":
            s = r % 2
            beside = [(r, c - 1), (r, c + 1), *((r + d, c + e + s) for d in (-1, 1) for e in (-1, 0))]
        elif impact["orientation"] == "flat":
            s = c % 2
            beside = [(r - 1, c), (r + 1, c), *((r + e + s, c + d) for d in (-1, 1) for e in (-1, 0))]
        else:
            beside = [(r, c - 1), (r, c + 1)]
        found[place] |= {at[other] for other in beside if other in at}
    for a, b in impact.get("bridges", ()):
        found[a].add(b)
        found[b].add(a)
    return found


@rule("I-2")
@pytest.mark.parametrize("mission", [1, 2, 3, 5, 8])
def test_neighbours_follow_from_coordinates_and_bridges(mission: int) -> None:
    """With one marker on the board, legal are the entries and the neighbours of the marker."""
    beside = neighbours_by_geometry(mission)
    hexes = game_of(2, mission, "competitive", "beginner", None).catalogue.mission(mission).hexes
    entries = {each.id for each in hexes if each.entry}
    for each in hexes:
        if not each.infinite:
            s = gaining(mission, {str(each.id): 1})
            assert {int(k) for k in s.options("HEX")} == (entries | beside[each.id]) - {each.id}, each.id


@rule("I-3")
def test_an_infinite_hex_takes_any_number_of_markers_each_counts() -> None:
    s = scenario(tokens=["impact", "impact", "impact"], table={"impact": {"15": 1}, "infinite": {"14": [0, 2]}})
    for _ in range(3):
        s.token_effect("impact").hex(14)
    assert (s["infinite"], s.breakdown(0)["impact"], s.breakdown(1)["impact"]) == ({"14": [3, 2]}, 6, 5)


@rule("I-4")
def test_field_symbols_give_nothing_when_placed_and_count_at_the_end() -> None:
    """Mission 3, hexes 17 (brown) and 12 (blue)."""
    s = gaining(3, {"12": 0, "17": 1, "18": 1})
    before = s["players"][0]
    s.hex(22)
    after = s["players"][0]
    assert {key: after[key] for key in after if before[key] != after[key]} == {}
    assert s.breakdown(0)["goal 3"] == 2 + 2                 # two blue symbols, and the most blue ones
    assert s.breakdown(1)["goal 3"] == 1 + 2                 # one brown


@rule("I-5")
def test_impact_may_be_declined() -> None:
    s = gaining().decline()
    assert s["impact"] == {}


@rule("I-5")
def test_without_a_legal_hex_impact_is_lost() -> None:
    """Mission 6: the open hexes are full and nothing of seat 0 can move; a step to cell 10 gives nothing."""
    s = scenario(mission=6, tokens=["any-attribute"], reputation=9, table={"impact": {str(k): 1 for k in range(13)}})
    s.token_effect("any-attribute").attribute("reputation").asks(3)
    assert s.me.reputation == 10


@rule("I-6")
def test_markers_stay_where_they_are() -> None:
    s = gaining(impact={"0": 0, "10": 1}).hex(7)
    assert s["impact"] == {"0": 0, "7": 0, "10": 1}


@rule("I-7")
def test_the_origin_of_an_impact_is_the_zone_that_gives_it() -> None:
    """Mission 10: a marker goes to the row of the origin's depth; without one to a row with a vessel of one's own."""
    ocean = filled(["C3"], C1="sea-star", C2="looking-glass", C4=zone("brine-pool", tokens=["plain"]))
    s = scenario(mission=10, ocean=ocean, vessels=["C1", "C4"]).activate(0).action("dive")
    s.expect("HEX 17", "DECLINE")                            # the zone rule of the Brine Pool: depth 4
    s = scenario(mission=10, ocean=ocean, vessels=["C1", "C4"], tokens=["impact"]).token_effect("impact")
    s.expect("HEX 0", "HEX 17", "DECLINE")
    s = scenario(mission=10, ocean=ocean, vessels=["C1", "C4"], tokens=["any-attribute"], reputation=9)
    s.token_effect("any-attribute").attribute("reputation").expect("HEX 0", "HEX 17", "DECLINE")


@rule("I-7")
def test_links_and_discovery_bonuses_have_an_origin() -> None:
    ocean = {"C1": "sea-star", "C2": zone("sea-turtle-migration", {"c1": 1})}
    s = scenario(mission=10, ocean=ocean, vessels=["C2"], staging=2, research=4, ingenuity=2,
                 others=[{"vessels": ["C1"]}]).activate(0).action("conserve").site(1)
    s.expect("HEX 6", "DECLINE").decline().expect("HEX 6", "DECLINE", seat=0).decline()
    s.expect("HEX 6", "DECLINE", seat=1)                     # by the link: depth 2, although its vessel is at depth 1
    ocean = filled(["C3"], C1="sea-star", C2="looking-glass")
    s = scenario(mission=10, ocean=ocean, vessels=["C1"], journals=[13], stacks={"4": ["bioluminescent-fauna"]})
    s.use_journal(2).action("discover").keep(0).expect("HEX 17", "DECLINE")
