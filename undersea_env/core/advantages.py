"""Generalised advantage estimation when several seats decide in turn: along each seat's own decisions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.jit import kernel


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
    advantages = np.zeros(values.shape)
    numbers, gains, last = (np.ascontiguousarray(given, np.float64) for given in (values, earned, last_values))
    seats, ends = np.ascontiguousarray(acted, np.int64), np.ascontiguousarray(ended, np.bool_)
    write_advantages(numbers, seats, gains, ends, last, last_players, gamma, gae_lambda, advantages)
    return advantages


@kernel
def write_advantages(
    values: Any, acted: Any, earned: Any, ended: Any, last_values: Any, last_players: Any, gamma: float,
    gae_lambda: float, advantages: Any,
) -> None:
    """The same, lane by lane, into `advantages`, of arrays of one type and order: each other one is compiled anew."""
    steps, lanes = values.shape
    players = earned.shape[2]
    # of each seat, looking back from the end: the value and the advantage of its next decision, rewards on the way
    next_value, next_advantage, pending = np.zeros(players), np.zeros(players), np.zeros(players)
    known = np.zeros(players, np.bool_)                  # whether anything is known of what follows
    for lane in range(lanes):
        next_value[:], next_advantage[:], pending[:], known[:] = 0.0, 0.0, 0.0, False
        next_value[last_players[lane]] = last_values[lane]
        known[last_players[lane]] = True
        for t in range(steps - 1, -1, -1):
            if ended[t, lane]:
                next_value[:], next_advantage[:], pending[:], known[:] = 0.0, 0.0, 0.0, True
            for player in range(players):
                pending[player] += earned[t, lane, player]
            seat = acted[t, lane]
            value = values[t, lane]
            surprise = pending[seat]
            if known[seat]:
                surprise += gamma * next_value[seat] - value
            advantage = surprise + gamma * gae_lambda * next_advantage[seat]
            advantages[t, lane] = advantage
            next_value[seat], next_advantage[seat] = value, advantage
            pending[seat], known[seat] = 0.0, True
