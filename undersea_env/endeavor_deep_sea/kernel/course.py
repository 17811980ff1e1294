"""The course of a game: rounds, preparation (section 3), turns (section 4), setbacks (O-8)."""

import numpy as np

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.compiling.raw import places_of
from undersea_env.endeavor_deep_sea.compiled.limits import BONUS_GOALS_USED, COLUMNS, DISPLAY, STOCK_KINDS
from undersea_env.endeavor_deep_sea.compiled.opcodes import (
    ACTION_TYPES,
    COPIES,
    EITHER,
    FIRST,
    FREELY,
    HOW,
    HOW_OF,
    IMPACT_GAIN,
    LAST,
    MORE,
)
from undersea_env.endeavor_deep_sea.kernel import actions
from undersea_env.endeavor_deep_sea.kernel.asking import ask, offer, offer_each
from undersea_env.endeavor_deep_sea.kernel.doing import spend_token
from undersea_env.endeavor_deep_sea.kernel.frames import push, push_bundle, push_doing
from undersea_env.endeavor_deep_sea.kernel.gains import ATTRIBUTE_COUNT, gain_research, move_marker
from undersea_env.endeavor_deep_sea.kernel.impact import can_place
from undersea_env.endeavor_deep_sea.kernel.ocean import can_do, has, kinds_held, level, put_vessel
from undersea_env.endeavor_deep_sea.kernel.seats import seat_after
from undersea_env.endeavor_deep_sea.kernel.state import (
    ACTIVATION,
    BEGUN,
    HIRING,
    INFLOW,
    LAUNCH,
    LAUNCHING,
    NEW_ROUND,
    OVER,
    PREPARATION,
    RETURNING,
    SETBACK,
    TURN,
)
from undersea_env.endeavor_deep_sea.printed.words import JOURNAL_ACTIONS, TOKEN_EFFECTS, TOKEN_KINDS, Item, Less

ALL_STOCK = (1 << STOCK_KINDS) - 1
REPUTATION, INSPIRATION, COORDINATION = int(Item.REPUTATION), int(Item.INSPIRATION), int(Item.COORDINATION)
LESS_INFLOW, LESS_RETURN = int(Less.INFLOW), int(Less.RETURN)


@jit
def resume_course(state, rules):
    """No frame is open: ask the next question of the course (True), or take its next step (False)."""
    if state.step == TURN:
        if state.copier:
            ask_whom_to_copy(state, rules)
        else:
            ask_at_turn_point(state, rules)
        return True
    if state.step == HIRING:
        return ask_whom_to_hire(state, rules)
    if state.step == INFLOW:
        take_inflow(state, rules)
        return False
    if state.step == RETURNING:
        ask_what_returns(state)
        return True
    if state.step == SETBACK:
        return resume_setback(state, rules)
    if state.step == LAUNCHING:
        launch_next(state)
        return False
    begin_round(state, rules)
    return False


@jit
def decide_course(state, rules, action):
    if state.step == TURN:
        if state.copier:
            copy_actions(state, rules, action - actions.COPY)
        else:
            decide_at_turn_point(state, rules, action)
    elif state.step == HIRING:
        hire(state, rules, action - actions.HIRE)
    elif state.step == RETURNING:
        return_disc(state, action - actions.RETURN)
    else:
        lower_attribute(state, rules, action - actions.ATTRIBUTE)


# --- rounds ---


@jit
def launch_next(state):
    """S-9."""
    if state.players[state.mover].vessel_count == 0:
        push(state, LAUNCH, state.mover, 0)
        return
    state.mover = seat_after(state, state.mover, 1)
    if state.mover == state.wave:
        state.step = NEW_ROUND


@jit
def begin_round(state, rules):
    """G-1, G-3."""
    state.phase = PREPARATION
    state.prepared = 0
    state.passed = 0
    state.mover = state.wave
    state.step = HIRING
    state.less[:] = 0
    if rules.cooperative:
        state.cards_turned += 1
        if state.cards_turned > BONUS_GOALS_USED:
            state.step = SETBACK
            state.setback_player = 0
            card = open_setback(state)
            for k in range(3):
                state.less[k] = rules.setback_less[card, k]


