"""Discover (A-30 to A-37), and the dive tokens of a new zone (A-47)."""

import numpy as np

from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import shuffle
from undersea_env.endeavor_deep_sea.compiled.limits import COLUMNS
from undersea_env.endeavor_deep_sea.compiled.opcodes import IMPACT_GAIN
from undersea_env.endeavor_deep_sea.kernel import actions
from undersea_env.endeavor_deep_sea.kernel.asking import ask, offer, offer_each
from undersea_env.endeavor_deep_sea.kernel.frames import pop, push, push_bundle, push_gain
from undersea_env.endeavor_deep_sea.kernel.impact import has_rule
from undersea_env.endeavor_deep_sea.kernel.ocean import note_zone
from undersea_env.endeavor_deep_sea.kernel.state import (
    BEGUN,
    DESIGNATING,
    DRAWN,
    KEPT,
    PLACE_CHOSEN,
)
from undersea_env.endeavor_deep_sea.printed.words import DEPTHS, TOKEN_KINDS, MissionRule, Race

DESIGNATION, ROWS_BY_DEPTH = int(MissionRule.DESIGNATION), int(MissionRule.ROWS_BY_DEPTH)
DISCOVER_RACE = int(Race.DISCOVER)
RACE_DEPTH = 5                           # M-10


# --- places and depths ---


@jit
def places(state, rules, depth, anywhere):
    """Columns in which a board of this depth may be placed, as bits (A-30, A-36)."""
    row = (state.zones >> (COLUMNS * (depth - 1))) & ((1 << rules.columns) - 1)
    empty = ~row & ((1 << rules.columns) - 1)
    if depth == 1 or anywhere:
        return empty
    return empty & (state.zones >> (COLUMNS * (depth - 2)))


@jit
def is_open(state, rules, depth, anywhere):
    return state.stack_count[depth - 1] > 0 and places(state, rules, depth, anywhere) != 0


@jit
def open_depths(state, rules, frame):
    """A-31: bits from 0 for depth 1; 0: the discovery gives something else (A-35)."""
    depths = 0
    for depth in range(frame.first, min(frame.last, rules.max_depth) + 1):
        if is_open(state, rules, depth, frame.freely):
            depths |= 1 << (depth - 1)
    if depths:
        return depths
    for depth in range(1, rules.max_depth + 1):
        if is_open(state, rules, depth, 0):
            return 1 << (depth - 1)
    return 0


@jit
def is_in_range(state, rules, frame):
    """Whether a depth of the range is open: then `anywhere` holds."""
    for depth in range(frame.first, min(frame.last, rules.max_depth) + 1):
        if is_open(state, rules, depth, frame.freely):
            return True
    return False


@jit
def boards_in(state, depths):
    n = 0
    while depths:
        n += state.stack_count[lowest(depths)]
        depths &= depths - 1
    return n


@jit
def first_depths(state, depths):
    """Q-11: those from which a second, not smaller one can be named."""
    if boards_in(state, depths) == 1:
        return depths
    found = 0
    for k in range(DEPTHS):
        if (depths >> k) & 1 and (state.stack_count[k] >= 2 or depths >> (k + 1)):
            found |= 1 << k
    return found


# --- the chain of questions ---


@jit
def resume_discovery(state, rules, frame):
    seat = np.int64(frame.owner)
    if frame.stage == BEGUN:
        depths = open_depths(state, rules, frame)
        if depths == 0:
            pop(state)
            push_gain(state, seat, IMPACT_GAIN, 1)
            return False
        ask(state, seat, 11)
        offer_each(state, actions.DRAW, first_depths(state, depths))
        if frame.must == 0:
            offer(state, actions.DECLINE)
        return True
    if frame.stage == PLACE_CHOSEN:
        depths = open_depths(state, rules, frame)
        first = frame.cell - 1
        if boards_in(state, depths) == 1:
            draw(state, rules, frame, False)
            return False
        depths = depths >> first << first
        if state.stack_count[first] < 2:
            depths &= ~(1 << first)
        ask(state, seat, 12)
        offer_each(state, actions.DRAW, depths)
        return True
    if frame.stage == DRAWN:
        ask(state, seat, 13)
        offer_each(state, actions.KEEP, 3)
        return True
    ask(state, seat, 14)
    depth = rules.board_depth[frame.a - 1]
    offer_each(state, actions.PLACE_IN, places(state, rules, depth, frame.freely))
    return True


