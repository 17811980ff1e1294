"""A position as a picture of the whole table, in SVG: a pure function of what the viewer may know."""

from typing import TYPE_CHECKING

from undersea_env.cloudage import TITLE as NAME
from undersea_env.cloudage.drawing import sectors, skies, tracks
from undersea_env.cloudage.drawing.players import PANEL, draw_player
from undersea_env.cloudage.words.game_log import title_of
from undersea_env.cloudage.words.questions import question_phrase
from undersea_env.cloudage.words.readings import Table
from undersea_env.errors import InvalidOption
from undersea_env.showing.pieces import NORMAL, PADDING, TITLE, disc
from undersea_env.showing.sheet import THEMES, Box, Sheet, width_of, wrapped
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

WIDTH = 1600
MARGIN, GAP = 16, 12
INNER = WIDTH - 2 * MARGIN
HEADING = 92
SECTORS, SCORES = 790, 346       # widths; the rest is for the book and the city actions
ROUNDS = 780


def render_svg(state: "State", viewer: int | None = None, theme: str = "light") -> str:
    """The whole table; with a viewer only what it may know. The size depends on the options of the game alone."""
    if theme not in THEMES:
        raise InvalidOption(f"theme is {' or '.join(map(repr, THEMES))}, not {theme!r}")
    seen_by = "all hands shown" if viewer is None else f"seen by seat {state.checked_seat(viewer)}"
    table = Table(state.states[0], state.game)
    sheet, height = Sheet(THEMES[theme]), height_of(state.game)
    sheet.rect(Box(0, 0, WIDTH, height), sheet.theme.page, round=0)
    _heading(sheet, state, table, seen_by)
    top: float = MARGIN + HEADING
    skies.draw_skies(sheet, Box(MARGIN, top, INNER, skies.HEIGHT), table)
    top += skies.HEIGHT + GAP
    beside = Box(MARGIN, top, SECTORS, sectors.HEIGHT)
    sectors.draw_sectors(sheet, beside, table)
    scores = Box(MARGIN + INNER - SCORES, top, SCORES, sectors.HEIGHT)
    city = Box(beside.right + GAP, top, scores.left - beside.right - 2 * GAP, sectors.HEIGHT)
    sectors.draw_city(sheet, city, table)
    tracks.draw_scores(sheet, scores, state)
    top += sectors.HEIGHT + GAP
    high = tracks.height_of(state.game.num_players)
    tracks.draw_rounds(sheet, Box(MARGIN, top, ROUNDS, high), table)
    tracks.draw_production(sheet, Box(MARGIN + ROUNDS + GAP, top, INNER - ROUNDS - GAP, high), table)
    top += high + GAP
    for seat in table.seats:
        draw_player(sheet, Box(MARGIN, top, INNER, PANEL), state, table, seat, viewer)
        top += PANEL + GAP
    return sheet.source(WIDTH, height, f"{NAME}, {title_of(table)}, {table.moment}, {seen_by}")


def height_of(game: "Game") -> int:
    """It depends on the options of the game alone."""
    players = game.num_players * (PANEL + GAP)
    above = MARGIN + HEADING + skies.HEIGHT + GAP + sectors.HEIGHT + GAP + tracks.height_of(game.num_players) + GAP
    return int(above + players - GAP + MARGIN)


def _heading(sheet: Sheet, state: "State", table: Table, seen_by: str) -> None:
    with sheet.group("heading"):
        y, right = MARGIN + 22, float(WIDTH - MARGIN)
        words = f"({seen_by})"
        sheet.text(right, y, words, TITLE, fill=sheet.theme.quiet, anchor="end")
        right -= width_of(words, TITLE) + 20
        if len(table.seats) > 1:
            right -= 30 * len(table.seats)
            for k in table.seats:
                disc(sheet, right + 12 + 30 * k, y - 5, (int(table.record.first) + k) % len(table.seats))
            sheet.text(right - 8, y, "turn order", TITLE, fill=sheet.theme.quiet, anchor="end")
            right -= width_of("turn order", TITLE) + 24
        x = MARGIN + sheet.text(MARGIN, y, NAME, 24, bold=True) + 24
        x += sheet.text(x, y, title_of(table), 18, width=460) + 24
        sheet.text(x, y, table.moment, 18, width=right - x)
        asked = _result(state) if state.is_terminal else question_phrase(table)
        box = Box(MARGIN, MARGIN + 36, INNER, HEADING - 36 - GAP)
        sheet.rect(box, sheet.theme.highlight, sheet.theme.edge, round=6)
        width = box.width - 2 * PADDING
        first = box.top + (18 if len(wrapped(asked, width, NORMAL, True)) > 1 else 27)
        sheet.paragraph(box.left + PADDING, first, asked, NORMAL, width, most=2, bold=True)


def _result(state: "State") -> str:
    seats = range(state.game.num_players)
    scores = ", ".join(f"seat {seat}: {number_of(state.scores[seat], 'point')}"
                       for seat in sorted(seats, key=lambda seat: state.ranks[seat]))
    if len(seats) == 1:
        return f"{'Won' if state.winners else 'Not won'}. Final score: {number_of(state.scores[0], 'point')}."
    winners = " and ".join(f"seat {seat}" for seat in state.winners)
    return f"Won by {winners}. Final scores: {scores}."
