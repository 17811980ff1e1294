"""Final scoring (V-1 to V-5), worked out from a position without changing it."""

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import CITIES_ON_BOARD, MAX_PLAYERS, TABLEAU_CAPACITY, TOKENS
from undersea_env.underwater_cities.compiled.opcodes import EndingColumn, EndingKind
from undersea_env.underwater_cities.kernel.building import BIOMATTER
from undersea_env.underwater_cities.kernel.network import (
    building_types_at,
    count,
    is_metropolis_connected,
)
from undersea_env.underwater_cities.kernel.state import POINT_SOURCES

KIND, POINTS_EACH, COUNT = int(EndingColumn.KIND), int(EndingColumn.POINTS), int(EndingColumn.COUNT)
DIVISOR, CAP, AMOUNTS = int(EndingColumn.DIVISOR), int(EndingColumn.CAP), int(EndingColumn.AMOUNTS)
STEPS, THRESHOLDS, POINTS_AT = int(EndingColumn.STEPS), int(EndingColumn.THRESHOLDS), int(EndingColumn.POINTS_AT)
PER, AT, SELL = int(EndingKind.PER), int(EndingKind.AT), int(EndingKind.SELL)
SCORE_PARTS = ("brown metropolis", "end cards", "cities", "resources")
BROWN_METROPOLIS, END_CARDS, CITIES, RESOURCES = range(len(SCORE_PARTS))
BROWN_PLACE = 0
BIOMATTER_IN_CREDITS = 2         # V-4
RESOURCES_FOR_A_POINT = 4        # V-4
SOLO_CITIES, SOLO_POINTS = 7, 100                        # V-7


@jit
def score_ending(state, rules, seat, row):
    """Points of an end scoring that sells nothing."""
    kind = rules.ending[row, KIND]
    if kind == PER:
        n = count(state, rules, seat, rules.ending[row, COUNT]) // rules.ending[row, DIVISOR]
        points = n * rules.ending[row, POINTS_EACH]
        cap = rules.ending[row, CAP]
        return min(points, cap) if cap > 0 else points             # L-10: the cap is on the points
    points = 0
    if kind == AT:
        n = count(state, rules, seat, rules.ending[row, COUNT])
        for k in range(rules.ending[row, STEPS]):
            if n >= rules.ending[row, THRESHOLDS + k]:
                points = rules.ending[row, POINTS_AT + k]
    return points


@jit
def score_rows(state, rules, seat, first, rows):
    points = 0
    for row in range(first, first + rows):
        points += score_ending(state, rules, seat, row)
    return points


@jit
def score_cities(state, rules, seat):
    """V-3."""
    me = state.players[seat]
    points = 0
    for c in range(CITIES_ON_BOARD):
        if (me.connected_cities >> c) & 1:
            points += rules.city_points[building_types_at(me, c)]
    return points


@jit
def points_for_rest(me):
    """Remaining resources (V-4)."""
    total = 0
    for r in range(BIOMATTER):
        total += me.resource[r]
    return (total + BIOMATTER_IN_CREDITS * me.resource[BIOMATTER]) // RESOURCES_FOR_A_POINT


@jit
def most_sales(rules, me, row):
    """How often a selling card can be used with the resources now left."""
    most = rules.ending[row, CAP]
    for r in range(TOKENS):
        price = rules.amounts[rules.ending[row, AMOUNTS], r]
        if price > 0:
            most = min(most, me.resource[r] // price)
    return most


@jit
def sell(rules, me, row, times):
    for r in range(TOKENS):
        me.resource[r] -= times * rules.amounts[rules.ending[row, AMOUNTS], r]


@jit
def find_best_sale(state, rules, seat, sellers, sold, best):
    """All ways to use the selling cards (V-5); best[0] becomes the points by cards, best[1] those of what is left.

    Counts through the numbers of sales like an odometer; resources are put back at the end.
    """
    me = state.players[seat]
    n = 0
    for k in range(me.tableau_count):
        card = me.tableau[k]
        first = rules.card_ending[card, 0]
        for row in range(first, first + rules.card_ending[card, 1]):
            if rules.ending[row, KIND] == SELL and n < TABLEAU_CAPACITY:
                sellers[n] = row
                sold[n] = 0
                n += 1
    best[0] = 0
    best[1] = points_for_rest(me)
    by_cards = 0
    k = 0
    while k < n:
        if most_sales(rules, me, sellers[k]) > 0 and sold[k] < rules.ending[sellers[k], CAP]:
            sell(rules, me, sellers[k], 1)
            sold[k] += 1
            by_cards += rules.ending[sellers[k], POINTS_EACH]
            rest = points_for_rest(me)
            gained = by_cards + rest - best[0] - best[1]
            if gained > 0 or (gained == 0 and by_cards < best[0]):
                best[0] = by_cards
                best[1] = rest
            k = 0
        else:
            sell(rules, me, sellers[k], -sold[k])
            by_cards -= sold[k] * rules.ending[sellers[k], POINTS_EACH]
            sold[k] = 0
            k += 1


@jit
def score(state, rules, seat, sellers, sold, best, out):
    """Points by source if the game ended now, without those already on the track."""
    me = state.players[seat]
    out[BROWN_METROPOLIS] = 0
    if is_metropolis_connected(rules, me, BROWN_PLACE):                          # V-1
        ending = rules.metropolis_ending[me.metropolis[BROWN_PLACE]]
        out[BROWN_METROPOLIS] = score_rows(state, rules, seat, ending[0], ending[1])
    find_best_sale(state, rules, seat, sellers, sold, best)
    out[END_CARDS] = best[0]
    out[RESOURCES] = best[1]
    for k in range(me.tableau_count):                                            # V-2
        ending = rules.card_ending[me.tableau[k]]
        out[END_CARDS] += score_rows(state, rules, seat, ending[0], ending[1])
    out[CITIES] = score_cities(state, rules, seat)


@jit
def breakdown(state, rules, room, seat, out):
    """Points by POINT_SOURCES, then by SCORE_PARTS."""
    for k in range(len(POINT_SOURCES)):
        out[k] = state.players[seat].points_from[k]
    score(state, rules, seat, room.sellers, room.sold, room.best, room.score)
    for k in range(len(SCORE_PARTS)):
        out[len(POINT_SOURCES) + k] = room.score[k]


@jit
def total_scores(state, rules, room, scores):
    """The score of every seat if the game ended now: the track and final scoring; absent seats have 0."""
    for seat in range(MAX_PLAYERS):
        scores[seat] = 0
    for seat in range(state.player_count):
        score(state, rules, seat, room.sellers, room.sold, room.best, room.score)
        total = state.players[seat].resource[TOKENS]
        for k in range(len(SCORE_PARTS)):
            total += room.score[k]
        scores[seat] = total


@jit
def result(state, rules, room, scores, ranks, won):
    """Of every seat if the game ended now; absent seats have 0."""
    total_scores(state, rules, room, scores)
    for seat in range(MAX_PLAYERS):
        ranks[seat] = 0
        won[seat] = 0
    for k in range(state.player_count):
        seat = state.order[k]
        ahead = 0
        for other in range(state.player_count):
            rival = state.order[other]
            # V-6: a tie goes to the earlier in the turn order
            if scores[rival] > scores[seat] or (scores[rival] == scores[seat] and other < k):
                ahead += 1
        ranks[seat] = 1 + ahead
        won[seat] = ahead == 0
    if state.player_count == 1:
        cities = ones(state.players[0].connected_cities)
        won[0] = cities >= SOLO_CITIES and scores[0] >= SOLO_POINTS              # V-7
