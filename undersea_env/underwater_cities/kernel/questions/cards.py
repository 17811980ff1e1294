"""Cards in hand and on the table: using action cards, making them ready, laying a fifth, discarding."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.card_piles import add_action_card, discard_card, remove_action_card
from undersea_env.underwater_cities.kernel.events import EVENT_USE_ACTION_CARD
from undersea_env.underwater_cities.kernel.frames import ask_if, pop
from undersea_env.underwater_cities.kernel.gains import maybe_claim_contracts, push_effect, trigger
from undersea_env.underwater_cities.kernel.legality import has_action_card
from undersea_env.underwater_cities.kernel.questions.listing import add_stop
from undersea_env.underwater_cities.kernel.state import FROM_CARD

# --- `use action card`, `ready action card` ---


@jit
def resume_using_action_cards(state):
    frame = state.frame[state.frame_count - 1]
    return ask_if(state, frame.left > 0 and has_action_card(state.players[state.seat], 0))


@jit
def list_action_cards(state, out, used):
    """Those that have been used, or those that are ready."""
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    n = 0
    for k in range(me.action_count):
        if me.action_used[k] == used:
            out[n] = actions.ACTION_CARD + k
            n += 1
    return add_stop(frame, out, n)


@jit
def use_action_card(state, rules, place):
    """Exhausted when its use begins (L-4)."""
    frame = state.frame[state.frame_count - 1]
    frame.left -= 1
    frame.committed = 0
    me = state.players[state.seat]
    me.action_used[place] = 1
    card = np.int64(me.action_card[place])
    push_effect(state, rules.card_effect[card, 0], rules.card_effect[card, 1], FROM_CARD, 0)
    trigger(state, rules, state.seat, EVENT_USE_ACTION_CARD, 0)


@jit
def make_ready(state, place):
    state.players[state.seat].action_used[place] = 0
    pop(state)


# --- a fifth action card (K-6) ---


@jit
def resume_laying(state):
    return ask_if(state, state.frame[state.frame_count - 1].left > 0)


@jit
def list_cards_to_replace(state, out):
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    for k in range(me.action_count):
        out[k] = actions.ACTION_CARD + k
    return add_stop(frame, out, np.int64(me.action_count))


@jit
def lay_fifth_action_card(state, rules, place):
    """Discard one of the four first; if it was ready, its effect may be used at once (K-6)."""
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    new_card = np.int64(frame.card)
    old_card = np.int64(me.action_card[place])
    was_ready = me.action_used[place] == 0
    pop(state)
    remove_action_card(me, place)
    add_action_card(me, new_card)
    discard_card(state, rules, old_card)
    if was_ready:
        push_effect(state, rules.card_effect[old_card, 0], rules.card_effect[old_card, 1], FROM_CARD, 0)
        trigger(state, rules, state.seat, EVENT_USE_ACTION_CARD, 0)
    maybe_claim_contracts(state, rules, state.seat)


@jit
def discard_fifth_action_card(state, rules):
    """The four stay, the new card goes."""
    discard_card(state, rules, np.int64(state.frame[state.frame_count - 1].card))
    pop(state)


# --- down to the hand limit (G-9) ---


@jit
def resume_discarding(state):
    return ask_if(state, state.players[state.seat].hand_count > state.frame[state.frame_count - 1].left)


@jit
def list_hand(state, out):
    me = state.players[state.seat]
    for k in range(me.hand_count):
        out[k] = actions.HAND + k
    return np.int64(me.hand_count)


# --- once-per-turn cards (L-7) ---


@jit
def use_once_per_turn(state, rules, place):
    state.once_used |= 1 << place
    card = rules.once_card[place]
    push_effect(state, rules.card_effect[card, 0], rules.card_effect[card, 1], FROM_CARD, 0)
