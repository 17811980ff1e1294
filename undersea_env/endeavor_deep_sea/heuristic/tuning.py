"""Tune the weights of `greedy` by play against itself; `core/tuning.py` says how.

`python -m undersea_env.endeavor_deep_sea.heuristic.tuning --minutes 15`

Missions and numbers of players take turns; in a part of the matches a team plays, whose goals count 10 points each.
"""

import sys
from collections.abc import Sequence
from typing import Any

from undersea_env.core.position import Game
from undersea_env.core.tuning import Match, parser_for, trials, tune, write_weights
from undersea_env.endeavor_deep_sea.heuristic.worth import TO_COME, WEIGHTS_FILE, read_weights
from undersea_env.endeavor_deep_sea.kind import KIND
from undersea_env.endeavor_deep_sea.options import COOPERATIVE
from undersea_env.endeavor_deep_sea.printed.words import MISSIONS

MODULE = "undersea_env.endeavor_deep_sea.heuristic.tuning"
POINTS_OF_GOAL = 10.0


def match(num_players: int, mission: int, **options: Any) -> Match:
    points = 1.0 if not options and num_players > 1 else POINTS_OF_GOAL
    return Match(Game(KIND, num_players, mission=mission, **options), points=points)


def matches() -> list[Match]:
    """Two to four players, and after every third of these a team of one to four."""
    found = []
    for mission in range(1, MISSIONS + 1):
        found.append(match(2 + mission % 3, mission))
        found.append(match(2, mission))
        found.append(match(1 + mission % 4, mission, mode=COOPERATIVE))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser_for(__doc__ or "", WEIGHTS_FILE).parse_args(arguments)
    start = read_weights(options.start)
    names = [name for name in start if name != TO_COME and name.startswith(options.only)]
    tuned = tune(start, names, matches(), options)
    tables = {
        "two players, mission 1": match(2, 1), "four players, mission 8": match(4, 8),
        "alone, mission 2": match(1, 2), "a team of three, mission 5": match(3, 5, mode=COOPERATIVE),
    }
    if sum(trials(tuned, start, tables, options.trial)) <= 0:
        print("not better on the whole: nothing is written")
        return 1
    words = " ".join(sys.argv[1:] if arguments is None else arguments)
    write_weights(options, tuned, f"python -m {MODULE} {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
