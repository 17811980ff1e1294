"""The vector door: many games in one Gymnasium VectorEnv; whoever is to decide in a lane is asked there.

Not one agent a lane: `info["player"]` says whose decision each row is, and `reward` has a column for every seat.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from undersea_env.core.checking import checked_reset_mask, checked_reset_options
from undersea_env.core.illegal import RAISE, RANDOM, TERMINATE, Referee
from undersea_env.core.kind import Kind
from undersea_env.core.lanes import Ended, Lanes, LaneSeeds
from undersea_env.core.options import check_names
from undersea_env.core.pickling import Pickled
from undersea_env.core.position import Game, State, States
from undersea_env.core.saving import CHECKSUM, checksum
from undersea_env.core.shaping import Shaping
from undersea_env.doors.spaces import BYTES, FLAT, Form
from undersea_env.errors import InvalidOption, InvalidPosition

DOOR_OPTIONS = ("autoreset", "copy", "shaping", "gamma", "observation", "dtype", "illegal_action")
Info: TypeAlias = dict[str, Any]
Step: TypeAlias = tuple[Any, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]


class GameVectorEnv(Pickled, VectorEnv[Any, Any, Any]):
    """`num_envs` games at once. Results do not depend on `threads`, on `num_envs` or on a game's lane.

    Observations that `reset` and `step` hand out, final ones too, are not changed by the next step, but by the one
    after it: two arrays are used in turn, to be read, not written. `copy=True` gives new ones every time, as masks
    always are. `observation="entities"` gives a dict of arrays by piece, `dtype="float32"` floats from 0 to 1. One
    thread at a time may use it; a second one is refused, and nothing has changed.
    """

    def __init__(
        self, kind: Kind, /, num_envs: int, num_players: int = 2, seed: int = 0, threads: int = 1, *,
        autoreset: bool = True, copy: bool = False, shaping: float = 0.0, gamma: float = 1.0, observation: str = FLAT,
        dtype: str = BYTES, illegal_action: str = RAISE, **options: Any,
    ) -> None:
        check_names(options, ("num_envs", "seed", "threads", *kind.option_names, *DOOR_OPTIONS))
        self.game = Game(kind, num_players, **options)
        self.num_envs = num_envs
        self.copy = copy
        self._form = Form(kind, observation, dtype)
        self.autoreset_mode = AutoresetMode.SAME_STEP if autoreset else AutoresetMode.DISABLED
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self.lanes = Lanes(self.game, num_envs, threads, renew=autoreset)
        self._make_again()
        self._referee = Referee(self.lanes, illegal_action)
        if self._referee.mode == TERMINATE and not autoreset:
            raise InvalidOption("illegal_action='terminate' needs autoreset: the next game begins at once")
        self._shaping = Shaping(shaping, gamma)
        self.single_observation_space = self._form.space()
        self.single_action_space = Discrete(kind.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeds = LaneSeeds(num_envs, seed)
        self.lanes.reset(self._seeds.coming())               # as the first `reset` without a seed will deal them
        self._referee.begin()
        self._shaping.begin(self.lanes)

    _made_again = "_spare", "_finals"

    def _make_again(self) -> None:
        self._spare = np.zeros_like(self.lanes.observations), np.zeros_like(self.lanes.own_masks)
        self._finals = [(np.zeros_like(self.lanes.observations), np.zeros(0, np.int64)) for _ in range(2)]

    # --- playing ---

    def reset(
        self, *, seed: int | Sequence[int] | NDArray[Any] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """All games anew; or, with options {"reset_mask": one bool a lane}, those of some lanes.

        `seed`: lane k begins with seed + k; or one seed a lane; None goes on with seeds not used before.
        """
        lanes = checked_reset_options(options).get("reset_mask")
        with self.lanes.alone:
            if lanes is None:
                self._begin(seed)
            else:
                self._begin_some(checked_reset_mask(lanes, self.num_envs), seed)
            return self._observations(), self._info(None)

    def _begin(self, seed: Any) -> None:
        self.lanes.reset(self._seeds.take(seed))
        self._referee.begin()
        self._shaping.begin(self.lanes)

    def _begin_some(self, chosen: NDArray[np.bool_], seed: Any) -> None:
        self.lanes.seeds[chosen] = np.array(self._seeds.take(seed), np.uint64)[chosen]
        before = self.lanes.observations, self.lanes.own_masks
        self._turn_over()
        self.lanes.observations[:], self.lanes.own_masks[:] = before
        self.lanes.begin_anew(np.flatnonzero(chosen))
        self._referee.counts[chosen] = 0
        self._shaping.begin(self.lanes)

    def step(self, actions: Any) -> Step:
        """One answer a lane. An illegal one raises IllegalAction, and no lane has changed; see `illegal_action`."""
        with self.lanes.alone:
            return self._step(actions)

    def _step(self, actions: Any) -> Step:
        judged = self._referee.judge(actions)
        was_over = None if self.lanes.renew else self.lanes.over
        self._turn_over()
        ended = self._referee.carry_out(*judged)
        rewards = np.zeros((self.num_envs, self.game.num_players), np.float32)
        terminated = np.zeros(self.num_envs, np.bool_) if was_over is None else was_over
        if ended is not None:
            rewards[ended.lanes] = ended.returns
            terminated[ended.lanes] = True
        self._shaping.add_to(rewards, self.lanes, ended)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, terminated, truncated, self._info(ended)

    def _turn_over(self) -> None:
        """Write into the other arrays from now on: those handed out stay as they are."""
        before = self.lanes.observations, self.lanes.own_masks
        self.lanes.use_other_arrays(*self._spare)
        self._spare = before

    def _handed_out(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _observations(self) -> Any:
        return self._form.shown(self._handed_out(self.lanes.observations))

    def _info(self, ended: Ended | None) -> Info:
        # Steps are checked against the lanes' own masks, so these are always a copy: it is the user's to write into.
        info: Info = {"action_mask": self.lanes.own_masks.copy(), "player": self.lanes.players()}
        if self._referee.mode == RANDOM:
            if ended is not None:
                info |= {"final_illegal_actions": np.where(self._has_ended(ended), self._referee.counts, 0)}
                self._referee.counts[ended.lanes] = 0
            info["illegal_actions"] = self._referee.counts.copy()
        if ended is not None:
            done = self._has_ended(ended)
            scores = np.zeros((self.num_envs, self.game.num_players), np.int64)
            scores[ended.lanes] = ended.scores
            final = self._form.shown(self._handed_out(self._final_observations(ended)))
            if self._referee.mode == TERMINATE:
                illegal, by = np.zeros(self.num_envs, np.bool_), np.full(self.num_envs, -1)
                illegal[ended.lanes] = ended.illegal
                by[ended.lanes[ended.illegal]] = ended.returns[ended.illegal].argmin(axis=1)
                info |= {"illegal": illegal, "_illegal": done, "illegal_by": by}
            info |= {"final_obs": final, "_final_obs": done, "final_scores": scores, "_final_scores": done}
        return info

    def _final_observations(self, ended: Ended) -> NDArray[np.uint8]:
        """A row for every lane, 0 where no game ended. Two arrays in turn, as a new one would be zeroed as a whole."""
        array, written = self._finals.pop(0)
        array[written] = 0
        array[ended.lanes] = ended.observations
        self._finals.append((array, ended.lanes))
        return array

    def _has_ended(self, ended: Ended) -> NDArray[np.bool_]:
        done = np.zeros(self.num_envs, np.bool_)
        done[ended.lanes] = True
        return done

    # --- positions ---

    @property
    def states(self) -> States:
        """The records of all games, one contiguous array."""
        return self.lanes.states

    def state(self, lane: int) -> State:
        """An independent copy of one game."""
        return self.lanes.state(lane)

    def to_bytes(self) -> bytes:
        """The whole batch: all games, and from which seeds the next ones come."""
        with self.lanes.alone:
            seeds = self.lanes.seeds.tobytes()
            return seeds + checksum(seeds) + self.lanes.to_bytes()

    def from_bytes(self, games: bytes) -> None:
        """Put back what `to_bytes` gave; if anything is wrong with it, nothing changes."""
        if not isinstance(games, bytes | bytearray | memoryview):
            raise InvalidPosition(f"games are given as bytes, not as {type(games).__name__}")
        size = self.lanes.seeds.nbytes
        whole = bytes(games)
        content = whole[:size]
        if len(whole) < size + CHECKSUM or whole[size : size + CHECKSUM] != checksum(content):
            raise InvalidPosition(f"these bytes are not those of {self.num_envs} games, made by to_bytes(), or damaged")
        seeds = np.frombuffer(content, np.uint64)
        with self.lanes.alone:
            self._turn_over()
            try:
                self.lanes.from_bytes(whole[size + CHECKSUM :])
            except InvalidPosition:
                self._turn_over()
                raise
            self.lanes.seeds[:] = seeds
            self._shaping.begin(self.lanes)

    def close_extras(self, **_: Any) -> None:
        if "lanes" in vars(self):                           # Gymnasium 1.2 also closes what could not be made
            self.lanes.close()
