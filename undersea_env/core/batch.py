"""Many games at once, in one array of records. Results do not depend on the threads or on a game's place."""

import struct
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.checking import as_array, checked_number, checked_seed, told, whole_number
from undersea_env.core.guarding import OneThread
from undersea_env.core.layout import OBSERVATION_DTYPE
from undersea_env.core.position import Game, State, States
from undersea_env.core.saving import BATCH, HEADER, checked_content, header_of, sealed
from undersea_env.errors import IllegalAction, InvalidOption, InvalidPosition

SIZE = struct.Struct("<Q")                                 # how many games follow
MOST_THREADS = 256
MOST_GAMES = 1 << 31


class Batch:
    """`n` games of the same options. After `reset`: `legal`, `step`, `legal`, `step` ...

    One thread at a time may use it; a second one is refused (`UsedByAnotherThread`).

    For the house: `alone` is to be held by whoever puts several calls together; `records` are the games as a plain
    array, `own_masks` what steps are checked against, `rooms` where each thread works.
    """

    def __init__(self, game: Game, n: int, threads: int = 1, deal: bool = True) -> None:
        """Games are dealt with the seeds 0, 1, 2 ..., unless the caller resets the batch before it is used."""
        self.game = game
        self.engine = game.engine
        self.alone = OneThread("these games")
        self.n = checked_number(n, "n", 1, MOST_GAMES)
        self.threads = min(checked_number(threads, "threads", 1, MOST_THREADS), self.n)
        try:
            self._states = game.new_states(self.n)
        except MemoryError:
            size = f"{self.n * game.kind.state.itemsize / 2**30:,.0f} GiB"
            raise InvalidOption(f"n is {self.n}: so many games take {size}, more memory than there is") from None
        self.records = self._states.view(np.ndarray)       # fields of a recarray are slow to reach
        self.use_masks(np.zeros((self.n, game.num_actions), np.int8))
        self._are_masks_current = False
        self.rooms = game.new_rooms(self.threads)
        self._cuts = [self.n * k // self.threads for k in range(self.threads + 1)]
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        if deal:
            self.reset(range(self.n))

    def __getstate__(self) -> dict[str, Any]:
        games = self.to_bytes() if self.has_begun else None
        return {"game": self.game, "n": self.n, "threads": self.threads, "games": games}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        Batch.__init__(self, kept["game"], kept["n"], kept["threads"], deal=False)
        if kept["games"] is not None:
            self.from_bytes(kept["games"])

    def use_masks(self, masks: NDArray[np.int8]) -> None:
        """Write masks into this array from now on."""
        self.own_masks = masks
        self.masks = masks.view()                          # steps are checked against it, so only `legal` may write it
        self.masks.flags.writeable = False

    @property
    def states(self) -> States:
        """The records of all games. Whoever writes into them calls `forget_masks` afterwards."""
        return self._states

    @property
    def has_begun(self) -> bool:
        """Games have been dealt, or put here."""
        return bool(self.records["player_count"].any())

    def forget_masks(self) -> None:
        self._are_masks_current = False

    def reset(self, seeds: Sequence[int] | NDArray[Any]) -> None:
        """Begin all games anew, one seed a game."""
        if isinstance(seeds, np.ndarray):
            seeds = seeds.tolist()
        if isinstance(seeds, str | bytes) or not hasattr(seeds, "__len__") or len(seeds) != self.n:
            raise InvalidOption(f"seeds are {self.n} whole numbers, one a game; not {told(seeds)}")
        numbers = np.array([checked_seed(seed) for seed in seeds], np.uint64)
        with self.alone:
            self.in_ranges(lambda _, a, b: self.engine.begin(self._states, numbers, a, b))
            self.forget_masks()

    def legal(self) -> NDArray[np.int8]:
        """Write and return `masks`: 1 for each legal action; all 0 for a game that is over."""
        with self.alone:
            if not self._are_masks_current:
                self.in_ranges(lambda k, a, b: self.engine.mask(self._states, self.rooms, k, self.own_masks, a, b))
                self._are_masks_current = True
            return self.masks

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """One action for each game; those of games that are over are ignored. If one is illegal, nothing changes."""
        numbers = self.as_numbers(actions)
        with self.alone:
            self.legal()
            chosen = self._checked(numbers)
            self.in_ranges(lambda k, a, b: self.engine.apply(self._states, self.rooms, k, chosen, a, b))
            self.forget_masks()

    def checked_actions(self, actions: Any) -> NDArray[np.int64]:
        """Legal actions, one a game; what is given for a game that is over does not matter."""
        return self._checked(self.as_numbers(actions))

    def _checked(self, chosen: NDArray[Any]) -> NDArray[np.int64]:
        safe, is_legal = legal_choices(self.own_masks, chosen)
        if not is_legal.all():                             # so that games are not looked at when there is no need
            wrong = np.flatnonzero((self.records["over"] == 0) & ~is_legal)
            if len(wrong):
                self._refuse(int(wrong[0]), int(chosen[wrong[0]]))
        return safe

    def as_numbers(self, actions: Any) -> NDArray[Any]:
        """One whole number a game, legal or not."""
        chosen = as_array(actions)
        if chosen is None or chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"actions are {self.n} whole numbers, one a game; not {told(actions)}")
        return chosen

    def _refuse(self, i: int, action: int) -> None:
        try:
            self.state(i).apply_action(action)
        except IllegalAction as error:
            raise IllegalAction(f"game {i}, action {action}: {error}") from None
        raise IllegalAction(f"game {i}, action {action}: not legal when the masks were last written")

    def players(self) -> NDArray[np.int64]:
        """The seat that decides in each game; -1 when it is over."""
        return np.where(self.records["over"] == 0, self.records["seat"], -1).astype(np.int64)

    def observe(self, viewers: Sequence[int] | NDArray[Any] | None = None) -> NDArray[np.uint8]:
        """What a seat of each game may know: the seat that decides, or the one named in `viewers`."""
        seats = np.full(self.n, -1, np.int64) if viewers is None else as_array(viewers)
        most = self.game.num_players - 1
        is_list = seats is not None and seats.shape == (self.n,) and seats.dtype.kind in "iu"
        if seats is None or not is_list or seats.min() < -1 or seats.max() > most:
            raise InvalidOption(f"viewers are {self.n} seats from 0 to {most}, or -1 for the seat that decides")
        seats = seats.astype(np.int64)
        seen = np.empty((self.n, self.game.kind.observation.size), OBSERVATION_DTYPE)
        with self.alone:
            self.in_ranges(lambda _, a, b: self.engine.observe(self._states, seats, seen, a, b))
        return seen

    @property
    def over(self) -> NDArray[np.bool_]:
        return np.asarray(self.records["over"] != 0)

    def scores(self) -> NDArray[np.int64]:
        """The score of every seat if its game ended now; (n, most_players), absent seats have 0."""
        return self.results()[0]

    def results(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Scores, ranks and who has won, as if every game ended now; one column a seat, absent ones have 0."""
        scores, ranks, won = (np.zeros((self.n, self.game.kind.most_players), np.int64) for _ in range(3))
        with self.alone:
            self.in_ranges(lambda k, a, b: self.engine.result(self._states, self.rooms, k, scores, ranks, won, a, b))
        return scores, ranks, won

    def state(self, i: int) -> State:
        """An independent copy of one game."""
        place = whole_number(i)
        if place is None or not 0 <= place < self.n:
            raise InvalidOption(f"a game of this batch is a whole number from 0 to {self.n - 1}, not {told(i)}")
        with self.alone:
            return State.of(self.game, bytearray(self.records[place : place + 1].tobytes()))

    def to_bytes(self) -> bytes:
        """All games; `from_bytes` of a batch of the same size and options reads it."""
        with self.alone:
            return sealed(header_of(self.game, BATCH) + SIZE.pack(self.n) + self.records.tobytes())

    def from_bytes(self, games: bytes) -> None:
        """Put back what `to_bytes` gave; if one game is impossible, nothing changes."""
        content = checked_content(self.game, games, BATCH, SIZE.size, self.n)
        if SIZE.unpack_from(bytes(games), HEADER.size)[0] != self.n:
            raise InvalidPosition(f"this batch has {self.n} games; the bytes say otherwise")
        kind = self.game.kind
        for i in range(self.n):
            record = bytearray(content[i * kind.state.itemsize : (i + 1) * kind.state.itemsize])
            try:
                self.game.check_possible(State.of(self.game, record))
            except InvalidPosition as error:
                raise InvalidPosition(f"game {i}: {error}") from error
        with self.alone:
            self.records[:] = np.frombuffer(content, kind.state)
            self.forget_masks()

    def in_ranges(self, work: Callable[[int, int, int], Any]) -> None:
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


def legal_choices(masks: NDArray[Any], chosen: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The chosen numbers, 0 for those that are no actions at all, and which of them the masks allow."""
    in_range = (chosen >= 0) & (chosen < masks.shape[1])
    safe = np.where(in_range, chosen, 0).astype(np.int64)
    places = np.arange(0, masks.size, masks.shape[1]) + safe
    return safe, in_range & (masks.reshape(-1).take(places) != 0)
