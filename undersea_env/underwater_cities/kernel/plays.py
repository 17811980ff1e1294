"""Which slot and card may be chosen together: the exact test of G-5a, by looking ahead where a table cannot tell."""

import numpy as np

from undersea_env.jit import inlined, jit
from undersea_env.underwater_cities.compiled.assembler import (
    ALL_TOKENS,
    HELP_BY_DOING,
    HELP_COUNTS,
    HELP_READY,
    HELP_SITES,
)
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    BUILDING_SITES,
    CITIES_ON_BOARD,
    CONTRACTS_IN_PLAY,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    MAX_ACTION_CARDS,
    MAX_PARTS_IN_EFFECT,
    METROPOLIS_SITES,
    N_SITES,
    PLAYABLE_HAND,
    TOKENS,
    TUNNEL_SITES,
)
from undersea_env.underwater_cities.kernel import actions, frames
from undersea_env.underwater_cities.kernel.answers import add_once_per_turn, add_stop, list_answers
from undersea_env.underwater_cities.kernel.building import (
    BIOMATTER,
    KELP,
    ON_EXPANSION,
    SCIENCE,
    STEELPLAST,
    THEN_UPGRADE,
    has_upgradable,
    open_sites,
)
from undersea_env.underwater_cities.kernel.decisions import choose_order, decide, play, thing_to_build_on
from undersea_env.underwater_cities.kernel.frames import SECOND_HALF, TO_ORDER, TO_PLAY
from undersea_env.underwater_cities.kernel.gains import BY_THINGS, times_gained
from undersea_env.underwater_cities.kernel.interpreter import ACTION, CREDITS, INSTANT, run
from undersea_env.underwater_cities.kernel.legality import (
    AMOUNTS,
    BUILD,
    CONDITION,
    CONVERT_CITY,
    DIFFERENT,
    EXCHANGE,
    FEDERATION,
    GAIN,
    MASK,
    OP,
    OTHER_AMOUNTS,
    PERFORM,
    PRODUCTION_OF,
    READY_ACTION,
    START,
    START_ROW,
    STARTS,
    TAKE_METROPOLIS,
    TAKE_SPECIAL,
    UPGRADE,
    USE_ACTION,
    can_begin,
    can_start_slot,
    may_perform_by_tiles,
)
from undersea_env.underwater_cities.kernel.network import (
    FARM,
    LAB,
    NONSYMBIOTIC,
    SYMBIOTIC,
    TUNNEL,
    is_metropolis_connected,
)
from undersea_env.underwater_cities.kernel.workspace import MAX_DEPTH, SEEN_PLACES
from undersea_env.underwater_cities.printed.words import Event

BUILDING_MASK = (1 << (LAB + 1)) - (1 << FARM)
CITY_MASK = 1 << NONSYMBIOTIC | 1 << SYMBIOTIC
ALL_THINGS = (1 << (SYMBIOTIC + 1)) - 1
ALL_CITIES = (1 << CITIES_ON_BOARD) - 1
ALL_TUNNELS = (1 << TUNNEL_SITES) - 1
LACKS_STRUCTURE = 1
PLENTY = 50                      # more of a resource than any price asks
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
WAITS_FOR_PLAYING = 1 << int(Event.MATCH) | 1 << int(Event.PAY_SPECIAL)
WAITS_FOR_ACTION_CARDS = 1 << int(Event.USE_ACTION_CARD)
WAITS_FOR_SLOTS = 1 << int(Event.USE_SLOT) | 1 << int(Event.SLOT_GIVES)
WAITS_FOR_CONTRACTS = 1 << int(Event.CLAIM_CONTRACT)
MAX_NODES = 12_000               # of one look ahead; a test shows that play stays far below
REMEMBER_FROM = 48               # positions in a look ahead before it begins to remember where it has been
FINGERPRINT_START = np.uint64(0x9E3779B97F4A7C15)
FINGERPRINT_FACTOR = np.uint64(0xD1342543DE82EF95)
FINGERPRINT_SHIFT = np.uint64(64 - 14)
assert SEEN_PLACES == 1 << 14 > MAX_NODES
FOUND, NOT_FOUND = True, False
NOT_LISTED, CAN_BEGIN = -1, -2


