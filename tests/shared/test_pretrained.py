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

FIRST, SECOND, THIRD = undersea_env.games()
EXPECTED = {FIRST: ["ppo", "value"], SECOND: ["ppo"], THIRD: ["ppo"]}
TABLES: dict[str, list[dict[str, Any]]] = {
    FIRST: [{}], SECOND: [{}, {"mission": 6}, {"mission": 9}, {"mission": 3, "mode": "cooperative"}],
    THIRD: [{"scenario": 1}, {}, {"scenario": 3}, {"chapter": "6"}],
}
LEAST = {FIRST: 60, SECOND: 0, THIRD: 30}                       # points in every game
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


def played(rules: Game, code: str, entrants: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The scores; the second of the entrants plays at random."""
    agents = [Asked(make(code, game=rules.kind), 0), Asked(make("random", seed=1, game=rules.kind), 1)]
    games = SideBySide(rules, agents, list(range(len(entrants))), entrants)
    games.play()
    assert not games.forfeits
    return games.batch.scores()[:, : rules.num_players]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(("game", "code", "table"), PLAYED)
def test_it_plays_at_once_and_far_better_than_random(game: str, code: str, table: dict[str, Any], players: int) -> None:
    rules, games = Game(kind_of(game), players, **table), 2 * players
    mine = np.arange(games) % players
    if rules.is_cooperative:
        ours, theirs = (played(rules, code, np.full((games, players), which))[:, 0] for which in (0, 1))
        assert ours.min() >= LEAST[game]
        assert ours.mean() > theirs.mean()
        return
    scores = played(rules, code, (mine[:, None] != np.arange(players)).astype(np.int64))
    assert scores[np.arange(games), mine].min() > LEAST[game]
    assert (scores.argmax(axis=1) == mine).all()
