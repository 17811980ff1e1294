"""Goals and how far they have come, points by source; in co-operative play the cards of the team."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from undersea_env.compiling.raw import as_bytes
from undersea_env.endeavor_deep_sea.compiled.limits import (
    BONUS_GOALS_USED,
    CARDS_OF_KIND,
)
from undersea_env.endeavor_deep_sea.drawing.marks import catalogue_of, mission_of, rules_of, seats_of
from undersea_env.endeavor_deep_sea.kernel.counting import ask_count, ask_team_count
from undersea_env.endeavor_deep_sea.printed.language import count_text, goal_text
from undersea_env.endeavor_deep_sea.printed.missions import OPTIONS
from undersea_env.endeavor_deep_sea.printed.things import Leader, MissionGoal
from undersea_env.endeavor_deep_sea.printed.words import Race, Unit
from undersea_env.endeavor_deep_sea.words.describe import leader_words
from undersea_env.endeavor_deep_sea.words.goals import PLACES
from undersea_env.showing.pieces import NORMAL, PADDING, SMALL, disc, panel
from undersea_env.showing.sheet import LINE, Box, Sheet, wrapped
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import State

SEAT = 62                        # width of what is told of a seat
ROW = 20.5
LESS_WORDS = ("technology", "inflow", "return")


@dataclass(frozen=True)
class Row:
    words: str
    values: tuple[str, ...]      # of the seats
    bold: bool = False
    quiet: bool = False
    indent: float = 0
    is_last: bool = False        # a line is drawn below


def draw_goals(sheet: Sheet, box: Box, state: "State") -> None:
    with sheet.group("goals"):
        panel(sheet, box, _title(state))
        if state.game.is_cooperative:
            _team(sheet, box, state)
        else:
            rows = _goal_rows(state)
            rows[-1] = replace(rows[-1], is_last=True)
            _table(sheet, box, state, [*rows, *_point_rows(state)])


def _title(state: "State") -> str:
    if state.game.is_cooperative:
        needed = int(rules_of(state).goals_to_meet)
        return f"Goals of the team: {needed} of 7 to meet ({state.game.options.difficulty})"
    return "Goals and points" if state.is_terminal else "Goals, and points if the game ended now"


# --- asking the rules ---


def _count(state: "State", row: int, seat: int) -> int:
    return int(ask_count(state.rows, as_bytes(state.game.rulebook), row, seat))


def _team_count(state: "State", row: int, scope: int) -> int:
    return int(ask_team_count(state.rows, as_bytes(state.game.rulebook), row, scope))


def _counts(state: "State", row: int) -> tuple[str, ...]:
    return tuple(str(_count(state, row, seat)) for seat in seats_of(state.states[0]))


def option_number(goal: MissionGoal) -> int:
    return OPTIONS.index(goal.option) if goal.option else 0


def is_chosen(state: "State", goal: MissionGoal) -> bool:
    """M-8."""
    return not goal.option or int(state.states[0].goal_option[goal.number - 1]) == option_number(goal) + 1


# --- competitive play ---


def _goal_rows(state: "State") -> list[Row]:
    rows = []
    for goal in mission_of(state).goals:
        chosen = is_chosen(state, goal)
        name = f"Goal {goal.number}{goal.option}{'' if chosen else ' (not chosen)'}: "
        if isinstance(goal.count, Race):
            rows.append(Row(f"{name}{goal_text(goal.count)}{_bonuses(goal)}", _race_places(state, goal.count)))
            continue
        times = f"{goal.points} × " if goal.points else ""
        note = _designated(state) if goal.count.unit == Unit.DISC_OF_DESIGNATED_KIND else ""
        counts = _counts(state, int(rules_of(state).goal_count[goal.number - 1, option_number(goal)]))
        rows.append(Row(f"{name}{times}{goal_text(goal.count)}{note}{_bonuses(goal)}", counts, quiet=not chosen))
        others = [(k, leader) for k, leader in enumerate(goal.leaders) if leader.count != goal.count]
        rows += [_leader_row(state, goal, k, leader) for k, leader in others]
    return rows


def _bonuses(goal: MissionGoal) -> str:
    """For first and second, where the goal's own count decides."""
    return "".join(f" ({leader.first}/{leader.second})" for leader in goal.leaders if leader.count == goal.count)


def _leader_row(state: "State", goal: MissionGoal, k: int, leader: Leader) -> Row:
    row = int(rules_of(state).leader_count[goal.number - 1, option_number(goal), k])
    return Row(leader_words(goal, leader), _counts(state, row), indent=18)


def _race_places(state: "State", race: Race) -> tuple[str, ...]:
    record = state.states[0]
    order = [int(seat) - 1 for seat in record.race[race][: record.race_count[race]]]
    return tuple(PLACES[order.index(seat)] if seat in order else "-" for seat in seats_of(record))


def _designated(state: "State") -> str:
    """M-6."""
    kind = (None, "conservation", "publish")[int(state.states[0].designated)]
    return f", which is {kind}" if kind else ", not designated yet"


