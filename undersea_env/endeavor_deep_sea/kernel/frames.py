"""The decision stack: what waits to be resolved, the last thing triggered on top (B-7)."""

from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.compiled.opcodes import FIRST, FREELY, GAINS, LAST, MORE, OFFER
from undersea_env.endeavor_deep_sea.kernel.state import BUNDLE, DOING


@jit
def push(state, about, owner, origin):
    """Put a new frame on top; what is not named is zero. Returns it."""
    frame = state.frame[state.frame_count]
    frame.about = about
    frame.owner = owner
    frame.origin = origin
    state.frame_count += 1
    return frame


@jit
def pop(state):
    """A place without a frame is all zero, so that equal games are equal bytes: the place above is such a one."""
    state.frame_count -= 1
    state.frame[state.frame_count] = state.frame[state.frame_count + 1]


@jit
def push_bundle(state, rules, owner, row, origin, times):
    """What one print gives one player, `times` over."""
    if row == 0 or times == 0:
        return
    frame = push(state, BUNDLE, owner, origin)
    for k in range(GAINS):
        frame.gain[k] = rules.bundle[row, k] * times
    frame.do = rules.bundle[row, OFFER]
    how = rules.bundle[row, OFFER + 1 :]
    frame.first, frame.last, frame.more, frame.freely = how[FIRST], how[LAST], how[MORE], how[FREELY]


@jit
def push_gain(state, owner, gain, number):
    """A bundle of one thing that no print gives."""
    push(state, BUNDLE, owner, 0).gain[gain] = number


@jit
def push_doing(state, owner, do, origin, stage):
    """An action; `origin` is the zone it must happen in (cell + 1), or 0."""
    frame = push(state, DOING, owner, origin)
    frame.do = do
    frame.stage = stage
    return frame
