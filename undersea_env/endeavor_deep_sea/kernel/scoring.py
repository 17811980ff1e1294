"""Final scoring (section 11) and the goals of the team (section 12)."""

import numpy as np

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.compiled.limits import BONUS_GOALS_USED, CARDS_OF_KIND, COLUMNS, MAX_PLAYERS
from undersea_env.endeavor_deep_sea.kernel.impact import has_rule, in_set
from undersea_env.endeavor_deep_sea.kernel.ocean import (
    CONSERVATION_SPOTS,
    JOURNAL_SPOTS,
    SONAR_SPOTS,
    cell_of_board,
    depth_of,
    has,
    juniors,
    taken_spots,
)
from undersea_env.endeavor_deep_sea.printed.words import (
    ATTRIBUTES,
    GOALS,
    JOURNALS,
    MAX_LEADERS,
    TOKEN_KINDS,
    Field,
    MissionRule,
    Race,
    Scope,
    Side,
    Unit,
)

SCORE_SOURCES = (
    "attributes", "impact", "journals", "specialists", "goal 1", "goal 2", "goal 3", "leftovers", "impact goal",
    "mission goals", "bonus goals",
)
ATTRIBUTE_POINTS, IMPACT_POINTS, JOURNAL_POINTS, SPECIALIST_POINTS, GOAL_POINTS = range(5)
LEFTOVERS, IMPACT_GOAL, MISSION_GOALS, TEAM_BONUS_GOALS = range(7, 11)
LEFTOVERS_FOR_POINT = 3                  # V-5
HIGH_CELL = 7                            # `attribute marker on cell 7 or more`

GOAL_HEXES = int(MissionRule.GOAL_HEXES)
SUM, POOL = int(Scope.SUM), int(Scope.POOL)
LEFT_SIDE = int(Side.LEFT)
TRAVEL_RACE = int(Race.TRAVEL)
FIELDS = len(Field)
SONAR_DISC, CONSERVATION_DISC, PUBLISH_DISC, DISC = (
    int(Unit.SONAR_DISC), int(Unit.CONSERVATION_DISC), int(Unit.PUBLISH_DISC), int(Unit.DISC)
)
EITHER_DISC, DISC_OR_VESSEL = int(Unit.CONSERVATION_OR_PUBLISH_DISC), int(Unit.DISC_OR_VESSEL)
SONAR_OR_VESSEL, PUBLISH_OR_VESSEL = int(Unit.SONAR_DISC_OR_VESSEL), int(Unit.PUBLISH_DISC_OR_VESSEL)
ZONE, ZONE_WITH_DISC, ZONE_WITH_EITHER = int(Unit.ZONE), int(Unit.ZONE_WITH_DISC), int(Unit.ZONE_WITH_DISC_OR_VESSEL)
ZONE_WITH_CONSERVATION, ZONE_DISCOVERED = int(Unit.ZONE_WITH_CONSERVATION_DISC), int(Unit.ZONE_DISCOVERED)
DESIGNATED, DEPTH_PUBLISHED = int(Unit.DISC_OF_DESIGNATED_KIND), int(Unit.DEPTH_WITH_PUBLISH_DISC)
BEST_ZONE, MOST_HELD = int(Unit.CONSERVATION_DISC_IN_BEST_ZONE), int(Unit.FIELD_SYMBOL_OF_MOST_HELD_KIND)
FIRST_SYMBOL, SETS = int(Unit.BLUE_FIELD_SYMBOL), int(Unit.SET_OF_FIELD_SYMBOLS)
RESCUE_MARKER, CLEAN_UP_STEP = int(Unit.MARKER_IN_RESCUE_GRID), int(Unit.CLEAN_UP_STEP)
TRAVELLED, OTHER_SENIOR = int(Unit.PLAYER_TRAVELLED_TO_DEPTH_5), int(Unit.OTHER_SENIOR_SPECIALIST)
JUNIOR, SHARED_LINK = int(Unit.JUNIOR_SPECIALIST), int(Unit.SHARED_LINK)
COMPLETED_LINK, EMPTY_SITE = int(Unit.COMPLETED_LINK), int(Unit.EMPTY_DIVE_SITE)
HIGH_MARKER, POINTS = int(Unit.ATTRIBUTE_MARKER_ON_CELL_7), int(Unit.POINTS)


# --- counts ---


