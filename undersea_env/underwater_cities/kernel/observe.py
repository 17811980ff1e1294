"""The observation: one list of pieces, and the kernel that writes them. What a player cannot know is never read.

Seats are rotated: the viewer is player 0, then the others in the order of their seats. Every number is a byte: four
times as many observations fit into the cache, and into a rollout, as with numbers of 32 bits.
"""

import numpy as np

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit
from undersea_env.compiling.raw import copy_bytes
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    BUILDING_SITES,
    CITIES_ON_BOARD,
    CONTRACTS_IN_PLAY,
    FACE_UP_SPECIALS,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    GAINS,
    HAND_CAPACITY,
    MAX_ACTION_CARDS,
    MAX_CONVERSIONS,
    MAX_ONCE_PER_TURN,
    MAX_REQUIREMENTS,
    MAX_TRIGGERS_AT_ONCE,
    METROPOLIS_SITES,
    METROPOLISES,
    N_SITES,
    NEUTRAL_TILE,
    SITES_AT_CITY,
    TABLEAU_CAPACITY,
    TOKENS,
    TUNNEL_SITES,
)
from undersea_env.underwater_cities.compiled.opcodes import Column
from undersea_env.underwater_cities.kernel import frames, questions
from undersea_env.underwater_cities.kernel.layout import (
    CARD_SIZE,
    EFFECT_FEATURES,
    FIRST_EFFECT_COLUMN,
    HAND_SHOWN,
    MOST,
    MOST_POINTS,
    MOST_TOKENS,
    OBSERVATION,
    OBSERVATION_SIZE,
    PAGE,
    PLAYER,
    SITE_COLUMNS,
    SUMMED_COLUMNS,
    TABLEAU_SHOWN,
)
from undersea_env.underwater_cities.kernel.network import (
    FARM,
    LAB,
    NONSYMBIOTIC,
    SYMBIOTIC,
    UPGRADED,
    count,
    count_cities,
    count_complete_cities,
    count_paid_specials,
    is_metropolis_connected,
    sites_at,
    sites_with,
    tunnels_next_to_cities,
    upgraded_sites,
    upgraded_tunnels,
)
from undersea_env.underwater_cities.kernel.questions import PRODUCING, TO_CHOOSE, TO_PLAY
from undersea_env.underwater_cities.kernel.questions.triggers import waits_with_choice
from undersea_env.underwater_cities.printed.words import Event, Thing

CHILD, CHILDREN, MASK = int(Column.CHILD), int(Column.CHILDREN), int(Column.MASK)

_START = {piece.name: piece.start for piece in OBSERVATION}
_WIDTH = {piece.name: piece.shape[-1] for piece in OBSERVATION}
GAME = _START["game"]
PHASE = _START["phase"]
DECIDES = _START["decides"]
MOVER = _START["mover"]
TABLE = _START["table"]
QUESTION = _START["question"]
QUESTION_STAGE = _START["question_stage"]
QUESTION_THING = _START["question_thing"]
QUESTION_RESOURCES = _START["question_resources"]
QUESTION_NUMBERS = _START["question_numbers"]
QUESTION_PARTS = _START["question_parts"]
PART_WIDTH = _WIDTH["question_parts"]
OPEN_CARD = _START["open_card"]
PRODUCED = _START["produced"]
CONVERTED = _START["converted"]
MY_ONCE_PER_TURN = _START["my_once_per_turn"]
MY_EVENTS = _START["my_events"]
SLOTS = _START["slots"]
SLOT_WIDTH = _WIDTH["slots"]
PLAYERS = _START["players"]
PLAYER_WIDTH = _WIDTH["players"]
MY_HAND = _START["my_hand"]
MY_TABLEAU = _START["my_tableau"]
THEIR_TABLEAU = _START["their_tableau"]
MY_ACTION_CARDS = _START["my_action_cards"]
ACTION_WIDTH = _WIDTH["my_action_cards"]
THEIR_ACTION_CARDS = _START["their_action_cards"]
MY_METROPOLISES = _START["my_metropolises"]
METROPOLIS_WIDTH = _WIDTH["my_metropolises"]
SPECIALS = _START["specials"]
DECK_SPECIALS = _START["deck_specials"]
CONTRACT_ROW = _START["contracts"]
CONTRACT_WIDTH = _WIDTH["contracts"]
MY_CITIES = _START["my_cities"]
MY_BUILDINGS = _START["my_buildings"]
MY_TUNNELS = _START["my_tunnels"]
THEIR_SITES = _START["their_sites"]
THEIR_UPGRADED = _START["their_upgraded"]
THEIR_METROPOLISES = _START["their_metropolises"]
MY_EXTRA_METROPOLISES = _START["my_extra_metropolises"]
SPARE_METROPOLISES = _START["spare_metropolises"]
BOOKKEEPING = _START["bookkeeping"]

