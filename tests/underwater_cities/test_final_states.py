"""The same options, seed and actions give the same final position to the byte, and the same scores."""

import pytest

from tests import stored
from tests.underwater_cities import final_states

STORED = stored.read(final_states.PATH)
PLAYERS = (1, 2, 3, 4)


def test_the_table_holds_every_choice_of_options_and_every_seed() -> None:
    wanted = [(options, seed) for options in final_states.all_options() for seed in final_states.SEEDS]
    assert [(entry["options"], entry["seed"]) for entry in STORED] == wanted


@pytest.mark.parametrize("num_players", PLAYERS)
def test_games_end_as_stored(num_players: int) -> None:
    entries = [entry for entry in STORED if entry["options"]["num_players"] == num_players]
    again = [final_states.entry_of(entry["options"], entry["seed"]) for entry in entries]
    told = list(stored.changes(final_states.by_name(entries), final_states.by_name(again)))
    assert not told, "\n".join([f"if this is meant: {final_states.COMMAND}", *told])


def test_a_change_is_told_by_name() -> None:
    was = {"one": {"seed": 1, "scores": [3]}, "two": {"seed": 2}}
    now = {"one": {"seed": 1, "scores": [4]}, "three": {"seed": 3}}
    assert list(stored.changes(was, now)) == ["one: scores was [3], is [4]", "two: gone", "three: new"]
