"""Positions under OpenSpiel's names; its own bots play them where it is installed (`make clients`)."""

import math
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import clients, kinds
from tests.kinds import Sample
from tests.shared.playing import play
from undersea_env.errors import IllegalAction, InvalidOption, UnderseaError
from undersea_env.openspiel import TERMINAL_PLAYER, Game, load_game


def loaded(sample: Sample, **more: Any) -> Game:
    return Game(sample.game(**more))


def test_a_game_is_played_like_the_position_behind_it(short_of_any_size: Sample) -> None:
    game, rng = loaded(short_of_any_size), random.Random(1)
    state, position = game.new_initial_state(seed=4), short_of_any_size.game().new_game(4)
    assert state.get_game() is game
    while not state.is_terminal():
        player = position.current_player
        assert state.current_player() == player
        assert state.legal_actions() == state.legal_actions(player) == position.legal_actions
        assert state.legal_actions((player + 1) % 5) == []
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == position.legal_actions
        assert state.returns() == [0.0] * game.num_players()
        assert not state.is_chance_node()
        action = rng.choice(position.legal_actions)
        assert state.action_to_string(action) == state.action_to_string(player, action)
        child = state.child(action)
        state.apply_action(action)
        position.apply_action(action)
        assert child.position == state.position == position
        assert child.history() == state.history()
    assert (state.current_player(), state.legal_actions()) == (TERMINAL_PLAYER, [])
    assert state.returns() == state.rewards() == list(position.returns)
    assert [state.player_return(player) for player in range(game.num_players())] == state.returns()
    assert state.move_number() == len(state.history())


def test_returns_keep_to_what_the_game_says_of_them(shortest_of_any_size: Sample) -> None:
    for reward in ("win", "rank", "score"):
        game = loaded(shortest_of_any_size, reward=reward)
        ends = [play(game.rules.new_game(seed), seed).returns for seed in range(8)]
        for returns in ends:
            assert all(game.min_utility() <= value <= game.max_utility() for value in returns)
            if game.utility_sum() is not None:
                assert sum(returns) == pytest.approx(game.utility_sum())
            if game.get_type().utility == "IDENTICAL":
                assert len(set(returns)) == 1
        assert math.isfinite(game.max_utility()) == (reward != "score")


def test_what_a_player_sees(any_game: Sample) -> None:
    state = loaded(any_game, num_players=3).new_initial_state(seed=2)
    for player in range(3):
        other = state.resample_from_infostate(player, random.Random(3).random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
    assert len(state.observation_tensor()) == state.get_game().observation_tensor_size()
    assert 0 <= min(state.observation_tensor()) <= max(state.observation_tensor()) <= 1
    assert pickle.loads(pickle.dumps(state)).position == state.position


def test_what_does_not_exist_is_refused() -> None:
    game = load_game(kinds.TOY, {"num_players": 2}, rounds=1)
    state = game.new_initial_state()
    with pytest.raises(UnderseaError, match="no chance nodes"):
        state.chance_outcomes()
    with pytest.raises(IllegalAction, match="legal now"):
        state.apply_action(4)
    assert state.history() == []
    with pytest.raises(InvalidOption, match="a seat is a whole number from 0 to 1"):
        state.observation_tensor(2)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(InvalidOption, match="the game is over"):
        state.observation_tensor()
    with pytest.raises(InvalidOption, match="no option colour"):
        load_game(kinds.TOY, colour=1)


BOTS = '''
import sys
import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from undersea_env.openspiel import load_game

name, which, simulations, games = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
game = load_game(name, num_players=2, rounds=9)
evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
if which == "mcts":
    bot = mcts.MCTSBot(game, 1.0, simulations, evaluator, random_state=np.random.RandomState(2))
else:
    bot = ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=1.0, max_simulations=simulations,
                           random_state=np.random.RandomState(2))
rng, won = np.random.RandomState(3), 0.0
for seed in range(games):
    state = game.new_initial_state(seed=seed)
    while not state.is_terminal():
        mine = state.current_player() == seed % 2
        state.apply_action(int(bot.step(state) if mine else rng.choice(state.legal_actions())))
    won += state.returns()[seed % 2] + 0.5
print(won / games)
'''


@pytest.mark.parametrize("bot", ["mcts", "ismcts"])
def test_openspiels_own_bots_beat_random_play(bot: str, tmp_path: Path) -> None:
    script = tmp_path / "bots.py"
    script.write_text(BOTS)
    assert float(clients.run_with("openspiel", script, kinds.TOY, bot, "50", "40")) > 0.6
