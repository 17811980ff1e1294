"""Whole batches of positions as one seat of each may imagine them."""

from undersea_env.compiling.jit import kernel
from undersea_env.underwater_cities.heuristic.choosing import as_rulebooks, as_states
from undersea_env.underwater_cities.kernel.redeal import redeal_hidden


@kernel
def redeal_rows(state_rows, rulebook_row, viewers, seeds):
    """Deal anew, in place, all that the viewer of each row cannot know; seeds (uint64) one a row."""
    states, rulebooks = as_states(state_rows), as_rulebooks(rulebook_row)
    for i in range(len(viewers)):
        redeal_hidden(states, rulebooks, i, viewers[i], seeds[i])
