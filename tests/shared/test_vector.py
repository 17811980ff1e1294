"""The vector door: many games, one step for all; observations, masks, rewards, restarts, bytes."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.kinds import Sample
from tests.shared.playing import random_actions
from undersea_env.errors import IllegalAction, InvalidOption, InvalidPosition

MOST_STEPS = 1000                                      # a short game is over before that


def play(env: Any, steps: int, seed: int = 0, streams: np.ndarray | None = None) -> Iterator[tuple[Any, ...]]:
    """Steps of random play: what `step` gave, with the actions."""
    streams = np.arange(env.num_envs, dtype=np.uint64) if streams is None else streams
    _, info = env.reset(seed=seed)
    for _ in range(steps):
        actions = random_actions(info["action_mask"], streams)
        result = env.step(actions)
        yield (actions, *result)
        info = result[-1]


def test_a_lane_is_the_game_of_its_seed(short_of_any_size: Sample) -> None:
    """Observations, masks, players and rewards are those of single games with the same actions."""
    env = short_of_any_size.vector_env(5)
    game = short_of_any_size.game()
    singles: list[Any] = [game.new_game(seed=3 + k) for k in range(5)]
    ended = 0
    for actions, observations, rewards, terminated, truncated, info in play(env, MOST_STEPS, seed=3):
        for k, single in enumerate(singles):
            if single is None:
                continue
            single.apply_action(int(actions[k]))
            assert terminated[k] == single.is_terminal
            if single.is_terminal:
                assert rewards[k] == pytest.approx(single.returns)
                assert tuple(info["final_scores"][k]) == single.scores
                assert info["_final_obs"][k]
                singles[k] = None
                ended += 1
            else:
                assert not rewards[k].any()
                assert info["player"][k] == single.current_player
                assert np.flatnonzero(info["action_mask"][k]).tolist() == single.legal_actions
                assert np.array_equal(observations[k], single.observation(single.current_player))
        assert not truncated.any()
        if ended == 5:
            break
    assert ended == 5


def test_what_was_handed_out_is_not_changed_by_the_next_step(short: Sample) -> None:
    """Also with a restart in between; with `copy` never."""
    env, copying = short.vector_env(16), short.vector_env(16, copy=True)
    kept = [
        (observations, observations.copy(), info["action_mask"], info["action_mask"].copy())
        for _, observations, _, _, _, info in play(copying, 60)
    ]
    assert all(np.array_equal(a, b) and np.array_equal(c, d) for a, b, c, d in kept)
    before: list[tuple[np.ndarray, np.ndarray]] = []
    for _, observations, _, _, _, info in play(env, 150):
        assert all(np.array_equal(handed_out, kept) for handed_out, kept in before)
        arrays = [observations, info["action_mask"], *([info["final_obs"]] if "final_obs" in info else [])]
        before = [(array, array.copy()) for array in arrays]


def test_final_observations_are_zero_but_for_games_that_ended_just_now(short: Sample) -> None:
    env, copying = short.vector_env(16), short.vector_env(16, copy=True)
    steps = 0
    for (*_, info), (*_, other) in zip(play(env, 400), play(copying, 400), strict=True):
        if "final_obs" in info:
            assert (info["final_obs"].any(axis=1) == info["_final_obs"]).all()
            assert np.array_equal(info["final_obs"], other["final_obs"])
            steps += 1
    assert steps > 10


def test_threads_and_number_of_lanes_change_nothing(short: Sample) -> None:
    def record(lanes: int, threads: int) -> list[bytes]:
        env = short.vector_env(lanes, num_players=3, threads=threads)
        found = []
        for _, observations, rewards, terminated, _, info in play(env, 130):
            row = observations[:7], rewards[:7], terminated[:7], info["action_mask"][:7]
            found.append(b"".join(part.tobytes() for part in row))
        env.close()
        return found

    assert record(7, 1) == record(7, 2) == record(33, 2)


def test_a_finished_game_stays_or_is_followed_by_another(short: Sample) -> None:
    env = short.vector_env(6, autoreset=False)
    assert env.autoreset_mode == env.metadata["autoreset_mode"] == AutoresetMode.DISABLED
    for step in play(env, 140):
        _, _, rewards, over, _, info = step
        assert not info["action_mask"][over].any()
        assert (info["player"][over] == -1).all()
    assert over.all()
    assert not rewards.any()                         # they were given when each game ended
    mask = np.array([True, False, True, False, False, False])
    _, info = env.reset(seed=50, options={"reset_mask": mask})
    assert ((info["player"] >= 0) == mask).all()
    single = short.game().new_game(seed=52)
    assert np.flatnonzero(info["action_mask"][2]).tolist() == single.legal_actions
    with pytest.raises(InvalidOption, match="reset_mask"):
        env.reset(options={"reset_mask": [1, 0]})


def test_a_partial_reset_leaves_the_other_lanes_alone(short: Sample) -> None:
    env, fresh = short.vector_env(5, shaping=1.0), short.vector_env(5)
    *_, (_, observations, *_, info) = play(env, 21)
    others = [1, 2, 4]
    kept = observations.copy(), observations[others].copy(), info["action_mask"][others], info["player"][others]
    observations_after, info_after = env.reset(seed=70, options={"reset_mask": np.isin(range(5), [0, 3])})
    assert np.array_equal(observations, kept[0])             # what was handed out
    assert np.array_equal(observations_after[others], kept[1])
    assert np.array_equal(info_after["action_mask"][others], kept[2])
    assert np.array_equal(info_after["player"][others], kept[3])
    expected, expected_info = fresh.reset(seed=70)
    assert np.array_equal(observations_after[[0, 3]], expected[[0, 3]])
    assert np.array_equal(info_after["action_mask"][[0, 3]], expected_info["action_mask"][[0, 3]])
    streams = np.arange(5, dtype=np.uint64)
    for _ in range(60):                                      # later games, too
        observations_after, *_, info_after = env.step(random_actions(info_after["action_mask"], streams))
    assert np.array_equal(env.lanes.own_masks, info_after["action_mask"])
    unchanged = env.to_bytes()
    env.reset(options={"reset_mask": np.zeros(5, np.bool_)})
    assert env.to_bytes() == unchanged


def test_the_whole_batch_is_saved_and_put_back(short: Sample) -> None:
    streams = np.arange(8, dtype=np.uint64)
    env = short.vector_env(8)
    *_, info = list(play(env, 41, streams=streams))[-1]
    saved, kept = env.to_bytes(), streams.copy()

    def follow(other: Any, info: dict[str, Any], streams: np.ndarray) -> list[bytes]:
        found = []
        for _ in range(120):
            observations, rewards, *_, info = other.step(random_actions(info["action_mask"], streams))
            found.append(observations.tobytes() + rewards.tobytes())
        return found

    here = follow(env, info, streams)
    other = short.vector_env(8, seed=99)
    other.from_bytes(saved)
    assert follow(other, {"action_mask": other.lanes.own_masks}, kept) == here       # later games too
    before = other.to_bytes()
    for broken in (saved[:-1], b"", saved[:-9] + bytes(9), b"x" * len(saved)):
        with pytest.raises(InvalidPosition):
            other.from_bytes(broken)
        assert other.to_bytes() == before


def test_an_illegal_action_changes_no_lane(any_game: Sample) -> None:
    env, last = any_game.vector_env(4), any_game.kind.num_actions - 1
    _, info = env.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    before = env.to_bytes()
    for wrong in (last, -1, last + 1):
        with pytest.raises(IllegalAction, match="game 2"):
            env.step(np.array([*actions[:2], wrong, actions[3]]))
        assert env.to_bytes() == before
    for shape in (actions[:3], actions.astype(float), 5):
        with pytest.raises(IllegalAction, match="4 whole numbers"):
            env.step(shape)
    env.step(actions)


def test_the_first_reset_begins_with_the_seed_of_the_environment(any_game: Sample) -> None:
    env = any_game.vector_env(3, seed=10)
    single = any_game.game().new_game(seed=11)
    assert np.array_equal(env.reset()[0][1], single.observation(single.current_player))


def test_seeds(any_game: Sample) -> None:
    env = any_game.vector_env(3, seed=10)
    first = env.reset(seed=4)[0].copy()
    assert not np.array_equal(env.reset()[0], first)            # None goes on
    assert np.array_equal(env.reset(seed=[4, 5, 6])[0], first)
    with pytest.raises(InvalidOption, match="one a lane"):
        env.reset(seed=[1, 2])
    with pytest.raises(InvalidOption):
        env.reset(seed=-1)


def test_shaping_leaves_the_sum_of_a_game_up_to_where_it_began(short: Sample) -> None:
    """With gamma 1 a game's rewards are its returns less the potential of its beginning."""
    plain, shaped = (short.vector_env(12, num_players=3, shaping=weight) for weight in (0.0, 2.0))
    sums = np.zeros((2, 12, 3))
    open_lanes = np.ones(12, bool)
    start = shaped._shaping.potential(shaped.lanes)
    on_the_way = 0
    for one, other in zip(play(plain, MOST_STEPS), play(shaped, MOST_STEPS), strict=True):
        assert np.array_equal(one[1], other[1])
        sums[0][open_lanes] += one[2][open_lanes]
        sums[1][open_lanes] += other[2][open_lanes]
        on_the_way += int((other[2][open_lanes] != 0).sum())
        open_lanes &= ~one[3]
        if not open_lanes.any():
            break
    assert not open_lanes.any()
    assert on_the_way > 50
    np.testing.assert_allclose(sums[1], sums[0] - start, atol=1e-5)
    for weight, gamma in ((-1, 1), (1, 2), (float("nan"), 1)):
        with pytest.raises(InvalidOption):
            short.vector_env(1, shaping=weight, gamma=gamma)


