"""Counting: in how many ways a game can go on from a position, one, two, three ... decisions deep, and where they lead.

    python tests/perft.py --write          count again by the engine, and by the oracle as deep as the test does
    python tests/perft.py --write --deep   the same, the oracle as deep as the engine: about a minute

Both print what changed; nothing is written if engine and oracle disagree. `perft.json` holds the positions: options,
seed, the actions that lead there, and `oracle_depth`, how deep the test follows with the oracle. For each depth it has
the number of sequences of that many decisions (one that ends the game earlier counts too) and a hash over all the
positions that they lead to, whatever their order.
"""

import copy
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests import stored
from tests.underwater_cities import oracle
from tests.underwater_cities.agreement import NOT_COMPARED, Duel, label_of
from tests.underwater_cities.oracle.agenda import Play
from undersea_env.core.position import State
from undersea_env.underwater_cities.words import question

PATH = Path(__file__).with_name("perft.json")
COMMAND = "python tests/perft.py --write"
HASH = 16                         # bytes

Node = tuple[int, bytes]          # how many decisions lead to a position, and its hash


# --- positions ---


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


def hash_of(position: dict[str, Any]) -> bytes:
    return hashlib.blake2b(json.dumps(position, sort_keys=True).encode(), digest_size=HASH).digest()


# --- walking ---


def engine_nodes(state: State, depth: int) -> Iterator[Node]:
    """Every position up to `depth` decisions away, once for each way that leads to it."""
    known: dict[bytes, bytes] = {}                      # many ways lead to the same position

    def hash_of_state(after: State) -> bytes:
        content = after.to_bytes()
        if content not in known:
            known[content] = hash_of(comparable(after.to_dict()))
        return known[content]

    def walk(before: State, level: int) -> Iterator[Node]:
        for action in before.legal_actions:
            after = before.clone()
            after.apply_action(action)
            yield level, hash_of_state(after)
            if level < depth:
                yield from walk(after, level + 1) if not after.is_terminal else ended(level, hash_of_state(after))

    def ended(level: int, leaf: bytes) -> Iterator[Node]:
        return ((deeper, leaf) for deeper in range(level + 1, depth + 1))

    return walk(state, 1)


def oracle_nodes(duel: Duel, depth: int) -> Iterator[Node]:
    """The same by the oracle. The engine goes along, for its shuffles are the chance of both."""

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
                yield from walk(after, twin, level + 1) if twin.answers else ended(level, leaf)

    def ended(level: int, leaf: bytes) -> Iterator[Node]:
        return ((deeper, leaf) for deeper in range(level + 1, depth + 1))

    return walk(duel.state, duel.oracle, 1)


def tally(nodes: Iterable[Node], depth: int) -> dict[str, list[Any]]:
    """For each depth the number of positions, and a hash over them that does not depend on their order."""
    leaves: list[list[bytes]] = [[] for _ in range(depth)]
    for level, leaf in nodes:
        leaves[level - 1].append(leaf)
    hashes = [hashlib.blake2b(b"".join(sorted(found)), digest_size=HASH).hexdigest() for found in leaves]
    return {"counts": [len(found) for found in leaves], "leaves": hashes}


def engine_tally(entry: stored.Entry) -> dict[str, list[Any]]:
    depth = len(entry["counts"])
    return tally(engine_nodes(duel_at(entry).state, depth), depth)


def oracle_tally(entry: stored.Entry, depth: int) -> dict[str, list[Any]]:
    return tally(oracle_nodes(duel_at(entry), depth), depth)


def question_at(entry: stored.Entry) -> str:
    state = duel_at(entry).state
    return question(state)


# --- the file ---


def recounted(entry: stored.Entry, deep: bool) -> stored.Entry:
    counted = engine_tally(entry)
    depth = len(entry["counts"]) if deep else entry["oracle_depth"]
    theirs = oracle_tally(entry, depth)
    for key, values in theirs.items():
        if counted[key][:depth] != values:
            sys.exit(f"{entry['name']}: {key} {counted[key][:depth]}, by the oracle {values}; nothing is written")
    return entry | {"question": question_at(entry)} | counted


def by_name(entries: Iterable[stored.Entry]) -> dict[str, stored.Entry]:
    return {entry["name"]: entry for entry in entries}


def write_all(deep: bool) -> None:
    old = by_name(stored.read(PATH))
    stored.write_and_tell(PATH, old, by_name(recounted(entry, deep) for entry in old.values()))


if __name__ == "__main__":
    if sys.argv[1:] not in (["--write"], ["--write", "--deep"]):
        sys.exit(f"usage: {COMMAND} [--deep]")
    write_all(deep="--deep" in sys.argv)
