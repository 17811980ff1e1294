"""Compile what training and trained networks need into the cache."""

from functools import partial
from typing import TYPE_CHECKING

from undersea_env.compiling.warming import Part
from undersea_env.errors import MissingExtra
from undersea_env.training import check_extra

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind


def parts_of(kind: "Kind") -> tuple[Part, ...]:
    """What who trains, or plays what was trained, waits for, once; nothing where the extra `train` is missing."""
    try:
        check_extra()
    except MissingExtra:
        return ()
    own = getattr(kind.network, "ENTRY_MODULES", ())
    guided = () if kind.guided is None else (kind.guided.guide.py_func.__module__,)
    modules = ("undersea_env.training.kernels", "undersea_env.core.advantages", *own, *guided)
    return (Part("training", partial(use_training, kind), modules),)


def use_training(kind: "Kind") -> None:
    """Two tiny updates, one of them by imitation, a choice of the network, and one of a search that it guides."""
    import numpy as np

    from undersea_env.agents import Positions
    from undersea_env.agents.greedy import has_heuristic
    from undersea_env.core.batch import Batch
    from undersea_env.core.guiding import Searching
    from undersea_env.core.position import Game
    from undersea_env.training.config import Config
    from undersea_env.training.kernels import mix_backwards
    from undersea_env.training.network import GuidingNetwork
    from undersea_env.training.player import NetworkPlayer
    from undersea_env.training.ppo_selfplay import Trainer
    from undersea_env.training.zero_player import GuidedPlayer

    config = Config(game=kind.name, lanes=2, shards=1, steps=4, minibatch=8, chunk=8,
                    imitation=0.5 if has_heuristic(kind) else 0.0, tensorboard=False)
    trainer = Trainer(config, threads=1)
    for used in (0.0, 1.0):
        trainer.advance(used)
    if not config.imitation:                             # nobody to imitate: learn from what it did itself
        trainer.imitates = True
        trainer.learn(1.0)
    batch = Batch(Game(kind), n=1)
    NetworkPlayer(trainer.network, "warm", kind).choose(batch.observe(), batch.legal(), batch.players())
    trainer.close()
    mix_backwards(np.zeros((1, 2), np.float32), np.zeros(2, np.float32), 0.5)
    if kind.guided is not None:
        network = GuidingNetwork(config.preset, kind, batch.game)
        player = GuidedPlayer(network, "warm", kind, 1, Searching(1))
        player.choose(None, batch.legal(), batch.players(), Positions.imagined(batch, 0))
