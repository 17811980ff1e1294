"""RLCard: card games in Python, one position at a time; every step hands out an observation and the legal actions."""

# /// script
# dependencies = ["rlcard==1.2.0", "numpy==2.4.6"]
# ///

import random

import rlcard
from measuring import Reporter

GAMES = ["gin-rummy", "mahjong", "doudizhu", "bridge"]


def measure(reporter, name):
    env, rng = rlcard.make(name, {"seed": 0}), random.Random(0)

    def play(tally):
        state, player = env.reset()
        tally.begin()
        while not env.is_over():
            legal = list(state["legal_actions"])
            tally.decide(player, len(legal))
            state, player = env.step(legal[int(rng.random() * len(legal))])

    reporter.play_games(name, play, door="object", observations=True, players=env.num_players)


if __name__ == "__main__":
    Reporter("RLCard", "rlcard").try_games(GAMES, measure)
