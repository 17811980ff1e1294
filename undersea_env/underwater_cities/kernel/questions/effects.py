"""An effect: its parts in any order, each optional (G-7)."""

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.columns import CHILD, CHILDREN, NUMBER, OP
from undersea_env.underwater_cities.kernel.frames import note_what_is_done, pop, push
from undersea_env.underwater_cities.kernel.gains import advance_federation, do_plain_part, push_effect
from undersea_env.underwater_cities.kernel.legality import can_start, has_once_per_turn, is_plain, side_that_gives
from undersea_env.underwater_cities.kernel.metropolises import take_metropolis
from undersea_env.underwater_cities.kernel.questions import QUESTION_OF
from undersea_env.underwater_cities.kernel.questions.listing import add_once_per_turn, add_stop
from undersea_env.underwater_cities.kernel.state import CHOSEN


@jit
def resume_effect(state, rules):
    """Parts in any order, each optional (G-7); what only gives is not declined (D-2)."""
    frame = state.frame[state.frame_count - 1]
    if frame.committed == CHOSEN:                   # nothing was done yet: what was begun in vain is open again (D-3)
        frame.stage = 0
    seat = state.seat
    choices = 0
    choice = 0
    plain = -1
    closed = 0
    for k in range(frame.left):
        if (frame.stage >> k) & 1:
            continue
        row = frame.row + k
        if is_given_anyway(state, rules, frame, row):
            if plain < 0:
                plain = k
        elif can_start(state, rules, seat, row):
            choices += 1
            choice = k
        else:
            closed += 1
    if choices == 0:
        if plain >= 0:
            carry_out_part(state, rules, frame, plain)
            return False
        if closed > 0 and has_once_per_turn(state, rules):     # an exchange might open it (L-7)
            return True
        pop(state)
        return False
    if choices == 1 and plain < 0 and not has_once_per_turn(state, rules):
        if frame.committed or asks_by_itself(rules, frame.row + choice):
            carry_out_part(state, rules, frame, choice)
            return False
    return True


@jit
def list_parts(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    n = 0
    gives = False
    for k in range(frame.left):
        if (frame.stage >> k) & 1 == 0:
            row = frame.row + k
            only_gives = is_given_anyway(state, rules, frame, row)
            if only_gives or can_start(state, rules, state.seat, row):
                gives |= only_gives
                out[n] = actions.PART + k
                n += 1
    parts = n
    n = add_once_per_turn(state, rules, out, n)
    if parts == 0 or (gives and frame.committed == CHOSEN):    # D-14; D-3, what is given is part of the slot's action
        out[n] = actions.STOP
        return n + 1
    return add_stop(frame, out, n)


@jit
def is_given_anyway(state, rules, frame, row):
    """Whether the part only gives, so that declining the rest of the effect takes it (D-2)."""
    return rules.part[row, OP] == opcodes.DIFFERENT or is_plain(state, rules, state.seat, row, frame.triggered)


@jit
def decide_effect(state, rules, action):
    if action != actions.STOP:
        carry_out_part(state, rules, state.frame[state.frame_count - 1], action - actions.PART)
        return
    frame = state.frame[state.frame_count - 1]
    for k in range(frame.left):                     # what only gives is not declined: it is left, and taken (D-2)
        if is_given_anyway(state, rules, frame, frame.row + k):
            note_what_is_done(state)
        else:
            frame.stage |= 1 << k
    frame.committed = 0


@jit
def take_what_is_given(state, rules, row, source):
    """Carry out a part that is plain now (D-2)."""
    if rules.part[row, OP] != opcodes.EITHER:
        do_plain_part(state, rules, state.seat, row, source)
        return
    entry = rules.part[row, CHILD] + side_that_gives(state, rules, state.seat, row)
    first = rules.alternative[entry, 0]
    for given in range(first, first + rules.alternative[entry, 1]):
        do_plain_part(state, rules, state.seat, given, source)


@jit
def asks_by_itself(rules, row):
    """Whether carrying out the part offers a way to decline it, so that it need not be offered first."""
    op = rules.part[row, OP]
    if op == opcodes.IF:
        return rules.part[row, CHILDREN] == 1              # what is in it is offered then
    return op != opcodes.FEDERATION and op != opcodes.TAKE_METROPOLIS


@jit
def carry_out_part(state, rules, frame, k):
    """Do part k of the effect in this frame, the top one, or put what it asks on the stack.

    What was paid for must be done, every part of it (D-15); of a chosen slot's action at least part (D-3).
    """
    frame.stage |= 1 << k
    row = frame.row + k
    op = rules.part[row, OP]
    plain = is_plain(state, rules, state.seat, row, frame.triggered)
    if plain or op == opcodes.FEDERATION or op == opcodes.TAKE_METROPOLIS or op == opcodes.DIFFERENT:
        note_what_is_done(state)
    if plain:
        take_what_is_given(state, rules, row, frame.source)
    elif op == opcodes.FEDERATION:
        advance_federation(state, rules, state.seat, rules.part[row, NUMBER])
    elif op == opcodes.TAKE_METROPOLIS:
        take_metropolis(state, rules)
    elif op == opcodes.IF:
        push_effect(state, rules.part[row, CHILD], rules.part[row, CHILDREN], frame.source, frame.triggered)
        state.frame[state.frame_count - 1].committed = frame.committed
    else:
        push(state, QUESTION_OF[op], row, rules.part[row, NUMBER], frame.source, frame.triggered)
        state.frame[state.frame_count - 1].committed = frame.committed
