"""How random games end, for many options and seeds: a hash of the last position's bytes, and the scores.

The players choose by their own stream of integers, which needs nothing of this project and of no library:
x = (6364136223846793005 x + 1442695040888963407) mod 2**64 begins with the game's seed and advances once before every
decision; the answer is legal[(x >> 33) % len(legal)].
"""

import hashlib
import json
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import undersea_env
from tests import stored
from undersea_env.core.position import Game, State

FACTOR, STEP, RANGE = 6364136223846793005, 1442695040888963407, 1 << 64
SEEDS = (0, 1, 7, 1_000_003, 2**64 - 1)

Options = dict[str, Any]


@cache
def game_of(name: str, options: str) -> Game:
    return undersea_env.game(name, **json.loads(options))


def name_of(entry: stored.Entry) -> str:
    return f"{json.dumps(entry['options'])} seed {entry['seed']}"


def by_name(entries: list[stored.Entry]) -> dict[str, stored.Entry]:
    return {name_of(entry): entry for entry in entries}


@dataclass(frozen=True)
class FinalStates:
    """The ends of a game that are kept in a file."""

    game: str
    path: Path
    command: str                                        # that plays all games again
    options: list[Options]
    seeds: tuple[int, ...] = SEEDS

    def entries(self) -> list[stored.Entry]:
        return stored.read(self.path)

    def final_state(self, options: Options, seed: int) -> State:
        state = game_of(self.game, json.dumps(options)).new_game(seed)
        x = seed
        while not state.is_terminal:
            x = (FACTOR * x + STEP) % RANGE
            legal = state.legal_actions
            state.apply_action(legal[(x >> 33) % len(legal)])
        return state

    def entry_of(self, options: Options, seed: int) -> stored.Entry:
        state = self.final_state(options, seed)
        digest = hashlib.blake2b(state.to_bytes(), digest_size=16).hexdigest()
        return {"options": options, "seed": seed, "hash": digest, "scores": list(state.scores)}

    def changes(self, entries: list[stored.Entry]) -> list[str]:
        """Of games that end otherwise than it is stored."""
        again = [self.entry_of(entry["options"], entry["seed"]) for entry in entries]
        return list(stored.changes(by_name(entries), by_name(again)))

    def wanted(self) -> list[tuple[Options, int]]:
        return [(options, seed) for options in self.options for seed in self.seeds]

    def write_all(self, arguments: list[str]) -> None:
        """Play again, print what changed, and keep it."""
        if arguments != ["--write"]:
            sys.exit(f"usage: {self.command}")
        new = by_name([self.entry_of(options, seed) for options, seed in self.wanted()])
        stored.write_and_tell(self.path, by_name(self.entries()), new)
