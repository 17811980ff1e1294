"""Section 3: rounds and preparation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.endeavor_deep_sea.scenario import Scenario, new_game, printed, rule, scenario, zone

SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}


def passing(s: Scenario) -> Iterator[dict[str, Any]]:
    """Positions of a game in which everybody does as little as can be."""
    while not s.state.is_terminal:
        yield s.position
        s.duel.step(s.state.legal_actions[0])
    yield s.position


@rule("G-1", "G-2")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_six_rounds_alone_seven_and_the_wave_goes_on_clockwise(players: int) -> None:
    courses = list(passing(new_game(3, players, 2, "cooperative")))
    last = 7 if players == 1 else 6
    waves = {position["round"]: position["wave"] for position in courses}
    assert list(waves) == list(range(1, last + 1))
    assert [waves[n] for n in waves] == [(waves[1] + n) % players for n in range(last)]
    assert (courses[-1]["phase"], courses[-1]["round"], courses[-1]["to_move"]) == ("over", last, -1)
    hired = [len(player["specialists"]) - 1 for player in courses[-1]["players"]]
    assert players > 2 or hired == [last] * players          # for more the 12 tokens of rank 1 do not last (P-2)


@rule("G-1", "P-1", "T-1")
def test_the_wave_is_first_in_preparation_and_in_activation() -> None:
    s = scenario(players=3, phase="preparation", ocean=SEA, table={"wave": 2, "to_move": 2})
    for seat in (2, 0, 1):
        s.asks(1, seat).hire("reef-diver")
    for seat in (2, 0, 1):
        s.asks(3, seat).pass_turn()
    s.asks(1, 0)
    assert (s["round"], s["wave"], s["phase"]) == (2, 0, "preparation")


@rule("G-2")
def test_a_round_ends_when_the_last_player_has_passed() -> None:
    s = scenario(players=2, ocean=SEA, staging=3, others=[{"staging": 1}], table={"round": 6})
    s.pass_turn().asks(3, 1)
    assert (s["phase"], s["round"]) == ("activation", 6)
    s.pass_turn()
    assert s.state.is_terminal
    assert s.state.result().scores == tuple(s.breakdown(seat)["total"] for seat in (0, 1))


@rule("G-3")
def test_a_card_is_turned_before_preparation() -> None:
    s = scenario(mode="cooperative", ocean=SEA, staging=0, others=[{"staging": 0}], setbacks=["budget-cuts"],
                 inspiration=4, table={"round": 3, "wave": 1})
    s.asks(1, 0)                                             # the wave came to seat 0
    assert (s["round"], s["cooperation"]["setbacks_done"]) == (4, ["budget-cuts"])
    s.hire("reef-diver")
    assert s.me.staging == 1                                 # an inflow of 3, 2 less


@rule("P-1")
def test_one_player_does_all_steps_then_the_next() -> None:
    s = scenario(phase="preparation", ocean=SEA, staging=0, specialists=["team-leader*"], others=[{"staging": 0}])
    s.hire("reef-diver").asks(1, 1)
    assert (s.me.staging, s.me.team, s["prepared"]) == (2, ["team-leader+", "reef-diver"], 1)


@rule("P-2")
@pytest.mark.parametrize("cell", [0, 1, 2, 3, 4, 6, 7, 9, 10, 12])
def test_reputation_says_whom_one_may_hire(cell: int) -> None:
    level = 1 + sum(cell >= first for first in (2, 4, 7, 10))
    s = scenario(phase="preparation", ocean=SEA, reputation=cell)
    shown = [row["id"] for row in printed("specialists")
             if row["rank"] and int(row["rank"]) <= level and (row["rank"] != "5" or row["id"] in s["display"])]
    s.expect(*(f"HIRE {id}" for id in shown), question=1, seat=0)


@rule("P-2")
def test_who_is_hired_is_a_junior_without_a_disc_and_a_kind_twice_is_allowed() -> None:
    s = scenario(phase="preparation", ocean=SEA, specialists=["reef-diver+*"], table={"round": 2})
    s.hire("reef-diver")
    assert (s.me.team[2], s.me.reputation, s["stock"]["reef-diver"]) == ("reef-diver", 1, 2)


@rule("P-2")
def test_steps_gained_by_hiring_count_in_this_preparation() -> None:
    s = scenario(phase="preparation", ocean=SEA, staging=0, coordination=1, specialists=["team-leader*", "pilot*"],
                 table={"round": 2}).hire("sonar-operator")
    assert (s.me.staging, s.me.team) == (3, ["team-leader+", "pilot", "sonar-operator"])


@rule("P-2")
def test_without_a_token_of_the_open_ranks_nobody_is_hired() -> None:
    team = [["pilot"] * 4, ["reef-diver"] * 4, ["sonar-operator"] * 4]
    s = scenario(players=3, phase="preparation", ocean=SEA, specialists=team[0], staging=0, table={"round": 5},
                 others=[{"specialists": team[1], "staging": 0}, {"specialists": team[2], "staging": 0}])
    s.asks(3, 0)                                             # all three are through their preparation
    assert [len(s.player(seat).team) for seat in range(3)] == [5, 5, 5]
    assert [s.player(seat).staging for seat in range(3)] == [1, 1, 1]


@rule("P-3")
def test_the_display_is_refilled_before_the_hire_effect() -> None:
    """The Fleet Coordinator's ingenuity launches a vessel to the Dying Reef, which asks about impact."""
    s = scenario(mission=3, phase="preparation", ocean={"C1": "dying-reef"}, reputation=10, ingenuity=1,
                 table={"display": ["mentor", "fleet-coordinator", "adventurer"]})
    hidden = s["hidden_experts"]
    s.hire("fleet-coordinator").asks(18, 0)
    assert s["display"] == ["mentor", hidden[0], "adventurer"]


