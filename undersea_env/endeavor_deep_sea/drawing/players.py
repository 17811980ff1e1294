"""What lies in front of the players: tracks, counters, specialists, dive tokens, journals."""

from typing import TYPE_CHECKING, Any

from undersea_env.core.readings import bits_of
from undersea_env.endeavor_deep_sea.compiled.limits import SLOTS, VESSELS
from undersea_env.endeavor_deep_sea.drawing.marks import (
    ACTION_FILL,
    ITEM_FILLS,
    Chip,
    catalogue_of,
    draw_chip,
    draw_vessel,
    field_chip,
)
from undersea_env.endeavor_deep_sea.drawing.tray import actions_words, journal_title, specialist_title
from undersea_env.endeavor_deep_sea.printed.things import Journal, Specialist, TrackCell
from undersea_env.endeavor_deep_sea.printed.words import ATTRIBUTES, RESEARCH_TOP, Item
from undersea_env.showing.pieces import NORMAL, NOTE, PADDING, PLAYER_FILLS, SMALL, TITLE, disc
from undersea_env.showing.sheet import DARK_INK, LIGHT_INK, Box, Sheet, width_of
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import State

STRIP = 40
PANEL = 270                      # height
LABEL = 96                       # width of the names of tracks
TRACK = 37                       # height of a track
TRACKS = 470                     # widths of the parts of a panel
SLOT = 148
SLOT_GAP = 6
JOURNAL = 17


def draw_player(sheet: Sheet, box: Box, state: "State", seat: int) -> None:
    decides = state.current_player == seat
    with sheet.group(f"seat-{seat}", "", data_seat=str(seat)):
        sheet.rect(box, sheet.theme.panel, PLAYER_FILLS[seat], round=6, stroke_width=4 if decides else 1.5)
        _strip(sheet, Box(box.left, box.top, box.width, STRIP), state, seat)
        top, height = box.top + STRIP, box.height - STRIP - PADDING
        tracks = Box(box.left + PADDING, top, TRACKS, height)
        _tracks(sheet, tracks, state, seat)
        slots = Box(tracks.right + 16, top, 4 * SLOT + 3 * SLOT_GAP, height)
        _specialists(sheet, slots, state, seat)
        _journals(sheet, Box(slots.right + 16, top, box.right - PADDING - slots.right - 16, height), state, seat)


def _strip(sheet: Sheet, box: Box, state: "State", seat: int) -> None:
    me: Any = state.states[0].players[seat]
    y = box.top + 26
    disc(sheet, box.left + 24, box.top + 20, seat, radius=13)
    x = box.left + 48
    x += sheet.text(x, y, f"Seat {seat}", 17, bold=True) + 20
    if not state.game.is_cooperative:
        x += sheet.text(x, y, number_of(state.score_breakdown(seat)["total"], "point"), 17, bold=True) + 20
    with sheet.group("", "discs that can be used now", data_staging=str(int(me.staging))):
        x += sheet.text(x, y, f"{number_of(int(me.staging), 'disc')} in staging", TITLE) + 20
    x = _vessels_ashore(sheet, x, y, VESSELS - int(me.vessel_count), seat) + 20
    _tokens(sheet, x, y, state, seat)
    right = box.right - 12
    for mark in _signs(state, seat):
        width = width_of(mark, NORMAL, True) + 20
        sign = Box(right - width, box.top + 9, width, 24)
        sheet.rect(sign, sheet.theme.highlight, sheet.theme.ink, round=12)
        sheet.text(sign.left + width / 2, sign.top + 17, mark, NORMAL, bold=True, anchor="middle")
        right -= width + 8


def _vessels_ashore(sheet: Sheet, x: float, y: float, number: int, seat: int) -> float:
    """Those that are not launched yet; returns where they end."""
    with sheet.group("", "vessels that are not launched yet", data_ashore=str(number)):
        x += sheet.text(x, y, "vessels ashore", TITLE) + 8
        for _ in range(number):
            draw_vessel(sheet, x + 11, y - 6, seat)
            x += 28
        return x if number else x + sheet.text(x, y, "none", TITLE, fill=sheet.theme.quiet)


