"""What was played and taken in recorded games, and how it goes together with winning.

A card counts as played when it is laid on a slot of its colour, so that it works; a slot when it is chosen; a contract
when it is held at the end, a metropolis when it is connected at the end, or taken as a spare one.
The effect is the win share of the seats with it less that of the seats without. It tells what goes together, not why:
who is ahead can afford more.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.arena.bootstrap import RESAMPLES, UNKNOWN, Estimate, interval, resampled
from undersea_env.agents.arena.replays import Replay
from undersea_env.agents.arena.resimulation import follow, in_batches
from undersea_env.agents.arena.tabulating import column_names, columns_of, csv_text
from undersea_env.core.batch import Batch
from undersea_env.errors import InvalidReplay
from undersea_env.underwater_cities.compiled.limits import ALWAYS_SLOT, METROPOLIS_SITES, PLAYABLE_HAND
from undersea_env.underwater_cities.kernel.actions import ORDER, PLAY
from undersea_env.underwater_cities.words.readings import is_connected, matches, slot_of

if TYPE_CHECKING:
    from undersea_env.core.position import Game

KINDS = ("card", "slot", "board", "metropolis", "contract")
FEW_SEATS = 30                                       # with or without a thing: no interval could be trusted
OUT_OF_LINE = 0.1                                    # of the win share
Thing = tuple[str, str, str]                         # kind, id, name


@dataclass(frozen=True)
class Effect:
    kind: str
    id: str
    name: str
    times: int                                       # a card of a deck or a slot may be used several times in a game
    seats: int                                       # that had or used it at all
    win_share: float                                 # of those seats
    effect: Estimate                                 # over the seats without; no numbers if there are too few seats

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
    effects: list[Effect]

    def as_data(self) -> dict[str, Any]:
        return {
            "games": self.games, "deals": self.deals, "unfinished": self.unfinished, "agents": self.agents,
            "winning_score": self.winning_score.as_data(), "effects": [effect.as_data() for effect in self.effects],
        }

    def csv(self) -> str:
        header = ["kind", "id", "name", "times", "seats", "win_share", *column_names("effect")]
        rows = [
            [e.kind, e.id, e.name, e.times, e.seats, round(e.win_share, 6), *columns_of(e.effect)] for e in self.effects
        ]
        return csv_text(header, rows)


class Seats:
    """All seats of all finished games: what each used, and its share of the win."""

    def __init__(self) -> None:
        self.deals: list[int] = []                   # the seed of each seat's game
        self.wins: list[float] = []
        self.used: list[dict[Thing, int]] = []
        self.winning_scores: list[tuple[int, int]] = []   # seed, points
        self.agents: set[str] = set()
        self.unused: list[Thing] = []                # by anybody

    def add_unused(self, game: "Game") -> None:
        """Cards that nobody played; a slot or tile that nobody took was perhaps not in any game."""
        used = {thing for things in self.used for thing in things}
        cards = [("card", str(card.number), card.name) for card in game.catalogue.cards]
        self.unused = [card for card in cards if card not in used]


class PlayWatcher:
    """Notes slots and cards as they are played, lane by lane and seat by seat."""

    def __init__(self, game: "Game", lanes: int) -> None:
        self.game = game
        self.used: list[list[dict[Thing, int]]] = [[{} for _ in range(game.num_players)] for _ in range(lanes)]

    def __call__(self, batch: Batch, actions: NDArray[np.int64], lanes: NDArray[np.int64]) -> None:
        chosen = lanes[(actions[lanes] >= PLAY) & (actions[lanes] < ORDER)]
        if not len(chosen):
            return
        records = batch.states.view(np.ndarray)[chosen]
        for lane, record in zip(chosen.tolist(), records, strict=True):
            seat, (slot, place) = int(record["seat"]), divmod(int(actions[lane]) - PLAY, PLAYABLE_HAND)
            self._note(lane, seat, slot, int(record["players"]["hand"][seat, place]))

    def _note(self, lane: int, seat: int, slot: int, card: int) -> None:
        used = self.used[lane][seat]
        things = [_slot(self.game, slot)]
        if slot != ALWAYS_SLOT and matches(self.game, slot, card):
            things.append(("card", str(card), self.game.catalogue.card(card).name))
        for thing in things:
            used[thing] = used.get(thing, 0) + 1


def _slot(game: "Game", slot: int) -> Thing:
    printed = slot_of(game, slot)
    return "slot", printed.id, printed.text


def _things_at_the_end(game: "Game", me: Any) -> Iterator[Thing]:
    catalogue = game.catalogue
    board = catalogue.boards[int(me.board)]
    yield "board", str(board.number), board.name
    connected = [int(me.metropolis[place]) for place in range(METROPOLIS_SITES) if is_connected(game, me, place)]
    extra = int(me.extra_metropolises)
    for number in connected + [k for k in range(1, len(catalogue.metropolises) + 1) if extra >> k & 1]:
        metropolis = catalogue.metropolises[number - 1]
        yield "metropolis", metropolis.id, metropolis.name
    for contract in catalogue.contracts:
        if int(me.contracts) >> contract.index & 1:
            yield "contract", contract.id, contract.name


def counted(replays: Iterable[Replay], seed: int, resamples: int = RESAMPLES) -> Counts:
    """Plays all games again. One that is not as recorded is refused: its numbers would mean nothing."""
    seats = Seats()
    unfinished = games = 0
    first = None
    for together in in_batches(replays):
        first = first or together[0]
        if any((replay.rulebook_hash, replay.rules) != (first.rulebook_hash, first.rules) for replay in together):
            raise InvalidReplay("these games have different rules or numbers of players: count them apart")
        watcher = PlayWatcher(together[0].game(), len(together))
        batch, problems = follow(together, watcher)
        for lane, replay in enumerate(together):
            games += 1
            if problems[lane]:
                raise InvalidReplay(f"game {games}: {problems[lane]}")
            if replay.scores is None:
                unfinished += 1
                continue
            _count(batch, lane, replay, watcher, seats)
    if first is not None:
        seats.add_unused(first.game())
    return _told(seats, games - unfinished, unfinished, seed, resamples)


def _count(batch: Batch, lane: int, replay: Replay, watcher: PlayWatcher, seats: Seats) -> None:
    state = batch.state(lane)
    winners = state.winners
    record = state.states[0]
    seats.agents |= set(replay.agents)
    for seat in range(batch.game.num_players):
        used = watcher.used[lane][seat]
        for thing in _things_at_the_end(batch.game, record.players[seat]):
            used[thing] = used.get(thing, 0) + 1
        seats.deals.append(replay.seed)
        seats.wins.append(float(seat in winners) / len(winners))
        seats.used.append(used)
    seats.winning_scores += [(replay.seed, state.scores[seat]) for seat in winners]


def _told(seats: Seats, games: int, unfinished: int, seed: int, resamples: int) -> Counts:
    rows = {deal: row for row, deal in enumerate(dict.fromkeys(seats.deals))}
    things = sorted({thing for used in seats.used for thing in used} | set(seats.unused), key=_in_order)
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
            *thing, int(times[k]), int(whole[0, k]), float(shares[k]),
            interval(float(mean[k]), spread[:, k]) if fewer[k] >= FEW_SEATS else UNKNOWN,
        )
        for k, thing in enumerate(things)
    ]
    winning_score = interval(float(winning[0]), resampled_winning)
    return Counts(games, len(rows), unfinished, sorted(seats.agents), winning_score, effects)


def _differences(table: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """Win share with each thing less win share without."""
    having, won = table[:, :n], table[:, n : 2 * n]
    seats, wins = table[:, 2 * n, None], table[:, 2 * n + 1, None]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(won / having - (wins - won) / (seats - having))


def _in_order(thing: Thing) -> tuple[int, int, str]:
    kind, id, _ = thing
    return KINDS.index(kind), int(id) if id.isdigit() else 0, id
