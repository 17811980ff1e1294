"""Whole batches of positions as one seat of each may imagine them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.raw import as_bytes
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game
from undersea_env.core.streams import RowStream


@dataclass(frozen=True)
class Positions:
    """The positions to decide in, one record a row; all that the seat that asks cannot know is dealt anew."""

    game: Game
    states: NDArray[Any]                             # contiguous, of the kind's `state`; the agent may write into them

    @classmethod
    def imagined(cls, batch: Batch, seed: int) -> "Positions":
        """Of all games of a batch, each as the seat that decides may imagine it; the seed decides what it imagines."""
        viewers = np.maximum(batch.players(), 0)     # a game that is over has nobody who decides
        states = redealt(batch.game, batch.states, np.arange(batch.n), viewers, RowStream(seed).take(batch.n))
        return cls(batch.game, states)


def copied(game: Game, states: NDArray[Any], lanes: NDArray[np.int64]) -> NDArray[Any]:
    """The records of these lanes to the byte; numpy's own copies leave what lies between the fields undefined."""
    rows: NDArray[np.uint8] = as_bytes(states)[lanes]
    return rows.view(game.kind.state).reshape(-1)


def redealt(
    game: Game, states: NDArray[Any], lanes: NDArray[np.int64], viewers: NDArray[np.int64], seeds: NDArray[np.uint64]
) -> NDArray[Any]:
    """Copies of these lanes in which all that the viewer of each cannot know is dealt anew."""
    imagined = copied(game, states, lanes)
    game.engine.redeal(imagined, viewers, seeds, 0, len(imagined))
    return imagined
