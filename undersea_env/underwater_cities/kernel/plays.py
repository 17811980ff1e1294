"""Which slot and card may be chosen together: the exact test of G-5a, by looking ahead where a table cannot tell."""

import numpy as np

from undersea_env.compiling.jit import inlined, jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.help import (
    HELP_BUILDING,
    HELP_BY_DOING,
    HELP_CITY,
    HELP_COUNTS,
    HELP_TUNNEL,
)
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    BUILDING_SITES,
    CITIES_ON_BOARD,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    MAX_ACTION_CARDS,
    N_SITES,
    PLAYABLE_HAND,
    TOKENS,
    TRACK_TOP,
    TUNNEL_SITES,
)
from undersea_env.underwater_cities.kernel import actions, questions
from undersea_env.underwater_cities.kernel.answers import add_once_per_turn, add_stop, list_answers
from undersea_env.underwater_cities.kernel.building import (
    ALL_THINGS,
    BIOMATTER,
    KELP,
    SCIENCE,
    STEELPLAST,
    full_price,
    kinds_as_usual,
)
from undersea_env.underwater_cities.kernel.columns import (
    AMOUNTS,
    CHILD,
    CONDITION,
    MASK,
    NUMBER,
    OP,
    PRICE_COUNT,
    START,
    START_AMOUNTS,
    START_ROW,
    STARTS,
    TIMES,
)
from undersea_env.underwater_cities.kernel.decisions import choose_order, decide, play, thing_to_build_on
from undersea_env.underwater_cities.kernel.gains import times_gained
from undersea_env.underwater_cities.kernel.helps import (
    BUILDING_MASK,
    CITY_MASK,
    LACKS_STRUCTURE,
    OPENS,
    WAITS_FOR_ACTION_CARDS,
    WAITS_FOR_BUILDING,
    WAITS_FOR_CHOICE,
    WAITS_FOR_FEDERATION,
    WAITS_FOR_PLAYING,
    WAITS_FOR_UPGRADING,
    anything_counts,
    both,
    could_help,
    help_by_card,
    help_by_effect,
    help_by_events,
    help_by_frame,
    help_by_frames_below,
    help_by_metropolises,
    help_by_site,
    help_by_sites,
    help_by_slot,
    lacking_sites,
    list_help_by_others,
    one_of_each,
    opened_by_others,
    plenty_of,
    things_rewarded,
)
from undersea_env.underwater_cities.kernel.interpreter import ACTION, CREDITS, INSTANT, run
from undersea_env.underwater_cities.kernel.legality import (
    ALWAYS,
    can_pay,
    can_start_slot,
    can_start_slot_otherwise,
    conditions_hold,
    is_fixed_gain,
    may_perform_by_tiles,
    pay,
    unpay,
)
from undersea_env.underwater_cities.kernel.network import ALL_TUNNELS, TUNNEL
from undersea_env.underwater_cities.kernel.questions import SECOND_HALF, TO_ORDER, TO_PLAY
from undersea_env.underwater_cities.kernel.workspace import MAX_DEPTH, SEEN_PLACES

MAX_NODES = 240_000              # of one look ahead; a test shows that play stays below
REMEMBER_FROM = 48               # positions in a look ahead before it begins to remember where it has been
SMALL, SMALL_SHIFT = 1 << 12, np.uint64(64 - 12)     # places it uses at first: clearing all of them takes time
USE_ALL_FROM = 3_000
FINGERPRINT_START = np.uint64(0x9E3779B97F4A7C15)
FINGERPRINT_FACTOR = np.uint64(0xD1342543DE82EF95)
FINGERPRINT_SHIFT = np.uint64(64 - 18)
assert SEEN_PLACES == 1 << 18 > MAX_NODES
assert SMALL > USE_ALL_FROM
NOT_FOUND, FOUND, UNCLEAR = range(3)
NOT_LISTED, CAN_BEGIN = -1, -2
# questions of which each answer can be told by what it gives
TOLD_BY_ANSWER = 1 << questions.PERFORM | 1 << questions.USE_ACTION | 1 << questions.EITHER | 1 << questions.DIFFERENT


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
    for k in range(hand):
        room.helps[k] = NOT_LISTED
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


