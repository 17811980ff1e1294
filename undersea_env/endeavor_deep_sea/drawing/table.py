"""A position as a picture of the whole table, in SVG: a pure function of what everybody knows."""

from typing import TYPE_CHECKING, Any

from undersea_env.endeavor_deep_sea import TITLE as NAME
from undersea_env.endeavor_deep_sea.compiled.opcodes import DISCOVER, DIVE
from undersea_env.endeavor_deep_sea.drawing import tray
from undersea_env.endeavor_deep_sea.drawing.goals import draw_goals
from undersea_env.endeavor_deep_sea.drawing.impact import draw_impact
from undersea_env.endeavor_deep_sea.drawing.marks import catalogue_of, mission_of, rules_of, seats_of
from undersea_env.endeavor_deep_sea.drawing.ocean import draw_ocean, height_of_ocean
from undersea_env.endeavor_deep_sea.drawing.players import PANEL, draw_player
from undersea_env.endeavor_deep_sea.kernel.state import ACTIVATION, DOING, DRAWN
from undersea_env.errors import InvalidOption
from undersea_env.showing.pieces import NORMAL, PADDING, TITLE, disc
from undersea_env.showing.sheet import THEMES, Box, Sheet, width_of
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

WIDTH = 1600
MARGIN, GAP = 16, 12
INNER = WIDTH - 2 * MARGIN
HEADING = 84
IMPACT = (760, 520)              # width and height


def render_svg(state: "State", viewer: int | None = None, theme: str = "light") -> str:
    """The whole table. All seats know the same (H-3), so the viewer changes nothing but the title of the picture."""
    if theme not in THEMES:
        raise InvalidOption(f"theme is {' or '.join(map(repr, THEMES))}, not {theme!r}")
    seen_by = "" if viewer is None else f", seen by seat {state.checked_seat(viewer)}"
    mission = mission_of(state)
    sheet = Sheet(THEMES[theme])
    height = height_of(state.game)
    sheet.rect(Box(0, 0, WIDTH, height), sheet.theme.page, round=0)
    _heading(sheet, state)
    top: float = MARGIN + HEADING
    ocean = height_of_ocean(mission)
    draw_ocean(sheet, Box(MARGIN, top, INNER, ocean), state)
    top += ocean + GAP
    draw_impact(sheet, Box(MARGIN, top, *IMPACT), state)
    draw_goals(sheet, Box(MARGIN + IMPACT[0] + GAP, top, INNER - IMPACT[0] - GAP, IMPACT[1]), state)
    top += IMPACT[1] + GAP
    tray.draw_tray(sheet, Box(MARGIN, top, INNER, tray.HEIGHT), state)
    top += tray.HEIGHT + GAP
    for seat in seats_of(state.states[0]):
        draw_player(sheet, Box(MARGIN, top, INNER, PANEL), state, seat)
        top += PANEL + GAP
    return sheet.source(WIDTH, height, f"{NAME}, mission {mission.number}, {_moment(state)}{seen_by}")


def height_of(game: "Game") -> int:
    """It depends on the options of the game alone."""
    ocean = height_of_ocean(game.catalogue.mission(game.options.mission))
    players = game.num_players * (PANEL + GAP)
    return int(MARGIN + HEADING + ocean + GAP + IMPACT[1] + GAP + tray.HEIGHT + players + MARGIN)


# --- the heading ---


def _moment(state: "State") -> str:
    record: Any = state.states[0]
    if state.is_terminal:
        return "the game is over"
    phase = "activation" if int(record.phase) == ACTIVATION else "preparation"
    return f"round {int(record.round_no)} of {int(rules_of(state).last_round)}, {phase}"


def _heading(sheet: Sheet, state: "State") -> None:
    record: Any = state.states[0]
    mission = mission_of(state)
    with sheet.group("heading"):
        y = MARGIN + 22
        x = MARGIN + sheet.text(MARGIN, y, NAME, 24, bold=True) + 24
        x += sheet.text(x, y, f"Mission {mission.number}, {mission.name}", 18) + 24
        x += sheet.text(x, y, _moment(state), 18) + 24
        right: float = WIDTH - MARGIN
        mode = "co-operative" if state.game.is_cooperative else "competitive"
        sheet.text(right, y, f"({mode})", TITLE, fill=sheet.theme.quiet, anchor="end")
        right -= width_of(f"({mode})", TITLE) + 16
        with sheet.group("", f"seat {int(record.wave)} has the wave", data_wave=str(int(record.wave))):
            disc(sheet, right - 12, y - 5, int(record.wave))
            sheet.text(right - 30, y, "wave", TITLE, fill=sheet.theme.quiet, anchor="end")
        box = Box(MARGIN, MARGIN + 34, INNER, HEADING - 34 - GAP)
        sheet.rect(box, sheet.theme.highlight, sheet.theme.edge, round=6)
        asked = _result(state) if state.is_terminal else _asked(state)
        sheet.text(box.left + PADDING, box.top + 24, asked, NORMAL, width=box.width - 2 * PADDING, bold=True)


def _asked(state: "State") -> str:
    record: Any = state.states[0]
    whose = "preparation" if int(record.phase) != ACTIVATION else "turn"
    where = f"in the {whose} of seat {int(record.mover)}"
    words = f"Seat {state.current_player} decides, {where}: {QUESTIONS[int(record.question)]}"
    drawn = _drawn(state)
    return f"{words}. Drawn: {' and '.join(drawn)}." if drawn else f"{words}."


def _drawn(state: "State") -> list[str]:
    """Boards or tokens that lie open while one of them is chosen (A-33, A-42)."""
    record: Any = state.states[0]
    if not record.frame_count:
        return []
    frame = record.frame[int(record.frame_count) - 1]
    if int(frame.about) != DOING or int(frame.stage) != DRAWN or int(frame.do) not in (DISCOVER, DIVE):
        return []
    numbers = [int(number) - 1 for number in (frame.a, frame.b) if number]
    if int(frame.do) == DISCOVER:
        return [catalogue_of(state).boards[number].name for number in numbers]
    return [catalogue_of(state).tokens[number].id for number in numbers]


QUESTIONS = (
    "", "whom to hire", "which disc returns", "what to do", "whether to take the offered action", "whom to copy",
    "which vessel travels", "where to", "in which zone", "on which site or track", "which journal",
    "the first depth to draw from", "the second depth to draw from", "which board to keep", "where to place the board",
    "which token to keep", "whom to promote", "which attribute", "which hex", "which marker moves", "where to launch",
    "which option", "which attribute goes back",
)


def _result(state: "State") -> str:
    if state.game.is_cooperative:
        total = state.score_breakdown(0)["total"]
        return f"{'Won' if state.winners else 'Lost'}: {total} of 7 goals are met."
    winners = " and ".join(f"seat {seat}" for seat in state.winners)
    ranking = sorted(seats_of(state.states[0]), key=lambda seat: state.ranks[seat])
    scores = ", ".join(f"seat {seat}: {number_of(state.scores[seat], 'point')}" for seat in ranking)
    return f"Won by {winners}. Final scores: {scores}."
