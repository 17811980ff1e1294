"""What zones do when something happens in them: zone rules (section 8) and links (section 7). All is pushed, to be
resolved later: so what comes first is pushed last.
"""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.compiled.opcodes import CONSERVE, GAINS, OFFER, PROMOTE_GAIN, TRAVEL
from undersea_env.endeavor_deep_sea.kernel.frames import pop, push, push_bundle, push_doing, push_gain
from undersea_env.endeavor_deep_sea.kernel.ocean import has, own_marked_discs
from undersea_env.endeavor_deep_sea.kernel.seats import seat_after
from undersea_env.endeavor_deep_sea.kernel.state import BUNDLE, OFFERED
from undersea_env.endeavor_deep_sea.printed.words import Special

EACH_MAY_PROMOTE, EACH_MAY_TRAVEL = int(Special.EACH_MAY_PROMOTE), int(Special.EACH_MAY_TRAVEL)


@jit
def push_reactions(state, rules, seat, cell, event, site, suppressed):
    """What the rules of the zone do at this event; `suppressed` is 1 + an action that is offered otherwise, or 0."""
    board = state.board[cell] - 1
    for k in range(rules.rule_count[board] - 1, -1, -1):
        rule = rules.rule[board, k]
        if rule[0] != event or (rule[1] >= 0 and rule[1] != site):
            continue
        marked = own_marked_discs(state, rules, cell, seat)
        if rule[2] and marked == 0:                      # Z-2
            continue
        if rule[4]:
            push_special(state, rule[4], cell)
        elif rules.bundle[rule[5], OFFER] != suppressed or not suppressed:
            push_bundle(state, rules, seat, rule[5], cell + 1, marked if rule[3] else 1)


@jit
def push_special(state, special, cell):
    """Z-9, Z-10: for everybody, the active player first (B-9)."""
    for k in range(state.player_count - 1, -1, -1):
        seat = seat_after(state, state.mover, k)
        if special == EACH_MAY_TRAVEL:
            push_doing(state, seat, TRAVEL, cell + 1, OFFERED)
        elif special == EACH_MAY_PROMOTE and state.discs[cell, seat]:
            push_gain(state, seat, PROMOTE_GAIN, 1)


@jit
def push_links(state, rules, cell, spot):
    """N-2, N-3: what the links that the disc on this spot has completed give, one bundle a player."""
    board = state.board[cell] - 1
    if rules.link_count[board] == 0:
        return
    for k in range(state.player_count - 1, -1, -1):
        seat = seat_after(state, state.mover, k)
        frame = push(state, BUNDLE, seat, cell + 1)
        gives = np.int64(0)
        for n in range(rules.link_count[board]):
            a, b = np.int64(rules.link[board, n, 0]), np.int64(rules.link[board, n, 1])
            if (a == spot or b == spot) and is_taken(state, cell, a) and is_taken(state, cell, b):
                if has(state.discs[cell, seat], a) or has(state.discs[cell, seat], b):
                    for gain in range(GAINS):
                        frame.gain[gain] += rules.bundle[rules.link[board, n, 2], gain]
                        gives += rules.bundle[rules.link[board, n, 2], gain]
        if gives == 0:
            pop(state)


@jit
def is_taken(state, cell, spot):
    for seat in range(state.player_count):
        if has(state.discs[cell, seat], spot):
            return True
    return False


@jit
def push_second_conserve(state, rules, seat, cell, event, freely):
    """Z-6: it may use the same reach as the first."""
    board = state.board[cell] - 1
    for k in range(rules.rule_count[board] - 1, -1, -1):
        rule = rules.rule[board, k]
        if rule[0] == event and rule[4] == 0 and rules.bundle[rule[5], OFFER] - 1 == CONSERVE:
            if rule[2] == 0 or own_marked_discs(state, rules, cell, seat):
                frame = push_doing(state, seat, CONSERVE, cell + 1, OFFERED)
                frame.freely = freely
                frame.again = 1
