"""The rules of the game compiled: what Python calls."""

from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.raw import records_of
from undersea_env.core.kind import Kernels
from undersea_env.core.loop import run_task_on
from undersea_env.underwater_cities.compiled.limits import PLAYABLE_HAND
from undersea_env.underwater_cities.compiled.rulebook import RULEBOOK
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.decisions import decide
from undersea_env.underwater_cities.kernel.interpreter import run
from undersea_env.underwater_cities.kernel.layout import FEATURES
from undersea_env.underwater_cities.kernel.observe import observe
from undersea_env.underwater_cities.kernel.plays import is_asking_for_a_play, list_legal
from undersea_env.underwater_cities.kernel.redeal import redeal, refresh
from undersea_env.underwater_cities.kernel.scoring import breakdown, result
from undersea_env.underwater_cities.kernel.set_up import set_up
from undersea_env.underwater_cities.kernel.state import STATE
from undersea_env.underwater_cities.kernel.workspace import WORKSPACE

CARDS_FROM, OTHERS_FROM, CARD_NUMBERS = 1 << 14, 1 << 15, 1 << 8
as_states, as_rulebooks, as_rooms = records_of(STATE), records_of(RULEBOOK), records_of(WORKSPACE)
as_features = records_of(FEATURES)


@jit
def begin(state, rules, seed):
    set_up(state, rules, seed)
    run(state, rules)


@jit
def list_with(state, rules, room, out, thorough):
    return list_legal(state, rules, room, out, thorough)


@jit
def list_quickly(state, rules, room, out):
    return list_with(state, rules, room, out, False)


@jit
def list_thoroughly(state, rules, room, out):
    return list_with(state, rules, room, out, True)


@jit
def answer(state, rules, action, room):
    decide(state, rules, action, room.legal)


@jit
def same_answer(state, action):
    """Cards in hand by their number, not by their place."""
    hand = state.players[state.seat].hand
    if action < actions.ORDER:
        return action // PLAYABLE_HAND * CARD_NUMBERS + hand[action % PLAYABLE_HAND]
    if actions.HAND <= action < actions.ONCE:
        return CARDS_FROM + hand[action - actions.HAND]
    return OTHERS_FROM + action


KERNELS = Kernels(
    begin=begin,
    list_legal=list_quickly,
    list_thoroughly=list_thoroughly,
    answer=answer,
    settle=run,
    refresh=refresh,
    observe=observe,
    result=result,
    breakdown=breakdown,
    redeal=redeal,
    same_answer=same_answer,
    begins_turn=is_asking_for_a_play,
)


@kernel
def run_task(
    task, state_rows, rulebook_row, features_row, room_rows, room_number, seeds, actions, masks, observations, finals,
    scores, ranks, won, sweeps, start, stop,
):
    return run_task_on(
        KERNELS, task, as_states(state_rows), as_rulebooks(rulebook_row)[0], as_features(features_row)[0],
        as_rooms(room_rows)[room_number], seeds, actions, masks, observations, finals, scores, ranks, won, sweeps,
        start, stop,
    )
