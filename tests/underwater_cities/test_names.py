"""The names by which users have Underwater Cities; another one would break their code."""

import subprocess
import sys
from typing import Any

import gymnasium
import pettingzoo

import undersea_env


def test_the_names_of_underwater_cities() -> None:
    assert undersea_env.games()[0] == "underwater_cities"
    assert undersea_env.game().name == "underwater_cities-v1"
    assert undersea_env.game(2).num_actions == 384
    aec = pettingzoo.make("aec", "undersea/underwater_cities-v1", rounds=(1,))
    assert str(aec) == str(aec.unwrapped) == "underwater_cities_v1"
    assert str(pettingzoo.make("parallel", "undersea/underwater_cities-v1")) == "underwater_cities_v1"
    env: Any = gymnasium.make("undersea/UnderwaterCities-v1", rounds=(1,))
    assert env.action_space.n == 384
    assert gymnasium.make_vec("undersea/UnderwaterCities-v1", num_envs=2).num_envs == 2


def test_positions_begin_with_their_letters() -> None:
    env = undersea_env.raw_env()
    env.reset(seed=1)
    assert env.position.to_bytes()[:4] == b"UCpo"
    assert env.get_state()[:4] == b"UCen"


def test_the_options_have_their_places() -> None:
    """Without their names they come in this order."""
    assert undersea_env.game(2, [3, 1], True, [2, 1]).rule_options() == {
        "num_players": 2, "boards": (3, 1), "contracts": True, "rounds": (2, 1), "components": None, "reward": "win",
    }


def test_the_old_command_that_tunes_greedy_still_works() -> None:
    command = [sys.executable, "-m", "undersea_env.agents.tune_greedy", "--help"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Tune the weights of `greedy`" in told.stdout
