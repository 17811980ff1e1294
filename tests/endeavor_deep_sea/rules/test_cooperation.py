"""Section 12: co-operative and solo play."""

from __future__ import annotations

from typing import Any

import pytest

from tests.endeavor_deep_sea.agreement import game_of
from tests.endeavor_deep_sea.scenario import Scenario, filled, ids_of, new_game, printed, rule, scenario, zone

SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}
SOURCES = ("impact goal", "mission goals", "bonus goals")


def struck(kind: str, players: int = 2, others: tuple[dict[str, Any], ...] = ({},), **fields: Any) -> Scenario:
    """Nobody has a disc in round 3, so everybody passes; the setback of round 4 happens. Seat 1 has the wave then."""
    idle = [{"staging": 0} | other for other in others]
    return scenario(mode="cooperative", players=players, setbacks=[kind], staging=0, others=idle,
                    **{"ocean": SEA, "table": {"round": 3}, **fields})


@rule("O-1")
@pytest.mark.parametrize(("players", "setbacks"), [(1, 4), (2, 3), (4, 3)])
def test_three_bonus_goals_lie_on_the_setbacks(players: int, setbacks: int) -> None:
    cards = new_game(5, players, mode="cooperative")["cooperation"]
    deck = cards["bonus_goals"] + cards["cards"]
    assert len(cards["bonus_goals"]) == 1                    # turned in round 1
    assert set(deck[:3]) | set(cards["bonus_box"]) == set(ids_of("bonus_goals"))
    assert set(deck[3:]) | set(cards["setback_box"]) == set(ids_of("setbacks"))
    assert (len(deck), len(cards["bonus_box"]), len(cards["setback_box"])) == (3 + setbacks, 3, 6 - setbacks)


def goals_met(number: int, difficulty: str) -> Scenario:
    """Two players, mission 1. Three bonus goals, the impact goal, then sonar, publish and conservation discs."""
    ocean: dict[str, Any] = filled(["A1", "B1", "D1", "E1", "A2", "B2", "D2", "E2", "A3", "B3", "D3", "C3"],
                                   C1="sea-star", C2="looking-glass", A1="kelp-forest", B1="oil-rig", D1="dying-reef")
    table: dict[str, Any] = {"round": 6}
    if number > 3:
        table["infinite"] = {"14": [10, 6]}                  # 32 points of 31
    if number > 4:                                           # ten sonar discs
        ocean |= {"C1": zone("sea-star", {f"s{k}": 0 for k in (1, 2, 3)}),
                  "C2": zone("looking-glass", {f"s{k}": 1 for k in (1, 2, 3, 4)}),
                  "E1": zone("calm-seas", {f"s{k}": 0 for k in (1, 2, 3)})}
    if number > 5:                                           # ten conservation discs
        ocean |= {"B1": zone("oil-rig", {f"c{k}": 0 for k in range(1, 5)}), "D1": zone("dying-reef", {
            f"c{k}": 1 for k in range(1, 6)}), "A1": zone("kelp-forest", {"c1": 0})}
    if number > 6:                                           # eight publish discs
        ocean |= {"A3": zone("carbonate-spires", {f"j{k}": 0 for k in range(1, 5)}),
                  "E4": zone("sponge-gardens", {f"j{k}": 1 for k in range(1, 4)}),
                  "E3": "vortex", "D5": zone("whale-fall", {"j1": 0})}
    return scenario(mode="cooperative", difficulty=difficulty, ocean=ocean, reputation=7, inspiration=8,
                    coordination=12, bonus_goals=["known-waters", "all-round-teams", "thorough-divers"],
                    others=[{"reputation": 7}], table=table)


