"""What Python calls: tasks over a range of games in a batch. Threads take ranges; results do not depend on the cutting.

All tasks share one compiled entry point, because each entry point costs the compilation of the whole engine.
"""

from typing import Any

import numpy as np

from undersea_env.jit import kernel
from undersea_env.random_stream import STEP, mixed
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.decisions import decide
from undersea_env.underwater_cities.kernel.interpreter import run
from undersea_env.underwater_cities.kernel.plays import list_legal
from undersea_env.underwater_cities.kernel.set_up import set_up
from undersea_env.underwater_cities.kernel.state import new_states
from undersea_env.underwater_cities.kernel.workspace import new_workspaces

Array = np.ndarray[Any, Any]
SHIFT_32 = np.uint64(32)
BEGIN, MASK, MASK_THOROUGHLY, APPLY, SETTLE, PLAY_AT_RANDOM = range(6)


@kernel
def work(task, states, rulebook, empty, rooms, room_number, seeds, actions, masks, sweeps, start, stop):
    """Carry out a task for the games from `start` to before `stop`.

    Returns the number of games finished, or of legal actions found.
    """
    rules = rulebook[0]
    room = rooms[room_number]
    legal = room.legal
    number = 0
    for _ in range(sweeps):
        for i in range(start, stop):
            state = states[i]
            begin = task == BEGIN
            action = -1
            if task == MASK or task == PLAY_AT_RANDOM or task == MASK_THOROUGHLY:
                n = list_legal(state, rules, room, legal, task == MASK_THOROUGHLY)
                if task != PLAY_AT_RANDOM:
                    number += n
                masks[i, :] = 0
                for k in range(n):
                    masks[i, legal[k]] = 1
                if task == PLAY_AT_RANDOM:
                    seeds[i] += STEP
                    action = np.int64(legal[np.int64(((mixed(seeds[i]) >> SHIFT_32) * np.uint64(n)) >> SHIFT_32)])
            elif task == APPLY and state.over == 0:
                action = actions[i]
            if action >= 0:
                decide(state, rules, action, legal)
                if task == PLAY_AT_RANDOM and state.over:
                    number += 1
                    begin = True
            if begin:
                states[i] = empty[0]
                set_up(states[i], rules, mixed(seeds[i]))
            if begin or task == SETTLE:
                run(states[i], rules)
    return number


_EMPTY = new_states(1)
_ROOMS = new_workspaces(1)
_NO_SEEDS = np.zeros(1, np.uint64)
_NO_ACTIONS = np.zeros(1, np.int64)
_NO_MASKS = np.zeros((1, NUM_ACTIONS), np.int8)


def begin_games(states: Array, rulebook: Array, seeds: Array, start: int, stop: int) -> None:
    """Deal new games with these seeds (uint64, one a game)."""
    work(BEGIN, states, rulebook, _EMPTY, _ROOMS, 0, seeds, _NO_ACTIONS, _NO_MASKS, 1, start, stop)


def mask_legal_actions(
    states: Array, rulebook: Array, rooms: Array, room: int, masks: Array, start: int, stop: int
) -> None:
    """Write each game's mask of legal actions (int8); all zero once a game is over."""
    work(MASK, states, rulebook, _EMPTY, rooms, room, _NO_SEEDS, _NO_ACTIONS, masks, 1, start, stop)


def mask_thoroughly(states: Array, rulebook: Array, rooms: Array, masks: Array) -> None:
    """The same without any short cut in the test of G-5a: slow, and what the short cuts are tested against."""
    work(MASK_THOROUGHLY, states, rulebook, _EMPTY, rooms, 0, _NO_SEEDS, _NO_ACTIONS, masks, 1, 0, len(states))


def list_legal_of(state: Array, rulebook: Array, rooms: Array) -> list[int]:
    """The legal actions of a single game, ascending."""
    n = work(MASK, state, rulebook, _EMPTY, rooms, 0, _NO_SEEDS, _NO_ACTIONS, np.empty_like(_NO_MASKS), 1, 0, 1)
    return list(rooms["legal"][0, :n].tolist())


def apply_actions(
    states: Array, rulebook: Array, rooms: Array, room: int, actions: Array, start: int, stop: int
) -> None:
    """Apply one legal action (int64) to each game that is not over."""
    work(APPLY, states, rulebook, _EMPTY, rooms, room, _NO_SEEDS, actions, _NO_MASKS, 1, start, stop)


def settle(states: Array, rulebook: Array, rooms: Array, start: int, stop: int) -> None:
    """Go on from positions that were put together by hand to their first question."""
    work(SETTLE, states, rulebook, _EMPTY, rooms, 0, _NO_SEEDS, _NO_ACTIONS, _NO_MASKS, 1, start, stop)


def play_at_random(
    states: Array,
    rulebook: Array,
    rooms: Array,
    room: int,
    masks: Array,
    streams: Array,
    sweeps: int,
    start: int,
    stop: int,
) -> int:
    """Uniform legal play with every mask written, one decision a game in each sweep; finished games begin anew.

    `streams` (uint64, one a game) are the random numbers of the play and of the new deals. Returns the games finished.
    """
    return int(
        work(PLAY_AT_RANDOM, states, rulebook, _EMPTY, rooms, room, streams, _NO_ACTIONS, masks, sweeps, start, stop)
    )
