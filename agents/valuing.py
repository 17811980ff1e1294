"""How `greedy` values a position and chooses: kernels over records, without a Python object or an allocation.

A position is surveyed in one pass over the seat's board; `value` sums it up in points at the end of the game. For a
choice the same survey gives a menu: what each thing that could be done next would add. The open question is answered
by the menu. Only what the seat may know is looked at; drawn cards count by their number.
"""

# mypy: ignore-errors
# (numba infers the types of kernels; their arguments are records that Python cannot name)

import numpy as np

from undersea_env.agents.worth import (
    COMPLETE_CITY,
    CONNECT_METROPOLIS,
    DEEDS,
    MOST_COUNTED,
    MOST_TURNS,
    UPGRADES_FROM,
    WORTH,
)
from undersea_env.jit import jit, kernel
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    CITIES_ON_BOARD,
    EXPANSION,
    FACE_UP_SPECIALS,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    MAX_ACTION_CARDS,
    METROPOLIS_SITES,
    METROPOLISES,
    N_SLOTS,
    PLAYABLE_HAND,
    SITES_AT_CITY,
    TOKENS,
    TRACK_TOP,
    TURNS_IN_ROUND,
)
from undersea_env.underwater_cities.compiled.rulebook import RULEBOOK
from undersea_env.underwater_cities.kernel import actions, frames
from undersea_env.underwater_cities.kernel.answers import list_answers
from undersea_env.underwater_cities.kernel.building import (
    BIOMATTER,
    CREDITS,
    DISCOUNT,
    FREE,
    KELP,
    ON_EXPANSION,
    PRINTED,
    SCIENCE,
    THEN_UPGRADE,
    USUAL,
    price_of,
)
from undersea_env.underwater_cities.kernel.course import hand_limit
from undersea_env.underwater_cities.kernel.frames import (
    PRODUCING,
    TO_CHOOSE,
    TO_KEEP,
    TO_ORDER,
    TO_PLAY,
    TO_TAKE,
)
from undersea_env.underwater_cities.kernel.frames import (
    TURNS as STAGE_OF_TURNS,
)
from undersea_env.underwater_cities.kernel.interpreter import waits_with_choice
from undersea_env.underwater_cities.kernel.legality import (
    AMOUNTS,
    BUILD,
    CAP,
    CHILD,
    CHILDREN,
    CONVERT_CITY,
    COUNT,
    DIFFERENT,
    DIVISOR,
    EITHER,
    EXACTLY,
    EXCHANGE,
    FEDERATION,
    GAIN,
    IF,
    MASK,
    NUMBER,
    OP,
    OTHER_AMOUNTS,
    PAY,
    PERFORM,
    PRICE_COUNT,
    PRICES,
    PRODUCTION_OF,
    READY_ACTION,
    TAKE_METROPOLIS,
    TAKE_SPECIAL,
    UPGRADE,
    USE_ACTION,
    can_pay,
    can_start_slot,
)
from undersea_env.underwater_cities.kernel.network import (
    ACTION_CARD,
    COMPLETE_CITY as COMPLETE_CITIES,
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
    NONSYMBIOTIC,
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
    ones,
)
from undersea_env.underwater_cities.kernel.plays import may_clone
from undersea_env.underwater_cities.kernel.raw import records_of
from undersea_env.underwater_cities.kernel.scoring import (
    AT,
    BROWN_PLACE,
    KIND,
    PER,
    POINTS_AT,
    POINTS_EACH,
    SELL,
    STEPS,
    THRESHOLDS,
    total_scores,
)
from undersea_env.underwater_cities.kernel.scoring import AMOUNTS as SOLD_AMOUNTS
from undersea_env.underwater_cities.kernel.scoring import CAP as END_CAP
from undersea_env.underwater_cities.kernel.scoring import COUNT as END_COUNT
from undersea_env.underwater_cities.kernel.scoring import DIVISOR as END_DIVISOR
from undersea_env.underwater_cities.kernel.set_up import set_up
from undersea_env.underwater_cities.kernel.state import NONSYMBIOTIC_SUPPLY, STATE, SYMBIOTIC_SUPPLY
from undersea_env.underwater_cities.kernel.step import answer
from undersea_env.underwater_cities.kernel.workspace import WORKSPACE
from undersea_env.underwater_cities.printed.words import CardType, Count, Resource

INSTANT, ACTION = int(CardType.INSTANT), int(CardType.ACTION)
POINTS, CARDS = int(Resource.POINTS), int(Resource.CARDS)
N_COUNTS = len(Count) + 1
KINDS = LAB + 1
NEVER = -1e9
BEST = 2                         # how many sites the menu remembers for each thing
MOST_PARTS = 3

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
        # the menu
        ("deeds", "f8", (DEEDS,)),
        ("unit", "f8", (5,)),                              # what a structure makes by itself, and may make when upgraded
        ("better", "f8", (5,)),                            # what upgrading it adds to that
        ("build", "f8", (7, BEST)),                        # what the best sites for each thing add, before its price
        ("expansion", "f8", (KINDS,)),
        ("upgrade", "f8", (5, BEST)),
        ("price", "f8", (7,)),                             # what usual prices are worth; row 0: an upgrade
        ("payable", "i8", (7,)),                           # how often they can be paid
        ("action", "f8", (BEST,)),                         # the best ready action cards
        ("slot", "f8", (N_SLOTS,)),
        ("best_slot", "f8", (4,)),                         # by which slots may be performed
        ("hand", "f8", (PLAYABLE_HAND,)),
        ("keep", "f8", (PLAYABLE_HAND,)),
    ],
    align=True,
)

GREEDY_ROOM = np.dtype([("thought", THOUGHT), ("position", STATE), ("engine", WORKSPACE)], align=True)


