"""Tune the weights of `greedy` by play against itself; `core/tuning.py` says how.

`python -m undersea_env.cloudage.heuristic.tuning --minutes 15`

Scenarios and numbers of players take turns. What the value is too low by is fitted to games of greedy in the end.
"""

import itertools
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from undersea_env.cloudage.heuristic.worth import CLOCK, MISSING, WEIGHTS_FILE, make_worth, read_weights
from undersea_env.cloudage.kind import KIND
from undersea_env.cloudage.printed.words import SCENARIOS
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game
from undersea_env.core.thinking import thinking_of
from undersea_env.core.tuning import FIRST_SEED, Match, Weights, parser_for, trials, tune, write_weights

MODULE = "undersea_env.cloudage.heuristic.tuning"
EVERY = 5                        # decisions between the positions that values are fitted to


def matches() -> list[Match]:
    """Two players most often."""
    return [Match(Game(KIND, players, scenario=1 + number % SCENARIOS)) for number in range(SCENARIOS)
            for players in (2, 3, 2, 4)]


def missing_points(weights: Weights, game: Game, games: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """By how much final scores of greedy are above the value without what is missing, and the clock of each."""
    batch, greedy = Batch(game, games), thinking_of(KIND)
    batch.reset(np.arange(3 * FIRST_SEED, 3 * FIRST_SEED + games))
    rooms, bare, with_clock = greedy.new_rooms(1), make_worth(game, weights), make_worth(game, weights)
    bare["missing"] -= [0.0, *(weights[name] for name in MISSING)]
    with_clock["missing"] = bare["missing"] + np.arange(CLOCK)             # which tells the clock
    seen, clocks, rows = [], [], []
    for step in itertools.count():
        going_on = np.flatnonzero(~batch.over)
        if not len(going_on):
            break
        if step % EVERY == 0:
            states = batch.states[going_on]
            values, later = (greedy.values(game, states, rooms, worth)[:, : game.num_players]
                             for worth in (bare, with_clock))
            seen.append(values)
            clocks.append(np.rint(later - values).astype(np.int64))
            rows.append(going_on)
        actions = np.zeros(games, np.int64)
        greedy.choose(game, batch.states, rooms, np.array(batch.legal()), ~batch.over, actions, 0, games, bare)
        batch.step(actions)
    scores = batch.scores()[np.concatenate(rows), : game.num_players]
    return (scores - np.concatenate(seen)).ravel(), np.concatenate(clocks).ravel()


def fit_missing(weights: Weights, games: list[Game], deals: int) -> Weights:
    """By the clock, so that the value of a position is the final score on average; every table counts alike."""
    total, number = np.zeros(CLOCK), np.zeros(CLOCK)
    for game in games:
        points, clocks = missing_points(weights, game, deals)
        total += np.bincount(clocks, points, CLOCK) / len(points)
        number += np.bincount(clocks, minlength=CLOCK) / len(points)
    found = (total / np.maximum(number, 1e-9))[1:]
    return dict(zip(MISSING, found.round(2).tolist(), strict=True))


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser_for(__doc__ or "", WEIGHTS_FILE).parse_args(arguments)
    start, played = read_weights(options.start), matches()
    tables = {
        "two players, scenario 2": Match(Game(KIND, 2)), "four players, scenario 3": Match(Game(KIND, 4, scenario=3)),
        "three players, scenario 1": Match(Game(KIND, 3, scenario=1)),
    }
    tuned = start
    if options.minutes > 0:
        names = [name for name in start if name not in MISSING and name.startswith(options.only)]
        tuned = tune(start, names, played, options)
        if sum(trials(tuned, start, tables, options.trial)) <= 0:
            print("not better on the whole: nothing is written")
            return 1
    tuned = tuned | fit_missing(tuned, [each.game for each in played], max(1, options.trial // 5))
    words = " ".join(sys.argv[1:] if arguments is None else arguments)
    write_weights(options, tuned, f"python -m {MODULE} {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