_PLAYER_COLUMN = {name: k for k, name in enumerate(PLAYER)}
P_KELP = _PLAYER_COLUMN["kelp"]
P_SPACE = _PLAYER_COLUMN["federation_space"]
P_CITIES = _PLAYER_COLUMN["cities"]
P_FARMS = _PLAYER_COLUMN["farms"]
P_UPGRADED_FARMS = _PLAYER_COLUMN["upgraded_farms"]
P_COMPLETE = _PLAYER_COLUMN["complete_cities"]
P_TUNNELS = _PLAYER_COLUMN["tunnels"]
P_METROPOLISES = _PLAYER_COLUMN["connected_metropolises"]
P_ACTION_CARDS = _PLAYER_COLUMN["action_cards"]
P_SUMMED = _PLAYER_COLUMN[SUMMED_COLUMNS[0]]
P_PAID_SPECIALS = _PLAYER_COLUMN["paid_specials"]
P_DISCOUNTS = _PLAYER_COLUMN["upgrade_discount"]
N_DISCOUNTS = len(Thing) + 1
N_EVENTS, N_SUMMED = len(Event), len(SUMMED_COLUMNS)
METROPOLIS_SIZE = METROPOLIS_WIDTH - 1
PRINTED_AT_CITIES, PRINTED_AT_BUILDINGS, PRINTED_AT_TUNNELS = (
    len(SITE_COLUMNS) * sites for sites in (CITIES_ON_BOARD, BUILDING_SITES, TUNNEL_SITES)
)
TILES_OF_SEATS = NEUTRAL_TILE - 1
QUESTIONS_WITH_STAGES = (
    1 << questions.TURN | 1 << questions.BUILD | 1 << questions.UPGRADE | 1 << questions.TAKE_SPECIAL
)

# --- the kernel ---


@jit
def rotated(state, viewer, seat):
    """A seat as the viewer counts: 0 is the viewer."""
    return (seat - viewer + state.player_count) % state.player_count


@jit
def put_card(out, at, features, card):
    copy_bytes(out, at, features.card[card], CARD_SIZE)


@jit
def put_effect(out, at, features, first, parts):
    """Add up what the parts of an effect give; part 0 is none."""
    copy_bytes(out, at, features.part[first], EFFECT_FEATURES)
    for row in range(first + 1, first + parts):
        for k in range(EFFECT_FEATURES):
            out[at + k] = min(MOST, out[at + k] + features.part[row, k])


@jit
def observe(state, rules, features, viewer, out):
    """Write all that the viewer may know of one game."""
    for k in range(OBSERVATION_SIZE):
        out[k] = 0
    observe_game(state, rules, viewer, out)
    if state.over == 0:
        observe_question(state, rules, features, out)
    observe_slots(state, rules, viewer, out)
    observe_market(state, rules, features, viewer, out)
    observe_own_cards(state, rules, features, viewer, out)
    observe_own_cities(features, state.players[viewer], out)
    observe_own_buildings(features, state.players[viewer], out)
    observe_own_tunnels(rules, features, state.players[viewer], out)
    for k in range(state.player_count):
        seat = (viewer + k) % state.player_count
        observe_player(state, rules, features, seat, out, PLAYERS + k * PLAYER_WIDTH)
        if k > 0:
            observe_others_things(state.players[seat], out, k - 1)
    for k in range(state.player_count):
        at = PLAYERS + rotated(state, viewer, state.order[k]) * PLAYER_WIDTH
        out[at + 2] = k + 1
        at = PLAYERS + rotated(state, viewer, state.track[k]) * PLAYER_WIDTH
        out[at + P_SPACE + 1] = k + 1