def new_greedy_rooms(n: int) -> np.recarray:
    """Room to think in, one record a thread."""
    return np.zeros(n, GREEDY_ROOM).view(np.recarray)


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
    if r == KELP and change > 0 and t.short > 0:
        return min(change, t.short) * worth.hunger[t.soon] + tokens_worth(worth, t, r, after) - tokens_worth(worth, t, r, have)
    return tokens_worth(worth, t, r, after) - tokens_worth(worth, t, r, have)


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
    t.full[c] = 0.0
    t.factor[c] = 0.0
    for thing in range(KINDS):
        t.kinds[c, thing] = 0
        t.upgraded[c, thing] = 0
    is_built = (me.built_cities >> c) & 1
    if not is_built and (me.open_cities >> c) & 1 == 0:
        return
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
            t.network += worth.partial_metropolis[t.turns] * (worth.metropolis_gives[tile] + worth.metropolis_made[t.done, tile])
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
            total += worth.sell * times * max(0.0, rules.ending[row, POINTS_EACH] - lost)
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
            times = (t.counts[rules.produce[k, 1]] + 0.5 * worth.growth[rules.produce[k, 1]] * t.turns) / rules.produce[k, 2]
            if rules.produce[k, 3] > 0:
                times = min(times, np.float64(rules.produce[k, 3]))
            each *= times
        total += each
    return total


@jit
def laid_worth(rules, worth, t, me, card):
    """A permanent, production or end card in play."""
    total = worth.standing[card, t.turns]
    if rules.card_produce[card, 1] > 0:
        total += production_worth(rules, worth, t, rules.card_produce[card, 0], rules.card_produce[card, 1])
    if rules.card_ending[card, 1] > 0:
        total += worth.end * ending_worth(rules, worth, t, me, rules.card_ending[card, 0], rules.card_ending[card, 1])
    return total


@jit
def eras_after(rules, t):
    """Eras that begin after this one: so often action cards are readied in time."""
    return max(0, rules.last_era - t.done - 1)


# --- the value of a position ---


@jit
def value(state, rules, worth, seat, t):
    """What the seat will have at the end of the game, as far as this position tells: points.

    `t` is a record of THOUGHT to work in. Cards in hand count by their number.
    """
    survey(state, rules, worth, seat, t)
    me = state.players[seat]
    total = t.network + me.resource[POINTS]
    for r in range(TOKENS):
        total += tokens_worth(worth, t, r, np.int64(me.resource[r]))
    total -= t.short * worth.hunger[t.soon]
    for k in range(me.tableau_count):
        total += laid_worth(rules, worth, t, me, me.tableau[k])
    if is_metropolis_connected(rules, me, BROWN_PLACE):
        ending = rules.metropolis_ending[me.metropolis[BROWN_PLACE]]
        total += worth.end * ending_worth(rules, worth, t, me, ending[0], ending[1])
    for k in range(me.action_count):
        uses = worth.action_later * eras_after(rules, t)
        if me.action_used[k] == 0 and t.turns > 0:
            uses += worth.ready
        total += uses * worth.typical[me.action_card[k]]
    limit = hand_limit(rules, me)
    held = min(np.int64(me.hand_count), limit)
    total += worth.card[t.turns] * held + worth.card_over_limit[t.turns] * (me.hand_count - held)
    total += worth.step[t.turns] * me.space
    for k in range(state.player_count):
        if state.order[k] == seat:
            total -= worth.place[t.turns] * k
    return total


# --- the menu ---


@jit
def put_best(best, thing, worth_of_it):
    """Keep the highest two."""
    if worth_of_it > best[thing, 0]:
        best[thing, 1] = best[thing, 0]
        best[thing, 0] = worth_of_it
    elif worth_of_it > best[thing, 1]:
        best[thing, 1] = worth_of_it


@jit
def types_at(t, c):
    return (t.kinds[c, FARM] > 0) + (t.kinds[c, FARM + 1] > 0) + (t.kinds[c, LAB] > 0)


@jit
def in_city_worth(rules, worth, t, thing, c, ahead):
    """A building at this city, besides its own production; `ahead`: one more of its kind stands there already."""
    there = t.kinds[c, thing] + ahead
    total = t.deeds[thing]
    if there == 0:
        types = types_at(t, c)
        total += rules.city_points[types + 1] - rules.city_points[types]
        if types == LAB - 1:
            total += t.deeds[COMPLETE_CITY]
    elif there == 1:
        total += worth.pair_option[t.turns] * worth.pair[t.done, thing]
    if thing == FARM and t.short > 0:
        total += worth.hunger[t.soon]
    return total


@jit
def on_site_worth(rules, worth, me, t, thing, c, k, in_city):
    site = FIRST_BUILDING_SITE + k
    made = rules.site_multiplier[me.board, site] * t.unit[thing]
    return t.factor[c] * (made + in_city) + worth.site[me.board, site]


@jit
def building_worth(rules, worth, me, t, thing, k):
    """A building on this site."""
    c = k // SITES_AT_CITY
    return on_site_worth(rules, worth, me, t, thing, c, k, in_city_worth(rules, worth, t, thing, c, 0))


@jit
def upgrade_worth(rules, worth, me, t, thing, k):
    """Upgrading the building on this site."""
    c = k // SITES_AT_CITY
    multiplier = rules.site_multiplier[me.board, FIRST_BUILDING_SITE + k]
    made = multiplier * t.better[thing]
    if t.upgraded[c, thing] == 1:
        made += worth.pair[t.done, thing] * (1.0 - worth.pair_option[t.turns])
    elif t.upgraded[c, thing] == 0 and t.kinds[c, thing] > 1:
        made += worth.pair[t.done, thing] * worth.pair_option[t.turns]
    return t.factor[c] * (made + t.deeds[UPGRADES_FROM + thing])


@jit
def tunnel_upgrade_worth(rules, worth, me, t, k):
    made = rules.site_multiplier[me.board, FIRST_TUNNEL_SITE + k] * t.better[TUNNEL]
    made += t.deeds[UPGRADES_FROM + TUNNEL]
    return made if is_next_to_a_city(rules, me, k) else made * worth.unbuilt[t.turns]


