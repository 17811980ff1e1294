"""Numbers that come from outside: what is none, or is out of range, is refused in one sentence."""

from operator import index
from typing import Any

from undersea_env.errors import InvalidOption

SEEDS = 1 << 64


def whole_number(value: Any) -> int | None:
    """An int or a numpy integer; None for anything else, bools too."""
    if isinstance(value, bool):                      # numpy's own are no numbers to Python either
        return None
    try:
        return index(value)
    except TypeError:
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
        raise InvalidOption(f"{name} is a whole number from {low} to {high}, not {value!r}")
    return number


def checked_seed(seed: Any) -> int:
    number = whole_number(seed)
    if number is None or not 0 <= number < SEEDS:
        raise InvalidOption(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return number


def checked_choice(name: str, value: Any, allowed: tuple[Any, ...]) -> Any:
    if not (value is None or isinstance(value, str)) or value not in allowed:
        raise InvalidOption(f"{name} is one of {', '.join(map(repr, allowed))}; not {value!r}")
    return value
