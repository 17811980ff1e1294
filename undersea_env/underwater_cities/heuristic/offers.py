"""What each thing that could be done next would add, at its best place: the menu of a position, and effects by it.

The menu begins with a survey of the position; each entry is worked out when it is first asked for.
"""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    CITIES_ON_BOARD,
    CONTRACTS_IN_PLAY,
    EXPANSION,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    MAX_ACTION_CARDS,
    MAX_REQUIREMENTS,
    PLAYABLE_HAND,
    SITES_AT_CITY,
    TOKENS,
)
from undersea_env.underwater_cities.heuristic.valuing import (
    BEST,
    CARDS,
    POINTS,
    action_kept,
    change_worth,
    ending_worth,
    eras_after,
    gain_worth,
    laid_worth,
    price_worth,
    steps_worth,
    survey,
)
from undersea_env.underwater_cities.heuristic.worth import (
    COMPLETE_CITY,
    CONNECT_METROPOLIS,
    DEEDS,
    UPGRADES_FROM,
)
from undersea_env.underwater_cities.kernel.building import (
    BIOMATTER,
    CREDITS,
    FREE,
    KELP,
    SCIENCE,
    STEELPLAST,
    USUAL,
    price_of,
)
from undersea_env.underwater_cities.kernel.columns import (
    AMOUNTS,
    CAP,
    CHILD,
    CHILDREN,
    COUNT,
    DISCOUNT,
    DIVISOR,
    EXACTLY,
    MASK,
    NUMBER,
    ON_EXPANSION,
    OP,
    OTHER_AMOUNTS,
    PRICE_COUNT,
    PRICES,
    TERMS,
    THEN_UPGRADE,
)
from undersea_env.underwater_cities.kernel.legality import can_pay
from undersea_env.underwater_cities.kernel.network import (
    CONNECTED_CITY,
    CONNECTED_NONSYMBIOTIC_CITY,
    FARM,
    LAB,
    NONSYMBIOTIC,
    PERMANENT,
    SYMBIOTIC,
    TUNNEL,
    UPGRADED_FARM,
    UPGRADED_TUNNEL,
    is_metropolis_connected,
    is_next_to_a_city,
)
from undersea_env.underwater_cities.kernel.scoring import BROWN_PLACE
from undersea_env.underwater_cities.kernel.state import NONSYMBIOTIC_SUPPLY, SYMBIOTIC_SUPPLY
from undersea_env.underwater_cities.printed.words import CardType

INSTANT, ACTION = int(CardType.INSTANT), int(CardType.ACTION)
NEVER = -1e9
UPGRADES_KNOWN_FROM, PRICES_FROM = 8, 16     # bits of `known`; builds come first
AGAIN = 0.7                      # what paying once more for the same is worth, beside the first time


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
        whole += worth.end[t.turns] * ending_worth(rules, worth, t, me, ending[0], ending[1])
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
def begin_menu(state, rules, worth, seat, t):
    """What single sites are judged by: the survey, and what counts. The menu itself is written as it is asked for."""
    survey(state, rules, worth, seat, t)
    me = state.players[seat]
    write_deeds(rules, worth, me, t)
    if rules.contracts:
        add_contract_deeds(state, rules, worth, t)
    option = worth.upgrade_option[t.turns]
    for thing in range(FARM, TUNNEL + 1):
        plain = worth.structure[t.done, thing, 0]
        better = worth.structure[t.done, thing, 1] - plain
        t.unit[thing] = plain + option * better
        t.better[thing] = (1.0 - option) * better
    t.known = 0
    t.net[0, 1] = NEVER


@jit
def is_known(t, bit):
    """Whether a part of the menu is written; from now on it is."""
    known = (t.known >> bit) & 1
    t.known |= 1 << bit
    return known == 1


