"""Every id of a game's RULES.md is named by a test in `tests/GAME`, and no test names an id that is not there."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import undersea_env
from undersea_env.core.registry import kind_of

TESTS = Path(__file__).parents[1]
RULE = re.compile(r"^(?:- |\d+\. |\| )\*\*([A-Z]-\d+[a-z]?)\*\*", re.MULTILINE)
MENTION = re.compile(r"(?<![\w-])([A-Z]-\d+[a-z]?)\b(?!-)")
GAMES = undersea_env.games()


def text_of(game: str) -> str:
    folder = kind_of(game).folder
    assert folder is not None
    return (folder / "RULES.md").read_text(encoding="utf-8")


def ids_named_by_tests(game: str) -> set[str]:
    named: set[str] = set()
    for file in (TESTS / game).rglob("test_*.py"):
        module = importlib.import_module(".".join(("tests", *file.relative_to(TESTS).with_suffix("").parts)))
        for name, test in vars(module).items():
            if name.startswith("test_"):
                named |= set(getattr(test, "rule_ids", ()))
    return named


@pytest.mark.parametrize("game", GAMES)
def test_no_id_is_given_twice(game: str) -> None:
    ids = RULE.findall(text_of(game))
    assert len(ids) == len(set(ids)) > 100


@pytest.mark.parametrize("game", GAMES)
def test_every_id_that_the_rules_speak_of_is_a_rule(game: str) -> None:
    """So no rule is overlooked because it is written in another way."""
    assert set(MENTION.findall(text_of(game))) - set(RULE.findall(text_of(game))) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_named_by_a_test(game: str) -> None:
    assert sorted(set(RULE.findall(text_of(game))) - ids_named_by_tests(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_id_named_by_a_test_is_a_rule(game: str) -> None:
    assert sorted(ids_named_by_tests(game) - set(RULE.findall(text_of(game)))) == []
