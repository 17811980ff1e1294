"""A learner that begins with nothing, from top to bottom: losses, games remembered, self-play, learning, the loop.

Everybody plays by a search that a network guides (`core.guided`), in many games at once; the network learns what the
search found. Most questions are answered by its policy alone, so that many games are played; a share gets a full
search, and these are learned: the improved policy, and what the seats ended with. Games are remembered as their deals
and answers, and played again when they are learned from. The work is cut into shards whose results do not depend on the
number of threads.
"""

import copy
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from undersea_env.agents.arena.running import available_cores
from undersea_env.core.batch import legal_choices
from undersea_env.core.checkpoint_files import ZERO, chosen_checkpoint, trainer_of
from undersea_env.core.guided import GAME_ENDS, MOST_LIKELY
from undersea_env.core.guiding import Ask, Searches
from undersea_env.core.lanes import Lanes
from undersea_env.core.layers import Network
from undersea_env.core.loop import LEAVE_ALONE
from undersea_env.core.position import Game
from undersea_env.core.streams import derived_seed
from undersea_env.errors import InvalidOption, TrainingFailed
from undersea_env.training.checkpoints import (
    LANES,
    OPPONENTS,
    OPTIMISER,
    POLICY,
    Tensors,
    check_rules,
    kind_named_by,
    load_weights,
    read_checkpoint,
    read_manifest,
    weights_of,
)
from undersea_env.training.evaluation import Strength, evaluate
from undersea_env.training.kernels import mix_backwards
from undersea_env.training.loop import Budget, NotFinite, by_number, load_optimiser, must_fit, numbered, train_until
from undersea_env.training.memory import resident_megabytes
from undersea_env.training.network import GuidingNetwork, add_gradients, expected_of, replica_of
from undersea_env.training.player import NetworkPlayer
from undersea_env.training.runs import Run, config_of
from undersea_env.training.zero_config import ZeroConfig
from undersea_env.training.zero_player import GuidedPlayer, asking

WEIGHTS_SEED, STREAMS, ROWS = range(3)                   # purposes of the seeds derived from that of the run
ILLEGAL = -1.0                                           # in a target
FOLLOWING = 0.2                                          # how far what is usual moves with every such share of rows
ROWS_AT_ONCE = 16_384                                    # that are shown again, mixed, and learned

Array = NDArray[Any]
Floats = NDArray[np.float32]


# --- the losses ---


class Found(NamedTuple):
    """Sums over rows."""

    policy_loss: Tensor                                  # cross-entropy of the policy and the target
    points_loss: Tensor                                  # squares, mean over seats
    wins_loss: Tensor
    sources_loss: Tensor
    entropy: Tensor                                      # of the policy
    surprise: Tensor                                     # KL divergence of the target from the policy
    agreement: Tensor                                    # rows where both like the same answer best
    own_error: Tensor                                    # squares, of the viewer's own points


def losses(logits: Tensor, off: Tensor, targets: Tensor, most_players: int) -> Found:
    """Over rows; `targets` are probabilities, ILLEGAL where there is no such answer. `off` is how far what was expected
    is from the outcomes, measured by what is usual, so that 1 is as bad as to expect the same of every position.
    """
    is_legal = targets >= 0
    logs = torch.log_softmax(logits.masked_fill(~is_legal, -1e30), 1).masked_fill(~is_legal, 0.0)
    wanted = targets.clamp(min=0.0)
    cross = -(wanted * logs).sum()
    off = off.square()
    likes = logits.detach().masked_fill(~is_legal, -math.inf).argmax(1)
    with torch.no_grad():
        entropy = -(logs.exp().masked_fill(~is_legal, 0.0) * logs).sum()
        surprise = cross + torch.special.xlogy(wanted, wanted).sum()
    return Found(
        cross,
        off[:, :most_players].mean(1).sum(),
        off[:, most_players : 2 * most_players].mean(1).sum(),
        off[:, 2 * most_players :].mean(1).sum(),
        entropy, surprise, (likes == wanted.argmax(1)).sum(), off[:, 0].detach().sum(),
    )


# --- games that are remembered ---