@jit
def see_price(worth, t, me, thing):
    """What the usual price of a thing (0: an upgrade) is worth, and how often it can be paid."""
    if is_known(t, PRICES_FROM + thing):
        return
    total = 0.0
    often = np.int64(9)
    for r in range(TOKENS):
        asked = np.int64(me.usual_price[thing, r])
        if asked > 0:
            total -= change_worth(worth, t, me, r, -asked)
            often = min(often, me.resource[r] // asked)
    t.price[thing] = total
    t.payable[thing] = often


@jit
def see_builds(state, rules, worth, me, t, thing):
    """What the best sites for a thing add."""
    if is_known(t, thing):
        return
    t.build[thing, 0] = NEVER
    t.build[thing, 1] = NEVER
    if thing <= LAB:
        for c in range(CITIES_ON_BOARD):
            if t.factor[c] > 0.0:
                see_builds_at(rules, worth, me, c, t, thing)
    elif thing == TUNNEL:
        sites = np.int64(me.open_tunnels)
        k = 0
        while sites:
            if sites & 1:
                put_best(t.build, TUNNEL, tunnel_worth(rules, worth, me, t, k))
            sites >>= 1
            k += 1
    elif state.supply[NONSYMBIOTIC_SUPPLY if thing == NONSYMBIOTIC else SYMBIOTIC_SUPPLY] > 0:
        sites = np.int64(me.open_cities)
        k = 0
        while sites:
            if sites & 1:
                put_best(t.build, thing, city_worth(rules, worth, me, t, thing, k))
            sites >>= 1
            k += 1
    see_price(worth, t, me, thing)
    often = t.payable[thing] + (me.resource[BIOMATTER] > 0)
    t.net[thing, 0] = t.build[thing, 0] - t.price[thing] if often > 0 else NEVER
    t.net[thing, 1] = t.build[thing, 1] - t.price[thing] if often > 1 else NEVER


@jit
def see_builds_at(rules, worth, me, c, t, thing):
    """The building sites of one city."""
    first = c * SITES_AT_CITY
    sites = (me.open_building >> first) & ((1 << EXPANSION) - 1)
    in_city = in_city_worth(rules, worth, t, thing, c, 0)
    k = first
    while sites:
        if sites & 1:
            put_best(t.build, thing, on_site_worth(rules, worth, me, t, thing, c, k, in_city))
            if sites > 1:
                in_city = in_city_worth(rules, worth, t, thing, c, 1)
        sites >>= 1
        k += 1


@jit
def best_expansion(rules, worth, me, t, thing):
    """What the best expansion site for a building adds (B-5)."""
    best = NEVER
    for c in range(CITIES_ON_BOARD):
        k = c * SITES_AT_CITY + EXPANSION
        if (me.open_expansion >> k) & 1:
            best = max(best, building_worth(rules, worth, me, t, thing, k))
    return best


@jit
def see_upgrades(rules, worth, me, t, thing):
    """What the best upgrades of a thing add."""
    if is_known(t, UPGRADES_KNOWN_FROM + thing):
        return
    t.upgrade[thing, 0] = NEVER
    t.upgrade[thing, 1] = NEVER
    if thing == TUNNEL:
        sites = np.int64(me.built_tunnels)
        k = 0
        while sites:
            if sites & 1 and me.tunnel[k] == 1:
                put_best(t.upgrade, TUNNEL, tunnel_upgrade_worth(rules, worth, me, t, k))
            sites >>= 1
            k += 1
        return
    for c in range(CITIES_ON_BOARD):
        if t.factor[c] > 0.0 and t.kinds[c, thing] > t.upgraded[c, thing]:
            for k in range(c * SITES_AT_CITY, (c + 1) * SITES_AT_CITY):
                if me.building[k] == thing and me.upgraded[k] == 0:
                    put_best(t.upgrade, thing, upgrade_worth(rules, worth, me, t, thing, k))


@jit
def write_deeds(rules, worth, me, t):
    """What the cards in play and the brown metropolis count."""
    for k in range(DEEDS):
        t.deeds[k] = 0.0
    for j in range(me.tableau_count):
        card = me.tableau[j]
        if rules.card_type[card] != PERMANENT:
            for k in range(DEEDS):
                t.deeds[k] += worth.deeds[t.done, card, k]
    if is_metropolis_connected(rules, me, BROWN_PLACE):
        for k in range(DEEDS):
            t.deeds[k] += worth.metropolis_deeds[me.metropolis[BROWN_PLACE], k]


@jit
def add_contract_deeds(state, rules, worth, t):
    """What is missing for a contract shares in its bonus (L-5)."""
    for j in range(CONTRACTS_IN_PLAY):
        contract = state.contract_row[j]
        if contract == 0:
            continue
        missing = 0
        for k in range(MAX_REQUIREMENTS):
            what = rules.contract_requirement[contract, k, 0]
            if what != 0:
                missing += max(0, rules.contract_requirement[contract, k, 1] - t.counts[what])
        share = worth.contract * worth.contract_gives[contract] / (1 + missing)
        for k in range(MAX_REQUIREMENTS):
            what = rules.contract_requirement[contract, k, 0]
            if what != 0 and rules.contract_requirement[contract, k, 1] > t.counts[what]:
                for deed in range(DEEDS):
                    t.deeds[deed] += share * worth.raised[what, deed]


# --- what an effect would add ---


@jit
def printed_price_worth(rules, worth, t, me, row, choice, thing):
    """One of the prices of building (or, thing 0, upgrading) by this part."""
    kelp, steelplast, science, credits, biomatter = price_of(rules, me, row, choice, thing)
    total = change_worth(worth, t, me, KELP, -kelp) + change_worth(worth, t, me, STEELPLAST, -steelplast)
    total += change_worth(worth, t, me, SCIENCE, -science) + change_worth(worth, t, me, CREDITS, -credits)
    return -total - change_worth(worth, t, me, BIOMATTER, -biomatter)


@jit
def cost_of_build(rules, worth, t, me, row, thing):
    """The cheapest price of building (or, thing 0, upgrading) by this part, as it is worth to the player."""
    terms = rules.part[row, TERMS]
    if terms == FREE:
        return 0.0
    if terms == USUAL and rules.part[row, DISCOUNT] == 0:
        see_price(worth, t, me, thing)
        return t.price[thing]
    best = 1e9
    for choice in range(max(1, rules.part[row, PRICE_COUNT])):
        best = min(best, printed_price_worth(rules, worth, t, me, row, choice, thing))
    return best


@jit
def times_payable(rules, worth, t, me, row, thing):
    """How often the part's price can be paid, roughly."""
    terms = rules.part[row, TERMS]
    if terms == FREE:
        return 9
    if terms == USUAL and rules.part[row, DISCOUNT] == 0:
        see_price(worth, t, me, thing)
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
def best_gross(state, rules, worth, t, me, row, thing):
    """What the thing adds at its best site by this part, before its price."""
    if rules.part[row, ON_EXPANSION]:
        gross = best_expansion(rules, worth, me, t, thing)
    else:
        see_builds(state, rules, worth, me, t, thing)
        gross = t.build[thing, 0]
    if rules.part[row, THEN_UPGRADE] != 0 and gross > NEVER:
        gross += t.better[thing] + t.deeds[UPGRADES_FROM + thing]
    return gross


@jit
def build_part_worth(state, rules, worth, t, me, row):
    """The best that `build` can add, for all of its times."""
    things = rules.part[row, MASK]
    best = 0.0
    chosen = 0
    if rules.part[row, TERMS] == USUAL and rules.part[row, DISCOUNT] == 0:
        if rules.part[row, ON_EXPANSION] == 0 and rules.part[row, THEN_UPGRADE] == 0:        # as most are
            for thing in range(FARM, SYMBIOTIC + 1):
                if (things >> thing) & 1:
                    see_builds(state, rules, worth, me, t, thing)
                    if t.net[thing, 0] > best:
                        best = t.net[thing, 0]
                        chosen = thing
            return best + max(0.0, t.net[chosen, 1]) if rules.part[row, NUMBER] > 1 else best
    total = 0.0
    for thing in range(FARM, SYMBIOTIC + 1):
        if (things >> thing) & 1 and times_payable(rules, worth, t, me, row, thing) > 0:
            gross = best_gross(state, rules, worth, t, me, row, thing)
            if rules.part[row, THEN_UPGRADE] == USUAL + 1 and gross > NEVER:
                see_price(worth, t, me, 0)
                gross -= t.price[0]
            net = gross - cost_of_build(rules, worth, t, me, row, thing)
            if net > best:
                best = net
                chosen = thing
    total += best
    if rules.part[row, NUMBER] > 1 and chosen != 0 and times_payable(rules, worth, t, me, row, chosen) > 1:
        total += max(0.0, t.build[chosen, 1] - cost_of_build(rules, worth, t, me, row, chosen))
    return total


@jit
def upgrade_part_worth(rules, worth, t, me, row):
    things = rules.part[row, MASK]
    for thing in range(FARM, TUNNEL + 1):
        if (things >> thing) & 1:
            see_upgrades(rules, worth, me, t, thing)
    cost = cost_of_build(rules, worth, t, me, row, 0)
    left = min(np.int64(rules.part[row, NUMBER]), times_payable(rules, worth, t, me, row, 0))
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
    if op == opcodes.GAIN:
        times = np.int64(1)
        if rules.part[row, COUNT] != 0:
            times = t.counts[rules.part[row, COUNT]] // rules.part[row, DIVISOR]
            if rules.part[row, CAP] > 0:
                times = min(times, np.int64(rules.part[row, CAP]))
        return gain_worth(rules, worth, t, me, rules.part[row, AMOUNTS], times)
    if op == opcodes.BUILD:
        return build_part_worth(state, rules, worth, t, me, row)
    if op == opcodes.UPGRADE:
        return upgrade_part_worth(rules, worth, t, me, row)
    if op == opcodes.USE_ACTION:
        return t.action[0] + (t.action[1] if rules.part[row, NUMBER] > 1 else 0.0)
    if op == opcodes.FEDERATION:
        return steps_worth(rules, worth, t, me, rules.part[row, NUMBER])
    if op == opcodes.DIFFERENT:
        return different_worth(rules, worth, t, me, row)
    if op == opcodes.TAKE_SPECIAL:
        return worth.special[t.turns]
    if op == opcodes.PERFORM:
        return t.best_slot[rules.part[row, MASK]]
    if op == opcodes.READY_ACTION:
        best = 0.0
        for k in range(me.action_count):
            if me.action_used[k]:
                best = max(best, worth.typical[me.action_card[k]])
        return best * worth.action_use if t.turns > 0 else 0.0
    if op == opcodes.EXCHANGE:
        one = exchange_worth(rules, worth, t, me, rules.part[row, AMOUNTS], rules.part[row, OTHER_AMOUNTS])
        other = exchange_worth(rules, worth, t, me, rules.part[row, OTHER_AMOUNTS], rules.part[row, AMOUNTS])
        return max(0.0, max(one, other))
    if op == opcodes.PRODUCTION_OF:
        best = 0.0
        for thing in range(FARM, LAB + 1):
            if t.counts[UPGRADED_FARM - FARM + thing] > 0:
                best = max(best, produced_at_once(rules, worth, t, me, thing))
        if t.counts[UPGRADED_TUNNEL] > 0:
            best = max(best, produced_at_once(rules, worth, t, me, TUNNEL))
        return best
    if op == opcodes.CONVERT_CITY:
        return worth.symbiotic[t.done] if t.counts[CONNECTED_NONSYMBIOTIC_CITY] > 0 else 0.0
    if op == opcodes.TAKE_METROPOLIS:
        return worth.spare_metropolis[t.done] if state.metropolis_count > 0 else 0.0
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
    """A part that may ask a price or a condition of simple parts, each of which may be declined."""
    op = rules.part[row, OP]
    first = np.int64(row)
    parts = np.int64(1)
    price = 0.0
    if op == opcodes.PAY or op == opcodes.IF:
        first = np.int64(rules.part[row, CHILD])
        parts = np.int64(rules.part[row, CHILDREN])
        if op == opcodes.IF:
            if not holds(rules, t, row):
                return 0.0
        else:
            price = pay_price(rules, worth, t, state.players[seat], row)
    total = -price
    for leaf in range(first, first + parts):
        total += max(0.0, leaf_worth(state, rules, worth, seat, t, leaf))
    if op == opcodes.PAY:
        total *= 1.0 + AGAIN * (rules.part[row, NUMBER] - 1)
    return max(0.0, total)


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
def parts_worth(state, rules, worth, seat, t, first, parts):
    """Parts none of which is an `either`."""
    total = 0.0
    for row in range(first, first + parts):
        total += inner_worth(state, rules, worth, seat, t, row)
    return total


@jit
def effect_worth(state, rules, worth, seat, t, first, parts):
    """What an effect would add now: each part by itself, of an `either` the best side."""
    total = 0.0
    for row in range(first, first + parts):
        if rules.part[row, OP] != opcodes.EITHER:
            total += parts_worth(state, rules, worth, seat, t, row, 1)
            continue
        best = 0.0
        for k in range(rules.part[row, CHILDREN]):
            side = rules.alternative[rules.part[row, CHILD] + k]
            best = max(best, parts_worth(state, rules, worth, seat, t, side[0], side[1]))
        total += best
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
def lowest_action(rules, worth, t, me):
    least = 1e9
    for k in range(me.action_count):
        least = min(least, action_kept(rules, worth, t, me.action_card[k], me.action_used[k]))
    return least


@jit
def keep_worth(worth, t, card, now):
    """What holding the card is worth, that would add `now` when used."""
    return worth.keep[t.turns, card] + worth.keep_now[t.turns] * max(0.0, now)


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
    """What each slot that may be chosen or performed would add, and the best that an effect may perform."""
    me = state.players[seat]
    looks_at_occupied = rules.clone_tile != 0 or may_perform(rules, worth, me)
    for place in range(rules.slot_count):
        slot = rules.first_slot + place
        tiles = state.slot_tiles[place]
        t.slot[slot] = NEVER
        if tiles == 0 or (looks_at_occupied and (tiles >> seat) & 1 == 0):
            t.slot[slot] = effect_worth(
                state, rules, worth, seat, t, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1]
            )
            which = 1 if tiles == 0 else 2
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
def may_perform(rules, worth, me):
    """Whether a card in hand or a ready action card performs a slot."""
    for k in range(me.hand_count):
        if worth.performs[me.hand[k]]:
            return True
    for k in range(me.action_count):
        if me.action_used[k] == 0 and worth.performs[me.action_card[k]]:
            return True
    return False


@jit
def write_hand(state, rules, worth, seat, t):
    me = state.players[seat]
    for k in range(min(np.int64(me.hand_count), PLAYABLE_HAND)):
        t.hand[k] = card_worth(state, rules, worth, seat, t, me.hand[k])
        t.keep[k] = keep_worth(worth, t, me.hand[k], t.hand[k])
