"""A search that a network guides, compiled: many games side by side, and in every sweep one question of each of them.

A sweep takes what the network said of the position where a game's search had come to, goes on to the next position that
the network has not judged, and shows that one as the seat that decides there sees it. So the network is asked for many
positions at once, whatever the searches are doing. A search that is over answers, in self-play the game goes on and the
next search begins; questions with one answer are no questions.

The tree is that of information sets, as in `core.tree`: every simulation deals anew what the seat at the root cannot
know, and a branch is what was answered. The n-th trial of every answer at the root sees the same deal, so that chance
favours none. A position where the deal allows an answer that is new to the node is judged once more. What is expected
is a vector, points and wins of every seat; everybody maximises what his own are worth (`worth_of`).

At the root answers are drawn by the network's policy without repetition (Gumbel noise) and halved by what is found;
the policy that is learned weighs all answers by the network's policy and by their values, where those that were not
tried count as the average (Danihelka et al., Policy improvement by planning with Gumbel, 2022).

A game compiles it once, in a file of its own, which its kind names as `guided`:

    from undersea_env.core.guided import as_settings, guide_on, guided_records

    GUIDED_RECORDS = guided_records(STATE, ACTIONS.size, MOST_PLAYERS)
    as_lanes, as_nodes, as_edges, as_events = (records_of(dtype) for dtype in GUIDED_RECORDS)

    @kernel
    def guide(
        task, lane_rows, rulebook_row, features_row, room_rows, node_rows, edge_rows, settings_row, schedule, logits,
        expected, observations, event_rows, targets, used,
    ):
        guide_on(
            KERNELS, task, as_lanes(lane_rows), as_rulebooks(rulebook_row)[0], as_features(features_row)[0],
            as_rooms(room_rows)[0], as_nodes(node_rows), as_edges(edge_rows), as_settings(settings_row)[0], schedule,
            logits, expected, observations, as_events(event_rows), targets, used,
        )
"""

from typing import Any, NamedTuple

import numpy as np

from undersea_env.compiling.jit import inlined, jit
from undersea_env.compiling.random_stream import STEP, mixed
from undersea_env.compiling.raw import records_of

DEAL, BEGIN, GO = range(3)
NOTHING, ROOT, LEAF = range(3)   # what the network is asked for in a lane
MOST_STEPS = 200                 # branches on the way from the root to a leaf
MOST_BRANCHES = 256              # of one node: where hidden cards make more, it stays a leaf
NO_EDGE = -1
GAME_ENDS = -1                   # in place of an action
NEVER = -1e30
SHIFT_11 = np.uint64(11)
TWO_53 = float(1 << 53)
OTHER_PURPOSE = np.uint64(0xD1B54A32D192ED03)
MOST_LIKELY = 65_534.0           # of a target, which is 0 where it is not legal

SETTINGS = np.dtype(
    [
        ("simulations", "i8"),                             # of a full search
        ("fast_simulations", "i8"),                        # of any other; 0: the policy alone
        ("full_share", "f8"),                              # of the questions that get a full search
        ("noise", "f8"),                                   # at the root: 1 in self-play, 0 for the best answer
        ("rivalry", "f8"),                                 # how much the points of the best opponent count
        ("winning", "f8"),                                 # what a win is worth, in units of points
        ("together", "i8"),                                # all win or nobody: points of others are no loss
        ("unit", "f8"),                                    # points that count 1
        ("sharpness", "f8"),                               # how far worth moves the policy, for every trial
        ("patience", "f8"),                                # as many trials count before the first
        ("plays_on", "i8"),                                # self-play: the answer is given, and the game goes on
    ]
)
NODE_FIELDS = [("first", "i4"), ("last", "i4"), ("branches", "i4"), ("judged", "i4")]
as_settings = records_of(SETTINGS)


class GuidedRecords(NamedTuple):
    """The types of records that a guided search takes."""

    lane: np.dtype[Any]
    node: np.dtype[Any]
    edge: np.dtype[Any]
    event: np.dtype[Any]


class Pools(NamedTuple):
    """The tree of one lane."""

    node: Any
    edge: Any


