"""What agents think, compiled: answers by a heuristic, games played by it, values, and a tree search.

The search is that of information sets. Every simulation deals anew what the seat that asks cannot know, chance
included, and walks one tree that all deals share. A branch is what was answered (`same_answer`); how often it could be
taken differs from deal to deal, so only branches that are legal in the deal at hand are compared. Values are a vector
over seats: everybody maximises his own. A heuristic's scores of the answers are the prior, its value of the position
after some turns is the leaf. All is done in pools of records, without a Python object or an allocation.

A game compiles it once, in a file of its own, with its `Kernels` and a `Heuristic`. A game that knows no better takes
`PLAIN`, which plays at random; then `random`, `mcts:N` and `flat:N` play it, and `greedy` is refused. It writes, beside
its `run_task`, in the module that its kind names as `entry`:

    from undersea_env.core.tree import PLAIN, as_nodes, plain_records, think_on

    RECORDS = plain_records(STATE, WORKSPACE, ACTIONS.size, MOST_PLAYERS)
    as_worths, as_thoughts, as_edges = (records_of(dtype) for dtype in RECORDS)

    @kernel
    def think(
        task, state_rows, rulebook_row, worth_rows, room_rows, node_rows, edge_rows, tables, masks, wanted, seeds,
        actions, values, visits, start, stop,
    ):
        return think_on(
            KERNELS, PLAIN, task, as_states(state_rows), as_rulebooks(rulebook_row)[0], as_worths(worth_rows),
            as_thoughts(room_rows)[0], as_nodes(node_rows), as_edges(edge_rows), tables, masks, wanted, seeds, actions,
            values, visits, start, stop,
        )

A game with a heuristic of its own has the same in another module, with its own `Heuristic` in place of PLAIN and
`records_for` in place of `plain_records`. Its kind names that module as `heuristic`, which has besides:

    worth_of(game)                          one record of RECORDS.worth: what the heuristic knows of a game's options
    positions_seen(observations, players)   optional: positions from observations alone; see `agents.greedy`
    learned_value                           optional: a module with `read_value`, `checkpoint_of`; see `agents.value`
"""

from typing import Any, NamedTuple

import numpy as np

from undersea_env.compiling.jit import inlined, jit
from undersea_env.compiling.random_stream import STEP, mixed, scaled
from undersea_env.compiling.raw import records_of
from undersea_env.core.kind import Heuristic

CHOOSE, PLAY_GAMES, VALUE, SEARCH = range(4)
MOST_STEPS = 200                 # branches on the way from the root to a leaf
NO_EDGE = -1
CHECK_EVERY = 8                  # simulations, whether the rest could still change the answer
TIE_BREAK = 0.1                  # points, of a rank
NEVER = -1e30
ALWAYS = 1e30

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
TREE = np.dtype([("nodes", "i8"), ("edges", "i8")])        # how many of each pool are used
as_nodes = records_of(NODE)


class Records(NamedTuple):
    """The types of records that thinking about a game takes."""

    worth: np.dtype[Any]
    room: np.dtype[Any]                                    # one a thread
    edge: np.dtype[Any]


class Mind(NamedTuple):
    """What does not change during a search."""

    k: Any                                                 # the game's Kernels
    h: Any                                                 # its Heuristic
    worth: Any
    settings: Any


class Pools(NamedTuple):
    """A tree: its records, and how many of them are used."""

    node: Any
    edge: Any
    used: Any


def records_for(
    state: np.dtype[Any], heuristic_room: np.dtype[Any], worth: np.dtype[Any], num_actions: int, most_players: int
) -> Records:
    """For a heuristic whose room has at least `engine`, the workspace of the game."""
    seats = (most_players,)
    edge = [("key", "i4"), ("next", "i4"), ("child", "i4"), ("visits", "i4"), ("prior", "f8"), ("total", "f8", seats)]
    room = [
        ("heuristic", heuristic_room),
        ("settings", SETTINGS),
        ("tree", TREE),
        ("table", "i8"),                                   # which record of worths was thought by
        ("position", state, (1,)),
        ("edge", "i4", (num_actions,)),                    # of each legal answer
        ("score", "f8", (num_actions,)),
        ("path", "i4", (MOST_STEPS,)),
        ("values", "f8", seats),
        ("outcome", "f8", seats),
        ("points", "i8", seats),
        ("ranks", "i8", seats),
        ("won", "i8", seats),
        ("low", "f8", seats),                              # of all values found in this search
        ("high", "f8", seats),
    ]
    return Records(worth, np.dtype(room, align=True), np.dtype(edge))


