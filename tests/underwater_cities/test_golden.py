"""The games in the folder `golden` are still played and told word for word as they are written there."""

import pytest

from tests.shared.golden import SHOWN_OF_A_DIFFERENCE, Golden
from tests.underwater_cities import golden

LARGEST = 60_000                  # bytes; a game is to be read


@pytest.mark.parametrize("game", golden.GAMES, ids=lambda game: game.name)
def test_a_game_is_told_as_it_is_written(game: Golden) -> None:
    lines = game.difference(game.text())
    shown = lines[:SHOWN_OF_A_DIFFERENCE]
    assert not lines, "\n".join([f"if this is meant: {golden.COMMAND}", *shown])


def test_there_is_a_game_for_each_number_of_players_and_family_of_boards() -> None:
    chosen = [game.new_game().game.options for game in golden.GAMES]
    told = {(options.num_players, options.boards) for options in chosen}
    families = ("symmetric", "asymmetric")
    assert told == {(1, "asymmetric"), *((players, boards) for players in (2, 3, 4) for boards in families)}
    assert {options.contracts for options in chosen if options.num_players > 1} == {True, False}


def test_no_other_file_lies_in_the_folder_and_none_is_too_long() -> None:
    assert {path.name for path in golden.FOLDER.iterdir()} == {game.path.name for game in golden.GAMES}
    assert all(path.stat().st_size < LARGEST for path in golden.FOLDER.iterdir())