@dataclass(frozen=True)
class Record:
    """A game: its deal, the answers to all questions that had several, and what was found where it was searched."""

    table: int
    deal: int
    answers: NDArray[np.int16]
    searched: NDArray[np.int32]                          # which of the questions, ascending
    expected: Floats                                     # there: points and wins of the seats, (searched, 2 x seats)
    cuts: NDArray[np.int32]                              # where the targets of each begin, and where they end
    targets: NDArray[np.uint16]                          # of the legal answers, ascending

    def __len__(self) -> int:
        return len(self.searched)


class Rows(NamedTuple):
    """What is learned, one row a searched question."""

    observations: NDArray[np.uint8]
    targets: Floats
    outcomes: Floats                                     # points and wins, the viewer first; its points by source


def read_events(
    events: Array, targets: NDArray[np.uint16], table: int, trust: float
) -> tuple[list[Record], Array, NDArray[np.uint16]]:
    """Games that ended; and the events of those that go on, in the order of lanes, with their targets."""
    events = events[np.argsort(events["lane"], kind="stable")]
    ends = np.flatnonzero(events["action"] == GAME_ENDS)
    first_of_lane = np.searchsorted(events["lane"], events["lane"][ends])
    after_another = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    found = []
    goes_on = np.ones(len(events), np.bool_)
    for start, end in zip(np.maximum(first_of_lane, after_another).tolist(), ends.tolist(), strict=True):
        goes_on[start : end + 1] = False
        if start < end:
            found.append(_record_of(events[start:end], events[end], targets, table, trust))
    rest = events[goes_on]
    return found, *_repacked(rest, targets)


def _record_of(told: Array, end: Any, targets: NDArray[np.uint16], table: int, trust: float) -> Record:
    expected = np.ascontiguousarray(told["expected"])
    mix_backwards(expected, np.ascontiguousarray(end["expected"]), trust)
    searched = np.flatnonzero(told["target"] >= 0)
    own, of_rows = _repacked(told[searched], targets)
    cuts = np.append(own["target"], len(of_rows)).astype(np.int32)
    return Record(
        table, int(end["deal"]), told["action"].astype(np.int16), searched.astype(np.int32), expected[searched], cuts,
        of_rows,
    )


def _repacked(events: Array, targets: NDArray[np.uint16]) -> tuple[Array, NDArray[np.uint16]]:
    """The same events with the targets that they have, one after the other."""
    events = events.copy()
    has = events["target"] >= 0
    begins, sizes = events["target"][has], np.where(has, events["answers"], 0)[has]
    cuts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    events["target"][has] = cuts[:-1]
    picked = np.arange(cuts[-1]) + np.repeat(begins - cuts[:-1], sizes)
    return events, targets[picked]


def relive(game: Game, records: Sequence[Record]) -> Rows:
    """Play games again and look at the questions that were searched, as the seats saw them that decided."""
    kind, seats = game.kind, game.kind.most_players
    of_game = np.repeat(np.arange(len(records)), [len(record) for record in records])
    n = len(of_game)
    row_of = np.full(sum(len(record.answers) for record in records), -1)         # of each question
    begins = np.cumsum([0, *(len(record.answers) for record in records)])
    row_of[np.concatenate([begins[k] + record.searched for k, record in enumerate(records)])] = np.arange(n)
    observations = np.zeros((n, kind.observation.size), np.uint8)
    masks, viewers = np.zeros((n, kind.num_actions), np.int8), np.zeros(n, np.int64)

    def look(lanes: Lanes, open_ones: NDArray[np.int64], questions: NDArray[np.int64]) -> None:
        rows = row_of[questions]
        seen = open_ones[rows >= 0]
        rows = rows[rows >= 0]
        observations[rows], masks[rows] = lanes.observations[seen], lanes.own_masks[seen]
        viewers[rows] = lanes.batch.records["seat"][seen]

    try:
        lanes = play_again(game, records, look)
        targets = np.full(masks.shape, ILLEGAL, np.float32)
        sizes = np.concatenate([np.diff(record.cuts) for record in records])
        if not lanes.over.all() or (masks.sum(1, dtype=np.int64) != sizes).any():
            raise ValueError("a game ends elsewhere, or there are other answers")
    except ValueError as error:
        raise TrainingFailed(f"a game that the run remembers cannot be played again: {error}") from None
    targets[masks != 0] = (np.concatenate([record.targets for record in records]).astype(np.float32) - 1) / MOST_LIKELY
    expected, every = np.concatenate([record.expected for record in records]), np.arange(n)
    outcomes = np.zeros((n, expected_of(kind)), np.float32)
    for place in range(game.num_players):
        seat = (viewers + place) % game.num_players
        outcomes[:, place] = expected[every, seat]
        outcomes[:, seats + place] = expected[every, seats + seat]
    outcomes[:, 2 * seats :] = points_by_source(game, lanes)[of_game, viewers]
    return Rows(observations, targets, outcomes)


