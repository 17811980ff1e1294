"""A turn: choose and play; one half; the other half; draw (G-3 to G-9)."""

import numpy as np

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import FIRST_SPECIAL, MAX_ACTION_CARDS, PLAYABLE_HAND
from undersea_env.underwater_cities.kernel import actions, questions
from undersea_env.underwater_cities.kernel.building import CREDITS
from undersea_env.underwater_cities.kernel.card_piles import (
    add_action_card,
    add_to_tableau,
    discard_card,
    draw_cards,
    remove_at,
)
from undersea_env.underwater_cities.kernel.events import EVENT_MATCH, EVENT_MISMATCH, EVENT_PAY_SPECIAL, EVENT_USE_SLOT
from undersea_env.underwater_cities.kernel.frames import pop, push
from undersea_env.underwater_cities.kernel.gains import maybe_claim_contracts, push_effect, trigger
from undersea_env.underwater_cities.kernel.legality import can_start_slot, can_start_some, has_once_per_turn
from undersea_env.underwater_cities.kernel.network import (
    ACTION,
    INSTANT,
)
from undersea_env.underwater_cities.kernel.questions import FIRST_HALF, SECOND_HALF, TO_END, TO_ORDER, TO_PLAY
from undersea_env.underwater_cities.kernel.questions.listing import add_bits, add_once_per_turn, add_stop
from undersea_env.underwater_cities.kernel.state import CHOSEN, FROM_CARD, FROM_SLOT


@jit
def resume_turn(state, rules):
    """Choose and play; one half; the other half; draw (G-3 to G-9)."""
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    if frame.stage == TO_PLAY:
        if me.hand_count > 0 or has_once_per_turn(state, rules):
            return True
        frame.stage = TO_END                        # D-8: nothing to play
        return False
    if frame.stage == TO_ORDER:
        orders = possible_orders(state, rules)
        if orders & (orders - 1) != 0:
            return True
        choose_order(state, rules, ones(orders - 1))
        return False
    if frame.stage == FIRST_HALF:
        if frame.probing and not frame.card_first:
            return True                             # a look ahead stops where the slot's action would begin
        frame.stage = SECOND_HALF
        if frame.card_first:
            begin_card(state, rules)
        else:
            begin_slot(state, rules)
        return False
    if frame.stage == SECOND_HALF:
        return resume_second_half(state, rules)
    if has_once_per_turn(state, rules):
        return True
    end_turn(state, rules)
    return False


@jit
def list_in_turn(state, rules, out):
    """The questions of a turn after slot and card were chosen."""
    frame = state.frame[state.frame_count - 1]
    n = 0
    if frame.stage == TO_ORDER:
        return add_bits(out, n, actions.ORDER, possible_orders(state, rules))
    if frame.stage == FIRST_HALF:                   # of a look ahead
        return 0
    if frame.stage == SECOND_HALF:
        if frame.probing:
            return add_once_per_turn(state, rules, out, n)
        out[0] = actions.USE_CARD                   # pay for the special, or not (K-9)
        return add_stop(frame, out, 1)
    n = add_once_per_turn(state, rules, out, n)
    return add_stop(frame, out, n)


