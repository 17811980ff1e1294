"""The option `illegal_action` where many games are played at once; for one game see test_aec."""

from typing import Any

import numpy as np
import pytest

from tests.kinds import Sample
from undersea_env import IllegalAction, InvalidOption
from undersea_env.doors.gymnasium_env import SeatEnv
from undersea_env.doors.seat import LearnerLanes

LANES = 8


def legal_but_in(lanes: list[int], mask: Any) -> Any:
    actions = mask.argmax(axis=1)
    actions[lanes] = mask[lanes].argmin(axis=1)
    return actions


def test_replaced_actions_are_legal_counted_and_reproducible(short: Sample) -> None:
    seen = []
    for _ in range(2):
        env = short.vector_env(LANES, num_players=3, illegal_action="random")
        _, info = env.reset(seed=5)
        for _ in range(20):
            before = info["action_mask"].copy()
            obs, *_, info = env.step(legal_but_in([1, 6], before))
        seen.append(obs.tobytes())
        assert info["illegal_actions"][[1, 6]].tolist() == [20, 20]
        assert info["illegal_actions"].sum() == 40
    assert seen[0] == seen[1]


def test_a_restored_batch_replaces_by_the_same_actions(short: Sample) -> None:
    env = short.vector_env(LANES, illegal_action="random")
    _, info = env.reset(seed=2)
    for _ in range(5):
        *_, info = env.step(legal_but_in([0, 3], info["action_mask"]))
    saved, mask = env.to_bytes(), info["action_mask"].copy()
    after = env.step(legal_but_in([0, 3], mask))[0].copy()
    env.from_bytes(saved)
    assert np.array_equal(env.step(legal_but_in([0, 3], mask))[0], after)


def test_numbers_that_are_no_action_are_replaced_too(shortest: Sample) -> None:
    env = shortest.vector_env(3, illegal_action="random")
    env.reset(seed=0)
    *_, info = env.step(np.array([-7, 10**9, shortest.kind.num_actions]))
    assert info["illegal_actions"].tolist() == [1, 1, 1]
    with pytest.raises(IllegalAction, match="3 whole numbers"):
        env.step(np.array([0.5, 1.0, 2.0]))


def test_an_illegal_action_ends_the_game_of_its_lane_alone(any_game: Sample) -> None:
    env = any_game.vector_env(LANES, num_players=3, illegal_action="terminate")
    other = any_game.vector_env(LANES, num_players=3)
    obs, info = env.reset(seed=5)
    other.reset(seed=5)
    player, before = info["player"].copy(), obs.copy()
    obs, reward, terminated, _, info_after = env.step(legal_but_in([2], info["action_mask"]))
    obs_of_other, *_ = other.step(info["action_mask"].argmax(axis=1))
    assert terminated.tolist() == [lane == 2 for lane in range(LANES)]
    assert info_after["illegal"].tolist() == terminated.tolist()
    assert reward[2].tolist() == [-1.0 if seat == player[2] else 0.0 for seat in range(3)]
    assert not np.delete(reward, 2, axis=0).any()
    assert np.array_equal(info_after["final_obs"][2], before[2])
    untouched = [lane for lane in range(LANES) if lane != 2]
    assert np.array_equal(obs[untouched], obs_of_other[untouched])
    assert not np.array_equal(obs[2], before[2])                   # the next deal, not the same one again
    assert info_after["action_mask"][2].any()


def test_the_next_game_after_a_forfeit_is_that_after_a_whole_game(shortest: Sample) -> None:
    """A lane's games follow from its seed, however each of them ends."""
    forfeited = shortest.vector_env(1, illegal_action="terminate")
    whole = shortest.vector_env(1)
    _, info = forfeited.reset(seed=9)
    obs, *_ = forfeited.step(legal_but_in([0], info["action_mask"]))
    _, info = whole.reset(seed=9)
    done = False
    while not done:
        after, _, terminated, _, info = whole.step(info["action_mask"].argmax(axis=1))
        done = bool(terminated[0])
    assert np.array_equal(obs, after)


def test_a_learner_that_errs_loses_its_lane(short: Sample) -> None:
    learner = LearnerLanes(short.game(), LANES, illegal_action="terminate")
    learner.reset(range(LANES))
    outcome = learner.step(legal_but_in([3], learner.masks))
    assert outcome.rewards[3] == -1.0
    assert [end["illegal"] for end in outcome.ended if end["lane"] == 3] == [True]
    assert learner.masks[3].any()


def test_at_the_gymnasium_door(short: Sample) -> None:
    env = SeatEnv(illegal_action="terminate", **short.all_options())
    observation, _ = env.reset(seed=1)
    _, reward, terminated, _, info = env.step(int(observation["action_mask"].argmin()))
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    env = SeatEnv(illegal_action="random", **short.all_options())
    observation, _ = env.reset(seed=1)
    *_, info = env.step(int(observation["action_mask"].argmin()))
    assert info["illegal_actions"] == 1


def test_unknown_values_and_what_cannot_go_together(any_game: Sample) -> None:
    with pytest.raises(InvalidOption, match="'raise', 'terminate', 'random'"):
        any_game.vector_env(2, illegal_action="forgive")
    with pytest.raises(InvalidOption, match="needs autoreset"):
        any_game.vector_env(2, illegal_action="terminate", autoreset=False)


def test_masks_that_were_handed_out_may_be_written_into(any_game: Sample) -> None:
    env = any_game.vector_env(2)
    _, info = env.reset(seed=0)
    wrong = info["action_mask"].argmin(axis=1)
    info["action_mask"][:] = 1
    with pytest.raises(IllegalAction):
        env.step(wrong)


def test_counts_end_with_their_game(shortest: Sample) -> None:
    env = shortest.vector_env(2, illegal_action="random")
    _, info = env.reset(seed=0)
    total = 0
    while "final_illegal_actions" not in info:
        mask = info["action_mask"]
        *_, info = env.step(mask.argmin(axis=1))
        total += 1
    ended = info["_final_obs"]
    assert info["final_illegal_actions"][ended].tolist() == [total] * ended.sum()
    assert not info["illegal_actions"][ended].any()
    env.reset(options={"reset_mask": np.array([True, False])})
    assert not env._referee.counts[0]


def test_who_ended_the_game_is_told(any_game: Sample) -> None:
    env = any_game.vector_env(2, num_players=3, illegal_action="terminate")
    _, info = env.reset(seed=0)
    player = info["player"][1]
    *_, info = env.step(legal_but_in([1], info["action_mask"]))
    assert info["illegal_by"].tolist() == [-1, player]
