"""The decision stack. The open question is the frame on top: there is no other record of what is pending."""

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.state import CHOSEN, MAX_FRAMES


@jit
def push(state, question, row, left, source, triggered):
    """Put a new frame on top; what it does not name is zero.

    What a book of somebody else sets off deeper than there is room for is not begun (D-16).
    """
    if state.frame_count == MAX_FRAMES - 1:
        return
    frame = state.frame[state.frame_count]
    frame.question = question
    frame.row = row
    frame.left = left
    frame.source = source
    frame.triggered = triggered
    state.frame_count += 1


@jit
def pop(state):
    """Take the top frame off. A place without a frame is all zero, so that equal games are equal bytes: the place above
    is such a one, and there is always one (a test shows that the stack stays low)."""
    state.frame_count -= 1
    state.frame[state.frame_count] = state.frame[state.frame_count + 1]


@jit
def ask_if(state, possible):
    """Ask the question on top if there is something to answer, otherwise take it off; returns which."""
    if not possible:
        pop(state)
    return possible


@jit
def note_what_is_done(state):
    """Something of what the frame on top asks is done; if it is the chosen slot's, the rest may be declined (D-3)."""
    if state.frame[state.frame_count - 1].committed != CHOSEN:
        return
    for k in range(2, state.frame_count):
        if state.frame[k].committed == CHOSEN:
            state.frame[k].committed = 0


@jit
def is_in_a_turn(state):
    """Whether the open question belongs to somebody's turn (L-7)."""
    return state.frame_count > 1 and state.frame[1].question == questions.TURN
