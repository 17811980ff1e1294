"""A position from an observation: all that the viewer may know is as it is, the rest is filled in somehow.

For agents that think with the engine but are given observations only. Stand-ins are in the hands of others and in the
piles; the questions below the open one, which wait for its end, are left out, so a turn can only be played on from its
beginning. A hand or tableau longer than the observation shows is cut off.
"""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import (
    BUILDING_SITES,
    CITIES_ON_BOARD,
    CONTRACTS_IN_PLAY,
    FACE_UP_SPECIALS,
    FIRST_BUILDING_SITE,
    FIRST_CHEAP_SPECIAL,
    FIRST_TUNNEL_SITE,
    HELD,
    MAX_ACTION_CARDS,
    MAX_CONVERSIONS,
    MAX_ONCE_PER_TURN,
    METROPOLIS_SITES,
    METROPOLISES,
    N_SITES,
    NEUTRAL_TILE,
    TOKENS,
    TUNNEL_SITES,
)
from undersea_env.underwater_cities.kernel import observe as seen
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.card_piles import refresh_standing_effects
from undersea_env.underwater_cities.kernel.frames import push
from undersea_env.underwater_cities.kernel.network import (
    FARM,
    NONSYMBIOTIC,
    SYMBIOTIC,
    count_paid_specials,
    refresh_network,
)
from undersea_env.underwater_cities.kernel.questions import FIRST_HALF, TO_PLAY
from undersea_env.underwater_cities.kernel.state import SUPPLIED
from undersea_env.underwater_cities.printed.words import Thing

N_QUESTIONS, N_THINGS = len(questions.Question), len(Thing)


@jit
def place_of_one(out, start, size):
    """Where a piece that marks one of several has its 1; 0 if nowhere."""
    for k in range(size):
        if out[start + k] != 0:
            return k
    return 0


@jit
def recall(out, rules, viewer, state):
    """Write the position that `out` shows to the viewer into a state that is all zero."""
    players = np.int64(out[seen.GAME])
    state.player_count = players
    state.era = out[seen.GAME + 1]
    state.round_no = out[seen.GAME + 2]
    state.turn_no = out[seen.GAME + 3]
    state.over = out[seen.GAME + 7]
    state.mover = out[seen.BOOKKEEPING + 5]
    state.seat = (viewer + place_of_one(out, seen.DECIDES, players)) % players
    for k in range(players):
        seat = (viewer + k) % players
        at = seen.PLAYERS + k * seen.PLAYER_WIDTH
        state.order[out[at + 2] - 1] = seat
        state.track[out[at + seen.P_SPACE + 1] - 1] = seat
        recall_player(out, at, state.players[seat])
        if k > 0:
            recall_others_things(out, k - 1, state.players[seat])
    recall_own_things(out, state.players[viewer])
    for seat in range(players):
        refresh_network(state, rules, seat)
        refresh_standing_effects(rules, state.players[seat])
    recall_table(out, rules, viewer, state)
    if state.over == 0:
        recall_question(out, rules, state)
    deal_stand_ins(out, rules, viewer, state)
    count_paid_instants(out, rules, viewer, state)


@jit
def recall_player(out, at, him):
    """What everybody sees of a player."""
    him.board = out[at + 1] - 1
    for r in range(HELD):
        him.resource[r] = out[at + seen.P_KELP + r]
    him.space = out[at + seen.P_SPACE]
    him.hand_count = out[at + seen.P_SPACE + 2]
    him.contracts = (1 << np.int64(out[at + seen.P_PAID_SPECIALS + 1])) - 1       # only their number is shown


@jit
def recall_others_things(out, k, other):
    at = seen.THEIR_SITES + k * N_SITES
    for c in range(CITIES_ON_BOARD):
        other.city[c] = out[at + c]
    for b in range(BUILDING_SITES):
        other.building[b] = out[at + FIRST_BUILDING_SITE + b]
        other.upgraded[b] = out[seen.THEIR_UPGRADED + k * BUILDING_SITES + b]
    for t in range(TUNNEL_SITES):
        other.tunnel[t] = out[at + FIRST_TUNNEL_SITE + t]
    for place in range(METROPOLIS_SITES):
        other.metropolis[place] = out[seen.THEIR_METROPOLISES + k * METROPOLIS_SITES + place]
    at = seen.THEIR_ACTION_CARDS + k * MAX_ACTION_CARDS * 2
    recall_action_cards(out, at, 2, other)
    at = seen.THEIR_TABLEAU + k * seen.TABLEAU_SHOWN
    recall_tableau(out, at, 1, other)


