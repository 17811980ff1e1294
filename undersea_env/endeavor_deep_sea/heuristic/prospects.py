"""What could be done now, and what it would bring: gains, spots in reach, journals, goals.

All is an estimate in points for one seat, from what everybody sees. A `thought` is what a seat thinks of one position.
"""

import numpy as np

from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.compiled.limits import BONUS_GOALS_USED, CARDS_OF_KIND, CELLS, SLOTS
from undersea_env.endeavor_deep_sea.compiled.opcodes import (
    ACTION_TYPES,
    ANY_GAIN,
    CONSERVE,
    DISC_GAIN,
    DISCOVER,
    DIVE,
    GAINS,
    IMPACT_GAIN,
    LOWEST_GAIN,
    OFFER,
    PROMOTE,
    PROMOTE_GAIN,
    PUBLISH,
    REPUTATION_GAIN,
    RESEARCH_GAIN,
    SONAR,
    TRAVEL,
)
from undersea_env.endeavor_deep_sea.kernel import scoring
from undersea_env.endeavor_deep_sea.kernel.doing import TAKE_TOKEN
from undersea_env.endeavor_deep_sea.kernel.ocean import (
    CONSERVATION_SPOTS,
    DIVE_EVENT,
    JOURNAL_SPOTS,
    SONAR_SPOTS,
    cells_to_act_in,
    destinations,
    has,
    juniors,
    next_spot,
    own_marked_discs,
    research_for_paying,
    sites_to_act_on,
    taken_spots,
)
from undersea_env.endeavor_deep_sea.kernel.state import PREPARATION, RETURNING
from undersea_env.endeavor_deep_sea.printed.words import (
    ATTRIBUTES,
    GOALS,
    MAX_LEADERS,
    MAX_SPOTS_OF_KIND,
    ROW_PLACES,
    SONAR_TRACKS,
    TEAM_GOALS,
    TOKEN_KINDS,
)

NOTHING = -1e9                   # an action that cannot be done

SECOND_SYMBOL = 0.3              # of a goal's points that a symbol brings while it is not of the kind that counts

THOUGHT = np.dtype(
    [
        ("clock", "i8"),
        ("active", "i8"),                                  # whether the seat may still act in this round
        ("research", "i8"),                                # with the tokens that could be spent now
        ("point", "f8"),                                   # of impact, journals and specialists
        ("goals", "f8"),                                   # what they bring, all together
        ("rows", "i8"),
        ("row", "i8", (TEAM_GOALS,)),                      # counts that goals speak of
        ("unit", "f8", (TEAM_GOALS,)),                     # what one more would bring
        ("gain", "f8", (GAINS,)),
        ("do", "f8", (ACTION_TYPES,)),                     # an action that is offered, as a rule
        ("now", "f8", (ACTION_TYPES,)),                    # the best that could be done now
        ("place", "f8", (ROW_PLACES,)),                    # of the row: publishing that journal
        ("field", "f8", (scoring.FIELDS,)),                    # the best of them that can be paid
        ("field_later", "f8", (scoring.FIELDS,)),              # of all
        ("zone", "f8", (CELLS,)),                          # having a vessel there
        ("use", "f8", (SLOTS,)),
    ],
    align=True,
)


# --- the clock ---


@jit
def read_clock(state, rules, seat, t):
    """Preparations still to come, and whether the seat may still act in this round."""
    to_come = rules.last_round - state.round_no
    active = not has(state.passed, seat)
    if state.phase == PREPARATION and (seat - state.wave + state.player_count) % state.player_count >= state.prepared:
        if not (state.step == RETURNING and state.mover == seat):
            to_come += 1
            active = False
    t.active = np.int64(active)
    t.clock = 2 * to_come + t.active


# --- goals ---


@jit
def add_row(t, row, unit):
    t.row[t.rows] = row
    t.unit[t.rows] = unit
    t.rows += 1


