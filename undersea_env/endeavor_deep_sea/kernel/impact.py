"""The impact board (section 9) with what the missions change about it (section 10). Sets of hexes are two integers."""

import numpy as np

from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.compiled.limits import COLUMNS
from undersea_env.endeavor_deep_sea.compiled.rulebook import BITS_OF_WORD, HEX_WORDS
from undersea_env.endeavor_deep_sea.kernel import actions
from undersea_env.endeavor_deep_sea.kernel.asking import ask, offer, offer_each
from undersea_env.endeavor_deep_sea.kernel.frames import push, push_bundle
from undersea_env.endeavor_deep_sea.kernel.ocean import (
    cell_of_board,
    cells_with_vessels,
    depth_of,
    depths_of_vessels,
    has,
)
from undersea_env.endeavor_deep_sea.kernel.state import CHOOSING_OPTION
from undersea_env.endeavor_deep_sea.printed.words import DEPTHS, MissionRule

TURTLE_HEX, MOVING_MARKERS = int(MissionRule.TURTLE_HEX), int(MissionRule.MOVING_MARKERS)
CLOSED_HEXES, RESCUE_GRID = int(MissionRule.CLOSED_SCORING_HEXES), int(MissionRule.RESCUE_GRID)
CLEAN_UP_TRACK, ROWS_BY_DEPTH = int(MissionRule.CLEAN_UP_TRACK), int(MissionRule.ROWS_BY_DEPTH)
RESCUE_COLUMN, FIRST_RESCUE_DEPTH = 2, 3                 # M-7


