"""One position at a time and many games at once: names, copies, bytes, bad actions, determinism."""

import copy
import random
import struct
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

import undersea_env
from tests import kinds
from tests.kinds import Sample
from tests.shared.playing import course_of, play
from undersea_env import IllegalAction, InvalidOption, InvalidPosition
from undersea_env.core.batch import Batch
from undersea_env.core.position import State
from undersea_env.core.saving import CHECKSUM, HEADER, sealed


def resealed(position: bytes) -> bytes:
    """The bytes with a checksum that fits."""
    return sealed(position[:-CHECKSUM])


# --- options and seeds ---


@pytest.mark.parametrize("num_players", [0, -1, 100, True, 2.0, "2", None])
def test_a_number_of_players_that_is_not_allowed_says_what_is(any_game: Sample, num_players: Any) -> None:
    with pytest.raises(InvalidOption, match=f"num_players is a whole number from 1 to {any_game.kind.most_players}"):
        undersea_env.game(game=any_game.name, num_players=num_players)


@pytest.mark.parametrize(
    ("options", "says"),
    [({"components": 3}, "component folder"), ({"reward": "points"}, "win, rank, score"), ({"x": 3}, "no option x")],
)
def test_options_of_every_game_say_what_is_allowed(any_game: Sample, options: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidOption, match=says):
        any_game.game(**options)


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.0, True, None, "7", np.float64(3)])
def test_a_seed_is_a_whole_number_of_64_bits(any_game: Sample, seed: Any) -> None:
    with pytest.raises(InvalidOption, match="seed"):
        any_game.game().new_game(seed)


def test_the_largest_seed_and_numpy_seeds_are_fine(any_game: Sample) -> None:
    game = any_game.game()
    game.new_game((1 << 64) - 1)
    small: Any = np.uint8(9)
    assert game.new_game(small) == game.new_game(9)


def test_importing_the_package_imports_no_compiler() -> None:
    code = "import sys, undersea_env; print([m for m in ('numba', 'pettingzoo', 'torch', 'numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- a position ---


def test_a_new_position_has_the_documented_names(whole: Sample) -> None:
    game = whole.game()
    state = game.new_game(3)
    assert game.name == whole.kind.id
    assert state.current_player in range(game.num_players)
    assert state.legal_actions == sorted(set(state.legal_actions))
    assert np.flatnonzero(state.legal_mask()).tolist() == state.legal_actions
    assert state.legal_mask().dtype == np.int8
    assert state.legal_mask().shape == (game.num_actions,)
    assert not state.is_terminal
    assert state.returns == (0.0,) * game.num_players
    assert len(state.scores) == len(state.ranks) == game.num_players
    assert state.winners == ()
    assert len(game.rulebook_hash) == 32
    assert len(state.states) == 1
    assert game.name in repr(state)
    assert "seat" in repr(state)
    assert "over" in repr(play(state, 1))


def test_the_list_of_legal_actions_is_the_callers_own(any_game: Sample) -> None:
    state = any_game.game().new_game(3)
    state.legal_actions.clear()
    assert state.legal_actions


def test_a_clone_lives_its_own_life(whole: Sample) -> None:
    state = play(whole.game().new_game(5), 1, 7)
    before = state.to_bytes()
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        assert other == state
        play(other, 2, 10)
        assert state.to_bytes() == before
        assert other != state
    again = state.clone()
    play(state, 2, 10)
    assert again.to_bytes() == before


def test_positions_are_not_hashable_and_not_made_by_hand(any_game: Sample) -> None:
    with pytest.raises(TypeError):
        hash(any_game.game().new_game(0))
    with pytest.raises(TypeError, match="new_game"):
        State()


@pytest.mark.parametrize("action", [True, False, 1.0, "3", None, [3], np.float32(3), -1, 10**9, 1 << 70])
def test_what_is_no_action_is_refused_and_changes_nothing(any_game: Sample, action: Any) -> None:
    state = play(any_game.game().new_game(4), 4, 11)
    before = state.to_bytes()
    with pytest.raises(IllegalAction):
        state.apply_action(action)
    assert state.to_bytes() == before