@inlined
def opens_by_card(state, rules, room, slot, k, cloning, thorough):
    """Whether the card's effect, done first, could make part of the slot's action possible (G-5a).

    `thorough` leaves out every short cut: it is how the tests know that the short cuts change nothing.
    """
    me = state.players[state.seat]
    card = me.hand[k]
    if me.listens & WAITS_FOR_CHOICE and opens_by_choosing(state, rules, room, slot, k, thorough):
        return True
    if rules.card_colour[card] != rules.slot_colour[slot]:
        return False
    if not thorough and room.helps[k] == NOT_LISTED:
        room.helps[k] = help_by_card(state, rules, card)
    verdict = verdict_without_looking(state, rules, slot, card, room.helps[k], cloning, thorough)
    if verdict != UNCLEAR:
        return verdict == FOUND
    # The spare metropolises are hidden: any may be the one taken, so that the mask tells nothing of which it is (D-9).
    tiles = np.int64(state.metropolis_count) if may_take_metropolis(rules, card) else 1
    for tile in range(tiles):
        if tiles > 1 and not thorough and not could_help_by_tile(state, rules, slot, card, tile, cloning):
            continue
        if look_ahead(state, rules, room, slot, k, tile, thorough) == FOUND:
            return True
    return False


@jit
def could_help_by_tile(state, rules, slot, card, tile, cloning):
    """Whether the card could help if this were the only spare metropolis, where it can take no more than one."""
    first = rules.card_effect[card, 0]
    start = rules.part[first, START]
    if rules.card_effect[card, 1] > 1 or rules.part[first, STARTS] > 1 or rules.start[start, TIMES] > 1:
        return True
    me = state.players[state.seat]
    supply, count, top = state.metropolis_supply, np.int64(state.metropolis_count), np.int64(state.metropolis_supply[0])
    supply[0] = supply[tile]
    state.metropolis_count = 1
    me.resource[CREDITS] -= cloning
    possible = could_help(state, rules, slot, help_by_card(state, rules, card))
    me.resource[CREDITS] += cloning
    state.metropolis_count = count
    supply[0] = top
    return possible


@jit
def opens_by_choosing(state, rules, room, slot, k, thorough):
    """Whether what the choice itself sets off makes part of the slot's action possible (D-9)."""
    me = state.players[state.seat]
    helps = help_by_events(rules, me, WAITS_FOR_CHOICE | WAITS_FOR_FEDERATION)
    if not thorough and not could_help(state, rules, slot, helps):
        return False
    room.position[0] = state
    play(room.position[0], rules, slot, k)
    return can_start_slot(room.position[0], rules, state.seat, slot - rules.first_slot)


@jit
def verdict_without_looking(state, rules, slot, card, helps, cloning, thorough):
    """What can be told at once, for somebody who has paid for the cloning tile if it is needed (G-11)."""
    me = state.players[state.seat]
    me.resource[CREDITS] -= cloning
    if me.resource[CREDITS] < rules.card_price[card] and me.listens & WAITS_FOR_CHOICE == 0:
        verdict = NOT_FOUND
    elif thorough:
        verdict = UNCLEAR
    elif only_gives(rules, me, card):
        verdict = FOUND if opens_by_gains(state, rules, me, slot, card) else NOT_FOUND
    elif helps & ~HELP_COUNTS == 0 or not could_help(state, rules, slot, helps):
        verdict = NOT_FOUND
    else:
        verdict = FOUND if opens_for_sure(state, rules, me, slot, card) else UNCLEAR
    me.resource[CREDITS] += cloning
    return verdict


@jit
def only_gives(rules, me, card):
    """Whether playing the card gives, asks nothing that matters and sets nothing else off."""
    return (
        rules.card_only_gives[card] != 0
        and me.listens & (WAITS_FOR_PLAYING | WAITS_FOR_FEDERATION) == 0
        and rules.contracts == 0
        and me.once_per_turn_cards == 0
    )


@jit
def tokens_and_space(me):
    """What the short cuts below change and put back."""
    has = me.resource
    return (
        np.int64(has[0]), np.int64(has[1]), np.int64(has[2]), np.int64(has[3]), np.int64(has[4]), np.int64(me.space)
    )


