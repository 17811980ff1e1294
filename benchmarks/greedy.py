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

from undersea_env.agents.greedy import choose_greedily, make_worth, new_greedy_rooms, play_games, read_weights, worth_of
from undersea_env.core.batch import Batch
from undersea_env.core.choosing import choose_at_random
from undersea_env.core.loop import begin_games, mask_legal_actions, play_at_random
from undersea_env.core.position import Game
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.state import new_states
from undersea_env.underwater_cities.kernel.workspace import new_workspaces

REPEATS = 7
SPEED_GAMES = 200
RANDOM_SWEEPS = 600
TRIES = (0, 2, 4, 8)
NORMAL_95 = 1.96


def dealt(game: Game, seeds: NDArray[Any]) -> Any:
    states = new_states(len(seeds))
    begin_games(states, game.rulebook, seeds.astype(np.uint64), 0, len(seeds))
    return states


def speed(repeats: int = REPEATS) -> dict[str, float]:
    """Games a second on one core: the best of some repeats; the ratio to random play is the median."""
    game, rooms, workspaces = Game(2), new_greedy_rooms(1), new_workspaces(1)
    masks = np.zeros((SPEED_GAMES, NUM_ACTIONS), np.int8)
    tables = np.zeros((SPEED_GAMES, MAX_PLAYERS), np.int64)
    greedy, at_random, decisions = [], [], 0
    for _ in range(repeats + 1):
        states = dealt(game, np.arange(SPEED_GAMES))
        begin = time.perf_counter()
        _, decisions = play_games(states, game, worth_of(game), tables, rooms)
        greedy.append((time.perf_counter() - begin) / SPEED_GAMES)
        states, streams = dealt(game, np.arange(SPEED_GAMES)), np.arange(SPEED_GAMES, dtype=np.uint64)
        begin = time.perf_counter()
        n = play_at_random(states, game.rulebook, workspaces, 0, masks, streams, RANDOM_SWEEPS, 0, SPEED_GAMES)
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
    states, rooms, workspaces = dealt(game, np.arange(32)), new_greedy_rooms(1), new_workspaces(1)
    masks, actions, total = np.zeros((32, NUM_ACTIONS), np.int8), np.zeros(32, np.int64), 0.0
    batch = Batch(game, 32)
    batch.states[:] = states
    while not batch.over.all():
        begin = time.perf_counter()
        mask_legal_actions(batch.states, game.rulebook, workspaces, 0, masks, 0, 32)
        total += time.perf_counter() - begin
        choose_greedily(batch.states, game.rulebook, rooms, worth_of(game), masks, ~batch.over, actions, 0, 32)
        batch.forget_masks()
        batch.step(actions)
    return total / 32


def scores_among_equals(game: Game, deals: int, tries: int = 0) -> list[float]:
    """Mean scores of the first, the second ... in games of greedy against itself."""
    worth = make_worth(game, {**read_weights(), "tries": tries})
    tables = np.zeros((deals, MAX_PLAYERS), np.int64)
    scores, _ = play_games(dealt(game, np.arange(deals)), game, worth, tables, new_greedy_rooms(1))
    by_rank = -np.sort(-scores[:, : game.num_players], axis=1)
    return [round(float(mean), 1) for mean in by_rank.mean(axis=0)]


def with_tries(game: Game, deals: int, tries: int) -> dict[str, float]:
    """Greedy with tries against greedy without, every deal from both sides."""
    weights = read_weights()
    worths = np.concatenate([make_worth(game, {**weights, "tries": n}) for n in (tries, 0)])
    sides = (np.arange(2 * deals)[:, None] + np.arange(MAX_PLAYERS)) % 2
    states = dealt(game, np.repeat(np.arange(deals), 2))
    begin = time.perf_counter()
    scores, _ = play_games(states, game, worths, sides.astype(np.int64), new_greedy_rooms(1))
    seconds = time.perf_counter() - begin
    ahead = np.where(sides[:, 0] == 0, 1, -1) * (scores[:, 0] - scores[:, 1])
    return {
        "tries": tries,
        "points_ahead": round(float(ahead.mean()), 2),
        "won": round(float(((ahead > 0) + 0.5 * (ahead == 0)).mean()), 3),
        "games_per_second": round(2 * deals / seconds, 1),
    }


def against_random(game: Game, deals: int) -> dict[str, float]:
    """Greedy in each seat in turn, random players in the others."""
    players, n = game.num_players, deals * game.num_players
    batch = Batch(game, n)
    batch.reset(np.repeat(np.arange(deals), players))
    seats = np.tile(np.arange(players), deals)
    streams, rooms = np.arange(n, dtype=np.uint64), new_greedy_rooms(1)
    while not batch.over.all():
        masks, mine = np.array(batch.legal()), batch.players() == seats
        actions, others = np.zeros(n, np.int64), np.zeros(n, np.int64)
        choose_greedily(batch.states, game.rulebook, rooms, worth_of(game), masks, mine, actions, 0, n)
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
    deals = parser.parse_args(arguments).deals
    games = {
        "1 player": Game(1),
        "2 players": Game(2),
        "2 players, asymmetric boards": Game(2, boards="asymmetric"),
        "3 players": Game(3),
        "4 players": Game(4),
        "4 players, contracts": Game(4, contracts=True),
    }
    result = {
        "deals": deals,
        **speed(),
        "scores_by_rank": {name: scores_among_equals(game, deals) for name, game in games.items()},
        "against_random": {str(k): against_random(Game(k), deals if k == 2 else deals // 5) for k in (2, 3, 4)},
        "tries_against_none": [with_tries(games["2 players"], deals, tries) for tries in TRIES],
    }
    print(json.dumps(result, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
