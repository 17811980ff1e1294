"""Carry out what is on the decision stack until the player on top of it must decide.

For each kind of frame there is a `resume_…`: it returns True when an answer is needed, False when it went on by itself.
What may be answered is listed in `answers.py`, what an answer does is in `decisions.py`.
"""

import numpy as np

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.limits import (
    EXPANSION,
    FIRST_BUILDING_SITE,
    FIRST_SPECIAL,
    FIRST_TUNNEL_SITE,
    MAX_ACTION_CARDS,
    METROPOLIS_SITES,
    SITES_AT_CITY,
    TOKENS,
)
from undersea_env.underwater_cities.kernel import actions, building, questions
from undersea_env.underwater_cities.kernel.building import BIOMATTER, KELP, STEELPLAST, UPGRADE_ROW
from undersea_env.underwater_cities.kernel.card_piles import (
    add_action_card,
    add_to_hand,
    add_to_tableau,
    discard_card,
    draw_cards,
    put_under_special_deck,
)
from undersea_env.underwater_cities.kernel.columns import CHILD, CHILDREN, MASK, NUMBER, OP, THEN_UPGRADE
from undersea_env.underwater_cities.kernel.course import resume_flow
from undersea_env.underwater_cities.kernel.events import (
    EVENT_BUILD,
    EVENT_BUILD_ON_EXPANSION,
    EVENT_BUILD_SECOND_IN_CITY,
    EVENT_BUILD_SECOND_TUNNEL,
    EVENT_CONNECT_METROPOLIS,
    EVENT_PAY_SPECIAL,
    EVENT_SLOT_GIVES,
    EVENT_UPGRADE,
    EVENT_UPGRADE_SECOND_IN_CITY,
    EVENT_USE_SLOT,
)
from undersea_env.underwater_cities.kernel.frames import pop, push
from undersea_env.underwater_cities.kernel.gains import (
    advance_federation,
    do_plain_part,
    event_fits,
    give_bonus,
    maybe_claim_contracts,
    push_effect,
    trigger,
)
from undersea_env.underwater_cities.kernel.legality import (
    can_start,
    can_start_alternative,
    can_start_slot,
    can_start_some,
    has_action_card,
    has_once_per_turn,
    is_plain,
    side_that_gives,
)
from undersea_env.underwater_cities.kernel.network import (
    ACTION,
    INSTANT,
    LAB,
    NONSYMBIOTIC,
    SYMBIOTIC,
    TUNNEL,
    city_of,
    count_buildings_at,
    count_upgraded_at,
    is_building_site,
    is_metropolis_connected,
    put_building,
    refresh_network,
)
from undersea_env.underwater_cities.kernel.production import can_convert_something
from undersea_env.underwater_cities.kernel.questions import (
    FIRST_HALF,
    SECOND_HALF,
    TO_CHOOSE,
    TO_END,
    TO_FINISH,
    TO_FOLLOW_UP,
    TO_KEEP,
    TO_ORDER,
    TO_PLAY,
    TO_PRICE,
    TO_REPLACE_KELP,
    TO_REPLACE_STEELPLAST,
    TO_TAKE,
)
from undersea_env.underwater_cities.kernel.state import (
    FROM_CARD,
    FROM_METROPOLIS,
    FROM_SITE,
    FROM_SLOT,
    NONSYMBIOTIC_SUPPLY,
    SYMBIOTIC_SUPPLY,
    TUNNEL_SUPPLY,
)

CREDITS, SCIENCE = building.CREDITS, building.SCIENCE


@jit
def run(state, rules):
    """Go on until somebody must decide or the game is over."""
    while state.over == 0:
        question = state.frame[state.frame_count - 1].question
        if question == questions.EFFECT:
            waiting = resume_effect(state, rules)
        elif question == questions.BUILD:
            waiting = resume_build(state, rules)
        elif question == questions.TURN:
            waiting = resume_turn(state, rules)
        elif question == questions.UPGRADE:
            waiting = resume_upgrade(state, rules)
        elif question == questions.FLOW:
            waiting = resume_flow(state, rules)
        else:
            waiting = resume_small_question(state, rules, question)
        if waiting:
            return