@jit
def observe_game(state, rules, viewer, out):
    out[GAME] = state.player_count
    out[GAME + 1] = state.era
    out[GAME + 2] = state.round_no
    out[GAME + 3] = state.turn_no
    is_producing = state.over != 0 or state.frame[0].stage == PRODUCING
    if not is_producing:
        out[GAME + 4] = rules.rounds_before_end_of_era[state.era] + 1 - state.round_no
    out[GAME + 5] = 1 if state.era == rules.last_era else 0
    out[GAME + 6] = rules.contracts
    out[GAME + 7] = state.over
    out[TABLE] = state.supply[0]
    out[TABLE + 1] = state.supply[1]
    out[TABLE + 2] = state.supply[2]
    out[TABLE + 3] = state.era_deck_count
    out[TABLE + 4] = state.era_discard_count
    out[TABLE + 5] = state.special_count
    out[TABLE + 6] = state.metropolis_count
    if state.clone_tile == 0:
        out[TABLE + 7] = rules.clone_tile
    elif state.clone_tile == viewer + 1:
        out[TABLE + 8] = 1
    else:
        out[TABLE + 9] = 1
    out[TABLE + 10] = state.looked_count
    if state.over != 0:
        return
    out[GAME + 8] = 1 if state.seat == viewer else 0
    out[PHASE + state.frame[0].stage] = 1
    out[DECIDES + rotated(state, viewer, state.seat)] = 1
    if frames.is_in_a_turn(state):
        out[MOVER + rotated(state, viewer, state.order[state.mover])] = 1


@jit
def observe_question(state, rules, features, out):
    """The frame on top. All of it lies open: only the specials looked at are secret, and they stand elsewhere."""
    top = state.frame[state.frame_count - 1]
    question = np.int64(top.question)
    out[QUESTION + question - 1] = 1
    if (QUESTIONS_WITH_STAGES >> question) & 1:
        out[QUESTION_STAGE + top.stage] = 1
    out[QUESTION_NUMBERS] = min(MOST, top.left)
    out[QUESTION_NUMBERS + 4] = top.triggered
    out[QUESTION_NUMBERS + 9] = state.tunnels_this_turn
    out[QUESTION_NUMBERS + 10] = top.source
    if question == questions.BUILD and top.thing != 0:
        out[QUESTION_THING + top.thing - 1] = 1
    if (question == questions.BUILD or question == questions.UPGRADE) and top.stage != TO_CHOOSE:
        out[QUESTION_NUMBERS + 1] = top.site + 1
        out[QUESTION_NUMBERS + 2] = top.price
        out[QUESTION_NUMBERS + 3] = top.for_kelp
    card = np.int64(top.card)
    if frames.is_in_a_turn(state):
        turn = state.frame[1]
        if turn.stage != TO_PLAY:
            out[QUESTION_NUMBERS + 5] = turn.slot + 1
        out[QUESTION_NUMBERS + 6] = turn.card_first
        out[QUESTION_NUMBERS + 7] = turn.card_begun
        out[QUESTION_NUMBERS + 8] = turn.card_paid
        if card == 0:
            card = np.int64(turn.card)
    put_card(out, OPEN_CARD, features, card)
    out[BOOKKEEPING] = top.row // PAGE
    out[BOOKKEEPING + 1] = top.row % PAGE
    out[BOOKKEEPING + 2] = top.stage
    out[BOOKKEEPING + 3] = top.committed
    out[BOOKKEEPING + 4] = top.for_steelplast
    out[BOOKKEEPING + 5] = state.mover
    out[BOOKKEEPING + 6] = state.frame[0].left
    observe_parts(state, rules, features, top, question, out)
    if question == questions.CONVERSIONS:
        for r in range(TOKENS):
            out[PRODUCED + r] = min(MOST_TOKENS, state.produced[r])
        for k in range(MAX_CONVERSIONS):
            out[CONVERTED + k] = min(MOST, state.converted[k])


