"""The Gymnasium door: one learning seat against opponents, alone or many lanes at once."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from undersea_env.core.checking import SEEDS, checked_reset_options, checked_seed
from undersea_env.core.illegal import RAISE
from undersea_env.core.kind import Kind
from undersea_env.core.lanes import LaneSeeds
from undersea_env.core.options import check_names
from undersea_env.core.position import Game
from undersea_env.core.registry import kind_of
from undersea_env.doors.rendering import RENDER_MODES, checked_render_mode, rendered
from undersea_env.doors.seat import LearnerLanes, Opponent, Outcome
from undersea_env.doors.spaces import FLAT, checked_form, masked_space, shown
from undersea_env.errors import UnderseaError

Observation: TypeAlias = dict[str, Any]
Info: TypeAlias = dict[str, Any]
DOOR_OPTIONS = ("opponents", "seat", "observation", "illegal_action")


class SeatEnv(gymnasium.Env[Any, Any]):
    """One game after the other; the mask is in the observation and in `info`."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  (Gymnasium's own form)

    def __init__(
        self, num_players: int = 2, opponents: Opponent | Sequence[Opponent] = "random", seat: int | None = None,
        render_mode: str | None = None, observation: str = FLAT, illegal_action: str = RAISE,
        game: str | Kind | None = None, **options: Any,
    ) -> None:
        kind = kind_of(game)
        check_names(options, ("game", *kind.option_names, *DOOR_OPTIONS, "render_mode"))
        self.render_mode = checked_render_mode(render_mode, kind)
        self._last: dict[str, Any] | None = None     # the game that is over, until `reset`
        self._learner = LearnerLanes(Game(kind, num_players, **options), 1, opponents, seat, 1, illegal_action)
        self._form = checked_form(observation)
        self.observation_space = masked_space(kind, self._form)
        self.action_space = Discrete(kind.num_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        checked_reset_options(options)
        number = None if seed is None else checked_seed(seed)
        with self._learner.alone:
            super().reset(seed=number)
            deal = self._drawn_seed() if number is None else number
            self._learner.reset([deal], of_opponents=[self._drawn_seed()])
            self._last = None
            return self._observation(), self._info()

    def _drawn_seed(self) -> int:
        return int(self.np_random.integers(SEEDS >> 1))

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        with self._learner.alone:
            return self._step(action)

    def _step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        if self._last is not None:
            raise UnderseaError("the game is over; reset() begins the next one")
        outcome = self._learner.step([action])
        info = self._info()
        if not outcome.done[0]:
            return self._observation(), float(outcome.rewards[0]), False, False, info
        end = outcome.ended[0]
        self._last = end
        nothing = np.zeros_like(self._learner.masks[0])
        info |= {name: end[name] for name in ("scores", "seat", "illegal", "illegal_actions")}
        info["action_mask"] = nothing
        observation = {"observation": self._shown(end["observation"]), "action_mask": nothing.copy()}
        return observation, float(outcome.rewards[0]), True, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """By the name that sb3-contrib looks for."""
        if self._last is not None:
            return np.zeros(len(self._learner.masks[0]), np.bool_)
        return np.asarray(self._learner.masks[0] != 0)

    def _shown(self, observations: NDArray[np.uint8]) -> Any:
        return shown(self._learner.game.kind.observation, self._form, observations)

    def _observation(self) -> Observation:
        seen = self._shown(self._learner.observations[0].copy())
        return {"observation": seen, "action_mask": self._learner.masks[0].copy()}

    def _info(self) -> Info:
        return {
            "action_mask": self._learner.masks[0].copy(),
            "seat": int(self._learner.seats[0]),
            "illegal_actions": int(self._learner.referee.counts[0]),
        }

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        seat = int(self._learner.seats[0] if self._last is None else self._last["seat"])
        state = self._learner.lanes.state(0) if self._last is None else self._last["position"]
        return rendered(state, self.render_mode, seat)

    def close(self) -> None:
        self._learner.close()


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """The same, many lanes at once: what `gymnasium.make_vec` gives."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  (Gymnasium's own form)

    def __init__(
        self, num_envs: int = 1, num_players: int = 2, opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None, threads: int = 1, seed: int = 0, observation: str = FLAT,
        illegal_action: str = RAISE, game: str | Kind | None = None, **options: Any,
    ) -> None:
        self.num_envs = num_envs
        kind = kind_of(game)
        check_names(options, ("game", "num_envs", "threads", "seed", *kind.option_names, *DOOR_OPTIONS))
        rules = Game(kind, num_players, **options)
        self._learner = LearnerLanes(rules, num_envs, opponents, seat, threads, illegal_action)
        self._form = checked_form(observation)
        self.single_observation_space = masked_space(kind, self._form)
        self.single_action_space = Discrete(kind.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeds = LaneSeeds(num_envs, seed)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        checked_reset_options(options)
        with self._learner.alone:
            self._learner.reset(self._seeds.take(seed))
            return self._observation(), self._info()

    def step(self, actions: Any) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        with self._learner.alone:
            outcome = self._learner.step(actions)
            truncated = np.zeros(self.num_envs, np.bool_)
            info = self._info() | self._ends(outcome)
            return self._observation(), outcome.rewards, outcome.done, truncated, info

    def _ends(self, outcome: Outcome) -> Info:
        if not outcome.ended:
            return {}
        seen = np.zeros_like(self._learner.observations)
        scores = np.zeros((self.num_envs, self._learner.game.num_players), np.int64)
        illegal = np.zeros(self.num_envs, np.bool_)
        for end in outcome.ended:
            lane = end["lane"]
            seen[lane], scores[lane], illegal[lane] = end["observation"], end["scores"], end["illegal"]
        masks = np.zeros_like(self._learner.masks)
        final = {"observation": self._shown(seen), "action_mask": masks}
        done = outcome.done
        return {
            **{"final_obs": final, "_final_obs": done, "final_scores": scores, "_final_scores": done},
            **{"illegal": illegal, "_illegal": done},
        }

    def action_masks(self) -> NDArray[np.bool_]:
        return self._learner.masks.astype(np.bool_)

    def _shown(self, observations: NDArray[np.uint8]) -> Any:
        return shown(self._learner.game.kind.observation, self._form, observations)

    def _observation(self) -> Observation:
        seen = self._shown(self._learner.observations.copy())
        return {"observation": seen, "action_mask": self._learner.masks.copy()}

    def _info(self) -> Info:
        return {
            "action_mask": self._learner.masks.copy(),
            "seat": self._learner.seats.copy(),
            "illegal_actions": self._learner.referee.counts.copy(),
        }

    def close_extras(self, **_: Any) -> None:
        if "_learner" in vars(self):                         # Gymnasium 1.2 also closes what could not be made
            self._learner.close()