def test_every_illegal_action_is_refused_in_words_and_changes_nothing(whole: Sample) -> None:
    state = whole.game().new_game(6)
    rng = random.Random(1)
    for _ in range(12):
        if state.is_terminal:
            break
        before = state.to_bytes()
        illegal = np.flatnonzero(state.legal_mask() == 0).tolist()
        for action in rng.sample(illegal, min(12, len(illegal))):
            with pytest.raises(IllegalAction, match=f"seat {state.current_player} may not .*legal now: "):
                state.apply_action(action)
        assert state.to_bytes() == before
        play(state, 3, 7)


def test_numpy_integers_are_actions(any_game: Sample) -> None:
    state = any_game.game().new_game(4)
    other = state.clone()
    action = state.legal_actions[0]
    state.apply_action(action)
    short: Any = np.int16(action)
    other.apply_action(short)
    assert state == other


def test_after_the_end_nothing_is_legal(whole: Sample) -> None:
    state = play(whole.game().new_game(7), 7)
    before = state.to_bytes()
    assert state.is_terminal
    assert state.current_player == -1
    assert state.legal_actions == []
    assert not state.legal_mask().any()
    with pytest.raises(IllegalAction, match="over"):
        state.apply_action(0)
    assert state.to_bytes() == before


# --- points ---


def doubled(scores: tuple[int, ...], ranks: tuple[int, ...]) -> list[float]:
    return [2.0 * score - rank for score, rank in zip(scores, ranks, strict=True)]


@pytest.mark.parametrize("reward", ["win", "rank", "score", doubled])
def test_returns_follow_the_option_reward(short_of_any_size: Sample, reward: Any) -> None:
    game = short_of_any_size.game(reward=reward)
    n = game.num_players
    for seed in range(10):
        state = play(game.new_game(seed), seed, 5)
        assert state.returns == (0.0,) * n
        play(state, seed)
        won = [float(seat in state.winners) for seat in range(n)]
        if reward == "win" and not game.is_cooperative:
            expected = [each / sum(won) - 1 / n for each in won]
        elif reward == "rank" and not game.is_cooperative:
            expected = [1 - 2 * (rank - 1) / (n - 1) for rank in state.ranks]
        elif reward == "score":
            total = 0 if game.is_cooperative else sum(state.scores)
            expected = [score - (total - score) / (n - 1) if total else score for score in state.scores]
            expected = [points / game.points_in_reward for points in expected]
        else:
            expected = doubled(state.scores, state.ranks) if reward is doubled else won
        assert state.returns == pytest.approx(expected)


def test_who_has_won_has_the_first_rank(short_of_any_size: Sample) -> None:
    game = short_of_any_size.game()
    for seed in range(10):
        state = play(game.new_game(seed), seed)
        assert sorted(state.ranks)[0] == 1
        assert all(1 <= rank <= game.num_players for rank in state.ranks)
        if game.is_cooperative:
            assert len(state.winners) in (0, game.num_players)
        else:
            assert state.winners == tuple(seat for seat, rank in enumerate(state.ranks) if rank == 1)


@pytest.mark.parametrize("rewards", [[1], None, ["a", "b"], [float("nan"), 0]])
def test_a_reward_function_must_give_one_number_a_seat(shortest: Sample, rewards: Any) -> None:
    with pytest.raises(InvalidOption, match="one a seat"):
        shortest.game(reward=lambda scores, ranks: rewards)
    late = shortest.game(reward=lambda scores, ranks: rewards if any(scores) else scores)
    ends = [play(late.new_game(seed), seed) for seed in range(20)]
    with pytest.raises(InvalidOption, match="one a seat"):
        _ = next(state for state in ends if any(state.scores)).returns


@pytest.mark.parametrize("seat", [-1, 2, 1.0, True, None])
def test_a_seat_is_one_of_the_game(any_game: Sample, seat: Any) -> None:
    state = any_game.game().new_game(0)
    for ask in (state.score_breakdown, state.observation, lambda seat: state.resample(seat, 0)):
        with pytest.raises(InvalidOption, match="seat"):
            ask(seat)


