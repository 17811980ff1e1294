"""What a seat may know, as numbers; each sees itself first."""

import numpy as np

from undersea_env.cloudage.compiled.limits import BITS_OF_WORD
from undersea_env.cloudage.kernel.flying import NUMBER_AT
from undersea_env.cloudage.kernel.layout import (
    FRAME,
    FRAMES_SHOWN,
    HEX,
    LARGEST,
    OBSERVATION,
    PLAYER,
    POINTS_SHIFT,
    SECTOR,
    TABLE,
)
from undersea_env.cloudage.kernel.piles import KINDS, cards_in
from undersea_env.cloudage.kernel.seats import seat_after
from undersea_env.cloudage.kernel.state import COLOURS, KEEPING, TYPES
from undersea_env.cloudage.printed.words import (
    GUNS,
    HEXES,
    LEGACY_TOKENS,
    MOST_CITIES,
    NAVIGATION_VALUES,
    PROJECT_NUMBERS,
    ROWS,
    SECTORS,
    TASKS,
    CardField,
)
from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit
from undersea_env.compiling.raw import copy_bytes

AT_FRAMES, AT_PLAYERS, AT_TASKS = (OBSERVATION[name].start for name in ("frames", "players", "tasks"))
AT_CUBES, AT_PROJECTS, AT_SECTORS = (OBSERVATION[name].start for name in ("cubes", "projects", "sectors"))
AT_CITY_CARDS, AT_OBJECTIVES, AT_BAG = (OBSERVATION[name].start for name in ("city_cards", "objectives", "bag"))
AT_HEXES = OBSERVATION["hexes"].start
FRAME_SIZE, PLAYER_SIZE, HEX_SIZE, SECTOR_SIZE = len(FRAME), len(PLAYER), len(HEX), len(SECTOR)
ALL_HEXES = HEXES * HEX_SIZE
FLAGS_AT = tuple(TABLE).index(f"gun_{GUNS[0].lower()}")
HEX_AT = {name: at for at, name in enumerate(HEX)}
PLANTED, FIND_TAKEN, GUN, AIRSHIP = HEX_AT["planted"], HEX_AT["find_taken"], HEX_AT["gun"], HEX_AT["airship"]
COST = HEX_AT["cost"]
FIELDS = len(CardField)
DEALT, REFUSED, UNDER = 5, 6, 7
DISCARDED = 6
GUN_COUNT = len(GUNS)


@jit
def observe(state, rules, features, viewer, out):
    out[:AT_HEXES] = 0
    copy_bytes(out, AT_HEXES, features.hexes, ALL_HEXES)
    observe_table(state, rules, viewer, out)
    for k in range(min(FRAMES_SHOWN, state.frame_count)):
        observe_frame(state, viewer, state.frame[state.frame_count - 1 - k], out, AT_FRAMES + k * FRAME_SIZE)
    for k in range(state.player_count):
        observe_player(state, seat_after(state, viewer, k), k, out)
    observe_cards(state, rules, viewer, out)
    observe_map(state, rules, viewer, out)


@jit
def seen_as(state, viewer, seat):
    """1 for the viewer, 2 for the next player, ..."""
    number = seat - viewer + 1
    return number if number > 0 else number + state.player_count


@jit
def clipped(number):
    return min(LARGEST, max(0, number))


@jit
def observe_table(state, rules, viewer, out):
    out[0], out[1], out[2] = rules.scenario, rules.chapter, state.player_count
    out[3], out[4], out[5], out[6] = state.round_no, rules.rounds, state.step, state.question
    out[7], out[8] = seen_as(state, viewer, state.seat), seen_as(state, viewer, state.first)
    out[9], out[10], out[11], out[12] = seen_as(state, viewer, state.mover), state.turn, state.others, state.action
    out[13], out[14], out[15], out[16] = state.story, state.book_side, state.points, state.left
    out[17], out[18], out[19], out[20] = state.entering, state.revealed, clipped(state.strength), state.drawn_count
    out[21], out[22], out[23] = state.card, state.planted_count, state.bare_count
    out[24], out[25], out[26], out[27] = state.deck_count, state.objective_count, state.graded, state.frame_count
    at = FLAGS_AT
    for gun in range(GUN_COUNT):
        out[at + gun] = (state.guns >> gun) & 1
    at += GUN_COUNT
    for token in range(LEGACY_TOKENS):
        out[at + token] = (state.legacy >> token) & 1
    at += LEGACY_TOKENS - 1
    for number in range(1, PROJECT_NUMBERS):
        out[at + number] = (state.unlocked >> number) & 1


@jit
def observe_frame(state, viewer, frame, out, at):
    out[at], out[at + 1], out[at + 2] = frame.about, seen_as(state, viewer, frame.owner), clipped(frame.number)
    out[at + 3], out[at + 4], out[at + 5], out[at + 6] = frame.stage, frame.a, frame.b, frame.c
    copy_bytes(out, at + 7, frame.kinds, KINDS)


