"""How `greedy` answers the open question."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    BUILDING_SITES,
    CITIES_ON_BOARD,
    CONTRACTS_IN_PLAY,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    HELD,
    MAX_ACTION_CARDS,
    METROPOLIS_SITES,
    N_SITES,
    PLAYABLE_HAND,
    TUNNEL_SITES,
)
from undersea_env.underwater_cities.heuristic.learned import INPUT, LEARNED
from undersea_env.underwater_cities.heuristic.offers import (
    NEVER,
    action_effect_worth,
    begin_menu,
    best_gross,
    building_worth,
    card_worth,
    city_worth,
    cost_of_build,
    effect_worth,
    exchange_worth,
    keep_worth,
    lowest_action,
    may_perform,
    parts_worth,
    printed_price_worth,
    produced_at_once,
    resource_worth,
    tunnel_upgrade_worth,
    tunnel_worth,
    upgrade_worth,
    write_actions,
    write_hand,
    write_slots,
)
from undersea_env.underwater_cities.heuristic.valuing import (
    THOUGHT,
    action_kept,
    change_worth,
    price_worth,
    read_clock,
    value,
)
from undersea_env.underwater_cities.kernel import actions, questions
from undersea_env.underwater_cities.kernel.answers import list_answers
from undersea_env.underwater_cities.kernel.building import CREDITS
from undersea_env.underwater_cities.kernel.card_piles import insert_sorted
from undersea_env.underwater_cities.kernel.columns import (
    AMOUNTS,
    CHILD,
    CHILDREN,
    MASK,
    OP,
    OTHER_AMOUNTS,
    PRICES,
    THEN_UPGRADE,
)
from undersea_env.underwater_cities.kernel.entry import answer
from undersea_env.underwater_cities.kernel.legality import can_start_slot
from undersea_env.underwater_cities.kernel.network import FARM, HAND_CARD, LAB, NONSYMBIOTIC, TUNNEL
from undersea_env.underwater_cities.kernel.plays import may_clone
from undersea_env.underwater_cities.kernel.questions import TO_CHOOSE, TO_END, TO_KEEP, TO_ORDER, TO_PLAY, TO_TAKE
from undersea_env.underwater_cities.kernel.questions.builds import thing_to_build_on
from undersea_env.underwater_cities.kernel.state import CHOSEN, PLAYER, STATE, SUPPLIED
from undersea_env.underwater_cities.kernel.workspace import WORKSPACE
from undersea_env.underwater_cities.printed.words import CardType

INSTANT = int(CardType.INSTANT)

MOST_TRIES = 16
HIGHEST_RANK = 9                 # of a part
ONCE_FOR = 0.3                   # a once-per-turn card is not used for less: it might be needed later in the turn

PLAN = np.dtype(
    [
        ("action", "i8", (MOST_TRIES,)),                   # pairs of slot and card, the best first
        ("gives", "f8", (MOST_TRIES,)),
        ("keep", "f8", (PLAYABLE_HAND,)),
    ],
    align=True,
)
GREEDY_ROOM = np.dtype(
    [
        ("thought", THOUGHT),
        ("plan", PLAN),
        ("is_open", "i8"),                                 # whether the menu is that of the board below
        ("clock", "i8", (3,)),
        ("supply", "i8", (len(SUPPLIED),)),
        ("contract_row", "i8", (CONTRACTS_IN_PLAY,)),
        ("board", PLAYER),
        ("position", STATE),
        ("engine", WORKSPACE),
        ("input", INPUT),
        ("network", LEARNED),                              # weights of zero: the value is greedy's own
    ],
    align=True,
)


# --- the menu stays open ---


@jit
def open_menu(state, rules, worth, seat, room):
    """Begin the menu of a position, or go on with the last one: from one question to the next little changes."""
    t = room.thought
    me = state.players[seat]
    read_clock(state, rules, worth, seat, t)
    if not (room.is_open and is_same_table(state, t, room) and is_same_board(me, room.board)):
        begin_menu(state, rules, worth, seat, t)
        room.is_open = 1
        room.board = me
        room.clock[0] = t.turns
        room.clock[1] = t.done
        room.clock[2] = t.soon
        for k in range(len(SUPPLIED)):
            room.supply[k] = state.supply[k]
        for k in range(CONTRACTS_IN_PLAY):
            room.contract_row[k] = state.contract_row[k]
    t.counts[HAND_CARD] = me.hand_count
    t.action[0] = 0.0
    t.action[1] = 0.0
    for k in range(4):
        t.best_slot[k] = 0.0


@jit
def is_same_table(state, t, room):
    """Whether time, supply and contracts are those of the open menu."""
    if t.turns != room.clock[0] or t.done != room.clock[1] or t.soon != room.clock[2]:
        return False
    other = 0
    for k in range(len(SUPPLIED)):
        other |= state.supply[k] ^ room.supply[k]
    for k in range(CONTRACTS_IN_PLAY):
        other |= state.contract_row[k] ^ room.contract_row[k]
    return other == 0


@jit
def is_same_board(me, board):
    """Whether the player has the same as when the menu was opened; its hand does not matter."""
    other = (me.board ^ board.board) | (me.space ^ board.space) | (me.paid_instants ^ board.paid_instants)
    other |= (me.contracts ^ board.contracts) | (me.extra_metropolises ^ board.extra_metropolises)
    for k in range(HELD):
        other |= me.resource[k] ^ board.resource[k]
    for k in range(MAX_ACTION_CARDS):
        other |= (me.action_card[k] ^ board.action_card[k]) | (me.action_used[k] ^ board.action_used[k])
    for k in range(METROPOLIS_SITES):
        other |= me.metropolis[k] ^ board.metropolis[k]
    for k in range(CITIES_ON_BOARD):
        other |= me.city[k] ^ board.city[k]
    if other != 0 or me.tableau_count != board.tableau_count:
        return False
    for k in range(TUNNEL_SITES):
        other |= me.tunnel[k] ^ board.tunnel[k]
    for k in range(BUILDING_SITES):
        other |= (me.building[k] ^ board.building[k]) | (me.upgraded[k] ^ board.upgraded[k])
    for k in range(me.tableau_count):
        other |= me.tableau[k] ^ board.tableau[k]
    return other == 0


# --- slot and card ---


@jit
def list_best_plays(state, rules, worth, seat, t, plan):
    """The best card for each slot, and of these pairs the best few, the first in front; returns how many.

    A pair counts what the slot adds and, if the colours match, what the card adds, less what keeping it is worth.
    Only slots whose action can begin now are thought of, not those that a card would have to open first (G-5a).
    """
    me = state.players[seat]
    hand = min(np.int64(me.hand_count), PLAYABLE_HAND)
    cheapest = 0
    for k in range(1, hand):
        if t.keep[k] < t.keep[cheapest]:
            cheapest = k
    plan.action[0] = actions.PLAY + ALWAYS_SLOT * PLAYABLE_HAND + cheapest
    plan.gives[0] = t.slot[ALWAYS_SLOT] - t.keep[cheapest]
    n = 1
    wanted = min(max(1, worth.tries), MOST_TRIES)
    for place in range(rules.slot_count):
        tiles = state.slot_tiles[place]
        slot = rules.first_slot + place
        total = t.slot[slot]
        if tiles != 0:
            if not may_clone(state, rules, me, seat, tiles):
                continue
            total += change_worth(worth, t, me, CREDITS, -1)
        card = cheapest
        with_card = -t.keep[cheapest]
        for k in range(hand):
            if rules.card_colour[me.hand[k]] == rules.slot_colour[slot]:
                gives = max(0.0, t.hand[k]) - t.keep[k]
                if gives > with_card:
                    with_card = gives
                    card = k
        total += with_card
        if (n == wanted and total <= plan.gives[n - 1]) or not can_choose(state, rules, me, seat, place, tiles):
            continue
        k = n if n < wanted else n - 1
        while k > 0 and plan.gives[k - 1] < total:
            plan.gives[k] = plan.gives[k - 1]
            plan.action[k] = plan.action[k - 1]
            k -= 1
        plan.gives[k] = total
        plan.action[k] = actions.PLAY + slot * PLAYABLE_HAND + card
        n = min(n + 1, wanted)
    return n


@jit
def can_choose(state, rules, me, seat, place, tiles):
    """Whether the slot's action can begin, once the cloning tile is paid for if it is needed (G-5, G-11)."""
    me.resource[CREDITS] -= tiles != 0
    possible = can_start_slot(state, rules, seat, place)
    me.resource[CREDITS] += tiles != 0
    return possible


