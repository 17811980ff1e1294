"""The practical ceiling of this machine: a loop over records of our size that knows no rules.

`python -m undersea_env.benchmarks.ceiling [--game G]` prints how many records a second it reads, masks and writes.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

import numpy as np

from undersea_env.compiling.jit import kernel
from undersea_env.core.kind import Kind
from undersea_env.core.loop import GAMES_IN_CACHE
from undersea_env.core.registry import kind_of

BATCH, SWEEPS, REPEATS = 4096, 100, 7


@kernel
def touch_records(words: Any, masks: Any, sweeps: int, start: int, stop: int) -> None:
    """Read the whole record, write a row of its mask and a word back; as many at a time as the rules take."""
    for first in range(start, stop, GAMES_IN_CACHE):
        for _ in range(sweeps):
            for i in range(first, min(first + GAMES_IN_CACHE, stop)):
                total = words[i, 0]
                for k in range(1, words.shape[1]):
                    total ^= words[i, k]
                for action in range(masks.shape[1]):
                    masks[i, action] = np.int8((total >> np.uint64(action & 63)) & np.uint64(1))
                words[i, 0] = total


class Ceiling:
    """Records that are no games, as long as those of a game."""

    def __init__(self, n: int, kind: Kind | None = None) -> None:
        self.n = n
        kind = kind_of(kind)
        size = max(1, kind.state.itemsize // 8)
        self.words = np.arange(n * size, dtype=np.uint64).reshape(n, size)
        self.masks = np.zeros((n, kind.num_actions), np.int8)

    def touch(self, sweeps: int, start: int = 0, stop: int | None = None) -> None:
        touch_records(self.words, self.masks, sweeps, start, self.n if stop is None else stop)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m undersea_env.benchmarks.ceiling", description=__doc__)
    parser.add_argument("--game", help="the first one unless another is named")
    ceiling, speeds = Ceiling(BATCH, kind_of(parser.parse_args(arguments).game)), []
    ceiling.touch(1)
    for _ in range(REPEATS):
        start = time.perf_counter()
        ceiling.touch(SWEEPS)
        speeds.append(BATCH * SWEEPS / (time.perf_counter() - start))
    print(json.dumps({"records_per_second": median(speeds), "low": min(speeds), "high": max(speeds), "batch": BATCH}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
