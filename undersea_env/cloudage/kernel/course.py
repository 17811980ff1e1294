"""The course of a game (sections 3 to 8, 11): from one step to the next while no frame is open."""

import numpy as np

from undersea_env.cloudage.compiled.rulebook import LEGACY_UNLOCK
from undersea_env.cloudage.kernel import actions
from undersea_env.cloudage.kernel.asking import ask, offer, offer_each
from undersea_env.cloudage.kernel.building import (
    HARBOUR,
    can_use_harbour,
    offer_hand,
    push_building,
)
from undersea_env.cloudage.kernel.fighting import NO_TARGET, push_fight
from undersea_env.cloudage.kernel.flying import (
    TOO_FAR,
    add_hex,
    city_at,
    cost_of,
    has_hex,
    measure_distances,
)
from undersea_env.cloudage.kernel.frames import push, push_effect
from undersea_env.cloudage.kernel.gains import add_points, gain, gain_plainly
from undersea_env.cloudage.kernel.moments import (
    FIND,
    MOVEMENT_POINTS,
    PRODUCE,
    STRENGTH,
    WIN_FIGHT,
    highest_strength_step,
    push_collect,
    push_moment,
)
from undersea_env.cloudage.kernel.moments import (
    PLANTED as PLANTED_MOMENT,
)
from undersea_env.cloudage.kernel.piles import (
    KINDS,
    can_draw_navigation,
    cards_in,
    discard_project,
    draw_navigation,
    draw_objective,
    shuffle_in,
    sort_pile,
    spend_navigation,
    take_objective,
)
from undersea_env.cloudage.kernel.planting import push_plant_action, use_harbour
from undersea_env.cloudage.kernel.scoring import has_fight_task, write_grey_points
from undersea_env.cloudage.kernel.seats import seat_after
from undersea_env.cloudage.kernel.state import (
    ARRIVED,
    BOOK,
    BY_CITIES,
    BY_FINDS,
    BY_LEGACY,
    BY_PRODUCTION,
    BY_REST,
    CITY_ACTION,
    COLLECTING,
    COVERING,
    DISCARDING,
    EXTRA_TASK,
    FOUGHT,
    GREY_POINTS,
    KEEPING,
    LAST_BUILDING,
    LAST_FIGHTS,
    LAST_PRODUCTION,
    MOVED,
    MOVING,
    NAVIGATING,
    NEW_ROUND,
    OF_CITY,
    OF_TASK,
    OF_TIE,
    OTHERS,
    PLACING,
    PLANTED,
    PRODUCING,
    REVEALING,
    SOLO_BOARD,
    STARTING,
    STRENGTH_SHOWN,
    TAKING,
    TAKING_OFF,
    TIE,
    TOLL,
    TURN_ENDS,
    UNCOVERING,
    UPDATING,
    VOTING,
    WON,
    WRENCH,
)
from undersea_env.cloudage.printed.words import DIRECTIONS, HEXES, SECTORS, Event, Item, TaskCount, Type
from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import shuffle

MOVEMENT = int(Type.MOVEMENT)
CARD, ENERGY, WATER, PLANT = int(Item.CARD), int(Item.ENERGY), int(Item.WATER), int(Item.PLANT)
TAKE_CITY_CARD = int(Event.TAKE_CITY_CARD)
ITEM_OF_DISTRICT = np.array([int(Item.ENERGY), int(Item.METAL), int(Item.WATER), int(Item.CARD)])
ALL_DISTRICTS = 0b1111
BUILD, PLANT_ACTION, FIRST_TOKEN_ACTION = 3, 4, 5        # places in the block of city actions
FIRST_TOKEN = 13                                         # L14, counted from 0
STRENGTH_TASK = int(TaskCount.STRENGTH)
END_BUILDS = 2                                           # E-3


@jit
def resume_course(state, rules):
    """No frame is open: ask the next question of the course (True), or take its next step (False)."""
    step = state.step
    if step <= NEW_ROUND:
        return resume_set_up(state, rules)
    if step <= NAVIGATING:
        return resume_production(state, rules)
    if step <= MOVED:
        return resume_movement(state, rules)
    if step <= TURN_ENDS:
        return resume_actions(state, rules)
    return resume_end(state, rules)