@jit
def decide_discovery(state, rules, frame, action):
    if action == actions.DECLINE:
        pop(state)
    elif frame.stage == BEGUN:
        frame.cell = action - actions.DRAW + 1
        frame.stage = PLACE_CHOSEN
    elif frame.stage == PLACE_CHOSEN:
        frame.site = action - actions.DRAW + 1
        draw(state, rules, frame, True)
    elif frame.stage == DRAWN:
        keep(state, frame, action - actions.KEEP)
    else:
        depth = np.int64(rules.board_depth[frame.a - 1])
        place(state, rules, frame, (depth - 1) * COLUMNS + action - actions.PLACE_IN)


@jit
def draw_from(state, depth):
    """The top board of a stack; below the unseen part boards are known (H-4)."""
    at = depth - 1
    state.stack_count[at] -= 1
    board = np.int64(state.stack[at, state.stack_count[at]])
    state.stack[at, state.stack_count[at]] = 0
    state.seen[at] = min(state.seen[at], state.stack_count[at])
    return board


@jit
def draw(state, rules, frame, two):
    """A-32; then `anywhere` holds only if the range was not left (A-31)."""
    if not is_in_range(state, rules, frame):
        frame.freely = 0
    frame.a = draw_from(state, frame.cell)
    if two:
        frame.b = draw_from(state, frame.site)
        frame.stage = DRAWN
    else:
        frame.stage = KEPT


@jit
def keep(state, frame, which):
    """A-33: the other board goes to the bottom of its stack."""
    other = np.int64(frame.b if which == 0 else frame.a)
    depth = np.int64(frame.site if which == 0 else frame.cell)
    if which == 1:
        frame.a = frame.b
    frame.b = 0
    frame.stage = KEPT
    at = depth - 1
    for k in range(state.stack_count[at], 0, -1):
        state.stack[at, k] = state.stack[at, k - 1]
    state.stack[at, 0] = other
    state.stack_count[at] += 1
    state.seen[at] += 1


@jit
def place(state, rules, frame, cell):
    """A-34."""
    seat, board = np.int64(frame.owner), frame.a - 1
    pop(state)
    state.board[cell] = board + 1
    state.discoverer[cell] = seat + 1
    note_zone(state, rules, cell)
    fill_dive_sites(state, rules, board)
    push_bundle(state, rules, seat, rules.discovery[board], cell + 1, 1)
    if has_rule(rules, ROWS_BY_DEPTH) and cell // COLUMNS + 1 == RACE_DEPTH:
        enter_race(state, DISCOVER_RACE, seat)
    if has_rule(rules, DESIGNATION) and board + 1 == rules.hidden_board:
        push(state, DESIGNATING, seat, 0)


@jit
def enter_race(state, race, seat):
    """M-10: each player counts once."""
    for k in range(state.race_count[race]):
        if state.race[race, k] == seat + 1:
            return
    state.race[race, state.race_count[race]] = seat + 1
    state.race_count[race] += 1


# --- dive tokens ---


@jit
def refill_supply(state):
    """The discard pile becomes the supply (R-10)."""
    for kind in range(TOKEN_KINDS):
        for _ in range(state.discard[kind]):
            state.supply[state.supply_count] = kind + 1
            state.supply_count += 1
        state.discard[kind] = 0
    if state.supply_count:
        state.shuffle_no += 1
        shuffle(state, state.supply, state.supply_count)


@jit
def fill_dive_sites(state, rules, board):
    """A-47."""
    for k in range(rules.dive_site_count[board]):
        site = rules.dive_site[board] + k
        for _ in range(rules.dive_site_size[board, k]):
            if state.supply_count == 0:
                refill_supply(state)
                if state.supply_count == 0:
                    return
            state.supply_count -= 1
            top = state.site_count[site]
            state.site_token[site, top] = state.supply[state.supply_count]
            state.site_shuffle[site, top] = state.shuffle_no
            state.supply[state.supply_count] = 0
            state.site_count[site] += 1
