"""Positions of whole games, and where their cards are: for tests of what holds in every position."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from math import comb, factorial
from typing import Any

from tests.kinds import SmallWorld
from tests.underwater_cities.agreement import POLICIES, Label, game_of, label_of
from undersea_env.core.position import Game, State
from undersea_env.underwater_cities.kernel.actions import LOOK_AT_THREE, SPECIAL

ERA_CARDS = {1: range(1, 67), 2: range(67, 124), 3: range(124, 181)}           # C-1
DEAR_SPECIALS, CHEAP_SPECIALS = range(181, 191), range(191, 206)
ASSISTANT = 0


class Table:
    """What the policies of `agreement` look at, without an oracle beside it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.labels: dict[int, Label] = {action: label_of(state, action) for action in state.legal_actions}


def next_action(state: State, policy: str, rng: random.Random) -> int:
    if policy == "random":
        return rng.choice(state.legal_actions)
    return POLICIES[policy](Table(state), rng)  # type: ignore[arg-type]


def course_of(beginning: State, policy: str = "random", seed: int = 0) -> Iterator[State]:
    """Every position of a game, the last one included; each is a copy of its own."""
    state, rng = beginning.clone(), random.Random(seed)
    while True:
        yield state.clone()
        if state.is_terminal:
            return
        state.apply_action(next_action(state, policy, rng))


def cards_by_place(position: dict[str, Any]) -> dict[str, list[int]]:
    """Every card that has a place; the Assistants are no numbered cards and not among them."""
    pending = position.get("pending", {})
    places = {name: position[name] for name in ("era_deck", "era_discard", "special_deck", "special_row", "gone")}
    places["looked at"] = pending.get("looked", [])
    places["being played"] = [frame["card"] for frame in pending.get("frames", []) if frame.get("card")]
    for seat, player in enumerate(position["players"]):
        places[f"hand of {seat}"] = player["hand"]
        places[f"in play of {seat}"] = [entry["card"] for entry in player["in_play"] if entry["card"] != ASSISTANT]
        places[f"kept by {seat}"] = player["paid_instants"]
    return places


def with_conversions(game: Game) -> State:
    """The last turn of an era; the production after it asks the players which conversions they want (P-8)."""
    seats = range(game.num_players)
    cards = [[80, 168], [102], [166]]                                # of 4 players one has nothing to convert
    sites = {"c9": "nonsymbiotic", "c9.a": "lab+", "c9.b": "desal+"}
    players = [
        {"sites": sites, "in_play": [{"card": ASSISTANT}, *({"card": card} for card in [*cards, []][seat])]}
        for seat in seats
    ]
    return game.from_dict({"era": 3, "round": 10, "turn": 3, "order": [*seats], "to_move": 0, "players": players})


def with_few_left(game: Game) -> State:
    """Four rich players in era II who have built most tunnels and cities, with four action cards each.

    The supplies run out soon (C-3, C-4), and whoever lays an action card discards one (K-6).
    """
    numbers = [player["board"] for player in game.new_game(0).to_dict()["players"]]
    rich = dict.fromkeys(("kelp", "steelplast", "science", "credits", "biomatter"), 12)
    action_cards = [[5, 13, 19], [23, 26, 34], [43, 44, 50], [55, 60, 77]]
    players: list[dict[str, Any]] = []
    for number, cards in zip(numbers, action_cards, strict=True):
        board = game.catalogue.boards[number - 1]
        sites, reached = {board.start.id: "nonsymbiotic"}, [board.start.id]
        tunnels = [tunnel for tunnel in board.tunnels if tunnel.between[1].startswith("c")]
        while ways := [t for t in tunnels if t.id not in sites and set(t.between) & set(reached)]:
            if sum(thing == "tunnel" for thing in sites.values()) == 11:
                break
            sites[ways[0].id] = "tunnel"
            reached += [end for end in ways[0].between if end not in reached]
        sites |= dict.fromkeys(reached[1:4], "nonsymbiotic") | dict.fromkeys(reached[4:7], "symbiotic")
        in_play = [{"card": card} for card in (ASSISTANT, *cards)]
        players.append({"board": number, "sites": sites, "in_play": in_play} | rich)
    return game.from_dict({"era": 2, "players": players})


