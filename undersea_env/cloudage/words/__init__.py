"""The words of CloudAge, under the names that `showing/words.py` lists. What is here needs no rules.

`HIDDEN` is for who takes a decision back, `LIKING` for a first bot, `ENTRY_MODULES` for who compiles ahead.
"""

from undersea_env.cloudage.words.describe import TOPICS as topics  # noqa: F401, N811  a name of the protocol
from undersea_env.showing.words import words_in

__getattr__ = words_in(__name__)

# Fields of the record: as long as none of them changes, nobody has seen what was hidden before. Navigation cards are
# turned up where the course goes a step on (P-5) or a fight is under way.
HIDDEN = (
    "stream", "deck_count", "deck", "sector_count", "seen_cards", "objective_count", "objective_deck", "step",
    "frame_count", "drawn_count", "strength", "revealed",
)

# Blocks of actions that the bot of `undersea describe bot --batch` prefers, or avoids.
LIKING = {"PROJECT": 1.0, "UPGRADE": 1.0, "MOVE": 0.5, "PASS": -1.0}

ENTRY_MODULES = ("undersea_env.cloudage.kernel.counting",)
