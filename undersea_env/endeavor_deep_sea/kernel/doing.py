"""Actions (section 6) from the first question to what they set off."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.compiled.opcodes import CONSERVE, DISCOVER, DIVE, PROMOTE, PUBLISH, SONAR, TRAVEL
from undersea_env.endeavor_deep_sea.kernel import actions
from undersea_env.endeavor_deep_sea.kernel.asking import ask, offer, offer_each
from undersea_env.endeavor_deep_sea.kernel.discovering import (
    RACE_DEPTH,
    ROWS_BY_DEPTH,
    decide_discovery,
    enter_race,
    resume_discovery,
)
from undersea_env.endeavor_deep_sea.kernel.frames import pop, push, push_bundle
from undersea_env.endeavor_deep_sea.kernel.gains import gain_research, promote
from undersea_env.endeavor_deep_sea.kernel.impact import CLEAN_UP_TRACK, has_rule
from undersea_env.endeavor_deep_sea.kernel.ocean import (
    CONSERVATION_SPOTS,
    DIVE_EVENT,
    TRAVEL_OUT,
    can_do,
    departures,
    depth_of,
    destinations,
    fields_to_publish,
    has,
    juniors,
    kinds_held,
    may_spend_tokens,
    next_spot,
    put_vessel,
    sites_to_act_on,
    take_vessel,
    taken_spots,
    zones_to_act_in,
)
from undersea_env.endeavor_deep_sea.kernel.seats import seat_after
from undersea_env.endeavor_deep_sea.kernel.state import (
    BEGUN,
    CLEANING,
    DRAWN,
    OFFERED,
    PLACE_CHOSEN,
    SITE_CHOSEN,
    TAKING_JOURNAL,
)
from undersea_env.endeavor_deep_sea.kernel.zone_rules import push_links, push_reactions, push_second_conserve
from undersea_env.endeavor_deep_sea.printed.words import ROW_PLACES, Event, Race, Special

TAKE_TOKEN, CONSERVE_EVENT = int(Event.TAKE_TOKEN), int(Event.CONSERVE)
SITES_FULL, SITE_EMPTIED = int(Event.SITES_FULL), int(Event.SITE_EMPTIED)
DRAW_TWO = int(Special.DRAW_TWO_KEEP_ONE)
TRAVEL_RACE = int(Race.TRAVEL)


# --- asking ---


@jit
def resume_action(state, rules, frame):
    """Ask the next question of the topmost action (True), or go on without one (False)."""
    seat = np.int64(frame.owner)
    if frame.stage == OFFERED:
        if not can_do(state, rules, seat, frame.do, frame.last, frame.more, frame.freely, frame.origin, -1):
            pop(state)
            return False
        ask(state, seat, 4)
        offer(state, actions.ACTION + frame.do)
        offer(state, actions.DECLINE)
        return True
    if frame.do == DISCOVER:
        return resume_discovery(state, rules, frame)
    if frame.do == PROMOTE:
        ask(state, seat, 16)
        offer_each(state, actions.PROMOTE, juniors(state.players[seat]))
        return True
    if frame.do == TRAVEL:
        ask_travel(state, rules, frame)
        return True
    if frame.do == DIVE and frame.stage == DRAWN:
        ask(state, seat, 15)
        offer_each(state, actions.KEEP, 3)
        return True
    if frame.stage == BEGUN and frame.origin:            # here: no question
        frame.cell = frame.origin - 1
        frame.stage = PLACE_CHOSEN
    ask_where(state, rules, frame)
    return True


@jit
def ask_travel(state, rules, frame):
    """Q-6, Q-7."""
    seat = np.int64(frame.owner)
    if frame.stage == BEGUN:
        ask(state, seat, 6)
        cells = departures(state, rules, seat, frame.more, frame.last, frame.origin)
        offer_each(state, actions.LEAVE, cells)
    else:
        ask(state, seat, 7)
        cells = destinations(state, rules, seat, frame.cell, frame.more, frame.last)
        offer_each(state, actions.TRAVEL_TO, cells)


@jit
def ask_where(state, rules, frame):
    """Q-8, Q-9, Q-10."""
    seat, do = np.int64(frame.owner), np.int64(frame.do)
    research = np.int64(state.players[seat].research)
    if frame.stage == BEGUN:
        ask(state, seat, 8)
        zones = zones_to_act_in(state, rules, seat, do, frame.more, frame.freely, frame.origin, research)
        offer_each(state, actions.ACT_IN, zones)
    elif frame.stage == PLACE_CHOSEN:
        ask(state, seat, 9)
        fields = fields_to_publish(state, rules, research) if do == PUBLISH else 0
        sites = sites_to_act_on(state, rules, seat, frame.cell, do, frame.more, frame.freely, research, fields)
        offer_each(state, actions.SITE, sites)
    else:
        ask(state, seat, 10)
        board = state.board[frame.cell] - 1
        field = rules.spot_field[board, rules.journal_spot[board, frame.site]]
        places = 0
        for place in range(ROW_PLACES):
            journal = state.row[place] - 1
            if journal >= 0 and has(rules.journal_fields[journal], field) and rules.journal_cost[journal] <= research:
                places |= 1 << place
        offer_each(state, actions.ROW, places)
    if (do == CONSERVE or do == PUBLISH) and may_spend_tokens(state, seat):
        offer_each(state, actions.TOKEN_RESEARCH, kinds_held(state.players[seat]))


# --- deciding ---


@jit
def spend_token(state, seat, kind):
    """It is discarded first (A-46)."""
    me = state.players[seat]
    me.token[kind] -= 1
    me.token_count -= 1
    state.discard[kind] += 1


@jit
def decide_action(state, rules, frame, action):
    seat = np.int64(frame.owner)
    if frame.stage == OFFERED:
        if action == actions.DECLINE:
            pop(state)
        else:
            frame.stage = BEGUN
            frame.must = 1
    elif frame.do == DISCOVER:
        decide_discovery(state, rules, frame, action)
    elif frame.do == PROMOTE:
        pop(state)
        promote(state, rules, seat, action - actions.PROMOTE)
    elif frame.do == TRAVEL:
        if frame.stage == BEGUN:
            frame.cell = action - actions.LEAVE
            frame.stage = PLACE_CHOSEN
        else:
            travel(state, rules, frame, action - actions.TRAVEL_TO)
    elif actions.TOKEN_RESEARCH <= action < actions.TOKEN_EFFECT:
        kind = action - actions.TOKEN_RESEARCH
        spend_token(state, seat, kind)
        gain_research(state.players[seat], rules.token_research[kind])
    elif frame.stage == BEGUN:
        frame.cell = action - actions.ACT_IN
        frame.stage = PLACE_CHOSEN
    elif frame.stage == PLACE_CHOSEN:
        act_on(state, rules, frame, action - actions.SITE)
    elif frame.do == DIVE:
        keep_token(state, rules, frame, action - actions.KEEP)
    else:
        publish(state, rules, frame, action - actions.ROW)


@jit
def act_on(state, rules, frame, site):
    frame.site = site
    if frame.do == SONAR:
        sonar(state, rules, frame)
    elif frame.do == DIVE:
        dive(state, rules, frame)
    elif frame.do == CONSERVE:
        conserve(state, rules, frame)
    else:
        frame.stage = SITE_CHOSEN


@jit
def travel(state, rules, frame, target):
    """A-14."""
    seat, left = np.int64(frame.owner), np.int64(frame.cell)
    me = state.players[seat]
    pop(state)
    take_vessel(me, left)
    put_vessel(me, target)
    if has_rule(rules, ROWS_BY_DEPTH) and depth_of(target) == RACE_DEPTH:
        enter_race(state, TRAVEL_RACE, seat)
    push_bundle(state, rules, seat, rules.arrival[state.board[target] - 1], target + 1, 1)
    push_reactions(state, rules, seat, left, TRAVEL_OUT, -1, 0)


@jit
def put_disc(state, seat, cell, spot):
    state.players[seat].staging -= 1
    state.discs[cell, seat] |= 1 << spot


@jit
def sonar(state, rules, frame):
    """A-20."""
    seat, cell = np.int64(frame.owner), np.int64(frame.cell)
    board = state.board[cell] - 1
    spot = next_spot(state, rules, cell, board, frame.site)
    pop(state)
    put_disc(state, seat, cell, spot)
    push_bundle(state, rules, seat, rules.spot_effect[board, spot], cell + 1, 1)
    push_links(state, rules, cell, spot)


@jit
def take_token(state, rules, frame):
    """The top token of the site, kind + 1."""
    site = rules.dive_site[state.board[frame.cell] - 1] + frame.site
    state.site_count[site] -= 1
    at = state.site_count[site]
    token = np.int64(state.site_token[site, at])
    state.site_token[site, at] = 0
    state.site_shuffle[site, at] = 0
    return token


@jit
def draws_two(state, rules, frame):
    """A-42."""
    board = state.board[frame.cell] - 1
    if state.site_count[rules.dive_site[board] + frame.site] < 2:
        return False
    for k in range(rules.rule_count[board]):
        rule = rules.rule[board, k]
        if rule[0] == DIVE_EVENT and rule[4] == DRAW_TWO and (rule[1] < 0 or rule[1] == frame.site):
            return True
    return False


@jit
def dive(state, rules, frame):
    """A-40 to A-43."""
    two = draws_two(state, rules, frame)
    frame.a = take_token(state, rules, frame)
    if two:
        frame.b = take_token(state, rules, frame)
        if frame.a != frame.b:
            frame.stage = DRAWN
            return
    keep_token(state, rules, frame, 0)


@jit
def keep_token(state, rules, frame, which):
    seat, cell, site = np.int64(frame.owner), np.int64(frame.cell), np.int64(frame.site)
    me = state.players[seat]
    if frame.b:
        state.discard[(frame.b if which == 0 else frame.a) - 1] += 1
    kept = np.int64(frame.b if which == 1 else frame.a)
    place = rules.dive_site[state.board[cell] - 1] + site
    taken = np.int64(1)
    me.token[kept - 1] += 1
    while taken <= frame.more and state.site_count[place] > 0:
        me.token[take_token(state, rules, frame) - 1] += 1
        taken += 1
    me.token_count += taken
    pop(state)
    if state.site_count[place] == 0:
        push_reactions(state, rules, seat, cell, SITE_EMPTIED, site, 0)
    push_reactions(state, rules, seat, cell, DIVE_EVENT, site, 0)
    for _ in range(taken):
        push_reactions(state, rules, seat, cell, TAKE_TOKEN, site, 0)


@jit
def conserve(state, rules, frame):
    """A-50."""
    seat, cell = np.int64(frame.owner), np.int64(frame.cell)
    freely, again, more = np.int64(frame.freely), np.int64(frame.again), np.int64(frame.more)
    board = state.board[cell] - 1
    spot = np.int64(rules.conservation_spot[board, frame.site])
    pop(state)
    state.players[seat].research -= max(0, rules.spot_cost[board, spot] - more)
    put_disc(state, seat, cell, spot)
    if has_rule(rules, CLEAN_UP_TRACK) and depth_of(cell) == 1:
        push(state, CLEANING, seat, 0)
    sites = rules.spots_of[board, CONSERVATION_SPOTS]
    if sites & ~taken_spots(state, cell) == 0:
        push_reactions(state, rules, seat, cell, SITES_FULL, -1, 0)
    if not again:
        push_second_conserve(state, rules, seat, cell, CONSERVE_EVENT, freely)
    push_reactions(state, rules, seat, cell, CONSERVE_EVENT, -1, 1 + CONSERVE)
    push_links(state, rules, cell, spot)
    before = np.int64(state.frame_count)
    push_bundle(state, rules, seat, rules.spot_effect[board, spot], cell + 1, 1)
    if state.frame_count > before:
        state.frame[before].rewards_site = 1


@jit
def publish(state, rules, frame, place):
    """A-60."""
    seat, cell = np.int64(frame.owner), np.int64(frame.cell)
    board = state.board[cell] - 1
    spot = np.int64(rules.journal_spot[board, frame.site])
    journal = state.row[place] - 1
    pop(state)
    state.players[seat].research -= rules.journal_cost[journal]
    put_disc(state, seat, cell, spot)
    for k in range(state.player_count - 1, 0, -1):
        push_bundle(state, rules, seat_after(state, seat, k), rules.journal_others[journal], 0, 1)
    push_bundle(state, rules, seat, rules.journal_you[journal], 0, 1)
    push(state, TAKING_JOURNAL, seat, 0).a = place
    push_links(state, rules, cell, spot)
    push_bundle(state, rules, seat, rules.spot_effect[board, spot], cell + 1, 1)


@jit
def take_journal(state, rules, frame):
    """A-60 (4), A-63."""
    seat, place = np.int64(frame.owner), np.int64(frame.a)
    pop(state)
    journal = state.row[place] - 1
    state.players[seat].journals |= np.int64(1) << journal
    state.players[seat].points += rules.journal_points[journal]
    state.row[place] = 0
    if state.deck_count:
        state.deck_count -= 1
        state.row[place] = state.deck[state.deck_count]
        state.deck[state.deck_count] = 0


@jit
def clean_up(state, rules, frame):
    """M-9."""
    me = state.players[frame.owner]
    pop(state)
    me.clean_up = min(me.clean_up + 1, rules.track_steps)
