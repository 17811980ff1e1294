"""Which slot and card may be chosen together: the exact test of G-5a, by looking ahead where a table cannot tell."""

import numpy as np

from undersea_env.jit import jit
from undersea_env.underwater_cities.compiled.assembler import (
    HELP_ANYTHING,
    HELP_BUILDING,
    HELP_FEDERATION,
    HELP_READY,
    HELP_SITES,
    HELP_UPGRADING,
)
from undersea_env.underwater_cities.compiled.limits import ALWAYS_SLOT, MAX_ACTION_CARDS, PLAYABLE_HAND, TOKENS
from undersea_env.underwater_cities.kernel import actions, frames
from undersea_env.underwater_cities.kernel.answers import add_once_per_turn, add_stop, list_answers
from undersea_env.underwater_cities.kernel.decisions import choose_order, decide, play
from undersea_env.underwater_cities.kernel.frames import SECOND_HALF, TO_ORDER, TO_PLAY
from undersea_env.underwater_cities.kernel.interpreter import CREDITS, run
from undersea_env.underwater_cities.kernel.legality import BUILD, OP, UPGRADE, USE_ACTION, can_start_slot
from undersea_env.underwater_cities.kernel.workspace import MAX_DEPTH
from undersea_env.underwater_cities.printed.words import CardType, Event

ACTION = int(CardType.ACTION)
PLENTY = 50                      # more of a resource than any price asks
WAITS_FOR_BUILDING = (
    1 << int(Event.BUILD)
    | 1 << int(Event.BUILD_SECOND_IN_CITY)
    | 1 << int(Event.BUILD_SECOND_TUNNEL)
    | 1 << int(Event.BUILD_ON_EXPANSION)
    | 1 << int(Event.CONNECT_METROPOLIS)
)
WAITS_FOR_UPGRADING = 1 << int(Event.UPGRADE) | 1 << int(Event.UPGRADE_SECOND_IN_CITY)
WAITS_FOR_FEDERATION = 1 << int(Event.REACH_FEDERATION)
WAITS_FOR_PLAYING = 1 << int(Event.MATCH) | 1 << int(Event.PAY_SPECIAL)
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
    return look_ahead(state, rules, room, slot, k) == FOUND


@jit
def could_help(state, rules, slot, card):
    """A quick test that never says no wrongly: give the player plenty of all that the card could provide, and look."""
    me = state.players[state.seat]
    helps = rules.card_helps[card]
    if me.listens & WAITS_FOR_PLAYING or rules.contracts != 0 or me.once_per_turn_cards != 0:
        return True
    if helps & HELP_ANYTHING or (rules.card_type[card] == ACTION and me.action_count == MAX_ACTION_CARDS):
        return True
    if helps == 0:
        return False
    if helps & HELP_BUILDING:                       # site bonuses and metropolises can give anything
        return True
    if helps & HELP_UPGRADING and me.listens & WAITS_FOR_UPGRADING:
        return True
    if helps & HELP_FEDERATION and me.listens & WAITS_FOR_FEDERATION:
        return True
    if helps & (HELP_SITES | HELP_READY):
        first = rules.slot_effect[slot, 0]
        for row in range(first, first + rules.slot_effect[slot, 1]):
            op = rules.part[row, OP]
            if op == USE_ACTION or (helps & HELP_SITES and (op == BUILD or op == UPGRADE)) or op > USE_ACTION:
                return True
    for r in range(TOKENS):
        me.resource[r] += PLENTY * ((helps >> r) & 1)
    possible = can_start_slot(state, rules, state.seat, slot - rules.first_slot)
    for r in range(TOKENS):
        me.resource[r] -= PLENTY * ((helps >> r) & 1)
    return possible


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
