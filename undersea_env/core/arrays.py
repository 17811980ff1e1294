"""Arrays as kernels take them: for one that may not be written, numba would compile an entry point once more."""

from typing import Any

from numpy.typing import NDArray


def writable(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, or a copy of one that may not be written."""
    return array if array.flags.writeable else array.copy()
