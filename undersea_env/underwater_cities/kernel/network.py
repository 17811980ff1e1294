"""The network on a player's board: which sites are open, which cities are connected, how many of a thing there are."""

import numpy as np

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit
from undersea_env.compiling.raw import places_of
from undersea_env.underwater_cities.compiled.limits import (
    BUILDING_SITES,
    CITIES_ON_BOARD,
    EXPANSION,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    METROPOLIS_SITES,
    SITES_AT_CITY,
    TRACK_TOP,
    TUNNEL_SITES,
)
from undersea_env.underwater_cities.printed.words import CardType, Count, Thing

FARM, DESAL, LAB, TUNNEL, NONSYMBIOTIC, SYMBIOTIC = (int(thing) for thing in Thing)
INSTANT, PERMANENT, ACTION, PRODUCTION, END = (int(kind) for kind in CardType)
SITES_MASK = (1 << SITES_AT_CITY) - 1
ALL_CITIES, ALL_TUNNELS = (1 << CITIES_ON_BOARD) - 1, (1 << TUNNEL_SITES) - 1
ALL_BUILDING_SITES = (1 << BUILDING_SITES) - 1
EXPANSION_SITES = sum(1 << (c * SITES_AT_CITY + EXPANSION) for c in range(CITIES_ON_BOARD))
UPGRADED = 2                     # in `tunnel`

CONNECTED_CITY = int(Count.CONNECTED_CITY)
CONNECTED_SYMBIOTIC_CITY = int(Count.CONNECTED_SYMBIOTIC_CITY)
CONNECTED_NONSYMBIOTIC_CITY = int(Count.CONNECTED_NONSYMBIOTIC_CITY)
CONNECTED_FARM = int(Count.CONNECTED_FARM)
CONNECTED_LAB = int(Count.CONNECTED_LAB)
CONNECTED_BUILDING = int(Count.CONNECTED_BUILDING)
UPGRADED_FARM = int(Count.UPGRADED_FARM)
UPGRADED_LAB = int(Count.UPGRADED_LAB)
UPGRADED_BUILDING = int(Count.UPGRADED_BUILDING)
TUNNEL_COUNT = int(Count.TUNNEL)
UPGRADED_TUNNEL = int(Count.UPGRADED_TUNNEL)
UPGRADED_STRUCTURE = int(Count.UPGRADED_STRUCTURE)
COMPLETE_CITY = int(Count.COMPLETE_CITY)
UPGRADED_SET = int(Count.UPGRADED_SET)
CONNECTED_METROPOLIS = int(Count.CONNECTED_METROPOLIS)
ACTION_CARD = int(Count.ACTION_CARD)
PERMANENT_CARD = int(Count.PERMANENT_CARD)
PRODUCTION_CARD = int(Count.PRODUCTION_CARD)
END_CARD = int(Count.END_CARD)
PAID_SPECIAL = int(Count.PAID_SPECIAL)
HAND_CARD = int(Count.HAND_CARD)
CONTRACT = int(Count.CONTRACT)
FEDERATION_SPACE = int(Count.FEDERATION_SPACE)


@jit
def sites_at(cities):
    """The building sites at these cities, as bits."""
    sites = 0
    for c in range(CITIES_ON_BOARD):
        sites |= ((cities >> c) & 1) * (SITES_MASK << (c * SITES_AT_CITY))
    return sites


