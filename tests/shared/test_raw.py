"""Functions for kernels that work on plain bytes."""

from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from undersea_env.compiling.jit import kernel
from undersea_env.compiling.raw import places_of


@kernel
def places_in_rows(row, value, found):
    """The sizes that kernels use, and those at both ends."""
    found[0] = places_of(row, value, 1)
    found[1] = places_of(row, value, 9)
    found[2] = places_of(row, value, 20)
    found[3] = places_of(row, value, 45)
    found[4] = places_of(row, value, 63)
    found[5] = places_of(row, value, 64)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8])
def test_places_of_a_value_are_those_that_a_loop_finds(dtype: type) -> None:
    rng = np.random.default_rng(0)
    found = np.zeros(6, np.int64)
    for _ in range(200):
        row: NDArray[Any] = rng.integers(0, 4, 64).astype(dtype)
        places_in_rows(row, 2, found)
        for n, places in zip((1, 9, 20, 45, 63, 64), found.tolist(), strict=True):
            expected = sum(1 << k for k in range(n) if row[k] == 2)
            assert places % 2**64 == expected, n


def test_places_are_looked_for_in_bytes_only() -> None:
    with pytest.raises(numba.core.errors.TypingError):
        places_in_rows(np.zeros(64, np.int16), 2, np.zeros(6, np.int64))
