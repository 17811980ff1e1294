"""Trained networks as agents: what `ppo:PATH`, `sb3:PATH` and `zero:PATH` load."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from undersea_env.core.checkpoint_files import ZERO, trainer_of
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
from undersea_env.training.zero_player import GuidedPlayer  # noqa: E402

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.layers import Network
    from undersea_env.core.position import Game

__all__ = ["player_of", "read_manifest", "searcher_of"]


def player_of(place: Path, trainer: str, name: str, kind: "Kind") -> NetworkPlayer:
    """The policy of a checkpoint, if this trainer made it for this game. Loading executes nothing."""
    network, learned, _ = _loaded(place, trainer, kind)
    return NetworkPlayer(network, name, kind, learned)


def searcher_of(place: Path, name: str, kind: "Kind", simulations: int, seed: int) -> GuidedPlayer:
    """The same, with a search that it guides."""
    network, learned, config = _loaded(place, ZERO, kind)
    return GuidedPlayer(network, name, kind, simulations, config.searching(), seed, learned)


def _loaded(place: Path, trainer: str, kind: "Kind") -> "tuple[Network, Game, Any]":
    """The network, the game that it learned, and the config."""
    checkpoint = read_checkpoint(place, [POLICY])
    learned, config = kind_named_by(checkpoint.manifest), checkpoint.manifest.get("config")
    if learned.id != kind.id:
        raise InvalidOption(f"{place} was trained for {learned.title}, not for {kind.title}")
    if trainer_of(config) != trainer:
        raise InvalidOption(f"{place} was trained by `undersea train {trainer_of(config)}`: name it "
                            f"{trainer_of(config)}:{place}")
    settings = config_of(config)
    games = settings.games()
    check_rules(place, checkpoint.manifest, games)
    return checkpoint.network(), games[0], settings
