"""The catalogue: what the built-in book holds, and how a wrong folder is refused."""

import shutil
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.broken_books import Change, appended, both, removed, replaced, without_line, written
from undersea_env.cloudage.printed.catalogue import BUILT_IN_FOLDER, load_catalogue
from undersea_env.cloudage.printed.effects import Always, BuildUpgrade, CubeEffect, Do, Fight, Gain
from undersea_env.cloudage.printed.things import Catalogue
from undersea_env.cloudage.printed.words import (
    BOARDS,
    COLUMNS,
    ROWS,
    CardField,
    Colour,
    District,
    Item,
    LegacyKind,
    TaskCount,
    Type,
)
from undersea_env.core.component_files import SHOWN_PROBLEMS, ComponentError


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BUILT_IN_FOLDER, tmp_path / "components"))


# --- the built-in book ---


def test_the_components_are_those_of_the_rulebook(catalogue: Catalogue) -> None:
    """C-1."""
    assert [project.id for project in catalogue.projects] == list(range(1, 80))
    assert Counter(project.number for project in catalogue.projects) == {0: 55, **dict.fromkeys(range(1, 9), 3)}
    assert [card.id for card in catalogue.city_cards] == list(range(1, 40))
    assert [len(things) for things in (catalogue.sleeves, catalogue.objectives, catalogue.tasks)] == [6, 12, 12]
    assert sum(catalogue.navigation) == 7
    assert Counter(upgrade.type for upgrade in catalogue.upgrades) == {
        Type.MOVEMENT: 3, Type.COMBAT: 4, Type.GROWING: 3,
    }
    assert sum(plant.count for plant in catalogue.plants) == 40
    assert [token.number for token in catalogue.legacy] == list(range(1, 16))
    assert [story.card for story in catalogue.story] == list(range(11, 49))
    assert [scenario.number for scenario in catalogue.scenarios] == [1, 2, 3]
    assert sorted(catalogue.boards) == ["1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b"]


def test_the_list_of_components_counts_what_there_is(catalogue: Catalogue) -> None:
    """What nothing reads: the pieces of unlimited supplies (C-3), players, cubes."""
    listed = tomllib.loads((catalogue.folder / "constants.toml").read_text(encoding="utf-8"))["components"]
    counted = {
        "boards": BOARDS, "project_cards": len(catalogue.projects), "city_cards": len(catalogue.city_cards),
        "objective_cards": len(catalogue.objectives), "story_cards": len(catalogue.story),
        "scenario_cards": len(catalogue.scenarios), "legacy_tokens": len(catalogue.legacy),
        "plant_tokens": sum(plant.count for plant in catalogue.plants), "sleeves": len(catalogue.sleeves),
        "start_navigation_cards": sum(catalogue.navigation), "upgrades": len(catalogue.upgrades),
    }
    assert {name: listed[name] for name in counted} == counted


def test_projects_are_read_as_written(catalogue: Catalogue) -> None:
    wreck = catalogue.projects[0]
    assert (wreck.title, wreck.colour, wreck.water, wreck.cards, wreck.points) == ("Wreck", Colour.GREEN, 3, 1, 1)
    assert wreck.instant[0] == Do((Gain(((Item.METAL, 2),)),))
    pilot = catalogue.projects[68]
    assert (pilot.title, pilot.number) == ("Ace Pilot", 5)
    assert pilot.permanent == (Always(Type.MOVEMENT, 1), Always(Type.COMBAT, 1))
    assert catalogue.titles.index("Solar Panel") == 1
    assert len(catalogue.titles) == 65


def test_city_cards_and_sleeves_are_read_as_written(catalogue: Catalogue) -> None:
    card = catalogue.city_cards[0]
    assert (card.navigation, card.amounts, card.plants) == (3, (1, 2, 3, 1), 1)
    assert (card.update, card.wrench) == (District.WATER, District.PEOPLE)
    assert [card.field(field) for field in CardField] == [3, 1, 1, 2, 3, 1, 0, 0, 1, 2]
    assert catalogue.sleeves[5].visible == (CardField.ENERGY_AMOUNT, CardField.NAVIGATION)