@jit
def decide_course(state, rules, action):
    step = state.step
    if step == MOVING:
        decide_step(state, rules, action)
    elif step == CITY_ACTION:
        decide_city_action(state, rules, action)
    elif step == PLACING:
        decide_district(state, rules, action)
    elif step == TAKING:
        put_city_card(state, rules, action == actions.OPTION)
    elif step == PRODUCING or step == LAST_PRODUCTION:
        produce(state, rules, action)
    elif step == NAVIGATING:
        take_lower(state, rules, action == actions.OPTION)
    elif step == TOLL:
        pay_toll(state, rules, action == actions.OPTION)
    elif step == DISCARDING:
        discard_project(state, state.players[state.mover], action - actions.PROJECT)
    elif step == KEEPING:
        keep_objective(state, rules, action - actions.OPTION)
    else:
        vote(state, rules, action - actions.OPTION)


@jit
def next_player(state, step):
    """The turn passes on; whether all have had theirs, and then it is again the first player's, in another step."""
    state.turn += 1
    if state.turn < state.player_count:
        state.mover = seat_after(state, state.mover, 1)
        return False
    state.turn = 0
    state.mover = state.first
    state.step = step
    return True


# --- set-up ---


@jit
def resume_set_up(state, rules):
    """S-10, S-11."""
    step = state.step
    seat = np.int64(state.mover)
    me = state.players[seat]
    if step == DISCARDING:
        if cards_in(me.hand) > rules.keep_projects:
            ask(state, seat, 1)
            offer_hand(state, rules, me)
            return True
        state.step = KEEPING
        return False
    if step == KEEPING:
        if rules.has_objectives:
            ask(state, seat, 2)
            offer_each(state, actions.OPTION, 3)
            return True
        state.step = DISCARDING
        next_player(state, STARTING)
        return False
    if step == STARTING:
        start(state, rules)
        return False
    if step == REVEALING:
        reveal(state, rules)
        return False
    if step == EXTRA_TASK:
        state.step = NEW_ROUND
        if draw_objective(state, rules, me):
            push(state, COVERING, seat, 0)
        return False
    begin_round(state, rules)
    return False


@jit
def keep_objective(state, rules, option):
    """D-2."""
    me = state.players[state.mover]
    kept, refused = np.int64(me.objectives[option]), np.int64(me.objectives[1 - option])
    me.objective_count = 0
    me.objectives[1] = 0
    take_objective(me, rules, kept)
    me.refused = refused
    state.step = DISCARDING
    next_player(state, STARTING)


@jit
def start(state, rules):
    """The objective deck is shuffled, the start card is turned up."""
    if rules.has_objectives:
        for seat in range(state.player_count):
            me = state.players[seat]
            state.objective_deck[state.objective_count] = me.refused
            state.objective_count += 1
            me.refused = 0
        sort_pile(state.objective_deck, state.objective_count)
        shuffle(state, state.objective_deck, state.objective_count)
    if rules.start_card:
        state.guns = rules.guns                          # S-11
        turn_up(state, rules, np.int64(rules.start_card))
    else:
        state.step = EXTRA_TASK if rules.extra_objective else NEW_ROUND


@jit
def turn_up(state, rules, card):
    """Y-4, Y-5: a story card + 1."""
    state.story = card
    for k in range(len(rules.story_unlocks[card - 1])):
        unlock = np.int64(rules.story_unlocks[card - 1, k])
        if unlock >= LEGACY_UNLOCK:
            state.legacy |= 1 << (unlock - LEGACY_UNLOCK)
        elif unlock and not (state.unlocked >> unlock) & 1:
            state.unlocked |= 1 << unlock
            shuffle_in(state, rules, unlock)
    state.step = REVEALING


@jit
def reveal(state, rules):
    """Y-5: for every player in turn order."""
    seat = np.int64(state.mover)
    place = np.int64(rules.story_reveal[state.story - 1])
    next_player(state, PRODUCING if state.round_no else NEW_ROUND)
    push_effect(state, seat, place, BY_REST, 10)


# --- the production phase ---


@jit
def begin_round(state, rules):
    """P-1, P-2."""
    state.round_no += 1
    if state.round_no > 1:
        state.first = seat_after(state, state.first, 1)
    state.mover = state.first
    space = rules.first_space + state.round_no - 2
    state.step = BOOK if state.round_no > 1 and rules.book_after[space] else PRODUCING


@jit
def resume_production(state, rules):
    seat = np.int64(state.mover)
    if state.step == BOOK:
        resume_book(state, rules)
        return False
    if state.step == VOTING:
        ask(state, seat, 4)
        offer_each(state, actions.OPTION, 3)
        return True
    if state.step == PRODUCING:
        ask_for_level(state, rules, seat)
        return True
    return navigate(state, rules, seat)


