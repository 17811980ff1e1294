"""The game as others see it: who is asked, what can be answered, where everything lies."""

from collections import Counter
from pathlib import Path
from typing import Any

from . import ending
from .asking import Course
from .hidden import view
from .options import NO_STARS, Options, Stars
from .resuming import resume
from .rounds import rest_of_game, whole_game
from .setting_up import set_up
from .table import NOBODY, Table
from .writing import position


class Game:
    """`seat` is asked and chooses one of `answers`; at the end seat is -1 and there are none."""

    def __init__(self, folder: Path, options: Options | None = None, stream: int = 0) -> None:
        table = set_up(Path(folder), options or Options(), stream)
        self._begin(table, whole_game(table))

    @classmethod
    def resumed(
        cls, folder: Path, position: dict[str, Any], stream: int = 0, stars: Stars = NO_STARS,
        rounds: int | None = None,
    ) -> "Game":
        """A game that goes on from the beginning of a production phase, of a turn, or of the end of the game.

        `stars` are those won in the campaign so far; no position tells them, nor the option `rounds`.
        """
        game = cls.__new__(cls)
        table = resume(Path(folder), position, stream, stars, rounds)
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
        """What was exercised: rules, cards, questions."""
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

    def view(self, seat: int) -> dict[str, Any]:
        """What this seat may know. A world that is dealt anew for it fits if its view is the same (section 16)."""
        return view(self._table, seat)

    def score_breakdown(self, seat: int) -> dict[str, int]:
        return ending.breakdown(self._table, seat)

    def scores(self) -> list[int]:
        return [ending.score(self._table, seat) for seat in self._table.seats]

    def places(self) -> list[int]:
        """E-8: 1 is the first place."""
        return ending.places(self._table)

    def won(self) -> list[bool]:
        return ending.won(self._table)

    def stars(self) -> list[int]:
        """Of a finished chapter."""
        return ending.stars(self._table)

    def campaign_record(self) -> dict[str, object]:
        """Y-9: the next record, of a finished chapter."""
        campaign = self._table.campaign
        if campaign is None or self.seat != NOBODY:
            raise ValueError("only a finished chapter has a record")
        return campaign.record(self.stars()).as_dict()
