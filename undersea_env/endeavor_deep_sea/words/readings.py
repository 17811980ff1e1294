"""A position, read for words: names of what lies where. Nothing here is decided: what is legal, and what it costs, is
asked in `asking.py`."""

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from undersea_env.core.readings import RecordOnFrames
from undersea_env.endeavor_deep_sea.compiled.limits import CELLS, COLUMNS
from undersea_env.endeavor_deep_sea.compiled.opcodes import FIRST, FREELY, HOW, HOW_OF, LAST, MORE, Do
from undersea_env.endeavor_deep_sea.kernel.state import LAUNCHING, PREPARATION, SETBACK
from undersea_env.endeavor_deep_sea.printed.effects import (
    Action,
    Conserve,
    Discover,
    Dive,
    Effect,
    Either,
    Promote,
    Publish,
    Sonar,
    Travel,
)
from undersea_env.endeavor_deep_sea.printed.language import part_text
from undersea_env.endeavor_deep_sea.printed.things import Board, Catalogue, Hex, Journal, Mission, Specialist, Spot
from undersea_env.endeavor_deep_sea.printed.words import COLUMN_LETTERS, SpotKind
from undersea_env.endeavor_deep_sea.words.notation.names import cell_name

if TYPE_CHECKING:
    from undersea_env.core.position import Game

SITE_KINDS = {
    Do.SONAR: SpotKind.SONAR, Do.DIVE: SpotKind.DIVE, Do.CONSERVE: SpotKind.CONSERVATION, Do.PUBLISH: SpotKind.JOURNAL,
}


# --- small sentences ---


def gain_text(text: str) -> str:
    """An effect of the book as it stands in a sentence: without `gain`, and with commas."""
    return text.replace("gain ", "").replace("; ", ", ")


def actions_text(effect: Effect) -> str:
    """The actions of a specialist or a journal: `travel, sonar`, or `one of travel, sonar` (T-6)."""
    if effect and isinstance(effect[0], Either):
        return f"one of {', '.join(map(part_text, effect[0].alternatives))}"
    return ", ".join(map(part_text, effect))


def action_of(do: int, how: Any, here: bool = False) -> Action:
    """An action from the columns of the rule book: what `compiled.assembler.how` writes, read backwards."""
    first, last, more, freely = (int(how[column]) for column in (FIRST, LAST, MORE, FREELY))
    match do:
        case Do.TRAVEL:
            return Travel(from_here=here, not_to_depth=last, more_technology=more)
        case Do.SONAR:
            return Sonar(here)
        case Do.DIVE:
            return Dive(more)
        case Do.CONSERVE:
            return Conserve(here, more, bool(freely))
        case Do.PUBLISH:
            return Publish(here)
        case Do.PROMOTE:
            return Promote()
    return Discover(first, last, bool(freely))


