"""No game is endless: a bound on the number of decisions, worked out from what is printed, and games far below it."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import numpy as np
import pytest

import undersea_env
from undersea_env.core.position import Game
from undersea_env.underwater_cities.compiled.base_numbers import ROUNDS
from undersea_env.underwater_cities.compiled.limits import (
    CONTRACTS_IN_PLAY,
    MAX_ACTION_CARDS,
    N_SLOTS,
    PLAYABLE_HAND,
    TURNS_IN_ROUND,
)
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.state import new_states
from undersea_env.underwater_cities.kernel.workspace import new_workspaces
from undersea_env.underwater_cities.printed.catalogue import Board, Card, load_catalogue
from undersea_env.underwater_cities.printed.effects import (
    Build,
    ConvertBuilding,
    ConvertProduced,
    Effect,
    Either,
    Federation,
    Gain,
    GainDifferent,
    If,
    OncePerTurn,
    Part,
    Pay,
    PerformSlot,
    ReadyActionCard,
    TakeMetropolis,
    TakeSpecial,
    Upgrade,
    UseActionCard,
    When,
)
from undersea_env.underwater_cities.printed.words import CardType, Event, Resource

Taste = Callable[[np.random.Generator, int], np.ndarray[Any, Any]]
CARDS_DEALT, CARDS_FOR_NEW_ERA = 6, 3          # S-9, P-7
BOOK = load_catalogue()

MOST_DECISIONS = {1: 1316, 2: 2614, 3: 3912, 4: 5210}
"""No full game of so many players, with the built-in book, takes more decisions. The argument:

1. Every question is asked by one of: a hand that is too large, a turn, an effect, a part of an effect, a production.
2. A hand asks for one card at a time, and what is discarded has come into the hand before. So every card that comes
   into a hand counts as one question, and with that all discards are counted (G-9): 6 dealt, 3 for each new era, 1
   drawn at the end of each turn, and those that effects give.
3. An effect of p parts asks at most p times what is next: an answer does one part, or declines all that are left (G-7).
4. A part asks a number of times that can be read off it (`asked_by_part`); "up to n" is n times the questions of one.
   Parts inside a part are counted with it. So is the slot that is performed (G-13): slots lead to no slot but by action
   cards, which are counted in 6.
5. Triggered effects only give, and of those that can happen more than once a turn none gives a card. Bonuses are gained
   once for each site of a board, each spare or dealt metropolis and each of three contracts in a game.
6. An action card is used once for each time that it becomes ready (K-5): when it is laid, when an effect readies it, at
   the beginning of an era. Playing one card does one of the first two, at most once, and neither slots nor action cards
   do; at the beginning there is the Assistant, later there are at most four (K-6).
7. A turn itself asks for slot and card, for their order, whether to pay for a special, and whether to end it (L-7); a
   once-per-turn card is used once. In a production each conversion is used as often as it says (P-8), or declined.

