"""Tune the weights of `greedy` by play against itself.

`python -m undersea_env.underwater_cities.heuristic.tuning --minutes 15`

`core/tuning.py` says how. In some matches the best plays are tried out, so that the value of positions counts too;
`--only value_` tunes only what makes up the value. The weights are kept if they are better somewhere and nowhere worse.
"""

import itertools
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.raw import as_bytes
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game
from undersea_env.core.thinking import thinking_of
from undersea_env.core.tuning import FIRST_SEED, Match, Weights, parser_for, trials, tune, write_weights
from undersea_env.underwater_cities.heuristic.learned import (
    CLOCK,
    INPUT,
    LEARNED,
    NUMBERS,
    TURNS_A_UNIT,
    value_positions,
)
from undersea_env.underwater_cities.heuristic.valuing import THOUGHT
from undersea_env.underwater_cities.heuristic.worth import (
    KNOTS,
    ONLY_OF_VALUE,
    TO_COME,
    WEIGHTS_FILE,
    make_worth,
    read_weights,
)
from undersea_env.underwater_cities.kind import KIND

MODULE = "undersea_env.underwater_cities.heuristic.tuning"
TRIES = 4                        # plays tried out in the matches that tell how good values are
EVERY = 7                        # decisions between the positions that values are fitted to


def values_and_turns(game: Game, states: NDArray[np.void], worth: NDArray[np.void]) -> NDArray[np.float64]:
    """(n, players, 2): of each seat the value of the position and the turns left."""
    n, players = len(states), game.num_players
    rows, seats = np.repeat(np.arange(n), players), np.tile(np.arange(players), n)
    values, numbers = np.zeros((len(rows), 2)), np.zeros((len(rows), NUMBERS), np.float32)
    records = [as_bytes(np.zeros(1, dtype)) for dtype in (LEARNED, THOUGHT, INPUT)]
    value_positions(
        as_bytes(states), game.engine.rules, as_bytes(worth), *records, rows, seats, values, numbers,
        np.zeros((len(rows), 1), np.int16),
    )
    turns = np.rint(TURNS_A_UNIT * numbers[:, CLOCK])
    return np.stack([values[:, 0], turns], axis=-1).reshape(n, players, 2)


def fit_to_come(weights: Weights, game: Game, games: int) -> Weights:
    """What the value of a position leaves out, by turns left, so that it is the final score on average."""
    batch, greedy = Batch(game, games), thinking_of(KIND)
    batch.reset(np.arange(3 * FIRST_SEED, 3 * FIRST_SEED + games))
    rooms, worth = greedy.new_rooms(1), make_worth(game, {**weights, **dict.fromkeys(TO_COME, 0.0)})
    seen = []
    for step in itertools.count():
        if batch.over.all():
            break
        if step % EVERY == 0:
            seen.append(values_and_turns(game, batch.states, worth))
        actions = np.zeros(games, np.int64)
        greedy.choose(game, batch.states, rooms, np.array(batch.legal()), ~batch.over, actions, 0, games, worth)
        batch.step(actions)
    values, turns = np.moveaxis(np.stack(seen), -1, 0)
    missing = batch.scores()[:, : game.num_players] - values
    shapes = [np.interp(turns.ravel(), KNOTS, np.eye(len(KNOTS))[k]) for k in range(1, len(KNOTS))]
    fitted = np.linalg.lstsq(np.stack(shapes, axis=1), missing.ravel(), rcond=None)[0]
    return dict(zip(TO_COME, fitted.round(3).tolist(), strict=True))


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser_for(__doc__ or "", WEIGHTS_FILE).parse_args(arguments)
    start = read_weights(options.start)
    two, four = Match(Game(KIND, 2)), Match(Game(KIND, 4))
    asymmetric = Match(Game(KIND, 2, boards="asymmetric"))
    tried = Match(two.game, {"tries": TRIES})
    matches = [two, tried, asymmetric, tried, four]
    if options.only.startswith(ONLY_OF_VALUE):             # nothing else can tell them apart
        matches = [tried]
    names = [name for name in start if name not in TO_COME and name.startswith(options.only)]
    tuned = tune(start, names, matches, options) if options.minutes > 0 else start
    named = {str(match.game): match for match in (two, asymmetric, four)}
    named[f"{two.game}, the best {TRIES} plays tried"] = tried
    differences = trials(tuned, start, named, options.trial)
    if options.minutes > 0 and (min(differences) < 0 or max(differences) <= 0):
        print("not better: nothing is written")
        return 1
    tuned |= fit_to_come(tuned, two.game, max(1, options.trial // 5))
    words = " ".join(sys.argv[1:] if arguments is None else arguments)
    write_weights(options, tuned, f"python -m {MODULE} {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
