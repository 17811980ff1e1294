"""Trained networks as agents: what `ppo:PATH` and `sb3:PATH` load."""

from pathlib import Path
from typing import TYPE_CHECKING

from undersea_env.core.checkpoint_files import trainer_of
from undersea_env.errors import InvalidOption
from undersea_env.training import check_extra

check_extra()

from undersea_env.training.checkpoints import (  # noqa: E402  after the check, which says what is missing
    POLICY,
    check_rules,
    kind_named_by,
    read_checkpoint,
    read_manifest,
)
from undersea_env.training.player import NetworkPlayer  # noqa: E402
from undersea_env.training.runs import config_of  # noqa: E402

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

__all__ = ["player_of", "read_manifest"]


def player_of(place: Path, trainer: str, name: str, kind: "Kind") -> NetworkPlayer:
    """The policy of a checkpoint, if this trainer made it for this game. Loading executes nothing."""
    checkpoint = read_checkpoint(place, [POLICY])
    learned, config = kind_named_by(checkpoint.manifest), checkpoint.manifest.get("config")
    if learned.id != kind.id:
        raise InvalidOption(f"{place} was trained for {learned.title}, not for {kind.title}")
    if trainer_of(config) != trainer:
        raise InvalidOption(f"{place} was trained by `undersea train {trainer_of(config)}`: name it "
                            f"{trainer_of(config)}:{place}")
    games = config_of(config).games()
    check_rules(place, checkpoint.manifest, games)
    return NetworkPlayer(checkpoint.network(), name, kind, games[0])
