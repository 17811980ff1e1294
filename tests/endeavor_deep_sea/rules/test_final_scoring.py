"""Section 11: final scoring of a competitive game. A breakdown says what would be scored if the game ended now."""

from __future__ import annotations

import pytest

from tests.endeavor_deep_sea.scenario import Scenario, filled, printed, rule, scenario, zone

POINTS = (0, 0, 1, 1, 4, 4, 4, 7, 7, 7, 10, 10, 10)


def scores(s: Scenario, source: str) -> list[int]:
    return [s.breakdown(seat)[source] for seat in range(s["num_players"])]


@rule("V-1")
@pytest.mark.parametrize("cell", range(13))
def test_attributes_score_the_points_of_their_cells(cell: int) -> None:
    s = scenario(reputation=cell, others=[{"ingenuity": cell, "coordination": cell, "inspiration": 10}])
    assert scores(s, "attributes") == [POINTS[cell], 2 * POINTS[cell] + 10]


@rule("V-2")
def test_impact_scores_the_points_of_hexes_the_infinite_one_for_each_marker() -> None:
    s = scenario(table={"impact": {"0": 0, "2": 0, "5": 0, "6": 0, "9": 1}, "infinite": {"14": [2, 1]}})
    assert scores(s, "impact") == [0 + 1 + 1 + 2 + 2 * 2, 2 + 2]


@rule("V-3")
def test_journals_score_their_points() -> None:
    s = scenario(journals=[16, 17, 25], others=[{"journals": [6]}])
    assert scores(s, "journals") == [4 + 3 + 0, 1]


WATERS = {
    "A1": zone("atoll", {"s1": 0}), "C1": zone("sea-star", {"s1": 0, "j1": 1}),
    "C2": zone("dolphin-pods", {"c1": 0, "c2": 0, "c3": 1}), "D2": zone("submerged-cave-system", {"j1": 0, "j2": 1}),
    "C3": zone("coldwater-reef", {"c1": 0, "c2": 1, "c3": 0, "c4": 0, "j2": 1}),
    "E4": zone("sponge-gardens", {"j1": 0}),
}


@rule("V-3", "V-8")
@pytest.mark.parametrize(
    ("kind", "points"),
    [("fleet-coordinator", 3), ("ichthyologist", 3), ("ocean-historian", 3), ("biotechnologist", 2),
     ("biogeographer", 2), ("mentor", 2), ("adventurer", 2), ("dive-team-leader", 3), ("robotics-engineer", 4)],
)
def test_senior_specialists_of_rank_5(kind: str, points: int) -> None:
    """Links shared: C2 c2-c3, D2 j1-j2, C3 c1-c2, c2-c3, c3-j2, c4-j2: 6 by 2. Best zone: 3 of Coldwater Reef. One set
    of fields (journals 8 blue yellow, 15 brown green). Publish discs at depths 2 and 4. Conservation discs in C2, C3.
    Other seniors: the leader and a Skipper. Zones with a disc or vessel: 6 and B1 by 3. Empty dive sites: the cave's
    three, the Atoll's, the Sea Star's, Dolphin Pods' and Volcanic Island's: 7 by 2.
    """
    s = scenario(ocean=WATERS | {"B1": "volcanic-island"}, vessels=["B1"], journals=[8, 15],
                 specialists=[f"{kind}+", "pilot+", "reef-diver"])
    assert s.breakdown()["specialists"] == points
    s = scenario(ocean=WATERS, journals=[8, 15], specialists=[kind, "pilot+"])
    assert s.breakdown()["specialists"] == 0                # a junior does not score


@rule("V-3")
def test_each_is_rounded_down_on_its_own() -> None:
    ocean = {"A1": zone("atoll", {"s1": 0}), "B1": "kelp-forest", "C1": "sea-star"}
    s = scenario(ocean=ocean, specialists=["adventurer+", "dive-team-leader+"])
    assert s.breakdown()["specialists"] == 0 + 1             # 2 zones by 3, 3 empty sites by 2


@rule("V-4")
def test_goals_score_points_times_count_and_leader_bonuses() -> None:
    """Mission 7, goal 1: 2 points a zone of column C, leaders 2 and 1."""
    ocean = filled(["C3", "C4"], C1="remote-anchorage", C2=zone("resupply-modules", {"s1": 0, "s2": 1}),
                   C5=zone("fallen-star", {"c1": 0}))
    s = scenario(mission=7, players=3, ocean=ocean, vessels=["C1"], others=[{"vessels": ["C2"]}, {"vessels": ["C3"]}])
    assert scores(s, "goal 1") == [2 * 3 + 2, 2 * 1 + 1, 2 * 1 + 1]