@jit
def tunnel_worth(rules, worth, me, t, k):
    """A tunnel on this site: what it makes, connects and leads to."""
    board = me.board
    made = rules.site_multiplier[board, FIRST_TUNNEL_SITE + k] * t.unit[TUNNEL]
    total = t.deeds[TUNNEL]
    near = False
    for end in range(2):
        c = rules.tunnel_end[board, k, end]
        if c >= CITIES_ON_BOARD:
            total += metropolis_worth(rules, worth, me, t, c - CITIES_ON_BOARD, k)
        elif (me.built_cities >> c) & 1:
            near = True
            if (me.connected_cities >> c) & 1 == 0:
                total += (1.0 - t.factor[c]) * t.full[c] + t.deeds[me.city[c]]
        else:
            total += worth.reach[t.turns]
    if near:
        partner = rules.pair_tunnel[board, k] - 1
        if partner >= 0 and me.tunnel[partner] != 0:
            made += worth.tunnel_pair[t.done, board, k]
    else:
        made *= worth.unbuilt[t.turns]
    return total + made + worth.site[board, FIRST_TUNNEL_SITE + k]


@jit
def metropolis_worth(rules, worth, me, t, place, k):
    """What a tunnel on site k does for a metropolis that it leads to."""
    tile = me.metropolis[place]
    missing = rules.metropolis_tunnels[me.board, place] & ~me.built_tunnels & ~(1 << k)
    ending = rules.metropolis_ending[tile]
    whole = worth.metropolis_gives[tile] + worth.metropolis_made[t.done, tile] + t.deeds[CONNECT_METROPOLIS]
    whole += worth.metropolis_tunnel[t.done, me.board, k]
    if ending[1] > 0:
        whole += worth.end * ending_worth(rules, worth, t, me, ending[0], ending[1])
    if missing:
        return worth.partial_metropolis[t.turns] * whole
    before = rules.metropolis_tunnels[me.board, place] & me.built_tunnels
    return whole if before == 0 else (1.0 - worth.partial_metropolis[t.turns]) * whole


@jit
def city_worth(rules, worth, me, t, thing, c):
    """A city on this empty site."""
    board = me.board
    touching = worth.city_tunnels[board, c] & me.built_tunnels
    whole = t.full[c] + rules.city_points[0] - worth.food[t.done] + worth.city_room[t.turns]
    if thing == SYMBIOTIC:
        whole += worth.symbiotic[t.done] * rules.site_multiplier[board, c]
    whole += t.deeds[thing]
    if t.short > 0 or t.counts[CONNECTED_CITY] >= me.resource[KELP] + me.resource[BIOMATTER] + t.kelp_income:
        whole -= worth.hunger[t.soon]
    total = whole * (1.0 if touching else worth.unconnected[t.turns]) - t.factor[c] * t.full[c]
    k = 0
    while touching:                                    # tunnels that had no city yet begin to produce
        if touching & 1:
            total -= worth.reach[t.turns]
            if not is_next_to_a_city(rules, me, k):
                total += (1.0 - worth.unbuilt[t.turns]) * worth.structure[t.done, TUNNEL, me.tunnel[k] - 1]
        touching >>= 1
        k += 1
    return total + worth.site[board, c]


