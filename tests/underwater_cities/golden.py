"""Games of Underwater Cities written out for people to read; see `tests.shared.golden`.

    python -m tests.underwater_cities.golden --write          play all games again and print what changed

The players follow a simple taste, so that the games are worth reading: they build, use their cards and upgrade.
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.shared.golden import Golden, write_all
from tests.underwater_cities.agreement import game_of, label_of
from undersea_env.core.position import State
from undersea_env.underwater_cities.compiled.limits import TOKENS
from undersea_env.underwater_cities.kernel.actions import block_of
from undersea_env.underwater_cities.kernel.frames import DEALING, NEW_ERA, PRODUCING
from undersea_env.underwater_cities.words.names import NUMERALS

FOLDER = Path(__file__).with_name("golden")
COMMAND = "python -m tests.underwater_cities.golden --write"

# --- the players' taste ---

LIKED = {"stop": -8, "only slot": -6, "always": -2, "use card": 2, "once": 2, "action card": 2}
FOR_A_THING, FOR_A_CITY, FOR_A_CARD, FOR_A_TOKEN = 2.0, 3.0, 2.0, 0.7
WHIM = 2                          # how much chance can add


def chosen(state: State, rng: random.Random) -> int:
    """The answer that is liked best, by its own words and by where it leads; a whim decides between like ones."""
    liking = {
        action: liked(state, action) + standing(played_on(state, action), state.current_player) + WHIM * rng.random()
        for action in state.legal_actions
    }
    return max(liking, key=liking.__getitem__)


def liked(state: State, action: int) -> float:
    words = " ".join(map(str, label_of(state, action)))
    return sum(points for word, points in LIKED.items() if word in words)


def played_on(state: State, action: int) -> State:
    """The position after the answer; a slot and card are judged by what the rest of the turn can make of them."""
    after = after_action(state, action)
    if block_of(action)[0].name == "PLAY":
        while moment(after) == moment(state):
            after = max((after_action(after, answer) for answer in after.legal_actions), key=own_standing(after))
    return after


def after_action(state: State, action: int) -> State:
    after = state.clone()
    after.apply_action(action)
    return after


def moment(state: State) -> tuple[int, int, int]:
    record = state.states.view(np.ndarray)[0]
    return state.current_player, int(record["round_no"]), int(record["turn_no"])


def own_standing(state: State) -> Callable[[State], float]:
    return lambda after: standing(after, state.current_player)


def standing(state: State, seat: int) -> float:
    """The score if the game ended now, and something for all that may be worth more later."""
    me = state.states.view(np.ndarray)["players"][0, seat]      # as a plain array, which is quicker to read
    things = np.count_nonzero(me["building"]) + int(me["upgraded"].sum()) + int(me["tunnel"].sum())
    cities = np.count_nonzero(me["city"])
    cards = int(me["tableau_count"]) + int(me["action_count"])
    tokens = int(me["resource"][:TOKENS].sum())
    worth = FOR_A_THING * things + FOR_A_CITY * cities + FOR_A_CARD * cards + FOR_A_TOKEN * tokens
    return worth + state.score_breakdown(seat)["total"]


# --- the games ---


def chapter(state: State) -> str:
    """The part of the game that the open question belongs to."""
    record = state.states[0]
    era = f"era {NUMERALS[int(record.era)]}"
    stage = int(record.frame[0].stage)
    if stage == DEALING:
        return "Set-up"
    if stage == PRODUCING:
        return f"Production of {era}"
    if stage == NEW_ERA:
        return f"Beginning of {era}"
    return f"E{era[1:]}, round {int(record.round_no)}"


def golden(name: str, seed: int, num_players: int, boards: str, contracts: bool, rounds: tuple[int, ...]) -> Golden:
    players = f"{num_players} player{'s' * (num_players > 1)}"
    with_contracts = "with contracts" if contracts else "no contracts"
    return Golden(
        path=FOLDER / f"{name}.txt",
        seed=seed,
        new_game=lambda: game_of(num_players, boards, contracts, rounds).new_game(seed),
        heading=f"{players}, {boards} boards, {with_contracts}, rounds {rounds}, seed {seed}",
        chapter=chapter,
        chosen=chosen,
    )


# The more players, the fewer rounds: nobody reads a book.
GAMES = (
    golden("solo", 115, 1, "asymmetric", False, (4, 3, 3)),
    golden("two_symmetric", 125, 2, "symmetric", False, (3, 2, 2)),
    golden("two_asymmetric", 133, 2, "asymmetric", True, (3, 2, 2)),
    golden("three_symmetric", 152, 3, "symmetric", True, (2, 1, 2)),
    golden("three_asymmetric", 152, 3, "asymmetric", False, (2, 2, 1)),
    golden("four_symmetric", 162, 4, "symmetric", False, (2, 1, 1)),
    golden("four_asymmetric", 180, 4, "asymmetric", True, (1, 1, 1)),
)

if __name__ == "__main__":
    write_all(GAMES, COMMAND, sys.argv[1:])
