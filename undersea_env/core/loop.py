"""What Python calls: tasks over a range of games in a batch. Threads take ranges; results do not depend on the cutting.

All tasks share one compiled entry point, because each entry point costs the compilation of the whole engine.
"""

from typing import Any

import numpy as np

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.random_stream import STEP, mixed
from undersea_env.compiling.raw import as_bytes, fetch_ahead, records_of
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS
from undersea_env.underwater_cities.compiled.rulebook import RULEBOOK
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.decisions import decide
from undersea_env.underwater_cities.kernel.interpreter import run
from undersea_env.underwater_cities.kernel.observe import FEATURES, OBSERVATION_SIZE, observe
from undersea_env.underwater_cities.kernel.plays import list_legal
from undersea_env.underwater_cities.kernel.scoring import total_scores
from undersea_env.underwater_cities.kernel.set_up import set_up
from undersea_env.underwater_cities.kernel.state import STATE
from undersea_env.underwater_cities.kernel.workspace import WORKSPACE, new_workspaces

Array = np.ndarray[Any, Any]
SHIFT_32 = np.uint64(32)
GAMES_IN_CACHE = 128
STATE_SIZE = STATE.itemsize
LEAVE_ALONE = -1                 # in place of an action: do not touch this game in this step
BEGIN, MASK, MASK_THOROUGHLY, APPLY, SETTLE, PLAY_AT_RANDOM, OBSERVE, SCORE, STEP_ON, STEP_ANEW = range(10)
as_states, as_rulebooks, as_rooms = records_of(STATE), records_of(RULEBOOK), records_of(WORKSPACE)
as_features = records_of(FEATURES)


@jit
def answer(state, rules, action, room):
    decide(state, rules, action, room.legal)


@jit
def write_mask(state, rules, room, mask, thorough):
    """Returns the number of legal actions, which are listed in `room.legal`."""
    n = list_legal(state, rules, room, room.legal, thorough)
    mask[:] = 0
    for k in range(n):
        mask[room.legal[k]] = 1
    return n


@kernel
def work(
    task, state_rows, rulebook_row, features_row, room_rows, room_number, seeds, actions, masks, observations, finals,
    scores, finished, sweeps, start, stop,
):
    """Carry out a task for the games from `start` to before `stop`. Records come as rows of bytes (raw.py).

    `STEP_ON` and `STEP_ANEW` answer, then write mask and observation of the seat that decides next; a game that is over
    is observed in `finals` by who ended it, and scored; `finished` gets its turn order and 1 + the connected cities of
    seat 0 (V-7); ANEW deals a new game.
    Returns the number of games finished, or of legal actions found.
    """
    states = as_states(state_rows)
    rules = as_rulebooks(rulebook_row)[0]
    features = as_features(features_row)[0]
    room = as_rooms(room_rows)[room_number]
    number = 0
    # Several sweeps are made over a few games at a time, which stay in the cache meanwhile; games do not mind.
    for first in range(start, stop, GAMES_IN_CACHE):
        last = min(first + GAMES_IN_CACHE, stop)
        for _ in range(sweeps):
            for i in range(first, last):
                state = states[i]
                begins = task == BEGIN
                if task == MASK or task == MASK_THOROUGHLY:
                    number += write_mask(state, rules, room, masks[i], task == MASK_THOROUGHLY)
                elif task == APPLY:
                    if state.over == 0:
                        answer(state, rules, actions[i], room)
                elif task == PLAY_AT_RANDOM:
                    n = write_mask(state, rules, room, masks[i], False)
                    seeds[i] += STEP
                    choice = np.int64(((mixed(seeds[i]) >> SHIFT_32) * np.uint64(n)) >> SHIFT_32)
                    answer(state, rules, room.legal[choice], room)
                    begins = state.over != 0
                    number += begins
                elif task == STEP_ON or task == STEP_ANEW:
                    fetch_ahead(states, min(i + 1, stop - 1), STATE_SIZE)
                    if actions[i] == LEAVE_ALONE:
                        continue
                    if state.over == 0:
                        seat = np.int64(state.seat)
                        answer(state, rules, actions[i], room)
                        if state.over:
                            observe(state, rules, features, seat, finals[i])
                            total_scores(state, rules, room, scores[i])
                            for k in range(MAX_PLAYERS):
                                finished[i, k] = state.order[k]
                            finished[i, MAX_PLAYERS] = 1 + ones(state.players[0].connected_cities)
                            number += 1
                            seeds[i] += STEP
                            begins = task == STEP_ANEW
                elif task == OBSERVE:
                    viewer = actions[i]
                    observe(state, rules, features, viewer if viewer >= 0 else np.int64(state.seat), observations[i])
                elif task == SCORE:
                    total_scores(state, rules, room, scores[i])
                elif task == SETTLE:
                    run(state, rules)
                if begins:
                    states[i] = room.empty
                    set_up(state, rules, mixed(seeds[i]))
                    run(state, rules)
            if task == STEP_ON or task == STEP_ANEW:
                # Masks of all of them, then observations: the processor does better with one kind of work at a time.
                # What comes next is fetched meanwhile: of many lanes neither games nor observations fit into the cache.
                for i in range(first, last):
                    if actions[i] != LEAVE_ALONE:
                        write_mask(states[i], rules, room, masks[i], False)
                for i in range(first, last):
                    fetch_ahead(observations, min(i + 1, last - 1), OBSERVATION_SIZE)
                    if actions[i] != LEAVE_ALONE:
                        observe(states[i], rules, features, np.int64(states[i].seat), observations[i])
    return number


