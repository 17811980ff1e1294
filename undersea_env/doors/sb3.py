"""The Stable-Baselines3 door: a native VecEnv with one learning seat a lane, for stock `MaskablePPO`; and self-play, in
which the decisions of every seat train.

    env = SelfPlayVecEnv(num_envs=64, num_players=3)
    MaskablePPO("MlpPolicy", env, rollout_buffer_class=SelfPlayBuffer, rollout_buffer_kwargs={"env": env})
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.vec_env import VecEnv

from undersea_env.core.advantages import advantages_along_seats
from undersea_env.core.illegal import RAISE
from undersea_env.core.kind import Kind
from undersea_env.core.lanes import Ended, Lanes, LaneSeeds
from undersea_env.core.options import check_names
from undersea_env.core.pickling import Pickled
from undersea_env.core.position import Game
from undersea_env.core.registry import kind_of
from undersea_env.core.shaping import Shaping
from undersea_env.doors.seat import LearnerLanes, Opponent, Outcome
from undersea_env.doors.spaces import BYTES, FLAT, Form
from undersea_env.errors import UnderseaError


def _game_of(game: Any, num_players: int, options: dict[str, Any], own: tuple[str, ...] = ()) -> Game:
    """The rules, of options that are no vector environment's."""
    kind = kind_of(game)
    check_names(options, ("game", "num_envs", "threads", "seed", "shaping", *kind.option_names, *own))
    return Game(kind, num_players, **options)


