"""Counting the ways on from positions of Underwater Cities, by the engine and by the oracle; see `tests.shared.perft`.

    python -m tests.underwater_cities.perft --write          count by the engine, and by the oracle as deep as the test
    python -m tests.underwater_cities.perft --write --deep   the same, the oracle as deep as the engine: about a minute

Both print what changed; nothing is written if engine and oracle disagree. `perft.json` holds the positions: options,
seed, the actions that lead there, and `oracle_depth`, how deep the test follows with the oracle.
"""

import copy
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests import stored
from tests.shared.perft import Counting, Node, ended, hash_of
from tests.underwater_cities import oracle
from tests.underwater_cities.agreement import NOT_COMPARED, Duel, label_of
from tests.underwater_cities.oracle.agenda import Play
from undersea_env.core.position import State


def duel_at(entry: stored.Entry) -> Duel:
    """Engine and oracle in the position of an entry."""
    duel = Duel(entry["seed"], **entry["options"])
    for action in entry["actions"]:
        duel.step(action)
    return duel


def copy_of(game: oracle.Game) -> oracle.Game:
    """An independent copy of the oracle's game; only chance is shared."""
    play = game._play
    table = play.table.copy_for(play.table.to_move)
    table.players = [player.copy() for player in play.table.players]
    twin = copy.copy(game)
    twin.events = game.events.copy()
    twin._play = Play(table, play.chance, twin.events)
    twin._play.agenda = play.agenda[:]
    twin.answers = game.answers[:]
    return twin


def comparable(position: dict[str, Any]) -> dict[str, Any]:
    """What both engines tell of a position; specials that are looked at still lie on the deck for the oracle."""
    looked = position.get("pending", {}).get("looked", ())
    shown = {key: value for key, value in position.items() if key not in NOT_COMPARED}
    return shown | {"special_deck": [*looked, *position["special_deck"]]}


def state_at(entry: stored.Entry) -> State:
    return duel_at(entry).state


def oracle_nodes(duel: Duel, depth: int) -> Iterator[Node]:
    """Every position by the oracle. The engine goes along, for its shuffles are the chance of both."""

    def walk(state: State, game: oracle.Game, level: int) -> Iterator[Node]:
        actions = {label_of(state, action): action for action in state.legal_actions}
        for label in game.answers:
            if label not in actions:
                raise duel.disagreement(f"{level - 1} decisions further only the oracle offers {label}")
            after = state.clone()
            after.apply_action(actions[label])
            duel.chance.after = after.to_dict()
            twin = copy_of(game)
            twin.answer(label)
            leaf = hash_of(twin.position())
            yield level, leaf
            if level < depth:
                yield from walk(after, twin, level + 1) if twin.answers else ended(level, leaf, depth)

    return walk(duel.state, duel.oracle, 1)


def oracle_nodes_at(entry: stored.Entry, depth: int) -> Iterable[Node]:
    return oracle_nodes(duel_at(entry), depth)


COUNTING = Counting(
    path=Path(__file__).with_name("perft.json"),
    command="python -m tests.underwater_cities.perft --write",
    state_at=state_at,
    shown=comparable,
    second_nodes=oracle_nodes_at,
)

if __name__ == "__main__":
    COUNTING.write_all(sys.argv[1:])
