"""What a position is worth to a seat, in points at the end of the game: kernels without an allocation, for search too.

A position is surveyed in one pass over the seat's board, and `value` sums it up. Only what the seat may know is looked
at; cards in hand count by their number.
"""

import numpy as np

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import (
    CITIES_ON_BOARD,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    METROPOLIS_SITES,
    METROPOLISES,
    N_SLOTS,
    PLAYABLE_HAND,
    SITES_AT_CITY,
    TOKENS,
    TRACK_TOP,
    TURNS_IN_ROUND,
)
from undersea_env.underwater_cities.heuristic.worth import (
    DEEDS,
    MOST_COUNTED,
    MOST_TURNS,
    PARTS,
)
from undersea_env.underwater_cities.kernel.building import BIOMATTER, KELP
from undersea_env.underwater_cities.kernel.course import hand_limit
from undersea_env.underwater_cities.kernel.network import (
    ACTION_CARD,
    CONNECTED_BUILDING,
    CONNECTED_CITY,
    CONNECTED_FARM,
    CONNECTED_METROPOLIS,
    CONNECTED_NONSYMBIOTIC_CITY,
    CONNECTED_SYMBIOTIC_CITY,
    CONTRACT,
    END,
    END_CARD,
    FARM,
    FEDERATION_SPACE,
    HAND_CARD,
    LAB,
    PAID_SPECIAL,
    PERMANENT,
    PERMANENT_CARD,
    PRODUCTION,
    PRODUCTION_CARD,
    SYMBIOTIC,
    TUNNEL,
    TUNNEL_COUNT,
    UPGRADED_BUILDING,
    UPGRADED_FARM,
    UPGRADED_SET,
    UPGRADED_STRUCTURE,
    UPGRADED_TUNNEL,
    is_metropolis_connected,
    is_next_to_a_city,
)
from undersea_env.underwater_cities.kernel.network import (
    COMPLETE_CITY as COMPLETE_CITIES,
)
from undersea_env.underwater_cities.kernel.questions import PRODUCING
from undersea_env.underwater_cities.kernel.questions import TURNS as STAGE_OF_TURNS
from undersea_env.underwater_cities.kernel.scoring import AMOUNTS as SOLD_AMOUNTS
from undersea_env.underwater_cities.kernel.scoring import (
    AT,
    BROWN_PLACE,
    KIND,
    PER,
    POINTS_AT,
    POINTS_EACH,
    STEPS,
    THRESHOLDS,
)
from undersea_env.underwater_cities.kernel.scoring import CAP as END_CAP
from undersea_env.underwater_cities.kernel.scoring import COUNT as END_COUNT
from undersea_env.underwater_cities.kernel.scoring import DIVISOR as END_DIVISOR
from undersea_env.underwater_cities.printed.words import Count, Resource

POINTS, CARDS = int(Resource.POINTS), int(Resource.CARDS)
N_COUNTS = len(Count) + 1
KINDS = LAB + 1
NETWORK, HELD_TOKENS, HUNGER, PERMANENTS, PRODUCTION_CARDS = range(5)
END_SCORING, ACTION_CARDS, HAND, TURN_ORDER = range(5, len(PARTS))
BEST = 2                         # how many sites are remembered for each thing

THOUGHT = np.dtype(
    [
        # the survey
        ("turns", "i8"),                                   # of the seat that are left after the one going on
        ("done", "i8"),                                    # productions
        ("soon", "i8"),                                    # turns before the next production
        ("counts", "i8", (N_COUNTS,)),
        ("kinds", "i8", (CITIES_ON_BOARD, KINDS)),         # buildings of a kind at each city
        ("upgraded", "i8", (CITIES_ON_BOARD, KINDS)),
        ("full", "f8", (CITIES_ON_BOARD,)),                # worth of a city and its buildings, when connected
        ("factor", "f8", (CITIES_ON_BOARD,)),              # the share of it that counts now
        ("network", "f8"),
        ("kelp_income", "i8"),
        ("short", "i8"),                                   # kelp that will be missing at the next production
        ("part", "f8", (len(PARTS),)),
        # the menu
        ("known", "i8"),                                   # which entries are written
        ("deeds", "f8", (DEEDS,)),
        ("unit", "f8", (5,)),                              # what a structure makes, and may make when upgraded
        ("better", "f8", (5,)),                            # what upgrading it adds to that
        ("build", "f8", (7, BEST)),                        # what the best sites for each thing add, before its price
        ("net", "f8", (7, BEST)),                          # the same less its usual price, where that can be paid
        ("upgrade", "f8", (5, BEST)),
        ("price", "f8", (7,)),                             # what usual prices are worth; row 0: an upgrade
        ("payable", "i8", (7,)),                           # how often they can be paid
        ("action", "f8", (BEST,)),                         # the best ready action cards
        ("slot", "f8", (N_SLOTS,)),
        ("best_slot", "f8", (4,)),                         # by which slots may be performed
        ("hand", "f8", (PLAYABLE_HAND,)),                  # what each card would add now
        ("keep", "f8", (PLAYABLE_HAND,)),                  # what holding it is worth
    ],
    align=True,
)


