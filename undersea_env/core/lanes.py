"""Games side by side that are stepped, masked and observed in one pass: what every door to training stands on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.random_stream import STEP
from undersea_env.compiling.raw import as_bytes
from undersea_env.core.batch import Batch
from undersea_env.core.checking import SEEDS, checked_seed, told, whole_number, whole_numbers
from undersea_env.core.layout import OBSERVATION_DTYPE
from undersea_env.core.position import Game, State, States
from undersea_env.core.rewards import returns_of
from undersea_env.errors import InvalidOption


class LaneSeeds:
    """With which seeds the lanes begin: one after the other from a first one, or as the user names them."""

    def __init__(self, lanes: int, first: int) -> None:
        self.lanes = lanes
        self.first = checked_seed(first)

    def coming(self) -> list[int]:
        return [(self.first + k) % SEEDS for k in range(self.lanes)]

    def take(self, seed: Any = None) -> list[int]:
        """One seed a lane: from `seed` on, or those named; None goes on with seeds not used before."""
        if seed is not None and whole_number(seed) is None:
            is_range = isinstance(seed, range) and len(seed) <= self.lanes
            named = whole_numbers(list(seed) if is_range else seed)
            if named is None or len(named) != self.lanes:
                raise InvalidOption(f"seed is a whole number, or {self.lanes} of them, one a lane; not {told(seed)}")
            return [checked_seed(one) for one in named]
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


class Lanes:
    """Games whose masks and observations, of the seat that decides, are always current.

    `advance` writes them in place. A lane's games, one after the other, depend on its seed alone: not on the other
    lanes, the number of lanes or the threads. With `renew` a game that is over is followed by the next at once. They
    serve one thread at a time, as a batch does.
    """

    def __init__(self, game: Game, n: int, threads: int = 1, renew: bool = True) -> None:
        self._take(Batch(game, n, threads, deal=False), renew)

    def _take(self, batch: Batch, renew: bool) -> None:
        self.game = game = batch.game
        self.engine = game.engine
        self.batch = batch
        self.alone = self.batch.alone                        # to be held by whoever puts several calls together
        self.n = batch.n
        self.renew = renew
        self.seeds = np.zeros(self.n, np.uint64)
        self.observations = self._room_for_observations()
        self._finals = self._room_for_observations()
        self._scores, self._ranks, self._won = (np.zeros((self.n, game.kind.most_players), np.int64) for _ in range(3))
        self._deciding = np.full(self.n, -1, np.int64)       # in place of viewers

    def __getstate__(self) -> dict[str, Any]:
        with self.alone:
            return {"batch": self.batch, "renew": self.renew, "seeds": self.seeds.copy()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._take(kept["batch"], kept["renew"])
        self.seeds[:] = kept["seeds"]
        if self.batch.has_begun:
            self.look()

    def _room_for_observations(self) -> NDArray[np.uint8]:
        return np.zeros((self.n, self.game.kind.observation.size), OBSERVATION_DTYPE)

    # --- what lanes have of a batch ---

    @property
    def states(self) -> States:
        return self.batch.states

    @property
    def own_masks(self) -> NDArray[np.int8]:
        """What steps are checked against: to be read. Users get copies, or `masks`."""
        return self.batch.own_masks

    @property
    def masks(self) -> NDArray[np.int8]:
        """The same, protected from being written."""
        return self.batch.masks

    @property
    def over(self) -> NDArray[np.bool_]:
        return self.batch.over

    def players(self) -> NDArray[np.int64]:
        """The seat that decides in each lane; -1 when its game is over."""
        return self.batch.players()

    def scores(self) -> NDArray[np.int64]:
        return self.batch.scores()

    def state(self, lane: int) -> State:
        """An independent copy of one game."""
        return self.batch.state(lane)

    def to_bytes(self) -> bytes:
        return self.batch.to_bytes()

    def close(self) -> None:
        self.batch.close()

    # --- playing ---

    def reset(self, seeds: Sequence[int] | NDArray[Any]) -> None:
        """Begin all games anew, one seed a lane."""
        with self.alone:
            self.batch.reset(seeds)
            self.seeds = np.array([int(seed) for seed in seeds], np.uint64)
            self.observations = self._room_for_observations()
            self._ranks[:] = 0
            self.look()

    def look(self) -> None:
        """Write masks and observations of positions that were put here from elsewhere."""
        batch = self.batch
        with self.alone:
            batch.forget_masks()
            batch.legal()
            batch.in_ranges(lambda _, a, b: self.engine.observe(batch.states, self._deciding, self.observations, a, b))

    def from_bytes(self, games: bytes) -> None:
        """Put back what `to_bytes` gave; if one game is impossible, nothing changes."""
        with self.alone:
            self.batch.from_bytes(games)
            self.look()

    def use_other_arrays(self, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> None:
        """Write into these from now on: for a step that touches every lane, or after a copy."""
        self.observations = observations
        self.batch.use_masks(masks)

    def advance(self, actions: NDArray[np.int64]) -> Ended | None:
        """Answer in every lane, except where the action is LEAVE_ALONE; the actions are known to be legal."""
        batch = self.batch
        rows, rooms = as_bytes(batch.states), as_bytes(batch.rooms)
        ended = [0] * batch.threads

        def step_range(k: int, start: int, stop: int) -> None:
            ended[k] = self.engine.step(
                rows, rooms, k, self.seeds, actions, batch.own_masks, self.observations, self._finals, self._scores,
                self._ranks, self._won, self.renew, start, stop,
            )

        with self.alone:
            batch.in_ranges(step_range)
            return self._ended() if any(ended) else None

    def _ended(self) -> Ended:
        game = self.game
        lanes = self._ranks[:, 0].nonzero()[0]               # nobody has a rank before the end
        numbers = self._scores, self._ranks, self._won
        scores, ranks, won = (each.take(lanes, axis=0)[:, : game.num_players] for each in numbers)
        self._ranks[lanes] = 0
        returns = returns_of(game.reward, game.is_cooperative, scores, ranks, won, game.points_in_reward)
        return Ended(lanes, self._finals.take(lanes, axis=0), scores, returns, np.zeros(len(lanes), np.bool_))

    def forfeit(self, lanes: NDArray[np.int64], offenders_return: float) -> Ended:
        """The seats that decide in these lanes end their games; with `renew` the next ones begin."""
        with self.alone:
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
        return self.batch.checked_actions(actions)

    def begin_anew(self, lanes: NDArray[np.int64]) -> None:
        """Deal the next games of these lanes, as `renew` would have done."""
        n = len(lanes)
        dealt = as_bytes(self.game.new_states(max(n, 1)))
        masks, seen = np.zeros((n, self.game.num_actions), np.int8), np.zeros((n, self.observations.shape[1]), np.uint8)
        with self.alone:
            if n == 0:
                return
            self.engine.begin(dealt, self.seeds[lanes], 0, n)
            self.engine.mask(dealt, self.batch.rooms, 0, masks, 0, n)
            self.engine.observe(dealt, self._deciding[:n], seen, 0, n)
            as_bytes(self.states)[lanes], self.own_masks[lanes], self.observations[lanes] = dealt, masks, seen

    def seen_by(self, lanes: NDArray[np.int64], seats: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The games of these lanes as these seats see them, one row each."""
        seen = np.zeros((len(lanes), self.game.kind.observation.size), OBSERVATION_DTYPE)
        with self.alone:
            self.engine.observe(self.states[lanes], seats, seen, 0, len(lanes))
        return seen
