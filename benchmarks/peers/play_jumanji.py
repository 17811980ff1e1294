"""Jumanji: puzzles and games of one player in JAX, here on the CPU; the whole random play is one compiled loop."""

# /// script
# dependencies = ["jumanji==1.1.2", "jax==0.10.2", "jaxlib==0.10.2", "numpy==2.4.6"]
# ///

import jax.numpy as jnp
import jumanji
from jax_loop import Loop, measure_loops, prepare
from jumanji.wrappers import VmapAutoResetWrapper
from measuring import Reporter

GAMES = ["Game2048-v1", "Tetris-v0", "Minesweeper-v0"]


def measure(reporter, game):
    env = VmapAutoResetWrapper(jumanji.make(game))

    def make_loop(batch):
        def begin(keys):
            return env.reset(keys)

        def mask(carried):
            return carried[1].observation.action_mask.reshape(batch, -1)

        def player(carried):
            return jnp.zeros(batch, jnp.int32)

        def step(carried, actions, keys):
            shape = carried[1].observation.action_mask.shape[1:]
            if len(shape) > 1:                             # an action is the place in a table
                actions = jnp.stack(jnp.unravel_index(actions, shape), axis=1).astype(jnp.int32)
            state, timestep = env.step(carried[0], actions)
            return (state, timestep), timestep.last()

        return Loop(batch, begin, mask, player, step)

    measure_loops(reporter, game, make_loop, players=1)


if __name__ == "__main__":
    prepare()
    Reporter("Jumanji", "jumanji").try_games(GAMES, measure)
