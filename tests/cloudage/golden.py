"""Games of CloudAge written out for people to read; see `tests.shared.golden`.

    python -m tests.cloudage.golden --write          play all games again and print what changed

The players follow a simple taste of their own, which no tuning changes: they fight for cities, build and plant.
"""

import random
import sys
from pathlib import Path
from typing import Any

from tests.cloudage.scenario import game_of
from tests.shared.golden import Golden, write_all
from undersea_env.cloudage.kernel.actions import PASS
from undersea_env.cloudage.kernel.state import FIGHTING
from undersea_env.cloudage.words.readings import Table
from undersea_env.core.position import State

FOLDER = Path(__file__).with_name("golden")
COMMAND = "python -m tests.cloudage.golden --write"

# --- the players' taste ---

WORTH = {"energy": 0.4, "water": 0.4, "metal": 0.8, "production": 1.5}
FOR_A_CARD, FOR_A_PLANT, FOR_A_TILE, FOR_A_PROJECT = 0.6, 1.0, 2.0, 3.0
FOR_A_NEW_CITY, FOR_STRENGTH = 1.5, 0.5
IDLE = 1                          # what stopping and refusing must be worth more than all else
WHIM = 1                          # how much chance can add


def chosen(state: State, rng: random.Random) -> int:
    """The answer that leads where one likes it best; a whim decides between like ones."""
    seat = state.current_player

    def liking(action: int) -> float:
        after = state.clone()
        after.apply_action(action)
        return standing(after, seat) - IDLE * (action == PASS) + WHIM * rng.random()

    return max(state.legal_actions, key=liking)


def standing(state: State, seat: int) -> float:
    """The score if the game ended now, and something for all that may be worth more later."""
    table = Table(state.states[0], state.game)
    me = table.record.players[seat]
    worth = sum(weight * int(me[name]) for name, weight in WORTH.items())
    worth += FOR_A_CARD * len(table.hand(seat)) + FOR_A_PLANT * int(me.plants.sum())
    worth += FOR_A_TILE * int(me.upgrades.sum()) + FOR_A_PROJECT * len(table.cards_in(me.in_play))
    if table.frame is not None and table.frame.about == FIGHTING and table.frame.owner == seat:
        worth += FOR_STRENGTH * int(table.record.strength)
    city = table.city_on(int(me.hex))
    if city is not None and not me.cubes[city]:
        worth += FOR_A_NEW_CITY
    return worth + state.score_breakdown(seat)["total"]


# --- the games ---


def chapter(state: State) -> str:
    """The part of the game that the open question belongs to."""
    moment = Table(state.states[0], state.game).moment
    return moment[0].upper() + moment[1:]


def golden(name: str, seed: int, num_players: int, **options: Any) -> Golden:
    players = f"{num_players} player{'s' * (num_players > 1)}"
    words = ", ".join(f"{name} {value}".replace("_", " ") for name, value in options.items())
    return Golden(
        path=FOLDER / f"{name}.txt",
        seed=seed,
        new_game=lambda: game_of(num_players, tuple(options.items())).new_game(seed),
        heading=f"{players}, {words}, seed {seed}",
        chapter=chapter,
        chosen=chosen,
    )


# The more players, the fewer rounds: nobody reads a book.
GAMES = (
    golden("solo", 11, 1, scenario=2, extra_objective=True),
    golden("solo_chapter", 12, 1, chapter="5"),
    golden("two", 21, 2, scenario=2, rounds=6),
    golden("two_first_flight", 22, 2, scenario=1, sides="BAB"),
    golden("three_chapter", 31, 3, chapter="4a", rounds=4),
    golden("four", 41, 4, scenario=3, sides="ABB", rounds=3),
)

if __name__ == "__main__":
    write_all(GAMES, COMMAND, sys.argv[1:])