@jit
def write_basis(state, rules, worth, seat, t):
    """What single sites are judged by: the survey, what counts, prices."""
    survey(state, rules, worth, seat, t)
    me = state.players[seat]
    write_deeds(rules, worth, me, t)
    option = worth.upgrade_option[t.turns]
    for thing in range(FARM, TUNNEL + 1):
        plain = worth.structure[t.done, thing, 0]
        better = worth.structure[t.done, thing, 1] - plain
        t.unit[thing] = plain + option * better
        t.better[thing] = (1.0 - option) * better
    for thing in range(7):
        t.price[thing] = 0.0
        often = np.int64(9)
        for r in range(TOKENS):
            asked = np.int64(me.usual_price[thing, r])
            if asked > 0:
                t.price[thing] -= change_worth(worth, t, me, r, -asked)
                often = min(often, me.resource[r] // asked)
        t.payable[thing] = often


@jit
def write_menu(state, rules, worth, seat, t):
    """What each thing that could be done would add, at its best places."""
    write_basis(state, rules, worth, seat, t)
    me = state.players[seat]
    for thing in range(7):
        t.build[thing, 0] = NEVER
        t.build[thing, 1] = NEVER
    for thing in range(5):
        t.upgrade[thing, 0] = NEVER
        t.upgrade[thing, 1] = NEVER
    for thing in range(KINDS):
        t.expansion[thing] = NEVER
    for c in range(CITIES_ON_BOARD):
        if t.factor[c] > 0.0:
            write_menu_of_city(rules, worth, me, c, t)
    sites = np.int64(me.open_tunnels)
    k = 0
    while sites:
        if sites & 1:
            put_best(t.build, TUNNEL, tunnel_worth(rules, worth, me, t, k))
        sites >>= 1
        k += 1
    sites = np.int64(me.built_tunnels)
    k = 0
    while sites:
        if sites & 1 and me.tunnel[k] == 1:
            put_best(t.upgrade, TUNNEL, tunnel_upgrade_worth(rules, worth, me, t, k))
        sites >>= 1
        k += 1
    sites = np.int64(me.open_cities)
    c = 0
    while sites:
        if sites & 1:
            if state.supply[NONSYMBIOTIC_SUPPLY] > 0:
                put_best(t.build, NONSYMBIOTIC, city_worth(rules, worth, me, t, NONSYMBIOTIC, c))
            if state.supply[SYMBIOTIC_SUPPLY] > 0:
                put_best(t.build, SYMBIOTIC, city_worth(rules, worth, me, t, SYMBIOTIC, c))
        sites >>= 1
        c += 1
    t.action[0] = 0.0
    t.action[1] = 0.0
    for k in range(4):
        t.best_slot[k] = 0.0


@jit
def write_deeds(rules, worth, me, t):
    """What the cards in play and the brown metropolis count."""
    for k in range(DEEDS):
        t.deeds[k] = 0.0
    for j in range(me.tableau_count):
        card = me.tableau[j]
        if rules.card_type[card] != PERMANENT:
            for k in range(DEEDS):
                t.deeds[k] += worth.deeds[card, t.done, k]
    if is_metropolis_connected(rules, me, BROWN_PLACE):
        for k in range(DEEDS):
            t.deeds[k] += worth.metropolis_deeds[me.metropolis[BROWN_PLACE], k]


@jit
def write_menu_of_city(rules, worth, me, c, t):
    first = c * SITES_AT_CITY
    sites = (me.open_building >> first) & ((1 << EXPANSION) - 1)
    on_expansion = (me.open_expansion >> (first + EXPANSION)) & 1
    for thing in range(FARM, LAB + 1):
        if sites:
            once = in_city_worth(rules, worth, t, thing, c, 0)
            again = in_city_worth(rules, worth, t, thing, c, 1)
            in_city = once
            for k in range(EXPANSION):
                if (sites >> k) & 1:
                    put_best(t.build, thing, on_site_worth(rules, worth, me, t, thing, c, first + k, in_city))
                    in_city = again
        if on_expansion:
            in_city = in_city_worth(rules, worth, t, thing, c, 0)
            there = on_site_worth(rules, worth, me, t, thing, c, first + EXPANSION, in_city)
            t.expansion[thing] = max(t.expansion[thing], there)
        if t.kinds[c, thing] > t.upgraded[c, thing]:
            for k in range(first, first + SITES_AT_CITY):
                if me.building[k] == thing and me.upgraded[k] == 0:
                    put_best(t.upgrade, thing, upgrade_worth(rules, worth, me, t, thing, k))


# --- what an effect would add ---


@jit
def cost_of_build(rules, worth, t, me, row, thing):
    """The cheapest price of building (or, thing 0, upgrading) by this part, as it is worth to the player."""
    terms = rules.part[row, 8]
    if terms == FREE:
        return 0.0
    if terms == USUAL and rules.part[row, DISCOUNT] == 0:
        return t.price[thing]
    best = 1e9
    for choice in range(max(1, rules.part[row, PRICE_COUNT])):
        kelp, steelplast, science, credits, biomatter = price_of(rules, me, row, choice, thing)
        cost = -change_worth(worth, t, me, 0, -kelp) - change_worth(worth, t, me, 1, -steelplast)
        cost -= change_worth(worth, t, me, 2, -science) + change_worth(worth, t, me, 3, -credits)
        cost -= change_worth(worth, t, me, 4, -biomatter)
        best = min(best, cost)
    return best


@jit
def times_payable(rules, t, me, row, thing):
    """How often the part's price can be paid, roughly."""
    terms = rules.part[row, 8]
    if terms == FREE:
        return 9
    if terms == USUAL and rules.part[row, DISCOUNT] == 0:
        return t.payable[thing] + (me.resource[BIOMATTER] > 0)
    most = 0
    for choice in range(max(1, rules.part[row, PRICE_COUNT])):
        prices = price_of(rules, me, row, choice, thing)
        often = np.int64(9)
        for r in range(TOKENS):
            if prices[r] > 0:
                often = min(often, me.resource[r] // prices[r])
        most = max(most, often)
    return most


@jit
def build_part_worth(rules, worth, t, me, row):
    """The best that `build` can add, for all of its times."""
    things = rules.part[row, MASK]
    on_expansion = rules.part[row, ON_EXPANSION]
    total = 0.0
    best = 0.0
    chosen = 0
    for thing in range(FARM, SYMBIOTIC + 1):
        if (things >> thing) & 1 and times_payable(rules, t, me, row, thing) > 0:
            gross = t.expansion[thing] if on_expansion else t.build[thing, 0]
            if rules.part[row, THEN_UPGRADE] != 0 and gross > NEVER:
                gross += t.better[thing] + t.deeds[UPGRADES_FROM + thing]
                if rules.part[row, THEN_UPGRADE] == USUAL + 1:
                    gross -= t.price[0]
            net = gross - cost_of_build(rules, worth, t, me, row, thing)
            if net > best:
                best = net
                chosen = thing
    total += best
    if rules.part[row, NUMBER] > 1 and chosen != 0 and times_payable(rules, t, me, row, chosen) > 1:
        total += max(0.0, t.build[chosen, 1] - cost_of_build(rules, worth, t, me, row, chosen))
    return total


@jit
def upgrade_part_worth(rules, worth, t, me, row):
    things = rules.part[row, MASK]
    cost = cost_of_build(rules, worth, t, me, row, 0)
    left = min(np.int64(rules.part[row, NUMBER]), times_payable(rules, t, me, row, 0))
    total = 0.0
    used = 0                                           # two bits a thing: how many of its best were taken
    while left > 0:
        best = 0.0
        chosen = 0
        for thing in range(FARM, TUNNEL + 1):
            taken = (used >> (2 * thing)) & 3
            if (things >> thing) & 1 and taken < BEST and t.upgrade[thing, taken] - cost > best:
                best = t.upgrade[thing, taken] - cost
                chosen = thing
        if chosen == 0:
            break
        total += best
        used += 1 << (2 * chosen)
        left -= 1
    return total


@jit
def leaf_worth(state, rules, worth, seat, t, row):
    """What a part that holds no other would add now."""
    me = state.players[seat]
    op = rules.part[row, OP]
    if op == GAIN:
        times = np.int64(1)
        if rules.part[row, COUNT] != 0:
            times = t.counts[rules.part[row, COUNT]] // rules.part[row, DIVISOR]
            if rules.part[row, CAP] > 0:
                times = min(times, np.int64(rules.part[row, CAP]))
        return gain_worth(rules, worth, t, me, rules.part[row, AMOUNTS], times)
    if op == BUILD:
        return build_part_worth(rules, worth, t, me, row)
    if op == UPGRADE:
        return upgrade_part_worth(rules, worth, t, me, row)
    if op == USE_ACTION:
        return t.action[0] + (t.action[1] if rules.part[row, NUMBER] > 1 else 0.0)
    if op == FEDERATION:
        return steps_worth(rules, worth, t, me, rules.part[row, NUMBER])
    if op == DIFFERENT:
        return different_worth(rules, worth, t, me, row)
    if op == TAKE_SPECIAL:
        return worth.special[t.turns]
    if op == PERFORM:
        return t.best_slot[rules.part[row, MASK]]
    if op == READY_ACTION:
        best = 0.0
        for k in range(me.action_count):
            if me.action_used[k]:
                best = max(best, worth.typical[me.action_card[k]])
        return best * worth.action_use if t.turns > 0 else 0.0
    if op == EXCHANGE:
        one = exchange_worth(rules, worth, t, me, rules.part[row, AMOUNTS], rules.part[row, OTHER_AMOUNTS])
        other = exchange_worth(rules, worth, t, me, rules.part[row, OTHER_AMOUNTS], rules.part[row, AMOUNTS])
        return max(0.0, max(one, other))
    if op == PRODUCTION_OF:
        best = 0.0
        for thing in range(FARM, LAB + 1):
            if t.counts[UPGRADED_FARM - FARM + thing] > 0:
                best = max(best, produced_at_once(rules, worth, t, me, thing))
        if t.counts[UPGRADED_TUNNEL] > 0:
            best = max(best, produced_at_once(rules, worth, t, me, TUNNEL))
        return best
    if op == CONVERT_CITY:
        return worth.symbiotic[t.done] if t.counts[CONNECTED_NONSYMBIOTIC_CITY] > 0 else 0.0
    if op == TAKE_METROPOLIS:
        return 4.0 if state.metropolis_count > 0 else 0.0
    return 0.0


@jit
def produced_at_once(rules, worth, t, me, thing):
    total = np.float64(rules.produced_by[thing - 1, 1, POINTS])
    for r in range(TOKENS):
        if rules.produced_by[thing - 1, 1, r] != 0:
            total += change_worth(worth, t, me, r, rules.produced_by[thing - 1, 1, r])
    return total


@jit
def resource_worth(worth, t, me, r):
    """One of this resource."""
    if r < TOKENS:
        return change_worth(worth, t, me, r, 1)
    return 1.0 if r == POINTS else worth.card[t.turns]


@jit
def different_worth(rules, worth, t, me, row):
    """The best of the resources offered, as many as may be taken."""
    taken = 0
    total = 0.0
    for _ in range(rules.part[row, NUMBER]):
        best = 0.0
        chosen = -1
        for r in range(CARDS + 1):
            if (rules.part[row, MASK] >> r) & 1 and (taken >> r) & 1 == 0:
                one = resource_worth(worth, t, me, r)
                if one > best:
                    best = one
                    chosen = r
        if chosen < 0:
            break
        total += best
        taken |= 1 << chosen
    return total


@jit
def exchange_worth(rules, worth, t, me, given, taken):
    if not can_pay(rules, me, given):
        return NEVER
    return gain_worth(rules, worth, t, me, taken, 1) - price_worth(rules, worth, t, me, given)


@jit
def holds(rules, t, row):
    """A condition, by the counts of the survey."""
    n = t.counts[rules.part[row, COUNT]]
    if rules.part[row, EXACTLY]:
        return n == rules.part[row, NUMBER]
    return n >= rules.part[row, NUMBER]


@jit
def inner_worth(state, rules, worth, seat, t, row):
    """A part that may ask a price or a condition of simple parts."""
    op = rules.part[row, OP]
    if op != PAY and op != IF:
        return leaf_worth(state, rules, worth, seat, t, row)
    total = 0.0
    first = rules.part[row, CHILD]
    if op == IF:
        if holds(rules, t, row):
            for child in range(first, first + rules.part[row, CHILDREN]):
                total += max(0.0, leaf_worth(state, rules, worth, seat, t, child))
        return total
    me = state.players[seat]
    price = pay_price(rules, worth, t, me, row)
    if price >= -NEVER:
        return 0.0
    for child in range(first, first + rules.part[row, CHILDREN]):
        total += max(0.0, leaf_worth(state, rules, worth, seat, t, child))
    once = max(0.0, total - price)
    return once * (1.0 + 0.7 * (rules.part[row, NUMBER] - 1))


@jit
def pay_price(rules, worth, t, me, row):
    """The cheapest price of a `pay` part; huge if none can be paid."""
    best = -NEVER
    for choice in range(rules.part[row, PRICE_COUNT]):
        amounts = rules.price[rules.part[row, PRICES] + choice]
        if can_pay(rules, me, amounts):
            best = min(best, price_worth(rules, worth, t, me, amounts))
    return best


@jit
def side_worth(state, rules, worth, seat, t, entry):
    """One side of an `either`."""
    total = 0.0
    first = rules.alternative[entry, 0]
    for row in range(first, first + rules.alternative[entry, 1]):
        total += max(0.0, inner_worth(state, rules, worth, seat, t, row))
    return total


@jit
def part_worth(state, rules, worth, seat, t, row):
    if rules.part[row, OP] != EITHER:
        return inner_worth(state, rules, worth, seat, t, row)
    best = 0.0
    for k in range(rules.part[row, CHILDREN]):
        best = max(best, side_worth(state, rules, worth, seat, t, rules.part[row, CHILD] + k))
    return best


@jit
def effect_worth(state, rules, worth, seat, t, first, parts):
    total = 0.0
    for row in range(first, first + parts):
        total += max(0.0, part_worth(state, rules, worth, seat, t, row))
    return total


# --- slots and cards ---


@jit
def card_worth(state, rules, worth, seat, t, card):
    """What using the card would add now, its price paid."""
    me = state.players[seat]
    price = rules.card_price[card]
    cost = 0.0
    if price > 0:
        if me.resource[CREDITS] < price:
            return 0.0
        cost = -change_worth(worth, t, me, CREDITS, -price)
    kind = rules.card_type[card]
    if kind == INSTANT:
        return effect_worth(state, rules, worth, seat, t, rules.card_effect[card, 0], rules.card_effect[card, 1]) - cost
    if kind == ACTION:
        total = worth.typical[card] * (worth.ready * (t.turns > 0) + worth.action_later * eras_after(rules, t))
        if me.action_count == MAX_ACTION_CARDS:
            total -= lowest_action(rules, worth, t, me)
        return total - cost
    return laid_worth(rules, worth, t, me, card) - cost


@jit
def action_kept(rules, worth, t, card, used):
    """What an action card in play is still worth."""
    uses = worth.action_later * eras_after(rules, t)
    if used == 0 and t.turns > 0:
        uses += worth.ready
    return uses * worth.typical[card]


@jit
def lowest_action(rules, worth, t, me):
    least = 1e9
    for k in range(me.action_count):
        least = min(least, action_kept(rules, worth, t, me.action_card[k], me.action_used[k]))
    return least


@jit
def keep_worth(worth, t, card, now):
    """What holding the card is worth, that would add `now` when used."""
    return worth.keep[card, t.turns] + worth.keep_now[t.turns] * max(0.0, now)


@jit
def action_effect_worth(state, rules, worth, seat, t, card):
    return effect_worth(state, rules, worth, seat, t, rules.card_effect[card, 0], rules.card_effect[card, 1])


@jit
def write_actions(state, rules, worth, seat, t):
    """The best two ready action cards."""
    me = state.players[seat]
    best = 0.0
    second = 0.0
    for k in range(me.action_count):
        if me.action_used[k] == 0:
            gives = worth.action_use * action_effect_worth(state, rules, worth, seat, t, me.action_card[k])
            if gives > best:
                second = best
                best = gives
            elif gives > second:
                second = gives
    t.action[0] = best
    t.action[1] = second


@jit
def write_slots(state, rules, worth, seat, t):
    """What each slot of the side would add, and the best that an effect may perform."""
    for place in range(rules.slot_count):
        slot = rules.first_slot + place
        t.slot[slot] = effect_worth(
            state, rules, worth, seat, t, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1]
        )
        tiles = state.slot_tiles[place]
        which = 0
        if tiles == 0:
            which = 1
        elif (tiles >> seat) & 1 == 0:
            which = 2
        if which:
            t.best_slot[which] = max(t.best_slot[which], t.slot[slot])
    t.best_slot[3] = max(t.best_slot[1], t.best_slot[2])
    slot = ALWAYS_SLOT
    t.slot[slot] = effect_worth(state, rules, worth, seat, t, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1])
    write_actions(state, rules, worth, seat, t)
    for place in range(rules.slot_count):
        slot = rules.first_slot + place
        uses = worth.slot_uses_action[slot]
        if uses > 0:
            t.slot[slot] += t.action[0] + (t.action[1] if uses > 1 else 0.0)