@jit
def refresh_network(state, rules, seat):
    """Work out everything that follows from what stands on the sites."""
    me = state.players[seat]
    tunnel_cities = rules.tunnel_cities[me.board]
    built = ALL_CITIES & ~places_of(me.city, 0, CITIES_ON_BOARD)
    neighbours = 0
    for c in range(CITIES_ON_BOARD):
        neighbours |= ((built >> c) & 1) * rules.neighbours[me.board, c]
    open_cities = neighbours & ~built                          # B-3
    empty = places_of(me.building, 0, BUILDING_SITES) & rules.building_sites[me.board]
    empty &= sites_at(built | open_cities)                     # B-4
    tunnels = ALL_TUNNELS & ~places_of(me.tunnel, 0, TUNNEL_SITES)
    reached = 1 << rules.start_city[me.board]                  # B-6: through city sites, built or empty
    grew = True
    while grew:
        grew = False
        for t in range(rules.tunnel_count[me.board]):
            if (tunnels >> t) & 1 and reached & tunnel_cities[t] and reached & tunnel_cities[t] != tunnel_cities[t]:
                reached |= tunnel_cities[t]
                grew = True
    me.built_cities = built
    me.connected_cities = built & reached                      # B-8
    me.open_cities = open_cities
    me.open_building = empty & ~EXPANSION_SITES
    me.open_expansion = empty & EXPANSION_SITES
    me.built_tunnels = tunnels
    me.open_tunnels = tunnels_that_touch(rules, me, reached) & ~tunnels


@jit
def tunnels_that_touch(rules, me, cities):
    """Tunnel sites, built or not, that have one of these city sites at an end."""
    tunnels = 0
    for t in range(TUNNEL_SITES):
        tunnels |= (rules.tunnel_cities[me.board, t] & cities != 0) << t
    return tunnels


@jit
def put_building(me, place, thing):
    """A new building changes nothing in the network but that its site is no longer open."""
    me.building[place] = thing
    me.open_building &= ~(1 << place)
    me.open_expansion &= ~(1 << place)


@jit
def is_next_to_a_city(rules, me, tunnel):
    """Whether a tunnel site has a built city at one of its ends (P-1)."""
    return rules.tunnel_cities[me.board, tunnel] & me.built_cities != 0


@jit
def tunnels_next_to_cities(rules, me):
    """Built tunnels that have a built city at one of their ends (P-1), as bits."""
    return tunnels_that_touch(rules, me, me.built_cities) & me.built_tunnels


@jit
def is_metropolis_connected(rules, me, place):
    """All tunnel sites that lead to it hold a tunnel (B-11)."""
    needed = rules.metropolis_tunnels[me.board, place]
    return me.built_tunnels & needed == needed


@jit
def sites_with(me, thing):
    """Building sites on which such a building stands, as bits; 0: a building of any kind."""
    if thing == 0:
        return ALL_BUILDING_SITES & ~places_of(me.building, 0, BUILDING_SITES)
    return places_of(me.building, thing, BUILDING_SITES)


@jit
def upgraded_sites(me):
    return ALL_BUILDING_SITES & ~places_of(me.upgraded, 0, BUILDING_SITES)


@jit
def at_city(sites, city):
    """Those of the building sites that lie at one city, from bit 0 on."""
    return (sites >> (city * SITES_AT_CITY)) & SITES_MASK


@jit
def count_buildings_at(me, city, thing):
    return ones(at_city(sites_with(me, thing), city))


@jit
def count_upgraded_at(me, city, thing):
    return ones(at_city(sites_with(me, thing) & upgraded_sites(me), city))


@jit
def count_connected_buildings(me, thing):
    """Connected buildings of a kind; 0 = of any kind (B-9)."""
    return ones(sites_with(me, thing) & sites_at(me.connected_cities))


@jit
def count_upgraded_buildings(me, thing):
    """Connected upgraded buildings of a kind; 0 = of any kind."""
    return ones(sites_with(me, thing) & upgraded_sites(me) & sites_at(me.connected_cities))


@jit
def upgraded_tunnels(me):
    return places_of(me.tunnel, UPGRADED, TUNNEL_SITES)


@jit
def count_upgraded_tunnels(rules, me):
    """Those next to a built city."""
    return ones(tunnels_next_to_cities(rules, me) & upgraded_tunnels(me))


@jit
def cities_of(me, thing):
    """City sites with such a city, as bits."""
    return places_of(me.city, thing, CITIES_ON_BOARD)


@jit
def count_cities(me, thing):
    """Connected cities of a kind."""
    return ones(cities_of(me, thing) & me.connected_cities)


@jit
def building_types_at(me, city):
    n = 0
    for thing in range(FARM, LAB + 1):
        n += at_city(sites_with(me, thing), city) != 0
    return n


