"""What is asked, of whom, and why."""

from undersea_env.endeavor_deep_sea.compiled.opcodes import DISCOVER
from undersea_env.endeavor_deep_sea.kernel.state import BUNDLE, DESIGNATING
from undersea_env.endeavor_deep_sea.words.notation.names import DO_NAMES, cell_name
from undersea_env.endeavor_deep_sea.words.readings import Table


def question_phrase(table: Table) -> str:
    if table.record.over:
        return "the game is over"
    return f"Seat {table.seat}, {table.moment}: {asked(table)}"


def asked(table: Table) -> str:
    number = int(table.record.question)
    if number in COURSE:
        return COURSE[number]
    frame = table.frame
    if number in (16, 17, 18, 19) and frame.about == BUNDLE:
        return f"{GAINS[number]}{origin(table)}"
    if number == 21:
        return "which discs does goal 3 count? (M-6)" if frame.about == DESIGNATING else "which option has the goal? (M-8)"
    doing = DO_NAMES[int(frame.do)]
    if number == 4:
        return f"{doing}, as {cell_name(int(frame.origin) - 1)} offers?" if frame.origin else f"{doing}, as is offered?"
    if number == 16:
        return "whom to promote?"
    if number in (8, 9, 10):
        place = "" if number == 8 else f" ({table.zone(int(frame.cell))})"
        return f"{doing}: {('in which zone?', 'on which site?', 'which journal?')[number - 8]}{place}"
    if number == 13 or number == 15:
        return f"which {'board' if int(frame.do) == DISCOVER else 'token'} to keep?"
    return WHERE[number]


def origin(table: Table) -> str:
    cell = int(table.frame.origin) - 1
    return f" ({table.zone(cell)})" if cell >= 0 else ""


COURSE = {
    1: "whom to hire?",
    2: "from which specialist does a disc come back?",
    3: "what to do in this turn?",
    5: "whose actions to copy?",
    20: "where to launch a vessel?",
    22: "which of the highest attributes goes back?",
}
GAINS = {
    16: "whom to promote?",
    17: "a step of which attribute?",
    18: "on which hex to put a marker?",
    19: "which marker to move?",
}
WHERE = {
    6: "which vessel travels?",
    7: "where to?",
    11: "from which depth to draw the first board?",
    12: "from which depth to draw the second board?",
    14: "in which column to place it?",
}
