"""How a question is put: whoever must choose is handed out, together with the answers."""

from collections.abc import Generator, Iterable
from typing import TypeAlias

from .numbers import L5_CUBE, PASS
from .table import Table

Question: TypeAlias = tuple[int, list[int]]                # the seat asked, the answers in ascending order
Course: TypeAlias = Generator[Question, int, None]         # something that happens, with questions on the way
Choice: TypeAlias = Generator[Question, int, int]          # the same, and an answer comes out


def ask(table: Table, question: str, seat: int, answers: Iterable[int]) -> Choice:
    """A question with a single answer is not asked (G-4)."""
    choices = sorted(set(answers))
    assert choices, f"{question} has no answer"
    if len(choices) == 1:
        table.note(f"unasked {question}")
        if question == "D-7" and choices[0] != PASS:
            table.note("rule G-4: moves by itself")
        return choices[0]
    if len(choices) == 2 and L5_CUBE in choices:
        table.note("rule Q-2: asked for L5")
    table.note(f"asked {question}")
    return (yield seat, choices)
