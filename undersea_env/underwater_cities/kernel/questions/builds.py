"""Building: the kind, the site, the price, biomatter for kelp and steelplast; then what follows (B-1 to B-16)."""

import numpy as np

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import (
    EXPANSION,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    METROPOLIS_SITES,
    SITES_AT_CITY,
)
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.building import (
    BIOMATTER,
    CREDITS,
    KELP,
    SCIENCE,
    STEELPLAST,
    can_build,
    can_pay_on_site,
    first_site_of,
    full_price,
    kinds_to_build,
    number_of_prices,
    range_for_kelp,
    range_for_steelplast,
    sites_to_build,
    upgrade_after_building_costs,
)
from undersea_env.underwater_cities.kernel.columns import THEN_UPGRADE
from undersea_env.underwater_cities.kernel.events import (
    EVENT_BUILD,
    EVENT_BUILD_ON_EXPANSION,
    EVENT_BUILD_SECOND_IN_CITY,
    EVENT_BUILD_SECOND_TUNNEL,
)
from undersea_env.underwater_cities.kernel.frames import ask_if, note_what_is_done, pop
from undersea_env.underwater_cities.kernel.gains import give_bonus, maybe_claim_contracts, trigger
from undersea_env.underwater_cities.kernel.legality import has_once_per_turn
from undersea_env.underwater_cities.kernel.metropolises import connect_metropolis, connected_metropolises
from undersea_env.underwater_cities.kernel.network import (
    FARM,
    LAB,
    NONSYMBIOTIC,
    TUNNEL,
    city_of,
    count_buildings_at,
    put_building,
    refresh_network,
)
from undersea_env.underwater_cities.kernel.questions import (
    TO_CHOOSE,
    TO_FINISH,
    TO_FOLLOW_UP,
    TO_PRICE,
    TO_REPLACE_KELP,
    TO_REPLACE_STEELPLAST,
)
from undersea_env.underwater_cities.kernel.questions.listing import add_bits, add_once_per_turn_and_stop
from undersea_env.underwater_cities.kernel.questions.upgrades import is_upgraded, upgrade_site
from undersea_env.underwater_cities.kernel.state import FROM_SITE, NONSYMBIOTIC_SUPPLY, SYMBIOTIC_SUPPLY, TUNNEL_SUPPLY


@jit
def resume_build(state, rules):
    """Things are built one at a time; each opens new sites for the next (B-7)."""
    frame = state.frame[state.frame_count - 1]
    if frame.stage == TO_CHOOSE:
        return resume_choosing(state, rules, frame)
    if frame.stage == TO_PRICE:
        return resume_pricing(state, rules, frame)
    if frame.stage == TO_REPLACE_KELP:
        return resume_replacing_kelp(state, rules, frame)
    if frame.stage == TO_REPLACE_STEELPLAST:
        return resume_replacing_steelplast(state, rules, frame)
    if frame.stage == TO_FOLLOW_UP:
        frame.stage = TO_FINISH
        maybe_claim_contracts(state, rules, state.seat)
    else:
        finish_build(state, rules, frame)
    return False


@jit
def resume_choosing(state, rules, frame):
    """The kind and the site; one that is the only one is not asked for."""
    if frame.left == 0:
        pop(state)
        return False
    if frame.thing == 0:
        return ask_if(state, can_build(state, rules, state.seat, frame.row) or has_once_per_turn(state, rules))
    sites = sites_to_build(state, rules, state.seat, frame.row, frame.thing)
    if sites & (sites - 1) != 0:
        return True
    frame.site = first_site_of(frame.thing) + ones(sites - 1)
    frame.stage = TO_PRICE
    return False


@jit
def resume_pricing(state, rules, frame):
    payable = 0
    me = state.players[state.seat]
    for choice in range(number_of_prices(rules, frame.row)):
        if can_pay_on_site(rules, me, frame.row, choice, frame.thing, frame.site):
            payable += 1
            frame.price = choice
    if payable > 1:
        frame.price = 0
        return True
    frame.stage = TO_REPLACE_KELP
    return False


