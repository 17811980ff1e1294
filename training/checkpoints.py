"""A checkpoint is a folder: a manifest with the SHA-256 of every file, tensors as safetensors, the rest as JSON.

Nothing in it is ever executed: no pickle is read. It is written beside its place and moved there as a whole, so a
reader never meets half of one. What does not fit together is refused with the reason.
"""

import hashlib
import json
import math
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load as tensors_from_bytes
from safetensors.torch import save as tensors_to_bytes
from torch import Tensor

from undersea_env.errors import InvalidCheckpoint, InvalidOption
from undersea_env.training.network import PRESETS, Network, make_network
from undersea_env.underwater_cities.game import Game
from undersea_env.underwater_cities.kernel.actions import ACTION_BLOCKS
from undersea_env.underwater_cities.observation import OBSERVATION_LAYOUT

FORMAT = 1
MANIFEST = "manifest.json"
POLICY, OPTIMISER, OPPONENTS, LANES = (f"{name}.safetensors" for name in ("policy", "optimiser", "opponents", "lanes"))
PROGRESS = "progress.json"
FILES = (POLICY, OPTIMISER, OPPONENTS, LANES, PROGRESS)
LARGEST_MANIFEST = 1 << 20
PART, TRASH = "part-", "trash-"                      # beginnings of the names of folders that do not count

Tensors = dict[str, Tensor]
Data = dict[str, Any]


@dataclass(frozen=True)
class Checkpoint:
    """What was read and found to be whole."""

    path: Path
    manifest: Data
    contents: dict[str, bytes]

    def tensors(self, name: str) -> Tensors:
        try:
            return tensors_from_bytes(self.contents[name])
        except (SafetensorError, ValueError) as error:
            raise InvalidCheckpoint(f"{self.path / name} is not a file of tensors: {_line(error)}") from None

    def progress(self) -> Data:
        return _object(self.contents[PROGRESS], self.path / PROGRESS)

    def network(self) -> Network:
        """The policy, ready to play."""
        network = make_network(self.manifest["preset"])
        load_weights(network, self.tensors(POLICY), self.path)
        network.eval()
        return network


def actions_hash() -> str:
    return _hash([[block.name, block.start, block.size] for block in ACTION_BLOCKS])


def observation_hash() -> str:
    return _hash([[p.name, p.start, p.shape, p.high, p.columns, p.by_column] for p in OBSERVATION_LAYOUT])


def rules_of(games: Iterable[Game]) -> dict[str, str]:
    """The hash of the rule book for each number of players."""
    return {str(game.num_players): game.rulebook_hash for game in games}


def weights_of(network: torch.nn.Module) -> Tensors:
    return {name: tensor.detach().clone().contiguous() for name, tensor in network.state_dict().items()}


def load_weights(network: torch.nn.Module, weights: Tensors, source: Path) -> None:
    """All or nothing: names, shapes and kinds are those of the network, and every number is finite."""
    expected = network.state_dict()
    if set(weights) != set(expected):
        odd = sorted(set(weights) ^ set(expected))[:3]
        raise InvalidCheckpoint(f"{source} has other parameters than this network: {', '.join(odd)}")
    for name, tensor in weights.items():
        wanted = expected[name]
        if tensor.shape != wanted.shape or tensor.dtype != wanted.dtype:
            raise InvalidCheckpoint(f"{source}: {name} is {tuple(tensor.shape)} of {tensor.dtype}, not "
                                    f"{tuple(wanted.shape)} of {wanted.dtype}")  # fmt: skip
        if not torch.isfinite(tensor).all():
            raise InvalidCheckpoint(f"{source}: {name} has numbers that are not finite")
    network.load_state_dict(weights)


# --- writing ---


