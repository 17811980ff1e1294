"""Games of Endeavor: Deep Sea written out for people to read; see `tests.shared.golden`.

    python -m tests.endeavor_deep_sea.golden --write          play all games again and print what changed

The players follow a simple taste of their own, which no tuning changes: they act, publish and gather impact.
"""

import random
import sys
from pathlib import Path

import numpy as np

from tests.endeavor_deep_sea.agreement import game_of
from tests.shared.golden import Golden, write_all
from undersea_env.core.position import State
from undersea_env.endeavor_deep_sea.kernel.actions import DECLINE
from undersea_env.endeavor_deep_sea.kernel.state import LAUNCHING, PREPARATION

FOLDER = Path(__file__).with_name("golden")
COMMAND = "python -m tests.endeavor_deep_sea.golden --write"

# --- the players' taste ---

FOR_A_DISC_IN_THE_OCEAN, FOR_A_JOURNAL, FOR_A_STEP, FOR_A_TOKEN, FOR_RESEARCH = 2.0, 2.0, 1.0, 1.5, 0.3
FOR_A_MARKER, FOR_A_SENIOR = 1.5, 2.0
IDLE = 4                          # what passing, ending a turn and declining must be worth more than all else
WHIM = 2                          # how much chance can add


def chosen(state: State, rng: random.Random) -> int:
    """The answer that leads where one likes it best; a whim decides between like ones."""
    seat = state.current_player

    def liking(action: int) -> float:
        after = state.clone()
        after.apply_action(action)
        return standing(after, seat) - IDLE * (action <= DECLINE) + WHIM * rng.random()

    return max(state.legal_actions, key=liking)


def standing(state: State, seat: int) -> float:
    """The score if the game ended now, and something for all that may be worth more later."""
    record = state.states.view(np.ndarray)[0]
    me = record["players"][seat]
    in_ocean = sum(int(bits).bit_count() for bits in record["discs"][:, seat])
    worth = FOR_A_DISC_IN_THE_OCEAN * in_ocean + FOR_A_STEP * int(me["marker"].sum())
    worth += FOR_A_JOURNAL * int(me["journals"]).bit_count() + FOR_A_SENIOR * int(me["seniors"]).bit_count()
    worth += FOR_A_TOKEN * int(me["token_count"]) + FOR_RESEARCH * int(me["research"])
    markers = np.count_nonzero(record["hex_owner"] == seat + 1) + int(record["infinite"][:, seat].sum())
    return worth + FOR_A_MARKER * markers + state.score_breakdown(seat)["total"]


# --- the games ---


def chapter(state: State) -> str:
    """The part of the game that the open question belongs to."""
    record = state.states[0]
    if int(record.step) == LAUNCHING:
        return "Set-up"
    part = "preparation" if int(record.phase) == PREPARATION else "activation"
    return f"Round {int(record.round_no)}, {part}"


def golden(name: str, seed: int, num_players: int, mission: int, mode: str, difficulty: str, rounds: int) -> Golden:
    players = f"{num_players} player{'s' * (num_players > 1)}"
    words = mode if mode == "competitive" else f"{mode}, {difficulty}"
    return Golden(
        path=FOLDER / f"{name}.txt",
        seed=seed,
        new_game=lambda: game_of(num_players, mission, mode, difficulty, rounds).new_game(seed),
        heading=f"{players}, mission {mission}, {words}, {rounds} rounds, seed {seed}",
        chapter=chapter,
        chosen=chosen,
    )


# The more players, the fewer rounds: nobody reads a book.
GAMES = (
    golden("solo", 11, 1, 9, "cooperative", "advanced", 7),
    golden("two", 21, 2, 1, "competitive", "beginner", 6),
    golden("two_moving_markers", 22, 2, 6, "competitive", "beginner", 4),
    golden("three_together", 31, 3, 4, "cooperative", "beginner", 5),
    golden("four", 41, 4, 10, "competitive", "beginner", 3),
    golden("four_options", 42, 4, 8, "competitive", "beginner", 3),
)

if __name__ == "__main__":
    write_all(GAMES, COMMAND, sys.argv[1:])