@jit
def put_back(me, kept):
    for r in range(TOKENS):
        me.resource[r] = kept[r]
    me.space = kept[TOKENS]


@jit
def take_steps(rules, me, steps):
    """The tokens of steps on the federation track (F-1)."""
    for _ in range(min(steps, TRACK_TOP - me.space)):
        me.space += 1
        for r in range(TOKENS):
            me.resource[r] += rules.space_bonus[me.space, r]


@jit
def opens_by_gains(state, rules, me, slot, card):
    """The look ahead for a card that only gives: nothing to choose, so take it all, look, and put it back."""
    kept = tokens_and_space(me)
    me.resource[CREDITS] -= rules.card_price[card]
    first = rules.card_effect[card, 0]
    last = first + rules.card_effect[card, 1] - 1
    for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
        if conditions_hold(state, rules, state.seat, start):
            row = rules.start[start, START_ROW]
            if rules.part[row, OP] == opcodes.FEDERATION:
                take_steps(rules, me, rules.part[row, NUMBER])
            else:
                for _ in range(times_gained(state, rules, state.seat, row)):
                    unpay(rules, me, rules.part[row, AMOUNTS])
    possible = can_start_slot(state, rules, state.seat, slot - rules.first_slot)
    put_back(me, kept)
    return possible


@jit
def opens_for_sure(state, rules, me, slot, card):
    """Whether what the card itself gives will do, with one gain more that it offers, by an action card or slot maybe.

    More tokens never make a slot's action impossible, unless something is counted; all else can be declined (G-5).
    """
    if rules.slot_counts[slot] or me.resource[CREDITS] < rules.card_price[card]:
        return False
    place = slot - rules.first_slot
    if rules.card_type[card] != INSTANT:
        if rules.card_type[card] != ACTION or me.action_count == MAX_ACTION_CARDS:
            return False
        me.action_count += 1                         # it lies there ready
        possible = can_start_slot(state, rules, state.seat, place)
        me.action_count -= 1
        return possible
    kept = tokens_and_space(me)
    me.resource[CREDITS] -= rules.card_price[card]
    first = rules.card_effect[card, 0]
    last = first + rules.card_effect[card, 1] - 1
    found = opens_by_effect(state, rules, me, place, first, last)
    for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
        amounts = rules.start[start, START_AMOUNTS]
        if found or rules.start[start, CONDITION] != 0 or not can_pay(rules, me, amounts):
            continue
        row = rules.start[start, START_ROW]
        op = rules.part[row, OP]
        pay(rules, me, amounts)
        if op == opcodes.USE_ACTION:
            found = opens_by_action_card(state, rules, me, place)
        elif op == opcodes.PERFORM:
            found = opens_by_slot(state, rules, me, place, rules.part[row, MASK])
        elif op == opcodes.READY_ACTION:
            found = opens_by_ready_card(state, rules, me, place)
        unpay(rules, me, amounts)
    put_back(me, kept)
    return found


@jit
def opens_by_ready_card(state, rules, me, place):
    """Whether the slot's action can begin when a used action card is ready again; it does not matter which."""
    for k in range(me.action_count):
        if me.action_used[k]:
            me.action_used[k] = 0
            possible = can_start_slot(state, rules, state.seat, place)
            me.action_used[k] = 1
            return possible
    return False


@jit
def opens_by_action_card(state, rules, me, place):
    for k in range(me.action_count):
        if me.action_used[k] == 0 and opens_by_printed(state, rules, me, place, rules.card_effect[me.action_card[k]]):
            return True
    return False


@jit
def opens_by_slot(state, rules, me, place, which):
    """Not by itself: it will be occupied by the player who plays there."""
    for other in range(rules.slot_count):
        if other != place and may_perform_by_tiles(state, state.seat, other, which):
            if opens_by_printed(state, rules, me, place, rules.slot_effect[rules.first_slot + other]):
                return True
    return False


@jit
def opens_by_printed(state, rules, me, place, effect):
    """`opens_by_effect` of what is printed on a card or slot; changes nothing in the end."""
    kept = tokens_and_space(me)
    found = opens_by_effect(state, rules, me, place, effect[0], effect[0] + effect[1] - 1)
    put_back(me, kept)
    return found


