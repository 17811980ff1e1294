"""Moments to which projects in play react (section 15): the lower card first (K-5), each part in the order written."""

import numpy as np

from undersea_env.cloudage.compiled.limits import BITS_OF_WORD
from undersea_env.cloudage.compiled.rulebook import CLAUSE_EFFECT, CLAUSE_EVENT, CLAUSE_NUMBER, CLAUSE_ONCE
from undersea_env.cloudage.kernel.frames import pop, push, push_effect
from undersea_env.cloudage.kernel.piles import add_card, drop_card, first_card, has_card
from undersea_env.cloudage.kernel.state import BY_PROJECTS, MOMENT
from undersea_env.cloudage.printed.words import STEPPED_EVENTS, Event
from undersea_env.compiling.jit import jit

PRODUCE, FIND, MOVEMENT_POINTS, STRENGTH, WIN_FIGHT, COLLECT, WITH_WRENCH, EXACTLY, _, PLANTED, GREEN, BUILT, PLAYED = (
    int(event) for event in Event
)
assert STEPPED_EVENTS == (MOVEMENT_POINTS, STRENGTH, PLANTED)


@jit
def push_moment(state, rules, seat, event, number):
    """The cards that react are those that work now."""
    me = state.players[seat]
    low = me.working[0] & rules.reacting[event, 0]
    high = me.working[1] & rules.reacting[event, 1]
    if low | high == 0:
        return
    frame = push(state, MOMENT, seat, number)
    frame.cards[0] = low
    frame.cards[1] = high
    frame.a = event


@jit
def push_collect(state, rules, seat, amount, with_update, with_wrench):
    """All clauses about a collect are one moment (N-4)."""
    me = state.players[seat]
    low = rules.reacting[COLLECT, 0] | rules.reacting[WITH_WRENCH, 0] | rules.reacting[EXACTLY, 0]
    high = rules.reacting[COLLECT, 1] | rules.reacting[WITH_WRENCH, 1] | rules.reacting[EXACTLY, 1]
    low, high = me.working[0] & low, me.working[1] & high
    if low | high == 0:
        return
    frame = push(state, MOMENT, seat, amount)
    frame.cards[0] = low
    frame.cards[1] = high
    frame.a = COLLECT
    frame.c = with_update
    frame.d = with_wrench


@jit
def is_stepped(event):
    return event == MOVEMENT_POINTS or event == STRENGTH or event == PLANTED


@jit
def reacts(frame, clause):
    """Whether a clause is about this moment."""
    event, number = clause[CLAUSE_EVENT], clause[CLAUSE_NUMBER]
    if frame.a == COLLECT:
        if event == COLLECT:
            return frame.c == 1
        if event == WITH_WRENCH:
            return frame.d == 1
        return event == EXACTLY and number == frame.number
    if event != frame.a:
        return False
    if event == FIND:
        return (frame.number >> number) & 1 == 1
    if event == PLAYED:
        return number == 0 or number == frame.number
    return number <= frame.number if is_stepped(event) else True


@jit
def highest_clause(rules, frame, card):
    """N-3: the effect of the highest step reached, or 0."""
    best = np.int64(0)
    at = -1
    for k in range(rules.clauses[card]):
        clause = rules.clause[card, k]
        if reacts(frame, clause) and clause[CLAUSE_NUMBER] > at:
            at = np.int64(clause[CLAUSE_NUMBER])
            best = np.int64(clause[CLAUSE_EFFECT])
    return best


@jit
def resume_moment(state, rules, frame):
    """Begin the next reaction, or end the moment."""
    seat = np.int64(frame.owner)
    while frame.cards[0] | frame.cards[1]:
        card = first_card(frame.cards)
        if is_stepped(frame.a):
            drop_card(frame.cards, card)
            effect = highest_clause(rules, frame, card)
            if effect:
                push_effect(state, seat, effect, BY_PROJECTS, 10)
                return
            continue
        k = np.int64(frame.b)
        if k == rules.clauses[card]:
            drop_card(frame.cards, card)
            frame.b = 0
            continue
        frame.b += 1
        clause = rules.clause[card, k]
        if not reacts(frame, clause):
            continue
        if clause[CLAUSE_ONCE]:
            if has_card(state.used_once, card):
                continue
            add_card(state.used_once, card)
        push_effect(state, seat, np.int64(clause[CLAUSE_EFFECT]), BY_PROJECTS, 10)
        return
    pop(state)


@jit
def highest_strength_step(state, rules, seat):
    """F-5: the strength up to which a fight that is won may go on; 0 without such a card."""
    me = state.players[seat]
    low, high = me.working[0] & rules.reacting[STRENGTH, 0], me.working[1] & rules.reacting[STRENGTH, 1]
    most = np.int64(0)
    while low | high:
        card = first_card((low, high))
        if card < BITS_OF_WORD:
            low &= low - 1
        else:
            high &= high - 1
        for k in range(rules.clauses[card]):
            if rules.clause[card, k, CLAUSE_EVENT] == STRENGTH:
                most = max(most, np.int64(rules.clause[card, k, CLAUSE_NUMBER]))
    return most
