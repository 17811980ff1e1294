"""Play a pair on copies of the position, card first, and try every way to resolve the card."""

from undersea_env.compiling.jit import inlined, jit
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.answers import list_answers
from undersea_env.underwater_cities.kernel.building import CREDITS
from undersea_env.underwater_cities.kernel.decisions import decide
from undersea_env.underwater_cities.kernel.interpreter import run
from undersea_env.underwater_cities.kernel.legality import can_start_slot
from undersea_env.underwater_cities.kernel.pair_test.memory import REMEMBER_FROM, fingerprint, is_seen_before
from undersea_env.underwater_cities.kernel.pair_test.pruning import (
    CAN_BEGIN,
    anything_counts,
    note_for_pruning,
    only,
    without_pointless,
)
from undersea_env.underwater_cities.kernel.questions import TO_ORDER
from undersea_env.underwater_cities.kernel.questions.turns import choose_order, play
from undersea_env.underwater_cities.kernel.workspace import MAX_DEPTH, SEEN_PLACES

MAX_NODES = 240_000              # positions of one look ahead; a test shows that play stays below
NOT_LISTED = -1                  # in place of a number of answers
assert SEEN_PLACES > MAX_NODES


@inlined
def opens_by_looking_ahead(state, rules, room, slot, k, tile, thorough):
    """Whether the slot's action can begin after some way to resolve the card in place `k` of the hand.

    `tile` says which of the spare metropolises is taken to be the next.
    """
    card = state.players[state.seat].hand[k]
    leaves_out = not thorough and rules.slot_has_bounds[slot] != 0 and not anything_counts(rules, card)
    numbers_tell = leaves_out and rules.contracts == 0
    if leaves_out:
        note_for_pruning(state, rules, room, slot, card)
    begin_probe(state, rules, room, slot, k, tile)
    probe = room.position[0]
    if probe.frame_count == 2 and probe.frame[1].stage == TO_ORDER:
        if probe.players[state.seat].resource[CREDITS] < rules.card_price[card]:
            return False
        choose_order(probe, rules, actions.CARD_FIRST)
    run(probe, rules)
    depth = 0
    nodes = 0
    room.count[0] = NOT_LISTED
    while depth >= 0:
        if room.count[depth] == NOT_LISTED:
            nodes += 1
            room.count[depth] = list_at(rules, room, depth, nodes, leaves_out, numbers_tell, thorough)
            if room.count[depth] == CAN_BEGIN:
                break
        if room.count[depth] == 0:
            depth -= 1
            continue
        if nodes == MAX_NODES or depth + 1 == MAX_DEPTH:
            room.given_up += 1
            return False
        room.count[depth] -= 1                       # from the last to the first: to stop is the shortest way
        action = room.action[depth, room.count[depth]]
        if room.count[depth] > 0:                    # the last answer needs no copy: nobody comes back to here
            room.position[depth + 1] = room.position[depth]
            depth += 1
        decide(room.position[depth], rules, action, room.action[depth])
        room.count[depth] = NOT_LISTED
    room.most_nodes = max(room.most_nodes, nodes)
    return depth >= 0


@jit
def begin_probe(state, rules, room, slot, k, tile):
    """Choose slot and card on a copy that stops where the slot's action would begin."""
    room.position[0] = state
    probe = room.position[0]
    supply = probe.metropolis_supply
    top = max(0, state.metropolis_count - 1)
    supply[tile], supply[top] = supply[top], supply[tile]
    play(probe, rules, slot, k)
    probe.frame[1].probing = 1


@jit
def list_at(rules, room, depth, nodes, leaves_out, numbers_tell, thorough):
    """List what to try at a position and return how much; nothing if it was met before, CAN_BEGIN if it is the end."""
    state = room.position[depth]
    if not thorough and nodes >= REMEMBER_FROM and is_seen_before(room, fingerprint(state), nodes):
        return 0
    answers = list_answers_of_probe(state, rules, room.action[depth])
    if leaves_out and answers > 0:
        return without_pointless(state, rules, room, room.action[depth], answers, numbers_tell)
    return answers


@jit
def list_answers_of_probe(state, rules, out):
    """The answers to the open question, or CAN_BEGIN if the slot's action can begin here."""
    turn = state.frame[1]
    if state.frame_count == 2:
        if can_start_slot(state, rules, state.seat, turn.slot - rules.first_slot):
            return CAN_BEGIN
        if turn.stage == TO_ORDER:
            if state.players[state.seat].resource[CREDITS] < rules.card_price[turn.card]:
                return 0
            return only(out, actions.ORDER + actions.CARD_FIRST)
    return list_answers(state, rules, out)
