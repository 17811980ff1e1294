"""What is to be played: matches between agents, all on the same deals, cut into chunks.

A deal is one seed. It is played in every rotation of the seats, so that each agent gets each seat's cards and board.
A chunk is a few deals of one match. It makes its agents afresh, so it does not depend on what was played before, nor
on the process that plays it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.bot_process import TIME_LIMIT
from undersea_env.core.streams import derived_seed, handed_seed
from undersea_env.errors import InvalidOption

DEALS, AGENTS, REDEALS, RESAMPLES = range(4)              # purposes of the seeds derived from that of the run
MOST_DEALS = 10_000_000


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
    choice: GameChoice
    matches: tuple[Match, ...]
    deals: int
    seed: int
    rotate: bool = True
    deals_in_chunk: int = 16
    record: bool = False
    time_limit: float = TIME_LIMIT                        # of a bot's file, see bot_process.py
    campaign: bool = False                                # a deal is a campaign, `choice` its first chapter

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MOST_DEALS:
            raise InvalidOption(f"the number of deals is from 1 to {MOST_DEALS:,}, not {self.deals}")

    @property
    def players(self) -> int:
        return self.choice.num_players

    @property
    def sources(self) -> tuple[str, ...]:
        """Where points come from; stars come from chapters."""
        kind = self.choice.kind
        return tuple(kind.checked_campaign().CHAPTERS) if self.campaign else kind.score_sources

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
        return handed_seed(self.seed, purpose, chunk.number, entrant)

    def entrants_by_seat(self, rotation: int) -> list[int]:
        return [(seat - rotation) % self.players for seat in range(self.players)]
