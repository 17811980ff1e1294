"""Chapter 7: the end of a round."""

from __future__ import annotations

from tests.underwater_cities.scenario import rule, scenario


def last_of_round(players: int, round_no: int = 2, **position: object) -> dict[str, object]:
    """Seat 0 has the last turn of a round."""
    return {"round": round_no, "turn": 3, "order": [*range(1, players), 0], "to_move": 0} | position


@rule("E-1")
def test_tiles_return() -> None:
    slots = {"resources": [1], "two-labs": [1, 2], "steelplast-kelp": [3]}
    s = scenario(players=4, hand=[7], position=last_of_round(4, slots=slots, clone_tile=2))
    s.play("always", 7)
    assert s.position["slots"] == {}
    assert s.position["clone_tile"] is None


@rule("E-2", "E-3")
def test_rulebook_example_of_the_new_order() -> None:
    """Black (0) and blue (3) did not move, black before blue; on space 2 orange (1) lies on purple (2)."""
    federation = [[1, 2], [2, 2], [0, 0], [3, 0]]
    position = last_of_round(4, order=[2, 1, 0, 3], to_move=3, federation=federation)
    s = scenario(players=4, hand=[7], position=position, others=[{"hand": [1]}, {"hand": [2]}, {"hand": [3]}])
    s.seat = 3
    s.play("always", 3)
    assert s.position["order"] == [1, 2, 0, 3]
    assert sorted(s.position["federation"]) == [[0, 0], [1, 0], [2, 0], [3, 0]]
    assert s.position["round"] == 3


@rule("E-2")
def test_furthest_first_and_the_rest_keep_their_order() -> None:
    federation = [[3, 1], [1, 4], [2, 0], [0, 0]]
    s = scenario(players=4, hand=[7], position=last_of_round(4, order=[1, 3, 2, 0], federation=federation))
    s.play("always", 7)
    assert s.position["order"] == [3, 1, 2, 0]


@rule("E-2", "V-6")
def test_the_order_is_made_anew_after_the_last_round_and_breaks_ties() -> None:
    """Equal players; seat 1 has moved on the track, so it comes first in the final order and wins."""
    for ahead in (0, 1):
        federation = [[ahead, 4], [1 - ahead, 0]]
        s = scenario(hand=[7], era=3, last_turn=True, kelp=1, others=[{"kelp": 1}], position={"federation": federation})
        s.idle(7)
        assert s.state.is_terminal
        assert len(set(s.state.scores)) == 1
        assert s.state.returns[ahead] > s.state.returns[1 - ahead]


@rule("E-3")
def test_all_markers_go_below_and_the_round_advances() -> None:
    s = scenario(hand=[7], position=last_of_round(2, round_no=1, federation=[[1, 1], [0, 3]]))
    s.play("always", 7)
    assert [space for _, space in s.position["federation"]] == [0, 0]
    assert (s.position["round"], s.position["turn"], s.position["era"]) == (2, 1, 1)
