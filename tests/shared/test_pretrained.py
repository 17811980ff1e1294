"""The networks in the package: small, whole, and players for every number of players."""

from pathlib import Path

import numpy as np
import pytest

from undersea_env.agents import make
from undersea_env.agents.arena.asking import Asked
from undersea_env.agents.arena.side_by_side import SideBySide
from undersea_env.core.position import Game
from undersea_env.training.export import LARGEST
from undersea_env.underwater_cities import KIND

PRETRAINED = Path(KIND.folder) / "pretrained"
NETWORKS = sorted(folder.name for folder in PRETRAINED.iterdir())


def test_the_package_has_a_policy_and_a_value() -> None:
    assert NETWORKS == ["ppo", "value"]
    assert [KIND.pretrained(trainer) for trainer in ("ppo", "value", "sb3")] == [
        PRETRAINED / "ppo", PRETRAINED / "value", None,
    ]


@pytest.mark.parametrize("network", NETWORKS)
def test_a_network_is_small(network: str) -> None:
    assert sum(file.stat().st_size for file in (PRETRAINED / network).iterdir()) < LARGEST


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("code", NETWORKS)
def test_it_plays_at_once_and_far_better_than_random(code: str, players: int) -> None:
    game = Game(KIND, players)
    entrants = np.ones((2 * players, players), np.int64)
    mine = np.arange(2 * players) % players
    entrants[np.arange(2 * players), mine] = 0
    agents = [Asked(make(code), 0), Asked(make("random", seed=1), 1)]
    games = SideBySide(game, agents, list(range(2 * players)), entrants)
    games.play()
    assert not games.forfeits
    scores = games.batch.scores()[:, :players]
    assert scores[np.arange(2 * players), mine].min() > 60
    assert players == 1 or (scores.argmax(axis=1) == mine).all()
