"""OpenSpiel: rules in C++, called one position at a time from Python, or whole games by its own random bots in C++.

Chance is played by its own probabilities and is no decision.
"""

# /// script
# dependencies = ["open_spiel==2.0.2", "numpy==2.4.6"]
# ///

import random
from itertools import pairwise

import pyspiel
from measuring import Reporter

GAMES = ["backgammon", "gin_rummy", "hearts", "chess"]


def observe_by(game):
    if game.get_type().provides_observation_tensor:
        return pyspiel.State.observation_tensor
    return pyspiel.State.information_state_tensor


def measure(reporter, name):
    game, rng = pyspiel.load_game(name), random.Random(0)
    observe = observe_by(game)
    facts = {"players": game.num_players()}

    def play(tally, observed=False):
        state = game.new_initial_state()
        tally.begin()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            player, legal = state.current_player(), state.legal_actions()
            if observed:
                observe(state, player)
            tally.decide(player, len(legal))
            state.apply_action(legal[int(rng.random() * len(legal))])

    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    played = []

    def play_inside(tally):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, rng.randrange(1 << 30))
        played.append(state)

    def count(tally):
        for state in played:
            acted = [move.player for move in state.full_history() if move.player >= 0]
            turns = 1 + sum(a != b for a, b in pairwise(acted))
            tally.add(1, len(acted), turns, 0)
        played.clear()

    reporter.play_games(name, play_inside, count, door="loop", observations=False, **facts)
    reporter.play_games(name, play, door="object", observations=False, **facts)
    reporter.play_games(name, lambda tally: play(tally, True), door="object", observations=True, **facts)


if __name__ == "__main__":
    Reporter("OpenSpiel", "open_spiel").try_games(GAMES, measure)
