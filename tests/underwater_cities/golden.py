"""Games written out for people to read: every question, the answer taken, and what followed, down to the score sheet.

    python tests/golden.py --write          play all games again, write tests/golden/*.txt and print what changed

The players follow a simple taste, so that the games are worth reading: they build, use their cards and upgrade.
"""

import difflib
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from tests.underwater_cities.agreement import game_of, label_of
from undersea_env.core.position import State
from undersea_env.underwater_cities.compiled.limits import TOKENS
from undersea_env.underwater_cities.kernel.actions import block_of
from undersea_env.underwater_cities.kernel.questions import DEALING, NEW_ERA, PRODUCING
from undersea_env.underwater_cities.words.phrases import NUMERALS
from undersea_env.underwater_cities.words.text import GameLog, question_to_string, score_sheet

FOLDER = Path(__file__).with_name("golden")
COMMAND = "python tests/golden.py --write"
SHOWN_OF_A_DIFFERENCE = 40


@dataclass(frozen=True)
class Golden:
    name: str
    seed: int
    num_players: int
    boards: str
    contracts: bool
    rounds: tuple[int, ...]

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def new_game(self) -> State:
        return game_of(self.num_players, self.boards, self.contracts, self.rounds).new_game(self.seed)


# The more players, the fewer rounds: nobody reads a book.
GAMES = (
    Golden("solo", 115, 1, "asymmetric", False, (4, 3, 3)),
    Golden("two_symmetric", 125, 2, "symmetric", False, (3, 2, 2)),
    Golden("two_asymmetric", 133, 2, "asymmetric", True, (3, 2, 2)),
    Golden("three_symmetric", 152, 3, "symmetric", True, (2, 1, 2)),
    Golden("three_asymmetric", 152, 3, "asymmetric", False, (2, 2, 1)),
    Golden("four_symmetric", 162, 4, "symmetric", False, (2, 1, 1)),
    Golden("four_asymmetric", 180, 4, "asymmetric", True, (1, 1, 1)),
)


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


# --- writing ---


def heading(golden: Golden, log: GameLog) -> Iterator[str]:
    players = f"{golden.num_players} player{'s' * (golden.num_players > 1)}"
    contracts = "with contracts" if golden.contracts else "no contracts"
    yield f"{players}, {golden.boards} boards, {contracts}, rounds {golden.rounds}, seed {golden.seed}"
    yield log.heading
    yield "A question stands after ?, with the number of possible answers; the answer after >; what followed below it."
    yield ""


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


def told(golden: Golden) -> Iterator[str]:
    """The game, line by line."""
    state = golden.new_game()
    log = GameLog(state.game)
    rng = random.Random(golden.seed)
    yield from heading(golden, log)
    yield from log.log_beginning(state.states[0])
    open_chapter = ""
    while not state.is_terminal:
        if chapter(state) != open_chapter:
            open_chapter = chapter(state)
            yield from ("", f"=== {open_chapter} ===", "")
        yield from told_decision(state, log, chosen(state, rng))
    yield from ("", score_sheet(state))


def told_decision(state: State, log: GameLog, action: int) -> Iterator[str]:
    before = state.clone()
    state.apply_action(action)
    yield f"? {question_to_string(before.states[0], before.game)} [{len(before.legal_actions)}]"
    yield f"> {before.action_to_string(action)}"
    for line in log.log_action(before.states[0], state.states[0], action):
        yield f"  {line}"


@cache
def text_of(golden: Golden) -> str:
    return "\n".join(told(golden)) + "\n"


# --- comparing ---


def difference(golden: Golden) -> list[str]:
    """What is different from the stored game, as a unified diff; empty if nothing is."""
    old = golden.path.read_text(encoding="utf-8") if golden.path.exists() else ""
    return list(difflib.unified_diff(
        old.splitlines(), text_of(golden).splitlines(), f"{golden.path.name}, stored", "now", n=2, lineterm="",
    ))


def write_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    for golden in GAMES:
        lines = difference(golden)
        golden.path.write_text(text_of(golden), encoding="utf-8")
        print(f"{golden.path}: {'changed' if lines else 'nothing changed'}")
        print("\n".join(lines[:SHOWN_OF_A_DIFFERENCE]))


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    write_all()
