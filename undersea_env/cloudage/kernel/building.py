"""Upgrades and projects: what can be paid, and what building does (B-1 to B-5, K-1 to K-5)."""

import numpy as np

from undersea_env.cloudage.compiled.limits import BITS_OF_WORD
from undersea_env.cloudage.kernel import actions
from undersea_env.cloudage.kernel.asking import ask, offer, offer_cards, offer_each
from undersea_env.cloudage.kernel.flying import city_at
from undersea_env.cloudage.kernel.frames import pop, push, push_effect
from undersea_env.cloudage.kernel.gains import gain, gain_plainly
from undersea_env.cloudage.kernel.moments import BUILT, PLAYED, push_moment
from undersea_env.cloudage.kernel.piles import (
    add_card,
    cards_in,
    discard_project,
    drop_card,
    has_plant_to_plant,
)
from undersea_env.cloudage.kernel.state import (
    BUILDING,
    BY_PROJECTS,
    BY_UPGRADES,
    PLANTING,
    PLAYING,
    SOLO_BOARD,
    TURN_ENDS,
)
from undersea_env.cloudage.printed.words import Colour, Type
from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit

TYPES, COLOURS = len(Type), len(Colour)
GROWING = int(Type.GROWING)
ALL_RESOURCES = 0b1111
PAYING_CARDS, LAID, DONE = range(3)              # stages of playing a project
HARBOUR = 2                                      # of the cube cities, L5


@jit
def has_any(me, low, high):
    return (me.hand[0] & low) | (me.hand[1] & high) != 0


# --- what can be paid ---


@jit
def price_of_upgrade(rules, me, type, discount):
    """B-5; of the next tile."""
    return max(0, rules.upgrade_metal[type, me.upgrades[type]] - me.upgrade_discount - discount)


@jit
def payable_upgrades(rules, me, wanted, discount):
    """Types as bits; `wanted` is a type + 1, or 0 for all."""
    found = 0
    for type in range(TYPES):
        if wanted and type != wanted - 1:
            continue
        if me.upgrades[type] < rules.upgrade_count[type] and price_of_upgrade(rules, me, type, discount) <= me.metal:
            found |= 1 << type
    return found


@jit
def playable_word(rules, me, word, cards):
    """D-b, D-a; `cards` are in hand."""
    found = np.int64(0)
    left = np.int64(me.hand[word])
    while left:
        bit = left & -left
        card = word * BITS_OF_WORD + lowest(left)
        left &= left - 1
        if rules.cards[card] >= cards or rules.water[card] - me.project_discount[rules.colour[card]] > me.water:
            continue
        if not has_any(me, rules.twins[card, 0], rules.twins[card, 1]):
            found |= bit
    return found


@jit
def offer_playable(state, rules, me):
    cards = cards_in(me.hand)
    offer_cards(state, playable_word(rules, me, 0, cards), playable_word(rules, me, 1, cards))


@jit
def can_play(rules, me):
    cards = cards_in(me.hand)
    return playable_word(rules, me, 0, cards) | playable_word(rules, me, 1, cards) != 0


@jit
def offer_hand(state, rules, me):
    """D-1, D-18: any card, of identical ones the lowest."""
    for word in range(2):
        left = np.int64(me.hand[word])
        while left:
            card = word * BITS_OF_WORD + lowest(left)
            left &= left - 1
            if not has_any(me, rules.twins[card, 0], rules.twins[card, 1]):
                offer(state, actions.PROJECT + card)


# --- the build action ---


@jit
def is_planting(state):
    """W-10: whether what happens belongs to a planting."""
    for k in range(state.frame_count):
        if state.frame[k].about == PLANTING:
            return True
    return False


@jit
def can_use_harbour(state, rules, seat):
    """Q-2: in the action phase, with a cube and a plant that is not fresh."""
    city = rules.cube_city[HARBOUR]
    if city == 0 or state.step < SOLO_BOARD or state.step > TURN_ENDS:
        return False
    me = state.players[seat]
    return me.cubes[city - 1] > 0 and has_plant_to_plant(me)


@jit
def ask_what_to_build(state, rules, frame):
    """D-17."""
    seat = np.int64(frame.owner)
    me = state.players[seat]
    ask(state, seat, 17)
    offer_each(state, actions.RESOURCE, ALL_RESOURCES)
    offer_each(state, actions.UPGRADE, payable_upgrades(rules, me, 0, 0))
    offer_playable(state, rules, me)
    if can_use_harbour(state, rules, seat) and not is_planting(state):
        offer(state, actions.CUBE + HARBOUR)


@jit
def decide_building(state, rules, frame, action):
    """B-1: one build action is over."""
    seat, source = np.int64(frame.owner), np.int64(frame.source)
    frame.number -= 1
    if frame.number == 0:
        pop(state)
    if action < actions.OPTION:
        gain(state, rules, seat, action - actions.RESOURCE, 1, source)
    elif action < actions.PLANT:
        build_upgrade(state, rules, seat, action - actions.UPGRADE, 0)
    else:
        play_project(state, rules, seat, action - actions.PROJECT)