def guided_records(state: np.dtype[Any], num_actions: int, most_players: int) -> GuidedRecords:
    outcome = (2 * most_players,)                          # points of every seat, then wins
    seats, answers = (most_players,), (num_actions,)
    lane = [
        ("root", state, (1,)), ("leaf", state, (1,)),
        ("stream", "u8"),                                  # of deals and of all chance in searches
        ("deal", "u8"),                                    # the seed of the game
        ("chance", "u8"),                                  # of the open question
        ("waits", "i8"), ("simulations", "i8"), ("done", "i8"), ("is_full", "i8"), ("answer", "i8"),
        ("nodes", "i8"), ("edges", "i8"),                  # how many of each pool are used
        ("at", "i8"), ("steps", "i8"), ("path", "i4", (MOST_STEPS,)),
        ("root_n", "i8"), ("root_legal", "i2", answers), ("noise", "f8", answers),
        ("leaf_n", "i8"), ("leaf_legal", "i2", answers),
        ("edge", "i4", answers), ("value", "f8", answers), ("score", "f8", answers),
        ("outcome", "f8", outcome),
        ("points", "i8", seats), ("ranks", "i8", seats), ("won", "i8", seats),
    ]
    node = [*NODE_FIELDS, ("expected", "f4", outcome)]
    edge = [("key", "i4"), ("next", "i4"), ("child", "i4"), ("visits", "i4"), ("logit", "f4"), ("total", "f4", outcome)]
    event = [                                              # an answer and, if it was searched, how many there were
        ("lane", "i4"), ("action", "i4"), ("answers", "i4"), ("target", "i8"), ("deal", "u8"),
        ("expected", "f4", outcome),
    ]
    return GuidedRecords(np.dtype(lane, align=True), np.dtype(node), np.dtype(edge), np.dtype(event))


# --- values ---


