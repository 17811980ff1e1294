"""The parallel view: all agents give an action, that of the active agent counts."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test
from pettingzoo.test.state_test import test_parallel_env as check_state
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import undersea_env
from undersea_env import IllegalAction

PLAYERS = (1, 2, 3, 4)
QUICK = {"rounds": (1,)}


def random_actions(observations: dict[str, Any], rng: random.Random) -> dict[str, int]:
    """Idle agents have no legal action; what they give does not matter."""
    legal = {agent: np.flatnonzero(seen["action_mask"]).tolist() for agent, seen in observations.items()}
    return {agent: rng.choice(actions or [rng.randrange(384)]) for agent, actions in legal.items()}


def play(env: Any, observations: dict[str, Any], seed: int) -> list[Any]:
    """What the steps answer until the end."""
    rng = random.Random(seed)
    answers = []
    while env.agents:
        answers.append(env.step(random_actions(observations, rng)))
        observations = answers[-1][0]
    return answers


def as_bytes(answers: list[Any]) -> list[Any]:
    def of(observations: dict[str, Any]) -> dict[str, Any]:
        return {agent: [array.tobytes() for array in seen.values()] for agent, seen in observations.items()}

    return [(of(observations), *rest) for observations, *rest in answers]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_pettingzoo_parallel_api(num_players: int) -> None:
    parallel_api_test(undersea_env.parallel_env(num_players=num_players), num_cycles=1000)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_pettingzoo_parallel_seeds(num_players: int) -> None:
    parallel_seed_test(lambda: undersea_env.parallel_env(num_players=num_players, illegal_action="random"))


def test_pettingzoo_parallel_state() -> None:
    check_state(undersea_env.parallel_env(num_players=3))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_it_plays_the_same_game_as_the_aec_environment(num_players: int) -> None:
    env = undersea_env.parallel_env(num_players=num_players, **QUICK)
    other = undersea_env.env(num_players=num_players, **QUICK)
    observations, infos = env.reset(seed=3)
    other.reset(seed=3)
    rng = random.Random(3)
    while True:
        active = other.agent_selection
        assert {info["active_agent"] for info in infos.values()} == {active}
        assert [agent for agent, seen in observations.items() if seen["action_mask"].any()] == [active]
        actions = random_actions(observations, rng)
        other.step(actions[active])
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert (rewards, terminations, truncations) == (other.rewards, other.terminations, other.truncations)
        for agent in other.agents:
            expected = other.observe(agent)
            assert all(np.array_equal(observations[agent][name], expected[name]) for name in expected)
            assert infos[agent].items() >= other.infos[agent].items()
        if any(terminations.values()):
            break
    assert tuple(rewards.values()) == other.position.returns
    assert all(terminations.values())
    assert [info["active_agent"] for info in infos.values()] == [None] * num_players
    assert env.agents == []


def test_there_are_always_five_answers() -> None:
    env = undersea_env.parallel_env(**QUICK)
    observations, _ = env.reset(seed=0)
    play(env, observations, 0)
    assert env.step({}) == ({}, {}, {}, {}, {})
    env.reset()
    assert env.agents == env.possible_agents


def test_the_action_of_the_active_agent_must_be_there_and_legal() -> None:
    env = undersea_env.parallel_env()
    observations, infos = env.reset(seed=0)
    active = infos["player_0"]["active_agent"]
    idle = next(agent for agent in env.agents if agent != active)
    before = env.get_state()
    with pytest.raises(IllegalAction, match=f"{active} is to move, but the actions given are of {idle}"):
        env.step({idle: 0})
    with pytest.raises(IllegalAction, match="of nobody"):
        env.step({})
    with pytest.raises(IllegalAction, match="legal now"):
        env.step({active: int(np.flatnonzero(observations[active]["action_mask"] == 0)[0])})
    assert env.get_state() == before


def test_an_illegal_action_can_end_the_game() -> None:
    env = undersea_env.parallel_env(illegal_action="terminate")
    observations, infos = env.reset(seed=0)
    active = infos["player_0"]["active_agent"]
    illegal = int(np.flatnonzero(observations[active]["action_mask"] == 0)[0])
    _, rewards, terminations, _, infos = env.step({active: illegal})
    assert rewards == {agent: -1.0 if agent == active else 0.0 for agent in env.possible_agents}
    assert terminations == {"player_0": True, "player_1": True}
    assert infos["player_1"] == {"illegal": True, "illegal_by": active, "active_agent": None}
    assert env.agents == []


def test_copies_go_on_alike() -> None:
    env = undersea_env.parallel_env(num_players=3, **QUICK)
    observations, _ = env.reset(seed=1)
    for k in range(9):
        observations = env.step(random_actions(observations, random.Random(k)))[0]
    restored = undersea_env.parallel_env(num_players=3, **QUICK)
    seen, infos = restored.set_state(env.get_state())
    assert set(seen) == set(infos) == set(restored.agents)
    others = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env), restored]
    answers = as_bytes(play(env, observations, 2))
    for other in others:
        assert as_bytes(play(other, observations, 2)) == answers


def test_what_was_handed_out_never_changes() -> None:
    env = undersea_env.parallel_env(num_players=2, **QUICK)
    observations, infos = env.reset(seed=1)
    kept = [(observations, infos)]
    rng = random.Random(0)
    before = [pickle.dumps(kept[0])]
    while env.agents:
        answer = env.step(random_actions(observations, rng))
        observations = answer[0]
        kept.append(answer)
        before.append(pickle.dumps(answer))
    env.reset()
    assert [pickle.dumps(answer) for answer in kept] == before


def test_pettingzoos_own_conversion_works_too() -> None:
    parallel_api_test(turn_based_aec_to_parallel(undersea_env.env(num_players=3, **QUICK)), num_cycles=1000)
