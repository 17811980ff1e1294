"""The impact board of a mission: its hexes as they lie, what they give, and whose markers lie on them."""

from math import sqrt
from typing import TYPE_CHECKING, Any

from undersea_env.core.readings import bits_of
from undersea_env.endeavor_deep_sea.drawing.marks import (
    CHIP,
    Chip,
    catalogue_of,
    chips_of,
    draw_chips,
    field_chip,
    infinity_sign,
    mission_of,
    rows_of_chips,
    rules_of,
    seats_of,
    width_of_chips,
)
from undersea_env.endeavor_deep_sea.printed.things import Hex, Mission
from undersea_env.endeavor_deep_sea.printed.words import MissionRule, Orientation
from undersea_env.endeavor_deep_sea.words.notation.names import cell_name
from undersea_env.showing.pieces import NOTE, PADDING, PLAYER_FILLS, SMALL, Point, corners, disc, panel
from undersea_env.showing.sheet import LIGHT_INK, Box, Sheet
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import State

WIDEST_HEX = 42                  # radius
TRACK = 62                       # height of the clean-up track
LEGEND = 24
ENTRY = "#2b9a5b"
FLAT_TURN = 1 / 12               # of a circle
MARKER = 12


def draw_impact(sheet: Sheet, box: Box, state: "State") -> None:
    with sheet.group("impact"):
        panel(sheet, box, f"Impact board of mission {mission_of(state).number}")
        _Board(sheet, box, state).draw()


