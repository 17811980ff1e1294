"""What is asked, of whom, and why."""

from collections.abc import Callable

from undersea_env.endeavor_deep_sea.compiled.opcodes import ACTION_TYPES, DISCOVER, EITHER
from undersea_env.endeavor_deep_sea.kernel.state import ACTIVATION, BUNDLE, DESIGNATING
from undersea_env.endeavor_deep_sea.words.readings import Table
from undersea_env.showing.words import number_of

Asked = Callable[[Table], str]


def question_phrase(table: Table) -> str:
    if table.record.over:
        return "The game is over."
    turn = ""
    if table.record.phase == ACTIVATION and table.record.mover != table.seat:
        turn = f", in the turn of seat {int(table.record.mover)}"
    return f"Seat {table.seat}, {table.moment}{turn}: {asked(table)}"


def asked(table: Table) -> str:
    return QUESTIONS[table.question](table)


def _said(words: str) -> Asked:
    return lambda table: words


def _here(words: str) -> Asked:
    """With the zone that gives it, if a zone does (I-7)."""

    def phrase(table: Table) -> str:
        cell = int(table.frame.origin) - 1
        return f"{words} ({table.zone(cell)})" if cell >= 0 else words

    return phrase


def _under_way(words: str) -> Asked:
    """Of an action that was begun."""
    return lambda table: f"{table.action_under_way()}: {words}"


def _in_zone(words: str) -> Asked:
    def phrase(table: Table) -> str:
        zone = "" if table.frame.origin else f" in {table.zone(int(table.frame.cell))}"
        return f"{table.action_under_way()}{zone}: {words}"

    return phrase


def _hire(table: Table) -> str:
    return f"whom to hire? (reputation level {table.level(table.seat, 0)})"


def _turn(table: Table) -> str:
    """What there is to do it with, and what the activation still lets one do."""
    record = table.record
    held = [f"{number_of(int(table.me.staging), 'disc')} in the staging area", f"research {int(table.me.research)}"]
    left = [table.action_left(do) for do in range(ACTION_TYPES) for _ in range(int(record.left[do]))]
    if left:
        either = bool(table.rules["activation"][int(record.activation)][EITHER])
        held.append(f"left of the activation: {'one of ' if either else ''}{', '.join(left)}")
    return f"what to do in this turn? ({'; '.join(held)})"


def _promote(table: Table) -> str:
    return _here("whom to promote?")(table) if table.frame.about == BUNDLE else "whom to promote?"


def _hex(table: Table) -> str:
    if table.frame.a:
        return f"where to move the marker on hex {int(table.frame.a) - 1}?"
    return _here("impact: on which hex?")(table)


def _option(table: Table) -> str:
    if table.frame.about == DESIGNATING:
        return "which discs does goal 3 count? (M-6)"
    return f"what does goal {int(table.frame.site)} count? (M-8)"


def _returning(table: Table) -> str:
    return f"which disc comes back from the specialists? ({int(table.record.returning)} still to come)"


def _keep(table: Table) -> str:
    return "which board to keep?" if table.frame.do == DISCOVER else "which dive token to keep?"


def _place(table: Table) -> str:
    return f"where to place {table.book.boards[int(table.frame.a) - 1].name}?"


QUESTIONS: dict[int, Asked] = {
    1: _hire,
    2: _returning,
    3: _turn,
    4: lambda table: f"{table.action_under_way()}, as is offered?",
    5: _said("whose actions to copy?"),
    6: _under_way("with which vessel?"),
    7: _under_way("where to?"),
    8: _under_way("in which zone?"),
    9: _in_zone("where?"),
    10: _in_zone("which journal?"),
    11: _under_way("from which depth to draw the first board?"),
    12: _under_way("from which depth to draw the second board?"),
    13: _keep,
    14: _place,
    15: _keep,
    16: _promote,
    17: _here("which attribute goes a step up?"),
    18: _hex,
    19: _here("impact: which marker to move?"),
    20: _said("where to launch a vessel?"),
    21: _option,
    22: _said("which of the highest attributes goes back?"),
}
