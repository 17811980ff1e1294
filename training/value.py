"""A value learned from whole games, from top to bottom: games, positions, network, update, the loop around them.

A position at the beginning of a turn is looked at from every seat; what is learned is how many points more or less
than greedy expects that seat has at the end of the game. At first greedy plays, thousands of games a second; later the
search plays with the value learned so far, fewer and better games. Games begin with a time of variety, so that the
value also knows what follows from unusual decisions; only positions after it are learned, and what comes after them is
played as well as the players can. Every update plays new games: the error on them, before they are learned, is that on
games never seen.
"""

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from undersea_env.agents import Positions
from undersea_env.agents.greedy import NO_SCORES, NO_VALUES, make_worth, new_greedy_rooms, read_weights, worth_of
from undersea_env.agents.redealing import copied
from undersea_env.agents.search import Search
from undersea_env.agents.streams import derived_seed
from undersea_env.agents.value import value_player
from undersea_env.compiling.jit import note_compilation
from undersea_env.compiling.raw import as_bytes
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game
from undersea_env.errors import TrainingFailed
from undersea_env.training.checkpoints import Tensors, load_weights, weights_of
from undersea_env.training.evaluation import Strength, evaluate
from undersea_env.training.loop import (
    Budget,
    NotFinite,
    by_number,
    load_optimiser,
    must_fit,
    numbered,
    train_until,
)
from undersea_env.training.runs import Kind, Run
from undersea_env.training.value_config import ValueConfig
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS, TURNS_IN_ROUND
from undersea_env.underwater_cities.heuristic.choosing import CHOOSE, work_greedily
from undersea_env.underwater_cities.heuristic.learned import (
    HIDDEN,
    INPUT,
    LEARNED,
    MOST_THINGS,
    NUMBERS,
    POINTS_A_UNIT,
    SECOND,
    THINGS,
    value_positions,
)
from undersea_env.underwater_cities.heuristic.learned_value import (
    FILES,
    OPTIMISER,
    SHAPES,
    VALUE,
    LearnedValue,
    book_hash,
    facts_of,
    read_manifest,
)
from undersea_env.underwater_cities.heuristic.valuing import THOUGHT
from undersea_env.underwater_cities.heuristic.worth import ONLY_OF_VALUE, TO_COME
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.questions import TO_PLAY

WEIGHTS_SEED, PERSONALITIES, GAMES, SEARCHES, MINIBATCHES = range(5)     # purposes of the seeds derived from the run's
FAR_OFF = 256                                              # largest correction in points that is taken for learning
ROWS_AT_ONCE = 16_384                                      # of the network, where nothing is learned

Array = NDArray[Any]
Floats = NDArray[np.float32]


# --- games ---


@dataclass(frozen=True)
class Samples:
    """Positions from the view of one seat each."""

    numbers: Floats                                        # (n, NUMBERS)
    things: NDArray[np.int16]                              # (n, most); THINGS where there is none
    expected: Floats                                       # greedy's value, in points
    points: Floats                                         # of that seat at the end of the game

    def __len__(self) -> int:
        return len(self.points)

    @classmethod
    def joined(cls, parts: list["Samples"]) -> "Samples":
        most = max(part.things.shape[1] for part in parts)
        wide = [np.pad(part.things, ((0, 0), (0, most - part.things.shape[1])), constant_values=THINGS)
                for part in parts]
        return cls(
            np.concatenate([part.numbers for part in parts]), np.concatenate(wide),
            np.concatenate([part.expected for part in parts]), np.concatenate([part.points for part in parts]),
        )


@dataclass(frozen=True)
class Seen:
    """Seats of positions as the network sees them."""

    greedy: NDArray[np.float64]
    correction: NDArray[np.float64]
    numbers: Floats
    things: NDArray[np.int16]


def look_at(states: Array, game: Game, games: Array, seats: Array, network: Array | None = None) -> Seen:
    """The seats of these games; without a network nothing is corrected."""
    n = len(games)
    values = np.zeros((n, 2), np.float64)
    numbers, things = np.zeros((n, NUMBERS), np.float32), np.zeros((n, MOST_THINGS), np.int16)
    most = value_positions(
        as_bytes(states), as_bytes(game.rulebook), as_bytes(worth_of(game)),
        as_bytes(np.zeros(1, LEARNED) if network is None else network), as_bytes(np.zeros(1, THOUGHT)),
        as_bytes(np.zeros(1, INPUT)), games.astype(np.int64), seats.astype(np.int64), values, numbers, things,
    )
    things = things[:, :most]
    return Seen(values[:, 0], values[:, 1], numbers, np.where(things < 0, np.int16(THINGS), things))


