"""Compile the rules of a game into the cache, so that whoever comes next only loads them."""

from functools import partial
from typing import TYPE_CHECKING

from undersea_env.compiling.warming import Part

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind


def rules_of(kind: "Kind") -> Part:
    """What every user of a game waits for, once. Words that have entry points of their own name them."""
    modules = kind.entry.run_task.py_func.__module__, "undersea_env.core.choosing"
    return Part("rules", partial(use_rules, kind), (*modules, *getattr(kind.words, "ENTRY_MODULES", ())))


def use_rules(kind: "Kind") -> None:
    """Use each entry point once, with the types that the package uses."""
    import numpy as np

    from undersea_env.core.batch import Batch
    from undersea_env.core.choosing import choose_at_random
    from undersea_env.core.position import Game

    game = Game(kind)
    state = game.new_game(seed=0)
    state.apply_action(state.legal_actions[0])
    state.score_breakdown(0)
    state.observation(0)
    if hasattr(kind.words, "use_entries"):
        kind.words.use_entries(state)
    game.from_dict(state.resample(0, seed=1).to_dict())
    batch = Batch(game, n=2)
    batch.observe()
    batch.scores()
    choose_at_random(batch.legal().copy(), np.zeros(2, np.uint64), np.ones(2, np.bool_), np.zeros(2, np.int64))
