"""From each stored position the game can go on in just so many ways, to just those positions, by engine and oracle."""

import math

import pytest

from tests import stored
from tests.underwater_cities import perft
from tests.underwater_cities.perft import COUNTING

STORED = COUNTING.entries()

every_position = pytest.mark.parametrize("entry", STORED, ids=lambda entry: entry["name"])


@every_position
def test_the_engine_counts_what_is_stored(entry: stored.Entry) -> None:
    told = COUNTING.changes(entry)
    assert not told, "\n".join([f"if this is meant: {COUNTING.command}", *told])


@every_position
def test_the_oracle_counts_the_same(entry: stored.Entry) -> None:
    told = COUNTING.changes_by_second_engine(entry)
    assert not told, "\n".join(["by the oracle:", *told])


def test_each_position_is_counted_three_deep_and_by_the_oracle_two_deep() -> None:
    assert all(len(entry["counts"]) == len(entry["leaves"]) >= 3 for entry in STORED)
    assert all(2 <= entry["oracle_depth"] <= len(entry["counts"]) for entry in STORED)


def test_the_positions_are_of_many_kinds() -> None:
    options = [entry["options"] for entry in STORED]
    assert len({entry["name"] for entry in STORED}) == len(STORED) >= 12
    assert {each["num_players"] for each in options} == {1, 2, 3, 4}
    for players in (2, 3, 4):
        found = [each for each in options if each["num_players"] == players]
        assert {each["boards"] for each in found} == {"symmetric", "asymmetric"}
        assert {each["contracts"] for each in found} == {True, False}


def test_three_of_six_cards_are_discarded_in_so_many_orders() -> None:
    """S-9: a number that can be known without any engine."""
    deal = next(entry for entry in STORED if entry["name"] == "solo, the deal")
    assert deal["counts"][:3] == [math.perm(6, number) for number in (1, 2, 3)]


@every_position
def test_a_copy_of_the_oracles_game_is_independent(entry: stored.Entry) -> None:
    duel = perft.duel_at(entry)
    before, answers, events = duel.oracle.position(), list(duel.oracle.answers), duel.oracle.events.copy()
    for _ in perft.oracle_nodes(duel, 1):
        assert duel.oracle.position() == before
    assert duel.oracle.answers == answers
    assert duel.oracle.events == events