# --- effects ---


@jit
def resume_effect(state, rules):
    """Parts in any order, each optional (G-7); what only gives is not declined (D-2)."""
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    choices = 0
    choice = 0
    plain = -1
    closed = 0
    for k in range(frame.left):
        if (frame.stage >> k) & 1:
            continue
        row = frame.row + k
        if rules.part[row, OP] == opcodes.DIFFERENT or is_plain(state, rules, seat, row, frame.triggered):
            if plain < 0:
                plain = k
        elif can_start(state, rules, seat, row):
            choices += 1
            choice = k
        else:
            closed += 1
    if choices == 0:
        if plain >= 0:
            carry_out_part(state, rules, frame, plain)
            return False
        if closed > 0 and has_once_per_turn(state, rules):     # an exchange might open it (L-7)
            return True
        pop(state)
        return False
    if choices == 1 and plain < 0 and not has_once_per_turn(state, rules):
        if frame.committed or asks_by_itself(rules, frame.row + choice):
            begin_part(state, rules, choice)
            return False
    return True


@jit
def take_what_is_given(state, rules, row, source):
    """Carry out a part that is plain now (D-2)."""
    if rules.part[row, OP] != opcodes.EITHER:
        do_plain_part(state, rules, state.seat, row, source)
        return
    entry = rules.part[row, CHILD] + side_that_gives(state, rules, state.seat, row)
    first = rules.alternative[entry, 0]
    for given in range(first, first + rules.alternative[entry, 1]):
        do_plain_part(state, rules, state.seat, given, source)


@jit
def asks_by_itself(rules, row):
    """Whether carrying out the part offers a way to decline it, so that it need not be offered first."""
    op = rules.part[row, OP]
    if op == opcodes.IF and rules.part[row, CHILDREN] == 1:
        op = rules.part[rules.part[row, CHILD], OP]
    return op != opcodes.FEDERATION and op != opcodes.TAKE_METROPOLIS and op != opcodes.IF


@jit
def begin_part(state, rules, k):
    """Carry out part k of the effect on top of the stack, now. If something was paid for it, it must be done (D-15)."""
    frame = state.frame[state.frame_count - 1]
    before = state.frame_count
    carry_out_part(state, rules, frame, k)
    if frame.committed:
        frame.committed = 0
        if state.frame_count > before:
            state.frame[before].committed = 1


@jit
def carry_out_part(state, rules, frame, k):
    frame.stage |= 1 << k
    row = frame.row + k
    source = frame.source
    triggered = frame.triggered
    if is_plain(state, rules, state.seat, row, triggered):
        take_what_is_given(state, rules, row, source)
        return
    op = rules.part[row, OP]
    times = rules.part[row, NUMBER]
    if op == opcodes.BUILD:
        push(state, questions.BUILD, row, times, source, triggered)
    elif op == opcodes.UPGRADE:
        push(state, questions.UPGRADE, row, times, source, triggered)
    elif op == opcodes.USE_ACTION:
        push(state, questions.USE_ACTION, row, times, source, triggered)
    elif op == opcodes.EITHER:
        push(state, questions.EITHER, row, 1, source, triggered)
    elif op == opcodes.FEDERATION:
        advance_federation(state, rules, state.seat, times)
    elif op == opcodes.PAY:
        push(state, questions.PAY, row, times, source, triggered)
    elif op == opcodes.IF:
        push_effect(state, rules.part[row, CHILD], rules.part[row, CHILDREN], source, triggered)
    elif op == opcodes.DIFFERENT:
        push(state, questions.DIFFERENT, row, times, source, triggered)
    elif op == opcodes.READY_ACTION:
        push(state, questions.READY_ACTION, row, 1, source, triggered)
    elif op == opcodes.TAKE_SPECIAL:
        push(state, questions.TAKE_SPECIAL, row, 1, source, triggered)
    elif op == opcodes.PERFORM:
        push(state, questions.PERFORM, row, 1, source, triggered)
    elif op == opcodes.EXCHANGE:
        push(state, questions.EXCHANGE, row, 1, source, triggered)
    elif op == opcodes.PRODUCTION_OF:
        push(state, questions.PRODUCTION_OF, row, 1, source, triggered)
    elif op == opcodes.CONVERT_CITY:
        push(state, questions.CONVERT_CITY, row, 1, source, triggered)
    elif op == opcodes.TAKE_METROPOLIS:
        take_metropolis(state, rules)