@jit
def is_asking_for_a_play(state):
    frame = state.frame[state.frame_count - 1]
    return frame.question == frames.TURN and frame.stage == TO_PLAY


@inlined
def list_legal(state, rules, room, out, thorough):
    """All legal actions in ascending order; returns how many. `room` is a Workspace record for looking ahead."""
    if state.over:
        return 0
    if is_asking_for_a_play(state):
        return list_plays(state, rules, room, out, thorough)
    return list_answers(state, rules, out)


@inlined
def list_plays(state, rules, room, out, thorough):
    seat = state.seat
    me = state.players[seat]
    n = 0
    if me.hand_count == 0:
        n = add_once_per_turn(state, rules, out, n)
        return add_stop(state.frame[state.frame_count - 1], out, n)   # D-8
    hand = min(np.int64(me.hand_count), PLAYABLE_HAND)
    for k in range(hand):
        room.helps[k] = NOT_LISTED
    for place in range(rules.slot_count):
        tiles = state.slot_tiles[place]
        cloning = tiles != 0
        if cloning and not may_clone(state, rules, me, seat, tiles):
            continue
        me.resource[CREDITS] -= cloning
        startable = can_start_slot(state, rules, seat, place)
        me.resource[CREDITS] += cloning
        slot = rules.first_slot + place
        for k in range(hand):
            if startable or opens_by_card(state, rules, room, slot, k, thorough):
                out[n] = actions.PLAY + slot * PLAYABLE_HAND + k
                n += 1
    for k in range(hand):
        out[n] = actions.PLAY + ALWAYS_SLOT * PLAYABLE_HAND + k
        n += 1
    return add_once_per_turn(state, rules, out, n)


@jit
def may_clone(state, rules, me, seat, tiles):
    """The cloning tile: a slot occupied by another player and not by oneself, for 1 credit, once a round (G-11)."""
    return (
        rules.clone_tile != 0 and state.clone_tile == 0 and me.resource[CREDITS] >= 1 and (tiles >> seat) & 1 == 0
    )


@inlined
def opens_by_card(state, rules, room, slot, k, thorough):
    """Whether the card's effect, done first, could make part of the slot's action possible (G-5a).

    `thorough` leaves out every short cut: it is how the tests know that the short cuts change nothing.
    """
    me = state.players[state.seat]
    card = me.hand[k]
    if rules.card_colour[card] != rules.slot_colour[slot] or me.resource[CREDITS] < rules.card_price[card]:
        return False
    if not thorough:
        if room.helps[k] == NOT_LISTED:
            room.helps[k] = help_by_card(state, rules, card)
        if not could_help(state, rules, slot, room.helps[k]):
            return False
    if not thorough and rules.card_only_gains[card] and me.listens & (WAITS_FOR_PLAYING | WAITS_FOR_FEDERATION) == 0:
        if rules.contracts == 0 and me.once_per_turn_cards == 0:
            return opens_by_gains(state, rules, me, slot, card)
    # The spare metropolises are hidden: any may be the one taken, so that the mask tells nothing of which it is (D-9).
    tiles = np.int64(state.metropolis_count) if may_take_metropolis(rules, card) else 1
    for tile in range(tiles):
        if look_ahead(state, rules, room, slot, k, tile, thorough):
            return True
    return False


@jit
def opens_by_gains(state, rules, me, slot, card):
    """The look ahead for a card that only gives tokens: nothing to choose, so add them, look, and take them away."""
    me.resource[CREDITS] -= rules.card_price[card]
    add_gains(state, rules, me, card, 1)
    possible = can_start_slot(state, rules, state.seat, slot - rules.first_slot)
    add_gains(state, rules, me, card, -1)
    me.resource[CREDITS] += rules.card_price[card]
    return possible


