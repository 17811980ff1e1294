"""What playing a card first could provide to a slot that cannot be used yet (G-5a): an upper bound, quickly found.

A card that could not help even so is out; for the others `plays.py` looks ahead.
"""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import help as packed
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.help import (
    ALL_TOKENS,
    FIELD,
    FIRST_FIELD,
    HELP_BUILDING,
    HELP_BY_DOING,
    HELP_CITY,
    HELP_COUNTS,
    HELP_READY,
    HELP_TUNNEL,
    PLENTY,
)
from undersea_env.underwater_cities.compiled.limits import (
    CONTRACTS_IN_PLAY,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    MAX_ACTION_CARDS,
    MAX_PARTS_IN_EFFECT,
    METROPOLIS_SITES,
    TOKENS,
)
from undersea_env.underwater_cities.compiled.opcodes import AVAILABLE, OCCUPIED
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.building import has_upgradable, open_sites
from undersea_env.underwater_cities.kernel.columns import (
    AMOUNTS,
    CONDITION,
    COUNT,
    MASK,
    NUMBER,
    ON_EXPANSION,
    OP,
    OTHER_AMOUNTS,
    PLAIN,
    START,
    START_ROW,
    STARTS,
    THEN_UPGRADE,
    TIMES,
)
from undersea_env.underwater_cities.kernel.gains import BY_THINGS
from undersea_env.underwater_cities.kernel.interpreter import ACTION, INSTANT
from undersea_env.underwater_cities.kernel.legality import (
    can_begin,
    can_start_slot,
    can_start_some,
    has_special_to_take,
    may_perform_by_tiles,
)
from undersea_env.underwater_cities.kernel.network import (
    ALL_CITIES,
    ALL_TUNNELS,
    FARM,
    LAB,
    NONSYMBIOTIC,
    SYMBIOTIC,
    TUNNEL,
    lowest,
    ones,
)
from undersea_env.underwater_cities.kernel.state import NONSYMBIOTIC_SUPPLY
from undersea_env.underwater_cities.printed.words import Event

OPENS = HELP_CITY | HELP_TUNNEL | HELP_BUILDING
BUILDING_MASK = (1 << (LAB + 1)) - (1 << FARM)
CITY_MASK = 1 << NONSYMBIOTIC | 1 << SYMBIOTIC
ALL_THINGS = (1 << (SYMBIOTIC + 1)) - 1
LACKS_STRUCTURE = 1
WAITS_FOR_EXPANSION = 1 << int(Event.BUILD_ON_EXPANSION)
WAITS_FOR_METROPOLIS = 1 << int(Event.CONNECT_METROPOLIS)
WAITS_FOR_BUILDING = (
    1 << int(Event.BUILD)
    | 1 << int(Event.BUILD_SECOND_IN_CITY)
    | 1 << int(Event.BUILD_SECOND_TUNNEL)
    | WAITS_FOR_EXPANSION
    | WAITS_FOR_METROPOLIS
)
WAITS_FOR_UPGRADING = 1 << int(Event.UPGRADE) | 1 << int(Event.UPGRADE_SECOND_IN_CITY)
WAITS_FOR_FEDERATION = 1 << int(Event.REACH_FEDERATION)
WAITS_FOR_CHOICE = 1 << int(Event.MATCH) | 1 << int(Event.MISMATCH) | 1 << int(Event.USE_SLOT)
WAITS_FOR_PLAYING = WAITS_FOR_CHOICE | 1 << int(Event.PAY_SPECIAL)
WAITS_FOR_ACTION_CARDS = 1 << int(Event.USE_ACTION_CARD)
WAITS_FOR_SLOTS = 1 << int(Event.USE_SLOT) | 1 << int(Event.SLOT_GIVES)
WAITS_FOR_CONTRACTS = 1 << int(Event.CLAIM_CONTRACT)

both, either, plenty_of = jit(packed.both), jit(packed.either), jit(packed.plenty_of)


@jit
def add_tokens(me, helps, sign):
    for r in range(TOKENS):
        me.resource[r] += sign * ((helps >> (FIRST_FIELD + FIELD * r)) & PLENTY)


@jit
def one_of_each(resources):
    helps = 0
    for r in range(TOKENS):
        helps |= ((resources >> r) & 1) << (FIRST_FIELD + FIELD * r)
    return helps


@jit
def can_start_slot_with(state, rules, me, slot, helps):
    """Whether the slot could be used if the player had these tokens too."""
    add_tokens(me, helps, 1)
    possible = can_start_slot(state, rules, state.seat, slot - rules.first_slot)
    add_tokens(me, helps, -1)
    return possible


