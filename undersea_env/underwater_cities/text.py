"""Another name of `underwater_cities.words`, where this was until version 0.1; it goes with version 0.3."""

from undersea_env.underwater_cities.words.game_log import GameLog
from undersea_env.underwater_cities.words.text import describe_action, score_sheet

__all__ = ["GameLog", "describe_action", "score_sheet"]
