"""Our own ways to play at random, measured again and again between other measurements.

The doors have the names that the runners in `peers/` use: `loop`, everything in one compiled loop; `batch`, calls from
Python for many games at once; `object`, one position at a time; `aec`, PettingZoo.
"""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

import undersea_env
from undersea_env.agents.redealing import copied
from undersea_env.benchmarks.ceiling import Ceiling
from undersea_env.benchmarks.engine import MAIN_PLAYERS, Games, Result
from undersea_env.core.batch import Batch
from undersea_env.core.choosing import choose_at_random
from undersea_env.core.loop import apply_actions, begin_games, mask_legal_actions
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.state import STATE
from undersea_env.underwater_cities.kernel.workspace import new_workspaces

PEER, GAME = "undersea_env", "Underwater Cities"
CEILING = "do-nothing loop"
SMALL_BATCH, LARGE_BATCH = 64, 4096                # as in peers/measuring.py
COUNTED_GAMES = 256
SPREAD_GAMES = 1024
CALIBRATION = 0.02                                 # seconds

Steps = Callable[[int], None]


@dataclass
class Contender:
    """One way to play; `steps(n)` makes n decisions in each of the `batch` games."""

    door: str
    observations: bool
    batch: int
    threads: int
    steps: Steps
    game: str = GAME
    players: int = MAIN_PLAYERS
    samples: list[float] = field(default_factory=list)
    _in_a_second: float = 0.0                      # steps, roughly

    def measure(self, seconds: float) -> float:
        """Decisions a second; also kept in `samples`."""
        if not self._in_a_second:
            self._calibrate()
        steps = max(1, int(seconds * self._in_a_second))
        start = time.perf_counter()
        self.steps(steps)
        self.samples.append(steps * self.batch / (time.perf_counter() - start))
        return self.samples[-1]

    def _calibrate(self) -> None:
        self.steps(1)                              # compiles
        steps, taken = 1, 0.0
        while taken < CALIBRATION:
            steps *= 2
            start = time.perf_counter()
            self.steps(steps)
            taken = time.perf_counter() - start
        self._in_a_second = steps / taken

    def row(self, seconds: float, length: Result | None) -> Result:
        """As the runners of the peers report; `length` comes from `whole_games`."""
        speed = median(self.samples)
        length = length or {}
        per_game = length.get("decisions_per_game")
        return {
            "peer": PEER, "game": self.game, "version": undersea_env.__version__, "batch": self.batch,
            "threads": self.threads, "door": self.door, "observations": self.observations, "players": self.players,
            "state_bytes": STATE.itemsize,
            "decisions_per_second": {"median": speed, "low": min(self.samples), "high": max(self.samples)},
            "games_per_second": speed / per_game if per_game else None,
            "decisions_per_game": per_game,
            "turns_per_game": length.get("turns_per_game"),
            "mean_legal_actions": length.get("mean_legal_actions"),
            "how": {
                "seconds": seconds, "repeats": len(self.samples), "legal_actions_as": length.get("legal", "mask"),
                "compile_seconds_not_counted": None, "whole_games_counted": length.get("games", 0),
            },
            "samples": list(self.samples),
        }


def whole_games(players: int, n: int = COUNTED_GAMES) -> Result:
    """Decisions, turns (all decisions of one player in a row) and legal actions of random games."""
    batch = Batch(undersea_env.game(players), n)
    streams, actions, last = np.arange(n, dtype=np.uint64), np.zeros(n, np.int64), np.full(n, -1)
    decisions = turns = legal = 0
    while not batch.over.all():
        playing, masks, seats = ~batch.over, batch.legal(), batch.players()
        decisions += int(playing.sum())
        turns += int((playing & (seats != last)).sum())
        legal += int(masks.sum())
        choose_at_random(masks.copy(), streams, playing, actions)
        batch.step(actions)
        last = seats
    return {
        "games": n,
        "decisions_per_game": decisions / n,
        "turns_per_game": turns / n,
        "mean_legal_actions": legal / decisions,
    }


@lru_cache(maxsize=1)
def _origin() -> Games:
    return Games(MAIN_PLAYERS, SPREAD_GAMES)


def spread_states(n: int) -> NDArray[Any]:
    """Any number of games, evenly from all stages of a game: else all would be at the same stage for a while."""
    places = np.arange(n) * SPREAD_GAMES // n if n < SPREAD_GAMES else np.arange(n) % SPREAD_GAMES
    return copied(_origin().states, places)


