"""Production, conversions, feeding (P-1 to P-8)."""

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import (
    CITIES_ON_BOARD,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    HELD,
    MAX_CONVERSIONS,
    METROPOLIS_SITES,
    METROPOLISES,
    SITES_AT_CITY,
    TOKENS,
)
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.building import BIOMATTER, KELP
from undersea_env.underwater_cities.kernel.card_piles import draw_cards
from undersea_env.underwater_cities.kernel.frames import ask_if
from undersea_env.underwater_cities.kernel.gains import CARDS, POINTS, add_points
from undersea_env.underwater_cities.kernel.network import (
    FARM,
    LAB,
    SYMBIOTIC,
    TUNNEL,
    count_connected_buildings,
    count_per,
    count_upgraded_at,
    is_metropolis_connected,
    tunnels_next_to_cities,
)
from undersea_env.underwater_cities.kernel.questions.listing import add_stop
from undersea_env.underwater_cities.kernel.state import FROM_HUNGER, FROM_PRODUCTION


@jit
def add_produced(state, me, resource, amount):
    if resource == POINTS:
        add_points(me, amount, FROM_PRODUCTION)
    else:
        me.resource[resource] += amount
        state.produced[resource] += amount


@jit
def produce_amounts(state, rules, seat, amounts, times):
    me = state.players[seat]
    for r in range(HELD):
        if rules.amounts[amounts, r] != 0:
            add_produced(state, me, r, times * rules.amounts[amounts, r])
    draw_cards(state, seat, times * rules.amounts[amounts, CARDS])


@jit
def produce_by_structure(state, rules, me, thing, upgraded, multiplier):
    for r in range(HELD):
        amount = rules.produced_by[thing - 1, upgraded, r]
        if amount != 0:
            add_produced(state, me, r, multiplier * amount)


@jit
def produce_by_tunnels(state, rules, seat):
    """P-1; multiplied sites (P-6) and pairs (A-3)."""
    me = state.players[seat]
    board = me.board
    producing = tunnels_next_to_cities(rules, me)
    left = producing
    while left != 0:
        t = lowest(left)
        left &= left - 1
        multiplier = rules.site_multiplier[board, FIRST_TUNNEL_SITE + t]
        produce_by_structure(state, rules, me, TUNNEL, me.tunnel[t] - 1, multiplier)
        partner = rules.pair_tunnel[board, t] - 1
        if partner >= 0 and (producing >> partner) & 1:
            produce_amounts(state, rules, seat, rules.pair_produce[board, t], 1)


@jit
def produce_by_cities(state, rules, seat):
    """Buildings, pairs of upgraded ones, symbiotic cities (P-2 to P-4, P-6)."""
    me = state.players[seat]
    board = me.board
    for c in range(CITIES_ON_BOARD):
        if (me.connected_cities >> c) & 1 == 0:
            continue
        if me.city[c] == SYMBIOTIC:
            add_points(me, rules.symbiotic_points * rules.site_multiplier[board, c], FROM_PRODUCTION)
        for k in range(c * SITES_AT_CITY, (c + 1) * SITES_AT_CITY):
            if me.building[k] != 0:
                multiplier = rules.site_multiplier[board, FIRST_BUILDING_SITE + k]
                produce_by_structure(state, rules, me, me.building[k], me.upgraded[k], multiplier)
        for thing in range(FARM, LAB + 1):
            if count_upgraded_at(me, c, thing) >= 2:
                for r in range(HELD):
                    if rules.pair_bonus[thing - 1, r] != 0:
                        add_produced(state, me, r, rules.pair_bonus[thing - 1, r])


@jit
def produce_rows(state, rules, seat, first, rows):
    for k in range(first, first + rows):
        times = 1
        if rules.produce[k, 1] != 0:
            times = count_per(state, rules, seat, rules.produce[k, 1], rules.produce[k, 2], rules.produce[k, 3])
        produce_amounts(state, rules, seat, rules.produce[k, 0], times)


