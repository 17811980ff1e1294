"""The ocean: zones as sets of cells, who reaches what, where a vessel can go.

A set of cells is an integer; bit number `cell` = (depth - 1) * COLUMNS + column.
"""

import numpy as np

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.compiling.raw import places_of
from undersea_env.endeavor_deep_sea.compiled.limits import CELLS, COLUMNS, MAX_PLAYERS
from undersea_env.endeavor_deep_sea.compiled.opcodes import CONSERVE, DIVE, PROMOTE, PUBLISH, SONAR, TRAVEL
from undersea_env.endeavor_deep_sea.kernel.state import ACTIVATION
from undersea_env.endeavor_deep_sea.printed.words import (
    DEPTHS,
    RESEARCH_TOP,
    ROW_PLACES,
    SONAR_TRACKS,
    TOKEN_KINDS,
    Access,
    Event,
    Item,
    Less,
    Special,
    SpotKind,
)

ALL_CELLS = (1 << CELLS) - 1
FIRST_COLUMN = sum(1 << (depth * COLUMNS) for depth in range(DEPTHS))
NOT_FIRST_COLUMN = ALL_CELLS & ~FIRST_COLUMN
NOT_LAST_COLUMN = ALL_CELLS & ~(FIRST_COLUMN << (COLUMNS - 1))
ONE_DEPTH = (1 << COLUMNS) - 1
ALL_TOKEN_KINDS = (1 << TOKEN_KINDS) - 1
INGENUITY = int(Item.INGENUITY)
LESS_TECHNOLOGY = int(Less.TECHNOLOGY)
HERE, LEFT, UP, RIGHT = (int(access) for access in Access)
TRAVEL_OUT, DIVE_EVENT = int(Event.TRAVEL_OUT), int(Event.DIVE)
MORE_TECHNOLOGY = int(Special.MORE_TECHNOLOGY)
SONAR_SPOTS, CONSERVATION_SPOTS, JOURNAL_SPOTS = (
    int(SpotKind.SONAR), int(SpotKind.CONSERVATION), int(SpotKind.JOURNAL)
)


@jit
def has(cells, cell):
    return (cells >> cell) & 1 == 1


@jit
def to_depth(depth):
    """All cells down to this depth."""
    return (np.int64(1) << (COLUMNS * min(max(depth, 0), DEPTHS))) - 1


@jit
def at_depth(depth):
    return np.int64(ONE_DEPTH) << (COLUMNS * (depth - 1))


@jit
def depth_of(cell):
    return cell // COLUMNS + 1


@jit
def cells_with_vessels(me):
    cells = np.int64(0)
    for k in range(me.vessel_count):
        cells |= np.int64(1) << (me.vessel[k] - 1)
    return cells


@jit
def depths_of_vessels(me):
    """All cells at the depths of the player's vessels."""
    cells = np.int64(0)
    for k in range(me.vessel_count):
        cells |= at_depth(depth_of(me.vessel[k] - 1))
    return cells


@jit
def put_vessel(me, cell):
    """Vessels lie in the order of their cells, so that equal games are equal bytes."""
    k = np.int64(me.vessel_count)
    while k > 0 and me.vessel[k - 1] > cell + 1:
        me.vessel[k] = me.vessel[k - 1]
        k -= 1
    me.vessel[k] = cell + 1
    me.vessel_count += 1


@jit
def take_vessel(me, cell):
    k = np.int64(0)
    while me.vessel[k] != cell + 1:
        k += 1
    me.vessel_count -= 1
    for j in range(k, me.vessel_count):
        me.vessel[j] = me.vessel[j + 1]
    me.vessel[me.vessel_count] = 0


@jit
def cell_of_board(state, board):
    """-1: it is not in the ocean."""
    zones = np.int64(state.zones)
    while zones:
        cell = lowest(zones)
        if state.board[cell] == board + 1:
            return cell
        zones &= zones - 1
    return -1


@jit
def note_zone(state, rules, cell):
    """What follows from a board in the ocean."""
    board = state.board[cell] - 1
    bit = np.int64(1) << cell
    state.zones |= bit
    if rules.closed_to_vessels[board] == 0:
        state.open_zones |= bit
    if rules.reached_from_beside[board]:
        state.beside_zones |= bit


@jit
def taken_spots(state, cell):
    taken = 0
    for seat in range(MAX_PLAYERS):
        taken |= state.discs[cell, seat]
    return taken


