"""Goes from one question to the next. What has one answer is answered without asking (G-4)."""

import numpy as np

from undersea_env.cloudage.kernel import actions
from undersea_env.cloudage.kernel.asking import ask, count_answers, first_answer, offer, offer_each
from undersea_env.cloudage.kernel.building import (
    HARBOUR,
    ask_for_project,
    ask_for_upgrade,
    ask_for_wrench,
    ask_what_to_build,
    can_use_harbour,
    decide_building,
    decide_card,
    decide_project,
    decide_upgrade,
    decide_wrench,
    resume_playing,
)
from undersea_env.cloudage.kernel.course import (
    ALL_DISTRICTS,
    collect,
    decide_course,
    pop_city_card,
    resume_course,
)
from undersea_env.cloudage.kernel.effects import (
    decide_effect,
    decide_paying,
    open_sectors,
    resume_effect,
    resume_paying,
)
from undersea_env.cloudage.kernel.fighting import decide_fight, resume_fight
from undersea_env.cloudage.kernel.frames import pop
from undersea_env.cloudage.kernel.gains import gain
from undersea_env.cloudage.kernel.moments import resume_moment
from undersea_env.cloudage.kernel.piles import remove_navigation
from undersea_env.cloudage.kernel.planting import decide_planting, resume_planting, use_harbour
from undersea_env.cloudage.kernel.state import (
    BUILDING,
    CHOOSING,
    COVERING,
    EFFECT,
    FIGHTING,
    GUN_REMOVAL,
    MOMENT,
    PAYING,
    PLANTING,
    PLAYING,
    SOLO_COLLECT,
    STARTING_PROJECT,
    UPDATING,
    UPGRADING,
)
from undersea_env.cloudage.printed.words import FIRST_GUN, LARGEST_AMOUNT
from undersea_env.compiling.jit import jit

ALL_RESOURCES = 0b1111


@jit
def resume(state, rules):
    """Ask the next question (True), or do what comes next without one (False)."""
    if state.frame_count == 0:
        return resume_course(state, rules)
    frame = state.frame[state.frame_count - 1]
    about = frame.about
    if about == EFFECT:
        return resume_effect(state, rules, frame)
    if about == BUILDING:
        ask_what_to_build(state, rules, frame)
        return True
    if about == PLAYING:
        return resume_playing(state, rules, frame)
    if about == FIGHTING:
        return resume_fight(state, rules, frame)
    if about == MOMENT:
        resume_moment(state, rules, frame)
        return False
    if about == PLANTING:
        return resume_planting(state, rules, frame)
    if about == PAYING:
        return resume_paying(state, rules, frame)
    ask_about(state, rules, frame)
    return True


@jit
def ask_about(state, rules, frame):
    """The frames that are nothing but a question."""
    seat = np.int64(frame.owner)
    me = state.players[seat]
    if frame.about == CHOOSING:
        ask(state, seat, 23)
        offer_each(state, actions.RESOURCE, ALL_RESOURCES)
    elif frame.about == UPGRADING:
        ask_for_upgrade(state, rules, frame)
    elif frame.about == STARTING_PROJECT:
        ask_for_project(state, rules, frame)
    elif frame.about == UPDATING:
        ask(state, seat, 15)
        offer(state, actions.PASS)
        for k in range(me.spent_count):
            offer(state, actions.NAV + me.spent[k])
    elif frame.about == COVERING:
        ask(state, seat, 24)
        offer_each(state, actions.TASK, np.int64(me.tasks))
    elif frame.about == GUN_REMOVAL:
        ask(state, seat, 25)
        offer_each(state, actions.GUN, np.int64(state.guns))
    elif frame.about == SOLO_COLLECT:
        ask_for_solo_collect(state, rules, frame)
    else:
        ask_for_wrench(state, rules, frame)


@jit
def ask_for_solo_collect(state, rules, frame):
    """D-27, then D-13."""
    seat = np.int64(frame.owner)
    if frame.b == 0:
        ask(state, seat, 27)
        offer(state, actions.PASS)
        offer_each(state, actions.ACTION, np.int64(open_sectors(state, frame.a)))
        return
    ask(state, seat, 13)
    offer_each(state, actions.DISTRICT, ALL_DISTRICTS)
    if can_use_harbour(state, rules, seat):
        offer(state, actions.CUBE + HARBOUR)


@jit
def decide(state, rules, action):
    """Carry out an answer to the open question."""
    if state.frame_count == 0:
        decide_course(state, rules, action)
        return
    frame = state.frame[state.frame_count - 1]
    about = frame.about
    if action == actions.CUBE + HARBOUR:
        use_harbour(state, rules, np.int64(frame.owner))
    elif about == BUILDING:
        decide_building(state, rules, frame, action)
    elif about == EFFECT:
        decide_effect(state, rules, frame, action)
    elif about == FIGHTING:
        decide_fight(state, rules, frame, action)
    elif about == PLAYING:
        decide_card(state, frame, action)
    elif about == PLANTING:
        decide_planting(state, rules, frame, action)
    elif about == PAYING:
        decide_paying(state, frame, action)
    elif about == UPGRADING:
        decide_upgrade(state, rules, frame, action)
    elif about == STARTING_PROJECT:
        decide_project(state, rules, frame, action)
    else:
        decide_about(state, rules, frame, action)


@jit
def decide_about(state, rules, frame, action):
    seat, source = np.int64(frame.owner), np.int64(frame.source)
    me = state.players[seat]
    if frame.about == CHOOSING:
        frame.number -= 1
        if frame.number == 0:
            pop(state)
        gain(state, rules, seat, action - actions.RESOURCE, 1, source)
    elif frame.about == UPDATING:
        pop(state)
        if action != actions.PASS:
            remove_navigation(me, action - actions.NAV)
    elif frame.about == COVERING:
        pop(state)
        me.tasks &= ~(1 << (action - actions.TASK))
        me.covered |= 1 << (action - actions.TASK)
    elif frame.about == GUN_REMOVAL:
        pop(state)
        remove_gun(state, action - actions.GUN)
    elif frame.about == SOLO_COLLECT:
        decide_solo_collect(state, rules, frame, action)
    else:
        decide_wrench(state, rules, frame, action)


@jit
def remove_gun(state, gun):
    """T-17."""
    state.guns &= ~(1 << gun)
    state.legacy &= ~(1 << (FIRST_GUN + gun))


@jit
def decide_solo_collect(state, rules, frame, action):
    """O-5."""
    if action == actions.PASS:
        pop(state)
    elif action < actions.DISTRICT:
        frame.b = 1 + action - actions.ACTION
    else:
        seat, sector, district = np.int64(frame.owner), np.int64(frame.b) - 1, action - actions.DISTRICT
        pop(state)
        card = pop_city_card(state, sector)
        if rules.amount[card, district] < LARGEST_AMOUNT:
            collect(state, rules, seat, card, district)


@jit
def run(state, rules):
    """On to the next question with a choice, or the end."""
    while state.over == 0:
        if resume(state, rules):
            if count_answers(state) > 1:
                return
            decide(state, rules, first_answer(state))
    ask(state, np.int64(state.first), 0)
