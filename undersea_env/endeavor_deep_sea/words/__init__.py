"""The words of Endeavor: Deep Sea, under the names that `showing/words.py` lists. What is here needs no rules.

`HIDDEN` is for who takes a decision back, `LIKING` for a first bot, `ENTRY_MODULES` for who compiles ahead.
"""

from undersea_env.endeavor_deep_sea.words.describe import TOPICS as topics  # noqa: F401, N811  a name of the protocol
from undersea_env.showing.words import words_in

__getattr__ = words_in(__name__)

# Fields of the record: as long as none of them changes, nobody has seen what was hidden before.
HIDDEN = (
    "stream", "site_count", "site_token", "supply_count", "supply", "stack_count", "stack", "deck_count", "deck",
    "expert_count", "expert", "cards_turned",
)

# Blocks of actions that the bot of `undersea describe bot --batch` prefers, or avoids.
LIKING = {"ACTION": 1.0, "HEX": 1.0, "PASS": -1.0, "END_TURN": -1.0, "DECLINE": -1.0}

ENTRY_MODULES = ("undersea_env.endeavor_deep_sea.kernel.counting",)