class Table:
    """Plays the games of one set of rules and keeps what is to be learned from them."""

    def __init__(self, game: Game, config: ValueConfig) -> None:
        self.game = game
        self.config = config
        self.rooms = new_greedy_rooms(1)
        self.decisions = 0
        self.worths = _personalities(game, config)         # the first is greedy itself

    def play(self, n: int, seed: int, search: Search | None) -> Samples:
        """So many games; the search plays, or without one greedy, once the time of variety is over."""
        game, config = self.game, self.config
        rng = np.random.default_rng(seed)
        batch = Batch(game, n)
        batch.reset(rng.integers(1 << 63, size=n).tolist())
        states = batch.states.view(np.ndarray)
        turns = TURNS_IN_ROUND * sum(config.rounds)
        begins = np.where(rng.random(n) < config.unsettled, rng.integers(turns, size=n), 0)
        own = rng.integers(config.personalities, size=(n, MAX_PLAYERS))
        share = config.positions if search is None else 1.0    # games of the search are dear: all is learned
        lanes, seats, seen = [], [], []
        while not batch.over.all():
            masks, playing = batch.legal(), ~batch.over
            turn = TURNS_IN_ROUND * (states["round_no"].astype(np.int64) - 1) + states["turn_no"] - 1
            is_settled = turn >= begins
            chosen = is_settled & playing & _begin_a_turn(states) & (rng.random(n) < share)
            if chosen.any():
                lanes.append(np.repeat(np.flatnonzero(chosen), game.num_players))
                seats.append(np.tile(np.arange(game.num_players), int(chosen.sum())))
                seen.append(look_at(states, game, lanes[-1], seats[-1]))
            by_search = is_settled & playing if search is not None else np.zeros(n, np.bool_)
            actions = self._greedy_answers(states, masks, playing & ~by_search, np.where(is_settled[:, None], 0, own))
            if search is not None and by_search.any():     # it deals anew itself what the seat cannot know
                rows = np.flatnonzero(by_search)
                actions[rows] = search.choose(None, None, None, Positions(game, copied(states, rows)))
            anything = playing & ~is_settled & (rng.random(n) < config.random_answers)
            rows = np.flatnonzero(anything)
            actions[rows] = (masks[rows] * rng.random((len(rows), masks.shape[1]))).argmax(axis=1)
            self.decisions += int(playing.sum())
            batch.step(actions)
        points = batch.scores().astype(np.float32)
        parts = [
            Samples(found.numbers, found.things, found.greedy.astype(np.float32), points[lane, seat])
            for lane, seat, found in zip(lanes, seats, seen, strict=True)
        ]
        return Samples.joined(parts) if parts else _no_samples()

    def _greedy_answers(self, states: Array, masks: Array, wanted: Array, tables: Array) -> NDArray[np.int64]:
        """It sees the true positions, but uses only what the seat that decides may know."""
        actions = np.zeros(len(states), np.int64)
        work_greedily(
            CHOOSE, as_bytes(states), as_bytes(self.game.rulebook), as_bytes(self.worths), tables, as_bytes(self.rooms),
            masks.copy(), wanted, actions, NO_SCORES, NO_VALUES, 0, len(states),
        )
        return actions


def _no_samples() -> Samples:
    nothing = np.zeros(0, np.float32)
    return Samples(np.zeros((0, NUMBERS), np.float32), np.zeros((0, 0), np.int16), nothing, nothing)


def _begin_a_turn(states: Array) -> NDArray[np.bool_]:
    top = states["frame"][np.arange(len(states)), np.maximum(states["frame_count"] - 1, 0)]
    return np.asarray((top["question"] == questions.TURN) & (top["stage"] == TO_PLAY))


