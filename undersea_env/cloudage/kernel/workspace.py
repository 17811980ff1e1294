"""Room that a kernel works in, one record a thread, so that nothing is allocated inside a step."""

import numpy as np

from undersea_env.cloudage.kernel.actions import NUM_ACTIONS
from undersea_env.cloudage.kernel.state import SCORE_SOURCES, STATE

WORKSPACE = np.dtype(
    [
        ("legal", "i2", (NUM_ACTIONS,)),
        ("parts", "i4", (len(SCORE_SOURCES),)),          # of a score
        ("empty", STATE),                                # nobody writes here: a game before it is set up
        ("copy", STATE),                                 # a position whose question is asked once more
    ],
    align=True,
)
