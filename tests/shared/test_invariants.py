"""What holds in every position of every game, whoever plays it, and wherever it is played."""

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests import courses, kinds
from tests.courses import all_courses
from tests.kinds import NAMES, Sample
from undersea_env import IllegalAction
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game, State

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=all_courses(), ids=": ".join)
def course(request: pytest.FixtureRequest) -> list[State]:
    """Every position of a game."""
    return courses.course(*request.param)


# --- masks ---


def test_there_is_an_answer_to_every_question_and_none_after_the_end(course: list[State]) -> None:
    for state in course:
        legal = state.legal_actions
        assert legal == sorted(set(legal)) == np.flatnonzero(state.legal_mask()).tolist()
        assert set(legal) <= set(range(state.game.num_actions))
        assert (len(legal) == 0) == state.is_terminal


def test_a_mask_is_the_list_and_lists_change_nothing(course: list[State]) -> None:
    for state in course:
        engine, before = state.game.engine, bytes(state.buffer)
        rooms = state.game.new_rooms(1)
        quick, thorough = (np.zeros((1, state.game.num_actions), np.int8) for _ in range(2))
        n = engine.mask(state.rows, rooms, 0, quick, 0, 1)
        assert n == quick.sum()
        assert rooms["legal"][0, :n].tolist() == np.flatnonzero(quick).tolist() == state.legal_actions
        assert engine.legal_of(state.rows, rooms) == state.legal_actions
        engine.mask_thoroughly(state.rows, rooms, thorough)
        assert bytes(state.buffer) == before
        assert (quick >= thorough).all()                  # it may give up looking; then it has found no more
        assert thorough.any() != state.is_terminal


def test_every_legal_action_can_be_carried_out(course: list[State]) -> None:
    for state in course[::3]:
        before = state.to_bytes()
        for action in state.legal_actions:
            after = state.clone()
            after.apply_action(action)
            assert after != state
            assert bool(after.legal_actions) != after.is_terminal
        assert state.to_bytes() == before


def test_every_other_action_is_refused_and_changes_nothing(course: list[State]) -> None:
    rng = random.Random(0)
    for state in course[rng.randrange(14) :: 14] or course[:1]:
        before, legal = state.to_bytes(), set(state.legal_actions)
        neighbours = {action + step for action in legal for step in (-1, 1)}
        others = sorted(set(range(state.game.num_actions)) - legal)
        for action in {*rng.sample(others, min(40, len(others))), *(neighbours - legal)}:
            with pytest.raises(IllegalAction):
                state.apply_action(action)
        assert state.to_bytes() == before
        assert set(state.legal_actions) == legal


def test_an_action_with_its_observation_is_the_same_action(course: list[State]) -> None:
    rng = random.Random(1)
    for state in course[:-1]:
        action = rng.choice(state.legal_actions)
        one, other = state.clone(), state.clone()
        one.apply_action(action)
        seat = state.current_player if one.is_terminal else one.current_player
        observation, mask = other.apply_and_observe(action)
        assert other == one
        assert np.array_equal(mask, one.legal_mask())
        assert one.is_terminal or np.array_equal(observation, one.observation(seat))


def test_positions_that_were_kept_do_not_change(whole: Sample) -> None:
    state, kept = whole.game().new_game(9), []
    rng = random.Random(9)
    while not state.is_terminal:
        copy = state.clone()
        kept.append((copy, copy.to_bytes(), copy.observation(0).tobytes(), copy.legal_actions))
        state.apply_action(rng.choice(state.legal_actions))
    for copy, content, observation, legal in kept:
        assert copy.to_bytes() == content
        assert copy.observation(0).tobytes() == observation
        assert copy.clone().legal_actions == legal


# --- points ---


def test_points_are_the_sum_of_their_sources(course: list[State]) -> None:
    for state in course:
        scores, ranks, won = state.result()
        for seat in range(state.game.num_players):
            breakdown = state.score_breakdown(seat)
            assert tuple(breakdown) == (*state.game.kind.score_sources, "total")
            total = breakdown.pop("total")
            assert total == sum(breakdown.values()) == scores[seat]
        assert set(won) <= {0, 1}
        assert ranks == state.ranks
        assert state.winners == (tuple(np.flatnonzero(won)) if state.is_terminal else ())
        if state.is_terminal:
            assert state.scores == scores
        best = [seat for seat, rank in enumerate(ranks) if rank == 1]
        assert max(scores) == scores[best[0]]


