"""Plays the games of a chunk side by side and tells how each of them went."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.arena.asking import Asked, Failure, seated
from undersea_env.agents.arena.packing import packed
from undersea_env.agents.arena.plan import REDEALS, Chunk, Plan
from undersea_env.agents.redealing import copied
from undersea_env.core.batch import Batch
from undersea_env.core.loop import final_scores
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS
from undersea_env.underwater_cities.kernel.questions import TURNS
from undersea_env.underwater_cities.kernel.scoring import SCORE_PARTS
from undersea_env.underwater_cities.kernel.state import POINT_SOURCES
from undersea_env.underwater_cities.kernel.workspace import new_workspaces

if TYPE_CHECKING:
    from undersea_env.core.position import Game

SOURCES = (*POINT_SOURCES, *SCORE_PARTS)
NO_ACTION = -1


@dataclass(frozen=True)
class Played:
    """One game, lists by seat. A forfeited game has no points, but a last place and a shared win of the others."""

    deal: int
    rotation: int
    seed: int
    entrants: list[int]                              # who sat there: places in the match
    wins: list[float]
    ranks: list[float]
    decisions: list[int]
    scores: list[int] | None
    sources: list[list[int]] | None                  # points of each of SOURCES
    by_round: list[list[int]] | None                 # the score if the game had ended after each round
    forfeit: dict[str, Any] | None                   # seat, kind and reason
    actions: str | None                              # packed, if games are recorded


def play_chunk(plan: Plan, chunk: Chunk, names: dict[str, str]) -> dict[str, Any]:
    """The games of a chunk as plain JSON types; `seconds` is all that is not the same every time."""
    game = plan.rules.game()
    codes = plan.matches[chunk.match].agents
    agents = [
        seated(code, names[code], plan.seed_of_agent(chunk, k), plan.seed_of_agent(chunk, k, REDEALS))
        for k, code in enumerate(codes)
    ]
    lanes = [(deal, turn) for deal in range(chunk.first, chunk.stop) for turn in range(plan.rotations)]
    seeds = [plan.seed_of_deal(deal) for deal, _ in lanes]
    table = Tables(game, agents, seeds, np.array([plan.entrants_by_seat(turn) for _, turn in lanes]))
    table.play()
    games = [table.told(lane, deal, turn, plan.record) for lane, (deal, turn) in enumerate(lanes)]
    return {
        "chunk": chunk.number,
        "games": [vars(played) for played in games],
        "seconds": [round(agent.seconds, 6) for agent in agents],
        "decisions": [agent.decisions for agent in agents],
    }


class Tables:
    """Games side by side; in each sweep every agent is asked once for all games in which it decides."""

    def __init__(self, game: "Game", agents: list[Asked], seeds: list[int], entrants: NDArray[np.int64]) -> None:
        self.game = game
        self.agents = agents
        self.seeds = seeds
        self.entrants = entrants                     # (games, seats): who sits there
        n = len(seeds)
        self.batch = Batch(game, n)
        self.batch.reset(seeds)
        self.forfeits: dict[int, tuple[int, Failure]] = {}
        self.decisions = np.zeros((n, game.num_players), np.int64)
        self.by_round: list[list[list[int]]] = [[] for _ in range(n)]
        self._records = self.batch.states.view(np.ndarray)
        self._rooms = new_workspaces(1)
        self._rounds = np.zeros(n, np.int8)          # whose scores were noted
        self._actions: list[NDArray[np.int16]] = []

    def play(self) -> None:
        while not self.batch.over.all():
            self.sweep()

    def sweep(self) -> None:
        n = len(self.seeds)
        players, masks = self.batch.players(), self.batch.legal()
        deciding = np.where(players >= 0, self.entrants[np.arange(n), players], -1)
        actions = np.full(n, NO_ACTION, np.int64)
        failed: dict[int, Failure] = {}
        for k, agent in enumerate(self.agents):
            lanes = np.flatnonzero(deciding == k)
            if len(lanes):
                states = copied(self._records, lanes)
                actions[lanes], failures = agent.ask(self.game, states, masks[lanes], players[lanes])
                failed |= {int(lanes[row]): failure for row, failure in failures.items()}
        for lane, failure in failed.items():
            self._forfeit(lane, int(players[lane]), failure)
            actions[lane] = NO_ACTION
        acting = np.flatnonzero(actions != NO_ACTION)
        self.decisions[acting, players[acting]] += 1
        self._actions.append(actions.astype(np.int16))
        self.batch.step(np.maximum(actions, 0))
        self._note_rounds()

    def _forfeit(self, lane: int, seat: int, failure: Failure) -> None:
        self.forfeits[lane] = (seat, failure)
        self._records["over"][lane] = 1
        self.batch.forget_masks()

    def _note_rounds(self) -> None:
        """Production belongs to the round before it, so scores are taken when the turns of the next round begin."""
        further = (self._records["round_no"] - 1 > self._rounds) & (self._records["over"] == 0)
        if not further.any():
            return
        lanes = np.flatnonzero(further & (self._records["frame"]["stage"][:, 0] == TURNS))
        if not len(lanes):
            return
        self._rounds[lanes] += 1
        for lane, scores in zip(lanes.tolist(), self._scores(lanes), strict=True):
            self.by_round[lane].append(scores)

    def _scores(self, lanes: NDArray[np.int64]) -> list[list[int]]:
        scores = np.zeros((len(lanes), MAX_PLAYERS), np.int64)
        rows = copied(self._records, lanes)
        final_scores(rows, self.game.rulebook, self._rooms, 0, scores, 0, len(lanes))
        return scores[:, : self.game.num_players].tolist()  # type: ignore[no-any-return]

    def told(self, lane: int, deal: int, rotation: int, record: bool) -> Played:
        actions = packed([int(row[lane]) for row in self._actions if row[lane] != NO_ACTION]) if record else None
        shared = {
            "deal": deal, "rotation": rotation, "seed": self.seeds[lane], "entrants": self.entrants[lane].tolist(),
            "decisions": self.decisions[lane].tolist(), "actions": actions,
        }
        if lane in self.forfeits:
            return Played(**shared, **_forfeited(self.game.num_players, *self.forfeits[lane]))
        state = self.batch.state(lane)
        seats = range(self.game.num_players)
        scores = list(state.scores)
        breakdowns = [state.score_breakdown(seat) for seat in seats]
        return Played(
            **shared,
            wins=[float(seat in state.winners) / max(1, len(state.winners)) for seat in seats],
            ranks=[float(rank) for rank in state.ranks],
            scores=scores,
            sources=[[breakdown[source] for source in SOURCES] for breakdown in breakdowns],
            by_round=[*self.by_round[lane], scores],
            forfeit=None,
        )


def _forfeited(players: int, seat: int, failure: Failure) -> dict[str, Any]:
    """The one who failed is last; the others share the places before it, and the win."""
    others = players - 1
    return {
        "wins": [0.0 if k == seat else 1 / others for k in range(players)],
        "ranks": [float(players) if k == seat else (1 + others) / 2 for k in range(players)],
        "scores": None,
        "sources": None,
        "by_round": None,
        "forfeit": {"seat": seat} | asdict(failure),
    }