@rule("O-2", "O-6")
@pytest.mark.parametrize(
    ("difficulty", "needed"), [("beginner", 4), ("advanced", 5), ("expert", 6), ("legendary", 7)]
)
def test_the_difficulty_says_how_many_goals_win(difficulty: str, needed: int) -> None:
    for number in (needed - 1, needed):
        s = goals_met(number, difficulty)
        assert s.breakdown()["total"] == sum(s.breakdown()[source] for source in SOURCES) == number
        assert [bool(won) for won in s.state.result().won] == [number >= needed] * 2
        assert tuple(s.state.ranks) == (1, 1)


@rule("O-3")
def test_a_card_is_turned_at_the_start_of_every_round() -> None:
    s = scenario(mode="cooperative", players=2, ocean=SEA, staging=0, others=[{"staging": 0}],
                 bonus_goals=["known-waters", "fresh-faces", "common-cause"], setbacks=["budget-cuts", "rough-seas"])
    assert (s["round"], s["cooperation"]["bonus_goals"]) == (2, ["known-waters", "fresh-faces"])
    assert s["cooperation"]["cards"][:2] == ["common-cause", "budget-cuts"]


@rule("O-3")
def test_a_setback_happens_before_preparation_from_the_wave_and_is_discarded() -> None:
    s = struck("equipment-failure", players=3, others=({}, {}))
    s.asks(22, 1)                                            # the wave went to seat 1; all markers are equal
    assert (s["round"], s["cooperation"]["setbacks_done"]) == (4, [])
    s.attribute("reputation").asks(22, 2).attribute("reputation").asks(22, 0).attribute("ingenuity").asks(1, 1)
    assert s["cooperation"]["setbacks_done"] == ["equipment-failure"]


@rule("O-4")
def test_other_players_are_still_others() -> None:
    s = scenario(mode="cooperative", ocean={"C1": "sea-star"}, staging=2, research=2,
                 table={"row": [3, None, None, None]})
    s.activate(0).action("publish")
    assert (s.me.reputation, s.player(1).reputation) == (2, 1)


@rule("O-5")
def test_the_score_of_every_seat_is_the_number_of_goals_met() -> None:
    s = goals_met(6, "beginner")
    for seat in (0, 1):
        parts = s.breakdown(seat)
        assert tuple(parts[source] for source in SOURCES) == (1, 2, 3)
        others = [points for source, points in parts.items() if source not in (*SOURCES, "total")]
        assert others == [0] * 8                             # no leader bonuses either


@rule("O-5")
@pytest.mark.parametrize(("markers", "met"), [(15, 0), (16, 1)])
def test_the_impact_goal_adds_impact_journals_and_specialists_of_all(markers: int, met: int) -> None:
    """Two players need 31: 2 points a marker, or 24 and 7 of journals and specialists."""
    s = scenario(mode="cooperative", ocean=SEA, table={"infinite": {"14": [markers - 1, 1]}})
    assert s.breakdown()["impact goal"] == met
    s = scenario(mode="cooperative", ocean=SEA, journals=[17], specialists=["robotics-engineer+"],
                 table={"infinite": {"14": [0, 12 if met else 11]}})
    assert s.breakdown()["impact goal"] == met


@rule("O-5", "V-8")
@pytest.mark.parametrize(
    ("goal", "juniors", "reef", "spires"),
    [("fresh-faces", ["navigator"], {}, {}), ("common-cause", [], {"c5": 0}, {}), ("into-the-dark", [], {}, {"j4": 1})],
)
def test_bonus_goals_of_the_whole_team(
    goal: str, juniors: list[str], reef: dict[str, int], spires: dict[str, int]
) -> None:
    """Nine juniors (the leader is none), five links whoever owns them, eight discs at depth 3-5; first one too few."""
    for met in (0, 1):
        team, on_reef = ["ecologist"] * 4, {"c1": 0, "c2": 1, "c3": 0, "c4": 1}
        on_spires = {"j2": 0, "s1": 0, "s2": 0}
        if met:
            team, on_reef, on_spires = team + juniors, on_reef | reef, on_spires | spires
        ocean = {"C1": "sea-star", "D1": zone("dying-reef", on_reef), "C3": zone("carbonate-spires", on_spires),
                 "C4": zone("seamount", {"c1": 1, "c3": 1}), "C5": zone("abyssal-plain", {"s1": 1, "s2": 1})}
        s = scenario(mode="cooperative", ocean=ocean, specialists=["pilot"] * 4, table={"round": 5},
                     others=[{"specialists": team}],
                     bonus_goals=[goal, "known-waters", "all-round-teams"])
        assert s.breakdown()["bonus goals"] == met


