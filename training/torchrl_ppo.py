"""PPO by self-play with TorchRL, in one page: an example to begin with, not the trainer of this project.

    python -m undersea_env.training.torchrl_ppo --updates 100

One network plays all seats, and every seat's decisions train it. Needs the extra `torchrl`.
"""

import argparse
import json
import time
from typing import Any

import numpy as np
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.envs.utils import step_mdp
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss

from undersea_env.doors.gymnasium_env import SeatVectorEnv
from undersea_env.torchrl import UnderseaEnv, seat_gae

MINIBATCH, EPOCHS, WIDTH = 1024, 3, 128
EVALUATED = 400                                      # games


def networks(env: UnderseaEnv) -> tuple[Any, Any]:
    """The policy, which keeps to the mask, and what it expects for the seat that is asked."""
    size = env.observation_spec["observation"].shape[-1]

    def layers(outputs: int) -> Any:
        return MLP(in_features=size, out_features=outputs, num_cells=[WIDTH, WIDTH], activation_class=nn.ReLU)

    scores = TensorDictModule(layers(env.games.game.num_actions), in_keys=["observation"], out_keys=["logits"])
    policy = ProbabilisticActor(
        scores, in_keys={"logits": "logits", "mask": "action_mask"}, out_keys=["action"],
        distribution_class=MaskedCategorical, return_log_prob=True,
    )
    return policy, ValueOperator(layers(1), in_keys=["observation"])


def train(env: UnderseaEnv, policy: Any, critic: Any, updates: int, steps: int) -> None:
    loss_of = ClipPPOLoss(policy, critic, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=1e-3)
    now = env.reset()
    for _ in range(updates):
        with torch.no_grad():                        # games go on from rollout to rollout
            data = env.rollout(steps, policy, tensordict=now, auto_reset=False, break_when_any_done=False)
        now = env.maybe_reset(step_mdp(data[..., -1]))
        rows = seat_gae(data, critic).reshape(-1)
        for _ in range(EPOCHS):
            for chosen in torch.randperm(len(rows)).split(MINIBATCH):
                losses = loss_of(rows[chosen])
                loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                optimizer.step()


def win_share(policy: Any, game: str | None, num_players: int, seed: int) -> float:
    """In one seat against random players, the seats in turn; what the policy likes most is played."""
    lanes = SeatVectorEnv(EVALUATED, num_players, game=game, mask="info", dtype="float32", autoreset_mode="DISABLED")
    seen, info = lanes.reset(seed=seed)
    over, won = np.zeros(EVALUATED, np.bool_), np.zeros(EVALUATED)
    scores = policy[0]
    while not over.all():
        with torch.no_grad():
            liked = scores(TensorDict({"observation": torch.from_numpy(seen)}, [EVALUATED]))["logits"].numpy()
        actions = np.where(info["action_mask"] != 0, liked, -np.inf).argmax(axis=1)
        seen, rewards, over, _, info = lanes.step(actions)
        won += rewards
    return float(won.mean() + 1 / num_players)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", help="a game, or the module of one")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--updates", type=int, default=100)
    parser.add_argument("--lanes", type=int, default=256)
    parser.add_argument("--steps", type=int, default=128, help="decisions a lane between two updates")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    env = UnderseaEnv(options.lanes, options.players, options.seed, game=options.game)
    policy, critic = networks(env)
    before = win_share(policy, options.game, options.players, options.seed)
    began = time.monotonic()
    train(env, policy, critic, options.updates, options.steps)
    seconds = time.monotonic() - began
    after = win_share(policy, options.game, options.players, options.seed)
    told = {"decisions": options.updates * options.lanes * options.steps, "seconds": round(seconds, 1)}
    print(json.dumps(told | {"win_share_before": before, "win_share_after": after}))


if __name__ == "__main__":
    main()