@jit
def produce_by_metropolises(state, rules, seat):
    """B-12; the bonus of a tunnel site that leads to a connected metropolis (A-4)."""
    me = state.players[seat]
    for place in range(METROPOLIS_SITES):
        if is_metropolis_connected(rules, me, place):
            tile = me.metropolis[place]
            produce_rows(state, rules, seat, rules.metropolis_produce[tile, 0], rules.metropolis_produce[tile, 1])
            for t in range(rules.tunnel_count[me.board]):
                if (rules.metropolis_tunnels[me.board, place] >> t) & 1:
                    produce_amounts(state, rules, seat, rules.metropolis_tunnel_produce[me.board, t], 1)
    for tile in range(1, METROPOLISES + 1):
        if (me.extra_metropolises >> tile) & 1:
            produce_rows(state, rules, seat, rules.metropolis_produce[tile, 0], rules.metropolis_produce[tile, 1])


@jit
def produce(state, rules, seat):
    """All that a player's network, cards and metropolises produce without a choice."""
    forget_production(state)
    produce_by_tunnels(state, rules, seat)
    produce_by_cities(state, rules, seat)
    produce_by_metropolises(state, rules, seat)
    me = state.players[seat]
    for k in range(me.tableau_count):
        card = me.tableau[k]
        produce_rows(state, rules, seat, rules.card_produce[card, 0], rules.card_produce[card, 1])


@jit
def forget_production(state):
    for r in range(TOKENS):
        state.produced[r] = 0
    for k in range(MAX_CONVERSIONS):
        state.converted[k] = 0


# --- conversions (P-8) ---


@jit
def has_in_tableau(me, card):
    for k in range(me.tableau_count):
        if me.tableau[k] == card:
            return True
    return False


@jit
def can_convert(state, rules, seat, k):
    """Whether conversion k of the book can be used now: in play, not used up, and what it takes was produced (N-2)."""
    me = state.players[seat]
    if state.converted[k] >= rules.conversion_times[k] or not has_in_tableau(me, rules.conversion_card[k]):
        return False
    give = rules.conversion_give[k]
    for r in range(TOKENS):
        if min(state.produced[r], me.resource[r]) < rules.amounts[give, r]:
            return False
    thing = rules.conversion_thing[k]
    return thing == 0 or count_connected_buildings(me, thing) > 0


@jit
def can_convert_something(state, rules, seat):
    for k in range(rules.conversion_count):
        if can_convert(state, rules, seat, k):
            return True
    return False


@jit
def resume_converting(state, rules):
    return ask_if(state, can_convert_something(state, rules, state.seat))


@jit
def list_conversions(state, rules, out):
    n = 0
    for k in range(rules.conversion_count):
        if can_convert(state, rules, state.seat, k):
            out[n] = actions.CONVERT + k
            n += 1
    return add_stop(state.frame[state.frame_count - 1], out, n)


@jit
def convert(state, rules, seat, k):
    me = state.players[seat]
    give = rules.conversion_give[k]
    state.converted[k] += 1
    for r in range(TOKENS):
        me.resource[r] -= rules.amounts[give, r]
        state.produced[r] -= rules.amounts[give, r]
    produce_amounts(state, rules, seat, rules.conversion_get[k], 1)
    if rules.conversion_thing[k] == 0:              # an exchange: what it brings was not produced (N-2)
        for r in range(TOKENS):
            state.produced[r] -= rules.amounts[rules.conversion_get[k], r]


# --- feeding (P-7) ---


@jit
def feed(state, rules, seat):
    """1 kelp for each connected city, then biomatter, then points; never below 0."""
    me = state.players[seat]
    hungry = ones(me.connected_cities)
    eaten = min(hungry, me.resource[KELP])
    me.resource[KELP] -= eaten
    hungry -= eaten
    eaten = min(hungry, me.resource[BIOMATTER])
    me.resource[BIOMATTER] -= eaten
    hungry -= eaten
    lost = min(rules.hunger_points * hungry, me.resource[POINTS])
    add_points(me, -lost, FROM_HUNGER)
