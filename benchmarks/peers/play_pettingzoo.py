"""PettingZoo's own classic games, through `last()` and `step()`: an observation and a mask for every decision."""

# /// script
# dependencies = ["pettingzoo[classic]==1.27.0", "numpy==2.4.6"]
# ///

import importlib
import warnings

import numpy as np
from measuring import Reporter

GAMES = ["connect_four_v3", "texas_holdem_no_limit_v6", "hanabi_v5", "go_v5", "chess_v6"]


def measure(reporter, name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        env.reset(seed=0)
    rng = np.random.default_rng(0)

    def play(tally):
        env.reset()
        tally.begin()
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return
            legal = observation["action_mask"].nonzero()[0]
            tally.decide(env.agent_selection, len(legal))
            env.step(int(legal[int(rng.random() * len(legal))]))

    players = len(env.possible_agents)
    reporter.play_games(name, play, door="aec", observations=True, players=players, legal="mask")


if __name__ == "__main__":
    Reporter("PettingZoo", "pettingzoo").try_games(GAMES, measure)
