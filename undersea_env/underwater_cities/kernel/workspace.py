"""Room that a kernel works in, one record a thread, so that nothing is allocated inside a step."""

import numpy as np

from undersea_env.underwater_cities.compiled.limits import PLAYABLE_HAND, TABLEAU_CAPACITY
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.state import STATE

SEEN_PLACES = 1 << 18
MAX_DEPTH = 40                   # answers in one card's effect, as far as a look ahead goes

WORKSPACE = np.dtype(
    [
        ("legal", "i2", (NUM_ACTIONS,)),
        ("count", "i4", (MAX_DEPTH,)),                   # of a look ahead: answers left to try at each depth
        ("action", "i2", (MAX_DEPTH, NUM_ACTIONS)),
        ("bound_of_card", "i8", (PLAYABLE_HAND,)),       # what each card in hand could provide; -1: not looked at yet
        ("by_slot", "i8"),                               # what performing a slot could provide in this look ahead
        ("by_action_card", "i8"),
        ("lacking", "i4"),                               # what the slot in question waits for: a bit for each Thing
        ("rewarded_builds", "i4"),                       # one bit a Thing
        ("rewarded_upgrades", "i4"),
        ("seen", "u8", (SEEN_PLACES,)),                  # positions met in a long look ahead
        ("most_nodes", "i4"),                            # of any look ahead so far
        ("given_up", "i4"),                              # look aheads that became too large
        ("sellers", "i4", (TABLEAU_CAPACITY,)),          # of final scoring: cards that sell, and the best sale (V-5)
        ("sold", "i4", (TABLEAU_CAPACITY,)),
        ("best", "i4", (2,)),
        ("score", "i4", (4,)),
        ("empty", STATE),                                # nobody writes here: a game before it is set up
        ("position", STATE, (MAX_DEPTH,)),
    ],
    align=True,
)


def new_workspaces(n: int) -> np.recarray:
    return np.zeros(n, WORKSPACE).view(np.recarray)
