"""The engine under random play: the exact pair test, derived values, bounds of the stack and of looking ahead."""

import numpy as np
import pytest

import undersea_env
from tests.underwater_cities.scenario import rule
from undersea_env.core.loop import begin_games, mask_legal_actions, mask_thoroughly, play_at_random
from undersea_env.underwater_cities.compiled.assembler import BookSizeError, _fill_table
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS, TOKENS
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.pair_test.memory import REMEMBER_FROM
from undersea_env.underwater_cities.kernel.redeal import refresh_derived
from undersea_env.underwater_cities.kernel.state import MAX_FRAMES, new_states
from undersea_env.underwater_cities.kernel.workspace import new_workspaces

GAMES = 48
DERIVED = ("open_building", "open_expansion", "built_cities", "connected_cities", "open_cities", "built_tunnels",
           "open_tunnels", "listens", "discount", "usual_price", "extra_hand_cards", "once_per_turn_cards")


def stages_of_play(players, sweeps, **options):
    """Batches of positions from the beginning to the end of random games."""
    game = undersea_env.game(num_players=players, **options)
    states, rooms = new_states(GAMES), new_workspaces(1)
    streams = np.arange(1, GAMES + 1, dtype=np.uint64)
    masks = np.zeros((GAMES, NUM_ACTIONS), np.int8)
    begin_games(states, game.rulebook, streams.copy(), 0, GAMES)
    for _ in range(sweeps):
        play_at_random(states, game.rulebook, rooms, 0, masks, streams, 23, 0, GAMES)
        yield game, states, rooms


@rule("G-5a")
@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (2, {}), (2, {"contracts": True}), (3, {"boards": "asymmetric"}), (4, {}), (4, {"contracts": True})],
)
def test_the_short_cuts_of_the_pair_test_change_no_mask(players, options):
    """Also with few resources of each kind, where it depends on each one whether something can be paid.

    With contracts some look aheads are long enough to remember where they have been, which is a short cut too.
    """
    random = np.random.default_rng(players)
    compared = given_up = longest = 0
    for game, states, rooms in stages_of_play(players, 40, **options):
        poor = states.copy()
        poor.players.resource[:, :, :TOKENS] = random.integers(0, 3, (GAMES, MAX_PLAYERS, TOKENS))
        for positions in (states, poor):
            for k in range(GAMES):
                quick, thorough = np.zeros((2, 1, NUM_ACTIONS), np.int8)
                one = positions[k : k + 1].copy()
                mask_legal_actions(one, game.rulebook, rooms, 0, quick, 0, 1)
                longest = max(longest, int(rooms.most_nodes[0]))
                rooms.given_up = 0
                mask_thoroughly(one, game.rulebook, rooms, thorough)
                compared += 1
                given_up += int(rooms.given_up[0])
                rooms.most_nodes = 0
                # without short cuts a few become too large to finish: then it has found no more
                assert (quick >= thorough).all() if rooms.given_up[0] else np.array_equal(quick, thorough)
    assert given_up < compared / 100
    assert longest > REMEMBER_FROM or "contracts" not in options


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_no_look_ahead_in_play_becomes_too_large_and_the_stack_stays_low(players):
    deepest = 0
    for _, states, rooms in stages_of_play(players, 40):
        assert rooms.given_up[0] == 0
        deepest = max(deepest, int(states.frame_count.max()))
        for state in states:
            unused = state.frame[state.frame_count :].view(np.ndarray)
            assert not unused.tobytes().strip(b"\0")
    assert deepest < MAX_FRAMES // 2


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_derived_values_are_what_the_sites_and_cards_say(players):
    for game, states, _ in stages_of_play(players, 12):
        again = states.copy()
        for i in range(GAMES):
            refresh_derived(again, game.rulebook, i)
        for field in DERIVED:
            assert np.array_equal(again.players[field][:, :players], states.players[field][:, :players]), field


def test_a_book_that_is_too_large_is_refused_with_both_numbers():
    _fill_table(np.zeros((1, 4)), [0] * 4, 4, "end scorings")
    with pytest.raises(BookSizeError, match="has 4 end scorings; the rule book has room for 3"):
        _fill_table(np.zeros((1, 4)), [0] * 5, 4, "end scorings")
