"""A value learned from whole games, from top to bottom: games, positions, update, the loop around them.

A position at the beginning of a turn is looked at from every seat; what is learned is how many points more or less
than greedy expects that seat has at the end of the game. At first greedy plays, thousands of games a second; later the
search plays with the value learned so far, fewer and better games. Games begin with a time of variety, so that the
value also knows what follows from unusual decisions; only positions after it are learned, and what comes after them is
played as well as the players can. Every update plays new games: the error on them, before they are learned, is that on
games never seen.

What is looked at, and the network, belong to the game, which offers them in the module `kind.network.value_learning()`:

- `OPTIONS`, `variants(num_players, options)`: the options of a config, and those of the tables that they stand for
- `turns_of(game)`, `turn_of(states)`, `begin_a_turn(states)`: the course of a game
- `personalities(game, number, variety, seed)`: records of worth that greedys choose by; the first is the usual one
- `look_at(states, game, games, seats)`: of these seats `greedy`, its value, and the `inputs` of the network, arrays
- `joined(list of inputs)`: the same, one after the other
- `ValueNetwork()`: of inputs the correction of greedy's value, in points; `POINTS_A_UNIT` is the scale of its loss
- `value_of(network, game)`: what the search takes
- `FILES`, `VALUE`, `OPTIMISER`, `facts_of(games)`, `read_manifest(path)`: its checkpoints
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
from torch.nn import functional

from undersea_env.agents.greedy import heuristic_of
from undersea_env.agents.search import Search
from undersea_env.agents.value import value_player
from undersea_env.core.batch import Batch
from undersea_env.core.checkpoint_files import Data, told_by
from undersea_env.core.position import Game
from undersea_env.core.redealing import Positions, copied
from undersea_env.core.streams import derived_seed
from undersea_env.errors import TrainingFailed
from undersea_env.training.checkpoints import Tensors, kind_named_by, load_weights, weights_of
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
from undersea_env.training.runs import Contents, Run
from undersea_env.training.value_config import ValueConfig, learning_of

WEIGHTS_SEED, PERSONALITIES, GAMES, SEARCHES, MINIBATCHES = range(5)     # purposes of the seeds derived from the run's
FAR_OFF = 256                                              # largest correction in points that is taken for learning
ROWS_AT_ONCE = 16_384                                      # of the network, where nothing is learned

Array = NDArray[Any]
Floats = NDArray[np.float32]


# --- games ---


@dataclass(frozen=True)
class Samples:
    """Positions from the view of one seat each."""

    inputs: tuple[Array, ...]                              # of the network
    expected: Floats                                       # greedy's value, in points
    points: Floats                                         # of that seat at the end of the game

    def __len__(self) -> int:
        return len(self.points)


class Players:
    """Plays the games of one set of rules and keeps what is to be learned from them."""

    def __init__(self, game: Game, config: ValueConfig) -> None:
        self.game = game
        self.config = config
        self.learning = learning_of(game.kind)
        self.greedy = heuristic_of(game.kind)
        self.rooms = self.greedy.new_rooms(1)
        self.decisions = 0
        seed = derived_seed(config.seed, PERSONALITIES)
        self.worths = self.learning.personalities(game, config.personalities, config.variety, seed)

    def play(self, n: int, seed: int, search: Search | None) -> Samples:
        """So many games; the search plays, or without one greedy, once the time of variety is over."""
        game, config, learning = self.game, self.config, self.learning
        rng = np.random.default_rng(seed)
        batch = Batch(game, n)
        batch.reset(rng.integers(1 << 63, size=n).tolist())
        states = batch.records
        begins = np.where(rng.random(n) < config.unsettled, rng.integers(learning.turns_of(game), size=n), 0)
        own = rng.integers(config.personalities, size=(n, game.kind.most_players))
        share = config.positions if search is None else 1.0    # games of the search are dear: all is learned
        lanes, seats, seen = [], [], []
        while not batch.over.all():
            masks, playing = batch.legal(), ~batch.over
            is_settled = learning.turn_of(states) >= begins
            chosen = is_settled & playing & learning.begin_a_turn(states) & (rng.random(n) < share)
            if chosen.any():
                lanes.append(np.repeat(np.flatnonzero(chosen), game.num_players))
                seats.append(np.tile(np.arange(game.num_players), int(chosen.sum())))
                seen.append(learning.look_at(states, game, lanes[-1], seats[-1]))
            by_search = is_settled & playing if search is not None else np.zeros(n, np.bool_)
            actions = self._greedy_answers(states, masks, playing & ~by_search, np.where(is_settled[:, None], 0, own))
            if search is not None and by_search.any():     # it deals anew itself what the seat cannot know
                rows = np.flatnonzero(by_search)
                actions[rows] = search.choose(None, None, None, Positions(game, copied(game, states, rows)))
            anything = playing & ~is_settled & (rng.random(n) < config.random_answers)
            rows = np.flatnonzero(anything)
            actions[rows] = (masks[rows] * rng.random((len(rows), masks.shape[1]))).argmax(axis=1)
            self.decisions += int(playing.sum())
            batch.step(actions)
        points = batch.scores().astype(np.float32)
        of_seats = [points[lane, seat] for lane, seat in zip(lanes, seats, strict=True)]
        return Samples(
            learning.joined([found.inputs for found in seen]), _in_a_row([found.greedy for found in seen]),
            _in_a_row(of_seats),
        )

    def _greedy_answers(self, states: Array, masks: Array, wanted: Array, tables: Array) -> NDArray[np.int64]:
        """It sees the true positions, but uses only what the seat that decides may know."""
        actions = np.zeros(len(states), np.int64)
        self.greedy.choose(
            self.game, states, self.rooms, masks, wanted, actions, 0, len(states), self.worths, tables
        )
        return actions


def _in_a_row(parts: list[Array]) -> Floats:
    return np.concatenate([np.zeros(0, np.float32), *(part.astype(np.float32) for part in parts)])


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
        self.config = config
        self.learning = learning_of(config.kind)
        torch.manual_seed(derived_seed(config.seed, WEIGHTS_SEED) >> 1)
        self.network = self.learning.ValueNetwork()
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate)
        self.tables = [Players(game, config) for game in config.tables()]
        for table in self.tables:
            table.play(1, 0, self._search(1, 0) if config.search_share else None)  # now: compiling is no training
            table.decisions = 0
        self.update, self.decisions, self.seconds = 0, 0, 0.0

    def value(self) -> Any:
        """What is learned so far, for the search."""
        return self.learning.value_of(self.network, self.tables[0].game)

    def _search(self, simulations: int, seed: int, value: Any = None) -> Search:
        return Search(simulations, seed, value=value, game=self.config.kind)

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
                search = self._search(config.simulations, seed, self.value())
            before = table.decisions
            parts.append(table.play(n, derived_seed(config.seed, GAMES, self.update, k), search))
            self.decisions += table.decisions - before
        samples = Samples(
            self.learning.joined([part.inputs for part in parts]), _in_a_row([part.expected for part in parts]),
            _in_a_row([part.points for part in parts]),
        )
        if len(samples) == 0:
            raise TrainingFailed("there is no position to learn in these games: play more, or raise `positions`")
        return samples

    def errors(self, samples: Samples) -> Errors:
        with torch.no_grad():
            found = [
                self.network(*(torch.from_numpy(array[k : k + ROWS_AT_ONCE]) for array in samples.inputs)).numpy()
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
        inputs, unit = [torch.from_numpy(array) for array in samples.inputs], self.learning.POINTS_A_UNIT
        goals = torch.from_numpy(np.clip(samples.points - samples.expected, -FAR_OFF, FAR_OFF))
        losses = []
        for _ in range(config.epochs):
            order = torch.from_numpy(rng.permutation(len(samples)))
            for rows in order.split(config.minibatch):
                loss = functional.mse_loss(self.network(*(array[rows] for array in inputs)), goals[rows])
                self.optimiser.zero_grad()
                (loss / unit**2).backward()
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
        player = value_player(self.value(), seed=self.config.seed, game=self.config.kind)
        deals = self.config.evaluation_deals
        return [found for game in self.config.games() for found in evaluate(game, player, deals)]

    # --- everything that a checkpoint has ---

    def tensors(self) -> dict[str, Tensors]:
        optimiser = numbered(self.optimiser.state_dict()["state"])
        return {self.learning.VALUE: weights_of(self.network), self.learning.OPTIMISER: optimiser}

    def progress(self) -> dict[str, Any]:
        return {"update": self.update, "decisions": self.decisions, "seconds": self.seconds}

    def restore(self, checkpoint: Any) -> None:
        """Go on exactly where `checkpoint` was written: games and minibatches follow from the number of the update."""
        progress, path = checkpoint.progress(), checkpoint.path
        with must_fit(path):
            load_weights(self.network, checkpoint.tensors(self.learning.VALUE), path)
            load_optimiser(self.optimiser, self.network, by_number(checkpoint.tensors(self.learning.OPTIMISER)))
            self.update, self.decisions = int(progress["update"]), int(progress["decisions"])
            self.seconds = float(progress["seconds"])


def _root_mean_square(numbers: Floats) -> float:
    return float(np.sqrt(np.square(numbers, dtype=np.float64).mean()))


# --- the loop ---


def read_value_manifest(path: Path) -> Data:
    """What a checkpoint of a value says of itself; its game decides how it is read."""
    manifest: Data = learning_of(kind_named_by(told_by(path))).read_manifest(path)
    return manifest


def train(
    config: ValueConfig, out: Path, budget: Budget, tell: Callable[[str], None] | None = None,
    is_over: Callable[[ValueTrainer], bool] = lambda trainer: False,
) -> bool:
    """Learn in the folder `out` until the budget is used up; returns whether it is."""
    learning = learning_of(config.kind)
    contents = Contents(learning.read_manifest, learning.FILES, learning.facts_of(config.games()))
    with Run(out, config, contents).locked() as run:
        return train_until(ValueTrainer(config), run, budget, tell, is_over)