@rule("O-7")
def test_solo_is_seven_rounds_with_four_setbacks_and_nobody_else() -> None:
    s = scenario(players=1, ocean={"C1": "sea-star"}, staging=2, research=2, table={"row": [3, None, None, None]})
    s.activate(0).action("publish")
    assert s.me.reputation == 2
    assert int(game_of(1, 1, "cooperative", "beginner", None).rulebook[0]["last_round"]) == 7
    s = scenario(players=1, ocean=SEA, staging=0, table={"round": 6},
                 setbacks=["rough-seas", "budget-cuts", "crew-fatigue", "data-loss"])
    assert (s["round"], s["cooperation"]["setbacks_done"][-1], s["cooperation"]["cards"]) == (7, "data-loss", [])
    s = scenario(players=1, ocean=SEA, staging=0, table={"round": 7})
    assert s["phase"] == "over"


@rule("O-7")
@pytest.mark.parametrize(("steps", "met"), [(7, 0), (8, 1)])
def test_solo_has_its_own_numbers(steps: int, met: int) -> None:
    s = scenario(players=1, ocean=SEA, table={"infinite": {"14": [steps]}})
    assert s.breakdown()["impact goal"] == met               # 16 points
    assert next(row for row in printed("coop_goals") if row["goal"] == "impact")["solo"] == "16"


@rule("O-8")
def test_volcanic_activity_moves_vessels_up_without_a_bonus() -> None:
    ocean = filled(["C3", "C4", "C5"], **SEA)
    s = struck("volcanic-activity", ocean=ocean, vessels=["C3", "C4", "C5"], others=({"vessels": ["B1", "C2"]},))
    assert (s.me.vessels, s.player(1).vessels) == (["C1", "C2", "C3"], ["B1", "C1"])
    assert (s.me.staging, s.me.markers, s.player(1).markers) == (0, (0, 0, 0, 0), (0, 0, 0, 0))


@rule("O-8")
def test_rough_seas_hold_for_the_round() -> None:
    s = struck("rough-seas", ocean=filled(["D1", "E1"], **SEA), ingenuity=2, inspiration=2).asks(1, 1)
    assert s["cooperation"]["technology_less"] == 1
    s.hire("reef-diver").hire("reef-diver").asks(3, 1).pass_turn()
    s.activate(0).action("travel").expect("TRAVEL_TO B1", "TRAVEL_TO D1")           # technology 1
    s.travel_to("D1").pass_turn()
    assert (s["round"], s["cooperation"]["technology_less"]) == (5, 0)


@rule("O-8")
@pytest.mark.parametrize(("inspiration", "inflow"), [(0, 0), (2, 0), (4, 1), (7, 2)])
def test_budget_cuts_take_two_off_the_inflow(inspiration: int, inflow: int) -> None:
    s = struck("budget-cuts", inspiration=inspiration).hire("reef-diver").hire("reef-diver")
    assert s.me.staging == inflow


@rule("O-8")
@pytest.mark.parametrize(("coordination", "back"), [(0, 0), (2, 1), (4, 2)])
def test_crew_fatigue_takes_one_off_the_return(coordination: int, back: int) -> None:
    s = struck("crew-fatigue", coordination=coordination, specialists=["team-leader*", "pilot*"])
    s.hire("reef-diver").hire("reef-diver")
    if back == 1:
        s.asks(2, 0).take_back(1)
    assert s.me.staging == 1 + back


