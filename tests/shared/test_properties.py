"""What holds in every position that can be reached, looked for by hypothesis: what fails is cut down to few choices.

A position is a game with options, a seed, and a list of choices; choice c takes the legal action c modulo their number.
Few and always the same ones by default; `--hypothesis-profile soak` looks for other ones, as many as `make soak` likes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from tests import kinds
from tests.kinds import NAMES, TOY, Sample
from undersea_env import IllegalAction
from undersea_env.core.position import State

MOST_CHOICES = 80
SEEDS = st.one_of(st.integers(0, 99), st.integers(0, 2**64 - 1))


@dataclass(frozen=True)
class Reached:
    """How a position is reached; it is printed when a property fails."""

    sample: Sample
    seed: int
    choices: list[int]

    def state(self) -> State:
        state = self.sample.game().new_game(self.seed)
        for choice in self.choices:
            if state.is_terminal:
                break
            legal = state.legal_actions
            state.apply_action(legal[choice % len(legal)])
        return state


def reached(name: str) -> st.SearchStrategy[Reached]:
    samples = [*kinds.of_every_size(kinds.short(name)), *kinds.whole_games(name)]
    choices = st.lists(st.integers(0, 255), max_size=MOST_CHOICES)
    return st.builds(Reached, st.sampled_from(samples), SEEDS, choices)


def each(data: Any, name: str) -> State:
    found: Reached = data.draw(reached(name))
    return found.state()


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_what_is_written_is_read_back(name: str, data: Any) -> None:
    state = each(data, name)
    game, position = state.game, state.to_dict()
    assert game.from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()
    again = game.from_dict(json.loads(json.dumps(position)))
    assert again.to_bytes() == state.to_bytes()
    assert again.to_dict() == position


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_the_mask_is_the_list_and_is_empty_at_the_end_only(name: str, data: Any) -> None:
    state = each(data, name)
    legal = state.legal_actions
    assert legal == sorted(set(legal)) == np.flatnonzero(state.legal_mask()).tolist()
    assert bool(legal) != state.is_terminal


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_an_illegal_action_is_refused_and_changes_nothing(name: str, data: Any) -> None:
    state = each(data, name)
    before, legal = state.to_bytes(), set(state.legal_actions)
    action = data.draw(st.integers(-3, state.game.num_actions + 2).filter(lambda number: number not in legal))
    with pytest.raises(IllegalAction):
        state.apply_action(action)
    assert state.to_bytes() == before
    assert set(state.legal_actions) == legal


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_a_redealt_world_looks_the_same_to_its_seat(name: str, data: Any) -> None:
    state = each(data, name)
    seat = data.draw(st.integers(0, state.game.num_players - 1))
    other = state.resample(seat, data.draw(SEEDS))
    assert np.array_equal(other.observation(seat), state.observation(seat))
    assert other.current_player == state.current_player
    assert other.scores == state.scores
    if state.current_player == seat:
        assert other.legal_actions == state.legal_actions


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_every_legal_action_leads_on_and_a_copy_stays_behind(name: str, data: Any) -> None:
    state = each(data, name)
    before = state.to_bytes()
    if state.is_terminal:
        return
    action = data.draw(st.sampled_from(state.legal_actions))
    one, other = state.clone(), state.game.from_bytes(before)
    one.apply_action(action)
    other.apply_action(action)
    assert one.to_bytes() == other.to_bytes() != before
    assert state.to_bytes() == before
    assert bool(one.legal_actions) != one.is_terminal


def test_what_fails_is_cut_down_to_few_choices() -> None:
    """A property that is wrong from the fifth decision on: five choices are left, each the smallest."""

    def fails(case: Reached) -> bool:
        state = case.sample.game().new_game(case.seed)
        return len(case.choices) >= 5 and not state.is_terminal

    found = find(reached(TOY), fails, settings=settings(max_examples=500, database=None))
    assert found.choices == [0] * 5
    assert found.seed == 0