@jit
def resume_small_question(state, rules, question):
    """Frames that ask one thing, maybe several times."""
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    if question == questions.EITHER:
        return resume_either(state, rules)
    if question == questions.TRIGGERS:
        return resume_triggers(state, rules)
    if question == questions.TAKE_SPECIAL:
        return resume_take_special(state, rules)
    if question == questions.DIFFERENT:
        return resume_different(state, rules)
    if question == questions.DISCARD:
        waiting = me.hand_count > frame.left
    elif question == questions.USE_ACTION:
        waiting = frame.left > 0 and has_action_card(me, 0)
    elif question == questions.CONVERSIONS:
        waiting = can_convert_something(state, rules, seat)
    elif question == questions.LAY:
        waiting = frame.left > 0
    else:
        waiting = frame.left > 0 and can_start(state, rules, seat, frame.row)
    if not waiting:
        pop(state)
    return waiting


@jit
def resume_either(state, rules):
    """One alternative, or none; what only gives is taken without asking when it is all that is possible (L-9, D-2)."""
    frame = state.frame[state.frame_count - 1]
    possible = 0
    alternative = 0
    for k in range(rules.part[frame.row, CHILDREN]):
        if can_start_alternative(state, rules, state.seat, frame.row, k):
            possible += 1
            alternative = k
    if possible > 1:
        return True
    if possible == 0:
        pop(state)
    else:
        take_alternative(state, rules, alternative)
    return False


@jit
def take_alternative(state, rules, k):
    """Replace the question by the effect that was chosen."""
    frame = state.frame[state.frame_count - 1]
    entry = rules.part[frame.row, CHILD] + k
    source = frame.source
    triggered = frame.triggered
    committed = frame.committed
    pop(state)
    push_effect(state, rules.alternative[entry, 0], rules.alternative[entry, 1], source, triggered)
    state.frame[state.frame_count - 1].committed = committed


@jit
def either_gives_for_nothing(state, rules, row):
    """Whether a possible alternative only gives (D-2)."""
    for k in range(rules.part[row, CHILDREN]):
        entry = rules.part[row, CHILD] + k
        if only_gives(state, rules, rules.alternative[entry, 0], rules.alternative[entry, 1]):
            if can_start_alternative(state, rules, state.seat, row, k):
                return True
    return False


@jit
def only_gives(state, rules, first, parts):
    for row in range(first, first + parts):
        if rules.part[row, OP] != opcodes.DIFFERENT and not is_plain(state, rules, state.seat, row, 0):
            return False
    return True


@jit
def waits_with_choice(rules, card, event, detail):
    return event_fits(rules, card, event, detail) and rules.card_effect_is_plain[card] == 0


@jit
def resume_triggers(state, rules):
    """Several cards with a choice trigger at once: the player says which is next (L-6)."""
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


@jit
def resume_take_special(state, rules):
    frame = state.frame[state.frame_count - 1]
    if frame.left == 0:
        pop(state)
        return False
    if frame.stage == TO_TAKE:
        if can_start(state, rules, state.seat, frame.row):
            return True
        pop(state)
        return False
    if state.looked_count > 1:
        return True
    if state.looked_count == 1:                    # K-11a: a single one is kept; the last of three goes under the deck
        last = np.int64(state.looked[0])
        state.looked[0] = 0
        state.looked_count = 0
        if frame.stage == TO_KEEP:
            add_to_hand(state.players[state.seat], last)
        else:
            put_under_special_deck(state, last)
    pop(state)
    return False


