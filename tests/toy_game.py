"""Tide Pools, a game for tests: hidden hands, a hidden deck, 1-4 players, two kinds of decisions, compiled in seconds.

In turn, everybody plays a card from hand and gets its number in points, then draws a card or dives for a pearl, which
is worth one point. After `rounds` rounds the most points win; who shares them shares the win. Alone, one wins with
`goal` points. It has no heuristic, no network, no picture: all that it has beside its rules and words is the house's.
"""

from typing import Any

import numpy as np

from undersea_env.compiling.bits import lowest
from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.random_stream import mixed, shuffle
from undersea_env.compiling.raw import records_of
from undersea_env.core.actions import Block, Blocks
from undersea_env.core.checking import checked_number
from undersea_env.core.guided import as_settings, guide_on, guided_records
from undersea_env.core.kind import Kernels, Kind, Module
from undersea_env.core.layout import Layout, Piece, table
from undersea_env.core.loop import run_task_on
from undersea_env.core.notation import PlainNotation
from undersea_env.core.options import Option
from undersea_env.core.tree import PLAIN, as_nodes, plain_records, think_on
from undersea_env.errors import InvalidPosition
from undersea_env.showing.scores import score_sheet  # noqa: F401  one of the words of a game
from undersea_env.showing.words import PlainLog, describe_action, why_not  # noqa: F401  likewise

SEATS, CARDS, HAND, MOST_ROUNDS = 4, 30, 3, 9
TO_PLAY, TO_REFILL = range(2)
PLAY, DRAW, DIVE = 0, HAND, HAND + 1
ACTIONS = Blocks(
    Block("PLAY", HAND, "play this card of the hand"),
    Block("DRAW", 1, "draw a card"),
    Block("DIVE", 1, "dive for a pearl"),
)
PLAYER = np.dtype([("hand", "u1", (HAND,)), ("hand_count", "i1"), ("by_cards", "i2"), ("pearls", "i2")], align=True)
STATE = np.dtype([
    ("stream", "u8"), ("over", "i1"), ("seat", "i1"), ("player_count", "i1"), ("round_no", "i1"), ("stage", "i1"),
    ("deck_count", "i1"), ("deck", "u1", (CARDS,)), ("players", PLAYER, (SEATS,)),
], align=True)
RULEBOOK = np.dtype([("players", "i8"), ("rounds", "i8"), ("goal", "i8")])
FEATURES = np.dtype([("value", "u1", (CARDS + 1,))])
ROOM = np.dtype([("legal", "i2", (ACTIONS.size,)), ("empty", STATE)], align=True)
OBSERVATION = Layout(
    table("table", (), {"round": MOST_ROUNDS, "to_refill": 1, "decides": 1, "deck": CARDS}, "where the game stands"),
    table("players", (SEATS,), {"by_cards": 255, "pearls": MOST_ROUNDS, "hand": HAND}, "everybody, the viewer first"),
    Piece("my_hand", (HAND,), CARDS, "the viewer's cards"),
)
as_states, as_rulebooks, as_rooms, as_features = (records_of(each) for each in (STATE, RULEBOOK, ROOM, FEATURES))
RECORDS = plain_records(STATE, ROOM, ACTIONS.size, SEATS)
as_worths, as_thoughts, as_edges = (records_of(each) for each in RECORDS)
GUIDED_RECORDS = guided_records(STATE, ACTIONS.size, SEATS)
as_lanes, as_guided_nodes, as_guided_edges, as_events = (records_of(each) for each in GUIDED_RECORDS)


# --- the rules ---


@jit
def draw(state, me):
    state.deck_count -= 1
    me.hand[me.hand_count] = state.deck[state.deck_count]
    state.deck[state.deck_count] = 0
    me.hand_count += 1


@jit
def begin(state, rules, seed):
    state.stream = seed
    state.player_count = rules.players
    for k in range(CARDS):
        state.deck[k] = k + 1
    state.deck_count = CARDS
    shuffle(state, state.deck, CARDS)
    for seat in range(rules.players):
        for _ in range(HAND):
            draw(state, state.players[seat])


@jit
def list_legal(state, rules, room, out):
    if state.over:
        return 0
    if state.stage == TO_PLAY:
        n = np.int64(state.players[state.seat].hand_count)
        for k in range(n):
            out[k] = PLAY + k
        return n
    out[0] = DRAW
    n = np.int64(state.deck_count > 0)
    out[n] = DIVE
    return n + 1


@jit
def settle(state, rules):
    """Who has no card plays none."""
    if state.over == 0 and state.stage == TO_PLAY and state.players[state.seat].hand_count == 0:
        state.stage = TO_REFILL