@jit
def write_hand(state, rules, worth, seat, t):
    me = state.players[seat]
    for k in range(min(np.int64(me.hand_count), PLAYABLE_HAND)):
        t.hand[k] = card_worth(state, rules, worth, seat, t, me.hand[k])
        t.keep[k] = keep_worth(worth, t, me.hand[k], t.hand[k])


# --- choosing ---


@jit
def choose_play(state, rules, worth, seat, t):
    """Slot and card: what the slot adds, what the card adds if the colours match, less what keeping it is worth.

    Only slots whose action can begin now are thought of, not those that a card would have to open first (G-5a).
    """
    me = state.players[seat]
    hand = min(np.int64(me.hand_count), PLAYABLE_HAND)
    if hand == 0:
        return actions.STOP                            # D-8
    write_menu(state, rules, worth, seat, t)
    write_slots(state, rules, worth, seat, t)
    write_hand(state, rules, worth, seat, t)
    cheapest = 0
    for k in range(1, hand):
        if t.keep[k] < t.keep[cheapest]:
            cheapest = k
    best = t.slot[ALWAYS_SLOT] - t.keep[cheapest]
    chosen = actions.PLAY + ALWAYS_SLOT * PLAYABLE_HAND + cheapest
    for place in range(rules.slot_count):
        tiles = state.slot_tiles[place]
        slot = rules.first_slot + place
        total = t.slot[slot]
        if tiles != 0:
            if not may_clone(state, rules, me, seat, tiles):
                continue
            total += change_worth(worth, t, me, CREDITS, -1)
        card = cheapest
        gives = -t.keep[cheapest]
        for k in range(hand):
            if rules.card_colour[me.hand[k]] == rules.slot_colour[slot]:
                with_it = max(0.0, t.hand[k]) - t.keep[k]
                if with_it > gives:
                    gives = with_it
                    card = k
        if total + gives > best:
            me.resource[CREDITS] -= tiles != 0
            startable = can_start_slot(state, rules, seat, place)
            me.resource[CREDITS] += tiles != 0
            if startable:
                best = total + gives
                chosen = actions.PLAY + slot * PLAYABLE_HAND + card
    return chosen


