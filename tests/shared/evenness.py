"""Whether outcomes come equally often."""

from collections import Counter
from typing import Any

DEVIATIONS = 5                                       # of chi-square; about one run in a million goes beyond


def is_even(found: Counter[Any], outcomes: int) -> bool:
    """Whether all outcomes are there, each about equally often: chi-square has mean and half its variance `freedom`."""
    freedom, expected = outcomes - 1, sum(found.values()) / outcomes
    chi_square = sum((number - expected) ** 2 / expected for number in found.values())
    return len(found) == outcomes and abs(chi_square - freedom) < DEVIATIONS * (2 * freedom) ** 0.5
