"""A game of CloudAge at the terminal: how it ends, what can be taken back."""

from typing import Any

import pytest

from tests.shared.test_play import Terminal
from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.core.registry import kind_of

KIND = kind_of("cloudage")


def to_the_end(terminal: Terminal) -> str:
    """With the first answer to every question."""
    terminal.type()
    while not terminal.session.state.is_terminal:
        terminal.type(str(terminal.legal()[0]))
    return terminal.shown[-1]


@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (("human", "human"), {"scenario": 1, "rounds": 1}, "The winner"),
        (("human",), {"scenario": 1, "rounds": 1}, "not won"),
        (("human",), {"chapter": "1", "rounds": 1}, "stars: seat 0 0"),
    ],
    ids=["two", "solo", "a chapter"],
)
def test_the_end_is_told(seats: tuple[str, ...], options: dict[str, Any], words: str) -> None:
    assert words in to_the_end(Terminal(KIND, *seats, **options))


def test_what_was_hidden_is_not_taken_back() -> None:
    """A card that was discarded comes back; once navigation cards were turned up nothing does (P-5)."""
    terminal = Terminal(KIND, "human", scenario=2)
    terminal.type()
    position = terminal.session.state.clone()
    terminal.type(str(terminal.legal()[0]))
    assert terminal.session.state != position
    terminal.type("undo")
    assert terminal.session.state == position
    while terminal.session.state.to_dict()["phase"] == "setup":
        terminal.type(str(terminal.legal()[0]))
    terminal.type(str(ACTIONS["LEVEL"]))
    before = len(terminal.session.actions)
    assert terminal.session.state.to_dict()["players"][0]["navigation_discard"]
    assert "cannot be taken back" in terminal.type("undo")
    assert len(terminal.session.actions) == before


def test_a_question_is_explained_in_words() -> None:
    terminal = Terminal(KIND, "human", scenario=1)
    terminal.type()
    assert "your production is at level 0 (P-4)" in terminal.type("? produce at level 5")
    assert "B2" in terminal.type("screen")