def write_checkpoint(path: Path, facts: Data, tensors: dict[str, Tensors], progress: Data | None = None) -> None:
    """Beside its place at first; it is there as a whole, and on the disk, when this returns."""
    contents = {name: tensors_to_bytes(found) for name, found in tensors.items()}
    if progress is not None:
        contents[PROGRESS] = json.dumps(progress).encode()
    manifest = {
        "format": FORMAT, "actions": actions_hash(), "observation": observation_hash(), **facts,
        "files": {
            name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in contents.items()
        },
    }  # fmt: skip
    part = path.with_name(f"{PART}{path.name}")
    try:
        if part.exists():
            shutil.rmtree(part)
        part.mkdir(parents=True)
        for name, content in {**contents, MANIFEST: json.dumps(manifest, indent=1).encode()}.items():
            with (part / name).open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        _sync_folder(part)
        if path.exists():
            remove_checkpoint(path)
        os.replace(part, path)
        _sync_folder(path.parent)
    except OSError as error:
        raise InvalidOption(f"the checkpoint {path} cannot be written: {error.strerror}") from None


def _sync_folder(path: Path) -> None:
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_checkpoint(path: Path) -> None:
    """Out of the way first, so that nobody meets half of it."""
    trash = path.with_name(f"{TRASH}{path.name}")
    if trash.exists():
        shutil.rmtree(trash)
    os.replace(path, trash)
    shutil.rmtree(trash, ignore_errors=True)


# --- reading ---


def read_manifest(path: Path) -> Data:
    """What a checkpoint says of itself; its files are not looked at yet."""
    if not path.is_dir():
        raise InvalidCheckpoint(f"{path} is no checkpoint: that is a folder as `undersea train` writes it")
    file = path / MANIFEST
    try:
        if file.stat().st_size > LARGEST_MANIFEST:
            raise InvalidCheckpoint(f"{file} is too large")
        manifest = _object(file.read_bytes(), file)
    except OSError as error:
        raise InvalidCheckpoint(f"{path} is no checkpoint: {MANIFEST}: {error.strerror}") from None
    if manifest.get("format") != FORMAT:
        raise InvalidCheckpoint(f"{path} has the format {manifest.get('format')!r}; this version reads {FORMAT}")
    files, rules = manifest.get("files"), manifest.get("rules")
    if not isinstance(files, dict) or not set(files) <= set(FILES) or POLICY not in files:
        raise InvalidCheckpoint(f"{file}: `files` must name {POLICY}, and nothing but {', '.join(FILES)}")
    named, update = str(manifest.get("preset")) in PRESETS, manifest.get("update")
    if not named or not isinstance(rules, dict) or not isinstance(update, int) or not _is_score(manifest.get("score")):
        raise InvalidCheckpoint(f"{file}: preset, rules, update or score are missing or wrong")
    if manifest.get("actions") != actions_hash():
        raise InvalidCheckpoint(f"{path} was trained with another list of actions than this version has")
    if manifest.get("observation") != observation_hash():
        raise InvalidCheckpoint(f"{path} was trained with another layout of the observation than this version has")
    return manifest


def read_checkpoint(path: Path, names: Iterable[str] = FILES) -> Checkpoint:
    """These files of a checkpoint, each compared with its hash."""
    manifest = read_manifest(path)
    contents = {}
    for name in names:
        told = manifest["files"].get(name)
        file = path / name
        if not isinstance(told, dict) or not isinstance(told.get("bytes"), int):
            raise InvalidCheckpoint(f"{path} has no {name}")
        try:
            content = file.read_bytes() if file.stat().st_size == told["bytes"] else b""
        except OSError as error:
            raise InvalidCheckpoint(f"{file} cannot be read: {error.strerror}") from None
        if hashlib.sha256(content).hexdigest() != told.get("sha256"):
            raise InvalidCheckpoint(f"{file} is damaged: it is not what {MANIFEST} says")
        contents[name] = content
    return Checkpoint(path, manifest, contents)


def check_rules(checkpoint: Path, manifest: Data, games: Iterable[Game]) -> None:
    """Refuse a checkpoint of other rules."""
    trained, here = manifest["rules"], rules_of(games)
    if trained != here:
        raise InvalidCheckpoint(f"{checkpoint} was trained under other rules (rule books {trained}, here {here})")


def _object(content: bytes, source: Path) -> Data:
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InvalidCheckpoint(f"{source} is damaged: not an object in JSON")
    return data


def _is_score(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value))


def _hash(description: Any) -> str:
    return hashlib.sha256(json.dumps(description).encode()).hexdigest()


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]
