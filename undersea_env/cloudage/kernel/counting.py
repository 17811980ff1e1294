"""What words and campaigns ask of the rules: how far tasks have come. Small entry points that change nothing."""

from undersea_env.cloudage.compiled.rulebook import RULEBOOK
from undersea_env.cloudage.kernel.scoring import missed_tasks, task_number
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
