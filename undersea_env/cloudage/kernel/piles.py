"""Decks, discards and the bag: what is drawn one by one, and where it goes."""

import numpy as np

from undersea_env.cloudage.compiled.limits import BITS_OF_WORD
from undersea_env.cloudage.printed.words import MOST_OBJECTIVES, NAVIGATION_VALUES, PROJECTS, PlantKind
from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import below, shuffle

KINDS = len(PlantKind)


@jit
def has_card(words, card):
    """`card` is counted from 0."""
    return (words[card // BITS_OF_WORD] >> (card % BITS_OF_WORD)) & 1


@jit
def add_card(words, card):
    words[card // BITS_OF_WORD] |= np.int64(1) << (card % BITS_OF_WORD)


@jit
def drop_card(words, card):
    words[card // BITS_OF_WORD] &= ~(np.int64(1) << (card % BITS_OF_WORD))


@jit
def cards_in(words):
    return ones(words[0]) + ones(words[1])


@jit
def first_card(words):
    """Of a set that is not empty."""
    return lowest(words[0]) if words[0] else BITS_OF_WORD + lowest(words[1])


# --- projects ---


@jit
def put_on_deck(state, words):
    """The projects of a set, ascending."""
    for word in range(2):
        left = np.int64(words[word])
        while left:
            state.deck[state.deck_count] = word * BITS_OF_WORD + lowest(left) + 1
            state.deck_count += 1
            left &= left - 1


@jit
def draw_project(state, me):
    """C-6; without a card nothing happens."""
    if state.deck_count == 0:
        if state.discard[0] == 0 and state.discard[1] == 0:
            return
        put_on_deck(state, state.discard)
        state.discard[0] = 0
        state.discard[1] = 0
        shuffle(state, state.deck, state.deck_count)
    state.deck_count -= 1
    add_card(me.hand, state.deck[state.deck_count] - 1)
    state.deck[state.deck_count] = 0


@jit
def discard_project(state, me, card):
    drop_card(me.hand, card)
    add_card(state.discard, card)


@jit
def shuffle_in(state, rules, number):
    """Y-5: unlocked projects and the deck, together."""
    in_deck = np.int64(rules.numbered[number, 0]), np.int64(rules.numbered[number, 1])
    low, high = in_deck
    for k in range(state.deck_count):
        card = state.deck[k] - 1
        if card < BITS_OF_WORD:
            low |= np.int64(1) << card
        else:
            high |= np.int64(1) << (card - BITS_OF_WORD)
    state.deck_count = 0
    for card in range(PROJECTS):
        if ((low >> card) if card < BITS_OF_WORD else (high >> (card - BITS_OF_WORD))) & 1:
            state.deck[state.deck_count] = card + 1
            state.deck_count += 1
    shuffle(state, state.deck, state.deck_count)


# --- navigation cards ---


@jit
def can_draw_navigation(me):
    return me.navigation_count > 0 or me.spent_count > 0


@jit
def draw_navigation(state, me):
    """C-8: the value of the card; there must be one."""
    if me.navigation_count == 0:
        put_sorted(me.spent, me.spent_count, me.navigation)
        for k in range(me.spent_count):
            me.spent[k] = 0
        me.navigation_count = me.spent_count
        me.spent_count = 0
        shuffle(state, me.navigation, me.navigation_count)
    me.navigation_count -= 1
    me.navigation_known = max(0, me.navigation_known - 1)
    value = np.int64(me.navigation[me.navigation_count])
    me.navigation[me.navigation_count] = 0
    return value


@jit
def put_sorted(pile, count, out):
    """The first `count` values of a pile, ascending."""
    n = 0
    for value in range(NAVIGATION_VALUES):
        for k in range(count):
            if pile[k] == value:
                out[n] = value
                n += 1


@jit
def spend_navigation(me, value):
    """On top of the own discard."""
    me.spent[me.spent_count] = value
    me.spent_count += 1


@jit
def remove_navigation(me, value):
    """A-6: the uppermost card of this value."""
    at = me.spent_count - 1
    while me.spent[at] != value:
        at -= 1
    me.spent_count -= 1
    for k in range(at, me.spent_count):
        me.spent[k] = me.spent[k + 1]
    me.spent[me.spent_count] = 0


# --- plants ---


@jit
def plants_in(kinds):
    n = 0
    for kind in range(KINDS):
        n += kinds[kind]
    return n


@jit
def draw_plant(state, me):
    """C-7: the kind, or -1."""
    n = plants_in(state.bag)
    if n == 0:
        return -1
    k = below(state, n)
    kind = 0
    while k >= state.bag[kind]:
        k -= state.bag[kind]
        kind += 1
    state.bag[kind] -= 1
    me.plants[kind] += 1
    return kind


@jit
def pay_plant(state, me, kind):
    """To the bag; fresh ones first (W-10)."""
    me.plants[kind] -= 1
    state.bag[kind] += 1
    me.fresh[kind] = max(0, me.fresh[kind] - 1)


@jit
def has_plant_to_plant(me):
    for kind in range(KINDS):
        if me.plants[kind] > me.fresh[kind]:
            return True
    return False


# --- objectives ---


@jit
def fits_objective(me, rules, objective):
    """J-2: neither task is had, covered or not."""
    had = me.tasks | me.covered
    first, second = rules.objective[objective - 1, 0], rules.objective[objective - 1, 1]
    return ((had >> first) | (had >> second)) & 1 == 0


@jit
def take_objective(me, rules, objective):
    me.objectives[me.objective_count] = objective
    me.objective_count += 1
    me.tasks |= 1 << rules.objective[objective - 1, 0]
    me.tasks |= 1 << rules.objective[objective - 1, 1]


@jit
def pop_objective(state):
    state.objective_count -= 1
    objective = np.int64(state.objective_deck[state.objective_count])
    state.objective_deck[state.objective_count] = 0
    state.objective_known = min(state.objective_known, state.objective_count)
    return objective


@jit
def put_objective_under(state, objective):
    for k in range(state.objective_count, 0, -1):
        state.objective_deck[k] = state.objective_deck[k - 1]
    state.objective_deck[0] = objective
    state.objective_count += 1
    state.objective_known += 1


@jit
def draw_objective(state, rules, me):
    """J-2; returns whether a card was taken."""
    if me.objective_count == MOST_OBJECTIVES:
        return False
    for _ in range(state.objective_count):
        objective = pop_objective(state)
        if fits_objective(me, rules, objective):
            take_objective(me, rules, objective)
            return True
        put_objective_under(state, objective)
    return False


@jit
def sort_pile(pile, count):
    for k in range(1, count):
        j = k
        while j > 0 and pile[j - 1] > pile[j]:
            pile[j - 1], pile[j] = pile[j], pile[j - 1]
            j -= 1
