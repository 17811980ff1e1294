"""Printed things in words: everything can be asked for, by number and by name, and what is not there is refused."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from undersea_env.cloudage.printed.catalogue import BUILT_IN_FOLDER, load_catalogue
from undersea_env.cloudage.words import describe
from undersea_env.errors import InvalidOption

ONE_OF = {
    "project": ["wreck"], "city-card": ["1"], "board": ["2A"], "city": ["whika"], "task": ["fight"], "chapter": "4a",
    "token": ["L5"],
}
NOTHING = {"--number": None, "--colour": None, "--board": None}
BY_NAME = {topic.name: topic for topic in describe.TOPICS}


def described(name: str, folder: Path | None = None, **arguments: Any) -> tuple[Any, str]:
    topic = BY_NAME[name]
    given = {key.lstrip("-"): NOTHING.get(key, ONE_OF.get(name)) for key in topic.arguments} | arguments
    return topic.describe(folder, **given)


@pytest.mark.parametrize("name", BY_NAME)
def test_every_topic_has_words_and_plain_data(name: str) -> None:
    data, words = described(name)
    assert json.loads(json.dumps(data)) == data
    assert words
    assert all(line == line.rstrip() for line in words.splitlines())
    for left in ("IntEnum", "Gain(", "Do("):
        assert left not in words
        assert left not in json.dumps(data)


def test_every_printed_thing_is_found_by_number_and_name(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = load_catalogue()
    monkeypatch.setattr(describe, "load_catalogue", lambda folder: catalogue)
    for project in catalogue.projects:
        by_number, by_name = described("project", id=[str(project.id)]), described("project", id=project.title.split())
        assert [each["title"] for each in by_number[0]] == [project.title]
        assert project.id in [each["id"] for each in by_name[0]]
        assert {each["title"] for each in by_name[0]} == {project.title}
    numbered: dict[str, Sequence[Any]] = {"city-card": catalogue.city_cards}
    for name, things in numbered.items():
        for thing in things:
            assert [each["id"] for each in described(name, id=[str(thing.id)])[0]] == [thing.id]
    for token in catalogue.legacy:
        assert [each["number"] for each in described("token", id=[f"L{token.number}"])[0]] == [token.number]
    for key, board in catalogue.boards.items():
        (data,), words = described("board", id=[key])
        assert len(data["hexes"]) == len(board.hexes)
        assert all(city.name in words for city in board.cities)
    for chapter in catalogue.chapters:
        data, words = described("chapter", id=chapter.id)
        assert [card["title"] in words for card in data["story"]].count(True) == len(data["story"]) > 0


@pytest.mark.parametrize(
    ("name", "id", "expected"),
    [
        ("project", ["80"], "there is no project '80'; `describe projects` lists them"),
        ("project", ["submarine"], "there is no project 'submarine'"),
        ("city-card", ["40"], "there is no city-card '40'; `describe city-cards` lists them"),
        ("board", ["5A"], "there is no board '5A'"),
        ("city", ["Paris"], "there is no city 'Paris'; `describe cities` lists them"),
        ("task", ["sleep"], "there is no task 'sleep'"),
        ("token", ["L16"], "there is no legacy token 'L16'; `describe tokens` lists them"),
        ("chapter", "4", "there is no chapter 4; chapters are 1, 2, 3, 4a, 4b, 5, 6"),
    ],
)
def test_what_is_not_printed_is_refused(name: str, id: Any, expected: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        described(name, id=id)
    assert str(caught.value).startswith(expected)


def test_lists_can_be_narrowed() -> None:
    assert [len(described("projects", number=number)[0]) for number in range(9)] == [55, *[3] * 8]
    assert sum(len(described("projects", colour=colour)[0]) for colour in ("green", "blue", "yellow")) == 79
    assert len(described("hexes", board="1a")[0]) == 30
    assert len(described("hexes")[0]) == 8 * 30 - 2 * 3                  # the notch of board 3 (H-6)
    with pytest.raises(InvalidOption, match="there is no board '9Z'"):
        described("hexes", board="9Z")


def test_words_say_what_is_printed() -> None:
    assert described("project", id=["wreck"])[1].splitlines()[0] == (
        " 1  number 0  green   Wreck: 3 water, 1 card; 1 point; gain 2 metal; production 1"
    )
    assert described("city-card", id=["1"])[1].splitlines()[0] == (
        " 1  navigation 3; energy 1, metal 2, water 3, people 1; navigation update on water, wrench on people; 1 plant"
    )
    board = described("board", id=["1A"])[1]
    for line in (
        "1A  The Border: 30 hexes, 6 cities, 9 finds",
        "  C1  cost 1, start",
        "  B2  cost 1, Borderville, find gain 1 metal",
        "  Borderville (B2 C2 D2): strength 1: gain 2 water",
    ):
        assert line in board.splitlines()
    assert "production: production level: 4 for 2, 6 for 5, 8 for 7 points" in described("tasks")[1]
    assert "projects 1" in described("chapter", id="1")[1]
    assert "L5   cube city: whitehaven; in action phase: plant 1; 2 points at the end" in described("tokens")[1]
    tokens = described("tokens")[1].splitlines()
    assert "L7   toll: letter G; cost 1; each entry takes 3 water or 3 points" in tokens         # T-7
    assert "L9   gun: letter I; cost 3" in tokens
    tasks = described("tasks")[1].splitlines()                                                   # J-3
    assert "movement: permanent movement with the solar panel: 3 for 2, 4 for 5, 5 for 7 points" in tasks
    assert "big: project of at least 8 water: 1 for 2, 2 for 5, 3 for 7 points" in tasks
    assert "fight: strength in a fight at the end: 7 for 3, 10 for 8, 13 for 11 points" in tasks
    space = "space 2  either gain 1 water | gain 1 card; a book behind it; solo board: build action"
    assert space in described("track")[1].splitlines()


def test_another_book_is_described_as_it_is(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(BUILT_IN_FOLDER, tmp_path / "components"))
    path = folder / "projects.csv"
    text = path.read_text("utf-8").replace("13,0,Cistern Network,green,6", "13,0,Cistern Network,green,5")
    path.write_text(text, encoding="utf-8")
    assert "13  number 0  green   Cistern Network: 5 water" in described("project", folder, id=["13"])[1]
