"""Pairs that can be told for certain without looking ahead: by what the card gives, and what it offers for sure.

The functions here give the player tokens, look whether the slot's action can begin, and take them back.
"""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.limits import MAX_ACTION_CARDS, TOKENS, TRACK_TOP
from undersea_env.underwater_cities.kernel.building import CREDITS
from undersea_env.underwater_cities.kernel.columns import (
    AMOUNTS,
    CONDITION,
    MASK,
    NUMBER,
    OP,
    START_AMOUNTS,
    START_ROW,
)
from undersea_env.underwater_cities.kernel.events import WAITS_FOR_FEDERATION, WAITS_FOR_PLAYING
from undersea_env.underwater_cities.kernel.gains import times_gained
from undersea_env.underwater_cities.kernel.legality import (
    can_pay,
    can_start_slot,
    conditions_hold,
    is_fixed_gain,
    may_perform_by_tiles,
    pay,
    starts_of,
    unpay,
)
from undersea_env.underwater_cities.kernel.network import ACTION, INSTANT


@jit
def tokens_and_space(me):
    """What is changed here, to be put back."""
    has = me.resource
    return (
        np.int64(has[0]), np.int64(has[1]), np.int64(has[2]), np.int64(has[3]), np.int64(has[4]), np.int64(me.space)
    )


@jit
def put_back(me, kept):
    for r in range(TOKENS):
        me.resource[r] = kept[r]
    me.space = kept[TOKENS]


@jit
def take_steps(rules, me, steps):
    """Take the tokens of steps on the federation track (F-1)."""
    for _ in range(min(steps, TRACK_TOP - me.space)):
        me.space += 1
        for r in range(TOKENS):
            me.resource[r] += rules.space_bonus[me.space, r]


# --- cards that only give ---


@jit
def only_gives(rules, me, card):
    """Whether playing the card gives, asks nothing that matters and sets nothing else off."""
    return (
        rules.card_only_gives[card] != 0
        and me.listens & (WAITS_FOR_PLAYING | WAITS_FOR_FEDERATION) == 0
        and rules.contracts == 0
        and me.once_per_turn_cards == 0
    )


@jit
def opens_by_gains(state, rules, me, place, card):
    """For a card that only gives: there is nothing to choose, so take all of it and look."""
    kept = tokens_and_space(me)
    me.resource[CREDITS] -= rules.card_price[card]
    begin, end = starts_of(rules, rules.card_effect[card, 0], rules.card_effect[card, 1])
    for start in range(begin, end):
        if conditions_hold(state, rules, state.seat, start):
            row = rules.start[start, START_ROW]
            if rules.part[row, OP] == opcodes.FEDERATION:
                take_steps(rules, me, rules.part[row, NUMBER])
            else:
                for _ in range(times_gained(state, rules, state.seat, row)):
                    unpay(rules, me, rules.part[row, AMOUNTS])
    possible = can_start_slot(state, rules, state.seat, place)
    put_back(me, kept)
    return possible


# --- cards that offer something ---


@jit
def opens_for_sure(state, rules, me, place, card):
    """Whether it will do what the card gives for nothing, with one thing more that it offers."""
    if me.resource[CREDITS] < rules.card_price[card]:
        return False
    if rules.card_type[card] == ACTION:
        return opens_by_laying(state, rules, me, place)
    if rules.card_type[card] != INSTANT:
        return False
    kept = tokens_and_space(me)
    me.resource[CREDITS] -= rules.card_price[card]
    first, parts = rules.card_effect[card, 0], rules.card_effect[card, 1]
    take_gifts(rules, me, first, parts)
    possible = (
        can_start_slot(state, rules, state.seat, place)
        or opens_by_an_offered_gain(state, rules, me, place, first, parts)
        or opens_by_an_offered_use(state, rules, me, place, first, parts)
    )
    put_back(me, kept)
    return possible


@jit
def opens_by_laying(state, rules, me, place):
    """Whether the slot's action can begin with one more action card, which lies there ready."""
    if me.action_count == MAX_ACTION_CARDS:
        return False
    me.action_count += 1
    possible = can_start_slot(state, rules, state.seat, place)
    me.action_count -= 1
    return possible


