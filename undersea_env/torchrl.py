"""The TorchRL door: many games in one batched environment, and advantages along each seat's own decisions.

    env = UnderseaEnv(256, num_players=2)
    data = env.rollout(240, policy, break_when_any_done=False)
    seat_gae(data, critic)                       # then any PPO loss of TorchRL

Needs the extra `torchrl`.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from undersea_env.core.advantages import advantages_along_seats
from undersea_env.core.registry import kind_of
from undersea_env.doors.spaces import FLOATS
from undersea_env.doors.vector import GameVectorEnv
from undersea_env.errors import MissingExtra

try:
    import torch
    from tensordict import TensorDict, TensorDictBase
    from torchrl.data import Binary, Categorical, Composite, Unbounded
    from torchrl.envs import EnvBase
except ImportError as error:
    raise MissingExtra(f"the door to TorchRL needs torchrl: pip install torchrl ({error})") from error

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

DONE = "done", "terminated"


class UnderseaEnv(EnvBase):  # type: ignore[misc]  # TorchRL has no types
    """`num_envs` games side by side; in each the seat `player` is asked, whoever it is.

    A row has `observation` (or, with observation="entities", its arrays by name), `action_mask` and `player`; the
    reward has one column a seat. TorchRL begins finished games anew by itself. `rand_action` keeps to the masks of the
    last step; policies get them as `action_mask`. Options as of `undersea_env.vector_env`, but that numbers are floats.
    """

    def __init__(
        self, num_envs: int, num_players: int = 2, seed: int = 0, threads: int = 1, *,
        game: "str | Kind | None" = None, dtype: str = FLOATS, device: Any = "cpu", **options: Any,
    ) -> None:
        self.games = GameVectorEnv(
            kind_of(game), num_envs, num_players, seed, threads, autoreset=False, copy=True, dtype=dtype, **options
        )
        super().__init__(device=device, batch_size=[num_envs])
        self._next_seed: int | None = None
        seen, info = self.games.reset(seed=seed)
        self._next_seed = seed
        n, actions = num_envs, self.games.game.num_actions
        self.observation_spec = Composite(
            {name: _spec_of(array) for name, array in _named(seen).items()},
            action_mask=Binary(n=actions, shape=(n, actions), dtype=torch.bool),
            player=Categorical(num_players, shape=(n,), dtype=torch.int64), shape=(n,), device=self.device,
        )
        self.action_spec = Categorical(actions, shape=(n,), dtype=torch.int64, device=self.device)
        self.reward_spec = Unbounded(shape=(n, num_players), dtype=torch.float32, device=self.device)
        flag = Categorical(2, shape=(n, 1), dtype=torch.bool)
        self.done_spec = Composite({name: flag.clone() for name in DONE}, shape=(n,), device=self.device)
        self._told(seen, info)

    def _reset(self, tensordict: Any = None, **_: Any) -> Any:
        chosen = None if tensordict is None else tensordict.get("_reset", None)
        mask = None if chosen is None else chosen.reshape(-1).cpu().numpy()
        if mask is None or mask.all():
            seed, self._next_seed = self._next_seed, None
            found = self.games.reset(seed=seed)
        else:
            found = self.games.reset(options={"reset_mask": mask})
        over = torch.zeros((self.games.num_envs, 1), dtype=torch.bool, device=self.device)
        return self._told(*found).update({name: over.clone() for name in DONE})

    def _step(self, tensordict: Any) -> Any:
        seen, rewards, over, _, info = self.games.step(tensordict["action"].cpu().numpy())
        answer = self._told(seen, info)
        answer["reward"] = self._tensor(rewards)
        return answer.update({name: self._tensor(over[:, None].copy()) for name in DONE})

    def _told(self, seen: Any, info: dict[str, Any]) -> Any:
        """Nobody is asked where a game is over; what stands there then must not break what draws from it."""
        masks = info["action_mask"] != 0
        masks[~masks.any(axis=1)] = True
        legal = self._tensor(masks)
        self.action_spec.update_mask(legal)
        content = {name: self._tensor(np.ascontiguousarray(array)) for name, array in _named(seen).items()}
        content |= {"action_mask": legal, "player": self._tensor(np.maximum(info["player"], 0))}
        return TensorDict(content, batch_size=self.batch_size, device=self.device)

    def _tensor(self, array: Any) -> Any:
        return torch.from_numpy(array).to(self.device)

    def _set_seed(self, seed: int | None) -> None:
        """The next reset of all games begins with seed, seed + 1 and so on."""
        self._next_seed = seed

    def close(self, **options: Any) -> None:
        self.games.close()
        super().close(**options)


def _named(seen: Any) -> dict[str, Any]:
    return seen if isinstance(seen, dict) else {"observation": seen}


def _spec_of(array: Any) -> Any:
    return Unbounded(shape=array.shape, dtype=torch.from_numpy(array[:0].copy()).dtype)


def seat_gae(data: "TensorDictBase", critic: Any, gamma: float = 1.0, lmbda: float = 0.95) -> "TensorDictBase":
    """Writes `state_value`, `advantage` and `value_target` into a rollout, its time last, along each seat's decisions.

    `critic` writes `state_value` (..., 1): what the seat that is asked expects. TorchRL's own GAE takes the steps of a
    lane for the decisions of one player. `gamma` counts a seat's own decisions.
    """
    with torch.no_grad():
        critic(data)
        last = data[..., -1]["next"].clone()
        critic(last)
    by_time = {name: data[name].cpu().numpy().swapaxes(0, 1) for name in ("state_value", "player")}
    rewards, over = (data["next", name].cpu().numpy().swapaxes(0, 1) for name in ("reward", "done"))
    values = by_time["state_value"][..., 0]
    advantages = advantages_along_seats(
        values, by_time["player"], rewards, over[..., 0], last["state_value"][:, 0].cpu().numpy(),
        last["player"].cpu().numpy(), gamma, lmbda,
    )
    written = torch.from_numpy(advantages.swapaxes(0, 1)[..., None].copy()).to(data["state_value"])
    data["advantage"] = written
    data["value_target"] = written + data["state_value"]
    return data
