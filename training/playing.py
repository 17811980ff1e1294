"""Trained networks as agents: what `ppo:PATH` and `sb3:PATH` load."""

from pathlib import Path
from typing import TYPE_CHECKING

from undersea_env.core.checkpoint_files import trainer_of
from undersea_env.errors import InvalidOption
from undersea_env.training import check_extra

check_extra()

import torch  # noqa: E402  after the check, which says what is missing

from undersea_env.training.checkpoints import POLICY, check_rules, read_checkpoint, read_manifest  # noqa: E402
from undersea_env.training.player import NetworkPlayer  # noqa: E402
from undersea_env.training.runs import config_of  # noqa: E402

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

__all__ = ["player_of", "read_manifest"]


def player_of(place: Path, trainer: str, name: str, kind: "Kind") -> NetworkPlayer:
    """The policy of a checkpoint, if this trainer made it for this game."""
    checkpoint = read_checkpoint(place, [POLICY])
    config = checkpoint.manifest.get("config")
    if trainer_of(config) != trainer:
        raise InvalidOption(f"{place} was trained by `undersea train {trainer_of(config)}`: name it "
                            f"{trainer_of(config)}:{place}")
    games = config_of(config).games()
    if games[0].kind.id != kind.id:
        raise InvalidOption(f"{place} was trained for {games[0].kind.title}, not for {kind.title}")
    check_rules(place, checkpoint.manifest, games)
    torch.set_num_threads(1)                         # agents are asked in processes side by side
    return NetworkPlayer(checkpoint.network(), name, games[0])