class _Board:
    def __init__(self, sheet: Sheet, box: Box, state: "State") -> None:
        self.sheet = sheet
        self.state = state
        self.record: Any = state.states[0]
        self.mission: Mission = mission_of(state)
        below = LEGEND + (TRACK if self.mission.track_steps else 0)
        self.area = Box(box.left + PADDING, box.top + 30, box.width - 2 * PADDING, box.height - 36 - below)
        self.below = Box(self.area.left, self.area.bottom, self.area.width, below)
        self.hexes = [place for place in self.mission.hexes if place.row >= 0]
        self.is_flat = self.mission.orientation == Orientation.FLAT
        self.radius, self.shift = self.fitted()

    # --- where hexes lie ---

    def place(self, row: int, col: int) -> Point:
        """In radii, from the middle of the first hex."""
        if self.mission.orientation == Orientation.FLAT:
            return 1.5 * col, sqrt(3) * (row + (col % 2) / 2)
        if self.mission.orientation == Orientation.POINTY:
            return sqrt(3) * (col + (row % 2) / 2), 1.5 * row
        return sqrt(3) * col * 1.06, 2.1 * row

    def fitted(self) -> tuple[float, Point]:
        """The largest radius with which all hexes have room, and where the first one lies then."""
        places = [self.place(place.row, place.col) for place in self.hexes]
        across, down = (1, sqrt(3) / 2) if self.is_flat else (sqrt(3) / 2, 1)
        left, right = min(x for x, _ in places) - across, max(x for x, _ in places) + across
        top, bottom = min(y for _, y in places) - down, max(y for _, y in places) + down
        radius = min(WIDEST_HEX, self.area.width / (right - left), self.area.height / (bottom - top))
        x = self.area.left + (self.area.width - radius * (right - left)) / 2 - radius * left
        y = self.area.top + (self.area.height - radius * (bottom - top)) / 2 - radius * top
        return radius, (x, y)

    def middle(self, row: int, col: int) -> Point:
        x, y = self.place(row, col)
        return self.shift[0] + self.radius * x, self.shift[1] + self.radius * y

    def outline(self, spot: Point, smaller: float = 1.5) -> list[Point]:
        return corners(spot, 6, self.radius - smaller, FLAT_TURN if self.is_flat else 0)

    # --- what is drawn ---

    def draw(self) -> None:
        by_id = {place.id: place for place in self.hexes}
        for a, b in self.mission.bridges:
            ends = [self.middle(by_id[id].row, by_id[id].col) for id in (a, b)]
            self.sheet.line(ends[0], ends[1], self.sheet.theme.quiet, stroke_width=3, stroke_dasharray="6 4")
        if self.mission.start_symbol is not None:
            spot = self.middle(*self.mission.start_symbol)
            with self.sheet.group("", "the printed start symbol takes no marker (M-3)"):
                self.sheet.polygon(self.outline(spot), "none", self.sheet.theme.edge, stroke_dasharray="4 4")
                self.sheet.text(spot[0], spot[1] + 4, "start", SMALL, anchor="middle")
        for place in self.hexes:
            self.hex(place)
        if self.mission.orientation == Orientation.ROWS:
            self.depths_of_rows()
        if self.mission.track_steps:
            self.clean_up_track()
        self.legend()

    def is_closed(self, place: Hex) -> bool:
        """M-6: not to be entered before Fallen Star is in the ocean."""
        hidden = catalogue_of(self.state).board(self.mission.hidden).index + 1 if self.mission.hidden else 0
        return place.closed and hidden not in self.record.board

    def markers(self, place: Hex) -> dict[int, int]:
        """How many of each seat lie there."""
        if place.infinite:
            number = int(rules_of(self.state).hex_infinite[place.id]) - 1
            return {seat: int(n) for seat in seats_of(self.record) if (n := self.record.infinite[number, seat])}
        owner = int(self.record.hex_owner[place.id]) - 1
        return {owner: 1} if owner >= 0 else {}

    def fill_of(self, place: Hex) -> str:
        theme = self.sheet.theme
        if self.is_closed(place) or place.polluted:
            return theme.surcharge
        if place.rescue or place.special:
            return theme.multiplier
        return theme.highlight if place.goal else theme.cell

    def title_of(self, place: Hex, markers: dict[int, int]) -> str:
        notes = [
            place.text, number_of(place.points, "point"),
            "entry" if place.entry else "",
            f"{place.field.name.lower()} field symbol" if place.field is not None else "",
            "takes any number of markers" if place.infinite else "",
            "rescue grid (M-7)" if place.rescue else "",
            f"chooses the option of goal {place.goal} (M-8)" if place.goal else "",
            "closed before Fallen Star is in the ocean (M-6)" if place.closed else "",
            "polluted (M-9)" if place.polluted else "",
            "turtle hex (M-4)" if place.special else "",
            f"overflow of depths {place.overflow[0]}-{place.overflow[1]} (M-10)" if place.overflow else "",
            *(f"{number_of(n, 'marker')} of seat {seat}" for seat, n in markers.items()),
        ]
        return f"hex {place.id}: {', '.join(filter(None, notes))}"

    def hex(self, place: Hex) -> None:
        sheet, theme = self.sheet, self.sheet.theme
        x, y = self.middle(place.row, place.col)
        markers = self.markers(place)
        marks: dict[str, object] = {"data_hex": str(place.id)}
        if markers:
            marks["data_markers"] = " ".join(f"{seat}:{n}" for seat, n in markers.items())
        with sheet.group(f"hex-{place.id}", self.title_of(place, markers), **marks):
            sheet.polygon(self.outline((x, y)), self.fill_of(place), ENTRY if place.entry else theme.quiet,
                          stroke_width=3 if place.entry else 1,
                          stroke_dasharray="5 3" if self.is_closed(place) else None)
            sheet.text(x, y - self.radius * 0.66 + (5 if self.is_flat else 3), str(place.id), 9, fill=theme.quiet,
                       anchor="middle")
            self.below_the_middle(x, y + self.radius * (0.62 if self.is_flat else 0.60), place)
            if place.infinite:
                self.markers_on_infinite(x, y, markers)
            elif markers:
                disc(sheet, x, y, next(iter(markers)), radius=MARKER)
            else:
                self.printed(x, y, place)

    def below_the_middle(self, x: float, y: float, place: Hex) -> None:
        words = f"{place.points}".replace("-", "−")
        if not place.points and not place.infinite:
            return
        if not place.infinite:
            self.sheet.text(x, y + 3, words, SMALL, bold=True, anchor="middle")
            return
        self.sheet.text(x - 8, y + 3, words, SMALL, bold=True, anchor="middle")
        infinity_sign(self.sheet, x + 7, y - 1)

    def printed(self, x: float, y: float, place: Hex) -> None:
        """What it gives, in rows of chips; or another word."""
        chips = chips_of(place.gain)
        if place.field is not None:
            chips.append(field_chip(place.field))
        if place.goal:
            chips.append(Chip(f"goal {place.goal}", "#ffffff"))
        width = self.radius * 1.62
        rows = rows_of_chips(chips, width)
        top = y - len(rows) * (CHIP + 1) / 2 + (4 if len(rows) > 1 and not place.points else -1)
        for k, row in enumerate(rows):
            needed = min(width, width_of_chips(row))
            draw_chips(self.sheet, x - needed / 2, top + k * (CHIP + 1), row, needed)

    def markers_on_infinite(self, x: float, y: float, markers: dict[int, int]) -> None:
        """In two columns: the seat and how many."""
        for k, (seat, n) in enumerate(markers.items()):
            left = x - 13 if len(markers) == 1 else x - 26.5 + 27 * (k % 2)
            cell = Box(left, y - 15 + 14 * (k // 2) + (7 if len(markers) < 3 else 0), 26, 13)
            self.sheet.rect(cell, PLAYER_FILLS[seat], self.sheet.theme.ink, round=6, stroke_width=0.8)
            self.sheet.text(cell.left + 13, cell.top + 10, f"{seat}×{n}", 9, fill=LIGHT_INK, anchor="middle")

    # --- of some missions ---

    def depths_of_rows(self) -> None:
        """M-10."""
        for row in sorted({place.row for place in self.hexes if place.overflow is None}):
            x, y = self.middle(row, 0)
            self.sheet.text(x - self.radius - 4, y + 4, f"depth {row + 1}", NOTE, anchor="end")

    def clean_up_track(self) -> None:
        """M-9: the markers of all seats, each in its own line."""
        steps = self.mission.track_steps
        width = (self.below.width - 130) / (steps + 1)
        left, top = self.below.left + 130, self.below.top + 16
        place = next(place for place in self.mission.hexes if place.row < 0)
        title = f"hex {place.id}: clean-up track (M-9)"
        with self.sheet.group(f"hex-{place.id}", title, data_hex=str(place.id)):
            self.sheet.text(self.below.left, top + 17, f"{place.id}: clean-up", SMALL, bold=True)
            for step in range(steps + 1):
                cell = Box(left + step * width, top, width - 2, TRACK - 20)
                self.sheet.rect(cell, self.sheet.theme.cell, self.sheet.theme.edge, round=2)
                self.sheet.text(cell.left + cell.width / 2, top - 3, str(step), 9.5, anchor="middle")
                there = [seat for seat in seats_of(self.record) if int(self.record.players[seat].clean_up) == step]
                for k, seat in enumerate(there):
                    spot = Box(cell.left + 1.5, top + 1.5 + k * 10, cell.width - 3, 9)
                    with self.sheet.group("", f"seat {seat}: {step}", data_clean_up=f"{seat}:{step}"):
                        self.sheet.rect(spot, PLAYER_FILLS[seat], round=2)
                        self.sheet.text(cell.left + cell.width / 2, spot.top + 7.5, str(seat), 8.5, bold=True,
                                        fill=LIGHT_INK, anchor="middle")

    def legend(self) -> None:
        """What the colours of this board mean."""
        theme, rules = self.sheet.theme, self.mission.rules
        entries: list[tuple[str, str, str]] = [("none", ENTRY, "entry")]
        if MissionRule.CLOSED_SCORING_HEXES in rules:
            entries.append((theme.surcharge, theme.quiet, "closed before Fallen Star is found"))
        if any(place.polluted for place in self.hexes):
            entries.append((theme.surcharge, theme.quiet, "polluted"))
        if MissionRule.RESCUE_GRID in rules:
            entries.append((theme.multiplier, theme.quiet, "rescue grid"))
        if MissionRule.TURTLE_HEX in rules:
            zones = [cell_name(cell) for cell in bits_of(self.record.turtle_zones)]
            used = f"; used in {', '.join(zones)}" if zones else ""
            entries.append((theme.multiplier, theme.quiet, f"turtle hex, once a zone{used}"))
        if MissionRule.GOAL_HEXES in rules:
            entries.append((theme.highlight, theme.quiet, "goal hex"))
        x, y = self.below.left, self.below.bottom - 4
        for fill, stroke, words in entries:
            self.sheet.polygon(corners((x + 8, y - 4), 6, 8), fill, stroke, stroke_width=2)
            x += 22 + self.sheet.text(x + 22, y, words, NOTE) + 18
        infinity_sign(self.sheet, x + 8, y - 4)
        self.sheet.text(x + 22, y, "any number of markers; bold: points", NOTE, width=self.below.right - x - 22)