@jit
def resume_book(state, rules):
    """P-3: everybody once, then the card is turned or replaced."""
    for seat in range(state.player_count):
        wilt(state.players[seat])
    if state.turn < state.player_count:
        seat = seat_after(state, state.first, state.turn)
        state.mover = seat
        state.turn += 1
        story = state.story
        place = rules.story_book[story - 1] if story else rules.scenario_book[state.book_side]
        push_effect(state, seat, np.int64(place), BY_REST, 10)
        return
    state.turn = 0
    state.mover = state.first
    state.step = PRODUCING
    if state.story == 0:
        state.book_side = 1
    elif rules.story_next[state.story - 1, 1]:
        state.step = VOTING
    elif rules.story_next[state.story - 1, 0]:
        turn_up(state, rules, np.int64(rules.story_next[state.story - 1, 0]))


@jit
def vote(state, rules, option):
    """Y-4."""
    state.players[state.mover].vote = option + 1
    if not next_player(state, REVEALING):
        return
    for_second = 0
    for seat in range(state.player_count):
        for_second += state.players[seat].vote - 1
    if 2 * for_second == state.player_count:
        chosen = np.int64(state.players[state.first].vote - 1)
    else:
        chosen = np.int64(2 * for_second > state.player_count)
    for seat in range(state.player_count):
        state.players[seat].vote = 0
    turn_up(state, rules, np.int64(rules.story_next[state.story - 1, chosen]))


@jit
def wilt(me):
    """W-10: nothing is fresh any more."""
    for kind in range(KINDS):
        me.fresh[kind] = 0
    me.fresh_growing = 0


@jit
def ask_for_level(state, rules, seat):
    """D-5."""
    me = state.players[seat]
    ask(state, seat, 5)
    offer(state, actions.PASS)
    for level in range(me.production + 1):
        if rules.level_energy[level] <= me.energy:
            offer(state, actions.LEVEL + level)


@jit
def produce(state, rules, action):
    """P-4, E-2."""
    seat = np.int64(state.mover)
    next_player(state, NAVIGATING if state.step == PRODUCING else LAST_BUILDING)
    if action == actions.PASS:
        return
    me = state.players[seat]
    level = action - actions.LEVEL
    me.energy -= rules.level_energy[level]
    me.water += rules.level_water[level]
    add_points(me, np.int64(rules.level_points[level]), BY_PRODUCTION)
    push_moment(state, rules, seat, PRODUCE, 0)


@jit
def navigate(state, rules, seat):
    """P-5: the cards lie on the discard when the question is asked (D-6)."""
    me = state.players[seat]
    if state.revealed == 0:
        if not reveal_two(state, me):
            next_player(state, TAKING_OFF)
            return False
        state.revealed = 1
    ask(state, seat, 6)
    offer_each(state, actions.OPTION, 3)
    return True


@jit
def reveal_two(state, me):
    """Whether the lower of two gives anything."""
    if not can_draw_navigation(me):
        return False
    first = draw_navigation(state, me)
    if not can_draw_navigation(me):
        spend_navigation(me, first)
        return False
    second = draw_navigation(state, me)
    lower = min(first, second)
    spend_navigation(me, lower)
    spend_navigation(me, max(first, second))
    return lower > 0


@jit
def take_lower(state, rules, as_energy):
    seat = np.int64(state.mover)
    me = state.players[seat]
    state.revealed = 0
    gain(state, rules, seat, ENERGY if as_energy else CARD, np.int64(me.spent[me.spent_count - 2]), BY_REST)
    next_player(state, TAKING_OFF)


# --- the movement phase ---


@jit
def resume_movement(state, rules):
    step = state.step
    if step == MOVING:
        return ask_for_step(state, rules)
    seat = np.int64(state.mover)
    if step == TAKING_OFF:
        take_off(state, rules, seat)
    elif step == TOLL:
        ask(state, seat, 8)
        offer_each(state, actions.OPTION, 3)
        return True
    elif step == ARRIVED:
        arrive(state, rules, seat)
    elif step == FOUGHT:
        state.step = STRENGTH_SHOWN
        if state.won:
            city = city_at(state, rules, np.int64(state.players[seat].hex))
            push_effect(state, seat, np.int64(rules.city_reward[city - 1]), BY_CITIES, 10)
    elif step == STRENGTH_SHOWN:
        state.step = WON
        push_moment(state, rules, seat, STRENGTH, np.int64(state.strength))
    elif step == WON:
        state.step = UNCOVERING
        if state.won:
            push_moment(state, rules, seat, WIN_FIGHT, 0)
    elif step == UNCOVERING:
        uncover(state, rules, seat)
    else:
        state.step = TAKING_OFF
        next_player(state, SOLO_BOARD)
    return False


