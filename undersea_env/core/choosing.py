"""A random legal action in each lane, from the lane's own stream: the same whatever happens in other lanes."""

import numpy as np

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import kernel
from undersea_env.compiling.random_stream import SHIFT_32, STEP, mixed
from undersea_env.compiling.raw import places_of
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS

STRETCH = 64                     # actions looked at in one go
assert NUM_ACTIONS % STRETCH == 0


@kernel
def choose_at_random(masks, streams, wanted, actions):
    """Where `wanted`: a legal action, each equally likely; -1 elsewhere."""
    if masks.shape[1] != NUM_ACTIONS:
        raise ValueError("a mask has a place for every action")
    for i in range(len(actions)):
        actions[i] = -1
        if wanted[i]:
            n = 0
            for first in range(0, NUM_ACTIONS, STRETCH):
                n += ones(places_of(masks[i, first:], 1, STRETCH))
            streams[i] += STEP
            left = np.int64(((mixed(streams[i]) >> SHIFT_32) * np.uint64(n)) >> SHIFT_32)
            for first in range(0, NUM_ACTIONS, STRETCH):
                legal = places_of(masks[i, first:], 1, STRETCH)
                if left < ones(legal):
                    for _ in range(left):
                        legal &= legal - 1
                    actions[i] = first + lowest(legal)
                    break
                left -= ones(legal)
