"""Tune the weights of `greedy` by play against itself.

`python -m undersea_env.underwater_cities.heuristic.tuning --minutes 15`

Evolution strategy: in each generation pairs of tables, the weights moved a little one way and the same little the other
way, play duplicate deals against each other (every deal once from either side). The difference of their scores says
which way was better; all of them together give the next step. In some matches the best plays are tried out, so that
the value of positions counts too; `--only value_` tunes only what makes up the value. Deals come from seeds of 10**9
and above, so that the seeds of reports stay unseen. The average of the last generations is kept if it beats the table
that it started from.
"""

import argparse
import itertools
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.raw import as_bytes
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game
from undersea_env.core.thinking import thinking_of
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS
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
FIRST_SEED = 10**9
TRIES = 4                        # plays tried out in the matches that tell how good values are
SPREAD = 0.12                    # how far weights are moved to try them, as a share of themselves
RATE = 0.025                     # how far a generation moves them at most, likewise
MEMORY, SCALE_MEMORY = 0.8, 0.95
EVERY = 7                        # decisions between the positions that values are fitted to
KEPT = 0.3                       # the share of the generations that is averaged in the end

Vector = NDArray[np.float64]
Weights = dict[str, float]


@dataclass
class Match:
    """Two tables at one kind of game, on duplicate deals; with `tries` plays are tried out, so that values count."""

    game: Game
    tries: int = 0

    def __post_init__(self) -> None:
        self.rooms = thinking_of(KIND).new_rooms(1)

    def play(self, ours: Weights, theirs: Weights, first_seed: int, deals: int) -> tuple[float, float]:
        """Mean difference of scores (ours less theirs) and our share of the wins; seats alternate, then are swapped."""
        players = self.game.num_players
        seeds = np.repeat(np.arange(first_seed, first_seed + deals, dtype=np.uint64), 2)
        states = self.game.new_states(len(seeds))
        self.game.engine.begin(states, seeds, 0, len(seeds))
        worths = np.concatenate([make_worth(self.game, {"tries": self.tries, **side}) for side in (ours, theirs)])
        sides = (np.arange(len(seeds))[:, None] + np.arange(MAX_PLAYERS)) % 2
        scores, _ = thinking_of(KIND).play_games(self.game, states, self.rooms, worths, sides.astype(np.int64))
        scores, sides = scores[:, :players].astype(np.float64), sides[:, :players]
        won = np.where(sides == 0, scores, -1).max(axis=1) - np.where(sides == 1, scores, -1).max(axis=1)
        mine = np.where(sides == 0, scores, 0).sum(axis=1) / (sides == 0).sum(axis=1)
        other = np.where(sides == 1, scores, 0).sum(axis=1) / (sides == 1).sum(axis=1)
        return float((mine - other).mean()), float(((won > 0) + 0.5 * (won == 0)).mean())


def tune(start: Weights, matches: Sequence[Match], options: argparse.Namespace) -> Weights:
    """The weights, averaged over the last generations."""
    pairs, deals, seed = options.pairs, options.deals, options.seed
    rng = np.random.default_rng(seed)
    names = [name for name in start if name not in TO_COME and name.startswith(options.only)]
    place = np.log(np.array([start[name] for name in names]))
    step, scale = np.zeros(len(names)), np.zeros(len(names))
    places: list[Vector] = []
    next_seed = FIRST_SEED + (seed << 32)
    end = time.monotonic() + 60 * options.minutes
    generation = 0
    while time.monotonic() < end:
        slope = np.zeros(len(names))
        differences = []
        for k in range(pairs):
            way = rng.standard_normal(len(names))
            one, other = (start | named(names, place + sign * SPREAD * way) for sign in (1, -1))
            difference, _ = matches[k % len(matches)].play(one, other, next_seed, deals)
            next_seed += deals
            slope += difference * way / (2 * SPREAD * pairs)
            differences.append(abs(difference))
        generation += 1
        step = MEMORY * step + (1 - MEMORY) * slope
        scale = SCALE_MEMORY * scale + (1 - SCALE_MEMORY) * slope**2
        corrected = step / (1 - MEMORY**generation)
        place = place + RATE * corrected / (np.sqrt(scale / (1 - SCALE_MEMORY**generation)) + 1e-9)
        places.append(place)
        if generation % 10 == 0:
            print(f"generation {generation}: {np.mean(differences):.2f} points between two ways", flush=True)
    return start | named(names, np.mean(places[-max(1, int(KEPT * len(places))) :], axis=0))


def named(names: Sequence[str], logarithms: Vector) -> Weights:
    return dict(zip(names, np.exp(logarithms).round(4).tolist(), strict=True))


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
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=15, help="0: only fit what turns to come earn")
    parser.add_argument("--pairs", type=int, default=24, help="pairs of tables in a generation")
    parser.add_argument("--deals", type=int, default=60, help="deals that a pair plays, each twice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trial", type=int, default=1000, help="deals of the last match against the start")
    parser.add_argument("--only", default="", help="tune only weights whose names begin so")
    parser.add_argument("--start", type=Path, default=WEIGHTS_FILE, help="the table to start from")
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE, help="where the new table goes")
    options = parser.parse_args(arguments)
    start = read_weights(options.start)
    two, four = Match(Game(KIND, 2)), Match(Game(KIND, 4))
    asymmetric = Match(Game(KIND, 2, boards="asymmetric"))
    tried = Match(two.game, TRIES)
    matches = [two, tried, asymmetric, tried, four]
    if options.only.startswith(ONLY_OF_VALUE):             # nothing else can tell them apart
        matches = [tried]
    tuned = tune(start, matches, options) if options.minutes > 0 else start
    differences = []
    for match in (two, asymmetric, four, tried):
        difference, share = match.play(tuned, start, 2 * FIRST_SEED, options.trial)
        tries = f", the best {match.tries} plays tried" if match.tries else ""
        print(f"{match.game}{tries}: {difference:+.2f} points, {share:.1%} of the wins against the start")
        differences.append(difference)
    if options.minutes > 0 and (min(differences) < 0 or max(differences) <= 0):
        print("not better: nothing is written")
        return 1
    tuned |= fit_to_come(tuned, two.game, max(1, options.trial // 5))
    words = " ".join(sys.argv[1:] if arguments is None else arguments)
    made_by = [*json.loads(options.start.read_text()).get("made_by", []), f"python -m {MODULE} {words}".strip()]
    options.out.write_text(json.dumps({"made_by": made_by, "weights": tuned}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
