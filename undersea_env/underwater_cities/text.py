"""Another name of `underwater_cities.words.text`, where this was until version 0.1; it goes with version 0.3."""

from undersea_env.underwater_cities.words.text import (
    GameLog,
    action_to_string,
    actions_table,
    describe_action,
    question_to_string,
    render_ansi,
    score_sheet,
)

__all__ = [
    "GameLog",
    "action_to_string",
    "actions_table",
    "describe_action",
    "question_to_string",
    "render_ansi",
    "score_sheet",
]
