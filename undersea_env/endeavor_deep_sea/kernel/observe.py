"""What a seat may know, as numbers. All seats know the same (H-3); each sees itself first."""

import numpy as np

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.compiled.limits import (
    BONUS_GOALS_USED,
    CARDS_OF_KIND,
    DISPLAY,
    MAX_PLAYERS,
    SLOTS,
    STOCK_KINDS,
)
from undersea_env.endeavor_deep_sea.compiled.opcodes import ACTION_TYPES, GAINS
from undersea_env.endeavor_deep_sea.kernel.layout import CELL, FRAME, FRAMES_SHOWN, LARGEST, OBSERVATION, PLAYER
from undersea_env.endeavor_deep_sea.kernel.ocean import (
    CONSERVATION_SPOTS,
    JOURNAL_SPOTS,
    SONAR_SPOTS,
    has,
    taken_spots,
)
from undersea_env.endeavor_deep_sea.kernel.scoring import vessels_in
from undersea_env.endeavor_deep_sea.printed.words import (
    ATTRIBUTES,
    DEPTHS,
    DISC_SPOTS_ON_BOARD,
    DIVE_SITES_ON_BOARD,
    GOALS,
    MAX_INFINITE,
    ROW_PLACES,
    TOKEN_KINDS,
)

SIZE = OBSERVATION.size
AT_FRAMES, AT_PLAYERS, AT_TOKENS = (OBSERVATION[name].start for name in ("frames", "players", "tokens"))
AT_SPECIALISTS, AT_JOURNALS, AT_OCEAN = (OBSERVATION[name].start for name in ("specialists", "journals", "ocean"))
AT_STACKS, AT_BOARDS, AT_STOCK = (OBSERVATION[name].start for name in ("stacks", "boards", "stock"))
AT_EXPERTS, AT_HEXES, AT_INFINITE = (OBSERVATION[name].start for name in ("experts", "hexes", "infinite"))
AT_DISCARD, AT_BONUS, AT_SETBACKS = (OBSERVATION[name].start for name in ("discard", "bonus_goals", "setbacks"))
FRAME_SIZE, PLAYER_SIZE, CELL_SIZE = len(FRAME), len(PLAYER), len(CELL)
ATTRIBUTE_COUNT = len(ATTRIBUTES)


@jit
def observe(state, rules, features, viewer, out):
    out[:] = 0
    observe_table(state, rules, viewer, out)
    for k in range(min(FRAMES_SHOWN, state.frame_count)):
        observe_frame(state, viewer, state.frame[state.frame_count - 1 - k], out, AT_FRAMES + k * FRAME_SIZE)
    for k in range(state.player_count):
        observe_player(state, viewer, k, out)
    observe_ocean(state, rules, viewer, out)
    observe_piles(state, out)
    observe_impact(state, rules, viewer, out)
    if rules.cooperative:
        observe_cards(state, out)


@jit
def seen_as(state, viewer, seat):
    """1 for the viewer, 2 for the next player, ..."""
    return (seat - viewer + state.player_count) % state.player_count + 1


@jit
def observe_table(state, rules, viewer, out):
    out[0], out[1], out[2] = rules.mission, state.player_count, rules.cooperative
    out[3] = rules.goals_to_meet if rules.cooperative else 0
    out[4], out[5], out[6] = state.round_no, rules.last_round, state.phase
    out[7], out[8] = state.step, state.question
    out[9] = seen_as(state, viewer, state.seat)
    out[10], out[11] = seen_as(state, viewer, state.wave), seen_as(state, viewer, state.mover)
    out[12], out[13] = state.prepared, state.returning
    out[14], out[15], out[16], out[17] = state.activated, state.acted, state.copier, state.activation
    for do in range(ACTION_TYPES):
        out[18 + do] = state.left[do]
    at = 18 + ACTION_TYPES
    out[at], out[at + 1], out[at + 2] = state.supply_count, state.deck_count, state.expert_count
    for k in range(3):
        out[at + 3 + k] = state.less[k]
    out[at + 6], out[at + 7] = state.cards_turned, state.designated
    for goal in range(GOALS):
        out[at + 8 + goal] = state.goal_option[goal]
    out[at + 8 + GOALS] = state.frame_count


@jit
def observe_frame(state, viewer, frame, out, at):
    out[at], out[at + 1] = frame.about, seen_as(state, viewer, frame.owner)
    out[at + 2], out[at + 3] = frame.origin, frame.stage
    for gain in range(GAINS):
        out[at + 4 + gain] = frame.gain[gain]
    at += 4 + GAINS
    out[at], out[at + 1], out[at + 2], out[at + 3] = frame.rewards_site, frame.do, frame.first, frame.last
    out[at + 4], out[at + 5], out[at + 6], out[at + 7] = frame.more, frame.freely, frame.must, frame.again
    out[at + 8], out[at + 9], out[at + 10], out[at + 11] = frame.cell, frame.site, frame.a, frame.b


