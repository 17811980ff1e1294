"""Cards: drawing, discarding, laying, taking specials. Every card is in exactly one place."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import shuffle
from undersea_env.underwater_cities.compiled.limits import (
    ASSISTANT,
    FIRST_CHEAP_SPECIAL,
    FIRST_SPECIAL,
    HAND_CAPACITY,
    MAX_ACTION_CARDS,
    TOKENS,
)
from undersea_env.underwater_cities.printed.words import Thing

N_DISCOUNT_ROWS = len(Thing) + 1


@jit
def insert_sorted(pile, count, card):
    """Put a card into an ascending pile of `count` cards."""
    k = count
    while k > 0 and pile[k - 1] > card:
        pile[k] = pile[k - 1]
        k -= 1
    pile[k] = card


@jit
def remove_at(pile, count, place):
    """Take the card at `place` out of a pile of `count` cards and close the gap."""
    for k in range(place, count - 1):
        pile[k] = pile[k + 1]
    pile[count - 1] = 0


@jit
def refill_era_deck(state):
    """An empty deck is refilled by shuffling its discard (C-2)."""
    for k in range(state.era_discard_count):
        state.era_deck[k] = state.era_discard[k]
        state.era_discard[k] = 0
    state.era_deck_count = state.era_discard_count
    state.era_discard_count = 0
    shuffle(state, state.era_deck, state.era_deck_count)


@jit
def take_top_of_era_deck(state):
    """The top card of the current era deck, or 0 if deck and discard are empty (K-11a)."""
    if state.era_deck_count == 0:
        refill_era_deck(state)
    if state.era_deck_count == 0:
        return 0
    state.era_deck_count -= 1
    card = np.int64(state.era_deck[state.era_deck_count])
    state.era_deck[state.era_deck_count] = 0
    return card


@jit
def add_to_hand(me, card):
    insert_sorted(me.hand, me.hand_count, card)
    me.hand_count += 1


@jit
def draw_cards(state, seat, number):
    me = state.players[seat]
    for _ in range(number):
        if me.hand_count == HAND_CAPACITY:
            return
        card = take_top_of_era_deck(state)
        if card == 0:
            return
        add_to_hand(me, card)


@jit
def mark_gone(state, card):
    state.gone[card >> 3] |= 1 << (card & 7)


@jit
def put_under_special_deck(state, card):
    for k in range(state.special_count, 0, -1):
        state.special_deck[k] = state.special_deck[k - 1]
    state.special_deck[0] = card
    state.special_count += 1


@jit
def take_top_special(state):
    state.special_count -= 1
    card = np.int64(state.special_deck[state.special_count])
    state.special_deck[state.special_count] = 0
    return card


@jit
def discard_card(state, rules, card):
    """To the discard of its own era (past: out of the game), under the special deck, or out of the game (K-10)."""
    if card == ASSISTANT:
        return
    if card >= FIRST_CHEAP_SPECIAL:
        put_under_special_deck(state, card)
    elif card >= FIRST_SPECIAL or rules.card_era[card] != state.era:
        mark_gone(state, card)
    else:
        state.era_discard[state.era_discard_count] = card
        state.era_discard_count += 1


@jit
def discard_from_hand(state, rules, seat, place):
    me = state.players[seat]
    card = np.int64(me.hand[place])
    remove_at(me.hand, me.hand_count, place)
    me.hand_count -= 1
    discard_card(state, rules, card)


@jit
def add_to_tableau(state, rules, seat, card):
    """Lay a permanent, production or end card; it works from now on (K-4)."""
    me = state.players[seat]
    insert_sorted(me.tableau, me.tableau_count, card)
    me.tableau_count += 1
    refresh_standing_effects(rules, me)


@jit
def add_action_card(me, card):
    """Lay an action card, ready, among at most four (K-6)."""
    k = np.int64(me.action_count)
    while k > 0 and me.action_card[k - 1] > card:
        me.action_card[k] = me.action_card[k - 1]
        me.action_used[k] = me.action_used[k - 1]
        k -= 1
    me.action_card[k] = card
    me.action_used[k] = 0
    me.action_count += 1


@jit
def remove_action_card(me, place):
    remove_at(me.action_card, me.action_count, place)
    remove_at(me.action_used, me.action_count, place)
    me.action_count -= 1


@jit
def ready_all_action_cards(me):
    for k in range(MAX_ACTION_CARDS):
        me.action_used[k] = 0


@jit
def refresh_standing_effects(rules, me):
    """Work out what the cards in play change for good: discounts, hand limit, what they wait for."""
    me.listens = 0
    me.extra_hand_cards = 0
    me.once_per_turn_cards = 0
    for row in range(N_DISCOUNT_ROWS):
        for r in range(TOKENS):
            me.discount[row, r] = 0
    for k in range(me.tableau_count):
        card = me.tableau[k]
        if rules.card_event[card] != 0:
            me.listens |= 1 << rules.card_event[card]
        if rules.card_once[card] != 0:
            me.once_per_turn_cards |= 1 << (rules.card_once[card] - 1)
        me.extra_hand_cards += rules.card_hand_limit[card]
        on = rules.card_discount_on[card]
        if on != 0:
            amounts = rules.card_discount[card]
            for row in range(N_DISCOUNT_ROWS):
                if (on >> row) & 1:
                    for r in range(TOKENS):
                        me.discount[row, r] += rules.amounts[amounts, r]
    for row in range(N_DISCOUNT_ROWS):
        for r in range(TOKENS):
            me.usual_price[row, r] = max(0, rules.usual_price[row, r] - me.discount[row, r])