def test_a_mode_of_rendering_is_text_or_a_picture(any_game: Sample) -> None:
    state = any_game.game().new_game(0)
    if any_game.kind.drawing is None:
        with pytest.raises(InvalidOption, match=f"no picture of {any_game.kind.title}"):
            state.render("svg")
    else:
        assert state.render("svg").startswith("<svg ")
    with pytest.raises(InvalidOption, match="mode is 'ansi' or 'svg', not 'jpeg'"):
        state.render("jpeg")
    for mode in ("ansi", "svg"):
        with pytest.raises(InvalidOption, match="seat"):
            state.render(mode, seat=2)


# --- bytes ---


def test_bytes_that_are_no_position_are_refused(any_game: Sample) -> None:
    game = any_game.game()
    good = game.new_game(1).to_bytes()
    other_rules = kinds.shortest(any_game.name).game().new_game(1).to_bytes()
    bad: dict[str, Any] = {
        "not as str": good.hex(),
        "not as NoneType": None,
        "expected .* bytes": good[:-1],
        "expected .* bytes, found": good + b"\0",
        "do not begin": resealed(b"XXXX" + good[4:]),
        "format 9": resealed(good[:4] + struct.pack("<H", 9) + good[6:]),
        "other options": other_rules,
        "damaged": good[:60] + bytes([good[60] ^ 1]) + good[61:],
    }
    for says, position in bad.items():
        with pytest.raises(InvalidPosition, match=says):
            game.from_bytes(position)


def test_bytes_with_impossible_contents_are_refused_or_are_another_position(whole: Sample) -> None:
    """Whatever is accepted can be played to the end."""
    game = whole.game()
    rng = random.Random(game.num_players)
    refused = 0
    for _ in range(150):
        state = play(game.new_game(rng.randrange(1000)), rng.randrange(1000), rng.randrange(150))
        position = bytearray(state.to_bytes())
        for _ in range(rng.randint(1, 2)):
            position[rng.randrange(HEADER.size + 8, len(position) - CHECKSUM)] = rng.choice((0, 1, 2, 5, 127, 255))
        try:
            other = game.from_bytes(resealed(bytes(position)))
        except InvalidPosition:
            refused += 1
        else:
            assert play(other, 1).is_terminal
    assert refused > 30


# --- determinism ---


def test_seeds_matter_and_repeat(whole: Sample) -> None:
    game = whole.game()
    starts = {game.new_game(seed).to_bytes() for seed in range(50)}
    assert len(starts) == 50
    assert game.new_game(5) == game.new_game(5)
    assert play(game.new_game(5), 9) == play(game.new_game(5), 9)


def lowest_or_highest(masks: np.ndarray, sweep: int) -> np.ndarray:
    """A legal action of each game, the same whatever else is in the batch."""
    highest = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    return np.where(sweep % 3 == 0, masks.argmax(axis=1), highest)


def sweep_through(batch: Batch, sweeps: int) -> None:
    for sweep in range(sweeps):
        batch.step(lowest_or_highest(batch.legal(), sweep))


# --- batches ---


def test_a_batch_refuses_an_illegal_action_and_changes_nothing(any_game: Sample) -> None:
    batch = Batch(any_game.game(), 5)
    actions = batch.legal().argmax(axis=1)
    actions[3] = int(np.flatnonzero(batch.masks[3] == 0)[0])
    before = batch.to_bytes()
    with pytest.raises(IllegalAction, match=rf"game 3, action {actions[3]}\b"):
        batch.step(actions)
    bad: list[Any] = [actions[:4], actions.astype(float), [[1] * 5], None, [-1] * 5, [10**6] * 5, [True] * 5]
    for wrong in bad:
        with pytest.raises(IllegalAction):
            batch.step(wrong)
    assert batch.to_bytes() == before


def test_masks_are_written_by_the_batch_alone(any_game: Sample) -> None:
    batch = Batch(any_game.game(), 2)
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = 1


