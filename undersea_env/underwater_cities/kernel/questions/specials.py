"""Taking a special (K-8)."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import FACE_UP_SPECIALS, LOOKED_AT
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.card_piles import (
    add_to_hand,
    put_under_special_deck,
    remove_at,
    take_top_special,
)
from undersea_env.underwater_cities.kernel.frames import ask_if, pop
from undersea_env.underwater_cities.kernel.legality import can_start
from undersea_env.underwater_cities.kernel.questions import TO_KEEP, TO_PUT_UNDER, TO_TAKE
from undersea_env.underwater_cities.kernel.questions.listing import add_stop


@jit
def resume_taking_special(state, rules):
    frame = state.frame[state.frame_count - 1]
    if frame.left == 0:
        pop(state)
        return False
    if frame.stage == TO_TAKE:
        return ask_if(state, can_start(state, rules, state.seat, frame.row))
    if state.looked_count > 1:
        return True
    if state.looked_count == 1:                    # K-11a: a single one is kept; the last of three goes under the deck
        last = np.int64(state.looked[0])
        state.looked[0] = 0
        state.looked_count = 0
        if frame.stage == TO_KEEP:
            add_to_hand(state.players[state.seat], last)
        else:
            put_under_special_deck(state, last)
    pop(state)
    return False


@jit
def list_specials(state, out):
    frame = state.frame[state.frame_count - 1]
    if frame.stage == TO_TAKE:
        return list_specials_to_take(state, frame, out)
    first = actions.KEEP if frame.stage == TO_KEEP else actions.UNDER
    for k in range(state.looked_count):
        out[k] = first + k
    return np.int64(state.looked_count)


@jit
def list_specials_to_take(state, frame, out):
    n = 0
    for k in range(FACE_UP_SPECIALS):
        if state.special_row[k] != 0:
            out[n] = actions.SPECIAL + k
            n += 1
    if state.special_count > 0:
        out[n] = actions.SPECIAL + actions.TOP_SPECIAL
        n += 1
    if state.special_count > 1:                     # with one card left, looking would be taking the top (D-11)
        out[n] = actions.SPECIAL + actions.LOOK_AT_THREE
        n += 1
    return add_stop(frame, out, n)


@jit
def decide_special(state, rules, action):
    frame = state.frame[state.frame_count - 1]
    if frame.stage == TO_TAKE:
        take_special(state, frame, action - actions.SPECIAL)
    elif frame.stage == TO_KEEP:
        add_to_hand(state.players[state.seat], take_looked_at(state, action - actions.KEEP))
        frame.stage = TO_PUT_UNDER
    else:
        put_under_special_deck(state, take_looked_at(state, action - actions.UNDER))


@jit
def take_special(state, frame, choice):
    """A face-up one or the top of the deck; or put the top under the deck and look at three."""
    me = state.players[state.seat]
    if choice == actions.LOOK_AT_THREE:
        put_under_special_deck(state, take_top_special(state))
        frame.stage = TO_KEEP
        while state.looked_count < LOOKED_AT and state.special_count > 0:
            state.looked[state.looked_count] = take_top_special(state)
            state.looked_count += 1
        return
    if choice == actions.TOP_SPECIAL:
        add_to_hand(me, take_top_special(state))
    else:
        add_to_hand(me, np.int64(state.special_row[choice]))
        remove_at(state.special_row, FACE_UP_SPECIALS, choice)
    frame.left = 0


@jit
def take_looked_at(state, place):
    card = np.int64(state.looked[place])
    remove_at(state.looked, state.looked_count, place)
    state.looked_count -= 1
    return card
