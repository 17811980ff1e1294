"""Effects, row by row (compiled/opcodes.py), until something asks or something else comes first."""

import numpy as np

from undersea_env.cloudage.compiled.opcodes import FIRST_BRANCH, MEETING, Op
from undersea_env.cloudage.kernel import actions
from undersea_env.cloudage.kernel.asking import ask, offer
from undersea_env.cloudage.kernel.building import (
    can_play,
    cubes_in_play,
    offer_hand,
    payable_upgrades,
    push_building,
)
from undersea_env.cloudage.kernel.fighting import push_fight
from undersea_env.cloudage.kernel.frames import pop, push
from undersea_env.cloudage.kernel.gains import add_points, gain, raise_production
from undersea_env.cloudage.kernel.piles import (
    KINDS,
    cards_in,
    discard_project,
    draw_objective,
    draw_plant,
    has_plant_to_plant,
    pay_plant,
    plants_in,
)
from undersea_env.cloudage.kernel.planting import push_plant_action, push_planting
from undersea_env.cloudage.kernel.state import (
    CHOOSING,
    COVERING,
    GUN_REMOVAL,
    OF_EFFECT,
    PAYING,
    PLANTING,
    SOLO_COLLECT,
    STARTING_PROJECT,
    UPDATING,
    UPGRADING,
)
from undersea_env.cloudage.printed.words import MAX_BRANCHES, SECTORS, Item, Type, Unit
from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit

(
    END, GAIN, CHOOSE, PRODUCTION, BUILD, UPGRADE, PROJECT, PLANT, PLANT_ACTION, UPDATE, OBJECTIVE, REMOVE_GUN, COLLECT,
    EITHER, JUMP, PAY, FIGHT, IF,
) = (int(op) for op in Op)
TITLE, MOVEMENT_POINT, COMBAT_POINT, PROJECTS_IN_PLAY, UPGRADES_BUILT, CITY_CUBE, BARE_HEX = map(int, Unit)
MOVEMENT, COMBAT = int(Type.MOVEMENT), int(Type.COMBAT)
CARD, POINT, PLANT_ITEM = int(Item.CARD), int(Item.POINT), int(Item.PLANT)
RESOURCE = int(Item.RESOURCE)
PAY_COLUMN = 2


# --- counting ---


@jit
def of_title(rules, me, title):
    return ones(me.in_play[0] & rules.of_title[title, 0]) + ones(me.in_play[1] & rules.of_title[title, 1])


@jit
def projects_of(rules, me, colour):
    """In play, of one colour."""
    return ones(me.in_play[0] & rules.of_colour[colour, 0]) + ones(me.in_play[1] & rules.of_colour[colour, 1])


@jit
def count(state, rules, me, unit, of):
    """What a gain is multiplied by."""
    if unit == 0:
        return np.int64(1)
    if unit == TITLE:
        return np.int64(of_title(rules, me, of))
    if unit == MOVEMENT_POINT:
        return np.int64(me.permanent[MOVEMENT])
    if unit == COMBAT_POINT:
        return np.int64(me.permanent[COMBAT])
    if unit == PROJECTS_IN_PLAY:
        return np.int64(projects_of(rules, me, of - 1) if of else cards_in(me.in_play))
    if unit == UPGRADES_BUILT:
        return np.int64(me.upgrades[0] + me.upgrades[1] + me.upgrades[2])
    if unit == CITY_CUBE:
        return np.int64(cubes_in_play(me))
    return np.int64(state.bare_count)


# --- the rows ---


@jit
def resume_effect(state, rules, frame):
    """Ask (True), or stop where something else comes first or the effect is over (False)."""
    seat = np.int64(frame.owner)
    while True:
        row = rules.code[frame.place]
        op = row[0]
        if op == GAIN:
            frame.place += 1
            if carry_out_gain(state, rules, frame, row):
                return False
            continue
        if op == END:
            pop(state)
            return False
        if op == EITHER:
            if ask_which(state, rules, frame, row):
                return True
            frame.place = row[MEETING]
            continue
        if op == JUMP:
            frame.place = row[1]
            continue
        if op == PAY:
            if can_pay(state.players[seat], row):
                ask(state, seat, 3)
                offer(state, actions.OPTION)
                offer(state, actions.PASS)
                return True
            frame.place = row[1]
            continue
        if op == IF:
            points = state.players[seat].permanent[row[2]]
            frame.place = frame.place + 1 if points >= row[3] else row[1]
            continue
        if op == FIGHT:
            if frame.stage == 0:
                frame.stage = 1
                push_fight(state, seat, OF_EFFECT, np.int64(row[2]), 0)
                return False
            frame.stage = 0
            frame.place = frame.place + 1 if state.won else row[1]
            continue
        frame.place += 1
        if begin_step(state, rules, frame, row):
            return False


@jit
def carry_out_gain(state, rules, frame, row):
    """Whether something is to be chosen first."""
    seat, item = np.int64(frame.owner), np.int64(row[1])
    me = state.players[seat]
    number = row[2] * count(state, rules, me, row[3], row[4])
    if row[5]:
        number = min(number, np.int64(row[5]))
    if item == RESOURCE:
        if number:
            push(state, CHOOSING, seat, number).source = frame.source
        return number != 0
    if item == PLANT_ITEM and is_reward_of_plant(state):
        for _ in range(number):                          # W-10
            kind = draw_plant(state, me)
            if kind >= 0:
                me.fresh[kind] += 1
    else:
        gain(state, rules, seat, item, number, np.int64(frame.source))
    return False


