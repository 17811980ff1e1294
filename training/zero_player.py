"""The agents `zero:N` and `zero:N@RUN`: a search that a trained network guides."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from undersea_env.agents.agent import records_of
from undersea_env.compiling.seed_stream import SeedStream
from undersea_env.core.guarding import OneThread
from undersea_env.core.guiding import Ask, Floats, Searches, Searching
from undersea_env.core.kind import Kind
from undersea_env.core.layers import Network
from undersea_env.core.position import Game
from undersea_env.training.player import NetworkPlayer, one_thread

LANES = 128                                      # positions that are thought about side by side, at most
SIMULATIONS = 1 << 17                            # of all of them together, unless one takes more
BLOCK = 32                                       # rows that the network is asked for at once, whatever is needed
CONSIDERED = 16


def asking(network: Network, kind: Kind) -> Ask:
    """How searches ask this network."""
    outcome = 2 * kind.most_players

    def ask(observations: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        with torch.no_grad():
            logits, expected = network(torch.from_numpy(observations))
        return logits.numpy(), np.ascontiguousarray(expected.numpy()[:, :outcome])

    return ask


def in_blocks(ask: Ask) -> Callable[[NDArray[np.uint8]], tuple[Floats, Floats]]:
    """Always the same number of rows at once: a row is judged alike to the last bit, whoever is asked for with it."""

    def asked(observations: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        n = len(observations)
        padded = np.zeros((-(-n // BLOCK) * BLOCK, observations.shape[1]), observations.dtype)
        padded[:n] = observations
        found = [ask(padded[start : start + BLOCK]) for start in range(0, len(padded), BLOCK)]
        logits, expected = (np.concatenate(columns)[:n] for columns in zip(*found, strict=True))
        return logits, expected

    return asked


class GuidedPlayer(NetworkPlayer):
    """Takes what a search with so many simulations finds. It looks at positions that were dealt anew for the seat."""

    wants_positions = True
    wants_observations = False

    def __init__(
        self, network: Network, name: str, kind: Kind, simulations: int, how: Searching, seed: int = 0,
        learned: Game | None = None,
    ) -> None:
        super().__init__(network, name, kind, learned)
        self._how = replace(
            how, simulations=simulations, considered=max(CONSIDERED, how.considered), full_share=1.0, noise=0.0
        )
        self._stream = SeedStream.of(seed, 0)
        self._alone = OneThread(f"this {name}")
        self._make_again()

    _made_again = "_ask", "_searches"

    def _make_again(self) -> None:
        self._ask = in_blocks(asking(self._network, self._kind))
        self._searches: Searches | None = None

    def choose(self, observations: Any, masks: Any, players: Any, positions: Any = None) -> NDArray[np.int64]:
        """One action for each row; 0 where a game is over."""
        game, states = records_of(positions, self.name, self._kind, players)
        self.check(game)
        with self._alone, one_thread():
            chances = np.array([self._stream.draw() for _ in range(len(states))], np.uint64)
            lanes = max(1, min(LANES, SIMULATIONS // self._how.simulations))
            parts = [slice(start, start + lanes) for start in range(0, len(states), lanes)]
            found = [self._search(game, states[part], chances[part]) for part in parts]
        return np.concatenate([np.zeros(0, np.int64), *found])

    def _search(self, game: Game, states: NDArray[Any], chances: NDArray[np.uint64]) -> NDArray[np.int64]:
        searches = self._room_for(game, len(states))
        searches.place(states, chances)
        searches.begin()
        logits = np.zeros((len(states), self._kind.num_actions), np.float32)
        expected = np.zeros((len(states), 2 * self._kind.most_players), np.float32)
        while True:
            rows = np.flatnonzero(searches.lanes["waits"])
            if not len(rows):
                searches.forget()
                return np.array(searches.lanes["answer"], np.int64)
            logits[rows], expected[rows] = self._ask(searches.observations[rows])
            searches.go_on(logits, expected)

    def _room_for(self, game: Game, lanes: int) -> Searches:
        """That of the last question, if it will do."""
        known = self._searches
        if known is None or known.game.rulebook_hash != game.rulebook_hash or known.most_lanes < lanes:
            known = self._searches = Searches(game, lanes, self._how, plays_on=False)
        return known
