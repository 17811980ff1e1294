"""Tide Pools: what only this game shows of the house (shared wins, the plain notation, a game alone)."""

from typing import Any

import pytest

from tests import kinds
from tests.shared.playing import play
from undersea_env import InvalidPosition
from undersea_env.core.position import Game, State

WHOLE_DECK = 30


def game_of(**options: Any) -> Game:
    return kinds.by_default(kinds.TOY).game(**options)


def over(game: Game, *points: int) -> State:
    """The end of a game with these points by cards."""
    position = game.new_game(0).to_dict()
    for player, number in zip(position["players"], points, strict=False):
        player["by_cards"] = number
    return game.from_dict(position | {"round_no": game.options.rounds, "over": 1})


# --- who wins ---


@pytest.mark.parametrize(
    ("points", "ranks", "winners", "returns"),
    [
        ((9, 5, 7), (1, 3, 2), (0,), (2 / 3, -1 / 3, -1 / 3)),
        ((9, 5, 9), (1, 3, 1), (0, 2), (1 / 6, -1 / 3, 1 / 6)),
        ((5, 5, 5), (1, 1, 1), (0, 1, 2), (0, 0, 0)),
        ((9, 5, 5), (1, 2, 2), (0,), (2 / 3, -1 / 3, -1 / 3)),
    ],
)
def test_who_shares_the_most_points_shares_the_win(points: Any, ranks: Any, winners: Any, returns: Any) -> None:
    state = over(game_of(num_players=3), *points)
    assert (state.scores, state.ranks, state.winners) == (points, ranks, winners)
    assert state.returns == pytest.approx(returns)
    by_rank = over(game_of(num_players=3, reward="rank"), *points)
    assert by_rank.returns == pytest.approx([2 - rank for rank in ranks])


def test_alone_one_wins_with_enough_points() -> None:
    game = game_of(num_players=1, goal=20)
    assert game.is_cooperative
    for points, won in ((19, 0), (20, 1)):
        state = over(game, points)
        assert state.returns == (float(won),)
        assert state.winners == (0,) * won
        assert state.game.kind.words.score_sheet(state).endswith("\nwon" if won else "\nnot won")


def test_a_card_is_worth_its_number_and_a_pearl_one_point() -> None:
    game = game_of(rounds=1, num_players=1)
    state = game.new_game(4)
    card = int(state.to_dict()["players"][0]["hand"][1])
    state.apply_action(1)
    state.apply_action(game.kind.actions["DIVE"])
    assert state.is_terminal
    assert state.score_breakdown(0) == {"cards": card, "pearls": 1, "total": card + 1}


def test_the_deck_may_run_out() -> None:
    game = game_of(rounds=9, num_players=4)
    state, draw = game.new_game(1), game.kind.actions["DRAW"]
    answers = set()
    while not state.is_terminal:
        legal = state.legal_actions
        answers.add(tuple(legal))
        state.apply_action(draw if draw in legal else legal[-1])
    assert (game.kind.actions["DIVE"],) in answers
    assert state.to_dict()["deck_count"] == 0


# --- the plain notation ---


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rund_no": 3}, "a position is a dict of stream, over, seat"),
        ({"seat": 1.0}, "seat is a whole number from -128 to 127"),
        ({"seat": True}, "seat is a whole number"),
        ({"seat": 200}, "seat is a whole number"),
        ({"stream": -1}, "stream is a whole number from 0"),
        ({"deck": [1, 2]}, f"deck is {WHOLE_DECK} whole numbers"),
        ({"deck": [[1]] * WHOLE_DECK}, f"deck is {WHOLE_DECK} whole numbers"),
        ({"deck": "cards"}, f"deck is {WHOLE_DECK} whole numbers"),
        ({"players": []}, "players is a list of 4"),
        ({"players": 3}, "players is a list of 4"),
        ({"players": [{"hand": [1, 2, 3], "hat": 1}] * 4}, "an entry of players is a dict of hand, hand_count"),
        ({"players": [{"hand": [1, 2]}] * 4}, "hand is 3 whole numbers from 0 to 255"),
        ({"players": [3] * 4}, "an entry of players is a dict"),
        ({"game": "ludo-v0"}, "this is a position of 'ludo-v0'"),
        ({"deck_count": 5}, "a pile has as many cards as it says"),
        ({"players": [{"hand": [1, 1, 0], "hand_count": 2}, {}, {}, {}]}, "each is in one place"),
        ({"player_count": 3}, "there are 2 players"),
        ({"seat": 2}, "there are 2 players"),
        ({"round_no": 4}, "over after 4 rounds"),
        ({"over": 1}, "over after 4 rounds"),
        ({"stage": 1}, "room for another"),
        ({"players": [{"by_cards": -1}, {}, {}, {}]}, "nobody owes points"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(change: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidPosition, match=says):
        game_of(num_players=2).from_dict(change)


def test_what_is_left_out_is_as_in_a_new_game() -> None:
    game = game_of(num_players=2)
    assert game.from_dict({}) == game.new_game(0)
    changed = game.from_dict({"players": [{"pearls": 2}, {}, {}, {}]})
    assert changed.scores == (2, 0)
    assert changed.to_dict()["players"][1] == game.new_game(0).to_dict()["players"][1]
    wrong: Any
    for wrong in ([], None, "position"):
        with pytest.raises(InvalidPosition, match="is a dict"):
            game.from_dict(wrong)


def test_who_has_no_card_is_asked_to_draw() -> None:
    game = game_of(num_players=2)
    state = game.from_dict({"players": [{"hand": [0, 0, 0], "hand_count": 0}, {}, {}, {}]})
    assert state.legal_actions == [game.kind.actions["DRAW"], game.kind.actions["DIVE"]]
    assert play(state, 1).is_terminal
