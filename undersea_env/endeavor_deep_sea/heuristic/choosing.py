"""How `greedy` answers the open question: every answer is tried, and the position after it valued."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import mixed
from undersea_env.endeavor_deep_sea.compiled.limits import MAX_PLAYERS
from undersea_env.endeavor_deep_sea.heuristic.prospects import THOUGHT
from undersea_env.endeavor_deep_sea.heuristic.valuing import value_of, value_of_passing
from undersea_env.endeavor_deep_sea.kernel.actions import NUM_ACTIONS, PASS
from undersea_env.endeavor_deep_sea.kernel.state import STATE
from undersea_env.endeavor_deep_sea.kernel.workspace import WORKSPACE

DEAL = 1                         # whatever is hidden: an answer is tried in one deal that depends on the view alone

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
        return room.points[seat] * (worth.goal if rules.cooperative else 1.0)
    return value_of(position, rules, worth, seat, room.thought)


@jit
def score_answers(k, state, rules, worth, room, legal, n, scores):
    """What every legal answer leads to, in points, for the seat that decides."""
    seat = np.int64(state.seat)
    room.dealt[0] = state
    k.redeal(room.dealt[0], rules, seat, mixed(np.uint64(DEAL)))
    for at in range(n):
        if legal[at] == PASS:
            scores[at] = value_of_passing(room.dealt[0], rules, worth, seat, room.thought)
            continue
        room.position[0] = room.dealt[0]
        k.answer(room.position[0], rules, np.int64(legal[at]), room.engine)
        scores[at] = value_after(k, rules, worth, room, seat)


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
