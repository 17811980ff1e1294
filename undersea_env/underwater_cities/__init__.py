"""Underwater Cities (Vladimír Suchý): the five functions of `undersea_env`, for this game; `KIND` describes it."""

from typing import Any

from undersea_env.doors.making import doors_of

TITLE, VERSION = "Underwater Cities", 1
env, raw_env, parallel_env, vector_env, game = doors_of("underwater_cities")


def __getattr__(name: str) -> Any:
    """What is heavier than a name is made when it is first asked for; `KIND` imports the compiler."""
    if name == "OPTIONS":
        from undersea_env.underwater_cities.options import OPTIONS

        return OPTIONS
    if name == "TOPICS":
        from undersea_env.underwater_cities.words.describe import TOPICS

        return TOPICS
    if name == "KIND":
        from undersea_env.underwater_cities.kind import KIND

        return KIND
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
