"""Positions from outside a game: deal anew what a viewer cannot know (U-4), work out what follows from a position.

Everything hidden is put in the order of its numbers before it is shuffled, never left in its true order, so that the
outcome depends on nothing but the view and the seed.
"""

import numpy as np

from undersea_env.cloudage.compiled.limits import BITS_OF_WORD
from undersea_env.cloudage.kernel.interpreter import resume
from undersea_env.cloudage.kernel.piles import add_card, cards_in, put_on_deck, sort_pile
from undersea_env.cloudage.kernel.set_up import refresh_distances
from undersea_env.cloudage.kernel.state import KEEPING
from undersea_env.cloudage.printed.words import CITY_CARDS, SECTORS
from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import below, mixed, shuffle

ALL_CITY_CARDS = (1 << CITY_CARDS) - 1


@jit
def redeal(state, rules, viewer, seed):
    state.stream = mixed(seed)
    redeal_projects(state, viewer)
    for seat in range(state.player_count):
        me = state.players[seat]
        hidden = np.int64(me.navigation_count) - me.navigation_known
        sort_pile(me.navigation, hidden)
        shuffle(state, me.navigation, hidden)
    redeal_city_cards(state, rules)
    if rules.has_objectives:
        redeal_objectives(state, viewer)
    if state.over == 0:
        resume(state, rules)                             # what another seat may answer is in its hand


@jit
def redeal_projects(state, viewer):
    """Deck and the other hands together, sizes kept."""
    low = high = np.int64(0)
    for k in range(state.deck_count):
        card = np.int64(state.deck[k]) - 1
        state.deck[k] = 0
        if card < BITS_OF_WORD:
            low |= np.int64(1) << card
        else:
            high |= np.int64(1) << (card - BITS_OF_WORD)
    for seat in range(state.player_count):
        if seat != viewer:
            low |= state.players[seat].hand[0]
            high |= state.players[seat].hand[1]
    state.deck_count = 0
    put_on_deck(state, (low, high))
    shuffle(state, state.deck, state.deck_count)
    for seat in range(state.player_count):
        if seat != viewer:
            me = state.players[seat]
            cards = cards_in(me.hand)
            me.hand[0] = 0
            me.hand[1] = 0
            for _ in range(cards):
                state.deck_count -= 1
                add_card(me.hand, state.deck[state.deck_count] - 1)
                state.deck[state.deck_count] = 0


@jit
def redeal_city_cards(state, rules):
    """The top of each sector looks through its sleeve as it did; all else is uniform among the unseen."""
    unseen = ALL_CITY_CARDS & ~np.int64(state.seen_cards)
    while True:
        taken = np.int64(0)
        wanted = 0
        for sector in range(SECTORS):
            if state.sector_count[sector]:
                taken |= np.int64(1) << draw_alike(state, rules, sector, unseen)
                wanted += 1
        if ones(taken) == wanted:
            break
    # The tops wait in the place of the top, as they were drawn; the rest is drawn from what is left.
    unseen &= ~taken
    for sector in range(SECTORS):
        n = np.int64(state.sector_count[sector])
        if n:
            state.sector[sector, n - 1] = state.sector[sector, 0]
            for k in range(n - 1):
                card = nth(unseen, below(state, ones(unseen)))
                unseen &= ~(np.int64(1) << card)
                state.sector[sector, k] = card + 1


@jit
def draw_alike(state, rules, sector, unseen):
    """One of the unseen cards that look like the top; it is put in the lowest place of the sector for a moment."""
    looks = rules.seen_through[state.sleeve[sector] - 1]
    look = look_of_top(state, rules, sector)
    alike = np.int64(0)
    left = unseen
    while left:
        card = lowest(left)
        left &= left - 1
        if looks[card] == look:
            alike |= np.int64(1) << card
    card = nth(alike, below(state, ones(alike)))
    state.sector[sector, 0] = card + 1
    return card


@jit
def look_of_top(state, rules, sector):
    top = np.int64(state.sector[sector, state.sector_count[sector] - 1]) - 1
    return rules.seen_through[state.sleeve[sector] - 1, top]


@jit
def nth(members, n):
    """The member of a set that has `n` lower ones."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)


@jit
def redeal_objectives(state, viewer):
    """U-6: in set-up also what the others have not chosen yet, and what they refused."""
    known = np.int64(state.objective_known)
    is_set_up = state.round_no == 0 and state.step <= KEEPING
    pile = state.objective_deck
    n = np.int64(state.objective_count)
    if is_set_up:
        for seat in range(state.player_count):
            me = state.players[seat]
            if seat == viewer:
                continue
            if me.refused:
                pile[n] = me.refused
                n += 1
            elif me.tasks == 0:
                pile[n] = me.objectives[0]
                pile[n + 1] = me.objectives[1]
                n += 2
    sort_pile(pile[known:], n - known)
    shuffle(state, pile[known:], n - known)
    if is_set_up:
        for seat in range(state.player_count):
            me = state.players[seat]
            if seat == viewer:
                continue
            if me.refused:
                n -= 1
                me.refused = pile[n]
                pile[n] = 0
            elif me.tasks == 0:
                n -= 2
                me.objectives[0] = pile[n]
                me.objectives[1] = pile[n + 1]
                pile[n] = 0
                pile[n + 1] = 0


@jit
def refresh(state, rules):
    """Fields that follow from others."""
    refresh_distances(state, rules)
    if state.over == 0:
        resume(state, rules)
