"""What may be built or upgraded, where, and at which price (B-1 to B-16)."""

import numpy as np

from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.limits import (
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    MAX_SUBSTITUTED,
    METROPOLIS_SITES,
)
from undersea_env.underwater_cities.compiled.opcodes import TermsKind
from undersea_env.underwater_cities.kernel.columns import (
    AMOUNTS,
    COUNT,
    DISCOUNT,
    MASK,
    ON_EXPANSION,
    OP,
    PRICE_COUNT,
    PRICES,
    TERMS,
    THEN_UPGRADE,
)
from undersea_env.underwater_cities.kernel.network import (
    FARM,
    LAB,
    NONSYMBIOTIC,
    SYMBIOTIC,
    TUNNEL,
    sites_at,
    sites_with,
    tunnels_next_to_cities,
    upgraded_sites,
    upgraded_tunnels,
)
from undersea_env.underwater_cities.kernel.state import NONSYMBIOTIC_SUPPLY, SYMBIOTIC_SUPPLY, TUNNEL_SUPPLY
from undersea_env.underwater_cities.printed.words import Resource

KELP, STEELPLAST, SCIENCE, CREDITS, BIOMATTER = range(5)
USUAL, FREE, PRINTED = int(TermsKind.USUAL), int(TermsKind.FREE), int(TermsKind.PRINTED)
UPGRADE_ROW = 0                  # of the tables of prices and discounts
USUAL_TERMS = 0                  # the empty part: no discount, no printed price, nothing to be done afterwards
ALL_THINGS = (1 << (SYMBIOTIC + 1)) - (1 << FARM)          # one bit a Thing
BUILDING_MASK = (1 << (LAB + 1)) - (1 << FARM)
CITY_MASK = 1 << NONSYMBIOTIC | 1 << SYMBIOTIC
assert tuple(Resource)[:5] == (KELP, STEELPLAST, SCIENCE, CREDITS, BIOMATTER)


@jit
def number_of_prices(rules, row):
    """How many printed prices the player may choose from; one for the usual price and for none."""
    return max(1, rules.part[row, PRICE_COUNT])


@jit
def price_of(rules, me, row, choice, thing):
    """What the thing (0: an upgrade) costs after discounts, before the site's surcharge (B-14): five numbers."""
    terms = rules.part[row, TERMS]
    discount = rules.part[row, DISCOUNT]
    if terms == USUAL and discount == 0:
        price = me.usual_price[thing]
        return np.int64(price[0]), np.int64(price[1]), np.int64(price[2]), np.int64(price[3]), np.int64(price[4])
    if terms == FREE:
        return 0, 0, 0, 0, 0
    return (
        price_in(rules, me, row, choice, thing, discount, KELP),
        price_in(rules, me, row, choice, thing, discount, STEELPLAST),
        price_in(rules, me, row, choice, thing, discount, SCIENCE),
        price_in(rules, me, row, choice, thing, discount, CREDITS),
        price_in(rules, me, row, choice, thing, discount, BIOMATTER),
    )


@jit
def price_in(rules, me, row, choice, thing, discount, resource):
    if rules.part[row, TERMS] == PRINTED:
        price = np.int64(rules.amounts[rules.price[rules.part[row, PRICES] + choice], resource])
    else:
        price = np.int64(rules.usual_price[thing, resource])
    return max(0, price - rules.amounts[discount, resource] - me.discount[thing, resource])


@jit
def full_price(rules, me, row, choice, thing, site):
    """Price and surcharge (B-15) of building the thing on the site: five numbers."""
    kelp, steelplast, science, credits, biomatter = price_of(rules, me, row, choice, thing)
    surcharge = rules.site_surcharge[me.board, site]
    if surcharge != 0:
        kelp += rules.amounts[surcharge, KELP]
        steelplast += rules.amounts[surcharge, STEELPLAST]
        science += rules.amounts[surcharge, SCIENCE]
        credits += rules.amounts[surcharge, CREDITS]
        biomatter += rules.amounts[surcharge, BIOMATTER]
    return kelp, steelplast, science, credits, biomatter


@jit
def can_pay_with_biomatter(me, kelp, steelplast, science, credits, biomatter):
    """Whether a building price can be paid, biomatter standing in for kelp and steelplast (B-2)."""
    if me.resource[SCIENCE] < science or me.resource[CREDITS] < credits:
        return False
    replaced = max(0, kelp - me.resource[KELP]) + max(0, steelplast - me.resource[STEELPLAST])
    return me.resource[BIOMATTER] >= biomatter + replaced


