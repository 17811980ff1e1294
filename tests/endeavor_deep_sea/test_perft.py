"""From each stored position the game can go on in just so many ways, to just those positions, by engine and oracle."""

import pytest

from tests import stored
from tests.endeavor_deep_sea.perft import COUNTING

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


def test_the_positions_are_of_many_kinds() -> None:
    options = [entry["options"] for entry in STORED]
    assert len({entry["name"] for entry in STORED}) == len(STORED) >= 12
    assert {each["num_players"] for each in options} == {1, 2, 3, 4}
    assert {each["mission"] for each in options} == set(range(1, 11))
    assert {each["mode"] for each in options} == {"competitive", "cooperative"}
    assert all(len(entry["counts"]) >= 3 and entry["oracle_depth"] >= 2 for entry in STORED)


def test_three_kinds_can_be_hired_in_the_first_round() -> None:
    """X-2: a number that can be known without any engine."""
    first = next(entry for entry in STORED if entry["name"] == "mission 1, two, the first hire")
    assert first["counts"][0] == 3
