"""What the runners share. Each runs in the Python of its own peer, so nothing here imports more than Python itself.

A decision is one answer of a player; chance is none. A turn is all decisions that one player makes in a row. Random
play is uniform over what is legal. One JSON object a line goes to the standard output, for each row of the table.
"""

import argparse
import json
import os
import statistics
import time
from importlib.metadata import version

SMALL_BATCH, LARGE_BATCH = 64, 4096
LONGEST_FIRST_GAMES = 30.0         # seconds that are spent on the length of a game, at the most
MOST_UNFINISHED = 0.1              # if more of the first games are not over by then, their length is not told
MOST_STEPS = 1_000_000


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1.0, help="of each repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--build", metavar="PACKAGE", help="only install this, which pip alone cannot")
    return parser.parse_args()


class Tally:
    """What happened in whole games."""

    def __init__(self):
        self.games = self.decisions = self.turns = self.legal = 0
        self.player = None

    def begin(self):
        self.games += 1
        self.player = None

    def decide(self, player, legal):
        """Note that this player is to choose one of so many legal actions."""
        self.decisions += 1
        self.legal += legal
        if player != self.player:
            self.turns += 1
            self.player = player

    def add(self, games, decisions, turns, legal):
        self.games += games
        self.decisions += decisions
        self.turns += turns
        self.legal += legal


class Reporter:
    """Measures and prints the rows of one peer."""

    def __init__(self, peer, package, note=""):
        self.options = read_options()
        self.peer = peer
        self.version = version(package) + note

    def play_games(self, game, play, count=lambda tally: None, **facts):
        """`play(tally)` plays one whole game; what is counted by `count(tally)` after many of them is not timed."""
        play(Tally())
        count(Tally())
        tally, speeds = Tally(), []
        for _ in range(self.options.repeats):
            before, start = tally.decisions, time.perf_counter()
            while time.perf_counter() - start < self.options.seconds:
                play(tally)
            seconds = time.perf_counter() - start
            count(tally)
            speeds.append((tally.decisions - before) / seconds)
        self.report(game, speeds, tally, batch=1, **facts)

    def play_batch(self, game, batch, step, tally, **facts):
        """`step(n)` makes n decisions in each game of the batch; `tally` knows whole games."""
        steps, seconds = 1, 0.0
        while seconds < self.options.seconds / 4 and steps < MOST_STEPS:
            steps = steps if not seconds else max(2 * steps, int(steps * self.options.seconds / seconds / 3))
            seconds = timed(step, steps)
        steps = max(1, int(steps * self.options.seconds / seconds))
        speeds = [steps * batch / timed(step, steps) for _ in range(self.options.repeats)]
        self.report(game, speeds, tally, batch=batch, **facts)

    def report(self, game, speeds, tally, batch, threads=1, compile_seconds=0.0, legal="list", **facts):
        whole = tally.games > 0 and tally.decisions > 0
        per_game = tally.decisions / tally.games if whole else None
        median = statistics.median(speeds)
        print(json.dumps({
            "peer": self.peer, "game": game, "version": self.version, "batch": batch, "threads": threads, **facts,
            "decisions_per_second": {"median": median, "low": min(speeds), "high": max(speeds)},
            "games_per_second": median / per_game if whole else None,
            "decisions_per_game": per_game,
            "turns_per_game": tally.turns / tally.games if whole and tally.turns else None,
            "mean_legal_actions": tally.legal / tally.decisions if whole and tally.legal else None,
            "how": {
                "seconds": self.options.seconds, "repeats": self.options.repeats, "legal_actions_as": legal,
                "compile_seconds_not_counted": round(compile_seconds, 1), "whole_games_counted": tally.games,
            },
        }), flush=True)

    def try_games(self, games, measure):
        """A game that fails is reported, and the others go on."""
        for game in games:
            try:
                measure(self, game)
            except Exception as error:
                words = " ".join(f"{type(error).__name__}: {error}".split())[:200]
                print(json.dumps({"peer": self.peer, "game": game, "skipped": words}), flush=True)


def timed(work, *arguments):
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start


def usable_cores():
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]


def use_cores(cores):
    """Let all threads of this process run on these cores only; libraries with a pool of their own obey that."""
    for thread in os.listdir("/proc/self/task"):
        os.sched_setaffinity(int(thread), cores)
