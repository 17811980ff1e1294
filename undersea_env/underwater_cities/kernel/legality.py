"""Whether a part of an effect could be carried out now (G-5)."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.limits import (
    FACE_UP_SPECIALS,
    HAND_CAPACITY,
    TOKENS,
)
from undersea_env.underwater_cities.compiled.opcodes import AVAILABLE, OCCUPIED, Plain
from undersea_env.underwater_cities.kernel.building import (
    can_build,
    can_upgrade,
    kinds_as_usual,
    producing_upgraded_buildings,
    producing_upgraded_tunnels,
)
from undersea_env.underwater_cities.kernel.columns import (
    AMOUNTS,
    CAP,
    CHILD,
    CHILDREN,
    CONDITION,
    CONDITION_2,
    COUNT,
    DIVISOR,
    EXACTLY,
    MASK,
    NUMBER,
    OP,
    OTHER_AMOUNTS,
    PLAIN,
    PRICE_COUNT,
    START,
    START_AMOUNTS,
    START_ROW,
    STARTS,
)
from undersea_env.underwater_cities.kernel.frames import is_in_a_turn
from undersea_env.underwater_cities.kernel.network import NONSYMBIOTIC, cities_of, count, count_per
from undersea_env.underwater_cities.kernel.state import SYMBIOTIC_SUPPLY

ALWAYS_PLAIN, PLAIN_WHEN_TRIGGERED = int(Plain.ALWAYS), int(Plain.WHEN_TRIGGERED)
PLAIN_WHEN_ALONE = int(Plain.WHEN_ALONE)
ALWAYS = 1                       # in `slot_builds`


@jit
def can_pay(rules, me, amounts):
    """Whether the player has these tokens."""
    for r in range(TOKENS):
        if me.resource[r] < rules.amounts[amounts, r]:
            return False
    return True


@jit
def pay(rules, me, amounts):
    for r in range(TOKENS):
        me.resource[r] -= rules.amounts[amounts, r]


@jit
def unpay(rules, me, amounts):
    for r in range(TOKENS):
        me.resource[r] += rules.amounts[amounts, r]


@jit
def is_fixed_gain(rules, row):
    """Whether the part gives always the same: no count, no condition."""
    return rules.part[row, OP] == opcodes.GAIN and rules.part[row, COUNT] == 0


@jit
def condition_holds(state, rules, seat, row):
    n = count(state, rules, seat, rules.part[row, COUNT])
    if rules.part[row, EXACTLY]:
        return n == rules.part[row, NUMBER]
    return n >= rules.part[row, NUMBER]


@jit
def has_action_card(me, used):
    for k in range(me.action_count):
        if me.action_used[k] == used:
            return True
    return False


@jit
def has_special_to_take(state):
    if state.special_count > 0:
        return True
    for k in range(FACE_UP_SPECIALS):
        if state.special_row[k] != 0:
            return True
    return False


@jit
def may_perform_by_tiles(state, seat, place, which):
    """Whether the slot is available, or occupied by somebody else only (G-12), as the effect asks."""
    tiles = state.slot_tiles[place]
    if tiles == 0:
        return which & AVAILABLE != 0
    return which & OCCUPIED != 0 and (tiles >> seat) & 1 == 0


@jit
def can_do(state, rules, seat, row):
    """Could this part, which holds no other, be carried out now? Slots are left to `can_begin`."""
    op = rules.part[row, OP]
    if op == opcodes.BUILD:
        return can_build(state, rules, seat, row)
    if op == opcodes.GAIN:
        what = rules.part[row, COUNT]
        if what == 0:
            return True
        return count_per(state, rules, seat, what, rules.part[row, DIVISOR], rules.part[row, CAP]) > 0
    if op == opcodes.UPGRADE:
        return can_upgrade(state, rules, seat, row)
    if op == opcodes.DIFFERENT or op == opcodes.FEDERATION:
        return True
    me = state.players[seat]
    if op == opcodes.USE_ACTION:
        return has_action_card(me, 0)
    if op == opcodes.READY_ACTION:
        return has_action_card(me, 1)
    if op == opcodes.TAKE_SPECIAL:
        return me.hand_count < HAND_CAPACITY and has_special_to_take(state)      # D-12
    if op == opcodes.EXCHANGE:
        return can_pay(rules, me, rules.part[row, AMOUNTS]) or can_pay(rules, me, rules.part[row, OTHER_AMOUNTS])
    if op == opcodes.PRODUCTION_OF:
        return producing_upgraded_buildings(me) | producing_upgraded_tunnels(rules, me) != 0
    if op == opcodes.CONVERT_CITY:
        return state.supply[SYMBIOTIC_SUPPLY] > 0 and cities_of(me, NONSYMBIOTIC) != 0      # L-1
    if op == opcodes.TAKE_METROPOLIS:
        return state.metropolis_count > 0
    return False


@jit
def conditions_hold(state, rules, seat, start):
    for column in range(CONDITION, CONDITION_2 + 1):
        row = rules.start[start, column]
        if row != 0 and not condition_holds(state, rules, seat, row):
            return False
    return True


@jit
def can_start_slot(state, rules, seat, place):
    """Whether at least part of the slot's action can be performed (G-5). No slot performs another slot."""
    builds = rules.slot_builds[rules.first_slot + place]
    if builds & ALWAYS or kinds_as_usual(state, rules, seat, builds) != 0:
        return True
    return can_start_slot_otherwise(state, rules, seat, place)