def _personalities(game: Game, config: ValueConfig) -> Array:
    """Greedy, and greedys with other weights: what they value differs, how they expect a game to end does not."""
    rng = np.random.default_rng(derived_seed(config.seed, PERSONALITIES))
    weights = read_weights()
    worths = [worth_of(game)]
    for _ in range(config.personalities - 1):
        factors = np.exp(config.variety * rng.normal(size=len(weights)))
        other = {
            name: weight if name.startswith(ONLY_OF_VALUE) or name in TO_COME else weight * factor
            for (name, weight), factor in zip(weights.items(), factors.tolist(), strict=True)
        }
        worths.append(make_worth(game, other))
    return np.concatenate(worths)


# --- the network ---


class ValueNetwork(nn.Module):
    """The network of `kernel/learned.py`: the same parameters by the same names, for learning."""

    numbers: nn.Parameter
    things: nn.Parameter
    bias: nn.Parameter
    second: nn.Parameter
    second_bias: nn.Parameter
    out: nn.Parameter
    out_bias: nn.Parameter

    def __init__(self) -> None:
        super().__init__()
        for name, shape in SHAPES.items():
            self.register_parameter(name, nn.Parameter(torch.zeros(shape)))
        with torch.no_grad():
            self.numbers[:, 1:].normal_(0, 0.6 / math.sqrt(NUMBERS))
            self.things[:, 1:].normal_(0, 0.02)
            self.second[1:].normal_(0, 0.6 / math.sqrt(HIDDEN))
            self.out.normal_(0, 0.2 / math.sqrt(SECOND))

    def forward(self, numbers: Tensor, things: Tensor) -> Tensor:
        """What is added to greedy's value, in points."""
        nothing = torch.zeros(1, HIDDEN)
        rows = functional.embedding_bag(things.int(), torch.cat([self.things, nothing]), mode="sum", padding_idx=THINGS)
        first = numbers @ self.numbers + rows + self.bias
        second = torch.relu(first[:, 1:]) @ self.second[1:] + self.second_bias
        return POINTS_A_UNIT * (first[:, 0] + torch.relu(second) @ self.out + self.out_bias)

    def record(self) -> Array:
        """For kernels."""
        record = np.zeros(1, LEARNED)
        record["is_used"] = 1
        for name, weights in weights_of(self).items():
            record[name] = weights.numpy()
        return record


# --- the learner ---


@dataclass(frozen=True)
class Errors:
    """How far the values of new games were from the points at their end."""

    rows: int
    points: float                                          # of all seats, on average
    greedy_error: float                                    # root of the mean square, in points
    error: float
    greedy_explained: float                                # share of the variance of the points
    explained: float