@jit
def end_round(state, rules):
    """G-2."""
    if state.round_no == rules.last_round:
        state.phase = OVER
        state.over = 1
        state.mover = 0
        return
    state.round_no += 1
    state.wave = seat_after(state, state.wave, 1)
    state.step = NEW_ROUND


# --- setbacks ---


@jit
def open_setback(state):
    """The setback turned in this round."""
    return state.setback[len(state.setback) - (state.cards_turned - BONUS_GOALS_USED)] - 1


@jit
def highest_attributes(me):
    found = 0
    most = -1
    for attribute in range(ATTRIBUTE_COUNT):
        if me.marker[attribute] > most:
            most = me.marker[attribute]
            found = 0
        if me.marker[attribute] == most:
            found |= 1 << attribute
    return found


@jit
def resume_setback(state, rules):
    """O-3: player by player from the wave."""
    if state.setback_player == state.player_count:
        state.setback_player = 0
        state.step = HIRING
        return False
    seat = seat_after(state, state.wave, state.setback_player)
    card = open_setback(state)
    if rules.setback_lowers[card]:
        ask(state, seat, 22)
        offer_each(state, actions.ATTRIBUTE, highest_attributes(state.players[seat]))
        return True
    suffer(state, rules, card, seat)
    return False


@jit
def lower_attribute(state, rules, attribute):
    card = open_setback(state)
    seat = seat_after(state, state.wave, state.setback_player)
    me = state.players[seat]
    move_marker(rules, me, attribute, max(0, me.marker[attribute] - rules.setback_lowers[card]))
    suffer(state, rules, card, seat)


@jit
def suffer(state, rules, card, seat):
    """All of a setback that asks nothing; then it is the next player's turn to have it."""
    me = state.players[seat]
    for _ in range(rules.setback_up[card]):
        move_vessels_up(state, me)
    if rules.setback_halves[card]:
        me.research //= 2
    if rules.setback_discards[card]:
        for kind in range(TOKEN_KINDS):
            state.discard[kind] += me.token[kind]
            me.token[kind] = 0
        me.token_count = 0
    state.setback_player += 1


@jit
def move_vessels_up(state, me):
    """Each to the nearest zone above it that a vessel may enter."""
    n = np.int64(me.vessel_count)
    a, b, c = np.int64(me.vessel[0]) - 1, np.int64(me.vessel[1]) - 1, np.int64(me.vessel[2]) - 1
    me.vessel[:] = 0
    me.vessel_count = 0
    for k in range(n):
        cell = a if k == 0 else (b if k == 1 else c)
        put_vessel(me, above(state, cell))


@jit
def above(state, cell):
    target = cell - COLUMNS
    while target >= 0:
        if has(state.open_zones, target):
            return target
        target -= COLUMNS
    return cell


# --- preparation ---


@jit
def ask_whom_to_hire(state, rules):
    """Q-1."""
    seat = np.int64(state.mover)
    kinds = ALL_STOCK & ~places_of(state.stock, 0, STOCK_KINDS)
    for place in range(DISPLAY):
        if state.display[place]:
            kinds |= np.int64(1) << (state.display[place] - 1)
    kinds &= rules.hireable[state.players[seat].marker[REPUTATION]]
    ask(state, seat, 1)
    offer_each(state, actions.HIRE, kinds)
    if kinds == 0:
        state.step = INFLOW
    return kinds != 0


@jit
def hire(state, rules, kind):
    """P-2, P-3."""
    seat = np.int64(state.mover)
    me = state.players[seat]
    if kind < STOCK_KINDS:
        state.stock[kind] -= 1
    else:
        for place in range(DISPLAY):
            if state.display[place] == kind + 1:
                state.display[place] = 0
                if state.expert_count:
                    state.expert_count -= 1
                    state.display[place] = state.expert[state.expert_count]
                    state.expert[state.expert_count] = 0
    me.kind[me.specialist_count] = kind + 1
    me.specialist_count += 1
    state.step = INFLOW
    push_bundle(state, rules, seat, rules.hire[kind], 0, 1)