@jit
def opens_by_effect(state, rules, me, place, first, last):
    """Whether what an effect gives for nothing will do, or with it one gain that it offers. Leaves the first taken."""
    for row in range(first, last + 1):
        if is_fixed_gain(rules, row):
            unpay(rules, me, rules.part[row, AMOUNTS])
        elif rules.part[row, OP] == opcodes.FEDERATION:
            take_steps(rules, me, rules.part[row, NUMBER])
    if can_start_slot(state, rules, state.seat, place):
        return True
    for start in range(rules.part[first, START], rules.part[last, START] + rules.part[last, STARTS]):
        row = rules.start[start, START_ROW]
        amounts = rules.start[start, START_AMOUNTS]
        if rules.start[start, CONDITION] != 0 or not can_pay(rules, me, amounts):
            continue
        pay(rules, me, amounts)
        found = False
        if rules.part[row, OP] == opcodes.DIFFERENT:
            found = opens_by_two(state, rules, me, place, row)
        elif is_fixed_gain(rules, row) and not first <= row <= last:
            unpay(rules, me, rules.part[row, AMOUNTS])
            found = can_start_slot(state, rules, state.seat, place)
            pay(rules, me, rules.part[row, AMOUNTS])
        unpay(rules, me, amounts)
        if found:
            return True
    return False


@jit
def opens_by_two(state, rules, me, place, row):
    """`gain n different`: any two of them, or the one."""
    resources = rules.part[row, MASK]
    for a in range(TOKENS):
        for b in range(a + 1):
            if (resources >> a) & 1 and (resources >> b) & 1 and (a == b) == (rules.part[row, NUMBER] == 1):
                me.resource[a] += 1
                me.resource[b] += a != b
                possible = can_start_slot(state, rules, state.seat, place)
                me.resource[a] -= 1
                me.resource[b] -= a != b
                if possible:
                    return True
    return False


@jit
def may_take_metropolis(rules, card):
    first = rules.card_effect[card, 0]
    for row in range(first, first + rules.card_effect[card, 1]):
        start = rules.part[row, START]
        for k in range(start, start + rules.part[row, STARTS]):
            if rules.part[rules.start[k, START_ROW], OP] == opcodes.TAKE_METROPOLIS:
                return True
    return False


@inlined
def look_ahead(state, rules, room, slot, k, tile, thorough):
    """Play the pair on a copy, card first, and try every way to resolve the card until the slot's action can begin.

    `tile` says which of the spare metropolises is taken to be the next.
    """
    me = state.players[state.seat]
    may_leave_out = not thorough and not anything_counts(rules, me, me.hand[k])
    list_help_by_others(state, rules, room, me, me.hand[k])
    room.lacking = lacking_sites(state, rules, me, slot)
    room.numbers_tell = may_leave_out and rules.contracts == 0
    room.rewarded_builds = things_rewarded(rules, me, WAITS_FOR_BUILDING)
    room.rewarded_upgrades = things_rewarded(rules, me, WAITS_FOR_UPGRADING)
    room.position[0] = state
    supply = room.position[0].metropolis_supply
    top = max(0, state.metropolis_count - 1)
    supply[tile], supply[top] = supply[top], supply[tile]
    play(room.position[0], rules, slot, k)
    turn = room.position[0].frame[1]
    turn.probing = 1
    if room.position[0].players[state.seat].resource[CREDITS] < rules.card_price[turn.card]:
        return NOT_FOUND
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
            if may_leave_out and answers > 0:
                answers = without_pointless(room.position[depth], rules, room, room.action[depth], answers)
            if answers == CAN_BEGIN:
                room.most_nodes = max(room.most_nodes, nodes)
                return FOUND
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
    places = SMALL if nodes < USE_ALL_FROM else SEEN_PLACES
    if nodes == REMEMBER_FROM or nodes == USE_ALL_FROM:
        room.seen[:places] = 0
    number = np.uint64(number)                       # integers come in signed, with the same bits
    place = np.int64(number >> (SMALL_SHIFT if nodes < USE_ALL_FROM else FINGERPRINT_SHIFT))
    while room.seen[place] != 0:
        if room.seen[place] == number:
            return True
        place = (place + 1) % places
    room.seen[place] = number
    return False


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
def may_decline_all(state, out, answers):
    """Whether nothing that is pending still costs something that cannot be declined."""
    top = state.frame[state.frame_count - 1]
    if out[answers - 1] != actions.STOP and top.question != questions.DIFFERENT:
        return False
    for k in range(2, state.frame_count):
        frame = state.frame[k]
        if frame.committed or (frame.stage != 0 and frame.question != questions.EFFECT and k < state.frame_count - 1):
            return False
    return True


