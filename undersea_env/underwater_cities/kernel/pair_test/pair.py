"""Whether a card opens a slot whose action cannot be performed yet (G-5a): quick answers first, then a look ahead."""

import numpy as np

from undersea_env.compiling.jit import inlined, jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.bounds import DEPENDS_ON_COUNT
from undersea_env.underwater_cities.compiled.limits import FIRST_CHEAP_SPECIAL
from undersea_env.underwater_cities.kernel.building import CREDITS
from undersea_env.underwater_cities.kernel.columns import OP, START_ROW, TIMES
from undersea_env.underwater_cities.kernel.events import WAITS_FOR_CHOICE, WAITS_FOR_FEDERATION
from undersea_env.underwater_cities.kernel.legality import can_start_slot, has_special_to_take, starts_of
from undersea_env.underwater_cities.kernel.pair_test.bounds import bound_of_card, bound_of_events
from undersea_env.underwater_cities.kernel.pair_test.certain import only_gives, opens_by_gains, opens_for_sure
from undersea_env.underwater_cities.kernel.pair_test.look_ahead import opens_by_looking_ahead
from undersea_env.underwater_cities.kernel.pair_test.slot_needs import could_open
from undersea_env.underwater_cities.kernel.questions.turns import play

CLOSED, OPEN, UNCLEAR = range(3)
NOT_LOOKED_AT = -1               # in place of a bound


@jit
def forget_bounds(room, hand):
    """To be called once for a position; the bound of a card in hand is then worked out when it is needed."""
    for k in range(hand):
        room.bound_of_card[k] = NOT_LOOKED_AT


@inlined
def opens_by_card(state, rules, room, slot, k, cloning, thorough):
    """Whether the card in place `k` of the hand, used first, could make part of the slot's action possible.

    `thorough` leaves out every short cut: it is how the tests know that the short cuts change nothing.
    """
    me = state.players[state.seat]
    card = me.hand[k]
    by_bounds = not thorough and rules.slot_has_bounds[slot] != 0
    is_last_special = card >= FIRST_CHEAP_SPECIAL and not has_special_to_take(state)
    if me.listens & WAITS_FOR_CHOICE or is_last_special:
        if opens_by_choosing(state, rules, room, slot, k, by_bounds and not is_last_special):
            return True
    if rules.card_colour[card] != rules.slot_colour[slot] and not asks_when_chosen(rules, me):
        return False
    if by_bounds:
        verdict = verdict_without_looking(state, rules, room, slot, k, cloning)
        if verdict != UNCLEAR:
            return verdict == OPEN
    # The spare metropolises are hidden: any may be the one taken, so that the mask tells nothing of which it is (D-9).
    tiles = np.int64(state.metropolis_count) if may_take_metropolis(rules, card) else 1
    for tile in range(tiles):
        if tiles > 1 and by_bounds and not could_open_by_tile(state, rules, slot, card, tile, cloning):
            continue
        if opens_by_looking_ahead(state, rules, room, slot, k, tile, thorough):
            return True
    return False


@jit
def opens_by_choosing(state, rules, room, slot, k, by_bounds):
    """Whether what the choice itself sets off makes part of the slot's action possible (D-9).

    A special that does not match is back under its deck then (K-10), where the slot's action may find it.
    """
    if by_bounds:
        bound = bound_of_events(rules, state.players[state.seat], WAITS_FOR_CHOICE | WAITS_FOR_FEDERATION)
        if not could_open(state, rules, slot, bound):
            return False
    room.position[0] = state
    play(room.position[0], rules, slot, k)
    return can_start_slot(room.position[0], rules, state.seat, slot - rules.first_slot)


@jit
def asks_when_chosen(rules, me):
    """Whether a card in play waits for the choice of slot and card, and asks something then."""
    if me.listens & WAITS_FOR_CHOICE == 0:
        return False
    for k in range(me.tableau_count):
        card = me.tableau[k]
        if (WAITS_FOR_CHOICE >> rules.card_event[card]) & 1 and not rules.card_effect_is_plain[card]:
            return True
    return False


@jit
def verdict_without_looking(state, rules, room, slot, k, cloning):
    """What can be told at once, for somebody who has paid for the cloning tile if it is needed (G-11)."""
    me = state.players[state.seat]
    card = me.hand[k]
    if room.bound_of_card[k] == NOT_LOOKED_AT:
        room.bound_of_card[k] = bound_of_card(state, rules, card)
    me.resource[CREDITS] -= cloning
    verdict = verdict_when_cloned(state, rules, me, slot, card, room.bound_of_card[k])
    me.resource[CREDITS] += cloning
    return verdict


@jit
def verdict_when_cloned(state, rules, me, slot, card, bound):
    place = slot - rules.first_slot
    if me.resource[CREDITS] < rules.card_price[card] and me.listens & WAITS_FOR_CHOICE == 0:
        return CLOSED
    if only_gives(rules, me, card):
        return OPEN if opens_by_gains(state, rules, me, place, card) else CLOSED
    if bound & ~DEPENDS_ON_COUNT == 0 or not could_open(state, rules, slot, bound):
        return CLOSED
    return OPEN if opens_for_sure(state, rules, me, place, card) else UNCLEAR


@jit
def may_take_metropolis(rules, card):
    begin, end = starts_of(rules, rules.card_effect[card, 0], rules.card_effect[card, 1])
    for start in range(begin, end):
        if rules.part[rules.start[start, START_ROW], OP] == opcodes.TAKE_METROPOLIS:
            return True
    return False


@jit
def could_open_by_tile(state, rules, slot, card, tile, cloning):
    """Whether the card could open the slot if this were the only spare metropolis, where it can take but one."""
    begin, end = starts_of(rules, rules.card_effect[card, 0], rules.card_effect[card, 1])
    if end - begin > 1 or rules.start[begin, TIMES] > 1:
        return True
    me = state.players[state.seat]
    supply, count, top = state.metropolis_supply, np.int64(state.metropolis_count), np.int64(state.metropolis_supply[0])
    supply[0] = supply[tile]
    state.metropolis_count = 1
    me.resource[CREDITS] -= cloning
    possible = could_open(state, rules, slot, bound_of_card(state, rules, card))
    me.resource[CREDITS] += cloning
    state.metropolis_count = count
    supply[0] = top
    return possible
