"""Chapter 10: solo."""

from __future__ import annotations

from typing import Any

import pytest

import undersea_env
from tests.underwater_cities.scenario import SOLO_SLOTS, rule, scenario

CLOCKWISE = [*SOLO_SLOTS["green"], *SOLO_SLOTS["red"], *SOLO_SLOTS["yellow"]]


def last_turn_of_round(round_no: int, **more: Any) -> Any:
    return scenario(players=1, hand=[7, 8, 9], position={"round": round_no, "turn": 3} | neutral(round_no), **more)


def neutral(round_no: int) -> dict[str, Any]:
    return {"slots": {slots[(round_no - 1) % 4]: [-1] for slots in SOLO_SLOTS.values()}}


@rule("O-1")
def test_set_up_as_for_two_with_boards_5_to_8_and_unlimited_symbiotic_cities() -> None:
    seen_boards, seen_brown = set(), set()
    for seed in range(40):
        player = undersea_env.game(num_players=1).new_game(seed=seed).to_dict()["players"][0]
        seen_boards.add(player["board"])
        seen_brown.add(player["metropolises"]["m.brown"])
    assert seen_boards == {5, 6, 7, 8}
    assert seen_brown == {"brown-1", "brown-2", "brown-4", "brown-5"}
    sites = {f"c{n}": "symbiotic" for n in (1, 2, 4, 5, 6, 7, 8)}
    s = scenario(
        players=1,
        hand=[1],
        steelplast=1,
        kelp=1,
        biomatter=1,
        credits=2,
        sites=sites | {"c8": "symbiotic"},
        position={"round": 2} | neutral(2),
    )
    assert s.can("PLAY city 1") is False  # c3 alone is open: its surcharge is 3 steelplast and 3 credits
    s = scenario(
        players=1,
        hand=[1],
        steelplast=4,
        kelp=1,
        biomatter=1,
        credits=5,
        sites=sites,
        position={"round": 2} | neutral(2),
    )
    s.play("city", 1).kind("symbiotic")
    assert s.can("SITE c3") or s.me.sites["c3"] == "symbiotic"


@rule("O-1", "S-11")
def test_no_contracts() -> None:
    with pytest.raises(undersea_env.InvalidOption):
        undersea_env.game(num_players=1, contracts=True)
    with pytest.raises(undersea_env.InvalidOption):
        undersea_env.game(num_players=1, boards=[1])


@rule("O-2", "D-13")
def test_three_neutral_tiles_on_the_first_slot_of_each_colour_and_the_marker_below() -> None:
    position = undersea_env.game(num_players=1).new_game(seed=1).to_dict()
    assert position["slots"] == {"city": [-1], "action-two-resources": [-1], "two-farms-or-two-labs": [-1]}
    assert position["federation"] == [[0, 0]]


@rule("O-3", "D-13")
def test_the_neutral_tiles_move_on_together_and_wrap_round_in_their_colour() -> None:
    for round_no in range(1, 4):
        s = last_turn_of_round(round_no, space=4)
        s.play("always", 7)
        assert s.position["slots"] == neutral(round_no + 1)["slots"]
    s = scenario(players=1, hand=[7, 8, 9], era=2, position={"round": 5, "turn": 3} | neutral(5), space=4)
    s.play("always", 7)
    assert s.position["slots"] == neutral(6)["slots"]


@rule("O-3")
def test_my_own_tiles_return() -> None:
    s = last_turn_of_round(1, space=4)
    s.idle(7)
    assert s.position["slots"] == neutral(2)["slots"]


@rule("O-4", "D-13")
@pytest.mark.parametrize(
    ("card", "slot"),
    [
        (1, "city"),  # 1: the first green slot itself
        (3, "federation-two"),  # 3
        (20, "federation-two"),  # 2 is covered in round 2: the next one
        (5, "two-farms-or-two-labs"),  # red follows green
        (6, "special"),  # 6 is covered: the next one
        (48, "city-building"),  # 4 + 8 = 12: the last one
        (49, "city"),  # 13: once round
        (59, "federation-two"),  # 14 is once round and 2, covered: 3
    ],
)
def test_a_fourth_slot_is_covered_after_a_round_without_an_advance(card: int, slot: str) -> None:
    """In round 2 the second slot of each colour is covered; the card turned up is the one after the card of the
    turn's end.
    """
    s = last_turn_of_round(1, era_deck=[64, card])
    s.idle(7)
    assert s.position["slots"] == neutral(2)["slots"] | {slot: [-1]}
    assert card in s.position["era_discard"]


@rule("O-4")
def test_no_fourth_slot_after_an_advance_and_the_fourth_tile_leaves() -> None:
    s = last_turn_of_round(1, era_deck=[64, 3])
    s.play("federation-two", 7)
    assert s.position["slots"] == neutral(2)["slots"]
    four = {"slots": neutral(2)["slots"] | {"two-desals": [-1]}}
    s = scenario(players=1, hand=[7, 8, 9], space=4, position={"round": 2, "turn": 3} | four)
    s.play("always", 7)
    assert s.position["slots"] == neutral(3)["slots"]


@rule("O-5")
def test_a_neutral_tile_is_another_players_tile() -> None:
    s = scenario(players=1, hand=[51], steelplast=1, kelp=1)
    s.refuses("PLAY two-farms-or-two-labs 51")
    s.play("federation-two", 51).order("card first")
    s.expect_options("SLOT action-two-resources", "SLOT two-farms-or-two-labs", "STOP")
