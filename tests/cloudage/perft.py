"""Counting the ways on from positions of CloudAge, by the engine and by the oracle; see `tests.shared.perft`.

    python -m tests.cloudage.perft --write          count by the engine, and by the oracle as deep as the test does
    python -m tests.cloudage.perft --write --deep   the same, the oracle as deep as the engine

Both print what changed; nothing is written if engine and oracle disagree. `perft.json` holds the positions: options,
seed, the actions that lead there, and `oracle_depth`, how deep the test follows with the oracle.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests import stored
from tests.cloudage import oracle
from tests.cloudage.agreement import NOT_COMPARED, game_of, oracle_options, stream_of
from tests.shared.perft import Counting, Node, ended, hash_of
from undersea_env.core.position import State


def state_at(entry: stored.Entry) -> State:
    state = game_of(entry["options"]).new_game(entry["seed"])
    for action in entry["actions"]:
        state.apply_action(action)
    return state


def oracle_at(entry: stored.Entry, further: list[int]) -> oracle.Game:
    """A game of the oracle cannot be copied, so it is played from the beginning."""
    folder = game_of(entry["options"]).catalogue.folder
    played = oracle.Game(folder, oracle_options(entry["options"]), stream_of(entry["seed"]))
    for action in (*entry["actions"], *further):
        played.answer(action)
    return played


def comparable(position: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in position.items() if key not in NOT_COMPARED}


def oracle_nodes_at(entry: stored.Entry, depth: int) -> Iterable[Node]:
    def walk(further: list[int], answers: list[int]) -> Iterator[Node]:
        for action in answers:
            after = oracle_at(entry, [*further, action])
            level, leaf = len(further) + 1, hash_of(comparable(after.position()))
            yield level, leaf
            if level < depth:
                yield from walk([*further, action], after.answers) if after.answers else ended(level, leaf, depth)

    return walk([], oracle_at(entry, []).answers)


COUNTING = Counting(
    path=Path(__file__).with_name("perft.json"),
    command="python -m tests.cloudage.perft --write",
    state_at=state_at,
    shown=comparable,
    second_nodes=oracle_nodes_at,
)

if __name__ == "__main__":
    COUNTING.write_all(sys.argv[1:])
