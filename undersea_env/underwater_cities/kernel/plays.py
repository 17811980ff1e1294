"""Which slot and card may be chosen together: the exact test of G-5a, by looking ahead where a table cannot tell."""

import numpy as np

from undersea_env.jit import jit
from undersea_env.underwater_cities.compiled.assembler import (
    ALL_TOKENS,
    HELP_BY_DOING,
    HELP_READY,
    HELP_SITES,
)
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    CONTRACTS_IN_PLAY,
    CITIES_ON_BOARD,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    MAX_ACTION_CARDS,
    MAX_PARTS_IN_EFFECT,
    METROPOLIS_SITES,
    PLAYABLE_HAND,
    TOKENS,
    TUNNEL_SITES,
)
from undersea_env.underwater_cities.kernel import actions, frames
from undersea_env.underwater_cities.kernel.answers import add_once_per_turn, add_stop, list_answers
from undersea_env.underwater_cities.kernel.building import (
    ON_EXPANSION,
    STEELPLAST,
    THEN_UPGRADE,
    has_upgradable,
    open_sites,
)
from undersea_env.underwater_cities.kernel.decisions import choose_order, decide, play
from undersea_env.underwater_cities.kernel.frames import SECOND_HALF, TO_ORDER, TO_PLAY
from undersea_env.underwater_cities.kernel.interpreter import ACTION, CREDITS, INSTANT, run
from undersea_env.underwater_cities.kernel.legality import (
    AMOUNTS,
    BUILD,
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
from undersea_env.underwater_cities.kernel.network import FARM, LAB, NONSYMBIOTIC, SYMBIOTIC, TUNNEL, is_metropolis_connected
from undersea_env.underwater_cities.kernel.workspace import MAX_DEPTH
from undersea_env.underwater_cities.printed.words import Event

BUILDING_MASK = (1 << (LAB + 1)) - (1 << FARM)
CITY_MASK = 1 << NONSYMBIOTIC | 1 << SYMBIOTIC
ALL_CITIES = (1 << CITIES_ON_BOARD) - 1
ALL_TUNNELS = (1 << TUNNEL_SITES) - 1
PLENTY = 50                      # more of a resource than any price asks
WAITS_FOR_METROPOLIS = 1 << int(Event.CONNECT_METROPOLIS)
WAITS_FOR_BUILDING = (
    1 << int(Event.BUILD)
    | 1 << int(Event.BUILD_SECOND_IN_CITY)
    | 1 << int(Event.BUILD_SECOND_TUNNEL)
    | 1 << int(Event.BUILD_ON_EXPANSION)
    | WAITS_FOR_METROPOLIS
)
WAITS_FOR_UPGRADING = 1 << int(Event.UPGRADE) | 1 << int(Event.UPGRADE_SECOND_IN_CITY)
WAITS_FOR_FEDERATION = 1 << int(Event.REACH_FEDERATION)
WAITS_FOR_PLAYING = 1 << int(Event.MATCH) | 1 << int(Event.PAY_SPECIAL)
WAITS_FOR_ACTION_CARDS = 1 << int(Event.USE_ACTION_CARD)
WAITS_FOR_SLOTS = 1 << int(Event.USE_SLOT) | 1 << int(Event.SLOT_GIVES)
WAITS_FOR_CONTRACTS = 1 << int(Event.CLAIM_CONTRACT)
MAX_NODES = 20_000               # of one look ahead; a test shows that play stays far below
FOUND, NOT_FOUND, GAVE_UP = 1, 0, -1


@jit
def is_asking_for_a_play(state):
    frame = state.frame[state.frame_count - 1]
    return frame.question == frames.TURN and frame.stage == TO_PLAY


@jit
def list_legal(state, rules, room, out):
    """All legal actions in ascending order; returns how many. `room` is a Workspace record for looking ahead."""
    if state.over:
        return 0
    if is_asking_for_a_play(state):
        return list_plays(state, rules, room, out)
    return list_answers(state, rules, out)


@jit
def list_plays(state, rules, room, out):
    seat = state.seat
    me = state.players[seat]
    n = 0
    if me.hand_count == 0:
        n = add_once_per_turn(state, rules, out, n)
        return add_stop(out, n)                     # D-8
    hand = min(np.int64(me.hand_count), PLAYABLE_HAND)
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
            if startable or opens_by_card(state, rules, room, slot, k):
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


@jit
def opens_by_card(state, rules, room, slot, k):
    """Whether the card's effect, done first, could make part of the slot's action possible (G-5a)."""
    me = state.players[state.seat]
    card = me.hand[k]
    if rules.card_colour[card] != rules.slot_colour[slot] or me.resource[CREDITS] < rules.card_price[card]:
        return False
    if not could_help(state, rules, slot, card):
        return False
    if state.metropolis_count > 1 and may_take_metropolis(rules, card):
        return look_ahead_with_every_tile(state, rules, room, slot, k) == FOUND
    return look_ahead(state, rules, room, slot, k) == FOUND


@jit
def could_help(state, rules, slot, card):
    """A quick test that never says no wrongly: give the player plenty of all that the card could provide, and look."""
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
                if can_begin(state, rules, seat, start):
                    helps |= help_by_part(state, rules, me, rules.start[start, START_ROW], before)
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
    if helps & HELP_BY_DOING:
        return True
    if helps == 0:
        return False
    if helps & HELP_READY and uses_action_cards(rules, slot):
        return True
    if helps & HELP_SITES and lacks_sites(state, rules, me, slot):
        return True
    add_plenty(me, helps)
    possible = can_start_slot(state, rules, seat, slot - rules.first_slot)
    take_plenty(me, helps)
    return possible


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
        helps |= help_by_sites(rules, me, ~me.built_tunnels & ALL_TUNNELS, FIRST_TUNNEL_SITE)
        for place in range(METROPOLIS_SITES):
            if not is_metropolis_connected(rules, me, place):
                helps |= rules.metropolis_helps[me.metropolis[place]]
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
def lacks_sites(state, rules, me, slot):
    """Whether a part of the slot's action waits for a site or for a structure, not for a price."""
    first = rules.slot_effect[slot, 0]
    last = first + rules.slot_effect[slot, 1] - 1
    for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
        row = rules.start[start, START_ROW]
        op = rules.part[row, OP]
        if op == UPGRADE and not has_upgradable(me, rules.part[row, MASK]):
            return True
        if op == BUILD:
            for thing in range(FARM, SYMBIOTIC + 1):
                if (rules.part[row, MASK] >> thing) & 1:
                    if open_sites(state, me, thing, rules.part[row, ON_EXPANSION]) == 0:
                        return True
    return False


@jit
def may_take_metropolis(rules, card):
    first = rules.card_effect[card, 0]
    for row in range(first, first + rules.card_effect[card, 1]):
        start = rules.part[row, START]
        for k in range(start, start + rules.part[row, STARTS]):
            if rules.part[rules.start[k, START_ROW], OP] == TAKE_METROPOLIS:
                return True
    return False


@jit
def look_ahead_with_every_tile(state, rules, room, slot, k):
    """The spare metropolises are hidden: any of them may be the one taken, so the mask tells nothing of which it is."""
    top = state.metropolis_count - 1
    supply = state.metropolis_supply
    found = NOT_FOUND
    for place in range(top + 1):
        supply[place], supply[top] = supply[top], supply[place]
        if found == NOT_FOUND:
            found = look_ahead(state, rules, room, slot, k)
        supply[place], supply[top] = supply[top], supply[place]
    return found


@jit
def look_ahead(state, rules, room, slot, k):
    """Play the pair on a copy, card first, and try every way to resolve the card until the slot's action can begin."""
    room.position[0] = state
    play(room.position[0], rules, slot, k)
    turn = room.position[0].frame[1]
    turn.probing = 1
    if room.position[0].frame_count == 2:
        choose_order(room.position[0], rules, actions.CARD_FIRST)
    run(room.position[0], rules)
    depth = 0
    nodes = 0
    room.count[0] = -1
    while depth >= 0:
        if room.count[depth] < 0:                  # a position not seen yet
            nodes += 1
            room.most_nodes = nodes
            if nodes > MAX_NODES:
                return GAVE_UP
            answers = list_answers_of_probe(room.position[depth], rules, room.action[depth])
            if answers < 0:
                return FOUND
            room.count[depth] = answers
            room.tried[depth] = 0
        if room.tried[depth] == room.count[depth]:
            depth -= 1
            continue
        action = room.action[depth, room.tried[depth]]
        room.tried[depth] += 1
        if depth + 1 == MAX_DEPTH:
            return GAVE_UP
        room.position[depth + 1] = room.position[depth]
        decide(room.position[depth + 1], rules, action)
        depth += 1
        room.count[depth] = -1
    return NOT_FOUND


@jit
def list_answers_of_probe(state, rules, out):
    """Answers in a look ahead; -1 if the slot's action can begin here."""
    turn = state.frame[1]
    if state.frame_count == 2:
        if turn.stage == SECOND_HALF:
            if can_start_slot(state, rules, state.seat, turn.slot - rules.first_slot):
                return -1
        elif turn.stage == TO_ORDER:
            out[0] = actions.ORDER + actions.CARD_FIRST
            return 1
    return list_answers(state, rules, out)
