"""Which rules of RULES.md a test proves."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., None])


def rule(*ids: str) -> Callable[[Test], Test]:
    """Say which rules a test proves; `test_every_rule_is_tested` collects the ids."""

    def mark(test: Test) -> Test:
        test.rule_ids = (*getattr(test, "rule_ids", ()), *ids)  # type: ignore[attr-defined]
        return test

    return mark