@jit
def in_set(words, at):
    return (words[at // BITS_OF_WORD] >> (at % BITS_OF_WORD)) & 1 == 1


@jit
def with_hex(low, high, at):
    """The set with one hex more."""
    if at < BITS_OF_WORD:
        return low | (np.int64(1) << at), high
    return low, high | (np.int64(1) << (at - BITS_OF_WORD))


@jit
def has_rule(rules, rule):
    return has(rules.mission_rules, rule)


@jit
def may_rescue(state, seat):
    """M-7: a vessel or a disc in the column, deep enough."""
    vessels = cells_with_vessels(state.players[seat])
    for depth in range(FIRST_RESCUE_DEPTH, DEPTHS + 1):
        cell = (depth - 1) * COLUMNS + RESCUE_COLUMN
        if has(vessels, cell) or state.discs[cell, seat]:
            return True
    return False


@jit
def place_in_row(state, rules, depth):
    """M-10: the leftmost empty place of a row, or where it overflows; -1: nothing."""
    found = -1
    for at in range(rules.hex_count):
        if rules.hex_row[at] == depth - 1 and in_set(rules.ordinary_hexes, at) and not in_set(state.taken_hexes, at):
            if found < 0 or rules.hex_col[at] < rules.hex_col[found]:
                found = at
    return found if found >= 0 else np.int64(rules.overflow_hex[depth - 1])


@jit
def hexes_by_depth(state, rules, seat, origin):
    """M-10."""
    low, high = np.int64(0), np.int64(0)
    depths = depths_of_vessels(state.players[seat])
    for depth in range(1, DEPTHS + 1):
        if origin:
            is_open = depth_of(origin - 1) == depth
        else:
            is_open = has(depths, (depth - 1) * COLUMNS)
        if is_open:
            at = place_in_row(state, rules, depth)
            if at >= 0:
                low, high = with_hex(low, high, at)
    return low, high


@jit
def legal_hexes(state, rules, seat, origin, rewards_site):
    """I-1: where a new marker may be put."""
    if has_rule(rules, ROWS_BY_DEPTH):
        return hexes_by_depth(state, rules, seat, origin)
    low = state.reached_hexes[0] & rules.ordinary_hexes[0] & ~state.taken_hexes[0]
    high = state.reached_hexes[1] & rules.ordinary_hexes[1] & ~state.taken_hexes[1]
    if has_rule(rules, RESCUE_GRID) and not may_rescue(state, seat):
        low, high = low & ~rules.rescue_hexes[0], high & ~rules.rescue_hexes[1]
    if has_rule(rules, TURTLE_HEX) and rewards_site and not has(state.turtle_zones, origin - 1):         # M-4
        low, high = with_hex(low, high, np.int64(rules.turtle_hex))
    if has_rule(rules, CLEAN_UP_TRACK) and state.players[seat].clean_up < rules.track_steps:             # M-9
        low, high = with_hex(low, high, np.int64(rules.track_hex))
    return low, high


# --- moving markers (M-6) ---


@jit
def hexes_to_enter(state, rules):
    """Empty hexes, without those that are still closed."""
    low = rules.ordinary_hexes[0] & ~state.taken_hexes[0]
    high = rules.ordinary_hexes[1] & ~state.taken_hexes[1]
    if has_rule(rules, CLOSED_HEXES) and cell_of_board(state, rules.hidden_board - 1) < 0:
        low, high = low & ~rules.closed_hexes[0], high & ~rules.closed_hexes[1]
    return low, high


@jit
def is_locked(state, rules, at):
    """On a scoring hex with no empty one below it."""
    if not in_set(rules.closed_hexes, at):
        return False
    for below in range(rules.hex_count):
        if rules.hex_col[below] == rules.hex_col[at] and rules.hex_row[below] > rules.hex_row[at]:
            if in_set(rules.ordinary_hexes, below) and not in_set(state.taken_hexes, below):
                return False
    return True


@jit
def targets_of(state, rules, at):
    """Where the marker on this hex can move."""
    low, high = hexes_to_enter(state, rules)
    return low & rules.neighbours[at, 0], high & rules.neighbours[at, 1]


@jit
def movable_markers(state, rules, seat):
    """Hexes with a marker of this player that can move; they are fewer than the bits of one integer."""
    found = np.int64(0)
    for at in range(rules.hex_count):
        if state.hex_owner[at] == seat + 1 and not is_locked(state, rules, at):
            low, high = targets_of(state, rules, at)
            if low | high:
                found |= np.int64(1) << at
    return found


@jit
def hexes_for_impact(state, rules, seat, origin, rewards_site):
    """The hexes to which an impact may lead now; nothing: it is lost (I-5)."""
    if not has_rule(rules, MOVING_MARKERS):
        return legal_hexes(state, rules, seat, origin, rewards_site)
    movable = movable_markers(state, rules, seat)
    if movable:
        return targets_of(state, rules, lowest(movable))
    low, high = hexes_to_enter(state, rules)
    return low & rules.entries[0], high & rules.entries[1]


@jit
def can_place(state, rules, seat):
    """A-46: whether an impact that comes from no zone has somewhere to go."""
    low, high = hexes_for_impact(state, rules, seat, 0, 0)
    return (low | high) != 0


# --- asking and placing ---


@jit
def ask_for_hex(state, rules, frame):
    """Q-18, Q-19; False: the impact is lost."""
    seat = np.int64(frame.owner)
    if has_rule(rules, MOVING_MARKERS):
        movable = movable_markers(state, rules, seat)
        if frame.a == 0 and movable & (movable - 1):     # several
            ask(state, seat, 19)
            offer_each(state, actions.MOVE_FROM, movable)
            offer(state, actions.DECLINE)
            return True
        if frame.a:
            low, high = targets_of(state, rules, frame.a - 1)
        else:
            low, high = hexes_for_impact(state, rules, seat, 0, 0)
    else:
        low, high = legal_hexes(state, rules, seat, frame.origin, frame.rewards_site)
    if low | high == 0:
        return False
    ask(state, seat, 18)
    offer_each(state, actions.HEX, low)
    offer_each(state, actions.HEX + BITS_OF_WORD, high)
    if frame.a == 0:
        offer(state, actions.DECLINE)
    return True


@jit
def note_marker(state, rules, at):
    """What follows from a marker on a hex."""
    for word in range(HEX_WORDS):
        if not has_rule(rules, MOVING_MARKERS):
            state.reached_hexes[word] |= rules.neighbours[at, word]
    if rules.hex_infinite[at] == 0:
        state.taken_hexes[at // BITS_OF_WORD] |= np.int64(1) << (at % BITS_OF_WORD)


@jit
def lift_marker(state, rules, at):
    """M-6."""
    state.players[state.hex_owner[at] - 1].points -= rules.hex_points[at]
    state.hex_owner[at] = 0
    state.taken_hexes[at // BITS_OF_WORD] &= ~(np.int64(1) << (at % BITS_OF_WORD))


@jit
def put_marker(state, rules, seat, at, origin, moves_from):
    """I-1: a marker, then what the hex gives; `moves_from` is a hex + 1 (M-6), or 0."""
    if at == rules.track_hex:
        state.players[seat].clean_up += 1
        return
    if moves_from:
        lift_marker(state, rules, moves_from - 1)
    if at == rules.turtle_hex:
        state.turtle_zones |= np.int64(1) << (origin - 1)
    if rules.hex_infinite[at]:
        state.infinite[rules.hex_infinite[at] - 1, seat] += 1
    else:
        state.hex_owner[at] = seat + 1
    state.players[seat].points += rules.hex_points[at]
    note_marker(state, rules, at)
    push_bundle(state, rules, seat, rules.hex_gain[at], 0, 1)
    goal = rules.hex_goal[at]
    if goal and state.goal_option[goal - 1] == 0:        # M-8
        push(state, CHOOSING_OPTION, seat, 0).site = goal


@jit
def marker_to_move(state, rules, frame):
    """The hex + 1 from which the marker comes; 0: it is a new one."""
    if not has_rule(rules, MOVING_MARKERS):
        return np.int64(0)
    if frame.a:
        return np.int64(frame.a)
    movable = movable_markers(state, rules, frame.owner)
    return lowest(movable) + 1 if movable else np.int64(0)