@jit
def science_in(rules, effect):
    """Science that an effect gives in any case."""
    science = 0
    for row in range(effect[0], effect[0] + effect[1]):
        if rules.part[row, OP] == opcodes.GAIN and rules.part[row, COUNT] == 0:
            science += rules.amounts[rules.part[row, AMOUNTS], SCIENCE]
    return science


@jit
def science_given_by(rules, me, thing, site):
    """Science that building here gives at once, and that may pay for the upgrade that follows (D-6).

    It comes from the printed bonus of the site (B-10) and the metropolises that a tunnel connects (B-12).
    """
    science = science_in(rules, rules.site_effect[me.board, site])
    if thing == TUNNEL:
        built = me.built_tunnels | 1 << (site - FIRST_TUNNEL_SITE)
        for place in range(METROPOLIS_SITES):
            needed = rules.metropolis_tunnels[me.board, place]
            if built & needed == needed and me.built_tunnels & needed != needed:
                science += science_in(rules, rules.metropolis_effect[me.metropolis[place]])
    return science


@jit
def upgrade_after_building_costs(rules, me, row):
    """Science that `then upgrade` asks for; 0 if it is free or not asked."""
    if rules.part[row, THEN_UPGRADE] != USUAL + 1:
        return 0
    return np.int64(me.usual_price[UPGRADE_ROW, SCIENCE])


@jit
def can_pay_on_site(rules, me, row, choice, thing, site):
    kelp, steelplast, science, credits, biomatter = full_price(rules, me, row, choice, thing, site)
    if not can_pay_with_biomatter(me, kelp, steelplast, science, credits, biomatter):
        return False
    needed = upgrade_after_building_costs(rules, me, row)
    return needed == 0 or me.resource[SCIENCE] - science + science_given_by(rules, me, thing, site) >= needed


@jit
def can_pay_at_some_price(rules, me, row, thing, site):
    for choice in range(number_of_prices(rules, row)):
        if can_pay_on_site(rules, me, row, choice, thing, site):
            return True
    return False


@jit
def first_site_of(thing):
    """Where the sites of a thing start in the numbering of the actions."""
    if thing <= LAB:
        return FIRST_BUILDING_SITE
    return FIRST_TUNNEL_SITE if thing == TUNNEL else 0


@jit
def open_sites(state, me, thing, on_expansion):
    """Sites on which the thing may stand, as bits, whatever it costs; none if the supply has run out (C-3, C-4)."""
    if thing <= LAB:
        return me.open_expansion if on_expansion else me.open_building
    if thing == TUNNEL:
        return np.int64(me.open_tunnels) if state.supply[TUNNEL_SUPPLY] > 0 else 0
    if thing == NONSYMBIOTIC:
        return np.int64(me.open_cities) if state.supply[NONSYMBIOTIC_SUPPLY] > 0 else 0
    return np.int64(me.open_cities) if state.supply[SYMBIOTIC_SUPPLY] > 0 else 0


@jit
def can_pay_usual_price(me, thing):
    """`can_pay_with_biomatter` for what most builds cost: the usual price after discounts, on a site like any other."""
    price = me.usual_price[thing]
    has = me.resource
    replaced = max(0, price[KELP] - has[KELP]) + max(0, price[STEELPLAST] - has[STEELPLAST])
    # `&`, not `and`: all are looked at, as the processor could not guess which fails
    return (
        (has[CREDITS] >= price[CREDITS])
        & (has[SCIENCE] >= price[SCIENCE])
        & (has[BIOMATTER] >= price[BIOMATTER] + replaced)
    )


@jit
def sites_to_build(state, rules, seat, row, thing):
    """Sites on which this part lets the player build the thing now, and pay for it, as bits."""
    me = state.players[seat]
    sites = open_sites(state, me, thing, rules.part[row, ON_EXPANSION])
    if sites == 0:
        return 0
    first = first_site_of(thing)
    if rules.has_surcharges[me.board] == 0 and rules.part[row, THEN_UPGRADE] == 0:
        # every site costs the same: look at one
        if rules.part[row, TERMS] == USUAL and rules.part[row, DISCOUNT] == 0:
            payable = can_pay_usual_price(me, thing)
        else:
            payable = can_pay_at_some_price(rules, me, row, thing, first)
        return sites if payable else 0
    found = 0
    while sites != 0:
        if can_pay_at_some_price(rules, me, row, thing, first + lowest(sites)):
            found |= sites & -sites
        sites &= sites - 1
    return found


