"""Many games at once, in one array of records. Results do not depend on the threads or on a game's place."""

import struct
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.loop import (
    apply_actions,
    begin_games,
    final_scores,
    mask_legal_actions,
    observe_games,
)
from undersea_env.core.position import FORMAT, HEADER, Game, State, checked_seed, checksum, whole_number
from undersea_env.errors import IllegalAction, InvalidOption, InvalidPosition
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.state import STATE, States, new_states
from undersea_env.underwater_cities.kernel.workspace import new_workspaces
from undersea_env.underwater_cities.observation import (
    OBSERVATION_DTYPE,
    OBSERVATION_SIZE,
    features_of,
)

MAGIC = b"UCba"
SIZE = struct.Struct("<Q")                                 # how many games follow
MOST_THREADS = 256
MOST_GAMES = 1 << 31


class Batch:
    """`n` games of the same options. After `reset`: `legal`, `step`, `legal`, `step` ..."""

    def __init__(self, game: Game, n: int, threads: int = 1) -> None:
        self.game = game
        self.n = checked_number(n, "n", 1, MOST_GAMES)
        self.threads = min(checked_number(threads, "threads", 1, MOST_THREADS), self.n)
        try:
            self._states = new_states(self.n)
        except MemoryError:
            size = f"{self.n * STATE.itemsize / 2**30:,.0f} GiB"
            raise InvalidOption(f"n is {self.n}: so many games take {size}, more memory than there is") from None
        self._plain = self._states.view(np.ndarray)        # fields of a recarray are slow to reach
        self._masks = np.zeros((self.n, NUM_ACTIONS), np.int8)
        self.masks = self._masks.view()                    # steps are checked against it, so only `legal` may write it
        self.masks.flags.writeable = False
        self._are_masks_current = False
        self._rooms = new_workspaces(self.threads)
        self._cuts = [self.n * k // self.threads for k in range(self.threads + 1)]
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self.reset(range(self.n))

    @property
    def states(self) -> States:
        """The records of all games. Whoever writes into them calls `forget_masks` afterwards."""
        return self._states

    def forget_masks(self) -> None:
        self._are_masks_current = False

    def reset(self, seeds: Sequence[int] | NDArray[Any]) -> None:
        """Begin all games anew, one seed a game."""
        if isinstance(seeds, np.ndarray):
            seeds = seeds.tolist()
        if isinstance(seeds, str | bytes) or not hasattr(seeds, "__len__") or len(seeds) != self.n:
            raise InvalidOption(f"seeds are {self.n} whole numbers, one a game; not {seeds!r}")
        numbers = np.array([checked_seed(seed) for seed in seeds], np.uint64)
        game = self.game
        self._in_ranges(lambda _, a, b: begin_games(self._states, game.rulebook, numbers, a, b))
        self.forget_masks()

    def legal(self) -> NDArray[np.int8]:
        """Write and return `masks`: 1 for each legal action; all 0 for a game that is over."""
        if not self._are_masks_current:
            rules = self.game.rulebook
            self._in_ranges(lambda k, a, b: mask_legal_actions(self._states, rules, self._rooms, k, self._masks, a, b))
            self._are_masks_current = True
        return self.masks

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """One action for each game; those of games that are over are ignored. If one is illegal, nothing changes."""
        self.legal()
        chosen = self._checked_actions(actions)
        rules = self.game.rulebook
        self._in_ranges(lambda k, a, b: apply_actions(self._states, rules, self._rooms, k, chosen, a, b))
        self.forget_masks()

    def _checked_actions(self, actions: Any) -> NDArray[np.int64]:
        chosen = self.as_numbers(actions)
        playing = self._plain["over"] == 0
        in_range = (chosen >= 0) & (chosen < NUM_ACTIONS)
        safe = np.where(in_range, chosen, 0).astype(np.int64)
        legal = in_range & (self._masks[np.arange(self.n), safe] != 0)
        wrong = np.flatnonzero(playing & ~legal)
        if len(wrong):
            self._refuse(int(wrong[0]), int(chosen[wrong[0]]))
        return safe

    def as_numbers(self, actions: Any) -> NDArray[Any]:
        """One whole number a game, legal or not."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"actions are {self.n} whole numbers, one a game; not {actions!r}")
        return chosen

    def _refuse(self, i: int, action: int) -> None:
        try:
            self.state(i).apply_action(action)
        except IllegalAction as error:
            raise IllegalAction(f"game {i}, action {action}: {error}") from None
        raise IllegalAction(f"game {i}, action {action}: not legal when the masks were last written")

    def players(self) -> NDArray[np.int64]:
        """The seat that decides in each game; -1 when it is over."""
        return np.where(self._plain["over"] == 0, self._plain["seat"], -1).astype(np.int64)

    def observe(self, viewers: Sequence[int] | NDArray[Any] | None = None) -> NDArray[np.uint8]:
        """What a seat of each game may know: the seat that decides, or the one named in `viewers`."""
        seats = np.full(self.n, -1, np.int64) if viewers is None else np.asarray(viewers)
        most = self.game.num_players - 1
        if seats.shape != (self.n,) or seats.dtype.kind not in "iu" or seats.min() < -1 or seats.max() > most:
            raise InvalidOption(f"viewers are {self.n} seats from 0 to {most}, or -1 for the seat that decides")
        seats = seats.astype(np.int64)
        seen = np.empty((self.n, OBSERVATION_SIZE), OBSERVATION_DTYPE)
        rules, features = self.game.rulebook, features_of(self.game)
        self._in_ranges(lambda _, a, b: observe_games(self._states, rules, features, seats, seen, a, b))
        return seen

    @property
    def over(self) -> NDArray[np.bool_]:
        return np.asarray(self._plain["over"] != 0)

    def scores(self) -> NDArray[np.int64]:
        """The score of every seat if its game ended now; (n, 4), absent seats have 0."""
        scores = np.zeros((self.n, MAX_PLAYERS), np.int64)
        rules = self.game.rulebook
        self._in_ranges(lambda k, a, b: final_scores(self._states, rules, self._rooms, k, scores, a, b))
        return scores

    def state(self, i: int) -> State:
        """An independent copy of one game."""
        place = whole_number(i)
        if place is None or not 0 <= place < self.n:
            raise InvalidOption(f"a game of this batch is a whole number from 0 to {self.n - 1}, not {i!r}")
        return State._of(self.game, bytearray(self._plain[place : place + 1].tobytes()))

    def to_bytes(self) -> bytes:
        """All games; `from_bytes` of a batch of the same size and options reads it."""
        content = HEADER.pack(MAGIC, FORMAT, self.game._digest) + SIZE.pack(self.n) + self._plain.tobytes()
        return content + checksum(content)

    def from_bytes(self, games: bytes) -> None:
        """Put back what `to_bytes` gave; if one game is impossible, nothing changes."""
        header = HEADER.size + SIZE.size
        content = self.game._checked_content(games, MAGIC, header, self.n)
        if SIZE.unpack_from(bytes(games), HEADER.size)[0] != self.n:
            raise InvalidPosition(f"this batch has {self.n} games; the bytes say otherwise")
        for i in range(self.n):
            record = bytearray(content[i * STATE.itemsize : (i + 1) * STATE.itemsize])
            try:
                self.game._check_possible(State._of(self.game, record))
            except InvalidPosition as error:
                raise InvalidPosition(f"game {i}: {error}") from error
        self._plain[:] = np.frombuffer(content, STATE)
        self.forget_masks()

    def _in_ranges(self, work: Callable[[int, int, int], Any]) -> None:
        """Run work(thread, start, stop) over all games; kernels let go of the GIL. The caller takes the first range."""
        jobs: list[Future[Any]] = []
        if self._pool is not None:
            jobs = [self._pool.submit(work, k, self._cuts[k], self._cuts[k + 1]) for k in range(1, self.threads)]
        try:
            work(0, 0, self._cuts[1])
        finally:
            wait(jobs)
        for job in jobs:
            job.result()

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def checked_number(value: Any, name: str, low: int, high: int) -> int:
    number = whole_number(value)
    if number is None or not low <= number <= high:
        raise InvalidOption(f"{name} is a whole number from {low} to {high}, not {value!r}")
    return number