@jit
def site_worth(state, rules, worth, seat, t, thing, site):
    """What building the thing on the site adds, before its price."""
    me = state.players[seat]
    if thing <= LAB:
        return building_worth(rules, worth, me, t, thing, site - FIRST_BUILDING_SITE)
    if thing == TUNNEL:
        return tunnel_worth(rules, worth, me, t, site - FIRST_TUNNEL_SITE)
    return city_worth(rules, worth, me, t, thing, site)


@jit
def upgrade_site_worth(rules, worth, me, t, site):
    if site >= FIRST_TUNNEL_SITE:
        return tunnel_upgrade_worth(rules, worth, me, t, site - FIRST_TUNNEL_SITE)
    k = site - FIRST_BUILDING_SITE
    return upgrade_worth(rules, worth, me, t, np.int64(me.building[k]), k)


@jit
def answer_worth(state, rules, worth, seat, t, action):
    """What an answer to the open question adds; declining adds nothing."""
    me = state.players[seat]
    frame = state.frame[state.frame_count - 1]
    question = frame.question
    row = frame.row
    if action == actions.STOP:
        return 0.0
    if action >= actions.ONCE:
        card = rules.once_card[action - actions.ONCE]
        gives = effect_worth(state, rules, worth, seat, t, rules.card_effect[card, 0], rules.card_effect[card, 1])
        return gives if gives > 0.3 else -1.0
    if question == frames.BUILD:
        if frame.stage == TO_CHOOSE:
            if action < actions.SITE:
                thing = action - actions.KIND + FARM
                gross = t.expansion[thing] if rules.part[row, ON_EXPANSION] else t.build[thing, 0]
                if rules.part[row, THEN_UPGRADE] != 0:
                    gross += t.better[thing]
                return gross - cost_of_build(rules, worth, t, me, row, thing)
            thing = np.int64(frame.thing)
            site = action - actions.SITE
            if thing == 0:
                thing = only_kind(rules, row, site, me)
            return site_worth(state, rules, worth, seat, t, thing, site) - cost_of_build(rules, worth, t, me, row, thing)
        if action < actions.FOR_KELP:
            kelp, steelplast, science, credits, biomatter = price_of(
                rules, me, row, action - actions.PRICE, np.int64(frame.thing)
            )
            return -prices_worth(worth, t, me, kelp, steelplast, science, credits, biomatter)
        if action < actions.FOR_STEELPLAST:            # the fewer biomatter the better, unless food is short
            return -np.float64(action)
        return -np.float64(action)
    if question == frames.UPGRADE:
        if action >= actions.PRICE:
            kelp, steelplast, science, credits, biomatter = price_of(rules, me, row, action - actions.PRICE, 0)
            return -prices_worth(worth, t, me, kelp, steelplast, science, credits, biomatter)
        return upgrade_site_worth(rules, worth, me, t, action - actions.SITE) - cost_of_build(rules, worth, t, me, row, 0)
    if question == frames.TURN:                        # whether to pay for a special
        return card_worth(state, rules, worth, seat, t, np.int64(frame.card))
    return small_answer_worth(state, rules, worth, seat, t, question, action)


