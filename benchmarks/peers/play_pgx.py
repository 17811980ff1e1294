"""pgx: games in JAX, here on the CPU; the whole random play is one compiled loop. Every step observes."""

# /// script
# dependencies = ["pgx==2.6.0", "jax==0.10.2", "jaxlib==0.10.2", "numpy==2.4.6"]
# ///

import tempfile
from pathlib import Path

import jax
import numpy as np
import pgx
from jax_loop import Loop, measure_loops, prepare
from measuring import Reporter
from pgx.experimental.wrappers import auto_reset

GAMES = ["backgammon", "chess", "bridge_bidding", "mahjong"]


def make_env(game):
    if game == "mahjong":
        from pgx.mahjong import Mahjong

        return Mahjong()
    if game == "bridge_bidding":
        return bridge_with_made_up_results()
    return pgx.make(game)


def bridge_with_made_up_results(deals=1000):
    """The table of double-dummy results has to be downloaded; what it says does not change the speed."""
    from pgx.bridge_bidding import BridgeBidding

    rng = np.random.default_rng(0)
    owners = np.array([rng.permutation(np.repeat(np.arange(4), 13)) for _ in range(deals)])
    weights = 4 ** np.arange(12, -1, -1)
    keys = (owners.reshape(deals, 4, 13) * weights).sum(axis=2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.npy"
        np.save(path, np.stack([keys, np.zeros_like(keys)]).astype(np.int32))
        return BridgeBidding(str(path))


def measure(reporter, game):
    env = make_env(game)
    reset_and_step = auto_reset(env.step, env.init)

    def make_loop(batch):
        def step(states, actions, keys):
            states = jax.vmap(reset_and_step)(states, actions, keys)
            return states, states.terminated | states.truncated

        return Loop(
            batch, jax.vmap(env.init), lambda states: states.legal_action_mask, lambda states: states.current_player,
            step,
        )

    measure_loops(reporter, game, make_loop, players=env.num_players)


if __name__ == "__main__":
    prepare()
    Reporter("pgx", "pgx").try_games(GAMES, measure)
