"""The networks in the package: small, whole, and players for every number of players."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import undersea_env
from undersea_env.agents import make
from undersea_env.agents.arena.asking import Asked
from undersea_env.agents.arena.side_by_side import SideBySide
from undersea_env.core.position import Game
from undersea_env.core.registry import kind_of
from undersea_env.training.export import LARGEST

FIRST, SECOND = undersea_env.games()
EXPECTED = {FIRST: ["ppo", "value"], SECOND: ["ppo"]}
TABLES: dict[str, list[dict[str, Any]]] = {
    FIRST: [{}], SECOND: [{}, {"mission": 6}, {"mission": 9}, {"mission": 3, "mode": "cooperative"}],
}
LEAST = {FIRST: 60, SECOND: 20}                      # points in a game of several rivals
LEAST_OF_TEAM = {FIRST: 60, SECOND: 1.5}             # alone or together, on average
NETWORKS = [(game, code) for game, codes in EXPECTED.items() for code in codes]
PLAYED = [(game, code, table) for game, code in NETWORKS for table in TABLES[game]]


def folder_of(game: str) -> Path:
    return Path(str(kind_of(game).folder)) / "pretrained"


@pytest.mark.parametrize("game", EXPECTED)
def test_the_package_has_these_networks(game: str) -> None:
    folder = folder_of(game)
    assert sorted(each.name for each in folder.iterdir()) == EXPECTED[game]
    for trainer in ("ppo", "value", "sb3"):
        assert kind_of(game).pretrained(trainer) == (folder / trainer if trainer in EXPECTED[game] else None)


@pytest.mark.parametrize(("game", "network"), NETWORKS)
def test_a_network_is_small(game: str, network: str) -> None:
    assert sum(file.stat().st_size for file in (folder_of(game) / network).iterdir()) < LARGEST


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(("game", "code", "table"), PLAYED)
def test_it_plays_at_once_and_far_better_than_random(game: str, code: str, table: dict[str, Any], players: int) -> None:
    rules = Game(kind_of(game), players, **table)
    is_team, games = rules.is_cooperative, 2 * players
    mine = np.arange(games) % players
    entrants = np.array([[0 if is_team or seat == own else 1 for seat in range(players)] for own in mine])
    agents = [Asked(make(code, game=rules.kind), 0), Asked(make("random", seed=1, game=rules.kind), 1)]
    played = SideBySide(rules, agents, list(range(games)), entrants)
    played.play()
    assert not played.forfeits
    scores = played.batch.scores()[:, :players]
    own = scores[np.arange(games), mine]
    assert own.mean() > LEAST_OF_TEAM[game] if is_team else own.min() > LEAST[game]
    assert is_team or (scores.argmax(axis=1) == mine).all()
