"""What the map, the hand, the objectives and the cards of the city promise a seat, in points at the end of the game.

All is an estimate from what the seat sees. A `thought` is what a seat thinks of one position.
"""

import numpy as np

from undersea_env.cloudage.compiled.limits import BITS_OF_WORD, MAX_POINTS
from undersea_env.cloudage.heuristic.worth import FAR, FIRST, GOODS, POINTS, STEPS
from undersea_env.cloudage.kernel import scoring
from undersea_env.cloudage.kernel.building import price_of_upgrade
from undersea_env.cloudage.kernel.flying import city_at, cost_of, has_hex
from undersea_env.cloudage.kernel.piles import cards_in
from undersea_env.cloudage.kernel.state import (
    ARRIVED,
    CITY_ACTION,
    COLLECTING,
    LAST_BUILDING,
    LAST_PRODUCTION,
    MOVED,
    MOVING,
    PLACING,
    PRODUCING,
    SOLO_BOARD,
    TAKING_OFF,
    TURN_ENDS,
)
from undersea_env.cloudage.printed.words import (
    DIRECTIONS,
    HEXES,
    MOST_CITIES,
    SECTORS,
    CardField,
    District,
    Item,
    Type,
)
from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit

WATER, METAL, ENERGY, CARD, PLANT = (int(i) for i in (Item.WATER, Item.METAL, Item.ENERGY, Item.CARD, Item.PLANT))
MOVEMENT, COMBAT = int(Type.MOVEMENT), int(Type.COMBAT)
NAVIGATION_FIELD, PLANTS_FIELD = int(CardField.NAVIGATION), int(CardField.PLANTS)
FIRST_AMOUNT, FIRST_BONUS = int(CardField.ENERGY_AMOUNT), int(CardField.ENERGY_BONUS)
DISTRICTS, TYPES = len(District), len(Type)
ITEM_OF_DISTRICT = np.array([ENERGY, METAL, WATER, CARD])
ALL_AMOUNTS = 7                  # of the districts of a card
USUAL_NAVIGATION, USUAL_PLANTS = 2.0, 1.3
MOST_PLAYS = 16
MOST_MOVES = 8
UPPER_OF_TWO = 0.7               # the higher of two navigation cards is so much above the mean
NEVER = -1e9
SOLAR_POINT = 1

THOUGHT = np.dtype(
    [
        ("clock", "i8"),
        ("mean", "f8"),                                    # of the own navigation cards
        ("play", "f8", (MOST_PLAYS,)),                     # the best projects of the hand, less their cost
        ("prize", "f8", (MOST_CITIES,)),                   # the fight there, some day; 0 in a city of one's own
        ("fight", "f8", (MOST_MOVES,)),
        ("best_now", "f8"),                                # of the projects that can be played now
        # of a movement: where one can be with so many points left
        ("hexes", "i8", (MAX_POINTS + 2,)),
        ("hex", "i2", (MAX_POINTS + 2, HEXES)),
        ("is_hex", "i1", (MAX_POINTS + 2, HEXES)),
        ("reach", "f8", (MAX_POINTS + 2, HEXES)),          # and from there: what is found, and landing
        ("is_known", "i1", (HEXES,)),                      # whether what follows is
        ("cost", "i8", (HEXES,)),
        ("entering", "f8", (HEXES,)),
        ("landing", "f8", (HEXES,)),
    ],
    align=True,
)


# --- the clock ---


@jit
def read_clock(state, rules, seat, t):
    step = state.step
    behind = np.int64(rules.rounds) - max(1, np.int64(state.round_no))
    done = (seat - state.first + state.player_count) % state.player_count < state.turn
    if step >= LAST_PRODUCTION:
        left = 0 if step > LAST_BUILDING else 1 if step == LAST_BUILDING else 2
        t.clock = max(0, left - 1) if done and left else left
        return
    stage = 3
    if step > PRODUCING and step < TAKING_OFF:
        stage = 2
    elif step == PRODUCING:
        stage = 2 if done else 3
    elif step >= TAKING_OFF and step <= MOVED:
        has_flown = done or (state.mover == seat and step >= ARRIVED)
        stage = 1 if has_flown else 2
    elif step >= SOLO_BOARD and step <= TURN_ENDS:
        has_acted = done or (state.mover == seat and step > CITY_ACTION)
        stage = 0 if has_acted else 1
    t.clock = FIRST + 4 * behind + stage


@jit
def worth_of(worth, t, place):
    """An effect from this row on."""
    bring = worth.bring[place]
    return bring[POINTS] + bring[GOODS] * worth.shape[t.clock] + bring[STEPS] * worth.step[t.clock]


