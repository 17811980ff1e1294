"""The decision stack. The open question is the frame on top: there is no other record of what is pending."""

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.kernel import questions


@jit
def push(state, question, row, left, source, triggered):
    """Put a new frame on top; what it does not name is zero."""
    frame = state.frame[state.frame_count]
    frame.question = question
    frame.row = row
    frame.left = left
    frame.source = source
    frame.triggered = triggered
    state.frame_count += 1


@jit
def pop(state):
    """Take the top frame off; a place without a frame is all zero, so that equal games are equal bytes."""
    state.frame_count -= 1
    frame = state.frame[state.frame_count]
    frame.question = 0
    frame.row = 0
    frame.left = 0
    frame.stage = 0
    frame.source = 0
    frame.triggered = 0
    frame.committed = 0
    frame.thing = 0
    frame.site = 0
    frame.price = 0
    frame.for_kelp = 0
    frame.for_steelplast = 0
    frame.slot = 0
    frame.card = 0
    frame.card_first = 0
    frame.card_begun = 0
    frame.card_paid = 0
    frame.probing = 0


@jit
def is_in_a_turn(state):
    """Whether the open question belongs to somebody's turn (L-7)."""
    return state.frame_count > 1 and state.frame[1].question == questions.TURN