@jit
def could_help(state, rules, slot, helps):
    """Whether the slot could be used with this help: never says no wrongly. Gives all that it could be, and looks."""
    me = state.players[state.seat]
    if helps & HELP_BY_DOING:
        return True
    if rules.slot_counts[slot]:
        return True
    if helps & HELP_READY and uses_action_cards(rules, slot):
        return True
    if helps & OPENS and helps & what_opens(lacking_sites(state, rules, me, slot)):
        return True
    return can_start_slot_with(state, rules, me, slot, helps)


@jit
def help_by_card(state, rules, card):
    """All that playing the card first could provide."""
    me = state.players[state.seat]
    helps = help_by_standing_cards(state, rules, me)
    if rules.card_type[card] == INSTANT:
        return help_by_instant(state, rules, me, card, helps)
    if rules.card_type[card] == ACTION:
        helps |= HELP_READY
        if me.action_count == MAX_ACTION_CARDS:      # K-6: one of the four is discarded, and used if it was ready
            helps = both(helps, help_by_action_cards(state, rules, me, OPENS))
            if not has_special_to_take(state):       # a special may return to its deck (K-10)
                helps |= HELP_BY_DOING
        return helps
    if rules.card_once[card] != 0:
        return both(helps, rules.card_helps[card])
    return both(helps, rules.amounts_help[rules.card_discount[card]])


@jit
def help_by_instant(state, rules, me, card, standing):
    """What one part provides may make another part possible: look again until nothing is added."""
    first = rules.card_effect[card, 0]
    last = first + rules.card_effect[card, 1] - 1
    helps = standing
    end = rules.part[last, START] + rules.part[last, STARTS]
    several = end - rules.part[first, START] > 1     # then one part may open sites for another
    for _ in range(MAX_PARTS_IN_EFFECT):
        before = helps
        helps = standing
        add_tokens(me, before, 1)
        for start in range(rules.part[first, START], end):
            row = rules.start[start, START_ROW]
            made_ready = before & HELP_READY and rules.part[row, OP] == opcodes.USE_ACTION
            made_true = rules.start[start, CONDITION] != 0   # the card itself may change what is counted
            if made_ready or made_true or can_begin(state, rules, state.seat, start):
                help_here = help_by_part(state, rules, me, row, before if several else before & ~OPENS)
                for _ in range(rules.start[start, TIMES]):
                    helps = both(helps, help_here)
        add_tokens(me, before, -1)
        if helps == before:
            break
    return helps


@jit
def uses_action_cards(rules, slot):
    first = rules.slot_effect[slot, 0]
    last = first + rules.slot_effect[slot, 1] - 1
    for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
        if rules.part[rules.start[start, START_ROW], OP] == opcodes.USE_ACTION:
            return True
    return False


@jit
def help_by_events(rules, me, events):
    """What the cards in play that wait for these events could give, each once."""
    helps = 0
    if me.listens & events:
        for k in range(me.tableau_count):
            card = me.tableau[k]
            if (events >> rules.card_event[card]) & 1:
                helps = both(helps, rules.card_helps[card])
    return helps


@jit
def help_by_standing_cards(state, rules, me):
    """What playing any card could set off: it matches once, is paid once, and each space is reached once a round."""
    helps = help_by_events(rules, me, WAITS_FOR_PLAYING | WAITS_FOR_FEDERATION)
    if me.once_per_turn_cards != 0:
        for place in range(rules.once_count):
            if (me.once_per_turn_cards >> place) & 1:
                helps = both(helps, rules.card_helps[rules.once_card[place]])
    if rules.contracts:
        for k in range(CONTRACTS_IN_PLAY):
            helps = both(helps, rules.contract_helps[state.contract_row[k]])
        if helps:
            helps = both(helps, plenty_of(help_by_events(rules, me, WAITS_FOR_CONTRACTS)))
    return helps


@jit
def help_by_action_cards(state, rules, me, others):
    """What using the best of the action cards could give; `others` is what else there may be."""
    helps = 0
    for k in range(me.action_count):
        if others & HELP_READY or me.action_used[k] == 0:
            card = me.action_card[k]
            first, parts = rules.card_effect[card, 0], rules.card_effect[card, 1]
            if others & (OPENS | HELP_READY) or can_start_some(state, rules, state.seat, first, parts):
                helps = either(helps, help_by_effect(state, rules, me, first, parts, others, HELP_BY_DOING))
    return both(helps, plenty_of(help_by_events(rules, me, WAITS_FOR_ACTION_CARDS)))


