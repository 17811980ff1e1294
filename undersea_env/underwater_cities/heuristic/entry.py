"""What agents think of this game, compiled: `greedy`, the search that leans on it, and what Python calls."""

import numpy as np

from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.raw import records_of
from undersea_env.core.kind import Heuristic
from undersea_env.core.tree import as_nodes, records_for, think_on
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS
from undersea_env.underwater_cities.heuristic.choosing import GREEDY_ROOM, choose_action
from undersea_env.underwater_cities.heuristic.learned import corrected_value
from undersea_env.underwater_cities.heuristic.prior import score_answers
from undersea_env.underwater_cities.heuristic.recalling import recall
from undersea_env.underwater_cities.heuristic.worth import WORTH, as_worths
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.entry import KERNELS, as_rulebooks, as_states
from undersea_env.underwater_cities.kernel.state import STATE

PLACE = 0.1                      # points, of a place in the turn order at the end of the game

RECORDS = records_for(STATE, GREEDY_ROOM, WORTH, NUM_ACTIONS, MAX_PLAYERS)
as_thoughts, as_edges = records_of(RECORDS.room), records_of(RECORDS.edge)


@jit
def begin(room, seed):
    room.is_open = 0


@jit
def choose(k, state, rules, worth, room):
    return choose_action(state, rules, worth, room)


@jit
def prior(k, state, rules, worth, room, legal, n, scores):
    score_answers(state, rules, worth, room, legal, n, scores)


@jit
def value(k, state, rules, worth, room, values):
    """Greedy's, corrected by the network of the room if there is one."""
    for seat in range(state.player_count):
        values[seat] = corrected_value(state, rules, worth, room.network, seat, room.thought, room.input)
    room.is_open = 0                                       # the value was worked out where the menu stood


@jit
def final(state, points, ranks, won, values):
    """The earlier in the turn order wins ties (V-6), so its place is worth a little."""
    for place in range(state.player_count):
        seat = np.int64(state.order[place])
        values[seat] = points[seat] - PLACE * place


HEURISTIC = Heuristic(begin=begin, choose=choose, prior=prior, value=value, final=final)


@kernel
def think(
    task, state_rows, rulebook_row, worth_rows, room_rows, node_rows, edge_rows, tables, masks, wanted, seeds, actions,
    values, visits, start, stop,
):
    return think_on(
        KERNELS, HEURISTIC, task, as_states(state_rows), as_rulebooks(rulebook_row)[0], as_worths(worth_rows),
        as_thoughts(room_rows)[0], as_nodes(node_rows), as_edges(edge_rows), tables, masks, wanted, seeds, actions,
        values, visits, start, stop,
    )


@kernel
def recall_rows(observations, rulebook_row, viewers, state_rows):
    """Write the position that each observation shows to its viewer; the states are all zero before."""
    rules, states = as_rulebooks(rulebook_row)[0], as_states(state_rows)
    for i in range(len(viewers)):
        recall(observations[i], rules, viewers[i], states[i])