@jit
def goods_worth(worth, t, item, number):
    """What lies about above a limit counts less."""
    room = worth.room[t.clock, item]
    useful = min(room, number * 1.0)
    return worth.price[t.clock, item] * (useful + worth.above * (number - useful))


# --- fights ---


@jit
def read_navigation(state, me, t):
    total = 0
    for k in range(me.navigation_count):
        total += me.navigation[k]
    for k in range(me.spent_count):
        total += me.spent[k]
    t.mean = max(0.5, total / max(1, me.navigation_count + me.spent_count))


@jit
def fight_worth(rules, worth, t, reward, missing, energy, drawn):
    """A fight that `missing` points of strength would win; energy that is not there is points."""
    if missing <= 0:
        return reward
    if drawn == 0 and energy < rules.first_card_energy:
        return 0.0
    cards = max(1.0, missing / t.mean + worth.fight_margin)
    first = rules.first_card_energy if drawn == 0 else 0
    cost = first * worth.price[t.clock, ENERGY]
    more = cards - (drawn == 0)
    paid = min(more, max(0, energy - first) / rules.next_card_energy)
    each = min(rules.next_card_points * 1.0, rules.next_card_energy * worth.price[t.clock, ENERGY])
    cost += paid * each + (more - paid) * rules.next_card_points
    return max(0.0, reward - cost)


# --- the map ---


@jit
def read_prizes(state, rules, worth, seat, t):
    """The fights to come, the same wherever one comes from."""
    me = state.players[seat]
    for city in range(MOST_CITIES):
        t.prize[city] = 0.0
        if rules.city_strength[city] and me.cubes[city] == 0:
            missing = rules.city_strength[city] - me.permanent[COMBAT]
            reward = worth_of(worth, t, rules.city_reward[city])
            t.prize[city] = fight_worth(rules, worth, t, reward, missing, 6, 0)


@jit
def cities_ahead(state, rules, worth, seat, t, at, moves):
    """The best cities to come, as far as there are movements left, the near ones first."""
    moves = min(moves, MOST_MOVES)
    if moves <= 0:
        return 0.0
    me = state.players[seat]
    speed = t.mean + UPPER_OF_TWO + me.permanent[MOVEMENT] + SOLAR_POINT
    here = rules.city[at] - 1
    for k in range(moves):
        t.fight[k] = 0.0
    for city in range(MOST_CITIES):
        k = moves - 1
        if t.prize[city] <= t.fight[k] or city == here or worth.way[at, city] >= FAR:
            continue
        gained = t.prize[city] / (1.0 + worth.city_decay * max(0.0, worth.way[at, city] / speed - 1.0))
        if gained <= t.fight[k]:
            continue
        while k > 0 and t.fight[k - 1] < gained:
            t.fight[k] = t.fight[k - 1]
            k -= 1
        t.fight[k] = gained
    total = 0.0
    for k in range(moves):
        total += t.fight[k]
    return worth.city_share * total


@jit
def landing_worth(state, rules, worth, seat, t, at):
    """The fight there, and where one may go from there."""
    me = state.players[seat]
    city = city_at(state, rules, at)
    gained = cities_ahead(state, rules, worth, seat, t, at, np.int64(worth.moves[t.clock]) - 1)
    if city and rules.city_strength[city - 1] and me.cubes[city - 1] == 0:
        reward = worth_of(worth, t, rules.city_reward[city - 1])
        missing = rules.city_strength[city - 1] - me.permanent[COMBAT]
        gained += fight_worth(rules, worth, t, reward, missing, me.energy, 0)
    return gained


@jit
def come_to(state, rules, worth, seat, t, points, at):
    """With so many points left one can be there."""
    if t.is_hex[points, at]:
        return
    t.is_hex[points, at] = 1
    t.hex[points, t.hexes[points]] = at
    t.hexes[points] += 1
    if t.is_known[at]:
        return
    t.is_known[at] = 1
    t.cost[at] = cost_of(state, rules, at)
    t.entering[at] = entering_worth(state, rules, worth, t, at)
    t.landing[at] = landing_worth(state, rules, worth, seat, t, at) if state.distance[at] == 0 else NEVER


