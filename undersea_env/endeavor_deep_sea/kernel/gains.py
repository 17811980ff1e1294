"""Gains: bundles in the order of B-6, steps on the tracks, launches."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.compiled.limits import VESSELS
from undersea_env.endeavor_deep_sea.compiled.opcodes import (
    ANY_GAIN,
    DISC_GAIN,
    DISCOVER,
    GAINS,
    IMPACT_GAIN,
    INGENUITY_GAIN,
    LOWEST_GAIN,
    PROMOTE_GAIN,
    REPUTATION_GAIN,
    RESEARCH_GAIN,
)
from undersea_env.endeavor_deep_sea.kernel import actions
from undersea_env.endeavor_deep_sea.kernel.asking import ask, offer, offer_each
from undersea_env.endeavor_deep_sea.kernel.frames import pop, push, push_bundle
from undersea_env.endeavor_deep_sea.kernel.impact import ask_for_hex, marker_to_move, put_marker
from undersea_env.endeavor_deep_sea.kernel.ocean import INGENUITY, ONE_DEPTH, cell_of_board, juniors, put_vessel
from undersea_env.endeavor_deep_sea.kernel.state import BEGUN, DOING, LAUNCH, OFFERED
from undersea_env.endeavor_deep_sea.printed.words import ATTRIBUTES, RESEARCH_TOP

ATTRIBUTE_COUNT = len(ATTRIBUTES)


@jit
def gain_research(me, number):
    me.research = min(RESEARCH_TOP, me.research + number)            # B-4


@jit
def move_marker(rules, me, attribute, cell):
    me.points += rules.track_points[cell] - rules.track_points[me.marker[attribute]]
    me.marker[attribute] = cell


@jit
def step(state, rules, seat, attribute):
    """B-2, B-3: one step; what it triggers is pushed. Returns whether there is something."""
    me = state.players[seat]
    cell = np.int64(rules.next_cell[me.marker[attribute]])
    move_marker(rules, me, attribute, cell)
    before = np.int64(state.frame_count)
    launch = np.int64(rules.launch_bit[cell])
    if attribute == INGENUITY and launch and not me.launches & launch:
        me.launches |= launch
        push(state, LAUNCH, seat, 0)
    push_bundle(state, rules, seat, rules.reached[cell], 0, 1)
    return state.frame_count > before


@jit
def remove_if_used_up(state, frame):
    """K-2: before something is pushed upon it."""
    if frame.do:
        return
    for k in range(GAINS):
        if frame.gain[k]:
            return
    pop(state)


@jit
def use(state, frame, gain):
    """One of these is being taken."""
    frame.gain[gain] -= 1
    remove_if_used_up(state, frame)


@jit
def lowest_attributes(me):
    """Bits of the attributes whose marker is lowest."""
    found = 0
    least = 127
    for attribute in range(ATTRIBUTE_COUNT):
        if me.marker[attribute] < least:
            least = me.marker[attribute]
            found = 0
        if me.marker[attribute] == least:
            found |= 1 << attribute
    return found


@jit
def resume_bundle(state, rules, frame):
    """Go on with the topmost bundle until it asks (True) or something else comes first (False)."""
    seat = np.int64(frame.owner)
    me = state.players[seat]
    if frame.stage == 0:
        frame.stage = 1
        gain_research(me, frame.gain[RESEARCH_GAIN])
        me.staging += frame.gain[DISC_GAIN]
        frame.gain[RESEARCH_GAIN] = 0
        frame.gain[DISC_GAIN] = 0
    for gain in range(REPUTATION_GAIN, INGENUITY_GAIN + 1):
        while frame.gain[gain] > 0:
            attribute = gain - REPUTATION_GAIN
            cell = rules.next_cell[me.marker[attribute]]
            if rules.reached[cell] == 0 and rules.launch_bit[cell] == 0:         # most steps trigger nothing
                frame.gain[gain] -= 1
                move_marker(rules, me, attribute, cell)
                continue
            use(state, frame, gain)
            step(state, rules, seat, attribute)
            return False
    if frame.gain[ANY_GAIN] > 0:
        ask(state, seat, 17)
        offer_each(state, actions.ATTRIBUTE, (1 << ATTRIBUTE_COUNT) - 1)
        return True
    if frame.gain[LOWEST_GAIN] > 0:
        ask(state, seat, 17)
        offer_each(state, actions.ATTRIBUTE, lowest_attributes(me))
        return True
    while frame.gain[IMPACT_GAIN] > 0:
        if ask_for_hex(state, rules, frame):
            return True
        frame.gain[IMPACT_GAIN] -= 1                                             # I-5
    if frame.gain[PROMOTE_GAIN] > 0:
        if juniors(me):
            ask(state, seat, 16)
            offer_each(state, actions.PROMOTE, juniors(me))
            offer(state, actions.DECLINE)
            return True
        frame.gain[PROMOTE_GAIN] = 0
    if frame.do:
        turn_into_action(frame)
        return False
    pop(state)
    return False


@jit
def turn_into_action(frame):
    """The bundle is taken; what is left is an action that it offers (B-8)."""
    frame.about = DOING
    frame.do -= 1
    frame.stage = BEGUN if frame.do == DISCOVER else OFFERED             # Q-11 offers to decline by itself
    frame.rewards_site = 0


@jit
def decide_bundle(state, rules, frame, action):
    seat, origin = np.int64(frame.owner), np.int64(frame.origin)
    if state.question == 17:
        use(state, frame, ANY_GAIN if frame.gain[ANY_GAIN] else LOWEST_GAIN)
        step(state, rules, seat, action - actions.ATTRIBUTE)
    elif state.question == 19:
        if action == actions.DECLINE:
            use(state, frame, IMPACT_GAIN)
        else:
            frame.a = action - actions.MOVE_FROM + 1
    elif state.question == 18:
        if action == actions.DECLINE:
            use(state, frame, IMPACT_GAIN)
        else:
            moves_from = marker_to_move(state, rules, frame)
            frame.a = 0
            use(state, frame, IMPACT_GAIN)
            put_marker(state, rules, seat, action - actions.HEX, origin, moves_from)
    else:
        use(state, frame, PROMOTE_GAIN)
        if action != actions.DECLINE:
            promote(state, rules, seat, action - actions.PROMOTE)


@jit
def promote(state, rules, seat, slot):
    """A-70, A-71."""
    me = state.players[seat]
    me.seniors |= 1 << slot
    me.discs_on &= ~(1 << slot)
    push_bundle(state, rules, seat, rules.promotion[me.kind[slot] - 1], 0, 1)


# --- launches ---


@jit
def resume_launch(state, rules, frame):
    """B-3, M-1, M-2."""
    seat = np.int64(frame.owner)
    if state.players[seat].vessel_count == VESSELS:
        pop(state)
        return False
    if rules.launch_board:
        cell = cell_of_board(state, rules.launch_board - 1)
        if cell < 0:
            pop(state)
        else:
            launch(state, rules, seat, cell)
        return False
    ask(state, seat, 20)
    offer_each(state, actions.LAUNCH_IN, state.open_zones & ONE_DEPTH)
    return True


@jit
def launch(state, rules, seat, cell):
    """The frame on top has brought it about."""
    pop(state)
    put_vessel(state.players[seat], cell)
    push_bundle(state, rules, seat, rules.arrival[state.board[cell] - 1], cell + 1, 1)