@jit
def kinds_to_build(state, rules, seat, row):
    """Things that this part lets the player build now, as bits."""
    return kinds_among(state, rules, seat, row, rules.part[row, MASK])


@jit
def kinds_among(state, rules, seat, row, things):
    """Those of the things that can be built now on the terms of this part."""
    kinds = 0
    while things != 0:
        thing = lowest(things)
        things &= things - 1
        if sites_to_build(state, rules, seat, row, thing) != 0:
            kinds |= 1 << thing
    return kinds


@jit
def kinds_as_usual(state, rules, seat, things):
    """Those of the things that can be built now at the usual price, on a site that is no expansion."""
    me = state.players[seat]
    if rules.has_surcharges[me.board]:
        return kinds_among(state, rules, seat, USUAL_TERMS, things)
    kinds = 0
    while things != 0:
        thing = lowest(things)
        things &= things - 1
        kinds |= ((open_sites(state, me, thing, 0) != 0) & can_pay_usual_price(me, thing)) << thing
    return kinds


@jit
def can_build(state, rules, seat, row):
    things = rules.part[row, MASK]
    while things != 0:
        if sites_to_build(state, rules, seat, row, lowest(things)) != 0:
            return True
        things &= things - 1
    return False


@jit
def range_for_kelp(rules, me, row, choice, thing, site):
    """Least and most biomatter that may stand in for kelp, leaving enough for the rest of the price (B-2)."""
    kelp, steelplast, _, _, biomatter = full_price(rules, me, row, choice, thing, site)
    spare = me.resource[BIOMATTER] - biomatter - max(0, steelplast - me.resource[STEELPLAST])
    return max(0, kelp - me.resource[KELP]), min(spare, kelp, MAX_SUBSTITUTED)


@jit
def range_for_steelplast(rules, me, row, choice, thing, site, for_kelp):
    _, steelplast, _, _, biomatter = full_price(rules, me, row, choice, thing, site)
    spare = me.resource[BIOMATTER] - biomatter - for_kelp
    return max(0, steelplast - me.resource[STEELPLAST]), min(spare, steelplast, MAX_SUBSTITUTED)


# --- upgrading ---


@jit
def can_pay_upgrade(rules, me, row, choice):
    """Biomatter does not stand in for anything when upgrading (B-2)."""
    kelp, steelplast, science, credits, biomatter = price_of(rules, me, row, choice, UPGRADE_ROW)
    return (
        me.resource[SCIENCE] >= science
        and me.resource[CREDITS] >= credits
        and me.resource[KELP] >= kelp
        and me.resource[STEELPLAST] >= steelplast
        and me.resource[BIOMATTER] >= biomatter
    )


@jit
def can_pay_upgrade_at_some_price(rules, me, row):
    for choice in range(number_of_prices(rules, row)):
        if can_pay_upgrade(rules, me, row, choice):
            return True
    return False


@jit
def can_upgrade(state, rules, seat, row):
    me = state.players[seat]
    return can_pay_upgrade_at_some_price(rules, me, row) and has_upgradable(me, rules.part[row, MASK])


@jit
def upgradable_buildings(me, things):
    """Building sites with a building of these kinds that is not upgraded yet (B-13), as bits."""
    sites = 0
    for thing in range(FARM, LAB + 1):
        sites |= ((things >> thing) & 1) * sites_with(me, thing)
    return sites & ~upgraded_sites(me)


@jit
def upgradable_tunnels(me, things):
    return ((things >> TUNNEL) & 1) * (me.built_tunnels & ~upgraded_tunnels(me))


@jit
def has_upgradable(me, things):
    return upgradable_buildings(me, things) | upgradable_tunnels(me, things) != 0


@jit
def producing_upgraded_buildings(me):
    """Building sites with an upgraded building at a connected city (N-10), as bits."""
    return upgraded_sites(me) & sites_at(me.connected_cities)


@jit
def producing_upgraded_tunnels(rules, me):
    return upgraded_tunnels(me) & tunnels_next_to_cities(rules, me)
