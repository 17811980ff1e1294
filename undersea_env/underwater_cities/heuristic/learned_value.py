"""A learned value of positions: what corrects greedy's value, its files, and the pretrained one of the package.

The network is that of `learned.py`; `undersea train value` trains one. Reading one executes nothing and needs no
torch.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.checkpoint_files import (
    MANIFEST,
    PROGRESS,
    Data,
    check_progress,
    chosen_checkpoint,
    hash_of,
    in_a_line,
    read_contents,
    read_facts,
)
from undersea_env.core.position import Game
from undersea_env.errors import InvalidCheckpoint, InvalidOption
from undersea_env.underwater_cities.compiled.rulebook import HASHED_BYTES, NAMES_IN_HASHES
from undersea_env.underwater_cities.heuristic.learned import HIDDEN, LEARNED, NUMBERS, SECOND, THINGS

PRETRAINED = Path(__file__).resolve().parents[1] / "pretrained" / "value"
PRESET = "value"                                     # what the manifest of such a checkpoint says
VALUE, OPTIMISER = "value.safetensors", "optimiser.safetensors"
FILES = (VALUE, OPTIMISER, PROGRESS)
SHAPES = {name: LEARNED[name].shape for name in LEARNED.names or () if name != "is_used"}
INPUT_FORMAT = 1                                     # to be raised when an input comes to mean something else
NETWORK_FORMAT = [INPUT_FORMAT, NUMBERS, THINGS, HIDDEN, SECOND]
PRINTED = (
    "card_", "metropolis_", "site_", "slot_effect", "part", "amounts", "alternative", "price", "produce", "ending",
)

Array = NDArray[Any]
_books: "WeakKeyDictionary[Game, str]" = WeakKeyDictionary()


@dataclass(frozen=True)
class LearnedValue:
    """A network that corrects greedy's value, and the component book that it knows."""

    network: Array                                   # one record of LEARNED
    book: str

    def write_into(self, rooms: Array) -> None:
        """Have it used by whoever thinks in these rooms."""
        rooms["heuristic"]["network"] = self.network

    def check(self, game: Game) -> None:
        """It knows cards and tiles by their numbers, so those must be the ones that it learned."""
        if book_hash(game) != self.book:
            raise InvalidOption("this value was learned with other components; search without it, as mcts:N")


def book_hash(game: Game) -> str:
    """Of all that is printed on cards, tiles, slots and boards; the options of a game do not matter."""
    found = _books.get(game)
    if found is None:
        rules = game.rulebook.view(np.ndarray)[0]
        hashed = [name for name, (_, offset, *_) in rules.dtype.fields.items() if offset < HASHED_BYTES]
        names = [name for name in hashed if name.startswith(PRINTED)]
        found = _books[game] = hash_of(
            [[NAMES_IN_HASHES.get(name, name), rules[name].tolist()] for name in names]
        )
    return found


# --- files ---


def checkpoint_of(text: str) -> Path:
    """The folder of the checkpoint that plays; without a text, of the pretrained one."""
    return chosen_checkpoint(Path(text), read_manifest) if text else PRETRAINED


def facts_of(games: list[Game]) -> Data:
    """What a checkpoint of a value tells besides what all checkpoints do."""
    return {"network": NETWORK_FORMAT, "book": book_hash(games[0])}


def read_manifest(path: Path) -> Data:
    manifest = read_facts(path, FILES, VALUE, (PRESET,))
    if manifest.get("preset") != PRESET or not isinstance(manifest.get("book"), str):
        raise InvalidCheckpoint(f"{path / MANIFEST}: this is not a checkpoint of `undersea train value`")
    check_progress(path, manifest)
    if manifest.get("network") != NETWORK_FORMAT:
        raise InvalidCheckpoint(f"{path} has another network ({manifest.get('network')}) than this version "
                                f"({NETWORK_FORMAT})")
    return manifest


def read_value(text: str = "") -> LearnedValue:
    """Of a run, whose best checkpoint is taken, or of a checkpoint; without a text the pretrained one."""
    return _pretrained() if not text else _read(checkpoint_of(text))


@lru_cache(maxsize=1)
def _pretrained() -> LearnedValue:
    return _read(PRETRAINED)


def _read(place: Path) -> LearnedValue:
    manifest = read_manifest(place)
    return LearnedValue(network_from(read_contents(place, manifest, [VALUE])[VALUE], place / VALUE), manifest["book"])


def network_from(content: bytes, source: Path) -> Array:
    """A record of LEARNED from the bytes of a file; names, shapes and kinds are right and every number is finite."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        tensors = load(content)
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidCheckpoint(f"{source} is not a file of tensors: {in_a_line(error)}") from None
    if set(tensors) != set(SHAPES):
        odd = sorted(set(tensors) ^ set(SHAPES))[:3]
        raise InvalidCheckpoint(f"{source} has other parameters than this network: {', '.join(odd)}")
    network = np.zeros(1, LEARNED)
    network["is_used"] = 1
    for name, tensor in tensors.items():
        if tensor.shape != SHAPES[name] or tensor.dtype != np.float32:
            raise InvalidCheckpoint(f"{source}: {name} is {tensor.shape} of {tensor.dtype}, not {SHAPES[name]} of "
                                    "float32")
        if not np.isfinite(tensor).all():
            raise InvalidCheckpoint(f"{source}: {name} has numbers that are not finite")
        network[name] = tensor
    return network
