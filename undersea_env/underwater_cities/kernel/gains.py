"""Gaining, advancing, triggering: everything that happens at once, inside whatever set it off (G-8)."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.limits import (
    CONTRACTS_IN_PLAY,
    GAINS,
    MAX_REQUIREMENTS,
    TRACK_TOP,
)
from undersea_env.underwater_cities.kernel import frames, questions
from undersea_env.underwater_cities.kernel.card_piles import draw_cards, remove_at
from undersea_env.underwater_cities.kernel.columns import (
    AMOUNTS,
    CAP,
    CHILD,
    CHILDREN,
    COUNT,
    DIVISOR,
    NUMBER,
    OP,
    PLAIN,
)
from undersea_env.underwater_cities.kernel.events import (
    BY_THINGS,
    EVENT_CLAIM_CONTRACT,
    EVENT_MATCH,
    EVENT_REACH_FEDERATION,
    EVENT_SLOT_GIVES,
)
from undersea_env.underwater_cities.kernel.legality import ALWAYS_PLAIN, PLAIN_WHEN_TRIGGERED, condition_holds
from undersea_env.underwater_cities.kernel.network import count, count_per
from undersea_env.underwater_cities.kernel.state import FROM_CARD, FROM_CONTRACT, FROM_FEDERATION, FROM_SITE, FROM_SLOT
from undersea_env.underwater_cities.printed.words import Resource

POINTS, CARDS = int(Resource.POINTS), int(Resource.CARDS)


@jit
def add_points(me, points, source):
    me.resource[POINTS] += points
    me.points_from[source] += points


@jit
def gain(state, rules, seat, amounts, times, source):
    """Take a list of amounts so many times."""
    me = state.players[seat]
    for r in range(POINTS):
        me.resource[r] += times * rules.amounts[amounts, r]
    if rules.amounts[amounts, POINTS] != 0:
        add_points(me, times * rules.amounts[amounts, POINTS], source)
    if rules.amounts[amounts, CARDS] != 0:
        draw_cards(state, seat, times * rules.amounts[amounts, CARDS])


@jit
def put_on_track(state, seat):
    """The last to arrive on a space lies on top of the pile there (F-2)."""
    players = state.player_count
    place = 0
    for k in range(players):
        if state.track[k] == seat:
            place = k
    for k in range(place, players - 1):
        state.track[k] = state.track[k + 1]
    space = state.players[seat].space
    target = 0
    while target < players - 1 and state.players[state.track[target]].space > space:
        target += 1
    for k in range(players - 1, target, -1):
        state.track[k] = state.track[k - 1]
    state.track[target] = seat


@jit
def event_fits(rules, card, event, detail):
    """Whether a card waits for just this."""
    if rules.card_event[card] != event:
        return False
    wanted = rules.card_event_detail[card]
    if (BY_THINGS >> event) & 1:
        return (wanted >> detail) & 1 == 1
    if event == EVENT_MATCH:
        return wanted == 0 or wanted == detail
    return wanted == detail


@jit
def times_gained(state, rules, seat, row):
    if rules.part[row, COUNT] == 0:
        return 1
    return count_per(state, rules, seat, rules.part[row, COUNT], rules.part[row, DIVISOR], rules.part[row, CAP])


@jit
def do_gain(state, rules, seat, row, source):
    """A part that gives; returns the steps on the track that it also gives, which the caller takes."""
    if rules.part[row, OP] == opcodes.FEDERATION:
        return rules.part[row, NUMBER]
    gain(state, rules, seat, rules.part[row, AMOUNTS], times_gained(state, rules, seat, row), source)
    return 0


@jit
def rows_given(state, rules, seat, row):
    """First row and number of rows that a part gives now: itself, or those below a condition that holds."""
    if rules.part[row, OP] != opcodes.IF:
        return row, 1
    holds = condition_holds(state, rules, seat, row)
    return np.int64(rules.part[row, CHILD]), np.int64(rules.part[row, CHILDREN]) * holds


@jit
def take_plain_part(state, rules, seat, row, source):
    """A gain, steps on the track, or either of them under a condition; returns the steps."""
    first, rows = rows_given(state, rules, seat, row)
    steps = 0
    for given in range(first, first + rows):
        steps += do_gain(state, rules, seat, given, source)
    return steps


@jit
def take_plain_effect(state, rules, seat, first, parts, source):
    steps = 0
    for row in range(first, first + parts):
        steps += take_plain_part(state, rules, seat, row, source)
    return steps


@jit
def take_from_waiting_cards(state, rules, seat, event, detail):
    """Cards that wait for this event and leave no choice, at once, in the order of their numbers (L-6).

    Returns the steps on the federation track that they give.
    """
    me = state.players[seat]
    if (me.listens >> event) & 1 == 0:
        return 0
    steps = 0
    for k in range(me.tableau_count):
        card = me.tableau[k]
        if event_fits(rules, card, event, detail) and rules.card_effect_is_plain[card]:
            effect = rules.card_effect[card]
            steps += take_plain_effect(state, rules, seat, effect[0], effect[1], FROM_CARD)
    return steps


@jit
def ask_waiting_cards(state, rules, seat, event, detail):
    """Cards that wait for this event and leave a choice go on the stack."""
    me = state.players[seat]
    if (me.listens >> event) & 1 == 0:
        return
    for k in range(me.tableau_count):
        card = me.tableau[k]
        if event_fits(rules, card, event, detail) and not rules.card_effect_is_plain[card]:
            frames.push(state, questions.TRIGGERS, event, 0, FROM_CARD, 1)
            state.frame[state.frame_count - 1].thing = detail
            return


@jit
def advance_federation(state, rules, seat, steps):
    """Move a marker up the track, collecting what it passes (F-1); beyond the top each step is a point (F-3).

    What asks something comes after all steps, the space reached first before the others (D-5).
    """
    me = state.players[seat]
    before = np.int64(me.space)
    while steps > 0:
        steps -= 1
        if me.space == TRACK_TOP:
            add_points(me, 1, FROM_FEDERATION)
            continue
        me.space += 1
        for r in range(POINTS):
            me.resource[r] += rules.space_bonus[me.space, r]
        if rules.space_bonus[me.space, POINTS] != 0:
            add_points(me, rules.space_bonus[me.space, POINTS], FROM_FEDERATION)
        steps += take_from_waiting_cards(state, rules, seat, EVENT_REACH_FEDERATION, TRACK_TOP + 1 - me.space)
    put_on_track(state, seat)
    for space in range(np.int64(me.space), before, -1):
        ask_waiting_cards(state, rules, seat, EVENT_REACH_FEDERATION, TRACK_TOP + 1 - space)


@jit
def trigger(state, rules, seat, event, detail):
    """Let the cards that wait for this event work, at once (G-8)."""
    if (state.players[seat].listens >> event) & 1:
        steps = take_from_waiting_cards(state, rules, seat, event, detail)
        ask_waiting_cards(state, rules, seat, event, detail)
        if steps > 0:
            advance_federation(state, rules, seat, steps)


@jit
def do_plain_part(state, rules, seat, row, source):
    """Carry out a part that asks nothing. What a slot itself gives is an event of its own (N-6)."""
    hears_of_it = source == FROM_SLOT and (state.players[seat].listens >> EVENT_SLOT_GIVES) & 1
    first, rows = rows_given(state, rules, seat, row)
    steps = take_plain_part(state, rules, seat, row, source)
    if steps > 0:
        advance_federation(state, rules, seat, steps)
    if hears_of_it:
        for given in range(first, first + rows):
            if rules.part[given, OP] == opcodes.GAIN and times_gained(state, rules, seat, given) > 0:
                for r in range(GAINS):
                    if rules.amounts[rules.part[given, AMOUNTS], r] != 0:
                        trigger(state, rules, seat, EVENT_SLOT_GIVES, r)


@jit
def push_effect(state, first, parts, source, triggered):
    if parts > 0:
        frames.push(state, questions.EFFECT, first, parts, source, triggered)


@jit
def give_bonus(state, rules, seat, first, parts, source):
    """A bonus that asks nothing is taken at once; otherwise it goes on the stack. Steps of a site's may be declined."""
    just_done = source != FROM_SITE                                            # D-2
    for row in range(first, first + parts):
        plain = rules.part[row, PLAIN]
        if plain != ALWAYS_PLAIN and not (plain == PLAIN_WHEN_TRIGGERED and just_done):
            push_effect(state, first, parts, source, np.int64(just_done))
            return
    steps = take_plain_effect(state, rules, seat, first, parts, source)
    if steps > 0:
        advance_federation(state, rules, seat, steps)


@jit
def meets(state, rules, seat, contract):
    for k in range(MAX_REQUIREMENTS):
        what = rules.contract_requirement[contract, k, 0]
        if what != 0 and count(state, rules, seat, what) < rules.contract_requirement[contract, k, 1]:
            return False
    return True


@jit
def maybe_claim_contracts(state, rules, seat):
    """Claim what is fulfilled, at once and without asking, in the order in which it lies (L-5)."""
    if rules.contracts == 0:
        return
    k = 0
    while k < CONTRACTS_IN_PLAY and state.contract_row[k] != 0:
        contract = np.int64(state.contract_row[k])
        if not meets(state, rules, seat, contract):
            k += 1
        else:
            remove_at(state.contract_row, CONTRACTS_IN_PLAY, k)
            state.players[seat].contracts |= 1 << contract
            effect = rules.contract_effect[contract]
            give_bonus(state, rules, seat, effect[0], effect[1], FROM_CONTRACT)
            trigger(state, rules, seat, EVENT_CLAIM_CONTRACT, 0)
            k = 0                                   # its bonus, or that it was claimed, may fulfil one before it

