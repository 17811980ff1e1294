"""Any legal action, each equally likely."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.agent import Numbers, Positions
from undersea_env.core.arrays import writable
from undersea_env.core.checking import as_array, told
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
        given = as_array(masks)
        wanted = self.kind.num_actions
        if given is None or given.dtype.kind not in "biu" or given.ndim != 2 or given.shape[1] != wanted:
            what = told(masks) if given is None else f"have the shape {given.shape} and are {given.dtype}"
            raise InvalidOption(f"masks have {wanted} columns of whole numbers, one an action; these {what}")
        masks = writable(np.ascontiguousarray(given, np.int8))
        n = len(masks)
        actions = np.empty(n, np.int64)
        choose_at_random(masks, self._stream.take(n), np.ones(n, np.bool_), actions)
        return actions