@rule("O-8")
@pytest.mark.parametrize(("research", "left"), [(7, 3), (8, 4), (1, 0)])
def test_data_loss_halves_research_and_discards_stored_tokens(research: int, left: int) -> None:
    s = scenario(mode="cooperative", setbacks=["data-loss"], ocean=SEA, staging=0, research=research, tokens=["plain"],
                 others=[{"staging": 0, "tokens": ["disc"]}], table={"round": 3})
    s.pass_turn().pass_turn()
    assert (s.me.research, s.me.tokens, s.player(1).tokens) == (left, [], [])
    assert s["token_discard"] == ["disc", "plain"]


@rule("O-8")
@pytest.mark.parametrize(
    ("markers", "after"), [((5, 3, 0, 0), (3, 3, 0, 0)), ((0, 1, 0, 0), (0, 0, 0, 0)), ((0, 0, 0, 12), (0, 0, 0, 10))]
)
def test_equipment_failure_lowers_the_highest_attribute(markers: tuple[int, ...], after: tuple[int, ...]) -> None:
    fields = dict(zip(("reputation", "inspiration", "coordination", "ingenuity"), markers, strict=True))
    s = struck("equipment-failure", others=({"reputation": 5},), **fields)
    assert (s.me.markers, s.player(1).markers, s["impact"]) == (after, (3, 0, 0, 0), {})


@rule("O-8")
def test_among_equally_high_attributes_the_player_chooses() -> None:
    s = struck("equipment-failure", reputation=4, coordination=4, others=({"reputation": 1},))
    s.expect("ATTRIBUTE reputation", "ATTRIBUTE coordination", question=22, seat=0).attribute("coordination")
    assert s.me.markers == (4, 0, 2, 0)


@rule("O-9")
def test_mission_8_a_goal_without_a_marker_on_its_hex_is_not_met() -> None:
    ocean = filled(["A1", "C1", "D1", "E1"], B1="sea-star",
                   A2=zone("resupply-modules", {f"s{k}": 0 for k in range(1, 7)}),
                   C2=zone("whale-calving-grounds", {f"c{k}": 1 for k in range(1, 5)}))
    for options, met in (({}, 0), ({"2": "a"}, 1), ({"2": "b"}, 0)):
        table = {"mission_state": {"goal_options": {"1": None, "2": None, "3": None} | options},
                 "impact": {"73": 0} if options else {}}
        s = scenario(mission=8, mode="cooperative", ocean=ocean, vessels=["B1"], table=table)
        assert s.breakdown()["mission goals"] == met         # ten discs at depth 2-3


@rule("O-9")
def test_mission_6_goal_3_is_not_met_before_fallen_star_is_discovered() -> None:
    ocean = filled(["C2", "C3", "C4"], A1=zone("dying-reef", {f"c{k}": 0 for k in range(1, 6)}), C1="remote-anchorage",
                   E1=zone("oil-rig", {f"c{k}": 0 for k in range(1, 5)}), C5="fallen-star")
    for kind, met in ((None, 0), ("conservation", 1), ("publish", 0)):
        s = scenario(mission=6, mode="cooperative", ocean=ocean, vessels=["C1"],
                     table={"mission_state": {"designated": kind}})
        assert s.breakdown()["mission goals"] == met         # nine discs of eight


@rule("O-9")
def test_mission_10_counts_zones_placed_at_depth_5_by_anybody_and_players_who_went_there() -> None:
    ocean = filled(["C3", "C4"], C1="sea-star", C2="looking-glass", C5=zone("whale-fall", discoverer=1),
                   D5=zone("black-smoker", discoverer=1))
    for travelled, met in (([], 1), ([0], 2)):
        s = scenario(mission=10, mode="cooperative", ocean=ocean,
                     table={"mission_state": {"races": {"discover": [1], "travel": travelled}}})
        assert s.breakdown()["mission goals"] == met         # two players: 2 zones, 1 player
