"""What words ask the compiled rules about a position. The rules work on a copy: looking ahead borrows from a record."""

from typing import Any, NamedTuple

import numpy as np

from undersea_env.compiling.raw import as_bytes
from undersea_env.core.engine import Engine
from undersea_env.core.readings import bits_of, copy_of
from undersea_env.underwater_cities.compiled.limits import HELD, MAX_PRICES, TABLEAU_CAPACITY, TOKENS
from undersea_env.underwater_cities.compiled.opcodes import Column
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.actions import STOP
from undersea_env.underwater_cities.kernel.asking import (
    ANY_SITE,
    ask_kinds_to_build,
    ask_prices,
    ask_waiting_cards,
)
from undersea_env.underwater_cities.kernel.building import KELP
from undersea_env.underwater_cities.kernel.questions import PRODUCING
from undersea_env.underwater_cities.kernel.workspace import new_workspaces
from undersea_env.underwater_cities.words.readings import GameLike, rules_of

UPGRADE = 0                      # in place of a thing to build
PLENTY = 1000                    # more kelp than all cities eat


class Price(NamedTuple):
    """One of the prices of a part of an effect, after discounts, and whether the seat that decides can pay it."""

    amounts: list[int]
    is_payable: bool


def legal_actions(record: Any, game: GameLike) -> list[int]:
    legal: list[int] = game.engine.legal_of(copy_of(record), new_workspaces(1))
    return legal


def apply_action(states: Any, engine: Engine, action: int) -> None:
    """Carry out the action in the one position of `states`."""
    engine.apply(states, new_workspaces(1), 0, np.array([action], np.int64), 0, 1)


def prices_of(record: Any, game: GameLike, row: int, thing: int, site: int | None = None) -> list[Price]:
    """What building the thing or an upgrade costs; on a site with its surcharge (B-14, B-15)."""
    amounts = np.zeros((MAX_PRICES, TOKENS), np.int64)
    place = ANY_SITE if site is None else site
    payable = ask_prices(as_bytes(copy_of(record)), as_bytes(game.rulebook), row, int(thing), place, amounts)
    number = max(1, int(rules_of(game).part[row, Column.PRICE_COUNT]))
    return [Price(amounts[k].tolist(), bool(payable >> k & 1)) for k in range(number)]


def kinds_to_build(record: Any, game: GameLike, row: int) -> list[int]:
    """What this part of an effect lets the seat that decides build now."""
    return bits_of(int(ask_kinds_to_build(as_bytes(copy_of(record)), as_bytes(game.rulebook), row)))


def waiting_cards(record: Any, game: GameLike) -> list[int]:
    """The cards that the open question lets trigger next, in the order of the answers (L-6)."""
    cards = np.zeros(TABLEAU_CAPACITY, np.int64)
    n = ask_waiting_cards(as_bytes(copy_of(record)), as_bytes(game.rulebook), cards)
    return [int(card) for card in cards[:n]]


def use_entries(state: Any) -> None:
    """Each once, with the types that words use, so that they are compiled."""
    record = state.states[0]
    prices_of(record, state.game, 0, 0)
    kinds_to_build(record, state.game, 0)
    waiting_cards(record, state.game)


def production_of(record: Any, game: GameLike) -> list[list[int]]:
    """What each seat would produce now, before conversions: tokens, points, cards."""
    states = copy_of(record)
    state = states[0]
    players = int(state.player_count)
    rulebook = game.rulebook.copy()
    rulebook.conversion_count = 0
    rulebook.cards_for_new_era = 0
    state.frame[:] = np.zeros((), state.frame.dtype)
    state.over = 0
    state.frame_count = 2
    state.frame[0].question, state.frame[0].stage = questions.FLOW, PRODUCING
    state.frame[1].question = questions.CONVERSIONS
    state.players["resource"][:, KELP] += PLENTY
    was = states.copy()[0]
    apply_action(states, Engine(game.kind, rulebook), STOP)
    produced = []
    for seat in range(players):
        me, before = state.players[seat], was.players[seat]
        change = [int(me.resource[r]) - int(before.resource[r]) for r in range(HELD)]
        change[KELP] += int(before.connected_cities).bit_count()           # they ate it at once
        produced.append([*change, int(me.hand_count) - int(before.hand_count)])
    return produced
