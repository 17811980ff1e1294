"""The readable form of Endeavor: Deep Sea: made by hand, and refused with the reason when impossible."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import undersea_env
from tests.courses import course
from tests.endeavor_deep_sea.positions import COURSES
from tests.endeavor_deep_sea.scenario import filled, printed, scenario, zone
from tests.wrong_numbers import what_becomes_of_wrong_numbers
from undersea_env import InvalidPosition
from undersea_env.core.position import Game, State

Position = dict[str, Any]
DOCUMENTED = {
    "game", "num_players", "mission", "mode", "difficulty", "round", "phase", "wave", "to_move", "passed", "prepared",
    "ocean", "stacks", "seen", "token_supply", "token_shuffle", "token_discard", "row", "deck", "stock", "display",
    "hidden_experts", "impact", "infinite", "mission_state", "cooperation", "players", "stream",
}


@cache
def game_of(**options: Any) -> Game:
    return undersea_env.game(game="endeavor_deep_sea", **options)


def play_to_end(state: State, seed: int = 0) -> None:
    rng = random.Random(seed)
    while not state.is_terminal:
        state.apply_action(rng.choice(state.legal_actions))


# --- made by hand ---


def test_an_empty_dict_is_a_new_game_at_the_first_preparation() -> None:
    game = game_of(num_players=2)
    new, position = game.new_game(0).to_dict(), game.from_dict({}).to_dict()
    assert set(position) >= DOCUMENTED
    for key in DOCUMENTED:
        assert position[key] == new[key]


def test_what_is_given_is_taken_over_and_the_rest_lies_where_room_is_left() -> None:
    game = game_of(num_players=2)
    given: Position = {
        "round": 3, "phase": "activation", "wave": 1, "to_move": 1, "row": [None, 12, 3, None],
        "ocean": {"C1": zone("sea-star", {"s1": 0}, ["plain", "disc"]), "B1": zone("kelp-forest", {"c1": 1})},
        "stacks": {"1": ["atoll", "calm-seas", "oil-rig", "dying-reef", "remote-anchorage", "volcanic-island"]},
        "token_discard": ["travel"], "display": ["mentor", "biotechnologist", "adventurer"],
        "players": [{"research": 7, "tokens": ["sonar"], "journals": [{"journal": 20, "used": False}]},
                    {"staging": 9, "specialists": [{"kind": "team-leader"}]}],
    }
    position = game.from_dict(given).to_dict()
    for key in ("round", "phase", "wave", "to_move", "row", "display", "token_discard"):
        assert position[key] == given[key]
    assert position["stacks"]["1"] == given["stacks"]["1"]
    assert position["ocean"]["C1"]["tokens"] == {"d1": ["plain", "disc"]}
    assert 20 not in position["deck"]
    assert 12 not in position["deck"]
    assert len(position["token_supply"]) == 36 - 4
    assert (position["players"][0]["research"], position["players"][1]["staging"]) == (7, 9)
    play_to_end(game.from_dict(given))


def test_reading_does_not_change_what_is_read() -> None:
    game = game_of(num_players=3, mission=6)
    position = game.new_game(1).to_dict()
    before = copy.deepcopy(position)
    game.from_dict(position)
    assert position == before


def test_a_position_of_another_game_is_refused() -> None:
    position = game_of(num_players=2).new_game(0).to_dict()
    for options, words in (({"num_players": 3}, "num_players"), ({"num_players": 2, "mission": 2}, "mission"),
                           ({"num_players": 2, "mode": "cooperative"}, "mode")):
        with pytest.raises(InvalidPosition, match=words):
            game_of(**options).from_dict(position)


# --- impossible ---

Change = Callable[[Position], Any]


def usual() -> Position:
    """Round 3 of mission 1, two players, seat 0 moves."""
    return scenario(
        ocean=filled(["C3"], A1="kelp-forest", B1="calm-seas", C1=zone("sea-star", tokens=["plain"]),
                     C2="looking-glass"),
        specialists=["pilot", "adventurer"], others=[{"specialists": ["ecologist"]}], journals=[20, (13,)],
        tokens=["disc"], ingenuity=3, table={"round": 3},
    ).position


def put(path: str, value: Any) -> Change:
    """Sets what a path like players.0.research names."""

    def change(position: Position) -> None:
        *way, last = [int(part) if part.isdigit() and way_is_list else part
                      for part, way_is_list in with_lists(path)]
        place: Any = position
        for part in way:
            place = place[part]
        if value is GONE:
            del place[last]
        else:
            place[last] = value

    return change


GONE = object()


def with_lists(path: str) -> list[tuple[str, bool]]:
    """Parts of a path; numbers behind these are places in lists."""
    parts = path.split(".")
    lists = {"players", "specialists", "journals", "display"}
    return [(part, k > 0 and parts[k - 1] in lists) for k, part in enumerate(parts)]


IMPOSSIBLE: dict[str, tuple[Change, str]] = {
    "an unknown key": (put("weather", 1), "weather"),
    "another game": (put("game", "chess-v0"), "chess"),
    "another mission": (put("mission", 2), "mission"),
    "a round too late": (put("round", 7), "round"),
    "a phase": (put("phase", "lunch"), "phase"),
    "a wave": (put("wave", 2), "wave"),
    "who moves has passed": (put("passed", [0]), r"T-1"),
    "prepared in the activation": (put("prepared", 1), r"G-1"),
    "passed in preparation": (lambda p: p.update(phase="preparation", prepared=0, passed=[1]), "before the activation"),
    "out of order in preparation": (lambda p: p.update(phase="preparation", prepared=1, to_move=0), r"P-1"),
    "over too early": (lambda p: p.update(phase="over", passed=[0, 1], to_move=-1), r"G-2"),
    "no zone at depth 1": (put("ocean", {}), "depth 1|launch"),
    "no launch zone": (put("ocean.C1", GONE), r"S-1|launch"),
    "a board of another depth": (put("ocean.D2", {"board": "atoll"}), r"A-30"),
    "a board outside the mission": (put("ocean.F1", {"board": "atoll"}), r"A-30"),
    "a board twice": (put("ocean.D1", {"board": "kelp-forest"}), "also in ocean.A1"),
    "a mission board of another mission": (put("ocean.D5", {"board": "fallen-star"}), r"C-4"),
    "an unknown board": (put("ocean.D1", {"board": "atlantis"}), "atlantis"),
    "an unknown cell": (put("ocean.H1", {"board": "atoll"}), "H1"),
    "a disc on a dive site": (put("ocean.C1.discs", {"d1": 0}), "d1"),
    "a disc of nobody": (put("ocean.C1.discs", {"s1": 2}), "s1"),
    "a gap in a sonar track": (put("ocean.C1.discs", {"s2": 0}), r"A-20"),
    "a discoverer": (put("ocean.A1.discoverer", 5), "discoverer"),
    "too many tokens on a site": (put("ocean.C1.tokens.d1", ["plain"] * 5), "at most 4"),
    "a token too many": (put("token_discard", ["sonar"] * 3), "only 2 tokens sonar"),
    "a token of a later shuffle": (put("ocean.C1.tokens.d1", ["plain@1"]), "shuffles"),
    "a token lost": (put("token_supply", []), "tokens"),
    "a board lost": (put("stacks.1", []), "lies nowhere"),
    "a board of another stack": (lambda p: p["stacks"]["1"].append(p["stacks"]["2"].pop()), "another depth"),
    "more seen than there are": (put("seen.1", 9), "fewer boards"),
    "a third player": (lambda p: p["players"].append({}), "2 players"),
    "a marker off the track": (put("players.0.reputation", 13), "reputation"),
    "too much research": (put("players.0.research", 13), "research"),
    "negative discs": (put("players.0.staging", -1), "staging"),
    "half a disc": (put("players.0.staging", 1.5), "staging"),
    "a vessel without a zone": (put("players.0.vessels", ["E5"]), r"Z-3"),
    "more vessels than launches": (lambda p: p["players"][0].update(vessels=["C1", "C1", "C1"], launches=1), r"B-3"),
    "an unknown token": (put("players.0.tokens", ["gold"]), "gold"),
    "too many tokens in hand": (put("players.0.tokens", ["plain"] * 5), "tokens"),
    "no Team Leader": (lambda p: p["players"][0]["specialists"].pop(0), r"P-6"),
    "a second Team Leader": (put("players.0.specialists.1.kind", "team-leader"), r"P-6"),
    "a junior Team Leader": (put("players.0.specialists.0.senior", False), r"P-6"),
    "more hired than rounds": (put("round", 1), r"P-2"),
    "a disc on who cannot be activated": (
        lambda p: p["players"][0]["specialists"][2].update(senior=True, disc=True), r"T-5"),
    "a specialist too many": (put("stock.pilot", 4), "pilot"),
    "an expert twice": (lambda p: p["players"][1]["specialists"].append(
        {"kind": "adventurer", "senior": False, "disc": False}), "adventurer"),
    "an expert on display and with a player": (put("display.0", "adventurer"), "also in players"),
    "rank 1 on display": (put("display.0", "pilot"), "rank 5"),
    "a journal twice": (lambda p: p["players"][1]["journals"].append({"journal": 20, "used": False}), "20"),
    "a journal used that prints no action": (put("players.0.journals.1.used", True), r"T-9"),
    "five anchor journals": (lambda p: p["players"][1]["journals"].extend(
        {"journal": k, "used": False} for k in range(8) if k not in p["row"]), r"S-5"),
    "a journal lost": (lambda p: p["deck"].pop(), "lies nowhere"),
    "three places in the row": (lambda p: p["row"].pop(), "places"),
    "a hex that is not there": (put("impact", {"32": 0}), "32"),
    "a marker on an infinite hex": (put("impact", {"14": 0}), "14"),
    "markers of one seat only": (put("infinite", {"14": [1]}), "one number a seat"),
    "turtle zones elsewhere": (put("mission_state", {"turtle_zones": []}), "no such thing"),
    "cards of a team": (put("cooperation", {}), "competitive"),
    "the random numbers": (put("stream", -1), "stream"),
}


def changed(change: Change) -> Position:
    position = copy.deepcopy(usual())
    change(position)
    return position


@pytest.mark.parametrize("words", IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_the_reason(words: str) -> None:
    change, reason = IMPOSSIBLE[words]
    game = game_of(num_players=2)
    game.from_dict(usual())                                  # it is possible without the change
    with pytest.raises(InvalidPosition, match=reason):
        game.from_dict(changed(change))


OF_A_MISSION: dict[str, tuple[dict[str, Any], Position, str]] = {
    "a race run twice": ({"mission": 10}, {"mission_state": {"races": {"travel": [0, 0]}}}, r"M-10"),
    "a turtle zone without a zone": ({"mission": 4}, {"mission_state": {"turtle_zones": ["A5"]}}, "A5"),
    "too far on the track": ({"mission": 9}, {"mission_state": {"clean_up": [21, 0]}}, "clean_up"),
    "the track as a hex": ({"mission": 9}, {"impact": {"22": 0}}, "22"),
    "an unknown kind": ({"mission": 6}, {"mission_state": {"designated": "sonar"}}, "designated"),
    "an unknown option": ({"mission": 8}, {"mission_state": {"goal_options": {"1": "c"}}}, "goal_options"),
    "cards turned": ({"mode": "cooperative"}, {"round": 2, "cooperation": {"bonus_goals": []}}, "setback"),
    "a vessel in the cave": ({}, {"ocean": {"C1": {"board": "sea-star"}, "C2": {"board": "submerged-cave-system"}},
                                  "players": [{"vessels": ["C2"]}, {}]}, r"Z-3"),
    "two vessels in the trench": ({}, {"ocean": {"C1": {"board": "sea-star"}, "C5": {"board": "abyssal-trench"}},
                                       "players": [{"vessels": ["C5", "C5"], "launches": 1}, {}]}, r"Z-7"),
}


@pytest.mark.parametrize("words", OF_A_MISSION)
def test_an_impossible_position_of_a_mission(words: str) -> None:
    options, position, reason = OF_A_MISSION[words]
    with pytest.raises(InvalidPosition, match=reason):
        game_of(num_players=2, **options).from_dict(position)


# --- pending ---


def pending_positions() -> list[State]:
    return [state for words in COURSES for state in course("endeavor_deep_sea", words)[::17]
            if not state.is_terminal and "pending" in state.to_dict()]


def test_a_wrong_number_in_what_is_pending_is_refused_or_safe() -> None:
    """What is accepted can be played to its end, with bounds checked."""
    outcomes = what_becomes_of_wrong_numbers(pending_positions(), play_to_end)
    assert outcomes["refused"] > 30
    assert outcomes["played"] > 5


def test_every_printed_name_can_be_read_back() -> None:
    game = game_of(num_players=2)
    for row in printed("ocean_boards"):
        if not row["missions"] and row["id"] != "submerged-cave-system":
            ocean = {"C1": {"board": "sea-star"}, f"D{row['depth']}": {"board": row["id"]}}
            position = game.from_dict({"ocean": ocean}).to_dict()
            assert position["ocean"][f"D{row['depth']}"]["board"] == row["id"]
