"""What was played and taken in recorded games, and how it goes together with winning.

What things there are, and when one counts as used, the game says (`Kind.usage`). The effect of a thing is the win share
of the seats with it less that of the seats without. It tells what goes together, not why: who is ahead can afford more.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.arena.bootstrap import RESAMPLES, UNKNOWN, Estimate, interval, resampled
from undersea_env.agents.arena.replays import Replay
from undersea_env.agents.arena.resimulation import follow, in_batches
from undersea_env.agents.arena.side_by_side import wins_of
from undersea_env.agents.arena.tabulating import column_names, columns_of, csv_text
from undersea_env.agents.arena.usage import Thing, Usage, usage_of
from undersea_env.core.lanes import Lanes
from undersea_env.errors import InvalidReplay

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

FEW_SEATS = 30                                       # with or without a thing: no interval could be trusted
OUT_OF_LINE = 0.1                                    # of the win share
SELDOM, MANY_SEATS = 0.01, 300                       # so few of the seats that held a thing; of fewer it is chance


@dataclass(frozen=True)
class Effect:
    kind: str
    id: str
    name: str
    held: int                                        # seats that had it in hand and might have used it
    times: int                                       # a thing may be used several times in a game
    seats: int                                       # that had or used it at all
    win_share: float                                 # of those seats
    effect: Estimate                                 # over the seats without; no numbers if there are too few seats

    @property
    def is_left_in_hand(self) -> bool:
        """Almost nobody uses it who could."""
        return self.held >= MANY_SEATS and self.seats < SELDOM * self.held

    @property
    def is_out_of_line(self) -> bool:
        """The whole interval is far from 0; of many things some are by chance."""
        return self.effect.low > OUT_OF_LINE or self.effect.high < -OUT_OF_LINE

    def as_data(self) -> dict[str, Any]:
        share = round(self.win_share, 6) if self.seats else None
        return vars(self) | {"win_share": share, "effect": self.effect.as_data()}


@dataclass(frozen=True)
class Counts:
    games: int
    deals: int
    unfinished: int                                  # left out
    agents: list[str]                                # who played
    winning_score: Estimate
    usage: Usage                                     # what sorts of things the game has
    effects: list[Effect]

    def as_data(self) -> dict[str, Any]:
        return {
            "games": self.games, "deals": self.deals, "unfinished": self.unfinished, "agents": self.agents,
            "winning_score": self.winning_score.as_data(), "effects": [effect.as_data() for effect in self.effects],
        }

    def csv(self) -> str:
        header = ["kind", "id", "name", "held", "times", "seats", "win_share", *column_names("effect")]
        rows = [
            [e.kind, e.id, e.name, e.held, e.times, e.seats, round(e.win_share, 6), *columns_of(e.effect)]
            for e in self.effects
        ]
        return csv_text(header, rows)


class Seats:
    """All seats of all finished games: what each used, and its share of the win."""

    def __init__(self) -> None:
        self.deals: list[int] = []                   # the seed of each seat's game
        self.wins: list[float] = []
        self.used: list[Counter[Thing]] = []
        self.held: Counter[Thing] = Counter()        # by how many seats
        self.winning_scores: list[tuple[int, int]] = []   # seed, points
        self.agents: set[str] = set()


class UsageWatcher:
    """Notes things as they are used, or are in hand, lane by lane and seat by seat."""

    def __init__(self, game: "Game", lanes: int) -> None:
        self.game = game
        self.usage = usage_of(game.kind)
        self.used: list[list[Counter[Thing]]] = [[Counter() for _ in range(game.num_players)] for _ in range(lanes)]
        self.held: list[list[set[Thing]]] = [[set() for _ in range(game.num_players)] for _ in range(lanes)]

    def __call__(self, games: Lanes, actions: NDArray[np.int64]) -> None:
        records = games.batch.records
        for lane, thing in self.usage.used_by(self.game, records, actions):
            self.used[lane][int(records["seat"][lane])][thing] += 1
        for lane, thing in self.usage.in_hand(self.game, records, actions):
            self.held[lane][int(records["seat"][lane])].add(thing)


def counted(replays: Iterable[Replay], seed: int, resamples: int = RESAMPLES) -> Counts:
    """Plays all games again. One that is not as recorded is refused: its numbers would mean nothing."""
    seats = Seats()
    unfinished = games = 0
    first = None
    for together in in_batches(replays):
        first = first or together[0]
        if any((replay.rulebook_hash, replay.choice) != (first.rulebook_hash, first.choice) for replay in together):
            raise InvalidReplay("these games have different rules or numbers of players: count them apart")
        watcher = UsageWatcher(first.game(), len(together))
        at_end, problems = follow(together, watcher)
        for lane, replay in enumerate(together):
            games += 1
            if problems[lane]:
                raise InvalidReplay(f"game {games}: {problems[lane]}")
            if replay.scores is None:
                unfinished += 1
                continue
            _count(at_end.state(lane), replay, watcher.used[lane], seats)
            for held in watcher.held[lane]:
                seats.held.update(held)
    if first is None:
        raise InvalidReplay("there are no games to count")
    return _counts_of(seats, first.game(), games - unfinished, unfinished, seed, resamples)


def _count(state: "State", replay: Replay, used: list[Counter[Thing]], seats: Seats) -> None:
    usage = usage_of(state.game.kind)
    scores, _, won = state.result()
    seats.agents |= set(replay.agents)
    seats.wins += wins_of(state.game, won)
    for seat, things in enumerate(used):
        things.update(usage.held_at_end(state, seat))
        seats.deals.append(replay.seed)
        seats.used.append(things)
    seats.winning_scores += [(replay.seed, points) for points, has_won in zip(scores, won, strict=True) if has_won]


def _counts_of(seats: Seats, game: "Game", games: int, unfinished: int, seed: int, resamples: int) -> Counts:
    usage = usage_of(game.kind)
    rows = {deal: row for row, deal in enumerate(dict.fromkeys(seats.deals))}
    listed = {*usage.always_listed(game), *(thing for used in seats.used for thing in used)}
    things = sorted(listed, key=partial(_in_order, usage.SORTS))
    columns = {thing: column for column, thing in enumerate(things)}
    # For each deal: seats with each thing, their wins; at last all seats, all wins, winning scores and their number.
    n = len(things)
    sums = np.zeros((max(1, len(rows)), 2 * n + 4))
    times = np.zeros(n, np.int64)
    for deal, win, used in zip(seats.deals, seats.wins, seats.used, strict=True):
        row = sums[rows[deal]]
        row[2 * n : 2 * n + 2] += 1, win
        for thing, number in used.items():
            column = columns[thing]
            row[column] += 1
            row[n + column] += win
            times[column] += number
    for deal, points in seats.winning_scores:
        sums[rows[deal], 2 * n + 2 :] += points, 1
    whole = sums.sum(axis=0, keepdims=True)
    drawn = resampled(sums, seed, resamples)
    mean, spread = _differences(whole, n)[0], _differences(drawn, n)
    with np.errstate(invalid="ignore", divide="ignore"):
        winning, resampled_winning = (table[:, -2] / table[:, -1] for table in (whole, drawn))
        shares = whole[0, n : 2 * n] / whole[0, :n]
    fewer = np.minimum(whole[0, :n], whole[0, 2 * n] - whole[0, :n])
    effects = [
        Effect(
            *thing, seats.held[thing], int(times[k]), int(whole[0, k]), float(shares[k]),
            interval(float(mean[k]), spread[:, k]) if fewer[k] >= FEW_SEATS else UNKNOWN,
        )
        for k, thing in enumerate(things)
    ]
    winning_score = interval(float(winning[0]), resampled_winning)
    return Counts(games, len(rows), unfinished, sorted(seats.agents), winning_score, usage, effects)


def _differences(table: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """Win share with each thing less win share without."""
    having, won = table[:, :n], table[:, n : 2 * n]
    seats, wins = table[:, 2 * n, None], table[:, 2 * n + 1, None]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(won / having - (wins - won) / (seats - having))


def _in_order(sorts: tuple[str, ...], thing: Thing) -> tuple[int, int, str]:
    sort, id, _ = thing
    return sorts.index(sort), int(id) if id.isdigit() else 0, id
