"""Games side by side that are stepped, masked and observed in one pass: what every door to training stands on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.random_stream import STEP
from undersea_env.compiling.raw import as_bytes
from undersea_env.core.batch import Batch
from undersea_env.core.loop import begin_games, mask_legal_actions, observe_games, step_games
from undersea_env.core.position import SEEDS, Game, checked_seed
from undersea_env.core.rewards import returns_of
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS
from undersea_env.underwater_cities.observation import OBSERVATION_DTYPE, OBSERVATION_SIZE, features_of


class LaneSeeds:
    """With which seeds the lanes begin: one after the other from a first one, or as the user names them."""

    def __init__(self, lanes: int, first: int) -> None:
        self.lanes = lanes
        self.first = checked_seed(first)

    def coming(self) -> list[int]:
        return [(self.first + k) % SEEDS for k in range(self.lanes)]

    def take(self, seed: Any = None) -> list[int]:
        """One seed a lane: from `seed` on, or those named; None goes on with seeds not used before."""
        if seed is not None and not isinstance(seed, int | np.integer):
            seeds = list(seed)
            if len(seeds) != self.lanes:
                raise InvalidOption(f"seed is one number, or {self.lanes} numbers, one a lane; not {len(seeds)}")
            return seeds
        if seed is not None:
            self.first = checked_seed(seed)
        seeds = self.coming()
        self.first = (self.first + self.lanes) % SEEDS
        return seeds


@dataclass(frozen=True)
class Ended:
    """Games that ended in a step, one row each."""

    lanes: NDArray[np.int64]
    observations: NDArray[np.uint8]                  # the last position, as the seat saw it that made the last decision
    scores: NDArray[np.int64]                        # one column a seat
    returns: NDArray[np.float64]                     # by the option `reward`
    illegal: NDArray[np.bool_]                       # ended by an illegal action


def joined(some: Ended | None, others: Ended) -> Ended:
    """The games of both, in the order of their lanes."""
    if some is None:
        return others
    order = np.argsort(np.concatenate([some.lanes, others.lanes]))
    columns = zip(vars(some).values(), vars(others).values(), strict=True)
    return Ended(*(np.concatenate(pair)[order] for pair in columns))


class Lanes(Batch):
    """A batch whose masks and observations, of the seat that decides, are always current.

    `advance` writes them in place. A lane's games, one after the other, depend on its seed alone: not on the other
    lanes, the number of lanes or the threads. With `renew` a game that is over is followed by the next at once.
    """

    def __init__(self, game: Game, n: int, threads: int = 1, renew: bool = True) -> None:
        self.renew = renew
        super().__init__(game, n, threads)

    def reset(self, seeds: Sequence[int] | NDArray[Any]) -> None:
        super().reset(seeds)
        self.seeds = np.array([int(seed) for seed in seeds], np.uint64)
        self.observations = np.zeros((self.n, OBSERVATION_SIZE), OBSERVATION_DTYPE)
        self._finals = np.zeros((self.n, OBSERVATION_SIZE), OBSERVATION_DTYPE)
        self._scores = np.zeros((self.n, MAX_PLAYERS), np.int64)
        self._finished = np.zeros((self.n, MAX_PLAYERS + 1), np.int8)
        self.look()

    def look(self) -> None:
        """Write masks and observations of positions that were put here from elsewhere."""
        self.forget_masks()
        self.legal()
        rules, features, deciding = self.game.rulebook, features_of(self.game), np.full(self.n, -1, np.int64)
        self._in_ranges(lambda _, a, b: observe_games(self._states, rules, features, deciding, self.observations, a, b))

    def from_bytes(self, games: bytes) -> None:
        super().from_bytes(games)
        self.look()

    def use_other_arrays(self, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> None:
        """Write into these from now on: for a step that touches every lane, or after a copy."""
        self.observations = observations
        self._masks = masks
        self.masks = masks.view()
        self.masks.flags.writeable = False

    def advance(self, actions: NDArray[np.int64]) -> Ended | None:
        """Answer in every lane, except where the action is LEAVE_ALONE; the actions are known to be legal."""
        rows, rules, rooms = as_bytes(self._states), self.game._rules_row, as_bytes(self._rooms)
        features = features_of(self.game)
        ended = [0] * self.threads

        def step_range(k: int, start: int, stop: int) -> None:
            ended[k] = step_games(
                rows, rules, features, rooms, k, self.seeds, actions, self._masks, self.observations, self._finals,
                self._scores, self._finished, self.renew, start, stop,
            )

        self._in_ranges(step_range)
        return self._ended() if any(ended) else None

    def _ended(self) -> Ended:
        lanes = np.flatnonzero(self._finished[:, MAX_PLAYERS])
        finished = self._finished[lanes].astype(np.int64)
        self._finished[lanes] = 0
        scores = self._scores[lanes, : self.game.num_players]
        returns = returns_of(self.game.reward, scores, finished[:, :MAX_PLAYERS], finished[:, MAX_PLAYERS] - 1)
        return Ended(lanes, self._finals[lanes], scores, returns, np.zeros(len(lanes), np.bool_))

    def forfeit(self, lanes: NDArray[np.int64], offenders_return: float) -> Ended:
        """The seats that decide in these lanes end their games; with `renew` the next ones begin."""
        seats = self.players()[lanes]
        returns = np.zeros((len(lanes), self.game.num_players))
        returns[np.arange(len(lanes)), seats] = offenders_return
        scores = self.scores()[lanes, : self.game.num_players]
        ended = Ended(lanes, self.seen_by(lanes, seats), scores, returns, np.ones(len(lanes), np.bool_))
        self.seeds[lanes] += STEP
        if self.renew:
            self.begin_anew(lanes)
        return ended

    def checked(self, actions: Any) -> NDArray[np.int64]:
        """Legal actions, one a lane; what is given for a game that is over does not matter."""
        return self._checked_actions(actions)

    def begin_anew(self, lanes: NDArray[np.int64]) -> None:
        """Deal the next games of these lanes, as `renew` would have done."""
        rules, features, deciding = self.game.rulebook, features_of(self.game), np.full(self.n, -1, np.int64)
        for k in lanes.tolist():
            begin_games(self._states, rules, self.seeds, k, k + 1)
            mask_legal_actions(self._states, rules, self._rooms, 0, self._masks, k, k + 1)
            observe_games(self._states, rules, features, deciding, self.observations, k, k + 1)

    def seen_by(self, lanes: NDArray[np.int64], seats: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The games of these lanes as these seats see them, one row each."""
        rules, features = self.game.rulebook, features_of(self.game)
        seen = np.zeros((len(lanes), OBSERVATION_SIZE), OBSERVATION_DTYPE)
        observe_games(self._states[lanes], rules, features, seats, seen, 0, len(lanes))
        return seen
