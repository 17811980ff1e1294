"""The ocean: a grid of cells, the zones in them with their spots and links, and who is where."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from undersea_env.core.readings import bits_of
from undersea_env.endeavor_deep_sea.compiled.limits import COLUMNS
from undersea_env.endeavor_deep_sea.drawing.marks import (
    CHIP,
    FIELD_FILLS,
    GOLD,
    catalogue_of,
    chips_of,
    draw_chips,
    draw_flag,
    draw_vessel,
    mission_of,
    rules_of,
    seats_of,
    width_of_chips,
)
from undersea_env.endeavor_deep_sea.drawing.zone_plan import BELOW, SPOT, PlannedLink, ZonePlan, plan_of
from undersea_env.endeavor_deep_sea.printed.things import Board, Mission, Spot
from undersea_env.endeavor_deep_sea.printed.words import SpotKind
from undersea_env.endeavor_deep_sea.words.describe import spot_words
from undersea_env.endeavor_deep_sea.words.notation.names import cell_name
from undersea_env.showing.pieces import NORMAL, NOTE, PADDING, SMALL, TITLE, disc, panel
from undersea_env.showing.sheet import DARK_INK, LIGHT_INK, LINE, THEMES, Box, Sheet, width_of, wrapped
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import State

BAND = 66                        # width of what is said of a depth
TOP = 28
CELL_GAP = 6
HEIGHTS = {5: 226, 6: 256, 7: 300}     # of cells, by the number of columns: narrow ones have more rows of spots
NAME, BONUS, VESSELS = 22, 18, 20      # heights of the lines on top of a zone
RULE_SIZE = 10.5
LEAST_NAME = 9.5                 # size of the name of a zone in a narrow cell
WATERS = {  # from the surface down
    "light": ("#d6ebf5", "#bfdcec", "#a5cadf", "#8bb5cf", "#739fbc"),
    "dark": ("#1b4a5f", "#163d52", "#123145", "#0e2638", "#0a1c2b"),
}


@dataclass(frozen=True)
class Grid:
    """The cells of a mission."""

    mission: Mission
    area: Box

    @property
    def cell_width(self) -> float:
        return (self.area.width - BAND) / self.mission.columns

    @property
    def cell_height(self) -> float:
        return height_of_cell(self.mission)

    def cell(self, column: int, depth: int) -> Box:
        left = self.area.left + BAND + column * self.cell_width
        top = self.area.top + (depth - 1) * self.cell_height
        return Box(left, top, self.cell_width, self.cell_height).inset(CELL_GAP / 2)


def height_of_cell(mission: Mission) -> int:
    return HEIGHTS[max(mission.columns, min(HEIGHTS))]


def height_of_ocean(mission: Mission) -> int:
    return TOP + PADDING + mission.max_depth * height_of_cell(mission)


def draw_ocean(sheet: Sheet, box: Box, state: "State") -> None:
    mission, record = mission_of(state), state.states[0]
    inner = Box(box.left + PADDING, box.top + TOP, box.width - 2 * PADDING, box.height - TOP - PADDING)
    grid = Grid(mission, inner)
    with sheet.group("ocean"):
        panel(sheet, box, "Ocean")
        for depth in range(1, mission.max_depth + 1):
            _band(sheet, grid, state, depth)
        for depth in range(1, mission.max_depth + 1):
            for column in range(mission.columns):
                at = (depth - 1) * COLUMNS + column
                board = int(record.board[at]) - 1
                name, cell = cell_name(at), grid.cell(column, depth)
                if board < 0:
                    _empty_cell(sheet, cell, name)
                else:
                    _Zone(sheet, cell, state, at, catalogue_of(state).boards[board]).draw()


def _band(sheet: Sheet, grid: Grid, state: "State", depth: int) -> None:
    """The water of a depth, and its stack: how many boards it has, and which of them everybody has seen (H-4)."""
    record = state.states[0]
    theme = next(name for name, theme in THEMES.items() if theme is sheet.theme)
    first, last = grid.cell(0, depth), grid.cell(grid.mission.columns - 1, depth)
    top, height = first.top - CELL_GAP / 2, grid.cell_height
    sheet.rect(Box(grid.area.left, top, last.right + CELL_GAP / 2 - grid.area.left, height),
               WATERS[theme][depth - 1], round=0)
    left = int(record.stack_count[depth - 1])
    seen = [catalogue_of(state).boards[int(k) - 1].name for k in record.stack[depth - 1][: record.seen[depth - 1]]]
    known = f"; known, from the top: {', '.join(reversed(seen))}" if seen else ""
    title = f"depth {depth}: {number_of(left, 'board')} in the stack{known}"
    with sheet.group(f"stack-{depth}", title, data_depth=str(depth), data_boards=str(left)):
        card = Box(grid.area.left + 4, first.top, BAND - 8, 98 if seen else 82)
        sheet.rect(card, sheet.theme.panel, sheet.theme.edge)
        x = card.left + card.width / 2
        sheet.text(x, card.top + 16, "depth", NOTE, anchor="middle")
        sheet.text(x, card.top + 38, str(depth), 20, bold=True, anchor="middle")
        sheet.text(x, card.top + 56, "stack", NOTE, anchor="middle")
        sheet.text(x, card.top + 73, str(left), TITLE, bold=True, anchor="middle")
        if seen:
            sheet.text(x, card.top + 90, f"{len(seen)} seen", NOTE, width=card.width - 4, anchor="middle")


def _empty_cell(sheet: Sheet, cell: Box, name: str) -> None:
    with sheet.group(f"cell-{name}", f"{name}: empty", data_cell=name):
        sheet.rect(cell, "none", sheet.theme.quiet, stroke_dasharray="6 6", stroke_width=1)
        sign = Box(cell.left + 6, cell.top + 5, 30, 19)
        sheet.rect(sign, sheet.theme.panel, sheet.theme.edge)
        sheet.text(sign.left + 15, sign.top + 14, name, SMALL, anchor="middle")


class _Zone:
    def __init__(self, sheet: Sheet, cell: Box, state: "State", at: int, board: Board) -> None:
        self.sheet = sheet
        self.cell = cell
        self.state = state
        self.record: Any = state.states[0]
        self.at = at
        self.board = board
        self.name = cell_name(at)
        self.owners = {
            board.disc_spots[place].id: seat
            for seat in seats_of(self.record)
            for place in bits_of(self.record.discs[at, seat])
        }

    def draw(self) -> None:
        board, cell, sheet = self.board, self.cell, self.sheet
        title = f"{self.name}: {board.name}, depth {board.depth}"
        with sheet.group(f"cell-{self.name}", title, data_cell=self.name, data_board=board.id):
            sheet.rect(cell, sheet.theme.panel, sheet.theme.edge)
            self.heading()
            self.bonuses()
            self.vessels()
            rules = self.rules()
            top = cell.top + NAME + BONUS + VESSELS
            area = Box(cell.left + 3, top, cell.width - 6, cell.bottom - rules - top)
            self.spots(plan_of(board, area))

    def heading(self) -> None:
        sheet, cell = self.sheet, self.cell
        discoverer = int(self.record.discoverer[self.at]) - 1
        room = cell.width - 14 - (22 if discoverer >= 0 else 0)
        y = cell.top + 17
        x = cell.left + 7
        x += sheet.text(x, y, self.name, NORMAL, fill=sheet.theme.quiet) + 7
        width = cell.left + 7 + room - x
        size = max(LEAST_NAME, min(NORMAL, width / width_of(self.board.name, 1, True)))
        sheet.text(x, y, self.board.name, size, width=width, bold=True)
        if discoverer >= 0:
            with sheet.group("", f"discovered by seat {discoverer}", data_discoverer=str(discoverer)):
                draw_flag(sheet, cell.right - 23, cell.top + 5, discoverer)

    def bonuses(self) -> None:
        """Of arrival and of discovery, each behind its sign."""
        sheet, board = self.sheet, self.board
        x, y = self.cell.left + 7, self.cell.top + NAME + 1
        if board.arrival:
            with sheet.group("", f"arrival: {board.arrival_text}"):
                arrival_sign(sheet, x, y)
                x = draw_chips(sheet, x + 15, y, chips_of(board.arrival)) + 7
        if board.discovery:
            with sheet.group("", f"discovery: {board.discovery_text}"):
                discovery_sign(sheet, x, y)
                draw_chips(sheet, x + 15, y, chips_of(board.discovery), self.cell.right - 7 - x - 15)

    def vessels(self) -> None:
        there = [
            seat
            for seat in seats_of(self.record)
            for vessel in self.record.players[seat].vessel[: self.record.players[seat].vessel_count]
            if int(vessel) == self.at + 1
        ]
        step = min(26.0, (self.cell.width - 36) / max(1, len(there) - 1))
        y = self.cell.top + NAME + BONUS + 10
        for k, seat in enumerate(there):
            with self.sheet.group("", f"vessel of seat {seat}", data_vessel=self.name, data_seat=str(seat)):
                draw_vessel(self.sheet, self.cell.left + 18 + k * step, y, seat)

    def rules(self) -> float:
        """What is printed below; returns the height it takes."""
        width = self.cell.width - 14
        lines = [line for rule in self.board.rules for line in wrapped(rule.text, width, RULE_SIZE)]
        if not lines:
            return 2
        height = len(lines) * LINE * RULE_SIZE + 6
        box = Box(self.cell.left, self.cell.bottom - height, self.cell.width, height)
        with self.sheet.group("", f"rule: {'; '.join(rule.text for rule in self.board.rules)}"):
            self.sheet.rect(box.inset(1), self.sheet.theme.highlight)
            for k, line in enumerate(lines):
                self.sheet.text(box.left + 7, box.top + 13 + k * LINE * RULE_SIZE, line, RULE_SIZE)
        return height + 2

    def spots(self, plan: ZonePlan) -> None:
        for link in plan.links:
            self.line_of(link)
        self.tracks(plan)
        for link in plan.links:
            self.label_of(link)
        dives = [spot.id for spot in self.board.spots_of(SpotKind.DIVE)]
        for spot in self.board.spots:
            x, y = plan.spots[spot.id]
            owner = self.owners.get(spot.id)
            marks: dict[str, object] = {"data_spot": f"{self.name}.{spot.id}"}
            if owner is not None:
                marks["data_disc"] = str(owner)
            if spot.kind == SpotKind.DIVE:
                tokens = int(self.record.site_count[self.first_dive_site + dives.index(spot.id)])
                marks["data_tokens"] = str(tokens)
                title = f"{spot_words(spot)}; {number_of(tokens, 'token')} left"
            else:
                title = f"{spot_words(spot)}; {'empty' if owner is None else f'disc of seat {owner}'}"
            with self.sheet.group(f"spot-{self.name}-{spot.id}", title, **marks):
                if spot.kind == SpotKind.DIVE:
                    self.dive_site(x, y, spot, tokens)
                else:
                    self.disc_spot(x, y, spot, owner)
                for k, row in enumerate(plan.chips[spot.id]):
                    width = min(plan.room[spot.id], width_of_chips(row))
                    draw_chips(self.sheet, x - width / 2, y + BELOW + k * (CHIP + 1), row, width)

    @property
    def first_dive_site(self) -> int:
        return int(rules_of(self.state).dive_site[self.board.index])

    def tracks(self, plan: ZonePlan) -> None:
        """An arrow from each spot of a sonar track to the next."""
        spots = self.board.spots_of(SpotKind.SONAR)
        for one, two in pairwise(spots):
            if one.track == two.track:
                self.sheet.line(plan.spots[one.id], plan.spots[two.id], self.sheet.theme.quiet,
                                stroke_width=2, stroke_dasharray="2 4")

    def line_of(self, planned: PlannedLink) -> None:
        link = planned.link
        is_complete = link.a in self.owners and link.b in self.owners
        for a, b in pairwise(planned.way):
            self.sheet.line(a, b, self.sheet.theme.ink if is_complete else self.sheet.theme.edge,
                            stroke_width=4 if is_complete else 2.5)

    def label_of(self, planned: PlannedLink) -> None:
        link = planned.link
        is_complete = link.a in self.owners and link.b in self.owners
        title = f"link {link.a}-{link.b}{', complete' if is_complete else ''}: {link.text}"
        with self.sheet.group("", title, data_link=f"{self.name}.{link.a}-{link.b}"):
            draw_chips(self.sheet, planned.box.left, planned.box.top, planned.chips, of_link=True)

    def disc_spot(self, x: float, y: float, spot: Spot, owner: int | None) -> None:
        sheet = self.sheet
        if spot.marked:
            sheet.circle(x, y, SPOT + 3, GOLD, DARK_INK, stroke_width=0.8)
        if owner is not None:
            disc(sheet, x, y, owner, radius=SPOT)
            return
        if spot.field is not None:
            fill, ink = FIELD_FILLS[spot.field]
            sheet.circle(x, y, SPOT, fill, sheet.theme.ink, stroke_width=1)
            sheet.text(x, y + 4, spot.id, NOTE, fill=ink, anchor="middle")
            return
        sheet.circle(x, y, SPOT, sheet.theme.cell, sheet.theme.quiet, stroke_width=1.5)
        if spot.kind == SpotKind.CONSERVATION:
            sheet.text(x, y - 4, spot.id, 8.5, anchor="middle")
            sheet.text(x, y + 8.5, str(spot.cost), SMALL, bold=True, anchor="middle")
        else:
            sheet.text(x, y + 4, spot.id, NOTE, anchor="middle")

    def dive_site(self, x: float, y: float, spot: Spot, tokens: int) -> None:
        """A pile of tokens, face down, and how many there are."""
        sheet = self.sheet
        if not tokens:
            sheet.rect(Box(x - SPOT, y - SPOT, 2 * SPOT, 2 * SPOT), sheet.theme.cell, sheet.theme.quiet, round=5,
                       stroke_dasharray="3 3")
            sheet.text(x, y - 4, spot.id, 8.5, anchor="middle")
            sheet.text(x, y + 8.5, "0", SMALL, anchor="middle")
            return
        for k in range(min(tokens, 3) - 1, -1, -1):
            sheet.rect(Box(x - SPOT + 2 * k, y - SPOT - 2 * k, 2 * SPOT, 2 * SPOT), "#22566e", LIGHT_INK, round=5)
        sheet.text(x, y - 4, spot.id, 8.5, fill=LIGHT_INK, anchor="middle")
        sheet.text(x, y + 8.5, str(tokens), SMALL, bold=True, fill=LIGHT_INK, anchor="middle")


def arrival_sign(sheet: Sheet, x: float, y: float) -> None:
    """An arrow that points down, 11 wide and 12 high."""
    sheet.polygon([(x, y + 6), (x + 3, y + 6), (x + 3, y + 1), (x + 8, y + 1), (x + 8, y + 6), (x + 11, y + 6),
                   (x + 5.5, y + 13)], sheet.theme.ink)


def discovery_sign(sheet: Sheet, x: float, y: float) -> None:
    """A flag of nobody."""
    sheet.line((x + 1.5, y + 1), (x + 1.5, y + 13), sheet.theme.ink, stroke_width=1.5)
    sheet.polygon([(x + 2, y + 1), (x + 11, y + 4), (x + 2, y + 8)], sheet.theme.ink)
