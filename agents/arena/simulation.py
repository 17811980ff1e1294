"""The report of `undersea simulate`: agents at one table, on duplicate deals."""

from typing import Any

from undersea_env.agents.arena.ladder import ANCHOR, Ladder, Meeting, control_tables
from undersea_env.agents.arena.plan import RESAMPLES, Plan
from undersea_env.agents.arena.results import deals_played, games_played, labels, milliseconds
from undersea_env.agents.arena.running import ArenaRun
from undersea_env.agents.arena.standings import Standing, standings
from undersea_env.agents.arena.tabulating import column_names, columns_of, csv_text, percent, shown, text_table
from undersea_env.agents.arena.verdict import verdict
from undersea_env.agents.failing import ILLEGAL
from undersea_env.core.streams import derived_seed

MEASURES = ("win_share", "score", "lead", "rank")


def standings_of(run: ArenaRun) -> list[Standing]:
    games = dict(run.matches())[0]
    return standings(games, labels(run, 0), run.sources, derived_seed(run.plan.seed, RESAMPLES)) if games else []


def results_of(
    run: ArenaRun, settings: dict[str, Any], found: list[Standing], controls: list[Meeting]
) -> dict[str, Any]:
    return {
        "settings": settings,
        "stopped": run.stopped,
        "deals": deals_played(run),
        "games": games_played(run),
        "agents": [standing.as_data() for standing in found],
        "controls": [meeting.as_data() for meeting in controls],
    }


def agents_csv(run: ArenaRun, found: list[Standing]) -> str:
    header = ["agent", "games", *(name for measure in MEASURES for name in column_names(measure))]
    header += [name for source in run.sources for name in column_names(source)]
    rows = []
    for standing in found:
        numbers = [getattr(standing, measure) for measure in MEASURES] + list(standing.sources.values())
        rows.append([standing.agent, standing.games, *(cell for number in numbers for cell in columns_of(number))])
    return csv_text(header, rows)


def heading(run: ArenaRun) -> str:
    plan = run.plan
    turns = f"{plan.rotations} rotations" if plan.rotations > 1 else "one seating"
    players = f"{plan.players} players" if plan.players > 1 else "solo"
    stopped = f" (stopped; {plan.deals:,} deals were asked for)" if run.stopped else ""
    controls = f" for each of {len(plan.matches)} matches, controls included" if len(plan.matches) > 1 else ""
    return (
        f"{games_played(run):,} games: {deals_played(run):,} deals in {turns}{controls}, {players}, "
        f"seed {plan.seed}{stopped}; in brackets 95 % intervals over deals"
    )


def words_of(run: ArenaRun, found: list[Standing], controls: list[Meeting]) -> str:
    if not found:
        return heading(run)
    parts = [heading(run), *failures(found), *verdicts(run, found), main_table(run.plan, found)]
    if run.plan.players > 1:
        parts.append(seats_table(found))
    parts += [sources_table(found), decisions_table(run, found)]
    if controls:
        agents = list(dict.fromkeys(run.names[code] for code in run.plan.matches[0].agents))
        parts += control_tables(Ladder(agents, ANCHOR, {}, controls), run.plan.players)
    return "\n\n".join(parts)


def verdicts(run: ArenaRun, found: list[Standing]) -> list[str]:
    """Of the first agent; alone, or where all win or nobody, there is nobody to be better than."""
    others = [standing.agent for standing in found[1:]]
    if not others or run.plan.choice.game().is_cooperative:
        return []
    return [verdict(found[0], others, run.plan.players)]


def main_table(plan: Plan, found: list[Standing]) -> str:
    header, rows = ["agent", "games", "win share", "score"], []
    for s in found:
        rows.append([s.agent, f"{s.games:,}", percent(s.win_share), shown(s.score)])
        if plan.players > 1:
            rows[-1] += [shown(s.lead), shown(s.rank, 2)]
    return text_table(header + ["lead", "rank"] * (plan.players > 1), rows)


def seats_table(found: list[Standing]) -> str:
    seats = range(len(found[0].by_seat))
    rows = [[s.agent, *(percent(estimate) for estimate in s.by_seat)] for s in found]
    return text_table(["win share from", *(f"seat {seat}" for seat in seats)], rows)


def sources_table(found: list[Standing]) -> str:
    used = [source for source in found[0].sources if any(s.sources[source].mean for s in found)]
    rows = [[source, *(shown(s.sources[source]) for s in found)] for source in used]
    rows.append(["total", *(shown(s.score) for s in found)])
    return text_table(["points from", *(s.agent for s in found)], rows)


def decisions_table(run: ArenaRun, found: list[Standing]) -> str:
    times = milliseconds(run)
    names = [run.names[code] for code in run.plan.matches[0].agents]
    rows = []
    for standing, name in zip(found, names, strict=True):
        time, failed = times[name], standing.forfeits
        rows.append([
            standing.agent, f"{standing.decisions / standing.games:.1f}", "-" if time is None else f"{time:.3f}",
            str(failed.get(ILLEGAL, 0)), str(sum(failed.values()) - failed.get(ILLEGAL, 0)),
        ])
    header = ["agent", "decisions a game", "ms a decision", "lost by illegal actions", "lost by errors"]
    return text_table(header, rows)


def failures(found: list[Standing]) -> list[str]:
    return [f"{s.agent} lost {sum(s.forfeits.values())} of {s.games} games by default: {reason}"
            for s in found for reason in s.reasons]