@jit
def answer(state, rules, action, room):
    me = state.players[state.seat]
    if action < DRAW:
        me.by_cards += me.hand[action - PLAY]
        me.hand_count -= 1
        for k in range(action - PLAY, me.hand_count):
            me.hand[k] = me.hand[k + 1]
        me.hand[me.hand_count] = 0
        state.stage = TO_REFILL
        return
    if action == DRAW:
        draw(state, me)
    else:
        me.pearls += 1
    state.stage = TO_PLAY
    state.seat += 1
    if state.seat == state.player_count:
        state.seat = 0
        state.round_no += 1
        state.over = state.round_no == rules.rounds
    settle(state, rules)


@jit
def refresh(state, rules):
    pass                                         # nothing follows from anything else


@jit
def observe(state, rules, features, viewer, out):
    out[:] = 0
    out[0], out[1], out[2], out[3] = state.round_no, state.stage, state.seat == viewer, state.deck_count
    for k in range(state.player_count):
        other = state.players[(viewer + k) % state.player_count]
        at = 4 + 3 * k
        out[at], out[at + 1], out[at + 2] = min(255, other.by_cards), other.pearls, other.hand_count
    for k in range(HAND):
        out[4 + 3 * SEATS + k] = features.value[state.players[viewer].hand[k]]


@jit
def result(state, rules, room, scores, ranks, won):
    scores[:], ranks[:], won[:] = 0, 0, 0
    for seat in range(state.player_count):
        scores[seat] = state.players[seat].by_cards + state.players[seat].pearls
    for seat in range(state.player_count):
        ranks[seat] = 1
        for other in range(state.player_count):
            ranks[seat] += scores[other] > scores[seat]
        won[seat] = ranks[seat] == 1
    if state.player_count == 1:
        won[0] = scores[0] >= rules.goal


@jit
def breakdown(state, rules, room, seat, out):
    out[0], out[1] = state.players[seat].by_cards, state.players[seat].pearls


@jit
def redeal(state, rules, viewer, seed):
    """The cards of the deck and of the other hands, in the order of their numbers, are shuffled and dealt anew."""
    is_hidden = np.int64(0)
    for k in range(state.deck_count):
        is_hidden |= np.int64(1) << state.deck[k]
    for seat in range(state.player_count):
        if seat != viewer:
            for k in range(state.players[seat].hand_count):
                is_hidden |= np.int64(1) << state.players[seat].hand[k]
    state.stream = mixed(seed)
    state.deck_count = 0
    while is_hidden:
        state.deck[state.deck_count] = lowest(is_hidden)
        state.deck_count += 1
        is_hidden &= is_hidden - 1
    shuffle(state, state.deck, state.deck_count)
    for seat in range(state.player_count):
        if seat != viewer:
            n = np.int64(state.players[seat].hand_count)
            state.players[seat].hand_count = 0
            for _ in range(n):
                draw(state, state.players[seat])


@jit
def same_answer(state, action):
    return CARDS + action if action >= DRAW else np.int64(state.players[state.seat].hand[action - PLAY])


@jit
def begins_turn(state):
    return state.stage == TO_PLAY


KERNELS = Kernels(
    begin, list_legal, list_legal, answer, settle, refresh, observe, result, breakdown, redeal, same_answer, begins_turn
)


@kernel
def run_task(
    task, state_rows, rulebook_row, features_row, room_rows, room_number, seeds, actions, masks, observations, finals,
    scores, ranks, won, sweeps, start, stop,
):
    return run_task_on(
        KERNELS, task, as_states(state_rows), as_rulebooks(rulebook_row)[0], as_features(features_row)[0],
        as_rooms(room_rows)[room_number], seeds, actions, masks, observations, finals, scores, ranks, won, sweeps,
        start, stop,
    )


@kernel
def think(
    task, state_rows, rulebook_row, worth_rows, room_rows, node_rows, edge_rows, tables, masks, wanted, seeds, actions,
    values, visits, start, stop,
):
    return think_on(
        KERNELS, PLAIN, task, as_states(state_rows), as_rulebooks(rulebook_row)[0], as_worths(worth_rows),
        as_thoughts(room_rows)[0], as_nodes(node_rows), as_edges(edge_rows), tables, masks, wanted, seeds, actions,
        values, visits, start, stop,
    )


@kernel
def guide(
    task, lane_rows, rulebook_row, features_row, room_rows, node_rows, edge_rows, settings_row, schedule, logits,
    expected, observations, event_rows, targets, used,
):
    guide_on(
        KERNELS, task, as_lanes(lane_rows), as_rulebooks(rulebook_row)[0], as_features(features_row)[0],
        as_rooms(room_rows)[0], as_guided_nodes(node_rows), as_guided_edges(edge_rows), as_settings(settings_row)[0],
        schedule, logits, expected, observations, as_events(event_rows), targets, used,
    )


