"""What playing a card first could provide at the most: an upper bound, quickly found, never too low.

Costs are left out, of things that exclude each other the larger counts for each token, and whatever may happen more
than once may happen any number of times. `others` tells what else may be done before the slot's action begins: whether
it could open sites (OPENS) or make action cards ready (BRINGS_READY).
"""

import numpy as np

from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.bounds import (
    BRINGS_BUILDING,
    BRINGS_CITY,
    BRINGS_READY,
    BRINGS_TUNNEL,
    BY_DOING,
    OPENS,
)
from undersea_env.underwater_cities.compiled.limits import (
    CONTRACTS_IN_PLAY,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    MAX_ACTION_CARDS,
    METROPOLIS_SITES,
)
from undersea_env.underwater_cities.compiled.saturating_counts import PLENTY_OF_ALL
from undersea_env.underwater_cities.kernel.building import BUILDING_MASK, CITY_MASK
from undersea_env.underwater_cities.kernel.columns import (
    AMOUNTS,
    CONDITION,
    COUNT,
    MASK,
    NUMBER,
    ON_EXPANSION,
    OP,
    OTHER_AMOUNTS,
    START_ROW,
    THEN_UPGRADE,
    TIMES,
)
from undersea_env.underwater_cities.kernel.events import (
    WAITS_FOR_ACTION_CARDS,
    WAITS_FOR_BUILDING,
    WAITS_FOR_CONTRACTS,
    WAITS_FOR_FEDERATION,
    WAITS_FOR_METROPOLIS,
    WAITS_FOR_PLAYING,
    WAITS_FOR_SLOTS,
    WAITS_FOR_UPGRADING,
)
from undersea_env.underwater_cities.kernel.legality import (
    can_begin,
    can_start_slot,
    can_start_some,
    has_special_to_take,
    may_perform_by_tiles,
    starts_of,
)
from undersea_env.underwater_cities.kernel.network import (
    ACTION,
    ALL_CITIES,
    ALL_TUNNELS,
    INSTANT,
    LAB,
    TUNNEL,
)
from undersea_env.underwater_cities.kernel.pair_test.arithmetic import (
    add_tokens,
    both,
    either,
    one_of_each,
    plenty_of,
    take_tokens,
    times,
)
from undersea_env.underwater_cities.kernel.pair_test.slot_needs import uses_action_cards
from undersea_env.underwater_cities.kernel.state import NONSYMBIOTIC_SUPPLY

# what a card may wait for that can come between its laying and the slot's action
WAITS_AFTER_LAYING = WAITS_FOR_PLAYING | WAITS_FOR_FEDERATION | WAITS_FOR_CONTRACTS


# --- a card ---


@jit
def bound_of_card(state, rules, card):
    """All that playing the card first could provide."""
    me = state.players[state.seat]
    standing = bound_of_standing_cards(state, rules, me)
    if rules.card_type[card] == INSTANT:
        return bound_of_instant(state, rules, me, card, standing)
    if rules.card_type[card] == ACTION:
        return both(standing, bound_of_laying_action_card(state, rules, me))
    if rules.card_once[card] != 0:
        return both(standing, rules.card_bound[card])
    if (WAITS_AFTER_LAYING >> rules.card_event[card]) & 1:
        return both(standing, plenty_of(rules.card_bound[card]))
    return both(standing, rules.amounts_bound[rules.card_discount[card]])


@jit
def bound_of_laying_action_card(state, rules, me):
    """It lies there ready; for a fifth one of the four is discarded, and used if it was ready (K-6)."""
    if me.action_count < MAX_ACTION_CARDS:
        return BRINGS_READY
    bound = bound_of_best_action_card(state, rules, me, OPENS) | BRINGS_READY
    return bound if has_special_to_take(state) else bound | BY_DOING      # a special may return to its deck (K-10)


@jit
def bound_of_instant(state, rules, me, card, standing):
    """What one part provides may make another part possible: look again until nothing is added."""
    begin, end = starts_of(rules, rules.card_effect[card, 0], rules.card_effect[card, 1])
    several = end - begin > 1                        # then one part may open sites for another
    before = -1
    bound = standing
    while bound != before:
        before = bound
        bound = standing
        add_tokens(me, before)
        for start in range(begin, end):
            row = rules.start[start, START_ROW]
            made_ready = before & BRINGS_READY and rules.part[row, OP] == opcodes.USE_ACTION
            made_true = rules.start[start, CONDITION] != 0   # the card itself may change what is counted
            if made_ready or made_true or can_begin(state, rules, state.seat, start):
                by_part = bound_of_part(state, rules, me, row, before if several else before & ~OPENS)
                bound = both(bound, times(by_part, rules.start[start, TIMES]))
        take_tokens(me, before)
    return bound


