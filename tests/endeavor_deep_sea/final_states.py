"""How random games of Endeavor: Deep Sea end; see `tests.shared.final_states`.

    python -m tests.endeavor_deep_sea.final_states --write          play all again and print what changed
"""

import sys
from itertools import product
from pathlib import Path

from tests.shared.final_states import FinalStates, Options

MISSIONS = range(1, 11)


def all_options() -> list[Options]:
    """Every mission with every number of players in every mode; a few short games."""
    choices = [(1, "cooperative"), *product((2, 3, 4), ("competitive", "cooperative"))]
    whole = [
        {"num_players": players, "mission": mission, "mode": mode, "difficulty": "beginner",
         "rounds": 7 if players == 1 else 6}
        for mission, (players, mode) in product(MISSIONS, choices)
    ]
    short = [
        {"num_players": players, "mission": mission, "mode": mode, "difficulty": difficulty, "rounds": 2}
        for players, mission, mode, difficulty in (
            (1, 3, "cooperative", "legendary"), (2, 6, "competitive", "beginner"), (4, 9, "cooperative", "expert"),
        )
    ]
    return [*whole, *short]


FINAL_STATES = FinalStates(
    game="endeavor_deep_sea",
    path=Path(__file__).with_name("final_states.json"),
    command="python -m tests.endeavor_deep_sea.final_states --write",
    options=all_options(),
)

if __name__ == "__main__":
    FINAL_STATES.write_all(sys.argv[1:])