def _tokens(sheet: Sheet, x: float, y: float, state: "State", seat: int) -> None:
    held = state.states[0].players[seat].token
    x += sheet.text(x, y, "tokens", TITLE) + 8
    if not held.any():
        sheet.text(x, y, "none", TITLE, fill=sheet.theme.quiet)
    for token in catalogue_of(state).tokens:
        number = int(held[token.index])
        if number:
            title = f"{token.id}: {token.research} research{f', or {token.text}' if token.text else ''}"
            chip = Chip(token.id if number == 1 else f"{number} {token.id}", ACTION_FILL)
            with sheet.group(f"seat-{seat}-token-{token.id}", title, data_token=token.id, data_count=str(number)):
                draw_chip(sheet, x, y - 11, chip)
            x += chip.width + 4


def _signs(state: "State", seat: int) -> list[str]:
    record: Any = state.states[0]
    if state.is_terminal:
        return ["winner"] if seat in state.winners else []
    signs = ["decides"] if state.current_player == seat else []
    if int(record.mover) == seat:
        signs.append("active")
    if int(record.passed) >> seat & 1:
        signs.append("passed")
    if int(record.wave) == seat:
        signs.append("wave")
    return signs


# --- tracks ---


def _tracks(sheet: Sheet, box: Box, state: "State", seat: int) -> None:
    """Levels and their points, a line for each attribute, and research."""
    me = state.states[0].players[seat]
    track = catalogue_of(state).track
    cells = Box(box.left + LABEL, box.top, (box.width - LABEL) / len(track), box.height)
    for level in sorted({cell.level for cell in track}):
        of_level = [cell for cell in track if cell.level == level]
        left = cells.left + of_level[0].cell * cells.width
        width = len(of_level) * cells.width
        sheet.rect(Box(left + 1, box.top + 2, width - 3, 27), sheet.theme.cell, sheet.theme.edge)
        sheet.text(left + width / 2, box.top + 13, f"level {level}", 10, bold=True, width=width - 4, anchor="middle")
        sheet.text(left + width / 2, box.top + 26, f"{of_level[0].points} p", 10, anchor="middle")
    for attribute in ATTRIBUTES:
        at, name = int(me.marker[attribute]), attribute.name.lower()
        level, y = track[at].level, box.top + 32 + attribute * TRACK
        marks = {"data_attribute": name, "data_marker": str(at), "data_level": str(level)}
        with sheet.group(f"seat-{seat}-{name}", f"{name}: cell {at}, level {level}", **marks):
            sheet.text(box.left, y + 16, name, SMALL, bold=True)
            sheet.text(box.left, y + 30, f"level {level}", 10, fill=sheet.theme.quiet)
            for cell in track:
                place = Box(cells.left + cell.cell * cells.width + 1, y + 3, cells.width - 3, TRACK - 7)
                _cell_of_track(sheet, place, cell, attribute, at, seat)
    _research(sheet, Box(box.left, box.top + 32 + len(ATTRIBUTES) * TRACK, box.width, 30), int(me.research))


def _cell_of_track(sheet: Sheet, place: Box, cell: TrackCell, attribute: Item, at: int, seat: int) -> None:
    reached = cell.cell <= at
    ink = DARK_INK if reached else sheet.theme.quiet
    sheet.rect(place, ITEM_FILLS[attribute] if reached else sheet.theme.cell, sheet.theme.edge, round=3)
    x = place.left + place.width / 2
    if cell.cell == at:
        disc(sheet, x, place.top + 12, seat, radius=10.5)
    else:
        sheet.text(x, place.top + 14, str(cell.cell), 10.5, fill=ink, anchor="middle")
    sign = "imp" if cell.on_reach else "ship" if cell.launch and attribute == Item.INGENUITY else ""
    sheet.text(x, place.bottom - 1.5, sign, 8.5, fill=ink, anchor="middle")


def _research(sheet: Sheet, box: Box, research: int) -> None:
    width = (box.width - LABEL) / (RESEARCH_TOP + 1)
    with sheet.group("", f"research {research}", data_research=str(research)):
        sheet.text(box.left, box.top + 20, "research", SMALL, bold=True)
        for number in range(RESEARCH_TOP + 1):
            place = Box(box.left + LABEL + number * width + 1, box.top + 5, width - 3, 22)
            here = number == research
            sheet.rect(place, sheet.theme.highlight if here else sheet.theme.cell,
                       sheet.theme.ink if here else sheet.theme.edge, round=3, stroke_width=2 if here else 1)
            sheet.text(place.left + place.width / 2, place.top + 15, str(number), NOTE, bold=here, anchor="middle")


