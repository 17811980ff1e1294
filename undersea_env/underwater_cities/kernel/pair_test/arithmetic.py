"""Bounds (compiled/bounds.py) inside kernels."""

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import saturating_counts
from undersea_env.underwater_cities.compiled.limits import TOKENS
from undersea_env.underwater_cities.compiled.saturating_counts import FIELD, FIRST_FIELD

both, either = jit(saturating_counts.both), jit(saturating_counts.either)
plenty_of, count_of = jit(saturating_counts.plenty_of), jit(saturating_counts.count_of)


@jit
def times(bound, number):
    """The bound of what may be done so often."""
    total = 0
    for _ in range(number):
        total = both(total, bound)
    return total


@jit
def one_of_each(resources):
    """One of each token among these bits."""
    bound = 0
    for r in range(TOKENS):
        bound |= ((resources >> r) & 1) << (FIRST_FIELD + FIELD * r)
    return bound


@jit
def add_tokens(me, bound):
    for r in range(TOKENS):
        me.resource[r] += count_of(bound, r)


@jit
def take_tokens(me, bound):
    for r in range(TOKENS):
        me.resource[r] -= count_of(bound, r)
