"""What a position is worth to a seat, in points at the end of the game."""

import numpy as np

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.compiled.opcodes import (
    ACTION_TYPES,
    DISC_GAIN,
    DISCOVER,
    DIVE,
    EITHER,
    GAINS,
    PROMOTE,
    PUBLISH,
    RESEARCH_GAIN,
    TRAVEL,
)
from undersea_env.endeavor_deep_sea.heuristic.prospects import (
    NOTHING,
    best_action,
    best_in_zone,
    best_promotion,
    best_travel,
    bundle_worth,
    disc_worth,
    think,
    tokens_worth,
)
from undersea_env.endeavor_deep_sea.kernel import scoring
from undersea_env.endeavor_deep_sea.kernel.course import COORDINATION, actions_in
from undersea_env.endeavor_deep_sea.kernel.ocean import has, level
from undersea_env.endeavor_deep_sea.kernel.state import (
    BUNDLE,
    DOING,
    DRAWN,
    KEPT,
    LAUNCH,
    OFFERED,
    PLACE_CHOSEN,
    SITE_CHOSEN,
    TURN,
)
from undersea_env.endeavor_deep_sea.printed.words import ATTRIBUTES

MORE_USED = 1                    # specialists used in a round besides those to whom discs come back: the new one


# --- specialists ---


@jit
def activation_now(rules, worth, t, row):
    """What the actions of an activation would bring now."""
    best, total = 0.0, 0.0
    for do in range(ACTION_TYPES):
        times = rules.activation[row, do]
        if times and t.now[do] > NOTHING:
            best = max(best, t.now[do])
            total += max(0.0, t.now[do]) * (1.0 + worth.another_action * (times - 1))
    return best if rules.activation[row, EITHER] else best + worth.another_action * (total - best)


@jit
def uses_to_come(state, rules, worth, seat, t):
    """Specialists in later rounds: those to whom discs come back are used, the best ones."""
    me = state.players[seat]
    n = np.int64(me.specialist_count)
    for slot in range(n):
        use = worth.activation[actions_in(rules, me, slot)]
        k = slot
        while k > 0 and t.use[k - 1] < use:
            t.use[k] = t.use[k - 1]
            k -= 1
        t.use[k] = use
    often = level(state, rules, seat, COORDINATION) + MORE_USED
    total = 0.0
    for k in range(n):
        total += t.use[k] * (worth.uses[t.clock] if k < often else worth.spare_uses[t.clock])
    return total


@jit
def uses_now(state, rules, worth, seat, t):
    """Specialists without a disc in this round, as far as there are discs for them."""
    me = state.players[seat]
    if not t.active or me.staging == 0:
        return 0.0
    total = 0.0
    n = 0
    for slot in range(me.specialist_count):
        row = actions_in(rules, me, slot)
        if row and not has(me.discs_on, slot):
            gained = activation_now(rules, worth, t, row) - worth.disc[t.clock] + worth.returning[t.clock]
            if gained > 0.0:
                total += gained
                n += 1
    return worth.now * total * min(1.0, me.staging / (1.5 * n)) if n else 0.0


@jit
def journals_to_use(state, rules, worth, seat, t):
    journals = state.players[seat].journals & ~state.players[seat].used_journals
    total = 0.0
    while journals:
        total += worth.activation[rules.journal_activation[lowest(journals)]]
        journals &= journals - 1
    return total * worth.journal_uses[t.clock]


# --- what is going on ---


@jit
def open_activation(state, rules, worth, t):
    """The actions that are left in this turn."""
    best, total = 0.0, 0.0
    for do in range(ACTION_TYPES):
        if state.left[do] and t.now[do] > NOTHING:
            best = max(best, t.now[do])
            total += max(0.0, t.now[do]) * (1.0 + worth.another_action * (state.left[do] - 1))
    if not rules.activation[state.activation, EITHER]:
        best += worth.another_action * (total - best)
    return worth.open_action * best


@jit
def waiting_bundle(state, frame, t):
    total = 0.0
    for k in range(GAINS):
        total += frame.gain[k] * t.gain[k]
    return total + t.do[frame.do - 1] if frame.do else total


