"""What lies in front of the players: resources, upgrades, navigation cards, objectives, projects."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from undersea_env.cloudage.drawing.marks import PROJECT_FILLS
from undersea_env.cloudage.kernel.state import FIGHTING
from undersea_env.cloudage.printed.language import permanent_text
from undersea_env.cloudage.printed.words import Type
from undersea_env.cloudage.words import asking
from undersea_env.cloudage.words.changes import discard_of
from undersea_env.cloudage.words.names import PLANT_NAMES, TYPE_NAMES, count_words
from undersea_env.cloudage.words.phrases import price_of_project, project_gives
from undersea_env.cloudage.words.readings import Table, numbers_list
from undersea_env.core.readings import bits_of
from undersea_env.showing.pieces import NORMAL, NOTE, PADDING, PLAYER_FILLS, SMALL, disc
from undersea_env.showing.sheet import Box, Sheet, width_of, wrapped
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import State

STRIP = 40
PANEL = 256                      # height
BOARD, TASKS = 330, 330          # widths of the parts of a panel, the rest is for projects
TILE = 56                        # width of an upgrade
LABEL = 98
LINE_OF_CARDS, HEADING_LINE = 14, 20
BAR, COLUMN_GAP = 19, 14         # of projects
LEAST_ROOM = 40                  # for words behind a title
TASK = 38


def draw_player(sheet: Sheet, box: Box, state: "State", table: Table, seat: int, viewer: int | None) -> None:
    decides = state.current_player == seat
    with sheet.group(f"seat-{seat}", "", data_seat=str(seat)):
        sheet.rect(box, sheet.theme.panel, PLAYER_FILLS[seat], round=6, stroke_width=4 if decides else 1.5)
        _strip(sheet, Box(box.left, box.top, box.width, STRIP), state, table, seat)
        top, height = box.top + STRIP, box.height - STRIP - PADDING
        board = Box(box.left + PADDING, top, BOARD, height)
        _board(sheet, board, table, seat)
        tasks = Box(board.right + 16, top, TASKS, height)
        _objectives(sheet, tasks, table, seat, viewer)
        _projects(sheet, Box(tasks.right + 16, top, box.right - PADDING - tasks.right - 16, height), table, seat,
                  viewer)


# --- the strip ---


def _strip(sheet: Sheet, box: Box, state: "State", table: Table, seat: int) -> None:
    me: Any = table.record.players[seat]
    y = box.top + 26
    disc(sheet, box.left + 24, box.top + 20, seat, radius=13)
    x = box.left + 48
    x += sheet.text(x, y, f"Seat {seat}", 17, bold=True) + 18
    x += sheet.text(x, y, number_of(int(me.points), "point"), 17, bold=True) + 22
    most = int(table.rules["energy_maximum"])
    held = [("water", int(me.water), ""), ("metal", int(me.metal), ""), ("energy", int(me.energy), f" of {most}"),
            ("cards", len(table.hand(seat)), "")]
    for name, number, of in held:
        with sheet.group(f"seat-{seat}-{name}", name, data_resource=name, data_count=str(number)):
            x += sheet.text(x, y, f"{number}{of}", 16, bold=True) + 5
            x += sheet.text(x, y, name, NORMAL) + 14
    if table.rules["has_growing"]:
        _plants(sheet, x, y, me, seat)
    right = box.right - 12
    for mark in _signs(state, table, seat):
        width = width_of(mark, NORMAL, True) + 20
        sign = Box(right - width, box.top + 9, width, 24)
        sheet.rect(sign, sheet.theme.highlight, sheet.theme.ink, round=12)
        sheet.text(sign.left + width / 2, sign.top + 17, mark, NORMAL, bold=True, anchor="middle")
        right -= width + 8


def _plants(sheet: Sheet, x: float, y: float, me: Any, seat: int) -> None:
    x += sheet.text(x, y, "plants:", NORMAL) + 8
    if not me.plants.any():
        sheet.text(x, y, "none", NORMAL, fill=sheet.theme.quiet)
    for name, number, fresh in zip(PLANT_NAMES, me.plants.tolist(), me.fresh.tolist(), strict=True):
        if number:
            words = f"{name}{f' ({fresh} fresh)' if fresh else ''}"
            with sheet.group(f"seat-{seat}-plant-{name}", words, data_plants=name, data_count=str(number)):
                x += sheet.text(x, y, str(number), 16, bold=True) + 4
                x += sheet.text(x, y, words, SMALL) + 8


def _signs(state: "State", table: Table, seat: int) -> list[str]:
    if state.is_terminal:
        return ["winner"] if seat in state.winners else []
    signs = ["decides"] if state.current_player == seat else []
    if table.phase in ("movement", "action") and table.record.mover == seat:
        signs.append("active")
    if len(table.seats) > 1 and table.record.first == seat:
        signs.append("first")
    return signs


# --- the airship board ---


def _board(sheet: Sheet, box: Box, table: Table, seat: int) -> None:
    """Upgrades, then navigation cards."""
    me = table.record.players[seat]
    y = box.top + 2
    for type in Type:
        if int(table.rules["upgrade_count"][type]):
            _upgrades(sheet, Box(box.left, y, box.width, 38), table, seat, type)
        y += 42
    deck = sorted(me.navigation[: int(me.navigation_count)].tolist())
    known = me.navigation[: int(me.navigation_count)].tolist()[::-1][: int(me.navigation_known)]
    on_top = f", on top {numbers_list(known)}" if known else ""
    spent = discard_of(table, seat)[::-1]
    drawn = _drawn(table, seat)
    marks = {"data_deck": str(len(deck)), "data_spent": numbers_list(spent)}
    lines = [f"deck of {len(deck)}: {numbers_list(deck)}{on_top}", f"discard, top first: {numbers_list(spent)}"]
    if drawn:
        lines.append(f"in the fight: {numbers_list(drawn)}")
    with sheet.group(f"seat-{seat}-navigation", "navigation cards", **marks):
        sheet.text(box.left, y + 14, "Navigation", SMALL, bold=True)
        x = box.left + 88
        for k, words in enumerate(lines):
            sheet.text(x, y + 14 + 16 * k, words, NOTE, width=box.right - x)


def _drawn(table: Table, seat: int) -> list[int]:
    frame = table.frame
    if frame is None or frame.about != FIGHTING or frame.owner != seat:
        return []
    drawn: list[int] = table.record.drawn[: int(table.record.drawn_count)].tolist()
    return drawn


def _upgrades(sheet: Sheet, box: Box, table: Table, seat: int, type: Type) -> None:
    """Tiles from the cheapest on: what they cost, their points; the next one with the own discounts."""
    me, rules, theme = table.record.players[seat], table.rules, sheet.theme
    built, name = int(me.upgrades[type]), TYPE_NAMES[type]
    marks = {"data_upgrade": name, "data_built": str(built), "data_permanent": str(int(me.permanent[type]))}
    title = f"{name}: {int(me.permanent[type])} for good, {number_of(built, 'upgrade')} built"
    with sheet.group(f"seat-{seat}-upgrade-{name}", title, **marks):
        sheet.text(box.left, box.top + 16, name, SMALL, bold=True)
        sheet.text(box.left, box.top + 32, f"{int(me.permanent[type])} for good", NOTE, width=LABEL - 6)
        for place in range(int(rules["upgrade_count"][type])):
            tile = Box(box.left + LABEL + place * (TILE + 2), box.top, TILE, box.height)
            is_built, is_next = place < built, place == built
            sheet.rect(tile, theme.bonus if is_built else theme.cell if is_next else "none",
                       theme.ink if is_built else theme.edge, stroke_dasharray=None if is_built else "4 3")
            metal = table.metal_for(type, seat) if is_next else int(rules["upgrade_metal"][type, place])
            sheet.text(tile.left + TILE / 2, tile.top + 16, "built" if is_built else f"{metal} metal", 10.5,
                       bold=is_built, width=TILE - 4, anchor="middle")
            points = int(rules["upgrade_points"][type, place + 1])
            sheet.text(tile.left + TILE / 2, tile.top + 31, number_of(points, "point"), 10, width=TILE - 2,
                       anchor="middle")


# --- objectives ---


def _objectives(sheet: Sheet, box: Box, table: Table, seat: int, viewer: int | None) -> None:
    me = table.record.players[seat]
    visible, covered = bits_of(me.tasks), bits_of(me.covered)
    sheet.text(box.left, box.top + 14, "Objectives", NORMAL, bold=True)
    y = box.top + 22
    for number in visible:
        _task(sheet, Box(box.left, y, box.width, TASK - 4), table, seat, number)
        y += TASK
    words = f"covered: {', '.join(table.task(number).id for number in covered)}" if covered else ""
    if not visible:
        words = "none"
        if me.objective_count:
            words = "two were dealt"
            if viewer in (None, seat):
                both = [table.objective(int(id)) for id in me.objectives[: int(me.objective_count)]]
                words = f"dealt: {' or '.join(both)}"
    with sheet.group(f"seat-{seat}-covered", "", data_covered=" ".join(table.task(k).id for k in covered)):
        if words:
            sheet.paragraph(box.left, y + 14, words, NOTE, box.width, most=2 if visible else 4)


def _task(sheet: Sheet, box: Box, table: Table, seat: int, number: int) -> None:
    """What is counted, how far it is, and the steps: those that are met are filled and have a tick."""
    task, theme = table.task(number), sheet.theme
    now = asking.task_number(table, seat, number)
    listed = f" in {', '.join(task.cities)}" if task.cities else ""
    met = [now >= threshold for threshold in task.thresholds]
    marks = {"data_task": task.id, "data_now": str(now), "data_met": str(sum(met))}
    title = f"{task.id}: {count_words(task.count)}{listed}, {now} now"
    with sheet.group(f"seat-{seat}-task-{task.id}", title, **marks):
        sheet.rect(box, theme.cell, theme.edge)
        sheet.text(box.left + 6, box.top + 14, task.id, SMALL, width=92, bold=True)
        sheet.text(box.left + 6, box.top + 28, f"now {now}", NOTE, width=92)
        for k, (threshold, points) in enumerate(zip(task.thresholds, task.points, strict=True)):
            step = Box(box.left + 104 + k * 75, box.top + 4, 71, box.height - 8)
            sheet.rect(step, theme.bonus if met[k] else "none", theme.ink if met[k] else theme.edge, round=3)
            sheet.text(step.left + 6, step.top + 17, f"{threshold}: {points} p", NOTE, width=52, bold=met[k])
            if met[k]:
                x, y = step.right - 14, step.top + 13
                sheet.line((x, y), (x + 3.5, y + 4), theme.ink, stroke_width=2)
                sheet.line((x + 3.5, y + 4), (x + 10, y - 5), theme.ink, stroke_width=2)


# --- projects ---


@dataclass(frozen=True)
class ShownCard:
    card: int
    words: str                   # after the title
    note: str                    # at the end of the line
    where: str


@dataclass(frozen=True)
class Heading:
    words: str


DENSITIES = ((2, 3), (3, 3), (3, 2), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1))       # columns, lines of a card


def _projects(sheet: Sheet, box: Box, table: Table, seat: int, viewer: int | None) -> None:
    """In columns, of which there are as many as it needs: all cards are always shown."""
    entries = _entries(table, seat, viewer)
    for columns, most in DENSITIES:
        width = (box.width + COLUMN_GAP) / columns - COLUMN_GAP
        heights = [_height_of(table, entry, width, most) for entry in entries]
        places = _places(entries, heights, box.height)
        if max(column for column, _ in places) < columns:
            break
    for entry, high, (column, y) in zip(entries, heights, places, strict=True):
        x, top = box.left + column * (width + COLUMN_GAP), box.top + y
        if isinstance(entry, Heading):
            sheet.text(x, top + 14, entry.words, NORMAL, bold=True, width=width)
        else:
            _project(sheet, Box(x, top, width, high - 2), table, seat, entry, most)


def _height_of(table: Table, entry: "Heading | ShownCard", width: float, most: int) -> float:
    if isinstance(entry, Heading):
        return HEADING_LINE
    return LINE_OF_CARDS * (1 + len(_lines_below(table, entry, width, most))) + 2


def _lines_below(table: Table, shown: ShownCard, width: float, most: int) -> tuple[str, ...]:
    """Words that do not fit behind the title."""
    room = width - BAR - width_of(shown.note, NOTE) - 8 - width_of(table.project(shown.card).title, NOTE, True) - 8
    if most == 1 or width_of(shown.words, NOTE) <= room:
        return ()
    return wrapped(shown.words, width - BAR, NOTE, most=most - 1)


def _places(entries: "list[Heading | ShownCard]", heights: list[float], height: float) -> list[tuple[int, float]]:
    """Columns from left to right; a heading never stands at the foot of one."""
    places, column, y = [], 0, 0.0
    for k, entry in enumerate(entries):
        together = heights[k : k + 2] if isinstance(entry, Heading) else heights[k : k + 1]
        if y and y + sum(together) > height + 2:
            column, y = column + 1, 0.0
        places.append((column, y))
        y += heights[k]
    return places


def _entries(table: Table, seat: int, viewer: int | None) -> list[Heading | ShownCard]:
    me = table.record.players[seat]
    in_play, hand = table.cards_in(me.in_play), table.hand(seat)
    entries: list[Heading | ShownCard] = [Heading(f"Projects in play: {len(in_play)}")]
    for card in in_play:
        points = table.project(card).points
        entries.append(ShownCard(card, permanent_text(table.project(card).permanent), f"{points} p" if points else "",
                                 "in-play"))
    if viewer not in (None, seat):
        return [*entries, Heading(f"Hand: {number_of(len(hand), 'card')}, hidden")]
    entries.append(Heading(f"Hand: {number_of(len(hand), 'card')}"))
    for card in hand:
        entries.append(ShownCard(card, project_gives(table, card), _price(table, seat, card), "hand"))
    return entries


def _price(table: Table, seat: int, card: int) -> str:
    cards = table.project(card).cards
    return f"{table.water_for(seat, card)} w{f' {cards} c' if cards else ''}"


def _project(sheet: Sheet, cell: Box, table: Table, seat: int, shown: ShownCard, most: int) -> None:
    project = table.project(shown.card)
    fill, ink = PROJECT_FILLS[project.colour]
    price = f" for {price_of_project(table, seat, shown.card)}" if shown.where == "hand" else ""
    title = f"{project.colour.name.lower()} project {project.title}{price}: {project_gives(table, shown.card)}"
    marks = {"data_project": str(project.id), "data_where": shown.where}
    with sheet.group(f"project-{project.id}", title, **marks):
        sheet.rect(Box(cell.left, cell.top, BAR - 5, cell.height - 1), fill, round=2)
        sheet.text(cell.left + 7, cell.top + 11, project.colour.name[0], 10, bold=True, fill=ink, anchor="middle")
        x, right = cell.left + BAR, cell.right - width_of(shown.note, NOTE) - 8
        sheet.text(cell.right, cell.top + 11, shown.note, NOTE, anchor="end")
        x += sheet.text(x, cell.top + 11, project.title, NOTE, width=right - x, bold=True) + 8
        below = _lines_below(table, shown, cell.width, most)
        for k, words in enumerate(below):
            sheet.text(cell.left + BAR, cell.top + 11 + LINE_OF_CARDS * (k + 1), words, NOTE, full=shown.words)
        if not below and right - x > LEAST_ROOM:
            sheet.text(x, cell.top + 11, shown.words, NOTE, width=right - x)
