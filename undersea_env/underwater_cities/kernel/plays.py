"""What may be done now: the listing of legal actions, and of the pairs of slot and card (G-3, G-5)."""

import numpy as np

from undersea_env.compiling.jit import inlined, jit
from undersea_env.underwater_cities.compiled.limits import ALWAYS_SLOT, PLAYABLE_HAND
from undersea_env.underwater_cities.kernel import actions, questions
from undersea_env.underwater_cities.kernel.answers import list_answers
from undersea_env.underwater_cities.kernel.building import ALL_THINGS, CREDITS, kinds_as_usual
from undersea_env.underwater_cities.kernel.legality import ALWAYS, can_start_slot, can_start_slot_otherwise
from undersea_env.underwater_cities.kernel.pair_test.pair import forget_bounds, opens_by_card
from undersea_env.underwater_cities.kernel.questions import TO_PLAY
from undersea_env.underwater_cities.kernel.questions.listing import add_once_per_turn, add_stop


@jit
def is_asking_for_a_play(state):
    frame = state.frame[state.frame_count - 1]
    return frame.question == questions.TURN and frame.stage == TO_PLAY


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
    forget_bounds(room, hand)
    startable_by = kinds_as_usual(state, rules, seat, ALL_THINGS) | ALWAYS
    for place in range(rules.slot_count):
        slot = rules.first_slot + place
        tiles = state.slot_tiles[place]
        cloning = tiles != 0
        if not cloning:
            startable = rules.slot_builds[slot] & startable_by or can_start_slot_otherwise(state, rules, seat, place)
        elif may_clone(state, rules, me, seat, tiles):
            me.resource[CREDITS] -= 1
            startable = can_start_slot(state, rules, seat, place)
            me.resource[CREDITS] += 1
        else:
            continue
        first = actions.PLAY + slot * PLAYABLE_HAND
        if startable:
            n = add_hand(out, n, first, hand)
            continue
        for k in range(hand):
            if opens_by_card(state, rules, room, slot, k, cloning, thorough):
                out[n] = first + k
                n += 1
    n = add_hand(out, n, actions.PLAY + ALWAYS_SLOT * PLAYABLE_HAND, hand)
    return add_once_per_turn(state, rules, out, n)


@jit
def add_hand(out, n, first, hand):
    for k in range(hand):
        out[n + k] = first + k
    return n + hand


@jit
def may_clone(state, rules, me, seat, tiles):
    """The cloning tile: a slot occupied by another player and not by oneself, for 1 credit, once a round (G-11)."""
    return (
        rules.clone_tile != 0 and state.clone_tile == 0 and me.resource[CREDITS] >= 1 and (tiles >> seat) & 1 == 0
    )
