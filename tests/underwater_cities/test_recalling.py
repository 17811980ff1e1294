"""Positions from observations: `greedy` answers as it does when it is shown the position itself."""

from typing import Any

import numpy as np
import pytest

import undersea_env
from undersea_env.agents import Positions, make
from undersea_env.agents.greedy import Greedy
from undersea_env.core.batch import Batch
from undersea_env.underwater_cities.heuristic.recalled import positions_seen
from undersea_env.underwater_cities.kernel.layout import HAND_SHOWN, TABLEAU_SHOWN
from undersea_env.underwater_cities.observation import OBSERVATION_SIZE

VARIANTS: tuple[dict[str, Any], ...] = (
    {"num_players": 1},
    {"num_players": 2, "contracts": True},
    {"num_players": 3},
    {"num_players": 4, "boards": "asymmetric", "contracts": True},
)
GREEDY = Greedy()


def batch_of(n: int, **options: Any) -> Batch:
    batch = Batch(undersea_env.game(**options), n=n)
    batch.reset(seeds=range(n))
    return batch


def shown_whole(batch: Batch, players: np.ndarray) -> np.ndarray:
    """Where the observation has room for all cards of the seat that decides."""
    mine = batch.states["players"][np.arange(batch.n), np.maximum(players, 0)]
    shown: np.ndarray = (mine["hand_count"] <= HAND_SHOWN) & (mine["tableau_count"] <= TABLEAU_SHOWN)
    return shown


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("played_by", ["greedy", "random"])
def test_greedy_answers_by_observations_as_by_positions(options: dict[str, Any], played_by: str) -> None:
    batch = batch_of(16, **options)
    player = make("random", seed=3)
    compared = 0
    while not batch.over.all():
        masks, players, observations = batch.legal(), batch.players(), batch.observe()
        by_positions = GREEDY.choose(None, masks, players, Positions(batch.game, batch.states.copy()))
        by_observations = GREEDY.choose(observations, masks, players)
        fair = shown_whole(batch, players)
        assert np.array_equal(by_positions[fair], by_observations[fair])
        assert masks[np.arange(batch.n), by_observations][batch.over == 0].all()
        compared += int(fair.sum())
        batch.step(by_positions if played_by == "greedy" else player.choose(observations, masks, players))
    assert compared > 1500


def test_what_is_shown_is_recalled() -> None:
    """Seen again from the recalled position, an observation is the same: but the deck, which is not shown, is not."""
    batch = batch_of(32, num_players=3, contracts=True)
    player = make("random", seed=5)
    for _ in range(150):
        masks, players, observations = batch.legal(), batch.players(), batch.observe()
        for rows, shown in positions_seen(observations, players):
            again = Batch(shown.game, n=len(rows))
            again.states[:] = shown.states
            seen = again.observe()
            whole = shown_whole(batch, players)
            assert np.array_equal(seen[whole], observations[rows][whole])
        batch.step(player.choose(observations, masks, players))


def test_games_of_several_kinds_are_answered_together() -> None:
    batches = [batch_of(3, num_players=2), batch_of(2, num_players=4), batch_of(2, num_players=2, contracts=True)]
    alone = [GREEDY.choose(batch.observe(), batch.legal(), batch.players()) for batch in batches]
    order = np.random.default_rng(0).permutation(7)
    together = GREEDY.choose(
        np.concatenate([batch.observe() for batch in batches])[order],
        np.concatenate([batch.legal() for batch in batches])[order],
        np.concatenate([batch.players() for batch in batches])[order],
    )
    assert np.array_equal(together, np.concatenate(alone)[order])


def test_greedy_plays_through_pettingzoo_and_the_vector_environment() -> None:
    env = undersea_env.env(num_players=2)
    env.reset(seed=1)
    while env.agents and not any(env.terminations.values()):
        seat = env.agents.index(env.agent_selection)
        shown: Any = env.observe(env.agent_selection)
        action = GREEDY.choose(shown["observation"][None], shown["action_mask"][None], np.array([seat]))
        env.step(int(action[0]))
    assert min(info["score"] for info in env.infos.values()) > 50

    vec = undersea_env.vector_env(num_envs=8, num_players=3, seed=0)
    observations, info = vec.reset(seed=0)
    for _ in range(20):
        observations, *_, info = vec.step(GREEDY.choose(observations, info["action_mask"], info["player"]))


def test_a_game_that_is_over_is_answered_by_0() -> None:
    batch = batch_of(2, num_players=2)
    batch.states["over"][1] = 1
    actions = GREEDY.choose(batch.observe(), batch.legal(), batch.players())
    assert actions[0] != 0
    assert actions[1] == 0


def test_observations_that_cannot_be_are_refused() -> None:
    batch = batch_of(2, num_players=2)
    observations, masks, players = batch.observe(), batch.legal(), batch.players()
    refused = undersea_env.InvalidOption
    with pytest.raises(refused, match="observations or by positions"):
        GREEDY.choose(None, masks, players)
    with pytest.raises(refused, match=str(OBSERVATION_SIZE)):
        GREEDY.choose(observations[:, 1:], masks, players)
    with pytest.raises(refused, match=str(OBSERVATION_SIZE)):
        GREEDY.choose(observations[0], masks, players)
    with pytest.raises(refused, match="seats"):
        GREEDY.choose(observations, masks, players[:1])
    with pytest.raises(refused, match="from 0 to 1"):
        GREEDY.choose(observations, masks, np.array([0, 2]))
    for other in (masks[:1], np.concatenate([masks, masks])):
        with pytest.raises(refused, match=r"masks are whole numbers in the shape \(2, 384\)"):
            GREEDY.choose(observations, other, players)
    with pytest.raises(refused, match="not an observation"):
        GREEDY.choose(np.zeros_like(observations), masks, players)
    with pytest.raises(refused, match="not an observation"):
        GREEDY.choose(np.full_like(observations, 255), masks, players)
    short = batch_of(2, num_players=2, rounds=(2, 1, 1))
    with pytest.raises(refused, match="rounds"):
        GREEDY.choose(short.observe(), short.legal(), short.players())


@pytest.mark.parametrize("code", ["greedy", "mcts:4"])
def test_positions_may_be_a_list_of_states(code: str) -> None:
    states = [undersea_env.game(2).new_game(seed) for seed in (1, 2, 3)]
    masks = np.stack([state.legal_mask() for state in states])
    players = np.array([state.current_player for state in states])
    imagined = [state.resample(state.current_player, 9) for state in states]
    agent: Any = make(code)
    actions = agent.choose(None, masks, players, imagined)
    records = np.concatenate([state.states for state in imagined])
    assert np.array_equal(actions, make(code).choose(None, masks, players, Positions(states[0].game, records)))
    assert masks[np.arange(3), actions].all()
    with pytest.raises(undersea_env.InvalidOption, match="same options"):
        agent.choose(None, masks, players, [*states[:2], undersea_env.game(3).new_game(1)])
    with pytest.raises(undersea_env.InvalidOption, match="list of states"):
        agent.choose(None, masks, players, [])
