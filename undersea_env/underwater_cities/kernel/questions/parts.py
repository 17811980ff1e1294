"""Parts of an effect that ask one thing: alternatives, prices, different resources, slots, sites."""

import numpy as np

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.limits import FIRST_BUILDING_SITE, FIRST_TUNNEL_SITE, TOKENS
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.building import producing_upgraded_buildings, producing_upgraded_tunnels
from undersea_env.underwater_cities.kernel.card_piles import draw_cards
from undersea_env.underwater_cities.kernel.columns import (
    AMOUNTS,
    CHILD,
    CHILDREN,
    MASK,
    OP,
    OTHER_AMOUNTS,
    PRICE_COUNT,
    PRICES,
)
from undersea_env.underwater_cities.kernel.events import EVENT_SLOT_GIVES, EVENT_USE_SLOT
from undersea_env.underwater_cities.kernel.frames import ask_if, pop
from undersea_env.underwater_cities.kernel.gains import POINTS, add_points, maybe_claim_contracts, push_effect, trigger
from undersea_env.underwater_cities.kernel.legality import (
    can_pay,
    can_pay_price_for_child,
    can_perform,
    can_start,
    can_start_alternative,
    is_plain,
    pay,
    unpay,
)
from undersea_env.underwater_cities.kernel.network import (
    NONSYMBIOTIC,
    SYMBIOTIC,
    TUNNEL,
    cities_of,
    is_building_site,
)
from undersea_env.underwater_cities.kernel.questions.listing import add_bits, add_stop
from undersea_env.underwater_cities.kernel.state import FROM_SLOT, NONSYMBIOTIC_SUPPLY, PAID_FOR, SYMBIOTIC_SUPPLY

# --- most of them: once, or as often as the part says ---


@jit
def resume_while_possible(state, rules):
    """Asked as long as something is left of it and can be done."""
    frame = state.frame[state.frame_count - 1]
    return ask_if(state, frame.left > 0 and can_start(state, rules, state.seat, frame.row))


# --- `either`: one alternative, or none (L-9) ---


@jit
def resume_either(state, rules):
    """One alternative, or none; what only gives is taken without asking when it is all that is possible (L-9, D-2)."""
    frame = state.frame[state.frame_count - 1]
    possible = 0
    alternative = 0
    for k in range(rules.part[frame.row, CHILDREN]):
        if can_start_alternative(state, rules, state.seat, frame.row, k):
            possible += 1
            alternative = k
    if possible > 1:
        return True
    if possible == 0:
        pop(state)
    else:
        take_alternative(state, rules, alternative)
    return False