@jit
def resume_different(state, rules):
    """Different resources, one of each; when as many are left as may be taken, they are taken."""
    frame = state.frame[state.frame_count - 1]
    open_resources = rules.part[frame.row, MASK] & ~frame.stage
    if frame.left == 0 or open_resources == 0:
        pop(state)
        return False
    if ones(open_resources) > frame.left:
        return True
    for r in range(16):
        if (open_resources >> r) & 1:
            gain_one(state, rules, r)
            return False
    return False


@jit
def gain_one(state, rules, resource):
    """One of the different resources that the question on top offers."""
    frame = state.frame[state.frame_count - 1]
    frame.stage |= 1 << resource
    frame.left -= 1
    source = frame.source
    me = state.players[state.seat]
    if resource < TOKENS:
        me.resource[resource] += 1
    elif resource == TOKENS:
        me.resource[resource] += 1
        me.points_from[source] += 1
    else:
        draw_cards(state, state.seat, 1)
    if source == FROM_SLOT:                        # N-6
        trigger(state, rules, state.seat, EVENT_SLOT_GIVES, resource)


# --- building and upgrading ---


@jit
def resume_build(state, rules):
    """Things are built one at a time; each opens new sites for the next (B-7)."""
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    stage = frame.stage
    if stage == TO_CHOOSE:
        if frame.left == 0:
            pop(state)
            return False
        if frame.thing != 0:
            sites = building.sites_to_build(state, rules, seat, frame.row, frame.thing)
            if sites & (sites - 1) != 0:
                return True
            frame.site = building.first_site_of(frame.thing) + ones(sites - 1)
            frame.stage = TO_PRICE
            return False
        if building.can_build(state, rules, seat, frame.row) or has_once_per_turn(state, rules):
            return True
        pop(state)
        return False
    if stage == TO_PRICE:
        payable = 0
        for choice in range(building.number_of_prices(rules, frame.row)):
            if building.can_pay_on_site(rules, me, frame.row, choice, frame.thing, frame.site):
                payable += 1
                frame.price = choice
        if payable > 1:
            frame.price = 0
            return True
        frame.stage = TO_REPLACE_KELP
        return False
    if stage == TO_REPLACE_KELP:
        least, most = building.range_for_kelp(rules, me, frame.row, frame.price, frame.thing, frame.site)
        if most > least:
            return True
        frame.for_kelp = least
        frame.stage = TO_REPLACE_STEELPLAST
        return False
    if stage == TO_REPLACE_STEELPLAST:
        least, most = building.range_for_steelplast(
            rules, me, frame.row, frame.price, frame.thing, frame.site, frame.for_kelp
        )
        if most > least:
            return True
        frame.for_steelplast = least
        pay_and_build(state, rules)
        return False
    if stage == TO_FOLLOW_UP:
        frame.stage = TO_FINISH
        maybe_claim_contracts(state, rules, seat)
        return False
    follow_with_upgrade(state, rules)
    return False


