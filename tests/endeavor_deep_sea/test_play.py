"""A game of Endeavor: Deep Sea at the terminal: how it ends, what can be taken back."""

from typing import Any

import pytest

from tests.shared.test_play import Terminal
from undersea_env.core.registry import kind_of

KIND = kind_of("endeavor_deep_sea")


def to_the_end(terminal: Terminal) -> str:
    """Passing and declining where one may."""
    terminal.type()
    while not terminal.session.state.is_terminal:
        terminal.type(str(terminal.legal()[0]))
    return terminal.shown[-1]


@pytest.mark.parametrize(
    ("options", "last"),
    [
        ({"rounds": 1}, "The winners are seat 0 (human) and seat 1 (human)."),
        ({"rounds": 1, "mode": "cooperative"}, "The team has lost."),
    ],
    ids=["competitive", "co-operative"],
)
def test_the_end_is_told(options: dict[str, Any], last: str) -> None:
    terminal = Terminal(KIND, "human", "human", **options)
    assert to_the_end(terminal) == last


def test_alone_the_sheet_says_who_has_won() -> None:
    terminal = Terminal(KIND, "human", rounds=1)
    assert to_the_end(terminal).endswith("not won")


def test_what_was_hidden_is_not_taken_back() -> None:
    """A dive turns a token up; a journey does not."""
    terminal = Terminal(KIND, "human", rounds=1)
    terminal.type()
    terminal.type("hire the reef diver", "activate the reef diver")
    assert terminal.session.actions
    before = len(terminal.session.actions)
    assert "cannot be taken back" in terminal.type("dive", "undo")
    assert len(terminal.session.actions) > before
    terminal = Terminal(KIND, "human", rounds=1)
    terminal.type()
    terminal.type("hire the sonar operator", "activate the team leader")
    position = terminal.session.state.clone()
    terminal.type("travel")
    assert terminal.session.state != position
    terminal.type("undo")
    assert terminal.session.state == position
