"""Masked PPO by self-play, from top to bottom: the loss, lanes, rollout, update, the loop around them.

Every seat's decisions train, with advantages along that seat's own decisions. In a share of the lanes only one seat
learns, against `greedy` or a past self. The work is cut into shards whose results do not depend on the number of
threads: every shard plays its own lanes, and computes its own part of every gradient.
"""

import copy
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from undersea_env.agents.arena.running import available_cores
from undersea_env.agents.greedy import choose_greedily, new_greedy_rooms, points_expected_by_greedy
from undersea_env.core.advantages import advantages_along_seats
from undersea_env.core.checkpoint_files import checkpoints_of
from undersea_env.core.kind import Kind
from undersea_env.core.lanes import Lanes
from undersea_env.core.layers import Network
from undersea_env.core.position import Game
from undersea_env.core.rewards import leads_of
from undersea_env.core.shaping import Shaping, points_so_far
from undersea_env.core.streams import derived_seed
from undersea_env.training.checkpoints import (
    LANES,
    OPPONENTS,
    OPTIMISER,
    POLICY,
    Checkpoint,
    Tensors,
    load_weights,
    to_begin_with,
    weights_of,
)
from undersea_env.training.config import Config
from undersea_env.training.evaluation import Strength, evaluate
from undersea_env.training.kernels import draw_actions, imitation_loss, policy_loss
from undersea_env.training.loop import (
    Budget,
    NotFinite,
    by_number,
    load_optimiser,
    must_fit,
    numbered,
    train_until,
)
from undersea_env.training.memory import resident_megabytes
from undersea_env.training.network import add_gradients, make_network, replica_of
from undersea_env.training.player import NetworkPlayer
from undersea_env.training.runs import Run

WEIGHTS_SEED, DEALS, CHOICES, MINIBATCHES = range(4)     # purposes of the seeds derived from that of the run
NOBODY, PAST, GREEDY = range(3)                          # who plays the other seats of a lane; NOBODY: all seats learn
FOUND = ("policy_loss", "entropy", "kl", "clipped")      # what `policy_loss` adds up

Floats = NDArray[np.float32]


# --- the loss ---


def reference_loss(
    logits: Tensor, masks: Tensor, actions: Tensor, before: Tensor, advantages: Tensor, clip: float,
    entropy_weight: float,
) -> tuple[Tensor, Tensor]:
    """What PPO lowers, over legal actions only: the mean loss, and the mean entropy in it.

    `before` are the log-probabilities with which the actions were drawn. Nothing calls this but the test that compares
    it with `kernels.policy_loss`, which has the same value and its derivative by the logits in one pass over the rows.
    """
    logs = torch.log_softmax(logits.masked_fill(masks == 0, -1e30), 1)
    entropy = -(logs.exp() * logs.clamp(min=-1e9)).sum(1).mean()
    ratio = torch.exp(logs.gather(1, actions.unsqueeze(1)).squeeze(1) - before)
    held = ratio.clamp(1 - clip, 1 + clip)
    gained = torch.minimum(ratio * advantages, held * advantages).mean()
    return -(gained + entropy_weight * entropy), entropy


# --- lanes and rollout ---


class Rollout:
    """What happened in all lanes between two updates, steps first; observations stay bytes.

    Observations and masks have one step more: the positions after the last one, with which the next rollout begins.
    """

    def __init__(self, kind: Kind, steps: int, lanes: int, most_players: int) -> None:
        self.observations = np.zeros((steps + 1, lanes, kind.observation.size), np.uint8)
        self.masks = np.zeros((steps + 1, lanes, kind.num_actions), np.int8)
        self.actions = np.zeros((steps, lanes), np.int64)
        self.log_probabilities = np.zeros((steps, lanes), np.float32)
        self.values = np.zeros((steps, lanes), np.float32)
        self.acted = np.zeros((steps, lanes), np.int64)                      # the seat
        self.learns = np.zeros((steps, lanes), np.bool_)
        self.earned = np.zeros((steps, lanes, most_players), np.float32)     # by each seat
        self.ended = np.zeros((steps, lanes), np.bool_)
        self.advantages = np.zeros((steps, lanes), np.float32)
        self.streams = np.zeros(lanes, np.uint64)                            # of random numbers, one a lane


