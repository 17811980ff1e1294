"""What a seat may know, as numbers. All seats know the same (H-3); each sees itself first."""

import numpy as np

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.compiling.raw import copy_bytes
from undersea_env.endeavor_deep_sea.compiled.limits import (
    BONUS_GOALS_USED,
    CARDS_OF_KIND,
    DISPLAY,
    MAX_PLAYERS,
    SLOTS,
    STOCK_KINDS,
)
from undersea_env.endeavor_deep_sea.compiled.opcodes import ACTION_TYPES
from undersea_env.endeavor_deep_sea.compiled.rulebook import BITS_OF_WORD, HEX_WORDS
from undersea_env.endeavor_deep_sea.kernel.layout import CELL, FRAME, FRAMES_SHOWN, LARGEST, OBSERVATION, PLAYER
from undersea_env.endeavor_deep_sea.kernel.ocean import (
    CONSERVATION_SPOTS,
    JOURNAL_SPOTS,
    SONAR_SPOTS,
    has,
    taken_spots,
)
from undersea_env.endeavor_deep_sea.kernel.seats import seat_after
from undersea_env.endeavor_deep_sea.kernel.state import FRAME as FRAME_RECORD
from undersea_env.endeavor_deep_sea.printed.words import (
    ATTRIBUTES,
    DEPTHS,
    DISC_SPOTS_ON_BOARD,
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
CELL_AT = {name: at for at, name in enumerate(CELL)}
CELL_VESSELS, CELL_TOKENS, CELL_DISCS = CELL_AT["vessels_1"], CELL_AT["tokens_d1"], CELL_AT["disc_1"]
CELL_FREE = CELL_AT["free_sonar"]
ATTRIBUTE_COUNT = len(ATTRIBUTES)
# A row for each set of disc spots: 1 at the spots that are in it.
SPOTS_IN = ((np.arange(1 << DISC_SPOTS_ON_BOARD)[:, None] >> np.arange(DISC_SPOTS_ON_BOARD)) & 1).astype(np.uint8)
# A frame is shown byte by byte as it lies in the record, but for its owner.
FRAME_OWNER = tuple(FRAME).index("owner")
assert FRAME_RECORD.itemsize == FRAME_SIZE
assert FRAME_RECORD.names == tuple(dict.fromkeys("gain" if name.startswith("gain_") else name for name in FRAME))


@jit
def observe(state, rules, features, viewer, out):
    out[:] = 0
    observe_table(state, rules, viewer, out)
    for k in range(min(FRAMES_SHOWN, state.frame_count)):
        observe_frame(state, viewer, state.frame_count - 1 - k, out, AT_FRAMES + k * FRAME_SIZE)
    for k in range(state.player_count):
        observe_player(state, seat_after(state, viewer, k), k, out)
    observe_ocean(state, rules, viewer, out)
    observe_piles(state, out)
    observe_impact(state, viewer, out)
    if rules.cooperative:
        observe_cards(state, out)


@jit
def seen_as(state, viewer, seat):
    """1 for the viewer, 2 for the next player, ..."""
    number = seat - viewer + 1
    return number if number > 0 else number + state.player_count


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
    copy_bytes(out, 18, state.left, ACTION_TYPES)
    at = 18 + ACTION_TYPES
    out[at], out[at + 1], out[at + 2] = state.supply_count, state.deck_count, state.expert_count
    copy_bytes(out, at + 3, state.less, 3)
    out[at + 6], out[at + 7] = state.cards_turned, state.designated
    copy_bytes(out, at + 8, state.goal_option, GOALS)
    out[at + 8 + GOALS] = state.frame_count


@jit
def observe_frame(state, viewer, number, out, at):
    copy_bytes(out, at, state.frame[number:], FRAME_SIZE)
    out[at + FRAME_OWNER] = seen_as(state, viewer, state.frame[number].owner)


@jit
def place_in_race(state, race, seat):
    for k in range(state.race_count[race]):
        if state.race[race, k] == seat + 1:
            return k + 1
    return 0


@jit
def observe_player(state, seat, k, out):
    me = state.players[seat]
    at = AT_PLAYERS + k * PLAYER_SIZE
    copy_bytes(out, at, me.marker, ATTRIBUTE_COUNT)
    at += ATTRIBUTE_COUNT
    out[at], out[at + 1], out[at + 2], out[at + 3] = me.research, me.staging, me.launches, me.vessel_count
    out[at + 4], out[at + 5], out[at + 6] = me.token_count, me.specialist_count, me.clean_up
    out[at + 7] = has(state.passed, seat)
    out[at + 8] = min(LARGEST, max(0, me.points))
    out[at + 9], out[at + 10] = place_in_race(state, 0, seat), place_in_race(state, 1, seat)
    copy_bytes(out, AT_TOKENS + k * TOKEN_KINDS, me.token, TOKEN_KINDS)
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
    for vessel in range(me.vessel_count):
        out[AT_OCEAN + (me.vessel[vessel] - 1) * CELL_SIZE + CELL_VESSELS + k] += 1


@jit
def observe_ocean(state, rules, viewer, out):
    zones = np.int64(state.zones)
    while zones:
        cell = lowest(zones)
        zones &= zones - 1
        at = AT_OCEAN + cell * CELL_SIZE
        board = state.board[cell] - 1
        out[at] = board + 1
        discoverer = np.int64(state.discoverer[cell])
        out[at + 1] = seen_as(state, viewer, discoverer - 1) if discoverer else 0
        taken = taken_spots(state, cell)
        if taken:
            observe_discs(state, viewer, cell, out, at + CELL_DISCS)
        out[at + CELL_FREE] = ones(rules.spots_of[board, SONAR_SPOTS] & ~taken)
        out[at + CELL_FREE + 1] = ones(rules.spots_of[board, CONSERVATION_SPOTS] & ~taken)
        out[at + CELL_FREE + 2] = ones(rules.spots_of[board, JOURNAL_SPOTS] & ~taken)
        for k in range(rules.dive_site_count[board]):
            out[at + CELL_TOKENS + k] = state.site_count[rules.dive_site[board] + k]


@jit
def observe_discs(state, viewer, cell, out, at):
    """Whose disc lies on each spot."""
    for k in range(state.player_count):
        discs = state.discs[cell, seat_after(state, viewer, k)]
        for spot in range(DISC_SPOTS_ON_BOARD):
            out[at + spot] += SPOTS_IN[discs, spot] * np.uint8(k + 1)


@jit
def observe_piles(state, out):
    """Of the unseen part of a stack, and of hidden experts, which they are, not where (H-3)."""
    for at in range(DEPTHS):
        seen, n = np.int64(state.seen[at]), np.int64(state.stack_count[at])
        out[AT_STACKS + 2 * at] = n
        out[AT_STACKS + 2 * at + 1] = seen
        for k in range(seen):
            out[AT_BOARDS + state.stack[at, k] - 1] = 2 + k
        for k in range(seen, n):
            out[AT_BOARDS + state.stack[at, k] - 1] = 1
    copy_bytes(out, AT_STOCK, state.stock, STOCK_KINDS)
    for place in range(DISPLAY):
        if state.display[place]:
            out[AT_EXPERTS + state.display[place] - 1 - STOCK_KINDS] = 1
    for k in range(state.expert_count):
        out[AT_EXPERTS + state.expert[k] - 1 - STOCK_KINDS] = 2
    for place in range(ROW_PLACES):
        if state.row[place]:
            out[AT_JOURNALS + 3 * (state.row[place] - 1) + 2] = place + 1
    copy_bytes(out, AT_DISCARD, state.discard, TOKEN_KINDS)


@jit
def observe_impact(state, viewer, out):
    for word in range(HEX_WORDS):
        hexes = np.int64(state.taken_hexes[word])
        while hexes:
            at = word * BITS_OF_WORD + lowest(hexes)
            hexes &= hexes - 1
            out[AT_HEXES + at] = seen_as(state, viewer, state.hex_owner[at] - 1)
    for k in range(state.player_count):
        seat = seat_after(state, viewer, k)
        for which in range(MAX_INFINITE):
            out[AT_INFINITE + which * MAX_PLAYERS + k] = state.infinite[which, seat]


@jit
def observe_cards(state, out):
    for k in range(min(BONUS_GOALS_USED, state.cards_turned)):
        out[AT_BONUS + state.bonus[CARDS_OF_KIND - 1 - k] - 1] = 1
    for k in range(state.cards_turned - BONUS_GOALS_USED):
        out[AT_SETBACKS + state.setback[CARDS_OF_KIND - 1 - k] - 1] = 1
