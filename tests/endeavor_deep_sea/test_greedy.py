"""The agent `greedy` and what leans on its heuristic: legal, fair, the same every time, far better than chance."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import undersea_env
from undersea_env.agents.greedy import Greedy, heuristic_of, values_of
from undersea_env.agents.search import Search
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game
from undersea_env.endeavor_deep_sea.heuristic.worth import WEIGHTS_FILE, make_worth, read_weights
from undersea_env.endeavor_deep_sea.kind import KIND
from undersea_env.endeavor_deep_sea.printed.words import DIFFICULTIES, MISSIONS
from undersea_env.errors import InvalidOption

Array = np.ndarray[Any, Any]

NAME = "endeavor_deep_sea"
GREEDY = Greedy(NAME)
VARIANTS = [
    *({"num_players": players, "mode": "competitive"} for players in (2, 3, 4)),
    *({"num_players": players, "mode": "cooperative"} for players in (1, 2, 3, 4)),
]


def game_of(**options: Any) -> Game:
    return undersea_env.game(game=NAME, **options)


def choices(game: Game, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return GREEDY.choose(None, masks, None, SimpleNamespace(game=game, states=states))


def play(game: Game, games: int, greedy_seats: np.ndarray, seed: int = 0) -> Batch:
    """`greedy_seats` (games, players) says who is greedy; the others play at random."""
    batch, chance = Batch(game, games), np.random.default_rng(seed)
    batch.reset(np.arange(seed, seed + games))
    rows = np.arange(games)
    while not batch.over.all():
        masks = np.array(batch.legal())
        actions = (masks * chance.random(masks.shape)).argmax(axis=1)
        thinks = greedy_seats[rows, batch.states["seat"]] & ~batch.over
        if thinks.any():
            actions[thinks] = choices(game, batch.states[thinks].copy(), masks[thinks])
        batch.step(actions)
    return batch


@pytest.mark.parametrize("mission", [1, 3, 6, 9])
@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_chance(players: int, mission: int) -> None:
    game, games = game_of(num_players=players, mission=mission), 60
    mine = np.arange(games) % players
    scores = play(game, games, mine[:, None] == np.arange(players)).scores()[:, :players]
    own = scores[np.arange(games), mine]
    others = np.where(mine[:, None] == np.arange(players), -100, scores).max(axis=1)
    assert (own > others).mean() > 0.95


@pytest.mark.parametrize("mission", range(1, MISSIONS + 1))
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: f"{options['num_players']} {options['mode']}")
def test_greedy_plays_everything_and_always_alike(options: dict[str, Any], mission: int) -> None:
    """`Batch.step` refuses what is not legal."""
    game = game_of(mission=mission, **options)
    everybody = np.ones((4, 4), bool)
    first, second = (play(game, 4, everybody, seed=7) for _ in range(2))
    assert first.over.all()
    assert first.to_bytes() == second.to_bytes()


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: f"{options['num_players']} {options['mode']}")
def test_greedy_uses_nothing_hidden(options: dict[str, Any]) -> None:
    """The same answer and the same values in every world that the seat cannot tell from this one."""
    game = game_of(mission=6, **options)
    rooms = heuristic_of(KIND).new_rooms(1)
    state, asked, other_worlds = game.new_game(3), 0, 0
    while not state.is_terminal:
        mask = np.zeros((1, KIND.num_actions), np.int8)
        mask[0, state.legal_actions] = 1
        action = int(choices(game, state.states, mask)[0])
        if asked % 3 == 0:
            world = state.resample(state.current_player, seed=asked)
            other_worlds += world.to_bytes() != state.to_bytes()
            assert int(choices(game, world.states, mask)[0]) == action
            assert np.array_equal(values_of(game, world.states, rooms), values_of(game, state.states, rooms))
        state.apply_action(action)
        asked += 1
    assert other_worlds > 10


def test_a_team_by_greedy_meets_more_goals_than_one_by_chance() -> None:
    for players in (1, 2, 4):
        game, games = game_of(num_players=players, mode="cooperative"), 40
        by_greedy = play(game, games, np.ones((games, 4), bool)).scores()[:, 0].mean()
        by_chance = play(game, games, np.zeros((games, 4), bool)).scores()[:, 0].mean()
        assert by_greedy > by_chance + 1


def told_and_had(game: Game, games: int, rounds: tuple[int, ...]) -> tuple[dict[int, Array], Array]:
    """What greedy's values told last in each of these rounds, and the scores that greedy had, (games, players)."""
    batch = Batch(game, games)
    batch.reset(np.arange(games))
    rooms, players = heuristic_of(KIND).new_rooms(1), game.num_players
    told = {number: np.zeros((games, players)) for number in rounds}
    while not batch.over.all():
        for number in rounds:
            now = (batch.states["round_no"] == number) & ~batch.over
            told[number][now] = values_of(game, batch.states, rooms)[now, :players]
        actions = np.zeros(games, np.int64)
        going_on = ~batch.over
        actions[going_on] = choices(game, batch.states[going_on].copy(), np.array(batch.legal())[going_on])
        batch.step(actions)
    return told, batch.scores()[:, :players]


def test_values_tell_who_will_have_more() -> None:
    told, scores = told_and_had(game_of(num_players=2), 60, (5, 6))
    leads = scores[:, 0] - scores[:, 1]
    assert np.corrcoef(told[5][:, 0] - told[5][:, 1], leads)[0, 1] > 0.7
    assert np.corrcoef(told[6][:, 0] - told[6][:, 1], leads)[0, 1] > 0.9


@pytest.mark.parametrize(("players", "mission"), [(2, 1), (3, 8), (4, 3)])
def test_values_are_final_scores_on_average(players: int, mission: int) -> None:
    """Search compares them with the scores of games that are over; missions differ by a few points."""
    told, scores = told_and_had(game_of(num_players=players, mission=mission), 60, (2, 3, 4, 5, 6))
    for values in told.values():
        assert abs((values - scores).mean()) < 9


def test_search_leans_on_it() -> None:
    game = game_of(num_players=2, mode="cooperative", difficulty=DIFFICULTIES[1], mission=4, rounds=1)
    search, state = Search(20, seed=1, game=NAME), game.new_game(1)
    while not state.is_terminal:
        actions, visits = search.search(SimpleNamespace(game=game, states=state.states))
        assert actions[0] in state.legal_actions
        assert set(np.flatnonzero(visits[0])) <= set(state.legal_actions)
        state.apply_action(int(actions[0]))


def test_weights_are_all_there_and_all_matter() -> None:
    """A weight that changes nothing in any table would be dead."""
    weights = read_weights(WEIGHTS_FILE)
    games = [game_of(num_players=2), game_of(num_players=2, mode="cooperative")]
    usual = [make_worth(game, weights).tobytes() for game in games]
    for name in weights:
        moved = {**weights, name: 2 * weights[name]}
        assert [make_worth(game, moved).tobytes() for game in games] != usual, name
    with pytest.raises(InvalidOption, match="disc"):
        make_worth(games[0], {name: worth for name, worth in weights.items() if name != "disc"})