@rule("P-3")
def test_with_none_hidden_the_display_shrinks() -> None:
    others = [["ichthyologist", "ocean-historian", "biotechnologist"],
              ["biogeographer", "dive-team-leader", "robotics-engineer"]]
    s = scenario(players=3, phase="preparation", ocean=SEA, reputation=10, others=[{"specialists": k} for k in others],
                 table={"display": ["mentor", "fleet-coordinator", "adventurer"], "round": 4})
    s.hire("mentor")
    assert (s["display"], s["hidden_experts"]) == ([None, "fleet-coordinator", "adventurer"], [])


@rule("P-4")
@pytest.mark.parametrize(("cell", "inflow"), [(0, 1), (2, 2), (6, 3), (9, 4), (12, 5)])
def test_inspiration_is_the_inflow(cell: int, inflow: int) -> None:
    s = scenario(phase="preparation", ocean=SEA, staging=2, inspiration=cell).hire("reef-diver")
    assert s.me.staging == 2 + inflow


@rule("P-5")
def test_coordination_is_the_number_of_discs_that_come_back() -> None:
    team = ["team-leader*", "pilot*", "ecologist*", "navigator*"]
    s = scenario(phase="preparation", ocean=SEA, staging=0, coordination=2, specialists=team, table={"round": 4})
    s.hire("reef-diver").expect("RETURN 0", "RETURN 1", "RETURN 2", question=2).take_back(1)
    s.expect("RETURN 2", "RETURN 3", question=2, seat=0).take_back(3).asks(1, 1)
    assert s.me.team == ["team-leader+*", "pilot", "ecologist*", "navigator", "reef-diver"]
    assert s.me.staging == 3
    s = scenario(phase="preparation", ocean=SEA, staging=0, coordination=4, specialists=team[:3], table={"round": 3})
    s.hire("reef-diver").asks(1, 1)                          # all of them: no question
    assert s.me.staging == 4


@rule("P-5")
def test_discs_on_journals_never_return() -> None:
    s = scenario(phase="preparation", ocean=SEA, staging=0, coordination=10, journals=[(1,), (13,)])
    s.hire("reef-diver")
    assert s.me.staging == 1
    assert [each["used"] for each in s.me.journals] == [True, True]


@rule("P-6")
def test_specialists_stand_in_the_order_of_hiring_and_stay_there() -> None:
    s = scenario(ocean=SEA | {"C1": zone("sea-star")}, specialists=["pilot", "ecologist"], tokens=["promote"])
    s.token_effect("promote").promote(1)
    assert s.me.team == ["team-leader+", "pilot+", "ecologist"]
    s = scenario(phase="preparation", ocean=SEA, specialists=["pilot+", "ecologist"], table={"round": 3})
    s.hire("reef-diver")
    assert s.me.team == ["team-leader+", "pilot+", "ecologist", "reef-diver"]
