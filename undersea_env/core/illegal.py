"""What becomes of an illegal action: the option `illegal_action` of every environment."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.batch import legal_choices
from undersea_env.core.checking import told
from undersea_env.core.choosing import choose_at_random
from undersea_env.core.lanes import Ended, Lanes, joined
from undersea_env.core.loop import LEAVE_ALONE
from undersea_env.core.pickling import Pickled
from undersea_env.errors import InvalidOption

RAISE, TERMINATE, RANDOM = ILLEGAL_ACTIONS = ("raise", "terminate", "random")
ILLEGAL_REWARD = -1.0                            # for the one whose illegal action ends the game; others: 0
REPLACEMENTS = np.uint64(0x1B873593CC9E2D51)     # sets the stream of replacements apart from the game's own


def checked_illegal_action(mode: Any) -> str:
    if not isinstance(mode, str) or mode not in ILLEGAL_ACTIONS:
        raise InvalidOption(f"illegal_action is one of {', '.join(map(repr, ILLEGAL_ACTIONS))}; not {told(mode)}")
    return mode


class Referee(Pickled):
    """Carries out actions in lanes of which some may be illegal.

    `counts`: those replaced in the games under way; whoever has told of a game that ended sets its count to 0.
    """

    def __init__(self, lanes: Lanes, mode: Any) -> None:
        self.lanes = lanes
        self.mode = checked_illegal_action(mode)
        self.counts = np.zeros(lanes.n, np.int64)

    def begin(self) -> None:
        self.counts[:] = 0

    def judge(self, actions: Any) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What to do in each lane, and the lanes whose game ends by an illegal action; "raise" raises for one."""
        if self.mode == RAISE:
            return self.lanes.checked(actions), np.zeros(0, np.int64)
        given = self.lanes.batch.as_numbers(actions)
        chosen, is_legal = legal_choices(self.lanes.own_masks, given)
        is_wrong = ~is_legal & ~self.lanes.over
        if self.mode == TERMINATE:
            chosen[is_wrong] = LEAVE_ALONE
            return chosen, np.flatnonzero(is_wrong)
        if is_wrong.any():
            drawn = np.empty_like(chosen)
            streams = self.lanes.batch.records["stream"] ^ REPLACEMENTS     # of the position: the same after a restore
            choose_at_random(self.lanes.own_masks, streams, is_wrong, drawn)
            chosen[is_wrong] = drawn[is_wrong]
            self.counts += is_wrong
        return chosen, np.zeros(0, np.int64)

    def carry_out(self, chosen: NDArray[np.int64], offenders: NDArray[np.int64]) -> Ended | None:
        """What `judge` found; as `Lanes.advance`."""
        ended = self.lanes.advance(chosen)
        if len(offenders):
            ended = joined(ended, self.lanes.forfeit(offenders, ILLEGAL_REWARD))
        return ended
