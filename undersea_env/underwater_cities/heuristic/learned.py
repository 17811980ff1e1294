"""A learned correction of greedy's value: a small network over what a seat may know, in kernels without an allocation.

Its input is a row of numbers, most of them found while greedy values the position, and a set of things that the seat
has: cards in hand or in play, its board, metropolises, contracts, and the slots that are taken. Each of those adds a
vector of its own to the first layer, so that only what the seat has costs time. The weights are an argument: another
network needs no compilation, and weights of zero change nothing.
"""

import numpy as np

from undersea_env.compiling.bits import ones
from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.raw import records_of
from undersea_env.underwater_cities.compiled.limits import (
    BOARDS,
    CONTRACTS,
    ERAS,
    HAND_CAPACITY,
    MAX_ACTION_CARDS,
    MAX_PLAYERS,
    MAX_SLOTS,
    METROPOLIS_SITES,
    METROPOLISES,
    N_CARDS,
    N_SLOTS,
    TABLEAU_CAPACITY,
    TOKENS,
)
from undersea_env.underwater_cities.heuristic.valuing import N_COUNTS, POINTS, THOUGHT, value
from undersea_env.underwater_cities.heuristic.worth import PARTS, as_worths
from undersea_env.underwater_cities.kernel.entry import as_rulebooks, as_states
from undersea_env.underwater_cities.kernel.network import CONNECTED_CITY, TUNNEL_COUNT
from undersea_env.underwater_cities.printed.words import Colour

HIDDEN, SECOND = 32, 16                                    # units of the two layers
POINTS_A_UNIT = 10.0                                       # of the network's output
TURNS_A_UNIT = 30.0                                        # of its input
COLOURS = len(Colour)

# numbers of the input, each about 1
CLOCK = 0                                                  # turns left, turns until production, the seat is to move
ERA = CLOCK + 3                                            # one of: productions done
TABLE = ERA + ERAS + 1                                     # one of: players
EXPECTED = TABLE + MAX_PLAYERS                             # greedy's value, points
SHARES = EXPECTED + 2                                      # the parts of greedy's value
HOLDS = SHARES + len(PARTS)                                # tokens
COUNTED = HOLDS + TOKENS                                   # what the effect language can count
NETWORK = COUNTED + N_COUNTS - 1                           # kelp made and short, loose cities and tunnels, open sites
RACE = NETWORK + 7                                         # place in the turn order, federation, clone tile
HELD_CARDS = RACE + 3                                      # by colour; hand limit; ready action cards
MISSING = HELD_CARDS + COLOURS + 2                          # tunnels to each metropolis
NUMBERS = MISSING + METROPOLIS_SITES

# things of the input
IN_HAND = 0
IN_PLAY = IN_HAND + N_CARDS
READY = IN_PLAY + N_CARDS
USED = READY + N_CARDS
BOARD = USED + N_CARDS
NEAR = BOARD + BOARDS                                      # metropolises of the board
CONNECTED = NEAR + METROPOLISES + 1
CLAIMED = CONNECTED + METROPOLISES + 1
TAKEN = CLAIMED + CONTRACTS + 1
THINGS = TAKEN + N_SLOTS
MOST_CARDS = HAND_CAPACITY + TABLEAU_CAPACITY + MAX_ACTION_CARDS
MOST_THINGS = MOST_CARDS + 1 + METROPOLIS_SITES + METROPOLISES + CONTRACTS + MAX_SLOTS

LEARNED = np.dtype(
    [
        ("is_used", "i8"),
        ("numbers", "f4", (NUMBERS, HIDDEN)),
        ("things", "f4", (THINGS, HIDDEN)),
        ("bias", "f4", (HIDDEN,)),
        ("second", "f4", (HIDDEN, SECOND)),
        ("second_bias", "f4", (SECOND,)),
        ("out", "f4", (SECOND,)),
        ("out_bias", "f4"),
    ],
    align=True,
)
INPUT = np.dtype(
    [
        ("number", "f4", (NUMBERS,)),
        ("thing", "i4", (MOST_THINGS,)),
        ("things", "i8"),
        ("hidden", "f4", (HIDDEN,)),
        ("second", "f4", (SECOND,)),
    ],
    align=True,
)
as_networks, as_inputs, as_thoughts = records_of(LEARNED), records_of(INPUT), records_of(THOUGHT)


