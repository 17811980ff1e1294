"""Several cards with a choice that trigger at one moment: the player says which is next (L-6)."""

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.frames import pop
from undersea_env.underwater_cities.kernel.gains import event_fits, push_effect
from undersea_env.underwater_cities.kernel.state import FROM_CARD


@jit
def waits_with_choice(rules, card, event, detail):
    return event_fits(rules, card, event, detail) and rules.card_effect_is_plain[card] == 0


@jit
def resume_triggers(state, rules):
    """The last one is not asked for."""
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    left = 0
    next_one = 0
    n = 0
    for k in range(me.tableau_count):
        if waits_with_choice(rules, me.tableau[k], frame.row, frame.thing):
            if (frame.stage >> n) & 1 == 0:
                left += 1
                next_one = n
            n += 1
    if left > 1:
        return True
    if left == 0:
        pop(state)
    else:
        resolve_trigger(state, rules, next_one)
    return False


@jit
def list_triggers(state, rules, out):
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    n = 0
    place = 0
    for k in range(me.tableau_count):
        if waits_with_choice(rules, me.tableau[k], frame.row, frame.thing):
            if (frame.stage >> place) & 1 == 0:
                out[n] = actions.TRIGGER + place
                n += 1
            place += 1
    return n


@jit
def resolve_trigger(state, rules, number):
    """Begin the effect of the number-th card that waits for the event on top of the stack."""
    frame = state.frame[state.frame_count - 1]
    frame.stage |= 1 << number
    me = state.players[state.seat]
    n = 0
    for k in range(me.tableau_count):
        card = me.tableau[k]
        if waits_with_choice(rules, card, frame.row, frame.thing):
            if n == number:
                push_effect(state, rules.card_effect[card, 0], rules.card_effect[card, 1], FROM_CARD, 1)
                return
            n += 1
