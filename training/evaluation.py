"""How strong a network is while it learns: against fixed opponents, on deals that training never sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from undersea_env.agents import make
from undersea_env.agents.arena.asking import Asked
from undersea_env.agents.arena.tables import Tables
from undersea_env.agents.streams import derived_seed
from undersea_env.errors import TrainingFailed
from undersea_env.underwater_cities.game import Game

HELD_OUT = 0x6576616C                                # deals of evaluations come from this, whatever the run's seed
RANDOM, GREEDY, EARLIER, ALONE = "random", "greedy", "earlier self", "alone"


@dataclass(frozen=True)
class Strength:
    """Against copies of one opponent, every deal from every seat."""

    players: int
    opponent: str
    games: int
    win_share: float
    points: float
    lead: float                                      # over the mean of the others; alone: the points


def evaluate(
    game: Game, player: Any, deals: int, earlier: Any = None, against: Sequence[str] = (RANDOM, GREEDY)
) -> list[Strength]:
    """`player` and `earlier` are agents; without an earlier self there is no match against it."""
    if game.num_players == 1:
        return [_match(game, player, None, ALONE, deals)]
    opponents = {name: make(name, seed=HELD_OUT) for name in against}
    if earlier is not None:
        opponents[EARLIER] = earlier
    return [_match(game, player, opponent, name, deals) for name, opponent in opponents.items()]


def score_of(found: list[Strength]) -> float:
    """One number by which checkpoints are compared: the lead over greedy; alone the points."""
    leads = [strength.lead for strength in found if strength.opponent in (GREEDY, ALONE)]
    return sum(leads) / len(leads)


def _match(game: Game, player: Any, opponent: Any, name: str, deals: int) -> Strength:
    seats = game.num_players
    agents = [Asked(player, 0)] if opponent is None else [Asked(player, 0), Asked(opponent, 1)]
    seeds = [derived_seed(HELD_OUT, deal) for deal in range(deals) for _ in range(seats)]
    mine = np.tile(np.arange(seats), deals)
    entrants = np.ones((len(seeds), seats), np.int64)
    entrants[np.arange(len(seeds)), mine] = 0
    table = Tables(game, agents, seeds, entrants)
    table.play()
    for _, failure in table.forfeits.values():
        raise TrainingFailed(f"a game of the evaluation against {name} failed: {failure.reason}")
    played = [table.batch.state(k) for k in range(len(seeds))]
    wins = [float(seat in state.winners) / max(1, len(state.winners)) for state, seat in zip(played, mine, strict=True)]
    scores = np.array([state.scores for state in played], np.float64)
    points = scores[np.arange(len(seeds)), mine]
    others = (scores.sum(1) - points) / (seats - 1) if seats > 1 else np.zeros(len(points))
    lead = float((points - others).mean())
    return Strength(seats, name, len(seeds), float(np.mean(wins)), float(points.mean()), lead)
