"""What words, pictures and readable forms of all games read off records."""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from undersea_env.core.position import Game


class RecordOnFrames:
    """The record of a game whose open question belongs to the frame on top of a stack."""

    def __init__(self, record: Any, game: "Game") -> None:
        self.record = record
        self.game = game
        self.rules = game.rulebook[0]

    @property
    def seats(self) -> range:
        return range(self.game.num_players)

    @property
    def seat(self) -> int:
        return int(self.record.seat)

    @property
    def me(self) -> Any:
        return self.record.players[self.seat]

    @property
    def question(self) -> int:
        """Its number in the rules."""
        return int(self.record.question)

    @property
    def frame(self) -> Any:
        """What the open question belongs to; None: to the course of the game."""
        count = int(self.record.frame_count)
        return self.record.frame[count - 1] if count else None


def bits_of(number: int) -> list[int]:
    """The places of the bits that are set, ascending."""
    number = int(number)
    return [place for place in range(number.bit_length()) if number >> place & 1]


def copy_of(record: Any) -> Any:
    """The record in an array of its own, of length 1."""
    return np.array([record], record.dtype).view(np.recarray)
