"""A random legal action in each lane, from the lane's own stream: the same whatever happens in other lanes."""

import numpy as np

from undersea_env.jit import kernel
from undersea_env.random_stream import SHIFT_32, STEP, mixed


@kernel
def choose_at_random(masks, streams, wanted, actions):
    """Where `wanted`: a legal action, each equally likely; -1 elsewhere."""
    for i in range(len(actions)):
        actions[i] = -1
        if wanted[i]:
            n = 0
            for action in range(masks.shape[1]):
                n += masks[i, action]
            streams[i] += STEP
            left = np.int64(((mixed(streams[i]) >> SHIFT_32) * np.uint64(n)) >> SHIFT_32)
            for action in range(masks.shape[1]):
                if masks[i, action]:
                    if left == 0:
                        actions[i] = action
                        break
                    left -= 1
