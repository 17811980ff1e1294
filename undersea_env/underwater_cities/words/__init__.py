"""Underwater Cities in words."""

from typing import Any

from undersea_env.underwater_cities.words.game_log import GameLog
from undersea_env.underwater_cities.words.phrases import action_phrase, describe_action, question_phrase
from undersea_env.underwater_cities.words.reasons import why_not as _why_not
from undersea_env.underwater_cities.words.screen import render_ansi, score_sheet

# Fields of the record: as long as none of them changes, nobody has seen a card that was hidden before.
HIDDEN = (
    "stream", "era_deck_count", "era_deck", "special_count", "special_deck", "metropolis_count", "metropolis_supply",
)

__all__ = ["HIDDEN", "GameLog", "action", "ansi", "describe_action", "question", "score_sheet", "summary", "why_not"]

ansi = render_ansi


def action(state: Any, number: int) -> str:
    return action_phrase(state.states[0], state.game, number, state.legal_actions)


def question(state: Any) -> str:
    return question_phrase(state.states[0], state.game)


def why_not(state: Any, number: int) -> str:
    return str(_why_not(state.states[0], state.game, number))


def summary(state: Any) -> str:
    record = state.record[0]
    return f"era {record['era']}, round {record['round_no']}, turn {record['turn_no']}"