@jit
def waiting_discovery(rules, frame, t):
    if frame.stage == KEPT:
        return t.do[DISCOVER] + bundle_worth(rules, t, rules.discovery[frame.a - 1])
    return t.do[DISCOVER]


@jit
def waiting_action(state, rules, worth, seat, t, frame):
    """The best that can come of an action that was begun or is offered."""
    do = np.int64(frame.do)
    if do == DISCOVER:
        return waiting_discovery(rules, frame, t)
    if do == PROMOTE:
        return best_promotion(state, rules, worth, seat, t)
    if do == TRAVEL:
        origin = frame.cell + 1 if frame.stage == PLACE_CHOSEN else np.int64(frame.origin)
        return best_travel(state, rules, seat, t, frame.more, frame.last, origin)
    if do == DIVE and frame.stage == DRAWN:
        return worth.token_unseen[t.clock]
    if do == PUBLISH and frame.stage == SITE_CHOSEN:
        board = state.board[frame.cell] - 1
        spot = np.int64(rules.journal_spot[board, frame.site])
        there = disc_worth(state, rules, worth, seat, t, np.int64(frame.cell), board, spot)
        return there + t.field[rules.spot_field[board, spot]]
    if frame.stage == PLACE_CHOSEN:
        return best_in_zone(state, rules, worth, seat, t, do, np.int64(frame.cell), frame.more, frame.freely)
    return best_action(state, rules, worth, seat, t, do, np.int64(frame.origin), frame.more, frame.freely)


@jit
def waiting(state, rules, worth, seat, t):
    """What the frames of this seat promise, and the turn below them."""
    total = 0.0
    for k in range(state.frame_count):
        frame = state.frame[k]
        if frame.owner != seat:
            continue
        if frame.about == BUNDLE:
            total += waiting_bundle(state, frame, t)
        elif frame.about == LAUNCH:
            total += worth.vessel[t.clock]
        elif frame.about == DOING:
            brings = waiting_action(state, rules, worth, seat, t, frame)
            if brings > NOTHING / 2:
                total += max(0.0, brings) if frame.stage == OFFERED else brings
    if state.step == TURN and state.mover == seat and state.activation:
        total += open_activation(state, rules, worth, t)
    return total


# --- the value ---


@jit
def strength(state, rules, worth, seat, t):
    """Everything but goals and points that are there for good."""
    me = state.players[seat]
    clock = t.clock
    total = me.staging * t.gain[DISC_GAIN] + me.research * t.gain[RESEARCH_GAIN] + tokens_worth(state, worth, seat, t)
    for attribute in range(len(ATTRIBUTES)):
        total += worth.track[clock, attribute, me.marker[attribute]]
    total += min(ones(me.discs_on), level(state, rules, seat, COORDINATION)) * worth.returning[clock]
    total += me.vessel_count * worth.vessel[clock]
    last = -1
    for k in range(me.vessel_count):                       # ascending: two in a zone reach no more than one
        cell = np.int64(me.vessel[k]) - 1
        if cell != last:
            total += t.zone[cell]
        last = cell
    total += uses_to_come(state, rules, worth, seat, t) + uses_now(state, rules, worth, seat, t)
    total += journals_to_use(state, rules, worth, seat, t) + waiting(state, rules, worth, seat, t)
    return total


@jit
def points_there(state, rules, seat):
    points = scoring.impact_points(state, rules, seat) + scoring.journal_points(state, rules, seat)
    return points + scoring.specialist_points(state, rules, seat)


@jit
def value_of(state, rules, worth, seat, t):
    """For one seat; in co-operative play its strength and the goals of all."""
    think(state, rules, worth, seat, t)
    value = t.goals + strength(state, rules, worth, seat, t)
    if not rules.cooperative:
        value += points_there(state, rules, seat) + worth.to_come[t.clock]
    return value


@jit
def value_of_passing(state, rules, worth, seat, t):
    """At the beginning of a turn: as if the round went on, so that it compares with other answers, without its uses."""
    return value_of(state, rules, worth, seat, t) - uses_now(state, rules, worth, seat, t)
