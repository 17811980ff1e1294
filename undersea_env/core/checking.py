"""Numbers that come from outside: what is none, or is out of range, is refused in one sentence."""

import math
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.errors import InvalidOption

SEEDS = 1 << 64
LONGEST_TOLD = 200                                  # letters of a value in a message


def told(value: Any) -> str:
    """A value that is refused, in a message; also one that cannot be shown, or not in a line."""
    try:
        words = repr(value)
    except Exception:                                # of a class of the caller's, or a number of 5,000 digits
        return f"a value of type {type(value).__name__}"
    return words if len(words) <= LONGEST_TOLD else f"{words[:LONGEST_TOLD]} ..."


def whole_number(value: Any) -> int | None:
    """An int or a numpy integer; None for anything else, bools too."""
    if isinstance(value, bool):                      # numpy's own are no numbers to Python either
        return None
    try:
        return index(value)
    except Exception:                                # TypeError, or whatever a class of the caller's raises
        return None


def finite_number(value: Any) -> float | None:
    """A finite number, whatever its type; None for anything else, bools and words too."""
    if isinstance(value, bool | np.bool_ | str | bytes):
        return None
    try:
        found = float(value)
    except Exception:
        return None
    return found if math.isfinite(found) else None


def as_array(values: Any) -> NDArray[Any] | None:
    """What numpy makes of them; None if it cannot."""
    try:
        return np.asarray(values)
    except Exception:                                # rows of different lengths, or whatever an object raises
        return None


def whole_numbers(values: Any) -> tuple[int, ...] | None:
    """Of a list, a tuple or an array; None if one of them is no whole number."""
    if hasattr(values, "tolist"):
        values = values.tolist()
    if not isinstance(values, list | tuple):
        return None
    numbers = [whole_number(value) for value in values]
    return None if None in numbers else tuple(number for number in numbers if number is not None)


def checked_number(value: Any, name: str, low: int, high: int) -> int:
    number = whole_number(value)
    if number is None or not low <= number <= high:
        raise InvalidOption(f"{name} is a whole number from {low} to {high}, not {told(value)}")
    return number


def checked_seed(seed: Any) -> int:
    number = whole_number(seed)
    if number is None or not 0 <= number < SEEDS:
        raise InvalidOption(f"a seed is a whole number from 0 to 2**64 - 1, not {told(seed)}")
    return number


def checked_reset_options(options: Any) -> dict[str, Any]:
    """Of the method `reset`, as Gymnasium passes them."""
    if not (options is None or isinstance(options, dict)):
        raise InvalidOption(f"the options of reset() are a dict or None, not {told(options)}")
    return options or {}


def checked_reset_mask(lanes: Any, n: int) -> NDArray[np.bool_]:
    """Which lanes begin anew."""
    chosen = as_array(lanes)
    if chosen is None or chosen.shape != (n,) or chosen.dtype != np.bool_:
        raise InvalidOption(f"reset_mask has {n} values True or False, one a lane")
    return chosen


def checked_choice(name: str, value: Any, allowed: tuple[Any, ...]) -> Any:
    if not (value is None or isinstance(value, str)) or value not in allowed:
        raise InvalidOption(f"{name} is one of {', '.join(map(repr, allowed))}; not {told(value)}")
    return value