@jit
def only_kind(rules, row, site, me):
    """The kind meant by a site when no kind was asked for: the one of the part that fits there and can be paid."""
    things = rules.part[row, MASK]
    if site >= FIRST_TUNNEL_SITE:
        return TUNNEL
    if site < FIRST_BUILDING_SITE:
        return NONSYMBIOTIC if (things >> NONSYMBIOTIC) & 1 else SYMBIOTIC
    for thing in range(FARM, LAB + 1):
        if (things >> thing) & 1:
            return thing
    return FARM


@jit
def prices_worth(worth, t, me, kelp, steelplast, science, credits, biomatter):
    total = change_worth(worth, t, me, 0, -kelp) + change_worth(worth, t, me, 1, -steelplast)
    total += change_worth(worth, t, me, 2, -science) + change_worth(worth, t, me, 3, -credits)
    return -total - change_worth(worth, t, me, 4, -biomatter)


@jit
def choose_part(state, rules, legal, n):
    """Parts in a fixed order: what gives may pay for the rest; what is built first opens sites for the next."""
    frame = state.frame[state.frame_count - 1]
    best = 0
    chosen = np.int64(legal[n - 1])
    for k in range(n):
        part = legal[k] - actions.PART
        if part >= frame.left:                         # a once-per-turn card, or to stop
            break
        rank = rank_of_part(rules, frame.row + part)
        if rank > best:
            best = rank
            chosen = np.int64(legal[k])
    return chosen


@jit
def rank_of_part(rules, row):
    op = rules.part[row, OP]
    if op == GAIN or op == DIFFERENT or op == FEDERATION or op == IF:
        return 9
    if op == READY_ACTION or op == TAKE_METROPOLIS:
        return 8
    if op == USE_ACTION:
        return 7
    if op != BUILD:
        return 6
    if rules.part[row, MASK] == 1 << TUNNEL:
        return 5
    if rules.part[row, MASK] >> NONSYMBIOTIC:
        return 4
    return 3


@jit
def choose_order_of_halves(state, rules, worth, legal, n):
    """Lay a card before the slot is used; take tokens before they are spent; pay for a special only when asked."""
    frame = state.frame[state.frame_count - 1]
    card = np.int64(frame.card)
    if rules.card_price[card] > 0:
        wanted = actions.SLOT_FIRST
    elif rules.card_type[card] != INSTANT:
        wanted = actions.CARD_FIRST
    elif worth.gives_tokens[card] != 0 and worth.slot_gives_tokens[frame.slot] == 0:
        wanted = actions.CARD_FIRST
    else:
        wanted = actions.SLOT_FIRST
    for k in range(n):
        if legal[k] == actions.ORDER + wanted:
            return np.int64(legal[k])
    return np.int64(legal[0])


@jit
def choose_discard(state, rules, worth, seat, t):
    """The card that is worth least to keep."""
    write_menu(state, rules, worth, seat, t)
    write_actions(state, rules, worth, seat, t)
    me = state.players[seat]
    best = 1e9
    chosen = 0
    for k in range(me.hand_count):
        card = np.int64(me.hand[k])
        keep = keep_worth(worth, t, card, card_worth(state, rules, worth, seat, t, card))
        if keep < best:
            best = keep
            chosen = k
    return actions.HAND + chosen


