"""Compile what agents need into the cache: dealing anew what a seat cannot see, their choices, the search."""

from typing import Any

from undersea_env.compiling.warming import Part


def _decide(code: str, from_observations: bool = False) -> None:
    """Let the agent decide once, with the types that the arena uses."""
    import numpy as np

    import undersea_env
    from undersea_env.agents import Positions, make
    from undersea_env.agents.redealing import redealt
    from undersea_env.core.batch import Batch

    game = undersea_env.game(num_players=2)
    batch = Batch(game, n=1)
    masks, players = batch.legal().copy(), batch.players()           # one's own, as everybody passes them
    states = redealt(game, batch.states, np.zeros(1, np.int64), players, np.zeros(1, np.uint64))
    observations: Any = batch.observe() if from_observations else None
    positions = None if from_observations else Positions(game, states)
    make(code).choose(observations, masks, players, positions)


def use_agents() -> None:
    _decide("random")
    _decide("greedy")
    _decide("greedy", from_observations=True)


def use_search() -> None:
    _decide("mcts:1")


PARTS = (
    Part("agents", use_agents, (
        "undersea_env.agents.kernel.redealing",
        "undersea_env.core.choosing",
        "undersea_env.underwater_cities.heuristic.choosing",
        "undersea_env.underwater_cities.heuristic.recalling",
    )),
    Part("search", use_search, ("undersea_env.agents.kernel.tree",)),
)
