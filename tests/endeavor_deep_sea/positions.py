"""Positions of whole games, for tests of what holds in every position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import factorial
from typing import Any

from tests.endeavor_deep_sea.agreement import POLICIES, game_of, rare_beginning
from tests.kinds import SmallWorld
from undersea_env.core.position import State


class Table:
    """What the policies of `agreement` look at, without an oracle beside it."""

    def __init__(self, state: State) -> None:
        self.state = state


def course_of(beginning: State, policy: str, seed: int) -> Iterator[State]:
    """Every position of a game, the last one included; each is a copy of its own."""
    state, rng = beginning.clone(), random.Random(seed)
    while True:
        yield state.clone()
        if state.is_terminal:
            return
        state.apply_action(POLICIES[policy](Table(state), rng))


# --- small worlds in which everything possible is counted ---


def few_journals() -> State:
    """Four journals in the deck, all others with the players."""
    game = game_of(2, 1, "competitive", "beginner", None)
    deck = [8, 9, 10, 11]
    rest = [journal for journal in range(8, 32) if journal not in deck]
    players = [{"journals": [{"journal": k, "used": False} for k in rest]}, {}]
    return game.from_dict({"deck": deck, "players": players})


def order_of_deck(state: State) -> Any:
    return tuple(state.to_dict()["deck"])


def bonus_goals_and_setbacks() -> State:
    """Alone in round 6: every bonus goal is turned, two setbacks are unseen in the deck and two in the box."""
    return game_of(1, 1, "cooperative", "beginner", None).from_dict({"round": 5})


def unseen_setbacks(state: State) -> Any:
    cards = state.to_dict()["cooperation"]
    return tuple(cards["cards"]), tuple(cards["setback_box"])


def two_shuffles() -> State:
    """Two tokens of the first shuffle on a site; one of the second there too, two in the supply. The rest is spent."""
    state = game_of(2, 1, "competitive", "beginner", None).new_game(0)
    ocean = state.to_dict()["ocean"]
    for zone in ocean.values():
        zone["tokens"] = {site: [] for site in zone["tokens"]}
    ocean["C1"]["tokens"]["d1"] = ["travel@1", "impact", "sonar"]
    copies = Counter({token.id: token.copies for token in state.game.catalogue.tokens})
    copies.subtract(["travel", "impact", "sonar", "plain", "disc"])
    kinds = [token.id for token in state.game.catalogue.tokens for _ in range(copies[token.id])]
    return state.game.from_dict(
        {"ocean": ocean, "token_supply": ["plain", "disc"], "token_shuffle": 1, "token_discard": kinds}
    )


def face_down_tokens(state: State) -> Any:
    position = state.to_dict()
    return tuple(position["ocean"]["C1"]["tokens"]["d1"]), tuple(position["token_supply"])


def few_experts() -> State:
    """Three of rank 5 are hidden, three on display, three hired."""
    state = game_of(2, 1, "competitive", "beginner", None).new_game(0)
    hidden = state.to_dict()["hidden_experts"]
    team = [{"kind": "team-leader", "senior": True, "disc": False},
            *({"kind": kind, "senior": False, "disc": False} for kind in hidden[:3])]
    return state.game.from_dict({"round": 4, "hidden_experts": hidden[3:], "players": [{"specialists": team}, {}]})


def order_of_experts(state: State) -> Any:
    return tuple(state.to_dict()["hidden_experts"])


def boards_seen_below() -> State:
    """Of the six boards of depth 4 the three at the bottom were drawn and returned (H-4)."""
    return game_of(2, 1, "competitive", "beginner", None).from_dict({"seen": {"4": 3}})


def order_of_depth_4(state: State) -> Any:
    return tuple(state.to_dict()["stacks"]["4"])


def hidden_on_top(mission: int, board: str, depth: int, returned: int) -> State:
    """The hidden board lies on top; so many boards of its stack were drawn and returned (H-7)."""
    state = game_of(2, mission, "competitive", "beginner", None).new_game(0)
    stack = state.to_dict()["stacks"][str(depth)]
    stack.remove(board)
    return state.game.from_dict({"stacks": {str(depth): [board, *stack]}, "seen": {str(depth): returned}})


def place_of_fallen_star(state: State) -> Any:
    return state.to_dict()["stacks"]["5"].index("fallen-star")


def place_of_looking_glass(state: State) -> Any:
    return state.to_dict()["stacks"]["2"].index("looking-glass")


def small_worlds() -> list[SmallWorld]:
    unseen, dealt = 4, 2                             # of six setbacks two have happened, two come, two are in the box
    among_top, stack, returned = 4, 9, 1
    return [
        SmallWorld(few_journals(), 0, factorial(4), order_of_deck),
        SmallWorld(bonus_goals_and_setbacks(), 0, factorial(unseen) // factorial(unseen - dealt), unseen_setbacks),
        SmallWorld(two_shuffles(), 1, factorial(2) * factorial(3), face_down_tokens),
        SmallWorld(few_experts(), 0, factorial(3), order_of_experts),
        SmallWorld(boards_seen_below(), 1, factorial(3), order_of_depth_4),
        SmallWorld(hidden_on_top(6, "fallen-star", 5, 0), 0, among_top, place_of_fallen_star),
        SmallWorld(hidden_on_top(6, "fallen-star", 5, returned), 0, among_top - returned, place_of_fallen_star),
        SmallWorld(hidden_on_top(8, "looking-glass", 2, returned), 0, stack - returned, place_of_looking_glass),
    ]


# --- games in which everything happens ---

GAMES: list[tuple[int, int, str, str, int, bool]] = [
    # players, mission, mode, policy, seed, from a rare beginning
    (1, 1, "cooperative", "busy", 1, False),
    (1, 9, "cooperative", "never idle", 2, True),
    (2, 1, "competitive", "random", 3, False),
    (2, 3, "competitive", "never idle", 4, True),
    (2, 6, "competitive", "likes impact", 5, True),
    (2, 10, "competitive", "for points", 6, True),
    (2, 8, "cooperative", "busy", 7, True),
    (3, 2, "competitive", "likes tokens", 8, True),
    (3, 4, "competitive", "likes impact", 9, True),
    (3, 7, "cooperative", "never idle", 10, False),
    (4, 5, "competitive", "likes journals", 11, True),
    (4, 1, "cooperative", "hoards tokens", 12, True),
    (4, 10, "competitive", "never idle", 13, True),
]


def whole_course(k: int) -> list[State]:
    players, mission, mode, policy, seed, is_rare = GAMES[k]
    game = game_of(players, mission, mode, "beginner", None)
    beginning = game.from_dict(rare_beginning(game, seed, random.Random(seed))) if is_rare else game.new_game(seed)
    return list(course_of(beginning, policy, seed))


COURSES = {
    f"{players} players, mission {mission}, {mode}, {policy}": partial(whole_course, k)
    for k, (players, mission, mode, policy, _, _) in enumerate(GAMES)
}
