"""Plays the games of a chunk side by side and tells how each of them went."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.arena.asking import Asked, leave, seated
from undersea_env.agents.arena.packing import packed
from undersea_env.agents.arena.plan import REDEALS, Chunk, Plan
from undersea_env.agents.arena.usage import usage_of
from undersea_env.agents.failing import Failure
from undersea_env.core.batch import Batch
from undersea_env.core.redealing import copied
from undersea_env.core.rewards import win_shares

if TYPE_CHECKING:
    from undersea_env.core.position import Game

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
    sources: list[list[int]] | None                  # points of each of the kind's score_sources
    by_round: list[list[int]] | None                 # the score if the game had ended after each round
    forfeit: dict[str, Any] | None                   # seat, kind and reason
    actions: list[int] | None                        # if games are recorded


def play_chunk(plan: Plan, chunk: Chunk, names: dict[str, str]) -> dict[str, Any]:
    """The games of a chunk as plain JSON types; `seconds` is all that is not the same every time."""
    game = plan.choice.game()
    agents = players_of(plan, chunk, names)
    lanes = [(deal, turn) for deal in range(chunk.first, chunk.stop) for turn in range(plan.rotations)]
    seeds = [plan.seed_of_deal(deal) for deal, _ in lanes]
    games = SideBySide(game, agents, seeds, np.array([plan.entrants_by_seat(turn) for _, turn in lanes]))
    games.play()
    for asked in agents:
        leave(asked.agent)
    played = [games.played(lane, deal, turn, plan.record) for lane, (deal, turn) in enumerate(lanes)]
    return {
        "chunk": chunk.number,
        "games": [as_data(one, game.num_actions) for one in played],
        "seconds": [round(agent.seconds, 6) for agent in agents],
        "decisions": [agent.decisions for agent in agents],
    }


def players_of(plan: Plan, chunk: Chunk, names: dict[str, str]) -> list[Asked]:
    """The entrants of a chunk, made afresh."""
    codes = plan.matches[chunk.match].agents
    return [
        seated(code, names[code], plan.seed_of_agent(chunk, k), plan.seed_of_agent(chunk, k, REDEALS),
               plan.choice.kind, plan.time_limit)
        for k, code in enumerate(codes)
    ]


def as_data(played: Played, num_actions: int) -> dict[str, Any]:
    actions = None if played.actions is None else packed(played.actions, num_actions)
    return vars(played) | {"actions": actions}


class SideBySide:
    """Games side by side; in each sweep every agent is asked once for all games in which it decides."""

    def __init__(self, game: "Game", agents: list[Asked], seeds: list[int], entrants: NDArray[np.int64]) -> None:
        self.game = game
        self.agents = agents
        self.seeds = seeds
        self.entrants = entrants                     # (games, seats): who sits there
        n = len(seeds)
        self.batch = Batch(game, n, deal=False)
        self.batch.reset(seeds)
        self.forfeits: dict[int, tuple[int, Failure]] = {}
        self.decisions = np.zeros((n, game.num_players), np.int64)
        self.by_round: list[list[list[int]]] = [[] for _ in range(n)]
        self._usage = usage_of(game.kind)
        self._is_forfeited = np.zeros(n, np.bool_)
        self._rounds = np.zeros(n, np.int64)         # whose scores were noted
        self._actions: list[NDArray[np.int32]] = []

    def play(self) -> None:
        while not (self.batch.over | self._is_forfeited).all():
            self.sweep()

    def sweep(self) -> None:
        n = len(self.seeds)
        players, masks = self.batch.players(), self.batch.legal()
        is_asked = (players >= 0) & ~self._is_forfeited
        deciding = np.where(is_asked, self.entrants[np.arange(n), players], -1)
        actions = np.full(n, NO_ACTION, np.int64)
        failed: dict[int, Failure] = {}
        for k, agent in enumerate(self.agents):
            lanes = np.flatnonzero(deciding == k)
            if len(lanes):
                states = copied(self.game, self.batch.states, lanes)
                actions[lanes], failures = agent.ask(self.game, states, masks[lanes], players[lanes])
                failed |= {int(lanes[row]): failure for row, failure in failures.items()}
        for lane, failure in failed.items():
            self.forfeits[lane] = (int(players[lane]), failure)
            self._is_forfeited[lane] = True
            actions[lane] = NO_ACTION
        acting = np.flatnonzero(actions != NO_ACTION)
        self.decisions[acting, players[acting]] += 1
        self._actions.append(actions.astype(np.int32))
        # A game that was forfeited goes on with any legal action: nobody looks at it any more.
        actions[self._is_forfeited] = masks[self._is_forfeited].argmax(axis=1)
        self.batch.step(actions)
        self._note_rounds()

    def _note_rounds(self) -> None:
        further = (self._usage.rounds_done(self.batch.records) > self._rounds) & ~self.batch.over
        lanes = np.flatnonzero(further)
        if not len(lanes):
            return
        self._rounds[lanes] += 1
        for lane, scores in zip(lanes.tolist(), self._scores(lanes), strict=True):
            self.by_round[lane].append(scores)

    def _scores(self, lanes: NDArray[np.int64]) -> list[list[int]]:
        """As if these games ended now."""
        scores, ranks, won = (np.zeros((len(lanes), self.game.kind.most_players), np.int64) for _ in range(3))
        rows = copied(self.game, self.batch.states, lanes)
        self.game.engine.result(rows, self.batch.rooms, 0, scores, ranks, won, 0, len(lanes))
        return scores[:, : self.game.num_players].tolist()  # type: ignore[no-any-return]

    def played(self, lane: int, deal: int, rotation: int, record: bool) -> Played:
        actions = [int(row[lane]) for row in self._actions if row[lane] != NO_ACTION] if record else None
        shared = {
            "deal": deal, "rotation": rotation, "seed": self.seeds[lane], "entrants": self.entrants[lane].tolist(),
            "decisions": self.decisions[lane].tolist(), "actions": actions,
        }
        if lane in self.forfeits:
            return Played(**shared, **_forfeited(self.game, *self.forfeits[lane]))
        state = self.batch.state(lane)
        seats = range(self.game.num_players)
        scores, ranks, won = state.result()
        breakdowns = [state.score_breakdown(seat) for seat in seats]
        return Played(
            **shared,
            wins=wins_of(self.game, won),
            ranks=[float(rank) for rank in ranks],
            scores=list(scores),
            sources=[[breakdown[source] for source in self.game.kind.score_sources] for breakdown in breakdowns],
            by_round=[*self.by_round[lane], list(scores)],
            forfeit=None,
        )


def wins_of(game: "Game", won: Sequence[int]) -> list[float]:
    """The share of the win of each seat of one game."""
    shares: list[float] = win_shares(np.array([won]), game.is_cooperative)[0].tolist()
    return shares


def _forfeited(game: "Game", seat: int, failure: Failure) -> dict[str, Any]:
    """The one who failed is last; the others share the places before it, and the win, unless they play together."""
    players, others = game.num_players, game.num_players - 1
    return {
        "wins": [0.0 if k == seat or game.is_cooperative else 1 / others for k in range(players)],
        "ranks": [float(players) if k == seat else (1 + others) / 2 for k in range(players)],
        "scores": None,
        "sources": None,
        "by_round": None,
        "forfeit": {"seat": seat} | asdict(failure),
    }
