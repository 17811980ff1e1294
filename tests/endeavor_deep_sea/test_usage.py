"""What `undersea stats` and the curves of scores are told of the game: rounds and the use of things."""

import random
from collections import Counter

import numpy as np
import pytest

import undersea_env
from undersea_env.core.position import State
from undersea_env.endeavor_deep_sea import usage
from undersea_env.endeavor_deep_sea.kind import KIND

ACTIONS = KIND.actions


def played(seed: int, **options: object) -> tuple[State, list[int]]:
    """The end of a game at random, and the rounds that were done before each decision."""
    game = undersea_env.game(game=KIND.name, **options)
    state, rng, rounds = game.new_game(seed), random.Random(seed), list[int]()
    while not state.is_terminal:
        rounds.append(int(usage.rounds_done(state.states)[0]))
        state.apply_action(rng.choice(state.legal_actions))
    return state, rounds


@pytest.mark.parametrize("options", [{"num_players": 1}, {"num_players": 3, "mission": 6}, {"mission": 9}])
def test_what_stays_with_a_player_is_told_by_the_end(options: dict[str, int]) -> None:
    """The readable form of the position says the same in its own way."""
    for seed in range(5):
        state, _ = played(seed, **options)
        position = state.to_dict()
        for seat, player in enumerate(position["players"]):
            held = Counter((sort, thing) for sort, thing, _ in usage.held_at_end(state, seat))
            hired, zones = player["specialists"][1:], position["ocean"].values()
            expected = Counter(("hired", each["kind"]) for each in hired)
            expected += Counter(("promoted", each["kind"]) for each in hired if each["senior"])
            expected += Counter(("journal", str(each["journal"])) for each in player["journals"])
            expected += Counter(("board", zone["board"]) for zone in zones if zone["discoverer"] == seat)
            expected += Counter(("hex", at) for at, owner in position["impact"].items() if owner == seat)
            assert held == expected
            assert sum(expected.values()) > 0


def test_an_action_counts_when_it_is_chosen_and_a_token_when_its_effect_is() -> None:
    game = undersea_env.game(game=KIND.name)
    state = game.new_game(1)
    answers = [ACTIONS["ACTION"] + 4, ACTIONS["TOKEN_EFFECT"] + 2, ACTIONS["TOKEN_RESEARCH"] + 2, ACTIONS["PASS"], -1]
    states = np.repeat(state.states, len(answers))
    token = game.catalogue.tokens[2].id
    assert list(usage.used_by(game, states, np.array(answers))) == [
        (0, ("action", "publish", "publish")), (1, ("token", token, token)),
    ]
    every = np.arange(ACTIONS["ACTION"], ACTIONS["ACTION"] + 7)
    names = [name for _, (_, _, name) in usage.used_by(game, np.repeat(state.states, 7), every)]
    assert names == ["travel", "sonar", "dive", "conserve", "publish", "promote", "discover"]


def test_rounds_are_counted_one_by_one() -> None:
    for players, rounds in ((1, 7), (2, 6)):
        _, done = played(3, num_players=players)
        assert list(dict.fromkeys(done)) == list(range(rounds))


def test_what_is_always_listed_is_in_the_book() -> None:
    listed = list(usage.always_listed(undersea_env.game(game=KIND.name)))
    assert Counter(sort for sort, _, _ in listed) == {"hired": 21, "journal": 32}
    assert len(set(listed)) == len(listed)
    assert {sort for sort, _, _ in listed} <= set(usage.SORTS)
