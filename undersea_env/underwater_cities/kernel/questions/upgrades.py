"""Upgrading: the structure, then the price (B-13)."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import FIRST_BUILDING_SITE, FIRST_TUNNEL_SITE
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.building import (
    BIOMATTER,
    CREDITS,
    KELP,
    SCIENCE,
    STEELPLAST,
    UPGRADE_ROW,
    can_pay_upgrade,
    can_pay_upgrade_at_some_price,
    can_upgrade,
    number_of_prices,
    price_of,
    upgradable_buildings,
    upgradable_tunnels,
)
from undersea_env.underwater_cities.kernel.columns import MASK
from undersea_env.underwater_cities.kernel.events import EVENT_UPGRADE, EVENT_UPGRADE_SECOND_IN_CITY
from undersea_env.underwater_cities.kernel.frames import note_what_is_done, pop
from undersea_env.underwater_cities.kernel.gains import maybe_claim_contracts, trigger
from undersea_env.underwater_cities.kernel.legality import has_once_per_turn
from undersea_env.underwater_cities.kernel.network import TUNNEL, city_of, count_upgraded_at, is_building_site
from undersea_env.underwater_cities.kernel.questions import TO_CHOOSE, TO_FINISH, TO_PRICE
from undersea_env.underwater_cities.kernel.questions.listing import add_bits, add_once_per_turn_and_stop


@jit
def resume_upgrade(state, rules):
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    if frame.stage == TO_CHOOSE:
        if frame.left > 0 and (can_upgrade(state, rules, seat, frame.row) or has_once_per_turn(state, rules)):
            return True
        pop(state)
        return False
    if frame.stage == TO_PRICE:
        payable = 0
        price = 0
        for choice in range(number_of_prices(rules, frame.row)):
            if can_pay_upgrade(rules, me, frame.row, choice):
                payable += 1
                price = choice
        if payable > 1:
            return True
        pay_and_upgrade(state, rules, price)
        return False
    frame.stage = TO_CHOOSE
    maybe_claim_contracts(state, rules, seat)
    return False


@jit
def list_upgrading(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    n = 0
    if frame.stage == TO_PRICE:
        for choice in range(number_of_prices(rules, frame.row)):
            if can_pay_upgrade(rules, me, frame.row, choice):
                out[n] = actions.PRICE + choice
                n += 1
        return n
    if can_pay_upgrade_at_some_price(rules, me, frame.row):
        things = rules.part[frame.row, MASK]
        n = add_bits(out, n, actions.SITE + FIRST_BUILDING_SITE, upgradable_buildings(me, things))
        n = add_bits(out, n, actions.SITE + FIRST_TUNNEL_SITE, upgradable_tunnels(me, things))
    return add_once_per_turn_and_stop(state, rules, frame, out, n)


@jit
def decide_upgrade(state, rules, action):
    frame = state.frame[state.frame_count - 1]
    if action == actions.STOP:
        pop(state)
    elif frame.stage == TO_CHOOSE:
        frame.site = action - actions.SITE
        frame.stage = TO_PRICE
    else:
        pay_and_upgrade(state, rules, action - actions.PRICE)


@jit
def pay_and_upgrade(state, rules, choice):
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    site = np.int64(frame.site)
    kelp, steelplast, science, credits, biomatter = price_of(rules, me, frame.row, choice, UPGRADE_ROW)
    me.resource[KELP] -= kelp
    me.resource[STEELPLAST] -= steelplast
    me.resource[SCIENCE] -= science
    me.resource[CREDITS] -= credits
    me.resource[BIOMATTER] -= biomatter
    note_what_is_done(state)
    frame.left -= 1
    frame.committed = 0
    frame.site = 0
    frame.stage = TO_FINISH
    upgrade_site(state, rules, state.seat, site)


@jit
def is_upgraded(me, site):
    if is_building_site(site):
        return me.upgraded[site - FIRST_BUILDING_SITE] != 0
    return me.tunnel[site - FIRST_TUNNEL_SITE] == 2


@jit
def upgrade_site(state, rules, seat, site):
    """Upgrade what stands there, paid for by the caller, and let everything happen that this sets off."""
    me = state.players[seat]
    if is_building_site(site):
        k = site - FIRST_BUILDING_SITE
        thing = np.int64(me.building[k])
        city = city_of(site)
        me.upgraded[k] = 1
        if (me.connected_cities >> city) & 1 and count_upgraded_at(me, city, thing) == 2:     # N-9
            trigger(state, rules, seat, EVENT_UPGRADE_SECOND_IN_CITY, thing)
    else:
        thing = TUNNEL
        me.tunnel[site - FIRST_TUNNEL_SITE] = 2
    trigger(state, rules, seat, EVENT_UPGRADE, thing)