def test_boards_are_whole(catalogue: Catalogue) -> None:
    for key, board in catalogue.boards.items():
        assert len(board.hexes) + len(board.notch) == ROWS * COLUMNS, key
        assert len(board.notch) == (3 if board.number == 3 else 0), key
    assert {board.number for board in catalogue.boards.values()} == set(range(1, BOARDS + 1))
    border = catalogue.boards["1a"]
    assert [(place.row, place.col) for place in border.hexes if place.is_start] == [(2, 0)]
    assert [city.strength for city in catalogue.boards["2a"].cities if city.id == "waystation"] == [0]
    assert catalogue.boards["4b"].lettered("H").city == "taintbow"


def test_tokens_are_read_as_written(catalogue: Catalogue) -> None:
    assert [token.letter for token in catalogue.legacy] == list("ABCDEFGHIJKLMNO")
    assert catalogue.legacy[0].cube == CubeEffect(strength=2)
    assert catalogue.legacy[4].cube == CubeEffect(plants=1)
    assert (catalogue.legacy[2].strength, catalogue.legacy[2].city) == (6, "devils-fork")
    promise = catalogue.legacy[3].reward
    assert promise == (Do((Gain(((Item.METAL, 2),)),)), Do((BuildUpgrade(),)))
    assert [token.cost for token in catalogue.legacy if token.kind == LegacyKind.GUN] == [2, 3, 3, 3, 3, 3]
    assert isinstance(catalogue.legacy[14].action[0], Fight)


def test_tasks_are_those_of_the_rulebook(catalogue: Catalogue) -> None:
    """J-3."""
    by_count = {task.count: task for task in catalogue.tasks}
    assert set(by_count) == set(TaskCount)
    assert (by_count[TaskCount.STRENGTH].thresholds, by_count[TaskCount.STRENGTH].points) == ((7, 10, 13), (3, 8, 11))
    assert by_count[TaskCount.LISTED_CITY].cities == ("promise", "whitehaven", "nefaria", "last-lantern")
    assert len(by_count[TaskCount.NAVIGATION_CARD].thresholds) == 2


def test_scenarios_and_chapters_are_read_as_written(catalogue: Catalogue) -> None:
    first, second, third = catalogue.scenarios
    assert (first.has_growing, first.has_objectives, first.cubes) == (False, False, (7, 6))
    assert (second.projects, second.legacy) == ((0, 1, 2, 3), (1, 3, 4, 6))
    assert (third.start_projects, third.keep_projects, third.start_plants) == (8, 5, 2)
    assert [chapter.id for chapter in catalogue.chapters] == ["1", "2", "3", "4a", "4b", "5", "6"]
    assert [chapter.win_stars for chapter in catalogue.chapters] == [1, 1, 1, 1, 1, 3, 5]
    stars = sum(len(chapter.star_steps_solo) for chapter in catalogue.chapters)
    assert stars == 34                                                # Y-1
    from_the_second = (70, 80, 90, 100, 110)
    assert [chapter.star_steps_solo for chapter in catalogue.chapters] == [(60, 70, 80, 90), *[from_the_second] * 6]
    assert [chapter.star_steps for chapter in catalogue.chapters] == [(70, 80, 90, 100), *[from_the_second] * 6]
    assert catalogue.story_card(11).next == (12, 13)
    assert catalogue.story_card(16).next == ()
    assert catalogue.chapter("4a").sides == ("B", "B", "A")


def test_every_path_unlocks_all_projects(catalogue: Catalogue) -> None:
    """Whatever the votes, later start cards unlock what an earlier vote left out."""
    for first in (0, -1):
        unlocked: set[int] = set()
        for chapter in catalogue.chapters:
            story = catalogue.story_card(chapter.start_card)
            while True:
                unlocked |= set(story.unlock.projects)
                if not story.next:
                    break
                story = catalogue.story_card(story.next[first])
        assert unlocked == set(range(1, 9))


def test_a_copy_of_the_folder_is_the_same_book(catalogue: Catalogue, folder: Path) -> None:
    copy = load_catalogue(str(folder))
    assert copy.folder == folder
    assert (copy.projects, copy.boards, copy.story) == (catalogue.projects, catalogue.boards, catalogue.story)


def test_a_byte_order_mark_windows_lines_and_moved_columns_are_welcome(catalogue: Catalogue, folder: Path) -> None:
    path = folder / "round_track.csv"
    rows = [line.split(",", 1) for line in path.read_text(encoding="utf-8").splitlines()]
    text = "".join(f"{rest},{first}\r\n" for first, rest in rows)
    path.write_bytes(b"\xef\xbb\xbf" + text.encode("utf-8"))
    assert load_catalogue(folder).spaces == catalogue.spaces


