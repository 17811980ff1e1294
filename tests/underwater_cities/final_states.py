"""How random games end, for many options and seeds: a hash of the last position's bytes, and the scores.

    python tests/final_states.py --write          recompute tests/final_states.json and print what changed

The players choose by their own stream of integers, which needs nothing of this project and of no library:
x = (6364136223846793005 x + 1442695040888963407) mod 2**64 begins with the game's seed and advances once before every
decision; the answer is legal[(x >> 33) % len(legal)].
"""

import hashlib
import json
import sys
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import undersea_env
from tests import stored
from undersea_env.core.position import Game, State

PATH = Path(__file__).with_name("final_states.json")
COMMAND = "python tests/final_states.py --write"
FACTOR, STEP, RANGE = 6364136223846793005, 1442695040888963407, 1 << 64
SEEDS = (0, 1, 7, 1_000_003, 2**64 - 1)
WHOLE, SHORT, ONE_ERA = [4, 3, 3], [1, 2, 1], [2]

Options = dict[str, Any]


def all_options() -> list[Options]:
    """All numbers of players, families of boards, with and without contracts, whole and short; boards by number too."""
    solo = [{"num_players": 1, "boards": "asymmetric", "contracts": False, "rounds": rounds}
            for rounds in (WHOLE, SHORT, ONE_ERA)]
    more = [
        {"num_players": players, "boards": boards, "contracts": contracts, "rounds": rounds}
        for players, boards, contracts, rounds in product(
            (2, 3, 4), ("symmetric", "asymmetric"), (False, True), (WHOLE, SHORT, ONE_ERA)
        )
    ]
    by_number = [
        {"num_players": len(boards), "boards": boards, "contracts": False, "rounds": WHOLE}
        for boards in ([7], [3, 1], [8, 6, 5, 7])
    ]
    return [*solo, *more, *by_number]


@cache
def game_of(options: str) -> Game:
    return undersea_env.game(**json.loads(options))


def final_state(options: Options, seed: int) -> State:
    state = game_of(json.dumps(options)).new_game(seed)
    x = seed
    while not state.is_terminal:
        x = (FACTOR * x + STEP) % RANGE
        legal = state.legal_actions
        state.apply_action(legal[(x >> 33) % len(legal)])
    return state


def entry_of(options: Options, seed: int) -> stored.Entry:
    state = final_state(options, seed)
    digest = hashlib.blake2b(state.to_bytes(), digest_size=16).hexdigest()
    return {"options": options, "seed": seed, "hash": digest, "scores": list(state.scores)}


def name_of(entry: stored.Entry) -> str:
    return f"{json.dumps(entry['options'])} seed {entry['seed']}"


def by_name(entries: list[stored.Entry]) -> dict[str, stored.Entry]:
    return {name_of(entry): entry for entry in entries}


def recomputed() -> dict[str, stored.Entry]:
    return by_name([entry_of(options, seed) for options in all_options() for seed in SEEDS])


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    stored.write_and_tell(PATH, by_name(stored.read(PATH)), recomputed())
