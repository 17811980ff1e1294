"""Endeavor: Deep Sea (Carl de Visser, Jarratt Gray): the five functions of `undersea_env`, for this game; `KIND`
describes it.
"""

from typing import Any

from undersea_env.doors.making import doors_of

TITLE, VERSION = "Endeavor: Deep Sea", 0
env, raw_env, parallel_env, vector_env, game = doors_of("endeavor_deep_sea")


def __getattr__(name: str) -> Any:
    """What is heavier than a name is made when it is first asked for; `KIND` imports the compiler."""
    if name == "OPTIONS":
        from undersea_env.endeavor_deep_sea.options import OPTIONS

        return OPTIONS
    if name == "TOPICS":
        from undersea_env.endeavor_deep_sea.words.describe import TOPICS

        return TOPICS
    if name == "KIND":
        from undersea_env.endeavor_deep_sea.kind import KIND

        return KIND
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
