"""Planting (section 8, W-1 to W-10): which plant, what it gives, where it is put."""

import numpy as np

from undersea_env.cloudage.kernel import actions
from undersea_env.cloudage.kernel.asking import ask, offer
from undersea_env.cloudage.kernel.building import HARBOUR
from undersea_env.cloudage.kernel.flying import NUMBER_AT, add_hex, connected, has_hex, plantable_row
from undersea_env.cloudage.kernel.frames import pop, push, push_effect
from undersea_env.cloudage.kernel.gains import gain_plainly
from undersea_env.cloudage.kernel.moments import GREEN, push_moment
from undersea_env.cloudage.kernel.piles import KINDS
from undersea_env.cloudage.kernel.state import BY_FINDS, BY_REST, PLANTING
from undersea_env.cloudage.printed.words import PlantKind, Type
from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit

GREEN_KIND, ROOTS = int(PlantKind.GREEN), int(PlantKind.DRY_ROOTS)
GROWING = int(Type.GROWING)
TO_CHOOSE, REWARDED = range(2)           # stages


@jit
def push_planting(state, owner, number, is_on_map, counts):
    """W-9: up to so many of what is held now and is not fresh."""
    me = state.players[owner]
    frame = push(state, PLANTING, owner, number)
    frame.a = is_on_map
    frame.b = counts
    for kind in range(KINDS):
        frame.kinds[kind] = me.plants[kind] - me.fresh[kind]


@jit
def push_plant_action(state, rules, owner):
    """W-1."""
    me = state.players[owner]
    push_planting(state, owner, rules.plant_capacity + me.permanent[GROWING] - me.fresh_growing, 0, 1)


@jit
def use_harbour(state, rules, seat):
    """L5."""
    state.players[seat].cubes[rules.cube_city[HARBOUR] - 1] -= 1
    push_planting(state, seat, np.int64(rules.cube_plants[HARBOUR]), 0, 0)


@jit
def resume_planting(state, rules, frame):
    """Ask which plant (D-19) or where to put it (D-20), or go on without a question."""
    seat = np.int64(frame.owner)
    me = state.players[seat]
    if frame.stage == REWARDED:
        kind = frame.c - 1
        if (kind == GREEN_KIND or frame.a) and offer_hexes(state, rules, seat):
            return True
        state.bag[kind] += 1
        finish_plant(state, rules, frame)
        return False
    ask(state, seat, 19)
    found = False
    if frame.number > 0:
        for kind in range(KINDS):
            if frame.kinds[kind] > 0 and me.plants[kind] > me.fresh[kind]:
                offer(state, actions.PLANT + kind)
                found = True
    if not found:
        pop(state)
        return False
    offer(state, actions.PASS)
    return True


@jit
def offer_hexes(state, rules, seat):
    """D-20; nothing is asked without a legal hex."""
    near = connected(state, seat)
    ask(state, seat, 20)
    found = False
    for row in range(5):
        columns = near[row] & plantable_row(state, rules, row)
        while columns:
            offer(state, actions.HEX + NUMBER_AT[row, lowest(columns)])
            columns &= columns - 1
            found = True
    if found:
        offer(state, actions.PASS)
    return found


@jit
def decide_planting(state, rules, frame, action):
    seat = np.int64(frame.owner)
    if frame.stage == REWARDED:
        if action == actions.PASS:
            state.bag[frame.c - 1] += 1
        else:
            put_on_map(state, rules, seat, action - actions.HEX)
        finish_plant(state, rules, frame)
        return
    if action == actions.PASS:
        pop(state)
        return
    kind = action - actions.PLANT
    frame.number -= 1
    frame.kinds[kind] -= 1
    frame.c = kind + 1
    frame.stage = REWARDED
    state.players[seat].plants[kind] -= 1
    if frame.b:
        state.planted_count += 1
    push_effect(state, seat, np.int64(rules.plant_reward[kind]), BY_REST, 10)


@jit
def put_on_map(state, rules, seat, number):
    """W-6."""
    add_hex(state.planted, number)
    if has_hex(rules.find_rows, number):
        gain_plainly(state, rules, seat, np.int64(rules.find[number]), BY_FINDS)
    else:
        state.bare_count += 1


@jit
def finish_plant(state, rules, frame):
    """The token is on the map or in the bag."""
    seat, kind = np.int64(frame.owner), np.int64(frame.c) - 1
    frame.stage = TO_CHOOSE
    frame.c = 0
    if kind == GREEN_KIND:
        push_moment(state, rules, seat, GREEN, 0)
