"""What lies beside the ocean: journals, specialists to hire, dive tokens, and what the signs mean."""

from typing import TYPE_CHECKING, Any

from undersea_env.endeavor_deep_sea.compiled.limits import DISPLAY, STOCK_KINDS
from undersea_env.endeavor_deep_sea.drawing.marks import (
    ACTION_FILL,
    CHIP,
    ITEM_FILLS,
    SHORT_NAMES,
    Chip,
    catalogue_of,
    chips_of,
    draw_chip,
    draw_chips,
    draw_flag,
    draw_vessel,
    field_chip,
)
from undersea_env.endeavor_deep_sea.drawing.ocean import arrival_sign, discovery_sign
from undersea_env.endeavor_deep_sea.printed.things import Journal, Specialist
from undersea_env.endeavor_deep_sea.printed.words import RANKS, ROW_PLACES, Item
from undersea_env.showing.pieces import NORMAL, NOTE, PADDING, SMALL, panel
from undersea_env.showing.sheet import Box, Sheet, width_of
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import State

JOURNALS = 150                   # heights of the panels
SPECIALISTS = 306
TOKENS = 76
GAP = 12
TOP = 30
HEIGHT = JOURNALS + GAP + SPECIALISTS + GAP + TOKENS


def draw_tray(sheet: Sheet, box: Box, state: "State") -> None:
    top = box.top
    _journals(sheet, Box(box.left, top, box.width, JOURNALS), state)
    top += JOURNALS + GAP
    _specialists(sheet, Box(box.left, top, box.width, SPECIALISTS), state)
    top += SPECIALISTS + GAP
    half = (box.width - GAP) / 2
    _tokens(sheet, Box(box.left, top, half, TOKENS), state)
    _legend(sheet, Box(box.left + half + GAP, top, half, TOKENS))


# --- journals ---


def journal_title(journal: Journal) -> str:
    texts = "; ".join(f"{column}: {text}" for column, text in journal.texts.items() if text)
    fields = ", ".join(field.name.lower() for field in journal.fields)
    return f"{journal.name} (no. {journal.index}), cost {journal.cost}, points {journal.points}, {fields}; {texts}"


def _journals(sheet: Sheet, box: Box, state: "State") -> None:
    record: Any = state.states[0]
    with sheet.group("row"):
        panel(sheet, box, f"Journals ({int(record.deck_count)} in the deck)")
        width = (box.width - 2 * PADDING + 8) / ROW_PLACES
        for place in range(ROW_PLACES):
            cell = Box(box.left + PADDING + place * width, box.top + TOP, width - 8, box.height - TOP - PADDING)
            number = int(record.row[place]) - 1
            title = "" if number < 0 else journal_title(catalogue_of(state).journals[number])
            marks = {} if number < 0 else {"data_journal": str(number)}
            with sheet.group(f"row-{place}", title, data_row=str(place), **marks):
                if number < 0:
                    sheet.rect(cell, "none", sheet.theme.edge, stroke_dasharray="5 5")
                    sheet.text(cell.left + 10, cell.top + 20, "none left", NORMAL, fill=sheet.theme.quiet)
                else:
                    _journal(sheet, cell, catalogue_of(state).journals[number])


def _journal(sheet: Sheet, cell: Box, journal: Journal) -> None:
    sheet.rect(cell, sheet.theme.cell, sheet.theme.edge)
    left, width = cell.left + 8, cell.width - 16
    y = sheet.paragraph(left, cell.top + 17, f"{journal.name} ({journal.index})", SMALL, width, most=2, bold=True)
    y = max(y, cell.top + 17 + 2 * SMALL * 1.3)
    x = left + sheet.text(left, y, f"cost {journal.cost}", SMALL) + 12
    if journal.points:
        x += sheet.text(x, y, number_of(journal.points, "point"), SMALL, bold=True) + 12
    draw_chips(sheet, x, y - 11, [field_chip(field) for field in journal.fields], cell.right - 8 - x)
    y += 8
    x = left
    for name, effect in (("you", journal.you), ("others", journal.others)):
        if effect:
            x += sheet.text(x, y + 11, name, NOTE) + 5
            x = draw_chips(sheet, x, y, chips_of(effect)) + 10
    if journal.action:
        sheet.text(left, y + 30, f"action: {journal.texts['action']}", NOTE, width=width)


# --- specialists ---


def _specialists(sheet: Sheet, box: Box, state: "State") -> None:
    """A column for each rank."""
    record: Any = state.states[0]
    kinds = catalogue_of(state).specialists
    width = (box.width - 2 * PADDING + 8) / RANKS
    with sheet.group("specialists"):
        panel(sheet, box, f"Specialists to hire ({int(record.expert_count)} of rank 5 lie hidden)")
        height = (box.height - TOP - 18 - PADDING + 6) / DISPLAY
        left = box.left + PADDING
        for rank in range(1, RANKS + 1):
            sheet.text(left + (rank - 1) * width, box.top + TOP + 10, f"rank {rank}", SMALL, bold=True,
                       fill=sheet.theme.quiet)
        columns: list[list[tuple[Specialist | None, int]]] = [[] for _ in range(RANKS)]
        for kind in kinds[:STOCK_KINDS]:
            columns[kind.rank - 1].append((kind, int(record.stock[kind.index])))
        for number in record.display:
            columns[RANKS - 1].append((kinds[int(number) - 1], 1) if number else (None, 0))
        for c, column in enumerate(columns):
            for r, (kind_there, left_there) in enumerate(column):
                cell = Box(left + c * width, box.top + TOP + 18 + r * height, width - 8, height - 6)
                _kind(sheet, cell, kind_there, left_there)


