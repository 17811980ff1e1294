"""Positions from outside a game: deal anew what a player cannot know, work out what follows from a position.

The cards that the viewer has not seen are collected in the order of their numbers, never in their true order, so
that the outcome depends on nothing but the view and the seed.
"""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import mixed, shuffle
from undersea_env.underwater_cities.compiled.limits import (
    CHEAP_SPECIALS,
    FIRST_CHEAP_SPECIAL,
    FIRST_SPECIAL,
    LARGEST_ERA,
    LAST_NUMBER,
)
from undersea_env.underwater_cities.kernel.card_piles import insert_sorted, refresh_standing_effects
from undersea_env.underwater_cities.kernel.network import refresh_network


@jit
def lies_in(pile, count, card):
    for k in range(count):
        if pile[k] == card:
            return True
    return False


@jit
def has_seen(state, viewer, card):
    """Whether the viewer knows where a card of an era, or a special of 1 or 2 credits, is now."""
    if (state.gone[card >> 3] >> (card & 7)) & 1 == 1:
        return True
    if lies_in(state.era_discard, state.era_discard_count, card):
        return True
    if lies_in(state.players[viewer].hand, state.players[viewer].hand_count, card):
        return True
    for seat in range(state.player_count):
        other = state.players[seat]
        if lies_in(other.tableau, other.tableau_count, card) or lies_in(other.action_card, other.action_count, card):
            return True
        if card >= FIRST_SPECIAL and (other.paid_instants >> (card - FIRST_SPECIAL)) & 1 == 1:
            return True
    for k in range(state.frame_count):             # a card being played lies open
        if state.frame[k].card == card:
            return True
    return False


@jit
def deal_into_hands(state, viewer, first, stop, pool, count):
    """Replace the cards of other hands in a range of numbers by the last of the pool; returns how many are left."""
    for seat in range(state.player_count):
        if seat != viewer:
            other = state.players[seat]
            for k in range(other.hand_count):
                if first <= other.hand[k] < stop:
                    count -= 1
                    other.hand[k] = pool[count]
    return count


@jit
def sort_pile(pile, count):
    for k in range(1, count):
        insert_sorted(pile, k, pile[k])


@jit
def redeal_era(state, rules, viewer, era):
    """Hands keep their number of cards of each era; of the current era the rest is the deck."""
    first = rules.era_first_card[era]
    stop = rules.era_first_card[era + 1]
    pool = state.era_deck
    count = 0
    for card in range(first, stop):
        if not has_seen(state, viewer, card):
            pool[count] = card
            count += 1
    shuffle(state, pool, count)
    deal_into_hands(state, viewer, first, stop, pool, count)


@jit
def redeal_specials(state, viewer):
    """Specials of 1 or 2 credits in other hands, those another player looks at, and the deck below its open top card.

    While somebody looks at specials the next top card is not turned up yet (K-8).
    """
    top_is_open = state.special_count > 0 and state.looked_count == 0
    top = np.int64(state.special_deck[state.special_count - 1]) if top_is_open else 0
    below_top = state.special_count - 1 if top_is_open else np.int64(state.special_count)
    viewer_looks = state.seat == viewer
    pool = state.special_deck
    count = 0
    for card in range(FIRST_CHEAP_SPECIAL, LAST_NUMBER + 1):
        looked_at = viewer_looks and lies_in(state.looked, state.looked_count, card)
        if card != top and not looked_at and not has_seen(state, viewer, card):
            pool[count] = card
            count += 1
    shuffle(state, pool, count)
    count = deal_into_hands(state, viewer, FIRST_CHEAP_SPECIAL, LAST_NUMBER + 1, pool, count)
    if not viewer_looks:
        for k in range(state.looked_count):
            count -= 1
            state.looked[k] = pool[count]
    for k in range(below_top, CHEAP_SPECIALS):
        pool[k] = 0
    if top_is_open:
        pool[below_top] = top


@jit
def redeal(state, rules, viewer, seed):
    """Deal anew all that the viewer cannot know: other hands, the order of piles, chance to come."""
    state.stream = mixed(mixed(seed) + np.uint64(1))
    for era in range(1, state.era + 1):            # the deck is room to deal in until its own cards come last
        redeal_era(state, rules, viewer, era)
    for k in range(state.era_deck_count, LARGEST_ERA):
        state.era_deck[k] = 0
    redeal_specials(state, viewer)
    for seat in range(state.player_count):
        sort_pile(state.players[seat].hand, state.players[seat].hand_count)
    sort_pile(state.metropolis_supply, state.metropolis_count)
    shuffle(state, state.metropolis_supply, state.metropolis_count)


@jit
def refresh(state, rules):
    """Work out what follows from the sites and the cards in play."""
    for seat in range(state.player_count):
        refresh_network(state, rules, seat)
        refresh_standing_effects(rules, state.players[seat])
