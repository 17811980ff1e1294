"""Bots that decide in one position at a time, as agents that are asked about many."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.failing import MISSHAPEN, AgentFailed, Failure, in_one_line
from undersea_env.errors import InvalidOption


class OneByOne:
    """Shows its bot what the seat may know and what it may answer: `bot.decide(view, options)` gives one of them."""

    wants_positions = True
    wants_observations = False

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.name = bot.name

    def choose(self, observations: Any, masks: Any, players: Any, positions: Any = None) -> NDArray[np.int64]:
        """One action for each row; without positions there is nothing to be shown."""
        if positions is None:
            raise InvalidOption(f"{self.name} decides by positions: give it `positions`")
        asked = zip(_states_of(positions), players, strict=True)
        return np.array([self._decided(state, int(seat)) for state, seat in asked], np.int64)

    def _decided(self, state: Any, seat: int) -> int:
        if state.is_terminal:
            return 0                                     # nothing is asked; it is not looked at
        options = state.options
        chosen = self.bot.decide(state.view(seat), options)
        if not any(chosen is option for option in options):
            what = in_one_line(f"{chosen!r:.80}")
            raise AgentFailed(Failure(MISSHAPEN, f"decide gave {what}, which is not one of the options"))
        return int(chosen.action)


def _states_of(positions: Any) -> Sequence[Any]:
    from undersea_env.compiling.raw import as_bytes
    from undersea_env.core.position import State

    if isinstance(positions, Sequence):
        return positions
    rows = as_bytes(np.ascontiguousarray(positions.states))
    return [State.of(positions.game, bytearray(row.tobytes())) for row in rows]