@jit
def resume_replacing_kelp(state, rules, frame):
    me = state.players[state.seat]
    least, most = range_for_kelp(rules, me, frame.row, frame.price, frame.thing, frame.site)
    if most > least:
        return True
    frame.for_kelp = least
    frame.stage = TO_REPLACE_STEELPLAST
    return False


@jit
def resume_replacing_steelplast(state, rules, frame):
    me = state.players[state.seat]
    least, most = range_for_steelplast(rules, me, frame.row, frame.price, frame.thing, frame.site, frame.for_kelp)
    if most > least:
        return True
    frame.for_steelplast = least
    pay_and_build(state, rules)
    return False


# --- answers ---


@jit
def list_building(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    if frame.stage == TO_CHOOSE:
        if frame.thing == 0:
            return list_kinds(state, rules, frame, out)
        return add_sites(state, rules, frame, frame.thing, out)       # the kind was chosen: now it is built
    if frame.stage == TO_PRICE:
        return list_prices(rules, me, frame, out)
    if frame.stage == TO_REPLACE_KELP:
        least, most = range_for_kelp(rules, me, frame.row, frame.price, frame.thing, frame.site)
        return list_amounts(out, actions.FOR_KELP, least, most)
    least, most = range_for_steelplast(rules, me, frame.row, frame.price, frame.thing, frame.site, frame.for_kelp)
    return list_amounts(out, actions.FOR_STEELPLAST, least, most)


@jit
def list_kinds(state, rules, frame, out):
    """The kinds of things that can be built; of a single kind the sites at once."""
    kinds = kinds_to_build(state, rules, state.seat, frame.row)
    if kinds & (kinds - 1) != 0:
        n = add_bits(out, 0, actions.KIND - FARM, kinds)
    elif kinds != 0:
        n = add_sites(state, rules, frame, lowest(kinds), out)
    else:
        n = 0
    return add_once_per_turn_and_stop(state, rules, frame, out, n)


@jit
def add_sites(state, rules, frame, thing, out):
    sites = sites_to_build(state, rules, state.seat, frame.row, thing)
    return add_bits(out, 0, actions.SITE + first_site_of(thing), sites)


@jit
def list_prices(rules, me, frame, out):
    n = 0
    for choice in range(number_of_prices(rules, frame.row)):
        if can_pay_on_site(rules, me, frame.row, choice, frame.thing, frame.site):
            out[n] = actions.PRICE + choice
            n += 1
    return n


@jit
def list_amounts(out, first, least, most):
    """How much biomatter stands in (B-2)."""
    for k in range(least, most + 1):
        out[k - least] = first + k
    return most + 1 - least


@jit
def decide_build(state, rules, action):
    frame = state.frame[state.frame_count - 1]
    if action == actions.STOP:
        pop(state)
    elif frame.stage == TO_CHOOSE:
        if action < actions.SITE:
            frame.thing = action - actions.KIND + FARM
            return
        site = action - actions.SITE
        if frame.thing == 0:
            frame.thing = thing_to_build_on(state, rules, frame.row)
        frame.site = site
        frame.stage = TO_PRICE
    elif frame.stage == TO_PRICE:
        frame.price = action - actions.PRICE
        frame.stage = TO_REPLACE_KELP
    elif frame.stage == TO_REPLACE_KELP:
        frame.for_kelp = action - actions.FOR_KELP
        frame.stage = TO_REPLACE_STEELPLAST
    else:
        frame.for_steelplast = action - actions.FOR_STEELPLAST
        pay_and_build(state, rules)


@jit
def thing_to_build_on(state, rules, row):
    """The one kind of thing that can be built: sites are asked for at once only then."""
    return ones(kinds_to_build(state, rules, state.seat, row) - 1)


# --- what a build does ---


@jit
def pay_and_build(state, rules):
    """Pay for the thing chosen, put it on its site and let everything happen that this sets off.

    What asks something is put on the stack from the last to the first: site, metropolis, cards (D-5).
    """
    frame = state.frame[state.frame_count - 1]
    frame.stage = TO_FOLLOW_UP
    note_what_is_done(state)
    seat = state.seat
    me = state.players[seat]
    thing = np.int64(frame.thing)
    site = np.int64(frame.site)
    pay_for_build(rules, me, frame, thing, site)
    if thing <= LAB:
        put_building(me, site - FIRST_BUILDING_SITE, thing)
        trigger_build(state, rules, seat, thing, site)
    elif thing == TUNNEL:
        put_tunnel(state, rules, seat, site)
    else:
        put_city(state, rules, seat, thing, site)
    effect = rules.site_effect[me.board, site]
    give_bonus(state, rules, seat, effect[0], effect[1], FROM_SITE)            # B-10


@jit
def pay_for_build(rules, me, frame, thing, site):
    kelp, steelplast, science, credits, biomatter = full_price(rules, me, frame.row, frame.price, thing, site)
    me.resource[KELP] -= kelp - frame.for_kelp
    me.resource[STEELPLAST] -= steelplast - frame.for_steelplast
    me.resource[SCIENCE] -= science
    me.resource[CREDITS] -= credits
    me.resource[BIOMATTER] -= biomatter + frame.for_kelp + frame.for_steelplast


@jit
def put_tunnel(state, rules, seat, site):
    me = state.players[seat]
    connected_before = connected_metropolises(rules, me)
    me.tunnel[site - FIRST_TUNNEL_SITE] = 1
    state.supply[TUNNEL_SUPPLY] -= 1
    state.tunnels_this_turn += 1
    refresh_network(state, rules, seat)
    trigger_build(state, rules, seat, TUNNEL, site)
    newly_connected = connected_metropolises(rules, me) & ~connected_before
    for place in range(METROPOLIS_SITES - 1, -1, -1):
        if (newly_connected >> place) & 1:
            connect_metropolis(state, rules, seat, me.metropolis[place])


@jit
def put_city(state, rules, seat, thing, site):
    state.players[seat].city[site] = thing
    state.supply[NONSYMBIOTIC_SUPPLY if thing == NONSYMBIOTIC else SYMBIOTIC_SUPPLY] -= 1
    refresh_network(state, rules, seat)
    trigger_build(state, rules, seat, thing, site)


@jit
def trigger_build(state, rules, seat, thing, site):
    me = state.players[seat]
    if me.listens == 0:
        return
    if thing == TUNNEL and state.tunnels_this_turn == 2:                       # N-8
        trigger(state, rules, seat, EVENT_BUILD_SECOND_TUNNEL, 0)
    if thing <= LAB:
        city = city_of(site)
        if (site - FIRST_BUILDING_SITE) % SITES_AT_CITY == EXPANSION:
            trigger(state, rules, seat, EVENT_BUILD_ON_EXPANSION, 0)
        if (me.connected_cities >> city) & 1 and count_buildings_at(me, city, thing) == 2:    # N-7
            trigger(state, rules, seat, EVENT_BUILD_SECOND_IN_CITY, thing)
    trigger(state, rules, seat, EVENT_BUILD, thing)


@jit
def finish_build(state, rules, frame):
    """`then upgrade` (G-7, D-6), and this build is finished."""
    me = state.players[state.seat]
    site = np.int64(frame.site)
    then = rules.part[frame.row, THEN_UPGRADE]
    frame.left -= 1
    frame.committed = 0
    frame.stage = TO_CHOOSE
    frame.thing = 0
    frame.site = 0
    frame.price = 0
    frame.for_kelp = 0
    frame.for_steelplast = 0
    if then == 0:
        return
    price = upgrade_after_building_costs(rules, me, frame.row)
    if me.resource[SCIENCE] < price or is_upgraded(me, site):      # a triggered effect has spent it, or upgraded this
        return
    me.resource[SCIENCE] -= price
    upgrade_site(state, rules, state.seat, site)
    maybe_claim_contracts(state, rules, state.seat)
