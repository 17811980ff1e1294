"""What words and pictures ask of the rules: how far goals have come. Small entry points that change nothing."""

from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.raw import records_of
from undersea_env.endeavor_deep_sea.compiled.rulebook import RULEBOOK
from undersea_env.endeavor_deep_sea.kernel.scoring import count, is_met
from undersea_env.endeavor_deep_sea.kernel.state import STATE

as_states, as_rulebooks = records_of(STATE), records_of(RULEBOOK)
LEAST, MOST = -256, 1024                 # polluted hexes count less than nothing (M-9)


@jit
def team_count(state, rules, row, scope):
    """The greatest number that a goal of the team could ask and be met."""
    low, high = LEAST, MOST
    while low + 1 < high:
        middle = (low + high) // 2
        if is_met(state, rules, row, scope, middle):
            low = middle
        else:
            high = middle
    return low


@kernel
def ask_count(state_rows, rulebook_row, row, seat):
    """A count of the rule book for one player."""
    return count(as_states(state_rows)[0], as_rulebooks(rulebook_row)[0], row, seat)


@kernel
def ask_team_count(state_rows, rulebook_row, row, scope):
    """A count of the rule book for the team (O-5)."""
    return team_count(as_states(state_rows)[0], as_rulebooks(rulebook_row)[0], row, scope)
