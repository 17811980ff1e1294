"""Tune the weights of `greedy` by play against itself: `python -m undersea_env.agents.tune_greedy --minutes 15`.

Evolution strategy: in each generation pairs of tables, the weights moved a little one way and the same little the other
way, play duplicate deals against each other (every deal once from either side). The difference of their scores says
which way was better; all of them together give the next step. Deals come from seeds of 10**9 and above, so that the
seeds of reports stay unseen. The average of the last generations is kept if it beats the table that it started from.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.greedy import choose_greedily, new_greedy_rooms, play_games, values_of
from undersea_env.agents.worth import KNOTS, TO_COME, WEIGHTS_FILE, make_worth, read_weights
from undersea_env.underwater_cities.batch import Batch
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS, TURNS_IN_ROUND
from undersea_env.underwater_cities.game import Game
from undersea_env.underwater_cities.kernel.frames import Question
from undersea_env.underwater_cities.kernel.state import new_states
from undersea_env.underwater_cities.kernel.step import begin_games

FIRST_SEED = 10**9
SPREAD = 0.12                    # how far weights are moved to try them, as a share of themselves
RATE = 0.025                     # how far a generation moves them at most, likewise
MEMORY, SCALE_MEMORY = 0.8, 0.95
KEPT = 0.3                       # the share of the generations that is averaged in the end

Vector = NDArray[np.float64]
Weights = dict[str, float]


@dataclass
class Match:
    """Two tables at one kind of game, on duplicate deals."""

    game: Game

    def __post_init__(self) -> None:
        self.rooms = new_greedy_rooms(1)

    def play(self, ours: Weights, theirs: Weights, first_seed: int, deals: int) -> tuple[float, float]:
        """Mean difference of scores (ours less theirs) and our share of the wins; seats alternate, then are swapped."""
        players = self.game.num_players
        seeds = np.repeat(np.arange(first_seed, first_seed + deals, dtype=np.uint64), 2)
        states = new_states(len(seeds))
        begin_games(states, self.game.rulebook, seeds, 0, len(seeds))
        worths = np.concatenate([make_worth(self.game, ours), make_worth(self.game, theirs)])
        sides = (np.arange(len(seeds))[:, None] + np.arange(MAX_PLAYERS)) % 2
        scores, _ = play_games(states, self.game, worths, sides.astype(np.int64), self.rooms)
        scores, sides = scores[:, :players].astype(np.float64), sides[:, :players]
        won = np.where(sides == 0, scores, -1).max(axis=1) - np.where(sides == 1, scores, -1).max(axis=1)
        mine = np.where(sides == 0, scores, 0).sum(axis=1) / (sides == 0).sum(axis=1)
        other = np.where(sides == 1, scores, 0).sum(axis=1) / (sides == 1).sum(axis=1)
        return float((mine - other).mean()), float(((won > 0) + 0.5 * (won == 0)).mean())


def tune(start: Weights, matches: Sequence[Match], minutes: float, pairs: int, deals: int, seed: int) -> Weights:
    """The weights, averaged over the last generations."""
    rng = np.random.default_rng(seed)
    names = [name for name in start if not name.startswith(TO_COME)]
    place = np.log(np.array([start[name] for name in names]))
    step, scale = np.zeros(len(names)), np.zeros(len(names))
    places: list[Vector] = []
    next_seed = FIRST_SEED + (seed << 32)
    end = time.monotonic() + 60 * minutes
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


def fit_to_come(weights: Weights, game: Game, games: int) -> Weights:
    """What a position's value leaves out, by turns left, so that it is the final score on average."""
    batch = Batch(game, games)
    batch.reset(np.arange(3 * FIRST_SEED, 3 * FIRST_SEED + games))
    rooms, worth = new_greedy_rooms(1), make_worth(game, {**weights, **dict.fromkeys(_knots(), 0.0)})
    turns, values, seen_in = [], [], []
    while not batch.over.all():
        states, players = batch.states.view(np.ndarray), batch.players()
        asked = np.flatnonzero((states["frame_count"] == 2) & (states["frame"][:, 1]["question"] == Question.TURN))
        rounds = sum(game.options.rounds) - states["round_no"][asked].astype(np.int64)
        turns.append(TURNS_IN_ROUND * (rounds + 1) - states["turn_no"][asked])
        values.append(values_of(batch.states, game, worth, rooms)[asked, players[asked]])
        seen_in.append(np.stack([asked, players[asked]]))
        actions = np.zeros(games, np.int64)
        masks = np.array(batch.legal())
        choose_greedily(batch.states, game.rulebook, rooms, worth, masks, ~batch.over, actions, 0, games)
        batch.step(actions)
    where = np.concatenate(seen_in, axis=1)
    missing = batch.scores()[where[0], where[1]] - np.concatenate(values)
    shapes = [np.interp(np.concatenate(turns), KNOTS, np.eye(len(KNOTS))[k]) for k in range(1, len(KNOTS))]
    fitted = np.linalg.lstsq(np.stack(shapes, axis=1), missing, rcond=None)[0]
    return dict(zip(_knots(), fitted.round(3).tolist(), strict=True))


def _knots() -> list[str]:
    return [f"{TO_COME}{knot}" for knot in KNOTS[1:]]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--pairs", type=int, default=24, help="pairs of tables in a generation")
    parser.add_argument("--deals", type=int, default=60, help="deals that a pair plays, each twice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trial", type=int, default=1000, help="deals of the last match against the start")
    parser.add_argument("--start", type=Path, default=WEIGHTS_FILE, help="the table to start from")
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE, help="where the new table goes")
    options = parser.parse_args(arguments)
    start = read_weights(options.start)
    two, asymmetric, four = Match(Game(2)), Match(Game(2, boards="asymmetric")), Match(Game(4))
    tuned = tune(start, [two, two, asymmetric, four], options.minutes, options.pairs, options.deals, options.seed)
    better = True
    for match in (two, asymmetric, four):
        difference, share = match.play(tuned, start, 2 * FIRST_SEED, options.trial)
        print(f"{match.game}: {difference:+.2f} points, {share:.1%} of the wins against the start")
        better = better and difference > 0
    if not better:
        print("not better: nothing is written")
        return 1
    tuned |= fit_to_come(tuned, two.game, options.trial // 5)
    words = " ".join(sys.argv[1:] if arguments is None else arguments)
    made_by = f"python -m undersea_env.agents.tune_greedy {words}".strip()
    options.out.write_text(json.dumps({"made_by": made_by, "weights": tuned}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