# --- the clock ---


@jit
def read_clock(state, rules, worth, seat, t):
    """Turns left after the one going on, productions done, turns before the next production."""
    flow = state.frame[0]
    rounds = worth.rounds
    turns = TURNS_IN_ROUND * (rounds - state.round_no)
    done = state.era - 1
    place = 0
    for k in range(state.player_count):
        if state.order[k] == seat:
            place = k
    if state.over:
        turns = 0
        done = rules.last_era
    elif flow.stage == STAGE_OF_TURNS:
        turns += TURNS_IN_ROUND - state.turn_no
        if place > state.mover or (place == state.mover and flow.left < 2):
            turns += 1
    elif flow.stage == PRODUCING:
        if place < flow.left:
            done += 1
        turns = 0 if state.era == rules.last_era else turns + TURNS_IN_ROUND
    else:
        turns += TURNS_IN_ROUND
    t.turns = min(max(turns, 0), MOST_TURNS)
    t.done = done
    t.soon = 0
    if done < rules.last_era:
        t.soon = max(0, t.turns - TURNS_IN_ROUND * (rounds - rules.rounds_before_end_of_era[done + 1]))


# --- tokens ---


@jit
def tokens_worth(worth, t, r, have):
    """All tokens of a kind."""
    n = min(have, MOST_COUNTED)
    return worth.rest[r] * have + worth.token[t.turns, r] * worth.number[r, n]


@jit
def change_worth(worth, t, me, r, change):
    """What gaining (or, negative, paying) so many tokens of a kind is worth now."""
    have = np.int64(me.resource[r])
    after = max(0, have + change)
    used = worth.number[r, min(after, MOST_COUNTED)] - worth.number[r, min(have, MOST_COUNTED)]
    total = worth.rest[r] * (after - have) + worth.token[t.turns, r] * used
    if r == KELP and change > 0 and t.short > 0:
        total += min(change, t.short) * worth.hunger[t.soon]
    return total


@jit
def gain_worth(rules, worth, t, me, amounts, times):
    total = 0.0
    for r in range(TOKENS):
        given = rules.amounts[amounts, r]
        if given != 0:
            total += change_worth(worth, t, me, r, given * times)
    total += times * rules.amounts[amounts, POINTS]
    return total + worth.card[t.turns] * times * rules.amounts[amounts, CARDS]


@jit
def price_worth(rules, worth, t, me, amounts):
    total = 0.0
    for r in range(TOKENS):
        asked = rules.amounts[amounts, r]
        if asked != 0:
            total -= change_worth(worth, t, me, r, -asked)
    return total


@jit
def steps_worth(rules, worth, t, me, steps):
    """Steps on the federation track."""
    total = 0.0
    space = np.int64(me.space)
    for _ in range(steps):
        total += worth.step[t.turns]
        if space == TRACK_TOP:
            total += 1.0
            continue
        space += 1
        for r in range(TOKENS):
            if rules.space_bonus[space, r] != 0:
                total += change_worth(worth, t, me, r, rules.space_bonus[space, r])
        total += rules.space_bonus[space, POINTS]
    return total


# --- the survey ---


