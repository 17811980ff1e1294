"""Metropolises: connecting them (B-11, B-12), and taking a spare one (L-2)."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled.limits import METROPOLIS_SITES
from undersea_env.underwater_cities.kernel.events import EVENT_CONNECT_METROPOLIS
from undersea_env.underwater_cities.kernel.gains import give_bonus, maybe_claim_contracts, trigger
from undersea_env.underwater_cities.kernel.network import is_metropolis_connected
from undersea_env.underwater_cities.kernel.state import FROM_METROPOLIS


@jit
def connected_metropolises(rules, me):
    connected = 0
    for place in range(METROPOLIS_SITES):
        if is_metropolis_connected(rules, me, place):
            connected |= 1 << place
    return connected


@jit
def connect_metropolis(state, rules, seat, metropolis):
    """B-12; an extra metropolis counts as connected likewise (L-2)."""
    trigger(state, rules, seat, EVENT_CONNECT_METROPOLIS, 0)
    effect = rules.metropolis_effect[metropolis]
    give_bonus(state, rules, seat, effect[0], effect[1], FROM_METROPOLIS)


@jit
def take_metropolis(state, rules):
    """L-2."""
    if state.metropolis_count == 0:
        return
    state.metropolis_count -= 1
    metropolis = np.int64(state.metropolis_supply[state.metropolis_count])
    state.metropolis_supply[state.metropolis_count] = 0
    state.players[state.seat].extra_metropolises |= 1 << metropolis
    connect_metropolis(state, rules, state.seat, metropolis)
    maybe_claim_contracts(state, rules, state.seat)
