"""Positions from outside a game: deal anew what nobody can know (H-6), work out what follows from a position.

Everything hidden is put in the order of its numbers before it is shuffled, never left in its true order, so that the
outcome depends on nothing but the view and the seed. All seats know the same (H-3).
"""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import below, mixed, shuffle
from undersea_env.endeavor_deep_sea.compiled.limits import BONUS_GOALS_USED, CARDS_OF_KIND, COLUMNS
from undersea_env.endeavor_deep_sea.kernel.interpreter import resume
from undersea_env.endeavor_deep_sea.kernel.scoring import points_on_table
from undersea_env.endeavor_deep_sea.kernel.set_up import refresh_board, sort_box
from undersea_env.endeavor_deep_sea.printed.words import DEPTHS, DIVE_SITES


@jit
def redeal(state, rules, viewer, seed):
    state.stream = mixed(seed)
    for depth in range(1, DEPTHS + 1):
        redeal_stack(state, rules, depth)
    shuffle_sorted(state, state.deck, 0, state.deck_count)
    shuffle_sorted(state, state.expert, 0, state.expert_count)
    for number in range(state.shuffle_no + 1):
        redeal_tokens(state, number)
    if rules.cooperative:
        turned = np.int64(state.cards_turned)
        redeal_cards(state, state.bonus, BONUS_GOALS_USED, min(turned, BONUS_GOALS_USED))
        redeal_cards(state, state.setback, rules.setbacks_used, max(0, turned - BONUS_GOALS_USED))


@jit
def shuffle_sorted(state, pile, first, last):
    """The places from `first` to before `last`."""
    for k in range(first + 1, last):
        j = k
        while j > first and pile[j - 1] > pile[j]:
            pile[j - 1], pile[j] = pile[j], pile[j - 1]
            j -= 1
    shuffle(state, pile[first:], last - first)


@jit
def redeal_stack(state, rules, depth):
    """H-4; the hidden board stays among those of the first boards that have not been drawn (H-7)."""
    at = depth - 1
    first, n = np.int64(state.seen[at]), np.int64(state.stack_count[at])
    pile = state.stack[at]
    shuffle_sorted(state, pile, first, n)
    if rules.hidden_among == 0:
        return
    for k in range(first, n):
        if pile[k] == rules.hidden_board:
            left = min(among_left(state, rules, at), n - first)
            to = n - 1 - below(state, left)
            pile[k], pile[to] = pile[to], pile[k]
            return


@jit
def among_left(state, rules, at):
    """How many of the first boards of this stack have not been drawn."""
    return rules.hidden_among - boards_drawn(state, rules, at)


@jit
def boards_drawn(state, rules, at):
    """Boards that the stack had and that are not in its unseen part any more."""
    at_start = np.int64(0)
    for board in range(len(rules.stacked)):
        if rules.board_depth[board] == at + 1 and (rules.stacked[board] or board + 1 == rules.hidden_board):
            at_start += 1
    for k in range(rules.laid_count):
        if rules.laid_board[k] == 0 and rules.laid_cell[k] // COLUMNS == at:
            at_start -= 1
    return at_start - (state.stack_count[at] - state.seen[at])


@jit
def redeal_tokens(state, number):
    """The kinds of face-down tokens of one shuffle (H-5), collected behind the supply, shuffled, put back."""
    first = 0 if number == state.shuffle_no else np.int64(state.supply_count)
    n = np.int64(state.supply_count)
    for site in range(DIVE_SITES):
        for k in range(state.site_count[site]):
            if state.site_shuffle[site, k] == number:
                state.supply[n] = state.site_token[site, k]
                n += 1
    shuffle_sorted(state, state.supply, first, n)
    for site in range(DIVE_SITES):
        for k in range(state.site_count[site]):
            if state.site_shuffle[site, k] == number:
                n -= 1
                state.site_token[site, k] = state.supply[n]
                state.supply[n] = 0


@jit
def redeal_cards(state, cards, used, turned):
    """Unseen cards between deck and box."""
    shuffle_sorted(state, cards, 0, CARDS_OF_KIND - turned)
    sort_box(cards, CARDS_OF_KIND - used)


@jit
def refresh(state, rules):
    """Fields that follow from others."""
    refresh_board(state, rules)
    for seat in range(state.player_count):
        state.players[seat].points = points_on_table(state, rules, seat)
    if state.over == 0:
        resume(state, rules)
