"""Positions in mid-decision with one number changed: each is refused, or can be played to its end."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from undersea_env import InvalidPosition
from undersea_env.core.position import State


def numbers_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths of all numbers."""
    if isinstance(value, dict):
        return [found for key, each in value.items() for found in numbers_in(each, (*path, key))]
    if isinstance(value, list):
        return [found for k, each in enumerate(value) for found in numbers_in(each, (*path, k))]
    return [path] if isinstance(value, int) and not isinstance(value, bool) else []


def what_becomes_of_wrong_numbers(states: Iterable[State], play_to_end: Callable[[State], object]) -> Counter[str]:
    """How many positions with a wrong number in what is pending were refused, and how many played."""
    rng, outcomes = random.Random(3), Counter[str]()
    for state in states:
        position = state.to_dict()
        paths = numbers_in(position["pending"])
        for path in rng.sample(paths, min(3, len(paths))):
            wrong = copy.deepcopy(position)
            place: Any = wrong["pending"]
            for part in path[:-1]:
                place = place[part]
            place[path[-1]] += rng.choice((-1, 1, 2, 30, 1000))
            try:
                after = state.game.from_dict(wrong)
            except InvalidPosition:
                outcomes["refused"] += 1
                continue
            play_to_end(after)
            outcomes["played"] += 1
    return outcomes