@jit
def place_in_race(state, race, seat):
    for k in range(state.race_count[race]):
        if state.race[race, k] == seat + 1:
            return k + 1
    return 0


@jit
def observe_player(state, viewer, k, out):
    seat = (viewer + k) % state.player_count
    me = state.players[seat]
    at = AT_PLAYERS + k * PLAYER_SIZE
    for attribute in range(ATTRIBUTE_COUNT):
        out[at + attribute] = me.marker[attribute]
    at += ATTRIBUTE_COUNT
    out[at], out[at + 1], out[at + 2], out[at + 3] = me.research, me.staging, me.launches, me.vessel_count
    out[at + 4], out[at + 5], out[at + 6] = me.token_count, me.specialist_count, me.clean_up
    out[at + 7] = has(state.passed, seat)
    out[at + 8] = min(LARGEST, max(0, me.points))
    out[at + 9], out[at + 10] = place_in_race(state, 0, seat), place_in_race(state, 1, seat)
    for kind in range(TOKEN_KINDS):
        out[AT_TOKENS + k * TOKEN_KINDS + kind] = me.token[kind]
    at = AT_SPECIALISTS + k * SLOTS * 3
    for slot in range(me.specialist_count):
        out[at], out[at + 1], out[at + 2] = me.kind[slot], has(me.seniors, slot), has(me.discs_on, slot)
        at += 3
    journals = np.int64(me.journals)
    while journals:
        journal = lowest(journals)
        journals &= journals - 1
        out[AT_JOURNALS + 3 * journal] = k + 1
        out[AT_JOURNALS + 3 * journal + 1] = has(me.used_journals, journal)


@jit
def observe_ocean(state, rules, viewer, out):
    zones = np.int64(state.zones)
    while zones:
        cell = lowest(zones)
        zones &= zones - 1
        at = AT_OCEAN + cell * CELL_SIZE
        board = state.board[cell] - 1
        out[at] = board + 1
        if state.discoverer[cell]:
            out[at + 1] = seen_as(state, viewer, state.discoverer[cell] - 1)
        at += 2
        for k in range(state.player_count):
            out[at + k] = vessels_in(state.players[(viewer + k) % state.player_count], cell)
        at += MAX_PLAYERS
        for k in range(rules.dive_site_count[board]):
            out[at + k] = state.site_count[rules.dive_site[board] + k]
        at += DIVE_SITES_ON_BOARD
        for k in range(state.player_count):
            discs = np.int64(state.discs[cell, (viewer + k) % state.player_count])
            while discs:
                out[at + lowest(discs)] = k + 1
                discs &= discs - 1
        at += DISC_SPOTS_ON_BOARD
        free = ~taken_spots(state, cell)
        out[at] = ones(rules.spots_of[board, SONAR_SPOTS] & free)
        out[at + 1] = ones(rules.spots_of[board, CONSERVATION_SPOTS] & free)
        out[at + 2] = ones(rules.spots_of[board, JOURNAL_SPOTS] & free)


@jit
def observe_piles(state, out):
    """Of the unseen part of a stack, and of hidden experts, which they are, not where (H-3)."""
    for at in range(DEPTHS):
        out[AT_STACKS + 2 * at] = state.stack_count[at]
        out[AT_STACKS + 2 * at + 1] = state.seen[at]
        for k in range(state.stack_count[at]):
            board = state.stack[at, k] - 1
            out[AT_BOARDS + board] = 2 + k if k < state.seen[at] else 1
    for kind in range(STOCK_KINDS):
        out[AT_STOCK + kind] = state.stock[kind]
    for place in range(DISPLAY):
        if state.display[place]:
            out[AT_EXPERTS + state.display[place] - 1 - STOCK_KINDS] = 1
    for k in range(state.expert_count):
        out[AT_EXPERTS + state.expert[k] - 1 - STOCK_KINDS] = 2
    for place in range(ROW_PLACES):
        if state.row[place]:
            out[AT_JOURNALS + 3 * (state.row[place] - 1) + 2] = place + 1
    for kind in range(TOKEN_KINDS):
        out[AT_DISCARD + kind] = state.discard[kind]


@jit
def observe_impact(state, rules, viewer, out):
    for at in range(rules.hex_count):
        if state.hex_owner[at]:
            out[AT_HEXES + at] = seen_as(state, viewer, state.hex_owner[at] - 1)
    for which in range(MAX_INFINITE):
        for k in range(state.player_count):
            out[AT_INFINITE + which * MAX_PLAYERS + k] = state.infinite[which, (viewer + k) % state.player_count]


@jit
def observe_cards(state, out):
    for k in range(min(BONUS_GOALS_USED, state.cards_turned)):
        out[AT_BONUS + state.bonus[CARDS_OF_KIND - 1 - k] - 1] = 1
    for k in range(state.cards_turned - BONUS_GOALS_USED):
        out[AT_SETBACKS + state.setback[CARDS_OF_KIND - 1 - k] - 1] = 1