@jit
def worth_of(settings, outcome, times, players, seat):
    """What points and wins, added up so many times, are worth to a seat."""
    worth = np.float64(outcome[seat])
    if players > 1 and settings.together == 0:
        best = NEVER
        for other in range(players):
            if other != seat:
                best = max(best, np.float64(outcome[other]))
        worth -= settings.rivalry * best
    return (worth + settings.winning * outcome[len(outcome) // 2 + seat]) / times


@jit
def read_expected(lane, state, expected):
    """What the network expects, as the seat that decides sees it, becomes the outcome seat by seat."""
    seats = len(lane.outcome) // 2
    players, seat = np.int64(state.player_count), np.int64(state.seat)
    lane.outcome[:] = 0.0
    for place in range(players):
        other = (seat + place) % players
        lane.outcome[other] = expected[place]
        lane.outcome[seats + other] = min(max(expected[seats + place], 0.0), 1.0)


@jit
def read_result(k, settings, lane, state, rules, room):
    """The outcome of a game that is over."""
    seats = len(lane.outcome) // 2
    players = np.int64(state.player_count)
    k.result(state, rules, room, lane.points, lane.ranks, lane.won)
    sharing = 0
    for seat in range(players):
        sharing += lane.won[seat]
    if settings.together:
        sharing = 1
    lane.outcome[:] = 0.0
    for seat in range(players):
        lane.outcome[seat] = lane.points[seat] / settings.unit
        lane.outcome[seats + seat] = lane.won[seat] / max(1, sharing)


@jit
def back_up(lane, tree):
    for step in range(lane.steps):
        edge = tree.edge[lane.path[step]]
        edge.visits += 1
        for place in range(len(edge.total)):
            edge.total[place] += lane.outcome[place]


# --- the tree ---


@jit
def new_node(lane, tree):
    """NO_EDGE if the pool is used up."""
    place = np.int64(lane.nodes)
    if place == len(tree.node):
        return NO_EDGE
    lane.nodes += 1
    node = tree.node[place]
    node.first, node.last = NO_EDGE, NO_EDGE
    node.branches, node.judged = 0, 0
    for seat in range(len(node.expected)):
        node.expected[seat] = 0.0
    return place


@jit
def child_of(lane, tree, place):
    edge = tree.edge[place]
    if edge.child == NO_EDGE:
        edge.child = new_node(lane, tree)
    return np.int64(edge.child)


@jit
def find(tree, node, key):
    place = np.int64(node.first)
    while place != NO_EDGE and tree.edge[place].key != key:
        place = np.int64(tree.edge[place].next)
    return place


@jit
def knows_all(k, lane, state, tree, node):
    """Whether every legal answer at the leaf has a branch; `lane.edge` names them."""
    following = np.int64(node.first)
    for at in range(lane.leaf_n):
        key = np.int64(k.same_answer(state, np.int64(lane.leaf_legal[at])))
        place = following                                  # mostly they come in the same order again
        if place == NO_EDGE or tree.edge[place].key != key:
            place = find(tree, node, key)
            if place == NO_EDGE:
                return False
        lane.edge[at] = place
        following = np.int64(tree.edge[place].next)
    return True


@jit
def add_branches(k, lane, state, tree, node, legal, n, logits):
    """Those that are new, with the logarithm of how likely each is by the network among the legal answers."""
    highest = NEVER
    for at in range(n):
        highest = max(highest, np.float64(logits[legal[at]]))
    total = 0.0
    for at in range(n):
        total += np.exp(logits[legal[at]] - highest)
    rest = highest + np.log(total)
    is_new = node.first == NO_EDGE
    for at in range(n):
        key = np.int64(k.same_answer(state, np.int64(legal[at])))
        if not is_new and find(tree, node, key) != NO_EDGE:
            continue
        place = np.int64(lane.edges)
        if place == len(tree.edge) or (node.branches >= MOST_BRANCHES and not is_new):
            return
        lane.edges += 1
        edge = tree.edge[place]
        edge.key, edge.next, edge.child, edge.visits = key, NO_EDGE, NO_EDGE, 0
        edge.logit = logits[legal[at]] - rest
        for seat in range(len(edge.total)):
            edge.total[seat] = 0.0
        if node.first == NO_EDGE:
            node.first = place
        else:
            tree.edge[node.last].next = place
        node.last = place
        node.branches += 1


@jit
def score_answers(settings, lane, tree, node, seat, players, n):
    """The improved policy, as logits in `lane.score`, of the answers that `lane.edge` names; returns the trials.

    An answer that was not tried counts as much as the node: what the network expects there, and what was found behind
    the answers that were tried, as likely as they are.
    """
    visits = 0
    most = 0
    known = 0.0
    total = 0.0
    for at in range(n):
        edge = tree.edge[lane.edge[at]]
        if edge.visits > 0:
            times = np.int64(edge.visits)
            lane.value[at] = worth_of(settings, edge.total, times, players, seat)
            likely = np.exp(np.float64(edge.logit))
            known += likely
            total += likely * lane.value[at]
            visits += times
            most = max(most, times)
    guess = worth_of(settings, node.expected, max(1, np.int64(node.judged)), players, seat)
    if known > 0.0:
        guess = (guess + visits * total / known) / (1 + visits)
    push = settings.sharpness * (settings.patience + most)
    for at in range(n):
        edge = tree.edge[lane.edge[at]]
        lane.score[at] = edge.logit + push * (lane.value[at] if edge.visits > 0 else guess)
    return visits


@jit
def turn_into_chances(score, n):
    highest = NEVER
    for at in range(n):
        highest = max(highest, score[at])
    total = 0.0
    for at in range(n):
        score[at] = np.exp(score[at] - highest)
        total += score[at]
    for at in range(n):
        score[at] /= total


@jit
def select(settings, lane, tree, node, seat, players, n):
    """Below the root: the answer that was tried least, measured by the improved policy."""
    visits = score_answers(settings, lane, tree, node, seat, players, n)
    turn_into_chances(lane.score, n)
    best = NEVER
    chosen = 0
    for at in range(n):
        rank = lane.score[at] - tree.edge[lane.edge[at]].visits / (1.0 + visits)
        if rank > best:
            best = rank
            chosen = at
    return chosen


@jit
def select_at_root(settings, lane, tree, schedule, players):
    """Of the answers that were tried as often as the schedule says, the most promising one by policy, noise, values."""
    n = np.int64(lane.root_n)
    score_answers(settings, lane, tree, tree.node[0], np.int64(lane.root[0].seat), players, n)
    wanted = schedule[lane.is_full, min(n, schedule.shape[1] - 1), lane.done]
    best = NEVER
    chosen = -1
    for at in range(n):
        rank = lane.score[at] + lane.noise[at]
        if tree.edge[at].visits == wanted and (chosen < 0 or rank > best):
            best = rank
            chosen = at
    return chosen


@jit
def walk(k, settings, lane, rules, room, tree, schedule):
    """One simulation; whether it has come to a position that the network must judge. Otherwise the game was over."""
    state = lane.leaf[0]
    players = np.int64(lane.root[0].player_count)
    for at in range(lane.root_n):                          # at the root the branches are the first of all
        lane.edge[at] = at
    chosen = select_at_root(settings, lane, tree, schedule, players)
    trials = np.uint64(tree.edge[chosen].visits)
    lane.leaf[0] = lane.root[0]
    k.redeal(state, rules, np.int64(state.seat), mixed(mixed(lane.chance ^ OTHER_PURPOSE) + STEP * trials))
    lane.path[0] = chosen
    lane.steps = 1
    k.answer(state, rules, np.int64(lane.root_legal[chosen]), room)
    at = child_of(lane, tree, chosen)
    while state.over == 0:
        n = np.int64(k.list_legal(state, rules, room, lane.leaf_legal))
        if n == 1:
            k.answer(state, rules, np.int64(lane.leaf_legal[0]), room)
            continue
        lane.leaf_n, lane.at = n, at
        if at == NO_EDGE or lane.steps == MOST_STEPS or tree.node[at].judged == 0:
            return True
        node = tree.node[at]
        if not knows_all(k, lane, state, tree, node):
            return True
        chosen = select(settings, lane, tree, node, np.int64(state.seat), players, n)
        place = np.int64(lane.edge[chosen])
        lane.path[lane.steps] = place
        lane.steps += 1
        k.answer(state, rules, np.int64(lane.leaf_legal[chosen]), room)
        at = child_of(lane, tree, place)
    read_result(k, settings, lane, state, rules, room)
    back_up(lane, tree)
    return False


# --- questions ---


@jit
def uniform(number):
    """Between 0 and 1, neither of them."""
    return (np.float64(mixed(number) >> SHIFT_11) + 0.5) / TWO_53


@jit
def open_question(k, settings, lane, i, rules, room, events, used):
    """Goes on to the next question that has several answers; games that end are noted and followed by others.

    Whether there is one: outside of self-play, a question with one answer, or a game that is over, is answered at once.
    """
    state = lane.root[0]
    while True:
        if state.over:
            if not settings.plays_on:
                lane.answer, lane.waits = 0, NOTHING
                return
            note_end(k, settings, lane, i, rules, room, events, used)
            deal(k, lane, rules, room)
        n = np.int64(k.list_legal(state, rules, room, lane.root_legal))
        if n > 1:
            break
        if not settings.plays_on:
            lane.answer, lane.waits = lane.root_legal[0], NOTHING
            return
        k.answer(state, rules, np.int64(lane.root_legal[0]), room)
    lane.root_n = n


@jit
def deal(k, lane, rules, room):
    lane.stream += STEP
    lane.deal = mixed(lane.stream)
    lane.root[0] = room.empty
    k.begin(lane.root[0], rules, mixed(lane.deal))


@jit
def note_end(k, settings, lane, i, rules, room, events, used):
    event = events[used[0]]
    used[0] += 1
    event.lane, event.action, event.answers, event.target, event.deal = i, GAME_ENDS, 0, NO_EDGE, lane.deal
    read_result(k, settings, lane, lane.root[0], rules, room)
    for place in range(len(event.expected)):
        event.expected[place] = lane.outcome[place]


@jit
def begin_search(settings, lane, tree):
    """The chance of a search is that of its question: one that is begun once more goes the same way."""
    base = mixed(lane.chance)
    lane.is_full = uniform(base) < settings.full_share
    lane.simulations = settings.simulations if lane.is_full else settings.fast_simulations
    for at in range(lane.root_n):
        drawn = uniform(base + STEP * np.uint64(at + 1))
        lane.noise[at] = -settings.noise * np.log(-np.log(drawn))
    lane.done, lane.steps, lane.nodes, lane.edges, lane.at = 0, 0, 0, 0, 0
    new_node(lane, tree)
    lane.waits = ROOT


@jit
def hear(k, settings, lane, tree, logits, expected):
    """What the network says of the position that it was shown."""
    at_root = lane.waits == ROOT
    state = lane.root[0] if at_root else lane.leaf[0]
    read_expected(lane, state, expected)
    if lane.at != NO_EDGE:
        node = tree.node[lane.at]
        node.judged += 1
        for place in range(len(node.expected)):
            node.expected[place] += lane.outcome[place]
        if at_root:
            add_branches(k, lane, state, tree, node, lane.root_legal, np.int64(lane.root_n), logits)
        else:
            add_branches(k, lane, state, tree, node, lane.leaf_legal, np.int64(lane.leaf_n), logits)
    back_up(lane, tree)
    if not at_root:
        lane.done += 1


@jit
def decide(settings, lane, i, tree, events, targets, used):
    """The answer to the question at the root. It is noted with what is expected now; the target, if it was searched."""
    state = lane.root[0]
    n, seat, players = np.int64(lane.root_n), np.int64(state.seat), np.int64(state.player_count)
    most = 0
    for at in range(n):
        lane.edge[at] = at
        most = max(most, np.int64(tree.edge[at].visits))
    visits = score_answers(settings, lane, tree, tree.node[0], seat, players, n)
    best = NEVER
    chosen = 0
    for at in range(n):
        rank = lane.score[at] + lane.noise[at]
        if tree.edge[at].visits == most and rank > best:
            best = rank
            chosen = at
    lane.answer = lane.root_legal[chosen]
    event = events[used[0]]
    used[0] += 1
    event.lane, event.action, event.answers, event.target, event.deal = i, lane.answer, 0, NO_EDGE, lane.deal
    turn_into_chances(lane.score, n)
    expect(lane, tree, event, visits, n)
    if lane.is_full:
        event.answers, event.target = n, used[1]
        for at in range(n):
            targets[used[1] + at] = np.uint16(1.0 + MOST_LIKELY * lane.score[at] + 0.5)
        used[1] += n


@jit
def expect(lane, tree, event, visits, n):
    """The network's expectation counts as one trial; behind the answers that were tried, by the improved policy."""
    node = tree.node[0]
    known = 0.0
    for at in range(n):
        if tree.edge[at].visits > 0:
            known += lane.score[at]
    for place in range(len(event.expected)):
        found = 0.0
        if known > 0.0:
            for at in range(n):
                edge = tree.edge[at]
                if edge.visits > 0:
                    found += lane.score[at] / known * edge.total[place] / edge.visits
        event.expected[place] = (node.expected[place] / node.judged + visits * found) / (1 + visits)


@jit
def draw_chance(lane):
    lane.stream += STEP
    lane.chance = mixed(lane.stream)


@jit
def look(k, settings, lane, i, rules, features, room, tree, events, used, observation):
    """Open a question and show it; if it is answered already, nobody is asked."""
    open_question(k, settings, lane, i, rules, room, events, used)
    if lane.waits != NOTHING:
        draw_chance(lane)
        begin_search(settings, lane, tree)
        k.observe(lane.root[0], rules, features, np.int64(lane.root[0].seat), observation)


@inlined
def guide_on(
    k, task, lanes, rules, features, room, nodes, edges, settings, schedule, logits, expected, observations, events,
    targets, used,
):
    """DEAL a new game in every lane, whose `stream` is given; BEGIN the search of the question at the root once more,
    by its `chance`; GO on by what the network says (`logits`, `expected`) until every lane that is not done waits for
    the network again, which is to see its `observations`.

    `schedule` tells, for fast and for full searches, as many answers as are considered, and as many simulations as are
    done, how often the next answer was tried before. Decisions and ends of games are noted in `events`, the policies
    found in `targets`; `used` says how many of both. `expected` is points and wins, the seat that decides first.
    """
    own_nodes, own_edges = len(nodes) // len(lanes), len(edges) // len(lanes)
    for i in range(len(lanes)):
        lane = lanes[i]
        tree = Pools(nodes[i * own_nodes : (i + 1) * own_nodes], edges[i * own_edges : (i + 1) * own_edges])
        if task == DEAL:
            deal(k, lane, rules, room)
            draw_chance(lane)
        elif task == BEGIN:
            lane.waits = ROOT
            open_question(k, settings, lane, i, rules, room, events, used)
            if lane.waits != NOTHING:
                begin_search(settings, lane, tree)
                k.observe(lane.root[0], rules, features, np.int64(lane.root[0].seat), observations[i])
        elif lane.waits != NOTHING:
            hear(k, settings, lane, tree, logits[i], expected[i])
            while True:
                if lane.done < lane.simulations:
                    if walk(k, settings, lane, rules, room, tree, schedule):
                        lane.waits = LEAF
                        k.observe(lane.leaf[0], rules, features, np.int64(lane.leaf[0].seat), observations[i])
                        break
                    lane.done += 1
                else:
                    decide(settings, lane, i, tree, events, targets, used)
                    if settings.plays_on:
                        k.answer(lane.root[0], rules, np.int64(lane.answer), room)
                        look(k, settings, lane, i, rules, features, room, tree, events, used, observations[i])
                    else:
                        lane.waits = NOTHING
                    break