@jit
def add_gains(state, rules, me, card, sign):
    first = rules.card_effect[card, 0]
    for row in range(first, first + rules.card_effect[card, 1]):
        amounts = rules.part[row, AMOUNTS]
        times = sign * times_gained(state, rules, state.seat, row)
        for r in range(TOKENS):
            me.resource[r] += times * rules.amounts[amounts, r]


@jit
def could_help(state, rules, slot, helps):
    """A quick test that never says no wrongly: give the player plenty of all that the card could provide, and look."""
    me = state.players[state.seat]
    if helps & HELP_BY_DOING:
        return True
    if helps & ~HELP_COUNTS == 0:
        return False
    if helps & HELP_READY and uses_action_cards(rules, slot):
        return True
    if helps & HELP_SITES and lacking_sites(state, rules, me, slot):
        return True
    add_plenty(me, helps)
    possible = can_start_slot(state, rules, state.seat, slot - rules.first_slot)
    take_plenty(me, helps)
    return possible


@jit
def help_by_card(state, rules, card):
    """All that playing the card first could provide."""
    seat = state.seat
    me = state.players[seat]
    helps = help_by_standing_cards(state, rules, me)
    if rules.card_type[card] == INSTANT:
        first = rules.card_effect[card, 0]
        last = first + rules.card_effect[card, 1] - 1
        for _ in range(MAX_PARTS_IN_EFFECT):         # what one part provides may make another part possible
            before = helps
            add_plenty(me, helps)
            for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
                row = rules.start[start, START_ROW]
                made_ready = before & HELP_READY and rules.part[row, OP] == USE_ACTION
                made_true = rules.start[start, CONDITION] != 0   # the card itself may change what is counted
                if made_ready or made_true or can_begin(state, rules, seat, start):
                    helps |= help_by_part(state, rules, me, row, before)
            take_plenty(me, before)
            if helps == before:
                break
    elif rules.card_type[card] == ACTION:
        helps |= HELP_READY
        if me.action_count == MAX_ACTION_CARDS:      # K-6: one of the four is discarded, and used if it was ready
            helps |= help_by_action_cards(state, rules, me, 0)
    elif rules.card_once[card] != 0:
        helps |= rules.card_helps[card]
    else:
        helps |= tokens_of(rules, rules.card_discount[card])
    return helps


@jit
def add_plenty(me, helps):
    for r in range(TOKENS):
        me.resource[r] += PLENTY * ((helps >> r) & 1)


@jit
def take_plenty(me, helps):
    for r in range(TOKENS):
        me.resource[r] -= PLENTY * ((helps >> r) & 1)


@jit
def tokens_of(rules, amounts):
    bits = 0
    for r in range(TOKENS):
        if rules.amounts[amounts, r] > 0:
            bits |= 1 << r
    return bits


@jit
def uses_action_cards(rules, slot):
    first = rules.slot_effect[slot, 0]
    last = first + rules.slot_effect[slot, 1] - 1
    for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
        if rules.part[rules.start[start, START_ROW], OP] == USE_ACTION:
            return True
    return False


@jit
def help_by_events(rules, me, events):
    """What the cards in play that wait for these events could give."""
    helps = 0
    if me.listens & events:
        for k in range(me.tableau_count):
            card = me.tableau[k]
            if (events >> rules.card_event[card]) & 1:
                helps |= rules.card_helps[card]
    return helps


@jit
def help_by_standing_cards(state, rules, me):
    """What playing any card could set off."""
    helps = help_by_events(rules, me, WAITS_FOR_PLAYING | WAITS_FOR_FEDERATION)
    if me.once_per_turn_cards != 0:
        for place in range(rules.once_count):
            if (me.once_per_turn_cards >> place) & 1:
                helps |= rules.card_helps[rules.once_card[place]]
    if rules.contracts:
        for k in range(CONTRACTS_IN_PLAY):
            helps |= rules.contract_helps[state.contract_row[k]]
        if helps:
            helps |= help_by_events(rules, me, WAITS_FOR_CONTRACTS)
    return helps