# --- a broken copy for each check ---

PROJECTS, CITIES, SLEEVES, NAVIGATION = "projects.csv", "city_cards.csv", "sleeves.csv", "navigation.csv"
UPGRADES, PRODUCTION, TRACK, PLANTS = "upgrades.csv", "production.csv", "round_track.csv", "plants.csv"
TASKS, OBJECTIVES, SOLO, LEGACY = "tasks.csv", "objectives.csv", "solo_board.csv", "legacy.csv"
SCENARIOS, CHAPTERS, STORY, CONSTANTS = "scenarios.csv", "chapters.csv", "story_cards.csv", "constants.toml"
B1, B2, B3 = "boards/board_1a.toml", "boards/board_2a.toml", "boards/board_3b.toml"
WRECK = "1,0,Wreck,green,3,1,gain 2 metal; production 1,,1,2.7,rulebook"


def wreck(old: str, new: str) -> Change:
    assert old in WRECK
    return replaced(PROJECTS, WRECK, WRECK.replace(old, new, 1))


BROKEN: dict[str, tuple[Change, str]] = {
    # files
    "missing table": (removed(SLEEVES), "sleeves.csv: expected this file in the folder, found none"),
    "missing board": (removed(B1), "boards/board_1a.toml: expected this file in the folder, found none"),
    "missing constants": (removed(CONSTANTS), "constants.toml: expected this file in the folder, found none"),
    "empty table": (written(TASKS, b""), "tasks.csv, row 1: expected the names of the columns, found nothing"),
    "wrong encoding": (written(SLEEVES, b"id\n\xff\n"), "sleeves.csv, row 2: expected UTF-8 text, found byte 0xff"),
    "unreadable board": (appended(B1, "id = = 3\n"), "boards/board_1a.toml: expected TOML, found:"),
    "missing column": (replaced(PROJECTS, ",water,", ",price,"), "projects.csv, row 1, column water: expected this"),
    # projects
    "project missing": (without_line(PROJECTS, 80), "projects.csv: expected 79 projects, found 78"),
    "project id": (wreck("1,0", "7,0"), "projects.csv, row 2, column id: expected 1, as rows are numbered from 1"),
    "project number": (wreck("1,0", "1,9"), "projects.csv, row 2, column number: expected a number from 0 to 8"),
    "colour": (wreck("green", "red"), "projects.csv, row 2, column colour: expected green or blue or yellow"),
    "instant": (
        wreck("2 metal", "2 metals"),
        "projects.csv, row 2, column instant: expected water, metal, energy, cards, points, plants or resources, found "
        "'metals' (character 8 of",
    ),
    "a project that fights": (
        wreck("gain 2 metal; production 1", "fight 3: gain 1 point"),
        "projects.csv, row 2, column instant: expected gains, production steps, upgrades",
    ),
    "twins that differ": (
        wreck("green,3", "green,4"), "projects.csv, row 3, column water: expected '4' as in row 2, as the cards have",
    ),
    "unknown title": (
        replaced(PROJECTS, "50,0,Parrot,yellow,1,0,,", "50,0,Parrot,yellow,1,0,gain 1 water per Cat,"),
        "projects.csv, row 51, column instant: expected titles of projects.csv",
    ),
    "reaction that builds": (
        replaced(PROJECTS, "when produce: gain 2 energy", "when produce: build upgrade"),
        "projects.csv, row 20, column permanent: expected a reaction that only gains or plants",
    ),
    "parrot elsewhere": (
        replaced(PROJECTS, "when produce: gain 2 energy", "when produce: city card on deck"),
        "column permanent: expected 'city card on deck' behind 'when take city card', and only there",
    ),
    "once per turn elsewhere": (
        replaced(PROJECTS, "when produce: gain 2 energy", "when produce: gain 2 energy once per turn"),
        "column permanent: expected 'once per turn' only behind 'when find gives'",
    ),
    # city cards, sleeves, navigation
    "amounts": (
        replaced(CITIES, "1,3,1,2,3,1", "1,3,1,2,2,1"),
        "city_cards.csv, row 2, column energy: expected the amo",
    ),
    "bonuses": (
        replaced(CITIES, "water,people,1,6.1", "water,water,1,6.1"),
        "city_cards.csv, row 2, column wrench: expected another district",
    ),
    "plants of a card": (
        replaced(CITIES, "water,people,1,6.1", "water,people,2,6.1"),
        "city_cards.csv, row 2, column plants: expected 0 or 1 or 3",
    ),
    "navigation value": (replaced(CITIES, "1,3,1,2", "1,6,1,2"), "row 2, column navigation: expected a number from 0"),
    "visible": (replaced(SLEEVES, "plants", "flowers"), "sleeves.csv, row 2, column visible: expected different ones"),
    "start deck": (replaced(NAVIGATION, "1,3,", "1,2,"), "navigation.csv, column count: expected 7 cards, found 6"),
    # boards of the players
    "upgrade effect": (
        replaced(UPGRADES, "movement 1,,1", "movement 2,,1"), "upgrades.csv, row 2, column effect: expected movement 1",
    ),
    "upgrade order": (
        replaced(UPGRADES, "movement-2,movement,2", "movement-2,movement,3"),
        "upgrades.csv, row 3, column level: expected 2",
    ),
    "step reward": (
        replaced(PRODUCTION, "gain 2 cards", "gain 1 resource"),
        "production.csv, row 4, column step_reward: expected one 'gain' without resources of choice",
    ),
    "book after": (
        replaced(TRACK, ",yes,", ",maybe,"),
        "round_track.csv, row 3, column book_after: expected yes or no",
    ),
    "plants in the bag": (replaced(PLANTS, "green,16", "green,15"), "plants.csv, column count: expected 40 plants"),
    "kind of plant": (
        replaced(PLANTS, "dry-stem,dry", "dry-bark,dry"),
        "plants.csv, row 5, column id: expected dry-stem",
    ),
    # tasks
    "task steps": (
        replaced(TASKS, "4/6/8,2/5/7", "4/6/8,2/5"),
        "tasks.csv, row 2, column points: expected 1 to 3 steps",
    ),
    "task order": (replaced(TASKS, "4/6/8", "4/8/6"), "tasks.csv, row 2, column thresholds: expected rising numbers"),
    "task count": (replaced(TASKS, "production level", "rain"), "tasks.csv, row 2, column count: expected production"),
    "listed city": (
        replaced(TASKS, "last-lantern", "borderville, camp-nine"),
        "tasks.csv, row 3, column list: expected at most 6 cities, each on both sides of its board",
    ),
    "objective": (
        replaced(OBJECTIVES, "production,movement", "production,production"),
        "objectives.csv, row 2, column task_2: expected another task than task_1",
    ),
    "solo board": (
        replaced(SOLO, "build 2 actions", "plant 1"), "solo_board.csv, row 9, column action: expected gains, building",
    ),
    # legacy tokens
    "token kind": (
        replaced(LEGACY, "L1,A,cube city", "L1,A,gun"),
        "legacy.csv, row 2, column kind: expected cube city",
    ),
    "token column": (
        replaced(LEGACY, "L8,H,gun,taintbow,,,2", "L8,H,gun,taintbow,3,,2"),
        "legacy.csv, row 9, column strength: expected nothing, as the kind is 'gun'",
    ),
    "token place": (
        replaced(LEGACY, "part of whika", "part of promise"),
        "legacy.csv, row 2, column place: expected the city that the hexes with the letter A belong to",
    ),
    "token far away": (
        replaced(LEGACY, "right of the city board", "behind the moon"),
        "legacy.csv, row 15, column place: expected a city, 'hex' and a letter, or where else the token lies",
    ),
    # scenarios, chapters, story
    "scenario side": (replaced(SCENARIOS, "1,back", "1,front"), "scenarios.csv, row 3, column side: expected back"),
    "two set-ups": (
        replaced(SCENARIOS, "2,back,Green Again,B,B,8,7", "2,back,Green Again,B,B,8,6"),
        "scenarios.csv, row 5, column cubes_4: expected '7' as in row 4, as it is the same card",
    ),
    "scenario book": (
        replaced(SCENARIOS, "fight 7: gain 5 points", "solo collect 3"),
        "scenarios.csv, row 7, column book: expected what a book may do",
    ),
    "scenario legacy": (
        replaced(SCENARIOS, "L1 L3 L4 L6", "L3 L1 L4 L6"),
        "scenarios.csv, row 4, column legacy: expected rising legacy",
    ),
    "star steps": (
        replaced(CHAPTERS, "60/70/80/90,", "60/50/80/90,"), "row 2, column star_steps_solo: expected rising numbers",
    ),
    "start card": (
        replaced(CHAPTERS, "The Dry Rivers,17", "The Dry Rivers,18"),
        "chapters.csv, row 3, column start_card: expected a start card of chapter 2",
    ),
    "next card": (
        replaced(STORY, "12 | 13", "12 | 15"), "story_cards.csv, row 2, column next: expected cards of the next step",
    ),
    "unlock": (replaced(STORY, "legacy L3", "legacy L33"), "row 5, column unlock: expected a legacy token, L1 to L15"),
    # boards
    "hex of no city": (
        replaced(B1, 'city = "dustwick"', 'city = "rome"'),
        "boards/board_1a.toml, row 12, hex 0.1, key city: expected the id of a city of this board, found 'rome'",
    ),
    "hex cost": (
        replaced(B1, "{row = 0, col = 0, cost = 2}", "{row = 0, col = 0, cost = 4}"),
        "boards/board_1a.toml, row 11, hex 0.0, key cost: expected 1 or 2 or 3, found '4'",
    ),
    "hex twice": (
        replaced(B1, "{row = 0, col = 0, cost = 2}", "{row = 0, col = 5, cost = 2}"),
        "key row: expected another cell for each hex",
    ),
    "find with a choice": (
        replaced(B1, "gain 1 point", "gain 1 resource"),
        "hex 1.2, key find: expected one 'gain' without resources of choice",
    ),
    "letters": (
        replaced(B2, ', letter = "I"', ""),
        "boards/board_2a.toml, row 9, key hexes: expected the letters ABCI",
    ),
    "start": (
        replaced(B1, ", start = true", ""),
        "key hexes: expected one start hex on board 1 and none on the others",
    ),
    "notch": (replaced(B3, ", {row = 3, col = 0}]", "]"), "key notch: expected 3 cells with row and col"),
    "side": (replaced(B1, 'side = "A"', 'side = "B"'), "boards/board_1a.toml, row 2, key side: expected A, found 'B'"),
    "strength without reward": (
        replaced(B1, 'reward = "gain 2 metal"\n', ""), "dustwick, key id: expected both a strength and a reward",
    ),
    "city without a hex": (
        appended(B1, '\n[[city]]\nid = "rome"\nname = "Rome"\nprovenance = "ours"\n'),
        "key city: expected at most 6 cities, found '7'",
    ),
    # constants
    "fixed constant": (
        replaced(CONSTANTS, "production_maximum = 10", "production_maximum = 12"),
        "constants.toml, row 9, key production_maximum: expected 10, found '12'",
    ),
    "toll": (replaced(CONSTANTS, '"3 water or 3 points"', '"a song"'), "key toll: expected a text like"),
    "bonus of the last upgrade": (
        replaced(CONSTANTS, 'last_upgrade_bonus = "gain 5 water"', 'last_upgrade_bonus = "gain 4 water"'),
        "key last_upgrade_bonus: expected the bonus of upgrades.csv",
    ),
    "number": (replaced(CONSTANTS, "water_start = 2", "water_start = -1"), "key water_start: expected a number from 0"),
}