@jit
def take_inflow(state, rules):
    """P-4, and P-5 as far as nothing is to choose."""
    seat = np.int64(state.mover)
    me = state.players[seat]
    me.staging += max(0, level(state, rules, seat, INSPIRATION) - state.less[LESS_INFLOW])
    returning = max(0, level(state, rules, seat, COORDINATION) - state.less[LESS_RETURN])
    lying = ones(me.discs_on)
    if lying <= returning:
        me.staging += lying
        me.discs_on = 0
        finish_preparation(state)
    elif returning == 0:
        finish_preparation(state)
    else:
        state.step = RETURNING
        state.returning = returning
        state.next_slot = 0


@jit
def ask_what_returns(state):
    """Q-2."""
    seat = np.int64(state.mover)
    lying = state.players[seat].discs_on >> state.next_slot << state.next_slot
    ask(state, seat, 2)
    slots = 0
    for _ in range(ones(lying) - state.returning + 1):
        slots |= lying & -lying
        lying &= lying - 1
    offer_each(state, actions.RETURN, slots)


@jit
def return_disc(state, slot):
    me = state.players[state.mover]
    me.discs_on &= ~(1 << slot)
    me.staging += 1
    state.returning -= 1
    state.next_slot = slot + 1
    if state.returning == 0:
        state.next_slot = 0
        finish_preparation(state)


@jit
def finish_preparation(state):
    """P-1."""
    state.prepared += 1
    state.mover = seat_after(state, state.mover, 1)
    state.step = HIRING
    if state.prepared == state.player_count:
        state.phase = ACTIVATION
        state.mover = state.wave
        state.step = TURN


# --- turns ---


@jit
def ask_at_turn_point(state, rules):
    """Q-3."""
    seat = np.int64(state.mover)
    me = state.players[seat]
    ask(state, seat, 3)
    if not state.acted:
        offer(state, actions.PASS)
    elif me.token_count <= 1:                            # T-15
        offer(state, actions.END_TURN)
    if not state.activated and me.staging > 0:
        offer_activations(state, rules, me)
    if state.activation:
        offer_actions(state, rules, seat)
    if me.token_count:
        offer_tokens(state, rules, seat)


@jit
def offer_activations(state, rules, me):
    """T-4, T-5, T-9."""
    slots = 0
    for slot in range(me.specialist_count):
        if actions_in(rules, me, slot):
            slots |= 1 << slot
    offer_each(state, actions.ACTIVATE, slots & ~me.discs_on)
    if me.journals & ~me.used_journals:
        for k in range(JOURNAL_ACTIONS):
            journal = rules.journal_with_action[k]
            if journal >= 0 and has(me.journals & ~me.used_journals, journal):
                offer(state, actions.USE_JOURNAL + k)


@jit
def offer_actions(state, rules, seat):
    """What is left of the activation."""
    possible = 0
    for do in range(ACTION_TYPES):
        if state.left[do] and is_possible(state, rules, seat, state.activation, do, -1):
            possible |= 1 << do
    offer_each(state, actions.ACTION, possible)


@jit
def offer_tokens(state, rules, seat):
    """A-44."""
    held = kinds_held(state.players[seat])
    offer_each(state, actions.TOKEN_RESEARCH, held)
    left = held & ((1 << TOKEN_EFFECTS) - 1)
    possible = 0
    while left:
        if is_token_possible(state, rules, seat, lowest(left)):
            possible |= left & -left
        left &= left - 1
    offer_each(state, actions.TOKEN_EFFECT, possible)


@jit
def actions_in(rules, me, slot):
    """The activation that the present side of a specialist prints."""
    return np.int64(rules.actions_of[me.kind[slot] - 1, (me.seniors >> slot) & 1])


@jit
def is_possible(state, rules, seat, activation, do, but_token):
    how = rules.activation[activation, HOW_OF + do * HOW : HOW_OF + (do + 1) * HOW]
    return can_do(state, rules, seat, do, how[LAST], how[MORE], how[FREELY], 0, but_token)