@jit
def help_by_action_cards(state, rules, me, used_too):
    helps = help_by_events(rules, me, WAITS_FOR_ACTION_CARDS)
    for k in range(me.action_count):
        if used_too or me.action_used[k] == 0:
            card = me.action_card[k]
            helps |= help_by_effect(state, rules, me, rules.card_effect[card, 0], rules.card_effect[card, 1])
    return helps


@jit
def help_by_slots(state, rules, me, which):
    helps = help_by_events(rules, me, WAITS_FOR_SLOTS)
    for place in range(rules.slot_count):
        if may_perform_by_tiles(state, state.seat, place, which):
            slot = rules.first_slot + place
            helps |= help_by_effect(state, rules, me, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1])
    return helps


@jit
def help_by_part(state, rules, me, row, helps):
    """What one part of the card's effect, which can be begun, could give."""
    op = rules.part[row, OP]
    if op == USE_ACTION:
        return help_by_action_cards(state, rules, me, helps & HELP_READY)
    if op == PERFORM:
        return help_by_slots(state, rules, me, rules.part[row, MASK])
    return help_by_simple_part(state, rules, me, row)


@jit
def help_by_effect(state, rules, me, first, parts):
    """What an effect could give, whether it can be begun or not."""
    helps = 0
    last = first + parts - 1
    for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
        helps |= help_by_simple_part(state, rules, me, rules.start[start, START_ROW])
    return helps


@jit
def help_by_simple_part(state, rules, me, row):
    op = rules.part[row, OP]
    if op == GAIN:
        return tokens_of(rules, rules.part[row, AMOUNTS])
    if op == BUILD:
        return help_by_building(state, rules, me, row)
    if op == UPGRADE:
        return help_by_events(rules, me, WAITS_FOR_UPGRADING)
    if op == FEDERATION:
        return 1 << STEELPLAST | 1 << CREDITS
    if op == READY_ACTION:
        return HELP_READY
    if op == TAKE_SPECIAL or op == CONVERT_CITY:
        return 0
    if op == DIFFERENT:
        return rules.part[row, MASK] & ALL_TOKENS
    if op == EXCHANGE:
        return tokens_of(rules, rules.part[row, AMOUNTS]) | tokens_of(rules, rules.part[row, OTHER_AMOUNTS])
    if op == PRODUCTION_OF:
        return ALL_TOKENS
    if op == TAKE_METROPOLIS:
        helps = help_by_events(rules, me, WAITS_FOR_METROPOLIS)
        for k in range(state.metropolis_count):
            helps |= rules.metropolis_helps[state.metropolis_supply[k]]
        return helps
    return HELP_BY_DOING


@jit
def help_by_building(state, rules, me, row):
    """What the empty sites and the metropolises not yet connected give, and what waits for building."""
    helps = HELP_SITES | help_by_events(rules, me, WAITS_FOR_BUILDING)
    if rules.part[row, THEN_UPGRADE] != 0:
        helps |= help_by_events(rules, me, WAITS_FOR_UPGRADING)
    things = rules.part[row, MASK]
    if things & BUILDING_MASK:
        sites = me.open_expansion if rules.part[row, ON_EXPANSION] else me.open_building
        helps |= help_by_sites(rules, me, sites, FIRST_BUILDING_SITE)
    if things & CITY_MASK:
        helps |= help_by_sites(rules, me, ~me.built_cities & ALL_CITIES, 0)
    if (things >> TUNNEL) & 1:
        helps |= tunnels_give(rules, me)
    return helps


