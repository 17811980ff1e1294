"""Carry out what is on the decision stack until the player on top of it must decide.

Each question has a module in `questions/`, with what it does by itself, what may be answered and what an answer does.
A `resume_…` returns True when an answer is needed, False when it went on by itself.
"""

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.course import resume_flow
from undersea_env.underwater_cities.kernel.production import resume_converting
from undersea_env.underwater_cities.kernel.questions.builds import resume_build
from undersea_env.underwater_cities.kernel.questions.cards import (
    resume_discarding,
    resume_laying,
    resume_using_action_cards,
)
from undersea_env.underwater_cities.kernel.questions.effects import resume_effect
from undersea_env.underwater_cities.kernel.questions.parts import resume_different, resume_either, resume_while_possible
from undersea_env.underwater_cities.kernel.questions.specials import resume_taking_special
from undersea_env.underwater_cities.kernel.questions.triggers import resume_triggers
from undersea_env.underwater_cities.kernel.questions.turns import resume_turn
from undersea_env.underwater_cities.kernel.questions.upgrades import resume_upgrade


@jit
def run(state, rules):
    """Go on until somebody must decide or the game is over."""
    while state.over == 0:
        if resume(state, rules, state.frame[state.frame_count - 1].question):
            return


@jit
def resume(state, rules, question):
    """Go on with the question on top; the frequent ones first."""
    if question == questions.EFFECT:
        return resume_effect(state, rules)
    if question == questions.BUILD:
        return resume_build(state, rules)
    if question == questions.TURN:
        return resume_turn(state, rules)
    if question == questions.UPGRADE:
        return resume_upgrade(state, rules)
    if question == questions.FLOW:
        return resume_flow(state, rules)
    if question == questions.EITHER:
        return resume_either(state, rules)
    if question == questions.TRIGGERS:
        return resume_triggers(state, rules)
    if question == questions.TAKE_SPECIAL:
        return resume_taking_special(state, rules)
    if question == questions.DIFFERENT:
        return resume_different(state, rules)
    if question == questions.DISCARD:
        return resume_discarding(state)
    if question == questions.USE_ACTION:
        return resume_using_action_cards(state)
    if question == questions.CONVERSIONS:
        return resume_converting(state, rules)
    if question == questions.LAY:
        return resume_laying(state)
    return resume_while_possible(state, rules)