# --- observations ---


def test_every_observation_is_within_its_bounds(course: list[State]) -> None:
    layout = course[0].game.kind.observation
    high = layout.highest()
    assert high.all()
    for state in course:
        for seat in range(state.game.num_players):
            observation = state.observation(seat)
            assert observation.dtype == np.uint8
            assert observation.shape == (layout.size,)
            wrong = np.flatnonzero(observation > high)
            assert not len(wrong), [p.name for p in layout if p.start <= wrong[0] < p.start + p.size]


# --- written down and read back ---


def test_the_readable_form_is_exact_at_every_decision(course: list[State]) -> None:
    for state in course:
        position = state.to_dict()
        again = state.game.from_dict(json.loads(json.dumps(position)))
        assert again.to_bytes() == state.to_bytes()
        assert again.to_dict() == position
        assert again.legal_actions == state.legal_actions


def test_bytes_are_exact_at_every_decision(course: list[State]) -> None:
    for state in course:
        again = state.game.from_bytes(state.to_bytes())
        assert again == state
        assert again.to_bytes() == state.to_bytes()


def test_what_follows_from_the_rest_is_what_it_should_be(course: list[State]) -> None:
    for state in course:
        again = state.clone()
        state.game.engine.refresh(again.rows, 0, 1)
        assert again.buffer == state.buffer
        state.game.engine.settle(again.rows, 0, 1)
        assert again.buffer == state.buffer


# --- the same game everywhere ---

SEEDS = (3, 1 << 63, 77)


def history_alone(game: Game, seed: int) -> str:
    """A hash of every position of a random game."""
    state, rng, history = game.new_game(seed), random.Random(seed), hashlib.blake2b(digest_size=16)
    history.update(state.buffer)
    while not state.is_terminal:
        state.apply_action(rng.choice(state.legal_actions))
        history.update(state.buffer)
    return history.hexdigest()


def histories_in_batch(game: Game, seeds: Sequence[int], threads: int) -> dict[int, str]:
    """The same for games that are played side by side."""
    batch = Batch(game, len(seeds), threads)
    batch.reset(seeds)
    rngs = [random.Random(seed) for seed in seeds]
    histories = [hashlib.blake2b(batch.states[k].tobytes(), digest_size=16) for k in range(len(seeds))]
    while not batch.over.all():
        playing = np.flatnonzero(~batch.over).tolist()
        masks, chosen = batch.legal(), np.zeros(len(seeds), np.int64)
        for k in playing:
            chosen[k] = rngs[k].choice(np.flatnonzero(masks[k]).tolist())
        batch.step(chosen)
        for k in playing:
            histories[k].update(batch.states[k].tobytes())
    batch.close()
    return {seed: history.hexdigest() for seed, history in zip(seeds, histories, strict=True)}


def test_a_game_does_not_depend_on_batch_size_place_or_threads(whole: Sample) -> None:
    game = whole.game()
    alone = {seed: history_alone(game, seed) for seed in SEEDS}
    assert len(set(alone.values())) == len(SEEDS)
    a, b, c = SEEDS
    for seeds, threads in (((c,), 1), ((a, b, c), 2), ((*range(20, 29), c, 30, a), 1), ((b, *range(40, 50), a), 2)):
        found = histories_in_batch(game, seeds, threads)
        for seed in set(seeds) & set(SEEDS):
            assert found[seed] == alone[seed]
    assert histories_in_batch(game, range(20), 1) == histories_in_batch(game, range(20), 2)


def all_histories() -> list[str]:
    return [
        history_alone(sample.game(), seed) for name in NAMES for sample in kinds.whole_games(name) for seed in SEEDS
    ]


def test_another_process_plays_the_same_games() -> None:
    code = "import json; from tests.shared.test_invariants import all_histories; print(json.dumps(all_histories()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert json.loads(done.stdout) == all_histories()
