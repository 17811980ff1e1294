"""Printed things in words: everything can be asked for, by number and by name, and what is not there is refused."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from undersea_env.endeavor_deep_sea.printed.catalogue import BUILT_IN_FOLDER, load_catalogue
from undersea_env.endeavor_deep_sea.words import describe
from undersea_env.errors import InvalidOption

ONE_OF = {"board": ["vortex"], "specialist": ["mentor"], "token": ["plain"], "journal": ["nautical"], "mission": 8}
NOTHING = {"--depth": None, "--rank": None, "--mission": None}
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
    assert "IntEnum" not in words
    assert "Gain(" not in words


def test_every_printed_thing_is_found_by_number_and_name(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = load_catalogue()
    monkeypatch.setattr(describe, "load_catalogue", lambda folder: catalogue)
    printed: dict[str, Sequence[Any]] = {
        "board": catalogue.boards, "specialist": catalogue.specialists, "token": catalogue.tokens,
        "journal": catalogue.journals,
    }
    for name, things in printed.items():
        for thing in things:
            called = getattr(thing, "name", None) or getattr(thing, "senior", None) or thing.id
            by_number, by_name = described(name, id=[str(thing.index)]), described(name, id=called.split(" "))
            assert by_number == by_name
            assert by_number[0][0]["index"] == thing.index
    for mission in catalogue.missions:
        data, words = described("mission", id=mission.number)
        assert mission.name in words
        assert len(data["hexes"]) == len(mission.hexes)


@pytest.mark.parametrize(
    ("name", "id", "expected"),
    [
        ("board", ["37"], "there is no board '37'; `describe boards` lists them"),
        ("board", ["lagoon"], "there is no board 'lagoon'"),
        ("specialist", ["cook"], "there is no specialist 'cook'"),
        ("token", ["12"], "there is no token '12'"),
        ("journal", ["nature"], "there is no journal 'nature'"),
        ("mission", 11, "there is no mission 11; missions are numbered from 1 to 10"),
        ("mission", 0, "there is no mission 0"),
    ],
)
def test_what_is_not_printed_is_refused(name: str, id: Any, expected: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        described(name, id=id)
    assert str(caught.value).startswith(expected)


def test_lists_can_be_narrowed() -> None:
    assert [len(described("boards", depth=depth)[0]) for depth in range(1, 6)] == [8, 9, 7, 6, 7]
    assert len(described("specialists", rank=5)[0]) == 9
    assert len(described("goals", mission=8)[0]) == 7
    with pytest.raises(InvalidOption, match="there is no mission 12"):
        described("goals", mission=12)


def test_words_say_what_is_printed() -> None:
    words = described("board", id=["submerged-cave-system"])[1]
    for line in (
        "Submerged Cave System (submerged-cave-system, no. 13), depth 2",
        "d2  dive site, 2 tokens, reached from above",
        "c1  conservation site, cost 2, reached from the left: gain 1 ingenuity",
        "j2  journal site, yellow, reached from the right",
        "c1-j2  link: gain 1 inspiration",
        "rule: no vessel may enter",
    ):
        assert line in words
    assert "The Looking Glass lies somewhere in the stack of depth 2" in described("mission", id=8)[1]
    assert "2 for most zones discovered in columns D" in described("mission", id=6)[1]
    assert "28  row 1, col 7: 1 point, infinite, overflow of depths 1-3" in described("mission", id=10)[1]


def test_another_book_is_described_as_it_is(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(BUILT_IN_FOLDER, tmp_path / "components"))
    path = folder / "ocean_boards.csv"
    path.write_text(path.read_text("utf-8").replace("0,atoll,Atoll", "0,atoll,Lagoon"), encoding="utf-8")
    assert "Lagoon (atoll, no. 0)" in described("board", folder, id=["atoll"])[1]