@jit
def choose_play(state, rules, worth, seat, room):
    """Slot and card: the best pair, or, of the few best, the one after which the turn ends best."""
    me = state.players[seat]
    t = room.thought
    if me.hand_count == 0:
        return actions.STOP                            # D-8
    open_menu(state, rules, worth, seat, room)
    write_slots(state, rules, worth, seat, t)
    write_hand(state, rules, worth, seat, t)
    n = list_best_plays(state, rules, worth, seat, t, room.plan)
    if n == 1:
        return np.int64(room.plan.action[0])
    kept = 0.0
    for k in range(min(np.int64(me.hand_count), PLAYABLE_HAND)):
        room.plan.keep[k] = t.keep[k]
        kept += t.keep[k]
    best = NEVER
    chosen = np.int64(room.plan.action[0])
    for k in range(n):
        action = np.int64(room.plan.action[k])
        after = value_after_turn(state, rules, worth, seat, room, action)
        after += kept - room.plan.keep[action % PLAYABLE_HAND]
        if after > best:
            best = after
            chosen = action
    return chosen


@jit
def sort_spare_metropolises(state):
    """Which of them comes next is hidden (L-2): on a copy, one that everybody can name. Drawn cards only count."""
    supply = state.metropolis_supply
    for k in range(1, state.metropolis_count):
        insert_sorted(supply, k, supply[k])