# --- specialists ---


def _specialists(sheet: Sheet, box: Box, state: "State", seat: int) -> None:
    me = state.states[0].players[seat]
    height = (box.height - SLOT_GAP) / 2
    for slot in range(SLOTS):
        row, column = divmod(slot, SLOTS // 2)
        cell = Box(box.left + column * (SLOT + SLOT_GAP), box.top + row * (height + SLOT_GAP), SLOT, height)
        if slot >= int(me.specialist_count):
            sheet.rect(cell, "none", sheet.theme.edge, stroke_dasharray="5 5")
            continue
        kind = catalogue_of(state).specialists[int(me.kind[slot]) - 1]
        senior, has_disc = bool(int(me.seniors) >> slot & 1), bool(int(me.discs_on) >> slot & 1)
        side = "senior" if senior else "junior"
        marks = {"data_slot": str(slot), "data_kind": kind.id, "data_side": side}
        if has_disc:
            marks["data_disc"] = str(seat)
        with sheet.group(f"seat-{seat}-slot-{slot}", specialist_title(kind), **marks):
            _specialist(sheet, cell, kind, slot, senior)
            x, y = cell.right - 19, cell.bottom - 19
            if has_disc:
                disc(sheet, x, y, seat, radius=13)
            elif actions_words(kind, senior) != "no action":
                sheet.circle(x, y, 13, "none", sheet.theme.quiet, stroke_dasharray="3 3", stroke_width=1.5)


def _specialist(sheet: Sheet, cell: Box, kind: Specialist, slot: int, senior: bool) -> None:
    theme = sheet.theme
    sheet.rect(cell, theme.bonus if senior else theme.cell, theme.edge)
    rank = f"rank {kind.rank}, " if kind.rank else ""
    sheet.text(cell.left + 7, cell.top + 15, f"{slot}: {rank}{'senior' if senior else 'junior'}", NOTE, fill=theme.ink)
    name = kind.senior if senior else kind.junior
    y = sheet.paragraph(cell.left + 7, cell.top + 31, name, SMALL, cell.width - 12, most=2, bold=True)
    sheet.paragraph(cell.left + 7, y, actions_words(kind, senior), NOTE, cell.width - 40, most=3)


# --- journals ---


def _journals(sheet: Sheet, box: Box, state: "State", seat: int) -> None:
    me = state.states[0].players[seat]
    held = [catalogue_of(state).journals[k] for k in bits_of(me.journals)]
    sheet.text(box.left, box.top + 12, f"Journals: {len(held)}", NORMAL, bold=True)
    most = int((box.height - 20) / JOURNAL)
    columns = max(1, -(-len(held) // most))
    width = (box.width + 8) / columns
    for k, journal in enumerate(held):
        column, row = divmod(k, most)
        line = Box(box.left + column * width, box.top + 20 + row * JOURNAL, width - 8, JOURNAL)
        used = bool(int(me.used_journals) >> journal.index & 1)
        state_of = "" if not journal.action else "used" if used else "unused"
        marks = {"data_journal": str(journal.index), "data_used": str(used).lower()}
        with sheet.group(f"seat-{seat}-journal-{journal.index}", journal_title(journal), **marks):
            _journal(sheet, line, journal, seat, used, state_of)


def _journal(sheet: Sheet, line: Box, journal: Journal, seat: int, used: bool, state_of: str) -> None:
    """A disc or an empty place for one, fields, points, the name."""
    x, y = line.left + 7, line.top + 8
    if used:
        sheet.circle(x, y, 6.5, PLAYER_FILLS[seat], sheet.theme.ink)
        sheet.text(x, y + 3.3, str(seat), 9, bold=True, fill=LIGHT_INK, anchor="middle")
    elif state_of:
        sheet.circle(x, y, 6, "none", sheet.theme.quiet, stroke_dasharray="2 2", stroke_width=1.3)
    x += 12
    for field in journal.fields:
        chip = field_chip(field)
        draw_chip(sheet, x, line.top + 1, Chip(chip.words[:2], chip.fill, chip.ink))
        x += 22
    x = line.left + 66
    if journal.points:
        sheet.text(x, y + 4, str(journal.points), NOTE, bold=True)
    action = f": {journal.texts['action']}" if journal.action else ""
    sheet.text(x + 12, y + 4, f"{journal.name}{action}", NOTE, width=line.right - x - 12)
