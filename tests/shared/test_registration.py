"""PettingZoo and Gymnasium know every game of the package by an id, whoever is imported first."""

import subprocess
import sys

import gymnasium
import numpy as np
import pettingzoo
import pytest

import undersea_env
from tests import kinds
from undersea_env.core.registry import kind_of
from undersea_env.doors.aec import AecEnv
from undersea_env.doors.gymnasium_env import SeatEnv, SeatVectorEnv
from undersea_env.doors.registration import gymnasium_ids, pettingzoo_ids

every_game = pytest.mark.parametrize("name", undersea_env.games())


def id_of(ids: dict[str, str], game: str) -> str:
    return next(found for found, name in ids.items() if name == game)


@every_game
def test_pettingzoo_makes_it(name: str) -> None:
    env_id = id_of(pettingzoo_ids(), name)
    assert env_id == f"undersea/{kind_of(name).id}"
    env = pettingzoo.make("aec", env_id, num_players=3, **kinds.SAMPLES[name].shortest)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert isinstance(env.unwrapped, AecEnv)
    assert env.unwrapped.game.kind is kind_of(name)
    assert pettingzoo.make("parallel", env_id).possible_agents == ["player_0", "player_1"]


@every_game
def test_gymnasium_makes_it(name: str) -> None:
    env_id = id_of(gymnasium_ids(), name)
    options = kinds.SAMPLES[name].shortest
    env = gymnasium.make(env_id, num_players=3, **options)
    assert isinstance(env.unwrapped, SeatEnv)
    observation, _ = env.reset(seed=1)
    done = False
    while not done:
        observation, _, done, _, _ = env.step(int(observation["action_mask"].argmax()))
    lanes = gymnasium.make_vec(env_id, num_envs=3, **options)
    assert isinstance(lanes.unwrapped, SeatVectorEnv)
    observations, _ = lanes.reset(seed=1)
    assert np.array_equal(observations["action_mask"].any(axis=1), [True] * 3)


def test_the_id_of_an_older_version_is_refused_and_the_one_of_now_is_named() -> None:
    game = undersea_env.games()[0]
    version, older = kind_of(game).version, kind_of(game).version - 1
    assert older >= 0
    with pytest.raises(Exception, match=f"Available version: v{version}"):
        pettingzoo.make("aec", f"undersea/{game}-v{older}")
    env_id = id_of(gymnasium_ids(), game)
    with (
        pytest.warns(DeprecationWarning, match=f"upgrading to version `v{version}`"),
        pytest.raises(gymnasium.error.DeprecatedEnv, match=f"Please use `{env_id}` instead"),
    ):
        gymnasium.make(env_id.replace(f"-v{version}", f"-v{older}"))


ARE_REGISTERED = (
    "from undersea_env.doors.registration import pettingzoo_ids as ids; "
    "print(all(id in pettingzoo.aec_registry and id in pettingzoo.parallel_registry for id in ids()))"
)


@pytest.mark.parametrize(
    "code",
    [
        "import undersea_env, pettingzoo",
        "import pettingzoo, undersea_env",
        "import undersea_env; from pettingzoo.utils import AECEnv; import pettingzoo",
        "import undersea_env, importlib.util; importlib.util.find_spec('pettingzoo'); import pettingzoo",
        "import undersea_env, importlib, pettingzoo; importlib.reload(undersea_env); importlib.reload(pettingzoo)",
        "import undersea_env, pettingzoo; assert type(pettingzoo.__loader__).__name__ == 'SourceFileLoader'"
        "; assert pettingzoo.__spec__.loader is pettingzoo.__loader__",
    ],
)
def test_it_is_registered_whoever_is_imported_first(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"{code}; {ARE_REGISTERED}"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "True"


def test_a_pettingzoo_without_registry_can_still_be_imported() -> None:
    code = (
        "import sys; sys.modules['pettingzoo.env_registry'] = None; import undersea_env.doors.registration as r; "
        "r._register_with_pettingzoo()"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
