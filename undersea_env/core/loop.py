"""The loop that all games share: tasks over a range of positions, with the rules of a game as a tuple of functions.

A game compiles it once, in its own file, with its own functions (see `Kernels`):

    @kernel
    def run_task(task, state_rows, rulebook_row, features_row, room_rows, room_number, ...):
        return run_task_on(KERNELS, task, as_states(state_rows), as_rulebooks(rulebook_row)[0], ...)

All tasks are one entry point, because each entry point costs the compilation of the whole engine. Numba caches it with
the game's file; a closure, or a tuple passed from Python, would be compiled anew in every process.
"""

import numpy as np

from undersea_env.compiling.jit import inlined, jit
from undersea_env.compiling.random_stream import STEP, mixed, scaled
from undersea_env.compiling.raw import fetch_ahead

GAMES_IN_CACHE = 128
LEAVE_ALONE = -1                 # in place of an action: do not touch this game in this step
(
    BEGIN, MASK, MASK_THOROUGHLY, APPLY, SETTLE, REFRESH, PLAY_AT_RANDOM, OBSERVE, RESULT, BREAKDOWN, REDEAL, STEP_ON,
    STEP_ANEW, PLAY_OUT,
) = range(14)


@jit
def write_mask(k, state, rules, room, mask, thorough):
    """Returns the number of legal actions, which are listed in `room.legal`."""
    if thorough:
        n = k.list_thoroughly(state, rules, room, room.legal)
    else:
        n = k.list_legal(state, rules, room, room.legal)
    mask[:] = 0
    for at in range(n):
        mask[room.legal[at]] = 1
    return n


@inlined
def run_task_on(
    k, task, states, rules, features, room, seeds, actions, masks, observations, finals, scores, ranks, won, sweeps,
    start, stop,
):
    """Carry out a task for the games from `start` to before `stop`; `k` are the kernels of the game.

    `STEP_ON` and `STEP_ANEW` answer, then write mask and observation of the seat that decides next. A game that is over
    is observed in `finals` by who ended it and gets its result: its ranks are not 0 then. ANEW deals a new game.
    Returns the number of games finished, or of legal actions found.
    """
    number = 0
    # Several sweeps are made over a few games at a time, which stay in the cache meanwhile; games do not mind.
    for first in range(start, stop, GAMES_IN_CACHE):
        last = min(first + GAMES_IN_CACHE, stop)
        for _ in range(sweeps):
            for i in range(first, last):
                state = states[i]
                begins = task == BEGIN
                if task == MASK:
                    number += write_mask(k, state, rules, room, masks[i], False)
                elif task == APPLY:
                    if state.over == 0:
                        k.answer(state, rules, actions[i], room)
                elif task == PLAY_AT_RANDOM:
                    n = write_mask(k, state, rules, room, masks[i], False)
                    seeds[i] += STEP
                    k.answer(state, rules, room.legal[scaled(mixed(seeds[i]), n)], room)
                    begins = state.over != 0
                    number += begins
                elif task == STEP_ON or task == STEP_ANEW:
                    fetch_ahead(states, min(i + 1, stop - 1))
                    if actions[i] == LEAVE_ALONE:
                        continue
                    if state.over == 0:
                        seat = np.int64(state.seat)
                        k.answer(state, rules, actions[i], room)
                        if state.over:
                            k.observe(state, rules, features, seat, finals[i])
                            k.result(state, rules, room, scores[i], ranks[i], won[i])
                            number += 1
                            seeds[i] += STEP
                            begins = task == STEP_ANEW
                elif task == OBSERVE:
                    viewer = actions[i]
                    if viewer < 0:
                        viewer = np.int64(state.seat)
                    k.observe(state, rules, features, viewer, observations[i])
                elif task == RESULT:
                    k.result(state, rules, room, scores[i], ranks[i], won[i])
                elif task == BREAKDOWN:
                    k.breakdown(state, rules, room, actions[i], scores[i])
                elif task == REDEAL:
                    k.redeal(state, rules, actions[i], seeds[i])
                elif task == SETTLE:
                    k.settle(state, rules)
                elif task == REFRESH:
                    k.refresh(state, rules)
                elif task == PLAY_OUT:
                    while state.over == 0:
                        n = k.list_legal(state, rules, room, room.legal)
                        seeds[i] += STEP
                        k.answer(state, rules, room.legal[scaled(mixed(seeds[i]), n)], room)
                elif task == MASK_THOROUGHLY:
                    number += write_mask(k, state, rules, room, masks[i], True)
                if begins:
                    states[i] = room.empty
                    k.begin(state, rules, mixed(seeds[i]))
            if task == STEP_ON or task == STEP_ANEW:
                # Masks of all of them, then observations: the processor does better with one kind of work at a time.
                # What comes next is fetched meanwhile: of many lanes neither games nor observations fit into the cache.
                for i in range(first, last):
                    if actions[i] != LEAVE_ALONE:
                        write_mask(k, states[i], rules, room, masks[i], False)
                for i in range(first, last):
                    fetch_ahead(observations, min(i + 1, last - 1))
                    if actions[i] != LEAVE_ALONE:
                        k.observe(states[i], rules, features, np.int64(states[i].seat), observations[i])
    return number
