"""The options of Endeavor: Deep Sea: their defaults, what is allowed, and how a command line writes them."""

from typing import Any

from undersea_env.core.checking import checked_number
from undersea_env.core.options import Option, Options
from undersea_env.core.rewards import POINTS_IN_SCORE_REWARD
from undersea_env.endeavor_deep_sea.compiled.limits import ROUNDS, ROUNDS_ALONE
from undersea_env.endeavor_deep_sea.printed.words import DIFFICULTIES, MISSIONS
from undersea_env.errors import InvalidOption

COMPETITIVE, COOPERATIVE = "competitive", "cooperative"
GOALS_IN_REWARD = 10.0
MODES = (COMPETITIVE, COOPERATIVE)


def checked_mission(mission: Any, num_players: int) -> int:
    return checked_number(mission, "mission", 1, MISSIONS)


def checked_mode(mode: Any, num_players: int) -> str:
    """C-2: who plays alone plays co-operatively."""
    if not isinstance(mode, str) or mode not in MODES:
        raise InvalidOption(f'mode is "{COMPETITIVE}" or "{COOPERATIVE}", not {mode!r}')
    return COOPERATIVE if num_players == 1 else mode


def checked_difficulty(difficulty: Any, num_players: int) -> str:
    if not isinstance(difficulty, str) or difficulty not in DIFFICULTIES:
        raise InvalidOption(f"difficulty is {', '.join(DIFFICULTIES[:-1])} or {DIFFICULTIES[-1]}, not {difficulty!r}")
    return difficulty


def checked_rounds(rounds: Any, num_players: int) -> int:
    most = ROUNDS_ALONE if num_players == 1 else ROUNDS
    return most if rounds is None else checked_number(rounds, "rounds", 1, most)


def settle_options(options: Options) -> Options:
    """The difficulty says something of co-operative games only."""
    values = dict(options.values)
    if values["mode"] == COMPETITIVE:
        values["difficulty"] = DIFFICULTIES[0]
    return Options(options.num_players, tuple(values.items()))


def points_in_reward(options: Options) -> float:
    """A goal that the team has met counts as much as a lead of ten points."""
    return GOALS_IN_REWARD if is_cooperative(options) else POINTS_IN_SCORE_REWARD


def is_cooperative(options: Options) -> bool:
    return bool(options.mode == COOPERATIVE)


OPTIONS = (
    Option("mission", 1, checked_mission, f"the mission to play, 1-{MISSIONS}", int),
    Option("mode", COMPETITIVE, checked_mode, f"{COMPETITIVE}, or {COOPERATIVE}: all win or nobody", str),
    Option("difficulty", DIFFICULTIES[0], checked_difficulty, f"co-operative: {', '.join(DIFFICULTIES)}", str),
    Option("rounds", None, checked_rounds, f"rounds to play: {ROUNDS}, alone {ROUNDS_ALONE}, or fewer", int, short=2),
)