@jit
def is_reward_of_plant(state):
    """Whether the topmost effect is the reward of a plant that is being planted."""
    return state.frame_count > 1 and state.frame[state.frame_count - 2].about == PLANTING


@jit
def begin_step(state, rules, frame, row):
    """Something that takes a frame of its own; whether there is one now."""
    op, seat, source = row[0], np.int64(frame.owner), np.int64(frame.source)
    me = state.players[seat]
    before = np.int64(state.frame_count)
    if op == CHOOSE:
        push(state, CHOOSING, seat, np.int64(row[1])).source = source
    elif op == PRODUCTION:
        raise_production(state, rules, seat, np.int64(row[1]))
    elif op == BUILD:
        push_building(state, seat, np.int64(row[1]))
    elif op == UPGRADE:
        discount = np.int64(row[2])
        if row[3]:
            discount *= of_title(rules, me, row[3] - 1)
        push(state, UPGRADING, seat, discount).a = row[1]
    elif op == PROJECT:
        push(state, STARTING_PROJECT, seat, 0)
    elif op == PLANT:
        push_planting(state, seat, np.int64(row[1]), row[2], row[2])
    elif op == PLANT_ACTION:
        push_plant_action(state, rules, seat)
    elif op == UPDATE:
        push(state, UPDATING, seat, 0)
    elif op == OBJECTIVE:
        if draw_objective(state, rules, me):
            push(state, COVERING, seat, 0)
    elif op == REMOVE_GUN:
        if state.guns:
            push(state, GUN_REMOVAL, seat, 0)
    elif op == COLLECT:
        push(state, SOLO_COLLECT, seat, 0).a = row[1]
    return state.frame_count > before


# --- choices and payments ---


@jit
def ask_which(state, rules, frame, row):
    """D-10, D-11; whether there is a branch at all."""
    ask(state, np.int64(frame.owner), np.int64(frame.a))
    found = False
    for branch in range(MAX_BRANCHES):
        if branch < row[1] and can_begin(state, rules, np.int64(frame.owner), row[FIRST_BRANCH + branch]):
            offer(state, actions.OPTION + branch)
            found = True
    return found


@jit
def can_begin(state, rules, seat, place):
    """N-6."""
    row = rules.code[place]
    me = state.players[seat]
    if row[0] == UPGRADE:
        discount = np.int64(row[2])
        if row[3]:
            discount *= of_title(rules, me, row[3] - 1)
        return payable_upgrades(rules, me, np.int64(row[1]), discount) != 0
    if row[0] == PROJECT:
        return can_play(rules, me)
    if row[0] == COLLECT:
        return open_sectors(state, row[1]) != 0
    if row[0] == PLANT:
        return has_plant_to_plant(me)
    return True


@jit
def open_sectors(state, wanted):
    """Of these, those that have a card, as bits."""
    found = 0
    for sector in range(SECTORS):
        if (wanted >> sector) & 1 and state.sector_count[sector]:
            found |= 1 << sector
    return found


@jit
def can_pay(me, row):
    """N-5, C-4."""
    return (
        me.water >= row[PAY_COLUMN] and me.metal >= row[PAY_COLUMN + 1] and me.energy >= row[PAY_COLUMN + 2]
        and cards_in(me.hand) >= row[PAY_COLUMN + CARD] and plants_in(me.plants) >= row[PAY_COLUMN + PLANT_ITEM]
    )


@jit
def decide_effect(state, rules, frame, action):
    row = rules.code[frame.place]
    if row[0] == EITHER:
        frame.place = row[FIRST_BRANCH + action - actions.OPTION]
        return
    if action == actions.PASS:
        frame.place = row[1]
        return
    seat = np.int64(frame.owner)
    me = state.players[seat]
    me.water -= row[PAY_COLUMN]
    me.metal -= row[PAY_COLUMN + 1]
    me.energy -= row[PAY_COLUMN + 2]
    add_points(me, -np.int64(row[PAY_COLUMN + POINT]), np.int64(frame.source))
    frame.place += 1
    if row[PAY_COLUMN + CARD] or row[PAY_COLUMN + PLANT_ITEM]:
        paying = push(state, PAYING, seat, np.int64(row[PAY_COLUMN + CARD]))
        paying.b = row[PAY_COLUMN + PLANT_ITEM]


@jit
def resume_paying(state, rules, frame):
    """D-18, D-26: what is paid is chosen, unless all of it must go."""
    seat = np.int64(frame.owner)
    me = state.players[seat]
    if frame.number:
        if cards_in(me.hand) > frame.number:
            ask(state, seat, 18)
            offer_hand(state, rules, me)
            return True
        for word in range(2):
            state.discard[word] |= me.hand[word]
            me.hand[word] = 0
        frame.number = 0
    if frame.b:
        ask(state, seat, 26)
        for kind in range(KINDS):
            if me.plants[kind]:
                offer(state, actions.PLANT + kind)
        return True
    pop(state)
    return False


@jit
def decide_paying(state, frame, action):
    me = state.players[frame.owner]
    if action >= actions.PROJECT:
        discard_project(state, me, action - actions.PROJECT)
        frame.number -= 1
    else:
        pay_plant(state, me, action - actions.PLANT)
        frame.b -= 1