def specialist_title(kind: Specialist) -> str:
    return f"{kind.id}, rank {kind.rank}: " + "; ".join(f"{name}: {text}" for name, text in kind.texts.items() if text)


def _kind(sheet: Sheet, cell: Box, kind: Specialist | None, left_there: int) -> None:
    if kind is None:
        sheet.rect(cell, "none", sheet.theme.edge, stroke_dasharray="5 5")
        sheet.text(cell.left + 8, cell.top + 18, "none left", NORMAL, fill=sheet.theme.quiet)
        return
    marks = {"data_kind": kind.id, "data_count": str(left_there)}
    with sheet.group(f"kind-{kind.id}", specialist_title(kind), **marks):
        sheet.rect(cell, sheet.theme.cell if left_there else "none", sheet.theme.edge,
                   stroke_dasharray=None if left_there else "4 3")
        left, right = cell.left + 8, cell.right - 8
        sheet.text(right, cell.top + 16, f"×{left_there}", NORMAL, bold=True, anchor="end")
        name = sheet.text(left, cell.top + 16, kind.junior, SMALL, width=cell.width - 50, bold=True)
        if kind.hire:
            draw_chips(sheet, left + name + 8, cell.top + 5, chips_of(kind.hire), right - 34 - left - name - 8)
        sheet.text(left, cell.top + 32, actions_words(kind, False), NOTE, width=cell.width - 16)
        name = sheet.text(left, cell.top + 51, kind.senior, SMALL, width=cell.width - 16, bold=True,
                          fill=sheet.theme.quiet)
        if kind.promotion:
            draw_chips(sheet, left + name + 8, cell.top + 40, chips_of(kind.promotion), right - left - name - 8)
        sheet.text(left, cell.top + 67, actions_words(kind, True), NOTE, width=cell.width - 16)


def actions_words(kind: Specialist, senior: bool) -> str:
    actions = kind.texts["senior_actions" if senior else "junior_actions"].removeprefix("either ")
    return actions.replace(" | ", " / ") or (kind.texts["score"] if senior else "") or "no action"


# --- tokens, signs ---


def _tokens(sheet: Sheet, box: Box, state: "State") -> None:
    record: Any = state.states[0]
    with sheet.group("tokens", "", data_supply=str(int(record.supply_count))):
        panel(sheet, box, f"Dive tokens: {int(record.supply_count)} in the supply")
        x, y = box.left + PADDING, box.top + 36
        x += sheet.text(x, y + 11, "discarded", SMALL) + 8
        tokens = catalogue_of(state).tokens
        thrown = [(token, int(record.discard[token.index])) for token in tokens if record.discard[token.index]]
        if not thrown:
            sheet.text(x, y + 11, "none", SMALL, fill=sheet.theme.quiet)
        chips = [Chip(token.id if n == 1 else f"{n} {token.id}", ACTION_FILL) for token, n in thrown]
        for k, chip in enumerate(chips):
            if x + chip.width > box.right - PADDING:
                x, y = box.left + PADDING, y + CHIP + 4
            with sheet.group("", thrown[k][0].text, data_discarded=f"{thrown[k][0].id}:{thrown[k][1]}"):
                draw_chip(sheet, x, y, chip)
            x += chip.width + 4


def _legend(sheet: Sheet, box: Box) -> None:
    with sheet.group("legend"):
        panel(sheet, box)
        x, y = box.left + PADDING, box.top + 8
        for item in Item:
            name = item.name.lower().replace("_", " ")
            chip = Chip(SHORT_NAMES[item], ITEM_FILLS[item])
            needed = chip.width + 4 + width_of(name, NOTE) + 10
            if x + needed > box.right:
                x, y = box.left + PADDING, y + 21
            draw_chip(sheet, x, y, chip)
            x += chip.width + 4
            x += sheet.text(x, y + 11, name, NOTE) + 10
        x, y = box.left + PADDING, box.bottom - 22
        arrival_sign(sheet, x, y)
        x += 15 + sheet.text(x + 15, y + 11, "arrival", NOTE) + 10
        discovery_sign(sheet, x, y)
        x += 15 + sheet.text(x + 15, y + 11, "discovery", NOTE) + 10
        draw_chip(sheet, x, y, Chip("find 1-2", ACTION_FILL))
        x += 54 + sheet.text(x + 54, y + 11, "discover at depth 1-2", NOTE) + 10
        draw_vessel(sheet, x + 11, y + 8, 0)
        x += 26 + sheet.text(x + 26, y + 11, "vessel", NOTE) + 10
        draw_flag(sheet, x, y, 0)
        sheet.text(x + 22, y + 11, "discovered by", NOTE)
