"""Information-set tree search: kernels over a pool of nodes, without a Python object or an allocation.

Every simulation deals anew what the seat that asks cannot know, chance included, and walks one tree that all deals
share. A branch is what was answered, cards by their number; how often it could be taken differs from deal to deal, so
only branches that are legal in the deal at hand are compared. Values are a vector over seats: everybody maximises his
own. Greedy's scores of the answers are the prior, its value of the position after the turn is the leaf, corrected by a
learned one if there is one.
"""

import numpy as np

from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.random_stream import STEP, mixed
from undersea_env.compiling.raw import records_of
from undersea_env.core.loop import answer
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS, N_SITES, PLAYABLE_HAND
from undersea_env.underwater_cities.heuristic.choosing import (
    GREEDY_ROOM,
    answer_worth,
    as_rulebooks,
    as_states,
    as_worths,
    choose_action,
    open_menu,
    prepare,
    rank_of_part,
    site_worth,
    thing_to_build_on,
    upgrade_site_worth,
)
from undersea_env.underwater_cities.heuristic.learned import INPUT, as_networks, corrected_value
from undersea_env.underwater_cities.heuristic.offers import (
    NEVER,
    card_worth,
    cost_of_build,
    keep_worth,
    write_actions,
    write_hand,
    write_slots,
)
from undersea_env.underwater_cities.heuristic.valuing import change_worth
from undersea_env.underwater_cities.kernel import actions, questions
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.building import CREDITS
from undersea_env.underwater_cities.kernel.plays import is_asking_for_a_play, list_legal
from undersea_env.underwater_cities.kernel.questions import TO_ORDER, TO_PLAY
from undersea_env.underwater_cities.kernel.redeal import redeal
from undersea_env.underwater_cities.kernel.scoring import total_scores
from undersea_env.underwater_cities.kernel.state import STATE

MOST_STEPS = 200                 # branches on the way from the root to a leaf
NO_EDGE = -1
CLOSED_SLOT = -3.0               # points, of a slot that only its card may open (G-5a)
CHECK_EVERY = 8                  # simulations, whether the rest could still change the answer
TIE_BREAK = 0.1                  # points, of a place in the turn order
CARDS_FROM, OTHERS_FROM, CARD_NUMBERS = 1 << 14, 1 << 15, 1 << 8

SETTINGS = np.dtype(
    [
        ("simulations", "i8"),
        ("horizon", "i8"),                                 # turns of everybody that are played before the value
        ("explore", "f8"),                                 # how far the prior is followed
        ("temperature", "f8"),                             # of the prior, in points
        ("uniform", "f8"),                                 # share of the prior that all answers have alike
        ("rivalry", "f8"),                                 # how much the points of the best opponent count
        ("flat", "i8"),                                    # no tree: simulations are shared out evenly
        ("each", "i8"),                                    # for every answer, if that is less in all; 0: does not count
    ]
)
NODE = np.dtype([("first", "i4"), ("visits", "i4")])
EDGE = np.dtype(
    [("key", "i4"), ("next", "i4"), ("child", "i4"), ("visits", "i4"), ("prior", "f8"), ("total", "f8", (MAX_PLAYERS,))]
)
SEARCH_ROOM = np.dtype(
    [
        ("greedy", GREEDY_ROOM),
        ("input", INPUT),
        ("position", STATE, (1,)),
        ("edge", "i4", (NUM_ACTIONS,)),                    # of each legal answer
        ("score", "f8", (NUM_ACTIONS,)),
        ("path", "i4", (MOST_STEPS,)),
        ("values", "f8", (MAX_PLAYERS,)),
        ("outcome", "f8", (MAX_PLAYERS,)),
        ("final", "i8", (MAX_PLAYERS,)),
        ("low", "f8", (MAX_PLAYERS,)),                     # of all values found in this search
        ("high", "f8", (MAX_PLAYERS,)),
    ],
    align=True,
)
as_search_rooms, as_settings = records_of(SEARCH_ROOM), records_of(SETTINGS)
as_nodes, as_edges = records_of(NODE), records_of(EDGE)


@jit
def key_of(state, action):
    """What an answer means whatever the deal: cards in hand by their number, not by their place."""
    hand = state.players[state.seat].hand
    if action < actions.ORDER:
        return action // PLAYABLE_HAND * CARD_NUMBERS + hand[action % PLAYABLE_HAND]
    if actions.HAND <= action < actions.ONCE:
        return CARDS_FROM + hand[action - actions.HAND]
    return OTHERS_FROM + action


# --- the prior ---


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


@jit
def turn_into_prior(settings, scores, n):
    highest = NEVER
    for k in range(n):
        highest = max(highest, scores[k])
    total = 0.0
    for k in range(n):
        scores[k] = np.exp(max(-50.0, (scores[k] - highest) / settings.temperature))
        total += scores[k]
    for k in range(n):
        scores[k] = settings.uniform / n + (1.0 - settings.uniform) * scores[k] / total