@jit
def take_gifts(rules, me, first, parts):
    """Take what an effect gives for nothing; the caller puts it back."""
    for row in range(first, first + parts):
        if is_fixed_gain(rules, row):
            unpay(rules, me, rules.part[row, AMOUNTS])
        elif rules.part[row, OP] == opcodes.FEDERATION:
            take_steps(rules, me, rules.part[row, NUMBER])


@jit
def opens_by_an_offered_gain(state, rules, me, place, first, parts):
    """Whether one gain will do that the effect offers: among alternatives, for a price, or of different resources."""
    begin, end = starts_of(rules, first, parts)
    for start in range(begin, end):
        amounts = rules.start[start, START_AMOUNTS]
        if rules.start[start, CONDITION] != 0 or not can_pay(rules, me, amounts):
            continue
        row = rules.start[start, START_ROW]
        is_a_gift = first <= row < first + parts     # and has been taken
        possible = False
        pay(rules, me, amounts)
        if rules.part[row, OP] == opcodes.DIFFERENT:
            possible = opens_by_different(state, rules, me, place, row)
        elif is_fixed_gain(rules, row) and not is_a_gift:
            unpay(rules, me, rules.part[row, AMOUNTS])
            possible = can_start_slot(state, rules, state.seat, place)
            pay(rules, me, rules.part[row, AMOUNTS])
        unpay(rules, me, amounts)
        if possible:
            return True
    return False


@jit
def opens_by_different(state, rules, me, place, row):
    """`gain n different`: any two of them, or the one."""
    resources = rules.part[row, MASK]
    for a in range(TOKENS):
        for b in range(a + 1):
            if (resources >> a) & 1 and (resources >> b) & 1 and (a == b) == (rules.part[row, NUMBER] == 1):
                me.resource[a] += 1
                me.resource[b] += a != b
                possible = can_start_slot(state, rules, state.seat, place)
                me.resource[a] -= 1
                me.resource[b] -= a != b
                if possible:
                    return True
    return False


@jit
def opens_by_an_offered_use(state, rules, me, place, first, parts):
    """Whether one action card or slot will do that the effect lets the player use, or one card made ready."""
    begin, end = starts_of(rules, first, parts)
    for start in range(begin, end):
        amounts = rules.start[start, START_AMOUNTS]
        if rules.start[start, CONDITION] != 0 or not can_pay(rules, me, amounts):
            continue
        row = rules.start[start, START_ROW]
        op = rules.part[row, OP]
        possible = False
        pay(rules, me, amounts)
        if op == opcodes.USE_ACTION:
            possible = opens_by_action_card(state, rules, me, place)
        elif op == opcodes.PERFORM:
            possible = opens_by_slot(state, rules, me, place, rules.part[row, MASK])
        elif op == opcodes.READY_ACTION:
            possible = opens_by_ready_card(state, rules, me, place)
        unpay(rules, me, amounts)
        if possible:
            return True
    return False


@jit
def opens_by_ready_card(state, rules, me, place):
    """Whether the slot's action can begin when a used action card is ready again; it does not matter which."""
    for k in range(me.action_count):
        if me.action_used[k]:
            me.action_used[k] = 0
            possible = can_start_slot(state, rules, state.seat, place)
            me.action_used[k] = 1
            return possible
    return False


@jit
def opens_by_action_card(state, rules, me, place):
    for k in range(me.action_count):
        if me.action_used[k] == 0 and opens_by_printed(state, rules, me, place, rules.card_effect[me.action_card[k]]):
            return True
    return False


@jit
def opens_by_slot(state, rules, me, place, which):
    """Not by itself: it will be occupied by the player who plays there."""
    for other in range(rules.slot_count):
        if other != place and may_perform_by_tiles(state, state.seat, other, which):
            if opens_by_printed(state, rules, me, place, rules.slot_effect[rules.first_slot + other]):
                return True
    return False


@jit
def opens_by_printed(state, rules, me, place, effect):
    """Whether what is printed on an action card or slot will do: its gifts, or with them one gain that it offers."""
    kept = tokens_and_space(me)
    take_gifts(rules, me, effect[0], effect[1])
    possible = can_start_slot(state, rules, state.seat, place) or opens_by_an_offered_gain(
        state, rules, me, place, effect[0], effect[1]
    )
    put_back(me, kept)
    return possible
