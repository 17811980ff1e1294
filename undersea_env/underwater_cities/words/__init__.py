"""The words of Underwater Cities, under the names that `showing/words.py` lists. What is here needs no rules.

`HIDDEN` is for who takes a decision back, `LIKING` for a first bot, `ENTRY_MODULES` for who compiles ahead.
"""

from undersea_env.showing.words import words_in
from undersea_env.underwater_cities.words.describe import TOPICS as topics  # noqa: F401, N811  a name of the protocol
from undersea_env.underwater_cities.words.first_bot import FIRST_BOT  # noqa: F401  likewise

__getattr__ = words_in(__name__)

# Fields of the record: as long as none of them changes, nobody has seen a card that was hidden before.
HIDDEN = (
    "stream", "era_deck_count", "era_deck", "special_count", "special_deck", "metropolis_count", "metropolis_supply",
)

# Blocks of actions that the bot of `undersea describe bot --batch` prefers, or avoids.
LIKING = {"KIND": 1.0, "SITE": 1.0, "STOP": -1.0}

ENTRY_MODULES = ("undersea_env.underwater_cities.kernel.asking",)