@jit
def spots_counted(state, rules, board, unit):
    """The spots of a board whose discs this unit speaks of."""
    if unit == SONAR_DISC or unit == SONAR_OR_VESSEL:
        return rules.spots_of[board, SONAR_SPOTS]
    if unit == CONSERVATION_DISC or unit == ZONE_WITH_CONSERVATION or unit == BEST_ZONE:
        return rules.spots_of[board, CONSERVATION_SPOTS]
    if unit == PUBLISH_DISC or unit == PUBLISH_OR_VESSEL or unit == DEPTH_PUBLISHED:
        return rules.spots_of[board, JOURNAL_SPOTS]
    if unit == EITHER_DISC:
        return rules.spots_of[board, CONSERVATION_SPOTS] | rules.spots_of[board, JOURNAL_SPOTS]
    if unit == DESIGNATED:                               # M-6
        if state.designated == 0:
            return np.int64(0)
        return rules.spots_of[board, CONSERVATION_SPOTS if state.designated == 1 else JOURNAL_SPOTS]
    return (np.int64(1) << rules.spot_count[board]) - 1


@jit
def vessels_in(me, cell):
    n = 0
    for k in range(me.vessel_count):
        n += me.vessel[k] == cell + 1
    return n


@jit
def is_in_area(state, rules, row, cell):
    """Whether a zone lies at the depths and in the columns of a count."""
    if not rules.count[row, 1] <= depth_of(cell) <= rules.count[row, 2]:
        return False
    column = cell % COLUMNS
    if rules.count[row, 4]:                              # M-8
        star = cell_of_board(state, rules.sea_star - 1) % COLUMNS
        return column <= star if rules.count[row, 4] == LEFT_SIDE else column >= star
    return has(rules.count[row, 3], column)


@jit
def count_in_zone(state, rules, unit, seat, cell):
    """What one zone counts."""
    board = state.board[cell] - 1
    discs = ones(state.discs[cell, seat] & spots_counted(state, rules, board, unit))
    if unit == ZONE:
        return 1
    if unit == ZONE_DISCOVERED:
        return np.int64(state.discoverer[cell] == seat + 1)
    if unit == ZONE_WITH_DISC or unit == ZONE_WITH_CONSERVATION:
        return np.int64(discs > 0)
    if unit == ZONE_WITH_EITHER:
        return np.int64(discs + vessels_in(state.players[seat], cell) > 0)
    if unit == DISC_OR_VESSEL or unit == SONAR_OR_VESSEL or unit == PUBLISH_OR_VESSEL:
        return discs + vessels_in(state.players[seat], cell)
    if unit == EMPTY_SITE:
        return empty_sites(state, rules, board)
    if unit == SHARED_LINK or unit == COMPLETED_LINK:
        return links_in(state, rules, unit, seat, cell)
    return discs


@jit
def empty_sites(state, rules, board):
    n = 0
    for k in range(rules.dive_site_count[board]):
        n += state.site_count[rules.dive_site[board] + k] == 0
    return n


@jit
def links_in(state, rules, unit, seat, cell):
    """N-1, V-8."""
    board = state.board[cell] - 1
    taken = taken_spots(state, cell)
    own = np.int64(state.discs[cell, seat])
    n = 0
    for k in range(rules.link_count[board]):
        a, b = rules.link[board, k, 0], rules.link[board, k, 1]
        if has(taken, a) and has(taken, b):
            n += unit == COMPLETED_LINK or has(own, a) != has(own, b)
    return n


@jit
def count_in_ocean(state, rules, row, seat):
    unit = np.int64(rules.count[row, 0])
    total = 0
    best = 0
    depths = 0
    zones = np.int64(state.zones)
    while zones:
        cell = lowest(zones)
        zones &= zones - 1
        if is_in_area(state, rules, row, cell):
            n = count_in_zone(state, rules, unit, seat, cell)
            total += n
            best = max(best, n)
            if n:
                depths |= 1 << depth_of(cell)
    if unit == BEST_ZONE:
        return best
    if unit == DEPTH_PUBLISHED:
        return ones(depths)
    return total


@jit
def symbols(state, rules, field, first, last):
    """V-9: on journals and hexes of the seats from `first` to before `last`."""
    n = 0
    for seat in range(first, last):
        for journal in range(JOURNALS):
            n += has(state.players[seat].journals, journal) and has(rules.journal_fields[journal], field)
        for at in range(rules.hex_count):
            if rules.hex_field[at] == field + 1:
                infinite = rules.hex_infinite[at]
                if infinite:
                    n += state.infinite[infinite - 1, seat]
                else:
                    n += state.hex_owner[at] == seat + 1
    return n


