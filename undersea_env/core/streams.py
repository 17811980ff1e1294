"""Random numbers outside of games: seeds derived from seeds, and one number for each row of a batch."""

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.random_stream import STEP
from undersea_env.compiling.seed_stream import BITS, SeedStream

KEY = b"seeds of those who play"


def derived_seed(seed: int, *purposes: int) -> int:
    """A seed for one purpose; those of different purposes have nothing to do with each other.

    It leads back to the seed, so it is for deals, and for nothing that anybody at the table gets to see.
    """
    for purpose in purposes:
        seed = SeedStream.of(seed, purpose + 1).state    # 0 is mixed to 0
    return seed


def handed_seed(seed: int, *purposes: int) -> int:
    """A seed for those who play, and for what is dealt anew for them: it does not lead back to the seed."""
    content = b"".join(number.to_bytes(8, "little") for number in (seed, *purposes))
    return int.from_bytes(blake2b(content, key=KEY, digest_size=8).digest(), "little")


class RowStream:
    """SplitMix64 whose numbers are handed to rows in turn: how decisions are cut into batches does not matter."""

    def __init__(self, seed: int) -> None:
        self._next = derived_seed(seed, 0)

    def take(self, n: int) -> NDArray[np.uint64]:
        """The states of n streams, each a step after the other; whoever uses one steps and mixes it."""
        states = np.uint64(self._next) + STEP * np.arange(n, dtype=np.uint64)
        self._next = (self._next + n * int(STEP)) % (1 << BITS)
        return states
