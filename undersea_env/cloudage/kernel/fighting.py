"""Fights (section 7): cards are drawn until the fight is won, or the fighter stops."""

import numpy as np

from undersea_env.cloudage.kernel import actions
from undersea_env.cloudage.kernel.asking import ask, offer
from undersea_env.cloudage.kernel.frames import pop, push
from undersea_env.cloudage.kernel.gains import add_points
from undersea_env.cloudage.kernel.piles import can_draw_navigation, draw_navigation, spend_navigation
from undersea_env.cloudage.kernel.state import BY_FIGHTS, FIGHTING, OF_TASK, OF_TIE
from undersea_env.cloudage.printed.words import Type
from undersea_env.compiling.jit import jit

COMBAT = int(Type.COMBAT)
NO_TARGET = 30000                        # E-7
IN_FIGHT = 2                             # L1 and L2, of the cube cities


@jit
def push_fight(state, owner, kind, target, held_open):
    """`held_open`: it goes on below this strength though it is won (F-5)."""
    frame = push(state, FIGHTING, owner, target)
    frame.a = kind
    frame.place = held_open
    state.strength = state.players[owner].permanent[COMBAT]
    state.won = 0


@jit
def resume_fight(state, rules, frame):
    """D-9, or the end of the fight."""
    seat = np.int64(frame.owner)
    me = state.players[seat]
    if state.strength >= frame.number and state.strength >= frame.place:
        end_fight(state, frame)
        return False
    ask(state, seat, 9)
    offer(state, actions.PASS)
    if can_draw_navigation(me):
        is_first = state.drawn_count == 0
        if me.energy >= (rules.first_card_energy if is_first else rules.next_card_energy):
            offer(state, actions.FIGHT)
        if not is_first and frame.a != OF_TIE:
            offer(state, actions.FIGHT + 1)
    for which in range(IN_FIGHT):
        city = rules.cube_city[which]
        if city and me.cubes[city - 1]:
            offer(state, actions.CUBE + which)
    return True


@jit
def decide_fight(state, rules, frame, action):
    me = state.players[frame.owner]
    if action == actions.PASS:
        end_fight(state, frame)
    elif action >= actions.CUBE:                         # T-2
        which = action - actions.CUBE
        me.cubes[rules.cube_city[which] - 1] -= 1
        state.strength += rules.cube_strength[which]
    else:
        if action == actions.FIGHT + 1:
            add_points(me, -np.int64(rules.next_card_points), BY_FIGHTS)
        else:
            me.energy -= rules.first_card_energy if state.drawn_count == 0 else rules.next_card_energy
        value = draw_navigation(state, me)
        state.drawn[state.drawn_count] = value
        state.drawn_count += 1
        state.strength += value


@jit
def end_fight(state, frame):
    """F-6. The strength stays until the next fight of the round begins, for what looks at it."""
    seat, kind = np.int64(frame.owner), np.int64(frame.a)
    me = state.players[seat]
    state.won = state.strength >= frame.number
    pop(state)
    for k in range(state.drawn_count):
        spend_navigation(me, np.int64(state.drawn[k]))
        state.drawn[k] = 0
    state.drawn_count = 0
    if kind == OF_TASK:
        me.fight_strength = state.strength
    elif kind == OF_TIE:
        me.tie_strength = state.strength
