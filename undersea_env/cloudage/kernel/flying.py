"""The map: what a hex costs, where a movement may end, where a plant may be put.

Sets of hexes are bits of the columns of the whole map, a number for each of its rows (H-1).
"""

import numpy as np

from undersea_env.cloudage.printed.words import (
    COLUMNS,
    DIRECTIONS,
    GUNS,
    HEXES,
    HEXES_OF_BOARD,
    HIGHEST_COST,
    MAP_COLUMNS,
    ROWS,
)
from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit

NUMBERS = np.arange(HEXES)
ROW_OF = (NUMBERS % HEXES_OF_BOARD // COLUMNS).astype(np.int64)
COLUMN_OF = (NUMBERS // HEXES_OF_BOARD * COLUMNS + NUMBERS % COLUMNS).astype(np.int64)
NUMBER_AT = np.zeros((ROWS, MAP_COLUMNS), np.int64)
NUMBER_AT[ROW_OF, COLUMN_OF] = NUMBERS
ALL_COLUMNS = (1 << MAP_COLUMNS) - 1
TOO_FAR = 127
GUN_COUNT = len(GUNS)


@jit
def has_hex(rows, number):
    return (rows[ROW_OF[number]] >> COLUMN_OF[number]) & 1


@jit
def add_hex(rows, number):
    rows[ROW_OF[number]] |= 1 << COLUMN_OF[number]


@jit
def gun_on(state, rules, number):
    """T-8: whether a gun is in play there."""
    gun = rules.gun_at[number]
    return gun > 0 and (state.guns >> (gun - 1)) & 1 == 1


@jit
def cost_of(state, rules, number):
    """H-3."""
    if has_hex(state.planted, number):
        return np.int64(1)
    if gun_on(state, rules, number):
        return np.int64(rules.gun_cost[rules.gun_at[number] - 1])
    return np.int64(rules.cost[number])


@jit
def city_at(state, rules, number):
    """City + 1; 0 for none (T-8)."""
    return np.int64(0) if gun_on(state, rules, number) else np.int64(rules.city[number])


@jit
def beside(row, above, here, below):
    """The hexes of a row beside these sets of hexes in the row above, in the row itself, in the row below (H-2)."""
    near = above | below
    found = (here << 1) | (here >> 1) | near
    found |= near >> 1 if row % 2 else near << 1
    return found & ALL_COLUMNS


@jit
def measure_distances(state, rules, seat, most):
    """M-4: the least points to a legal end hex, from every hex from which `most` or fewer suffice."""
    for number in range(HEXES + 1):
        state.distance[number] = TOO_FAR
    # Of each cost, the hexes that have it now; of each distance, the hexes that have it, the last three of them.
    cheap_0, cheap_1, cheap_2, cheap_3, cheap_4 = costs_now(state, rules, 1)
    mid_0, mid_1, mid_2, mid_3, mid_4 = costs_now(state, rules, 2)
    dear_0, dear_1, dear_2, dear_3, dear_4 = costs_now(state, rules, 3)
    one_0, one_1, one_2, one_3, one_4 = ends(state, rules, seat)
    all_0, all_1, all_2, all_3, all_4 = one_0, one_1, one_2, one_3, one_4
    two_0 = two_1 = two_2 = two_3 = two_4 = np.int64(0)
    three_0 = three_1 = three_2 = three_3 = three_4 = np.int64(0)
    note_distance(state, 0, one_0, one_1, one_2, one_3, one_4)
    for points in range(1, most + 1):
        # Who enters one of these hexes now has just enough.
        in_0 = (one_0 & cheap_0) | (two_0 & mid_0) | (three_0 & dear_0)
        in_1 = (one_1 & cheap_1) | (two_1 & mid_1) | (three_1 & dear_1)
        in_2 = (one_2 & cheap_2) | (two_2 & mid_2) | (three_2 & dear_2)
        in_3 = (one_3 & cheap_3) | (two_3 & mid_3) | (three_3 & dear_3)
        in_4 = (one_4 & cheap_4) | (two_4 & mid_4) | (three_4 & dear_4)
        three_0, three_1, three_2, three_3, three_4 = two_0, two_1, two_2, two_3, two_4
        two_0, two_1, two_2, two_3, two_4 = one_0, one_1, one_2, one_3, one_4
        one_0 = beside(0, np.int64(0), in_0, in_1) & ~all_0
        one_1 = beside(1, in_0, in_1, in_2) & ~all_1
        one_2 = beside(2, in_1, in_2, in_3) & ~all_2
        one_3 = beside(3, in_2, in_3, in_4) & ~all_3
        one_4 = beside(4, in_3, in_4, np.int64(0)) & ~all_4
        all_0, all_1, all_2, all_3, all_4 = all_0 | one_0, all_1 | one_1, all_2 | one_2, all_3 | one_3, all_4 | one_4
        note_distance(state, points, one_0, one_1, one_2, one_3, one_4)


@jit
def note_distance(state, points, row_0, row_1, row_2, row_3, row_4):
    note_row(state, points, 0, row_0)
    note_row(state, points, 1, row_1)
    note_row(state, points, 2, row_2)
    note_row(state, points, 3, row_3)
    note_row(state, points, 4, row_4)


@jit
def note_row(state, points, row, columns):
    while columns:
        state.distance[NUMBER_AT[row, lowest(columns)]] = points
        columns &= columns - 1


@jit
def costs_now(state, rules, cost):
    """The hexes that cost so much now, row by row."""
    return (
        cost_row(state, rules, cost, 0), cost_row(state, rules, cost, 1), cost_row(state, rules, cost, 2),
        cost_row(state, rules, cost, 3), cost_row(state, rules, cost, 4),
    )


@jit
def cost_row(state, rules, cost, row):
    columns = rules.cost_rows[cost - 1, row] & ~state.planted[row]
    if cost == 1:
        columns |= state.planted[row]
    if state.guns:
        for gun in range(GUN_COUNT):
            number = rules.gun_hex[gun]
            if (state.guns >> gun) & 1 and ROW_OF[number] == row:
                bit = np.int64(1) << COLUMN_OF[number]
                columns = columns | bit if rules.gun_cost[gun] == cost else columns & ~bit
    return np.int64(columns)


@jit
def ends(state, rules, seat):
    """D-e: the legal end hexes, row by row."""
    return (
        end_row(state, rules, seat, 0), end_row(state, rules, seat, 1), end_row(state, rules, seat, 2),
        end_row(state, rules, seat, 3), end_row(state, rules, seat, 4),
    )


@jit
def end_row(state, rules, seat, row):
    columns = np.int64(rules.city_rows[row])
    for other in range(state.player_count):
        number = state.players[other].hex
        if other != seat and ROW_OF[number] == row:
            columns &= ~(np.int64(1) << COLUMN_OF[number])
    if state.guns:
        for gun in range(GUN_COUNT):
            number = rules.gun_hex[gun]
            if (state.guns >> gun) & 1 and ROW_OF[number] == row:
                columns &= ~(np.int64(1) << COLUMN_OF[number])
    return columns


assert HIGHEST_COST == 3                 # as `measure_distances` is written
assert ROWS == 5
assert DIRECTIONS == 6


# --- planting ---


@jit
def plantable_row(state, rules, row):
    """W-5 but for the connection."""
    columns = rules.land_rows[row] & ~state.planted[row]
    for seat in range(state.player_count):
        number = state.players[seat].hex
        if ROW_OF[number] == row:
            columns &= ~(np.int64(1) << COLUMN_OF[number])
    if state.guns:
        for gun in range(GUN_COUNT):
            number = rules.gun_hex[gun]
            if (state.guns >> gun) & 1 and ROW_OF[number] == row:
                columns &= ~(np.int64(1) << COLUMN_OF[number])
    return np.int64(columns)


@jit
def connected(state, seat):
    """W-5: the hexes beside the airship or beside a chain of planted hexes that begins there, row by row."""
    number = state.players[seat].hex
    row, bit = ROW_OF[number], np.int64(1) << COLUMN_OF[number]
    at_0 = bit if row == 0 else np.int64(0)
    at_1 = bit if row == 1 else np.int64(0)
    at_2 = bit if row == 2 else np.int64(0)
    at_3 = bit if row == 3 else np.int64(0)
    at_4 = bit if row == 4 else np.int64(0)
    while True:
        near_0 = beside(0, np.int64(0), at_0, at_1)
        near_1 = beside(1, at_0, at_1, at_2)
        near_2 = beside(2, at_1, at_2, at_3)
        near_3 = beside(3, at_2, at_3, at_4)
        near_4 = beside(4, at_3, at_4, np.int64(0))
        more_0, more_1 = near_0 & state.planted[0] & ~at_0, near_1 & state.planted[1] & ~at_1
        more_2, more_3 = near_2 & state.planted[2] & ~at_2, near_3 & state.planted[3] & ~at_3
        more_4 = near_4 & state.planted[4] & ~at_4
        if more_0 | more_1 | more_2 | more_3 | more_4 == 0:
            return near_0, near_1, near_2, near_3, near_4
        at_0, at_1, at_2, at_3, at_4 = at_0 | more_0, at_1 | more_1, at_2 | more_2, at_3 | more_3, at_4 | more_4
