"""Compile the rules of a game into the cache, so that whoever comes next only loads them."""

from functools import partial
from typing import TYPE_CHECKING

from undersea_env.compiling.warming import Part

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind


def parts_of(kind: "Kind") -> tuple[Part, ...]:
    """The rules; and what the words of a game ask of them, if they name `PARTS`."""
    rules = Part("rules", partial(use_rules, kind), (kind.entry.run_task.py_func.__module__,))
    return rules, *getattr(kind.words, "PARTS", ())


def use_rules(kind: "Kind") -> None:
    """With the types that the package uses."""
    from undersea_env.core.batch import Batch
    from undersea_env.core.position import Game

    game = Game(kind)
    state = game.new_game(seed=0)
    state.apply_action(state.legal_actions[0])
    batch = Batch(game, n=2)
    batch.observe()
    batch.scores()
