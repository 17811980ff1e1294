"""What holds in every position of whole games, beside what the shared tests find out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.cloudage.positions import COURSES
from tests.cloudage.scenario import PASS, act, question, rule
from undersea_env.cloudage.printed.words import BOARDS, COLUMNS, HEXES, ROWS
from undersea_env.core.position import Game, State

COURSE = pytest.mark.parametrize("course", COURSES.values(), ids=COURSES.keys())
STEPS = {                                    # (column, row) to E, NE, NW, W, SW, SE in even and in odd rows (H-2)
    0: ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)),
    1: ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1)),
}
LONGEST = {1: 400, 2: 700, 3: 1000, 4: 1300}         # decisions of a game, far more than any had
DEEPEST = 12                                         # open frames


class Map:
    """The map of a position, looked up in the component book and walked over step by step."""

    def __init__(self, state: State) -> None:
        position = state.to_dict()
        self.seat, self.players = state.current_player, position["players"]
        self.tokens = set(position["legacy"])
        self.planted = set(position["planted"])
        self.hexes = {hex_of(board.number, place.row, place.col): place for board in boards_of(state.game)
                      for place in board.hexes}
        tokens = state.game.catalogue.legacy
        self.legacy = {token.letter: token for token in tokens if f"L{token.number}" in self.tokens}
        self.notch = {hex_of(board.number, *cell) for board in boards_of(state.game) for cell in board.notch}

    def gun(self, number: int) -> Any:
        token = self.legacy.get(self.hexes[number].letter) if number in self.hexes else None
        return token if token is not None and 8 <= token.number <= 13 else None

    def cost(self, number: int) -> int | None:
        """None: there is no hex."""
        if number in self.notch:
            return 1 if "L7" in self.tokens else None
        gun = self.gun(number)
        return 1 if number in self.planted else gun.cost if gun else self.hexes[number].cost

    def is_end(self, number: int) -> bool:
        if number in self.notch or not self.hexes[number].city or self.gun(number):
            return False
        return all(other["hex"] != number for seat, other in enumerate(self.players) if seat != self.seat)

    def beside(self, number: int) -> list[int | None]:
        board, rest = divmod(number, ROWS * COLUMNS)
        row, column = rest // COLUMNS, board * COLUMNS + rest % COLUMNS
        return [self.at(row + down, column + across) for across, down in STEPS[row % 2]]

    def at(self, row: int, column: int) -> int | None:
        if not (0 <= row < ROWS and 0 <= column < BOARDS * COLUMNS):
            return None
        number = hex_of(column // COLUMNS + 1, row, column % COLUMNS)
        return None if self.cost(number) is None else number

    def steps(self, number: int, left: int, can: Callable[[int, int], bool]) -> list[int]:
        """Directions in which a step may go (M-4)."""
        found = []
        for direction, other in enumerate(self.beside(number)):
            cost = None if other is None else self.cost(other)
            if other is not None and cost is not None and cost <= left and can(other, left - cost):
                found.append(direction)
        return found

    def answers(self, left: int) -> list[int]:
        @cache
        def can(number: int, left: int) -> bool:
            return self.is_end(number) or bool(self.steps(number, left, can))

        here = self.players[self.seat]["hex"]
        stop = [PASS] if self.is_end(here) else []
        return stop + [act("MOVE", direction) for direction in self.steps(here, left, can)]


def hex_of(board: int, row: int, col: int) -> int:
    return (board - 1) * ROWS * COLUMNS + row * COLUMNS + col


def boards_of(game: Game) -> list[Any]:
    chapter = None if game.options.chapter is None else game.catalogue.chapter(game.options.chapter)
    sides = chapter.sides if chapter else tuple(game.options.sides)
    first = "b" if game.num_players == 4 else "a"
    return [game.catalogue.boards[f"{number}{side.lower()}"] for number, side in enumerate((first, *sides), start=1)]


@rule("M-2", "M-3", "M-4", "H-1", "H-2", "H-3")
@COURSE
def test_steps_are_those_after_which_a_city_can_be_reached(course: Callable[[], list[State]]) -> None:
    moves = 0
    for state in course():
        if question(state) == 7:
            assert Map(state).answers(state.to_dict()["pending"]["left"]) == list(state.legal_actions)
            moves += 1
    assert moves >= 8


@COURSE
def test_every_question_is_asked_anew_alike(course: Callable[[], list[State]]) -> None:
    states = course()
    mask = np.zeros((1, states[0].game.num_actions), np.int8)
    rooms = states[0].game.new_rooms(1)
    for state in states[:-1]:
        state.game.engine.mask_thoroughly(state.rows, rooms, mask)
        assert np.flatnonzero(mask[0]).tolist() == state.legal_actions
        assert len(state.legal_actions) > 1                              # G-4


@rule("C-1", "C-2", "C-5", "C-9")
@COURSE
def test_cards_plants_and_points_are_conserved(course: Callable[[], list[State]]) -> None:
    """`from_dict` refuses a position in which a card or a plant is not in one place."""
    states = course()
    for state in states[:: max(1, len(states) // 40)]:
        position = state.to_dict()
        assert state.game.from_dict(position) == state
        for seat, player in enumerate(position["players"]):
            assert player["points"] == sum(player["gained"].values())
            assert state.score_breakdown(seat)["total"] == state.result().scores[seat]
            assert min(player[name] for name in ("water", "metal", "energy", "production", "cubes")) >= 0
    last = states[-1].to_dict()
    assert last["phase"] == "over"
    assert all(player["cubes"] == 0 for player in last["players"])


@COURSE
def test_games_and_stacks_are_bounded(course: Callable[[], list[State]]) -> None:
    states = course()
    assert len(states) < LONGEST[states[0].game.num_players]
    assert max(int(state.record["frame_count"][0]) for state in states) <= DEEPEST
    assert HEXES == BOARDS * ROWS * COLUMNS