@jit
def value_after_turn(state, rules, worth, seat, room, action):
    """Play the turn to its end on a copy, and value the position."""
    room.position = state
    copy = room.position
    sort_spare_metropolises(copy)
    answer(copy, rules, action, room.engine)
    while copy.over == 0 and copy.frame_count > 1 and copy.frame[1].question == questions.TURN and copy.seat == seat:
        if copy.frame_count == 2 and copy.frame[1].stage == TO_PLAY:
            break                                      # the next turn, of a player alone
        answer(copy, rules, choose_answer(copy, rules, worth, room), room.engine)
    room.is_open = 0
    return value(copy, rules, worth, seat, room.thought)


@jit
def site_worth(state, rules, worth, seat, t, thing, site):
    """What building the thing on the site adds, before its price."""
    me = state.players[seat]
    if thing <= LAB:
        return building_worth(rules, worth, me, t, thing, site - FIRST_BUILDING_SITE)
    if thing == TUNNEL:
        return tunnel_worth(rules, worth, me, t, site - FIRST_TUNNEL_SITE)
    return city_worth(rules, worth, me, t, thing, site)


@jit
def upgrade_site_worth(rules, worth, me, t, site):
    if site >= FIRST_TUNNEL_SITE:
        return tunnel_upgrade_worth(rules, worth, me, t, site - FIRST_TUNNEL_SITE)
    k = site - FIRST_BUILDING_SITE
    return upgrade_worth(rules, worth, me, t, np.int64(me.building[k]), k)


@jit
def answer_worth(state, rules, worth, seat, t, action):
    """What an answer to the open question adds; declining adds nothing."""
    me = state.players[seat]
    frame = state.frame[state.frame_count - 1]
    question = frame.question
    row = frame.row
    if action == actions.STOP:
        return 0.0
    if action >= actions.ONCE:
        card = rules.once_card[action - actions.ONCE]
        gives = effect_worth(state, rules, worth, seat, t, rules.card_effect[card, 0], rules.card_effect[card, 1])
        return gives if gives > ONCE_FOR else -1.0
    if question == questions.BUILD:
        if frame.stage == TO_CHOOSE:
            thing = action - actions.KIND + FARM
            gross = best_gross(state, rules, worth, t, me, row, thing)
            return gross - cost_of_build(rules, worth, t, me, row, thing)
        if action < actions.FOR_KELP:
            return -printed_price_worth(rules, worth, t, me, row, action - actions.PRICE, np.int64(frame.thing))
        return -np.float64(action)                     # biomatter is dearer than what it stands in for
    if question == questions.UPGRADE:
        return -printed_price_worth(rules, worth, t, me, row, action - actions.PRICE, 0)
    if question == questions.TURN:                     # whether to pay for a special
        return card_worth(state, rules, worth, seat, t, np.int64(frame.card))
    return small_answer_worth(state, rules, worth, seat, t, question, action)


