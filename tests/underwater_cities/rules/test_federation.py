"""Chapter 6: the federation track."""

from __future__ import annotations

import pytest

from tests.underwater_cities.scenario import rule, scenario


@rule("F-1")
@pytest.mark.parametrize(
    ("start", "end", "credits", "steelplast", "points"),
    [(0, 3, 1, 0, 0), (4, 2, 1, 1, 0), (3, 1, 0, 1, 1), (2, 1, 0, 0, 2), (1, 1, 0, 0, 2)],
)
def test_two_steps_give_each_bonus_passed(start: int, end: int, credits: int, steelplast: int, points: int) -> None:
    s = scenario(hand=[1], space=start)
    s.play("federation-two", 1).expect_turn_over()
    assert s.space == end
    assert (s.me.credits, s.me.steelplast, s.me.points) == (credits, steelplast, points)


@rule("F-1")
def test_space_four_gives_nothing() -> None:
    s = scenario(players=3, hand=[27])
    s.play("resources", 27).order("card first").part(0).expect_turn_over()
    assert s.space == 4
    assert (s.me.credits, s.me.points) == (1, 0)  # the credit is the card's own


@rule("F-2")
def test_who_stops_on_an_occupied_space_lies_on_top() -> None:
    s = scenario(players=3, hand=[1], position={"federation": [[1, 3], [2, 3], [0, 0]]})
    s.play("federation-two", 1)
    assert s.position["federation"] == [[0, 3], [1, 3], [2, 3]]


@rule("F-1", "F-3")
def test_rulebook_example_two_steps_at_the_top() -> None:
    """Orange on space 2 may move one step only, gets 2 VP, and lies on top of those who were there."""
    s = scenario(players=3, hand=[1], position={"federation": [[1, 1], [2, 1], [0, 2]]})
    s.play("federation-two", 1).expect_turn_over()
    assert s.me.points == 2
    assert s.position["federation"] == [[0, 1], [1, 1], [2, 1]]


@rule("F-3")
def test_on_space_one_each_step_gives_a_point_and_the_marker_goes_on_top() -> None:
    s = scenario(players=3, hand=[1], position={"federation": [[1, 1], [0, 1], [2, 0]]})
    s.play("federation-two", 1).expect_turn_over()
    assert s.me.points == 2
    assert s.position["federation"] == [[0, 1], [1, 1], [2, 0]]
