"""How cost grows: with the number of games at once, with agents that think, with training around the rules."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

import undersea_env
from undersea_env.agents.greedy import has_heuristic
from undersea_env.benchmarks import greedy, search
from undersea_env.benchmarks.engine import MAIN_PLAYERS, MOST_THREADS, Result, Sizes
from undersea_env.benchmarks.ours import Contender, by_vector, spread_states
from undersea_env.core.kind import Kind
from undersea_env.core.position import Game
from undersea_env.core.registry import kind_of
from undersea_env.errors import MissingExtra

SIMULATIONS = 200
MEASURED_LANES = 1024


class Crowd:
    """Any number of games from all stages: copies of some that play on differently."""

    def __init__(self, n: int, threads: int, kind: Kind) -> None:
        self.states = spread_states(n, kind)
        game = Game(kind, MAIN_PLAYERS)
        self.engine, self.rooms = game.engine, game.new_rooms(threads)
        self.masks, self.streams = np.zeros((n, kind.num_actions), np.int8), np.arange(n, dtype=np.uint64)
        self.cuts = [n * k // threads for k in range(threads + 1)]
        self.pool = ThreadPoolExecutor(threads)

    def steps(self, n: int) -> None:
        jobs = zip(range(len(self.cuts) - 1), self.cuts, self.cuts[1:], strict=False)
        list(self.pool.map(lambda job: self._play(n, *job), jobs))

    def _play(self, sweeps: int, room: int, start: int, stop: int) -> None:
        self.engine.play_at_random(self.states, self.rooms, room, self.masks, self.streams, sweeps, start, stop)

    def close(self) -> None:
        self.pool.shutdown()


def by_batch(sizes: Sizes, kind: Kind | None = None) -> list[Result]:
    """Decisions a second of more and more games at once, on one thread and on two."""
    game, found = kind_of(kind), []
    for batch in sizes.batches:
        for threads in range(1, min(batch, MOST_THREADS) + 1):
            crowd = Crowd(batch, threads, game)
            bare = Contender(game, "loop", False, batch, threads, crowd.steps)
            seen = Contender(game, "batch", True, batch, threads, by_vector(batch, threads, game))
            found.append({
                "batch": batch,
                "threads": threads,
                "steps_per_second": _median_of(bare, sizes),
                "steps_per_second_with_observations": _median_of(seen, sizes),
            })
            crowd.close()
    return found


def _median_of(contender: Contender, sizes: Sizes) -> float:
    return median(contender.measure(sizes.growth_seconds) for _ in range(sizes.repeats))


def bytes_per_game(kind: Kind | None = None) -> Result:
    """The arrays of a game: for the rules its record and mask; in the vector environment all of a lane."""
    game = kind_of(kind)
    env = undersea_env.vector_env(game=game, num_envs=MEASURED_LANES, num_players=MAIN_PLAYERS, seed=0)
    held = [array for thing in (env, env.lanes, env.lanes.batch) for array in _arrays_in([*vars(thing).values()])]
    owners = {id(owner): owner.nbytes for owner in map(_owner, held)}
    env.close()
    return {"rules": game.state.itemsize + game.num_actions, "vector": round(sum(owners.values()) / MEASURED_LANES)}


def _arrays_in(thing: Any) -> Iterator[NDArray[Any]]:
    if isinstance(thing, np.ndarray):
        yield thing
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from _arrays_in(one)


def _owner(array: NDArray[Any]) -> NDArray[Any]:
    """The array whose memory a view shows."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def measure_training(sizes: Sizes, kind: Kind | None = None) -> Result | None:
    """Self-play and learning as `undersea train ppo` does them; None without the extra `train`."""
    from undersea_env.training import check_extra

    try:
        check_extra()
    except MissingExtra:
        return None
    from undersea_env.training.config import Config
    from undersea_env.training.ppo_selfplay import Trainer

    config = Config(game=kind_of(kind).name, lanes=sizes.training_lanes, steps=sizes.training_steps)
    trainer = Trainer(config, MOST_THREADS)
    try:
        trainer.collect()
        trainer.learn(0.0)                                               # the first may compile
        rollouts, learnings, parts = [], [], dict.fromkeys(("rules", "policy", "opponents"), 0.0)
        for _ in range(sizes.repeats):
            start = time.perf_counter()
            trainer.collect()
            between = time.perf_counter()
            trainer.learn(0.0)
            rollouts.append(between - start)
            learnings.append(time.perf_counter() - between)
            for shard in trainer.shards:
                for name in parts:
                    parts[name] += getattr(shard.seconds, name)
    finally:
        trainer.close()
    rollout, learning = median(rollouts), median(learnings)
    playing = rollout / (rollout + learning)
    shares = {name: playing * seconds / sum(parts.values()) for name, seconds in parts.items()}
    return {
        "preset": config.preset,
        "players": list(config.players),
        "lanes": config.lanes,
        "steps": config.steps,
        "threads": MOST_THREADS,
        "decisions_per_second": config.lanes * config.steps / (rollout + learning),
        "rollout_seconds": rollout,
        "learning_seconds": learning,
        "shares": shares | {"learning": 1.0 - playing},
    }


def measure_all(sizes: Sizes, say: Callable[[str], None], kind: Kind | None = None) -> Result:
    game = kind_of(kind)
    say("one game to many at once ...")
    batches = by_batch(sizes, game)
    say("greedy ...")
    heuristic = greedy.speed(sizes.repeats, game) if has_heuristic(game) else None
    say("search ...")
    searched = search.simulations_per_second(MAIN_PLAYERS, SIMULATIONS, sizes.repeats, game)
    say("training ...")
    return {
        "batches": batches,
        "bytes_per_game": bytes_per_game(game),
        "greedy": heuristic,
        "mcts": searched,
        "training": measure_training(sizes, game),
    }