# --- words ---

topics = ()


def action(state: Any, number: int) -> str:
    if number >= DRAW or number not in state.legal_actions:
        return describe_action(state.game, number)
    return f"play card {state.states[0].players[state.current_player].hand[number - PLAY]}"


def question(state: Any) -> str:
    return "play a card" if state.states[0].stage == TO_PLAY else "draw or dive"


def summary(state: Any) -> str:
    return f"round {state.states[0].round_no + 1}"


def ansi(state: Any, viewer: int | None = None, colour: bool = False) -> str:
    lines = [f"Tide Pools, {'over' if state.is_terminal else summary(state)}, deck: {state.states[0].deck_count} cards"]
    for seat, me in enumerate(state.states[0].players[: state.game.num_players]):
        hand = me.hand[: me.hand_count].tolist() if viewer in (None, seat) else f"{me.hand_count} cards"
        lines.append(f"seat {seat}: {me.by_cards} points by cards, {me.pearls} pearls, hand: {hand}")
    return "\n".join(lines)


def card_of(state: Any, number: int) -> int:
    """The card that an answer plays; 0 if it plays none."""
    return int(state.states[0].players[state.current_player].hand[number - PLAY]) if number < DRAW else 0


def targets(state: Any, number: int) -> tuple[str, ...]:
    card = card_of(state, number)
    return (f"hand-{card}",) if card else ()


def facts(state: Any, number: int) -> dict[str, Any]:
    """Points at once: the number of the card, or a pearl."""
    return {"card": card_of(state, number), "points": card_of(state, number) or int(number == DIVE)}


def seen(position: dict[str, Any], seat: int, state: Any) -> None:
    del position["deck"]
    for other, player in enumerate(position["players"]):
        if other != seat:
            del player["hand"]


class GameLog(PlainLog):
    def log_beginning(self, record: Any) -> list[str]:
        hands = [player.hand.tolist() for player in record.players[: record.player_count]]
        return [f"Seat {seat} is dealt {hand}." for seat, hand in enumerate(hands) if self.viewer in (None, seat)]


# --- the game as the house knows it ---


def check(game: Any, record: Any) -> None:
    """Every card is in one place, there is room to draw one, and the game is where its rounds say."""
    n, rounds = game.num_players, game.options.rounds
    piles = [(record.deck, record.deck_count), *((player.hand, player.hand_count) for player in record.players)]
    if any(not 0 <= count <= len(pile) or pile[count:].any() for pile, count in piles):
        raise InvalidPosition("a pile has as many cards as it says")
    cards = [card for pile, count in piles for card in pile[:count].tolist()]
    if len(set(cards)) < len(cards) or not set(cards) <= set(range(1, CARDS + 1)):
        raise InvalidPosition(f"cards are numbered from 1 to {CARDS}, and each is in one place")
    if record.player_count != n or record.seat not in range(n) or record.players[n:].tobytes().strip(b"\0"):
        raise InvalidPosition(f"there are {n} players")
    if record.round_no not in range(rounds + 1) or record.over != (record.round_no == rounds):
        raise InvalidPosition(f"the game is over after {rounds} rounds, and not before")
    if record.stage not in (TO_PLAY, TO_REFILL) or record.players[record.seat].hand_count + record.stage > HAND:
        raise InvalidPosition("a card is played, then there is room for another")
    if any(player.by_cards < 0 or not 0 <= player.pearls <= MOST_ROUNDS for player in record.players):
        raise InvalidPosition(f"nobody owes points, and nobody has more than {MOST_ROUNDS} pearls")


KIND = Kind(
    name=__name__,
    title="Tide Pools",
    version=0,
    letters=b"TP",
    entry=Module(__name__),
    actions=ACTIONS,
    observation=OBSERVATION,
    state=STATE,
    rulebook=RULEBOOK,
    features=FEATURES,
    workspace=ROOM,
    score_sources=("cards", "pearls"),
    load_catalogue=lambda folder=None: None,
    build_rulebook=lambda _, chosen: np.array([(chosen.num_players, chosen.rounds, chosen.goal)], RULEBOOK),
    build_features=lambda rulebook: np.array([(np.arange(CARDS + 1),)], FEATURES),
    points_so_far=lambda states: states["players"]["by_cards"] + states["players"]["pearls"],
    words=Module(__name__),
    notation=PlainNotation(check, seen),
    guided=Module(__name__),
    options=(
        Option("rounds", 4, lambda n, players: checked_number(n, "rounds", 1, MOST_ROUNDS), "rounds to play", int),
        Option("goal", 70, lambda n, players: checked_number(n, "goal", 0, 1000), "points that win alone", int),
    ),
)
