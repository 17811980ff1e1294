"""The compiled rules over arrays: derived values, ranges, chance."""

import numpy as np

from tests.kinds import Sample
from tests.shared.playing import stages_of_play
from undersea_env.core.redealing import copied


def test_what_follows_from_the_rest_stays_up_to_date(any_size: Sample) -> None:
    """After any number of decisions `refresh` finds nothing to change."""
    for game, states, _ in stages_of_play(any_size.game(), 12):
        again = copied(game, states, np.arange(len(states)))
        game.engine.refresh(again, 0, len(again))
        assert again.tobytes() == states.tobytes()


def test_answers_listed_without_short_cuts_are_no_more(any_size: Sample) -> None:
    for game, states, rooms in stages_of_play(any_size.game(), 3):
        quick, thorough = (np.zeros((len(states), game.num_actions), np.int8) for _ in range(2))
        found = game.engine.mask(states, rooms, 0, quick, 0, len(states))
        game.engine.mask_thoroughly(states, rooms, thorough)
        assert found == quick.sum()
        assert quick.any(axis=1).all()
        assert (quick >= thorough).all()


def test_random_play_does_not_depend_on_how_a_range_is_cut(any_game: Sample) -> None:
    """Games that are over begin anew, each from its own stream."""
    game, n, found = any_game.game(), 6, []
    for cut in (n, 2, 1):
        states, rooms, masks = game.new_states(n), game.new_rooms(1), np.zeros((n, game.num_actions), np.int8)
        streams = np.arange(n, dtype=np.uint64)
        game.engine.begin(states, streams.copy(), 0, n)
        finished = sum(
            game.engine.play_at_random(states, rooms, 0, masks, streams, 2000, start, start + cut)
            for start in range(0, n, cut)
        )
        assert finished >= n
        found.append((states.tobytes(), masks.tobytes(), streams.tobytes(), finished))
    assert found[0] == found[1] == found[2]
