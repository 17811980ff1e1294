"""What is to be played: matches between agents, all on the same deals, cut into chunks.

A deal is one seed. It is played in every rotation of the seats, so that each agent gets each seat's cards and board.
A chunk is a few deals of one match. It makes its agents afresh, so it does not depend on what was played before, nor
on the process that plays it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from undersea_env.core.streams import derived_seed
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.position import Game

DEALS, AGENTS, REDEALS, RESAMPLES = range(4)              # purposes of the seeds derived from that of the run
MOST_DEALS = 10_000_000


@dataclass(frozen=True)
class Rules:
    """The options of a game; `components` is the folder of another component book."""

    num_players: int
    boards: str | tuple[int, ...] = "symmetric"
    contracts: bool = False
    rounds: tuple[int, ...] = (4, 3, 3)
    components: str | None = None

    @classmethod
    def of(cls, num_players: int, boards: Any, contracts: bool, rounds: Any, components: str | None) -> "Rules":
        """Checked; boards as they will be, for the solo game always asymmetric (O-1)."""
        from undersea_env.core.position import checked_options

        options = checked_options(num_players, boards, contracts, rounds)
        return cls(options.num_players, options.boards, options.contracts, options.rounds, components)

    def game(self) -> "Game":
        return _game_of(self)

    def as_data(self) -> dict[str, Any]:
        """What a game is made of, without the folder: the hash of the rule book stands for what is in it."""
        boards = self.boards if isinstance(self.boards, str) else list(self.boards)
        return {
            "num_players": self.num_players, "boards": boards, "contracts": self.contracts,
            "rounds": list(self.rounds),
        }


@lru_cache(maxsize=8)
def _game_of(rules: Rules) -> "Game":
    import undersea_env

    return undersea_env.game(rules.num_players, rules.boards, rules.contracts, rules.rounds, rules.components)


@dataclass(frozen=True)
class Match:
    """Who plays at a table: one code for each entrant. In rotation r, entrant k has seat (k + r) % players."""

    agents: tuple[str, ...]
    role: str = "table"                                   # what the match is for: see ladder.py


@dataclass(frozen=True)
class Chunk:
    number: int
    match: int
    first: int                                            # of its deals
    stop: int


@dataclass(frozen=True)
class Plan:
    rules: Rules
    matches: tuple[Match, ...]
    deals: int
    seed: int
    rotate: bool = True
    deals_in_chunk: int = 16
    record: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MOST_DEALS:
            raise InvalidOption(f"the number of deals is from 1 to {MOST_DEALS:,}, not {self.deals}")

    @property
    def players(self) -> int:
        return self.rules.num_players

    @property
    def rotations(self) -> int:
        return self.players if self.rotate else 1

    @cached_property
    def chunks(self) -> tuple[Chunk, ...]:
        """All matches of the first deals, then of the next ones: a run that is stopped has the same deals of each."""
        return tuple(self._cut())

    def _cut(self) -> Iterator[Chunk]:
        number = 0
        for first in range(0, self.deals, self.deals_in_chunk):
            for match in range(len(self.matches)):
                yield Chunk(number, match, first, min(first + self.deals_in_chunk, self.deals))
                number += 1

    @property
    def games(self) -> int:
        return self.deals * self.rotations * len(self.matches)

    def seed_of_deal(self, deal: int) -> int:
        return derived_seed(self.seed, DEALS, deal)

    def seed_of_agent(self, chunk: Chunk, entrant: int, purpose: int = AGENTS) -> int:
        return derived_seed(self.seed, purpose, chunk.number, entrant)

    def entrants_by_seat(self, rotation: int) -> list[int]:
        return [(seat - rotation) % self.players for seat in range(self.players)]
