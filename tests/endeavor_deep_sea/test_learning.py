"""The networks of the game, and what is particular about learning it: zones as entities, teams, many missions."""

from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

import undersea_env
from undersea_env.agents import make
from undersea_env.core.lanes import Lanes
from undersea_env.core.position import Game
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS
from undersea_env.endeavor_deep_sea.kernel.layout import OBSERVATION
from undersea_env.endeavor_deep_sea.kind import KIND
from undersea_env.endeavor_deep_sea.network import (
    HEX_QUESTION,
    KEEP_QUESTION,
    MISSION,
    OPEN,
    PRESETS,
    QUESTION,
    hex_features,
    piece,
)
from undersea_env.endeavor_deep_sea.printed.words import MAX_HEXES, MISSIONS
from undersea_env.training import evaluation
from undersea_env.training.config import Config
from undersea_env.training.network import make_network
from undersea_env.training.ppo_selfplay import Trainer

NAME = KIND.name
ROWS = 24


def game_of(**options: Any) -> Game:
    return undersea_env.game(game=NAME, **options)


def some_observations(**options: Any) -> NDArray[np.uint8]:
    """In the middle of games that are played at random."""
    lanes, rng = Lanes(game_of(**options), ROWS), np.random.default_rng(0)
    lanes.reset(range(ROWS))
    for _ in range(50):
        lanes.advance((lanes.masks * rng.random(lanes.masks.shape)).argmax(1))
    return np.array(lanes.observations)


def changed_by(network: Any, before: NDArray[np.uint8], after: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The actions that are liked more or less by the network than before, in any row."""
    with torch.no_grad():
        logits = [network(torch.from_numpy(seen))[0].numpy() for seen in (before, after)]
    return np.asarray((np.abs(logits[1] - logits[0]) > 1e-7).any(axis=0))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("mission", [1, 6, 8])
def test_every_preset_reads_all_missions_and_numbers_of_players(preset: str, mission: int) -> None:
    network = make_network(preset, KIND, game_of())
    for players in (1, 2, 3, 4):
        for mode in ("competitive", "cooperative"):
            seen = torch.from_numpy(some_observations(num_players=players, mission=mission, mode=mode))
            logits, values = network(seen)
            assert logits.shape == (ROWS, KIND.num_actions)
            assert values.shape == (ROWS,)
            assert torch.isfinite(logits).all()
            assert logits.abs().max() < 1                    # at first nothing is preferred
            alone, value = network(seen[5:6])
            assert torch.allclose(alone[0], logits[5], atol=1e-5)
            assert torch.allclose(value[0], values[5], atol=1e-5)


@pytest.mark.parametrize("name", [piece.name for piece in OBSERVATION])
def test_every_piece_of_the_observation_is_read(name: str) -> None:
    network = make_network("small", KIND, game_of())
    before = np.concatenate([some_observations(num_players=4), some_observations(mode="cooperative", mission=6)])
    after, found = before.copy(), OBSERVATION[name]
    part = after[:, found.start : found.start + found.size]
    part[:] = np.where(part > 0, 0, 1)
    assert changed_by(network, before, after).any()


def without_trunk() -> Any:
    """A network that asks for something, but for the same in every position."""
    network: Any = make_network("small", KIND, game_of())
    torch.nn.init.normal_(network.heads.bias)
    torch.nn.init.zeros_(network.heads.weight)
    return network


def with_column(observations: NDArray[np.uint8], name: str, column: int, value: int) -> NDArray[np.uint8]:
    """Of the first row of a table."""
    found = observations.copy()
    found[:, OBSERVATION[name].start + column] = value
    return found


def test_an_action_in_a_cell_is_scored_by_what_lies_there() -> None:
    network = without_trunk()
    before = some_observations(num_players=2)
    cell = int(np.flatnonzero(piece(torch.from_numpy(before), "ocean")[0, :, 0].numpy())[0])
    found, columns = OBSERVATION["ocean"], OBSERVATION["ocean"].shape[1]
    after = before.copy()
    after[:, found.start + cell * columns + 2] += 1              # another vessel
    changed = changed_by(network, before, after)
    expected = {ACTIONS[name] + cell for name in ("LEAVE", "TRAVEL_TO", "ACT_IN")}
    assert set(np.flatnonzero(changed).tolist()) == expected


def test_a_journal_of_the_row_is_scored_in_its_place() -> None:
    network = without_trunk()
    before = some_observations(num_players=2)
    after, found = before.copy(), OBSERVATION["journals"]
    places = after[:, found.start : found.start + found.size].reshape(ROWS, *found.shape)[:, :, 2]
    places[places == 3] = 0                                  # the third place is empty
    changed = changed_by(network, before, after)
    assert np.flatnonzero(changed).tolist() == [ACTIONS["ROW"] + 2]


def test_a_hex_is_scored_by_what_its_mission_prints_and_only_when_it_is_asked_for() -> None:
    network, seen = without_trunk(), some_observations(num_players=2)
    for question, expected in ((HEX_QUESTION, True), (3, False)):
        before = with_column(seen, "table", QUESTION, question)
        changed = np.flatnonzero(changed_by(network, before, with_column(before, "table", MISSION, 2)))
        assert bool(len(changed)) == expected
        assert all(ACTIONS["HEX"] <= action < ACTIONS["HEX"] + MAX_HEXES for action in changed)
    known = hex_features(game_of())
    assert np.array_equal(known, hex_features(game_of(mission=7, num_players=4)))       # whatever is played
    assert len(np.unique(known.reshape(MISSIONS, -1), axis=0)) == MISSIONS


def test_a_drawn_board_is_scored_by_what_is_printed_on_it() -> None:
    network, seen = without_trunk(), some_observations(num_players=2)
    for question, expected in ((KEEP_QUESTION, [ACTIONS["KEEP"] + 1]), (KEEP_QUESTION + 2, [])):    # boards; tokens
        before = with_column(with_column(seen, "table", QUESTION, question), "frames", OPEN["b"], 5)
        changed = changed_by(network, before, with_column(before, "frames", OPEN["b"], 6))
        assert np.flatnonzero(changed).tolist() == expected


def test_a_team_is_rewarded_for_the_goals_of_all() -> None:
    """Nobody is ahead of anybody; a goal counts a tenth for every seat."""
    config = Config(
        game=NAME, players=(3,), options={"mode": "cooperative", "mission": 10}, lanes=8, shards=1, steps=400,
        shaping=0.0, imitation=0.5, opponent_share=0.0,
    )
    trainer = Trainer(config)
    trainer.collect(used=0.0)                                # greedy plays every second lane
    (group,), earned = trainer.groups, trainer.rollout.earned
    assert (earned == earned[:, :, :1]).all()
    paid = np.rint(10 * earned[trainer.rollout.ended][:, 0])
    assert sorted(paid) == sorted(group.scores[::3])         # which has the score of every seat
    assert paid.max() > 0
    assert not earned[~trainer.rollout.ended].any()
    assert group.game.points_in_reward == 10
    assert game_of(num_players=3).points_in_reward == 100


def test_a_team_is_evaluated_together() -> None:
    game = game_of(num_players=3, mode="cooperative", rounds=2)
    (found,) = evaluation.evaluate(game, make("greedy", game=NAME), 3)
    assert (found.players, found.opponent, found.games, found.lead) == (3, "alone", 3, found.points)