@jit
def take_off(state, rules, seat):
    """M-1."""
    me = state.players[seat]
    top = np.int64(me.spent[me.spent_count - 1]) if me.spent_count else np.int64(0)
    state.points = top + me.permanent[MOVEMENT]
    state.left = state.points + 1                        # M-6: the solar panel comes last
    measure_distances(state, rules, seat, np.int64(state.left))
    state.step = MOVING
    if state.distance[me.hex] == TOO_FAR:                # M-10
        state.stuck = 1
        land(state, rules, seat)


@jit
def ask_for_step(state, rules):
    """D-7, M-4."""
    seat = np.int64(state.mover)
    here = np.int64(state.players[seat].hex)
    left = np.int64(state.left)
    ask(state, seat, 7)
    if state.distance[here] == 0:
        offer(state, actions.PASS)
    if left == 0:
        return True
    for direction in range(DIRECTIONS):
        number = np.int64(rules.neighbour[here, direction])
        rest = left - state.distance[number]             # beyond the edge nothing is near enough
        if rest > 0 and cost_of(state, rules, number) <= rest:
            offer(state, actions.MOVE + direction)
    return True


@jit
def decide_step(state, rules, action):
    seat = np.int64(state.mover)
    if action == actions.PASS:
        land(state, rules, seat)
        return
    me = state.players[seat]
    number = np.int64(rules.neighbour[me.hex, action - actions.MOVE])
    if has_hex(rules.toll_rows, number):                 # T-7
        state.entering = number + 1
        if me.water >= rules.toll_water:
            state.step = TOLL
        else:
            pay_toll(state, rules, False)
        return
    enter(state, rules, seat, number)


@jit
def pay_toll(state, rules, with_water):
    """D-8."""
    seat = np.int64(state.mover)
    me = state.players[seat]
    if with_water:
        me.water -= rules.toll_water
    else:
        add_points(me, -np.int64(rules.toll_points), BY_LEGACY)
    number = np.int64(state.entering) - 1
    state.entering = 0
    state.step = MOVING
    enter(state, rules, seat, number)


@jit
def enter(state, rules, seat, number):
    """M-2, M-5."""
    state.left -= cost_of(state, rules, number)
    state.players[seat].hex = number
    if has_hex(rules.find_rows, number) and not has_hex(state.planted, number):
        if not has_hex(state.taken_finds, number):
            add_hex(state.taken_finds, number)
            gain_plainly(state, rules, seat, np.int64(rules.find[number]), BY_FINDS)
            push_moment(state, rules, seat, FIND, np.int64(rules.find_gives[number]))


@jit
def land(state, rules, seat):
    """M-6, M-7."""
    points = np.int64(state.points)
    if state.left:
        gain(state, rules, seat, ENERGY, np.int64(rules.solar_energy), BY_REST)
    else:
        points += 1
    for number in range(HEXES + 1):
        state.distance[number] = 0
    for row in range(len(state.taken_finds)):
        state.taken_finds[row] = 0
    state.used_once[0] = 0
    state.used_once[1] = 0
    state.points = 0
    state.left = 0
    state.step = ARRIVED
    push_moment(state, rules, seat, MOVEMENT_POINTS, points)


@jit
def arrive(state, rules, seat):
    """M-8, F-1."""
    me = state.players[seat]
    city = city_at(state, rules, np.int64(me.hex))
    state.step = UNCOVERING
    if city and not state.stuck and rules.city_strength[city - 1] and me.cubes[city - 1] == 0:
        state.step = FOUGHT
        held_open = highest_strength_step(state, rules, seat)
        push_fight(state, seat, OF_CITY, np.int64(rules.city_strength[city - 1]), held_open)


@jit
def uncover(state, rules, seat):
    """M-9."""
    me = state.players[seat]
    if state.stuck:
        state.stuck = 0
    else:
        me.cubes[city_at(state, rules, np.int64(me.hex)) - 1] += 1
    state.strength = 0
    state.won = 0
    state.step = MOVED
    push_effect(state, seat, np.int64(rules.space_reward[rules.first_space + state.round_no - 1]), BY_CITIES, 11)


