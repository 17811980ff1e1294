"""What agents think of this game, compiled: `greedy`, and the search that leans on it."""

from undersea_env.cloudage.compiled.limits import MAX_PLAYERS
from undersea_env.cloudage.heuristic.choosing import GREEDY_ROOM, choose_best, score_answers
from undersea_env.cloudage.heuristic.valuing import value_of
from undersea_env.cloudage.heuristic.worth import WORTH, as_worths
from undersea_env.cloudage.kernel.actions import NUM_ACTIONS
from undersea_env.cloudage.kernel.entry import KERNELS, as_rulebooks, as_states
from undersea_env.cloudage.kernel.state import STATE
from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.raw import records_of
from undersea_env.core.kind import Heuristic
from undersea_env.core.tree import as_nodes, count_points, records_for, think_on

RECORDS = records_for(STATE, GREEDY_ROOM, WORTH, NUM_ACTIONS, MAX_PLAYERS)
as_thoughts, as_edges = records_of(RECORDS.room), records_of(RECORDS.edge)


@jit
def begin(room, seed):
    """Nothing is remembered, and nothing is left to chance."""


@jit
def value(k, state, rules, worth, room, values):
    """The final score on average."""
    for seat in range(state.player_count):
        values[seat] = value_of(state, rules, worth, seat, room.thought) + worth.missing[room.thought.clock]


HEURISTIC = Heuristic(begin=begin, choose=choose_best, prior=score_answers, value=value, final=count_points)


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