class Table(RecordOnFrames):
    """A record of a game with the names of the book."""

    def __init__(self, record: Any, game: "Game") -> None:
        super().__init__(record, game)
        self.book: Catalogue = game.catalogue

    @cached_property
    def mission(self) -> Mission:
        return self.book.mission(self.game.options.mission)

    @property
    def moment(self) -> str:
        record = self.record
        if record.over:
            return "the end"
        phase = "preparation" if record.phase == PREPARATION else "activation"
        if record.step == LAUNCHING:
            phase = "set-up"
        elif record.step == SETBACK and record.phase == PREPARATION:
            phase = "setback"
        return f"round {int(record.round_no)} of {int(self.rules['last_round'])}, {phase}"

    # --- the ocean ---

    def board(self, cell: int) -> Board | None:
        number = int(self.record.board[cell])
        return self.book.boards[number - 1] if number else None

    def board_in(self, cell: int) -> Board:
        """Of a cell that has a zone."""
        return self.book.boards[int(self.record.board[cell]) - 1]

    def zone(self, cell: int) -> str:
        board = self.board(cell)
        return f"{cell_name(cell)} {board.name}" if board else cell_name(cell)

    @property
    def zones(self) -> list[int]:
        return [cell for cell in range(CELLS) if self.record.board[cell]]

    def is_inside(self, cell: int) -> bool:
        """Whether the mission has such a cell (S-1)."""
        column, depth = column_and_depth(cell)
        return column < self.mission.columns and depth <= self.mission.max_depth

    @property
    def bounds(self) -> str:
        last = COLUMN_LETTERS[self.mission.columns - 1]
        return f"the ocean of this mission has columns A-{last} and depth 1-{self.mission.max_depth}"

    def vessels(self, seat: int) -> list[int]:
        me = self.record.players[seat]
        return [int(cell) - 1 for cell in me.vessel[: int(me.vessel_count)]]

    def owner(self, cell: int, spot: str) -> int | None:
        """Whose disc lies on a spot."""
        place = [each.id for each in self.board_in(cell).disc_spots].index(spot)
        return next((seat for seat in self.seats if int(self.record.discs[cell, seat]) >> place & 1), None)

    def tokens_on(self, board: Board, site: int) -> int:
        return int(self.record.site_count[int(self.rules["dive_site"][board.index]) + site])

    def sites(self, cell: int, do: int) -> tuple[Spot, ...]:
        """The spots of a zone on which this action is done, in order."""
        board = self.board(cell)
        return board.spots_of(SITE_KINDS[Do(do)]) if board else ()

    # --- actions ---

    def action_left(self, do: int) -> str:
        """What the open activation lets one do."""
        columns = self.rules["activation"][int(self.record.activation)]
        return part_text(action_of(do, columns[HOW_OF + do * HOW : HOW_OF + (do + 1) * HOW]))

    def action_under_way(self) -> str:
        """The action of the open frame, with its zone if it has one: `conserve in C1 The Sea Star`."""
        frame = self.frame
        how = (frame.first, frame.last, frame.more, frame.freely)
        text = part_text(action_of(int(frame.do), how, bool(frame.origin)))
        if not frame.origin:
            return text
        zone = self.zone(int(frame.origin) - 1)
        return re.sub(r"\bhere\b", f"in {zone}", text.replace("from here", f"from {zone}"))

    # --- players ---

    def person(self, seat: int, slot: int) -> Specialist:
        return self.book.specialists[int(self.record.players[seat].kind[slot]) - 1]

    def is_senior(self, seat: int, slot: int) -> bool:
        return bool(int(self.record.players[seat].seniors) >> slot & 1)

    def has_disc(self, seat: int, slot: int) -> bool:
        return bool(int(self.record.players[seat].discs_on) >> slot & 1)

    def side_name(self, seat: int, slot: int) -> str:
        person = self.person(seat, slot)
        return person.senior if self.is_senior(seat, slot) else person.junior

    def slot_name(self, seat: int, slot: int) -> str:
        """With the slot, where two have the same name."""
        name = self.side_name(seat, slot)
        count = int(self.record.players[seat].specialist_count)
        alike = [other for other in range(count) if self.side_name(seat, other) == name]
        return f"{name} in slot {slot}" if len(alike) > 1 else name

    def actions_of(self, seat: int, slot: int) -> str:
        person = self.person(seat, slot)
        return actions_text(person.senior_actions if self.is_senior(seat, slot) else person.junior_actions)

    def level(self, seat: int, attribute: int) -> int:
        return int(self.rules["level"][int(self.record.players[seat].marker[attribute])])

    def journal(self, place: int) -> Journal | None:
        number = int(self.record.row[place])
        return self.book.journals[number - 1] if number else None

    # --- the impact board ---

    def hex(self, at: int) -> Hex | None:
        return self.mission.hexes[at] if at < len(self.mission.hexes) else None

    def marker_on(self, at: int) -> int | None:
        """Whose marker lies on a hex that takes one."""
        owner = int(self.record.hex_owner[at])
        return owner - 1 if owner else None


def column_and_depth(cell: int) -> tuple[int, int]:
    return cell % COLUMNS, cell // COLUMNS + 1