@jit
def decide_turn(state, rules, action):
    frame = state.frame[state.frame_count - 1]
    if frame.stage == TO_PLAY:
        if action == actions.STOP:
            end_turn(state, rules)                  # D-8: nothing to play
        else:
            play(state, rules, action // PLAYABLE_HAND, action % PLAYABLE_HAND)
    elif frame.stage == TO_ORDER:
        choose_order(state, rules, action - actions.ORDER)
    elif frame.stage == TO_END:
        end_turn(state, rules)
    elif action == actions.USE_CARD:
        frame.card_begun = 1
        begin_card(state, rules)
    else:
        put_away_card(state, rules)


# --- slot and card ---


@jit
def play(state, rules, slot, place):
    """Choose a slot and play a card at the same moment (G-3), with the cloning tile on an occupied one (G-11)."""
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    card = np.int64(me.hand[place])
    remove_at(me.hand, me.hand_count, place)
    me.hand_count -= 1
    frame.slot = slot
    frame.card = card
    colour = rules.slot_colour[slot]
    frame.stage = TO_ORDER
    if colour != 0:
        side_place = slot - rules.first_slot
        if state.slot_tiles[side_place] != 0:
            me.resource[CREDITS] -= 1
            state.clone_tile = seat + 1
        state.slot_tiles[side_place] |= 1 << seat
        if rules.card_colour[card] == colour:
            trigger(state, rules, seat, EVENT_MATCH, colour)
            trigger(state, rules, seat, EVENT_USE_SLOT, rules.slot_event[slot])
            return
    choose_order(state, rules, actions.ONLY_SLOT)   # discarded without effect (G-4, G-10)
    if colour != 0:
        trigger(state, rules, seat, EVENT_MISMATCH, 0)
    trigger(state, rules, seat, EVENT_USE_SLOT, rules.slot_event[slot])      # as soon as it is chosen (N-5)


@jit
def possible_orders(state, rules):
    """Orders that G-4 allows now, as bits. A slot that cannot be used yet must wait for the card (G-5a)."""
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    orders = 0
    if can_start_slot(state, rules, state.seat, frame.slot - rules.first_slot):
        orders = 1 << actions.SLOT_FIRST | 1 << actions.ONLY_SLOT
    if can_begin_card(state, rules, me, frame.card):
        orders |= 1 << actions.CARD_FIRST
    if orders == 0:
        orders = 1 << actions.ONLY_SLOT
    return orders


@jit
def can_begin_card(state, rules, me, card):
    """Whether using the card would do something: a special can be paid, a part of an instant can be done (D-4)."""
    if rules.card_price[card] > 0:
        return me.resource[CREDITS] >= rules.card_price[card]
    if rules.card_type[card] != INSTANT:
        return True
    return can_start_some(state, rules, state.seat, rules.card_effect[card, 0], rules.card_effect[card, 1])


@jit
def choose_order(state, rules, order):
    frame = state.frame[state.frame_count - 1]
    frame.stage = FIRST_HALF
    if order == actions.CARD_FIRST:
        frame.card_first = 1
    elif order == actions.ONLY_SLOT:
        card = np.int64(frame.card)
        frame.card = 0
        discard_card(state, rules, card)


@jit
def begin_slot(state, rules):
    slot = state.frame[state.frame_count - 1].slot
    push_effect(state, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1], FROM_SLOT, 0)
    state.frame[state.frame_count - 1].committed = CHOSEN


# --- the card ---


@jit
def begin_card(state, rules):
    """Use the card in play: pay a special's price, then do or lay it (K-3, K-9). Instants are put away afterwards."""
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    card = np.int64(frame.card)
    if rules.card_price[card] > 0:
        me.resource[CREDITS] -= rules.card_price[card]
        frame.card_paid = 1
    if rules.card_type[card] == INSTANT:
        push_effect(state, rules.card_effect[card, 0], rules.card_effect[card, 1], FROM_CARD, 0)
    else:
        frame.card = 0
        if rules.card_type[card] != ACTION:
            add_to_tableau(state, rules, seat, card)
            maybe_claim_contracts(state, rules, seat)
        elif me.action_count < MAX_ACTION_CARDS:
            add_action_card(me, card)
            maybe_claim_contracts(state, rules, seat)
        else:
            push(state, questions.LAY, 0, 1, FROM_CARD, 0)
            state.frame[state.frame_count - 1].card = card
    if rules.card_price[card] > 0:
        trigger(state, rules, seat, EVENT_PAY_SPECIAL, 0)


@jit
def put_away_card(state, rules):
    """After its effect an instant is discarded, a paid special kept under the board (K-3, K-10)."""
    frame = state.frame[state.frame_count - 1]
    card = np.int64(frame.card)
    frame.card = 0
    if frame.card_paid:
        state.players[state.seat].paid_instants |= 1 << (card - FIRST_SPECIAL)
        maybe_claim_contracts(state, rules, state.seat)
    elif card != 0:
        discard_card(state, rules, card)


@jit
def resume_second_half(state, rules):
    frame = state.frame[state.frame_count - 1]
    if frame.card_first:
        if frame.card != 0:
            put_away_card(state, rules)
            return False
        if frame.probing:
            return True
        frame.stage = TO_END
        begin_slot(state, rules)
        return False
    if frame.card == 0:
        frame.stage = TO_END
        return False
    if frame.card_begun:
        put_away_card(state, rules)
        return False
    me = state.players[state.seat]
    price = rules.card_price[frame.card]
    if price > 0:
        if me.resource[CREDITS] >= price:
            return True                             # pay for the special, or not (K-9)
        put_away_card(state, rules)
        return False
    frame.card_begun = 1
    begin_card(state, rules)
    return False


@jit
def end_turn(state, rules):
    """Draw a card, always (G-9)."""
    draw_cards(state, state.seat, 1)
    state.tunnels_this_turn = 0
    state.once_used = 0
    pop(state)
