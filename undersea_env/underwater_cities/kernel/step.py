"""Kernels over a range of games in a batch. Threads take ranges; results do not depend on how the batch is cut."""

import numpy as np

from undersea_env.jit import kernel
from undersea_env.random_stream import STEP, mixed
from undersea_env.underwater_cities.kernel.decisions import decide
from undersea_env.underwater_cities.kernel.interpreter import run
from undersea_env.underwater_cities.kernel.plays import list_legal
from undersea_env.underwater_cities.kernel.set_up import set_up

SHIFT_32 = np.uint64(32)


@kernel
def begin_games(states, rulebook, empty, seeds, start, stop):
    """Deal new games with these seeds; `empty` is one record that is all zero."""
    rules = rulebook[0]
    for i in range(start, stop):
        states[i] = empty[0]
        set_up(states[i], rules, seeds[i])
        run(states[i], rules)


@kernel
def mask_legal_actions(states, rulebook, rooms, room, masks, start, stop):
    """Write each game's mask of legal actions; all zero once a game is over."""
    rules = rulebook[0]
    legal = rooms[room].legal
    for i in range(start, stop):
        masks[i, :] = 0
        n = list_legal(states[i], rules, rooms[room], legal)
        for k in range(n):
            masks[i, legal[k]] = 1


@kernel
def apply_actions(states, rulebook, actions, start, stop):
    """Apply one legal action to each game that is not over."""
    rules = rulebook[0]
    for i in range(start, stop):
        if states[i].over == 0:
            decide(states[i], rules, actions[i])


@kernel
def list_legal_of(states, rulebook, rooms, i):
    """The legal actions of one game, into the workspace; returns how many."""
    return list_legal(states[i], rulebook[0], rooms[0], rooms[0].legal)


@kernel
def play_at_random(states, rulebook, empty, rooms, room, masks, streams, sweeps, start, stop):
    """Uniform legal play with every mask written, one decision a game in each sweep; finished games begin anew.

    Returns the number of games finished. `streams` are the players' random numbers, one a game.
    """
    rules = rulebook[0]
    legal = rooms[room].legal
    finished = 0
    for _ in range(sweeps):
        for i in range(start, stop):
            n = list_legal(states[i], rules, rooms[room], legal)
            masks[i, :] = 0
            for k in range(n):
                masks[i, legal[k]] = 1
            streams[i] += STEP
            draw = mixed(streams[i]) >> SHIFT_32
            decide(states[i], rules, legal[np.int64((draw * np.uint64(n)) >> SHIFT_32)])
            if states[i].over:
                finished += 1
                seed = mixed(streams[i])
                states[i] = empty[0]
                set_up(states[i], rules, seed)
                run(states[i], rules)
    return finished
