"""What a finished game is worth to each seat: the option `reward`, for one game or many."""

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.checking import told
from undersea_env.errors import InvalidOption

RewardFunction: TypeAlias = Callable[[tuple[int, ...], tuple[int, ...]], Iterable[float]]
Reward: TypeAlias = str | RewardFunction
REWARDS = ("win", "rank", "score")
POINTS_IN_SCORE_REWARD = 100.0                           # a lead of so many points counts as 1; a game may differ

Integers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


def checked_reward(reward: Any, players: int) -> Reward:
    """A function is tried once on a game without points, so that it does not fail at the end of the first."""
    if callable(reward):
        try:
            found = reward((0,) * players, tuple(range(1, players + 1)))
        except Exception as error:
            raise InvalidOption(f"the reward function failed for a game without points: {told(error)}") from error
        _checked_returns(found, players)
        return reward  # type: ignore[no-any-return]
    if isinstance(reward, str) and reward in REWARDS:
        return reward
    allowed = f"{', '.join(REWARDS)}, or a callable (scores, ranks) -> rewards"
    raise InvalidOption(f"reward is one of {allowed}; not {told(reward)}")


def leads_of(
    points: NDArray[Any], cooperative: bool, rivalry: float = 1.0, points_in_reward: float = POINTS_IN_SCORE_REWARD
) -> Floats:
    """Of each seat over the mean of the others, which count `rivalry`; alone or together the points themselves."""
    if cooperative or points.shape[1] == 1:
        return np.asarray(points / points_in_reward)
    mean = (points.sum(axis=1, keepdims=True) - points) / (points.shape[1] - 1)
    return np.asarray((points - rivalry * mean) / points_in_reward)


def win_shares(won: Integers, cooperative: bool) -> Floats:
    """One row a game. Who wins together shares the win; alone, or all against the game, a win is whole."""
    sharing = 1 if cooperative else np.maximum(won.sum(axis=1, keepdims=True), 1)
    return np.asarray(won / sharing, np.float64)


def returns_of(
    reward: Reward, cooperative: bool, scores: Integers, ranks: Integers, won: Integers,
    points_in_reward: float = POINTS_IN_SCORE_REWARD,
) -> Floats:
    """One number a seat for games that are over, one row a game. `ranks` and `won` are what the rules say.

    In a game that all win or nobody wins, alone or together, to win is worth 1, else 0.
    """
    games, players = scores.shape
    if callable(reward):
        rows = zip(scores.tolist(), ranks.tolist(), strict=True)
        found = [_checked_returns(reward(tuple(points), tuple(places)), players) for points, places in rows]
        return np.array(found).reshape(games, players)
    if reward == "score":
        return leads_of(scores, cooperative, points_in_reward=points_in_reward)
    if cooperative:
        return win_shares(won, cooperative)
    if reward == "rank":
        return np.asarray(1.0 - 2.0 * (ranks - 1) / (players - 1))
    return np.asarray(win_shares(won, cooperative) - 1 / players)


def utilities_of(reward: Reward, cooperative: bool) -> str:
    """How the rewards of all seats go together, in OpenSpiel's words."""
    if cooperative and not callable(reward):
        return "IDENTICAL"
    return "ZERO_SUM" if reward in ("win", "score") else "GENERAL_SUM"   # seats that tie have equal ranks


def _checked_returns(values: Iterable[Any], players: int) -> tuple[float, ...]:
    try:
        returns = tuple(float(value) for value in values)
    except Exception:                                        # of whatever it gave
        returns = ()
    if len(returns) != players or not all(math.isfinite(value) for value in returns):
        raise InvalidOption(f"the reward function must give {players} numbers, one a seat; it gave {told(values)}")
    return returns