@jit
def recall_own_things(out, me):
    for c in range(CITIES_ON_BOARD):
        if out[seen.MY_CITIES + c] != 0:
            me.city[c] = NONSYMBIOTIC
        elif out[seen.MY_CITIES + CITIES_ON_BOARD + c] != 0:
            me.city[c] = SYMBIOTIC
    for b in range(BUILDING_SITES):
        for k in range(3):
            if out[seen.MY_BUILDINGS + k * BUILDING_SITES + b] != 0:
                me.building[b] = FARM + k
        me.upgraded[b] = out[seen.MY_BUILDINGS + 3 * BUILDING_SITES + b]
    for t in range(TUNNEL_SITES):
        me.tunnel[t] = out[seen.MY_TUNNELS + t] + out[seen.MY_TUNNELS + TUNNEL_SITES + t]
    for place in range(METROPOLIS_SITES):
        me.metropolis[place] = out[seen.MY_METROPOLISES + place * seen.METROPOLIS_WIDTH + 1]
    for tile in range(METROPOLISES):
        me.extra_metropolises |= np.int64(out[seen.MY_EXTRA_METROPOLISES + tile]) << (tile + 1)
    recall_action_cards(out, seen.MY_ACTION_CARDS, seen.ACTION_WIDTH, me)
    recall_tableau(out, seen.MY_TABLEAU, seen.CARD_SIZE, me)
    me.hand_count = min(np.int64(me.hand_count), seen.HAND_SHOWN)
    for k in range(me.hand_count):
        me.hand[k] = out[seen.MY_HAND + k * seen.CARD_SIZE]


@jit
def recall_action_cards(out, at, width, him):
    for k in range(MAX_ACTION_CARDS):
        if out[at + k * width] != 0:
            him.action_card[k] = out[at + k * width]
            him.action_used[k] = out[at + k * width + 1]
            him.action_count += 1


@jit
def recall_tableau(out, at, width, him):
    for k in range(seen.TABLEAU_SHOWN):
        if out[at + k * width] != 0:
            him.tableau[k] = out[at + k * width]
            him.tableau_count += 1


@jit
def recall_table(out, rules, viewer, state):
    """Slots, supplies and what lies open; which of the others has a tile somewhere is not shown, only how many."""
    for place in range(rules.slot_count):
        at = seen.SLOTS + (rules.first_slot + place) * seen.SLOT_WIDTH
        tiles = np.int64(out[at + 1]) << viewer
        others = np.int64(out[at + 2])
        for seat in range(state.player_count):
            if seat != viewer and others > 0:
                tiles |= 1 << seat
                others -= 1
        if out[at + 3] != 0:
            tiles |= NEUTRAL_TILE
        state.slot_tiles[place] = tiles
    if out[seen.TABLE + 8] != 0:
        state.clone_tile = viewer + 1
    elif out[seen.TABLE + 9] != 0:
        state.clone_tile = (viewer + 1) % state.player_count + 1
    for k in range(len(SUPPLIED)):
        state.supply[k] = out[seen.TABLE + k]
    for k in range(FACE_UP_SPECIALS):
        state.special_row[k] = out[seen.SPECIALS + k * seen.CARD_SIZE]
    for k in range(CONTRACTS_IN_PLAY):
        state.contract_row[k] = out[seen.CONTRACT_ROW + k * seen.CONTRACT_WIDTH]
    for tile in range(METROPOLISES):
        if out[seen.SPARE_METROPOLISES + tile] != 0:
            state.metropolis_supply[state.metropolis_count] = tile + 1
            state.metropolis_count += 1
    state.special_count = out[seen.TABLE + 5]
    state.looked_count = out[seen.TABLE + 10]
    if state.looked_count == 0:
        if state.special_count > 0:
            state.special_deck[state.special_count - 1] = out[seen.DECK_SPECIALS]
    else:
        for k in range(state.looked_count):
            state.looked[k] = out[seen.DECK_SPECIALS + k * seen.CARD_SIZE]
    for r in range(TOKENS):
        state.produced[r] = out[seen.PRODUCED + r]
    for k in range(MAX_CONVERSIONS):
        state.converted[k] = out[seen.CONVERTED + k]
    state.tunnels_this_turn = out[seen.QUESTION_NUMBERS + 9]
    state.once_used = state.players[viewer].once_per_turn_cards
    for k in range(MAX_ONCE_PER_TURN):
        if out[seen.MY_ONCE_PER_TURN + k] != 0:
            state.once_used &= ~(1 << k)