@jit
def help_by_sites(rules, me, sites, site):
    helps = 0
    while sites != 0:
        if sites & 1:
            helps |= rules.site_helps[me.board, site]
        sites >>= 1
        site += 1
    return helps


@jit
def lacking_sites(state, rules, me, slot):
    """What the slot's action waits for, other than a price: bits of things without a site, and LACKS_STRUCTURE."""
    first = rules.slot_effect[slot, 0]
    last = first + rules.slot_effect[slot, 1] - 1
    lacking = 0
    for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
        row = rules.start[start, START_ROW]
        op = rules.part[row, OP]
        if op == UPGRADE and not has_upgradable(me, rules.part[row, MASK]):
            lacking |= LACKS_STRUCTURE
        if op == BUILD:
            for thing in range(FARM, SYMBIOTIC + 1):
                if (rules.part[row, MASK] >> thing) & 1:
                    if open_sites(state, me, thing, rules.part[row, ON_EXPANSION]) == 0:
                        lacking |= 1 << thing
    return lacking


@jit
def may_take_metropolis(rules, card):
    first = rules.card_effect[card, 0]
    for row in range(first, first + rules.card_effect[card, 1]):
        start = rules.part[row, START]
        for k in range(start, start + rules.part[row, STARTS]):
            if rules.part[rules.start[k, START_ROW], OP] == TAKE_METROPOLIS:
                return True
    return False


@inlined
def look_ahead(state, rules, room, slot, k, tile, thorough):
    """Play the pair on a copy, card first, and try every way to resolve the card until the slot's action can begin.

    `tile` says which of the spare metropolises is taken to be the next.
    """
    me = state.players[state.seat]
    may_leave_out = not thorough and not anything_counts(rules, me, me.hand[k])
    room.lacking = lacking_sites(state, rules, me, slot)
    room.essential = 0
    if may_leave_out and rules.contracts == 0 and room.lacking == 0:
        room.essential = essential_tokens(state, rules, me, slot)
    room.rewarded_builds = things_rewarded(rules, me, WAITS_FOR_BUILDING)
    room.rewarded_upgrades = things_rewarded(rules, me, WAITS_FOR_UPGRADING)
    room.position[0] = state
    supply = room.position[0].metropolis_supply
    top = max(0, state.metropolis_count - 1)
    supply[tile], supply[top] = supply[top], supply[tile]
    play(room.position[0], rules, slot, k)
    turn = room.position[0].frame[1]
    turn.probing = 1
    if room.position[0].frame_count == 2:
        choose_order(room.position[0], rules, actions.CARD_FIRST)
    run(room.position[0], rules)
    depth = 0
    nodes = 0
    room.count[0] = NOT_LISTED
    while depth >= 0:
        if room.count[depth] == NOT_LISTED:
            nodes += 1
            if nodes >= REMEMBER_FROM and is_seen_before(room, fingerprint(room.position[depth]), nodes):
                depth -= 1
                continue
            answers = list_answers_of_probe(room.position[depth], rules, room.action[depth])
            if answers == CAN_BEGIN:
                room.most_nodes = max(room.most_nodes, nodes)
                return FOUND
            if may_leave_out:
                answers = without_pointless(room.position[depth], rules, room, room.action[depth], answers)
            room.count[depth] = answers
        if room.count[depth] == 0:
            depth -= 1
            continue
        room.count[depth] -= 1                       # from the last to the first: to stop is the shortest way
        action = room.action[depth, room.count[depth]]
        if nodes == MAX_NODES or depth + 1 == MAX_DEPTH:
            room.given_up += 1
            return NOT_FOUND
        if room.count[depth] > 0:                    # the last answer needs no copy: nobody comes back to here
            room.position[depth + 1] = room.position[depth]
            depth += 1
        decide(room.position[depth], rules, action, room.action[depth])
        room.count[depth] = NOT_LISTED
    room.most_nodes = max(room.most_nodes, nodes)
    return NOT_FOUND