@jit
def is_token_possible(state, rules, seat, kind):
    """A-46."""
    activation = np.int64(rules.token_activation[kind])
    if activation:
        return is_possible(state, rules, seat, activation, first_action(rules, activation), kind)
    gain = rules.token_gain[kind]
    if gain == 0 or state.players[seat].staging < rules.token_pays[kind]:
        return False
    return rules.bundle[gain, IMPACT_GAIN] == 0 or can_place(state, rules, seat)


@jit
def first_action(rules, activation):
    do = 0
    while rules.activation[activation, do] == 0:
        do += 1
    return do


@jit
def decide_at_turn_point(state, rules, action):
    seat = np.int64(state.mover)
    me = state.players[seat]
    if action == actions.PASS:
        state.passed |= 1 << seat
        end_turn(state, rules)
    elif action == actions.END_TURN:
        end_turn(state, rules)
    elif action < actions.USE_JOURNAL:
        slot = action - actions.ACTIVATE
        me.discs_on |= 1 << slot
        activate(state, rules, me, actions_in(rules, me, slot))
        if rules.activation[state.activation, COPIES]:
            state.copier = slot + 1
    elif action < actions.ACTION:
        journal = rules.journal_with_action[action - actions.USE_JOURNAL]
        me.used_journals |= np.int64(1) << journal
        activate(state, rules, me, np.int64(rules.journal_activation[journal]))
    elif action < actions.TOKEN_RESEARCH:
        do = action - actions.ACTION
        if rules.activation[state.activation, EITHER]:
            state.left[:] = 0
        else:
            state.left[do] -= 1
        begin_action(state, rules, seat, state.activation, do)
    else:
        state.acted = 1
        decide_token(state, rules, seat, action)


@jit
def activate(state, rules, me, activation):
    """T-4, T-9."""
    me.staging -= 1
    state.activated = 1
    state.acted = 1
    state.activation = activation
    for do in range(ACTION_TYPES):
        state.left[do] = rules.activation[activation, do]


@jit
def begin_action(state, rules, seat, activation, do):
    """A-3: an action begun is carried through."""
    how = rules.activation[activation, HOW_OF + do * HOW : HOW_OF + (do + 1) * HOW]
    frame = push_doing(state, seat, do, 0, BEGUN)
    frame.first, frame.last, frame.more, frame.freely = how[FIRST], how[LAST], how[MORE], how[FREELY]
    frame.must = 1


@jit
def decide_token(state, rules, seat, action):
    """A-44."""
    me = state.players[seat]
    if action < actions.TOKEN_EFFECT:
        kind = action - actions.TOKEN_RESEARCH
        spend_token(state, seat, kind)
        gain_research(me, rules.token_research[kind])
        return
    kind = action - actions.TOKEN_EFFECT
    spend_token(state, seat, kind)
    activation = np.int64(rules.token_activation[kind])
    if activation:
        begin_action(state, rules, seat, activation, first_action(rules, activation))
    else:
        me.staging -= rules.token_pays[kind]
        push_bundle(state, rules, seat, rules.token_gain[kind], 0, 1)


@jit
def ask_whom_to_copy(state, rules):
    """Q-5, T-12."""
    seat = np.int64(state.mover)
    me = state.players[seat]
    slots = 0
    for slot in range(me.specialist_count):
        activation = actions_in(rules, me, slot)
        if slot + 1 != state.copier and activation and not rules.activation[activation, COPIES]:
            slots |= 1 << slot
    ask(state, seat, 5)
    offer_each(state, actions.COPY, slots)


@jit
def copy_actions(state, rules, slot):
    state.copier = 0
    state.activation = actions_in(rules, state.players[state.mover], slot)
    for do in range(ACTION_TYPES):
        state.left[do] = rules.activation[state.activation, do]


@jit
def end_turn(state, rules):
    """T-1."""
    state.activated = 0
    state.acted = 0
    state.activation = 0
    state.left[:] = 0
    seat = np.int64(state.mover)
    for _ in range(state.player_count):
        seat = seat_after(state, seat, 1)
        if not has(state.passed, seat):
            state.mover = seat
            return
    end_round(state, rules)