@jit
def recall_question(out, rules, state):
    """The course of the game below, the turn if there is one, and the open question on top."""
    push(state, questions.FLOW, 0, out[seen.BOOKKEEPING + 6], 0, 0)
    state.frame[0].stage = place_of_one(out, seen.PHASE, questions.NEW_ERA + 1)
    question = 1 + place_of_one(out, seen.QUESTION, N_QUESTIONS)
    numbers = seen.QUESTION_NUMBERS
    card = np.int64(out[seen.OPEN_CARD])
    in_a_turn = place_of_one(out, seen.MOVER, state.player_count) > 0 or out[seen.MOVER] != 0
    if in_a_turn:
        push(state, questions.TURN, 0, 0, 0, 0)
        turn = state.frame[1]
        turn.stage = FIRST_HALF if out[numbers + 5] != 0 else TO_PLAY
        turn.card = card
        turn.slot = max(0, np.int64(out[numbers + 5]) - 1)
        turn.card_first = out[numbers + 6]
        turn.card_begun = out[numbers + 7]
        turn.card_paid = out[numbers + 8]
    if not in_a_turn or question != questions.TURN:
        push(state, question, 0, 0, 0, 0)
    top = state.frame[state.frame_count - 1]
    top.row = np.int64(out[seen.BOOKKEEPING]) * seen.PAGE + out[seen.BOOKKEEPING + 1]
    top.stage = out[seen.BOOKKEEPING + 2]
    top.committed = out[seen.BOOKKEEPING + 3]
    top.left = out[numbers]
    top.triggered = out[numbers + 4]
    top.source = out[numbers + 10]
    if question == questions.LAY:
        top.card = card
    if question == questions.BUILD or question == questions.UPGRADE:
        for thing in range(N_THINGS):
            if out[seen.QUESTION_THING + thing] != 0:
                top.thing = thing + 1
        top.site = max(0, np.int64(out[numbers + 1]) - 1)
        top.price = out[numbers + 2]
        top.for_kelp = out[numbers + 3]
        top.for_steelplast = out[seen.BOOKKEEPING + 4]


@jit
def deal_stand_ins(out, rules, viewer, state):
    """Cards that nobody has seen are only counted; any card of the era stands for them."""
    first = rules.era_first_card[state.era]
    size = rules.era_size[state.era]
    state.era_deck_count = out[seen.TABLE + 3]
    state.era_discard_count = out[seen.TABLE + 4]
    for k in range(state.era_deck_count):
        state.era_deck[k] = first + k % size
    for k in range(state.era_discard_count):
        state.era_discard[k] = first + k % size
    for k in range(state.special_count):
        if state.special_deck[k] == 0:
            state.special_deck[k] = FIRST_CHEAP_SPECIAL + k
    for seat in range(state.player_count):
        if seat != viewer:
            for k in range(state.players[seat].hand_count):
                state.players[seat].hand[k] = first + k % size


@jit
def count_paid_instants(out, rules, viewer, state):
    """Instants that were paid for are only counted."""
    for k in range(state.player_count):
        him = state.players[(viewer + k) % state.player_count]
        paid = np.int64(out[seen.PLAYERS + k * seen.PLAYER_WIDTH + seen.P_PAID_SPECIALS])
        him.paid_instants = (1 << max(0, paid - count_paid_specials(rules, him))) - 1
