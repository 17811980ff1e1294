"""Adding answers to a list. Answers are listed in ascending order."""

from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.frames import is_in_a_turn
from undersea_env.underwater_cities.kernel.legality import can_use_once_per_turn


@jit
def add_bits(out, n, start, bits):
    """Add `start` + k for each bit k."""
    while bits != 0:
        out[n] = start + lowest(bits)
        n += 1
        bits &= bits - 1
    return n


@jit
def add_once_per_turn(state, rules, out, n):
    if state.players[state.seat].once_per_turn_cards == 0 or not is_in_a_turn(state):
        return n
    for place in range(rules.once_count):
        if can_use_once_per_turn(state, rules, place):
            out[n] = actions.ONCE + place
            n += 1
    return n


@jit
def add_once_per_turn_and_stop(state, rules, frame, out, n):
    """What cannot be declined can be left all the same if nothing of it is possible (D-14, D-15)."""
    declinable = n == 0 or not frame.committed
    n = add_once_per_turn(state, rules, out, n)
    if declinable:
        out[n] = actions.STOP
        n += 1
    return n


@jit
def add_stop(frame, out, n):
    """Effects are optional (G-5), unless they were paid for (D-15) or nothing of a chosen slot was done yet (D-3)."""
    if frame.committed:
        return n
    out[n] = actions.STOP
    return n + 1
