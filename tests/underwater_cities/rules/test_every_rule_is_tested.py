"""Every id of RULES.md is named by a test, and no test names an id that is not there."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import undersea_env

RULES = Path(undersea_env.__file__).parent / "underwater_cities" / "RULES.md"


def ids_of_the_rules() -> list[str]:
    return re.findall(r"^- \*\*([A-Z]-\d+a?)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)


def ids_named_by_tests() -> set[str]:
    named: set[str] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        module = importlib.import_module(f"tests.underwater_cities.rules.{file.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_"):
                named |= set(getattr(test, "rule_ids", ()))
    return named


def test_no_id_is_given_twice() -> None:
    ids = ids_of_the_rules()
    assert len(ids) == len(set(ids))
    assert {rule_id[0] for rule_id in ids} == set("CSGKBFEPVOANLD")


def test_every_rule_is_named_by_a_test() -> None:
    assert sorted(set(ids_of_the_rules()) - ids_named_by_tests()) == []


def test_every_id_named_by_a_test_is_a_rule() -> None:
    assert sorted(ids_named_by_tests() - set(ids_of_the_rules())) == []
