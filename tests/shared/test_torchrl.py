"""The door to TorchRL, where it is installed (`make clients`); each script runs with it in a process of its own."""

import json
from pathlib import Path

import pytest

from tests import clients, kinds

ENVIRONMENT = '''
import numpy as np
import torch
from torchrl.envs.utils import check_env_specs

import undersea_env
from undersea_env.torchrl import UnderseaEnv

GAME = {"game": "tests.toy_game", "rounds": 3}
for form in ({}, {"observation": "entities"}, {"dtype": "uint8"}, {"illegal_action": "random"}):
    check_env_specs(UnderseaEnv(5, num_players=3, **GAME, **form))

# the same games as in the vector environment
env, usual = UnderseaEnv(4, 2, seed=3, **GAME), undersea_env.vector_env(4, 2, dtype="float32", autoreset=False, **GAME)
seen, info = usual.reset(seed=3)
data = env.rollout(11, break_when_any_done=False)
for step in data.unbind(-1):
    assert np.array_equal(step["observation"].numpy(), seen)
    assert np.array_equal(step["action_mask"].numpy(), info["action_mask"] != 0)
    assert np.array_equal(step["player"].numpy(), info["player"])
    seen, rewards, over, _, info = usual.step(step["action"].numpy())
    assert np.array_equal(step["next", "reward"].numpy(), rewards)
    assert not over.any()

# drawn actions are legal, games follow each other, and a seed means the same games again
for seed in (7, 7):
    env.set_seed(seed)
    torch.manual_seed(1)
    data = env.rollout(80, break_when_any_done=False)
    legal = data["action_mask"].gather(-1, data["action"][..., None])
    assert legal.all()
    assert data["next", "done"].sum() == 4 * (80 // 12)
    assert (data["next", "reward"].sum(-1).abs() < 1e-6).all()
    kept = data["observation"] if seed == 7 and "kept" not in globals() else kept
    assert torch.equal(kept, data["observation"])
print("fine")
'''

ADVANTAGES = '''
import torch
from torch import nn
from torchrl.modules import ValueOperator

from undersea_env.torchrl import UnderseaEnv, seat_gae

env = UnderseaEnv(6, 3, game="tests.toy_game", rounds=3)
critic = ValueOperator(nn.Linear(env.observation_spec["observation"].shape[-1], 1), in_keys=["observation"])
data = seat_gae(env.rollout(60, break_when_any_done=False), critic, gamma=1.0, lmbda=1.0)
checked = 0
for lane in data.unbind(0):
    ends = lane["next", "done"][:, 0].nonzero()[:, 0].tolist()
    for t, seat in enumerate(lane["player"].tolist()):
        end = next((end for end in ends if end >= t), None)
        if end is not None:                          # nothing is paid before the end, so this is what all leads to
            assert torch.isclose(lane["value_target"][t, 0], lane["next", "reward"][end, seat], atol=1e-5)
            checked += 1
assert checked > 200
assert torch.allclose(data["advantage"], data["value_target"] - data["state_value"])
print("fine")
'''


@pytest.mark.parametrize("script", [ENVIRONMENT, ADVANTAGES], ids=["environment", "advantages"])
def test_games_in_torchrl(script: str, tmp_path: Path) -> None:
    place = tmp_path / "script.py"
    place.write_text(script)
    assert clients.run_with("torchrl", place).endswith("fine\n")


def test_the_example_learns() -> None:
    script = clients.ROOT / "training" / "torchrl_ppo.py"
    out = clients.run_with(
        "torchrl", script, "--game", kinds.TOY, "--updates", "15", "--steps", "24",
    )
    found = json.loads(out.splitlines()[-1])
    assert found["win_share_after"] > max(0.58, found["win_share_before"] + 0.08)
