"""Asking an agent for its decisions, whatever it answers."""

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.agent import Agent, Positions, wants_observations, wants_positions
from undersea_env.agents.bot_file import aside
from undersea_env.agents.bot_process import TIME_LIMIT, BotPlayer
from undersea_env.agents.failing import ILLEGAL, LATE, RAISED, AgentFailed, Failure, answered, reason_of
from undersea_env.agents.registry import is_bot_file, make
from undersea_env.core.batch import legal_choices
from undersea_env.core.layout import OBSERVATION_DTYPE
from undersea_env.core.redealing import redealt
from undersea_env.core.streams import RowStream
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.position import Game

class Asked:
    """An agent at the tables: it is asked once for many games, and its time and decisions are counted."""

    def __init__(self, agent: Agent, redeal_seed: int) -> None:
        self.agent = agent
        self.seconds = 0.0
        self.decisions = 0
        self._redeals = RowStream(redeal_seed)

    def ask(
        self, game: "Game", states: NDArray[Any], masks: NDArray[np.int8], players: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], dict[int, Failure]]:
        """An action for each row, and the rows without one. The arrays are the agent's to keep."""
        n = len(players)
        observations = self._observed(game, states, players) if wants_observations(self.agent) else None
        positions = self._redealt(game, states, players) if wants_positions(self.agent) else None
        self.decisions += n
        start = time.perf_counter()
        try:
            given = answered(self._answer(observations, masks.copy(), players.copy(), positions), n)
            return _legal_ones(given, masks)
        except AgentFailed as failed:
            failure = failed.failure
        except (Exception, SystemExit) as error:
            failure = Failure(RAISED, reason_of(error))
        finally:
            own = getattr(self.agent, "seconds", None)   # of a bot, without the way there and back
            self.seconds += time.perf_counter() - start if own is None else own
        if n == 1 or failure.kind == LATE:               # to ask again one by one would take as long again for each
            return np.zeros(n, np.int64), dict.fromkeys(range(n), failure)
        self.decisions -= n
        return self._ask_one_by_one(game, states, masks, players)

    def _answer(self, observations: Any, masks: Any, players: Any, positions: Positions | None) -> Any:
        with aside():
            if positions is None:
                return self.agent.choose(observations, masks, players)
            return self.agent.choose(observations, masks, players, positions)

    def _ask_one_by_one(
        self, game: "Game", states: NDArray[Any], masks: NDArray[np.int8], players: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], dict[int, Failure]]:
        """After a failure with many rows: it is charged only to the games that it belongs to."""
        actions, failures = np.zeros(len(players), np.int64), {}
        for k in range(len(players)):
            row = slice(k, k + 1)
            answer, failed = self.ask(game, states[row], masks[row], players[row])
            actions[k] = answer[0]
            if failed:
                failures[k] = failed[0]
        return actions, failures

    def _observed(self, game: "Game", states: NDArray[Any], players: NDArray[np.int64]) -> NDArray[Any]:
        seen = np.empty((len(players), game.kind.observation.size), OBSERVATION_DTYPE)
        game.engine.observe(states, players, seen, 0, len(players))
        return seen

    def _redealt(self, game: "Game", states: NDArray[Any], players: NDArray[np.int64]) -> Positions:
        every_row = np.arange(len(players))
        imagined = redealt(game, states, every_row, players, self._redeals.take(len(players)))
        return Positions(game, imagined.view(np.recarray))


class Broken:
    """Stands in for a bot that could not be made: it fails at its first decision."""

    def __init__(self, name: str, error: InvalidOption) -> None:
        self.name = name
        self._error = error

    def choose(self, *asked: Any) -> NDArray[np.int64]:
        raise self._error


def player_of(code: str, seed: int, kind: "Kind", time_limit: float = TIME_LIMIT) -> Agent:
    """The agent of a code; the bot of a file plays in a process of its own, where there are such."""
    if is_bot_file(code) and hasattr(os, "fork"):
        return BotPlayer(Path(code), seed, kind, time_limit)
    return make(code, seed, game=kind)


def leave(agent: Agent) -> None:
    """It is asked no more."""
    if isinstance(agent, BotPlayer):
        agent.close()


def seated(
    code: str, name: str, seed: int, redeal_seed: int, kind: "Kind", time_limit: float = TIME_LIMIT
) -> Asked:
    try:
        return Asked(player_of(code, seed, kind, time_limit), redeal_seed)
    except InvalidOption as error:
        return Asked(Broken(name, error), redeal_seed)


def _legal_ones(given: NDArray[Any], masks: NDArray[np.int8]) -> tuple[NDArray[np.int64], dict[int, Failure]]:
    actions, is_legal = legal_choices(masks, given)
    wrong = np.flatnonzero(~is_legal).tolist()
    return actions, {k: Failure(ILLEGAL, f"answered {int(given[k])}, which is not a legal action") for k in wrong}
