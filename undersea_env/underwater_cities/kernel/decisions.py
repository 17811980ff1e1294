"""What an answer does. The answer is known to be legal; afterwards `run` goes on to the next question."""

import numpy as np

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import inlined, jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.limits import (
    FACE_UP_SPECIALS,
    FIRST_BUILDING_SITE,
    LOOKED_AT,
    PLAYABLE_HAND,
)
from undersea_env.underwater_cities.kernel import actions, building, questions
from undersea_env.underwater_cities.kernel.answers import list_answers
from undersea_env.underwater_cities.kernel.card_piles import (
    add_action_card,
    add_to_hand,
    discard_card,
    discard_from_hand,
    put_under_special_deck,
    remove_action_card,
    remove_at,
    take_top_special,
)
from undersea_env.underwater_cities.kernel.columns import AMOUNTS, CHILD, CHILDREN, OP, OTHER_AMOUNTS, PRICES
from undersea_env.underwater_cities.kernel.events import (
    EVENT_MATCH,
    EVENT_MISMATCH,
    EVENT_USE_ACTION_CARD,
    EVENT_USE_SLOT,
)
from undersea_env.underwater_cities.kernel.frames import pop
from undersea_env.underwater_cities.kernel.gains import (
    POINTS,
    add_points,
    maybe_claim_contracts,
    push_effect,
    trigger,
)
from undersea_env.underwater_cities.kernel.interpreter import (
    CREDITS,
    begin_card,
    begin_part,
    carry_out_part,
    choose_order,
    convert_city,
    end_turn,
    gain_one,
    pay_and_build,
    pay_and_upgrade,
    perform_slot,
    put_away_card,
    resolve_trigger,
    run,
    take_alternative,
    take_what_is_given,
)
from undersea_env.underwater_cities.kernel.legality import is_plain, pay, unpay
from undersea_env.underwater_cities.kernel.network import FARM, TUNNEL, is_building_site
from undersea_env.underwater_cities.kernel.production import convert
from undersea_env.underwater_cities.kernel.questions import (
    TO_CHOOSE,
    TO_END,
    TO_KEEP,
    TO_ORDER,
    TO_PLAY,
    TO_PRICE,
    TO_PUT_UNDER,
    TO_REPLACE_KELP,
    TO_REPLACE_STEELPLAST,
    TO_TAKE,
)
from undersea_env.underwater_cities.kernel.state import FROM_CARD