@jit
def part_to_take_first(rules, frame):
    """A part that costs nothing and gives: nothing is lost by taking it before all others. -1: none is left."""
    for k in range(frame.left):
        if (frame.stage >> k) & 1 == 0:
            op = rules.part[frame.row + k, OP]
            if is_fixed_gain(rules, frame.row + k) or op == opcodes.DIFFERENT or op == opcodes.FEDERATION:
                return k
    return -1


@jit
def help_by_answer(state, rules, me, answer, others):
    """What using this slot, action card or alternative, or taking this resource, could provide."""
    frame = state.frame[state.frame_count - 1]
    if frame.question == questions.DIFFERENT:
        resource = answer - actions.RESOURCE
        below = rules.part[frame.row, MASK] & ~frame.stage & ((1 << resource) - 1)
        return one_of_each(1 << resource | (below if frame.left > 1 else 0))
    if frame.question == questions.PERFORM:
        return help_by_slot(state, rules, me, answer - actions.SLOT, others)
    if frame.question == questions.EITHER:
        effect = rules.alternative[rules.part[frame.row, CHILD] + answer - actions.EITHER]
        events = 0
    else:
        effect = rules.card_effect[me.action_card[answer - actions.ACTION_CARD]]
        events = WAITS_FOR_ACTION_CARDS
    helps = help_by_effect(state, rules, me, effect[0], effect[1], others, HELP_BY_DOING)
    return both(helps, plenty_of(help_by_events(rules, me, events)))


@jit
def only_helping(state, rules, me, out, answers, rest, others):
    """Of slots, action cards, alternatives or resources keep those after which the slot could be used.

    As far as numbers tell. The last is tried first: so those that only give come last.
    """
    frame = state.frame[state.frame_count - 1]
    slot = state.frame[1].slot
    kept = 0
    only_give = 0
    for k in range(answers):
        answer = out[k]
        if frame.question == questions.DIFFERENT and frame.stage & ((1 << (answer - actions.RESOURCE)) - 1) != 0:
            continue                                 # the order does not matter: the highest first
        helps = 0 if answer == actions.STOP else help_by_answer(state, rules, me, answer, others)
        if could_help(state, rules, slot, both(rest, helps)):
            out[kept] = answer
            if helps & (OPENS | HELP_BY_DOING):      # exchange places with the first that only gives
                first = kept - only_give
                out[kept], out[first] = out[first], out[kept]
            else:
                only_give += 1
            kept += 1
    return kept