@jit
def level(state, rules, seat, attribute):
    return np.int64(rules.level[state.players[seat].marker[attribute]])


# --- travel ---


@jit
def technology_from(state, rules, seat, cell, more):
    """A-15, Z-8."""
    technology = max(1, level(state, rules, seat, INGENUITY) - state.less[LESS_TECHNOLOGY]) + more
    board = state.board[cell] - 1
    for k in range(rules.rule_count[board]):
        rule = rules.rule[board, k]
        if rule[0] == TRAVEL_OUT and rule[4] == MORE_TECHNOLOGY:
            if rule[2] == 0 or state.discs[cell, seat] & rules.marked[board]:
                technology += 1
    return technology


@jit
def destinations(state, rules, seat, cell, more, not_to_depth):
    """A-11 to A-13: where a vessel in this cell can go."""
    technology = technology_from(state, rules, seat, cell, more)
    shallow = to_depth(technology)
    start = np.int64(1) << cell
    found = start
    for _ in range(min(technology, CELLS)):
        level_or_down = ((found & NOT_FIRST_COLUMN) >> 1) | ((found & NOT_LAST_COLUMN) << 1) | (found << COLUMNS)
        grown = found | (((level_or_down & shallow) | (found >> COLUMNS)) & state.open_zones)
        if grown == found:
            break
        found = grown
    found &= shallow & ~start
    if not_to_depth:
        found &= ~at_depth(not_to_depth)
    me = state.players[seat]
    for k in range(me.vessel_count):                     # Z-7
        other = me.vessel[k] - 1
        if rules.one_vessel[state.board[other] - 1]:
            found &= ~(np.int64(1) << other)
    return found


@jit
def departures(state, rules, seat, more, not_to_depth, origin):
    """Cells with a vessel that has somewhere to go."""
    me = state.players[seat]
    cells = np.int64(0)
    for k in range(me.vessel_count):
        cell = me.vessel[k] - 1
        if (origin == 0 or origin == cell + 1) and not has(cells, cell):
            if destinations(state, rules, seat, cell, more, not_to_depth):
                cells |= np.int64(1) << cell
    return cells


# --- actions in a zone ---


@jit
def reached_of(by_access, vessels, cell):
    """A-1, Z-4: of the spots of a zone, those that are reached from cells with vessels."""
    reached = 0
    if has(vessels, cell):
        reached |= by_access[HERE]
    if has((vessels & NOT_LAST_COLUMN) << 1, cell):
        reached |= by_access[LEFT]
    if has(vessels << COLUMNS, cell):
        reached |= by_access[UP]
    if has((vessels & NOT_FIRST_COLUMN) >> 1, cell):
        reached |= by_access[RIGHT]
    return reached


@jit
def cells_to_act_in(state, seat, origin, freely):
    """Zones in which the player may reach something."""
    if origin:
        return np.int64(1) << (origin - 1)
    me = state.players[seat]
    if freely:
        return depths_of_vessels(me) & state.zones
    vessels = cells_with_vessels(me)
    beside = ((vessels & NOT_LAST_COLUMN) << 1) | (vessels << COLUMNS) | ((vessels & NOT_FIRST_COLUMN) >> 1)
    return vessels | (beside & state.beside_zones)


@jit
def research_for_paying(state, rules, seat, but_token):
    """A-2: with the tokens that could be spent now, but for one of the kind `but_token`."""
    me = state.players[seat]
    research = np.int64(me.research)
    if may_spend_tokens(state, seat):
        for kind in range(TOKEN_KINDS):
            research += (me.token[kind] - (kind == but_token)) * rules.token_research[kind]
    return min(research, RESEARCH_TOP)


@jit
def may_spend_tokens(state, seat):
    """T-16: in the own turn, if there are any."""
    return state.phase == ACTIVATION and state.mover == seat and state.players[seat].token_count > 0


@jit
def kinds_held(me):
    """Kinds of dive tokens in hand, as bits."""
    return ALL_TOKEN_KINDS & ~places_of(me.token, 0, TOKEN_KINDS)


@jit
def fields_to_publish(state, rules, research):
    """The fields of the journals in the row that can be paid."""
    fields = 0
    for place in range(ROW_PLACES):
        journal = state.row[place] - 1
        if journal >= 0 and rules.journal_cost[journal] <= research:
            fields |= rules.journal_fields[journal]
    return fields


