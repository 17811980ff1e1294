"""Generalised advantage estimation when several seats decide in turn: along each seat's own decisions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def advantages_along_seats(
    values: NDArray[Any], acted: NDArray[np.int64], earned: NDArray[Any], ended: NDArray[np.bool_],
    last_values: NDArray[Any], last_players: NDArray[np.int64], gamma: float, gae_lambda: float,
) -> NDArray[np.float64]:
    """Advantages of T steps in N lanes (time first).

    `values`: what the seat that acted expected. `acted`: that seat. `earned`: what each seat got by the step (T, N, P).
    `ended`: whether the step ended the game. `last_values`, `last_players`: of the positions after the last step, for
    the seat that decides there.

    A seat's reward for a decision is all that it gets until its next one; `gamma` counts its own decisions. If the game
    goes on after the last step and another seat is asked there, what follows a seat's last decision is not known yet:
    its own expectation stands in for it.
    """
    steps, lanes = values.shape
    players = earned.shape[2]
    advantages = np.zeros((steps, lanes))
    lane = np.arange(lanes)
    # of each seat, looking back from the end: the value and the advantage of its next decision, rewards on the way
    next_value = np.zeros((lanes, players))
    next_advantage = np.zeros((lanes, players))
    pending = np.zeros((lanes, players))
    known = np.zeros((lanes, players), np.bool_)         # whether anything is known of what follows
    next_value[lane, last_players] = last_values
    known[lane, last_players] = True
    for t in range(steps - 1, -1, -1):
        over = ended[t]
        next_value[over], next_advantage[over], pending[over], known[over] = 0.0, 0.0, 0.0, True
        pending += earned[t]
        seat = acted[t]
        follows = np.where(known[lane, seat], next_value[lane, seat], values[t])
        surprise = pending[lane, seat] + gamma * follows - values[t]
        surprise = np.where(known[lane, seat], surprise, pending[lane, seat])
        advantages[t] = surprise + gamma * gae_lambda * next_advantage[lane, seat]
        next_value[lane, seat], next_advantage[lane, seat] = values[t], advantages[t]
        pending[lane, seat], known[lane, seat] = 0.0, True
    return advantages