def _point_rows(state: "State") -> list[Row]:
    breakdowns = [state.score_breakdown(seat) for seat in seats_of(state.states[0])]
    sources = ("attributes", "impact", "journals", "specialists", "goal 1", "goal 2", "goal 3", "leftovers")
    rows = [Row(f"points: {source}", tuple(str(points[source]) for points in breakdowns)) for source in sources]
    return [*rows, Row("points: total", tuple(str(points["total"]) for points in breakdowns), bold=True)]


def _table(sheet: Sheet, box: Box, state: "State", rows: list[Row]) -> None:
    seats = seats_of(state.states[0])
    x = [box.right - PADDING - SEAT * (len(seats) - seat - 0.5) for seat in seats]
    for seat in seats:
        disc(sheet, x[seat], box.top + 20, seat)
    left, y = box.left + PADDING, box.top + 52
    for row in rows:
        fill = sheet.theme.quiet if row.quiet else ""
        lines = wrapped(row.words, x[0] - SEAT / 2 - left - row.indent - 4, SMALL, row.bold)
        for k, line in enumerate(lines):
            sheet.text(left + row.indent, y + k * LINE * SMALL, line, SMALL, bold=row.bold, fill=fill)
        for seat, value in enumerate(row.values):
            sheet.text(x[seat], y, value, NORMAL, bold=row.bold, fill=fill, anchor="middle")
        y += ROW + (len(lines) - 1) * LINE * SMALL
        if row.is_last:
            sheet.line((left, y - ROW + 6), (box.right - PADDING, y - ROW + 6), sheet.theme.edge)


# --- co-operative play ---


@dataclass(frozen=True)
class TeamRow:
    name: str
    words: str
    now: int
    asked: int
    is_open: bool = True         # it counts


def _team_rows(state: "State") -> list[TeamRow]:
    rules, record = rules_of(state), state.states[0]
    rows = []
    for goal in catalogue_of(state).team_goals_of(mission_of(state).number):
        option = OPTIONS.index(goal.option) if goal.option else 0
        row, scope, asked = map(int, rules.team_goal[goal.number, option])
        chosen = not goal.option or int(record.goal_option[goal.number - 1]) == option + 1
        name = f"goal {goal.number}{goal.option}" if goal.number else "impact goal"
        words = count_text(goal.count) + ("" if chosen else " (not chosen)")
        if goal.count.unit == Unit.DISC_OF_DESIGNATED_KIND:
            words += _designated(state)
        rows.append(TeamRow(name, words, _team_count(state, row, scope), asked, chosen))
    return rows


def _bonus_rows(state: "State") -> list[TeamRow]:
    record = state.states[0]
    rows = []
    for k in range(min(BONUS_GOALS_USED, int(record.cards_turned))):
        goal = catalogue_of(state).bonus_goals[int(record.bonus[CARDS_OF_KIND - 1 - k]) - 1]
        row, scope, asked = map(int, rules_of(state).bonus_goal[goal.index])
        rows.append(TeamRow(f"bonus goal {k + 1}", f"{goal.name}: {count_text(goal.count)}",
                            _team_count(state, row, scope), asked))
    return rows


def _team(sheet: Sheet, box: Box, state: "State") -> None:
    rows = [*_team_rows(state), *_bonus_rows(state)]
    y = box.top + 48
    right = box.right - PADDING
    for row in rows:
        is_met = row.is_open and row.now >= row.asked
        if is_met:
            sheet.rect(Box(box.left + 6, y - 15, box.width - 12, 21), sheet.theme.bonus)
        fill = "" if row.is_open else sheet.theme.quiet
        sheet.text(box.left + PADDING, y, row.name, NORMAL, bold=True, fill=fill)
        sheet.text(box.left + PADDING + 112, y, row.words, NORMAL, width=box.width - 320, fill=fill)
        mark = "met" if is_met else ""
        sheet.text(right - 60, y, f"{row.now} of {row.asked}".replace("-", "−"), NORMAL, bold=True, fill=fill,
                   anchor="end")
        sheet.text(right, y, mark, NORMAL, bold=True, anchor="end")
        y += 24
    _cards(sheet, Box(box.left + PADDING, y, box.width - 2 * PADDING, box.bottom - y - PADDING), state)


def _cards(sheet: Sheet, box: Box, state: "State") -> None:
    """O-1, O-3: how many cards lie face down, and what the turned setbacks were."""
    record: Any = state.states[0]
    turned = int(record.cards_turned)
    hidden = max(0, BONUS_GOALS_USED - turned)
    setbacks = int(rules_of(state).setbacks_used)
    done = max(0, turned - BONUS_GOALS_USED)
    y = box.top + 4
    lines = [
        f"face down: {number_of(hidden, 'bonus goal')}, {number_of(setbacks - done, 'setback')}",
        f"{state.score_breakdown(0)['total']} of 7 goals are met",
    ]
    for k in range(done):
        card = catalogue_of(state).setbacks[int(record.setback[CARDS_OF_KIND - 1 - k]) - 1]
        lines.append(f"setback of round {BONUS_GOALS_USED + 1 + k}: {card.name}: {card.text}")
    less = [f"{name} {int(n)} less" for name, n in zip(LESS_WORDS, record.less, strict=True) if n]
    if less:
        lines.append(f"in this round: {', '.join(less)}")
    for words in lines:
        sheet.text(box.left, y, words, NORMAL, width=box.width)
        y += 22