@jit
def help_by_slot(state, rules, me, slot, others):
    """What performing the slot's action could give."""
    by_action_card = 0
    if uses_action_cards(rules, slot):
        by_action_card = help_by_action_cards(state, rules, me, OPENS | HELP_READY)
    effect = rules.slot_effect[slot]
    helps = help_by_effect(state, rules, me, effect[0], effect[1], others, by_action_card)
    return both(helps, plenty_of(help_by_events(rules, me, WAITS_FOR_SLOTS)))


@jit
def help_by_slots(state, rules, me, which, others):
    helps = 0
    for place in range(rules.slot_count):
        if may_perform_by_tiles(state, state.seat, place, which):
            if others & (OPENS | HELP_READY) or can_start_slot(state, rules, state.seat, place):
                helps = either(helps, help_by_slot(state, rules, me, rules.first_slot + place, others))
    return helps


@jit
def help_by_part(state, rules, me, row, others):
    """What one part of the card's effect could give, with the tokens of the others in hand and what they may open."""
    op = rules.part[row, OP]
    if op == opcodes.USE_ACTION:
        if rules.part[row, NUMBER] > 1:
            others |= OPENS                          # one card may open sites for the next
        by_one = help_by_action_cards(state, rules, me, others)
        by_all = 0
        for _ in range(rules.part[row, NUMBER]):
            by_all = both(by_all, by_one)
        return by_all
    if op == opcodes.PERFORM:
        return help_by_slots(state, rules, me, rules.part[row, MASK], others)
    return help_by_simple_part(state, rules, me, row, others)


@jit
def help_by_effect(state, rules, me, first, parts, others, by_action_card):
    """What an effect could give, whether it can be begun or not; `by_action_card`: what using one could give."""
    helps = 0
    last = first + parts - 1
    end = rules.part[last, START] + rules.part[last, STARTS]
    if end - rules.part[first, START] > 1:
        others |= OPENS                              # one part may open sites for another
    for start in range(rules.part[first, START], end):
        row = rules.start[start, START_ROW]
        times = rules.start[start, TIMES]
        if rules.part[row, OP] == opcodes.USE_ACTION:
            help_here = by_action_card
            times *= rules.part[row, NUMBER]
        else:
            help_here = help_by_simple_part(state, rules, me, row, others)
        for _ in range(times):
            helps = both(helps, help_here)
    return helps


@jit
def help_by_simple_part(state, rules, me, row, others):
    op = rules.part[row, OP]
    if op == opcodes.GAIN:
        helps = rules.amounts_help[rules.part[row, AMOUNTS]]
        return helps if rules.part[row, COUNT] == 0 else plenty_of(helps)
    if op == opcodes.BUILD:
        return help_by_building(state, rules, me, row, others)
    if op == opcodes.UPGRADE:
        return plenty_of(help_by_events(rules, me, WAITS_FOR_UPGRADING))
    if op == opcodes.FEDERATION:
        return rules.federation_helps
    if op == opcodes.READY_ACTION:
        return HELP_READY
    if op == opcodes.TAKE_SPECIAL:
        return 0
    if op == opcodes.DIFFERENT:
        return one_of_each(rules.part[row, MASK])
    if op == opcodes.EXCHANGE:
        return both(
            rules.amounts_help[rules.part[row, AMOUNTS]], rules.amounts_help[rules.part[row, OTHER_AMOUNTS]]
        )
    if op == opcodes.PRODUCTION_OF:
        return ALL_TOKENS
    if op == opcodes.CONVERT_CITY:                   # a dome returns to the supply, where it may be the only one (L-1)
        return 0 if state.supply[NONSYMBIOTIC_SUPPLY] > 0 and others & HELP_CITY == 0 else HELP_BY_DOING
    if op == opcodes.TAKE_METROPOLIS:
        helps = 0
        for k in range(state.metropolis_count):
            helps = either(helps, rules.metropolis_helps[state.metropolis_supply[k]])
        return both(helps, plenty_of(help_by_events(rules, me, WAITS_FOR_METROPOLIS)))
    return HELP_BY_DOING


@jit
def help_by_row(state, rules, room, me, row, others):
    """What a part could give in a look ahead, whatever is below it, whether it can be begun or not."""
    helps = 0
    for start in range(rules.part[row, START], rules.part[row, START] + rules.part[row, STARTS]):
        part = rules.start[start, START_ROW]
        times = rules.start[start, TIMES]
        if rules.part[part, OP] == opcodes.PERFORM:
            help_here = room.by_slot
        elif rules.part[part, OP] == opcodes.USE_ACTION:
            help_here = room.by_action_card
            times *= rules.part[part, NUMBER]
        else:
            help_here = help_by_simple_part(state, rules, me, part, others | HELP_READY)
        for _ in range(times):
            helps = both(helps, help_here)
    return helps


