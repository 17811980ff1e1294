"""catanatron: Catan in Python, four players, one position at a time. Its published package has no observations."""

# /// script
# dependencies = ["catanatron==3.2.1"]
# ///

import random

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, RandomPlayer
from measuring import Reporter


def measure(reporter, name):
    rng = random.Random(0)

    def play(tally):
        game = Game([RandomPlayer(color) for color in Color], seed=rng.randrange(1, 1 << 30))
        tally.begin()
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            legal = game.state.playable_actions
            tally.decide(game.state.current_color(), len(legal))
            game.execute(legal[int(rng.random() * len(legal))])

    reporter.play_games(name, play, door="object", observations=False, players=len(Color))


if __name__ == "__main__":
    Reporter("catanatron", "catanatron").try_games(["Catan"], measure)
