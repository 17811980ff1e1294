"""Checkpoints of networks that decide: tensors as safetensors, the rest as JSON; see `checkpoint_files.py`."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load as tensors_from_bytes
from safetensors.torch import save as tensors_to_bytes
from torch import Tensor

from undersea_env.core.checkpoint_files import (
    FORMAT,
    MANIFEST,
    PPO,
    PROGRESS,
    SB3,
    ZERO,
    Data,
    check_progress,
    check_rules,
    chosen_checkpoint,
    hash_of,
    in_a_line,
    json_object,
    read_contents,
    read_facts,
    remove_checkpoint,
    rules_of,
    trainer_of,
    write_files,
)
from undersea_env.core.kind import Kind
from undersea_env.core.layers import Network
from undersea_env.core.registry import default_game, known_kind
from undersea_env.errors import InvalidCheckpoint, InvalidOption
from undersea_env.training.network import GuidingNetwork, make_network, networks_of

__all__ = [
    "FILES", "FORMAT", "MANIFEST", "PROGRESS", "Checkpoint", "Data", "Tensors", "check_rules", "kind_named_by",
    "load_weights", "read_checkpoint", "read_manifest", "remove_checkpoint", "rules_of", "to_begin_with", "weights_of",
    "write_checkpoint",
]

POLICY, OPTIMISER, OPPONENTS, LANES = (f"{name}.safetensors" for name in ("policy", "optimiser", "opponents", "lanes"))
FILES = (POLICY, OPTIMISER, OPPONENTS, LANES, PROGRESS)

Tensors = dict[str, Tensor]


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
            raise InvalidCheckpoint(f"{self.path / name} is not a file of tensors: {in_a_line(error)}") from None

    def progress(self) -> Data:
        return json_object(self.contents[PROGRESS], self.path / PROGRESS)

    def network(self) -> Network:
        """The policy, ready to play."""
        guides = trainer_of(self.manifest.get("config")) == ZERO
        network = (GuidingNetwork if guides else make_network)(self.manifest["preset"], kind_named_by(self.manifest))
        load_weights(network, self.tensors(POLICY), self.path)
        network.eval()
        return network


def kind_named_by(manifest: Data) -> Kind:
    """The game of a checkpoint; one whose config names none is of the game that is meant then."""
    config = manifest.get("config")
    return known_kind(config.get("game", default_game()) if isinstance(config, dict) else default_game())


def actions_hash(kind: Kind) -> str:
    return hash_of([[block.name, block.start, block.size] for block in kind.actions])


def observation_hash(kind: Kind) -> str:
    return hash_of([[p.name, p.start, p.shape, p.high, p.columns, p.by_column] for p in kind.observation])


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
                                    f"{tuple(wanted.shape)} of {wanted.dtype}")
        if not torch.isfinite(tensor).all():
            raise InvalidCheckpoint(f"{source}: {name} has numbers that are not finite")
    network.load_state_dict(weights)


def to_begin_with(place: str, kind: Kind, preset: str) -> Checkpoint:
    """With the weights of another run, which may have learned with other components, but the same game."""
    checkpoint = read_checkpoint(chosen_checkpoint(Path(place), read_manifest), [POLICY])
    learned = kind_named_by(checkpoint.manifest)
    if (learned.id, checkpoint.manifest["preset"]) != (kind.id, preset):
        raise InvalidOption(f"begin_with: {place} is a network {checkpoint.manifest['preset']!r} of {learned.title}, "
                            f"not {preset!r} of {kind.title}")
    return checkpoint


# --- writing and reading ---


def write_checkpoint(path: Path, facts: Data, tensors: dict[str, Tensors], progress: Data | None = None) -> None:
    """As a whole: see `write_files`."""
    contents = {name: tensors_to_bytes(found) for name, found in tensors.items()}
    if progress is not None:
        contents[PROGRESS] = json.dumps(progress).encode()
    kind = kind_named_by(facts)
    write_files(path, {"actions": actions_hash(kind), "observation": observation_hash(kind), **facts}, contents)


def read_manifest(path: Path) -> Data:
    """What a checkpoint says of itself; its files are not looked at yet."""
    manifest = read_facts(path, FILES, POLICY, (PPO, SB3, ZERO))
    try:
        kind = kind_named_by(manifest)
    except InvalidOption as error:
        raise InvalidCheckpoint(f"{path / MANIFEST}: {error}") from None
    if str(manifest.get("preset")) not in networks_of(kind):
        raise InvalidCheckpoint(f"{path / MANIFEST}: preset, rules, update or score are missing or wrong")
    check_progress(path, manifest)
    if manifest.get("actions") != actions_hash(kind):
        raise InvalidCheckpoint(f"{path} was trained with another list of actions than this version has")
    if manifest.get("observation") != observation_hash(kind):
        raise InvalidCheckpoint(f"{path} was trained with another layout of the observation than this version has")
    return manifest


def read_checkpoint(path: Path, names: Iterable[str] = FILES) -> Checkpoint:
    """These files of a checkpoint, each compared with its hash."""
    manifest = read_manifest(path)
    return Checkpoint(path, manifest, read_contents(path, manifest, names))
