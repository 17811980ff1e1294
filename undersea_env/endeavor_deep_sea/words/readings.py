"""A position, read for words: names of what lies where."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from undersea_env.endeavor_deep_sea.compiled.limits import CELLS, COLUMNS
from undersea_env.endeavor_deep_sea.kernel.state import LAUNCHING, OVER, PREPARATION, SETBACK
from undersea_env.endeavor_deep_sea.printed.things import Board, Hex, Journal, Mission, Specialist, Spot
from undersea_env.endeavor_deep_sea.printed.words import ATTRIBUTES, SpotKind
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES, cell_name

if TYPE_CHECKING:
    from undersea_env.core.position import Game

SITE_KINDS = {1: SpotKind.SONAR, 2: SpotKind.DIVE, 3: SpotKind.CONSERVATION, 4: SpotKind.JOURNAL}     # by Do


def gain_text(text: str) -> str:
    """An effect of the book as it stands in a sentence: without `gain`."""
    return text.replace("gain ", "")


class Table:
    """A record of a game with the names of the book."""

    def __init__(self, record: Any, game: "Game") -> None:
        self.record = record
        self.game = game
        self.book = game.catalogue
        self.rules = game.rulebook[0]

    @cached_property
    def mission(self) -> Mission:
        return self.book.mission(self.game.options.mission)

    @property
    def seat(self) -> int:
        return int(self.record.seat)

    @property
    def me(self) -> Any:
        return self.record.players[self.seat]

    @property
    def frame(self) -> Any:
        """What the open question belongs to; None: to the course of the game."""
        count = int(self.record.frame_count)
        return self.record.frame[count - 1] if count else None

    @property
    def moment(self) -> str:
        record = self.record
        if record.phase == OVER:
            return "the end"
        phase = "preparation" if record.phase == PREPARATION else "activation"
        if record.step == LAUNCHING:
            phase = "set-up"
        elif record.step == SETBACK and record.phase == PREPARATION:
            phase = "setback"
        return f"round {record.round_no}, {phase}"

    # --- the ocean ---

    def board(self, cell: int) -> Board | None:
        number = int(self.record.board[cell])
        return self.book.boards[number - 1] if number else None

    def zone(self, cell: int) -> str:
        board = self.board(cell)
        return f"{cell_name(cell)} {board.name}" if board else cell_name(cell)

    @property
    def zones(self) -> list[int]:
        return [cell for cell in range(CELLS) if self.record.board[cell]]

    def vessels(self, seat: int) -> list[int]:
        me = self.record.players[seat]
        return [int(cell) - 1 for cell in me.vessel[: int(me.vessel_count)]]

    def owner(self, cell: int, spot: int) -> int | None:
        for seat in range(self.game.num_players):
            if int(self.record.discs[cell, seat]) >> spot & 1:
                return seat
        return None

    def tokens_on(self, board: Board, site: int) -> int:
        return int(self.record.site_count[int(self.rules["dive_site"][board.index]) + site])

    def sites(self, cell: int, do: int) -> list[Spot]:
        """The spots of a zone on which this action is done, in order."""
        board = self.board(cell)
        return list(board.spots_of(SITE_KINDS[do])) if board else []

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

    def actions_text(self, seat: int, slot: int) -> str:
        texts = self.person(seat, slot).texts
        return texts["senior_actions"] if self.is_senior(seat, slot) else texts["junior_actions"]

    def level(self, seat: int, attribute: int) -> int:
        return int(self.rules["level"][int(self.record.players[seat].marker[attribute])])

    @property
    def technology(self) -> int:
        """The level of ingenuity, less what a setback takes (O-8)."""
        return max(1, self.level(self.seat, len(ATTRIBUTES) - 1) - int(self.record.less[0]))

    def journal(self, place: int) -> Journal | None:
        number = int(self.record.row[place])
        return self.book.journals[number - 1] if number else None

    # --- the impact board ---

    def hex(self, at: int) -> Hex | None:
        return self.mission.hexes[at] if at < len(self.mission.hexes) else None

    def hex_text(self, at: int) -> str:
        place = self.mission.hexes[at]
        if place.special == "clean-up":
            return "the clean-up track: 1 step"
        gives = [gain_text(place.text)] if place.text else []
        points = f"{place.points} point{'' if abs(place.points) == 1 else 's'}"
        return f"hex {at}: {', '.join([*gives, points])}"


def column_and_depth(cell: int) -> tuple[int, int]:
    return cell % COLUMNS, cell // COLUMNS + 1


def attribute_name(number: int) -> str:
    return ATTRIBUTE_NAMES[number]
