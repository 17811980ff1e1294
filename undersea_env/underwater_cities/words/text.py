"""Everything in words: what actions mean, what is asked, what happened, how a position looks."""

from typing import Any, overload

from undersea_env.underwater_cities.kernel.actions import ACTIONS
from undersea_env.underwater_cities.words.game_log import GameLog, production_of
from undersea_env.underwater_cities.words.phrases import (
    GameLike,
    action_phrase,
    describe_action,
    question_phrase,
)
from undersea_env.underwater_cities.words.screen import board_map, render_ansi, score_sheet

__all__ = [
    "GameLog",
    "action_to_string",
    "actions_table",
    "board_map",
    "describe_action",
    "production_of",
    "question_to_string",
    "render_ansi",
    "score_sheet",
]


@overload
def action_to_string(position: Any, action: int, /) -> str: ...
@overload
def action_to_string(position: Any, game: GameLike, action: int, /) -> str: ...


def action_to_string(position: Any, *rest: Any) -> str:
    """A complete phrase for an action, of a State and an action, or of a record, its game and an action."""
    if len(rest) == 1:
        return action_phrase(position.states[0], position.game, rest[0], position.legal_actions)
    game, action = rest
    return action_phrase(position, game, action)


def question_to_string(record: Any, game: GameLike) -> str:
    """Who must decide what."""
    return question_phrase(record, game)


def actions_table() -> str:
    """The blocks of the action list as a Markdown table."""
    lines = ["| actions | block | meaning |", "| --- | --- | --- |"]
    for block in ACTIONS:
        last = block.start + block.size - 1
        numbers = str(last) if block.size == 1 else f"{block.start}-{last}"
        lines.append(f"| {numbers} | `{block.name}` | {block.meaning} |")
    return "\n".join(lines)