@jit
def count_symbols(state, rules, unit, first, last):
    if unit < SETS and unit != MOST_HELD:
        return symbols(state, rules, unit - FIRST_SYMBOL, first, last)
    most, fewest = 0, 1 << 20
    for field in range(FIELDS):
        n = symbols(state, rules, field, first, last)
        most, fewest = max(most, n), min(fewest, n)
    return most if unit == MOST_HELD else fewest


@jit
def rescue_markers(state, rules, seat):
    """M-7."""
    n = 0
    for at in range(rules.hex_count):
        if in_set(rules.rescue_hexes, at):
            infinite = rules.hex_infinite[at]
            n += state.infinite[infinite - 1, seat] if infinite else np.int64(state.hex_owner[at] == seat + 1)
    return n


@jit
def has_travelled(state, seat):
    """M-10."""
    for k in range(state.race_count[TRAVEL_RACE]):
        if state.race[TRAVEL_RACE, k] == seat + 1:
            return True
    return False


@jit
def high_markers(me):
    n = 0
    for attribute in range(len(ATTRIBUTES)):
        n += me.marker[attribute] >= HIGH_CELL
    return n


@jit
def count(state, rules, row, seat):
    """A count of the rule book for one player."""
    unit = np.int64(rules.count[row, 0])
    me = state.players[seat]
    if unit == 0:
        return 0
    if MOST_HELD <= unit <= SETS:
        return count_symbols(state, rules, unit, seat, seat + 1)
    if unit == RESCUE_MARKER:
        return rescue_markers(state, rules, seat)
    if unit == CLEAN_UP_STEP:
        return np.int64(me.clean_up)
    if unit == TRAVELLED:
        return np.int64(has_travelled(state, seat))
    if unit == OTHER_SENIOR:
        return ones(np.int64(me.seniors)) - 1
    if unit == JUNIOR:
        return ones(juniors(me))
    if unit == HIGH_MARKER:
        return high_markers(me)
    return count_in_ocean(state, rules, row, seat)


# --- points ---


@jit
def attribute_points(state, rules, seat):
    """V-1."""
    points = 0
    for attribute in range(len(ATTRIBUTES)):
        points += rules.track_points[state.players[seat].marker[attribute]]
    return points


@jit
def impact_points(state, rules, seat):
    """V-2."""
    points = 0
    for at in range(rules.hex_count):
        infinite = rules.hex_infinite[at]
        if infinite:
            points += state.infinite[infinite - 1, seat] * rules.hex_points[at]
        elif state.hex_owner[at] == seat + 1:
            points += rules.hex_points[at]
    return points


@jit
def journal_points(state, rules, seat):
    """V-3."""
    points = 0
    for journal in range(JOURNALS):
        if has(state.players[seat].journals, journal):
            points += rules.journal_points[journal]
    return points