class ValueTrainer:
    """The network, its optimiser and the tables at which games are played."""

    def __init__(self, config: ValueConfig) -> None:
        torch.set_num_threads(1)
        note_compilation(work_greedily, "greedy")
        self.config = config
        torch.manual_seed(derived_seed(config.seed, WEIGHTS_SEED) >> 1)
        self.network = ValueNetwork()
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate)
        self.tables = [Table(game, config) for game in config.tables()]
        for table in self.tables:
            table.play(1, 0, Search(1) if config.search_share else None)   # now: compiling is no training
            table.decisions = 0
        self.update, self.decisions, self.seconds = 0, 0, 0.0

    def value(self) -> LearnedValue:
        return LearnedValue(self.network.record(), book_hash(self.tables[0].game))

    def play(self, with_search: bool) -> Samples:
        """New games at all tables."""
        config, tables = self.config, self.tables
        games = config.search_games if with_search else config.greedy_games
        parts = []
        for k, table in enumerate(tables):
            n = games * (k + 1) // len(tables) - games * k // len(tables)
            if n == 0:
                continue
            search = None
            if with_search:
                seed = derived_seed(config.seed, SEARCHES, self.update, k)
                search = Search(config.simulations, seed, value=self.value())
            before = table.decisions
            parts.append(table.play(n, derived_seed(config.seed, GAMES, self.update, k), search))
            self.decisions += table.decisions - before
        samples = Samples.joined(parts)
        if len(samples) == 0:
            raise TrainingFailed("there is no position to learn in these games: play more, or raise `positions`")
        return samples

    def errors(self, samples: Samples) -> Errors:
        with torch.no_grad():
            found = [
                self.network(torch.from_numpy(samples.numbers[k : k + ROWS_AT_ONCE]),
                             torch.from_numpy(samples.things[k : k + ROWS_AT_ONCE])).numpy()
                for k in range(0, len(samples), ROWS_AT_ONCE)
            ]
        off = samples.points - samples.expected
        still_off = off - np.concatenate(found)
        variance = float(np.var(samples.points)) + 1e-9
        return Errors(
            len(samples), float(samples.points.mean()), _root_mean_square(off), _root_mean_square(still_off),
            1 - float(np.var(off)) / variance, 1 - float(np.var(still_off)) / variance,
        )

    def learn(self, samples: Samples, used: float) -> float:
        """Go over the samples in random order; returns the mean loss. `used` of the budget is gone, from 0 to 1."""
        config = self.config
        rate = config.learning_rate_end + (config.learning_rate - config.learning_rate_end) * (1 - used)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        rng = np.random.default_rng(derived_seed(config.seed, MINIBATCHES, self.update))
        numbers, things = torch.from_numpy(samples.numbers), torch.from_numpy(samples.things)
        goals = torch.from_numpy(np.clip(samples.points - samples.expected, -FAR_OFF, FAR_OFF))
        losses = []
        for _ in range(config.epochs):
            order = torch.from_numpy(rng.permutation(len(samples)))
            for rows in order.split(config.minibatch):
                loss = functional.mse_loss(self.network(numbers[rows], things[rows]), goals[rows])
                self.optimiser.zero_grad()
                (loss / POINTS_A_UNIT**2).backward()
                self.optimiser.step()
                losses.append(loss.item())
        mean = float(np.mean(losses))
        if not math.isfinite(mean):
            raise NotFinite({"loss": mean})
        return mean

    def advance(self, used: float) -> dict[str, Any]:
        """One update. `used` is the share of the budget that is used up; returns a line of curves.csv."""
        start = time.perf_counter()
        with_search = used >= 1 - self.config.search_share
        samples = self.play(with_search)
        between = time.perf_counter()
        errors = self.errors(samples)
        loss = self.learn(samples, used)
        self.update += 1
        end = time.perf_counter()
        self.seconds += end - start
        return {
            "update": self.update, "decisions": self.decisions, "seconds": self.seconds,
            "playing_seconds": between - start, "learning_seconds": end - between, "search": int(with_search),
            **asdict(errors), "loss": loss,
        }

    def words(self, row: dict[str, Any]) -> str:
        return (
            f"update {row['update']}: {row['decisions']:,} decisions; {'search' if row['search'] else 'greedy'} plays, "
            f"{row['points']:.1f} points; error on new games {row['error']:.2f} points "
            f"(greedy {row['greedy_error']:.2f}), explains {100 * row['explained']:.0f} % "
            f"(greedy {100 * row['greedy_explained']:.0f} %); "
            f"playing {row['playing_seconds']:.1f} s, learning {row['learning_seconds']:.1f} s"
        )

    def evaluate(self) -> list[Strength]:
        player = value_player(self.value(), seed=self.config.seed)
        deals = self.config.evaluation_deals
        return [found for game in self.config.games() for found in evaluate(game, player, deals)]

    # --- everything that a checkpoint has ---

    def tensors(self) -> dict[str, Tensors]:
        return {VALUE: weights_of(self.network), OPTIMISER: numbered(self.optimiser.state_dict()["state"])}

    def progress(self) -> dict[str, Any]:
        return {"update": self.update, "decisions": self.decisions, "seconds": self.seconds}

    def restore(self, checkpoint: Any) -> None:
        """Go on exactly where `checkpoint` was written: games and minibatches follow from the number of the update."""
        progress, path = checkpoint.progress(), checkpoint.path
        with must_fit(path):
            load_weights(self.network, checkpoint.tensors(VALUE), path)
            load_optimiser(self.optimiser, self.network, by_number(checkpoint.tensors(OPTIMISER)))
            self.update, self.decisions = int(progress["update"]), int(progress["decisions"])
            self.seconds = float(progress["seconds"])


def _root_mean_square(numbers: Floats) -> float:
    return float(np.sqrt(np.square(numbers, dtype=np.float64).mean()))


# --- the loop ---


def train(
    config: ValueConfig, out: Path, budget: Budget, tell: Callable[[str], None] | None = None,
    is_over: Callable[[ValueTrainer], bool] = lambda trainer: False,
) -> bool:
    """Learn in the folder `out` until the budget is used up; returns whether it is."""
    with Run(out, config, Kind(read_manifest, FILES, facts_of(config.games()))).locked() as run:
        return train_until(ValueTrainer(config), run, budget, tell, is_over)
