"""The coach: it finds what is best where that is known, admits ties, and looks at nothing hidden."""

import json

import numpy as np
import pytest

from tests import kinds
from tests.kinds import TOY, Sample
from tests.shared.playing import play
from undersea_env import InvalidOption
from undersea_env.agents.coach import Advice, Coach, Interval, advice_words, evaluation_words, why_words
from undersea_env.core.position import State

FEW = ((1000, 4), (3, 8))
LAST_ROUND = {"rounds": 1}


def toy(seed: int = 3, decisions: int = 0, **options: int) -> State:
    game = kinds.by_default(TOY).game(**{"num_players": 2, **LAST_ROUND, **options})
    return play(game.new_game(seed), seed, decisions)


def advice_on(state: State, seed: int = 1) -> Advice:
    return Coach(state.game, seed).advise(state)


def test_it_finds_the_best_card_of_the_last_round() -> None:
    """Its number is what a card brings there, whatever else happens."""
    for seed in range(5):
        advice = advice_on(toy(seed))
        cards = sorted((option.card for option in toy(seed).options), reverse=True)
        assert [answer.option.card for answer in advice.answers] == cards
        assert advice.best.deals == 280
        for answer in advice.answers:
            assert answer.behind == pytest.approx((cards[0] - answer.option.card,) * 3)
            assert answer.is_tied == (answer is advice.best)
        assert advice.tied == (advice.best,)


def test_why_is_told_in_points_by_source() -> None:
    state = toy(decisions=1)                         # to draw, or to dive for a pearl
    advice = advice_on(state)
    draw, dive = (option.action for option in state.options)
    assert advice.best.option.action == dive
    assert advice.why(draw) == {"pearls": 1.0}
    assert advice.why(dive) == {}
    assert why_words(advice, draw) == (
        "1.0 less [1.0, 1.0] than dive for a pearl. That one is expected to bring by source: +1.0 pearls."
    )
    assert why_words(advice, dive) == "dive for a pearl is the best answer that was found."
    with pytest.raises(InvalidOption, match="no advice about action 0"):
        advice.why(0)


def test_what_cannot_be_told_apart_is_tied() -> None:
    """With many rounds to be played at random, two cards that are nearly alike are alike."""
    state = toy(2, rounds=9)
    cards = sorted(option.card for option in state.options)
    advice = Coach(state.game, 1).advise(state, ((1000, 12),))
    for answer in advice.answers:
        assert answer.is_tied == (answer is advice.best or answer.behind.low <= 0)
    assert len(advice.tied) > 1, cards
    assert "cannot be told apart." in advice_words(advice)[-1]


def test_the_better_ones_are_looked_at_longer(any_game: Sample) -> None:
    state = play(any_game.game(num_players=2).new_game(5), 5, 6)
    steps = list(Coach(state.game, 2).improving(state, FEW))
    assert {option.action for option in state.options} == {a.option.action for a in steps[-1].answers}
    assert {answer.deals for answer in steps[0].answers} == {4}
    if len(state.legal_actions) > 1:
        assert [answer.deals for answer in steps[-1].answers[:3]] == [12] * min(3, len(state.legal_actions))
        assert {answer.deals for answer in steps[-1].answers[3:]} <= {4}


def test_advice_depends_on_nothing_hidden_and_on_the_seed(any_game: Sample) -> None:
    state = play(any_game.game(num_players=2).new_game(7), 7, 8)
    seat = state.current_player
    told = {json.dumps(Coach(state.game, 4).advise(world, FEW).as_data())
            for world in (state, state.clone(), state.resample(seat, 1), state.resample(seat, 2))}
    assert len(told) == 1
    before = state.to_bytes()
    Coach(state.game, 5).advise(state, FEW)
    assert state.to_bytes() == before


def test_other_seeds_look_at_other_deals() -> None:
    state = toy(4, rounds=9)
    assert advice_on(state, 1).best.lead != advice_on(state, 2).best.lead


def test_alone_points_are_told() -> None:
    advice = advice_on(toy(num_players=1, rounds=9))
    assert (advice.is_together, advice.even_share) == (True, 0.5)
    assert ": points " in advice_words(advice)[1]


def test_a_game_that_is_over_has_no_advice() -> None:
    with pytest.raises(InvalidOption, match="the game is over"):
        advice_on(play(toy(), 1))


def test_intervals() -> None:
    assert Interval.of(np.array([1.0, 3.0])) == pytest.approx((2.0, 2 - 1.96, 2 + 1.96))
    assert Interval.of(np.array([5.0])) == (5.0, float("-inf"), float("inf"))
    share = Interval.of_share(np.ones(20))
    assert share.mean == 1
    assert 0.8 < share.low < 0.9
    assert share.high == 1


def test_too_early_to_tell() -> None:
    early, late = advice_on(toy(2, rounds=9)), advice_on(toy(0, decisions=3, rounds=1))
    assert evaluation_words(early).startswith("too early to tell: ") == early.is_open
    assert not late.is_open                          # the last card of the last seat
