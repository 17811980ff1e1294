"""The form of observations at every door: "entities" are the pieces of the flat vector, by name, without another copy;
floats are shares of the highest values; masks go into infos where they are wanted there.
"""

from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box
from pettingzoo.test import api_test

from tests.kinds import Sample
from undersea_env import InvalidOption
from undersea_env.core.kind import Kind
from undersea_env.doors.gymnasium_env import SeatEnv, SeatVectorEnv


def assert_same(kind: Kind, entities: dict[str, Any], flat: Any) -> None:
    pieces = kind.observation.explain(flat)
    assert [name for name in entities if name != "action_mask"] == [piece.name for piece in kind.observation]
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
        assert_same(any_game.kind, other, one["observation"])
        action = int(first_legal(one["action_mask"]))
        flat.step(action)
        made.step(action)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space", "ignore:.*all zeros")
def test_pettingzoos_own_test(any_game: Sample) -> None:
    api_test(any_game.env(observation="entities"), num_cycles=300)


def test_gymnasium_door(short: Sample) -> None:
    flat = SeatEnv(**short.all_options())
    made = SeatEnv(observation="entities", **short.all_options())
    one, _ = flat.reset(seed=1)
    other, _ = made.reset(seed=1)
    done = False
    while not done:
        assert_same(short.kind, other, one["observation"])
        action = int(first_legal(one["action_mask"]))
        one, _, done, *_ = flat.step(action)
        other, *_ = made.step(action)
    assert_same(short.kind, other, one["observation"])
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


# --- floats ---


def test_floats_are_shares_of_the_highest_values(short: Sample) -> None:
    highest = np.maximum(short.kind.observation.highest(), 1)
    flat, made = short.vector_env(4, seed=1), short.vector_env(4, seed=1, dtype="float32")
    one, info = flat.reset()
    other, _ = made.reset()
    for _ in range(60):
        assert other in made.observation_space
        assert other.dtype == np.float32
        assert np.allclose(other * highest, one, atol=1e-4)
        actions = first_legal(info["action_mask"])
        one, *_, info = flat.step(actions)
        other, *_ = made.step(actions)


@pytest.mark.parametrize("observation", ["flat", "entities"])
def test_floats_at_every_door(short: Sample, observation: str) -> None:
    form: dict[str, Any] = {"observation": observation, "dtype": "float32"}
    env = short.env(**form)
    env.reset(seed=0)
    assert env.last()[0] in env.observation_space(env.agent_selection)
    parallel = short.parallel_env(**form)
    assert all(seen in parallel.observation_space(agent) for agent, seen in parallel.reset(seed=0)[0].items())
    single, lanes = SeatEnv(**form, **short.all_options()), SeatVectorEnv(3, **form, **short.all_options())
    assert single.reset(seed=0)[0] in single.observation_space
    assert lanes.reset(seed=0)[0] in lanes.observation_space


# --- masks in infos ---


def test_masks_in_infos_leave_a_plain_box(short: Sample) -> None:
    """The same games as with masks in observations, and what was handed out stays."""
    env, usual = short.env(num_players=3, mask="info"), short.env(num_players=3)
    for each in (env, usual):
        each.reset(seed=2)
    kept = []
    while usual.agents:
        for agent in usual.agents:
            assert np.array_equal(env.infos[agent]["action_mask"], usual.observe(agent)["action_mask"])
        seen, *rest, info = env.last()
        expected, *rest_expected, _ = usual.last()
        assert isinstance(env.observation_space("player_0"), Box)
        assert seen in env.observation_space(env.agent_selection)
        assert np.array_equal(seen, expected["observation"])
        assert rest == rest_expected
        kept.append((info, info["action_mask"].copy()))
        action = None if rest[1] else int(first_legal(info["action_mask"]))
        env.step(action)
        usual.step(action)
    assert all(np.array_equal(info["action_mask"], mask) for info, mask in kept)


def test_masks_in_infos_at_the_other_doors(short: Sample) -> None:
    parallel = short.parallel_env(mask="info")
    seen, infos = parallel.reset(seed=0)
    while parallel.agents:
        assert all(array in parallel.observation_space(agent) for agent, array in seen.items())
        actions = {agent: int(first_legal(info["action_mask"])) for agent, info in infos.items()}
        seen, *_, infos = parallel.step(actions)
    single, lanes = SeatEnv(mask="info", **short.all_options()), SeatVectorEnv(3, mask="info", **short.all_options())
    for env in (single, lanes):
        observation, info = env.reset(seed=0)
        for _ in range(3):
            assert observation in env.observation_space
            observation, *_, info = env.step(first_legal(info["action_mask"]))


@pytest.mark.filterwarnings("ignore:Observation space")
def test_pettingzoos_own_test_with_masks_in_infos(any_game: Sample) -> None:
    api_test(any_game.env(mask="info", illegal_action="random"), num_cycles=300)


def test_unknown_words_are_refused(any_game: Sample) -> None:
    for wrong, says in (({"dtype": "float16"}, "'uint8' or 'float32'"), ({"mask": None}, "'observation' or 'info'")):
        for make in (any_game.env, any_game.raw_env, any_game.parallel_env):
            with pytest.raises(InvalidOption, match=f"{next(iter(wrong))} is {says}, not"):
                make(**wrong)


def test_an_option_that_does_not_exist_is_a_type_error_too(any_game: Sample) -> None:
    """Libraries try options and look for Python's own words."""
    more = any_game.all_options(frameskip=1)
    wrong = {"frameskip": 1}
    for make, options in (
        *((make, wrong) for make in (any_game.env, any_game.raw_env, any_game.parallel_env, any_game.game)),
        (any_game.vector_env, {"num_envs": 2, **wrong}), (SeatEnv, more), (SeatVectorEnv, more),
    ):
        with pytest.raises(TypeError, match=r"no option frameskip; .*unexpected keyword argument 'frameskip'") as error:
            make(**options)
        assert isinstance(error.value, InvalidOption)
