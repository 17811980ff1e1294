"""The games in the folder `golden` are still played and told word for word as they are written there."""

import pytest

from tests.cloudage import golden
from tests.shared.golden import SHOWN_OF_A_DIFFERENCE, Golden

LARGEST = 60_000                  # bytes; a game is to be read


@pytest.mark.parametrize("game", golden.GAMES, ids=lambda game: game.name)
def test_a_game_is_told_as_it_is_written(game: Golden) -> None:
    lines = game.difference(game.text())
    shown = lines[:SHOWN_OF_A_DIFFERENCE]
    assert not lines, "\n".join([f"if this is meant: {golden.COMMAND}", *shown])


def test_there_is_a_game_for_each_scenario_and_number_of_players_and_for_chapters() -> None:
    chosen = [game.new_game().game.options for game in golden.GAMES]
    assert {options.num_players for options in chosen} == {1, 2, 3, 4}
    assert {options.scenario for options in chosen} == {None, 1, 2, 3}
    assert len({options.chapter for options in chosen}) == 3


def test_no_other_file_lies_in_the_folder_and_none_is_too_long() -> None:
    assert {path.name for path in golden.FOLDER.iterdir()} == {game.path.name for game in golden.GAMES}
    assert all(path.stat().st_size < LARGEST for path in golden.FOLDER.iterdir())
