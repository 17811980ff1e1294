"""The networks of the game: the map around the airship, cities and projects as entities, whatever map is laid."""

from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

import undersea_env
from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.kernel.layout import HEX, OBSERVATION, PLAYER
from undersea_env.cloudage.kind import KIND
from undersea_env.cloudage.network import (
    AROUND,
    CITY,
    HEX_QUESTION,
    NO_HEX,
    PRESETS,
    QUESTION,
    beside,
    map_around,
    piece,
    printed,
)
from undersea_env.cloudage.printed.words import CHAPTERS, DIRECTIONS, HEXES, PROJECTS
from undersea_env.core.lanes import Lanes
from undersea_env.core.position import Game
from undersea_env.training.network import make_network

ROWS = 24
MAPS: list[dict[str, Any]] = [{"scenario": 1}, {}, {"scenario": 3, "sides": "BAB"}, {"chapter": "4a"}]


def game_of(num_players: int = 2, **options: Any) -> Game:
    return undersea_env.game(game=KIND.name, num_players=num_players, **options)


def some_observations(steps: int = 60, **options: Any) -> NDArray[np.uint8]:
    """In the middle of games that are played at random."""
    lanes, rng = Lanes(game_of(**options), ROWS), np.random.default_rng(0)
    lanes.reset(range(ROWS))
    for _ in range(steps):
        lanes.advance((lanes.masks * rng.random(lanes.masks.shape)).argmax(1))
    return np.array(lanes.observations)


