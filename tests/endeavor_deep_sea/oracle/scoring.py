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


def score_breakdown(table: Table, seat: int) -> dict[str, int]:
    scores = dict.fromkeys(SOURCES, 0)
    if table.cooperative:
        return scores | team_goals_met(table)
    player = table.players[seat]
    scores["attributes"] = sum(table.printed.track[cell].points for cell in player.attributes)         # V-1
    scores["impact"] = impact_points(table, seat)
    scores["journals"] = journal_points(table, seat)
    scores["specialists"] = specialist_points(table, seat)
    for goal in goals_in_force(table):
        scores[f"goal {goal['number']}"] = _goal_points(table, goal, seat)
    stored = sum(table.printed.tokens[kind].research for kind in player.tokens.elements())
    scores["leftovers"] = (player.research + stored + player.staging) // 3                             # V-5
    return scores


def won(table: Table) -> list[bool]:
    """V-7, O-6"""
    totals = [sum(score_breakdown(table, seat).values()) for seat in table.seats]
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


def _goal_points(table: Table, goal: dict[str, Any], seat: int) -> int:
    """V-4"""
    if goal["count"] in RACES:
        bonuses: dict[int, int] = dict(zip(table.races[RACES[goal["count"]]], goal["leader"], strict=False))
        return bonuses.get(seat, 0)
    points: int = goal["points"] * counting.count(table, goal["count"], seat)
    if "leader" in goal:
        points += _leader_bonus(table, seat, goal["count"], goal["leader"])
    for leader in goal.get("leaders", ()):
        points += _leader_bonus(table, seat, leader["count"], [leader["first"], 0])
    return points


def _leader_bonus(table: Table, seat: int, count: str, bonuses: list[int]) -> int:
    """V-6"""
    first, second = bonuses
    counts = [counting.count(table, count, other) for other in table.seats]
    own, most = counts[seat], max(counts)
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
