"""fastcatan: Catan in C++, four players, batches of games; masks and observations are written into given arrays.

1.0.2 is the last version with observations as arrays. It wants Python 3.12 only for a wheel that fits all later
versions; for an older Python it is built from its source without that.
"""

# /// script
# dependencies = [
#     "numpy==2.4.6", "numba==0.68.1", "scikit-build-core==0.12.2", "nanobind==2.12.0", "cmake==4.4.4", "ninja==1.13.2",
# ]
# [tool.undersea]
# builds = "fastcatan==1.0.2"
# ///

import os
import subprocess
import sys
import tarfile
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from measuring import (
    LARGE_BATCH,
    LONGEST_FIRST_GAMES,
    MOST_UNFINISHED,
    SMALL_BATCH,
    Reporter,
    Tally,
    read_options,
    timed,
    usable_cores,
)

STEPS_BETWEEN_LOOKS = 100
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
EDITS = {
    "CMakeLists.txt": [
        ("find_package(Python 3.12 REQUIRED", "find_package(Python REQUIRED"),
        (" Development.SABIModule)", ")"),
        ("        STABLE_ABI\n", ""),
    ],
    "pyproject.toml": [('requires-python = ">=3.12"', 'requires-python = ">=3.11"'), ('wheel.py-api = "cp312"\n', "")],
}


def build(package):
    if sys.version_info >= (3, 12):
        subprocess.run([*PIP, "install", package], check=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        away = ["--no-deps", "--no-build-isolation", "--no-binary", ":all:", "--ignore-requires-python"]
        subprocess.run([*PIP, "download", *away, package], check=True, cwd=folder)
        with tarfile.open(next(Path(folder).glob("*.tar.gz"))) as archive:
            archive.extractall(folder, filter="data")
        source = next(Path(folder).glob("*/pyproject.toml")).parent
        for name, changes in EDITS.items():
            text = (source / name).read_text()
            for old, new in changes:
                if old not in text:
                    raise SystemExit(f"{name} of {package} has no {old!r}")
                text = text.replace(old, new)
            (source / name).write_text(text)
        subprocess.run([*PIP, "install", "--no-deps", "--no-build-isolation", str(source)], check=True)


class Games:
    """A batch with the arrays it writes into."""

    def __init__(self, n, seed):
        import fastcatan
        import numpy as np

        self.env = fastcatan.BatchedEnv(n, seed)
        self.env.reset()
        self.masks = np.zeros((n, fastcatan.MASK_WORDS), np.uint64)
        self.streams = np.arange(1, n + 1, dtype=np.uint64) * np.uint64(seed + 1)
        self.actions = np.zeros(n, np.uint32)
        self.rewards = np.zeros(n, np.float32)
        self.dones = np.zeros(n, np.uint8)
        self.observations = np.zeros((n, fastcatan.OBS_SIZE), np.float32)
        self.observed = False
        self.legal = np.zeros(n, np.int64)

    def step(self, steps):
        env, choose = self.env, CHOOSE
        for _ in range(steps):
            env.write_masks(self.masks)
            choose(self.masks, self.streams, self.actions, self.legal)
            env.step(self.actions, self.rewards, self.dones)
            if self.observed:
                env.write_obs(self.observations)


def choose_uniformly(masks, streams, actions, legal):
    """One of the bits that are set, for each row; compiled, so that choosing costs next to nothing."""
    for i in range(len(masks)):
        total = 0
        for word in masks[i]:
            while word:
                word &= word - U1
                total += 1
        legal[i] = total
        streams[i] += GOLDEN
        z = (streams[i] ^ (streams[i] >> U30)) * MIX_A
        z = (z ^ (z >> U27)) * MIX_B
        z ^= z >> U31
        left = ((z >> U32) * U(total)) >> U32
        for k in range(masks.shape[1]):
            word = masks[i, k]
            bit = 0
            while word:
                if word & U1:
                    if left == 0:
                        actions[i] = 64 * k + bit
                        break
                    left -= U1
                word >>= U1
                bit += 1
            if word:
                break


def first_games(games, n):
    """Decisions, turns and legal actions of the first game in every lane; a turn here is that of the rules of Catan."""
    import numpy as np

    env, tally, start = games.env, Tally(), 0.0
    playing, decisions, turns, legal = np.ones(n, bool), *(np.zeros(n, np.int64) for _ in range(3))
    last = np.full(n, -1)
    while playing.any() and start < LONGEST_FIRST_GAMES:
        players = np.array([env.current_player(i) for i in range(n)])
        start += timed(games.step, 1)
        decisions += playing
        turns += playing & (players != last)
        legal += playing * games.legal
        last = players
        playing &= games.dones == 0
    over = ~playing
    if playing.mean() > MOST_UNFINISHED:
        return tally
    tally.add(int(over.sum()), *(int(numbers[over].sum()) for numbers in (decisions, turns, legal)))
    return tally


def spread_over_stages(step, tally):
    """Play for about a game, so that the games are not all at their beginning; they differ in length."""
    start, length = time.perf_counter(), tally.decisions // max(1, tally.games)
    for _ in range(0, length, STEPS_BETWEEN_LOOKS):
        step(STEPS_BETWEEN_LOOKS)
        if time.perf_counter() - start > LONGEST_FIRST_GAMES:
            return


def measure(reporter, game):
    import fastcatan

    games = Games(SMALL_BATCH, 0)
    state_bytes = len(games.env.snapshot(0))
    compiling = timed(games.step, 1)
    tally = first_games(games, SMALL_BATCH)
    facts = {"door": "batch", "state_bytes": state_bytes, "legal": "mask", "compile_seconds": compiling}
    for batch in (SMALL_BATCH, LARGE_BATCH):
        for threads in (1, 2) if batch == LARGE_BATCH and len(usable_cores()) > 1 else (1,):
            parts = [Games(batch // threads, seed) for seed in range(threads)]
            with ThreadPoolExecutor(threads) as pool:
                def step(steps, pool=pool, parts=parts):
                    list(pool.map(lambda part: part.step(steps), parts))

                spread_over_stages(step, tally)
                for observed in (False, True):
                    for games in parts:
                        games.observed = observed
                    reporter.play_batch(
                        game, batch, parts[0].step if threads == 1 else step, tally, threads=threads,
                        observations=observed, players=fastcatan.NUM_PLAYERS, **facts,
                    )


if __name__ == "__main__":
    if read_options().build:
        build(read_options().build)
        sys.exit()
    os.environ["OMP_NUM_THREADS"] = "1"                    # threads are ours, a batch each: the calls let go of the GIL
    import numba
    import numpy as np

    U = np.uint64
    U1, U27, U30, U31, U32 = (U(n) for n in (1, 27, 30, 31, 32))
    GOLDEN, MIX_A, MIX_B = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
    CHOOSE = numba.njit(nogil=True)(choose_uniformly)
    note = "" if sys.version_info >= (3, 12) else f", built for Python 3.{sys.version_info.minor}"
    Reporter("fastcatan", "fastcatan", note).try_games(["Catan"], measure)
