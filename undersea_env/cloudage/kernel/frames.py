"""The decision stack: what waits to be resolved, the last thing begun on top (G-5)."""

from undersea_env.cloudage.kernel.state import EFFECT
from undersea_env.compiling.jit import jit


@jit
def push(state, about, owner, number):
    """Put a new frame on top; what is not named is zero. Returns it."""
    frame = state.frame[state.frame_count]
    frame.about = about
    frame.owner = owner
    frame.number = number
    state.frame_count += 1
    return frame


@jit
def pop(state):
    """A place without a frame is all zero, so that equal games are equal bytes."""
    state.frame_count -= 1
    frame = state.frame[state.frame_count]
    frame.cards[0] = 0
    frame.cards[1] = 0
    frame.place = 0
    frame.number = 0
    frame.about = 0
    frame.owner = 0
    frame.source = 0
    frame.stage = 0
    frame.a = 0
    frame.b = 0
    frame.c = 0
    frame.d = 0
    for kind in range(len(frame.kinds)):
        frame.kinds[kind] = 0


@jit
def push_effect(state, owner, place, source, question):
    """What one print does for one player; `question` is asked where it has a choice (D-10, D-11)."""
    if place == 0:
        return
    frame = push(state, EFFECT, owner, 0)
    frame.place = place
    frame.source = source
    frame.a = question