@jit
def choose_site(state, rules, worth, seat, t, legal, n):
    """Where to build or upgrade; to stop if no site is worth the price and stopping is allowed."""
    me = state.players[seat]
    frame = state.frame[state.frame_count - 1]
    thing = 0
    if frame.question == questions.BUILD:
        thing = np.int64(frame.thing)
        if thing == 0:
            thing = thing_to_build_on(state, rules, frame.row)
    best = NEVER
    if legal[n - 1] == actions.STOP:
        best = cost_of_build(rules, worth, t, me, frame.row, thing)
        if rules.part[frame.row, THEN_UPGRADE] != 0:
            best -= t.better[thing]
    chosen = np.int64(legal[n - 1])
    for k in range(n):
        site = np.int64(legal[k]) - actions.SITE
        if site >= N_SITES:
            break
        if thing == 0:
            gives = upgrade_site_worth(rules, worth, me, t, site)
        else:
            gives = site_worth(state, rules, worth, seat, t, thing, site)
        if gives > best:
            best = gives
            chosen = np.int64(legal[k])
    return chosen


@jit
def choose_part(state, rules, worth, seat, room, legal, n):
    """Parts in a fixed order: what gives may pay for the rest; what is built first opens sites for the next.

    The first part of a chosen slot cannot be declined afterwards (D-3): one that is worth it comes first.
    """
    frame = state.frame[state.frame_count - 1]
    if frame.committed == CHOSEN:
        open_menu(state, rules, worth, seat, room)
        write_actions(state, rules, worth, seat, room.thought)
    best = 0
    chosen = np.int64(legal[n - 1])
    for k in range(n):
        part = legal[k] - actions.PART
        if part >= frame.left:                         # a once-per-turn card, or to stop
            break
        row = frame.row + part
        rank = rank_of_part(rules, row)
        if frame.committed == CHOSEN and effect_worth(state, rules, worth, seat, room.thought, row, 1) > 0.0:
            rank += HIGHEST_RANK
        if rank > best:
            best = rank
            chosen = np.int64(legal[k])
    return chosen


@jit
def rank_of_part(rules, row):
    op = rules.part[row, OP]
    if op == opcodes.GAIN or op == opcodes.DIFFERENT or op == opcodes.FEDERATION or op == opcodes.IF:
        return HIGHEST_RANK
    if op == opcodes.READY_ACTION or op == opcodes.TAKE_METROPOLIS:
        return 8
    if op == opcodes.USE_ACTION:
        return 7
    if op != opcodes.BUILD:
        return 6
    if rules.part[row, MASK] == 1 << TUNNEL:
        return 5
    if rules.part[row, MASK] >> NONSYMBIOTIC:
        return 4
    return 3


@jit
def choose_order_of_halves(state, rules, worth, legal, n):
    """Lay a card before the slot is used; take tokens before they are spent; pay for a special only when asked."""
    frame = state.frame[state.frame_count - 1]
    card = np.int64(frame.card)
    is_first = rules.card_type[card] != INSTANT
    if worth.gives_tokens[card] != 0 and worth.slot_gives_tokens[frame.slot] == 0:
        is_first = True
    wanted = actions.CARD_FIRST if is_first and rules.card_price[card] == 0 else actions.SLOT_FIRST
    for k in range(n):
        if legal[k] == actions.ORDER + wanted:
            return np.int64(legal[k])
    return np.int64(legal[0])


@jit
def choose_discard(state, rules, worth, seat, room):
    """The card that is worth least to keep."""
    t = room.thought
    open_menu(state, rules, worth, seat, room)
    write_actions(state, rules, worth, seat, t)
    me = state.players[seat]
    best = 1e9
    chosen = 0
    for k in range(me.hand_count):
        card = np.int64(me.hand[k])
        keep = keep_worth(worth, t, card, card_worth(state, rules, worth, seat, t, card))
        if keep < best:
            best = keep
            chosen = k
    return actions.HAND + chosen


