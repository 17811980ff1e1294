"""Any legal action, each equally likely."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.agent import Numbers, Positions
from undersea_env.core.choosing import choose_at_random
from undersea_env.core.registry import kind_of
from undersea_env.core.streams import RowStream
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind


class RandomAgent:
    name = "random"
    wants_observations = False

    def __init__(self, seed: int = 0, game: "str | Kind | None" = None) -> None:
        self.kind = kind_of(game)
        self._stream = RowStream(seed)

    def choose(
        self, observations: Numbers | None, masks: Numbers, players: Numbers, positions: Positions | None = None
    ) -> NDArray[np.int64]:
        masks = np.ascontiguousarray(masks, np.int8)
        wanted = self.kind.num_actions
        if masks.ndim != 2 or masks.shape[1] != wanted:
            raise InvalidOption(f"masks have {wanted} columns, one an action; these have the shape {masks.shape}")
        n = len(masks)
        actions = np.empty(n, np.int64)
        choose_at_random(masks, self._stream.take(n), np.ones(n, np.bool_), actions)
        return actions