@jit
def lead_worth(state, rules, worth, seat, t, goal, option, k):
    """A leader bonus: how likely it is with this lead, and how much likelier with one more."""
    row = rules.leader_count[goal, option, k]
    mine = scoring.count(state, rules, row, seat)
    best = 0
    for other in range(state.player_count):
        if other != seat:
            best = max(best, scoring.count(state, rules, row, other))
    width = worth.lead[t.clock]
    chance = 1.0 / (1.0 + np.exp(-(mine - best) / width))
    more = 1.0 / (1.0 + np.exp(-(mine + 1 - best) / width))
    second = rules.leader_points[goal, option, k, 1] / (state.player_count - 1.0)
    first = rules.leader_points[goal, option, k, 0] - second
    return second * (mine > 0) + first * chance, first * (more - chance)


@jit
def think_of_goals(state, rules, worth, seat, t):
    """V-4, with leads that may still be lost or gained."""
    t.point = 1.0
    for goal in range(GOALS):
        if rules.goal_race[goal]:
            t.goals += scoring.race_bonus(state, rules, goal, seat)
            continue
        option = scoring.option_of(state, rules, goal)
        if option < 0:
            continue
        unit = float(rules.goal_points[goal, option])
        row = rules.goal_count[goal, option]
        t.goals += unit * scoring.count(state, rules, row, seat)
        for k in range(MAX_LEADERS):
            if rules.leader_count[goal, option, k]:
                bonus, more = lead_worth(state, rules, worth, seat, t, goal, option, k)
                t.goals += bonus
                if rules.leader_count[goal, option, k] == row:
                    unit += more
        add_row(t, row, unit)


@jit
def team_count(state, rules, row, scope):
    """O-5."""
    unit = np.int64(rules.count[row, 0])
    if scope == scoring.POOL:
        return scoring.count_symbols(state, rules, unit, 0, state.player_count)
    total = 0
    for seat in range(state.player_count if scope == scoring.SUM else 1):
        if unit == scoring.POINTS:
            total += scoring.impact_points(state, rules, seat) + scoring.journal_points(state, rules, seat)
            total += scoring.specialist_points(state, rules, seat)
        else:
            total += scoring.count(state, rules, row, seat)
    return total