@jit
def pay_and_build(state, rules):
    """Pay for the thing chosen, put it on its site and let everything happen that this sets off."""
    frame = state.frame[state.frame_count - 1]
    frame.stage = TO_FOLLOW_UP
    seat = state.seat
    me = state.players[seat]
    thing = np.int64(frame.thing)
    site = np.int64(frame.site)
    kelp, steelplast, science, credits, biomatter = building.full_price(rules, me, frame.row, frame.price, thing, site)
    me.resource[KELP] -= kelp - frame.for_kelp
    me.resource[STEELPLAST] -= steelplast - frame.for_steelplast
    me.resource[SCIENCE] -= science
    me.resource[CREDITS] -= credits
    me.resource[BIOMATTER] -= biomatter + frame.for_kelp + frame.for_steelplast
    # What asks something is put on the stack from the last to the first: site, metropolis, cards (D-5).
    if thing <= LAB:
        put_building(me, site - FIRST_BUILDING_SITE, thing)
        trigger_build(state, rules, seat, thing, site)
    elif thing == TUNNEL:
        connected_before = connected_metropolises(rules, me)
        me.tunnel[site - FIRST_TUNNEL_SITE] = 1
        state.supply[TUNNEL_SUPPLY] -= 1
        state.tunnels_this_turn += 1
        refresh_network(state, rules, seat)
        trigger_build(state, rules, seat, thing, site)
        newly_connected = connected_metropolises(rules, me) & ~connected_before
        for place in range(METROPOLIS_SITES - 1, -1, -1):
            if (newly_connected >> place) & 1:
                connect_metropolis(state, rules, seat, me.metropolis[place])
    else:
        me.city[site] = thing
        state.supply[NONSYMBIOTIC_SUPPLY if thing == NONSYMBIOTIC else SYMBIOTIC_SUPPLY] -= 1
        refresh_network(state, rules, seat)
        trigger_build(state, rules, seat, thing, site)
    effect = rules.site_effect[me.board, site]
    give_bonus(state, rules, seat, effect[0], effect[1], FROM_SITE)            # B-10


@jit
def connected_metropolises(rules, me):
    connected = 0
    for place in range(METROPOLIS_SITES):
        if is_metropolis_connected(rules, me, place):
            connected |= 1 << place
    return connected


@jit
def connect_metropolis(state, rules, seat, metropolis):
    """B-12; an extra metropolis counts as connected likewise (L-2)."""
    trigger(state, rules, seat, EVENT_CONNECT_METROPOLIS, 0)
    effect = rules.metropolis_effect[metropolis]
    give_bonus(state, rules, seat, effect[0], effect[1], FROM_METROPOLIS)


@jit
def trigger_build(state, rules, seat, thing, site):
    me = state.players[seat]
    if me.listens == 0:
        return
    if thing == TUNNEL and state.tunnels_this_turn == 2:                       # N-8
        trigger(state, rules, seat, EVENT_BUILD_SECOND_TUNNEL, 0)
    if thing <= LAB:
        city = city_of(site)
        if (site - FIRST_BUILDING_SITE) % SITES_AT_CITY == EXPANSION:
            trigger(state, rules, seat, EVENT_BUILD_ON_EXPANSION, 0)
        if (me.connected_cities >> city) & 1 and count_buildings_at(me, city, thing) == 2:    # N-7
            trigger(state, rules, seat, EVENT_BUILD_SECOND_IN_CITY, thing)
    trigger(state, rules, seat, EVENT_BUILD, thing)


@jit
def upgrade_site(state, rules, seat, site):
    """Upgrade what stands there, paid for by the caller, and let everything happen that this sets off."""
    me = state.players[seat]
    if is_building_site(site):
        k = site - FIRST_BUILDING_SITE
        thing = np.int64(me.building[k])
        city = city_of(site)
        me.upgraded[k] = 1
        if (me.connected_cities >> city) & 1 and count_upgraded_at(me, city, thing) == 2:     # N-9
            trigger(state, rules, seat, EVENT_UPGRADE_SECOND_IN_CITY, thing)
    else:
        thing = TUNNEL
        me.tunnel[site - FIRST_TUNNEL_SITE] = 2
    trigger(state, rules, seat, EVENT_UPGRADE, thing)


@jit
def follow_with_upgrade(state, rules):
    """`then upgrade` (G-7, D-6), after which this build is finished."""
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    site = np.int64(frame.site)
    then = rules.part[frame.row, THEN_UPGRADE]
    frame.left -= 1
    frame.committed = 0
    frame.stage = TO_CHOOSE
    frame.thing = 0
    frame.site = 0
    frame.price = 0
    frame.for_kelp = 0
    frame.for_steelplast = 0
    if then == 0:
        return
    price = building.upgrade_after_building_costs(rules, me, frame.row)
    if me.resource[SCIENCE] < price:               # a triggered effect has spent it
        return
    me.resource[SCIENCE] -= price
    upgrade_site(state, rules, seat, site)
    maybe_claim_contracts(state, rules, seat)


