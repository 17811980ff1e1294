"""The course of the game: dealing, turns, rounds, eras (G-1, G-2, E, P-7, O)."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import shuffle
from undersea_env.underwater_cities.compiled.limits import MAX_SLOTS, NEUTRAL_TILE, TURNS_IN_ROUND
from undersea_env.underwater_cities.kernel import frames, questions
from undersea_env.underwater_cities.kernel.card_piles import (
    discard_card,
    draw_cards,
    mark_gone,
    ready_all_action_cards,
    take_top_of_era_deck,
)
from undersea_env.underwater_cities.kernel.frames import push
from undersea_env.underwater_cities.kernel.gains import maybe_claim_contracts
from undersea_env.underwater_cities.kernel.production import feed, forget_production, produce
from undersea_env.underwater_cities.kernel.questions import DEALING, NEW_ERA, PRODUCING, TURNS


@jit
def hand_limit(rules, me):
    """G-9."""
    return rules.hand_limit + me.extra_hand_cards


@jit
def ask_for_discards(state, rules, seat, limit):
    state.seat = seat
    if state.players[seat].hand_count > limit:
        push(state, questions.DISCARD, 0, limit, 0, 0)


@jit
def resume_flow(state, rules):
    """The lowest frame is on top: begin what comes next. `left` counts the players that had their go at this stage."""
    flow = state.frame[0]
    if flow.stage == TURNS:
        resume_turns(state, rules)
    elif flow.left == state.player_count:
        flow.left = 0
        if flow.stage == PRODUCING:
            end_era(state, rules)
        else:
            flow.stage = TURNS                      # dealt (S-9), or down to the hand limit for the new era (P-7)
            state.mover = 0
    else:
        seat = np.int64(state.order[flow.left])          # P-8: in turn order
        flow.left += 1
        if flow.stage == PRODUCING:
            state.seat = seat
            produce(state, rules, seat)
            push(state, questions.CONVERSIONS, 0, 0, 0, 0)
        elif flow.stage == DEALING:
            ask_for_discards(state, rules, seat, rules.hand_limit)
        else:
            ask_for_discards(state, rules, seat, hand_limit(rules, state.players[seat]))
    return False


@jit
def resume_turns(state, rules):
    """Begin the next turn; `left` 1 means that the mover's discards have been asked for, 2 that its turn is over."""
    flow = state.frame[0]
    if flow.left == 2:
        flow.left = 0
        state.mover += 1
        if state.mover == state.player_count:
            state.mover = 0
            state.turn_no += 1
            if state.turn_no > TURNS_IN_ROUND:
                end_round(state, rules)
                return
    seat = np.int64(state.order[state.mover])
    if flow.left == 0:
        flow.left = 1
        ask_for_discards(state, rules, seat, hand_limit(rules, state.players[seat]))
    else:
        flow.left = 2
        push(state, questions.TURN, 0, 0, 0, 0)
        maybe_claim_contracts(state, rules, seat)       # what came to be outside of its turns (L-5)


@jit
def end_round(state, rules):
    """E-1 to E-3; then production if the era is over (G-1)."""
    flow = state.frame[0]
    state.turn_no = 1
    era_is_over = state.round_no == rules.rounds_before_end_of_era[state.era]
    game_ends = era_is_over and state.era == rules.last_era
    advanced = state.players[0].space > 0
    for place in range(MAX_SLOTS):
        state.slot_tiles[place] = 0
    state.clone_tile = 0
    new_turn_order(state)
    if not game_ends:
        state.round_no += 1
        if rules.solo:
            cover_slots(state, rules, not advanced)
    if era_is_over:
        flow.stage = PRODUCING


@jit
def new_turn_order(state):
    """Furthest on the track first, top of a pile first, those below keep their order (E-2). All go below (E-3)."""
    for k in range(state.player_count):
        state.order[k] = state.track[k]
        state.players[k].space = 0


@jit
def cover_slots(state, rules, fourth):
    """Neutral tiles of a solo game for the round that begins (O-2 to O-4)."""
    turn = (state.round_no - 1) % rules.slots_of_a_colour
    for k in range(3):
        state.slot_tiles[rules.neutral_slot[turn, k]] = NEUTRAL_TILE
    if not fourth:
        return
    card = take_top_of_era_deck(state)
    if card == 0:
        return
    step = (rules.card_digits[card] - 1) % rules.slot_count
    while state.slot_tiles[rules.slot_ring[step]] != 0:
        step = (step + 1) % rules.slot_count
    state.slot_tiles[rules.slot_ring[step]] = NEUTRAL_TILE
    discard_card(state, rules, card)


@jit
def end_era(state, rules):
    """P-7, after everybody has produced."""
    forget_production(state)
    for k in range(state.player_count):
        ready_all_action_cards(state.players[k])
        feed(state, rules, k)
    if state.era == rules.last_era:
        state.over = 1
        frames.pop(state)
        return
    remove_era_cards(state)
    state.era += 1
    bring_in_era_deck(state, rules)
    for k in range(state.player_count):
        draw_cards(state, state.order[k], rules.cards_for_new_era)
    state.frame[0].stage = NEW_ERA


@jit
def remove_era_cards(state):
    """The old era's deck and discard leave; what lay in the discard was seen by everybody."""
    for k in range(state.era_discard_count):
        mark_gone(state, np.int64(state.era_discard[k]))
        state.era_discard[k] = 0
    state.era_discard_count = 0
    for k in range(state.era_deck_count):
        state.era_deck[k] = 0
    state.era_deck_count = 0


@jit
def bring_in_era_deck(state, rules):
    first = rules.era_first_card[state.era]
    size = rules.era_size[state.era]
    for k in range(size):
        state.era_deck[k] = first + k
    state.era_deck_count = size
    shuffle(state, state.era_deck, size)