@inlined
def decide(state, rules, action, out):
    """Apply one legal answer and go on to the next question; `out` is room for a list of answers.

    What was paid for has no STOP; if then only one answer is left, it is taken (D-1, D-15).
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
    else:
        decide_small(state, rules, action, question)


@jit
def use_once_per_turn(state, rules, place):
    """L-7."""
    state.once_used |= 1 << place
    card = rules.once_card[place]
    push_effect(state, rules.card_effect[card, 0], rules.card_effect[card, 1], FROM_CARD, 0)


@jit
def decide_effect(state, rules, action):
    if action != actions.STOP:
        begin_part(state, rules, action - actions.PART)
        return
    frame = state.frame[state.frame_count - 1]
    undone = ~frame.stage
    frame.stage = (1 << frame.left) - 1
    for k in range(frame.left):                     # what only gives is not declined (D-2)
        row = frame.row + k
        if (undone >> k) & 1:
            if is_plain(state, rules, state.seat, row, frame.triggered):
                take_what_is_given(state, rules, row, frame.source)
            elif rules.part[row, OP] == opcodes.DIFFERENT:
                carry_out_part(state, rules, frame, k)


@jit
def decide_build(state, rules, action):
    frame = state.frame[state.frame_count - 1]
    if action == actions.STOP:
        pop(state)
    elif frame.stage == TO_CHOOSE:
        if action < actions.SITE:
            frame.thing = action - actions.KIND + FARM
            return
        site = action - actions.SITE
        if frame.thing == 0:
            frame.thing = thing_to_build_on(state, rules, frame.row)
        frame.site = site
        frame.stage = TO_PRICE
    elif frame.stage == TO_PRICE:
        frame.price = action - actions.PRICE
        frame.stage = TO_REPLACE_KELP
    elif frame.stage == TO_REPLACE_KELP:
        frame.for_kelp = action - actions.FOR_KELP
        frame.stage = TO_REPLACE_STEELPLAST
    else:
        frame.for_steelplast = action - actions.FOR_STEELPLAST
        pay_and_build(state, rules)


@jit
def thing_to_build_on(state, rules, row):
    """The one kind of thing that can be built: sites are asked for at once only then."""
    return ones(building.kinds_to_build(state, rules, state.seat, row) - 1)


@jit
def decide_upgrade(state, rules, action):
    frame = state.frame[state.frame_count - 1]
    if action == actions.STOP:
        pop(state)
    elif frame.stage == TO_CHOOSE:
        frame.site = action - actions.SITE
        frame.stage = TO_PRICE
    else:
        pay_and_upgrade(state, rules, action - actions.PRICE)


@jit
def decide_turn(state, rules, action):
    frame = state.frame[state.frame_count - 1]
    if frame.stage == TO_PLAY:
        if action == actions.STOP:
            end_turn(state, rules)                  # D-8: nothing to play
        else:
            play(state, rules, action // PLAYABLE_HAND, action % PLAYABLE_HAND)
    elif frame.stage == TO_ORDER:
        choose_order(state, rules, action - actions.ORDER)
    elif frame.stage == TO_END:
        end_turn(state, rules)
    elif action == actions.USE_CARD:
        frame.card_begun = 1
        begin_card(state, rules)
    else:
        put_away_card(state, rules)


@jit
def play(state, rules, slot, place):
    """Choose a slot and play a card at the same moment (G-3), with the cloning tile on an occupied one (G-11)."""
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    card = np.int64(me.hand[place])
    remove_at(me.hand, me.hand_count, place)
    me.hand_count -= 1
    frame.slot = slot
    frame.card = card
    colour = rules.slot_colour[slot]
    frame.stage = TO_ORDER
    if colour != 0:
        side_place = slot - rules.first_slot
        if state.slot_tiles[side_place] != 0:
            me.resource[CREDITS] -= 1
            state.clone_tile = seat + 1
        state.slot_tiles[side_place] |= 1 << seat
        if rules.card_colour[card] == colour:
            trigger(state, rules, seat, EVENT_MATCH, colour)
            trigger(state, rules, seat, EVENT_USE_SLOT, rules.slot_event[slot])
            return
    choose_order(state, rules, actions.ONLY_SLOT)   # discarded without effect (G-4, G-10)
    if colour != 0:
        trigger(state, rules, seat, EVENT_MISMATCH, 0)
    trigger(state, rules, seat, EVENT_USE_SLOT, rules.slot_event[slot])      # as soon as it is chosen (N-5)


@jit
def decide_small(state, rules, action, question):
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    if action == actions.STOP:
        if question == questions.LAY:
            discard_card(state, rules, np.int64(frame.card))
        pop(state)
    elif question == questions.EITHER:
        take_alternative(state, rules, action - actions.EITHER)
    elif question == questions.USE_ACTION:
        frame.left -= 1
        frame.committed = 0
        use_action_card(state, rules, action - actions.ACTION_CARD)
    elif question == questions.READY_ACTION:
        me.action_used[action - actions.ACTION_CARD] = 0
        pop(state)
    elif question == questions.LAY:
        lay_fifth_action_card(state, rules, action - actions.ACTION_CARD)
    elif question == questions.TAKE_SPECIAL:
        decide_special(state, rules, action)
    elif question == questions.PERFORM:
        pop(state)
        perform_slot(state, rules, action - actions.SLOT)
    elif question == questions.EXCHANGE:
        exchange(state, rules, action - actions.EXCHANGE)
    elif question == questions.PRODUCTION_OF:
        gain_production_of(state, rules, action - actions.SITE)
    elif question == questions.CONVERT_CITY:
        pop(state)
        convert_city(state, rules, action - actions.SITE)
    elif question == questions.PAY:
        frame.left -= 1
        frame.committed = 0
        pay(rules, me, rules.price[rules.part[frame.row, PRICES] + action - actions.PAY])
        row = frame.row
        push_effect(state, rules.part[row, CHILD], rules.part[row, CHILDREN], frame.source, frame.triggered)
        state.frame[state.frame_count - 1].committed = 1
    elif question == questions.DIFFERENT:
        gain_one(state, rules, action - actions.RESOURCE)
    elif question == questions.CONVERSIONS:
        convert(state, rules, state.seat, action - actions.CONVERT)
    elif question == questions.TRIGGERS:
        resolve_trigger(state, rules, action - actions.TRIGGER)


@jit
def use_action_card(state, rules, place):
    """Exhausted when its use begins (L-4)."""
    me = state.players[state.seat]
    me.action_used[place] = 1
    card = np.int64(me.action_card[place])
    push_effect(state, rules.card_effect[card, 0], rules.card_effect[card, 1], FROM_CARD, 0)
    trigger(state, rules, state.seat, EVENT_USE_ACTION_CARD, 0)


@jit
def lay_fifth_action_card(state, rules, place):
    """Discard one of the four first; if it was ready, its effect may be used at once (K-6)."""
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    new_card = np.int64(frame.card)
    old_card = np.int64(me.action_card[place])
    was_ready = me.action_used[place] == 0
    pop(state)
    remove_action_card(me, place)
    add_action_card(me, new_card)
    discard_card(state, rules, old_card)
    if was_ready:
        push_effect(state, rules.card_effect[old_card, 0], rules.card_effect[old_card, 1], FROM_CARD, 0)
        trigger(state, rules, state.seat, EVENT_USE_ACTION_CARD, 0)
    maybe_claim_contracts(state, rules, state.seat)


@jit
def decide_special(state, rules, action):
    """K-8."""
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    if frame.stage == TO_TAKE:
        choice = action - actions.SPECIAL
        if choice == actions.LOOK_AT_THREE:
            put_under_special_deck(state, take_top_special(state))
            frame.stage = TO_KEEP
            while state.looked_count < LOOKED_AT and state.special_count > 0:
                state.looked[state.looked_count] = take_top_special(state)
                state.looked_count += 1
            return
        if choice == actions.TOP_SPECIAL:
            add_to_hand(me, take_top_special(state))
        else:
            add_to_hand(me, np.int64(state.special_row[choice]))
            remove_at(state.special_row, FACE_UP_SPECIALS, choice)
        frame.left = 0
        return
    keeps = frame.stage == TO_KEEP
    place = action - (actions.KEEP if keeps else actions.UNDER)
    card = np.int64(state.looked[place])
    remove_at(state.looked, state.looked_count, place)
    state.looked_count -= 1
    if keeps:
        add_to_hand(me, card)
        frame.stage = TO_PUT_UNDER
    else:
        put_under_special_deck(state, card)


@jit
def exchange(state, rules, direction):
    """Once, in either direction (B-16)."""
    row = state.frame[state.frame_count - 1].row
    me = state.players[state.seat]
    given = rules.part[row, AMOUNTS] if direction == 0 else rules.part[row, OTHER_AMOUNTS]
    taken = rules.part[row, OTHER_AMOUNTS] if direction == 0 else rules.part[row, AMOUNTS]
    pay(rules, me, given)
    unpay(rules, me, taken)
    pop(state)


@jit
def gain_production_of(state, rules, site):
    """What one upgraded structure produces by itself, without multipliers or pair bonus (N-10)."""
    source = state.frame[state.frame_count - 1].source
    me = state.players[state.seat]
    thing = np.int64(me.building[site - FIRST_BUILDING_SITE]) if is_building_site(site) else TUNNEL
    for r in range(POINTS):
        me.resource[r] += rules.produced_by[thing - 1, 1, r]
    add_points(me, rules.produced_by[thing - 1, 1, POINTS], source)
    pop(state)

