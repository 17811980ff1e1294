"""The compiled rules of a game over arrays of records, called from Python. Threads take ranges of an array."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from undersea_env.compiling.raw import as_bytes
from undersea_env.core import loop
from undersea_env.core.layout import OBSERVATION_DTYPE

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

Array = np.ndarray[Any, Any]


class Engine:
    """Tasks of `core.loop` with the rule book of one choice of options.

    States, rooms and features are records, or the same as bytes; results do not depend on how a range is cut.
    """

    def __init__(self, kind: "Kind", rulebook: Array) -> None:
        self.kind = kind
        self._rulebook = rulebook
        self.rules = as_bytes(rulebook)
        self.rooms = as_bytes(np.zeros(1, kind.workspace))               # for tasks of one thread
        # what a task is given for that which it does not look at
        self.no_features = as_bytes(np.zeros(1, kind.features))
        self.no_seeds = np.zeros(1, np.uint64)
        self.no_actions = np.zeros(1, np.int64)
        self.no_masks = np.zeros((1, kind.actions.size), np.int8)
        self.no_observations = np.zeros((1, kind.observation.size), OBSERVATION_DTYPE)
        self.no_scores = np.zeros((1, kind.most_players), np.int64)

    @cached_property
    def features(self) -> Array:
        """What observations say of printed things, as bytes; made when the first observation is asked for."""
        return as_bytes(self.kind.build_features(self._rulebook))  # type: ignore[no-any-return]

    @cached_property
    def _run_task(self) -> Any:
        """Compiled, or loaded, when it is first asked for."""
        return self.kind.entry.run_task

    def _run(
        self, task: int, states: Array, rooms: Array | None = None, room: int = 0, features: Array | None = None,
        seeds: Array | None = None, actions: Array | None = None, masks: Array | None = None,
        observations: Array | None = None, finals: Array | None = None, scores: Array | None = None,
        ranks: Array | None = None, won: Array | None = None, sweeps: int = 1, start: int = 0, stop: int = 1,
    ) -> int:
        return int(self._run_task(
            task, as_bytes(states), self.rules,
            self.no_features if features is None else features,
            self.rooms if rooms is None else as_bytes(rooms), room,
            self.no_seeds if seeds is None else seeds,
            self.no_actions if actions is None else actions,
            self.no_masks if masks is None else masks,
            self.no_observations if observations is None else observations,
            self.no_observations if finals is None else finals,
            self.no_scores if scores is None else scores,
            self.no_scores if ranks is None else ranks,
            self.no_scores if won is None else won,
            sweeps, start, stop,
        ))

    def begin(self, states: Array, seeds: Array, start: int, stop: int) -> None:
        """Deal new games with these seeds (uint64, one a game)."""
        self._run(loop.BEGIN, states, seeds=seeds, start=start, stop=stop)

    def mask(self, states: Array, rooms: Array, room: int, masks: Array, start: int, stop: int) -> int:
        """Write each game's mask of legal actions (int8); all zero once a game is over. Returns how many are legal."""
        return self._run(loop.MASK, states, rooms, room, masks=masks, start=start, stop=stop)

    def mask_thoroughly(self, states: Array, rooms: Array, masks: Array) -> None:
        """The same without any short cut: slow, and what the short cuts are tested against."""
        self._run(loop.MASK_THOROUGHLY, states, rooms, masks=masks, stop=len(states))

    def legal_of(self, state: Array, rooms: Array) -> list[int]:
        """The legal actions of a single game, ascending; `rooms` are records."""
        n = self.mask(state, rooms, 0, np.empty_like(self.no_masks), 0, 1)
        return list(rooms["legal"][0, :n].tolist())

    def apply(self, states: Array, rooms: Array, room: int, actions: Array, start: int, stop: int) -> None:
        """Apply one legal action (int64) to each game that is not over."""
        self._run(loop.APPLY, states, rooms, room, actions=actions, start=start, stop=stop)

    def settle(self, states: Array, start: int, stop: int) -> None:
        """Go on from positions that were put together by hand to their first question."""
        self._run(loop.SETTLE, states, start=start, stop=stop)

    def refresh(self, states: Array, start: int, stop: int) -> None:
        """Work out anew what follows from the rest of a position."""
        self._run(loop.REFRESH, states, start=start, stop=stop)

    def play_at_random(
        self, states: Array, rooms: Array, room: int, masks: Array, streams: Array, sweeps: int, start: int, stop: int
    ) -> int:
        """Uniform legal play with every mask written, one decision a game in each sweep; finished games begin anew.

        `streams` (uint64, one a game) are the random numbers of play and new deals. Returns the games finished.
        """
        return self._run(
            loop.PLAY_AT_RANDOM, states, rooms, room, seeds=streams, masks=masks, sweeps=sweeps, start=start, stop=stop
        )

    def play_out(self, states: Array, rooms: Array, room: int, streams: Array, start: int, stop: int) -> None:
        """Uniform legal play to the end of each game, with these streams of random numbers (uint64, one a game)."""
        self._run(loop.PLAY_OUT, states, rooms, room, seeds=streams, start=start, stop=stop)

    def observe(self, states: Array, viewers: Array, observations: Array, start: int, stop: int) -> None:
        """Write what a seat may know of each game (uint8); viewer -1 is the seat that decides."""
        self._run(
            loop.OBSERVE, states, features=self.features, actions=viewers, observations=observations, start=start,
            stop=stop,
        )

    def result(
        self, states: Array, rooms: Array, room: int, scores: Array, ranks: Array, won: Array, start: int, stop: int
    ) -> None:
        """Points, ranks and who has won (int64) of every seat if its game ended now; absent seats have 0."""
        self._run(loop.RESULT, states, rooms, room, scores=scores, ranks=ranks, won=won, start=start, stop=stop)

    def breakdown(self, states: Array, rooms: Array, seats: Array, points: Array, start: int, stop: int) -> None:
        """Points of one seat of each game by the kind's `score_sources`."""
        self._run(loop.BREAKDOWN, states, rooms, actions=seats, scores=points, start=start, stop=stop)

    def redeal(self, states: Array, viewers: Array, seeds: Array, start: int, stop: int) -> None:
        """Deal anew, in place, all that the viewer of each game cannot know; seeds (uint64) one a game."""
        self._run(loop.REDEAL, states, seeds=seeds, actions=viewers, start=start, stop=stop)

    def step(
        self, states: Array, rooms: Array, room: int, seeds: Array, actions: Array, masks: Array, observations: Array,
        finals: Array, scores: Array, ranks: Array, won: Array, renew: bool, start: int, stop: int,
    ) -> int:
        """Answer, mask and observe in one pass; see `run_task_on`. Returns the number of games that ended.

        Everything is given, so it calls by itself: for a single game `_run` is a part of the cost that counts.
        """
        return int(self._run_task(
            loop.STEP_ANEW if renew else loop.STEP_ON, as_bytes(states), self.rules, self.features, as_bytes(rooms),
            room, seeds, actions, masks, observations, finals, scores, ranks, won, 1, start, stop,
        ))
