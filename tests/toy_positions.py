"""Small worlds of the toy game."""

from math import comb, factorial
from typing import Any

from tests.kinds import TOY, SmallWorld, by_default
from undersea_env.core.position import State

MINE, THEIRS, DECK = [1, 2, 3], [10, 20], [5, 6, 7]


def padded(cards: list[int], length: int) -> list[int]:
    return cards + [0] * (length - len(cards))


def small_world() -> State:
    """Five cards are unseen by seat 0: two of them in the hand of seat 1, three in the deck."""
    game = by_default(TOY).game()
    record = game.new_game(0).to_dict()
    size_of_hand, size_of_deck = len(record["players"][0]["hand"]), len(record["deck"])
    hands = [{"hand": padded(hand, size_of_hand), "hand_count": len(hand)} for hand in (MINE, THEIRS)]
    deck = {"deck": padded(DECK, size_of_deck), "deck_count": len(DECK)}
    return game.from_dict(deck | {"players": [*hands, *record["players"][2:]]})


def hidden(state: State) -> Any:
    """The other hand as a set, and the order of the deck."""
    record = state.states[0]
    return frozenset(record.players[1].hand.tolist()), tuple(record.deck.tolist())


def small_worlds() -> list[SmallWorld]:
    unseen, held = len(THEIRS) + len(DECK), len(THEIRS)
    return [SmallWorld(small_world(), 0, comb(unseen, held) * factorial(len(DECK)), hidden)]
