"""Random legal play: of positions, of batches and of environments."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.choosing import choose_at_random
from undersea_env.core.position import Game, State


def play(state: State, seed: int, decisions: int = -1) -> State:
    """Go on in place, to the end or for so many decisions."""
    rng = random.Random(seed)
    while not state.is_terminal and decisions:
        state.apply_action(rng.choice(state.legal_actions))
        decisions -= 1
    return state


def course_of(beginning: State, seed: int = 0) -> Iterator[State]:
    """Every position of a game, the last one included, each a copy of its own; declining, the last answer, is rare."""
    state, rng = beginning.clone(), random.Random(seed)
    while True:
        yield state.clone()
        if state.is_terminal:
            return
        legal = state.legal_actions
        state.apply_action(rng.choice(legal[:-1] if len(legal) > 1 and rng.random() < 0.7 else legal))


def stages_of_play(game: Game, stages: int, games: int = 48) -> Iterator[tuple[Game, Any, Any]]:
    """Batches of positions from the beginning to the end of random games, with room to work in."""
    states, rooms = game.new_states(games), game.new_rooms(1)
    streams = np.arange(1, games + 1, dtype=np.uint64)
    masks = np.zeros((games, game.num_actions), np.int8)
    game.engine.begin(states, streams.copy(), 0, games)
    for _ in range(stages):
        game.engine.play_at_random(states, rooms, 0, masks, streams, 23, 0, games)
        yield game, states, rooms


def random_actions(masks: NDArray[np.int8], streams: NDArray[np.uint64]) -> NDArray[np.int64]:
    """A legal action a row; of a game that is over, any."""
    actions = np.zeros(len(streams), np.int64)
    choose_at_random(masks, streams, np.ones(len(streams), bool), actions)
    return np.maximum(actions, 0)


def legal_in(observation: dict[str, Any]) -> list[int]:
    """Of what PettingZoo and Gymnasium hand out."""
    legal: list[int] = np.flatnonzero(observation["action_mask"]).tolist()
    return legal


def play_env(env: Any, seed: int, decisions: int = 10**9) -> list[tuple[str, float]]:
    """A PettingZoo environment, agents' leaves included; who decided and which rewards `last` told."""
    rng = random.Random(seed)
    told = []
    for agent in env.agent_iter(decisions):
        observation, reward, terminated, truncated, _ = env.last()
        told.append((agent, reward))
        env.step(None if terminated or truncated else rng.choice(legal_in(observation)))
    return told
