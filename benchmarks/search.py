"""How many simulations a second the search makes: `python -m undersea_env.benchmarks.search`; one JSON object."""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from undersea_env.agents import Positions, make
from undersea_env.agents.greedy import has_heuristic
from undersea_env.agents.search import Search
from undersea_env.core.batch import Batch
from undersea_env.core.kind import Kind
from undersea_env.core.position import Game
from undersea_env.core.redealing import copied
from undersea_env.core.registry import kind_of

REPEATS = 7
POSITIONS = 64
DECISIONS_BETWEEN = 37


def positions_of(players: int, kind: Kind | None = None) -> Positions:
    """Where there is something to decide, from all parts of games of greedy, or at random if there is none."""
    game, kept = Game(kind_of(kind), players), []
    agent = make("greedy" if has_heuristic(game.kind) else "random", game=game.kind)
    batch = Batch(game, POSITIONS)
    for decision in range(60 * players):
        masks = batch.legal()
        if batch.over.all():
            break
        here = Positions(game, copied(game, batch.states, np.arange(POSITIONS)))
        if decision % DECISIONS_BETWEEN == 0:
            kept.append(here.states[(masks.sum(axis=1) > 1) & ~batch.over])
        batch.step(agent.choose(None, masks, batch.players(), here))
    return Positions(game, np.concatenate(kept)[:: max(1, len(kept))].copy())


def simulations_per_second(
    players: int, simulations: int, repeats: int = REPEATS, kind: Kind | None = None
) -> dict[str, Any]:
    positions, agent = positions_of(players, kind), Search(simulations, game=kind)
    agent.search(positions)                                          # the first may compile
    found = []
    for _ in range(repeats):
        begin = time.process_time()
        _, visits = agent.search(positions)
        found.append(visits.sum() / (time.process_time() - begin))
    return {
        "players": players,
        "simulations": simulations,
        "simulations_per_second": round(statistics.median(found)),
        "from": round(min(found)),
        "to": round(max(found)),
    }


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m undersea_env.benchmarks.search", description=__doc__)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--game", help="the first one unless another is named")
    options = parser.parse_args(words)
    kind = kind_of(options.game)
    numbers = range(1, kind.most_players + 1)
    found = [simulations_per_second(players, options.simulations, kind=kind) for players in numbers]
    print(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
