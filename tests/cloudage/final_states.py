"""How random games of CloudAge end; see `tests.shared.final_states`.

    python -m tests.cloudage.final_states --write          play all again and print what changed
"""

import sys
from itertools import product
from pathlib import Path

from tests.cloudage.agreement import GAME
from tests.shared.final_states import FinalStates, Options
from undersea_env.cloudage.printed.words import CHAPTERS

PLAYERS = (1, 2, 3, 4)


def all_options() -> list[Options]:
    """Every scenario and chapter with every number of players; other sides, harder games alone, a few short games."""
    scenarios = [{"num_players": players, "scenario": number} for players, number in product(PLAYERS, (1, 2, 3))]
    sides = [{"num_players": players, "scenario": 3, "sides": "BBB"} for players in PLAYERS]
    harder = [{"num_players": 1, "scenario": number, "extra_objective": True} for number in (2, 3)]
    chapters = [{"num_players": players, "chapter": chapter} for players, chapter in product(PLAYERS, CHAPTERS)]
    short = [{"num_players": players, "scenario": 2, "rounds": 2} for players in (1, 4)]
    return [*scenarios, *sides, *harder, *chapters, *short]


FINAL_STATES = FinalStates(
    game=GAME,
    path=Path(__file__).with_name("final_states.json"),
    command="python -m tests.cloudage.final_states --write",
    options=all_options(),
)

if __name__ == "__main__":
    FINAL_STATES.write_all(sys.argv[1:])
