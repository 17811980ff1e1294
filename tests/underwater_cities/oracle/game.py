"""The game as others see it: who is asked, what can be answered, where everything lies."""

from collections import Counter
from collections.abc import Sequence

from undersea_env.underwater_cities.printed.catalogue import Catalogue

from . import building, cards, simple_parts
from .agenda import Label
from .chance import Chance
from .resuming import Position, resume
from .scoring import note_final_scoring, ranking, score_breakdown, solo_won
from .setting_up import set_up
from .table import NOBODY

MODULES_OF_PARTS = (building, cards, simple_parts)          # each says how its parts of effects are carried out
STANDARD_ROUNDS = (4, 3, 3)                 # G-1


class Game:
    """`seat` is asked and chooses one of `answers`; at the end seat is -1 and there are none."""

    def __init__(
        self, catalogue: Catalogue, num_players: int, boards: Sequence[int], contracts: bool = False,
        rounds: tuple[int, ...] = STANDARD_ROUNDS, chance: Chance | None = None,
    ) -> None:
        if len(boards) != num_players or not 1 <= num_players <= 4:
            raise ValueError("expected one board for each of 1 to 4 players")
        if not 1 <= len(rounds) <= 3 or min(rounds) < 1:
            raise ValueError("expected the rounds of one, two or three eras, each at least 1")
        if contracts and num_players == 1:
            raise ValueError("there are no contracts in a solo game (O-1)")
        self.events: Counter[str] = Counter()
        self._play = set_up(catalogue, boards, contracts, rounds, chance or Chance(), self.events)
        self.answers: list[Label] = self._play.run()

    @classmethod
    def resumed(
        cls, catalogue: Catalogue, position: Position, rounds: tuple[int, ...] = STANDARD_ROUNDS,
        chance: Chance | None = None,
    ) -> "Game":
        """A game that goes on from a position at the beginning of a turn."""
        game = cls.__new__(cls)
        game.events = Counter()
        game._play = resume(catalogue, position, rounds, chance or Chance(), game.events)
        game.answers = game._play.run()
        return game

    @property
    def seat(self) -> int:
        return self._play.table.to_move

    def answer(self, label: Label) -> None:
        if label not in self.answers:
            raise ValueError(f"{label} is not one of the answers {self.answers}")
        self._play.answer(label)
        self.answers = self._play.run()
        if self.seat == NOBODY:
            note_final_scoring(self._play)

    def position(self) -> dict[str, object]:
        return self._play.table.position()

    def score_breakdown(self, seat: int) -> dict[str, int]:
        table = self._play.table
        return score_breakdown(table, table.players[seat])

    def ranking(self) -> list[int]:
        """The seats, best first (V-6)."""
        return ranking(self._play.table)

    def solo_won(self) -> bool:
        """V-7"""
        return solo_won(self._play.table)