class Lane:
    """Some games played by one call for all masks, one for all choices and one for all answers."""

    def __init__(self, n: int, first_seed: int) -> None:
        self.n = n
        self.rules = undersea_env.game(MAIN_PLAYERS).rulebook
        self.states, self.rooms = spread_states(n), new_workspaces(1)
        self.masks, self.actions = np.zeros((n, NUM_ACTIONS), np.int8), np.zeros(n, np.int64)
        self.everywhere = np.ones(n, np.bool_)
        self.streams = np.arange(first_seed, first_seed + n, dtype=np.uint64)

    def steps(self, n: int) -> None:
        for _ in range(n):
            mask_legal_actions(self.states, self.rules, self.rooms, 0, self.masks, 0, self.n)
            choose_at_random(self.masks, self.streams, self.everywhere, self.actions)
            apply_actions(self.states, self.rules, self.rooms, 0, self.actions, 0, self.n)
            for i in np.flatnonzero(self.states["over"]).tolist():
                begin_games(self.states, self.rules, self.streams, i, i + 1)


def _by_calls(batch: int, threads: int) -> Steps:
    lanes = [Lane(batch // threads, k * batch) for k in range(threads)]
    if threads == 1:
        return lanes[0].steps
    pool = ThreadPoolExecutor(threads)

    def steps(n: int) -> None:
        list(pool.map(lambda lane: lane.steps(n), lanes))

    return steps


def by_vector(batch: int, threads: int) -> Steps:
    env = undersea_env.vector_env(num_envs=batch, num_players=MAIN_PLAYERS, seed=0, threads=threads)
    streams, actions = np.arange(batch, dtype=np.uint64), np.zeros(batch, np.int64)
    everywhere = np.ones(batch, np.bool_)
    env.reset(seed=0)
    env._lanes.states[:] = spread_states(batch)
    env._lanes.look()
    choose_at_random(env._lanes.masks.copy(), streams, everywhere, actions)

    def steps(n: int) -> None:
        for _ in range(n):
            info = env.step(actions)[-1]
            choose_at_random(info["action_mask"], streams, everywhere, actions)

    return steps


def _by_positions(observed: bool) -> Steps:
    game, rng = undersea_env.game(MAIN_PLAYERS), random.Random(0)
    state = game.new_game(0)

    def steps(n: int) -> None:
        nonlocal state
        for _ in range(n):
            if state.is_terminal:
                state = game.new_game(rng.randrange(1 << 30))
            if observed:
                state.observation(state.current_player)
            legal = state.legal_actions
            state.apply_action(legal[int(rng.random() * len(legal))])

    return steps


def _by_aec() -> Steps:
    env, rng = undersea_env.env(num_players=MAIN_PLAYERS), random.Random(0)
    env.reset(seed=0)

    def steps(n: int) -> None:
        made = 0
        while made < n:
            observation, _, over, _, _ = env.last()
            if over or observation is None:
                env.reset()
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            made += 1

    return steps


def _in_a_loop(games: Games, threads: int) -> Steps:
    def steps(n: int) -> None:
        games.play(n, threads)

    return steps


def make_contenders(cores: int, batches: tuple[int, int] = (SMALL_BATCH, LARGE_BATCH)) -> list[Contender]:
    """Ours and, last, the ceiling, which has the name of a game of its own."""
    small, large = batches
    every_thread = (1, 2) if cores > 1 else (1,)
    crowd = Games(MAIN_PLAYERS, large)
    found = [Contender("loop", False, small, 1, _in_a_loop(Games(MAIN_PLAYERS, small), 1))]
    found += [Contender("loop", False, large, threads, _in_a_loop(crowd, threads)) for threads in every_thread]
    four = Games(4, large)
    found += [Contender("loop", False, large, k, _in_a_loop(four, k), players=4) for k in every_thread]
    for make, observed in ((_by_calls, False), (by_vector, True)):
        found.append(Contender("batch", observed, small, 1, make(small, 1)))
        found += [Contender("batch", observed, large, threads, make(large, threads)) for threads in every_thread]
    found += [Contender("object", observed, 1, 1, _by_positions(observed)) for observed in (False, True)]
    found.append(Contender("aec", True, 1, 1, _by_aec()))
    ceiling = Ceiling(large)
    found.append(Contender("loop", False, large, 1, ceiling.touch, CEILING))
    return found


def rows_of(contenders: list[Contender], seconds: float) -> list[Result]:
    lengths: dict[int, Any] = {players: whole_games(players) for players in {c.players for c in contenders}}
    return [c.row(seconds, lengths[c.players] if c.game == GAME else None) for c in contenders]
