"""The round track with its books and the solo board, the production track, the points by source."""

from typing import TYPE_CHECKING

from undersea_env.cloudage.chapters import stars_of
from undersea_env.cloudage.drawing.marks import draw_book, draw_cube
from undersea_env.cloudage.kernel.state import BOOK, MOVED, SOLO_BOARD
from undersea_env.cloudage.printed.words import LEVELS, SPACES
from undersea_env.cloudage.words.readings import Table
from undersea_env.showing.pieces import NOTE, PADDING, SMALL, disc, panel
from undersea_env.showing.sheet import Box, Sheet
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import State

HEIGHT = 140
SOLO = 62                        # more, for the solo board
SOURCE_LINE = 14


def height_of(num_players: int) -> float:
    return HEIGHT + SOLO if num_players == 1 else HEIGHT


# --- rounds ---


def draw_rounds(sheet: Sheet, box: Box, table: Table) -> None:
    rules = table.rules
    first, rounds = int(rules["first_space"]), int(rules["rounds"])
    with sheet.group("round-track", "", data_round=str(int(table.record.round_no))):
        panel(sheet, box, "Round track" if len(table.seats) > 1 else "Round track, below it the solo board")
        width = (box.width - 2 * PADDING) / SPACES
        for space in range(1, SPACES + 1):
            cell = Box(box.left + PADDING + (space - 1) * width, box.top + 28, width - 6, HEIGHT - 28 - PADDING)
            in_play = first <= space < first + rounds
            _space(sheet, cell, table, space, in_play)
            if rules["book_after"][space]:
                with sheet.group("", "a book behind this space", data_book=str(space)):
                    draw_book(sheet, cell.right - 14, cell.top + 12, is_next_book(table, space))
            if len(table.seats) == 1:
                below = Box(cell.left, cell.bottom + 6, cell.width, SOLO - 4)
                _solo_space(sheet, below, table, space, in_play)


def current_space(table: Table) -> int:
    return int(table.rules["first_space"]) + int(table.record.round_no) - 1


def is_next_book(table: Table, space: int) -> bool:
    """It is active in this round, or would be the next one (P-2)."""
    book = table.record.step <= BOOK and table.record.round_no > 0 and not table.record.over
    coming = current_space(table) - 1 if book else current_space(table)
    books = [k for k in range(max(coming, 1), SPACES) if table.rules["book_after"][k]]
    return not table.record.over and bool(books) and books[0] == space


def has_cube(table: Table, seat: int, space: int) -> bool:
    """M-9: it leaves the track when its owner has moved."""
    record, current = table.record, current_space(table)
    if space != current:
        return space > current
    if table.phase == "production":
        return True
    if table.phase != "movement":
        return False
    order = (seat - int(record.first)) % len(table.seats)
    return order > int(record.turn) or (order == int(record.turn) and record.step != MOVED)


def _space(sheet: Sheet, cell: Box, table: Table, space: int, in_play: bool) -> None:
    theme, current = sheet.theme, space == current_space(table) and not table.record.over
    cubes = [seat for seat in table.seats if in_play and has_cube(table, seat, space)]
    reward = table.effect(table.rules["space_reward"][space]) or "nothing"
    with sheet.group(f"space-{space}", f"space {space}: {reward}", data_space=str(space)):
        sheet.rect(cell, theme.highlight if current else theme.cell if in_play else "none",
                   theme.ink if current else theme.edge, stroke_width=2 if current else 1,
                   stroke_dasharray=None if in_play else "4 3")
        sheet.text(cell.left + 6, cell.top + 15, str(space), SMALL, bold=True)
        if not in_play:
            sheet.text(cell.left + 20, cell.top + 15, "not used", 10, fill=theme.quiet, width=cell.width - 34)
            return
        sheet.paragraph(cell.left + 6, cell.top + 32, reward, 10, cell.width - 8, most=3)
        for k, seat in enumerate(cubes):
            with sheet.group("", f"a cube of seat {seat}", data_waiting=str(seat), data_on=str(space)):
                draw_cube(sheet, cell.left + 6 + 16 * k, cell.bottom - 18, seat)
        if not cubes:
            sheet.text(cell.left + 6, cell.bottom - 8, "taken", 10, fill=theme.quiet)


