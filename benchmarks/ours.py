"""Our own ways to play at random, measured again and again between other measurements.

The doors have the names that the runners in `peers/` use: `loop`, everything in one compiled loop; `batch`, calls from
Python for many games at once; `object`, one position at a time; `aec`, PettingZoo.
"""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

import undersea_env
from undersea_env.benchmarks.ceiling import Ceiling
from undersea_env.benchmarks.engine import MAIN_PLAYERS, Games, Result
from undersea_env.core.batch import Batch
from undersea_env.core.choosing import choose_at_random
from undersea_env.core.kind import Kind
from undersea_env.core.position import Game
from undersea_env.core.redealing import copied
from undersea_env.core.registry import kind_of

PEER = "undersea_env"
CEILING = "do-nothing loop"
SMALL_BATCH, LARGE_BATCH = 64, 4096                # as in peers/measuring.py
COUNTED_GAMES = 256
SPREAD_GAMES = 1024
CALIBRATION = 0.02                                 # seconds

Steps = Callable[[int], None]


@dataclass
class Contender:
    """One way to play a game, or the ceiling; `steps(n)` makes n decisions in each of the `batch` games."""

    kind: Kind
    door: str
    observations: bool
    batch: int
    threads: int
    steps: Steps
    game: str = ""                                 # its title, if it is another one than the kind's
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
            "peer": PEER, "game": self.game or self.kind.title, "version": undersea_env.__version__,
            "batch": self.batch, "threads": self.threads, "door": self.door, "observations": self.observations,
            "players": self.players, "state_bytes": self.kind.state.itemsize,
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


def whole_games(players: int, n: int = COUNTED_GAMES, kind: Kind | None = None) -> Result:
    """Decisions, turns (all decisions of one player in a row) and legal actions of random games."""
    batch = Batch(Game(kind_of(kind), players), n)
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


_origins: dict[int, Games] = {}                    # by the kind


def _origin(kind: Kind) -> Games:
    if id(kind) not in _origins:
        _origins[id(kind)] = Games(MAIN_PLAYERS, SPREAD_GAMES, kind)
    return _origins[id(kind)]


def spread_states(n: int, kind: Kind | None = None) -> NDArray[Any]:
    """Any number of games, evenly from all stages of a game: else all would be at the same stage for a while."""
    places = np.arange(n) * SPREAD_GAMES // n if n < SPREAD_GAMES else np.arange(n) % SPREAD_GAMES
    origin = _origin(kind_of(kind))
    return copied(origin.game, origin.states, places)


class Lane:
    """Some games played by one call for all masks, one for all choices and one for all answers."""

    def __init__(self, n: int, first_seed: int, kind: Kind | None = None) -> None:
        self.n = n
        game = Game(kind_of(kind), MAIN_PLAYERS)
        self.engine = game.engine
        self.states, self.rooms = spread_states(n, kind), game.new_rooms(1)
        self.masks, self.actions = np.zeros((n, game.num_actions), np.int8), np.zeros(n, np.int64)
        self.everywhere = np.ones(n, np.bool_)
        self.streams = np.arange(first_seed, first_seed + n, dtype=np.uint64)

    def steps(self, n: int) -> None:
        for _ in range(n):
            self.engine.mask(self.states, self.rooms, 0, self.masks, 0, self.n)
            choose_at_random(self.masks, self.streams, self.everywhere, self.actions)
            self.engine.apply(self.states, self.rooms, 0, self.actions, 0, self.n)
            for i in np.flatnonzero(self.states["over"]).tolist():
                self.engine.begin(self.states, self.streams, i, i + 1)


def _by_calls(batch: int, threads: int, kind: Kind | None = None) -> Steps:
    lanes = [Lane(batch // threads, k * batch, kind) for k in range(threads)]
    if threads == 1:
        return lanes[0].steps
    pool = ThreadPoolExecutor(threads)

    def steps(n: int) -> None:
        list(pool.map(lambda lane: lane.steps(n), lanes))

    return steps


def by_vector(batch: int, threads: int, kind: Kind | None = None) -> Steps:
    env = undersea_env.vector_env(game=kind, num_envs=batch, num_players=MAIN_PLAYERS, seed=0, threads=threads)
    streams, actions = np.arange(batch, dtype=np.uint64), np.zeros(batch, np.int64)
    everywhere = np.ones(batch, np.bool_)
    env.reset(seed=0)
    env.lanes.states[:] = spread_states(batch, kind)
    env.lanes.look()
    choose_at_random(env.lanes.masks.copy(), streams, everywhere, actions)

    def steps(n: int) -> None:
        for _ in range(n):
            info = env.step(actions)[-1]
            choose_at_random(info["action_mask"], streams, everywhere, actions)

    return steps


def _by_positions(observed: bool, kind: Kind) -> Steps:
    game, rng = Game(kind, MAIN_PLAYERS), random.Random(0)
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


def _by_aec(kind: Kind) -> Steps:
    env, rng = undersea_env.env(game=kind, num_players=MAIN_PLAYERS), random.Random(0)
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


def make_contenders(
    cores: int, batches: tuple[int, int] = (SMALL_BATCH, LARGE_BATCH), kind: Kind | None = None
) -> list[Contender]:
    """Ours and, last, the ceiling, which has the name of a game of its own."""
    game, (small, large) = kind_of(kind), batches
    every_thread = (1, 2) if cores > 1 else (1,)
    crowd, most = Games(MAIN_PLAYERS, large, game), Games(game.most_players, large, game)
    found = [Contender(game, "loop", False, small, 1, _in_a_loop(Games(MAIN_PLAYERS, small, game), 1))]
    found += [Contender(game, "loop", False, large, threads, _in_a_loop(crowd, threads)) for threads in every_thread]
    found += [
        Contender(game, "loop", False, large, threads, _in_a_loop(most, threads), players=game.most_players)
        for threads in every_thread
    ]
    for make, observed in ((_by_calls, False), (by_vector, True)):
        found.append(Contender(game, "batch", observed, small, 1, make(small, 1, game)))
        for threads in every_thread:
            found.append(Contender(game, "batch", observed, large, threads, make(large, threads, game)))
    found += [Contender(game, "object", observed, 1, 1, _by_positions(observed, game)) for observed in (False, True)]
    found.append(Contender(game, "aec", True, 1, 1, _by_aec(game)))
    found.append(Contender(game, "loop", False, large, 1, Ceiling(large, game).touch, CEILING))
    return found


def rows_of(contenders: list[Contender], seconds: float) -> list[Result]:
    kind = contenders[0].kind
    lengths: dict[int, Any] = {players: whole_games(players, kind=kind) for players in {c.players for c in contenders}}
    return [c.row(seconds, None if c.game == CEILING else lengths[c.players]) for c in contenders]
