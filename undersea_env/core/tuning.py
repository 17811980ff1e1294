"""Tuning the weights of a heuristic by play against itself: what games share.

Evolution strategy: in each generation pairs of tables, the weights moved a little one way and the same little the other
way, play duplicate deals against each other (every deal once from either side). The difference of their scores says
which way was better; all of them together give the next step. The average of the last generations is kept if it beats
the table that it started from. Deals come from seeds of 10**9 and above, so that the seeds of reports stay unseen.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.position import Game
from undersea_env.core.thinking import thinking_of

FIRST_SEED = 10**9
SPREAD = 0.12                    # how far weights are moved to try them, as a share of themselves
RATE = 0.025                     # how far a generation moves them at most, likewise
MEMORY, SCALE_MEMORY = 0.8, 0.95
KEPT = 0.3                       # the share of the generations that is averaged in the end

Vector = NDArray[np.float64]
Weights = dict[str, float]


@dataclass
class Match:
    """Two tables of weights at one kind of game, on duplicate deals; the `fixed` weights are those of both.

    Where all win or nobody, every game is played by one of the two alone. `points` is what a difference counts.
    """

    game: Game
    fixed: Weights = field(default_factory=dict)
    points: float = 1.0

    def __post_init__(self) -> None:
        self.rooms = thinking_of(self.game.kind).new_rooms(1)

    def play(self, ours: Weights, theirs: Weights, first_seed: int, deals: int) -> tuple[float, float]:
        """Mean difference of scores (ours less theirs) and our share of the wins; seats alternate, then are swapped."""
        game, kind = self.game, self.game.kind
        players = game.num_players
        seeds = np.repeat(np.arange(first_seed, first_seed + deals, dtype=np.uint64), 2)
        states = game.new_states(len(seeds))
        game.engine.begin(states, seeds, 0, len(seeds))
        make_worth = kind.heuristic.make_worth
        worths = np.concatenate([make_worth(game, {**side, **self.fixed}) for side in (ours, theirs)])
        seats = 0 if kind.is_cooperative(game.options) else np.arange(kind.most_players)
        sides = np.broadcast_to((np.arange(len(seeds))[:, None] + seats) % 2, (len(seeds), kind.most_players))
        tables = np.ascontiguousarray(sides, np.int64)
        found, _ = thinking_of(kind).play_games(game, states, self.rooms, worths, tables)
        scores, sides = self.points * found[:, :players], sides[:, :players]
        if kind.is_cooperative(game.options):
            mine, other = scores[0::2, 0], scores[1::2, 0]
            won = mine - other
        else:
            won = np.where(sides == 0, scores, -1e9).max(axis=1) - np.where(sides == 1, scores, -1e9).max(axis=1)
            mine = np.where(sides == 0, scores, 0).sum(axis=1) / (sides == 0).sum(axis=1)
            other = np.where(sides == 1, scores, 0).sum(axis=1) / (sides == 1).sum(axis=1)
        return float((mine - other).mean()), float(((won > 0) + 0.5 * (won == 0)).mean())


def tune(start: Weights, names: Sequence[str], matches: Sequence[Match], options: argparse.Namespace) -> Weights:
    """The weights, those of these names averaged over the last generations."""
    pairs, deals, seed = options.pairs, options.deals, options.seed
    rng = np.random.default_rng(seed)
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


def trials(tuned: Weights, start: Weights, matches: dict[str, Match], deals: int) -> list[float]:
    """By how many points the tuned weights are better than the start in each match; told by their words."""
    differences = []
    for words, match in matches.items():
        difference, share = match.play(tuned, start, 2 * FIRST_SEED, deals)
        print(f"{words}: {difference:+.2f} points, {share:.1%} of the wins against the start", flush=True)
        differences.append(difference)
    return differences


def parser_for(doc: str, weights_file: Path) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=doc.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=15, help="0: only what is fitted to play")
    parser.add_argument("--pairs", type=int, default=24, help="pairs of tables in a generation")
    parser.add_argument("--deals", type=int, default=60, help="deals that a pair plays, each twice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trial", type=int, default=1000, help="deals of the last match against the start")
    parser.add_argument("--only", default="", help="tune only weights whose names begin so")
    parser.add_argument("--start", type=Path, default=weights_file, help="the table to start from")
    parser.add_argument("--out", type=Path, default=weights_file, help="where the new table goes")
    return parser


def write_weights(options: argparse.Namespace, weights: Weights, command: str) -> None:
    """With the commands that made them."""
    made_by = [*json.loads(options.start.read_text()).get("made_by", []), command.strip()]
    options.out.write_text(json.dumps({"made_by": made_by, "weights": weights}, indent=2) + "\n")