@jit
def observe_parts(state, rules, features, top, question, out):
    """What may be chosen from: parts of an effect, alternatives, cards that trigger; or the one part in question."""
    row = np.int64(top.row)
    if question == questions.EFFECT:
        for k in range(top.left):
            at = QUESTION_PARTS + k * PART_WIDTH
            out[at] = 1 - ((top.stage >> k) & 1)
            put_effect(out, at + 1, features, row + k, 1)
    elif question == questions.EITHER:
        for k in range(rules.part[row, CHILDREN]):
            at = QUESTION_PARTS + k * PART_WIDTH
            entry = rules.part[row, CHILD] + k
            out[at] = 1
            put_effect(out, at + 1, features, rules.alternative[entry, 0], rules.alternative[entry, 1])
    elif question == questions.TRIGGERS:
        observe_triggers(state, rules, features, top, out)
    elif question != questions.TURN and row != 0:
        out[QUESTION_PARTS] = 1
        put_effect(out, QUESTION_PARTS + 1, features, row, 1)
        if question == questions.DIFFERENT:
            left = rules.part[row, MASK] & ~top.stage
            for r in range(GAINS):
                out[QUESTION_RESOURCES + r] = (left >> r) & 1


@jit
def observe_triggers(state, rules, features, top, out):
    me = state.players[state.seat]
    place = 0
    for k in range(me.tableau_count):
        card = np.int64(me.tableau[k])
        if place < MAX_TRIGGERS_AT_ONCE and waits_with_choice(rules, card, top.row, top.thing):
            at = QUESTION_PARTS + place * PART_WIDTH
            out[at] = 1 - ((top.stage >> place) & 1)
            put_effect(out, at + 1, features, rules.card_effect[card, 0], rules.card_effect[card, 1])
            place += 1


@jit
def observe_slots(state, rules, viewer, out):
    for place in range(rules.slot_count):
        at = SLOTS + (rules.first_slot + place) * SLOT_WIDTH
        tiles = np.int64(state.slot_tiles[place])
        mine = (tiles >> viewer) & 1
        out[at] = 1
        out[at + 1] = mine
        out[at + 2] = ones(tiles & TILES_OF_SEATS) - mine
        out[at + 3] = 1 if tiles & NEUTRAL_TILE else 0
        out[at + 4] = 1 if tiles == 0 else 0
    out[SLOTS + ALWAYS_SLOT * SLOT_WIDTH] = 1
    out[SLOTS + ALWAYS_SLOT * SLOT_WIDTH + 4] = 1


@jit
def observe_market(state, rules, features, viewer, out):
    """Specials and contracts; while somebody looks at three, the next top card is not turned up (K-8)."""
    for k in range(FACE_UP_SPECIALS):
        if state.special_row[k] != 0:
            put_card(out, SPECIALS + k * CARD_SIZE, features, state.special_row[k])
    if state.looked_count == 0:
        if state.special_count > 0:
            put_card(out, DECK_SPECIALS, features, state.special_deck[state.special_count - 1])
    elif state.seat == viewer:
        for k in range(state.looked_count):
            put_card(out, DECK_SPECIALS + k * CARD_SIZE, features, state.looked[k])
    for k in range(state.metropolis_count):
        out[SPARE_METROPOLISES + state.metropolis_supply[k] - 1] = 1
    if rules.contracts == 0:
        return
    for k in range(CONTRACTS_IN_PLAY):
        contract = np.int64(state.contract_row[k])
        if contract != 0:
            at = CONTRACT_ROW + k * CONTRACT_WIDTH
            lacking = 0
            for r in range(MAX_REQUIREMENTS):
                what = rules.contract_requirement[contract, r, 0]
                if what != 0:
                    lacking += max(0, rules.contract_requirement[contract, r, 1] - count(state, rules, viewer, what))
            out[at] = contract
            out[at + 1] = min(MOST_TOKENS, lacking)
            out[at + 2] = features.contract[contract, 0]
            out[at + 3] = features.contract[contract, 1]


