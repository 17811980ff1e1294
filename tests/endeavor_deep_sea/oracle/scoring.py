"""Final scoring (section 11) and the goals of the team (section 12)."""

import re
from typing import Any

from . import counting
from .printed import TeamGoal
from .table import Table

SOURCES = ("attributes", "impact", "journals", "specialists", "goal 1", "goal 2", "goal 3", "leftovers",
           "impact goal", "mission goals", "bonus goals")
RACES = {"race: discover a zone at depth 5": "discover", "race: travel to depth 5": "travel"}
_SCORE = re.compile(r"score (\d)(?: per (?:(\d) )?(.*))?")


def score_breakdowns(table: Table) -> list[dict[str, int]]:
    """Of every seat: what one scores for a goal may depend on all of them."""
    if table.cooperative:
        met = team_goals_met(table)
        return [dict.fromkeys(SOURCES, 0) | met for _ in table.seats]
    breakdowns = [dict.fromkeys(SOURCES, 0) | _own_points(table, seat) for seat in table.seats]
    for goal in goals_in_force(table):
        for scores, points in zip(breakdowns, _goal_points(table, goal), strict=True):
            scores[f"goal {goal['number']}"] = points
    return breakdowns


def _own_points(table: Table, seat: int) -> dict[str, int]:
    """All but the goals."""
    player = table.players[seat]
    stored = sum(table.printed.tokens[kind].research for kind in player.tokens.elements())
    return {
        "attributes": sum(table.printed.track[cell].points for cell in player.attributes),         # V-1
        "impact": impact_points(table, seat),
        "journals": journal_points(table, seat),
        "specialists": specialist_points(table, seat),
        "leftovers": (player.research + stored + player.staging) // 3,                             # V-5
    }


def won(table: Table) -> list[bool]:
    """V-7, O-6"""
    totals = [sum(scores.values()) for scores in score_breakdowns(table)]
    if table.cooperative:
        return [total >= table.printed.difficulty[table.difficulty] for total in totals]
    return [total == max(totals) for total in totals]


def impact_points(table: Table, seat: int) -> int:
    """V-2"""
    hexes = table.mission.hexes
    ordinary = sum(hexes[place].points for place, owner in table.impact.items() if owner == seat)
    return ordinary + sum(hexes[place].points * markers[seat] for place, markers in table.infinite.items())


def journal_points(table: Table, seat: int) -> int:
    return sum(table.printed.journals[number].points for number in table.players[seat].journals)


def specialist_points(table: Table, seat: int) -> int:
    """V-3: rounded down, each for itself."""
    points = 0
    for member in table.players[seat].team:
        found = _SCORE.fullmatch(member.kind.score) if member.senior else None
        if found is not None:
            score, divisor, what = int(found[1]), int(found[2] or 1), found[3]
            points += score * (counting.count(table, what, seat) // divisor) if what else score
    return points


def goals_in_force(table: Table) -> list[dict[str, Any]]:
    """The mission's goals; of two options the one that was chosen, if any (M-8)."""
    return [goal for goal in table.mission.goals
            if "option" not in goal or table.goal_options[goal["number"]] == goal["option"]]


def _goal_points(table: Table, goal: dict[str, Any]) -> list[int]:
    """V-4, of every seat."""
    if goal["count"] in RACES:
        bonuses: dict[int, int] = dict(zip(table.races[RACES[goal["count"]]], goal["leader"], strict=False))
        return [bonuses.get(seat, 0) for seat in table.seats]
    counts = counting.counts(table, goal["count"])
    points = [goal["points"] * number for number in counts]
    leaders = [(counts, goal["leader"])] if "leader" in goal else []
    leaders += [(counting.counts(table, leader["count"]), [leader["first"], 0]) for leader in goal.get("leaders", ())]
    for numbers, (first, second) in leaders:
        points = [own + _leader_bonus(number, numbers, first, second)
                  for own, number in zip(points, numbers, strict=True)]
    return points


def _leader_bonus(own: int, counts: list[int], first: int, second: int) -> int:
    """V-6"""
    most = max(counts)
    if own == 0:
        return 0
    if own == most:
        return first
    others = [number for number in counts if number != most]
    return second if counts.count(most) == 1 and own == max(others) else 0


def team_goals_met(table: Table) -> dict[str, int]:
    """O-5, O-9. Only bonus goals that have been turned count."""
    assert table.cooperation is not None
    goals = table.mission.team_goals
    chosen = [goals[f"{goal['number']}{goal.get('option', '')}"] for goal in goals_in_force(table)]
    bonus = [goal for goal in table.printed.bonus_goals if goal.id in table.cooperation.bonus_goals]
    return {
        "impact goal": int(_is_met(table, goals["impact"])),
        "mission goals": sum(_is_met(table, goal) for goal in chosen),
        "bonus goals": sum(_is_met(table, goal) for goal in bonus),
    }


def _is_met(table: Table, goal: TeamGoal) -> bool:
    return counting.team_count(table, goal.count, goal.scope) >= goal.numbers[len(table.players) - 1]