def test_a_batch_knows_who_plays_and_what_is_over(shortest: Sample) -> None:
    game = shortest.game()
    batch = Batch(game, 6)
    batch.reset(range(6))
    assert batch.players().tolist() == [game.new_game(seed).current_player for seed in range(6)]
    sweep = 0
    while not batch.over.all():
        batch.step(lowest_or_highest(batch.legal(), sweep))
        sweep += 1
    assert batch.players().tolist() == [-1] * 6
    assert not batch.legal().any()
    assert batch.scores()[:, :2].tolist() == [list(batch.state(i).scores) for i in range(6)]
    for k, column in enumerate(batch.results()):
        assert column.shape == (6, shortest.kind.most_players)
        assert column[:, :2].tolist() == [list(batch.state(i).result()[k]) for i in range(6)]
        assert not column[:, 2:].any()
    before = batch.to_bytes()
    batch.step([0] * 6)
    assert batch.to_bytes() == before


def test_bytes_of_a_batch(any_game: Sample) -> None:
    game = any_game.game()
    batch, other = Batch(game, 4), Batch(game, 4)
    sweep_through(batch, 13)
    other.from_bytes(batch.to_bytes())
    assert other.to_bytes() == batch.to_bytes()
    assert (other.legal() == batch.legal()).all()
    with pytest.raises(InvalidPosition):
        Batch(game, 3).from_bytes(batch.to_bytes())
    with pytest.raises(InvalidPosition):
        game.from_bytes(batch.to_bytes())
    before = batch.to_bytes()
    batch.records["player_count"][2] += 1
    with pytest.raises(InvalidPosition, match="game 2"):
        other.from_bytes(batch.to_bytes())
    assert other.to_bytes() == before


@pytest.mark.parametrize("seeds", [[1, 2], 5, "abc", [1, 2, -1], [1, 2, 3.0], None])
def test_a_batch_needs_one_seed_a_game(any_game: Sample, seeds: Any) -> None:
    with pytest.raises(InvalidOption):
        Batch(any_game.game(), 3).reset(seeds)


@pytest.mark.parametrize(("n", "threads"), [(0, 1), (1.5, 1), (2, 0), (2, "2")])
def test_a_batch_has_at_least_one_game_and_thread(any_game: Sample, n: Any, threads: Any) -> None:
    with pytest.raises(InvalidOption):
        Batch(any_game.game(), n, threads)


# --- for searches of others ---


def test_a_playout_is_a_random_game_from_here(short_of_any_size: Sample) -> None:
    state = play(short_of_any_size.game().new_game(3), 1, 6)
    before = state.to_bytes()
    ends = [state.playout(seed) for seed in range(20)]
    assert state.to_bytes() == before
    assert all(end.is_terminal and end.legal_actions == [] for end in ends)
    assert state.playout(4) == ends[4]
    assert len({end.to_bytes() for end in ends}) > 1
    over = ends[0]
    assert over.playout(1) == over


def test_a_playout_takes_every_legal_action_equally_often() -> None:
    """Three cards to play, then to draw or to dive: six ends."""
    state = kinds.by_default(kinds.TOY, num_players=1, rounds=1).game().new_game(1)
    found = Counter(state.playout(seed).to_bytes() for seed in range(6000))
    assert len(found) == 6
    assert all(abs(times - 1000) < 150 for times in found.values())            # five standard deviations


def test_positions_that_a_seat_cannot_tell_apart_have_one_key(any_size: Sample) -> None:
    keys = set()
    for decisions in (0, 1, 3, 6):
        state = play(any_size.game().new_game(2), 5, decisions)
        for seat in range(state.game.num_players):
            key = state.information_key(seat)
            assert all(state.resample(seat, seed).information_key(seat) == key for seed in range(6))
            other = state.resample(seat, 8)
            assert np.array_equal(other.observation(seat), state.observation(seat))
            keys.add(key)
    assert len(keys) == 4 * state.game.num_players


def test_what_a_seat_sees_changes_its_key(any_game: Sample) -> None:
    """Whatever differs in the observation differs in the key."""
    seen: dict[bytes, bytes] = {}
    for seed in range(6):
        for state in course_of(any_game.game(num_players=2).new_game(seed), seed):
            key, observed = state.information_key(0), state.observation(0).tobytes()
            assert seen.setdefault(key, observed) == observed
    assert len(set(seen.values())) > 50
