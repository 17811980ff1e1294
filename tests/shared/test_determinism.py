"""The final states that are stored come out of batches of any size, any number of threads, and other processes."""

from __future__ import annotations

import hashlib
import json
from functools import partial
from importlib import import_module
from multiprocessing import get_context

import numpy as np
import pytest

import undersea_env
from tests import stored
from tests.shared.final_states import FACTOR, RANGE, STEP, FinalStates, game_of
from undersea_env.core.batch import Batch

SIZES = (1, 7, 64)


def table_of(game: str) -> FinalStates:
    found: FinalStates = import_module(f"tests.{game}.final_states").FINAL_STATES
    return found


def one_of_each_size(game: str) -> list[stored.Entry]:
    """The shortest stored game of every number of players."""
    shortest: dict[int, stored.Entry] = {}
    for entry in table_of(game).entries():
        rounds = np.sum(entry["options"].get("rounds", 99))
        players = entry["options"].get("num_players", 2)
        if players not in shortest or rounds < np.sum(shortest[players]["options"].get("rounds", 99)):
            shortest[players] = entry
    return list(shortest.values())


def ends_in_a_batch(entry: stored.Entry, name: str, size: int, threads: int) -> set[str]:
    """Of a batch in which every game is the stored one."""
    batch = Batch(game_of(name, json.dumps(entry["options"])), size, threads)
    batch.reset([entry["seed"]] * size)
    x = entry["seed"]
    while not batch.over.all():
        x = (FACTOR * x + STEP) % RANGE
        legal = [np.flatnonzero(mask) for mask in batch.legal()]
        batch.step(np.array([actions[(x >> 33) % len(actions)] for actions in legal], np.int64))
    ends = {hashlib.blake2b(batch.state(k).to_bytes(), digest_size=16).hexdigest() for k in range(size)}
    batch.close()
    return ends


def end_of(entry: stored.Entry, game: str) -> str:
    return str(table_of(game).entry_of(entry["options"], entry["seed"])["hash"])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", undersea_env.games())
def test_games_end_as_stored_in_batches_of_any_size(game: str, threads: int) -> None:
    for entry in one_of_each_size(game):
        for size in SIZES:
            assert ends_in_a_batch(entry, game, size, threads) == {entry["hash"]}


@pytest.mark.parametrize("method", ["spawn", "fork"])
@pytest.mark.parametrize("game", undersea_env.games())
def test_another_process_ends_games_as_stored(game: str, method: str) -> None:
    entries = one_of_each_size(game)
    with get_context(method).Pool(1) as pool:
        found = pool.map(partial(end_of, game=game), entries)
    assert found == [entry["hash"] for entry in entries]
