"""Set-up (S-1 to S-11, O-1, O-2): the only chance besides reshuffled decks and the decks of later eras."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import mixed, shuffle
from undersea_env.underwater_cities.compiled.limits import (
    ASSISTANT,
    BLUE_METROPOLISES,
    CHEAP_SPECIALS,
    CONTRACTS,
    CONTRACTS_IN_PLAY,
    FACE_UP_SPECIALS,
    FIRST_CHEAP_SPECIAL,
    FIRST_SPECIAL,
    HELD,
    MAX_PLAYERS,
)
from undersea_env.underwater_cities.kernel import frames, questions
from undersea_env.underwater_cities.kernel.card_piles import (
    add_action_card,
    draw_cards,
    insert_sorted,
    refresh_standing_effects,
)
from undersea_env.underwater_cities.kernel.course import bring_in_era_deck, cover_slots
from undersea_env.underwater_cities.kernel.network import NONSYMBIOTIC, refresh_network
from undersea_env.underwater_cities.kernel.state import NONSYMBIOTIC_SUPPLY

EXPENSIVE_SPECIALS = FIRST_CHEAP_SPECIAL - FIRST_SPECIAL


@jit
def set_up(state, rules, seed):
    """Deal a new game into a record that is all zero."""
    state.stream = mixed(seed)
    state.player_count = rules.player_count
    state.era = 1
    state.round_no = 1
    state.turn_no = 1
    for k in range(3):
        state.supply[k] = rules.supply[k]
    deal_turn_order(state, rules)
    deal_boards(state, rules)
    deal_metropolises(state, rules)
    deal_specials(state)
    deal_contracts(state, rules)
    bring_in_era_deck(state, rules)
    for k in range(state.player_count):
        seat = np.int64(state.order[k])
        add_action_card(state.players[seat], ASSISTANT)                 # S-4
        refresh_standing_effects(rules, state.players[seat])
        draw_cards(state, seat, rules.cards_dealt)                      # S-9
    if rules.solo:
        cover_slots(state, rules, False)
    frames.push(state, questions.FLOW, 0, 0, 0, 0)


@jit
def deal_turn_order(state, rules):
    """S-8: the last player's marker is the foremost."""
    players = state.player_count
    for k in range(players):
        state.order[k] = k
    shuffle(state, state.order, players)
    for k in range(players):
        seat = state.order[k]
        me = state.players[seat]
        me.space = rules.start_space[k]
        state.track[players - 1 - k] = seat
        for r in range(HELD):
            me.resource[r] = rules.start_resource[k, r]


@jit
def deal_boards(state, rules):
    """Different random boards of one family, or those asked for (S-5); the starting city (S-6)."""
    pool = state.era_deck                                               # room that is free until the decks are dealt
    for k in range(MAX_PLAYERS):
        pool[k] = rules.board_pool_start + k
    shuffle(state, pool, MAX_PLAYERS)
    for seat in range(state.player_count):
        me = state.players[seat]
        me.board = rules.board_choice[seat] - 1 if rules.board_choice[seat] > 0 else pool[seat]
        me.city[rules.start_city[me.board]] = NONSYMBIOTIC
        state.supply[NONSYMBIOTIC_SUPPLY] -= 1
        refresh_network(state, rules, seat)
    for k in range(MAX_PLAYERS):
        pool[k] = 0


@jit
def deal_metropolises(state, rules):
    """One brown, two blue for each (S-7); the spare blue ones stay shuffled (L-2)."""
    brown = state.era_deck
    for k in range(rules.brown_count):
        brown[k] = rules.brown[k]
    shuffle(state, brown, rules.brown_count)
    for k in range(BLUE_METROPOLISES):
        state.metropolis_supply[k] = rules.blue[k]
    shuffle(state, state.metropolis_supply, BLUE_METROPOLISES)
    state.metropolis_count = BLUE_METROPOLISES
    for seat in range(state.player_count):
        me = state.players[seat]
        me.metropolis[0] = brown[seat]
        for place in range(1, 3):
            state.metropolis_count -= 1
            me.metropolis[place] = state.metropolis_supply[state.metropolis_count]
            state.metropolis_supply[state.metropolis_count] = 0
    for k in range(rules.brown_count):
        brown[k] = 0


@jit
def deal_specials(state):
    """S-3."""
    expensive = state.era_deck
    for k in range(EXPENSIVE_SPECIALS):
        expensive[k] = FIRST_SPECIAL + k
    shuffle(state, expensive, EXPENSIVE_SPECIALS)
    for k in range(EXPENSIVE_SPECIALS):
        if k < FACE_UP_SPECIALS:
            insert_sorted(state.special_row, k, expensive[k])
        expensive[k] = 0
    for k in range(CHEAP_SPECIALS):
        state.special_deck[k] = FIRST_CHEAP_SPECIAL + k
    state.special_count = CHEAP_SPECIALS
    shuffle(state, state.special_deck, CHEAP_SPECIALS)


@jit
def deal_contracts(state, rules):
    """S-11."""
    if rules.contracts == 0:
        return
    pile = state.era_deck
    for k in range(CONTRACTS):
        pile[k] = k + 1
    shuffle(state, pile, CONTRACTS)
    for k in range(CONTRACTS):
        if k < CONTRACTS_IN_PLAY:
            state.contract_row[k] = pile[k]
        pile[k] = 0