@jit
def observe_own_cards(state, rules, features, viewer, out):
    me = state.players[viewer]
    for k in range(min(HAND_SHOWN, np.int64(me.hand_count))):
        put_card(out, MY_HAND + k * CARD_SIZE, features, me.hand[k])
    for k in range(min(TABLEAU_SHOWN, np.int64(me.tableau_count))):
        put_card(out, MY_TABLEAU + k * CARD_SIZE, features, me.tableau[k])
    for k in range(me.action_count):
        at = MY_ACTION_CARDS + k * ACTION_WIDTH
        card = np.int64(me.action_card[k])
        out[at] = card
        out[at + 1] = me.action_used[k]
        copy_bytes(out, at + 2, features.card[card, 1 + FIRST_EFFECT_COLUMN :], EFFECT_FEATURES)
    for place in range(METROPOLIS_SITES):
        at = MY_METROPOLISES + place * METROPOLIS_WIDTH
        out[at] = 1 if is_metropolis_connected(rules, me, place) else 0
        copy_bytes(out, at + 1, features.metropolis[me.metropolis[place]], METROPOLIS_SIZE)
    for tile in range(METROPOLISES):
        out[MY_EXTRA_METROPOLISES + tile] = (me.extra_metropolises >> (tile + 1)) & 1
    used = np.int64(state.once_used) if state.seat == viewer else 0
    for k in range(MAX_ONCE_PER_TURN):
        out[MY_ONCE_PER_TURN + k] = ((me.once_per_turn_cards & ~used) >> k) & 1
    for k in range(N_EVENTS):
        out[MY_EVENTS + k] = (me.listens >> (k + 1)) & 1


@jit
def observe_own_cities(features, me, out):
    for c in range(CITIES_ON_BOARD):
        out[MY_CITIES + c] = me.city[c] == NONSYMBIOTIC
        out[MY_CITIES + CITIES_ON_BOARD + c] = me.city[c] == SYMBIOTIC
        out[MY_CITIES + 2 * CITIES_ON_BOARD + c] = (me.open_cities >> c) & 1
        out[MY_CITIES + 3 * CITIES_ON_BOARD + c] = (me.connected_cities >> c) & 1
    printed = MY_CITIES + 4 * CITIES_ON_BOARD
    copy_bytes(out, printed, features.city_site[me.board], PRINTED_AT_CITIES)


@jit
def observe_own_buildings(features, me, out):
    """One loop for each column: such loops are compiled to a few wide instructions."""
    for thing in range(FARM, LAB + 1):
        at = MY_BUILDINGS + (thing - FARM) * BUILDING_SITES
        for k in range(BUILDING_SITES):
            out[at + k] = me.building[k] == thing
    at = MY_BUILDINGS + 3 * BUILDING_SITES
    copy_bytes(out, at, me.upgraded, BUILDING_SITES)
    at += BUILDING_SITES
    open_building = me.open_building | me.open_expansion
    for k in range(BUILDING_SITES):
        out[at + k] = (open_building >> k) & 1
    at += BUILDING_SITES
    for c in range(CITIES_ON_BOARD):
        is_connected = (me.connected_cities >> c) & 1
        for k in range(SITES_AT_CITY):
            out[at + c * SITES_AT_CITY + k] = is_connected
    copy_bytes(out, at + BUILDING_SITES, features.building_site[me.board], PRINTED_AT_BUILDINGS)


@jit
def observe_own_tunnels(rules, features, me, out):
    for t in range(TUNNEL_SITES):
        out[MY_TUNNELS + t] = me.tunnel[t] != 0
        out[MY_TUNNELS + TUNNEL_SITES + t] = me.tunnel[t] == UPGRADED
        out[MY_TUNNELS + 2 * TUNNEL_SITES + t] = (me.open_tunnels >> t) & 1
    at = MY_TUNNELS + 3 * TUNNEL_SITES
    next_to_city = tunnels_next_to_cities(rules, me)
    for t in range(TUNNEL_SITES):
        out[at + t] = (next_to_city >> t) & 1
    copy_bytes(out, at + TUNNEL_SITES, features.tunnel_site[me.board], PRINTED_AT_TUNNELS)