@jit
def resume_upgrade(state, rules):
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    if frame.stage == TO_CHOOSE:
        if frame.left > 0 and (building.can_upgrade(state, rules, seat, frame.row) or has_once_per_turn(state, rules)):
            return True
        pop(state)
        return False
    if frame.stage == TO_PRICE:
        payable = 0
        price = 0
        for choice in range(building.number_of_prices(rules, frame.row)):
            if building.can_pay_upgrade(rules, me, frame.row, choice):
                payable += 1
                price = choice
        if payable > 1:
            return True
        pay_and_upgrade(state, rules, price)
        return False
    frame.stage = TO_CHOOSE
    maybe_claim_contracts(state, rules, seat)
    return False


@jit
def pay_and_upgrade(state, rules, choice):
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    site = np.int64(frame.site)
    kelp, steelplast, science, credits, biomatter = building.price_of(rules, me, frame.row, choice, UPGRADE_ROW)
    me.resource[KELP] -= kelp
    me.resource[STEELPLAST] -= steelplast
    me.resource[SCIENCE] -= science
    me.resource[CREDITS] -= credits
    me.resource[BIOMATTER] -= biomatter
    frame.left -= 1
    frame.committed = 0
    frame.site = 0
    frame.stage = TO_FINISH
    upgrade_site(state, rules, state.seat, site)


@jit
def convert_city(state, rules, city):
    """L-1: the dome returns to the supply."""
    me = state.players[state.seat]
    me.city[city] = SYMBIOTIC
    state.supply[NONSYMBIOTIC_SUPPLY] += 1
    state.supply[SYMBIOTIC_SUPPLY] -= 1
    maybe_claim_contracts(state, rules, state.seat)


@jit
def take_metropolis(state, rules):
    """L-2."""
    if state.metropolis_count == 0:
        return
    state.metropolis_count -= 1
    metropolis = np.int64(state.metropolis_supply[state.metropolis_count])
    state.metropolis_supply[state.metropolis_count] = 0
    state.players[state.seat].extra_metropolises |= 1 << metropolis
    connect_metropolis(state, rules, state.seat, metropolis)
    maybe_claim_contracts(state, rules, state.seat)


# --- a turn ---


@jit
def resume_turn(state, rules):
    """Choose and play; one half; the other half; draw (G-3 to G-9)."""
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    if frame.stage == TO_PLAY:
        if me.hand_count > 0 or has_once_per_turn(state, rules):
            return True
        frame.stage = TO_END                        # D-8: nothing to play
        return False
    if frame.stage == TO_ORDER:
        orders = possible_orders(state, rules)
        if orders & (orders - 1) != 0:
            return True
        choose_order(state, rules, ones(orders - 1))
        return False
    if frame.stage == FIRST_HALF:
        frame.stage = SECOND_HALF
        if frame.card_first:
            begin_card(state, rules)
        else:
            begin_slot(state, rules)
        return False
    if frame.stage == SECOND_HALF:
        return resume_second_half(state, rules)
    if has_once_per_turn(state, rules):
        return True
    end_turn(state, rules)
    return False


@jit
def possible_orders(state, rules):
    """Orders that G-4 allows now, as bits. A slot that cannot be used yet must wait for the card (G-5a)."""
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    orders = 0
    if can_start_slot(state, rules, state.seat, frame.slot - rules.first_slot):
        orders = 1 << actions.SLOT_FIRST | 1 << actions.ONLY_SLOT
    if can_begin_card(state, rules, me, frame.card):
        orders |= 1 << actions.CARD_FIRST
    if orders == 0:
        orders = 1 << actions.ONLY_SLOT
    return orders


