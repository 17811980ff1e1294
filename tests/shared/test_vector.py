"""The vector door: many games, one step for all; observations, masks, rewards, restarts, bytes."""

import itertools

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import undersea_env
from undersea_env.core.choosing import choose_at_random
from undersea_env.errors import IllegalAction, InvalidOption, InvalidPosition

SHORT = {"rounds": (1, 1, 1)}


def at_random(info: dict, streams: np.ndarray) -> np.ndarray:
    actions = np.zeros(len(streams), np.int64)
    choose_at_random(info["action_mask"], streams, np.ones(len(streams), bool), actions)
    return np.maximum(actions, 0)                      # of a game that is over: any


def play(env, steps: int, seed: int = 0, streams: np.ndarray | None = None):
    """Steps of random play: what `step` gave, with the actions."""
    streams = np.arange(env.num_envs, dtype=np.uint64) if streams is None else streams
    _, info = env.reset(seed=seed)
    for _ in range(steps):
        actions = at_random(info, streams)
        result = env.step(actions)
        yield (actions, *result)
        info = result[-1]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_lane_is_the_game_of_its_seed(players: int) -> None:
    """Observations, masks, players and rewards are those of single games with the same actions."""
    env = undersea_env.vector_env(5, players, **SHORT)
    game = undersea_env.game(players, **SHORT)
    singles = [game.new_game(seed=3 + k) for k in range(5)]
    ended = 0
    for actions, observations, rewards, terminated, truncated, info in play(env, 75 * players, seed=3):
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
    assert ended == 5


def test_what_was_handed_out_is_not_changed_by_the_next_step() -> None:
    """Also with a restart in between; with `copy` never."""
    env = undersea_env.vector_env(16, 2, **SHORT)
    copying = undersea_env.vector_env(16, 2, copy=True, **SHORT)
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


def test_final_observations_are_zero_but_for_games_that_ended_just_now() -> None:
    env = undersea_env.vector_env(16, 2, **SHORT)
    copying = undersea_env.vector_env(16, 2, copy=True, **SHORT)
    steps = 0
    for (*_, info), (*_, other) in zip(play(env, 400), play(copying, 400), strict=True):
        if "final_obs" in info:
            assert (info["final_obs"].any(axis=1) == info["_final_obs"]).all()
            assert np.array_equal(info["final_obs"], other["final_obs"])
            steps += 1
    assert steps > 10


def test_threads_and_number_of_lanes_change_nothing() -> None:
    def record(lanes: int, threads: int) -> list[bytes]:
        env = undersea_env.vector_env(lanes, 3, threads=threads, **SHORT)
        found = []
        for _, observations, rewards, terminated, _, info in play(env, 130):
            row = observations[:7], rewards[:7], terminated[:7], info["action_mask"][:7]
            found.append(b"".join(part.tobytes() for part in row))
        env.close()
        return found

    assert record(7, 1) == record(7, 2) == record(33, 2)


def test_a_finished_game_stays_or_is_followed_by_another() -> None:
    env = undersea_env.vector_env(6, 2, autoreset=False, **SHORT)
    assert env.metadata["autoreset_mode"] == AutoresetMode.DISABLED
    for step in play(env, 140):
        _, _, rewards, over, _, info = step
        assert not info["action_mask"][over].any()
        assert (info["player"][over] == -1).all()
    assert over.all()
    assert not rewards.any()                         # they were given when each game ended
    mask = np.array([True, False, True, False, False, False])
    _, info = env.reset(seed=50, options={"reset_mask": mask})
    assert ((info["player"] >= 0) == mask).all()
    single = undersea_env.game(2, **SHORT).new_game(seed=52)
    assert np.flatnonzero(info["action_mask"][2]).tolist() == single.legal_actions
    with pytest.raises(InvalidOption, match="reset_mask"):
        env.reset(options={"reset_mask": [1, 0]})


def test_the_whole_batch_is_saved_and_put_back() -> None:
    streams = np.arange(8, dtype=np.uint64)
    env = undersea_env.vector_env(8, 2, **SHORT)
    *_, info = list(play(env, 41, streams=streams))[-1]
    saved, kept = env.to_bytes(), streams.copy()

    def follow(other, info: dict, streams: np.ndarray) -> list[bytes]:
        found = []
        for _ in range(120):
            observations, rewards, *_, info = other.step(at_random(info, streams))
            found.append(observations.tobytes() + rewards.tobytes())
        return found

    here = follow(env, info, streams)
    other = undersea_env.vector_env(8, 2, seed=99, **SHORT)
    other.from_bytes(saved)
    assert follow(other, {"action_mask": other._lanes._masks}, kept) == here       # later games too
    before = other.to_bytes()
    for broken in (saved[:-1], b"", saved[:-9] + bytes(9), b"x" * len(saved)):
        with pytest.raises(InvalidPosition):
            other.from_bytes(broken)
        assert other.to_bytes() == before