@jit
def small_answer_worth(state, rules, worth, seat, t, question, action):
    me = state.players[seat]
    frame = state.frame[state.frame_count - 1]
    row = frame.row
    if question == frames.EITHER:
        return side_worth(state, rules, worth, seat, t, rules.part[row, CHILD] + action - actions.EITHER)
    if question == frames.USE_ACTION:
        card = np.int64(me.action_card[action - actions.ACTION_CARD])
        return action_effect_worth(state, rules, worth, seat, t, card)
    if question == frames.READY_ACTION:
        return worth.typical[me.action_card[action - actions.ACTION_CARD]]
    if question == frames.LAY:
        place = action - actions.ACTION_CARD
        return card_worth(state, rules, worth, seat, t, frame.card) + lowest_action(rules, worth, t, me) - action_kept(
            rules, worth, t, me.action_card[place], me.action_used[place]
        )
    if question == frames.TAKE_SPECIAL:
        return special_answer_worth(state, rules, worth, seat, t, action)
    if question == frames.PERFORM:
        slot = action - actions.SLOT
        return effect_worth(state, rules, worth, seat, t, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1])
    if question == frames.EXCHANGE:
        left, right = rules.part[row, AMOUNTS], rules.part[row, OTHER_AMOUNTS]
        if action == actions.EXCHANGE:
            return exchange_worth(rules, worth, t, me, left, right)
        return exchange_worth(rules, worth, t, me, right, left)
    if question == frames.PRODUCTION_OF:
        site = action - actions.SITE
        thing = TUNNEL
        if site < FIRST_TUNNEL_SITE:
            thing = np.int64(me.building[site - FIRST_BUILDING_SITE])
        return produced_at_once(rules, worth, t, me, thing)
    if question == frames.CONVERT_CITY:
        c = action - actions.SITE
        share = t.factor[c]
        return share * worth.symbiotic[t.done] * rules.site_multiplier[me.board, c]
    if question == frames.PAY:
        amounts = rules.price[rules.part[row, PRICES] + action - actions.PAY]
        total = -price_worth(rules, worth, t, me, amounts)
        first = rules.part[row, CHILD]
        for child in range(first, first + rules.part[row, CHILDREN]):
            total += max(0.0, leaf_worth(state, rules, worth, seat, t, child))
        return total
    if question == frames.DIFFERENT:
        return resource_worth(worth, t, me, action - actions.RESOURCE)
    if question == frames.CONVERSIONS:
        k = action - actions.CONVERT
        return exchange_worth(rules, worth, t, me, rules.conversion_give[k], rules.conversion_get[k])
    return 0.0


@jit
def special_answer_worth(state, rules, worth, seat, t, action):
    frame = state.frame[state.frame_count - 1]
    if frame.stage == TO_TAKE:
        choice = action - actions.SPECIAL
        if choice == actions.LOOK_AT_THREE:
            return worth.special[t.turns]
        if choice == actions.TOP_SPECIAL:
            card = np.int64(state.special_deck[state.special_count - 1])
        else:
            card = np.int64(state.special_row[choice])
    elif frame.stage == TO_KEEP:
        card = np.int64(state.looked[action - actions.KEEP])
    else:
        return 0.0
    return special_worth(state, rules, worth, seat, t, card)


@jit
def special_worth(state, rules, worth, seat, t, card):
    """A special in hand, to be paid for later."""
    now = card_worth(state, rules, worth, seat, t, card)
    return keep_worth(worth, t, card, now)


@jit
def choose_action(state, rules, worth, t, legal):
    """The answer to the open question; of equal ones the first. `legal` is room for a list of answers."""
    seat = np.int64(state.seat)
    frame = state.frame[state.frame_count - 1]
    question = frame.question
    if question == frames.TURN and frame.stage == TO_PLAY:
        return choose_play(state, rules, worth, seat, t)
    if question == frames.DISCARD:
        return choose_discard(state, rules, worth, seat, t)
    n = list_answers(state, rules, legal)
    if n == 1:
        return np.int64(legal[0])
    if question == frames.EFFECT:
        return choose_part(state, rules, legal, n)
    if question == frames.TURN and frame.stage == TO_ORDER:
        return choose_order_of_halves(state, rules, worth, legal, n)
    if question == frames.UPGRADE or question == frames.DIFFERENT or (question == frames.BUILD and legal[0] >= actions.SITE):
        write_basis(state, rules, worth, seat, t)
    else:
        write_menu(state, rules, worth, seat, t)
    if question == frames.USE_ACTION or question == frames.TURN or question == frames.LAY:
        write_actions(state, rules, worth, seat, t)
    best = NEVER
    chosen = np.int64(legal[0])
    for k in range(n):
        gives = answer_worth(state, rules, worth, seat, t, np.int64(legal[k]))
        if gives > best:
            best = gives
            chosen = np.int64(legal[k])
    return chosen


CHOOSE, PLAY_GAMES, VALUE = range(3)
as_states, as_rulebooks = records_of(STATE), records_of(RULEBOOK)
as_worths, as_rooms = records_of(WORTH), records_of(GREEDY_ROOM)


@jit
def first_of(mask):
    """For a mask that allows less than the rules."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


@kernel
def work_greedily(
    task, state_rows, rulebook_row, worth_rows, tables, room_rows, masks, wanted, actions_out, scores, values, start, stop
):
    """CHOOSE an action where `wanted`; PLAY_GAMES to their end and score them; VALUE every seat.

    `tables` says which record of worths the player in each seat goes by. Returns the decisions made.
    """
    states = as_states(state_rows)
    rules = as_rulebooks(rulebook_row)[0]
    worths = as_worths(worth_rows)
    room = as_rooms(room_rows)[0]
    engine = room.engine
    t = room.thought
    number = 0
    for i in range(start, stop):
        state = states[i]
        if task == CHOOSE:
            if wanted[i] and state.over == 0:
                action = choose_action(state, rules, worths[tables[i, state.seat]], t, engine.legal)
                actions_out[i] = action if masks[i, action] else first_of(masks[i])
                number += 1
        elif task == PLAY_GAMES:
            while state.over == 0:
                answer(state, rules, choose_action(state, rules, worths[tables[i, state.seat]], t, engine.legal), engine)
                number += 1
            total_scores(state, rules, engine, scores[i])
        else:
            for seat in range(state.player_count):
                values[i, seat] = value(state, rules, worths[tables[i, seat]], seat, t)
    return number