@jit
def observe_player(state, seat, k, out):
    me = state.players[seat]
    at = AT_PLAYERS + k * PLAYER_SIZE
    out[at], out[at + 1], out[at + 2] = clipped(me.water), clipped(me.metal), clipped(me.points + POINTS_SHIFT)
    out[at + 3], out[at + 4], out[at + 5] = me.energy, me.hex, me.production
    copy_bytes(out, at + 6, me.upgrades, TYPES)
    at += 6 + TYPES
    copy_bytes(out, at, me.permanent, TYPES)
    at += TYPES
    out[at] = me.upgrade_discount
    copy_bytes(out, at + 1, me.project_discount, COLOURS)
    at += 1 + COLOURS
    copy_bytes(out, at, me.plants, KINDS)
    copy_bytes(out, at + KINDS, me.fresh, KINDS)
    at += 2 * KINDS
    out[at], out[at + 1], out[at + 2] = me.fresh_growing, cards_in(me.hand), me.objective_count
    out[at + 3], out[at + 4], out[at + 5] = me.drone, me.vote, me.navigation_known
    out[at + 6] = 1 + me.spent[me.spent_count - 1] if me.spent_count else 0
    out[at + 7] = clipped(me.fight_strength)
    at += 8
    for n in range(me.navigation_count):
        out[at + me.navigation[n]] += 1
    at += NAVIGATION_VALUES
    for n in range(me.spent_count):
        out[at + me.spent[n]] += 1
    for task in range(TASKS):
        visible, covered = (me.tasks >> task) & 1, (me.covered >> task) & 1
        out[AT_TASKS + k * TASKS + task] = visible + 2 * covered
    copy_bytes(out, AT_CUBES + k * MOST_CITIES, me.cubes, MOST_CITIES)


@jit
def mark_projects(words, mark, out):
    for word in range(2):
        left = np.int64(words[word])
        while left:
            out[AT_PROJECTS + word * BITS_OF_WORD + lowest(left)] = mark
            left &= left - 1


@jit
def observe_cards(state, rules, viewer, out):
    mark_projects(state.discard, DISCARDED, out)
    mark_projects(state.players[viewer].hand, 1, out)
    for k in range(state.player_count):
        me = state.players[seat_after(state, viewer, k)]
        mark_projects(me.in_play, 2 + k, out)
        if me.tasks:
            for n in range(me.objective_count):
                out[AT_OBJECTIVES + me.objectives[n] - 1] = 1 + k
    me = state.players[viewer]
    if state.round_no == 0 and state.step <= KEEPING and me.tasks == 0:
        for n in range(me.objective_count):
            out[AT_OBJECTIVES + me.objectives[n] - 1] = DEALT
    if me.refused:
        out[AT_OBJECTIVES + me.refused - 1] = REFUSED
    for n in range(state.objective_known):
        out[AT_OBJECTIVES + state.objective_deck[n] - 1] = UNDER
    for sector in range(SECTORS):
        observe_sector(state, rules, sector, out)
    seen = np.int64(state.seen_cards)
    while seen:
        out[AT_CITY_CARDS + lowest(seen)] = 1
        seen &= seen - 1
    copy_bytes(out, AT_BAG, state.bag, KINDS)


@jit
def observe_sector(state, rules, sector, out):
    """Of the top card only what the sleeve leaves open (S-3)."""
    at = AT_SECTORS + sector * SECTOR_SIZE
    n = np.int64(state.sector_count[sector])
    out[at], out[at + 1] = n, state.sleeve[sector]
    if n == 0:
        return
    visible = rules.visible[state.sleeve[sector] - 1]
    card = state.sector[sector, n - 1] - 1
    for field in range(FIELDS):
        if (visible >> field) & 1:
            out[at + 2 + field] = 1 + rules.field[card, field]


@jit
def observe_map(state, rules, viewer, out):
    """Upon the map as it is printed."""
    for row in range(ROWS):
        columns = np.int64(state.planted[row])
        while columns:
            at = AT_HEXES + NUMBER_AT[row, lowest(columns)] * HEX_SIZE
            out[at + PLANTED] = 1
            out[at + COST] = 1
            columns &= columns - 1
        columns = np.int64(state.taken_finds[row])
        while columns:
            out[AT_HEXES + NUMBER_AT[row, lowest(columns)] * HEX_SIZE + FIND_TAKEN] = 1
            columns &= columns - 1
    for gun in range(GUN_COUNT):
        if (state.guns >> gun) & 1:
            at = AT_HEXES + rules.gun_hex[gun] * HEX_SIZE
            out[at + GUN] = 1
            out[at + COST] = rules.gun_cost[gun]
    observe_airships(state, viewer, out)


@jit
def observe_airships(state, viewer, out):
    """On the start hex there may be several: the last of the order is shown, the hex of each player says the rest."""
    for k in range(state.player_count):
        me = state.players[seat_after(state, viewer, k)]
        out[AT_HEXES + me.hex * HEX_SIZE + AIRSHIP] = 1 + k