A game has 30 turns of each player (G-1, G-2), each with one slot and one card.
"""

# --- how often an effect can ask ---


def cards_in(amounts: tuple[int, ...]) -> int:
    return amounts[Resource.CARDS]


def asked_by(effect: Effect) -> int:
    """Which part is next is asked once for each part at the most (G-7): an answer does one, or declines the rest."""
    return len(effect) + sum(map(asked_by_part, effect))


def asked_by_part(part: Part) -> int:
    """Questions of a part itself. A card that comes into a hand counts 1: it may have to be discarded (G-9)."""
    match part:
        case Gain():
            assert part.per is None or not cards_in(part.amounts), "cards are not gained by counting"
            return cards_in(part.amounts)
        case GainDifferent():
            return part.number
        case Federation() | TakeMetropolis():
            return 0
        case Build():                              # the kind, the site, the price, biomatter twice (B-2)
            return part.times * ((len(part.things) > 1) + 1 + (len(part.terms.prices) > 1) + 2)
        case Upgrade():
            return part.times * (1 + (len(part.terms.prices) > 1))
        case UseActionCard():                      # which; what it then does is counted with the turn
            return part.times
        case TakeSpecial():                        # look at three, keep one, which goes under the deck first (K-8)
            return 3 + 1
        case PerformSlot():
            return 1 + asked_by_a_slot()
        case Pay():
            return part.times * (1 + asked_by(part.effect))
        case If():
            return asked_by(part.effect)
        case Either():
            return 1 + max(map(asked_by, part.alternatives))
        case _:                                    # ready a card, exchange, production of, convert a city
            return 1


def asked_by_a_slot() -> int:
    return max(asked_by(slot.effect) for slot in BOOK.slots)


def asked_by_bonus(effect: Effect) -> int:
    """A bonus that only gives asks nothing (D-2)."""
    if all(isinstance(part, Gain | Federation) for part in effect):
        return sum(map(asked_by_part, effect))
    return asked_by(effect)


# --- how often a turn can ask ---


def parts_of(effect: Effect) -> Iterator[Part]:
    """All parts, those inside others too."""
    for part in effect:
        yield part
        if isinstance(part, Pay | If):
            yield from parts_of(part.effect)
        elif isinstance(part, Either):
            yield from parts_of(tuple(chain.from_iterable(part.alternatives)))


def readies(effect: Effect) -> int:
    return sum(isinstance(part, ReadyActionCard) for part in parts_of(effect))


def asked_by_an_action_card() -> int:
    return max(asked_by(card.effect) for card in (*BOOK.cards, BOOK.assistant) if card.type == CardType.ACTION)


def asked_by_playing(card: Card) -> int:
    """An action card asks which of four it replaces (K-6) and is ready for one use; so is one that is readied (K-5)."""
    if card.type == CardType.ACTION:
        return 1 + asked_by_an_action_card()
    return asked_by(card.effect) + readies(card.effect) * asked_by_an_action_card()


def asked_by_permanents() -> int:
    """Once-per-turn cards, and cards drawn for playing the right colour: both happen once a turn (L-3, L-7)."""
    asked = 0
    for card in BOOK.cards:
        if isinstance(card.permanent, OncePerTurn):
            asked += 1 + asked_by(card.permanent.effect)
        elif isinstance(card.permanent, When):
            gives = asked_by_bonus(card.permanent.effect)
            assert gives == 0 or card.permanent.event == Event.MATCH
            asked += gives
    return asked


def asked_in_a_turn() -> int:
    own = 5                                        # slot and card, order, price of a special, end; and a card drawn
    return own + asked_by_permanents() + asked_by_a_slot() + max(map(asked_by_playing, BOOK.cards))


# --- how often a game can ask ---


def asked_by_sites(board: Board) -> int:
    sites: Iterator[Any] = chain(board.cities, board.tunnels, chain.from_iterable(city.sites for city in board.cities))
    return sum(asked_by_bonus(site.bonus) for site in sites)


def asked_in_a_production() -> int:
    kinds = chain.from_iterable(card.production for card in BOOK.cards)
    return sum(getattr(kind, "times", 1) for kind in kinds if isinstance(kind, ConvertBuilding | ConvertProduced))


def worked_out(players: int, rounds: Iterable[int] = ROUNDS) -> int:
    rounds = tuple(rounds)
    eras, turns = len(rounds), TURNS_IN_ROUND * sum(rounds)
    ready_at_start = 1 + MAX_ACTION_CARDS * (eras - 1)
    one_player = (
        CARDS_DEALT
        + CARDS_FOR_NEW_ERA * (eras - 1)
        + turns * asked_in_a_turn()
        + ready_at_start * asked_by_an_action_card()
        + eras * asked_in_a_production()
        + max(map(asked_by_sites, BOOK.boards))
    )
    contracts = sorted(asked_by_bonus(contract.bonus) for contract in BOOK.contracts)[-CONTRACTS_IN_PLAY:]
    return players * one_player + sum(contracts) + sum(asked_by_bonus(tile.instant) for tile in BOOK.metropolises)


def effects_that_are_not_played() -> Iterator[Effect]:
    yield from (slot.effect for slot in BOOK.slots)
    yield from (card.effect for card in (*BOOK.cards, BOOK.assistant) if card.type == CardType.ACTION)
    yield from (tile.instant for tile in BOOK.metropolises)
    yield from (contract.bonus for contract in BOOK.contracts)


def test_the_bound_is_what_the_printed_things_give() -> None:
    assert {players: worked_out(players) for players in MOST_DECISIONS} == MOST_DECISIONS


def test_the_argument_fits_what_is_printed() -> None:
    """Points 4 and 6: what a slot or an action card leads to."""
    assert not any(isinstance(part, PerformSlot) for slot in BOOK.slots for part in parts_of(slot.effect))
    assert not any(readies(effect) for effect in effects_that_are_not_played())
    assert max(readies(card.effect) for card in BOOK.cards) == 1


# --- games ---


def lengths(game: Game, n: int, taste: Taste, seed: int) -> np.ndarray[Any, Any]:
    """Decisions in each of n games in which an answer is the likelier the higher its weight."""
    rng = np.random.default_rng(seed)
    states, rooms, masks = new_states(n), new_workspaces(1), np.zeros((n, NUM_ACTIONS), np.int8)
    game.engine.begin(states, rng.integers(0, 1 << 63, n, np.uint64), 0, n)
    over, length, weights = states.view(np.ndarray)["over"], np.zeros(n, np.int64), taste(rng, n)
    while not over.all():
        game.engine.mask(states, rooms, 0, masks, 0, n)
        length += over == 0
        # the shortest of waiting times with these rates: each legal action is chosen in proportion to its weight
        waiting = np.where(masks == 1, rng.standard_exponential((n, NUM_ACTIONS), np.float32) / weights, np.inf)
        game.engine.apply(states, rooms, 0, waiting.argmin(axis=1), 0, n)
    return length


def anything(rng: np.random.Generator, n: int) -> np.ndarray[Any, Any]:
    return np.ones((n, NUM_ACTIONS), np.float32)


def never_declining(rng: np.random.Generator, n: int) -> np.ndarray[Any, Any]:
    weights = anything(rng, n)
    weights[:, actions.STOP] = weights[:, actions.ORDER + actions.ONLY_SLOT] = 1e-4
    weights[:, actions.SPECIAL + actions.LOOK_AT_THREE] = weights[:, actions.ONCE : actions.STOP] = 100
    return weights


def with_a_favourite(rng: np.random.Generator, n: int) -> np.ndarray[Any, Any]:
    """Never declining, and in each game with other likings: the longest games are among these."""
    weights = never_declining(rng, n) * rng.lognormal(0, 1.5, (n, NUM_ACTIONS))
    slots = rng.lognormal(0, 1.5, (n, N_SLOTS))
    weights[:, : actions.ORDER] = np.repeat(slots, PLAYABLE_HAND, axis=1)        # whatever the card
    return weights.astype(np.float32)


@pytest.mark.parametrize("taste", [anything, never_declining, with_a_favourite])
@pytest.mark.parametrize("players", MOST_DECISIONS)
def test_thousands_of_games_stay_far_below_the_bound(players: int, taste: Taste) -> None:
    options: dict[str, Any] = {} if players % 2 else {"boards": "asymmetric", "contracts": True}
    found = lengths(undersea_env.game(num_players=players, **options), 300, taste, seed=players)
    turns = TURNS_IN_ROUND * sum(ROUNDS)
    assert turns * players < found.min()                        # every turn asks for slot and card
    assert found.max() < MOST_DECISIONS[players] / 3


@pytest.mark.parametrize("rounds", [(1,), (1, 1), (9, 1)])
def test_games_of_other_lengths_stay_below_theirs(rounds: tuple[int, ...]) -> None:
    found = lengths(undersea_env.game(num_players=3, rounds=rounds), 100, with_a_favourite, seed=1)
    assert found.max() < worked_out(3, rounds) / 2
