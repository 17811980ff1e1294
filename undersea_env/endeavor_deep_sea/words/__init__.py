"""The words of Endeavor: Deep Sea, under the names by which every game has them.

`action`, `question`, `why_not`, `ansi`, `score_sheet` and `summary` are of a position, `describe_action` says what an
index means in every position, `GameLog` tells a game, `topics` is what can be described without one. `HIDDEN` is for
who takes a decision back, `LIKING` for a first bot, `ENTRY_MODULES` and `use_entries` for who compiles ahead.

Whatever reads a position needs the compiled rules, and so numba. It is imported when first used: describing printed
things needs none of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from undersea_env.endeavor_deep_sea.words.describe import TOPICS as topics  # noqa: N811  a name of the protocol

if TYPE_CHECKING:
    from undersea_env.endeavor_deep_sea.words.asking import use_entries
    from undersea_env.endeavor_deep_sea.words.game_log import GameLog
    from undersea_env.endeavor_deep_sea.words.text import (
        action,
        ansi,
        describe_action,
        question,
        score_sheet,
        summary,
        why_not,
    )


# Fields of the record: as long as none of them changes, nobody has seen what was hidden before.
HIDDEN = (
    "stream", "site_count", "site_token", "supply_count", "supply", "stack_count", "stack", "deck_count", "deck",
    "expert_count", "expert", "cards_turned",
)

# Blocks of actions that the bot of `undersea describe bot` prefers, or avoids.
LIKING = {"ACTION": 1.0, "HEX": 1.0, "PASS": -1.0, "END_TURN": -1.0, "DECLINE": -1.0}

ENTRY_MODULES = ("undersea_env.endeavor_deep_sea.kernel.counting",)

__all__ = [
    "ENTRY_MODULES",
    "HIDDEN",
    "LIKING",
    "GameLog",
    "action",
    "ansi",
    "describe_action",
    "question",
    "score_sheet",
    "summary",
    "topics",
    "use_entries",
    "why_not",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = {"GameLog": "game_log", "use_entries": "asking"}.get(name, "text")
    return getattr(import_module(f"{__name__}.{module}"), name)
