"""Random play compiled by JAX as one loop over a batch, on the CPU; shared by the peers that are written in it."""

import os
import time

import jax
import jax.numpy as jnp
from measuring import LONGEST_FIRST_GAMES, MOST_UNFINISHED, SMALL_BATCH, Tally, timed, usable_cores, use_cores

FIRST_STEPS = 16
LARGE_BATCH = 1024                 # a step of chess for so many games takes a second; more are no faster on a CPU


def prepare():
    """Compiled programs are kept beside the peer, so that only the first run compiles."""
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_compilation_cache_dir", os.path.join(os.environ["VIRTUAL_ENV"], "compiled"))


def choose_uniformly(key, mask):
    """One index of a flat mask."""
    return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf))


class Loop:
    """Made of `begin(keys)`, which returns states, their `mask` and `player`, and `step(states, actions, keys)`, which
    returns states and whether a game ended; all of them for the whole batch.

    Beside playing it notes decisions, turns and legal actions of the first game in every lane.
    """

    def __init__(self, batch, begin, mask, player, step):
        self.batch = batch
        zeros = jnp.zeros(batch, jnp.int32)
        first = {"playing": zeros == 0, "decisions": zeros, "turns": zeros, "legal": zeros, "last": zeros - 1}

        def play(steps, states, key, first):
            def one_step(_, carry):
                states, key, first = carry
                key, choosing, chance = jax.random.split(key, 3)
                masks, players = mask(states), player(states)
                actions = jax.vmap(choose_uniformly)(jax.random.split(choosing, batch), masks)
                states, over = step(states, actions, jax.random.split(chance, batch))
                playing = first["playing"]
                first = {
                    "playing": playing & ~over,
                    "decisions": first["decisions"] + playing,
                    "turns": first["turns"] + (playing & (players != first["last"])),
                    "legal": first["legal"] + playing * masks.sum(axis=1).astype(jnp.int32),
                    "last": players.astype(jnp.int32),
                }
                return states, key, first

            return jax.lax.fori_loop(0, steps, one_step, (states, key, first))

        start = time.perf_counter()
        states = jax.jit(begin)(jax.random.split(jax.random.key(0), batch))
        self.carry = states, jax.random.key(1), first
        leaves = jax.tree_util.tree_leaves(states)
        self.state_bytes = round(sum(leaf.size * leaf.dtype.itemsize for leaf in leaves) / batch)
        self._play = jax.jit(play)
        self.play(1)
        self.compile_seconds = time.perf_counter() - start

    def play(self, steps):
        self.carry = jax.block_until_ready(self._play(steps, *self.carry))

    def first_games(self):
        tally, seconds = Tally(), 0.0
        while self.carry[2]["playing"].any() and seconds < LONGEST_FIRST_GAMES:
            seconds += timed(self.play, FIRST_STEPS)
        first = self.carry[2]
        over = ~first["playing"]
        if 1.0 - over.mean() > MOST_UNFINISHED:
            return tally
        counts = [int((first[name] * over).sum()) for name in ("decisions", "turns", "legal")]
        tally.add(int(over.sum()), *counts)
        return tally


def measure_loops(reporter, game, make_loop, **facts):
    """Small and large batches, on one core and on two. The observations are part of the states, so all are computed."""
    cores, tally = usable_cores(), None
    for batch in (SMALL_BATCH, LARGE_BATCH):
        loop = make_loop(batch)
        tally = tally or loop.first_games()
        for threads in (1, 2) if len(cores) > 1 else (1,):
            use_cores(cores[:threads])
            reporter.play_batch(
                game, batch, loop.play, tally, threads=threads, door="loop", observations=True, legal="mask",
                state_bytes=loop.state_bytes, compile_seconds=loop.compile_seconds, **facts,
            )
        use_cores(cores)