@jit
def list_alternatives(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    n = 0
    for k in range(rules.part[frame.row, CHILDREN]):
        if can_start_alternative(state, rules, state.seat, frame.row, k):
            out[n] = actions.EITHER + k
            n += 1
    return n if either_gives_for_nothing(state, rules, frame.row) else add_stop(frame, out, n)


@jit
def take_alternative(state, rules, k):
    """Replace the question by the effect that was chosen."""
    frame = state.frame[state.frame_count - 1]
    entry = rules.part[frame.row, CHILD] + k
    source = frame.source
    triggered = frame.triggered
    committed = frame.committed
    pop(state)
    push_effect(state, rules.alternative[entry, 0], rules.alternative[entry, 1], source, triggered)
    state.frame[state.frame_count - 1].committed = committed


@jit
def either_gives_for_nothing(state, rules, row):
    """Whether a possible alternative only gives (D-2)."""
    for k in range(rules.part[row, CHILDREN]):
        entry = rules.part[row, CHILD] + k
        if only_gives(state, rules, rules.alternative[entry, 0], rules.alternative[entry, 1]):
            if can_start_alternative(state, rules, state.seat, row, k):
                return True
    return False


@jit
def only_gives(state, rules, first, parts):
    for row in range(first, first + parts):
        if rules.part[row, OP] != opcodes.DIFFERENT and not is_plain(state, rules, state.seat, row, 0):
            return False
    return True


# --- `pay` (B-16) ---


@jit
def list_payable_prices(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    n = 0
    for choice in range(rules.part[frame.row, PRICE_COUNT]):
        if can_pay_price_for_child(state, rules, state.seat, frame.row, choice):
            out[n] = actions.PAY + choice
            n += 1
    return add_stop(frame, out, n)


@jit
def pay_for_child(state, rules, choice):
    """Pay this price; what it buys must then be done (D-15)."""
    frame = state.frame[state.frame_count - 1]
    row = frame.row
    frame.left -= 1
    frame.committed = 0
    pay(rules, state.players[state.seat], rules.price[rules.part[row, PRICES] + choice])
    push_effect(state, rules.part[row, CHILD], rules.part[row, CHILDREN], frame.source, frame.triggered)
    state.frame[state.frame_count - 1].committed = PAID_FOR


# --- `gain n different` ---


@jit
def resume_different(state, rules):
    """Different resources, one of each; when as many are left as may be taken, they are taken."""
    frame = state.frame[state.frame_count - 1]
    open_resources = rules.part[frame.row, MASK] & ~frame.stage
    if frame.left == 0 or open_resources == 0:
        pop(state)
        return False
    if ones(open_resources) > frame.left:
        return True
    for r in range(16):
        if (open_resources >> r) & 1:
            gain_one(state, rules, r)
            return False
    return False


@jit
def list_different(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    return add_bits(out, 0, actions.RESOURCE, rules.part[frame.row, MASK] & ~frame.stage)


@jit
def gain_one(state, rules, resource):
    """One of the different resources that the question on top offers."""
    frame = state.frame[state.frame_count - 1]
    frame.stage |= 1 << resource
    frame.left -= 1
    source = frame.source
    me = state.players[state.seat]
    if resource < TOKENS:
        me.resource[resource] += 1
    elif resource == TOKENS:
        me.resource[resource] += 1
        me.points_from[source] += 1
    else:
        draw_cards(state, state.seat, 1)
    if source == FROM_SLOT:                        # N-6
        trigger(state, rules, state.seat, EVENT_SLOT_GIVES, resource)


# --- `exchange` (B-16) ---


@jit
def list_exchanges(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    n = 0
    if can_pay(rules, me, rules.part[frame.row, AMOUNTS]):
        out[n] = actions.EXCHANGE
        n += 1
    if can_pay(rules, me, rules.part[frame.row, OTHER_AMOUNTS]):
        out[n] = actions.EXCHANGE + 1
        n += 1
    return add_stop(frame, out, n)


@jit
def exchange(state, rules, direction):
    """Once, in either direction (B-16)."""
    row = state.frame[state.frame_count - 1].row
    me = state.players[state.seat]
    given = rules.part[row, AMOUNTS] if direction == 0 else rules.part[row, OTHER_AMOUNTS]
    taken = rules.part[row, OTHER_AMOUNTS] if direction == 0 else rules.part[row, AMOUNTS]
    pay(rules, me, given)
    unpay(rules, me, taken)
    pop(state)


# --- `perform slot` (G-13) ---


@jit
def list_slots(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    n = 0
    for place in range(rules.slot_count):
        if can_perform(state, rules, state.seat, place, rules.part[frame.row, MASK]):
            out[n] = actions.SLOT + rules.first_slot + place
            n += 1
    return add_stop(frame, out, n)


@jit
def perform_slot(state, rules, slot):
    """The action of a slot through an effect; its use is an event of its own (N-5)."""
    pop(state)
    push_effect(state, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1], FROM_SLOT, 0)
    trigger(state, rules, state.seat, EVENT_USE_SLOT, rules.slot_event[slot])


# --- `gain the production of an upgraded structure` (N-10) ---


@jit
def list_producing(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    n = add_bits(out, 0, actions.SITE + FIRST_BUILDING_SITE, producing_upgraded_buildings(me))
    n = add_bits(out, n, actions.SITE + FIRST_TUNNEL_SITE, producing_upgraded_tunnels(rules, me))
    return add_stop(frame, out, n)


@jit
def gain_production_of(state, rules, site):
    """What one upgraded structure produces by itself, without multipliers or pair bonus (N-10)."""
    source = state.frame[state.frame_count - 1].source
    me = state.players[state.seat]
    thing = np.int64(me.building[site - FIRST_BUILDING_SITE]) if is_building_site(site) else TUNNEL
    for r in range(POINTS):
        me.resource[r] += rules.produced_by[thing - 1, 1, r]
    add_points(me, rules.produced_by[thing - 1, 1, POINTS], source)
    pop(state)


# --- `convert city` (L-1) ---


@jit
def list_convertible_cities(state, out):
    frame = state.frame[state.frame_count - 1]
    n = add_bits(out, 0, actions.SITE, cities_of(state.players[state.seat], NONSYMBIOTIC))
    return add_stop(frame, out, n)


@jit
def convert_city(state, rules, city):
    """The dome returns to the supply."""
    pop(state)
    me = state.players[state.seat]
    me.city[city] = SYMBIOTIC
    state.supply[NONSYMBIOTIC_SUPPLY] += 1
    state.supply[SYMBIOTIC_SUPPLY] -= 1
    maybe_claim_contracts(state, rules, state.seat)
