"""How strong a network is while it learns: against fixed opponents, on deals that training never sees; or as a team."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from undersea_env.agents import make
from undersea_env.agents.arena.asking import Asked
from undersea_env.agents.arena.bootstrap import Estimate
from undersea_env.agents.arena.side_by_side import SideBySide
from undersea_env.agents.arena.standings import standings
from undersea_env.agents.greedy import has_heuristic
from undersea_env.core.position import Game
from undersea_env.core.streams import derived_seed
from undersea_env.errors import TrainingFailed

HELD_OUT = 0x6576616C                                # deals of evaluations come from this, whatever the run's seed
RANDOM, GREEDY, EARLIER, ALONE = "random", "greedy", "earlier self", "alone"


@dataclass(frozen=True)
class Strength:
    """Against copies of one opponent, every deal from every seat; intervals are over deals."""

    players: int
    opponent: str
    games: int
    win_share: Estimate
    points: Estimate
    lead: Estimate                                   # over the mean of the others; alone or together: the points

    def as_row(self) -> dict[str, Any]:
        """For evaluations.csv: every estimate as its mean and the bounds of its 95 % interval."""
        row: dict[str, Any] = {"players": self.players, "opponent": self.opponent, "games": self.games}
        for name in ("win_share", "points", "lead"):
            estimate: Estimate = getattr(self, name)
            row |= {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
        return row


def evaluate(game: Game, player: Any, deals: int, earlier: Any = None) -> list[Strength]:
    """`player` and `earlier` are agents; without an earlier self there is no match against it."""
    if game.is_cooperative:
        return [_match(game, player, None, ALONE, deals)]
    fixed = (RANDOM, GREEDY) if has_heuristic(game.kind) else (RANDOM,)
    opponents = {name: make(name, seed=HELD_OUT, game=game.kind) for name in fixed}
    if earlier is not None:
        opponents[EARLIER] = earlier
    return [_match(game, player, opponent, name, deals) for name, opponent in opponents.items()]


def score_of(found: list[Strength], solo_goal: int | None = None) -> float:
    """One number by which checkpoints are compared: the mean over numbers of players of the lead over greedy.

    In a game without greedy it is the lead over random. Alone or together there is nobody to lead: the points count
    instead, above those that a win takes if the game says so (`solo_goal`). Then both are near 0 for a player that is
    neither good nor bad, so that neither decides alone.
    """
    opponents = {strength.opponent for strength in found}
    measure = GREEDY if GREEDY in opponents else RANDOM
    leads = [strength.lead.mean for strength in found if strength.opponent == measure]
    leads += [strength.points.mean - (solo_goal or 0) for strength in found if strength.opponent == ALONE]
    return sum(leads) / len(leads)


def _match(game: Game, player: Any, opponent: Any, name: str, deals: int) -> Strength:
    seats, is_team = game.num_players, opponent is None
    agents = [Asked(player, 0)] if is_team else [Asked(player, 0), Asked(opponent, 1)]
    lanes = [(deal, seat) for deal in range(deals) for seat in range(1 if is_team else seats)]
    entrants = np.array([[int(seat != mine and not is_team) for seat in range(seats)] for _, mine in lanes])
    games = SideBySide(game, agents, [derived_seed(HELD_OUT, deal) for deal, _ in lanes], entrants)
    games.play()
    for _, failure in games.forfeits.values():
        raise TrainingFailed(f"a game of the evaluation against {name} failed: {failure.reason}")
    played = [vars(games.played(lane, deal, mine, record=False)) for lane, (deal, mine) in enumerate(lanes)]
    standing = standings(played, ["player", name][: len(agents)], game.kind.score_sources, HELD_OUT)[0]
    lead = standing.score if is_team else standing.lead
    return Strength(seats, name, len(lanes), standing.win_share, standing.score, lead)
