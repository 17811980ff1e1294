"""Set-up (section 2) in the order of section 19."""

import numpy as np

from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import below, shuffle
from undersea_env.endeavor_deep_sea.compiled.limits import (
    BONUS_GOALS_USED,
    CARDS_OF_KIND,
    COLUMNS,
    DISPLAY,
    STOCK_KINDS,
)
from undersea_env.endeavor_deep_sea.kernel.discovering import draw_from, fill_dive_sites
from undersea_env.endeavor_deep_sea.kernel.impact import note_marker
from undersea_env.endeavor_deep_sea.kernel.ocean import note_zone
from undersea_env.endeavor_deep_sea.kernel.state import LAUNCHING
from undersea_env.endeavor_deep_sea.printed.words import (
    ANCHOR_JOURNALS,
    BOARDS,
    DECK_JOURNALS,
    ROW_PLACES,
    SPECIALIST_KINDS,
    TOKEN_KINDS,
)

LEADER = SPECIALIST_KINDS


@jit
def set_up(state, rules, seed):
    """A record of zeros becomes a game before the first launch."""
    state.stream = seed
    state.player_count = rules.player_count
    state.round_no = 1
    state.step = LAUNCHING
    state.wave = below(state, rules.player_count)
    state.mover = state.wave
    for word in range(len(rules.entries)):
        state.reached_hexes[word] = rules.entries[word]
    lay_ocean(state, rules)
    fill_tray(state, rules)
    if rules.cooperative:
        deal_cards(state, state.bonus, BONUS_GOALS_USED)
        deal_cards(state, state.setback, rules.setbacks_used)
    for seat in range(rules.player_count):               # S-8
        me = state.players[seat]
        me.kind[0] = LEADER + 1
        me.specialist_count = 1
        me.seniors = 1
        me.discs_on = 1


# --- the ocean ---


@jit
def lay_ocean(state, rules):
    for board in range(BOARDS):
        if rules.stacked[board]:
            put_on_stack(state, rules, board)
    for depth in range(rules.max_depth):
        shuffle(state, state.stack[depth], state.stack_count[depth])
    for k in range(rules.laid_count):
        lay(state, rules, np.int64(rules.laid_board[k]), np.int64(rules.laid_cell[k]))
    lay_row(state, rules)
    if rules.hidden_board:
        hide_board(state, rules)
    for kind in range(TOKEN_KINDS):
        for _ in range(rules.token_copies[kind]):
            state.supply[state.supply_count] = kind + 1
            state.supply_count += 1
    shuffle(state, state.supply, state.supply_count)
    zones = np.int64(state.zones)
    while zones:
        fill_dive_sites(state, rules, state.board[lowest(zones)] - 1)
        zones &= zones - 1


@jit
def put_on_stack(state, rules, board):
    at = rules.board_depth[board] - 1
    state.stack[at, state.stack_count[at]] = board + 1
    state.stack_count[at] += 1


@jit
def lay(state, rules, board, cell):
    """`board` is a board + 1, or 0 for one that is drawn."""
    state.board[cell] = board if board else draw_from(state, cell // COLUMNS + 1)
    note_zone(state, rules, cell)


@jit
def lay_row(state, rules):
    """M-8: drawn in the order of the file, then shuffled over the columns."""
    for column in range(rules.row_count):
        board = np.int64(rules.row_board[column])
        state.board[column] = board if board else draw_from(state, 1)
    shuffle(state, state.board, rules.row_count)
    for column in range(rules.row_count):
        note_zone(state, rules, column)


@jit
def hide_board(state, rules):
    """R-4."""
    board = rules.hidden_board - 1
    put_on_stack(state, rules, board)
    at = rules.board_depth[board] - 1
    n = np.int64(state.stack_count[at])
    among = n if rules.hidden_among == 0 else min(n, np.int64(rules.hidden_among))
    shuffle(state, state.stack[at, n - among :], among)


# --- the tray ---


@jit
def fill_tray(state, rules):
    """R-6 to R-8."""
    for k in range(ANCHOR_JOURNALS):
        state.deck[k] = k + 1
    shuffle(state, state.deck, ANCHOR_JOURNALS)
    for place in range(ROW_PLACES):
        state.row[place] = state.deck[ANCHOR_JOURNALS - 1 - place]
    for k in range(DECK_JOURNALS):
        state.deck[k] = ANCHOR_JOURNALS + k + 1
    state.deck_count = DECK_JOURNALS
    shuffle(state, state.deck, DECK_JOURNALS)
    for kind in range(STOCK_KINDS):
        state.stock[kind] = rules.copies[kind]
    deal_experts(state)


@jit
def deal_experts(state):
    """The three on display are the top of all; the rest is hidden."""
    experts = SPECIALIST_KINDS - STOCK_KINDS
    pile = state.players[0].token                        # room for a moment; it is empty before and after
    for k in range(experts):
        pile[k] = STOCK_KINDS + k + 1
    shuffle(state, pile, experts)
    for place in range(DISPLAY):
        state.display[place] = pile[experts - 1 - place]
    state.expert_count = experts - DISPLAY
    for k in range(experts):
        if k < state.expert_count:
            state.expert[k] = pile[k]
        pile[k] = 0


@jit
def deal_cards(state, cards, used):
    """R-9: the last ones are used, the first drawn at the end; the rest, in the box, lies ascending."""
    for k in range(CARDS_OF_KIND):
        cards[k] = k + 1
    shuffle(state, cards, CARDS_OF_KIND)
    sort_box(cards, CARDS_OF_KIND - used)


@jit
def sort_box(cards, count):
    for k in range(1, count):
        j = k
        while j > 0 and cards[j - 1] > cards[j]:
            cards[j - 1], cards[j] = cards[j], cards[j - 1]
            j -= 1


# --- what follows from the rest ---


@jit
def refresh_board(state, rules):
    """The sets of cells and hexes, from boards and markers."""
    state.zones = 0
    state.open_zones = 0
    state.beside_zones = 0
    for cell in range(len(state.board)):
        if state.board[cell]:
            note_zone(state, rules, cell)
    for word in range(len(rules.entries)):
        state.reached_hexes[word] = rules.entries[word]
        state.taken_hexes[word] = 0
    for at in range(rules.hex_count):
        infinite = rules.hex_infinite[at]
        if state.hex_owner[at] or (infinite and state.infinite[infinite - 1].any()):
            note_marker(state, rules, at)
