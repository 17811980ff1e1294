"""Positions of the oracle from a few words: what is not said is bare.

    game = scene({"metal": 2}, {"energy": 1}, phase="action")
    answer(game, BUILD, COMBAT)
    assert me(game)["metal"] == 0

Each player has what its dictionary says, else nothing but its seven navigation cards, and stands in a city of board 1.
The bag, the project deck and the objective deck hold what lies nowhere else, in order. It is round 3.
"""

import copy
from functools import cache
from pathlib import Path
from typing import Any

import undersea_env
from tests.cloudage.oracle import Game, Options
from tests.cloudage.oracle.numbers import PLANTS
from tests.cloudage.oracle.printed import read
from tests.cloudage.oracle.table import REST, SOURCES

FOLDER = Path(undersea_env.__file__).parent / "cloudage" / "components"
PRINTED = read(FOLDER)
Position = dict[str, Any]
ROUND = 3


def hex_of(board: int, row: int, col: int) -> int:
    """Its number, by row and column on the board."""
    return 30 * (board - 1) + 6 * row + col


HOMES = (hex_of(1, 1, 1), hex_of(1, 0, 1), hex_of(1, 0, 4), hex_of(1, 4, 3))
BARE: Position = {
    "energy": 0, "water": 0, "metal": 0, "points": 0, "production": 0, "fresh_growing": 0, "known_top": 0,
    "hand": [], "projects": [], "deck": [1, 1, 1, 2, 2, 3, 0], "navigation_discard": [], "dealt": [], "refused": None,
    "objectives": [], "covered": [], "cities": {},
}


@cache
def first_position(options: Options, seed: int) -> Position:
    game = Game(FOLDER, options, seed)
    while game.seat >= 0 and game.position()["phase"] == "setup":
        game.answer(game.answers[0])
    return game.position()


def at_first_question(options: Options, seed: int = 0) -> Position:
    """A position after set-up, to be changed at will."""
    return copy.deepcopy(first_position(options, seed))


def scene(*players: Position, scenario: int = 2, chapter: str = "", phase: str = "action", **table: Any) -> Game:
    position = at_first_question(Options(len(players), scenario, chapter=chapter))
    cubes = position["players"][0]["cubes"]
    position |= {"phase": phase, "round": ROUND, "first_player": 0, "planted": [],
                 "sectors": [[1, 10, 11], [2, 12, 13], [3, 14, 15]]}
    position |= table
    position["active"] = table.get("active", position["first_player"] if phase in ("movement", "action") else -1)
    cubes -= position["round"] - 1 + (phase in ("action", "end"))
    position["players"] = [_player(seat, told, cubes) for seat, told in enumerate(players)]
    _lay_out(position, table)
    return Game.resumed(FOLDER, position)


def _player(seat: int, told: Position, cubes: int) -> Position:
    player = copy.deepcopy(BARE) | {"hex": HOMES[seat], "cubes": cubes} | told
    for name in ("plants", "fresh"):
        player[name] = dict.fromkeys(PLANTS, 0) | player.get(name, {})
    player["upgrades"] = {"movement": 0, "combat": 0, "growing": 0} | player.get("upgrades", {})
    player["gained"] = dict.fromkeys(SOURCES, 0) | {REST: player["points"]}
    return player


def _lay_out(position: Position, table: Position) -> None:
    players = position["players"]
    held = [card for player in players for card in player["hand"] + player["projects"]]
    numbers = {0, *position["campaign"]["unlocked"]} if position["campaign"] else PRINTED.scenarios[
        position["scenario"]].numbers
    if "deck" not in table:
        position["deck"] = [card for card, project in PRINTED.projects.items() if project.number in numbers
                            and card not in held and card not in table.get("discard", ())]
    if "discard" not in table:
        position["discard"] = []
    had = [card for player in players for card in player["objectives"]]
    if "objective_deck" not in table:
        position["objective_deck"] = [card for card in PRINTED.objectives if card not in had]
    if "bag" in table:
        position["bag"] = dict.fromkeys(PLANTS, 0) | table["bag"]
    elif position["scenario"] != 1:
        position["bag"] = {kind: count - sum(player["plants"][kind] for player in players)
                           for kind, count in zip(PLANTS, PRINTED.plant_counts, strict=True)}
    laid = [card for pile in position["sectors"] for card in pile]
    position["cities_out"] = [card for card in PRINTED.city_cards if card not in laid]
    position["cities_taken"] = []


def answer(game: Game, *answers: int) -> Game:
    for each in answers:
        game.answer(each)
    return game


def me(game: Game, seat: int = 0) -> Position:
    player: Position = game.position()["players"][seat]
    return player
