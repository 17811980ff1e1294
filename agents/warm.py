"""Compile the kernels of all agents into the cache."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind


def warm_up(game: "str | Kind | None" = None) -> None:
    """For one game, the first if none is named: whatever agents compile, they compile now."""
    import numpy as np

    import undersea_env
    from undersea_env.agents import Positions, make
    from undersea_env.core.batch import Batch

    batch = Batch(undersea_env.game(game=game), n=1)
    kind = batch.game.kind
    masks, players = batch.legal().copy(), batch.players()           # one's own, as everybody passes them
    for code in ("random", "mcts:1"):
        make(code, game=kind).choose(None, masks, players, Positions.imagined(batch, 0))
    if hasattr(kind.heuristic, "positions_seen"):
        make("greedy", game=kind).choose(np.array(batch.observe()), masks, players)
