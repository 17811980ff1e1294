"""observation="entities": at every door the pieces of the flat vector, by name, without another copy."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test

import undersea_env
from undersea_env.underwater_cities.observation import OBSERVATION_LAYOUT, explain

NAMES = [piece.name for piece in OBSERVATION_LAYOUT]


def assert_same(entities: dict[str, Any], flat: Any) -> None:
    pieces = explain(flat)
    assert list(entities) == NAMES
    for name, piece in pieces.items():
        assert np.array_equal(entities[name], piece), name


def first_legal(mask: Any) -> Any:
    return np.asarray(mask).argmax(axis=-1)


def test_vector_door() -> None:
    flat = undersea_env.vector_env(num_envs=6, num_players=3, seed=4, rounds=(1, 1, 1))
    made = undersea_env.vector_env(num_envs=6, num_players=3, seed=4, rounds=(1, 1, 1), observation="entities")
    one, info = flat.reset()
    other, _ = made.reset()
    assert other in made.observation_space
    ends = 0
    for _ in range(400):
        assert_same(other, one)
        actions = first_legal(info["action_mask"])
        one, *_, info = flat.step(actions)
        other, *_, info_of_made = made.step(actions)
        if "final_obs" in info:
            ends += 1
            assert_same(info_of_made["final_obs"], info["final_obs"])
    assert ends
    assert {name: array.shape[1:] for name, array in other.items()} == {p.name: p.shape for p in OBSERVATION_LAYOUT}


def test_pettingzoo_door() -> None:
    flat = undersea_env.raw_env(num_players=2)
    made = undersea_env.raw_env(num_players=2, observation="entities")
    for env in (flat, made):
        env.reset(seed=3)
    for _ in range(60):
        one, other = flat.last()[0], made.last()[0]
        assert one is not None
        assert other is not None
        assert other in made.observation_space(made.agent_selection)
        assert_same(other["observation"], one["observation"])
        action = int(first_legal(one["action_mask"]))
        flat.step(action)
        made.step(action)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space")
def test_pettingzoos_own_test() -> None:
    api_test(undersea_env.env(num_players=2, observation="entities"), num_cycles=300)


def test_gymnasium_door() -> None:
    options = {"num_players": 2, "rounds": (1, 1, 1)}
    flat = gymnasium.make("undersea/UnderwaterCities-v0", **options)
    made = gymnasium.make("undersea/UnderwaterCities-v0", observation="entities", **options)
    one, _ = flat.reset(seed=1)
    other, _ = made.reset(seed=1)
    done = False
    while not done:
        assert_same(other["observation"], one["observation"])
        action = int(first_legal(one["action_mask"]))
        one, _, done, *_ = flat.step(action)
        other, *_ = made.step(action)
    assert_same(other["observation"], one["observation"])
    lanes = gymnasium.make_vec("undersea/UnderwaterCities-v0", num_envs=3, observation="entities")
    seen, _ = lanes.reset(seed=0)
    assert seen in lanes.observation_space


def test_stable_baselines3_door() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from undersea_env.doors.sb3 import SeatVecEnv

    env = SeatVecEnv(num_envs=4, rounds=(1,), observation="entities")
    model = sb3_contrib.MaskablePPO("MultiInputPolicy", env, n_steps=32, batch_size=64, n_epochs=1, seed=0)
    model.learn(256)
    assert np.isfinite(model.policy.value_net.weight.detach().numpy()).all()


def test_an_unknown_form_is_refused() -> None:
    for make in (undersea_env.env, undersea_env.raw_env, undersea_env.parallel_env):
        with pytest.raises(undersea_env.InvalidOption, match="'flat' or 'entities'"):
            make(observation="picture")
    with pytest.raises(undersea_env.InvalidOption, match="'flat' or 'entities'"):
        undersea_env.vector_env(num_envs=2, observation=None)