@jit
def specialist_points(state, rules, seat):
    """V-3."""
    me = state.players[seat]
    points = 0
    for slot in range(me.specialist_count):
        kind = me.kind[slot] - 1
        if has(me.seniors, slot) and rules.score[kind, 0]:
            row = rules.score[kind, 2]
            points += rules.score[kind, 0] * (count(state, rules, row, seat) // rules.score[kind, 1] if row else 1)
    return points


@jit
def option_of(state, rules, goal):
    """M-8: the option that counts; -1: none does."""
    if not has_rule(rules, GOAL_HEXES):
        return np.int64(0)
    return np.int64(state.goal_option[goal]) - 1


@jit
def leader_bonus(state, rules, goal, option, k, seat):
    """V-6."""
    row = rules.leader_count[goal, option, k]
    mine = count(state, rules, row, seat)
    if mine == 0:
        return 0
    more = 0
    for other in range(state.player_count):
        more += count(state, rules, row, other) > mine
    if more == 0:
        return np.int64(rules.leader_points[goal, option, k, 0])
    if more == 1:                                        # a single player has the most, and nobody else has more
        return np.int64(rules.leader_points[goal, option, k, 1])
    return 0


@jit
def race_bonus(state, rules, goal, seat):
    """M-10."""
    race = rules.goal_race[goal] - 1
    for k in range(min(2, state.race_count[race])):
        if state.race[race, k] == seat + 1:
            return np.int64(rules.leader_points[goal, 0, 0, k])
    return 0


@jit
def goal_points(state, rules, goal, seat):
    """V-4."""
    if rules.goal_race[goal]:
        return race_bonus(state, rules, goal, seat)
    option = option_of(state, rules, goal)
    if option < 0:
        return 0
    points = rules.goal_points[goal, option] * count(state, rules, rules.goal_count[goal, option], seat)
    for k in range(MAX_LEADERS):
        if rules.leader_count[goal, option, k]:
            points += leader_bonus(state, rules, goal, option, k, seat)
    return points


@jit
def leftovers(state, rules, seat):
    """V-5."""
    me = state.players[seat]
    left = me.research + me.staging
    for kind in range(TOKEN_KINDS):
        left += me.token[kind] * rules.token_research[kind]
    return left // LEFTOVERS_FOR_POINT


@jit
def points_on_table(state, rules, seat):
    """What everybody sees of the score at a glance: attributes, impact, journals."""
    points = attribute_points(state, rules, seat) + impact_points(state, rules, seat)
    return points + journal_points(state, rules, seat)


# --- the team ---


@jit
def is_met(state, rules, row, scope, number):
    """O-5."""
    unit = np.int64(rules.count[row, 0])
    if scope == POOL:
        return count_symbols(state, rules, unit, 0, state.player_count) >= number
    total = 0
    for seat in range(state.player_count if scope == SUM else 1):
        if unit == POINTS:
            total += impact_points(state, rules, seat)
            total += journal_points(state, rules, seat) + specialist_points(state, rules, seat)
        else:
            total += count(state, rules, row, seat)
    return total >= number


@jit
def is_team_goal_met(state, rules, goal, option):
    asked = rules.team_goal[goal, option]
    return is_met(state, rules, asked[0], asked[1], asked[2])


@jit
def mission_goals_met(state, rules):
    """O-9."""
    met = 0
    for goal in range(GOALS):
        option = option_of(state, rules, goal)
        if option >= 0:
            met += is_team_goal_met(state, rules, goal + 1, option)
    return met


@jit
def bonus_goals_met(state, rules):
    """Those that are turned."""
    met = 0
    for k in range(min(BONUS_GOALS_USED, state.cards_turned)):
        asked = rules.bonus_goal[state.bonus[CARDS_OF_KIND - 1 - k] - 1]
        met += is_met(state, rules, asked[0], asked[1], asked[2])
    return met


# --- what the house asks ---


@jit
def breakdown(state, rules, room, seat, out):
    for k in range(len(SCORE_SOURCES)):
        out[k] = 0
    if rules.cooperative:
        out[IMPACT_GOAL] = is_team_goal_met(state, rules, 0, 0)
        out[MISSION_GOALS] = mission_goals_met(state, rules)
        out[TEAM_BONUS_GOALS] = bonus_goals_met(state, rules)
        return
    out[ATTRIBUTE_POINTS] = attribute_points(state, rules, seat)
    out[IMPACT_POINTS] = impact_points(state, rules, seat)
    out[JOURNAL_POINTS] = journal_points(state, rules, seat)
    out[SPECIALIST_POINTS] = specialist_points(state, rules, seat)
    for goal in range(GOALS):
        out[GOAL_POINTS + goal] = goal_points(state, rules, goal, seat)
    out[LEFTOVERS] = leftovers(state, rules, seat)


@jit
def score(state, rules, room, seat):
    breakdown(state, rules, room, seat, room.parts)
    total = np.int64(0)
    for k in range(len(SCORE_SOURCES)):
        total += room.parts[k]
    return total


@jit
def result(state, rules, room, scores, ranks, won):
    """V-7, O-6."""
    for seat in range(MAX_PLAYERS):
        scores[seat] = 0
        ranks[seat] = 0
        won[seat] = 0
    n = np.int64(state.player_count)
    if rules.cooperative:
        goals = score(state, rules, room, 0)
        for seat in range(n):
            scores[seat] = goals
            ranks[seat] = 1
            won[seat] = goals >= rules.goals_to_meet
        return
    for seat in range(n):
        scores[seat] = score(state, rules, room, seat)
    for seat in range(n):
        ranks[seat] = 1
        for other in range(n):
            ranks[seat] += scores[other] > scores[seat]
        won[seat] = ranks[seat] == 1
