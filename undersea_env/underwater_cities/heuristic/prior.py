"""What `greedy` thinks of every legal answer at once: the prior of the search."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import N_SITES, PLAYABLE_HAND
from undersea_env.underwater_cities.heuristic.choosing import (
    answer_worth,
    open_menu,
    prepare,
    rank_of_part,
    site_worth,
    upgrade_site_worth,
)
from undersea_env.underwater_cities.heuristic.offers import (
    card_worth,
    cost_of_build,
    keep_worth,
    write_actions,
    write_hand,
    write_slots,
)
from undersea_env.underwater_cities.heuristic.valuing import change_worth
from undersea_env.underwater_cities.kernel import actions, questions
from undersea_env.underwater_cities.kernel.building import CREDITS
from undersea_env.underwater_cities.kernel.questions import TO_ORDER, TO_PLAY
from undersea_env.underwater_cities.kernel.questions.builds import thing_to_build_on

CLOSED_SLOT = -3.0               # points, of a slot that only its card may open (G-5a)


@jit
def score_plays(state, rules, worth, seat, room, legal, n, scores):
    me = state.players[seat]
    t = room.thought
    open_menu(state, rules, worth, seat, room)
    write_slots(state, rules, worth, seat, t)
    write_hand(state, rules, worth, seat, t)
    cloning = change_worth(worth, t, me, CREDITS, -1)
    for k in range(n):
        action = np.int64(legal[k])
        if action >= actions.ORDER:
            scores[k] = answer_worth(state, rules, worth, seat, t, action) if action >= actions.ONCE else 0.0
            continue
        slot = action // PLAYABLE_HAND
        place = action % PLAYABLE_HAND
        scores[k] = max(t.slot[slot], CLOSED_SLOT) - t.keep[place]
        if rules.card_colour[me.hand[place]] == rules.slot_colour[slot]:
            scores[k] += max(0.0, t.hand[place])
        if slot < rules.first_slot + rules.slot_count and state.slot_tiles[slot - rules.first_slot] != 0:
            scores[k] += cloning


@jit
def score_sites(state, rules, worth, seat, room, legal, n, scores):
    me = state.players[seat]
    t = room.thought
    frame = state.frame[state.frame_count - 1]
    open_menu(state, rules, worth, seat, room)
    thing = 0
    if frame.question == questions.BUILD:
        thing = np.int64(frame.thing)
        if thing == 0:
            thing = thing_to_build_on(state, rules, frame.row)
    for k in range(n):
        site = np.int64(legal[k]) - actions.SITE
        if site >= N_SITES:                                # to stop, which saves the price
            scores[k] = cost_of_build(rules, worth, t, me, frame.row, thing)
        elif thing == 0:
            scores[k] = upgrade_site_worth(rules, worth, me, t, site)
        else:
            scores[k] = site_worth(state, rules, worth, seat, t, thing, site)


@jit
def score_answers(state, rules, worth, room, legal, n, scores):
    """What greedy thinks of every legal answer, in points; `room` is a room of greedy's."""
    t = room.thought
    seat = np.int64(state.seat)
    frame = state.frame[state.frame_count - 1]
    question = frame.question
    if question == questions.TURN and frame.stage == TO_PLAY:
        score_plays(state, rules, worth, seat, room, legal, n, scores)
        return
    if question == questions.EFFECT:
        for k in range(n):
            part = legal[k] - actions.PART
            scores[k] = 0.5 * rank_of_part(rules, frame.row + part) if 0 <= part < frame.left else 0.0
        return
    if question == questions.DISCARD:
        open_menu(state, rules, worth, seat, room)
        write_actions(state, rules, worth, seat, t)
        hand = state.players[seat].hand
        for k in range(n):
            card = np.int64(hand[legal[k] - actions.HAND])
            scores[k] = -keep_worth(worth, t, card, card_worth(state, rules, worth, seat, t, card))
        return
    if question == questions.TURN and frame.stage == TO_ORDER:
        for k in range(n):
            scores[k] = 0.0
        return
    if actions.SITE <= legal[0] < actions.PRICE and (question == questions.BUILD or question == questions.UPGRADE):
        score_sites(state, rules, worth, seat, room, legal, n, scores)
        return
    open_menu(state, rules, worth, seat, room)
    prepare(state, rules, worth, seat, t, question)
    for k in range(n):
        scores[k] = answer_worth(state, rules, worth, seat, t, np.int64(legal[k]))