class _MaskedVecEnv(Pickled, VecEnv):
    """What both have in common: seeds, masks, and the methods that VecEnv asks for besides."""

    def __init__(self, form: Form, num_envs: int, seed: int) -> None:
        self._form = form
        self._lane_seeds = LaneSeeds(num_envs, seed)
        self._actions: NDArray[Any] = np.zeros(0)
        self._decisions = np.zeros(num_envs, np.int64)       # in the game under way
        self.render_mode = None
        super().__init__(num_envs, form.space(), Discrete(form.kind.num_actions))

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Where the next `reset` begins."""
        if seed is not None:
            self._lane_seeds = LaneSeeds(self.num_envs, seed)
        return list(self._lane_seeds.coming())

    def _seeds_of_reset(self) -> list[int]:
        self._decisions[:] = 0
        return self._lane_seeds.take()

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def action_masks(self) -> NDArray[np.bool_]:
        raise NotImplementedError

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """`action_masks` is the one method that lanes have."""
        if method_name != "action_masks":
            raise AttributeError(f"these lanes have no method {method_name!r}; there is action_masks")
        return list(self.action_masks()[self._indices(indices)])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError("these lanes have no attributes of their own")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._indices(indices)]

    def _indices(self, indices: Any) -> list[int]:
        return list(self._get_indices(indices))


class SeatVecEnv(_MaskedVecEnv):
    """`num_envs` games, each with one learner against opponents that act inside a step.

    Observations are the flat vector, or with observation="entities" a dict of arrays for a `MultiInputPolicy`;
    dtype="float32" makes floats from 0 to 1 of them. Masks come from `action_masks()`. What a step hands out is never
    written again. `shaping` adds rewards on the way; those of whole games in the infos stay without it.
    """

    def __init__(
        self, num_envs: int, num_players: int = 2, opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None, threads: int = 1, seed: int = 0, observation: str = FLAT,
        illegal_action: str = RAISE, shaping: Shaping | None = None, game: str | Kind | None = None, *,
        dtype: str = BYTES, **options: Any,
    ) -> None:
        rules = _game_of(game, num_players, options, ("opponents", "seat", "observation", "dtype", "illegal_action"))
        self._learner = LearnerLanes(rules, num_envs, opponents, seat, threads, illegal_action, shaping)
        super().__init__(Form(rules.kind, observation, dtype), num_envs, seed)

    def reset(self) -> Any:
        with self._learner.alone:
            self._learner.reset(self._seeds_of_reset())
            return self._observations()

    def _observations(self) -> Any:
        return self._form.shown(self._learner.observations)

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        with self._learner.alone:
            outcome = self._learner.step(self._actions)
            self._decisions += 1
            infos = self._infos(outcome)
            self._decisions[outcome.done] = 0
            return self._observations(), outcome.rewards.astype(np.float32), outcome.done, infos

    def _infos(self, outcome: Outcome) -> list[dict[str, Any]]:
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for end in outcome.ended:
            lane = end["lane"]
            infos[lane] = {
                "terminal_observation": self._form.shown(end["observation"]),
                "TimeLimit.truncated": False,
                "episode": {"r": end["return"], "l": int(self._decisions[lane]), "t": 0.0},
                "scores": end["scores"],
                "seat": end["seat"],
                "illegal": end["illegal"],
            }
        return infos

    def action_masks(self) -> NDArray[np.bool_]:
        return self._learner.masks.astype(np.bool_)

    def close(self) -> None:
        self._learner.close()


class SelfPlayVecEnv(_MaskedVecEnv):
    """`num_envs` games in which every decision of every seat is a step.

    The reward of a step is what the seat that acted gets by it. What the others get is in `earned`, with `acted` and
    `ended`: a buffer that knows of seats takes it from there. `shaping` is as for one learner.
    """

    def __init__(
        self, num_envs: int, num_players: int = 2, threads: int = 1, seed: int = 0, shaping: Shaping | None = None,
        game: str | Kind | None = None, *, observation: str = FLAT, dtype: str = BYTES, **options: Any,
    ) -> None:
        self._lanes = Lanes(_game_of(game, num_players, options, ("observation", "dtype")), num_envs, threads)
        self._shaping = shaping
        self.num_players = num_players
        self.acted = np.zeros(num_envs, np.int64)            # the seats that made the last decisions
        self.earned = np.zeros((num_envs, num_players))
        self.ended = np.zeros(num_envs, np.bool_)
        self.steps = 0                                       # taken so far
        super().__init__(Form(self._lanes.game.kind, observation, dtype), num_envs, seed)

    @property
    def players(self) -> NDArray[np.int64]:
        """The seats that decide now."""
        return self._lanes.players()

    def reset(self) -> Any:
        with self._lanes.alone:
            self._lanes.reset(self._seeds_of_reset())
            if self._shaping is not None:
                self._shaping.begin(self._lanes)
            return self._form.shown(self._lanes.observations.copy())

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        with self._lanes.alone:
            return self._step()

    def _step(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        self.acted = self.players
        self.steps += 1
        ended = self._lanes.advance(self._lanes.checked(self._actions))
        self.earned = np.zeros((self.num_envs, self.num_players))
        self.ended = np.zeros(self.num_envs, np.bool_)
        self._decisions += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if ended is not None:
            self._note(ended, infos)
        if self._shaping is not None:
            self._shaping.add_to(self.earned, self._lanes, ended)
        rewards = self.earned[np.arange(self.num_envs), self.acted].astype(np.float32)
        return self._form.shown(self._lanes.observations.copy()), rewards, self.ended.copy(), infos

    def _note(self, ended: Ended, infos: list[dict[str, Any]]) -> None:
        self.earned[ended.lanes] = ended.returns
        self.ended[ended.lanes] = True
        for k, lane in enumerate(ended.lanes.tolist()):
            infos[lane] = {
                "terminal_observation": self._form.shown(ended.observations[k]),
                "TimeLimit.truncated": False,
                "episode": {"r": float(ended.returns[k, 0]), "l": int(self._decisions[lane]), "t": 0.0},
                "scores": ended.scores[k].copy(),
            }
        self._decisions[ended.lanes] = 0

    def action_masks(self) -> NDArray[np.bool_]:
        return self._lanes.own_masks.astype(np.bool_)

    def close(self) -> None:
        self._lanes.close()


class SelfPlayBuffer(MaskableRolloutBuffer):
    """Advantages along each seat's own decisions, whatever the others decide in between.

    `env` are the lanes that the model plays in. A saved model comes back with copies of both, so to go on elsewhere:
    `MaskablePPO.load(path, env=lanes, rollout_buffer_kwargs={"env": lanes})`.
    """

    def __init__(self, *args: Any, env: SelfPlayVecEnv, **kwargs: Any) -> None:
        self.env = env
        self._steps_seen = -1
        super().__init__(*args, **kwargs)

    def reset(self) -> None:
        super().reset()
        self.acted = np.zeros((self.buffer_size, self.n_envs), np.int64)
        self.earned = np.zeros((self.buffer_size, self.n_envs, self.env.num_players))
        self.ended = np.zeros((self.buffer_size, self.n_envs), np.bool_)

    def add(self, *args: Any, **kwargs: Any) -> None:
        if self.env.steps == self._steps_seen:
            raise UnderseaError("the model plays in other lanes than its buffer looks at: give both the same, "
                                "rollout_buffer_kwargs={'env': lanes}")
        self._steps_seen = self.env.steps
        self.acted[self.pos] = self.env.acted
        self.earned[self.pos] = self.env.earned
        self.ended[self.pos] = self.env.ended
        super().add(*args, **kwargs)

    def compute_returns_and_advantage(self, last_values: Any, dones: NDArray[Any]) -> None:
        """In place of the one that takes the steps of a lane for the decisions of one player."""
        last = last_values.clone().cpu().numpy().flatten()
        self.advantages = advantages_along_seats(
            self.values, self.acted, self.earned, self.ended, last, self.env.players, self.gamma, self.gae_lambda
        ).astype(np.float32)
        self.returns = self.advantages + self.values