@pytest.mark.parametrize(("change", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_book_is_refused(change: Change, message: str, folder: Path) -> None:
    change(folder)
    with pytest.raises(ComponentError) as caught:
        load_catalogue(folder)
    assert any(message in problem for problem in caught.value.problems), caught.value.problems
    assert str(folder) in str(caught.value)


def test_all_problems_are_told_at_once(folder: Path) -> None:
    both(wreck("green", "red"), replaced(TASKS, "4/6/8", "4/8/6"))(folder)
    with pytest.raises(ComponentError) as caught:
        load_catalogue(folder)
    assert {problem.split(",")[0] for problem in caught.value.problems} == {"projects.csv", "tasks.csv"}


def test_a_long_list_of_problems_is_cut(folder: Path) -> None:
    path = folder / PROJECTS
    path.write_text(path.read_text(encoding="utf-8").replace("green", "red"), encoding="utf-8")
    with pytest.raises(ComponentError) as caught:
        load_catalogue(folder)
    assert len(caught.value.problems) > SHOWN_PROBLEMS
    assert f"and {len(caught.value.problems) - SHOWN_PROBLEMS} more" in str(caught.value)


def test_no_folder_is_no_book(tmp_path: Path) -> None:
    with pytest.raises(ComponentError, match="there is no such folder"):
        load_catalogue(tmp_path / "nowhere")
