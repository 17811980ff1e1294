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

from tests.kinds import Sample
from tests.shared.playing import legal_in
from undersea_env import IllegalAction
from undersea_env.doors.parallel import IDLE


def random_actions(observations: dict[str, Any], rng: random.Random) -> dict[str, int]:
    """As libraries draw them, which know nothing of idle agents."""
    return {agent: rng.choice(legal_in(seen)) for agent, seen in observations.items()}


def active_in(infos: dict[str, Any]) -> str:
    (found,) = (agent for agent, info in infos.items() if info["active"])
    return found


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


def test_pettingzoo_parallel_api(any_size: Sample) -> None:
    parallel_api_test(any_size.parallel_env(), num_cycles=1000)


def test_pettingzoo_parallel_seeds(any_size: Sample) -> None:
    parallel_seed_test(lambda: any_size.parallel_env(illegal_action="random"))


def test_pettingzoo_parallel_state(any_game: Sample) -> None:
    check_state(any_game.parallel_env(num_players=3))


def test_it_plays_the_same_game_as_the_aec_environment(shortest_of_any_size: Sample) -> None:
    env = shortest_of_any_size.parallel_env()
    other = shortest_of_any_size.env()
    observations, infos = env.reset(seed=3)
    other.reset(seed=3)
    rng = random.Random(3)
    while True:
        active = other.agent_selection
        assert active_in(infos) == active
        idle = [seen["action_mask"] for agent, seen in observations.items() if agent != active]
        assert [np.flatnonzero(mask).tolist() for mask in idle] == [[IDLE]] * len(idle)
        actions = random_actions(observations, rng)
        other.step(actions[active])
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert (rewards, terminations, truncations) == (other.rewards, other.terminations, other.truncations)
        for agent in other.agents:
            assert np.array_equal(observations[agent]["observation"], other.observe(agent)["observation"])
            if agent == other.agent_selection and not any(terminations.values()):
                assert np.array_equal(observations[agent]["action_mask"], other.observe(agent)["action_mask"])
            assert infos[agent].keys() == {"score", "rank", "active"}
            assert infos[agent].items() >= other.infos[agent].items()
        if any(terminations.values()):
            break
    assert tuple(rewards.values()) == other.position.returns
    assert all(terminations.values())
    assert not any(info["active"] for info in infos.values())
    assert env.agents == []


def test_there_are_always_five_answers(shortest: Sample) -> None:
    env = shortest.parallel_env()
    observations, _ = env.reset(seed=0)
    play(env, observations, 0)
    assert env.step({}) == ({}, {}, {}, {}, {})
    env.reset()
    assert env.agents == env.possible_agents


def test_the_action_of_the_active_agent_must_be_there_and_legal(any_game: Sample) -> None:
    env = any_game.parallel_env()
    observations, infos = env.reset(seed=0)
    active = active_in(infos)
    idle = next(agent for agent in env.agents if agent != active)
    before = env.get_state()
    with pytest.raises(IllegalAction, match=f"{active} is to move, but the actions given are of {idle}"):
        env.step({idle: 0})
    with pytest.raises(IllegalAction, match="of nobody"):
        env.step({})
    with pytest.raises(IllegalAction, match="legal now"):
        env.step({active: int(np.flatnonzero(observations[active]["action_mask"] == 0)[0])})
    assert env.get_state() == before


def test_an_illegal_action_can_end_the_game(any_game: Sample) -> None:
    env = any_game.parallel_env(illegal_action="terminate")
    observations, infos = env.reset(seed=0)
    active = active_in(infos)
    illegal = int(np.flatnonzero(observations[active]["action_mask"] == 0)[0])
    _, rewards, terminations, _, infos = env.step({active: illegal})
    assert rewards == {agent: -1.0 if agent == active else 0.0 for agent in env.possible_agents}
    assert terminations == {"player_0": True, "player_1": True}
    by = env.possible_agents.index(active)
    assert infos["player_1"] == {"score": 0, "rank": 0, "illegal": True, "illegal_by": by, "active": False}
    assert env.agents == []


def test_copies_go_on_alike(short: Sample) -> None:
    env = short.parallel_env(num_players=3)
    observations, _ = env.reset(seed=1)
    for k in range(9):
        observations = env.step(random_actions(observations, random.Random(k)))[0]
    restored = short.parallel_env(num_players=3)
    seen, infos = restored.set_state(env.get_state())
    assert set(seen) == set(infos) == set(restored.agents)
    others = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env), restored]
    answers = as_bytes(play(env, observations, 2))
    for other in others:
        assert as_bytes(play(other, observations, 2)) == answers


def test_what_was_handed_out_never_changes(shortest: Sample) -> None:
    env = shortest.parallel_env(num_players=2)
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


def test_pettingzoos_own_conversion_works_too(shortest: Sample) -> None:
    parallel_api_test(turn_based_aec_to_parallel(shortest.env(num_players=3)), num_cycles=1000)
