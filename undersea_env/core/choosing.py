"""A random legal action in each lane, from the lane's own stream: the same whatever happens in other lanes."""

import numpy as np

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.random_stream import STEP, mixed, scaled
from undersea_env.compiling.raw import places_of

STRETCH = 64                     # actions looked at in one go


@jit
def legal_from(mask, first):
    """The legal actions of a stretch as bits; the last stretch of a mask may be shorter."""
    if first + STRETCH <= len(mask):
        return places_of(mask[first:], 1, STRETCH)
    legal = np.int64(0)
    for k in range(first, len(mask)):
        if mask[k] == 1:
            legal |= np.int64(1) << (k - first)
    return legal


@kernel
def choose_at_random(masks, streams, wanted, actions):
    """Where `wanted`: a legal action, each equally likely; -1 elsewhere."""
    for i in range(len(actions)):
        actions[i] = -1
        if wanted[i]:
            n = 0
            for first in range(0, masks.shape[1], STRETCH):
                n += ones(legal_from(masks[i], first))
            streams[i] += STEP
            left = scaled(mixed(streams[i]), n)
            for first in range(0, masks.shape[1], STRETCH):
                legal = legal_from(masks[i], first)
                if left < ones(legal):
                    for _ in range(left):
                        legal &= legal - 1
                    actions[i] = first + lowest(legal)
                    break
                left -= ones(legal)