Look = Callable[[Lanes, NDArray[np.int64], NDArray[np.int64]], None]     # the lanes that are asked, and their questions


def play_again(game: Game, records: Sequence[Record], look: Look = lambda lanes, open_ones, questions: None) -> Lanes:
    """Games from their deals to behind their last answers; one that cannot be played raises ValueError."""
    lanes = Lanes(game, len(records), renew=False)
    lanes.reset([record.deal for record in records])
    answers = np.concatenate([record.answers for record in records]).astype(np.int64)
    ends = np.cumsum([len(record.answers) for record in records])
    following = np.concatenate([[0], ends[:-1]])
    while True:
        choices = lanes.own_masks.sum(1, dtype=np.int64)
        open_ones = np.flatnonzero((choices > 1) & (following < ends))
        forced = np.flatnonzero(choices == 1)
        if not len(open_ones) and not len(forced):
            break
        look(lanes, open_ones, following[open_ones])
        actions = np.full(lanes.n, LEAVE_ALONE)
        actions[forced] = lanes.own_masks[forced].argmax(1)
        actions[open_ones] = answers[following[open_ones]]
        following[open_ones] += 1
        if not legal_choices(lanes.own_masks[open_ones], actions[open_ones])[1].all():
            raise ValueError("one of its answers is not legal")
        lanes.advance(actions)
    if (following < ends).any():
        raise ValueError("it is over before its last answer")
    return lanes


def points_by_source(game: Game, lanes: Lanes) -> Floats:
    """Of every seat, (games, seats, sources)."""
    found = np.zeros((game.num_players, lanes.n, len(game.kind.score_sources)), np.int64)
    for seat in range(game.num_players):
        game.engine.breakdown(lanes.states, lanes.batch.rooms, np.full(lanes.n, seat), found[seat], 0, lanes.n)
    return (found.swapaxes(0, 1) / game.points_in_reward).astype(np.float32)


class Memory:
    """The games of the window; the oldest are forgotten."""

    def __init__(self, config: ZeroConfig) -> None:
        self.config = config
        self.records: deque[Record] = deque()
        self.rows = 0
        self.rows_so_far = 0

    def add(self, records: Sequence[Record]) -> int:
        """Returns how many searched questions they have."""
        config = self.config
        new = sum(len(record) for record in records)
        self.records += records
        self.rows += new
        self.rows_so_far += new
        window = min(config.window, max(config.window_at_first, config.window_share * self.rows_so_far))
        while len(self.records) > 1 and self.rows - len(self.records[0]) >= window:
            self.rows -= len(self.records.popleft())
        return new

    def drawn(self, rows: float, rng: np.random.Generator) -> Iterator[Record]:
        """Games with about so many rows in all; none comes again before all others have come."""
        left = rows if self.rows else 0.0
        while left > 0:
            for k in rng.permutation(len(self.records)).tolist():
                if left <= 0:
                    return
                yield self.records[k]
                left -= len(self.records[k])

    def to_tensors(self) -> Tensors:
        return packed(list(self.records))

    def from_tensors(self, parts: Tensors, tables: int, outcome: int) -> None:
        self.records = deque(unpacked(parts, tables, outcome))
        self.rows = sum(len(record) for record in self.records)


