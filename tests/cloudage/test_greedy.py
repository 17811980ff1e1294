"""The agent `greedy` and what leans on its heuristic: legal, fair, the same every time, far better than chance."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from undersea_env.agents.greedy import Greedy, heuristic_of, values_of
from undersea_env.agents.search import Search
from undersea_env.cloudage.heuristic.worth import WEIGHTS_FILE, make_worth, read_weights
from undersea_env.cloudage.kind import KIND
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption

GREEDY = Greedy(KIND)
VARIANTS: list[dict[str, Any]] = [
    *({"num_players": players, "scenario": scenario} for players in (1, 2, 3, 4) for scenario in (1, 2, 3)),
    {"num_players": 2, "chapter": "6"},
]


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


def name_of(options: dict[str, Any]) -> str:
    return " ".join(str(each) for each in options.values())


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_chance(players: int) -> None:
    game, games = Game(KIND, players), 40
    mine = np.arange(games) % players
    scores = play(game, games, mine[:, None] == np.arange(4)).scores()[:, :players]
    own = scores[np.arange(games), mine]
    others = np.where(mine[:, None] == np.arange(players), -100, scores).max(axis=1)
    assert (own > others).mean() > 0.95


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_greedy_plays_everything_and_always_alike(options: dict[str, Any]) -> None:
    """`Batch.step` refuses what is not legal."""
    game, everybody = Game(KIND, **options), np.ones((2, 4), bool)
    first, second = (play(game, 2, everybody, seed=7) for _ in range(2))
    assert first.over.all()
    assert first.to_bytes() == second.to_bytes()


@pytest.mark.parametrize("options", [VARIANTS[0], VARIANTS[5], VARIANTS[10]], ids=name_of)
def test_greedy_uses_nothing_hidden(options: dict[str, Any]) -> None:
    """The same answer, and the same value for itself, in every world that the seat cannot tell from this one."""
    game = Game(KIND, **options)
    rooms = heuristic_of(KIND).new_rooms(1)
    state, asked, other_worlds = game.new_game(3), 0, 0
    while not state.is_terminal:
        seat = state.current_player
        mask = np.zeros((1, KIND.num_actions), np.int8)
        mask[0, state.legal_actions] = 1
        action = int(choices(game, state.states, mask)[0])
        if asked % 3 == 0:
            world = state.resample(seat, seed=asked)
            other_worlds += world.to_bytes() != state.to_bytes()
            assert int(choices(game, world.states, mask)[0]) == action
            assert values_of(game, world.states, rooms)[0, seat] == values_of(game, state.states, rooms)[0, seat]
        state.apply_action(action)
        asked += 1
    assert other_worlds > 10


def told_and_had(game: Game, games: int, rounds: range) -> tuple[dict[int, np.ndarray], np.ndarray]:
    """What greedy's values told last in each of these rounds, and the scores that greedy had, (games, players)."""
    batch = Batch(game, games)
    batch.reset(np.arange(games))
    rooms, players = heuristic_of(KIND).new_rooms(1), game.num_players
    told = {number: np.zeros((games, players)) for number in rounds}
    while not batch.over.all():
        for number in rounds:
            now = (batch.states["round_no"] == number) & ~batch.over
            told[number][now] = values_of(game, batch.states, rooms)[now, :players]
        actions, going_on = np.zeros(games, np.int64), ~batch.over
        actions[going_on] = choices(game, batch.states[going_on].copy(), np.array(batch.legal())[going_on])
        batch.step(actions)
    return told, batch.scores()[:, :players]


@pytest.mark.parametrize(("players", "scenario"), [(2, 2), (3, 2), (4, 2), (2, 3)])
def test_values_are_final_scores_on_average(players: int, scenario: int) -> None:
    """Search compares them with the scores of games that are over; tables differ by some points."""
    told, scores = told_and_had(Game(KIND, players, scenario=scenario), 40, range(2, 8))
    for values in told.values():
        assert abs((values - scores).mean()) < 8


def test_values_tell_who_will_have_more() -> None:
    told, scores = told_and_had(Game(KIND, 2), 60, range(7, 8))
    leads = scores[:, 0] - scores[:, 1]
    assert np.corrcoef(told[7][:, 0] - told[7][:, 1], leads)[0, 1] > 0.8


def test_search_leans_on_it() -> None:
    game = Game(KIND, 2, rounds=1)
    search, state = Search(20, seed=1, game=KIND), game.new_game(1)
    while not state.is_terminal:
        actions, visits = search.search(SimpleNamespace(game=game, states=state.states))
        assert actions[0] in state.legal_actions
        assert set(np.flatnonzero(visits[0])) <= set(state.legal_actions)
        state.apply_action(int(actions[0]))


def test_weights_are_all_there_and_all_matter() -> None:
    """A weight that changes nothing in any table would be dead."""
    weights, game = read_weights(WEIGHTS_FILE), Game(KIND, 2, scenario=3)
    usual = make_worth(game, weights).tobytes()
    for name in weights:
        moved = {**weights, name: 2 * weights[name] + 0.5}
        assert make_worth(game, moved).tobytes() != usual, name
    with pytest.raises(InvalidOption, match="plant_one"):
        make_worth(game, {name: worth for name, worth in weights.items() if name != "plant_one"})
