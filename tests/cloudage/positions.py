"""Positions of whole games, for tests of what holds in every position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from math import comb, factorial
from typing import Any

from tests.cloudage.scenario import PASS, act, change, game_of, me, quiet
from tests.kinds import SmallWorld
from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.core.position import State

# --- small worlds in which everything possible is counted ---


def few_projects() -> State:
    """Three cards in the deck and two in the other hand; the rest is discarded."""
    game = game_of(2, (("scenario", 1),))
    position = quiet(game, "action")
    change(position, 0, hand=[1])
    change(position, 1, hand=[20, 30])
    position |= {"deck": [40, 41, 42], "discard": [card for card in position["deck"] if card not in (40, 41, 42)]}
    return game.from_dict(position)


def deck_and_other_hand(state: State) -> Any:
    return tuple(state.to_dict()["deck"]), tuple(me(state, 1)["hand"])


def few_navigation_cards() -> State:
    """Three cards below one that is known to lie on top."""
    game = game_of(2, (("scenario", 1),))
    position = quiet(game, "action")
    change(position, 0, deck=[3, 0, 2, 1], known_top=1, navigation_discard=[1])
    return game.from_dict(position)


def own_navigation_deck(state: State) -> Any:
    deck = me(state)["deck"]
    assert deck[0] == 3
    return tuple(deck)


def one_city_card() -> State:
    """One card in one sector: behind its sleeve it may be any of those unseen that look like it."""
    game = game_of(2, (("scenario", 1),))
    position = quiet(game, "action")
    cards = [card for sector in position["sectors"] for card in sector]
    position |= {"sectors": [[cards[0]], [], []], "cities_taken": sorted(cards[1:])}
    return game.from_dict(position)


def top_city_card(state: State) -> Any:
    return state.to_dict()["sectors"][0][0]


def cards_alike(state: State) -> int:
    position, rules = state.to_dict(), state.game.rulebook[0]
    looks = rules["seen_through"][position["sleeves"][0] - 1]
    top = position["sectors"][0][0]
    return sum(looks[card - 1] == looks[top - 1] for card in (top, *position["cities_out"]))


def known_objectives() -> State:
    """The objectives at the bottom of the deck are known, three above them are not."""
    game = game_of(2, (("scenario", 2),))
    position = quiet(game, "action")
    return game.from_dict({**position, "known_bottom": len(position["objective_deck"]) - 3})


def objective_deck(state: State) -> Any:
    return tuple(state.to_dict()["objective_deck"])


def objectives_in_set_up() -> State:
    """The other seat has not chosen between its two; nothing but their pair is looked at."""
    return game_of(2, (("scenario", 2),)).new_game(2)


def dealt_to_the_other(state: State) -> Any:
    return tuple(me(state, 1 - state.to_dict()["first_player"])["dealt"])


def small_worlds() -> list[SmallWorld]:
    city, first = one_city_card(), objectives_in_set_up()
    return [
        SmallWorld(few_projects(), 0, comb(5, 2) * factorial(3), deck_and_other_hand),
        SmallWorld(few_navigation_cards(), 1, factorial(3), own_navigation_deck),
        SmallWorld(city, 0, cards_alike(city), top_city_card),
        SmallWorld(known_objectives(), 0, factorial(3), objective_deck),
        SmallWorld(first, first.to_dict()["first_player"], 10 * 9, dealt_to_the_other),
    ]


# --- games in which everything happens ---

IDLE = 0.1                               # how likely PASS is
TASTES: dict[str, dict[str, float]] = {
    "random": {},
    "gardener": {"PLANT": 6, "HEX": 4, "CUBE": 4},
    "builder": {"UPGRADE": 4, "PROJECT": 6},
    "fighter": {"FIGHT": 5, "CUBE": 5, "MOVE": 3, "LEVEL": 3},
}
GAMES: list[tuple[int, str, int, dict[str, Any]]] = [
    (1, "fighter", 1, {"scenario": 2, "extra_objective": True}),
    (1, "builder", 2, {"chapter": "3"}),
    (1, "random", 3, {"scenario": 1}),
    (2, "gardener", 4, {"scenario": 3, "sides": "BBB"}),
    (2, "fighter", 5, {"chapter": "4a"}),
    (2, "random", 6, {"scenario": 1, "sides": "BAB"}),
    (3, "builder", 7, {"scenario": 2}),
    (3, "fighter", 8, {"chapter": "5"}),
    (4, "gardener", 9, {"chapter": "6"}),
    (4, "fighter", 10, {"scenario": 3}),
    (4, "builder", 11, {"chapter": "1"}),
]


def answer_by_taste(state: State, taste: str, rng: random.Random) -> int:
    weights = {"PASS": IDLE, **TASTES[taste]}
    answers = state.legal_actions
    chosen: int = rng.choices(answers, [weights.get(ACTIONS.block_of(answer)[0].name, 1) for answer in answers])[0]
    return chosen


def course_of(beginning: State, taste: str, seed: int) -> Iterator[State]:
    """Every position of a game, the last one included; each is a copy of its own."""
    state, rng = beginning.clone(), random.Random(seed)
    while True:
        yield state.clone()
        if state.is_terminal:
            return
        state.apply_action(answer_by_taste(state, taste, rng))


def whole_course(k: int) -> list[State]:
    players, taste, seed, options = GAMES[k]
    return list(course_of(game_of(players, tuple(options.items())).new_game(seed), taste, seed))


COURSES = {
    f"{players} players, {' '.join(map(str, options.values()))}, {taste}": partial(whole_course, k)
    for k, (players, taste, _, options) in enumerate(GAMES)
}
assert act("PASS") == PASS == 0
