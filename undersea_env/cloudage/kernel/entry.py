"""The rules of the game compiled: what Python calls."""

from undersea_env.cloudage.compiled.limits import MAX_PLAYERS
from undersea_env.cloudage.compiled.rulebook import RULEBOOK
from undersea_env.cloudage.kernel.actions import NUM_ACTIONS
from undersea_env.cloudage.kernel.asking import list_answers
from undersea_env.cloudage.kernel.interpreter import decide, resume, run
from undersea_env.cloudage.kernel.layout import FEATURES
from undersea_env.cloudage.kernel.observe import observe
from undersea_env.cloudage.kernel.redeal import redeal, refresh
from undersea_env.cloudage.kernel.scoring import breakdown, result
from undersea_env.cloudage.kernel.set_up import refresh_distances, set_up
from undersea_env.cloudage.kernel.state import STATE
from undersea_env.cloudage.kernel.workspace import WORKSPACE
from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.raw import records_of
from undersea_env.core.kind import Kernels
from undersea_env.core.loop import run_task_on
from undersea_env.core.tree import PLAIN, as_nodes, plain_records, think_on

CITY_ACTION = 12                         # D-12
as_states, as_rulebooks, as_rooms = records_of(STATE), records_of(RULEBOOK), records_of(WORKSPACE)
as_features = records_of(FEATURES)
RECORDS = plain_records(STATE, WORKSPACE, NUM_ACTIONS, MAX_PLAYERS)
as_worths, as_thoughts, as_edges = (records_of(each) for each in RECORDS)


@jit
def begin(state, rules, seed):
    set_up(state, rules, seed)
    run(state, rules)


@jit
def list_legal(state, rules, room, out):
    """The answers are in the record since the question was asked."""
    return list_answers(state, out)


@jit
def list_thoroughly(state, rules, room, out):
    """The question is asked once more, in a copy, with all that follows from the position worked out anew."""
    if state.over:
        return 0
    room.copy = state
    refresh_distances(room.copy, rules)
    resume(room.copy, rules)
    return list_answers(room.copy, out)


@jit
def answer(state, rules, action, room):
    decide(state, rules, action)
    run(state, rules)


@jit
def settle(state, rules):
    """A position made by hand goes on to its first question."""
    refresh_distances(state, rules)
    run(state, rules)


@jit
def same_answer(state, action):
    """An answer means the same whatever the deal: nothing hidden is named by its place."""
    return action


@jit
def begins_turn(state):
    """Where a city action is chosen."""
    return state.question == CITY_ACTION


KERNELS = Kernels(
    begin=begin,
    list_legal=list_legal,
    list_thoroughly=list_thoroughly,
    answer=answer,
    settle=settle,
    refresh=refresh,
    observe=observe,
    result=result,
    breakdown=breakdown,
    redeal=redeal,
    same_answer=same_answer,
    begins_turn=begins_turn,
)


@kernel
def run_task(
    task, state_rows, rulebook_row, features_row, room_rows, room_number, seeds, actions, masks, observations, finals,
    scores, ranks, won, sweeps, start, stop,
):
    return run_task_on(
        KERNELS, task, as_states(state_rows), as_rulebooks(rulebook_row)[0], as_features(features_row)[0],
        as_rooms(room_rows)[room_number], seeds, actions, masks, observations, finals, scores, ranks, won, sweeps,
        start, stop,
    )


@kernel
def think(
    task, state_rows, rulebook_row, worth_rows, room_rows, node_rows, edge_rows, tables, masks, wanted, seeds, actions,
    values, visits, start, stop,
):
    return think_on(
        KERNELS, PLAIN, task, as_states(state_rows), as_rulebooks(rulebook_row)[0], as_worths(worth_rows),
        as_thoughts(room_rows)[0], as_nodes(node_rows), as_edges(edge_rows), tables, masks, wanted, seeds, actions,
        values, visits, start, stop,
    )
