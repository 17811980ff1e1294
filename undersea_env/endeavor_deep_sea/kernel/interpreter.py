"""Goes from one question to the next. What has one answer is answered without asking (Q-0)."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.kernel import actions
from undersea_env.endeavor_deep_sea.kernel.asking import ask, count_answers, first_answer, offer_each
from undersea_env.endeavor_deep_sea.kernel.course import decide_course, resume_course
from undersea_env.endeavor_deep_sea.kernel.doing import clean_up, decide_action, resume_action, take_journal
from undersea_env.endeavor_deep_sea.kernel.frames import pop
from undersea_env.endeavor_deep_sea.kernel.gains import decide_bundle, launch, resume_bundle, resume_launch
from undersea_env.endeavor_deep_sea.kernel.state import BUNDLE, CLEANING, DESIGNATING, DOING, LAUNCH, TAKING_JOURNAL


@jit
def resume(state, rules):
    """Ask the next question (True), or do what comes next without one (False)."""
    if state.frame_count == 0:
        return resume_course(state, rules)
    frame = state.frame[state.frame_count - 1]
    if frame.about == BUNDLE:
        return resume_bundle(state, rules, frame)
    if frame.about == DOING:
        return resume_action(state, rules, frame)
    if frame.about == LAUNCH:
        return resume_launch(state, rules, frame)
    if frame.about == TAKING_JOURNAL:
        take_journal(state, rules, frame)
        return False
    if frame.about == CLEANING:
        clean_up(state, rules, frame)
        return False
    ask(state, np.int64(frame.owner), 21)
    offer_each(state, actions.OPTION, 3)
    return True


@jit
def decide(state, rules, action):
    """Carry out an answer to the open question."""
    if state.frame_count == 0:
        decide_course(state, rules, action)
        return
    frame = state.frame[state.frame_count - 1]
    if frame.about == BUNDLE:
        decide_bundle(state, rules, frame, action)
    elif frame.about == DOING:
        decide_action(state, rules, frame, action)
    elif frame.about == LAUNCH:
        launch(state, rules, np.int64(frame.owner), action - actions.LAUNCH_IN)
    else:
        choose_option(state, frame, action - actions.OPTION)


@jit
def choose_option(state, frame, option):
    """M-6, M-8."""
    if frame.about == DESIGNATING:
        state.designated = 1 + option
    else:
        state.goal_option[frame.site - 1] = 1 + option
    pop(state)


@jit
def run(state, rules):
    """On to the next question with a choice, or the end."""
    while state.over == 0:
        if resume(state, rules):
            n = count_answers(state)
            if n > 1:
                return
            if n == 1:
                decide(state, rules, first_answer(state))
            else:
                skip(state)
    ask(state, np.int64(state.seat), 0)


@jit
def skip(state):
    """Q-0: a decision without an answer."""
    if state.frame_count:
        pop(state)
    else:
        state.copier = 0
