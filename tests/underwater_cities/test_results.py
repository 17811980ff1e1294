"""Who wins Underwater Cities: ties (V-6), solo (V-7), and what that is worth."""

from typing import Any

import numpy as np
import pytest

import undersea_env
from tests import kinds
from tests.kinds import Sample
from tests.shared.playing import play


@pytest.mark.parametrize("sample", kinds.whole_games("underwater_cities"), ids=repr)
def test_before_the_end_scores_are_the_points_on_the_track(sample: Sample) -> None:
    game = sample.game()
    assert game.new_game(2).scores == (0,) * game.num_players
    state = play(game.new_game(2), 3, 60)
    points = [player["points"] for player in state.to_dict()["players"]]
    assert list(state.scores) == points


def test_ties_go_to_the_earlier_in_turn_order() -> None:
    game = undersea_env.game(3)
    same = {"kelp": 0, "steelplast": 0, "science": 0, "credits": 0}
    players = [same | {"points": 5}, same | {"points": 5}, same | {"points": 4}]
    state = game.from_dict({"to_move": -1, "order": [2, 1, 0], "players": players})
    assert state.is_terminal
    assert state.ranks == (2, 1, 3)
    assert state.winners == (1,)
    assert state.returns == pytest.approx((-1 / 3, 2 / 3, -1 / 3))


@pytest.mark.parametrize(
    ("reward", "returns"),
    [
        ("win", (1 - 1 / 3, -1 / 3, -1 / 3)),
        ("rank", (1.0, 0.0, -1.0)),
        ("score", (0.15, 0.0, -0.15)),
        (lambda scores, ranks: [score - rank for score, rank in zip(scores, ranks, strict=True)], (21, 10, -1)),
    ],
)
def test_returns_follow_the_option_reward(reward: Any, returns: tuple[float, ...]) -> None:
    game = undersea_env.game(3, reward=reward)
    same = {"kelp": 0, "steelplast": 0, "science": 0, "credits": 0}
    players = [same | {"points": points} for points in (20, 10, 0)]     # and 2 for the starting city
    state = game.from_dict({"to_move": -1, "players": players})
    assert state.scores == (22, 12, 2)
    assert state.returns == pytest.approx(returns)


def test_solo_is_won_with_seven_connected_cities_and_a_hundred_points() -> None:
    game = undersea_env.game(1, boards=[5])
    board = game.catalogue.boards[4]
    cities = {city.id: "nonsymbiotic" for city in board.cities}
    tunnels = {tunnel.id: "tunnel" for tunnel in board.tunnels}
    won = game.from_dict({"to_move": -1, "players": [{"points": 100, "sites": cities | tunnels}]})
    assert won.winners == (0,)
    assert won.returns == (1.0,)
    for player in ({"points": 30, "sites": cities | tunnels}, {"points": 200, "sites": {board.start.id: "symbiotic"}}):
        lost = game.from_dict({"to_move": -1, "players": [player]})
        assert lost.winners == ()
        assert lost.returns == (0.0,)


def test_absent_seats_have_nothing_whatever_the_arrays_had() -> None:
    game = undersea_env.game(2)
    scores, ranks, won = (np.full((1, game.kind.most_players), 9) for _ in range(3))
    game.engine.result(game.new_game(1).states, game.new_rooms(1), 0, scores, ranks, won, 0, 1)
    assert [array[0, 2:].tolist() for array in (scores, ranks, won)] == [[0, 0]] * 3
