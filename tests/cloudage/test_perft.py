"""From each stored position the game can go on in just so many ways, to just those positions, by engine and oracle."""

import pytest

from tests import stored
from tests.cloudage.perft import COUNTING

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
    assert {each.get("scenario") for each in options} == {1, 2, 3, None}
    assert sum("chapter" in each for each in options) >= 3
    assert all(len(entry["counts"]) >= 3 and entry["oracle_depth"] >= 2 for entry in STORED)


def test_projects_are_discarded_one_by_one() -> None:
    """S-10: a number that can be known without any engine: 8 cards, of which none are alike, then 7, then 6."""
    first = next(entry for entry in STORED if entry["name"] == "two, the first discards")
    assert first["counts"][:3] == [8, 8 * 7, 8 * 7 * 6]