# --- the leaf ---


@jit
def play_on(state, rules, worth, room, turns):
    """Greedy plays for everybody until a turn begins, and so many turns more."""
    while state.over == 0:
        if is_asking_for_a_play(state):
            if turns <= 0:
                break
            turns -= 1
        answer(state, rules, choose_action(state, rules, worth, room.greedy), room.greedy.engine)


@jit
def judge(state, rules, worth, network, settings, room):
    """The outcome for every seat: its points, less some of those of its best opponent."""
    players = np.int64(state.player_count)
    values = room.values
    if state.over:
        total_scores(state, rules, room.greedy.engine, room.final)
        for k in range(players):                           # a tie goes to the earlier in the turn order (V-6)
            values[state.order[k]] = room.final[state.order[k]] - TIE_BREAK * k
    else:
        for seat in range(players):
            values[seat] = corrected_value(state, rules, worth, network, seat, room.greedy.thought, room.input)
        room.greedy.is_open = 0                            # the value was worked out where the menu stood
    for seat in range(players):
        room.outcome[seat] = values[seat]
        if players > 1:
            best = NEVER
            for other in range(players):
                if other != seat:
                    best = max(best, values[other])
            room.outcome[seat] -= settings.rivalry * best


# --- the tree ---


@jit
def find_edges(state, rules, worth, settings, node, edges, used, legal, n, room):
    """The branch of each legal answer into `room.edge`; new ones get the prior. Returns the edges now used."""
    at = np.int64(node.first)
    scored = False
    for k in range(n):
        key = key_of(state, np.int64(legal[k]))
        if at != NO_EDGE and edges[at].key == key:         # mostly they come in the same order again
            room.edge[k] = at
            at = np.int64(edges[at].next)
            continue
        found = np.int64(node.first)
        while found != NO_EDGE and edges[found].key != key:
            found = np.int64(edges[found].next)
        if found == NO_EDGE and used < len(edges):
            if not scored:
                score_answers(state, rules, worth, room.greedy, legal, n, room.score)
                turn_into_prior(settings, room.score, n)
                scored = True
            found = used
            used += 1
            edge = edges[found]
            edge.key = key
            edge.child = NO_EDGE
            edge.visits = 0
            edge.prior = room.score[k]
            for seat in range(MAX_PLAYERS):
                edge.total[seat] = 0.0
            edge.next = NO_EDGE
            last = np.int64(node.first)
            if last == NO_EDGE:
                node.first = found
            else:
                while edges[last].next != NO_EDGE:
                    last = np.int64(edges[last].next)
                edges[last].next = found
            at = NO_EDGE
        elif found != NO_EDGE:
            at = np.int64(edges[found].next)
        room.edge[k] = found
    return used


@jit
def select(settings, seat, edges, n, room):
    """The place of the most promising answer: its value so far, and the prior as long as it was tried little."""
    visits = 0
    known = 0.0
    total = 0.0
    for k in range(n):
        if room.edge[k] != NO_EDGE:
            edge = edges[room.edge[k]]
            visits += edge.visits
            if edge.visits > 0:
                known += edge.prior
                total += edge.prior * edge.total[seat] / edge.visits
    low = room.low[seat]
    width = max(room.high[seat] - low, 1e-6)
    unknown = (total / known - low) / width - 0.1 if known > 0.0 else 0.5
    push = settings.explore * np.sqrt(visits + 1.0)
    best = -1e30
    chosen = 0
    for k in range(n):
        if room.edge[k] == NO_EDGE:
            continue
        edge = edges[room.edge[k]]
        if settings.flat:
            promise = 0.5 * edge.prior - edge.visits       # evenly; the likely ones first
        else:
            promise = unknown if edge.visits == 0 else (edge.total[seat] / edge.visits - low) / width
            promise += push * edge.prior / (1.0 + edge.visits)
        if promise > best:
            best = promise
            chosen = k
    return chosen


