"""How `greedy` answers the open question: every answer is tried, and the position after it valued."""

import numpy as np

from undersea_env.cloudage.compiled.limits import MAX_PLAYERS
from undersea_env.cloudage.heuristic.prospects import THOUGHT
from undersea_env.cloudage.heuristic.valuing import value_of
from undersea_env.cloudage.kernel.actions import NUM_ACTIONS
from undersea_env.cloudage.kernel.state import STATE
from undersea_env.cloudage.kernel.workspace import WORKSPACE
from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import mixed

DEALS = 3                        # in which an answer is tried that turns up a card; they depend on the view alone
FIGHT_QUESTION, PLACING_QUESTION = 9, 13

GREEDY_ROOM = np.dtype(
    [
        ("thought", THOUGHT),
        ("dealt", STATE, (1,)),
        ("position", STATE, (1,)),
        ("score", "f8", (NUM_ACTIONS,)),
        ("points", "i8", (MAX_PLAYERS,)),
        ("ranks", "i8", (MAX_PLAYERS,)),
        ("won", "i8", (MAX_PLAYERS,)),
        ("engine", WORKSPACE),
    ],
    align=True,
)


@jit
def value_after(k, rules, worth, room, seat):
    """Of the tried position; a game that is over has its result."""
    position = room.position[0]
    if position.over:
        k.result(position, rules, room.engine, room.points, room.ranks, room.won)
        return float(room.points[seat])
    return value_of(position, rules, worth, seat, room.thought)


@jit
def score_answers(k, state, rules, worth, room, legal, n, scores):
    """What every legal answer leads to, in points, for the seat that decides; all answers in the same deals."""
    seat = np.int64(state.seat)
    turns_up = state.question == FIGHT_QUESTION or state.question == PLACING_QUESTION
    deals = DEALS if turns_up else 1
    for at in range(n):
        scores[at] = 0.0
    for deal in range(deals):
        room.dealt[0] = state
        k.redeal(room.dealt[0], rules, seat, mixed(np.uint64(deal + 1)))
        for at in range(n):
            room.position[0] = room.dealt[0]
            k.answer(room.position[0], rules, np.int64(legal[at]), room.engine)
            scores[at] += value_after(k, rules, worth, room, seat) / deals


@jit
def choose_best(k, state, rules, worth, room):
    """The first of the best answers."""
    legal = room.engine.legal
    n = k.list_legal(state, rules, room.engine, legal)
    score_answers(k, state, rules, worth, room, legal, n, room.score)
    best = 0
    for at in range(1, n):
        if room.score[at] > room.score[best]:
            best = at
    return np.int64(legal[best])
