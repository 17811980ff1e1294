"""How random games of Underwater Cities end; see `tests.shared.final_states`.

    python -m tests.underwater_cities.final_states --write          play all again and print what changed
"""

import sys
from itertools import product
from pathlib import Path

from tests.shared.final_states import FinalStates, Options

WHOLE, SHORT, ONE_ERA = [4, 3, 3], [1, 2, 1], [2]


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


FINAL_STATES = FinalStates(
    game="underwater_cities",
    path=Path(__file__).with_name("final_states.json"),
    command="python -m tests.underwater_cities.final_states --write",
    options=all_options(),
)

if __name__ == "__main__":
    FINAL_STATES.write_all(sys.argv[1:])
