"""A coach for the seat that decides: which answers are best, by how much, and why; for every game, by playing on.

Every answer is given in the same deals, each of them dealt anew as far as the seat cannot know, and the games are
played to their end by the heuristic of the game, or at random if it has none. The better answers are given more deals
(successive halving). What the deals cannot tell apart is said to be tied. The same seed gives the same advice.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.guarding import OneThread
from undersea_env.core.redealing import copied, redealt
from undersea_env.core.streams import RowStream
from undersea_env.core.thinking import thinking_of
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State
    from undersea_env.core.view import Option

STAGES = ((1000, 20), (8, 60), (3, 200))             # so many of the best answers get so many deals more
SURE = 1.96                                          # standard errors, of a 95 % interval
LEAST = 0.05                                         # points by source that are worth telling


class Interval(NamedTuple):
    """A mean and its 95 % interval over deals."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> "Interval":
        mean, n = float(values.mean()), len(values)
        reach = SURE * float(values.std(ddof=1)) / sqrt(n) if n > 1 else float("inf")
        return cls(mean, mean - reach, mean + reach)

    @classmethod
    def of_share(cls, values: NDArray[np.float64]) -> "Interval":
        """Of numbers between 0 and 1 (Wilson): no share is ever quite certain."""
        mean, n = float(values.mean()), len(values)
        middle = (mean + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
        reach = SURE * sqrt(mean * (1 - mean) / n + (SURE / (2 * n)) ** 2) / (1 + SURE**2 / n)
        return cls(mean, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True)
class Judged:
    """What comes of an answer, as far as it was looked at."""

    option: "Option"
    deals: int
    lead: Interval               # over the best of the others at the end; alone or together, the points
    win_share: Interval
    behind: Interval             # how much less lead than the best answer, in the same deals
    is_tied: bool                # with the best: the interval of the difference has 0 in it
    points: dict[str, float]     # of the seat at the end, by source

    def as_data(self) -> dict[str, Any]:
        numbers = {name: list(getattr(self, name)) for name in ("lead", "win_share", "behind")}
        return {**self.option.as_dict(), "deals": self.deals, **numbers, "is_tied": self.is_tied, "points": self.points}


@dataclass(frozen=True)
class Advice:
    """Answers, the best first. Those that were left behind early had fewer deals."""

    seat: int
    played_by: str               # who plays on: "greedy" or "random"
    answers: tuple[Judged, ...]
    players: int
    is_together: bool            # all win or nobody: points are told, not a lead

    @property
    def even_share(self) -> float:
        """Of the wins, if nobody were better than another."""
        return 0.5 if self.is_together else 1 / self.players

    @property
    def best(self) -> Judged:
        return self.answers[0]

    @property
    def tied(self) -> tuple[Judged, ...]:
        """The best one, and those that cannot be told from it."""
        return tuple(answer for answer in self.answers if answer.is_tied)

    @property
    def is_open(self) -> bool:
        """Whether it is too early to tell who is ahead."""
        return self.best.win_share.low <= self.even_share <= self.best.win_share.high

    def of(self, action: int) -> Judged:
        found = next((answer for answer in self.answers if answer.option.action == action), None)
        if found is None:
            raise InvalidOption(f"there is no advice about action {action}: it was not possible")
        return found

    def why(self, action: int) -> dict[str, float]:
        """By source, how many points the best answer is expected to bring more than this one; the largest first."""
        other = self.of(action).points
        difference = {source: points - other[source] for source, points in self.best.points.items()}
        told = {source: points for source, points in difference.items() if abs(points) >= LEAST}
        return dict(sorted(told.items(), key=lambda item: -abs(item[1])))

    def as_data(self) -> dict[str, Any]:
        """In plain JSON types."""
        return {
            "seat": self.seat, "played_by": self.played_by, "is_open": self.is_open,
            "answers": [answer.as_data() for answer in self.answers],
        }


@dataclass
class _Record:
    """What came of an answer in each deal."""

    option: "Option"
    lead: NDArray[np.float64]
    win_share: NDArray[np.float64]
    points: NDArray[np.float64]                      # (deals, sources)


class Coach:
    """Advises in positions of one game."""

    def __init__(self, game: "Game", seed: int = 0) -> None:
        self.game = game
        self.seed = seed
        self._thinking = thinking_of(game.kind)
        self._rooms = self._thinking.new_rooms(1)
        self._engine_rooms = game.new_rooms(1)
        self._alone = OneThread("this coach")

    @property
    def played_by(self) -> str:
        return "greedy" if self._thinking.has_heuristic else "random"

    def advise(self, state: "State", stages: tuple[tuple[int, int], ...] = STAGES) -> Advice:
        """About the open question; nothing that its seat cannot know is looked at."""
        *_, last = self.improving(state, stages)
        return last

    def improving(self, state: "State", stages: tuple[tuple[int, int], ...] = STAGES) -> Iterator[Advice]:
        """Advice after every stage, better and better; it ends when nothing is left to compare."""
        if state.is_terminal:
            raise InvalidOption("the game is over: there is nothing to advise")
        seat, options = state.current_player, state.options
        position, stream = state.clone(), RowStream(self.seed)
        sources = len(self.game.kind.score_sources)
        none = np.zeros(0)
        records = [_Record(option, none, none, np.zeros((0, sources))) for option in options]
        left = records
        for most, deals in stages:
            left = sorted(left, key=_by_lead)[:most]
            self._give(position, seat, left, stream.take(deals))
            yield self._advice(seat, records)
            if len(left) == 1:
                return

    def _give(self, state: "State", seat: int, records: list[_Record], seeds: NDArray[np.uint64]) -> None:
        """These answers, in the same deals, and what comes of them."""
        n, deals, game = len(records), len(seeds), self.game
        first, viewers = np.zeros(deals, np.int64), np.full(deals, seat, np.int64)
        with self._alone:
            imagined = redealt(game, state.record, first, viewers, seeds)
            states = copied(game, imagined, np.tile(np.arange(deals), n))
            actions = np.repeat(np.array([record.option.action for record in records], np.int64), deals)
            game.engine.apply(states, self._engine_rooms, 0, actions, 0, n * deals)
            for k in range(n):                       # each begins with the same chance, where play is random
                self._thinking.play_games(game, states[k * deals : (k + 1) * deals], self._rooms)
            lead, share, points = self._counted(states, seat)
        for k, record in enumerate(records):
            rows = slice(k * deals, (k + 1) * deals)
            record.lead = np.concatenate([record.lead, lead[rows]])
            record.win_share = np.concatenate([record.win_share, share[rows]])
            record.points = np.concatenate([record.points, points[rows]])

    def _counted(
        self, states: NDArray[Any], seat: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Of games that are over: the lead, the share of the win, and the points by source of a seat."""
        game, n = self.game, len(states)
        scores, ranks, won = (np.zeros((n, game.kind.most_players), np.int64) for _ in range(3))
        points = np.zeros((n, len(game.kind.score_sources)), np.int64)
        game.engine.result(states, self._engine_rooms, 0, scores, ranks, won, 0, n)
        game.engine.breakdown(states, self._engine_rooms, np.full(n, seat, np.int64), points, 0, n)
        others = [other for other in range(game.num_players) if other != seat]
        lead = scores[:, seat].astype(np.float64)
        if others and not game.is_cooperative:
            lead -= scores[:, others].max(axis=1)
        winners = 1 if game.is_cooperative else np.maximum(won.sum(axis=1), 1)
        return lead, won[:, seat] / winners, points.astype(np.float64)

    def _advice(self, seat: int, records: list[_Record]) -> Advice:
        """The answers that had most deals come first: the others were left behind."""
        ordered = sorted(records, key=lambda record: (-len(record.lead), _by_lead(record)))
        best = ordered[0]
        judged = tuple(self._judged(record, best) for record in ordered)
        return Advice(seat, self.played_by, judged, self.game.num_players, self.game.is_cooperative)

    def _judged(self, record: _Record, best: _Record) -> Judged:
        deals = len(record.lead)                     # the best one had these too
        behind = Interval.of(best.lead[:deals] - record.lead)
        sources = self.game.kind.score_sources
        return Judged(
            record.option, deals, Interval.of(record.lead), Interval.of_share(record.win_share), behind,
            record is best or behind.low <= 0, dict(zip(sources, record.points.mean(axis=0).tolist(), strict=True)),
        )


def _by_lead(record: _Record) -> float:
    return -float(record.lead.mean()) if len(record.lead) else 0.0


# --- in words ---


def advice_words(advice: Advice, most: int = 5) -> list[str]:
    """The best answers, with what they are worth; what cannot be told apart is said."""
    best, tied = advice.best, advice.tied
    value = "points" if advice.is_together else "lead"
    lines = [f"{evaluation_words(advice)} ({best.deals} deals, played on by {advice.played_by})"]
    for answer in advice.answers[:most]:
        words = f"{value} {_shown(answer.lead)}, wins {answer.win_share.mean:.0%}"
        if answer is not best:
            words = f"{answer.behind.mean:.1f} less [{answer.behind.low:.1f}, {answer.behind.high:.1f}]"
        lines.append(f"  {answer.option.words}: {words}{', tied' if answer.is_tied and answer is not best else ''}")
    if len(tied) == len(advice.answers) > 1:
        lines.append("All of them cannot be told apart.")
    elif len(tied) > 1:
        lines.append(f"The best {len(tied)} cannot be told apart.")
    return lines


def evaluation_words(advice: Advice) -> str:
    """Who is ahead, with the band."""
    share = advice.best.win_share
    chance = f"wins {share.mean:.0%} [{share.low:.0%}, {share.high:.0%}]"
    return f"too early to tell: {chance}" if advice.is_open else chance


def why_words(advice: Advice, action: int) -> str:
    """Why the best answer is better than this one, in points by source."""
    answer = advice.of(action)
    if answer is advice.best:
        return f"{answer.option.words} is the best answer that was found."
    behind = answer.behind
    less = f"{behind.mean:.1f} less [{behind.low:.1f}, {behind.high:.1f}] than {advice.best.option.words}"
    told = ", ".join(f"{points:+.1f} {source}" for source, points in advice.why(action).items()) or "nothing"
    tied = "; the two cannot be told apart" if answer.is_tied else ""
    return f"{less}{tied}. That one is expected to bring by source: {told}."


def _shown(value: Interval) -> str:
    return f"{value.mean:+.1f} [{value.low:+.1f}, {value.high:+.1f}]"
