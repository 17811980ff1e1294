"""What the rest of a look ahead could provide: the frames that are still on the decision stack."""

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.bounds import BRINGS_READY, BY_DOING, OPENS
from undersea_env.underwater_cities.compiled.opcodes import AVAILABLE, OCCUPIED
from undersea_env.underwater_cities.kernel import actions, questions
from undersea_env.underwater_cities.kernel.columns import CHILD, MASK, NUMBER, OP, PLAIN, START_ROW, TIMES
from undersea_env.underwater_cities.kernel.events import WAITS_FOR_ACTION_CARDS
from undersea_env.underwater_cities.kernel.legality import starts_of
from undersea_env.underwater_cities.kernel.network import (
    INSTANT,
)
from undersea_env.underwater_cities.kernel.pair_test.arithmetic import both, one_of_each, plenty_of, times
from undersea_env.underwater_cities.kernel.pair_test.bounds import (
    bound_of_best_action_card,
    bound_of_best_slot,
    bound_of_effect,
    bound_of_events,
    bound_of_simple_part,
    bound_of_slot,
    bound_of_standing_cards,
)


@jit
def note_bounds_of_uses(state, rules, room, me, card):
    """Write down what an action card or slot could provide at any time of the look ahead, if the card uses them."""
    room.by_slot = BY_DOING
    room.by_action_card = BY_DOING
    if rules.card_type[card] == INSTANT and rules.card_bound[card] & BY_DOING:
        begin, end = starts_of(rules, rules.card_effect[card, 0], rules.card_effect[card, 1])
        for start in range(begin, end):
            op = rules.part[rules.start[start, START_ROW], OP]
            if op == opcodes.PERFORM:
                room.by_slot = bound_of_best_slot(state, rules, me, AVAILABLE | OCCUPIED, OPENS | BRINGS_READY)
            if op == opcodes.PERFORM or op == opcodes.USE_ACTION:
                room.by_action_card = bound_of_best_action_card(state, rules, me, OPENS | BRINGS_READY)


@jit
def opened_by_others(state):
    """OPENS if more than one thing is still to be done before the slot's action begins, 0 otherwise."""
    things = 0
    for k in range(2, state.frame_count):
        frame = state.frame[k]
        things += frame.left
        if frame.question == questions.EFFECT:
            things -= ones(frame.stage)
    return OPENS if things > 1 else 0


@jit
def bound_if_declined(state, rules, room, me, others):
    """What could still come if the open question is declined, before the slot's action begins."""
    bound = bound_of_standing_cards(state, rules, me)
    top = state.frame_count - 1
    for k in range(2, top):
        bound = both(bound, bound_of_frame(state, rules, room, me, state.frame[k], others))
    frame = state.frame[top]
    if frame.question == questions.EFFECT:           # what only gives is not declined (D-2)
        for k in range(frame.left):
            if (frame.stage >> k) & 1 == 0 and rules.part[frame.row + k, PLAIN] != 0:
                bound = both(bound, bound_of_row(state, rules, room, me, frame.row + k, others))
    return bound


@jit
def bound_of_frame(state, rules, room, me, frame, others):
    """What carrying out the rest of a frame could provide."""
    question = frame.question
    if question == questions.EFFECT:
        return bound_of_parts_left(state, rules, room, me, frame, others)
    if question == questions.USE_ACTION:
        return times(room.by_action_card, frame.left)
    if question == questions.TAKE_SPECIAL:
        return 0
    if question == questions.DIFFERENT:
        return one_of_each(rules.part[frame.row, MASK] & ~frame.stage)
    if question == questions.BUILD or question == questions.UPGRADE or question == questions.PAY:
        is_done = frame.left == 0 and frame.stage == 0
    elif question == questions.PERFORM or question == questions.EITHER or question == questions.READY_ACTION:
        is_done = frame.left == 0
    else:
        return BY_DOING
    return 0 if is_done else bound_of_row(state, rules, room, me, frame.row, others)


@jit
def bound_of_parts_left(state, rules, room, me, frame, others):
    """What the parts of an effect could provide that have not been begun."""
    bound = 0
    for k in range(frame.left):
        if (frame.stage >> k) & 1 == 0:
            bound = both(bound, bound_of_row(state, rules, room, me, frame.row + k, others))
    return bound


@jit
def bound_of_row(state, rules, room, me, row, others):
    """What a part could provide in a look ahead, whatever is below it, whether it can be begun or not."""
    begin, end = starts_of(rules, row, 1)
    bound = 0
    for start in range(begin, end):
        part = rules.start[start, START_ROW]
        repeats = rules.start[start, TIMES]
        if rules.part[part, OP] == opcodes.PERFORM:
            bound = both(bound, times(room.by_slot, repeats))
        elif rules.part[part, OP] == opcodes.USE_ACTION:
            bound = both(bound, times(room.by_action_card, repeats * rules.part[part, NUMBER]))
        else:
            by_part = bound_of_simple_part(state, rules, me, part, others | BRINGS_READY)
            bound = both(bound, times(by_part, repeats))
    return bound


@jit
def bound_of_answer(state, rules, me, answer, others):
    """What using this slot, action card or alternative, or taking this resource, could provide."""
    frame = state.frame[state.frame_count - 1]
    if frame.question == questions.DIFFERENT:
        resource = answer - actions.RESOURCE
        below = rules.part[frame.row, MASK] & ~frame.stage & ((1 << resource) - 1)
        return one_of_each(1 << resource | (below if frame.left > 1 else 0))
    if frame.question == questions.PERFORM:
        return bound_of_slot(state, rules, me, answer - actions.SLOT, others)
    if frame.question == questions.EITHER:
        effect = rules.alternative[rules.part[frame.row, CHILD] + answer - actions.EITHER]
        return bound_of_effect(state, rules, me, effect[0], effect[1], others, BY_DOING)
    effect = rules.card_effect[me.action_card[answer - actions.ACTION_CARD]]
    bound = bound_of_effect(state, rules, me, effect[0], effect[1], others, BY_DOING)
    return both(bound, plenty_of(bound_of_events(rules, me, WAITS_FOR_ACTION_CARDS)))