@jit
def next_spot(state, rules, cell, board, track):
    """The leftmost empty spot of a sonar track; -1: it is full (A-20)."""
    free = rules.spots_of_track[board, track] & ~taken_spots(state, cell)
    return lowest(free) if free else np.int64(-1)


@jit
def next_spots(rules, board, free):
    """Of each sonar track the leftmost empty spot (A-20)."""
    spots = 0
    for track in range(SONAR_TRACKS):
        left = rules.spots_of_track[board, track] & free
        spots |= left & -left
    return spots


@jit
def filled_sites(state, rules, board):
    """Dive sites with tokens, as bits."""
    sites = 0
    for site in range(rules.dive_site_count[board]):
        if state.site_count[rules.dive_site[board] + site] > 0:
            sites |= 1 << site
    return sites


@jit
def payable_spots(rules, board, spots, more, research):
    """A-52."""
    payable = 0
    while spots:
        if rules.spot_cost[board, lowest(spots)] - more <= research:
            payable |= spots & -spots
        spots &= spots - 1
    return payable


@jit
def spots_with_field(rules, board, spots, fields):
    """A-60."""
    found = 0
    while spots:
        if has(fields, rules.spot_field[board, lowest(spots)]):
            found |= spots & -spots
        spots &= spots - 1
    return found


@jit
def spots_to_act_on(state, rules, me, vessels, cell, do, more, freely, research, fields):
    """The disc spots in one zone that can be used, or the dive sites, as bits; the disc is not looked at."""
    board = state.board[cell] - 1
    if do == DIVE:
        return reached_of(rules.sites_reached[board], vessels, cell) & filled_sites(state, rules, board)
    free = ~taken_spots(state, cell)
    if not (freely and has(depths_of_vessels(me), cell)):
        free &= reached_of(rules.spots_reached[board], vessels, cell)
    if do == SONAR:
        return next_spots(rules, board, ~taken_spots(state, cell)) & free
    if do == CONSERVE:
        return payable_spots(rules, board, rules.spots_of[board, CONSERVATION_SPOTS] & free, more, research)
    return spots_with_field(rules, board, rules.spots_of[board, JOURNAL_SPOTS] & free, fields)


@jit
def sites_to_act_on(state, rules, seat, cell, do, more, freely, research, fields):
    """The same as tracks, or positions of sites, which are what answers name."""
    me = state.players[seat]
    spots = spots_to_act_on(state, rules, me, cells_with_vessels(me), cell, do, more, freely, research, fields)
    if do == DIVE:
        return spots
    board = state.board[cell] - 1
    sites = np.int64(0)
    while spots:
        sites |= np.int64(1) << rules.site_of_spot[board, lowest(spots)]
        spots &= spots - 1
    return sites


@jit
def zones_to_act_in(state, rules, seat, do, more, freely, origin, research):
    """The zones in which the action can be done with so much research."""
    me = state.players[seat]
    if do != DIVE and me.staging == 0:                   # T-11
        return np.int64(0)
    fields = fields_to_publish(state, rules, research) if do == PUBLISH else 0
    vessels = cells_with_vessels(me)
    candidates = cells_to_act_in(state, seat, origin, freely)
    zones = np.int64(0)
    while candidates:
        cell = lowest(candidates)
        if spots_to_act_on(state, rules, me, vessels, cell, do, more, freely, research, fields):
            zones |= candidates & -candidates
        candidates &= candidates - 1
    return zones


@jit
def juniors(me):
    """Slots, as bits."""
    return ((np.int64(1) << me.specialist_count) - 1) & ~me.seniors


@jit
def can_do(state, rules, seat, do, last, more, freely, origin, but_token):
    """A-2: whether an action is possible."""
    if do == TRAVEL:
        return departures(state, rules, seat, more, last, origin) != 0
    if do == PROMOTE:
        return juniors(state.players[seat]) != 0
    if do == SONAR or do == DIVE or do == CONSERVE or do == PUBLISH:
        research = 0
        if do == CONSERVE or do == PUBLISH:
            research = research_for_paying(state, rules, seat, but_token)
        return zones_to_act_in(state, rules, seat, do, more, freely, origin, research) != 0
    return True


@jit
def own_marked_discs(state, rules, cell, seat):
    return ones(state.discs[cell, seat] & rules.marked[state.board[cell] - 1])