@jit
def survey(state, rules, worth, seat, t):
    """One pass over the seat's board: counts, and what the network is worth."""
    read_clock(state, rules, worth, seat, t)
    me = state.players[seat]
    for k in range(N_COUNTS):
        t.counts[k] = 0
    t.network = 0.0
    t.kelp_income = 0
    for c in range(CITIES_ON_BOARD):
        survey_city(rules, worth, me, c, t)
    survey_tunnels(rules, worth, me, t)
    survey_metropolises(rules, worth, me, t)
    survey_cards(rules, worth, me, t)
    counts = t.counts
    sets = counts[UPGRADED_TUNNEL]
    for thing in range(FARM, LAB + 1):
        counts[CONNECTED_BUILDING] += counts[CONNECTED_FARM - FARM + thing]
        counts[UPGRADED_BUILDING] += counts[UPGRADED_FARM - FARM + thing]
        sets = min(sets, counts[UPGRADED_FARM - FARM + thing])
    counts[UPGRADED_SET] = sets
    counts[UPGRADED_STRUCTURE] = counts[UPGRADED_BUILDING] + counts[UPGRADED_TUNNEL]
    counts[HAND_CARD] = me.hand_count
    counts[CONTRACT] = ones(me.contracts)
    counts[FEDERATION_SPACE] = 0 if me.space == 0 else TRACK_TOP + 1 - me.space
    t.short = 0
    if t.done < rules.last_era:
        t.short = max(0, counts[CONNECTED_CITY] - me.resource[KELP] - me.resource[BIOMATTER] - t.kelp_income)


@jit
def survey_city(rules, worth, me, c, t):
    is_built = (me.built_cities >> c) & 1
    if not is_built and (me.open_cities >> c) & 1 == 0:
        t.factor[c] = 0.0                                  # nothing can stand there
        return
    for thing in range(KINDS):
        t.kinds[c, thing] = 0
        t.upgraded[c, thing] = 0
    is_connected = (me.connected_cities >> c) & 1
    made = 0.0
    for k in range(c * SITES_AT_CITY, (c + 1) * SITES_AT_CITY):
        thing = me.building[k]
        if thing != 0:
            multiplier = rules.site_multiplier[me.board, FIRST_BUILDING_SITE + k]
            made += multiplier * worth.structure[t.done, thing, me.upgraded[k]]
            t.kinds[c, thing] += 1
            t.upgraded[c, thing] += me.upgraded[k]
            if not me.upgraded[k]:
                option = worth.structure[t.done, thing, 1] - worth.structure[t.done, thing, 0]
                made += multiplier * worth.upgrade_option[t.turns] * option
            if thing == FARM:
                t.kelp_income += multiplier * is_connected
    types = 0
    for thing in range(FARM, LAB + 1):
        if t.kinds[c, thing] > 0:
            types += 1
            if t.upgraded[c, thing] >= 2:
                made += worth.pair[t.done, thing]
                if thing == FARM:
                    t.kelp_income += is_connected
            elif t.kinds[c, thing] >= 2:
                made += worth.pair_option[t.turns] * worth.pair[t.done, thing]
        if is_connected:
            t.counts[CONNECTED_FARM - FARM + thing] += t.kinds[c, thing]
            t.counts[UPGRADED_FARM - FARM + thing] += t.upgraded[c, thing]
    t.full[c] = made + rules.city_points[types]
    if is_built:
        t.full[c] -= worth.food[t.done]
        if me.city[c] == SYMBIOTIC:
            t.full[c] += worth.symbiotic[t.done] * rules.site_multiplier[me.board, c]
        room = SITES_AT_CITY - 1 - t.kinds[c, FARM] - t.kinds[c, FARM + 1] - t.kinds[c, LAB]
        t.full[c] += worth.city_room[t.turns] * max(0, room) / (SITES_AT_CITY - 1)
        t.factor[c] = 1.0 if is_connected else worth.unconnected[t.turns]
    else:
        t.full[c] -= rules.city_points[0]
        t.factor[c] = worth.unbuilt[t.turns]
    t.network += t.factor[c] * t.full[c]
    if is_connected:
        t.counts[CONNECTED_CITY] += 1
        t.counts[CONNECTED_SYMBIOTIC_CITY if me.city[c] == SYMBIOTIC else CONNECTED_NONSYMBIOTIC_CITY] += 1
        t.counts[COMPLETE_CITIES] += types == LAB


