"""Compile the kernels of all agents into the cache."""


def warm_up() -> None:
    import numpy as np

    import undersea_env
    from undersea_env.agents import Positions, make
    from undersea_env.agents.redealing import redealt
    from undersea_env.core.batch import Batch

    game = undersea_env.game(num_players=2)
    batch = Batch(game, n=1)
    masks, players = batch.legal().copy(), batch.players()           # one's own, as everybody passes them
    for code in ("random", "greedy", "mcts:1"):
        states = redealt(game, batch.states, np.zeros(1, np.int64), players, np.zeros(1, np.uint64))
        make(code).choose(None, masks, players, Positions(game, states))