@jit
def list_help_by_others(state, rules, room, me, card):
    """What an action card or slot could give at any time of a look ahead, if the card makes use of them."""
    room.by_slot = HELP_BY_DOING
    room.by_action_card = HELP_BY_DOING
    if rules.card_type[card] == INSTANT and rules.card_helps[card] & HELP_BY_DOING:
        first = rules.card_effect[card, 0]
        last = first + rules.card_effect[card, 1] - 1
        for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
            op = rules.part[rules.start[start, START_ROW], OP]
            if op == opcodes.PERFORM:
                room.by_slot = help_by_slots(state, rules, me, AVAILABLE | OCCUPIED, OPENS | HELP_READY)
            if op == opcodes.PERFORM or op == opcodes.USE_ACTION:
                room.by_action_card = help_by_action_cards(state, rules, me, OPENS | HELP_READY)


@jit
def help_by_frame(state, rules, room, me, frame, others):
    """What carrying out the rest of a frame of the decision stack could give."""
    question = frame.question
    if question == questions.EFFECT:
        helps = 0
        for k in range(frame.left):
            if (frame.stage >> k) & 1 == 0:
                helps = both(helps, help_by_row(state, rules, room, me, frame.row + k, others))
        return helps
    if question == questions.BUILD or question == questions.UPGRADE or question == questions.PAY:
        if frame.left == 0 and frame.stage == 0:
            return 0
        return help_by_row(state, rules, room, me, frame.row, others)
    if question == questions.USE_ACTION:
        helps = 0
        for _ in range(frame.left):
            helps = both(helps, room.by_action_card)
        return helps
    if question == questions.PERFORM or question == questions.EITHER or question == questions.READY_ACTION:
        return 0 if frame.left == 0 else help_by_row(state, rules, room, me, frame.row, others)
    if question == questions.TAKE_SPECIAL:
        return 0
    if question == questions.DIFFERENT:
        return one_of_each(rules.part[frame.row, MASK] & ~frame.stage)
    return HELP_BY_DOING


@jit
def opened_by_others(state):
    """OPENS if more than one thing is still to be done before the slot's action begins, 0 otherwise."""
    things = 0
    for k in range(2, state.frame_count):
        frame = state.frame[k]
        if frame.question != questions.EFFECT:
            things += frame.left
        else:
            things += frame.left - ones(frame.stage)
    return OPENS if things > 1 else 0


@jit
def help_by_frames_below(state, rules, room, me, others):
    """What could still come if the open question is declined, before the slot's action begins."""
    helps = help_by_standing_cards(state, rules, me)
    top = state.frame_count - 1
    for k in range(2, top):
        helps = both(helps, help_by_frame(state, rules, room, me, state.frame[k], others))
    frame = state.frame[top]
    if frame.question == questions.EFFECT:           # what only gives is not declined (D-2)
        for k in range(frame.left):
            if (frame.stage >> k) & 1 == 0 and rules.part[frame.row + k, PLAIN] != 0:
                helps = both(helps, help_by_row(state, rules, room, me, frame.row + k, others))
    return helps


@jit
def help_by_site(rules, me, row, thing, site):
    """What building the thing on this site could give."""
    helps = rules.site_helps[me.board, site]
    if me.listens & WAITS_FOR_BUILDING:
        helps = both(helps, plenty_of(help_by_events(rules, me, WAITS_FOR_BUILDING)))
    if rules.part[row, THEN_UPGRADE] != 0:
        helps = both(helps, plenty_of(help_by_events(rules, me, WAITS_FOR_UPGRADING)))
    if thing == TUNNEL:
        helps = both(helps, help_by_metropolises(rules, me, 1 << (site - FIRST_TUNNEL_SITE)))
        return helps | HELP_TUNNEL
    return helps | (HELP_BUILDING if thing <= LAB else HELP_CITY)


