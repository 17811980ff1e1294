"""A position in words: what actions mean, what is asked, why something is refused, how it looks."""

from typing import TYPE_CHECKING

from undersea_env.underwater_cities.words import phrases, reasons
from undersea_env.underwater_cities.words.phrases import describe_action
from undersea_env.underwater_cities.words.screen import ansi, score_sheet

if TYPE_CHECKING:
    from undersea_env.core.position import State

__all__ = ["action", "ansi", "describe_action", "question", "score_sheet", "summary", "why_not"]


def action(state: "State", number: int) -> str:
    """What the action means now, as a complete phrase; for an action that is not legal, what it means in general."""
    return phrases.action_phrase(state.states[0], state.game, number, state.legal_actions)


def question(state: "State") -> str:
    """Who must decide what."""
    return phrases.question_phrase(state.states[0], state.game)


def why_not(state: "State", number: int) -> str:
    """Why the seat that decides may not choose this action, which is not legal now."""
    return reasons.why_not(state.states[0], state.game, number)


def summary(state: "State") -> str:
    """The moment of the game in a few words."""
    record = state.states[0]
    return f"era {record.era}, round {record.round_no}, turn {record.turn_no}"