@jit
def without_pointless(state, rules, room, out, answers):
    """Leave out what cannot help, by what it is and by what it gives; CAN_BEGIN if declining all that is left will do.

    What costs something and gives nothing: specials, upgrades, builds that open nothing.
    """
    frame = state.frame[state.frame_count - 1]
    question = frame.question
    if question == questions.TAKE_SPECIAL and out[answers - 1] == actions.STOP:
        out[0] = actions.STOP
        return 1
    me = state.players[state.seat]
    slot = state.frame[1].slot
    if state.frame_count == 2:
        return answers
    if room.numbers_tell:
        if may_decline_all(state, out, answers) and can_start_slot(state, rules, state.seat, slot - rules.first_slot):
            return CAN_BEGIN
        if question == questions.EFFECT:
            part = part_to_take_first(rules, frame)
            if part >= 0:
                out[0] = actions.PART + part
                return 1
    others = opened_by_others(state)
    rest = help_by_frames_below(state, rules, room, me, others)
    if room.numbers_tell:
        if question == questions.USE_ACTION:
            for _ in range(1, frame.left):           # of several cards this is one
                rest = both(rest, room.by_action_card)
        if (1 << question) & TOLD_BY_ANSWER:
            return only_helping(state, rules, me, out, answers, rest, others)
    with_frame = both(rest, help_by_frame(state, rules, room, me, frame, others))
    if room.numbers_tell:
        if not could_help(state, rules, slot, with_frame):
            return 0
        if out[answers - 1] == actions.STOP and not could_help(state, rules, slot, rest):
            answers -= 1
    if frame.left > 1:
        rest = with_frame
    if question != questions.BUILD and question != questions.UPGRADE:
        return answers
    tunnels_give = rest & (HELP_TUNNEL | HELP_BY_DOING) and help_by_tunnels(rules, me) != 0
    wants_structure = room.lacking & LACKS_STRUCTURE
    thing = frame.thing
    if question == questions.BUILD and thing == 0:
        thing = thing_to_build_on(state, rules, frame.row)
    kept = 0
    for k in range(answers):
        site = out[k] - actions.SITE
        if 0 <= site < N_SITES:
            if question == questions.UPGRADE:
                if (room.rewarded_upgrades >> structure_on(me, site)) & 1 == 0:
                    continue
            elif FIRST_BUILDING_SITE <= site < FIRST_TUNNEL_SITE and wants_structure:
                wants_structure = 0                  # one that gives nothing is as good as another
            else:
                if (room.rewarded_builds >> thing) & 1 == 0 and is_pointless(
                    rules, me, site, room.lacking, rest, tunnels_give
                ):
                    continue
                helps = both(rest, help_by_site(rules, me, frame.row, thing, site))
                if room.numbers_tell and not could_help_when_built(state, rules, me, slot, helps, thing, site):
                    continue
        out[kept] = out[k]
        kept += 1
    return kept


@jit
def could_help_when_built(state, rules, me, slot, helps, thing, site):
    """`could_help` after paying for the thing on the site, as far as it is certain what is paid."""
    row = state.frame[state.frame_count - 1].row
    if rules.part[row, PRICE_COUNT] > 1:
        return could_help(state, rules, slot, helps)
    kelp, steelplast, science, credits, biomatter = full_price(rules, me, row, 0, thing, site)
    kept = tokens_and_space(me)
    if me.resource[BIOMATTER] == biomatter:          # otherwise it may stand in for both (B-2)
        me.resource[KELP] -= kelp
        me.resource[STEELPLAST] -= steelplast
    me.resource[SCIENCE] -= science
    me.resource[CREDITS] -= credits
    me.resource[BIOMATTER] -= biomatter
    possible = could_help(state, rules, slot, helps)
    put_back(me, kept)
    return possible


@jit
def structure_on(me, site):
    return TUNNEL if site >= FIRST_TUNNEL_SITE else me.building[site - FIRST_BUILDING_SITE]


@jit
def is_pointless(rules, me, site, lacking, rest, tunnels_give):
    """Whether building on this site gives nothing, and opens nothing for the slot or for what may be built after it."""
    if rules.site_helps[me.board, site] != 0:
        return False
    if site < FIRST_BUILDING_SITE:
        return lacking & (BUILDING_MASK | CITY_MASK) == 0 and rest & (HELP_CITY | HELP_BUILDING | HELP_BY_DOING) == 0
    if site < FIRST_TUNNEL_SITE:
        return True
    if lacking & (1 << TUNNEL | LACKS_STRUCTURE) or tunnels_give:
        return False
    tunnel = site - FIRST_TUNNEL_SITE
    return (
        rules.tunnel_end[me.board, tunnel, 0] < CITIES_ON_BOARD
        and rules.tunnel_end[me.board, tunnel, 1] < CITIES_ON_BOARD
    )


@jit
def help_by_tunnels(rules, me):
    """What the tunnel sites still empty and the metropolises not yet connected give."""
    sites = ~me.built_tunnels & ALL_TUNNELS
    return both(help_by_sites(rules, me, sites, FIRST_TUNNEL_SITE), help_by_metropolises(rules, me, sites))
