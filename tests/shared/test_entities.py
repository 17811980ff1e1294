"""observation="entities": at every door the pieces of the flat vector, by name, without another copy."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test

from tests.kinds import Sample
from undersea_env import InvalidOption
from undersea_env.core.kind import Kind
from undersea_env.doors.gymnasium_env import SeatEnv, SeatVectorEnv


def assert_same(kind: Kind, entities: dict[str, Any], flat: Any) -> None:
    pieces = kind.observation.explain(flat)
    assert list(entities) == [piece.name for piece in kind.observation]
    for name, piece in pieces.items():
        assert np.array_equal(entities[name], piece), name


def first_legal(mask: Any) -> Any:
    return np.asarray(mask).argmax(axis=-1)


def test_vector_door(short: Sample) -> None:
    flat = short.vector_env(6, num_players=3, seed=4)
    made = short.vector_env(6, num_players=3, seed=4, observation="entities")
    one, info = flat.reset()
    other, _ = made.reset()
    assert other in made.observation_space
    ends = 0
    for _ in range(400):
        assert_same(short.kind, other, one)
        actions = first_legal(info["action_mask"])
        one, *_, info = flat.step(actions)
        other, *_, info_of_made = made.step(actions)
        if "final_obs" in info:
            ends += 1
            assert_same(short.kind, info_of_made["final_obs"], info["final_obs"])
    assert ends
    assert {name: array.shape[1:] for name, array in other.items()} == {p.name: p.shape for p in short.kind.observation}


def test_pettingzoo_door(any_game: Sample) -> None:
    flat = any_game.raw_env(num_players=4)
    made = any_game.raw_env(num_players=4, observation="entities")
    for env in (flat, made):
        env.reset(seed=3)
    for _ in range(30):
        one, other = flat.last()[0], made.last()[0]
        assert one is not None
        assert other is not None
        assert other in made.observation_space(made.agent_selection)
        assert_same(any_game.kind, other["observation"], one["observation"])
        action = int(first_legal(one["action_mask"]))
        flat.step(action)
        made.step(action)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space")
def test_pettingzoos_own_test(any_game: Sample) -> None:
    api_test(any_game.env(observation="entities"), num_cycles=300)


def test_gymnasium_door(short: Sample) -> None:
    flat = SeatEnv(**short.all_options())
    made = SeatEnv(observation="entities", **short.all_options())
    one, _ = flat.reset(seed=1)
    other, _ = made.reset(seed=1)
    done = False
    while not done:
        assert_same(short.kind, other["observation"], one["observation"])
        action = int(first_legal(one["action_mask"]))
        one, _, done, *_ = flat.step(action)
        other, *_ = made.step(action)
    assert_same(short.kind, other["observation"], one["observation"])
    lanes = SeatVectorEnv(num_envs=3, observation="entities", **short.all_options())
    seen, _ = lanes.reset(seed=0)
    assert seen in lanes.observation_space


def test_stable_baselines3_door(shortest: Sample) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from undersea_env.doors.sb3 import SeatVecEnv

    env = SeatVecEnv(num_envs=4, observation="entities", **shortest.all_options())
    model = sb3_contrib.MaskablePPO("MultiInputPolicy", env, n_steps=32, batch_size=64, n_epochs=1, seed=0)
    model.learn(256)
    assert np.isfinite(model.policy.value_net.weight.detach().numpy()).all()


def test_an_unknown_form_is_refused(any_game: Sample) -> None:
    for make in (any_game.env, any_game.raw_env, any_game.parallel_env):
        with pytest.raises(InvalidOption, match="'flat' or 'entities'"):
            make(observation="picture")
    with pytest.raises(InvalidOption, match="'flat' or 'entities'"):
        any_game.vector_env(2, observation=None)
