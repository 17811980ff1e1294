"""What words, pictures and readable forms of all games read off records."""

from typing import Any

import numpy as np


def bits_of(number: int) -> list[int]:
    """The places of the bits that are set, ascending."""
    number = int(number)
    return [place for place in range(number.bit_length()) if number >> place & 1]


def copy_of(record: Any) -> Any:
    """The record in an array of its own, of length 1."""
    return np.array([record], record.dtype).view(np.recarray)
