"""What may be answered to the open question, in ascending order. Which slot and card is in `plays.py`."""

import numpy as np

from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import (
    FACE_UP_SPECIALS,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
)
from undersea_env.underwater_cities.kernel import actions, building, questions
from undersea_env.underwater_cities.kernel.columns import AMOUNTS, CHILDREN, MASK, OTHER_AMOUNTS, PRICE_COUNT
from undersea_env.underwater_cities.kernel.interpreter import (
    either_gives_for_nothing,
    possible_orders,
    waits_with_choice,
)
from undersea_env.underwater_cities.kernel.legality import (
    can_pay,
    can_pay_price_for_child,
    can_perform,
    can_start,
    can_start_alternative,
    can_use_once_per_turn,
    is_in_a_turn,
    is_plain,
)
from undersea_env.underwater_cities.kernel.network import FARM, NONSYMBIOTIC, SYMBIOTIC, cities_of
from undersea_env.underwater_cities.kernel.production import can_convert
from undersea_env.underwater_cities.kernel.questions import (
    SECOND_HALF,
    TO_CHOOSE,
    TO_KEEP,
    TO_ORDER,
    TO_PRICE,
    TO_REPLACE_KELP,
    TO_TAKE,
)


@jit
def add_bits(out, n, start, bits):
    """Add `start` + k for each bit k."""
    while bits != 0:
        out[n] = start + lowest(bits)
        n += 1
        bits &= bits - 1
    return n


@jit
def add_once_per_turn(state, rules, out, n):
    if state.players[state.seat].once_per_turn_cards == 0 or not is_in_a_turn(state):
        return n
    for place in range(rules.once_count):
        if can_use_once_per_turn(state, rules, place):
            out[n] = actions.ONCE + place
            n += 1
    return n


@jit
def add_stop(frame, out, n):
    """Effects are optional (G-5), unless they were paid for (D-15)."""
    if frame.committed:
        return n
    out[n] = actions.STOP
    return n + 1


@jit
def list_answers(state, rules, out):
    """Answers to any question but that of which slot and card; returns how many."""
    question = state.frame[state.frame_count - 1].question
    if question == questions.EFFECT:
        return list_parts(state, rules, out)
    if question == questions.BUILD:
        return list_building(state, rules, out)
    if question == questions.UPGRADE:
        return list_upgrading(state, rules, out)
    if question == questions.DISCARD:
        me = state.players[state.seat]
        for k in range(me.hand_count):
            out[k] = actions.HAND + k
        return np.int64(me.hand_count)
    if question == questions.TURN:
        return list_in_turn(state, rules, out)
    return list_small(state, rules, out, question)


