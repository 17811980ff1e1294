"""What may be answered to the open question, in ascending order. Which slot and card is in `plays.py`."""

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.production import list_conversions
from undersea_env.underwater_cities.kernel.questions.builds import list_building
from undersea_env.underwater_cities.kernel.questions.cards import list_action_cards, list_cards_to_replace, list_hand
from undersea_env.underwater_cities.kernel.questions.effects import list_parts
from undersea_env.underwater_cities.kernel.questions.parts import (
    list_alternatives,
    list_convertible_cities,
    list_different,
    list_exchanges,
    list_payable_prices,
    list_producing,
    list_slots,
)
from undersea_env.underwater_cities.kernel.questions.specials import list_specials
from undersea_env.underwater_cities.kernel.questions.triggers import list_triggers
from undersea_env.underwater_cities.kernel.questions.turns import list_in_turn
from undersea_env.underwater_cities.kernel.questions.upgrades import list_upgrading


@jit
def list_answers(state, rules, out):
    """Answers to any question but that of which slot and card; returns how many. The frequent questions come first."""
    question = state.frame[state.frame_count - 1].question
    if question == questions.EFFECT:
        return list_parts(state, rules, out)
    if question == questions.BUILD:
        return list_building(state, rules, out)
    if question == questions.UPGRADE:
        return list_upgrading(state, rules, out)
    if question == questions.DISCARD:
        return list_hand(state, out)
    if question == questions.TURN:
        return list_in_turn(state, rules, out)
    if question == questions.EITHER:
        return list_alternatives(state, rules, out)
    if question == questions.USE_ACTION:
        return list_action_cards(state, out, 0)
    if question == questions.READY_ACTION:
        return list_action_cards(state, out, 1)
    if question == questions.LAY:
        return list_cards_to_replace(state, out)
    if question == questions.TAKE_SPECIAL:
        return list_specials(state, out)
    if question == questions.PERFORM:
        return list_slots(state, rules, out)
    if question == questions.EXCHANGE:
        return list_exchanges(state, rules, out)
    if question == questions.PRODUCTION_OF:
        return list_producing(state, rules, out)
    if question == questions.CONVERT_CITY:
        return list_convertible_cities(state, out)
    if question == questions.PAY:
        return list_payable_prices(state, rules, out)
    if question == questions.DIFFERENT:
        return list_different(state, rules, out)
    if question == questions.CONVERSIONS:
        return list_conversions(state, rules, out)
    return list_triggers(state, rules, out)
