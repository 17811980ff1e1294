"""Set-up (section 3) in the order of X-2, up to the first question."""

import numpy as np

from undersea_env.cloudage.kernel.flying import measure_distances
from undersea_env.cloudage.kernel.piles import draw_plant, draw_project, pop_objective, put_on_deck
from undersea_env.cloudage.kernel.seats import seat_after
from undersea_env.cloudage.kernel.state import KINDS, MOVING, TOLL
from undersea_env.cloudage.printed.words import (
    CARDS_IN_SECTOR,
    CITY_CARDS,
    FIRST_GUN,
    NAVIGATION_VALUES,
    OBJECTIVES,
    SECTORS,
    SLEEVES,
)
from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import below, shuffle

OBJECTIVES_DEALT = 2


@jit
def set_up(state, rules, seed):
    """A record of zeros becomes a game before D-1."""
    state.stream = seed
    state.player_count = rules.player_count
    state.first = below(state, rules.player_count)       # S-9
    state.mover = state.first
    state.guns = rules.guns & (np.int64(rules.legacy) >> FIRST_GUN)
    state.unlocked = rules.unlocked
    state.legacy = rules.legacy
    lay_sectors(state)
    put_on_deck(state, rules.start_deck)
    shuffle(state, state.deck, state.deck_count)
    if rules.has_objectives:
        for k in range(OBJECTIVES):
            state.objective_deck[k] = k + 1
        state.objective_count = OBJECTIVES
        shuffle(state, state.objective_deck, OBJECTIVES)
    for seat in range(rules.player_count):
        equip(state, rules, state.players[seat])
    if rules.has_growing:
        for kind in range(KINDS):
            state.bag[kind] = rules.plant_count[kind]
    for k in range(rules.player_count):
        for _ in range(rules.start_plants):
            draw_plant(state, state.players[seat_after(state, state.first, k)])
    for k in range(rules.player_count):
        deal(state, rules, state.players[seat_after(state, state.first, k)])


@jit
def lay_sectors(state):
    """S-3."""
    cards = state.deck                                   # room for a moment; it is empty before and after
    for k in range(SLEEVES):
        cards[k] = k + 1
    shuffle(state, cards, SLEEVES)
    for sector in range(SECTORS):
        state.sleeve[sector] = cards[sector]
    for k in range(CITY_CARDS):
        cards[k] = k + 1
    shuffle(state, cards, CITY_CARDS)
    for sector in range(SECTORS):
        for k in range(CARDS_IN_SECTOR):
            state.sector[sector, k] = cards[CITY_CARDS - 1 - CARDS_IN_SECTOR * sector - k]
        state.sector_count[sector] = CARDS_IN_SECTOR
    for k in range(CITY_CARDS):
        cards[k] = 0


@jit
def equip(state, rules, me):
    """S-7."""
    me.hex = rules.start_hex
    me.energy, me.water, me.metal = rules.energy_start, rules.water_start, rules.metal_start
    for value in range(NAVIGATION_VALUES):
        for _ in range(rules.start_navigation[value]):
            me.navigation[me.navigation_count] = value
            me.navigation_count += 1
    shuffle(state, me.navigation, me.navigation_count)


@jit
def deal(state, rules, me):
    """S-10."""
    for _ in range(rules.start_projects):
        draw_project(state, me)
    if rules.has_objectives:
        for k in range(OBJECTIVES_DEALT):
            me.objectives[k] = pop_objective(state)
        me.objective_count = OBJECTIVES_DEALT


@jit
def refresh_distances(state, rules):
    """M-4, while somebody moves; the movement goes on after a toll (D-8)."""
    for k in range(len(state.distance)):
        state.distance[k] = 0
    if state.step == MOVING or state.step == TOLL:
        measure_distances(state, rules, np.int64(state.mover), np.int64(state.points) + 1)
