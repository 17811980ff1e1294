"""Sets of small numbers as the bits of an integer."""

from undersea_env.compiling.jit import jit


@jit
def ones(bits):
    """How many bits are set."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@jit
def lowest(bits):
    """The number of the lowest bit that is set."""
    return ones((bits & -bits) - 1)