@jit
def survey_tunnels(rules, worth, me, t):
    board = me.board
    built = me.built_tunnels
    k = 0
    while built:
        if built & 1:
            upgraded = me.tunnel[k] - 1
            made = worth.structure[t.done, TUNNEL, upgraded]
            if not upgraded:
                made += worth.upgrade_option[t.turns] * (worth.structure[t.done, TUNNEL, 1] - made)
            made *= rules.site_multiplier[board, FIRST_TUNNEL_SITE + k]
            if is_next_to_a_city(rules, me, k):
                t.counts[TUNNEL_COUNT] += 1
                t.counts[UPGRADED_TUNNEL] += upgraded
                partner = rules.pair_tunnel[board, k] - 1
                if partner >= 0 and me.tunnel[partner] != 0:
                    made += worth.tunnel_pair[t.done, board, k]
                t.network += made
            else:
                t.network += made * worth.unbuilt[t.turns]
            t.network += reach_worth(rules, worth, me, t, k)
        built >>= 1
        k += 1


@jit
def reach_worth(rules, worth, me, t, tunnel):
    """Half of what it is worth that a tunnel leads to an empty city site."""
    ends = 0
    for k in range(2):
        c = rules.tunnel_end[me.board, tunnel, k]
        if c < CITIES_ON_BOARD and (me.built_cities >> c) & 1 == 0:
            ends += 1
    return ends * worth.reach[t.turns]


@jit
def survey_metropolises(rules, worth, me, t):
    for place in range(METROPOLIS_SITES):
        tile = me.metropolis[place]
        needed = rules.metropolis_tunnels[me.board, place]
        has = me.built_tunnels & needed
        if has == needed:
            t.counts[CONNECTED_METROPOLIS] += 1
            t.network += worth.metropolis_made[t.done, tile]
            for k in range(rules.tunnel_count[me.board]):
                if (needed >> k) & 1:
                    t.network += worth.metropolis_tunnel[t.done, me.board, k]
        elif has:
            whole = worth.metropolis_gives[tile] + worth.metropolis_made[t.done, tile]
            t.network += worth.partial_metropolis[t.turns] * whole
    if me.extra_metropolises:
        for tile in range(1, METROPOLISES + 1):
            if (me.extra_metropolises >> tile) & 1:
                t.counts[CONNECTED_METROPOLIS] += 1
                t.network += worth.metropolis_made[t.done, tile]


@jit
def survey_cards(rules, worth, me, t):
    counts = t.counts
    counts[PAID_SPECIAL] = ones(me.paid_instants)
    for k in range(me.tableau_count):
        card = me.tableau[k]
        kind = rules.card_type[card]
        counts[PERMANENT_CARD] += kind == PERMANENT
        counts[PRODUCTION_CARD] += kind == PRODUCTION
        counts[END_CARD] += kind == END
        counts[PAID_SPECIAL] += rules.card_price[card] > 0
        if kind == PRODUCTION:
            t.kelp_income += np.int64(worth.kelp_made[card])
    counts[ACTION_CARD] = me.action_count
    for k in range(me.action_count):
        counts[PAID_SPECIAL] += rules.card_price[me.action_card[k]] > 0


# --- cards in play ---


@jit
def expected(worth, t, what):
    """How many there will be at the end."""
    return t.counts[what] + worth.growth[what] * t.turns


@jit
def ending_worth(rules, worth, t, me, first, rows):
    """What an end scoring will bring."""
    total = 0.0
    for row in range(first, first + rows):
        kind = rules.ending[row, KIND]
        if kind == PER:
            points = rules.ending[row, POINTS_EACH] * expected(worth, t, rules.ending[row, END_COUNT])
            if t.turns > 0:
                points /= rules.ending[row, END_DIVISOR]
            else:
                points = rules.ending[row, POINTS_EACH] * (
                    t.counts[rules.ending[row, END_COUNT]] // rules.ending[row, END_DIVISOR]
                )
            cap = rules.ending[row, END_CAP]
            total += min(points, np.float64(cap)) if cap > 0 else points
        elif kind == AT:
            n = expected(worth, t, rules.ending[row, END_COUNT])
            points = 0.0
            for k in range(rules.ending[row, STEPS]):
                above = n - rules.ending[row, THRESHOLDS + k] + 1.0
                if above >= 1.0:
                    points = np.float64(rules.ending[row, POINTS_AT + k])
                elif above > 0.0 and t.turns > 0:
                    points += above * (rules.ending[row, POINTS_AT + k] - points)
                    break
            total += points
        else:
            amounts = rules.ending[row, SOLD_AMOUNTS]
            times = np.float64(rules.ending[row, END_CAP])
            lost = 0.0
            for r in range(TOKENS):
                price = rules.amounts[amounts, r]
                if price > 0:
                    times = min(times, (me.resource[r] + worth.sell_hope * t.turns) / price)
                    lost += price * worth.rest[r]
            if t.turns == 0:
                times = np.floor(times)
            total += worth.sell[t.turns] * times * max(0.0, rules.ending[row, POINTS_EACH] - lost)
    return total