def test_shaping_counts_a_seats_own_decisions(any_game: Sample) -> None:
    """Between two decisions of a seat it adds up to gamma times the potential at the second less that at the first."""
    env = any_game.vector_env(6, num_players=3, shaping=2.0, gamma=0.9)
    _, info = env.reset(seed=4)
    potentials, players, rewards = [env._shaping._before.copy()], [info["player"].copy()], []
    for _ in range(23):                                # no game is over so soon
        _, reward, _, _, info = env.step(info["action_mask"].argmax(axis=1))
        potentials.append(env._shaping._before.copy())
        players.append(info["player"].copy())
        rewards.append(reward.astype(np.float64))
    compared = 0
    for lane in range(6):
        for seat in range(3):
            mine = [t for t, seats in enumerate(players) if seats[lane] == seat]
            for first, second in itertools.pairwise(mine):
                given = sum(rewards[t][lane, seat] for t in range(first, second))
                wanted = 0.9 * potentials[second][lane, seat] - potentials[first][lane, seat]
                assert given == pytest.approx(wanted, abs=1e-6)
                compared += second > first + 1
    assert compared > 20


def test_rewards_by_option(short: Sample) -> None:
    def ends(reward: Any) -> list[tuple[Any, Any]]:
        """Rewards of games that ended, and the same games alone, which know by the rules who has won."""
        env = short.vector_env(9, num_players=3, reward=reward)
        singles: list[Any] = [short.game(num_players=3).new_game(seed) for seed in range(9)]
        found = []
        for actions, _, rewards, terminated, *_ in play(env, MOST_STEPS):
            for lane, single in enumerate(singles):
                if single is not None:
                    single.apply_action(int(actions[lane]))
                    if terminated[lane]:
                        found.append((rewards[lane].tolist(), single))
                        singles[lane] = None
            if singles == [None] * 9:
                break
        assert len(found) == 9
        return found

    for rewards, end in ends("win"):
        share = 1 / len(end.winners)
        assert rewards == pytest.approx([share * (seat in end.winners) - 1 / 3 for seat in range(3)])
    for rewards, end in ends("rank"):
        assert rewards == pytest.approx([2 - rank for rank in end.ranks])
    for rewards, end in ends("score"):
        others = [(sum(end.scores) - score) / 2 for score in end.scores]
        assert rewards == pytest.approx([(a - b) / 100 for a, b in zip(end.scores, others, strict=True)])
    for rewards, end in ends(lambda scores, ranks: [10 * rank for rank in ranks]):
        assert rewards == [10 * rank for rank in end.ranks]
    with pytest.raises(InvalidOption, match="win, rank, score"):
        short.vector_env(1, reward="points")