def test_an_illegal_action_changes_no_lane() -> None:
    env = undersea_env.vector_env(4, 2)
    _, info = env.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    before = env.to_bytes()
    for wrong in (383, -1, 384):
        with pytest.raises(IllegalAction, match="game 2"):
            env.step(np.array([*actions[:2], wrong, actions[3]]))
        assert env.to_bytes() == before
    for shape in (actions[:3], actions.astype(float), 5):
        with pytest.raises(IllegalAction, match="4 whole numbers"):
            env.step(shape)
    env.step(actions)


def test_the_first_reset_begins_with_the_seed_of_the_environment() -> None:
    env = undersea_env.vector_env(3, 2, seed=10)
    single = undersea_env.game(2).new_game(seed=11)
    assert np.array_equal(env.reset()[0][1], single.observation(single.current_player))


def test_seeds() -> None:
    env = undersea_env.vector_env(3, 2, seed=10)
    first = env.reset(seed=4)[0].copy()
    assert not np.array_equal(env.reset()[0], first)            # None goes on
    assert np.array_equal(env.reset(seed=[4, 5, 6])[0], first)
    with pytest.raises(InvalidOption, match="one a lane"):
        env.reset(seed=[1, 2])
    with pytest.raises(InvalidOption):
        env.reset(seed=-1)


def test_shaping_leaves_the_sum_of_a_game_up_to_where_it_began() -> None:
    """With gamma 1 a game's rewards are its returns less the potential of its beginning, which is 0 or nearly so."""
    plain, shaped = (undersea_env.vector_env(12, 3, shaping=weight, **SHORT) for weight in (0.0, 2.0))
    sums = np.zeros((2, 12, 3))
    open_lanes = np.ones(12, bool)
    start = shaped._shaping._before.copy()
    for one, other in zip(play(plain, 130), play(shaped, 130), strict=True):
        assert np.array_equal(one[1], other[1])
        sums[0][open_lanes] += one[2][open_lanes]
        sums[1][open_lanes] += other[2][open_lanes]
        open_lanes &= ~one[3]
    start = shaped._shaping.potential(undersea_env.vector_env(12, 3, shaping=2.0, **SHORT)._lanes)
    assert not open_lanes.any()
    np.testing.assert_allclose(sums[1], sums[0] - start, atol=1e-5)
    assert np.abs(sums[1] - sums[0]).max() < 0.2
    for weight, gamma in ((-1, 1), (1, 2), (float("nan"), 1)):
        with pytest.raises(InvalidOption):
            undersea_env.vector_env(1, 2, shaping=weight, gamma=gamma)


def test_shaping_counts_a_seats_own_decisions() -> None:
    """Between two decisions of a seat it adds up to gamma times the potential at the second less that at the first."""
    env = undersea_env.vector_env(6, 3, shaping=2.0, gamma=0.9, **SHORT)
    _, info = env.reset(seed=4)
    potentials, players, rewards = [env._shaping._before.copy()], [info["player"].copy()], []
    for _ in range(25):
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


def test_rewards_by_option() -> None:
    def final_rewards(reward) -> tuple[np.ndarray, np.ndarray]:
        env = undersea_env.vector_env(9, 3, reward=reward, **SHORT)
        total, scores = np.zeros((9, 3)), np.zeros((9, 3), np.int64)
        for _, _, rewards, terminated, _, info in play(env, 230):
            fresh = terminated & ~total.any(axis=1)
            total[fresh] = rewards[fresh]
            if "final_scores" in info:
                scores[fresh] = info["final_scores"][fresh]
        return total, scores

    win, scores = final_rewards("win")
    assert np.allclose(win.sum(axis=1), 0)
    assert (win.argmax(axis=1) == scores.argmax(axis=1)).mean() > 0.7            # but for ties
    assert np.allclose(np.sort(final_rewards("rank")[0], axis=1), [-1, 0, 1])
    by_score, scores = final_rewards("score")
    assert np.allclose(by_score[:, 0], (scores[:, 0] - scores[:, 1:].mean(axis=1)) / 100)
    own = final_rewards(lambda scores, ranks: [10 * rank for rank in ranks])[0]
    assert np.allclose(np.sort(own, axis=1), [10, 20, 30])
    with pytest.raises(InvalidOption, match="win, rank, score"):
        undersea_env.vector_env(1, 2, reward="points")
