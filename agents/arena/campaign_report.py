"""The report of `undersea simulate --campaign`: stars, campaigns and chapters won, points of every chapter."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from undersea_env.agents.arena.bootstrap import Estimate, if_unanimous
from undersea_env.agents.arena.plan import RESAMPLES
from undersea_env.agents.arena.results import deals_played, games_played, labels
from undersea_env.agents.arena.running import ArenaRun
from undersea_env.agents.arena.simulation import failures
from undersea_env.agents.arena.standings import Floats, Key, Standing, means_of, standings
from undersea_env.agents.arena.tabulating import csv_text, percent, shown, text_table
from undersea_env.core.streams import derived_seed

Data = dict[str, Any]


@dataclass(frozen=True)
class CampaignStanding:
    """One agent. A campaign that was forfeited counts as lost, and not for stars and points."""

    of_stars: Standing                               # the campaign as a game whose points are stars
    stars_by_seat: list[Estimate]
    chapters_won: Estimate                           # of a campaign
    points: dict[str, Estimate]                      # by chapter
    wins: dict[str, Estimate]                        # share of the games of each chapter

    def as_data(self) -> Data:
        stars = self.of_stars.as_data()
        kept = ("agent", "rank", "decisions", "forfeits", "reasons")
        return {
            **{key: stars[key] for key in kept},
            "campaigns": stars["games"], "win_share": stars["win_share"], "win_share_by_seat": stars["by_seat"],
            "stars": stars["score"], "lead": stars["lead"],
            "stars_by_seat": [estimate.as_data() for estimate in self.stars_by_seat],
            "chapters_won": self.chapters_won.as_data(),
            "chapters": {
                chapter: {
                    "points": self.points[chapter].as_data(), "stars": stars["sources"][chapter],
                    "win_share": self.wins[chapter].as_data(),
                }
                for chapter in self.points
            },
        }


def standings_of(run: ArenaRun) -> list[CampaignStanding]:
    games, called = dict(run.matches())[0], labels(run, 0)
    seed = derived_seed(run.plan.seed, RESAMPLES)
    chapters = run.sources
    of_stars = standings(games, called, chapters, seed)
    found = means_of(games, called, _measured(games, len(chapters)), seed)
    deals = deals_played(run)
    return [
        CampaignStanding(
            of_stars=standing,
            stars_by_seat=[found[standing.agent, "seat", seat] for seat in range(run.plan.players)],
            chapters_won=found[standing.agent, "chapters won"],
            points={chapter: found[standing.agent, "points", k] for k, chapter in enumerate(chapters)},
            wins={
                chapter: if_unanimous(found[standing.agent, "wins", k], deals) for k, chapter in enumerate(chapters)
            },
        )
        for standing in of_stars
    ]


def _measured(games: list[Data], chapters: int) -> Iterator[tuple[Key, Floats]]:
    """A number for each seat (games, seats), or none where a campaign was forfeited."""
    none = [np.nan] * len(games[0]["entrants"])
    stars = np.array([game["scores"] or none for game in games], np.float64)
    for seat in range(len(none)):
        yield ("seat", seat), np.where(np.arange(len(none)) == seat, stars, np.nan)
    for what, key in (("points", "scores"), ("wins", "wins")):
        rows = [
            [chapter[key] for chapter in game["chapters"]] if game["scores"] else [none] * chapters for game in games
        ]
        values = np.array(rows, np.float64)                  # (games, chapters, seats)
        for number in range(chapters):
            yield (what, number), values[:, number]
        if what == "wins":
            yield ("chapters won",), values.sum(axis=1)


def results_of(run: ArenaRun, settings: Data, found: list[CampaignStanding]) -> Data:
    return {
        "settings": settings,
        "stopped": run.stopped,
        "deals": deals_played(run),
        "campaigns": games_played(run),
        "agents": [standing.as_data() for standing in found],
    }


def chapters_csv(run: ArenaRun) -> str:
    """One row for each seat of each chapter."""
    header = ["deal", "rotation", "chapter", "seed", "seat", "agent", "points", "rank", "win", "stars"]
    called, rows = labels(run, 0), []
    for game in dict(run.matches())[0]:
        for number, chapter in enumerate(game["chapters"]):
            for seat, entrant in enumerate(game["entrants"]):
                rows.append([
                    game["deal"], game["rotation"], run.sources[number], chapter["seed"], seat, called[entrant],
                    chapter["scores"][seat] if chapter["scores"] else None, chapter["ranks"][seat],
                    chapter["wins"][seat], game["sources"][seat][number] if game["sources"] else None,
                ])
    return csv_text(header, rows)


# --- in words ---


def words_of(run: ArenaRun, found: list[CampaignStanding]) -> str:
    tables = [_main_table(run, found)]
    if run.plan.players > 1:
        tables.append(_seats_table(found))
    tables.append(_chapters_table(run, found))
    return "\n\n".join([_heading(run), *tables, *failures([standing.of_stars for standing in found])])


def _heading(run: ArenaRun) -> str:
    plan = run.plan
    turns = f"{plan.rotations} rotations" if plan.rotations > 1 else "one seating"
    players = f"{plan.players} players" if plan.players > 1 else "solo"
    stopped = f" (stopped; {plan.deals:,} deals were asked for)" if run.stopped else ""
    return (
        f"{games_played(run):,} campaigns of {len(run.sources)} chapters: {deals_played(run):,} deals in {turns}, "
        f"{players}, seed {plan.seed}{stopped}; in brackets 95 % intervals over deals"
    )


def _main_table(run: ArenaRun, found: list[CampaignStanding]) -> str:
    header, rows = ["agent", "campaigns", "campaigns won", "stars", "chapters won"], []
    for s in found:
        of_stars = s.of_stars
        rows.append([
            of_stars.agent, f"{of_stars.games:,}", percent(of_stars.win_share), shown(of_stars.score),
            shown(s.chapters_won),
        ])
        if run.plan.players > 1:
            rows[-1] += [shown(of_stars.lead), shown(of_stars.rank, 2)]
    return text_table(header + ["lead", "rank"] * (run.plan.players > 1), rows)


def _seats_table(found: list[CampaignStanding]) -> str:
    seats = range(len(found[0].stars_by_seat))
    rows = [[s.of_stars.agent, *(shown(estimate) for estimate in s.stars_by_seat)] for s in found]
    return text_table(["stars from", *(f"seat {seat}" for seat in seats)], rows)


def _chapters_table(run: ArenaRun, found: list[CampaignStanding]) -> str:
    rows = [
        [f"{chapter} {s.of_stars.agent}", shown(s.points[chapter]), shown(s.of_stars.sources[chapter]),
         percent(s.wins[chapter])]
        for chapter in run.sources for s in found
    ]
    return text_table(["chapter", "points", "stars", "won"], rows)
