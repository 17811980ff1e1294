"""Points at the end (section 11), places, and who has won."""

import numpy as np

from undersea_env.cloudage.compiled.limits import BITS_OF_WORD, MAX_PLAYERS
from undersea_env.cloudage.compiled.rulebook import CUBE_TOKENS
from undersea_env.cloudage.kernel.piles import cards_in
from undersea_env.cloudage.kernel.state import (
    BY_CARDS,
    BY_LEGACY,
    BY_OBJECTIVES,
    BY_UPGRADES,
    FIGHTING,
    SCORE_SOURCES,
)
from undersea_env.cloudage.printed.words import TaskCount, Type
from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit

(
    LEVEL, LISTED_CITY, STRENGTH, UPGRADES, GREEN, BLUE, YELLOW, PROJECTS, BIG, MOVEMENT, COMBAT, NAVIGATION,
) = (int(count) for count in TaskCount)
PERMANENT_MOVEMENT, PERMANENT_COMBAT = int(Type.MOVEMENT), int(Type.COMBAT)
TYPES = len(Type)
GREY_SOURCES = (BY_CARDS, BY_UPGRADES, BY_OBJECTIVES, BY_LEGACY)


@jit
def cities_with_cubes(me):
    """As bits."""
    found = np.int64(0)
    for city in range(len(me.cubes)):
        if me.cubes[city]:
            found |= np.int64(1) << city
    return found


@jit
def overlap(me, words):
    return ones(me.in_play[0] & words[0]) + ones(me.in_play[1] & words[1])


@jit
def navigation_cards(state, seat):
    """Deck and discard, and what lies in a fight."""
    me = state.players[seat]
    n = np.int64(me.navigation_count) + me.spent_count
    for k in range(state.frame_count):
        if state.frame[k].about == FIGHTING and state.frame[k].owner == seat:
            n += state.drawn_count
    return n


@jit
def task_number(state, rules, seat, task):
    """What a task counts (J-3)."""
    me = state.players[seat]
    count = rules.task_count[task]
    if count == LEVEL:
        return np.int64(me.production)
    if count == LISTED_CITY:
        return np.int64(ones(cities_with_cubes(me) & rules.listed_cities[task]))
    if count == STRENGTH:
        return np.int64(me.fight_strength)
    if count == UPGRADES:
        return np.int64(me.upgrades[0] + me.upgrades[1] + me.upgrades[2])
    if count <= YELLOW:
        return np.int64(overlap(me, rules.of_colour[count - GREEN]))
    if count == PROJECTS:
        return np.int64(cards_in(me.in_play))
    if count == BIG:
        return np.int64(overlap(me, rules.big))
    if count == MOVEMENT:
        return np.int64(me.permanent[PERMANENT_MOVEMENT] + 1)
    if count == COMBAT:
        return np.int64(me.permanent[PERMANENT_COMBAT])
    return navigation_cards(state, seat)


@jit
def steps_reached(state, rules, seat, task):
    number = task_number(state, rules, seat, task)
    steps = 0
    for step in range(rules.task_steps[task]):
        steps += number >= rules.task_threshold[task, step]
    return steps


@jit
def has_fight_task(rules, me):
    tasks = np.int64(me.tasks)
    while tasks:
        if rules.task_count[lowest(tasks)] == STRENGTH:
            return True
        tasks &= tasks - 1
    return False


@jit
def objective_points(state, rules, seat):
    points = np.int64(0)
    tasks = np.int64(state.players[seat].tasks)
    while tasks:
        task = lowest(tasks)
        tasks &= tasks - 1
        steps = steps_reached(state, rules, seat, task)
        if steps:
            points += rules.task_points[task, steps - 1]
    return points


@jit
def missed_tasks(state, rules, seat):
    """Tasks that are visible and not at their top level (J-4)."""
    missed = 0
    tasks = np.int64(state.players[seat].tasks)
    while tasks:
        task = lowest(tasks)
        tasks &= tasks - 1
        missed += steps_reached(state, rules, seat, task) < rules.task_steps[task]
    return missed


@jit
def grey_points(state, rules, seat, source):
    """E-4."""
    me = state.players[seat]
    if source == BY_OBJECTIVES:
        return objective_points(state, rules, seat)
    points = np.int64(0)
    if source == BY_LEGACY:
        for which in range(CUBE_TOKENS):
            city = rules.cube_city[which]
            if city and me.cubes[city - 1]:
                points += rules.cube_points[which]
    elif source == BY_UPGRADES:
        for type in range(TYPES):
            points += rules.upgrade_points[type, me.upgrades[type]]
    elif source == BY_CARDS:
        for word in range(2):
            left = np.int64(me.in_play[word])
            while left:
                points += rules.grey_points[word * BITS_OF_WORD + lowest(left)]
                left &= left - 1
    return points


@jit
def write_grey_points(state, rules):
    for seat in range(state.player_count):
        me = state.players[seat]
        for source in GREY_SOURCES:
            points = grey_points(state, rules, seat, source)
            me.by_source[source] += points
            me.points += points


@jit
def score(state, rules, seat):
    """As if the game ended now."""
    points = np.int64(state.players[seat].points)
    if not state.graded:
        for source in GREY_SOURCES:
            points += grey_points(state, rules, seat, source)
    return points


@jit
def breakdown(state, rules, room, seat, out):
    """E-9."""
    for source in range(len(SCORE_SOURCES)):
        out[source] = state.players[seat].by_source[source]
        if not state.graded:
            out[source] += grey_points(state, rules, seat, source)


@jit
def stars_for_points(rules, points):
    stars = 0
    for step in range(len(rules.star_steps)):
        stars += rules.star_steps[step] > 0 and points >= rules.star_steps[step]
    return stars


@jit
def stars_alone(state, rules):
    """Y-7."""
    return max(0, stars_for_points(rules, score(state, rules, 0)) - missed_tasks(state, rules, 0))


@jit
def wins_alone(state, rules):
    """O-6, O-7."""
    if rules.chapter:
        return stars_alone(state, rules) > 0
    if score(state, rules, 0) < rules.solo_goal:
        return False
    return not rules.solo_tasks or missed_tasks(state, rules, 0) == 0


@jit
def result(state, rules, room, scores, ranks, won):
    """E-6 to E-8: among those who lead, the fight of E-7 decides; the other places are shared."""
    for seat in range(MAX_PLAYERS):
        scores[seat] = 0
        ranks[seat] = 0
        won[seat] = 0
    n = np.int64(state.player_count)
    for seat in range(n):
        scores[seat] = score(state, rules, seat)
    most = scores[0]
    for seat in range(1, n):
        most = max(most, scores[seat])
    for seat in range(n):
        ranks[seat] = 1
        for other in range(n):
            ranks[seat] += scores[other] > scores[seat]
            if state.over and scores[seat] == most and scores[other] == most:
                ranks[seat] += state.players[other].tie_strength > state.players[seat].tie_strength
        won[seat] = ranks[seat] == 1
    if n == 1:
        won[0] = wins_alone(state, rules)
