"""Whole games, position by position, for tests of what holds in every position."""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module

from tests import kinds
from tests.kinds import NAMES, SAMPLES, Sample
from tests.shared.playing import course_of
from undersea_env.core.position import State


@cache
def courses_of(game: str) -> dict[str, Callable[[], list[State]]]:
    """What a game offers itself, or its samples played at random."""
    offered = getattr(import_module(SAMPLES[game].positions), "COURSES", None)
    return offered or {sample.words: partial(played_at_random, sample) for sample in kinds.whole_games(game)}


def played_at_random(sample: Sample) -> list[State]:
    return list(course_of(sample.game().new_game(5), 5))


@cache
def course(game: str, words: str) -> list[State]:
    """Every position of a game, the last one included; each is a copy of its own, to be read."""
    return courses_of(game)[words]()


def all_courses() -> list[tuple[str, str]]:
    return [(game, words) for game in NAMES for words in courses_of(game)]