def packed(records: list[Record]) -> Tensors:
    """As tensors, the games one after the other."""
    heads = np.array([(len(one.answers), len(one), len(one.targets), one.table) for one in records], np.int64)
    deals = np.array([one.deal for one in records], np.uint64)
    parts: dict[str, Any] = {"heads": heads.reshape(-1, 4), "deals": deals.view(np.int64)}
    for name, kind in (("answers", np.int16), ("searched", np.int32), ("cuts", np.int32), ("targets", np.uint16)):
        joined = np.concatenate([np.zeros(0, kind), *(getattr(one, name) for one in records)])
        parts[name] = joined.view(np.int16) if kind is np.uint16 else joined
    parts["expected"] = np.concatenate([np.zeros(0, np.float32), *(one.expected.reshape(-1) for one in records)])
    return {name: torch.from_numpy(part.copy()) for name, part in parts.items()}


def unpacked(parts: Tensors, tables: int, outcome: int) -> list[Record]:
    """What `packed` gave; what does not fit together raises ValueError."""
    part = {name: tensor.numpy() for name, tensor in parts.items()}
    answers, searched, targets, table = part["heads"].reshape(-1, 4).T
    if (part["heads"] < 0).any() or (table >= tables).any() or len(part["deals"]) != len(table):
        raise ValueError("games that are remembered do not fit together")
    deals = part["deals"].view(np.uint64).tolist()
    pieces: dict[str, list[Array]] = {
        "answers": np.split(part["answers"].astype(np.int16), np.cumsum(answers)),
        "searched": np.split(part["searched"].astype(np.int32), np.cumsum(searched)),
        "cuts": np.split(part["cuts"].astype(np.int32), np.cumsum(searched + 1)),
        "targets": np.split(part["targets"].astype(np.int16).view(np.uint16), np.cumsum(targets)),
        "expected": np.split(part["expected"].astype(np.float32), np.cumsum(searched * outcome)),
    }
    if any(len(split[-1]) for split in pieces.values()):
        raise ValueError("games that are remembered do not fit together")
    found = [
        Record(int(table[k]), deals[k], pieces["answers"][k], pieces["searched"][k],
               pieces["expected"][k].reshape(-1, outcome), pieces["cuts"][k], pieces["targets"][k])
        for k in range(len(table))
    ]
    for record in found:
        ends = len(record.targets)
        is_whole = record.cuts[0] == 0 and record.cuts[-1] == ends and (np.diff(record.cuts) > 0).all()
        is_in_order = (np.diff(record.searched, prepend=-1, append=len(record.answers)) > 0).all()
        if not (is_whole and is_in_order):
            raise ValueError("questions that are remembered do not fit together")
    return found


# --- self-play ---