@jit
def list_parts(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    n = 0
    for k in range(frame.left):
        if (frame.stage >> k) & 1 == 0:
            row = frame.row + k
            if is_plain(state, rules, state.seat, row, frame.triggered) or can_start(state, rules, state.seat, row):
                out[n] = actions.PART + k
                n += 1
    n = add_once_per_turn(state, rules, out, n)
    return add_stop(frame, out, n)                         # effects are optional (G-5)


@jit
def list_building(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    row = frame.row
    if frame.stage == TO_CHOOSE:
        thing = np.int64(frame.thing)
        n = 0
        if thing == 0:
            kinds = building.kinds_to_build(state, rules, seat, row)
            if kinds & (kinds - 1) != 0:
                n = add_bits(out, n, actions.KIND - FARM, kinds)
                n = add_once_per_turn(state, rules, out, n)
                return add_stop(frame, out, n)
            for k in range(FARM, SYMBIOTIC + 1):
                if kinds == 1 << k:
                    thing = k
        if thing != 0:
            sites = building.sites_to_build(state, rules, seat, row, thing)
            n = add_bits(out, n, actions.SITE + building.first_site_of(thing), sites)
            if frame.thing != 0:                    # the kind was chosen: now it is built
                return n
        n = add_once_per_turn(state, rules, out, n)
        return add_stop(frame, out, n)
    if frame.stage == TO_PRICE:
        n = 0
        for choice in range(building.number_of_prices(rules, row)):
            if building.can_pay_on_site(rules, me, row, choice, frame.thing, frame.site):
                out[n] = actions.PRICE + choice
                n += 1
        return n
    if frame.stage == TO_REPLACE_KELP:
        least, most = building.range_for_kelp(rules, me, row, frame.price, frame.thing, frame.site)
        start = actions.FOR_KELP
    else:
        least, most = building.range_for_steelplast(
            rules, me, row, frame.price, frame.thing, frame.site, frame.for_kelp
        )
        start = actions.FOR_STEELPLAST
    for k in range(least, most + 1):
        out[k - least] = start + k
    return most + 1 - least


@jit
def list_upgrading(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    n = 0
    if frame.stage == TO_PRICE:
        for choice in range(building.number_of_prices(rules, frame.row)):
            if building.can_pay_upgrade(rules, me, frame.row, choice):
                out[n] = actions.PRICE + choice
                n += 1
        return n
    if building.can_pay_upgrade_at_some_price(rules, me, frame.row):
        things = rules.part[frame.row, MASK]
        n = add_bits(out, n, actions.SITE + FIRST_BUILDING_SITE, building.upgradable_buildings(me, things))
        n = add_bits(out, n, actions.SITE + FIRST_TUNNEL_SITE, building.upgradable_tunnels(me, things))
    n = add_once_per_turn(state, rules, out, n)
    return add_stop(frame, out, n)


@jit
def list_in_turn(state, rules, out):
    """The questions of a turn after slot and card were chosen."""
    frame = state.frame[state.frame_count - 1]
    n = 0
    if frame.stage == TO_ORDER:
        return add_bits(out, n, actions.ORDER, possible_orders(state, rules))
    if frame.stage == SECOND_HALF:
        if frame.probing:
            return add_once_per_turn(state, rules, out, n)
        out[0] = actions.USE_CARD                   # pay for the special, or not (K-9)
        return add_stop(frame, out, 1)
    n = add_once_per_turn(state, rules, out, n)
    return add_stop(frame, out, n)


@jit
def list_small(state, rules, out, question):
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    row = frame.row
    n = 0
    if question == questions.EITHER:
        for k in range(rules.part[row, CHILDREN]):
            if can_start_alternative(state, rules, seat, row, k):
                out[n] = actions.EITHER + k
                n += 1
        return n if either_gives_for_nothing(state, rules, row) else add_stop(frame, out, n)
    if question == questions.USE_ACTION or question == questions.READY_ACTION:
        wanted = 1 if question == questions.READY_ACTION else 0
        for k in range(me.action_count):
            if me.action_used[k] == wanted:
                out[n] = actions.ACTION_CARD + k
                n += 1
        return add_stop(frame, out, n)
    if question == questions.LAY:
        for k in range(me.action_count):
            out[k] = actions.ACTION_CARD + k
        return add_stop(frame, out, np.int64(me.action_count))
    if question == questions.TAKE_SPECIAL:
        return list_specials(state, out)
    if question == questions.PERFORM:
        for place in range(rules.slot_count):
            if can_perform(state, rules, seat, place, rules.part[row, MASK]):
                out[n] = actions.SLOT + rules.first_slot + place
                n += 1
        return add_stop(frame, out, n)
    if question == questions.EXCHANGE:
        if can_pay(rules, me, rules.part[row, AMOUNTS]):
            out[n] = actions.EXCHANGE
            n += 1
        if can_pay(rules, me, rules.part[row, OTHER_AMOUNTS]):
            out[n] = actions.EXCHANGE + 1
            n += 1
        return add_stop(frame, out, n)
    if question == questions.PRODUCTION_OF:
        n = add_bits(out, n, actions.SITE + FIRST_BUILDING_SITE, building.producing_upgraded_buildings(me))
        n = add_bits(out, n, actions.SITE + FIRST_TUNNEL_SITE, building.producing_upgraded_tunnels(rules, me))
        return add_stop(frame, out, n)
    if question == questions.CONVERT_CITY:
        n = add_bits(out, n, actions.SITE, cities_of(me, NONSYMBIOTIC))
        return add_stop(frame, out, n)
    if question == questions.PAY:
        for choice in range(rules.part[row, PRICE_COUNT]):
            if can_pay_price_for_child(state, rules, seat, row, choice):
                out[n] = actions.PAY + choice
                n += 1
        return add_stop(frame, out, n)
    if question == questions.DIFFERENT:
        return add_bits(out, n, actions.RESOURCE, rules.part[row, MASK] & ~frame.stage)
    if question == questions.CONVERSIONS:
        for k in range(rules.conversion_count):
            if can_convert(state, rules, seat, k):
                out[n] = actions.CONVERT + k
                n += 1
        return add_stop(frame, out, n)
    if question == questions.TRIGGERS:
        place = 0
        for k in range(me.tableau_count):
            if waits_with_choice(rules, me.tableau[k], row, frame.thing):
                if (frame.stage >> place) & 1 == 0:
                    out[n] = actions.TRIGGER + place
                    n += 1
                place += 1
    return n


@jit
def list_specials(state, out):
    """K-8."""
    frame = state.frame[state.frame_count - 1]
    n = 0
    if frame.stage == TO_TAKE:
        for k in range(FACE_UP_SPECIALS):
            if state.special_row[k] != 0:
                out[n] = actions.SPECIAL + k
                n += 1
        if state.special_count > 0:
            out[n] = actions.SPECIAL + actions.TOP_SPECIAL
            n += 1
        if state.special_count > 1:                 # with one card left, looking would be taking the top
            out[n] = actions.SPECIAL + actions.LOOK_AT_THREE
            n += 1
        return add_stop(frame, out, n)
    start = actions.KEEP if frame.stage == TO_KEEP else actions.UNDER
    for k in range(state.looked_count):
        out[k] = start + k
    return np.int64(state.looked_count)
