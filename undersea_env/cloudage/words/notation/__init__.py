"""Positions as dicts of plain JSON types: readable, exact both ways, hand-made ones welcome.

What a dict leaves out is as in a new game. `pending` has what is under way; a position without it stands at the
beginning of the book check, of the active seat's movement or city action, or of the end.
"""

from typing import TYPE_CHECKING, Any

from undersea_env.cloudage.words.notation.reading import Reader
from undersea_env.cloudage.words.notation.writing import to_dict

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

__all__ = ["from_dict", "seen", "to_dict"]


def seen(position: dict[str, Any], seat: int, state: "State") -> None:
    """Words read positions, and their notation: so what is told in words is imported when it is asked for."""
    from undersea_env.cloudage.words.notation import seeing

    seeing.seen(position, seat, state)


def from_dict(position: Any, game: "Game") -> "State":
    reader = Reader(game, position)
    state = game.new_game(0)
    reader.fill(state.record[0])
    game.engine.settle(state.rows, 0, 1)
    game.engine.refresh(state.rows, 0, 1)
    return state