# --- the action phase ---


@jit
def resume_actions(state, rules):
    step = state.step
    seat = np.int64(state.mover)
    if step == CITY_ACTION:
        ask_for_city_action(state, rules, seat)
        return True
    if step == PLACING:
        return ask_for_district(state, rules)
    if step == TAKING:
        return take_city_card(state, rules, seat)
    if step == SOLO_BOARD:
        state.step = CITY_ACTION
        if state.player_count == 1:                      # O-3
            space = rules.first_space + state.round_no - 1
            push_effect(state, seat, np.int64(rules.solo_action[space]), BY_REST, 10)
    elif step == COLLECTING:
        collect_next(state, rules)
    elif step == PLANTED:
        after_planting(state, rules, seat)
    elif step == OTHERS:
        others_build(state, rules)
    else:
        end_turn(state, rules)
    return False


@jit
def ask_for_city_action(state, rules, seat):
    """D-12."""
    ask(state, seat, 12)
    for sector in range(SECTORS):
        if state.sector_count[sector]:
            offer(state, actions.ACTION + sector)
    offer(state, actions.ACTION + BUILD)
    if rules.has_growing:
        offer(state, actions.ACTION + PLANT_ACTION)
    offer_each(state, actions.ACTION + FIRST_TOKEN_ACTION, (np.int64(state.legacy) >> FIRST_TOKEN) & 3)
    if can_use_harbour(state, rules, seat):
        offer(state, actions.CUBE + HARBOUR)


@jit
def decide_city_action(state, rules, action):
    seat = np.int64(state.mover)
    if action == actions.CUBE + HARBOUR:
        use_harbour(state, rules, seat)
        return
    action -= actions.ACTION
    state.action = action
    state.others = 1
    state.planted_count = 0
    state.bare_count = 0
    if action < SECTORS:
        state.others = 0
        state.step = PLACING
    elif action == BUILD:
        state.step = OTHERS
        push_building(state, seat, 2)
    elif action == PLANT_ACTION:
        state.step = PLANTED
        push_plant_action(state, rules, seat)
    else:
        state.step = PLANTED
        state.won = 0
        push_effect(state, seat, np.int64(rules.city_action[action - FIRST_TOKEN_ACTION]), BY_LEGACY, 10)


@jit
def after_planting(state, rules, seat):
    """W-8; a fight of L14 or L15 that is lost ends the turn (T-14)."""
    state.step = OTHERS
    if state.action >= FIRST_TOKEN_ACTION:
        if not state.won:
            state.step = TURN_ENDS
        state.won = 0
        state.strength = 0
    if state.planted_count:
        push_moment(state, rules, seat, PLANTED_MOMENT, np.int64(state.planted_count))


@jit
def others_build(state, rules):
    """B-1, W-7, T-14: clockwise, one build action each."""
    if state.others >= state.player_count:
        state.step = TURN_ENDS
        return
    seat = seat_after(state, state.mover, np.int64(state.others))
    state.others += 1
    if state.action >= FIRST_TOKEN_ACTION:
        push_effect(state, seat, np.int64(rules.action_others[state.action - FIRST_TOKEN_ACTION]), BY_REST, 10)
    else:
        push_building(state, seat, 1)


@jit
def end_turn(state, rules):
    """A-9, W-10."""
    for seat in range(state.player_count):
        wilt(state.players[seat])
        state.players[seat].drone = 0
    state.action = 0
    state.others = 0
    state.planted_count = 0
    state.bare_count = 0
    state.step = CITY_ACTION
    if next_player(state, NEW_ROUND) and state.round_no == rules.rounds:
        state.step = LAST_PRODUCTION


# --- collecting ---


@jit
def free_districts(state):
    taken = 0
    for seat in range(state.player_count):
        if state.players[seat].drone:
            taken |= 1 << (state.players[seat].drone - 1)
    return ALL_DISTRICTS & ~taken


@jit
def ask_for_district(state, rules):
    """D-13."""
    if state.others == state.player_count:
        state.step = TAKING
        return False
    seat = seat_after(state, state.mover, np.int64(state.others))
    ask(state, seat, 13)
    offer_each(state, actions.DISTRICT, free_districts(state))
    if can_use_harbour(state, rules, seat):
        offer(state, actions.CUBE + HARBOUR)
    return True