def changed_by(network: Any, before: NDArray[np.uint8], after: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """(rows, actions): what is liked more or less by the network than before."""
    with torch.no_grad():
        logits = [network(torch.from_numpy(seen))[0].numpy() for seen in (before, after)]
    return np.asarray(np.abs(logits[1] - logits[0]) > 1e-7)


def without_trunk() -> Any:
    """A network that asks for something, but for the same in every position."""
    network: Any = make_network("small", KIND, game_of())
    torch.nn.init.normal_(network.heads.bias)
    torch.nn.init.zeros_(network.heads.weight)
    return network


def with_hex(observations: NDArray[np.uint8], rows: Any, hexes: Any, column: str, value: int) -> NDArray[np.uint8]:
    """Something else lies on these hexes, one a row."""
    found, columns = observations.copy(), OBSERVATION["hexes"].shape[1]
    found[rows, OBSERVATION["hexes"].start + hexes * columns + list(HEX).index(column)] = value
    return found


def airships(observations: NDArray[np.uint8]) -> NDArray[np.int64]:
    return observations[:, OBSERVATION["players"].start + list(PLAYER).index("hex")].astype(np.int64)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("options", MAPS, ids=str)
def test_every_preset_reads_all_maps_and_numbers_of_players(preset: str, options: dict[str, Any]) -> None:
    network = make_network(preset, KIND, game_of())
    for players in (1, 2, 3, 4):
        seen = torch.from_numpy(some_observations(num_players=players, **options))
        logits, values = network(seen)
        assert logits.shape == (ROWS, KIND.num_actions)
        assert values.shape == (ROWS,)
        assert torch.isfinite(logits).all()
        assert logits.abs().max() < 1                        # at first nothing is preferred
        alone, value = network(seen[5:6])
        assert torch.allclose(alone[0], logits[5], atol=1e-5)
        assert torch.allclose(value[0], values[5], atol=1e-5)


@pytest.mark.parametrize("name", [piece.name for piece in OBSERVATION])
def test_every_piece_of_the_observation_is_read(name: str) -> None:
    network = make_network("small", KIND, game_of())
    before = np.concatenate([some_observations(num_players=4), some_observations(scenario=3, steps=150)])
    after, found = before.copy(), OBSERVATION[name]
    part = after[:, found.start : found.start + found.size]
    part[:] = np.where(part > 0, 0, 1)
    assert changed_by(network, before, after).any()


def test_what_is_printed_is_the_same_whatever_is_played() -> None:
    known = printed(game_of())
    for game in (game_of(4, chapter=CHAPTERS[-1]), game_of(scenario=1, sides="BBB")):
        for first, second in zip(known, printed(game), strict=True):
            assert np.array_equal(first, second)
    projects, _, hexes, _ = known
    assert len(np.unique(projects, axis=0)) > PROJECTS / 2
    assert len(np.unique(hexes, axis=0)) > 40


@pytest.mark.parametrize(("players", "sides"), [(2, "AAA"), (2, "BAB"), (3, "ABB"), (4, "AAB")])
def test_the_sides_that_lie_are_told_by_their_cities(players: int, sides: str) -> None:
    """Also when guns and plants are on the map. Four players play on the other side of the first board."""
    network: Any = make_network("small", KIND, game_of())
    seen = torch.from_numpy(some_observations(num_players=players, sides=sides, steps=200))
    expected = [HEXES * (side == "B") + 1 for side in ("B" if players == 4 else "A") + sides]
    assert (network._numbers(piece(seen, "hexes")) == torch.tensor(expected)).all()


def test_the_window_has_every_hex_that_is_near_once() -> None:
    window, steps = map_around()
    for number in range(HEXES):
        assert window[number, 0] == number
        assert window[number, 1 : 1 + DIRECTIONS].tolist() == beside(number)
        inside = window[number][window[number] != NO_HEX]
        assert sorted(inside) == np.flatnonzero(steps[number] <= AROUND).tolist()
        rings = steps[number][inside]
        assert (np.diff(rings) >= 0).all()
    assert np.array_equal(steps, steps.T)
    assert steps.max() < HEXES


def test_neighbours_are_those_of_the_rules() -> None:
    rules = game_of().rulebook[0]
    for number in np.flatnonzero(rules["cost"]).tolist():
        for to, printed_to in zip(beside(number), rules["neighbour"][number], strict=True):
            assert to == printed_to or (to != NO_HEX and rules["cost"][to] == 0) or to == printed_to == NO_HEX


@pytest.mark.parametrize("direction", range(DIRECTIONS))
def test_a_direction_is_scored_by_the_hex_that_lies_there(direction: int) -> None:
    network, seen = without_trunk(), some_observations()
    there = np.array([beside(number)[direction] for number in airships(seen).tolist()])
    rows = np.flatnonzero(there != NO_HEX)
    after = with_hex(seen, rows, there[rows], "airship", 2)
    after = with_hex(after, rows, there[rows], "planted", 1)
    changed = changed_by(network, with_hex(seen, rows, there[rows], "planted", 0), after)
    assert changed[rows, ACTIONS["MOVE"] + direction].any()
    assert set(np.flatnonzero(changed.any(axis=0)).tolist()) == {ACTIONS["MOVE"] + direction}


def test_where_a_plant_goes_is_scored_by_the_hex_and_only_when_it_is_asked_for() -> None:
    network, seen = without_trunk(), some_observations()
    there, rows = airships(seen), np.arange(ROWS)
    at = OBSERVATION["table"].start + QUESTION
    for question, expected in ((HEX_QUESTION, True), (HEX_QUESTION + 1, False)):
        before = with_hex(seen, rows, there, "gun", 0)
        before[:, at] = question
        changed = changed_by(network, before, with_hex(before, rows, there, "gun", 1))
        assert changed[rows, ACTIONS["HEX"] + there].any() == expected
        changed[rows, ACTIONS["HEX"] + there] = False
        assert not changed.any()


def test_a_project_is_scored_by_what_is_printed_on_it() -> None:
    network = without_trunk()
    seen = torch.from_numpy(some_observations())
    with torch.no_grad():
        before = network(seen)[0]
        network.projects.features[1 + 7] += 1                # after the row for nothing
        changed = ((network(seen)[0] - before).abs() > 1e-6).any(0)
    assert np.flatnonzero(changed.numpy()).tolist() == [ACTIONS["PROJECT"] + 7]


def test_far_cities_are_seen() -> None:
    """By the trunk, as a part of the sum."""
    network, seen = make_network("small", KIND, game_of()), some_observations()
    window, _ = map_around()
    hexes = piece(torch.from_numpy(seen), "hexes").numpy()
    cities = [np.setdiff1d(np.flatnonzero(row[:, CITY]), window[at]) for row, at in
              zip(hexes, airships(seen), strict=True)]
    rows = np.array([k for k, found in enumerate(cities) if len(found)])
    far = np.array([cities[k][-1] for k in rows])
    changed = changed_by(network, seen, with_hex(seen, rows, far, "strength", 99))
    assert changed[rows].any(axis=1).all()