@jit
def push_building(state, owner, times):
    push(state, BUILDING, owner, times)


@jit
def build_upgrade(state, rules, seat, type, discount):
    """B-3, B-4."""
    me = state.players[seat]
    me.metal -= price_of_upgrade(rules, me, type, discount)
    bonus = np.int64(rules.upgrade_bonus[type, me.upgrades[type]])
    me.upgrades[type] += 1
    me.permanent[type] += 1
    if type == GROWING and is_planting(state):
        me.fresh_growing += 1
    if bonus:
        gain_plainly(state, rules, seat, bonus, BY_UPGRADES)
    push_moment(state, rules, seat, BUILT, 0)


@jit
def play_project(state, rules, seat, card):
    """K-1; `card` is counted from 0."""
    me = state.players[seat]
    drop_card(me.hand, card)
    me.water -= max(0, rules.water[card] - me.project_discount[rules.colour[card]])
    frame = push(state, PLAYING, seat, np.int64(rules.cards[card]))
    frame.a = card


@jit
def resume_playing(state, rules, frame):
    """Ask what is paid with (True), or go on with the project."""
    seat = np.int64(frame.owner)
    me = state.players[seat]
    card = np.int64(frame.a)
    if frame.stage == PAYING_CARDS:
        if frame.number:
            return pay_with_cards(state, rules, frame, me)
        frame.stage = LAID
        lay_down(state, rules, me, card)
        push_effect(state, seat, np.int64(rules.instant[card]), BY_PROJECTS, 10)
        if rules.instant[card]:
            return False
    pop(state)
    push_moment(state, rules, seat, PLAYED, 1 + rules.colour[card])          # K-3: not to itself
    add_card(me.working, card)
    me.upgrade_discount += rules.upgrade_discount[card]
    for colour in range(COLOURS):
        me.project_discount[colour] += rules.project_discount[card, colour]
    return False


@jit
def lay_down(state, rules, me, card):
    """K-2."""
    add_card(me.in_play, card)
    for type in range(TYPES):
        me.permanent[type] += rules.permanent[card, type]
    if rules.permanent[card, GROWING] and is_planting(state):
        me.fresh_growing += rules.permanent[card, GROWING]


@jit
def pay_with_cards(state, rules, frame, me):
    """D-18: asked for (True) unless all cards must go."""
    if cards_in(me.hand) > frame.number:
        ask(state, np.int64(frame.owner), 18)
        offer_hand(state, rules, me)
        return True
    for word in range(2):
        state.discard[word] |= me.hand[word]
        me.hand[word] = 0
    frame.number = 0
    return False


@jit
def decide_card(state, frame, action):
    """A card that is paid."""
    discard_project(state, state.players[frame.owner], action - actions.PROJECT)
    frame.number -= 1


# --- what an effect grants ---


@jit
def ask_for_upgrade(state, rules, frame):
    """D-21; without one that can be paid nothing happens."""
    me = state.players[frame.owner]
    types = payable_upgrades(rules, me, np.int64(frame.a), np.int64(frame.number))
    ask(state, np.int64(frame.owner), 21)
    offer(state, actions.PASS)
    offer_each(state, actions.UPGRADE, types)


@jit
def decide_upgrade(state, rules, frame, action):
    seat, discount = np.int64(frame.owner), np.int64(frame.number)
    pop(state)
    if action != actions.PASS:
        build_upgrade(state, rules, seat, action - actions.UPGRADE, discount)


@jit
def ask_for_project(state, rules, frame):
    """D-22."""
    ask(state, np.int64(frame.owner), 22)
    offer(state, actions.PASS)
    offer_playable(state, rules, state.players[frame.owner])


@jit
def decide_project(state, rules, frame, action):
    seat = np.int64(frame.owner)
    pop(state)
    if action != actions.PASS:
        play_project(state, rules, seat, action - actions.PROJECT)


@jit
def ask_for_wrench(state, rules, frame):
    """D-16."""
    ask(state, np.int64(frame.owner), 16)
    offer(state, actions.PASS)
    offer_each(state, actions.RESOURCE, ALL_RESOURCES)
    offer_each(state, actions.UPGRADE, payable_upgrades(rules, state.players[frame.owner], 0, 0))


@jit
def decide_wrench(state, rules, frame, action):
    seat, source = np.int64(frame.owner), np.int64(frame.source)
    pop(state)
    if action == actions.PASS:
        return
    if action < actions.OPTION:
        gain(state, rules, seat, action - actions.RESOURCE, 1, source)
    else:
        build_upgrade(state, rules, seat, action - actions.UPGRADE, 0)


@jit
def cubes_in_play(me):
    n = 0
    for city in range(len(me.cubes)):
        n += me.cubes[city]
    return n


@jit
def own_cubes_here(state, rules, seat):
    """In the city of the airship."""
    me = state.players[seat]
    city = city_at(state, rules, np.int64(me.hex))
    return np.int64(me.cubes[city - 1]) if city else np.int64(0)
