"""mcts:N and flat:N: what they may know, that they can be repeated, and that searching helps."""

import dataclasses
import itertools
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import undersea_env
from undersea_env.agents import Positions, make
from undersea_env.agents.greedy import Greedy
from undersea_env.agents.search import Search
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game, State
from undersea_env.core.registry import kind_of
from undersea_env.core.thinking import thinking_of

TOY = "tests.toy_game"


def positions(game: Game, seed: int) -> Iterator[State]:
    state, rng = game.new_game(seed), random.Random(seed)
    while not state.is_terminal:
        yield state.clone()
        state.apply_action(rng.choice(state.legal_actions))


def asked(agent: Search, *states: State) -> tuple[Any, Any]:
    records = np.concatenate([state.states.view(np.ndarray) for state in states])
    return agent.search(SimpleNamespace(game=states[0].game, states=records))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("flat", [False, True])
def test_the_choice_depends_on_nothing_that_is_hidden(players: int, flat: bool) -> None:
    game = undersea_env.game(players, contracts=players > 1)
    for state in itertools.islice(positions(game, players), 3, None, 41):
        seat = state.current_player
        found = [asked(Search(12, seed=5, flat=flat), state)]
        found += [asked(Search(12, seed=5, flat=flat), state.resample(seat, seed)) for seed in (1, 2)]
        for chosen, visits in found[1:]:
            assert chosen == found[0][0]
            assert np.array_equal(visits, found[0][1])


def test_only_legal_answers_are_tried_and_all_simulations_are_spent() -> None:
    game = undersea_env.game(2)
    for state in itertools.islice(positions(game, 3), 0, None, 17):
        before = state.to_bytes()
        chosen, visits = asked(Search(30), state)
        assert set(np.flatnonzero(visits[0]).tolist()) <= set(state.legal_actions)
        assert chosen[0] in state.legal_actions
        second, most = np.sort(visits[0])[-2:]
        spent = visits.sum()
        assert spent == 30 or most - second > 30 - spent or len(state.legal_actions) == 1      # or nothing could change
        assert visits[0, chosen[0]] == visits[0].max()
        assert state.to_bytes() == before


def test_flat_search_shares_its_simulations_out_evenly() -> None:
    for state in itertools.islice(positions(undersea_env.game(2), 8), 0, None, 23):
        if 1 < len(state.legal_actions) <= 40:
            _, visits = asked(Search(40, flat=True), state)
            tried = visits[0][state.legal_actions]
            assert tried.max() - tried.min() <= 1


def test_the_same_seed_gives_the_same_choices_and_others_differ() -> None:
    states = list(itertools.islice(positions(undersea_env.game(2), 1), 0, None, 9))
    one, other = (asked(Search(25, seed=3), *states) for _ in range(2))
    assert np.array_equal(one[1], other[1])
    assert not np.array_equal(one[1], asked(Search(25, seed=4), *states)[1])


def test_a_winning_answer_at_the_end_of_the_game_is_found() -> None:
    """The last decision of a game: points now, or nothing."""
    game = undersea_env.game(2)
    found = 0
    for seed in range(30):
        *_, last = positions(game, seed)
        legal = last.legal_actions
        seat = last.current_player
        outcomes = {}
        for action in legal:
            after = last.clone()
            after.apply_action(action)
            if not after.is_terminal:
                break
            outcomes[action] = after.scores[seat]
        if len(outcomes) == len(legal) and len(set(outcomes.values())) > 1:
            found += 1
            chosen = int(asked(Search(60), last)[0][0])
            assert outcomes[chosen] == max(outcomes.values())
    assert found


def test_games_that_are_over_are_left_alone() -> None:
    game = undersea_env.game(2, rounds=(1,))
    state = game.new_game(0)
    while not state.is_terminal:
        state.apply_action(state.legal_actions[0])
    chosen, visits = asked(Search(10), state)
    assert chosen.tolist() == [0]
    assert not visits.any()


@pytest.mark.parametrize("simulations", [0, -1, 10**9])
def test_impossible_numbers_are_refused(simulations: int) -> None:
    with pytest.raises(undersea_env.InvalidOption, match="simulations"):
        Search(simulations)


def test_positions_are_asked_for() -> None:
    with pytest.raises(undersea_env.InvalidOption, match="positions"):
        Search(10).choose(None, np.zeros((1, 384), np.int8), np.zeros(1))


def test_the_players_are_those_who_decide_in_the_positions() -> None:
    state = undersea_env.game(2).new_game(3)
    mover, mask = state.current_player, state.legal_mask()[None]
    for agent in (Search(5), Greedy()):
        assert agent.choose(None, mask, [mover], [state])[0] in state.legal_actions
        for players in ([1 - mover], [mover, mover], []):
            with pytest.raises(undersea_env.InvalidOption, match="seats that decide"):
                agent.choose(None, mask, players, [state])


@pytest.mark.parametrize("code", ["mcts:0000000020", "mcts:1e3", "mcts: 5", "flat:٣", "mcts+value:2_0", "mcts:-5"])
def test_the_number_behind_the_colon_is_read_whole_or_refused(code: str) -> None:
    with pytest.raises(undersea_env.InvalidOption, match="number of simulations"):
        make(code)
    assert make("mcts:020").name == "mcts:20"