@jit
def bound_of_standing_cards(state, rules, me):
    """What playing any card could set off: it matches once, is paid once, and each space is reached once a round."""
    bound = bound_of_events(rules, me, WAITS_FOR_PLAYING | WAITS_FOR_FEDERATION)
    if me.once_per_turn_cards != 0:
        for place in range(rules.once_count):
            if (me.once_per_turn_cards >> place) & 1:
                bound = both(bound, rules.card_bound[rules.once_card[place]])
    if rules.contracts:
        for k in range(CONTRACTS_IN_PLAY):
            bound = both(bound, rules.contract_bound[state.contract_row[k]])
        if bound:
            bound = both(bound, plenty_of(bound_of_events(rules, me, WAITS_FOR_CONTRACTS)))
    return bound


@jit
def bound_of_events(rules, me, events):
    """What the cards in play that wait for these events could give, each once."""
    bound = 0
    if me.listens & events:
        for k in range(me.tableau_count):
            card = me.tableau[k]
            if (events >> rules.card_event[card]) & 1:
                bound = both(bound, rules.card_bound[card])
    return bound


# --- using action cards and slots ---


@jit
def bound_of_best_action_card(state, rules, me, others):
    """What using one of the action cards could provide."""
    bound = 0
    for k in range(me.action_count):
        if others & BRINGS_READY or me.action_used[k] == 0:
            card = me.action_card[k]
            first, parts = rules.card_effect[card, 0], rules.card_effect[card, 1]
            if others & (OPENS | BRINGS_READY) or can_start_some(state, rules, state.seat, first, parts):
                bound = either(bound, bound_of_effect(state, rules, me, first, parts, others, BY_DOING))
    return both(bound, plenty_of(bound_of_events(rules, me, WAITS_FOR_ACTION_CARDS)))


@jit
def bound_of_slot(state, rules, me, slot, others):
    """What performing the slot's action could provide."""
    by_action_card = 0
    if uses_action_cards(rules, slot):
        by_action_card = bound_of_best_action_card(state, rules, me, OPENS | BRINGS_READY)
    effect = rules.slot_effect[slot]
    bound = bound_of_effect(state, rules, me, effect[0], effect[1], others, by_action_card)
    return both(bound, plenty_of(bound_of_events(rules, me, WAITS_FOR_SLOTS)))


@jit
def bound_of_best_slot(state, rules, me, which, others):
    """What performing one of the slots could provide."""
    bound = 0
    for place in range(rules.slot_count):
        if may_perform_by_tiles(state, state.seat, place, which):
            if others & (OPENS | BRINGS_READY) or can_start_slot(state, rules, state.seat, place):
                bound = either(bound, bound_of_slot(state, rules, me, rules.first_slot + place, others))
    return bound


# --- effects and their parts ---


@jit
def bound_of_effect(state, rules, me, first, parts, others, by_action_card):
    """What an effect could provide, whether it can be begun or not; `by_action_card`: what using one could."""
    begin, end = starts_of(rules, first, parts)
    if end - begin > 1:
        others |= OPENS                              # one part may open sites for another
    bound = 0
    for start in range(begin, end):
        row = rules.start[start, START_ROW]
        repeats = rules.start[start, TIMES]
        if rules.part[row, OP] == opcodes.USE_ACTION:
            bound = both(bound, times(by_action_card, repeats * rules.part[row, NUMBER]))
        else:
            bound = both(bound, times(bound_of_simple_part(state, rules, me, row, others), repeats))
    return bound


@jit
def bound_of_part(state, rules, me, row, others):
    """What one part of the card's effect could provide, with the tokens of the other parts in hand."""
    op = rules.part[row, OP]
    if op == opcodes.USE_ACTION:
        if rules.part[row, NUMBER] > 1:
            others |= OPENS                          # one card may open sites for the next
        return times(bound_of_best_action_card(state, rules, me, others), rules.part[row, NUMBER])
    if op == opcodes.PERFORM:
        return bound_of_best_slot(state, rules, me, rules.part[row, MASK], others)
    return bound_of_simple_part(state, rules, me, row, others)