@jit
def flight_worth(state, rules, worth, seat, t):
    """The best that a movement under way can still bring: finds, unused energy, and where it ends (M-2 to M-6)."""
    left = np.int64(state.left)
    here = np.int64(state.players[seat].hex)
    unspent = rules.solar_energy * worth.price[t.clock, ENERGY]
    for at in range(HEXES):
        t.is_known[at] = 0
    for points in range(left + 1):
        t.hexes[points] = 0
        for at in range(HEXES):
            t.is_hex[points, at] = 0
    come_to(state, rules, worth, seat, t, left, here)
    for points in range(left, 0, -1):
        for k in range(t.hexes[points]):
            for direction in range(DIRECTIONS):
                to = np.int64(rules.neighbour[t.hex[points, k], direction])
                if to < HEXES and rules.cost[to]:
                    cost = t.cost[to] if t.is_known[to] else cost_of(state, rules, to)
                    if cost <= points:
                        come_to(state, rules, worth, seat, t, points - cost, to)
    for points in range(left + 1):
        for k in range(t.hexes[points]):
            at = np.int64(t.hex[points, k])
            best = t.landing[at] + (unspent if points else 0.0)
            for direction in range(DIRECTIONS):
                to = np.int64(rules.neighbour[at, direction])
                if to < HEXES and t.is_known[to] and t.cost[to] <= points:
                    best = max(best, t.reach[points - t.cost[to], to] + t.entering[to])
            t.reach[points, at] = best
    return t.reach[left, here]


@jit
def entering_worth(state, rules, worth, t, at):
    if has_hex(rules.toll_rows, at):
        return -float(rules.toll_points)
    if rules.find[at] == 0 or has_hex(state.planted, at) or has_hex(state.taken_finds, at):
        return 0.0
    return worth.find_share * worth_of(worth, t, rules.find[at])


@jit
def travel_worth(state, rules, worth, seat, t):
    """All movements to come."""
    read_prizes(state, rules, worth, seat, t)
    if state.step == MOVING and state.mover == seat:
        return flight_worth(state, rules, worth, seat, t)
    return cities_ahead(
        state, rules, worth, seat, t, np.int64(state.players[seat].hex), np.int64(worth.moves[t.clock])
    )


# --- projects and upgrades ---


@jit
def hand_worth(state, rules, worth, seat, t):
    """Cards as payment, and the best projects as far as they may still be played."""
    me = state.players[seat]
    cards = cards_in(me.hand)
    plays = min(MOST_PLAYS, worth.plays[t.clock])
    for k in range(plays):
        t.play[k] = 0.0
    t.best_now = 0.0
    for word in range(2):
        left = np.int64(me.hand[word])
        while left:
            card = word * BITS_OF_WORD + lowest(left)
            left &= left - 1
            water = max(0, rules.water[card] - me.project_discount[rules.colour[card]])
            net = worth.card[t.clock, card] - water * worth.price[t.clock, WATER]
            net -= (1 + rules.cards[card]) * worth.price[t.clock, CARD]
            if water <= me.water and rules.cards[card] < cards:
                t.best_now = max(t.best_now, net)
            elif t.clock < FIRST:
                continue
            k = plays - 1
            if k < 0 or net <= t.play[k]:
                continue
            while k > 0 and t.play[k - 1] < net:
                t.play[k] = t.play[k - 1]
                k -= 1
            t.play[k] = net
    total = 0.0
    for k in range(plays):
        total += t.play[k]
    return goods_worth(worth, t, CARD, cards) + worth.hand_share * total


@jit
def upgrade_worth(rules, worth, t, me, discount):
    """The best tile that can be paid, less its metal."""
    best = 0.0
    for type in range(TYPES):
        built = np.int64(me.upgrades[type])
        if built >= rules.upgrade_count[type]:
            continue
        metal = price_of_upgrade(rules, me, type, discount)
        if metal <= me.metal:
            gained = rules.upgrade_points[type, built + 1] - rules.upgrade_points[type, built]
            gained += worth.point[t.clock, type] + worth_of(worth, t, rules.upgrade_bonus[type, built])
            best = max(best, gained - metal * worth.price[t.clock, METAL])
    return best


@jit
def build_worth(state, rules, worth, seat, t):
    """One build action."""
    price = worth.price[t.clock]
    best = max(max(price[WATER], price[METAL]), max(price[ENERGY], price[CARD]))
    share = worth.hand_share if worth.plays[t.clock] else 0.0
    best = max(best, (1.0 - share) * t.best_now)
    return max(best, upgrade_worth(rules, worth, t, state.players[seat], 0))


@jit
def projects_in_play(me, worth, t):
    """What they give again and again."""
    rounds = worth.moves[t.clock]
    total = 0.0
    for word in range(2):
        left = np.int64(me.in_play[word])
        while left:
            total += worth.each_round[word * BITS_OF_WORD + lowest(left)]
            left &= left - 1
    return total * rounds


# --- objectives ---