@jit
def can_begin_card(state, rules, me, card):
    """Whether using the card would do something: a special must be paid, an instant needs a part that can be done."""
    if me.resource[CREDITS] < rules.card_price[card]:
        return False
    if rules.card_type[card] != INSTANT:
        return True
    me.resource[CREDITS] -= rules.card_price[card]
    possible = can_start_some(state, rules, state.seat, rules.card_effect[card, 0], rules.card_effect[card, 1])
    me.resource[CREDITS] += rules.card_price[card]
    return possible


@jit
def choose_order(state, rules, order):
    frame = state.frame[state.frame_count - 1]
    frame.stage = FIRST_HALF
    if order == actions.CARD_FIRST:
        frame.card_first = 1
    elif order == actions.ONLY_SLOT:
        card = np.int64(frame.card)
        frame.card = 0
        discard_card(state, rules, card)


@jit
def begin_slot(state, rules):
    slot = state.frame[state.frame_count - 1].slot
    push_effect(state, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1], FROM_SLOT, 0)


@jit
def perform_slot(state, rules, slot):
    """The action of a slot through an effect (G-13); its use is an event of its own (N-5)."""
    push_effect(state, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1], FROM_SLOT, 0)
    trigger(state, rules, state.seat, EVENT_USE_SLOT, rules.slot_event[slot])


@jit
def begin_card(state, rules):
    """Use the card in play: pay a special's price, then do or lay it (K-3, K-9). Instants are put away afterwards."""
    frame = state.frame[state.frame_count - 1]
    seat = state.seat
    me = state.players[seat]
    card = np.int64(frame.card)
    if rules.card_price[card] > 0:
        me.resource[CREDITS] -= rules.card_price[card]
        frame.card_paid = 1
    if rules.card_type[card] == INSTANT:
        push_effect(state, rules.card_effect[card, 0], rules.card_effect[card, 1], FROM_CARD, 0)
    else:
        frame.card = 0
        if rules.card_type[card] != ACTION:
            add_to_tableau(state, rules, seat, card)
            maybe_claim_contracts(state, rules, seat)
        elif me.action_count < MAX_ACTION_CARDS:
            add_action_card(me, card)
            maybe_claim_contracts(state, rules, seat)
        else:
            push(state, questions.LAY, 0, 1, FROM_CARD, 0)
            state.frame[state.frame_count - 1].card = card
    if rules.card_price[card] > 0:
        trigger(state, rules, seat, EVENT_PAY_SPECIAL, 0)


@jit
def put_away_card(state, rules):
    """After its effect an instant is discarded, a paid special kept under the board (K-3, K-10)."""
    frame = state.frame[state.frame_count - 1]
    card = np.int64(frame.card)
    frame.card = 0
    if frame.card_paid:
        state.players[state.seat].paid_instants |= 1 << (card - FIRST_SPECIAL)
        maybe_claim_contracts(state, rules, state.seat)
    elif card != 0:
        discard_card(state, rules, card)


@jit
def resume_second_half(state, rules):
    frame = state.frame[state.frame_count - 1]
    if frame.card_first:
        if frame.card != 0:
            put_away_card(state, rules)
            return False
        if frame.probing:
            return True
        frame.stage = TO_END
        begin_slot(state, rules)
        return False
    if frame.card == 0:
        frame.stage = TO_END
        return False
    if frame.card_begun:
        put_away_card(state, rules)
        return False
    me = state.players[state.seat]
    price = rules.card_price[frame.card]
    if price > 0:
        if me.resource[CREDITS] >= price:
            return True                             # pay for the special, or not (K-9)
        put_away_card(state, rules)
        return False
    frame.card_begun = 1
    begin_card(state, rules)
    return False


@jit
def end_turn(state, rules):
    """Draw a card, always (G-9)."""
    draw_cards(state, state.seat, 1)
    state.tunnels_this_turn = 0
    state.once_used = 0
    pop(state)

