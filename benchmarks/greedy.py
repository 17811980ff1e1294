"""How fast and how strong `greedy` is: `python -m undersea_env.benchmarks.greedy`; one JSON object.

Speed is compared with random play in the same run. Deals have the seeds 0, 1, ...: the weights were tuned on others.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.greedy import choose_greedily, heuristic_of, new_greedy_rooms
from undersea_env.core.batch import Batch
from undersea_env.core.choosing import choose_at_random
from undersea_env.core.kind import Kind
from undersea_env.core.position import Game
from undersea_env.core.registry import kind_of

REPEATS = 7
SPEED_GAMES = 200
RANDOM_SWEEPS = 600
MASKED_GAMES = 32
NORMAL_95 = 1.96


def dealt(game: Game, seeds: NDArray[Any]) -> Any:
    states = game.new_states(len(seeds))
    game.engine.begin(states, seeds.astype(np.uint64), 0, len(seeds))
    return states


def speed(repeats: int = REPEATS, kind: Kind | None = None) -> dict[str, float]:
    """Games a second on one core: the best of some repeats; the ratio to random play is the median."""
    game = Game(kind_of(kind), 2)
    heuristic, rooms, workspaces = heuristic_of(game.kind), new_greedy_rooms(game, 1), game.new_rooms(1)
    masks = np.zeros((SPEED_GAMES, game.num_actions), np.int8)
    greedy, at_random, decisions = [], [], 0
    for _ in range(repeats + 1):
        states = dealt(game, np.arange(SPEED_GAMES))
        begin = time.perf_counter()
        _, decisions = heuristic.play_games(game, states, rooms)
        greedy.append((time.perf_counter() - begin) / SPEED_GAMES)
        states, streams = dealt(game, np.arange(SPEED_GAMES)), np.arange(SPEED_GAMES, dtype=np.uint64)
        begin = time.perf_counter()
        n = game.engine.play_at_random(states, workspaces, 0, masks, streams, RANDOM_SWEEPS, 0, SPEED_GAMES)
        at_random.append((time.perf_counter() - begin) / n)
    greedy, at_random = greedy[1:], at_random[1:]                    # the first may have compiled
    return {
        "games_per_second": round(1 / min(greedy), 1),
        "random_games_per_second": round(1 / min(at_random), 1),
        "time_of_a_game_to_random": round(float(np.median(np.array(greedy) / np.array(at_random))), 2),
        "decisions_in_a_game": round(decisions / SPEED_GAMES, 1),
        "microseconds_of_masks_in_a_game": round(1e6 * time_of_masks(game), 1),
    }


def time_of_masks(game: Game) -> float:
    """Seconds that the masks of one of greedy's games take, if somebody wants them."""
    n, rooms, total = MASKED_GAMES, new_greedy_rooms(game, 1), 0.0
    batch = Batch(game, n)
    masks, actions = np.zeros((n, game.num_actions), np.int8), np.zeros(n, np.int64)
    while not batch.over.all():
        begin = time.perf_counter()
        game.engine.mask(batch.states, batch.rooms, 0, masks, 0, n)
        total += time.perf_counter() - begin
        choose_greedily(game, batch.states, rooms, masks, ~batch.over, actions, 0, n)
        batch.step(actions)
    return total / n


def scores_among_equals(game: Game, deals: int) -> list[float]:
    """Mean scores of the first, the second ... in games of greedy against itself."""
    scores, _ = heuristic_of(game.kind).play_games(game, dealt(game, np.arange(deals)), new_greedy_rooms(game, 1))
    by_rank = -np.sort(-scores[:, : game.num_players], axis=1)
    return [round(float(mean), 1) for mean in by_rank.mean(axis=0)]


def against_random(game: Game, deals: int) -> dict[str, float]:
    """Greedy in each seat in turn, random players in the others."""
    players, n = game.num_players, deals * game.num_players
    batch = Batch(game, n)
    batch.reset(np.repeat(np.arange(deals), players))
    seats = np.tile(np.arange(players), deals)
    streams, rooms = np.arange(n, dtype=np.uint64), new_greedy_rooms(game, 1)
    while not batch.over.all():
        masks, mine = np.array(batch.legal()), batch.players() == seats
        actions, others = np.zeros(n, np.int64), np.zeros(n, np.int64)
        choose_greedily(game, batch.states, rooms, masks, mine, actions, 0, n)
        choose_at_random(masks, streams, ~batch.over & ~mine, others)
        batch.step(np.where(mine | batch.over, actions, others))
    scores = batch.scores()[:, :players]
    own = scores[np.arange(n), seats]
    best_other = np.where(np.arange(players) == seats[:, None], -1, scores).max(axis=1)
    share = float((own > best_other).mean())
    spread = NORMAL_95**2 / n
    low = share + spread / 2 - NORMAL_95 * np.sqrt(share * (1 - share) / n + spread / (4 * n))
    return {
        "games": n,
        "won": round(share, 4),
        "won_at_least_95_percent": round(float(low / (1 + spread)), 4),
        "mean_score": round(float(own.mean()), 1),
        "best_other": round(float(best_other.mean()), 1),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--game", help="the first one unless another is named")
    options = parser.parse_args(arguments)
    deals, kind = options.deals, kind_of(options.game)
    games = {players: Game(kind, players) for players in range(1, kind.most_players + 1)}
    result = {
        "deals": deals,
        **speed(kind=kind),
        "scores_by_rank": {str(players): scores_among_equals(game, deals) for players, game in games.items()},
        "against_random": {
            str(players): against_random(game, deals if players == 2 else deals // 5)
            for players, game in games.items() if players > 1
        },
    }
    print(json.dumps(result, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
