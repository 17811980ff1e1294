"""Positions from a few words, on which engine and oracle go on together: what is not said is bare.

    game = scene({"metal": 2}, {"energy": 1}, phase="action")
    answer(game, BUILD, COMBAT)
    assert me(game)["metal"] == 0

Each player has what its dictionary says, else nothing but its seven navigation cards, and stands in a city of board 1.
The bag, the project deck and the objective deck hold what lies nowhere else, in order. It is round 3. After every
answer both engines are compared, so what a test finds of one holds for the other.
"""

import copy
from functools import cache
from pathlib import Path
from typing import Any

import undersea_env
from tests.cloudage.agreement import Duel
from tests.cloudage.oracle import Game, Options, Record
from tests.cloudage.oracle.numbers import PLANTS
from tests.cloudage.oracle.printed import read
from tests.cloudage.oracle.table import REST, SOURCES
from undersea_env.cloudage.words.notation.reading import Reader
from undersea_env.core.position import Game as Engine
from undersea_env.core.position import State

FOLDER = Path(undersea_env.__file__).parent / "cloudage" / "components"
PLAIN_CHAPTER = "1"                        # its start card unlocks nothing, its boards are those of the scenarios
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


class AnyReader(Reader):
    """Also of positions in which cards or plants are missing."""

    def check_cards(self, record: Any) -> None:
        pass


class Scene(Duel):
    """Both engines at one table; what is asked of it the oracle answers, once both agree."""

    def read(self, game: Engine, position: Position) -> State:
        state = game.new_game(0)
        AnyReader(game, position).fill(state.record[0])
        game.engine.settle(state.rows, 0, 1)
        game.engine.refresh(state.rows, 0, 1)
        return state

    def compare(self) -> None:
        super().compare()
        self.compare_scores()
        self.compare_positions()

    @property
    def seat(self) -> int:
        return self.oracle.seat

    @property
    def answers(self) -> list[int]:
        return self.oracle.answers

    def answer(self, action: int) -> None:
        self.step(action)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.oracle, name)


def new_game(options: Options, seed: int = 0) -> Scene:
    return Scene(seed, engine_options(options))


def resumed(position: Position) -> Scene:
    """A scenario is told by the position; a chapter goes on from what is unlocked in it."""
    campaign, chapter = position["campaign"], position["chapter"]
    options = Options(position["num_players"], position["scenario"], sides=position["sides"] or "AAA")
    if campaign is not None:
        record = Record(PRINTED.chapters[chapter].order - 1, frozenset(campaign["unlocked"]),
                        frozenset(campaign["legacy"]))
        options = Options(position["num_players"], record=record)
    return Scene(0, engine_options(options), {"stream": 0} | position)


def engine_options(options: Options) -> Position:
    """As the doors of the game take them."""
    if options.record is not None:
        return {"num_players": options.num_players, "campaign": options.record.as_dict()}
    if options.chapter:
        return {"num_players": options.num_players, "chapter": options.chapter}
    return {"num_players": options.num_players, "scenario": options.scenario, "sides": options.sides,
            "extra_objective": options.extra_objective, "rounds": options.rounds}


@cache
def first_position(options: Options, seed: int) -> Position:
    game = Game(FOLDER, options, seed)
    while game.seat >= 0 and game.position()["phase"] == "setup":
        game.answer(game.answers[0])
    return game.position()


def at_first_question(options: Options, seed: int = 0) -> Position:
    """A position after set-up, to be changed at will."""
    return copy.deepcopy(first_position(options, seed))


def scene(*players: Position, scenario: int = 2, chapter: str = "", phase: str = "action", **table: Any) -> Scene:
    """With `legacy` tokens of one's choice a scenario is played as a chapter that has its map."""
    if "legacy" in table and not chapter:
        numbers = sorted(PRINTED.scenarios[scenario].numbers - {0})
        chapter, table["campaign"] = PLAIN_CHAPTER, {"unlocked": numbers, "legacy": table["legacy"]}
    position = at_first_question(Options(len(players), scenario, chapter=chapter))
    if "legacy" in table and "campaign" not in table:
        table["campaign"] = position["campaign"] | {"legacy": table["legacy"]}
    cubes = position["players"][0]["cubes"]
    position |= {"phase": phase, "round": ROUND, "first_player": 0, "planted": [],
                 "sectors": [[1, 10, 11], [2, 12, 13], [3, 14, 15]]}
    position |= table
    position["active"] = table.get("active", position["first_player"] if phase in ("movement", "action") else -1)
    position["players"] = [_player(seat, told) for seat, told in enumerate(players)]
    for seat, player in enumerate(position["players"]):
        turns = (seat - position["first_player"]) % len(players), (position["active"] - position["first_player"])
        has_moved = phase in ("action", "end") or (phase == "movement" and turns[0] < turns[1] % len(players))
        player["cubes"] = cubes + 1 - position["round"] - has_moved
    _lay_out(position, table)
    return resumed(position)


def _player(seat: int, told: Position) -> Position:
    player = copy.deepcopy(BARE) | {"hex": HOMES[seat]} | told
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


def answer(game: Scene, *answers: int) -> Scene:
    for each in answers:
        game.answer(each)
    return game


def me(game: Scene, seat: int = 0) -> Position:
    player: Position = game.position()["players"][seat]
    return player