class LaneGroup:
    """Lanes of one table."""

    def __init__(self, game: Game, config: ZeroConfig, n: int, table: int, number: int) -> None:
        self.game = game
        self.config = config
        self.n = n
        self.table = table
        self.searches = Searches(game, n, config.searching(), plays_on=True)
        self.searches.deal(np.array([derived_seed(config.seed, STREAMS, number, k) for k in range(n)], np.uint64))
        self.events = self.searches.events[:0].copy()        # of games that go on
        self.targets = self.searches.targets[:0].copy()
        self.records: list[Record] = []                      # that ended in the last rollout
        self.decisions = 0
        self.scores: list[float] = []

    def finish(self) -> None:
        """Sort what happened in a rollout into games."""
        searches = self.searches
        made, found = searches.used.tolist()
        fresh = searches.events[:made].copy()
        fresh["target"][fresh["target"] >= 0] += len(self.targets)
        events = np.concatenate([self.events, fresh])
        targets = np.concatenate([self.targets, searches.targets[:found]])
        self.records, self.events, self.targets = read_events(events, targets, self.table, self.config.trust)
        is_end = fresh["action"] == GAME_ENDS
        self.decisions = int((~is_end).sum())
        points = fresh["expected"][is_end][:, : self.game.num_players] * self.game.points_in_reward
        self.scores = points.reshape(-1).tolist()

    # what goes on is kept as deals and answers; the searches under way begin anew

    def to_tensors(self) -> Tensors:
        lanes, records = self.searches.lanes, []
        for k in range(self.n):
            told = self.events[self.events["lane"] == k]
            searched = np.flatnonzero(told["target"] >= 0)
            own, targets = _repacked(told[searched], self.targets)
            records.append(Record(
                0, int(lanes["deal"][k]), told["action"].astype(np.int16), searched.astype(np.int32),
                np.ascontiguousarray(told["expected"][searched]), np.append(own["target"], len(targets)), targets,
            ))
        every = {name: torch.from_numpy(lanes[name].view(np.int64).copy()) for name in ("stream", "chance")}
        found = np.ascontiguousarray(self.events["expected"])
        return {**packed(records), **every, "every": torch.from_numpy(found)}

    def from_tensors(self, parts: Tensors) -> None:
        searches, outcome = self.searches, 2 * self.game.kind.most_players
        records = unpacked(parts, 1, outcome)
        if len(records) != self.n:
            raise ValueError("another number of lanes")
        searches.lanes["root"][:, 0] = play_again(self.game, records).states
        searches.lanes["deal"] = [record.deal for record in records]
        for name in ("stream", "chance"):
            searches.lanes[name] = parts[name].numpy().view(np.uint64)
        events = np.zeros(sum(len(record.answers) for record in records), searches.records.event)
        events["lane"] = np.repeat(np.arange(self.n), [len(record.answers) for record in records])
        events["action"] = np.concatenate([record.answers for record in records])
        events["expected"] = parts["every"].numpy().reshape(-1, outcome)
        events["target"] = -1
        first = begun = 0
        for record in records:
            places = first + record.searched
            events["target"][places] = begun + record.cuts[:-1]
            events["answers"][places] = np.diff(record.cuts)
            first, begun = first + len(record.answers), begun + len(record.targets)
        self.events = events
        self.targets = np.concatenate([record.targets for record in records])


@dataclass
class Seconds:
    """Where the time of a shard went."""

    search: float = 0.0
    network: float = 0.0


class Shard:
    """What one thread plays: lanes of all tables. The network is asked for all their rows at once."""

    def __init__(self, groups: list[LaneGroup], config: ZeroConfig) -> None:
        self.groups = groups
        self.config = config
        cuts = np.cumsum([0, *(group.n for group in groups)]).tolist()
        self.rows = [slice(cuts[k], cuts[k + 1]) for k in range(len(groups))]
        self.seconds = Seconds()

    def collect(self, ask: Ask) -> None:
        """Every lane has so many positions judged. Searches under way begin anew: the network is another one."""
        self.seconds = Seconds()
        for group in self.groups:
            group.searches.forget()
            group.searches.begin()
        for _ in range(self.config.sweeps):
            times = [time.perf_counter()]
            seen = [group.searches.observations for group in self.groups]
            logits, expected = ask(seen[0] if len(seen) == 1 else np.concatenate(seen))
            times.append(time.perf_counter())
            for group, rows in zip(self.groups, self.rows, strict=True):
                group.searches.go_on(logits[rows], expected[rows])
            times.append(time.perf_counter())
            self.seconds.network += times[1] - times[0]
            self.seconds.search += times[2] - times[1]
        for group in self.groups:
            group.finish()


# --- the learner ---


@dataclass
class Learned:
    """What an update came to: means over the rows that were learned."""

    rows: int = 0
    steps: int = 0
    numbers: dict[str, float] = field(default_factory=lambda: dict.fromkeys([*Found._fields, "gradient"], math.nan))
    sums: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(Found._fields)))
    gradient: float = 0.0

    def finish(self) -> None:
        if self.rows:
            means = (self.sums / self.rows).tolist()
            self.numbers = dict(zip(Found._fields, means, strict=True)) | {"gradient": self.gradient / self.steps}