@jit
def observe_others_things(other, out, k):
    at = THEIR_SITES + k * N_SITES
    copy_bytes(out, at, other.city, CITIES_ON_BOARD)
    copy_bytes(out, at + FIRST_BUILDING_SITE, other.building, BUILDING_SITES)
    copy_bytes(out, at + FIRST_TUNNEL_SITE, other.tunnel, TUNNEL_SITES)
    copy_bytes(out, THEIR_UPGRADED + k * BUILDING_SITES, other.upgraded, BUILDING_SITES)
    copy_bytes(out, THEIR_METROPOLISES + k * METROPOLIS_SITES, other.metropolis, METROPOLIS_SITES)
    at = THEIR_ACTION_CARDS + k * MAX_ACTION_CARDS * 2
    for place in range(other.action_count):
        out[at + 2 * place] = other.action_card[place]
        out[at + 2 * place + 1] = other.action_used[place]
    for place in range(min(TABLEAU_SHOWN, np.int64(other.tableau_count))):
        out[THEIR_TABLEAU + k * TABLEAU_SHOWN + place] = other.tableau[place]


@jit
def observe_player(state, rules, features, seat, out, at):
    """What everybody sees of a player; only what is connected is counted (B-9)."""
    him = state.players[seat]
    out[at] = 1
    out[at + 1] = him.board + 1
    for r in range(TOKENS):
        out[at + P_KELP + r] = min(MOST_TOKENS, him.resource[r])
    out[at + P_KELP + TOKENS] = min(MOST_POINTS, him.resource[TOKENS])
    out[at + P_SPACE] = him.space
    out[at + P_SPACE + 2] = him.hand_count
    out[at + P_SPACE + 3] = min(HAND_CAPACITY, him.extra_hand_cards)
    count_sites(rules, him, out, at)
    connected = 0
    for place in range(METROPOLIS_SITES):
        if is_metropolis_connected(rules, him, place):
            connected += 1
    out[at + P_METROPOLISES] = connected
    out[at + P_METROPOLISES + 1] = ones(him.extra_metropolises)
    ready = 0
    for k in range(him.action_count):
        ready += 1 - him.action_used[k]
    out[at + P_ACTION_CARDS] = him.action_count
    out[at + P_ACTION_CARDS + 1] = ready
    for k in range(him.tableau_count):
        for column in range(N_SUMMED):
            place = at + P_SUMMED + column
            out[place] = min(MOST_TOKENS, out[place] + features.summed[him.tableau[k], column])
    out[at + P_PAID_SPECIALS] = min(TABLEAU_CAPACITY, count_paid_specials(rules, him))
    out[at + P_PAID_SPECIALS + 1] = ones(him.contracts)
    for row in range(N_DISCOUNTS):
        total = 0
        for r in range(TOKENS):
            total += him.discount[row, r]
        out[at + P_DISCOUNTS + row] = min(MOST, total)


@jit
def count_sites(rules, him, out, at):
    """Cities, buildings of each kind and tunnels, in one go."""
    connected = sites_at(him.connected_cities)
    upgraded = connected & upgraded_sites(him)
    for thing in range(FARM, LAB + 1):
        buildings = connected & sites_with(him, thing)
        out[at + P_FARMS + thing - FARM] = ones(buildings)
        out[at + P_UPGRADED_FARMS + thing - FARM] = ones(buildings & upgraded)
    tunnels = tunnels_next_to_cities(rules, him)
    out[at + P_CITIES] = ones(him.built_cities)
    out[at + P_CITIES + 1] = ones(him.connected_cities)
    out[at + P_CITIES + 2] = count_cities(him, SYMBIOTIC)
    out[at + P_COMPLETE] = count_complete_cities(him)
    out[at + P_TUNNELS] = ones(tunnels)
    out[at + P_TUNNELS + 1] = ones(tunnels & upgraded_tunnels(him))