@jit
def help_by_building(state, rules, me, row, others):
    """What the empty sites and the metropolises not yet connected give, and what waits for building."""
    helps = plenty_of(help_by_events(rules, me, WAITS_FOR_BUILDING))
    if rules.part[row, THEN_UPGRADE] != 0:
        helps = both(helps, plenty_of(help_by_events(rules, me, WAITS_FOR_UPGRADING)))
    things = rules.part[row, MASK]
    anywhere = others & OPENS != 0 or rules.part[row, NUMBER] > 1
    of_a_site = 0
    if things & BUILDING_MASK:
        helps |= HELP_BUILDING
        sites = me.open_expansion if rules.part[row, ON_EXPANSION] else me.open_building
        if others & HELP_CITY:
            sites = rules.building_sites[me.board]
        of_a_site = either(of_a_site, help_by_sites(rules, me, sites, FIRST_BUILDING_SITE))
    if things & CITY_MASK:
        helps |= HELP_CITY
        sites = ~me.built_cities & ALL_CITIES if anywhere else np.int64(me.open_cities)
        of_a_site = either(of_a_site, help_by_sites(rules, me, sites, 0))
    if (things >> TUNNEL) & 1:
        helps |= HELP_TUNNEL
        sites = ~me.built_tunnels & ALL_TUNNELS if anywhere else np.int64(me.open_tunnels)
        of_a_site = either(of_a_site, help_by_sites(rules, me, sites, FIRST_TUNNEL_SITE))
        helps = both(helps, help_by_metropolises(rules, me, sites))
    for _ in range(rules.part[row, NUMBER]):
        helps = both(helps, of_a_site)
    return helps


@jit
def help_by_sites(rules, me, sites, site):
    """What the best of the sites gives; `site` is the number of the first bit."""
    helps = 0
    sites &= rules.helping_sites[me.board, site]
    while sites != 0:
        helps = either(helps, rules.site_helps[me.board, site + lowest(sites)])
        sites &= sites - 1
    return helps


@jit
def help_by_metropolises(rules, me, tunnels):
    """What the metropolises give that these tunnels could connect."""
    helps = 0
    for place in range(METROPOLIS_SITES):
        missing = rules.metropolis_tunnels[me.board, place] & ~me.built_tunnels
        if missing != 0 and missing & ~tunnels == 0:
            helps = both(helps, rules.metropolis_helps[me.metropolis[place]])
    return helps


@jit
def lacking_sites(state, rules, me, slot):
    """What the slot's action waits for, other than a price: bits of things without a site, and LACKS_STRUCTURE.

    Where sites differ, a better one may be what is lacking: without a surcharge (B-15), or with the science that the
    upgrade after building asks for (D-6).
    """
    first = rules.slot_effect[slot, 0]
    last = first + rules.slot_effect[slot, 1] - 1
    surcharges = rules.has_surcharges[me.board] != 0
    lacking = 0
    for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
        row = rules.start[start, START_ROW]
        op = rules.part[row, OP]
        if op == opcodes.UPGRADE and not has_upgradable(me, rules.part[row, MASK]):
            lacking |= LACKS_STRUCTURE
        if op == opcodes.BUILD:
            sites_differ = surcharges or rules.part[row, THEN_UPGRADE] != 0
            for thing in range(FARM, SYMBIOTIC + 1):
                if (rules.part[row, MASK] >> thing) & 1:
                    if sites_differ or open_sites(state, me, thing, rules.part[row, ON_EXPANSION]) == 0:
                        lacking |= 1 << thing
    return lacking


@jit
def what_opens(lacking):
    """What brings the sites and structures that are lacking: new cities, new tunnels, anything to upgrade."""
    opens = 0
    if lacking & (BUILDING_MASK | CITY_MASK):
        opens |= HELP_CITY
    if (lacking >> TUNNEL) & 1:
        opens |= HELP_TUNNEL
    if lacking & LACKS_STRUCTURE:
        opens |= HELP_TUNNEL | HELP_BUILDING
    return opens


@jit
def anything_counts(rules, me, card):
    """Whether a condition or a counted gain within reach could reward a build or upgrade that gives nothing itself."""
    counts = rules.card_helps[card]
    for k in range(me.action_count):
        counts |= rules.card_helps[me.action_card[k]]
    for place in range(rules.slot_count):
        counts |= rules.slot_helps[rules.first_slot + place]
    return counts & HELP_COUNTS != 0


@jit
def things_rewarded(rules, me, events):
    """Things, as bits, for whose building (or upgrading) a card or a contract could give something that helps."""
    if rules.contracts:
        return ALL_THINGS
    rewarded = 0
    if me.listens & events:
        for k in range(me.tableau_count):
            card = me.tableau[k]
            if (events >> rules.card_event[card]) & 1 and rules.card_helps[card] != 0:
                if (BY_THINGS >> rules.card_event[card]) & 1:
                    rewarded |= rules.card_event_detail[card]
                elif (WAITS_FOR_EXPANSION >> rules.card_event[card]) & 1:
                    rewarded |= BUILDING_MASK
                else:
                    rewarded |= 1 << TUNNEL
    return rewarded