@jit
def small_answer_worth(state, rules, worth, seat, t, question, action):
    me = state.players[seat]
    frame = state.frame[state.frame_count - 1]
    row = frame.row
    if question == questions.EITHER:
        side = rules.alternative[rules.part[row, CHILD] + action - actions.EITHER]
        return parts_worth(state, rules, worth, seat, t, side[0], side[1])
    if question == questions.USE_ACTION:
        card = np.int64(me.action_card[action - actions.ACTION_CARD])
        return action_effect_worth(state, rules, worth, seat, t, card)
    if question == questions.READY_ACTION:
        return worth.typical[me.action_card[action - actions.ACTION_CARD]]
    if question == questions.LAY:
        place = action - actions.ACTION_CARD
        return card_worth(state, rules, worth, seat, t, frame.card) + lowest_action(rules, worth, t, me) - action_kept(
            rules, worth, t, me.action_card[place], me.action_used[place]
        )
    if question == questions.TAKE_SPECIAL:
        return special_answer_worth(state, rules, worth, seat, t, action)
    if question == questions.PERFORM:
        slot = action - actions.SLOT
        return effect_worth(state, rules, worth, seat, t, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1])
    if question == questions.EXCHANGE:
        left, right = rules.part[row, AMOUNTS], rules.part[row, OTHER_AMOUNTS]
        if action == actions.EXCHANGE:
            return exchange_worth(rules, worth, t, me, left, right)
        return exchange_worth(rules, worth, t, me, right, left)
    if question == questions.PRODUCTION_OF:
        site = action - actions.SITE
        thing = TUNNEL
        if site < FIRST_TUNNEL_SITE:
            thing = np.int64(me.building[site - FIRST_BUILDING_SITE])
        return produced_at_once(rules, worth, t, me, thing)
    if question == questions.CONVERT_CITY:
        c = action - actions.SITE
        share = t.factor[c]
        return share * worth.symbiotic[t.done] * rules.site_multiplier[me.board, c]
    if question == questions.PAY:
        amounts = rules.price[rules.part[row, PRICES] + action - actions.PAY]
        gives = parts_worth(state, rules, worth, seat, t, rules.part[row, CHILD], rules.part[row, CHILDREN])
        return gives - price_worth(rules, worth, t, me, amounts)
    if question == questions.DIFFERENT:
        return resource_worth(worth, t, me, action - actions.RESOURCE)
    if question == questions.CONVERSIONS:
        k = action - actions.CONVERT
        return exchange_worth(rules, worth, t, me, rules.conversion_give[k], rules.conversion_get[k])
    return 0.0


@jit
def special_answer_worth(state, rules, worth, seat, t, action):
    frame = state.frame[state.frame_count - 1]
    if frame.stage == TO_TAKE:
        choice = action - actions.SPECIAL
        if choice == actions.LOOK_AT_THREE:
            return worth.special[t.turns]
        if choice == actions.TOP_SPECIAL:
            card = np.int64(state.special_deck[state.special_count - 1])
        else:
            card = np.int64(state.special_row[choice])
    elif frame.stage == TO_KEEP:
        card = np.int64(state.looked[action - actions.KEEP])
    else:
        return 0.0
    return special_worth(state, rules, worth, seat, t, card)


@jit
def special_worth(state, rules, worth, seat, t, card):
    """A special in hand, to be paid for later."""
    now = card_worth(state, rules, worth, seat, t, card)
    return keep_worth(worth, t, card, now)


@jit
def choose_answer(state, rules, worth, room):
    """The answer to any question but that of which slot and card; of equal ones the first."""
    seat = np.int64(state.seat)
    frame = state.frame[state.frame_count - 1]
    question = frame.question
    t = room.thought
    legal = room.engine.legal
    if question == questions.DISCARD:
        return choose_discard(state, rules, worth, seat, room)
    n = list_answers(state, rules, legal)
    if n == 1:
        return np.int64(legal[0])
    if question == questions.EFFECT:
        return choose_part(state, rules, worth, seat, room, legal, n)
    if question == questions.TURN and frame.stage == TO_ORDER:
        return choose_order_of_halves(state, rules, worth, legal, n)
    if actions.SITE <= legal[0] < actions.PRICE and (question == questions.BUILD or question == questions.UPGRADE):
        open_menu(state, rules, worth, seat, room)
        return choose_site(state, rules, worth, seat, t, legal, n)
    open_menu(state, rules, worth, seat, room)
    prepare(state, rules, worth, seat, t, question)
    best = NEVER
    chosen = np.int64(legal[0])
    for k in range(n):
        gives = answer_worth(state, rules, worth, seat, t, np.int64(legal[k]))
        if gives > best:
            best = gives
            chosen = np.int64(legal[k])
    return chosen


@jit
def prepare(state, rules, worth, seat, t, question):
    """Write down what the question needs besides the menu."""
    stage = state.frame[state.frame_count - 1].stage
    uses_action = question == questions.USE_ACTION
    if question == questions.PAY or (uses_action and may_perform(rules, worth, state.players[seat])):
        write_slots(state, rules, worth, seat, t)
    elif (question == questions.TURN and stage != TO_END) or question == questions.LAY or question == questions.PERFORM:
        write_actions(state, rules, worth, seat, t)


@jit
def choose_action(state, rules, worth, room):
    frame = state.frame[state.frame_count - 1]
    if frame.question == questions.TURN and frame.stage == TO_PLAY:
        return choose_play(state, rules, worth, np.int64(state.seat), room)
    return choose_answer(state, rules, worth, room)
