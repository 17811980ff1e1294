"""What the comparison of two engines looks for, and how it tells of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Disagreement(AssertionError):  # noqa: N818  (not a fault of the program: it is what we look for)
    """Engine and oracle differ; `actions` leads there from the beginning of the game."""

    def __init__(self, words: str, duel: Any) -> None:
        super().__init__(f"{words}\n  options {duel.options}, seed {duel.seed}, after {len(duel.actions)} actions")
        self.case = {"words": words, "options": duel.options, "seed": duel.seed, "beginning": duel.beginning,
                     "actions": duel.actions}


def differences(ours: Any, theirs: Any, path: str = "") -> Iterable[str]:
    """Where two positions differ, in a few words each."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted({*ours, *theirs}):
            yield from differences(ours.get(key), theirs.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for k, (own, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from differences(own, other, f"{path}[{k}]")
    elif ours != theirs:
        yield f"{path} is {ours!r}, by the oracle {theirs!r}"
