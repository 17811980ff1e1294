"""Compile what agents need into the cache: their choices, and the search."""

from functools import partial
from typing import TYPE_CHECKING

from undersea_env.compiling.warming import Part

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind


def parts_of(kind: "Kind") -> tuple[Part, ...]:
    """What agents of a game wait for, once; nothing if no agent can think of it."""
    source = kind.entry if kind.heuristic is None else kind.heuristic
    if not hasattr(source, "think"):
        return ()
    modules = dict.fromkeys(("undersea_env.core.choosing", source.think.py_func.__module__))
    return (Part("agents", partial(use_agents, kind), tuple(modules)),)


def use_agents(kind: "Kind") -> None:
    """Let them decide once, with the types that the arena uses."""
    from undersea_env.agents import Positions, make
    from undersea_env.core.batch import Batch
    from undersea_env.core.position import Game

    batch = Batch(Game(kind), n=1)
    masks, players = batch.legal().copy(), batch.players()           # one's own, as everybody passes them
    for code in ("random", "mcts:1"):
        make(code, game=kind).choose(None, masks, players, Positions.imagined(batch, 0))
    if hasattr(kind.heuristic, "positions_seen"):
        make("greedy", game=kind).choose(batch.observe(), masks, players)
