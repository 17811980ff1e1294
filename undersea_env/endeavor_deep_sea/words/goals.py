"""The goals of a game and how far they have come, in lines."""

from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from undersea_env.endeavor_deep_sea.compiled.limits import BONUS_GOALS_USED
from undersea_env.endeavor_deep_sea.printed.language import count_text, goal_text
from undersea_env.endeavor_deep_sea.printed.missions import OPTIONS
from undersea_env.endeavor_deep_sea.printed.things import MissionGoal
from undersea_env.endeavor_deep_sea.printed.words import TEAM_GOALS, Race, Unit
from undersea_env.endeavor_deep_sea.words import asking
from undersea_env.endeavor_deep_sea.words.describe import SCOPE_WORDS, leader_words
from undersea_env.endeavor_deep_sea.words.readings import Table

if TYPE_CHECKING:
    from undersea_env.core.position import State

WIDTH = 80
VALUE = 8                                # columns for what is told of a seat
PLACES = ("first", "second", "third", "fourth")


class TeamGoal(NamedTuple):
    name: str
    words: str
    now: int
    asked: int
    counts: bool                         # an option that was not chosen does not (M-8, O-9)

    @property
    def is_met(self) -> bool:
        return self.counts and self.now >= self.asked


def goal_lines(state: "State", table: Table) -> list[str]:
    """What goals count, and what everybody or the team has of it."""
    if table.game.is_cooperative:
        return _team_lines(table)
    lines = _row("", [f"seat {seat}" for seat in table.seats])
    for goal in table.mission.goals:
        lines += _goal_rows(table, goal)
    totals = [str(state.score_breakdown(seat)["total"]) for seat in table.seats]
    return lines + _row("all points, as if the game ended now" if not state.is_terminal else "all points", totals)


def _row(words: str, values: list[str]) -> list[str]:
    """Words on as many lines as they need, values at the right of the first."""
    width = WIDTH - VALUE * len(values)
    lines = wrap(words, width, initial_indent="  ", subsequent_indent="    ") or [""]
    return [f"{lines[0]:<{width}}" + "".join(f"{value:>{VALUE}}" for value in values), *lines[1:]]


# --- competitive play ---


def _goal_rows(table: Table, goal: MissionGoal) -> list[str]:
    option = OPTIONS.index(goal.option) if goal.option else 0
    chosen = not goal.option or int(table.record.goal_option[goal.number - 1]) == option + 1
    name = f"goal {goal.number}{goal.option}{'' if chosen else ' (not chosen)'}: "
    if isinstance(goal.count, Race):
        leader = goal.leaders[0]
        words = f"{name}{goal_text(goal.count)} ({leader_words(goal, leader)})"
        return _row(words, _race_places(table, goal.count))
    each = f"{goal.points} each: " if goal.points else ""
    note = _designated(table) if goal.count.unit == Unit.DISC_OF_DESIGNATED_KIND else ""
    own = [leader_words(goal, leader) for leader in goal.leaders if leader.count == goal.count]
    bonus = f" (most: {'; '.join(own)})" if own else ""
    row = int(table.rules["goal_count"][goal.number - 1, option])
    lines = _row(f"{name}{each}{goal_text(goal.count)}{note}{bonus}", _counts(table, row))
    for k, leader in enumerate(goal.leaders):
        if leader.count != goal.count:
            row = int(table.rules["leader_count"][goal.number - 1, option, k])
            lines += _row(f"  {leader_words(goal, leader)}", _counts(table, row))
    return lines


def _counts(table: Table, row: int) -> list[str]:
    return [str(asking.count_of(table, row, seat)) for seat in table.seats]


def _race_places(table: Table, race: Race) -> list[str]:
    order = [int(seat) - 1 for seat in table.record.race[race][: int(table.record.race_count[race])]]
    return [PLACES[order.index(seat)] if seat in order else "-" for seat in table.seats]


def _designated(table: Table) -> str:
    """M-6."""
    return (", not designated yet", ", which is conservation", ", which is publish")[int(table.record.designated)]


# --- co-operative play ---


def team_goals(table: Table) -> list[TeamGoal]:
    """Those of the mission, then the bonus goals that are turned (O-5)."""
    goals = []
    for goal in table.book.team_goals_of(table.mission.number):
        option = OPTIONS.index(goal.option) if goal.option else 0
        chosen = not goal.option or int(table.record.goal_option[goal.number - 1]) == option + 1
        row, scope, number = map(int, table.rules["team_goal"][goal.number, option])
        name = f"goal {goal.number}{goal.option}{'' if chosen else ' (not chosen)'}" if goal.number else "impact goal"
        words = f"{count_text(goal.count)} ({SCOPE_WORDS[goal.scope]})"
        if goal.count.unit == Unit.DISC_OF_DESIGNATED_KIND:
            words += _designated(table)
        goals.append(TeamGoal(name, words, asking.team_count_of(table, row, scope), number, chosen))
    for bonus in asking.bonus_goals(table):
        row, scope, number = map(int, table.rules["bonus_goal"][bonus.index])
        words = f"{bonus.name}: {count_text(bonus.count)} ({SCOPE_WORDS[bonus.scope]})"
        goals.append(TeamGoal("bonus goal", words, asking.team_count_of(table, row, scope), number, True))
    return goals


def _team_lines(table: Table) -> list[str]:
    lines = []
    for goal in team_goals(table):
        lines += _row(f"{goal.name}: {goal.words}", [f"{goal.now} of {goal.asked}", "met" if goal.is_met else "-"])
    hidden = max(0, BONUS_GOALS_USED - int(table.record.cards_turned))
    setbacks = asking.setbacks(table)
    to_come = int(table.rules["setbacks_used"]) - len(setbacks)
    lines += _row(f"face down: {hidden} bonus goals, {to_come} setbacks", [])
    for setback in setbacks:
        lines += _row(f"setback turned: {setback.name}, {setback.text}", [])
    return lines + _row(f"the team needs {_needed(table)} goals of {TEAM_GOALS} ({table.game.options.difficulty})", [])


def _needed(table: Table) -> int:
    return int(table.rules["goals_to_meet"])


def team_sheet(table: Table, state: "State") -> str:
    """Instead of points: nobody has any of their own."""
    lines = ["Goals of the team" if state.is_terminal else "Goals of the team if the game ended now", "-" * WIDTH]
    for goal in team_goals(table):
        lines += _row(f"{goal.name}: {goal.words}", [f"{goal.now} of {goal.asked}", "met" if goal.is_met else "-"])
    met = state.score_breakdown(0)["total"]
    lines += ["-" * WIDTH, f"{met} of {TEAM_GOALS} goals are met; {_needed(table)} are needed"]
    if state.is_terminal:
        lines.append("won" if state.winners else "not won")
    return "\n".join(lines)