@jit
def bound_of_simple_part(state, rules, me, row, others):
    """What a part could provide that uses neither action cards nor slots."""
    op = rules.part[row, OP]
    if op == opcodes.GAIN:
        bound = rules.amounts_bound[rules.part[row, AMOUNTS]]
        return bound if rules.part[row, COUNT] == 0 else plenty_of(bound)
    if op == opcodes.BUILD:
        return bound_of_building(state, rules, me, row, others)
    if op == opcodes.UPGRADE:
        return plenty_of(bound_of_events(rules, me, WAITS_FOR_UPGRADING))
    if op == opcodes.FEDERATION:
        return rules.federation_bound
    if op == opcodes.READY_ACTION:
        return BRINGS_READY
    if op == opcodes.TAKE_SPECIAL:
        return 0
    if op == opcodes.DIFFERENT:
        return one_of_each(rules.part[row, MASK])
    if op == opcodes.EXCHANGE:
        return both(
            rules.amounts_bound[rules.part[row, AMOUNTS]], rules.amounts_bound[rules.part[row, OTHER_AMOUNTS]]
        )
    if op == opcodes.PRODUCTION_OF:
        return PLENTY_OF_ALL
    if op == opcodes.CONVERT_CITY:                   # a dome returns to the supply, where it may be the only one (L-1)
        return 0 if state.supply[NONSYMBIOTIC_SUPPLY] > 0 and others & BRINGS_CITY == 0 else BY_DOING
    if op == opcodes.TAKE_METROPOLIS:
        return bound_of_spare_metropolis(state, rules, me)
    return BY_DOING


@jit
def bound_of_spare_metropolis(state, rules, me):
    bound = 0
    for k in range(state.metropolis_count):
        bound = either(bound, rules.metropolis_bound[state.metropolis_supply[k]])
    return both(bound, plenty_of(bound_of_events(rules, me, WAITS_FOR_METROPOLIS)))


# --- building ---


@jit
def bound_of_building(state, rules, me, row, others):
    """What the empty sites and the metropolises not yet connected give, and what waits for building."""
    bound = bound_of_waiting_for_a_build(rules, me, row)
    things = rules.part[row, MASK]
    anywhere = others & OPENS != 0 or rules.part[row, NUMBER] > 1
    by_site = 0
    if things & BUILDING_MASK:
        bound |= BRINGS_BUILDING
        sites = me.open_expansion if rules.part[row, ON_EXPANSION] else me.open_building
        if others & BRINGS_CITY:
            sites = rules.building_sites[me.board]
        by_site = either(by_site, bound_of_best_site(rules, me, sites, FIRST_BUILDING_SITE))
    if things & CITY_MASK:
        bound |= BRINGS_CITY
        sites = ~me.built_cities & ALL_CITIES if anywhere else np.int64(me.open_cities)
        by_site = either(by_site, bound_of_best_site(rules, me, sites, 0))
    if (things >> TUNNEL) & 1:
        bound |= BRINGS_TUNNEL
        sites = ~me.built_tunnels & ALL_TUNNELS if anywhere else np.int64(me.open_tunnels)
        by_site = either(by_site, bound_of_best_site(rules, me, sites, FIRST_TUNNEL_SITE))
        bound = both(bound, bound_of_metropolises(rules, me, sites))
    return both(bound, times(by_site, rules.part[row, NUMBER]))


@jit
def bound_of_waiting_for_a_build(rules, me, row):
    """What the cards in play give that wait for building, and for the upgrade if one comes with it."""
    bound = plenty_of(bound_of_events(rules, me, WAITS_FOR_BUILDING))
    if rules.part[row, THEN_UPGRADE] != 0:
        bound = both(bound, plenty_of(bound_of_events(rules, me, WAITS_FOR_UPGRADING)))
    return bound


@jit
def bound_of_site(rules, me, row, thing, site):
    """What building the thing on this site could provide."""
    bound = both(rules.site_bound[me.board, site], bound_of_waiting_for_a_build(rules, me, row))
    if thing == TUNNEL:
        bound = both(bound, bound_of_metropolises(rules, me, 1 << (site - FIRST_TUNNEL_SITE)))
        return bound | BRINGS_TUNNEL
    return bound | (BRINGS_BUILDING if thing <= LAB else BRINGS_CITY)


@jit
def bound_of_best_site(rules, me, sites, site):
    """What the best of the sites gives; `site` is the number of the first bit."""
    bound = 0
    sites &= rules.sites_with_bound[me.board, site]
    while sites != 0:
        bound = either(bound, rules.site_bound[me.board, site + lowest(sites)])
        sites &= sites - 1
    return bound


@jit
def bound_of_metropolises(rules, me, tunnels):
    """What the metropolises give that these tunnels could connect."""
    bound = 0
    for place in range(METROPOLIS_SITES):
        missing = rules.metropolis_tunnels[me.board, place] & ~me.built_tunnels
        if missing != 0 and missing & ~tunnels == 0:
            bound = both(bound, rules.metropolis_bound[me.metropolis[place]])
    return bound


@jit
def bound_of_all_tunnels(rules, me):
    """What the tunnel sites still empty and the metropolises not yet connected give."""
    sites = ~me.built_tunnels & ALL_TUNNELS
    return both(bound_of_best_site(rules, me, sites, FIRST_TUNNEL_SITE), bound_of_metropolises(rules, me, sites))
