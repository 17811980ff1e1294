"""Positions that a look ahead has met: it need not go on from one of them again."""

import numpy as np

from undersea_env.compiling.jit import jit
from undersea_env.compiling.random_stream import mixed
from undersea_env.compiling.raw import word_at
from undersea_env.underwater_cities.compiled.limits import (
    BUILDING_SITES,
    CITIES_ON_BOARD,
    FACE_UP_SPECIALS,
    TOKENS,
    TUNNEL_SITES,
)
from undersea_env.underwater_cities.kernel.state import FRAME, PLAYER
from undersea_env.underwater_cities.kernel.workspace import SEEN_PLACES

REMEMBER_FROM = 48               # positions in a look ahead before it begins to remember: most are over sooner
USE_ALL_FROM = 3_000             # and before it uses all places: clearing all of them takes time
FEW_PLACES = 1 << 12
FEW_SHIFT, ALL_SHIFT = np.uint64(64 - 12), np.uint64(64 - 18)
FRAME_SIZE = FRAME.itemsize
RESOURCE_SIZE = PLAYER["resource"].base.itemsize
WORD = 8                         # bytes
assert SEEN_PLACES == 1 << 18
assert FEW_PLACES > USE_ALL_FROM


@jit
def is_seen_before(room, number, nodes):
    """Whether this look ahead has been here already, at position `number`; remembers it if not."""
    places = FEW_PLACES if nodes < USE_ALL_FROM else SEEN_PLACES
    if nodes == REMEMBER_FROM or nodes == USE_ALL_FROM:
        room.seen[:places] = 0
    number = np.uint64(number)                       # integers come in signed, with the same bits
    place = np.int64(number >> (FEW_SHIFT if nodes < USE_ALL_FROM else ALL_SHIFT))
    while room.seen[place] != 0:
        if room.seen[place] == number:
            return True
        place = (place + 1) % places
    room.seen[place] = number
    return False


@jit
def fingerprint(state):
    """A number for all that bears on whether the slot can be used: open questions, and what the player has."""
    number = mixed_in(state.tunnels_this_turn, state.once_used)
    number = mixed_in(number, specials_left(state))
    number = mixed_in_frames(number, state)
    return mixed_in_player(number, state.players[state.seat]) | np.uint64(1)


@jit
def mixed_in(number, value):
    """One more value in a fingerprint."""
    return mixed(np.uint64(number) ^ np.uint64(value))


@jit
def mixed_in_frames(number, state):
    """The bytes of all frames but the lowest, which no look ahead changes; above the top there are only zeros."""
    number = np.uint64(number)                       # integers come in signed, with the same bits
    for at in range(FRAME_SIZE, FRAME_SIZE * state.frame_count, WORD):
        number = mixed_in(number, word_at(state.frame, at))
    return number


@jit
def mixed_in_player(number, me):
    """Not its points, nor which cards it holds."""
    number = mixed_in_bytes(number, me.resource, TOKENS * RESOURCE_SIZE)
    number = mixed_in_bytes(number, me.city, CITIES_ON_BOARD)
    number = mixed_in_bytes(number, me.tunnel, TUNNEL_SITES)
    number = mixed_in_bytes(number, me.building, BUILDING_SITES)
    number = mixed_in_bytes(number, me.upgraded, BUILDING_SITES)
    for k in range(me.action_count):
        number = mixed_in(number, 2 * me.action_card[k] + me.action_used[k])
    number = mixed_in(number, me.space)
    number = mixed_in(number, me.hand_count)
    number = mixed_in(number, me.contracts)
    return mixed_in(number, me.extra_metropolises)


@jit
def mixed_in_bytes(number, array, size):
    """The first bytes of an array, eight at a time; the last eight may overlap those before."""
    number = np.uint64(number)
    for at in range(0, size, WORD):
        number = mixed_in(number, word_at(array, min(at, size - WORD)))
    return number


@jit
def specials_left(state):
    """Specials that could still be taken, those being looked at included."""
    n = state.special_count + state.looked_count
    for k in range(FACE_UP_SPECIALS):
        n += state.special_row[k] != 0
    return n