@jit
def decide_district(state, rules, action):
    seat = seat_after(state, state.mover, np.int64(state.others))
    if action == actions.CUBE + HARBOUR:
        use_harbour(state, rules, seat)
        return
    state.players[seat].drone = 1 + action - actions.DISTRICT
    state.others += 1


@jit
def pop_city_card(state, sector):
    """It is seen from now on; returns its number, counted from 0."""
    state.sector_count[sector] -= 1
    at = state.sector_count[sector]
    card = np.int64(state.sector[sector, at]) - 1
    state.sector[sector, at] = 0
    state.seen_cards |= np.int64(1) << card
    return card


@jit
def takes_on_deck(state, rules, seat):
    """A-8."""
    me = state.players[seat]
    reacting = rules.reacting[TAKE_CITY_CARD]
    return (me.working[0] & reacting[0]) | (me.working[1] & reacting[1]) != 0


@jit
def take_city_card(state, rules, seat):
    """A-2, D-14."""
    if state.card == 0:
        state.card = pop_city_card(state, np.int64(state.action)) + 1
    if takes_on_deck(state, rules, seat):
        ask(state, seat, 14)
        offer_each(state, actions.OPTION, 3)
        return True
    put_city_card(state, rules, False)
    return False


@jit
def put_city_card(state, rules, on_deck):
    """A-2, A-3."""
    seat = np.int64(state.mover)
    me = state.players[seat]
    card = state.card - 1
    value = np.int64(rules.navigation[card])
    if on_deck:
        me.navigation[me.navigation_count] = value
        me.navigation_count += 1
        me.navigation_known += 1
    else:
        spend_navigation(me, value)
    gain(state, rules, seat, PLANT if rules.has_growing else WATER, np.int64(rules.card_plants[card]), BY_REST)
    state.others = 0
    state.step = COLLECTING


@jit
def collect_next(state, rules):
    """A-4: the active player first."""
    if state.others == state.player_count:
        state.card = 0
        state.step = TURN_ENDS
        return
    seat = seat_after(state, state.mover, np.int64(state.others))
    state.others += 1
    collect(state, rules, seat, np.int64(state.card) - 1, np.int64(state.players[seat].drone) - 1)


@jit
def collect(state, rules, seat, card, district):
    """One player's part: the amount, then the bonus, then what reacts to both."""
    amount = np.int64(rules.amount[card, district])
    with_update, with_wrench = rules.update[card] == district, rules.wrench[card] == district
    gain(state, rules, seat, ITEM_OF_DISTRICT[district], amount, BY_REST)
    push_collect(state, rules, seat, amount, with_update, with_wrench)
    if with_update:
        push(state, UPDATING, seat, 0)
    elif with_wrench:
        push(state, WRENCH, seat, 0).source = BY_REST


# --- the end ---


@jit
def resume_end(state, rules):
    """Section 11."""
    seat = np.int64(state.mover)
    if state.step == LAST_PRODUCTION:
        ask_for_level(state, rules, seat)
        return True
    if state.step == LAST_BUILDING:
        next_player(state, LAST_FIGHTS)
        push_building(state, seat, END_BUILDS)
    elif state.step == LAST_FIGHTS:
        next_player(state, GREY_POINTS)
        if has_fight_task(rules, state.players[seat]):
            push_fight(state, seat, OF_TASK, highest_fight(rules), 0)
    elif state.step == GREY_POINTS:
        write_grey_points(state, rules)
        state.graded = 1
        state.step = TIE
    else:
        break_tie(state, rules, seat)
    return False


@jit
def highest_fight(rules):
    """F-7: the highest threshold of a fight task."""
    most = np.int64(0)
    for task in range(len(rules.task_count)):
        if rules.task_count[task] == STRENGTH_TASK:
            most = max(most, np.int64(rules.task_threshold[task, rules.task_steps[task] - 1]))
    return most


@jit
def leads(state, seat):
    for other in range(state.player_count):
        if state.players[other].points > state.players[seat].points:
            return False
    return True


@jit
def break_tie(state, rules, seat):
    """E-7; then the game is over."""
    leaders = 0
    for other in range(state.player_count):
        leaders += leads(state, other)
    if leaders == 1 or state.turn == state.player_count:
        state.over = 1
        state.turn = 0
        state.mover = state.first
        state.strength = 0
        state.won = 0
        return
    state.turn += 1
    state.mover = seat_after(state, seat, 1)
    if leads(state, seat):
        push_fight(state, seat, OF_TIE, NO_TARGET, 0)

