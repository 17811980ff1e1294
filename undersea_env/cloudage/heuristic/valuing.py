"""What a position is worth to a seat, in points at the end of the game."""

import numpy as np

from undersea_env.cloudage.heuristic.prospects import (
    ENERGY,
    METAL,
    PLANT,
    WATER,
    build_worth,
    collect_worth,
    fight_worth,
    goods_worth,
    hand_worth,
    plants_worth,
    projects_in_play,
    read_clock,
    read_navigation,
    tasks_worth,
    travel_worth,
    upgrade_worth,
    worth_of,
)
from undersea_env.cloudage.kernel import scoring
from undersea_env.cloudage.kernel.building import PAYING_CARDS
from undersea_env.cloudage.kernel.flying import city_at
from undersea_env.cloudage.kernel.state import (
    BUILDING,
    CHOOSING,
    EFFECT,
    FIGHTING,
    OF_CITY,
    OF_EFFECT,
    OF_TASK,
    PAYING,
    PLANTING,
    PLAYING,
    SOLO_COLLECT,
    STARTING_PROJECT,
    TYPES,
    UPDATING,
    UPGRADING,
    WRENCH,
)
from undersea_env.cloudage.printed.words import Item
from undersea_env.compiling.jit import jit

CARD = int(Item.CARD)


@jit
def open_fight(state, rules, worth, seat, t, k):
    """What is to be won, and what it takes (F-2, F-3)."""
    frame = state.frame[k]
    me = state.players[seat]
    missing = np.int64(frame.number) - state.strength
    if frame.a == OF_CITY:
        city = city_at(state, rules, np.int64(me.hex))
        reward = worth_of(worth, t, rules.city_reward[city - 1])
        return fight_worth(rules, worth, t, reward, missing, me.energy, state.drawn_count)
    if frame.a == OF_EFFECT:
        place = np.int64(state.frame[k - 1].place)
        won, lost = worth_of(worth, t, place + 1), worth_of(worth, t, rules.code[place, 1])
        return lost + fight_worth(rules, worth, t, won - lost, missing, me.energy, state.drawn_count)
    if frame.a == OF_TASK:
        return task_fight(state, rules, worth, seat, t)
    return 0.1 * state.strength


@jit
def task_fight(state, rules, worth, seat, t):
    """The best step of the fight task, less what it still costs."""
    me = state.players[seat]
    best = 0.0
    for task in range(len(rules.task_count)):
        if rules.task_count[task] == scoring.STRENGTH and (me.tasks >> task) & 1:
            for step in range(rules.task_steps[task]):
                missing = np.int64(rules.task_threshold[task, step]) - state.strength
                reward = float(rules.task_points[task, step])
                best = max(best, fight_worth(rules, worth, t, reward, missing, me.energy, state.drawn_count))
    return best


@jit
def open_planting(rules, worth, t, me, frame):
    """The rewards of the plants that may still be planted, beside what they are worth in the bag of their owner."""
    total = 0.0
    plants = 0
    for kind in range(len(frame.kinds)):
        number = min(np.int64(frame.kinds[kind]), np.int64(me.plants[kind]) - me.fresh[kind])
        if number > 0:
            gained = worth_of(worth, t, rules.plant_reward[kind]) - worth.price[t.clock, PLANT]
            total += number * max(0.0, gained)
            plants += number
    return total * min(1.0, frame.number / plants) if plants else 0.0


@jit
def open_frame(state, rules, worth, seat, t, k):
    """What a frame of this seat promises."""
    frame = state.frame[k]
    me = state.players[seat]
    about = frame.about
    price = worth.price[t.clock]
    best_price = max(max(price[WATER], price[METAL]), max(price[ENERGY], price[CARD]))
    if about == EFFECT:
        has_fight = k + 1 < state.frame_count and state.frame[k + 1].about == FIGHTING
        return 0.0 if has_fight else worth_of(worth, t, frame.place)
    if about == FIGHTING:
        return open_fight(state, rules, worth, seat, t, k)
    if about == BUILDING:
        return frame.number * build_worth(state, rules, worth, seat, t)
    if about == PLAYING:
        if frame.stage != PAYING_CARDS:
            return 0.0
        return worth.card[t.clock, frame.a] - frame.number * price[CARD]
    if about == PAYING:
        return -frame.number * price[CARD] - frame.b * price[PLANT]
    if about == PLANTING:
        return open_planting(rules, worth, t, me, frame)
    if about == UPGRADING:
        return upgrade_worth(rules, worth, t, me, np.int64(frame.number))
    if about == STARTING_PROJECT:
        return t.best_now
    if about == CHOOSING:
        return frame.number * best_price
    if about == WRENCH:
        return max(best_price, upgrade_worth(rules, worth, t, me, 0))
    if about == UPDATING:
        return worth.update
    if about == SOLO_COLLECT:
        return 2.0 * best_price
    return 0.0


@jit
def value_of(state, rules, worth, seat, t):
    """For one seat."""
    me = state.players[seat]
    read_clock(state, rules, seat, t)
    read_navigation(state, me, t)
    clock = t.clock
    value = float(scoring.score(state, rules, seat))
    value += goods_worth(worth, t, WATER, np.int64(me.water)) + goods_worth(worth, t, METAL, np.int64(me.metal))
    value += goods_worth(worth, t, ENERGY, np.int64(me.energy)) + hand_worth(state, rules, worth, seat, t)
    value += worth.level[clock, me.production] + plants_worth(state, rules, worth, seat, t)
    for type in range(TYPES):
        value += me.permanent[type] * worth.point[clock, type]
    value += worth.navigation * t.mean * worth.moves[clock]
    value += projects_in_play(me, worth, t) + tasks_worth(state, rules, worth, seat, t)
    value += travel_worth(state, rules, worth, seat, t) + collect_worth(state, rules, worth, seat, t)
    value += worth.objective * me.objective_count * worth.shape[clock]
    for k in range(state.frame_count):
        if state.frame[k].owner == seat:
            value += open_frame(state, rules, worth, seat, t, k)
    return value
