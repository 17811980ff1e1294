"""What greedy thinks of a flight, against the plain way to work it out: from every hex, with every number of points."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from undersea_env.cloudage.heuristic.choosing import GREEDY_ROOM
from undersea_env.cloudage.heuristic.prospects import (
    MOST_MOVES,
    MOVEMENT,
    SOLAR_POINT,
    UPPER_OF_TWO,
    entering_worth,
    landing_worth,
    read_clock,
    read_navigation,
    read_prizes,
    travel_worth,
)
from undersea_env.cloudage.heuristic.worth import FAR, as_worths, worth_of
from undersea_env.cloudage.kernel.entry import as_rulebooks, as_states
from undersea_env.cloudage.kernel.flying import cost_of
from undersea_env.cloudage.kind import KIND
from undersea_env.cloudage.printed.words import DIRECTIONS, HEXES, Item
from undersea_env.compiling.jit import kernel
from undersea_env.compiling.raw import as_bytes, records_of
from undersea_env.core.position import Game, State

D_7 = 7
as_rooms = records_of(GREEDY_ROOM)


@kernel
def look(
    state_row: Any, rulebook_row: Any, worth_row: Any, room_row: Any, seat: Any, costs: Any, entering: Any,
    landing: Any,
) -> Any:
    """What flights are worth to greedy, and of every hex what it costs, gives on entering and as the end."""
    state, rules, worth = as_states(state_row)[0], as_rulebooks(rulebook_row)[0], as_worths(worth_row)[0]
    thought = as_rooms(room_row)[0].thought
    read_clock(state, rules, seat, thought)
    read_navigation(state, state.players[seat], thought)
    read_prizes(state, rules, worth, seat, thought)
    for at in range(HEXES):
        costs[at] = cost_of(state, rules, at) if rules.cost[at] else 0
        entering[at] = entering_worth(state, rules, worth, thought, at)
        landing[at] = landing_worth(state, rules, worth, seat, thought, at)
    return travel_worth(state, rules, worth, seat, thought)


class Seen:
    """One position, as greedy sees it for a seat."""

    def __init__(self, state: State, seat: int) -> None:
        game = state.game
        self.seat, self.record, self.rules, self.worth = seat, state.record[0], game.rulebook[0], worth_of(game)[0]
        self.costs = np.zeros(HEXES, np.int64)
        self.entering, self.landing = np.zeros(HEXES), np.zeros(HEXES)
        room = np.zeros(1, GREEDY_ROOM)
        self.found = look(
            as_bytes(state.states), as_bytes(game.rulebook), as_bytes(worth_of(game)), as_bytes(room), seat,
            self.costs, self.entering, self.landing,
        )
        self.thought = room[0]["thought"]


def some_positions(question: int | None = None, **options: Any) -> Iterator[State]:
    rng = np.random.default_rng(1)
    for seed in range(4):
        state = Game(KIND, **options).new_game(seed)
        while not state.is_terminal:
            if question is None or state.states[0]["question"] == question:
                yield state
            state.apply_action(int(rng.choice(state.legal_actions)))


def plain_flight(seen: Seen) -> float:
    price = float(seen.worth["price"][int(seen.thought["clock"])][Item.ENERGY])
    unspent = int(seen.rules["solar_energy"]) * price

    @cache
    def best(points: int, at: int) -> float:
        ends = seen.record["distance"][at] == 0
        found = [seen.landing[at] + (unspent if points else 0.0)] if ends else [-np.inf]
        for direction in range(DIRECTIONS):
            to = int(seen.rules["neighbour"][at][direction])
            if to < HEXES and seen.rules["cost"][to] and seen.costs[to] <= points:
                found.append(best(points - int(seen.costs[to]), to) + seen.entering[to])
        return max(found)

    return best(int(seen.record["left"]), int(seen.record["players"][seen.seat]["hex"]))


def plain_cities(seen: Seen) -> float:
    """The best cities of one's later movements, each less by how far it is."""
    me, worth, thought = seen.record["players"][seen.seat], seen.worth, seen.thought
    at, moves = int(me["hex"]), min(MOST_MOVES, int(worth["moves"][int(thought["clock"])]))
    speed = float(thought["mean"]) + UPPER_OF_TWO + int(me["permanent"][MOVEMENT]) + SOLAR_POINT
    found = []
    for city, way in enumerate(worth["way"][at]):
        if not me["cubes"][city] and way < FAR and city != int(seen.rules["city"][at]) - 1:
            far = max(0.0, int(way) / speed - 1)
            found.append(float(thought["prize"][city]) / (1 + float(worth["city_decay"]) * far))
    return float(worth["city_share"]) * sum(sorted(found)[::-1][:moves])


TABLES: list[dict[str, Any]] = [
    {"num_players": 2}, {"num_players": 4, "scenario": 3}, {"num_players": 1, "chapter": "5"},
]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_flight_is_worth_the_best_of_all_ways(options: dict[str, Any]) -> None:
    asked = 0
    for state in some_positions(question=D_7, **options):
        seen = Seen(state, state.current_player)
        assert seen.found == plain_flight(seen)
        asked += 1
    assert asked > 40


@pytest.mark.parametrize("options", TABLES[:2], ids=str)
def test_later_flights_are_worth_the_best_cities(options: dict[str, Any]) -> None:
    worths = []
    for state in some_positions(**options):
        seat = state.current_player
        if state.states[0]["question"] != D_7:
            seen = Seen(state, seat)
            assert seen.found == pytest.approx(plain_cities(seen), abs=1e-9)
            worths.append(seen.found)
    assert len(set(worths)) > 40