@jit
def production_worth(rules, worth, t, first, rows):
    """What rows of `produce` bring in all productions left."""
    total = 0.0
    for k in range(first, first + rows):
        each = worth.card[t.turns] * rules.amounts[rules.produce[k, 0], CARDS]
        for r in range(POINTS + 1):
            each += rules.amounts[rules.produce[k, 0], r] * worth.produced[t.done, r]
        if rules.produce[k, 1] != 0:
            what = rules.produce[k, 1]
            times = (t.counts[what] + 0.5 * worth.growth[what] * t.turns) / rules.produce[k, 2]
            if rules.produce[k, 3] > 0:
                times = min(times, np.float64(rules.produce[k, 3]))
            each *= times
        total += each
    return total


@jit
def made_by_card(rules, worth, t, card):
    """What a production card brings without a choice."""
    rows = rules.card_produce[card]
    return worth.production[t.done] * production_worth(rules, worth, t, rows[0], rows[1]) if rows[1] > 0 else 0.0


@jit
def scored_by_card(rules, worth, t, me, card):
    rows = rules.card_ending[card]
    return worth.end[t.turns] * ending_worth(rules, worth, t, me, rows[0], rows[1]) if rows[1] > 0 else 0.0


@jit
def laid_worth(rules, worth, t, me, card):
    """A permanent, production or end card in play."""
    total = np.float64(worth.standing[t.turns, card]) + made_by_card(rules, worth, t, card)
    return total + scored_by_card(rules, worth, t, me, card)


@jit
def eras_after(rules, t):
    """Eras that begin after this one: so often action cards are readied in time."""
    return max(0, rules.last_era - t.done - 1)


@jit
def action_kept(rules, worth, t, card, used):
    """What an action card in play is still worth."""
    uses = worth.action_later * eras_after(rules, t)
    if used == 0 and t.turns > 0:
        uses += worth.ready
    return uses * worth.typical[card]


# --- the value of a position ---


@jit
def write_parts(state, rules, worth, seat, t):
    """What speaks for the position, by PARTS."""
    survey(state, rules, worth, seat, t)
    me = state.players[seat]
    part = t.part
    for k in range(len(PARTS)):
        part[k] = 0.0
    part[NETWORK] = t.network
    for r in range(TOKENS):
        part[HELD_TOKENS] += tokens_worth(worth, t, r, np.int64(me.resource[r]))
    part[HUNGER] = -t.short * worth.hunger[t.soon]
    for k in range(me.tableau_count):
        card = me.tableau[k]
        part[PERMANENTS] += worth.standing[t.turns, card]
        part[PRODUCTION_CARDS] += made_by_card(rules, worth, t, card)
        part[END_SCORING] += scored_by_card(rules, worth, t, me, card)
    if is_metropolis_connected(rules, me, BROWN_PLACE):
        ending = rules.metropolis_ending[me.metropolis[BROWN_PLACE]]
        part[END_SCORING] += worth.end[t.turns] * ending_worth(rules, worth, t, me, ending[0], ending[1])
    for k in range(me.action_count):
        part[ACTION_CARDS] += action_kept(rules, worth, t, me.action_card[k], me.action_used[k])
    held = min(np.int64(me.hand_count), hand_limit(rules, me))
    part[HAND] = worth.card[t.turns] * held + worth.card_over_limit[t.turns] * (me.hand_count - held)
    part[TURN_ORDER] = worth.step[t.turns] * me.space
    for k in range(state.player_count):
        if state.order[k] == seat:
            part[TURN_ORDER] -= worth.place[t.turns] * k


@jit
def value(state, rules, worth, seat, t):
    """What the seat will have at the end of the game, as far as this position tells: points.

    `t` is a record of THOUGHT to work in. Cards in hand count by their number.
    """
    write_parts(state, rules, worth, seat, t)
    total = state.players[seat].resource[POINTS] + worth.to_come[t.turns]
    for k in range(len(PARTS)):
        total += worth.share[t.turns, k] * t.part[k]
    return total
