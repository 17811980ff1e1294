"""The Gymnasium door: one learning seat against opponents, alone or many lanes at once."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from undersea_env.core.checking import SEEDS, checked_reset_mask, checked_reset_options, checked_seed, told
from undersea_env.core.illegal import RAISE
from undersea_env.core.kind import Kind
from undersea_env.core.lanes import LaneSeeds
from undersea_env.core.options import check_names
from undersea_env.core.position import Game
from undersea_env.core.registry import kind_of
from undersea_env.doors.rendering import RENDER_MODES, checked_render_mode, checked_render_width, rendered
from undersea_env.doors.seat import LearnerLanes, Opponent, Outcome
from undersea_env.doors.spaces import BYTES, FLAT, IN_OBSERVATION, Form
from undersea_env.errors import InvalidOption, UnderseaError

Observation: TypeAlias = Any                     # a dict, or with mask="info" an array alone
Info: TypeAlias = dict[str, Any]
DOOR_OPTIONS = ("opponents", "seat", "observation", "dtype", "mask", "illegal_action")


class SeatEnv(gymnasium.Env[Any, Any]):
    """One game after the other; the mask is in `info`, and in the observation too unless mask="info".

    An info has the same keys from `reset` on: `scores` are 0 and `illegal` is False until the game is over.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  (Gymnasium's own form)

    def __init__(
        self, num_players: int = 2, opponents: Opponent | Sequence[Opponent] = "random", seat: int | None = None,
        render_mode: str | None = None, observation: str = FLAT, illegal_action: str = RAISE,
        game: str | Kind | None = None, *, dtype: str = BYTES, mask: str = IN_OBSERVATION,
        render_width: int | None = None, **options: Any,
    ) -> None:
        kind = kind_of(game)
        check_names(options, ("game", *kind.option_names, *DOOR_OPTIONS, "render_mode", "render_width"))
        self.render_mode = checked_render_mode(render_mode, kind)
        self.render_width = checked_render_width(render_width)
        rules = Game(kind, num_players, **options)
        self._learner = LearnerLanes(rules, 1, opponents, seat, 1, illegal_action, renew=False)
        self._form = Form(kind, observation, dtype, mask)
        self.observation_space = self._form.space_with_masks()
        self.action_space = Discrete(kind.num_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        checked_reset_options(options)
        number = None if seed is None else checked_seed(seed)
        with self._learner.alone:
            super().reset(seed=number)
            deal = self._drawn_seed() if number is None else number
            self._learner.reset([deal], of_opponents=[self._drawn_seed()])
            return self._observation(), self._info()

    def _drawn_seed(self) -> int:
        return int(self.np_random.integers(SEEDS >> 1))

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        with self._learner.alone:
            return self._step(action)

    def _step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        if self._end is not None:
            raise UnderseaError("the game is over; reset() begins the next one")
        outcome = self._learner.step([action])
        return self._observation(), float(outcome.rewards[0]), bool(outcome.done[0]), False, self._info()

    @property
    def _end(self) -> dict[str, Any] | None:
        """Of the game that is over."""
        return self._learner.ends.get(0)

    def action_masks(self) -> NDArray[np.bool_]:
        """By the name that sb3-contrib looks for."""
        return np.asarray(self._learner.masks[0] != 0)

    def _observation(self) -> Observation:
        return self._form.with_masks(self._learner.observations[0], self._learner.masks[0])

    def _info(self) -> Info:
        end = self._end or {
            "seat": int(self._learner.seats[0]),
            "illegal_actions": int(self._learner.referee.counts[0]),
            "scores": np.zeros(self._learner.game.num_players, np.int64),
            "illegal": False,
        }
        told_of = ("seat", "illegal_actions", "scores", "illegal")
        return {"action_mask": self._learner.masks[0], **{name: end[name] for name in told_of}}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return rendered(self._learner.lanes.state(0), self.render_mode, int(self._learner.seats[0]), self.render_width)

    def close(self) -> None:
        self._learner.close()


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """The same, many lanes at once: what `gymnasium.make_vec` gives.

    What follows the end of a game is `autoreset_mode`, one of Gymnasium's: with SAME_STEP the next game in the same
    step, and the end in `final_obs`; with NEXT_STEP the next game in the next step, whose action is not looked at;
    with DISABLED nothing until `reset` with the option `reset_mask`. `final_scores` come with the end.
    """

    def __init__(
        self, num_envs: int = 1, num_players: int = 2, opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None, threads: int = 1, seed: int = 0, observation: str = FLAT,
        illegal_action: str = RAISE, game: str | Kind | None = None, *, dtype: str = BYTES,
        mask: str = IN_OBSERVATION, autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP, **options: Any,
    ) -> None:
        self.num_envs = num_envs
        kind = kind_of(game)
        own = ("game", "num_envs", "threads", "seed", "autoreset_mode")
        check_names(options, (*own, *kind.option_names, *DOOR_OPTIONS))
        self.autoreset_mode = _checked_autoreset_mode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        rules = Game(kind, num_players, **options)
        renew = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._learner = LearnerLanes(rules, num_envs, opponents, seat, threads, illegal_action, renew=renew)
        self._form = Form(kind, observation, dtype, mask)
        self.single_observation_space = self._form.space_with_masks()
        self.single_action_space = Discrete(kind.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeds = LaneSeeds(num_envs, seed)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """All games anew; or, with options {"reset_mask": one bool a lane}, those of some lanes."""
        lanes = checked_reset_options(options).get("reset_mask")
        with self._learner.alone:
            chosen = None if lanes is None else np.flatnonzero(checked_reset_mask(lanes, self.num_envs))
            self._learner.reset(self._seeds.take(seed), chosen=chosen)
            return self._observation(), self._info()

    def step(self, actions: Any) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        with self._learner.alone:
            outcome = self._learner.step(actions, self.autoreset_mode == AutoresetMode.NEXT_STEP)
            truncated = np.zeros(self.num_envs, np.bool_)
            info = self._info() | self._ends(outcome)
            terminated = outcome.done.copy()
            terminated[list(self._learner.ends)] = True
            return self._observation(), outcome.rewards, terminated, truncated, info

    def _ends(self, outcome: Outcome) -> Info:
        if not outcome.ended:
            return {}
        seen = np.zeros_like(self._learner.observations)
        scores = np.zeros((self.num_envs, self._learner.game.num_players), np.int64)
        illegal = np.zeros(self.num_envs, np.bool_)
        for end in outcome.ended:
            lane = end["lane"]
            seen[lane], scores[lane], illegal[lane] = end["observation"], end["scores"], end["illegal"]
        done = outcome.done
        ends = {"final_scores": scores, "_final_scores": done, "illegal": illegal, "_illegal": done}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:   # otherwise they are the observations of this step
            final = self._form.with_masks(seen, np.zeros_like(self._learner.masks))
            ends |= {"final_obs": final, "_final_obs": done}
        return ends

    def action_masks(self) -> NDArray[np.bool_]:
        return self._learner.masks.astype(np.bool_)

    def _observation(self) -> Observation:
        return self._form.with_masks(self._learner.observations, self._learner.masks)

    def _info(self) -> Info:
        return {
            "action_mask": self._learner.masks,
            "seat": self._learner.seats.copy(),
            "illegal_actions": self._learner.referee.counts.copy(),
        }

    def close_extras(self, **_: Any) -> None:
        if "_learner" in vars(self):                         # Gymnasium 1.2 also closes what could not be made
            self._learner.close()


def _checked_autoreset_mode(mode: Any) -> AutoresetMode:
    for known in AutoresetMode:
        if mode in (known, known.name, known.value):
            return known
    names = ", ".join(repr(known.name) for known in AutoresetMode)
    raise InvalidOption(f"autoreset_mode is one of Gymnasium's, {names}; not {told(mode)}")
