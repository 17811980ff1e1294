"""What is gained at once: resources, points, plants, production steps."""

import numpy as np

from undersea_env.cloudage.compiled.opcodes import Op
from undersea_env.cloudage.kernel.piles import draw_plant, draw_project
from undersea_env.cloudage.kernel.state import BY_PRODUCTION
from undersea_env.cloudage.printed.words import LEVELS, Item
from undersea_env.compiling.jit import jit

WATER, METAL, ENERGY, CARD, POINT, PLANT = (int(item) for item in tuple(Item)[: Item.RESOURCE])
LAST_LEVEL = LEVELS - 1
GAIN = int(Op.GAIN)


@jit
def add_points(me, number, source):
    me.points += number
    me.by_source[source] += number


@jit
def gain(state, rules, seat, item, number, source):
    me = state.players[seat]
    if item == WATER:
        me.water += number
    elif item == METAL:
        me.metal += number
    elif item == ENERGY:
        me.energy = min(rules.energy_maximum, me.energy + number)          # C-3
    elif item == CARD:
        for _ in range(number):
            draw_project(state, me)
    elif item == POINT:
        add_points(me, number, source)
    else:
        for _ in range(number):
            draw_plant(state, me)


@jit
def gain_plainly(state, rules, seat, place, source):
    """An effect that only gives, and asks nothing: finds, rewards on tracks and tiles."""
    while rules.code[place, 0] == GAIN:
        gain(state, rules, seat, np.int64(rules.code[place, 1]), np.int64(rules.code[place, 2]), source)
        place += 1


@jit
def raise_production(state, rules, seat, steps):
    """P-6."""
    me = state.players[seat]
    for _ in range(steps):
        if me.production == LAST_LEVEL:
            gain_plainly(state, rules, seat, np.int64(rules.overflow), BY_PRODUCTION)
        else:
            me.production += 1
            reward = np.int64(rules.level_reward[me.production])
            if reward:
                gain_plainly(state, rules, seat, reward, BY_PRODUCTION)