# --- the plain heuristic ---


@jit
def begin_plainly(room, seed):
    room.stream = mixed(np.uint64(seed))


@jit
def choose_any(k, state, rules, worth, room):
    n = k.list_legal(state, rules, room.engine, room.engine.legal)
    room.stream += STEP
    return np.int64(room.engine.legal[scaled(mixed(room.stream), n)])


@jit
def like_all_alike(k, state, rules, worth, room, legal, n, scores):
    for at in range(n):
        scores[at] = 0.0


@jit
def play_out(k, state, rules, worth, room, values):
    room.position[0] = state
    position = room.position[0]
    while position.over == 0:
        k.answer(position, rules, choose_any(k, position, rules, worth, room), room.engine)
    k.result(position, rules, room.engine, room.points, room.ranks, room.won)
    for seat in range(state.player_count):
        values[seat] = room.points[seat]


@jit
def count_points(state, points, ranks, won, values):
    """The better rank of equal points is worth a little more."""
    for seat in range(state.player_count):
        values[seat] = points[seat] - TIE_BREAK * (ranks[seat] - 1)


PLAIN = Heuristic(begin=begin_plainly, choose=choose_any, prior=like_all_alike, value=play_out, final=count_points)
NO_WORTH = np.dtype([("nothing", "i8")])


def plain_records(
    state: np.dtype[Any], workspace: np.dtype[Any], num_actions: int, most_players: int
) -> Records:
    """For PLAIN."""
    seats = (most_players,)
    room = [
        ("stream", "u8"), ("engine", workspace), ("position", state, (1,)), ("points", "i8", seats),
        ("ranks", "i8", seats), ("won", "i8", seats),
    ]
    return records_for(state, np.dtype(room, align=True), NO_WORTH, num_actions, most_players)


# --- the prior ---


@jit
def turn_into_prior(settings, scores, n):
    highest = NEVER
    for at in range(n):
        highest = max(highest, scores[at])
    total = 0.0
    for at in range(n):
        scores[at] = np.exp(max(-50.0, (scores[at] - highest) / settings.temperature))
        total += scores[at]
    for at in range(n):
        scores[at] = settings.uniform / n + (1.0 - settings.uniform) * scores[at] / total


# --- the leaf ---


@jit
def play_on(mind, state, rules, room, turns):
    """The heuristic plays for everybody until a turn begins, and so many turns more."""
    own = room.heuristic
    while state.over == 0:
        if mind.k.begins_turn(state):
            if turns <= 0:
                break
            turns -= 1
        mind.k.answer(state, rules, mind.h.choose(mind.k, state, rules, mind.worth, own), own.engine)


@jit
def judge(mind, state, rules, room):
    """The outcome for every seat: its points, less some of those of its best opponent."""
    players = np.int64(state.player_count)
    values = room.values
    if state.over:
        mind.k.result(state, rules, room.heuristic.engine, room.points, room.ranks, room.won)
        mind.h.final(state, room.points, room.ranks, room.won, values)
    else:
        mind.h.value(mind.k, state, rules, mind.worth, room.heuristic, values)
    for seat in range(players):
        room.outcome[seat] = values[seat]
        if players > 1:
            best = NEVER
            for other in range(players):
                if other != seat:
                    best = max(best, values[other])
            room.outcome[seat] -= mind.settings.rivalry * best


# --- the tree ---


@jit
def begin_tree(tree, room):
    tree.used.nodes = 1
    tree.used.edges = 0
    tree.node[0].first = NO_EDGE
    tree.node[0].visits = 0
    for seat in range(len(room.low)):
        room.low[seat] = ALWAYS
        room.high[seat] = NEVER


@jit
def add_edge(tree, node, key, prior):
    """A branch that was never tried, behind the others of its node; returns its place."""
    place = np.int64(tree.used.edges)
    tree.used.edges += 1
    edge = tree.edge[place]
    edge.key = key
    edge.child = NO_EDGE
    edge.visits = 0
    edge.prior = prior
    for seat in range(len(edge.total)):
        edge.total[seat] = 0.0
    edge.next = NO_EDGE
    last = np.int64(node.first)
    if last == NO_EDGE:
        node.first = place
    else:
        while tree.edge[last].next != NO_EDGE:
            last = np.int64(tree.edge[last].next)
        tree.edge[last].next = place
    return place