class ZeroTrainer:
    """The network that learns, the one that plays, the games and their lanes."""

    def __init__(self, config: ZeroConfig, threads: int | None = None) -> None:
        torch.set_num_threads(1)                             # shards are the only parallel work
        self.config = config
        self.games = config.all_games()
        torch.manual_seed(derived_seed(config.seed, WEIGHTS_SEED) >> 1)
        kind = config.kind
        self.learner = GuidingNetwork(config.preset, kind, self.games[0])
        if config.start is not None:
            begin_with(self.learner, config.start, config.preset, self.games[0])
        self.network = copy.deepcopy(self.learner)           # which plays
        self.past = copy.deepcopy(self.network)
        self.snapshots: list[Tensors] = []
        self.optimiser = torch.optim.AdamW(
            self.learner.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay
        )
        self.replicas = [self.learner] + [replica_of(self.learner) for _ in range(config.shards - 1)]
        self.memory = Memory(config)
        self.shards = self._made_shards()
        self.update, self.decisions, self.seconds, self.steps = 0, 0, 0.0, 0
        workers = min(config.shards, threads or available_cores())
        self._pool = ThreadPoolExecutor(workers, initializer=torch.set_num_threads, initargs=(1,))

    def _made_shards(self) -> list[Shard]:
        config, tables = self.config, len(self.games)
        number = tables * config.shards
        cuts = [config.lanes * k // number for k in range(number + 1)]
        groups = [
            LaneGroup(self.games[k % tables], config, cuts[k + 1] - cuts[k], k % tables, k) for k in range(number)
        ]
        return [Shard(groups[k : k + tables], config) for k in range(0, number, tables)]

    @property
    def groups(self) -> list[LaneGroup]:
        return [group for shard in self.shards for group in shard.groups]

    def close(self) -> None:
        self._pool.shutdown()

    # --- one update ---

    def collect(self) -> int:
        """Play on in every lane; returns how many new rows there are to learn."""
        ask = asking(self.network, self.config.kind)
        list(self._pool.map(lambda shard: shard.collect(ask), self.shards))
        self.decisions += sum(group.decisions for group in self.groups)
        return self.memory.add([record for group in self.groups for record in group.records])

    def learn(self, new_rows: int, used: float) -> Learned:
        """So many rows out of the window that each is learned `reuse` times on average."""
        config, learned = self.config, Learned()
        rng = np.random.default_rng(derived_seed(config.seed, ROWS, self.update))
        for group in self.optimiser.param_groups:
            group["lr"] = config.learning_rate + used * (config.learning_rate_end - config.learning_rate)
        drawn: list[Record] = []
        rows = 0
        for record in self.memory.drawn(config.reuse * new_rows, rng):
            drawn.append(record)
            rows += len(record)
            if rows >= ROWS_AT_ONCE:
                self._learn_from(drawn, rng, learned)
                drawn, rows = [], 0
        if drawn:
            self._learn_from(drawn, rng, learned)
        learned.finish()
        return learned

    def _learn_from(self, records: list[Record], rng: np.random.Generator, learned: Learned) -> None:
        rows = self._shown_again(records)
        self.learner.follow(torch.from_numpy(rows.outcomes), FOLLOWING if self.steps else 1.0)
        order = rng.permutation(len(rows.outcomes))
        for batch in np.array_split(order, max(1, round(len(order) / self.config.minibatch))):
            self._descend(rows, batch, learned)

    def _shown_again(self, records: list[Record]) -> Rows:
        """Every thread plays some of the games of each table."""
        shards = self.config.shards
        by_table = [[record for record in records if record.table == table] for table in range(len(self.games))]
        parts = [(self.games[table], found[k::shards]) for table, found in enumerate(by_table) for k in range(shards)]
        shown = list(self._pool.map(lambda part: relive(*part), [part for part in parts if part[1]]))
        return Rows(*(np.concatenate(columns) for columns in zip(*shown, strict=True)))

    def _descend(self, rows: Rows, batch: NDArray[np.int64], learned: Learned) -> None:
        """One step of the optimiser; every replica adds up the gradient of its own part of the minibatch."""
        config = self.config
        weights = {"policy_loss": 1.0, "points_loss": config.points_weight, "wins_loss": config.wins_weight,
                   "sources_loss": config.sources_weight}

        def add_up(replica: Network, part: NDArray[np.int64]) -> NDArray[np.float64]:
            replica.zero_grad(set_to_none=True)
            sums = np.zeros(len(Found._fields))
            for start in range(0, len(part), config.chunk):
                some = part[start : start + config.chunk]
                observations, targets, outcomes = (torch.from_numpy(column[some]) for column in rows)
                logits, expected = replica(observations)
                off = (expected - outcomes) / self.learner.spread
                found = losses(logits, off, targets, config.kind.most_players)
                total = sum((weight * getattr(found, name) for name, weight in weights.items()), torch.zeros(()))
                (total / len(batch)).backward()
                sums += [float(number.detach()) for number in found]
            return sums

        parts = np.array_split(batch, len(self.replicas))
        sums = sum(self._pool.map(add_up, self.replicas, parts), np.zeros(len(Found._fields)))
        add_gradients(self.learner, self.replicas[1:])
        norm = float(torch.nn.utils.clip_grad_norm_(self.learner.parameters(), config.gradient_limit))
        if not (np.isfinite(sums).all() and math.isfinite(norm)):
            raise NotFinite(dict(zip(Found._fields, sums.tolist(), strict=True)) | {"gradient": norm})
        self.optimiser.step()
        self.steps += 1
        learned.steps += 1
        learned.rows += len(batch)
        learned.sums += sums
        learned.gradient += norm
        self._average()

    def _average(self) -> None:
        """The network that plays follows; at first closely, since what it was is worth nothing."""
        kept = min(self.config.averaging, self.steps / (10 + self.steps))
        with torch.no_grad():
            for mine, learned in zip(self.network.parameters(), self.learner.parameters(), strict=True):
                mine.lerp_(learned, 1 - kept)
            for own, followed in zip(self.network.buffers(), self.learner.buffers(), strict=True):
                own.copy_(followed)

    def remember(self) -> None:
        """The network of now becomes a past self; the oldest one is forgotten when there are too many."""
        self.snapshots = [*self.snapshots, weights_of(self.network)][-self.config.snapshots :]

    def advance(self, used: float) -> dict[str, Any]:
        """One update. `used` is the share of the budget that is used up; returns a line of curves.csv."""
        start = time.perf_counter()
        if self.update % self.config.snapshot_every == 0:
            self.remember()
        new_rows = self.collect()
        between = time.perf_counter()
        learned = self.learn(new_rows, used)
        self.update += 1
        end = time.perf_counter()
        self.seconds += end - start
        return self._row(learned, new_rows, between - start, end - between)

    def _row(self, learned: Learned, new_rows: int, playing: float, learning: float) -> dict[str, Any]:
        """A line of curves.csv. Times of the parts of playing are those of all threads together."""
        scores = [score for group in self.groups for score in group.scores]
        made = sum(group.decisions for group in self.groups)
        judged = self.config.sweeps * self.config.lanes
        return {
            "update": self.update,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "decisions_per_second": made / (playing + learning),
            "judged_per_second": judged / playing,               # positions, by the network, in self-play
            "judged_per_decision": judged / max(1, made),
            "playing_seconds": playing,
            "learning_seconds": learning,
            "network_seconds": sum(shard.seconds.network for shard in self.shards),
            "search_seconds": sum(shard.seconds.search for shard in self.shards),
            "megabytes": resident_megabytes(),
            "games": sum(len(group.records) for group in self.groups),
            "points": float(np.mean(scores)) if scores else math.nan,
            "new_rows": new_rows,
            "window": self.memory.rows,
            "learned_rows": learned.rows,
            **learned.numbers,
            "value_explained": 1.0 - learned.numbers["own_error"],
        }

    def words(self, row: dict[str, Any]) -> str:
        return (
            f"update {row['update']}: {row['decisions']:,} decisions, {row['decisions_per_second']:,.0f} a second "
            f"({row['judged_per_decision']:.1f} positions judged for each, {row['judged_per_second']:,.0f} a second; "
            f"playing {row['playing_seconds']:.1f} s, learning {row['learning_seconds']:.1f} s), "
            f"{row['points']:.1f} points, entropy {row['entropy']:.2f}, surprise {row['surprise']:.3f}, agreement "
            f"{100 * row['agreement']:.0f} %, value explains {100 * row['value_explained']:.0f} %, "
            f"{row['megabytes']:.0f} MB"
        )

    # --- evaluation ---

    def player(self, network: Network, name: str) -> Any:
        config = self.config
        if not config.evaluation_simulations:
            return NetworkPlayer(network, name, config.kind)
        return GuidedPlayer(network, name, config.kind, config.evaluation_simulations, config.searching(), config.seed)

    def evaluate(self) -> list[Strength]:
        player, earlier = self.player(self.network, "zero"), None
        if self.snapshots:
            self.past.load_state_dict(self.snapshots[0])
            earlier = self.player(self.past, "earlier")
        games = self.games[: len(self.config.players)]
        return [found for game in games for found in evaluate(game, player, self.config.evaluation_deals, earlier)]

    # --- everything that a checkpoint has ---

    def tensors(self) -> dict[str, Tensors]:
        optimiser = self.optimiser.state_dict()["state"]
        return {
            POLICY: weights_of(self.network),
            OPTIMISER: {**numbered(optimiser), **numbered({-1: weights_of(self.learner)})},
            OPPONENTS: numbered(dict(enumerate(self.snapshots))),
            LANES: numbered({-1: self.memory.to_tensors()} | {
                k: group.to_tensors() for k, group in enumerate(self.groups)
            }),
        }

    def progress(self) -> dict[str, Any]:
        return {
            "update": self.update, "decisions": self.decisions, "seconds": self.seconds, "steps": self.steps,
            "rows": self.memory.rows_so_far,
        }

    def restore(self, checkpoint: Any) -> None:
        """Go on exactly where `checkpoint` was written: searches begin anew with every update."""
        progress, path = checkpoint.progress(), checkpoint.path
        with must_fit(path):
            load_weights(self.network, checkpoint.tensors(POLICY), path)
            optimiser = by_number(checkpoint.tensors(OPTIMISER))
            load_weights(self.learner, optimiser.pop(-1), path)
            if optimiser:                                    # nothing was learned yet
                load_optimiser(self.optimiser, self.learner, optimiser)
            snapshots = by_number(checkpoint.tensors(OPPONENTS))
            for k in range(len(snapshots)):
                load_weights(self.past, snapshots[k], path)
            self.snapshots = [snapshots[k] for k in range(len(snapshots))]
            lanes = by_number(checkpoint.tensors(LANES))
            self.memory.from_tensors(lanes[-1], len(self.games), 2 * self.config.kind.most_players)
            for k, group in enumerate(self.groups):
                group.from_tensors(lanes[k])
            self.update, self.decisions = int(progress["update"]), int(progress["decisions"])
            self.seconds, self.steps = float(progress["seconds"]), int(progress["steps"])
            self.memory.rows_so_far = int(progress["rows"])


def begin_with(network: GuidingNetwork, start: str, preset: str, game: Game) -> None:
    """The weights of a network of the same preset that was trained before; it may have expected other things."""
    place = chosen_checkpoint(Path(start), read_manifest)
    checkpoint = read_checkpoint(place, [POLICY])
    manifest = checkpoint.manifest
    kind = kind_named_by(manifest)
    if (kind.id, manifest["preset"]) != (game.kind.id, preset):
        raise InvalidOption(f"{place} is a network {manifest['preset']} for {kind.title}; this run has {preset} for "
                            f"{game.kind.title}")
    check_rules(place, manifest, config_of(manifest["config"]).games())
    of_zero = trainer_of(manifest["config"]) == ZERO
    given, own = weights_of(checkpoint.network()), (network if of_zero else network.network).state_dict()
    for name, tensor in given.items():
        if tensor.shape == own[name].shape:
            own[name].copy_(tensor)
        else:                                                # the last row is what it expected, if nothing else
            own[name][: len(tensor) - 1] = tensor[:-1]


# --- the loop ---


def train(
    config: ZeroConfig, out: Path, budget: Budget, threads: int | None = None,
    tell: Callable[[str], None] | None = None, is_over: Callable[[ZeroTrainer], bool] = lambda trainer: False,
) -> bool:
    """Train in the folder `out` until the budget is used up; returns whether it is."""
    with Run(out, config).locked() as run:
        trainer = ZeroTrainer(config, threads)
        try:
            return train_until(trainer, run, budget, tell, is_over)
        finally:
            trainer.close()
