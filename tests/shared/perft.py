"""Counting: in how many ways a game can go on from a position, one, two, three ... decisions deep, and where they lead.

A stored entry has the position (what `Counting.state_at` reads), and for each depth the number of sequences of so many
decisions (one that ends the game earlier counts too) and a hash over all the positions that they lead to, whatever
their order. A second engine, if there is one, counts the same as deep as `second_depth` of the entry says.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import stored
from undersea_env.core.position import State

HASH = 16                         # bytes

Node = tuple[int, bytes]          # how many decisions lead to a position, and its hash
Tally = dict[str, list[Any]]


def hash_of(position: dict[str, Any]) -> bytes:
    return hashlib.blake2b(json.dumps(position, sort_keys=True).encode(), digest_size=HASH).digest()


def engine_nodes(state: State, depth: int, shown: Callable[[dict[str, Any]], dict[str, Any]]) -> Iterator[Node]:
    """Every position up to `depth` decisions away, once for each way that leads to it; hashed is what is `shown`."""
    known: dict[bytes, bytes] = {}                      # many ways lead to the same position

    def hash_of_state(after: State) -> bytes:
        content = after.to_bytes()
        if content not in known:
            known[content] = hash_of(shown(after.to_dict()))
        return known[content]

    def walk(before: State, level: int) -> Iterator[Node]:
        for action in before.legal_actions:
            after = before.clone()
            after.apply_action(action)
            leaf = hash_of_state(after)
            yield level, leaf
            if level < depth:
                yield from walk(after, level + 1) if not after.is_terminal else ended(level, leaf, depth)

    return walk(state, 1)


def ended(level: int, leaf: bytes, depth: int) -> Iterator[Node]:
    """A game that is over counts at every depth below, too."""
    return ((deeper, leaf) for deeper in range(level + 1, depth + 1))


def tally(nodes: Iterable[Node], depth: int) -> Tally:
    """For each depth the number of positions, and a hash over them that does not depend on their order."""
    leaves: list[list[bytes]] = [[] for _ in range(depth)]
    for level, leaf in nodes:
        leaves[level - 1].append(leaf)
    hashes = [hashlib.blake2b(b"".join(sorted(found)), digest_size=HASH).hexdigest() for found in leaves]
    return {"counts": [len(found) for found in leaves], "leaves": hashes}


# --- the file ---


@dataclass(frozen=True)
class Counting:
    """The counts of a game that are kept in a file, and how to count them again."""

    path: Path
    command: str                                        # that counts again
    state_at: Callable[[stored.Entry], State]
    shown: Callable[[dict[str, Any]], dict[str, Any]] = lambda position: position
    second_nodes: Callable[[stored.Entry, int], Iterable[Node]] | None = None      # by the second engine
    second_depth: str = "oracle_depth"

    def entries(self) -> list[stored.Entry]:
        return stored.read(self.path)

    def question_at(self, entry: stored.Entry) -> str:
        state = self.state_at(entry)
        return str(state.game.kind.words.question(state))

    def engine_tally(self, entry: stored.Entry) -> Tally:
        depth = len(entry["counts"])
        return tally(engine_nodes(self.state_at(entry), depth, self.shown), depth)

    def second_tally(self, entry: stored.Entry, depth: int) -> Tally:
        assert self.second_nodes is not None
        return tally(self.second_nodes(entry, depth), depth)

    def changes(self, entry: stored.Entry) -> list[str]:
        """What the engine counts otherwise than it is stored."""
        return self._told(entry, {"question": self.question_at(entry)} | self.engine_tally(entry))

    def changes_by_second_engine(self, entry: stored.Entry) -> list[str]:
        depth = entry[self.second_depth]
        shortened = entry | {key: entry[key][:depth] for key in ("counts", "leaves")}
        return self._told(shortened, self.second_tally(entry, depth))

    def _told(self, entry: stored.Entry, found: dict[str, Any]) -> list[str]:
        name = entry["name"]
        return list(stored.changes({name: entry}, {name: entry | found}))

    def recounted(self, entry: stored.Entry, deep: bool) -> stored.Entry:
        counted = self.engine_tally(entry)
        if self.second_nodes is not None:
            depth = len(entry["counts"]) if deep else entry[self.second_depth]
            for key, values in self.second_tally(entry, depth).items():
                if counted[key][:depth] != values:
                    sys.exit(f"{entry['name']}: {key} {counted[key][:depth]}, by the oracle {values}; nothing written")
        return entry | {"question": self.question_at(entry)} | counted

    def write_all(self, arguments: list[str]) -> None:
        """Count again, print what changed, and keep it."""
        if arguments not in (["--write"], ["--write", "--deep"]):
            sys.exit(f"usage: {self.command} [--deep]")
        old = {entry["name"]: entry for entry in self.entries()}
        new = {name: self.recounted(entry, "--deep" in arguments) for name, entry in old.items()}
        stored.write_and_tell(self.path, old, new)
