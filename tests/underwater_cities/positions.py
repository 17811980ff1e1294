"""Positions of whole games, and where their cards are: for tests of what holds in every position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.underwater_cities.agreement import POLICIES, Label, label_of
from undersea_env.core.position import Game, State

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