@jit
def mixed_in(number, value):
    """One more value in a fingerprint."""
    return (np.uint64(number) ^ np.uint64(value)) * FINGERPRINT_FACTOR


@jit
def fingerprint(state):
    """All that bears on whether the slot can be used: the player's things and the open questions, not its hand."""
    me = state.players[state.seat]
    number = FINGERPRINT_START
    for r in range(TOKENS):
        number = mixed_in(number, me.resource[r])
    number = mixed_in(number, me.space)
    number = mixed_in(number, me.extra_metropolises)
    number = mixed_in(number, me.hand_count)
    number = mixed_in(number, state.tunnels_this_turn)
    number = mixed_in(number, state.once_used)
    number = mixed_in(number, me.contracts)
    for k in range(me.action_count):
        number = mixed_in(number, me.action_card[k])
        number = mixed_in(number, me.action_used[k])
    for c in range(CITIES_ON_BOARD):
        number = mixed_in(number, me.city[c])
    for t in range(TUNNEL_SITES):
        number = mixed_in(number, me.tunnel[t])
    for k in range(BUILDING_SITES):
        number = mixed_in(number, me.building[k] + 8 * me.upgraded[k])
    for k in range(1, state.frame_count):
        frame = state.frame[k]
        number = mixed_in(number, frame.question)
        number = mixed_in(number, frame.row)
        number = mixed_in(number, frame.left)
        number = mixed_in(number, frame.stage)
        number = mixed_in(number, frame.thing)
        number = mixed_in(number, frame.site)
        number = mixed_in(number, frame.price)
        number = mixed_in(number, frame.for_kelp)
        number = mixed_in(number, frame.card)
        number = mixed_in(number, frame.source)
    return number | np.uint64(1)


@jit
def is_seen_before(room, number, nodes):
    """Whether this look ahead has been here already; remembers it if not. Short ones do without this."""
    if nodes == REMEMBER_FROM:
        room.seen[:] = 0
    number = np.uint64(number)                       # integers come in signed, with the same bits
    place = np.int64(number >> FINGERPRINT_SHIFT)
    while room.seen[place] != 0:
        if room.seen[place] == number:
            return True
        place = (place + 1) % SEEN_PLACES
    room.seen[place] = number
    return False


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


@jit
def list_answers_of_probe(state, rules, out):
    """Answers in a look ahead, or CAN_BEGIN if the slot's action can begin here."""
    turn = state.frame[1]
    if state.frame_count == 2:
        if turn.stage == SECOND_HALF:
            if can_start_slot(state, rules, state.seat, turn.slot - rules.first_slot):
                return CAN_BEGIN
        elif turn.stage == TO_ORDER:
            out[0] = actions.ORDER + actions.CARD_FIRST
            return 1
    return list_answers(state, rules, out)


@jit
def essential_tokens(state, rules, me, slot):
    """Tokens of which at least one more is needed, however much there is of the others; 0: there are no such.

    Biomatter stands in for kelp and steelplast (B-2), so they go together.
    """
    for group in (1 << STEELPLAST | 1 << BIOMATTER, 1 << KELP | 1 << BIOMATTER, 1 << SCIENCE, 1 << CREDITS):
        others = ALL_TOKENS & ~group
        add_plenty(me, others)
        possible = can_start_slot(state, rules, state.seat, slot - rules.first_slot)
        take_plenty(me, others)
        if not possible:
            return group
    return 0


@jit
def nothing_else_follows(state):
    """Whether the open question is the last part of the card's effect: what it gives pays for nothing but the slot."""
    if state.players[state.seat].once_per_turn_cards != 0:
        return False
    for k in range(2, state.frame_count - 1):
        frame = state.frame[k]
        if frame.question == frames.EFFECT:
            if frame.stage != (1 << frame.left) - 1:
                return False
        elif frame.left > 0:
            return False
    return True