class LaneGroup:
    """Lanes of one table. They write their columns of the rollout."""

    def __init__(self, game: Game, config: Config, rollout: Rollout, first: int, n: int, number: int) -> None:
        self.game = game
        self.config = config
        self.rollout = rollout
        self.columns = slice(first, first + n)
        self.n = n
        self.lanes = Lanes(game, n)
        self.lanes.reset([derived_seed(config.seed, DEALS, number, lane) for lane in range(n)])
        self.streams = rollout.streams[self.columns]
        self.streams[:] = [derived_seed(config.seed, CHOICES, number, k) for k in range(n)]
        points_of = points_expected_by_greedy(game) if config.foresight else points_so_far
        self.shaping = Shaping(config.shaping, config.gamma, points_of, config.rivalry)
        self.shaping.begin(self.lanes)
        self.against = np.full(n, NOBODY)
        if game.num_players > 1:
            with_others = round(config.opponent_share * n)
            self.against[:with_others] = PAST
            self.against[: round(config.greedy_share * with_others)] = GREEDY
        self.learner = np.arange(n) % game.num_players       # the seat that learns where others play the rest
        if (self.against == GREEDY).any() or config.imitation:
            self.rooms = new_greedy_rooms(game, 1)
            # compiles now what it needs: later that would count as training
            self.ask_greedy(np.zeros(n, np.bool_), self.lanes.masks.copy(), np.zeros(n, np.int64))
        self.scores: list[float] = []                        # of learning seats, in games that ended

    def begin(self) -> None:
        """The first step of a rollout is the position after the last step of the one before."""
        self.scores = []
        observations, masks = self.rollout.observations[0, self.columns], self.rollout.masks[0, self.columns]
        observations[:], masks[:] = self.lanes.observations, self.lanes.masks
        self.rollout.earned[:, self.columns], self.rollout.ended[:, self.columns] = 0.0, False

    def who_plays(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """NOBODY, where the seat that decides learns."""
        return np.where(players == self.learner, NOBODY, self.against)

    def advance(self, step: int, played: NDArray[np.int64]) -> None:
        """The lanes write their next observations and masks straight into the rollout."""
        rollout, columns = self.rollout, self.columns
        self.lanes.use_other_arrays(rollout.observations[step + 1, columns], rollout.masks[step + 1, columns])
        ended = self.lanes.advance(played)
        earned = np.zeros((self.n, self.game.num_players))
        if ended is not None:
            game = self.game
            margins = leads_of(ended.scores, game.is_cooperative, self.config.rivalry, game.points_in_reward)
            share = self.config.margin_share
            earned[ended.lanes] = (1 - share) * ended.returns + share * margins
            rollout.ended[step, columns][ended.lanes] = True
            self._note_scores(ended.lanes, ended.scores)
        self.shaping.add_to(earned, self.lanes, ended)
        rollout.earned[step, columns, : self.game.num_players] = earned

    def find_advantages(self, last_values: Floats) -> None:
        rollout, columns = self.rollout, self.columns
        rollout.advantages[:, columns] = advantages_along_seats(
            rollout.values[:, columns], rollout.acted[:, columns], rollout.earned[:, columns, : self.game.num_players],
            rollout.ended[:, columns], last_values, self.lanes.players(), self.config.gamma, self.config.gae_lambda,
        )

    def ask_greedy(self, wanted: NDArray[np.bool_], masks: NDArray[np.int8], actions: NDArray[np.int64]) -> None:
        """It sees the true positions, but uses only what the seat that decides may know."""
        choose_greedily(self.game, self.lanes.states, self.rooms, masks, wanted, actions, 0, self.n)

    def _note_scores(self, lanes: NDArray[np.int64], scores: NDArray[np.int64]) -> None:
        for lane, points in zip(lanes.tolist(), scores.tolist(), strict=True):
            seats = range(len(points)) if self.against[lane] == NOBODY else [int(self.learner[lane])]
            self.scores += [points[seat] for seat in seats]

    def to_tensors(self) -> Tensors:
        games = np.frombuffer(self.lanes.to_bytes(), np.uint8)
        parts = {"games": games, "seeds": self.lanes.seeds.view(np.uint8), "streams": self.streams.view(np.uint8)}
        return {name: torch.from_numpy(part.copy()) for name, part in parts.items()}

    def from_tensors(self, parts: Tensors) -> None:
        seeds, streams = parts["seeds"].numpy().tobytes(), parts["streams"].numpy().tobytes()
        if len(seeds) != 8 * self.n or len(streams) != 8 * self.n:
            raise ValueError("another number of lanes")
        self.lanes.from_bytes(parts["games"].numpy().tobytes())
        self.lanes.seeds[:] = np.frombuffer(seeds, np.uint64)
        self.streams[:] = np.frombuffer(streams, np.uint64)
        self.shaping.begin(self.lanes)


@dataclass
class Seconds:
    """Where the time of a shard went."""

    rules: float = 0.0
    policy: float = 0.0
    opponents: float = 0.0


class Shard:
    """What one thread plays: lanes of all tables. The network is asked for all their rows at once."""

    def __init__(self, groups: list[LaneGroup], config: Config, rollout: Rollout) -> None:
        self.groups = groups
        self.config = config
        self.rollout = rollout
        first = groups[0].columns.start
        self.columns = slice(first, groups[-1].columns.stop)
        self.n = self.columns.stop - first
        self.rows = [slice(group.columns.start - first, group.columns.stop - first) for group in groups]
        self.seconds = Seconds()

    def collect(self, network: Network, past: Network | None, imitates: bool = False) -> None:
        """Play all steps. `past` plays for the past selves; as long as there is none, all seats learn there.

        If the network `imitates`, greedy answers every question, and what it answers is what is learned. It plays every
        second lane; in the others the network plays, so that it learns what to do where its own mistakes lead.
        """
        self.seconds = Seconds()
        for group in self.groups:
            group.begin()
        with torch.no_grad():
            for step in range(self.config.steps):
                self._step(step, network, past, imitates)
            start = time.perf_counter()
            _, last_values = network(torch.from_numpy(self.rollout.observations[self.config.steps, self.columns]))
            self.seconds.policy += time.perf_counter() - start
        for group, rows in zip(self.groups, self.rows, strict=True):
            group.find_advantages(last_values.numpy()[rows])

    def _step(self, step: int, network: Network, past: Network | None, imitates: bool) -> None:
        rollout, columns = self.rollout, self.columns
        seats = [group.lanes.players() for group in self.groups]
        others = np.concatenate([group.who_plays(who) for group, who in zip(self.groups, seats, strict=True)])
        if past is None:
            others[others == PAST] = NOBODY
        learns = np.ones(self.n, np.bool_) if imitates else others == NOBODY
        actions, masks = rollout.actions[step, columns], rollout.masks[step, columns]
        times = [time.perf_counter()]
        rollout.values[step, columns] = self._draw(network, learns, step)
        times.append(time.perf_counter())
        if past is not None and not imitates:
            self._draw(past, others == PAST, step)
        played = actions.copy() if imitates else actions
        theirs = np.ones(self.n, np.bool_) if imitates else others == GREEDY
        for group, rows in zip(self.groups, self.rows, strict=True):
            if theirs[rows].any():
                group.ask_greedy(theirs[rows], masks[rows], actions[rows])
        if imitates:
            played[::2] = actions[::2]
        times.append(time.perf_counter())
        rollout.acted[step, columns] = np.concatenate(seats)
        rollout.learns[step, columns] = learns
        for group, rows in zip(self.groups, self.rows, strict=True):
            group.advance(step, played[rows])
        times.append(time.perf_counter())
        self.seconds.policy += times[1] - times[0]
        self.seconds.opponents += times[2] - times[1]
        self.seconds.rules += times[3] - times[2]

    def _draw(self, network: Network, wanted: NDArray[np.bool_], step: int) -> Floats:
        """Actions of this network where wanted; returns what it expects there, 0 elsewhere."""
        rows = np.flatnonzero(wanted)
        values = np.zeros(self.n, np.float32)
        if not len(rows):
            return values
        rollout, columns = self.rollout, self.columns
        seen = torch.from_numpy(rollout.observations[step, columns])
        logits, expected = network(seen if len(rows) == self.n else seen[torch.from_numpy(rows)])
        draw_actions(
            logits.numpy(), rows, rollout.masks[step, columns], rollout.streams[columns],
            rollout.actions[step, columns], rollout.log_probabilities[step, columns],
        )
        values[rows] = expected.numpy()
        return values


# --- the learner ---


@dataclass
class Learned:
    """What an update came to."""

    minibatches: int = 0
    numbers: dict[str, float] = field(default_factory=lambda: dict.fromkeys([*FOUND, "value_loss", "gradient"], 0.0))
    stopped_by_kl: bool = False

    def add(self, **numbers: float) -> None:
        self.minibatches += 1
        for name, number in numbers.items():
            self.numbers[name] += (number - self.numbers[name]) / self.minibatches


def first_checkpoint(config: Config) -> Checkpoint | None:
    return None if config.begin_with is None else to_begin_with(config.begin_with, config.kind, config.preset)


class Trainer:
    """The network, its optimiser, its lanes and its past selves."""

    def __init__(self, config: Config, threads: int | None = None, first: Checkpoint | None = None) -> None:
        """`first` has the weights to begin with."""
        torch.set_num_threads(1)                             # shards are the only parallel work
        self.config = config
        games = config.all_games()
        torch.manual_seed(derived_seed(config.seed, WEIGHTS_SEED) >> 1)
        self.network = make_network(config.preset, config.kind, games[0])
        if first is not None:
            load_weights(self.network, first.tensors(POLICY), first.path)
        self.past = copy.deepcopy(self.network)
        self.snapshots: list[Tensors] = []
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate, eps=1e-5)
        self.rng = np.random.default_rng(derived_seed(config.seed, MINIBATCHES))
        self.rollout = Rollout(config.kind, config.steps, config.lanes, max(config.players))
        self.shards = self._made_shards(games)
        self.replicas = [self.network] + [replica_of(self.network) for _ in range(config.shards - 1)]
        self.update, self.decisions, self.seconds = 0, 0, 0.0
        self.imitates = config.imitation > 0.0               # at first; once that is over it never comes back
        workers = min(config.shards, threads or available_cores())
        self._pool = ThreadPoolExecutor(workers, initializer=torch.set_num_threads, initargs=(1,))

    def _made_shards(self, games: list[Game]) -> list[Shard]:
        number = len(games) * self.config.shards
        cuts = [self.config.lanes * k // number for k in range(number + 1)]
        groups = [
            LaneGroup(games[k % len(games)], self.config, self.rollout, cuts[k], cuts[k + 1] - cuts[k], k)
            for k in range(number)
        ]
        return [Shard(groups[k : k + len(games)], self.config, self.rollout) for k in range(0, number, len(games))]

    @property
    def groups(self) -> list[LaneGroup]:
        return [group for shard in self.shards for group in shard.groups]

    def close(self) -> None:
        self._pool.shutdown()

    # --- one update ---

    def collect(self, used: float = 1.0) -> None:
        """Play `steps` decisions in every lane; who plays for the past selves is drawn for the whole rollout.

        `used` is the share of the budget that is used up.
        """
        past = None
        if self.snapshots:
            past = self.past
            past.load_state_dict(self.snapshots[int(self.rng.integers(len(self.snapshots)))])
        self.imitates = self.imitates and used < self.config.imitation
        list(self._pool.map(lambda shard: shard.collect(self.network, past, self.imitates), self.shards))
        self.decisions += self.config.steps * self.config.lanes

    def learn(self, used: float) -> Learned:
        """Some epochs over the rollout; learning rate and entropy go down once it is PPO."""
        config, rollout = self.config, self.rollout
        rows = np.flatnonzero(self.teaches())
        if not len(rows):
            return Learned()
        advantages = rollout.advantages.reshape(-1)
        targets = advantages + rollout.values.reshape(-1)
        usual = advantages[rows]
        advantages = (advantages - usual.mean()) / (usual.std() + 1e-8)
        used = max(0.0, used - config.imitation) / (1.0 - config.imitation)
        entropy = config.entropy + used * (config.entropy_end - config.entropy)
        for group in self.optimiser.param_groups:
            group["lr"] = config.learning_rate + used * (config.learning_rate_end - config.learning_rate)
            if self.imitates:
                group["lr"] = config.imitation_rate
        learned = Learned()
        for _ in range(config.epochs):
            order = self.rng.permutation(rows)
            for batch in np.array_split(order, max(1, round(len(order) / config.minibatch))):
                self._descend(batch, advantages, targets, entropy, learned)
                if learned.stopped_by_kl:
                    return learned
        return learned

    def teaches(self) -> NDArray[np.bool_]:
        """Where there is something to learn: what was as good as certain has no gradient worth its time."""
        if self.imitates:
            return self.rollout.learns
        is_certain = self.rollout.log_probabilities >= math.log(self.config.certain)     # not if it is no number
        return self.rollout.learns & ~is_certain

    def _descend(
        self, batch: NDArray[np.int64], advantages: Floats, targets: Floats, entropy: float, learned: Learned
    ) -> None:
        """One step of the optimiser; every replica adds up the gradient of its own part of the minibatch."""
        parts = np.array_split(batch, len(self.replicas))
        weight = 1.0 / len(batch)

        def add_up(replica: Network, part: NDArray[np.int64]) -> NDArray[np.float64]:
            replica.zero_grad(set_to_none=True)
            found = np.zeros(len(FOUND) + 1)
            for start in range(0, len(part), self.config.chunk):
                rows = part[start : start + self.config.chunk]
                self._backward(replica, rows, advantages[rows], targets[rows], entropy, weight, found)
            return found

        found = sum(self._pool.map(add_up, self.replicas, parts), np.zeros(len(FOUND) + 1))
        add_gradients(self.network, self.replicas[1:])
        norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.config.gradient_limit)
        numbers = dict(zip([*FOUND, "value_loss"], found.tolist(), strict=True)) | {"gradient": float(norm)}
        if not all(math.isfinite(number) for number in numbers.values()):
            raise NotFinite(numbers | {"minibatch": learned.minibatches})
        learned.add(**numbers)
        if numbers["kl"] > self.config.kl_limit:
            learned.stopped_by_kl = True                     # this step would lead further away: it is not made
            return
        self.optimiser.step()

    def _backward(
        self, replica: Network, rows: NDArray[np.int64], advantages: Floats, targets: Floats, entropy: float,
        weight: float, found: NDArray[np.float64],
    ) -> None:
        rollout = self.rollout
        steps, lanes = np.divmod(rows, self.config.lanes)
        logits, values = replica(torch.from_numpy(rollout.observations[steps, lanes]))
        gradient = np.empty(tuple(logits.shape), np.float32)
        given = logits.detach().numpy(), rollout.masks[steps, lanes], rollout.actions[steps, lanes]
        if self.imitates:
            imitation_loss(*given, weight, gradient, found)
        else:
            before = rollout.log_probabilities[steps, lanes]
            policy_loss(*given, before, advantages, self.config.clip, entropy, weight, gradient, found)
        surprise = values.detach() - torch.from_numpy(targets)
        found[-1] += weight * float((surprise**2).sum())
        by_value = 2 * self.config.value_weight * weight * surprise
        torch.autograd.backward([logits, values], [torch.from_numpy(gradient), by_value])

    def remember(self) -> None:
        """The network of now becomes a past self; the oldest one is forgotten when there are too many."""
        self.snapshots = [*self.snapshots, weights_of(self.network)][-self.config.snapshots :]

    def advance(self, used: float) -> dict[str, Any]:
        """One update. `used` is the share of the budget that is used up; returns a line of curves.csv."""
        start = time.perf_counter()
        if self.update % self.config.snapshot_every == 0:
            self.remember()
        self.collect(used)
        between = time.perf_counter()
        learned = self.learn(used)
        self.update += 1
        end = time.perf_counter()
        self.seconds += end - start
        return self._row(learned, between - start, end - between)

    def _row(self, learned: Learned, rollout: float, learning: float) -> dict[str, Any]:
        """A line of curves.csv. Times of the rollout's parts are those of all threads together."""
        scores = [score for group in self.groups for score in group.scores]
        rows = self.rollout.learns
        targets = self.rollout.advantages[rows] + self.rollout.values[rows]
        unexplained = float(np.var(self.rollout.advantages[rows]) / (np.var(targets) + 1e-12))
        made = self.config.steps * self.config.lanes
        return {
            "update": self.update,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "decisions_per_second": made / (rollout + learning),
            "rollout_seconds": rollout,
            "learning_seconds": learning,
            "rules_seconds": sum(shard.seconds.rules for shard in self.shards),
            "policy_seconds": sum(shard.seconds.policy for shard in self.shards),
            "opponent_seconds": sum(shard.seconds.opponents for shard in self.shards),
            "megabytes": resident_megabytes(),
            "learning_rows": int(self.teaches().sum()),
            "imitates": int(self.imitates),
            "games": int(self.rollout.ended.sum()),
            "points": float(np.mean(scores)) if scores else math.nan,
            "value_explained": 1.0 - unexplained,
            **learned.numbers,
            "minibatches": learned.minibatches,
            "stopped_by_kl": int(learned.stopped_by_kl),
        }

    def words(self, row: dict[str, Any]) -> str:
        parts = {name: row[f"{name}_seconds"] for name in ("rules", "policy", "opponent")}
        shares = ", ".join(f"{name} {100 * seconds / sum(parts.values()):.0f} %" for name, seconds in parts.items())
        return (
            f"update {row['update']}: {row['decisions']:,} decisions, {row['decisions_per_second']:,.0f} a second "
            f"(rollout {row['rollout_seconds']:.2f} s: {shares}; learning {row['learning_seconds']:.2f} s), "
            f"{row['points']:.1f} points, entropy {row['entropy']:.2f}, KL {row['kl']:.4f}, {row['megabytes']:.0f} MB"
        )

    # --- evaluation ---

    def evaluate(self) -> list[Strength]:
        player, earlier = NetworkPlayer(self.network, "policy", self.config.kind), None
        if self.snapshots:
            self.past.load_state_dict(self.snapshots[0])
            earlier = NetworkPlayer(self.past, "earlier", self.config.kind)
        games = [group.game for group in self.shards[0].groups[: len(self.config.players)]]
        return [found for game in games for found in evaluate(game, player, self.config.evaluation_deals, earlier)]

    # --- everything that a checkpoint has ---

    def tensors(self) -> dict[str, Tensors]:
        return {
            POLICY: weights_of(self.network),
            OPTIMISER: numbered(self.optimiser.state_dict()["state"]),
            OPPONENTS: numbered(dict(enumerate(self.snapshots))),
            LANES: numbered({k: group.to_tensors() for k, group in enumerate(self.groups)}),
        }

    def progress(self) -> dict[str, Any]:
        return {
            "update": self.update, "decisions": self.decisions, "seconds": self.seconds,
            "rng": self.rng.bit_generator.state, "imitates": self.imitates,
        }

    def restore(self, checkpoint: Any) -> None:
        """Go on exactly where `checkpoint` was written."""
        progress, path = checkpoint.progress(), checkpoint.path
        with must_fit(path):
            load_weights(self.network, checkpoint.tensors(POLICY), path)
            snapshots = by_number(checkpoint.tensors(OPPONENTS))
            for k in range(len(snapshots)):
                load_weights(self.past, snapshots[k], path)
            self.snapshots = [snapshots[k] for k in range(len(snapshots))]
            load_optimiser(self.optimiser, self.network, by_number(checkpoint.tensors(OPTIMISER)))
            lanes = by_number(checkpoint.tensors(LANES))
            for k, group in enumerate(self.groups):
                group.from_tensors(lanes[k])
            self.rng.bit_generator.state = progress["rng"]
            self.update, self.decisions = int(progress["update"]), int(progress["decisions"])
            self.seconds = float(progress["seconds"])
            self.imitates = bool(progress["imitates"])


# --- the loop ---


def train(
    config: Config, out: Path, budget: Budget, threads: int | None = None, tell: Callable[[str], None] | None = None,
    is_over: Callable[[Trainer], bool] = lambda trainer: False,
) -> bool:
    """Train in the folder `out` until the budget is used up; returns whether it is."""
    first = None if checkpoints_of(out) else first_checkpoint(config)        # if it cannot be had, nothing is written
    with Run(out, config).locked() as run:
        trainer = Trainer(config, threads, first)
        try:
            return train_until(trainer, run, budget, tell, is_over)
        finally:
            trainer.close()
