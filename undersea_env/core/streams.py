"""Random numbers outside of games: seeds derived from seeds, and one number for each row of a batch."""

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.random_stream import STEP
from undersea_env.compiling.seed_stream import BITS, SeedStream


def derived_seed(seed: int, *purposes: int) -> int:
    """A seed for one purpose; those of different purposes have nothing to do with each other."""
    for purpose in purposes:
        seed = SeedStream.of(seed, purpose + 1).state    # 0 is mixed to 0
    return seed


class RowStream:
    """SplitMix64 whose numbers are handed to rows in turn: how decisions are cut into batches does not matter."""

    def __init__(self, seed: int) -> None:
        self._next = derived_seed(seed, 0)

    def take(self, n: int) -> NDArray[np.uint64]:
        """The states of n streams, each a step after the other; whoever uses one steps and mixes it."""
        states = np.uint64(self._next) + STEP * np.arange(n, dtype=np.uint64)
        self._next = (self._next + n * int(STEP)) % (1 << BITS)
        return states
