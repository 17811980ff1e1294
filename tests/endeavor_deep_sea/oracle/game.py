"""The game as others see it: who is asked, what can be answered, where everything lies."""

from collections import Counter
from pathlib import Path
from typing import Any

from .asking import Course
from .resuming import resume
from .rounds import rest_of_game, whole_game
from .scoring import score_breakdowns, won
from .setting_up import set_up
from .table import NOBODY, Table
from .writing import position


class Game:
    """`seat` is asked and chooses one of `answers`; at the end seat is -1 and there are none."""

    def __init__(
        self, folder: Path, num_players: int = 2, mission: int = 1, mode: str = "competitive",
        difficulty: str = "beginner", rounds: int | None = None, seed: int = 0,
    ) -> None:
        table = set_up(Path(folder), num_players, mission, mode, difficulty, rounds, seed)
        self._begin(table, whole_game(table))

    @classmethod
    def resumed(
        cls, folder: Path, position: dict[str, Any], rounds: int | None = None, stream: int = 0,
    ) -> "Game":
        """A game that goes on from a position at the beginning of a preparation or of a turn."""
        game = cls.__new__(cls)
        table = resume(Path(folder), position, rounds, stream)
        game._begin(table, rest_of_game(table))
        return game

    def _begin(self, table: Table, course: Course) -> None:
        self._table = table
        self._course = course
        self.seat = NOBODY
        self.answers: list[int] = []
        self._go_on(None)

    @property
    def events(self) -> Counter[str]:
        """What was exercised: rules, boards, effects, questions."""
        return self._table.events

    @property
    def stream(self) -> int:
        """Where the random numbers are."""
        return self._table.chance.stream

    def answer(self, action: int) -> None:
        if action not in self.answers:
            raise ValueError(f"{action} is not one of the answers {self.answers}")
        self._go_on(action)

    def _go_on(self, action: int | None) -> None:
        try:
            self.seat, self.answers = next(self._course) if action is None else self._course.send(action)
        except StopIteration:
            self.seat, self.answers = NOBODY, []

    def position(self) -> dict[str, Any]:
        return position(self._table)

    def score_breakdowns(self) -> list[dict[str, int]]:
        """Of every seat."""
        return score_breakdowns(self._table)

    def score_breakdown(self, seat: int) -> dict[str, int]:
        return self.score_breakdowns()[seat]

    def won(self) -> list[bool]:
        return won(self._table)
