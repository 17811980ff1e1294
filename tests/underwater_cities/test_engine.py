"""The engine under random play: the exact pair test, bounds of the stack and of looking ahead."""

from typing import Any

import numpy as np
import pytest

import undersea_env
from tests.shared.playing import stages_of_play
from tests.underwater_cities.scenario import rule, scenario
from tests.underwater_cities.short_cuts import ShortCuts
from undersea_env.underwater_cities.compiled.assembler import BookSizeError, _fill_table
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS, TOKENS
from undersea_env.underwater_cities.kernel.network import is_next_to_a_city
from undersea_env.underwater_cities.kernel.pair_test.memory import REMEMBER_FROM
from undersea_env.underwater_cities.kernel.state import MAX_FRAMES

GAMES = 48


def positions_of(players: int, stages: int, **options: Any) -> Any:
    return stages_of_play(undersea_env.game(num_players=players, **options), stages, GAMES)


@rule("G-5a")
@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (2, {}), (2, {"contracts": True}), (3, {"boards": "asymmetric"}), (4, {}), (4, {"contracts": True})],
)
def test_the_short_cuts_of_the_pair_test_change_no_mask(players: int, options: dict[str, Any]) -> None:
    """Also with few resources of each kind, where it depends on each one whether something can be paid.

    With contracts some look aheads are long enough to remember where they have been, which is a short cut too.
    """
    random = np.random.default_rng(players)
    short_cuts = ShortCuts()
    for game, states, rooms in positions_of(players, 40 if "contracts" in options else 9, **options):
        poor = states.copy()
        poor.players.resource[:, :, :TOKENS] = random.integers(0, 3, (GAMES, MAX_PLAYERS, TOKENS))
        for positions in (states, poor):
            for k in range(GAMES):
                short_cuts.compare(game, positions[k : k + 1], rooms)
    assert short_cuts.given_up < short_cuts.compared / 100
    assert short_cuts.longest > REMEMBER_FROM or "contracts" not in options


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_no_look_ahead_in_play_becomes_too_large_and_the_stack_stays_low(players: int) -> None:
    deepest = 0
    for _, states, rooms in positions_of(players, 40):
        assert rooms.given_up[0] == 0
        deepest = max(deepest, int(states.frame_count.max()))
        for state in states:
            unused = state.frame[state.frame_count :].view(np.ndarray)
            assert not unused.tobytes().strip(b"\0")
    assert deepest < MAX_FRAMES // 2


@rule("P-1")
def test_a_tunnel_site_is_next_to_a_city_if_one_is_built_at_an_end_of_it() -> None:
    """As the heuristic asks; production asks for all tunnels at once."""
    s = scenario(board=1, sites={"c8": "nonsymbiotic"})
    rules, me = s.state.game.rulebook[0], s.state.states[0].players[0]
    tunnels = s.state.game.catalogue.board(1).tunnels
    is_next: Any = is_next_to_a_city.py_func                  # type: ignore[attr-defined]
    found = [bool(is_next(rules, me, tunnel)) for tunnel in range(len(tunnels))]
    assert found == [not {"c8", "c9"}.isdisjoint(tunnel.between) for tunnel in tunnels]


def test_a_book_that_is_too_large_is_refused_with_both_numbers() -> None:
    _fill_table(np.zeros((1, 4)), [0] * 4, 4, "end scorings")
    with pytest.raises(BookSizeError, match="has 4 end scorings; the rule book has room for 3"):
        _fill_table(np.zeros((1, 4)), [0] * 5, 4, "end scorings")