@jit
def find_edges(mind, state, rules, tree, node, legal, n, room):
    """The branch of each legal answer into `room.edge`; new ones get the prior."""
    at = np.int64(node.first)
    scored = False
    for k in range(n):
        key = mind.k.same_answer(state, np.int64(legal[k]))
        if at != NO_EDGE and tree.edge[at].key == key:     # mostly they come in the same order again
            room.edge[k] = at
            at = np.int64(tree.edge[at].next)
            continue
        found = np.int64(node.first)
        while found != NO_EDGE and tree.edge[found].key != key:
            found = np.int64(tree.edge[found].next)
        if found == NO_EDGE and tree.used.edges < len(tree.edge):
            if not scored:
                mind.h.prior(mind.k, state, rules, mind.worth, room.heuristic, legal, n, room.score)
                turn_into_prior(mind.settings, room.score, n)
                scored = True
            found = add_edge(tree, node, key, room.score[k])
            at = NO_EDGE
        elif found != NO_EDGE:
            at = np.int64(tree.edge[found].next)
        room.edge[k] = found


@jit
def select(settings, seat, tree, n, room):
    """The place of the most promising answer: its value so far, and the prior as long as it was tried little."""
    visits = 0
    known = 0.0
    total = 0.0
    for k in range(n):
        if room.edge[k] != NO_EDGE:
            edge = tree.edge[room.edge[k]]
            visits += edge.visits
            if edge.visits > 0:
                known += edge.prior
                total += edge.prior * edge.total[seat] / edge.visits
    low = room.low[seat]
    width = max(room.high[seat] - low, 1e-6)
    unknown = (total / known - low) / width - 0.1 if known > 0.0 else 0.5
    push = settings.explore * np.sqrt(visits + 1.0)
    best = NEVER
    chosen = 0
    for k in range(n):
        if room.edge[k] == NO_EDGE:
            continue
        edge = tree.edge[room.edge[k]]
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
def child_of(tree, edge):
    """The node behind a branch; NO_EDGE if there is none and the pool is used up."""
    if tree.edge[edge].child == NO_EDGE and tree.used.nodes < len(tree.node):
        place = tree.used.nodes
        tree.used.nodes += 1
        tree.edge[edge].child = place
        tree.node[place].first = NO_EDGE
        tree.node[place].visits = 0
    return np.int64(tree.edge[edge].child)


@jit
def simulate(mind, root, rules, tree, seed, room):
    """One walk from the root to a leaf and back."""
    state = room.position[0]
    engine = room.heuristic.engine
    settings = mind.settings
    mind.k.redeal(state, rules, np.int64(root.seat), seed)
    at = 0
    steps = 0
    turns = settings.horizon * root.player_count
    while state.over == 0 and steps < MOST_STEPS:
        n = mind.k.list_legal(state, rules, engine, engine.legal)
        if n == 1:
            if steps > 0 and mind.k.begins_turn(state):
                turns -= 1
            mind.k.answer(state, rules, np.int64(engine.legal[0]), engine)
            continue
        if tree.node[at].first == NO_EDGE and steps > 0:
            tree.node[at].visits += 1
            if tree.node[at].visits == 1:                  # grows when it is met again: most leaves never are
                break
        seat = np.int64(state.seat)
        if steps > 0 and mind.k.begins_turn(state):
            turns -= 1
        find_edges(mind, state, rules, tree, tree.node[at], engine.legal, n, room)
        k = select(settings, seat, tree, n, room)
        action = np.int64(engine.legal[k])
        edge = np.int64(room.edge[k])
        if edge == NO_EDGE:                                # the pool is used up
            break
        room.path[steps] = edge
        steps += 1
        mind.k.answer(state, rules, action, engine)
        if settings.flat:
            break
        at = child_of(tree, edge)
        if at == NO_EDGE:
            break
    play_on(mind, state, rules, room, max(0, turns))
    judge(mind, state, rules, room)
    for k in range(steps):
        edge = tree.edge[room.path[k]]
        edge.visits += 1
        for seat in range(root.player_count):
            edge.total[seat] += room.outcome[seat]
    for seat in range(root.player_count):
        room.low[seat] = min(room.low[seat], room.outcome[seat])
        room.high[seat] = max(room.high[seat], room.outcome[seat])


