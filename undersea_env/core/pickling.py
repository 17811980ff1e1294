"""Copies by pickle: by value, without locks, threads, processes and room to work in, which are made again.

A kind is pickled as its name, a game as its options, positions as bytes that are checked when they are read.
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray


class Pickled:
    """All attributes but those `_made_again` are kept; `_make_again` is called when the others are there."""

    _made_again: ClassVar[tuple[str, ...]] = ()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in self._made_again}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update((name, own(value)) for name, value in kept.items())
        self._make_again()

    def _make_again(self) -> None:
        """For classes that leave something out."""


def own(value: Any) -> Any:
    """An array that may be written: out of the buffers of others, as of Ray, come such that may not."""
    return own_array(value) if type(value) is np.ndarray else value


def own_array(array: NDArray[Any]) -> NDArray[Any]:
    """With numpy's own object for a plain type: what is pickled comes with another one, which is slower to tell."""
    return array.copy() if array.dtype.names else array.astype(np.dtype(array.dtype.str))