# --- small worlds in which everything possible is counted ---


def small_world(**more: Any) -> State:
    """Seat 0 to move. Unseen by it: 5 cards of era I, two of them in the hand of seat 1, and 4 cheap specials."""
    own = {"hand": [30, 40, 50], "paid_instants": [191, 192, 193, 195]}
    laid = [196, 197, 198, 202, 203, 204]
    other = {"hand": [10, 20, 205], "in_play": [{"card": card} for card in laid], "credits": 5}
    unseen = {1, 2, 3, 10, 20}
    return game_of(2, "symmetric", False, FULL).from_dict(
        {
            "round": 2,
            "order": [0, 1],
            "to_move": 0,
            "era_deck": [1, 2, 3],
            "era_discard": [card for card in ERA_CARDS[1] if card not in unseen | {30, 40, 50}],
            "special_deck": [194, 199, 200, 201],
            "players": [own, other],
        }
        | more
    )


def hand_of(state: State, seat: int) -> list[int]:
    player = state.states[0].players[seat]
    return player.hand[: int(player.hand_count)].tolist()


def hand_and_deck(state: State) -> Any:
    """Cards of an era: the hand of the other player and the order of the deck below it."""
    return tuple(hand_of(state, 1)[:2]), tuple(state.states[0].era_deck[:3].tolist())


def looking_at_specials() -> State:
    """One in the hand of the other player, three that it looks at, one under the deck."""
    state = small_world(order=[1, 0], to_move=1)
    special = next(a for a in state.legal_actions if "on special" in state.action_to_string(a))
    state.apply_action(special)
    state.apply_action(SPECIAL + LOOK_AT_THREE)
    position = state.to_dict()
    assert (len(position["pending"]["looked"]), len(position["special_deck"])) == (3, 1)
    return state


def specials(state: State) -> Any:
    record = state.states[0]
    return hand_of(state, 1)[-1], *record.looked.tolist(), int(record.special_deck[0])


def small_worlds() -> list[SmallWorld]:
    hands, decks = comb(5, 2), factorial(3)
    return [
        SmallWorld(small_world(), 0, hands * decks, hand_and_deck),
        SmallWorld(looking_at_specials(), 0, factorial(5), specials),
    ]


# --- games in which everything happens ---

FULL, SHORT, TWO_ERAS, ONE_ERA = (4, 3, 3), (1, 1, 1), (2, 1), (1,)
GAMES: list[tuple[int, str, bool, tuple[int, ...], str, int | Callable[[Game], State]]] = [
    # players, boards, contracts, rounds, policy, seed or how it begins
    (1, "asymmetric", False, FULL, "random", 5),
    (1, "asymmetric", False, FULL, "draws many cards", 1),
    (1, "asymmetric", False, SHORT, "greedy", 2),
    (2, "symmetric", True, FULL, "likes specials", 16),
    (2, "asymmetric", False, FULL, "random", 4),
    (2, "symmetric", True, TWO_ERAS, "declines", 5),
    (2, "asymmetric", True, FULL, "random", with_conversions),
    (3, "asymmetric", True, FULL, "likes cities", 8),
    (3, "symmetric", False, SHORT, "greedy", 6),
    (4, "asymmetric", True, FULL, "never declines", 30),
    (4, "symmetric", True, ONE_ERA, "likes the track", 7),
    (4, "symmetric", False, FULL, "never declines", with_conversions),
    (4, "symmetric", True, FULL, "likes tunnels", with_few_left),
    (4, "asymmetric", False, FULL, "likes action cards", with_few_left),
]


def whole_course(k: int) -> list[State]:
    *options, policy, beginning = GAMES[k]
    game = game_of(*options)
    return list(course_of(beginning(game) if callable(beginning) else game.new_game(beginning), policy))


COURSES = {
    f"{players} players, {boards}, {policy}, {k}": partial(whole_course, k)
    for k, (players, boards, _, _, policy, _) in enumerate(GAMES)
}