@jit
def write_input(state, rules, seat, t, expected, x):
    """What the network sees of a seat whose position has just been valued, at `expected`, in `t`."""
    me = state.players[seat]
    number = x.number
    for k in range(NUMBERS):
        number[k] = 0.0
    number[CLOCK] = t.turns / TURNS_A_UNIT
    number[CLOCK + 1] = t.soon / 12.0
    number[CLOCK + 2] = 1.0 if state.seat == seat else 0.0
    number[ERA + min(max(t.done, 0), ERAS)] = 1.0
    number[TABLE + state.player_count - 1] = 1.0
    number[EXPECTED] = expected / 100.0
    number[EXPECTED + 1] = me.resource[POINTS] / 50.0
    for k in range(len(PARTS)):
        number[SHARES + k] = t.part[k] / 20.0
    for k in range(TOKENS):
        number[HOLDS + k] = me.resource[k] / 5.0
    for k in range(1, N_COUNTS):
        number[COUNTED + k - 1] = t.counts[k] / 5.0
    number[NETWORK] = t.kelp_income / 5.0
    number[NETWORK + 1] = t.short / 5.0
    number[NETWORK + 2] = (ones(me.built_cities) - t.counts[CONNECTED_CITY]) / 2.0
    number[NETWORK + 3] = (ones(me.built_tunnels) - t.counts[TUNNEL_COUNT]) / 2.0
    number[NETWORK + 4] = ones(me.open_cities) / 5.0
    number[NETWORK + 5] = ones(me.open_tunnels) / 5.0
    number[NETWORK + 6] = ones(me.open_building) / 10.0
    for k in range(state.player_count):
        if state.order[k] == seat:
            number[RACE] = k / 2.0
    number[RACE + 1] = me.space / 4.0
    number[RACE + 2] = 1.0 if state.clone_tile == 0 else 0.0
    number[HELD_CARDS + COLOURS] = me.extra_hand_cards / 2.0
    for place in range(METROPOLIS_SITES):
        needed = rules.metropolis_tunnels[me.board, place]
        number[MISSING + place] = ones(needed & ~me.built_tunnels) / 2.0
    write_things(state, rules, seat, x)


@jit
def write_things(state, rules, seat, x):
    me = state.players[seat]
    thing = x.thing
    number = x.number
    n = 0
    for k in range(me.hand_count):
        card = np.int64(me.hand[k])
        thing[n] = IN_HAND + card
        n += 1
        number[HELD_CARDS + rules.card_colour[card]] += 0.25
    for k in range(me.tableau_count):
        thing[n] = IN_PLAY + np.int64(me.tableau[k])
        n += 1
    for k in range(me.action_count):
        thing[n] = (READY if me.action_used[k] == 0 else USED) + np.int64(me.action_card[k])
        n += 1
        if me.action_used[k] == 0:
            number[HELD_CARDS + COLOURS + 1] += 0.25
    thing[n] = BOARD + np.int64(me.board)
    n += 1
    for place in range(METROPOLIS_SITES):
        needed = rules.metropolis_tunnels[me.board, place]
        is_connected = me.built_tunnels & needed == needed
        thing[n] = (CONNECTED if is_connected else NEAR) + np.int64(me.metropolis[place])
        n += 1
    if me.extra_metropolises:
        for tile in range(1, METROPOLISES + 1):
            if (me.extra_metropolises >> tile) & 1:
                thing[n] = CONNECTED + tile
                n += 1
    if me.contracts:
        for contract in range(1, CONTRACTS + 1):
            if (me.contracts >> contract) & 1:
                thing[n] = CLAIMED + contract
                n += 1
    for place in range(rules.slot_count):
        if state.slot_tiles[place] != 0:
            thing[n] = TAKEN + rules.first_slot + place
            n += 1
    x.things = n


@jit
def correction(network, x):
    """What the network adds to greedy's value, in points; the first unit of the first layer goes straight through."""
    hidden = x.hidden
    for h in range(HIDDEN):
        hidden[h] = network.bias[h]
    for k in range(NUMBERS):
        factor = x.number[k]
        if factor != 0.0:
            for h in range(HIDDEN):
                hidden[h] += factor * network.numbers[k, h]
    for k in range(x.things):
        thing = x.thing[k]
        for h in range(HIDDEN):
            hidden[h] += network.things[thing, h]
    second = x.second
    for j in range(SECOND):
        second[j] = network.second_bias[j]
    for h in range(1, HIDDEN):
        if hidden[h] > 0.0:
            for j in range(SECOND):
                second[j] += hidden[h] * network.second[h, j]
    total = network.out_bias + hidden[0]
    for j in range(SECOND):
        if second[j] > 0.0:
            total += second[j] * network.out[j]
    return POINTS_A_UNIT * total


@jit
def corrected_value(state, rules, worth, network, seat, t, x):
    """Greedy's value, and what the network adds to it."""
    expected = value(state, rules, worth, seat, t)
    if network.is_used:
        write_input(state, rules, seat, t, expected, x)
        expected += correction(network, x)
    return expected


@kernel
def value_positions(
    state_rows, rulebook_row, worth_row, network_row, thought_row, input_row, games, seats, values, numbers, things,
):
    """Of a seat of each game named: greedy's value and the correction, and what the network sees.

    `things` are as many as fit into its columns; -1 stands for none. Returns the most that a seat had.
    """
    states = as_states(state_rows)
    rules = as_rulebooks(rulebook_row)[0]
    worth = as_worths(worth_row)[0]
    network = as_networks(network_row)[0]
    t = as_thoughts(thought_row)[0]
    x = as_inputs(input_row)[0]
    most = 0
    for k in range(len(games)):
        state = states[games[k]]
        values[k, 0] = value(state, rules, worth, seats[k], t)
        write_input(state, rules, seats[k], t, values[k, 0], x)
        values[k, 1] = correction(network, x)
        for j in range(NUMBERS):
            numbers[k, j] = x.number[j]
        for j in range(things.shape[1]):
            things[k, j] = x.thing[j] if j < x.things else -1
        most = max(most, x.things)
    return most