@jit
def count_complete_cities(me):
    n = 0
    for c in range(CITIES_ON_BOARD):
        n += (me.connected_cities >> c) & 1 and building_types_at(me, c) == LAB
    return n


@jit
def count_connected_metropolises(rules, me):
    n = ones(me.extra_metropolises)                            # L-2
    for place in range(METROPOLIS_SITES):
        if is_metropolis_connected(rules, me, place):
            n += 1
    return n


@jit
def count_cards_in_play(rules, me, card_type):
    n = 0
    for k in range(me.tableau_count):
        if rules.card_type[me.tableau[k]] == card_type:
            n += 1
    return n


@jit
def count_paid_specials(rules, me):
    """Specials in play, and paid instants that were kept (V-1)."""
    n = ones(me.paid_instants)
    for k in range(me.tableau_count):
        if rules.card_price[me.tableau[k]] > 0:
            n += 1
    for k in range(me.action_count):
        if rules.card_price[me.action_card[k]] > 0:
            n += 1
    return n


@jit
def count(state, rules, seat, what):
    """A number read off the table; `what` is a Count of the effect language."""
    me = state.players[seat]
    if what == CONNECTED_CITY:
        return ones(me.connected_cities)
    if what == CONNECTED_SYMBIOTIC_CITY:
        return count_cities(me, SYMBIOTIC)
    if what == CONNECTED_NONSYMBIOTIC_CITY:
        return count_cities(me, NONSYMBIOTIC)
    if CONNECTED_FARM <= what <= CONNECTED_LAB:
        return count_connected_buildings(me, what - CONNECTED_FARM + FARM)
    if what == CONNECTED_BUILDING:
        return count_connected_buildings(me, 0)
    if UPGRADED_FARM <= what <= UPGRADED_LAB:
        return count_upgraded_buildings(me, what - UPGRADED_FARM + FARM)
    if what == UPGRADED_BUILDING:
        return count_upgraded_buildings(me, 0)
    if what == TUNNEL_COUNT:
        return ones(tunnels_next_to_cities(rules, me))
    if what == UPGRADED_TUNNEL:
        return count_upgraded_tunnels(rules, me)
    if what == UPGRADED_STRUCTURE:
        return count_upgraded_buildings(me, 0) + count_upgraded_tunnels(rules, me)
    if what == COMPLETE_CITY:
        return count_complete_cities(me)
    if what == UPGRADED_SET:
        sets = count_upgraded_tunnels(rules, me)
        for thing in range(FARM, LAB + 1):
            sets = min(sets, count_upgraded_buildings(me, thing))
        return sets
    if what == CONNECTED_METROPOLIS:
        return count_connected_metropolises(rules, me)
    if what == ACTION_CARD:
        return np.int64(me.action_count)
    if what == PERMANENT_CARD:
        return count_cards_in_play(rules, me, PERMANENT)
    if what == PRODUCTION_CARD:
        return count_cards_in_play(rules, me, PRODUCTION)
    if what == END_CARD:
        return count_cards_in_play(rules, me, END)
    if what == PAID_SPECIAL:
        return count_paid_specials(rules, me)
    if what == HAND_CARD:
        return np.int64(me.hand_count)
    if what == CONTRACT:
        return ones(me.contracts)
    if what == FEDERATION_SPACE:
        return 0 if me.space == 0 else TRACK_TOP + 1 - np.int64(me.space)   # as printed: 4, 3, 2, 1
    return 0


@jit
def count_per(state, rules, seat, what, divisor, cap):
    """Count, divide, round down (N-1); `cap` 0 means none (L-10)."""
    n = count(state, rules, seat, what) // divisor
    if cap > 0:
        n = min(n, cap)
    return n


@jit
def city_of(site):
    """The city of a building site, numbered as the actions number sites."""
    return (site - FIRST_BUILDING_SITE) // SITES_AT_CITY


@jit
def is_building_site(site):
    return FIRST_BUILDING_SITE <= site < FIRST_TUNNEL_SITE
