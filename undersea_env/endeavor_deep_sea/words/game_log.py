"""What happened, in sentences, from the records of a game before and after an action."""

from collections.abc import Callable
from typing import Any

from undersea_env.endeavor_deep_sea.compiled.limits import COLUMNS
from undersea_env.endeavor_deep_sea.compiled.opcodes import DISCOVER, SONAR
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS, PASS
from undersea_env.endeavor_deep_sea.words.changes import cards_turned, changes_of, course_of, ending_of, news_of
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES, DO_NAMES
from undersea_env.endeavor_deep_sea.words.phrases import LOWERING, action_phrase
from undersea_env.endeavor_deep_sea.words.readings import Table
from undersea_env.showing.words import PlainLog, number_of

IRREGULAR = {
    "copy": "copies", "do": "does", "go": "goes", "launch": "launches", "pass": "passes", "publish": "publishes",
    "sonar": "uses sonar",
}


class GameLog(PlainLog):
    """Tells a game in sentences. All seats know the same (H-3), so the viewer changes nothing but the heading."""

    heading_for_all = "Log of what everybody saw"

    def log_beginning(self, record: Any) -> list[str]:
        """The set-up of a game."""
        table = Table(record, self.game)
        mission, options = table.mission, self.game.options
        players, rounds = number_of(len(table.seats), "player"), number_of(int(table.rules["last_round"]), "round")
        lines = [f"Mission {mission.number}, {mission.name}; {players}, {options.mode}, {rounds}."]
        if self.game.is_cooperative:
            lines.append(f"The team must meet {int(table.rules['goals_to_meet'])} of 7 goals ({options.difficulty}).")
        lines.append(f"The ocean: {', '.join(map(table.zone, table.zones))}.")
        row = [journal.name for journal in map(table.journal, range(len(record.row))) if journal]
        lines.append(f"Journals in the row: {', '.join(row) or 'none'}.")
        shown = [table.book.specialists[int(kind) - 1].junior for kind in record.display if kind]
        lines.append(f"On display: {', '.join(shown) or 'nobody'}.")
        lines.append(f"Round {int(record.round_no)}; seat {int(record.wave)} has the wave.")
        return [*lines, *cards_turned(table)]

    def log_action(self, before: Any, after: Any, action: int) -> list[str]:
        """Sentences of what was done and of what followed."""
        was, now = Table(before, self.game), Table(after, self.game)
        said = said_by(was, action)
        lines = []
        for seat in (was.seat, *(seat for seat in now.seats if seat != was.seat)):
            clauses = []
            for key, words in changes_of(was, now, seat):
                if seat == was.seat and key in said:
                    said.remove(key)
                else:
                    clauses.append(words)
            told = "; ".join(clauses)
            if seat == was.seat:
                lines.append(f"Seat {seat} {deed(was, action)}{f' -> {told}' if told else ''}.")
            elif told:
                lines.append(f"For seat {seat}: {told}.")
        lines[1:1] = news_of(was, now)
        return [*lines, *course_of(was, now, has_passed=action == PASS), *ending_of(now)]


# --- what was decided ---


def deed(was: Table, action: int) -> str:
    """In the third person."""
    block, place = ACTIONS.block_of(action)
    if block.name in DEEDS:
        return DEEDS[block.name](was, place)
    return third_person(action_phrase(was, action).words)


def third_person(phrase: str) -> str:
    verb, space, rest = phrase.partition(" ")
    return f"{IRREGULAR.get(verb, f'{verb}s')}{space}{rest}"


def _begins(was: Table, do: int) -> str:
    if was.frame is None:
        return f"begins: {was.action_left(do)}"
    return f"accepts: {was.action_under_way()}"


def _keeps(was: Table, which: int) -> str:
    frame = was.frame
    kept, other = (int(frame.b), int(frame.a)) if which else (int(frame.a), int(frame.b))
    if frame.do == DISCOVER:
        boards = was.book.boards
        return f"keeps {boards[kept - 1].name}; {boards[other - 1].name} goes under its stack"
    tokens = was.book.tokens
    return f"keeps the dive token {tokens[kept - 1].id}; {tokens[other - 1].id} is discarded"


def _chooses_attribute(was: Table, number: int) -> str:
    return f"{'lowers' if was.question == LOWERING else 'chooses'} {ATTRIBUTE_NAMES[number]}"


DEEDS: dict[str, Callable[[Table, int], str]] = {
    "ACTION": _begins,
    "ACT_IN": lambda was, cell: f"chooses {was.zone(cell)} for {DO_NAMES[int(was.frame.do)]}",
    "LEAVE": lambda was, cell: f"chooses the vessel in {was.zone(cell)}",
    "DRAW": lambda was, place: f"chooses to draw a board of depth {place + 1}",
    "KEEP": _keeps,
    "ATTRIBUTE": _chooses_attribute,
    "MOVE_FROM": lambda was, at: f"chooses the marker on hex {at}",
    "OPTION": lambda was, which: f"decides: {action_phrase(was, ACTIONS['OPTION'] + which).words}",
}


def said_by(was: Table, action: int) -> list[tuple[object, ...]]:
    """The changes of which the sentence about the decision speaks already."""
    block, place = ACTIONS.block_of(action)
    match block.name:
        case "HIRE":
            return [("hired", int(was.me.specialist_count))]
        case "RETURN":
            return [("back", place)]
        case "PROMOTE":
            return [("promoted", place)]
        case "TRAVEL_TO" | "LAUNCH_IN":
            return [("vessel", place)]
        case "HEX":
            return [("hex", place)]
        case "TOKEN_RESEARCH" | "TOKEN_EFFECT":
            return [("spent", place)]
        case "SITE":
            cell, do = int(was.frame.cell), int(was.frame.do)
            spots = was.sites(cell, do)
            chosen = [spot for spot in spots if spot.track == place] if do == SONAR else [spots[place]]
            return [("disc", cell, spot.id) for spot in chosen]
        case "ROW":
            return [("journal", int(was.record.row[place]) - 1)]
        case "PLACE_IN":
            depth = was.book.boards[int(was.frame.a) - 1].depth
            return [("board", (depth - 1) * COLUMNS + place)]
    return []
