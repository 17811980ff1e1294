"""Section 15: what a record has room for, and how little of it games need."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.courses import course
from tests.endeavor_deep_sea.positions import COURSES
from tests.endeavor_deep_sea.scenario import COMPONENTS, printed, rule, scenario
from undersea_env.core.position import State
from undersea_env.endeavor_deep_sea.compiled.limits import MAX_FRAMES, SLOTS, STACK, VESSELS
from undersea_env.endeavor_deep_sea.kernel.state import BUNDLE, FRAME, PLAYER, STATE
from undersea_env.endeavor_deep_sea.printed.catalogue import load_catalogue
from undersea_env.endeavor_deep_sea.printed.words import MAX_HEXES, MAX_INFINITE, TOKENS_ON_SITE, SpotKind

WORKED_OUT = 25                                  # frames that can wait at once (K-2)


@cache
def records() -> np.ndarray:
    """Every position of the games in which everything happens."""
    states: list[State] = [state for words in COURSES for state in course("endeavor_deep_sea", words)]
    return np.frombuffer(b"".join(state.buffer for state in states), STATE)


@rule("K-1", "K-2")
def test_a_frame_is_small_and_few_wait_at_once() -> None:
    assert FRAME.itemsize == 26
    assert MAX_FRAMES == 32
    assert records()["frame_count"].max() < WORKED_OUT
    for record in records()[::25]:                           # a place without a frame is all zero
        assert not record["frame"][record["frame_count"] :].tobytes().strip(b"\0")


@rule("K-2")
def test_research_and_discs_never_wait() -> None:
    """A bundle that has been opened has nothing left of what is credited at once."""
    frames = records()["frame"]
    opened = frames[(frames["about"] == BUNDLE) & (frames["stage"] == 1)]
    assert len(opened) > 100
    assert not opened["gain"][:, :2].any()


@rule("K-3")
def test_a_record_is_far_below_4_kilobytes() -> None:
    assert STATE.itemsize < 2400
    assert PLAYER.itemsize == 64


@rule("K-4")
@pytest.mark.parametrize("words", COURSES)
def test_what_follows_is_worked_out_anew_from_the_rest(words: str) -> None:
    """Levels, links, legal places, locked markers and scores are in no dict; the record is the same, to the byte."""
    for state in course("endeavor_deep_sea", words)[::9]:
        assert state.game.from_dict(state.to_dict()).to_bytes() == state.to_bytes()


@rule("K-5")
def test_what_games_really_need() -> None:
    players = records()["players"]
    assert 2 <= players["token_count"].max() <= 4            # a token spent for a dive replaces itself
    assert players["staging"].max() < 128
    assert players["vessel_count"].max() == VESSELS
    assert players["specialist_count"].max() <= SLOTS
    assert 4 <= records()["frame_count"].max() <= 12


@rule("K-3")
def test_there_is_room_for_what_is_printed() -> None:
    book = load_catalogue(COMPONENTS)
    assert max(len(board.disc_spots) for board in book.boards) == 7
    dives = [spot.tokens for board in book.boards for spot in board.spots_of(SpotKind.DIVE)]
    assert (len(dives), max(dives), sum(dives)) == (22, TOKENS_ON_SITE, 77)
    assert max(len(board.links) for board in book.boards) == 7
    assert sum(len(board.links) for board in book.boards) == len(printed("links")) == 62
    assert max(len(mission.hexes) for mission in book.missions) == MAX_HEXES == 81
    assert max(sum(each.infinite for each in mission.hexes) for mission in book.missions) == MAX_INFINITE
    assert max(len(pile) for pile in scenario(mission=8)["stacks"].values()) <= STACK
