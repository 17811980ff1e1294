"""What words, campaigns and positions made by hand ask of the rules: how far tasks have come, how far a city is. Small
entry points that change nothing of what they are given but `distance`, which follows from the rest.
"""

import numpy as np

from undersea_env.cloudage.compiled.rulebook import RULEBOOK
from undersea_env.cloudage.kernel.flying import cost_of
from undersea_env.cloudage.kernel.scoring import missed_tasks, task_number
from undersea_env.cloudage.kernel.set_up import refresh_distances
from undersea_env.cloudage.kernel.state import STATE
from undersea_env.compiling.jit import kernel
from undersea_env.compiling.raw import records_of

as_states, as_rulebooks = records_of(STATE), records_of(RULEBOOK)


@kernel
def ask_missed_tasks(state_rows, rulebook_row, seat):
    """Tasks of a seat that are visible and not at their top level (J-4)."""
    return missed_tasks(as_states(state_rows)[0], as_rulebooks(rulebook_row)[0], seat)


@kernel
def ask_task_number(state_rows, rulebook_row, seat, task):
    """What a task counts for a seat (J-3)."""
    return task_number(as_states(state_rows)[0], as_rulebooks(rulebook_row)[0], seat, task)


@kernel
def ask_points_needed(state_rows, rulebook_row):
    """The points with which the movement under way can still end where it may (M-4), the hex of a toll included."""
    state, rules = as_states(state_rows)[0], as_rulebooks(rulebook_row)[0]
    refresh_distances(state, rules)
    if state.entering:
        number = state.entering - 1
        return cost_of(state, rules, number) + state.distance[number]
    return np.int64(state.distance[state.players[state.mover].hex])