@jit
def task_worth(state, rules, worth, seat, t, task):
    """What a task will likely pay: the fewer are missing and the longer it takes, the likelier is a step."""
    me = state.players[seat]
    number = scoring.task_number(state, rules, seat, task) * 1.0
    if rules.task_count[task] == scoring.STRENGTH and t.clock > 0:
        number = me.permanent[COMBAT] + 2.0 * t.mean
    pace = worth.task_pace * (0.2 + 0.25 * max(0, t.clock - FIRST + 1))
    best = 0.0
    for step in range(rules.task_steps[task]):
        missing = max(0.0, rules.task_threshold[task, step] - number)
        best = max(best, rules.task_points[task, step] * np.exp(-missing / pace))
    return best


@jit
def tasks_worth(state, rules, worth, seat, t):
    """Beside what is counted already."""
    if state.graded:
        return 0.0
    total = 0.0
    tasks = np.int64(state.players[seat].tasks)
    while tasks:
        total += task_worth(state, rules, worth, seat, t, lowest(tasks))
        tasks &= tasks - 1
    return worth.task_share * (total - scoring.objective_points(state, rules, seat))


# --- plants ---


@jit
def plants_worth(state, rules, worth, seat, t):
    """As many as can still be planted."""
    me = state.players[seat]
    capacity = (rules.plant_capacity + me.permanent[2]) * (worth.actions[t.clock] + (t.clock >= FIRST))
    total = 0
    for kind in range(len(me.plants)):
        total += me.plants[kind]
    return worth.price[t.clock, PLANT] * min(capacity, total)


# --- city cards ---


@jit
def district_worth(state, rules, worth, t, sector, district):
    """What a drone gets there, by what is seen of the card (S-3)."""
    item = ITEM_OF_DISTRICT[district]
    if state.card:
        card = np.int64(state.card) - 1
        gained = rules.amount[card, district] * worth.price[t.clock, item]
        gained += worth.update * (rules.update[card] == district)
        return gained + worth.wrench * (rules.wrench[card] == district)
    top = np.int64(state.sector[sector, state.sector_count[sector] - 1]) - 1
    visible = rules.visible[state.sleeve[sector] - 1]
    known, unknown = 0, 0
    for other in range(DISTRICTS):
        if (visible >> (FIRST_AMOUNT + other)) & 1:
            known += rules.field[top, FIRST_AMOUNT + other]
        else:
            unknown += 1
    amount = (ALL_AMOUNTS - known) / max(1, unknown)
    if (visible >> (FIRST_AMOUNT + district)) & 1:
        amount = float(rules.field[top, FIRST_AMOUNT + district])
    bonus = (worth.update + worth.wrench) / DISTRICTS
    if (visible >> (FIRST_BONUS + district)) & 1:
        bonus = worth.update * (rules.update[top] == district) + worth.wrench * (rules.wrench[top] == district)
    return amount * worth.price[t.clock, item] + bonus


@jit
def collect_worth(state, rules, worth, seat, t):
    """A collect that is under way."""
    if state.step < PLACING or state.step > COLLECTING or state.action >= SECTORS:
        return 0.0
    me = state.players[seat]
    sector = np.int64(state.action)
    total = 0.0
    if state.step < COLLECTING and state.mover == seat:
        total += city_card_worth(state, rules, worth, t, me, sector)
    if state.step == COLLECTING:
        if (seat - state.mover + state.player_count) % state.player_count < state.others:
            return total
    elif state.card == 0 and state.sector_count[sector] == 0:
        return total
    if me.drone:
        return total + district_worth(state, rules, worth, t, sector, np.int64(me.drone) - 1)
    best = 0.0
    for district in range(DISTRICTS):
        is_free = True
        for other in range(state.player_count):
            is_free &= state.players[other].drone != district + 1
        if is_free:
            best = max(best, district_worth(state, rules, worth, t, sector, district))
    return total + best


@jit
def city_card_worth(state, rules, worth, t, me, sector):
    """Its plants, and its number among the own navigation cards."""
    value, plants = USUAL_NAVIGATION, USUAL_PLANTS
    if state.card:
        value = float(rules.navigation[state.card - 1])
        plants = float(rules.card_plants[state.card - 1])
    elif state.sector_count[sector]:
        top = np.int64(state.sector[sector, state.sector_count[sector] - 1]) - 1
        visible = rules.visible[state.sleeve[sector] - 1]
        if (visible >> NAVIGATION_FIELD) & 1:
            value = float(rules.navigation[top])
        if (visible >> PLANTS_FIELD) & 1:
            plants = float(rules.card_plants[top])
    cards = np.int64(me.navigation_count) + me.spent_count + 1
    better = (value - t.mean) / cards * worth.navigation * worth.moves[t.clock]
    return better + plants * worth.price[t.clock, PLANT if rules.has_growing else WATER]