@jit
def think_of_team_goal(state, rules, worth, t, asked):
    """The nearer, the more one step is worth, and the more so the later it is."""
    row, number = np.int64(asked[0]), np.int64(asked[2])
    total = max(0, team_count(state, rules, row, asked[1]))
    power = 1.0 + worth.focus * (1.0 - min(1.0, (t.clock // 2) / worth.rounds))
    reached = min(1.0, total / number) ** power
    t.goals += worth.goal * reached
    unit = worth.goal * (min(1.0, (total + 1) / number) ** power - reached)
    if rules.count[row, 0] == scoring.POINTS:
        t.point = unit
    else:
        add_row(t, row, unit)


@jit
def think_of_team(state, rules, worth, t):
    t.point = 0.0
    think_of_team_goal(state, rules, worth, t, rules.team_goal[0, 0])
    for goal in range(GOALS):
        option = scoring.option_of(state, rules, goal)
        if option >= 0:
            think_of_team_goal(state, rules, worth, t, rules.team_goal[goal + 1, option])
    for k in range(min(BONUS_GOALS_USED, state.cards_turned)):
        think_of_team_goal(state, rules, worth, t, rules.bonus_goal[state.bonus[CARDS_OF_KIND - 1 - k] - 1])


@jit
def goals_of_disc(state, rules, t, seat, cell, board, spot):
    """What goals would bring for a disc on this spot."""
    worth = 0.0
    for k in range(t.rows):
        unit = np.int64(rules.count[t.row[k], 0])
        if unit > scoring.BEST_ZONE or unit == scoring.ZONE or unit == scoring.ZONE_DISCOVERED or t.unit[k] == 0.0:
            continue
        if not has(scoring.spots_counted(state, rules, board, unit), spot):
            continue
        if not scoring.is_in_area(state, rules, t.row[k], cell):
            continue
        once = unit == scoring.ZONE_WITH_DISC or unit == scoring.ZONE_WITH_CONSERVATION
        if (once or unit == scoring.ZONE_WITH_EITHER) and scoring.count_in_zone(state, rules, unit, seat, cell):
            continue
        worth += t.unit[k]
    return worth


@jit
def goals_of_unit(rules, t, unit):
    """What goals would bring for one more of something that lies nowhere, or wherever one likes."""
    worth = 0.0
    for k in range(t.rows):
        if rules.count[t.row[k], 0] == unit:
            worth += t.unit[k]
    return worth


# --- gains ---


@jit
def think_of_gains(state, rules, worth, seat, t):
    me = state.players[seat]
    clock = t.clock
    best, total = 0.0, 0.0
    lowest_step, lowest_cell = 0.0, 127
    for attribute in range(len(ATTRIBUTES)):
        cell = np.int64(me.marker[attribute])
        after = np.int64(rules.next_cell[cell])
        worth_of_step = worth.track[clock, attribute, after] - worth.track[clock, attribute, cell]
        if after < cell:
            worth_of_step += worth.impact[clock]
        t.gain[REPUTATION_GAIN + attribute] = worth_of_step
        best = max(best, worth_of_step)
        total += worth_of_step
        if cell < lowest_cell:
            lowest_cell, lowest_step = cell, worth_of_step
    t.gain[RESEARCH_GAIN] = worth.research[clock]
    t.gain[DISC_GAIN] = worth.disc[clock]
    t.gain[ANY_GAIN] = best
    t.gain[LOWEST_GAIN] = lowest_step
    t.gain[IMPACT_GAIN] = worth.impact[clock] * t.point + goals_of_unit(rules, t, scoring.CLEAN_UP_STEP)
    for do in range(ACTION_TYPES):
        t.do[do] = worth.do[clock, do]
    t.do[DISCOVER] += goals_of_unit(rules, t, scoring.ZONE_DISCOVERED) + goals_of_unit(rules, t, scoring.ZONE)
    t.gain[PROMOTE_GAIN] = max(0.0, best_promotion(state, rules, worth, seat, t))


@jit
def bundle_worth(rules, t, row):
    if row == 0:
        return 0.0
    total = 0.0
    for k in range(GAINS):
        total += rules.bundle[row, k] * t.gain[k]
    offered = rules.bundle[row, OFFER]
    return total + t.do[offered - 1] if offered else total


@jit
def promotion_worth(state, rules, worth, seat, t, slot):
    """A-70: the bonus, what the other side does, and its points."""
    me = state.players[seat]
    kind = me.kind[slot] - 1
    uses = worth.uses[t.clock]
    gained = 0.0
    row = rules.promotion[kind]
    for k in range(GAINS - 1):                             # not another promotion: that is what is being asked
        gained += rules.bundle[row, k] * t.gain[k]
    gained += uses * (worth.activation[rules.actions_of[kind, 1]] - worth.activation[rules.actions_of[kind, 0]])
    if rules.score[kind, 0]:
        counted = rules.score[kind, 2]
        times = scoring.count(state, rules, counted, seat) / rules.score[kind, 1] if counted else 1.0
        gained += t.point * rules.score[kind, 0] * times
    return gained - goals_of_unit(rules, t, scoring.JUNIOR)


@jit
def best_promotion(state, rules, worth, seat, t):
    slots = juniors(state.players[seat])
    best = NOTHING
    while slots:
        best = max(best, promotion_worth(state, rules, worth, seat, t, lowest(slots)))
        slots &= slots - 1
    return best


# --- journals ---


@jit
def symbols_worth(rules, t, fields):
    """V-9."""
    worth = 0.0
    for k in range(t.rows):
        unit = rules.count[t.row[k], 0]
        if unit == scoring.MOST_HELD or unit == scoring.SETS:
            worth += SECOND_SYMBOL * t.unit[k]
        elif scoring.FIRST_SYMBOL <= unit < scoring.SETS and has(fields, unit - scoring.FIRST_SYMBOL):
            worth += t.unit[k]
    return worth


@jit
def think_of_journals(state, rules, worth, t):
    t.field[:] = NOTHING
    t.field_later[:] = NOTHING
    for place in range(ROW_PLACES):
        journal = state.row[place] - 1
        t.place[place] = NOTHING
        if journal < 0:
            continue
        brings = t.point * rules.journal_points[journal] + bundle_worth(rules, t, rules.journal_you[journal])
        brings += worth.journal_uses[t.clock] * worth.activation[rules.journal_activation[journal]]
        brings += symbols_worth(rules, t, rules.journal_fields[journal])
        brings -= rules.journal_cost[journal] * t.gain[RESEARCH_GAIN]
        t.place[place] = brings
        for field in range(scoring.FIELDS):
            if has(rules.journal_fields[journal], field):
                t.field_later[field] = max(t.field_later[field], brings)
                if rules.journal_cost[journal] <= t.research:
                    t.field[field] = max(t.field[field], brings)


# --- spots ---


@jit
def links_worth(state, rules, worth, t, cell, board, spot):
    """N-2: what a disc on this spot completes, and a little of what others may complete."""
    total = 0.0
    if rules.link_count[board]:
        taken = taken_spots(state, cell)
        for k in range(rules.link_count[board]):
            a, b = np.int64(rules.link[board, k, 0]), np.int64(rules.link[board, k, 1])
            if a == spot or b == spot:
                is_completed = has(taken, b if a == spot else a)
                share = 1.0 if is_completed else worth.link_hope[t.clock]
                total += share * bundle_worth(rules, t, rules.link[board, k, 2])
    return total


@jit
def disc_worth(state, rules, worth, seat, t, cell, board, spot):
    """A disc on a spot, without what it costs beside the disc."""
    gained = bundle_worth(rules, t, rules.spot_effect[board, spot]) - t.gain[DISC_GAIN]
    gained += links_worth(state, rules, worth, t, cell, board, spot)
    return gained + goals_of_disc(state, rules, t, seat, cell, board, spot)


@jit
def dive_worth(state, rules, worth, seat, t, cell, board, site):
    """A token that nobody knows, and what the zone gives for it."""
    gained = worth.token_unseen[t.clock]
    for k in range(rules.rule_count[board]):
        rule = rules.rule[board, k]
        if (rule[0] == TAKE_TOKEN or rule[0] == DIVE_EVENT) and (rule[1] < 0 or rule[1] == site) and rule[4] == 0:
            marked = own_marked_discs(state, rules, cell, seat)
            if rule[2] == 0 or marked:
                gained += (marked if rule[3] else 1) * bundle_worth(rules, t, rule[5])
    if state.site_count[rules.dive_site[board] + site] == 1:
        gained += goals_of_unit(rules, t, scoring.EMPTY_SITE)
    return gained


@jit
def site_worth(state, rules, worth, seat, t, do, cell, site, more):
    """An action on a site or track that can be used."""
    board = state.board[cell] - 1
    if do == DIVE:
        return dive_worth(state, rules, worth, seat, t, cell, board, site)
    if do == SONAR:
        return disc_worth(state, rules, worth, seat, t, cell, board, next_spot(state, rules, cell, board, site))
    if do == CONSERVE:
        spot = np.int64(rules.conservation_spot[board, site])
        cost = max(0, rules.spot_cost[board, spot] - more)
        return disc_worth(state, rules, worth, seat, t, cell, board, spot) - cost * t.gain[RESEARCH_GAIN]
    spot = np.int64(rules.journal_spot[board, site])
    return disc_worth(state, rules, worth, seat, t, cell, board, spot) + t.field[rules.spot_field[board, spot]]


@jit
def best_in_zone(state, rules, worth, seat, t, do, cell, more, freely):
    fields = 0
    for field in range(scoring.FIELDS):
        fields |= np.int64(t.field[field] > NOTHING) << field
    sites = sites_to_act_on(state, rules, seat, cell, do, more, freely, t.research, fields)
    best = NOTHING
    while sites:
        best = max(best, site_worth(state, rules, worth, seat, t, do, cell, lowest(sites), more))
        sites &= sites - 1
    return best


@jit
def best_action(state, rules, worth, seat, t, do, origin, more, freely):
    """The best sonar, dive, conserve or publish; NOTHING: none is possible."""
    if do != DIVE and state.players[seat].staging == 0:
        return NOTHING
    cells = cells_to_act_in(state, seat, origin, freely)
    best = NOTHING
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        best = max(best, best_in_zone(state, rules, worth, seat, t, do, cell, more, freely))
    return best


@jit
def best_travel(state, rules, seat, t, more, not_to_depth, origin):
    """The best change of place."""
    me = state.players[seat]
    best = NOTHING
    for k in range(me.vessel_count):
        cell = np.int64(me.vessel[k]) - 1
        if origin and origin != cell + 1:
            continue
        cells = destinations(state, rules, seat, cell, more, not_to_depth)
        while cells:
            target = lowest(cells)
            cells &= cells - 1
            gained = bundle_worth(rules, t, rules.arrival[state.board[target] - 1])
            best = max(best, gained + t.zone[target] - t.zone[cell])
    return best


# --- zones ---


@jit
def think_of_zone(state, rules, worth, seat, t, cell):
    """What having a vessel in a zone promises: the best of each kind of spot; less if it cannot be paid yet."""
    board = state.board[cell] - 1
    taken = taken_spots(state, cell)
    total = 0.0
    for site in range(rules.dive_site_count[board]):
        if state.site_count[rules.dive_site[board] + site]:
            total += dive_worth(state, rules, worth, seat, t, cell, board, site)
            break
    best = 0.0
    if rules.spots_of[board, SONAR_SPOTS] & ~taken:
        for track in range(SONAR_TRACKS):
            spot = next_spot(state, rules, cell, board, track)
            if spot >= 0:
                best = max(best, disc_worth(state, rules, worth, seat, t, cell, board, spot))
    total += best
    best = 0.0
    if rules.spots_of[board, CONSERVATION_SPOTS] & ~taken:
        for position in range(MAX_SPOTS_OF_KIND):
            spot = np.int64(rules.conservation_spot[board, position])
            if spot >= 0 and not has(taken, spot):
                cost = np.int64(rules.spot_cost[board, spot])
                gained = disc_worth(state, rules, worth, seat, t, cell, board, spot) - cost * t.gain[RESEARCH_GAIN]
                best = max(best, gained if cost <= t.research else worth.later * gained)
    total += best
    best = 0.0
    if rules.spots_of[board, JOURNAL_SPOTS] & ~taken:
        for position in range(MAX_SPOTS_OF_KIND):
            spot = np.int64(rules.journal_spot[board, position])
            if spot >= 0 and not has(taken, spot):
                field = rules.spot_field[board, spot]
                there = disc_worth(state, rules, worth, seat, t, cell, board, spot)
                best = max(best, there + t.field[field], worth.later * (there + t.field_later[field]))
    t.zone[cell] = worth.reach[t.clock] * (total + best)


# --- all together ---


@jit
def think(state, rules, worth, seat, t):
    """Everything that the value of a position, or of an answer, is made of."""
    read_clock(state, rules, seat, t)
    t.goals = 0.0
    t.rows = 0
    if rules.cooperative:
        think_of_team(state, rules, worth, t)
    else:
        think_of_goals(state, rules, worth, seat, t)
    t.research = research_for_paying(state, rules, seat, -1)
    think_of_gains(state, rules, worth, seat, t)
    think_of_journals(state, rules, worth, t)
    zones = np.int64(state.open_zones)
    while zones:
        think_of_zone(state, rules, worth, seat, t, lowest(zones))
        zones &= zones - 1
    for do in range(ACTION_TYPES):
        t.now[do] = NOTHING
    if t.active:
        t.now[TRAVEL] = best_travel(state, rules, seat, t, 0, 0, 0)
        for do in (SONAR, DIVE, CONSERVE, PUBLISH):
            t.now[do] = best_action(state, rules, worth, seat, t, do, 0, 0, 0)
        t.now[PROMOTE] = best_promotion(state, rules, worth, seat, t)
        t.now[DISCOVER] = t.do[DISCOVER]


@jit
def tokens_worth(state, worth, seat, t):
    total = 0.0
    for kind in range(TOKEN_KINDS):
        total += state.players[seat].token[kind] * worth.token[t.clock, kind]
    return total
