"""Whole batches of positions as one seat of each may imagine them."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.kernel.redealing import redeal_rows
from undersea_env.compiling.raw import as_bytes
from undersea_env.underwater_cities.kernel.state import STATE

if TYPE_CHECKING:
    from undersea_env.core.position import Game

def copied(states: NDArray[Any], lanes: NDArray[np.int64]) -> NDArray[Any]:
    """The records of these lanes to the byte; numpy's own copies leave what lies between the fields undefined."""
    rows: NDArray[np.uint8] = as_bytes(states)[lanes]
    return rows.view(STATE).reshape(-1)


def redealt(
    game: "Game", states: NDArray[Any], lanes: NDArray[np.int64], viewers: NDArray[np.int64], seeds: NDArray[np.uint64]
) -> NDArray[Any]:
    """Copies of these lanes in which all that the viewer of each cannot know is dealt anew."""
    imagined = copied(states, lanes)
    redeal_rows(as_bytes(imagined), game._rules_row, viewers, seeds)
    return imagined
