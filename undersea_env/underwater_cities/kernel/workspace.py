"""Room that a kernel works in, one record a thread, so that nothing is allocated inside a step."""

import numpy as np

from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.state import STATE

MAX_DEPTH = 40                   # answers in one card's effect, as far as a look ahead goes

WORKSPACE = np.dtype(
    [
        ("legal", "i2", (NUM_ACTIONS,)),
        ("count", "i4", (MAX_DEPTH,)),                   # of a look ahead: answers at each depth, and how many were tried
        ("tried", "i4", (MAX_DEPTH,)),
        ("action", "i2", (MAX_DEPTH, NUM_ACTIONS)),
        ("most_nodes", "i4"),                            # of any look ahead so far
        ("position", STATE, (MAX_DEPTH,)),
    ],
    align=True,
)


def new_workspaces(n: int) -> np.recarray:
    return np.zeros(n, WORKSPACE).view(np.recarray)
