"""Any legal action, each equally likely."""

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.agent import Numbers, Positions
from undersea_env.core.choosing import choose_at_random
from undersea_env.core.streams import RowStream
from undersea_env.errors import InvalidOption


class RandomAgent:
    name = "random"
    wants_observations = False

    def __init__(self, seed: int = 0) -> None:
        self._stream = RowStream(seed)

    def choose(
        self, observations: Numbers | None, masks: Numbers, players: Numbers, positions: Positions | None = None
    ) -> NDArray[np.int64]:
        masks = np.ascontiguousarray(masks, np.int8)
        if masks.ndim != 2:
            raise InvalidOption(f"masks have one row a decision; these have the shape {masks.shape}")
        n = len(masks)
        actions = np.empty(n, np.int64)
        choose_at_random(masks, self._stream.take(n), np.ones(n, np.bool_), actions)
        return actions
