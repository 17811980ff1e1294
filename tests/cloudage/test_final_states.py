"""The same options, seed and actions give the same final position to the byte, and the same scores."""

import pytest

from tests.cloudage.final_states import FINAL_STATES, PLAYERS

STORED = FINAL_STATES.entries()


def test_the_table_holds_every_choice_of_options_and_every_seed() -> None:
    assert [(entry["options"], entry["seed"]) for entry in STORED] == FINAL_STATES.wanted()


@pytest.mark.parametrize("players", PLAYERS)
def test_games_end_as_stored(players: int) -> None:
    told = FINAL_STATES.changes([entry for entry in STORED if entry["options"]["num_players"] == players])
    assert not told, "\n".join([f"if this is meant: {FINAL_STATES.command}", *told])
