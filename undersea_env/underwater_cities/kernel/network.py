"""The network on a player's board: which sites are open, which cities are connected, how many of a thing there are."""

import numpy as np

from undersea_env.jit import jit
from undersea_env.underwater_cities.compiled.limits import (
    CITIES_ON_BOARD,
    EXPANSION,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    METROPOLIS_SITES,
    SITES_AT_CITY,
    TRACK_TOP,
)
from undersea_env.underwater_cities.printed.words import CardType, Count, Thing

FARM, DESAL, LAB, TUNNEL, NONSYMBIOTIC, SYMBIOTIC = (int(thing) for thing in Thing)
PERMANENT, PRODUCTION, END = int(CardType.PERMANENT), int(CardType.PRODUCTION), int(CardType.END)
SITES_MASK = (1 << SITES_AT_CITY) - 1
REGULAR_MASK = (1 << EXPANSION) - 1
EXPANSION_MASK = 1 << EXPANSION

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
def ones(bits):
    """How many bits are set."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@jit
def lowest(bits):
    """The number of the lowest bit that is set."""
    return ones((bits & -bits) - 1)


@jit
def refresh_network(state, rules, seat):
    """Work out everything that follows from what stands on the sites."""
    me = state.players[seat]
    board = me.board
    built = 0
    for c in range(CITIES_ON_BOARD):
        if me.city[c] != 0:
            built |= 1 << c
    open_cities = 0
    for c in range(CITIES_ON_BOARD):
        if (built >> c) & 1:
            open_cities |= rules.neighbours[board, c]
    open_cities &= ~built                                      # B-3
    open_building = 0
    open_expansion = 0
    exists = rules.building_sites[board]
    for c in range(CITIES_ON_BOARD):
        if ((built | open_cities) >> c) & 1:                   # B-4
            empty = 0
            for k in range(SITES_AT_CITY):
                if me.building[c * SITES_AT_CITY + k] == 0:
                    empty |= 1 << k
            empty = (empty << (c * SITES_AT_CITY)) & exists
            open_building |= empty & (REGULAR_MASK << (c * SITES_AT_CITY))
            open_expansion |= empty & (EXPANSION_MASK << (c * SITES_AT_CITY))
    tunnels = 0
    for t in range(rules.tunnel_count[board]):
        if me.tunnel[t] != 0:
            tunnels |= 1 << t
    reached = 1 << rules.start_city[board]                     # B-6: through city sites, built or empty
    grew = True
    while grew:
        grew = False
        for t in range(rules.tunnel_count[board]):
            if (tunnels >> t) & 1:
                a = rules.tunnel_end[board, t, 0]
                b = rules.tunnel_end[board, t, 1]
                if a < CITIES_ON_BOARD and b < CITIES_ON_BOARD:
                    ends = (1 << a) | (1 << b)
                    if reached & ends and reached & ends != ends:
                        reached |= ends
                        grew = True
    open_tunnels = 0
    for t in range(rules.tunnel_count[board]):
        if not (tunnels >> t) & 1:
            a = rules.tunnel_end[board, t, 0]
            b = rules.tunnel_end[board, t, 1]
            if (a < CITIES_ON_BOARD and (reached >> a) & 1) or (b < CITIES_ON_BOARD and (reached >> b) & 1):
                open_tunnels |= 1 << t
    me.built_cities = built
    me.connected_cities = built & reached                      # B-8
    me.open_cities = open_cities
    me.open_building = open_building
    me.open_expansion = open_expansion
    me.built_tunnels = tunnels
    me.open_tunnels = open_tunnels


@jit
def put_building(me, place, thing):
    """A new building changes nothing in the network but that its site is no longer open."""
    me.building[place] = thing
    me.open_building &= ~(1 << place)
    me.open_expansion &= ~(1 << place)


@jit
def is_next_to_a_city(rules, me, tunnel):
    """Whether a built tunnel has a built city at one of its ends (P-1)."""
    a = rules.tunnel_end[me.board, tunnel, 0]
    b = rules.tunnel_end[me.board, tunnel, 1]
    return (a < CITIES_ON_BOARD and (me.built_cities >> a) & 1 == 1) or (
        b < CITIES_ON_BOARD and (me.built_cities >> b) & 1 == 1
    )


@jit
def is_metropolis_connected(rules, me, place):
    """All tunnel sites that lead to it hold a tunnel (B-11)."""
    needed = rules.metropolis_tunnels[me.board, place]
    return me.built_tunnels & needed == needed


@jit
def count_buildings_at(me, city, thing):
    n = 0
    for k in range(city * SITES_AT_CITY, (city + 1) * SITES_AT_CITY):
        if me.building[k] == thing:
            n += 1
    return n


@jit
def count_upgraded_at(me, city, thing):
    n = 0
    for k in range(city * SITES_AT_CITY, (city + 1) * SITES_AT_CITY):
        if me.building[k] == thing and me.upgraded[k] != 0:
            n += 1
    return n


@jit
def count_connected_buildings(me, thing):
    """Connected buildings of a kind; 0 = of any kind (B-9)."""
    n = 0
    for c in range(CITIES_ON_BOARD):
        if (me.connected_cities >> c) & 1:
            for k in range(c * SITES_AT_CITY, (c + 1) * SITES_AT_CITY):
                if me.building[k] != 0 and (thing == 0 or me.building[k] == thing):
                    n += 1
    return n


@jit
def count_upgraded_buildings(me, thing):
    """Connected upgraded buildings of a kind; 0 = of any kind."""
    n = 0
    for c in range(CITIES_ON_BOARD):
        if (me.connected_cities >> c) & 1:
            for k in range(c * SITES_AT_CITY, (c + 1) * SITES_AT_CITY):
                if me.upgraded[k] != 0 and (thing == 0 or me.building[k] == thing):
                    n += 1
    return n


@jit
def count_tunnels(rules, me, upgraded_only):
    """Tunnels next to a built city."""
    n = 0
    for t in range(rules.tunnel_count[me.board]):
        if me.tunnel[t] > upgraded_only and is_next_to_a_city(rules, me, t):
            n += 1
    return n


@jit
def count_cities(me, thing):
    n = 0
    for c in range(CITIES_ON_BOARD):
        if (me.connected_cities >> c) & 1 and me.city[c] == thing:
            n += 1
    return n


@jit
def building_types_at(me, city):
    n = 0
    for thing in range(FARM, LAB + 1):
        if count_buildings_at(me, city, thing) > 0:
            n += 1
    return n


@jit
def count_complete_cities(me):
    n = 0
    for c in range(CITIES_ON_BOARD):
        if (me.connected_cities >> c) & 1 and building_types_at(me, c) == LAB:
            n += 1
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
        return count_tunnels(rules, me, 0)
    if what == UPGRADED_TUNNEL:
        return count_tunnels(rules, me, 1)
    if what == UPGRADED_STRUCTURE:
        return count_upgraded_buildings(me, 0) + count_tunnels(rules, me, 1)
    if what == COMPLETE_CITY:
        return count_complete_cities(me)
    if what == UPGRADED_SET:
        sets = count_tunnels(rules, me, 1)
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