def test_flat_search_takes_the_best_also_where_everything_is_bad() -> None:
    """Far behind, all outcomes are below 0."""
    game = undersea_env.game(2)
    found = []
    for state in itertools.islice(positions(game, 12), 40, None, 11):
        behind = state.to_dict()
        other = behind["players"][1 - state.current_player]
        other["points"] = 400
        other.pop("points_from", None)
        state = game.from_dict(behind)
        if len(state.legal_actions) > 8:
            chosen, _ = asked(Search(60, flat=True), state)
            found.append(chosen[0] == state.legal_actions[0])
    assert len(found) > 2
    assert not all(found)


def test_a_few_flat_simulations_try_the_likely_answers_first() -> None:
    for state in positions(undersea_env.game(2), 3):
        if len(state.legal_actions) > 20:
            _, visits = asked(Search(8, flat=True), state)
            tried = np.flatnonzero(visits[0])
            assert len(tried) == 8
            assert tried.tolist() != state.legal_actions[:8]
            return


# --- a game without a heuristic ---


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_plain_search_knows_nothing_that_is_hidden_and_can_be_repeated(players: int, flat: bool) -> None:
    game = undersea_env.game(game=TOY, num_players=players)
    others = 0
    for state in itertools.islice(positions(game, players), 1, None, 3):
        seat = state.current_player
        found = [
            asked(Search(40, seed, flat, game=TOY), position)
            for seed, position in ((5, state), (5, state), (5, state.resample(seat, 1)), (6, state))
        ]
        for chosen, visits in found[1:3]:
            assert chosen == found[0][0]
            assert np.array_equal(visits, found[0][1])
        others += not np.array_equal(found[3][1], found[0][1])
        assert set(np.flatnonzero(found[0][1][0]).tolist()) <= set(state.legal_actions)
    assert flat or others


def test_a_plain_search_leaves_the_positions_as_they_are() -> None:
    for state in positions(undersea_env.game(TOY, 3), 2):
        before = state.to_bytes()
        asked(Search(10, game=TOY), state)
        assert state.to_bytes() == before


@pytest.mark.parametrize("code", ["mcts:60", "flat:60"])
def test_a_plain_search_beats_random_players(code: str) -> None:
    n = 60
    batch = Batch(undersea_env.game(TOY, 2), n)
    mine, searching, at_random = np.arange(n) % 2, make(code, 1, TOY), make("random", 2, TOY)
    while not batch.over.all():
        masks, players = np.array(batch.legal()), batch.players()
        searched = searching.choose(None, masks, players, Positions.imagined(batch, 3))
        batch.step(np.where(players == mine, searched, at_random.choose(None, masks, players)))
    scores = batch.scores()
    ahead = scores[np.arange(n), mine] - scores[np.arange(n), 1 - mine]
    assert ahead.mean() > 5
    assert (ahead > 0).mean() > 0.6


@pytest.mark.parametrize("code", ["mcts:5", "flat:5", "greedy", "value", "mcts+value:5"])
def test_agents_refuse_positions_of_another_game(code: str) -> None:
    state = undersea_env.game(TOY, 2).new_game(1)
    agent: Any = make(code)
    with pytest.raises(undersea_env.InvalidOption, match=r"plays Underwater Cities, not Tide Pools"):
        agent.choose(None, state.legal_mask()[None], [state.current_player], [state])


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("greedy", "Tide Pools has no heuristic, so greedy does not play it"),
        ("value", "Tide Pools has no learned value"),
        ("mcts+value:5", "Tide Pools has no learned value"),
        ("ppo", "Tide Pools has no trained network of its own"),
    ],
)
def test_agents_that_a_game_lacks_are_refused_in_words(code: str, reason: str) -> None:
    with pytest.raises(undersea_env.InvalidOption, match=reason):
        make(code, game=TOY)


def test_a_game_whose_entry_does_not_think_is_not_searched() -> None:
    entry: Any = SimpleNamespace(run_task=None)
    silent = dataclasses.replace(kind_of(TOY), entry=entry)
    with pytest.raises(undersea_env.InvalidOption, match="Tide Pools has no `think`"):
        make("mcts:5", game=silent)


def test_the_plain_value_is_that_of_some_end_of_the_game() -> None:
    game = undersea_env.game(TOY, 3)
    thinking = thinking_of(game.kind)
    for state in positions(game, 4):
        before = state.to_bytes()
        values = thinking.values(game, state.states, thinking.new_rooms(1))[0]
        assert state.to_bytes() == before
        so_far = game.kind.points_so_far(state.states)[0]
        assert (values[:3] >= so_far[:3]).all()
        assert values[3] == 0
    while not state.is_terminal:
        state.apply_action(state.legal_actions[0])
    assert thinking.values(game, state.states, thinking.new_rooms(1))[0, :3].tolist() == list(state.scores)


def test_whole_games_are_played_by_the_plain_heuristic() -> None:
    game = undersea_env.game(TOY, 2)
    thinking, batch = thinking_of(game.kind), Batch(game, 8)
    scores, decisions = thinking.play_games(game, batch.states, thinking.new_rooms(1))
    assert batch.over.all()
    assert np.array_equal(scores, batch.scores())
    assert decisions > 8 * 2 * game.options.rounds