ROOM = as_bytes(new_workspaces(1))
NO_FEATURES = as_bytes(np.zeros(1, FEATURES))
NO_SEEDS = np.zeros(1, np.uint64)
NO_ACTIONS = np.zeros(1, np.int64)
NO_MASKS = np.zeros((1, NUM_ACTIONS), np.int8)
NO_OBSERVATIONS = np.zeros((1, OBSERVATION_SIZE), np.uint8)
NO_SCORES = np.zeros((1, MAX_PLAYERS), np.int64)
NOTHING_FINISHED = np.zeros((1, MAX_PLAYERS + 1), np.int8)


def carry_out(
    task: int, states: Array, rulebook: Array, rooms: Array = ROOM, room: int = 0, features: Array = NO_FEATURES,
    seeds: Array = NO_SEEDS, actions: Array = NO_ACTIONS, masks: Array = NO_MASKS,
    observations: Array = NO_OBSERVATIONS, finals: Array = NO_OBSERVATIONS, scores: Array = NO_SCORES,
    finished: Array = NOTHING_FINISHED, sweeps: int = 1, start: int = 0, stop: int = 1,
) -> int:
    """`work` with what the task does not need left out, and records as they are or as bytes."""
    return int(work(
        task, as_bytes(states), as_bytes(rulebook), as_bytes(features), as_bytes(rooms), room, seeds, actions, masks,
        observations, finals, scores, finished, sweeps, start, stop,
    ))


def begin_games(states: Array, rulebook: Array, seeds: Array, start: int, stop: int) -> None:
    """Deal new games with these seeds (uint64, one a game)."""
    carry_out(BEGIN, states, rulebook, seeds=seeds, start=start, stop=stop)


def mask_legal_actions(
    states: Array, rulebook: Array, rooms: Array, room: int, masks: Array, start: int, stop: int
) -> int:
    """Write each game's mask of legal actions (int8); all zero once a game is over. Returns how many are legal."""
    return carry_out(MASK, states, rulebook, rooms, room, masks=masks, start=start, stop=stop)


def list_legal_of(state: Array, rulebook: Array, rooms: Array) -> list[int]:
    """The legal actions of a single game, ascending."""
    n = mask_legal_actions(state, rulebook, rooms, 0, np.empty_like(NO_MASKS), 0, 1)
    return list(rooms["legal"][0, :n].tolist())


def mask_thoroughly(states: Array, rulebook: Array, rooms: Array, masks: Array) -> None:
    """The same without any short cut in the test of G-5a: slow, and what the short cuts are tested against."""
    carry_out(MASK_THOROUGHLY, states, rulebook, rooms, masks=masks, stop=len(states))


def apply_actions(
    states: Array, rulebook: Array, rooms: Array, room: int, actions: Array, start: int, stop: int
) -> None:
    """Apply one legal action (int64) to each game that is not over."""
    carry_out(APPLY, states, rulebook, rooms, room, actions=actions, start=start, stop=stop)


def settle(states: Array, rulebook: Array, rooms: Array, start: int, stop: int) -> None:
    """Go on from positions that were put together by hand to their first question."""
    carry_out(SETTLE, states, rulebook, rooms, start=start, stop=stop)


def play_at_random(
    states: Array, rulebook: Array, rooms: Array, room: int, masks: Array, streams: Array, sweeps: int, start: int,
    stop: int,
) -> int:
    """Uniform legal play with every mask written, one decision a game in each sweep; finished games begin anew.

    `streams` (uint64, one a game) are the random numbers of the play and of the new deals. Returns the games finished.
    """
    return carry_out(
        PLAY_AT_RANDOM, states, rulebook, rooms, room, seeds=streams, masks=masks, sweeps=sweeps, start=start, stop=stop
    )


def observe_games(
    states: Array, rulebook: Array, features: Array, viewers: Array, observations: Array, start: int, stop: int
) -> None:
    """Write what a seat may know of each game (uint8); viewer -1 is the seat that decides."""
    carry_out(
        OBSERVE, states, rulebook, features=features, actions=viewers, observations=observations, start=start, stop=stop
    )


def final_scores(
    states: Array, rulebook: Array, rooms: Array, room: int, scores: Array, start: int, stop: int
) -> None:
    """The score (int64) of every seat if its game ended now; absent seats have 0."""
    carry_out(SCORE, states, rulebook, rooms, room, scores=scores, start=start, stop=stop)


def step_games(
    states: Array, rulebook: Array, features: Array, rooms: Array, room: int, seeds: Array, actions: Array,
    masks: Array, observations: Array, finals: Array, scores: Array, finished: Array, renew: bool, start: int,
    stop: int,
) -> int:
    """Answer, mask and observe in one pass; see `work`. Returns the number of games that ended."""
    return carry_out(
        STEP_ANEW if renew else STEP_ON, states, rulebook, rooms, room, features, seeds, actions, masks, observations,
        finals, scores, finished, start=start, stop=stop,
    )
