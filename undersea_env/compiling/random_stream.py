"""A game's own random numbers: SplitMix64, integers only, kept inside the game's record."""

import numpy as np

from undersea_env.compiling.jit import jit

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_30, SHIFT_27, SHIFT_31, SHIFT_32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
LOW_32 = np.uint64(0xFFFFFFFF)


@jit
def mixed(x):
    """The output function of SplitMix64; also spreads seeds that are close together."""
    x = np.uint64(x)                                   # integers come in signed, with the same bits
    x = (x ^ (x >> SHIFT_30)) * MIX_1
    x = (x ^ (x >> SHIFT_27)) * MIX_2
    return x ^ (x >> SHIFT_31)


@jit
def scaled(number, n):
    """A random number of 64 bits as one from 0 to n - 1; of so few none is favoured by more than n in 2**32."""
    return np.int64(((np.uint64(number) >> SHIFT_32) * np.uint64(n)) >> SHIFT_32)


@jit
def below(state, n):
    """A number from 0 to n - 1, each equally likely (rejection, so no number is favoured)."""
    bound = np.uint64(n)
    while True:
        state.stream += STEP
        product = (mixed(state.stream) >> SHIFT_32) * bound
        rest = product & LOW_32
        # The true threshold is less than the bound, so that the division is hardly ever needed.
        if rest >= bound or rest >= (LOW_32 + np.uint64(1) - bound) % bound:
            return np.int64(product >> SHIFT_32)


@jit
def shuffle(state, pile, count):
    """Fisher-Yates over the first `count` places of a pile."""
    for i in range(count - 1, 0, -1):
        k = below(state, i + 1)
        pile[i], pile[k] = pile[k], pile[i]
