"""A position in words: what actions mean, what is asked, why something is refused, how it looks."""

from typing import TYPE_CHECKING

from undersea_env.cloudage.words import phrases, questions, reasons
from undersea_env.cloudage.words.phrases import describe_action
from undersea_env.cloudage.words.readings import Table
from undersea_env.cloudage.words.screen import ansi, score_sheet

if TYPE_CHECKING:
    from undersea_env.core.position import State

__all__ = ["action", "ansi", "describe_action", "question", "score_sheet", "summary", "why_not"]


def action(state: "State", number: int) -> str:
    """What the action means now, as a complete phrase; for an action that is not legal, what it means in general."""
    if number not in state.legal_actions:
        return describe_action(state.game, number)
    return phrases.action_phrase(Table(state.states[0], state.game), number).whole()


def question(state: "State") -> str:
    """Who must decide what."""
    return questions.question_phrase(Table(state.states[0], state.game))


def why_not(state: "State", number: int) -> str:
    """Why the seat that decides may not choose this action, which is not legal now."""
    return reasons.why_not(Table(state.states[0], state.game), number)


def summary(state: "State") -> str:
    """The moment of the game in a few words."""
    return Table(state.states[0], state.game).moment
