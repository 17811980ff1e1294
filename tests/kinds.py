"""The games that shared tests run over, with options to take of each. The next game adds one entry to SAMPLES."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import undersea_env
from undersea_env.core.kind import Kind
from undersea_env.core.position import Game, State
from undersea_env.core.registry import kind_of

TOY = "tests.toy_game"
NAMES = (*undersea_env.games(), TOY)

Options = dict[str, Any]


@dataclass(frozen=True)
class Samples:
    """`whole` games by the words for their options: every number of players, and every option at least once.

    `short` games have all phases and are soon over; `shortest` ones are over as soon as can be. `positions` is a module
    with `small_worlds()`, in which everything hidden can be counted, and `COURSES`, games in which everything happens;
    without these the whole games are played at random.
    """

    whole: dict[str, Options]
    short: Options
    shortest: Options
    positions: str


@dataclass(frozen=True)
class SmallWorld:
    """A position in which the viewer cannot tell so many worlds apart; `look_at` tells one from another."""

    state: State
    viewer: int
    outcomes: int
    look_at: Callable[[State], Any]


SAMPLES = {
    "underwater_cities": Samples(
        whole={
            "solo": {"num_players": 1},
            "two": {"num_players": 2},
            "three, other boards": {"num_players": 3, "boards": "asymmetric", "contracts": True},
            "four, contracts": {"num_players": 4, "contracts": True},
        },
        short={"rounds": (1, 1, 1)},
        shortest={"rounds": (1,)},
        positions="tests.underwater_cities.positions",
    ),
    "endeavor_deep_sea": Samples(
        whole={
            "solo": {"num_players": 1, "difficulty": "advanced"},
            "two": {"num_players": 2},
            "three, co-operative": {"num_players": 3, "mission": 4, "mode": "cooperative"},
            "four, moving markers": {"num_players": 4, "mission": 6},
        },
        short={"rounds": 3},
        shortest={"rounds": 1},
        positions="tests.endeavor_deep_sea.positions",
    ),
    "cloudage": Samples(
        whole={
            "solo": {"num_players": 1, "extra_objective": True},
            "two": {"num_players": 2, "scenario": 1},
            "three, a chapter": {"num_players": 3, "chapter": "5"},
            "four, other sides": {"num_players": 4, "scenario": 3, "sides": "ABB"},
            "a campaign": {"num_players": 2, "campaign": (6, 0b11111110, 0b101111111111100, *(0,) * 28)},
        },
        short={"scenario": 1, "rounds": 2},
        shortest={"rounds": 1},
        positions="tests.cloudage.positions",
    ),
    TOY: Samples(
        whole={
            "solo": {"num_players": 1, "rounds": 9, "goal": 100},
            "two": {"num_players": 2, "rounds": 8},
            "three": {"num_players": 3, "rounds": 9},
            "four": {"num_players": 4, "rounds": 9},
        },
        short={"rounds": 4},
        shortest={"rounds": 1},
        positions="tests.toy_positions",
    ),
}


class Sample:
    """A game with some of its options, at every door; each call may add options or take others."""

    def __init__(self, name: str, words: str, options: Options) -> None:
        self.name = name
        self.words = words
        self.options = options

    def __repr__(self) -> str:
        return f"{self.name}: {self.words}"

    @property
    def kind(self) -> Kind:
        return kind_of(self.name)

    def all_options(self, **more: Any) -> Options:
        return {"game": self.name, **self.options, **more}

    def game(self, **more: Any) -> Game:
        """The same object each time, if nothing but plain options is asked for."""
        options = {**self.options, **more}
        try:
            return _game_of(self.name, tuple((key, type(value), value) for key, value in options.items()))
        except TypeError:                                    # a list, which cannot be remembered
            return undersea_env.game(game=self.name, **options)

    def env(self, **more: Any) -> Any:
        return undersea_env.env(**self.all_options(**more))

    def raw_env(self, **more: Any) -> Any:
        return undersea_env.raw_env(**self.all_options(**more))

    def parallel_env(self, **more: Any) -> Any:
        return undersea_env.parallel_env(**self.all_options(**more))

    def vector_env(self, num_envs: int, **more: Any) -> Any:
        return undersea_env.vector_env(num_envs, **self.all_options(**more))


@cache
def _game_of(name: str, options: tuple[tuple[str, type, Any], ...]) -> Game:
    """The types are there because 2 and 2.0 and True are the same to a cache."""
    return undersea_env.game(game=name, **{key: value for key, _, value in options})


def whole_games(name: str) -> list[Sample]:
    return [Sample(name, words, options) for words, options in SAMPLES[name].whole.items()]


def by_default(name: str, **more: Any) -> Sample:
    return Sample(name, "by default", more)


def short(name: str, **more: Any) -> Sample:
    return Sample(name, "short", {**SAMPLES[name].short, **more})


def shortest(name: str, **more: Any) -> Sample:
    return Sample(name, "shortest", {**SAMPLES[name].shortest, **more})


def of_every_size(sample: Sample) -> list[Sample]:
    sizes = range(1, sample.kind.most_players + 1)
    return [Sample(sample.name, f"{sample.words}, {n} players", {**sample.options, "num_players": n}) for n in sizes]