@rule("V-5")
@pytest.mark.parametrize(
    ("research", "tokens", "staging", "points"),
    [(2, ["disc"], 2, 2), (12, ["plain"], 2, 6), (0, [], 2, 0), (3, [], 1, 1)],
)
def test_leftovers_by_three(research: int, tokens: list[str], staging: int, points: int) -> None:
    s = scenario(research=research, tokens=tokens, staging=staging, others=[{"staging": 4}])
    assert s.breakdown()["leftovers"] == points              # a stored token is not capped at 12


@rule("V-6")
@pytest.mark.parametrize(
    ("counts", "bonuses"),
    [((4, 3, 2), (7, 4, 0)), ((3, 3, 1), (7, 7, 0)), ((4, 2, 2), (7, 4, 4)), ((3, 0, 0), (7, 0, 0)),
     ((0, 0, 0), (0, 0, 0)), ((2, 2, 2), (7, 7, 7)), ((1, 3, 0), (4, 7, 0))],
)
def test_leader_bonuses(counts: tuple[int, ...], bonuses: tuple[int, ...]) -> None:
    """Conservation discs of mission 1: [7, 4]."""
    seats = [seat for seat, number in enumerate(counts) for _ in range(number)]
    spots = [("B1", f"c{k}") for k in range(1, 6)] + [("C2", f"c{k}") for k in range(1, 7)]
    discs: dict[str, dict[str, int]] = {"B1": {}, "C2": {}}
    for (cell, spot), seat in zip(spots, seats, strict=False):
        discs[cell][spot] = seat
    ocean = {"B1": zone("dying-reef", discs["B1"]), "C1": "sea-star", "C2": zone("whale-calving-grounds", discs["C2"])}
    s = scenario(players=3, ocean=ocean)
    assert scores(s, "goal 3") == [n + bonus for n, bonus in zip(counts, bonuses, strict=True)]


@rule("V-6")
def test_with_two_players_the_second_place_counts_too() -> None:
    s = scenario(ocean={"C1": zone("sea-star", {"s1": 0, "s2": 0, "s3": 1})})
    assert scores(s, "goal 1") == [2 + 5, 1 + 3]


@rule("V-6")
def test_a_bonus_with_first_alone_has_no_second_place() -> None:
    """Mission 3, goal 3: 2 for most symbols of each field, tied or not."""
    s = scenario(mission=3, journals=[16], others=[{"journals": [18, 15]}])
    assert scores(s, "goal 3") == [1 + 2, 1 + 2 + 2 + 2]     # blue is tied; brown and green are seat 1's


@rule("V-7")
def test_most_points_win_and_ties_share() -> None:
    s = scenario(players=3, journals=[16], others=[{"journals": [17]}, {"inspiration": 4}])
    result = s.state.result()
    assert tuple(result.scores) == (4, 3, 4)
    assert [bool(each) for each in result.won] == [True, False, True]
    assert tuple(s.state.ranks) == (1, 3, 1)
    s.duel.compare_scores()


@rule("V-8")
def test_a_shared_link_has_exactly_one_own_end() -> None:
    """Kelp Forest c1-c2 by one player is not shared; the score is 1 for 2 links."""
    for owner, points in ((0, 0), (1, 1)):
        ocean = {"C1": "sea-star", "A1": zone("kelp-forest", {"c1": 0, "c2": owner}),
                 "C4": zone("colossal-squid", {"c1": 0, "c2": owner})}
        s = scenario(ocean=ocean, specialists=["fleet-coordinator+"])
        assert s.breakdown()["specialists"] == points


@rule("V-9")
def test_field_symbols_of_journals_and_hexes_count_but_not_sites_in_the_ocean() -> None:
    """Journals 8 (blue, yellow) and 13 (blue, green), hex 12 (blue); a disc on a blue site of the Looking Glass."""
    ocean = {"C1": "sea-star", "C2": zone("looking-glass", {"j2": 0})}
    s = scenario(mission=3, ocean=ocean, vessels=["C1"], journals=[8, 13], table={"impact": {"12": 0}})
    assert s.breakdown()["goal 3"] == 3 + 2 + 2 + 2          # most held: three blue; most blue, green and yellow


@rule("V-9")
def test_a_set_is_one_of_each_of_the_four() -> None:
    fields = [row["fields"] for row in printed("journals")]
    assert (fields[8], fields[15], fields[13], fields[31]) == ("blue yellow", "brown green", "blue green", "blue brown")
    for journals, sets in (([8, 15], 1), ([8, 13, 31], 1), ([8, 13], 0), ([8, 10, 15, 22], 2)):
        s = scenario(journals=journals, specialists=["ocean-historian+"])
        assert s.breakdown()["specialists"] == 3 * sets