@jit
def is_decided(tree, left):
    """Whether no other answer could be tried as often as the leading one, with so many simulations left."""
    most = 0
    second = 0
    at = np.int64(tree.node[0].first)
    while at != NO_EDGE:
        visits = np.int64(tree.edge[at].visits)
        if visits > most:
            second = most
            most = visits
        elif visits > second:
            second = visits
        at = np.int64(tree.edge[at].next)
    return most - second > left


@jit
def answer_of(mind, root, rules, tree, room, visits):
    """The answer tried most often; `visits` gets how often each was. Flat: the one with the highest mean."""
    legal = room.heuristic.engine.legal
    n = mind.k.list_legal(root, rules, room.heuristic.engine, legal)
    seat = np.int64(root.seat)
    best = NEVER
    chosen = np.int64(legal[0])
    for k in range(n):
        action = np.int64(legal[k])
        key = mind.k.same_answer(root, action)
        at = np.int64(tree.node[0].first)
        while at != NO_EDGE and tree.edge[at].key != key:
            at = np.int64(tree.edge[at].next)
        if at != NO_EDGE and tree.edge[at].visits > 0:
            visits[action] = tree.edge[at].visits
            mean = tree.edge[at].total[seat] / tree.edge[at].visits
            rank = mean if mind.settings.flat else tree.edge[at].visits + 1e-3 * mean
            if rank > best:
                best = rank
                chosen = action
    return chosen


@jit
def search(mind, root, rules, tree, seed, room, visits):
    """The answer that a search finds for the seat that decides."""
    engine = room.heuristic.engine
    settings = mind.settings
    n = mind.k.list_legal(root, rules, engine, engine.legal)
    if n == 1:
        visits[engine.legal[0]] = 1
        return np.int64(engine.legal[0])
    mind.h.begin(room.heuristic, seed)
    begin_tree(tree, room)
    simulations = min(settings.simulations, settings.each * n) if settings.each > 0 else settings.simulations
    for done in range(simulations):
        if done % CHECK_EVERY == 0 and not settings.flat and is_decided(tree, simulations - done):
            break
        if settings.each == 0 or done % n == 0:            # otherwise all answers are tried in the same deals
            seed += STEP
        room.position[0] = root
        simulate(mind, root, rules, tree, mixed(seed), room)
    return answer_of(mind, root, rules, tree, room, visits)


# --- tasks ---


@jit
def choose_by_table(k, h, state, rules, worths, table, room):
    if table != room.table:
        room.table = table
        h.begin(room.heuristic, 0)
    return h.choose(k, state, rules, worths[table], room.heuristic)


@jit
def first_of(mask):
    """For a mask that allows less than the rules."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


@inlined
def think_on(
    k, h, task, states, rules, worths, room, nodes, edges, tables, masks, wanted, seeds, actions, values, visits, start,
    stop,
):
    """For the games from `start` to before `stop`: CHOOSE an action where `wanted`, by the heuristic; SEARCH for one,
    with how often each was tried; PLAY_GAMES to their end, whose points become `values`; VALUE every seat.

    `tables` says which record of worths the player in each seat goes by; values and searches go by the first. Returns
    the decisions made.
    """
    h.begin(room.heuristic, 0)
    number = 0
    for i in range(start, stop):
        state = states[i]
        if task == CHOOSE:
            if wanted[i] and state.over == 0:
                action = choose_by_table(k, h, state, rules, worths, tables[i, state.seat], room)
                actions[i] = action if masks[i, action] else first_of(masks[i])
                number += 1
        elif task == SEARCH:
            if wanted[i] and state.over == 0:
                mind = Mind(k, h, worths[0], room.settings)
                tree = Pools(nodes, edges, room.tree)
                actions[i] = search(mind, state, rules, tree, seeds[i], room, visits[i])
                number += 1
        elif task == PLAY_GAMES:
            while state.over == 0:
                action = choose_by_table(k, h, state, rules, worths, tables[i, state.seat], room)
                k.answer(state, rules, action, room.heuristic.engine)
                number += 1
            k.result(state, rules, room.heuristic.engine, room.points, room.ranks, room.won)
            for seat in range(state.player_count):
                values[i, seat] = room.points[seat]
        else:
            h.value(k, state, rules, worths[0], room.heuristic, values[i])
    return number
