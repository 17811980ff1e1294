"""What an answer does. The answer is known to be legal; afterwards `run` goes on to the next question."""

from undersea_env.compiling.jit import inlined, jit
from undersea_env.underwater_cities.kernel import actions, questions
from undersea_env.underwater_cities.kernel.answers import list_answers
from undersea_env.underwater_cities.kernel.card_piles import discard_from_hand
from undersea_env.underwater_cities.kernel.frames import note_what_is_done, pop
from undersea_env.underwater_cities.kernel.interpreter import run
from undersea_env.underwater_cities.kernel.production import convert
from undersea_env.underwater_cities.kernel.questions.builds import decide_build
from undersea_env.underwater_cities.kernel.questions.cards import (
    discard_fifth_action_card,
    lay_fifth_action_card,
    make_ready,
    use_action_card,
    use_once_per_turn,
)
from undersea_env.underwater_cities.kernel.questions.effects import decide_effect
from undersea_env.underwater_cities.kernel.questions.parts import (
    convert_city,
    exchange,
    gain_one,
    gain_production_of,
    pay_for_child,
    perform_slot,
    take_alternative,
)
from undersea_env.underwater_cities.kernel.questions.specials import decide_special
from undersea_env.underwater_cities.kernel.questions.triggers import resolve_trigger
from undersea_env.underwater_cities.kernel.questions.turns import decide_turn
from undersea_env.underwater_cities.kernel.questions.upgrades import decide_upgrade


@inlined
def decide(state, rules, action, out):
    """Apply one legal answer and go on to the next question; `out` is room for a list of answers.

    What was paid for has no STOP, nor has a chosen slot of which nothing was done yet; if then only one answer is left,
    it is taken (D-1, D-3, D-15).
    """
    apply_answer(state, rules, action)
    run(state, rules)
    while state.over == 0 and state.frame[state.frame_count - 1].committed:
        if list_answers(state, rules, out) != 1:
            return
        apply_answer(state, rules, out[0])
        run(state, rules)


@jit
def apply_answer(state, rules, action):
    """The frequent questions come first."""
    question = state.frame[state.frame_count - 1].question
    if actions.ONCE <= action < actions.STOP:
        use_once_per_turn(state, rules, action - actions.ONCE)
    elif question == questions.EFFECT:
        decide_effect(state, rules, action)
    elif question == questions.BUILD:
        decide_build(state, rules, action)
    elif question == questions.TURN:
        decide_turn(state, rules, action)
    elif question == questions.UPGRADE:
        decide_upgrade(state, rules, action)
    elif question == questions.DISCARD:
        discard_from_hand(state, rules, state.seat, action - actions.HAND)
    elif action == actions.STOP:
        decline(state, rules, question)
    else:
        answer_part(state, rules, action, question)


@jit
def decline(state, rules, question):
    if question == questions.LAY:
        discard_fifth_action_card(state, rules)
    else:
        pop(state)


@jit
def answer_part(state, rules, action, question):
    """An answer to a question that asks one thing."""
    if question == questions.EITHER:
        take_alternative(state, rules, action - actions.EITHER)
        return
    note_what_is_done(state)
    if question == questions.USE_ACTION:
        use_action_card(state, rules, action - actions.ACTION_CARD)
    elif question == questions.READY_ACTION:
        make_ready(state, action - actions.ACTION_CARD)
    elif question == questions.LAY:
        lay_fifth_action_card(state, rules, action - actions.ACTION_CARD)
    elif question == questions.TAKE_SPECIAL:
        decide_special(state, rules, action)
    elif question == questions.PERFORM:
        perform_slot(state, rules, action - actions.SLOT)
    elif question == questions.EXCHANGE:
        exchange(state, rules, action - actions.EXCHANGE)
    elif question == questions.PRODUCTION_OF:
        gain_production_of(state, rules, action - actions.SITE)
    elif question == questions.CONVERT_CITY:
        convert_city(state, rules, action - actions.SITE)
    elif question == questions.PAY:
        pay_for_child(state, rules, action - actions.PAY)
    elif question == questions.DIFFERENT:
        gain_one(state, rules, action - actions.RESOURCE)
    elif question == questions.CONVERSIONS:
        convert(state, rules, state.seat, action - actions.CONVERT)
    elif question == questions.TRIGGERS:
        resolve_trigger(state, rules, action - actions.TRIGGER)
