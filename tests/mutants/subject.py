"""What a game offers to be tried with faults: `tests.GAME.mutants.subject.SUBJECT`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module


@dataclass(frozen=True)
class Subject:
    game: str
    modules: tuple[str, ...]                     # with the rules, from the package's folder on
    play_game: Callable[[int], None]             # game number so-and-so beside the oracle; raises if they disagree
    scenarios: tuple[str, ...]                   # tests to run if all games agree, from the game's folder of tests on
    games: int = 24                              # how many are played beside the oracle
    equivalent: Mapping[str, str] = field(default_factory=dict)      # faults that change nothing, with the reason
    numbers: str = ""                            # a module of numbers that are read when it is imported
    left_out: tuple[str, ...] = ()               # of these numbers
    prefixes: tuple[str, ...] = ()               # constants that are taken for each other
    suffixes: tuple[str, ...] = ()
    families: tuple[tuple[str, ...], ...] = ()


def subject_of(game: str) -> Subject:
    found: Subject = import_module(f"tests.{game}.mutants.subject").SUBJECT
    return found
