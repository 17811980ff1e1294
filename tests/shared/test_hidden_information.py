"""What a seat is shown depends on nothing that it cannot know: neither on the cards of others nor on chance to come.

`resample` is the measure here: it deals anew all that a seat cannot know, and nobody may notice. That it really deals
anew, and that each world is equally likely, is counted. A game may hold `resample` against a measure of its own too.
"""

import random
from collections import Counter
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tests import courses
from tests.courses import all_courses
from tests.kinds import SAMPLES, Sample, SmallWorld
from tests.shared.evenness import is_even
from tests.shared.playing import play
from undersea_env import InvalidOption
from undersea_env.compiling.seed_stream import SeedStream
from undersea_env.core.batch import Batch
from undersea_env.core.kind import Kind
from undersea_env.core.position import State
from undersea_env.core.redealing import Positions, redealt
from undersea_env.core.streams import RowStream

POSITIONS = 25                                       # of a course, about


@pytest.fixture(params=all_courses(), ids=": ".join)
def sample(request: pytest.FixtureRequest) -> list[tuple[State, int]]:
    """Positions of a game, each with every seat."""
    course = courses.course(*request.param)
    states = course[:: max(1, len(course) // POSITIONS)]
    return [(state, seat) for state in states for seat in range(state.game.num_players)]


def without_chance(state: State) -> dict[str, Any]:
    return {**state.to_dict(), "stream": None}


def words_for(state: State, seat: int) -> list[str]:
    """What the seat is asked and may answer."""
    if state.current_player != seat:
        return []
    answers = [state.action_to_string(action) for action in state.legal_actions]
    return [state.game.kind.words.question(state), *answers]


# --- what is shown ---


def test_resample_keeps_what_is_shown(sample: list[tuple[State, int]]) -> None:
    for k, (state, seat) in enumerate(sample):
        other = state.resample(seat, k)
        assert other.observation(seat).tobytes() == state.observation(seat).tobytes()
        assert (other.current_player, other.is_terminal) == (state.current_player, state.is_terminal)
        if state.current_player == seat:
            assert other.legal_actions == state.legal_actions
        assert other.scores == state.scores
        if k % 5 == 0:
            assert other.render("ansi", seat) == state.render("ansi", seat)
            assert words_for(other, seat) == words_for(state, seat)
            log = state.game.kind.words.GameLog(state.game, seat)
            assert log.log_beginning(other.states[0]) == log.log_beginning(state.states[0])


def test_points_depend_on_nothing_hidden(sample: list[tuple[State, int]]) -> None:
    for k, (state, seat) in enumerate(sample):
        other = state.resample(seat, k)
        assert other.result() == state.result()
        for anybody in range(state.game.num_players):
            assert other.score_breakdown(anybody) == state.score_breakdown(anybody)


def test_pictures_depend_on_nothing_hidden(sample: list[tuple[State, int]]) -> None:
    for k, (state, seat) in enumerate(sample[:: max(1, len(sample) // 3)]):
        if state.game.kind.drawing is not None:
            assert state.resample(seat, k).render("svg", seat) == state.render("svg", seat)


def test_environments_show_the_same_in_every_world(short: Sample) -> None:
    env, other = short.raw_env(num_players=3), short.raw_env(num_players=3)
    for k in range(12):
        env.reset(seed=k)
        state = play(env.position, k, 2 * k)
        for seat, agent in enumerate(env.possible_agents):
            env._begin(state.clone(), SeedStream(0))
            other.reset(seed=k)
            other._begin(state.resample(seat, k), SeedStream(0))
            mine, theirs = env.observe(agent), other.observe(agent)
            assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
            assert other.infos == env.infos
            assert other.rewards == env.rewards


# --- what is dealt ---


def test_resample_deals_anew_and_gives_possible_positions(sample: list[tuple[State, int]]) -> None:
    different = 0
    for k, (state, seat) in enumerate(sample):
        before = state.to_bytes()
        other = state.resample(seat, k)
        assert state.to_bytes() == before
        assert state.game.from_bytes(other.to_bytes()) == other
        assert other.to_dict()["stream"] != state.to_dict()["stream"]
        different += without_chance(other) != without_chance(state)
    assert different > 0.75 * len(sample)


def test_resample_depends_on_nothing_hidden_but_the_seed(sample: list[tuple[State, int]]) -> None:
    """In two worlds that look the same to the seat it deals the same, to the byte: nothing of the true one shows."""
    for k, (state, seat) in enumerate(sample):
        dealt = state.resample(seat, k).to_bytes()
        assert state.resample(seat, 10**6 + k).resample(seat, k).to_bytes() == dealt
        assert state.resample(seat, k).to_bytes() == dealt
        assert state.resample(seat, k + 1).to_bytes() != dealt


def test_the_random_numbers_to_come_are_new(any_game: Sample) -> None:
    state = any_game.game().new_game(9)
    streams = {state.resample(0, seed).to_dict()["stream"] for seed in range(100)}
    assert len(streams) == 100
    assert state.to_dict()["stream"] not in streams


def test_a_resampled_game_can_be_played_to_the_end(sample: list[tuple[State, int]]) -> None:
    for k, (state, seat) in enumerate(sample[:: max(1, len(sample) // 6)]):
        assert play(state.resample(seat, k), k).is_terminal


def test_many_positions_are_dealt_anew_as_each_alone(any_game: Sample) -> None:
    game = any_game.game(num_players=3)
    states = [play(game.new_game(seed), seed, seed) for seed in range(20)]
    rows = np.frombuffer(b"".join(state.buffer for state in states), any_game.kind.state)
    lanes = np.array([4, 17, 4, 0])
    viewers, seeds = np.array([0, 1, 2, 0]), np.array([7, 8, 9, 10], np.uint64)
    dealt = redealt(game, rows, lanes, viewers, seeds)
    for k, lane in enumerate(lanes):
        assert dealt[k].tobytes() == bytes(states[lane].resample(int(viewers[k]), int(seeds[k])).buffer)


def test_positions_for_a_seat_are_those_it_may_imagine(any_game: Sample) -> None:
    batch = Batch(any_game.game(num_players=3), 8)
    imagined = Positions.imagined(batch, 5)
    seeds = RowStream(5).take(8)
    for k in range(8):
        state = batch.state(k)
        alone = state.resample(state.current_player, int(seeds[k]))
        assert imagined.states[k].tobytes() == bytes(alone.buffer)


@pytest.mark.parametrize(("seat", "seed"), [(2, 0), (-1, 0), (0.0, 0), (0, -1), (0, 1.5), (None, 1)])
def test_wrong_seats_and_seeds_are_refused(any_game: Sample, seat: Any, seed: Any) -> None:
    with pytest.raises(InvalidOption):
        any_game.game().new_game(0).resample(seat, seed)


def test_numpy_numbers_are_fine(any_game: Sample) -> None:
    state = any_game.game().new_game(0)
    seat: Any = np.int8(1)
    seed: Any = np.uint64(7)
    assert state.resample(seat, seed) == state.resample(1, 7)


# --- each world equally likely ---

WORLDS = 3000


def test_a_measure_of_evenness_that_can_fail() -> None:
    rng = random.Random(0)
    assert is_even(Counter(rng.randrange(12) for _ in range(WORLDS)), 12)
    assert not is_even(Counter(rng.randrange(12) for _ in range(WORLDS)), 13)
    assert not is_even(Counter(min(rng.randrange(13), 11) for _ in range(WORLDS)), 12)
    assert not is_even(Counter(k % 120 for k in range(WORLDS)), 120)          # chance is never so even


def test_each_world_is_equally_likely(kind: Kind) -> None:
    """By small worlds that the game gives, in which everything possible can be counted."""
    worlds: list[SmallWorld] = import_module(SAMPLES[kind.name].positions).small_worlds()
    assert worlds
    for world in worlds:
        found = Counter(world.look_at(world.state.resample(world.viewer, seed)) for seed in range(WORLDS))
        assert is_even(found, world.outcomes), f"{len(found)} of {world.outcomes} outcomes: {found.most_common(3)}"
        assert world.look_at(world.state) in found


def test_worlds_come_as_often_from_each_other(short: Sample) -> None:
    """Dealt anew twice is dealt anew once: the second deal forgets the first."""
    game = short.game(num_players=3)
    state = play(game.new_game(2), 2, 4)
    seat = state.current_player
    once = {state.resample(seat, seed).to_bytes() for seed in range(50)}
    twice = {state.resample(seat, 99).resample(seat, seed).to_bytes() for seed in range(50)}
    assert once == twice