@jit
def provides(state, rules, me, answer, question, wanted):
    """Whether using this slot or action card could provide something of what is wanted."""
    if question == frames.PERFORM:
        effect = rules.slot_effect[answer - actions.SLOT]
        events = WAITS_FOR_SLOTS
    else:
        effect = rules.card_effect[me.action_card[answer - actions.ACTION_CARD]]
        events = WAITS_FOR_ACTION_CARDS
    helps = help_by_effect(state, rules, me, effect[0], effect[1]) | help_by_events(rules, me, events)
    return helps & (wanted | HELP_READY | HELP_BY_DOING) != 0


@jit
def only_providing(state, rules, me, question, out, answers, wanted):
    kept = 0
    for k in range(answers):
        if out[k] == actions.STOP or provides(state, rules, me, out[k], question, wanted):
            out[kept] = out[k]
            kept += 1
    return kept


@jit
def without_pointless(state, rules, room, out, answers):
    """Leave out what costs something and cannot help: specials, upgrades, builds that give nothing and open nothing."""
    frame = state.frame[state.frame_count - 1]
    question = frame.question
    if question == frames.TAKE_SPECIAL and out[answers - 1] == actions.STOP:
        out[0] = actions.STOP
        return 1
    me = state.players[state.seat]
    wanted = ALL_TOKENS
    if room.essential != 0 and nothing_else_follows(state):
        wanted = room.essential
        if question == frames.PERFORM or (question == frames.USE_ACTION and frame.left == 1):
            return only_providing(state, rules, me, question, out, answers, wanted)
    if question != frames.BUILD and question != frames.UPGRADE:
        return answers
    wants_structure = room.lacking & LACKS_STRUCTURE
    thing = frame.thing
    if question == frames.BUILD and thing == 0:
        thing = thing_to_build_on(state, rules, frame.row)
    kept = 0
    for k in range(answers):
        site = out[k] - actions.SITE
        if 0 <= site < N_SITES:
            if question == frames.UPGRADE:
                if (room.rewarded_upgrades >> structure_on(me, site)) & 1 == 0:
                    continue
            elif FIRST_BUILDING_SITE <= site < FIRST_TUNNEL_SITE and wants_structure:
                wants_structure = 0                  # one that gives nothing is as good as another
            elif (room.rewarded_builds >> thing) & 1 == 0:
                if is_pointless(rules, me, site, room.lacking, frame.left, wanted):
                    continue
        out[kept] = out[k]
        kept += 1
    return kept


@jit
def structure_on(me, site):
    return TUNNEL if site >= FIRST_TUNNEL_SITE else me.building[site - FIRST_BUILDING_SITE]


@jit
def tunnels_give(rules, me):
    """What the tunnel sites still empty and the metropolises not yet connected give."""
    helps = help_by_sites(rules, me, ~me.built_tunnels & ALL_TUNNELS, FIRST_TUNNEL_SITE)
    for place in range(METROPOLIS_SITES):
        if not is_metropolis_connected(rules, me, place):
            helps |= rules.metropolis_helps[me.metropolis[place]]
    return helps


@jit
def is_pointless(rules, me, site, lacking, left, wanted):
    """Whether building on this site gives nothing, and opens nothing that the slot waits for."""
    if rules.site_helps[me.board, site] & wanted:
        return False
    if site < FIRST_BUILDING_SITE:
        return lacking & (BUILDING_MASK | CITY_MASK) == 0
    if site < FIRST_TUNNEL_SITE:
        return True
    if lacking & (1 << TUNNEL | LACKS_STRUCTURE) or (left > 1 and tunnels_give(rules, me) & (wanted | HELP_BY_DOING)):
        return False
    tunnel = site - FIRST_TUNNEL_SITE
    return (
        rules.tunnel_end[me.board, tunnel, 0] < CITIES_ON_BOARD
        and rules.tunnel_end[me.board, tunnel, 1] < CITIES_ON_BOARD
    )