@jit
def simulate(root, rules, worth, network, settings, nodes, edges, nodes_used, edges_used, seed, room):
    """One walk from the root to a leaf and back; returns the nodes and edges now used."""
    state = room.position[0]
    engine = room.greedy.engine
    redeal(state, rules, np.int64(root.seat), seed)
    at = 0
    steps = 0
    turns = settings.horizon * root.player_count
    while state.over == 0 and steps < MOST_STEPS:
        n = list_legal(state, rules, engine, engine.legal, False)
        if n == 1:
            if steps > 0 and is_asking_for_a_play(state):
                turns -= 1
            answer(state, rules, np.int64(engine.legal[0]), engine)
            continue
        is_new = nodes[at].first == NO_EDGE
        if is_new and steps > 0:
            nodes[at].visits += 1
            if nodes[at].visits == 1:                      # grows when it is met again: most leaves never are
                break
        seat = np.int64(state.seat)
        if steps > 0 and is_asking_for_a_play(state):
            turns -= 1
        edges_used = find_edges(state, rules, worth, settings, nodes[at], edges, edges_used, engine.legal, n, room)
        k = select(settings, seat, edges, n, room)
        action = np.int64(engine.legal[k])
        edge = np.int64(room.edge[k])
        if edge == NO_EDGE:                                # the pool is full
            break
        room.path[steps] = edge
        steps += 1
        answer(state, rules, action, engine)
        if settings.flat:
            break
        if edges[edge].child == NO_EDGE:
            if nodes_used == len(nodes):
                break
            edges[edge].child = nodes_used
            nodes[nodes_used].first = NO_EDGE
            nodes[nodes_used].visits = 0
            nodes_used += 1
        at = np.int64(edges[edge].child)
    play_on(state, rules, worth, room, max(0, turns))
    judge(state, rules, worth, network, settings, room)
    for k in range(steps):
        edge = edges[room.path[k]]
        edge.visits += 1
        for seat in range(root.player_count):
            edge.total[seat] += room.outcome[seat]
    for seat in range(root.player_count):
        room.low[seat] = min(room.low[seat], room.outcome[seat])
        room.high[seat] = max(room.high[seat], room.outcome[seat])
    return nodes_used, edges_used


@jit
def is_decided(root, edges, left):
    """Whether no other answer could be tried as often as the leading one, with so many simulations left."""
    most = 0
    second = 0
    at = np.int64(root.first)
    while at != NO_EDGE:
        visits = np.int64(edges[at].visits)
        if visits > most:
            second = most
            most = visits
        elif visits > second:
            second = visits
        at = np.int64(edges[at].next)
    return most - second > left


@jit
def search(states, i, rules, worth, network, settings, nodes, edges, seed, room, visits):
    """The answer tried most often; `visits` gets how often each was. Flat: the one with the highest mean."""
    root = states[i]
    n = list_legal(root, rules, room.greedy.engine, room.greedy.engine.legal, False)
    if n == 1:
        visits[room.greedy.engine.legal[0]] = 1
        return np.int64(room.greedy.engine.legal[0])
    nodes[0].first = NO_EDGE
    nodes[0].visits = 0
    nodes_used, edges_used = 1, 0
    for seat in range(MAX_PLAYERS):
        room.low[seat] = 1e30
        room.high[seat] = -1e30
    simulations = min(settings.simulations, settings.each * n) if settings.each > 0 else settings.simulations
    for done in range(simulations):
        if done % CHECK_EVERY == 0 and not settings.flat and is_decided(nodes[0], edges, simulations - done):
            break
        if settings.each == 0 or done % n == 0:            # otherwise all answers are tried in the same deals
            seed += STEP
        room.position[0] = root
        nodes_used, edges_used = simulate(
            root, rules, worth, network, settings, nodes, edges, nodes_used, edges_used, mixed(seed), room
        )
    n = list_legal(root, rules, room.greedy.engine, room.greedy.engine.legal, False)
    seat = np.int64(root.seat)
    best = -1e30
    chosen = np.int64(room.greedy.engine.legal[0])
    for k in range(n):
        action = np.int64(room.greedy.engine.legal[k])
        key = key_of(root, action)
        at = np.int64(nodes[0].first)
        while at != NO_EDGE and edges[at].key != key:
            at = np.int64(edges[at].next)
        if at != NO_EDGE and edges[at].visits > 0:
            visits[action] = edges[at].visits
            mean = edges[at].total[seat] / edges[at].visits
            rank = mean if settings.flat else edges[at].visits + 1e-3 * mean
            if rank > best:
                best = rank
                chosen = action
    return chosen


@kernel
def search_games(
    state_rows, rulebook_row, worth_row, network_row, settings_row, node_rows, edge_rows, room_rows, seeds, wanted,
    chosen, visits, start, stop,
):
    """Search for the seat that decides in each game from `start` to before `stop` where `wanted`."""
    states = as_states(state_rows)
    rules = as_rulebooks(rulebook_row)[0]
    worth = as_worths(worth_row)[0]
    network = as_networks(network_row)[0]
    settings = as_settings(settings_row)[0]
    nodes = as_nodes(node_rows)
    edges = as_edges(edge_rows)
    room = as_search_rooms(room_rows)[0]
    for i in range(start, stop):
        if wanted[i] and states[i].over == 0:
            chosen[i] = search(states, i, rules, worth, network, settings, nodes, edges, seeds[i], room, visits[i])