@jit
def can_start_slot_otherwise(state, rules, seat, place):
    """The same in ways that do not always give, nor build at the usual price."""
    slot = rules.first_slot + place
    me = state.players[seat]
    first = rules.slot_start[slot, 0]
    for start in range(first, first + rules.slot_start[slot, 1]):
        amounts = rules.start[start, START_AMOUNTS]
        if amounts == 0:
            if conditions_hold(state, rules, seat, start) and can_do(state, rules, seat, rules.start[start, START_ROW]):
                return True
        elif can_pay(rules, me, amounts) and conditions_hold(state, rules, seat, start):
            pay(rules, me, amounts)
            possible = can_do(state, rules, seat, rules.start[start, START_ROW])
            unpay(rules, me, amounts)
            if possible:
                return True
    return False


@jit
def can_perform(state, rules, seat, place, which):
    """L-3."""
    return may_perform_by_tiles(state, seat, place, which) and can_start_slot(state, rules, seat, place)


@jit
def can_perform_some(state, rules, seat, which):
    for place in range(rules.slot_count):
        if can_perform(state, rules, seat, place, which):
            return True
    return False


@jit
def can_begin(state, rules, seat, start):
    """Whether the effect can be begun in this way; changes nothing in the end."""
    me = state.players[seat]
    amounts = rules.start[start, START_AMOUNTS]
    row = rules.start[start, START_ROW]
    if not (can_pay(rules, me, amounts) and conditions_hold(state, rules, seat, start)):
        return False
    pay(rules, me, amounts)
    if rules.part[row, OP] == opcodes.PERFORM:
        possible = can_perform_some(state, rules, seat, rules.part[row, MASK])
    else:
        possible = can_do(state, rules, seat, row)
    unpay(rules, me, amounts)
    return possible


@jit
def starts_of(rules, first, parts):
    """The ways to begin the effect in these rows: the first of them in `rules.start`, and the one after the last."""
    if parts == 0:
        return 0, 0
    last = first + parts - 1
    return np.int64(rules.part[first, START]), rules.part[last, START] + rules.part[last, STARTS]


@jit
def can_start_some(state, rules, seat, first, parts):
    """Could part of the effect in these rows be carried out now?"""
    begin, end = starts_of(rules, first, parts)
    for start in range(begin, end):
        if can_begin(state, rules, seat, start):
            return True
    return False


@jit
def can_start(state, rules, seat, row):
    """Could this part be carried out, at least in part, now?"""
    return can_start_some(state, rules, seat, row, 1)


@jit
def can_start_alternative(state, rules, seat, row, k):
    entry = rules.part[row, CHILD] + k
    return can_start_some(state, rules, seat, rules.alternative[entry, 0], rules.alternative[entry, 1])


@jit
def can_pay_price_for_child(state, rules, seat, row, choice):
    """Whether this price of a `pay` part can be paid and what it buys can then be done."""
    per_price = rules.part[row, STARTS] // rules.part[row, PRICE_COUNT]
    first = rules.part[row, START] + choice * per_price
    for start in range(first, first + per_price):
        if can_begin(state, rules, seat, start):
            return True
    return False


@jit
def is_plain(state, rules, seat, row, triggered):
    """Whether the part gives something now, without asking (D-2): a condition holds, a count is not zero."""
    plain = rules.part[row, PLAIN]
    if plain == ALWAYS_PLAIN or (plain == PLAIN_WHEN_TRIGGERED and triggered != 0):
        return is_fixed_gain(rules, row) or can_start(state, rules, seat, row)
    return plain == PLAIN_WHEN_ALONE and side_that_gives(state, rules, seat, row) >= 0


@jit
def side_that_gives(state, rules, seat, row):
    """The one possible side of an `either`, if it only gives; otherwise -1."""
    side = -1
    for k in range(rules.part[row, CHILDREN]):
        if can_start_alternative(state, rules, seat, row, k):
            if side >= 0:
                return -1
            side = k
    if side >= 0:
        entry = rules.part[row, CHILD] + side
        for child in range(rules.alternative[entry, 0], rules.alternative[entry, 0] + rules.alternative[entry, 1]):
            if rules.part[child, OP] != opcodes.GAIN:
                return -1
    return side


@jit
def can_use_once_per_turn(state, rules, place):
    """Whether this once-per-turn card of the book can be used now by who decides (L-7)."""
    me = state.players[state.seat]
    if (me.once_per_turn_cards >> place) & 1 == 0 or (state.once_used >> place) & 1 == 1:
        return False
    card = rules.once_card[place]
    return can_start_some(state, rules, state.seat, rules.card_effect[card, 0], rules.card_effect[card, 1])


@jit
def has_once_per_turn(state, rules):
    if state.players[state.seat].once_per_turn_cards == 0 or not is_in_a_turn(state):
        return False
    for place in range(rules.once_count):
        if can_use_once_per_turn(state, rules, place):
            return True
    return False