def _solo_space(sheet: Sheet, cell: Box, table: Table, space: int, in_play: bool) -> None:
    """O-3."""
    record, current = table.record, current_space(table)
    used = space < current or (space == current and table.phase in ("action", "end", "over")
                               and record.step != SOLO_BOARD)
    words = table.effect(table.rules["solo_action"][space])
    with sheet.group(f"solo-{space}", f"solo board, space {space}: {words}", data_solo=str(space)):
        sheet.rect(cell, "none" if used or not in_play else sheet.theme.cell, sheet.theme.edge,
                   stroke_dasharray="4 3" if used or not in_play else None)
        sheet.paragraph(cell.left + 5, cell.top + 13, words, 9.5, cell.width - 7, most=4)


# --- production ---


def draw_production(sheet: Sheet, box: Box, table: Table) -> None:
    rules = table.rules
    with sheet.group("production"):
        panel(sheet, box, "Production: for energy; + is gained on reaching the level")
        width = (box.width - 2 * PADDING) / LEVELS
        for level in range(LEVELS):
            cell = Box(box.left + PADDING + level * width, box.top + 28, width - 4, box.height - 28 - PADDING)
            there = [seat for seat in table.seats if table.record.players[seat].production == level]
            reward = table.effect(rules["level_reward"][level])
            points = int(rules["level_points"][level])
            with sheet.group(f"level-{level}", f"level {level}", data_level=str(level)):
                sheet.rect(cell, sheet.theme.highlight if there else sheet.theme.cell, sheet.theme.edge)
                sheet.text(cell.left + 6, cell.top + 15, str(level), SMALL, bold=True)
                lines = [f"{int(rules['level_energy'][level])} energy:", f"{int(rules['level_water'][level])} water",
                         number_of(points, "point") if points else "", f"+ {reward}" if reward else ""]
                for k, words in enumerate(lines):
                    sheet.text(cell.left + 6, cell.top + 29 + 14 * k, words, 10.5, width=cell.width - 8)
                for k, seat in enumerate(there):
                    with sheet.group("", f"seat {seat} on level {level}", data_producer=str(seat), data_of=str(level)):
                        disc(sheet, cell.left + 8.5 + 15.3 * k, cell.bottom - 10, seat, radius=7.5)


# --- points ---


def draw_scores(sheet: Sheet, box: Box, state: "State") -> None:
    """By source, for all seats; before the end, as if the game ended now."""
    seats = range(state.game.num_players)
    breakdowns = [state.score_breakdown(seat) for seat in seats]
    rows = [(source, [breakdown[source] for breakdown in breakdowns]) for source in breakdowns[0] if source != "total"]
    rows.append(("total", [breakdown["total"] for breakdown in breakdowns]))
    if len(seats) > 1:
        rows.append(("rank", list(state.ranks)))
    if state.game.options.chapter is not None:
        rows.append(("stars", list(stars_of(state))))
    with sheet.group("scores"):
        panel(sheet, box, "Final score" if state.is_terminal else "Points if the game ended now")
        columns = [box.right - PADDING - 4 - 38 * (len(seats) - 1 - seat) for seat in seats]
        for seat in seats:
            disc(sheet, columns[seat] - 8, box.top + 36, seat, radius=9)
        y = box.top + 57
        for name, values in rows:
            bold = name in ("total", "rank", "stars")
            marks = {"data_source": name, "data_points": " ".join(map(str, values))}
            with sheet.group("", "", **marks):
                sheet.text(box.left + PADDING, y, name, NOTE, bold=bold, width=columns[0] - box.left - 46)
                for seat, value in enumerate(values):
                    sheet.text(columns[seat], y, str(value), NOTE, bold=bold, anchor="end")
            y += SOURCE_LINE
