"""The report of `undersea ladder`: every agent against every other, with controls, and ratings of all.

Two players: every pair. Three or more: one candidate against copies of a baseline, for every ordered pair; and, if
there are just as many agents as players, all of them at one table. Controls: each agent against itself, and each
against `random`, which is added if it is not among them. All matches are played on the same deals.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from undersea_env.agents.arena.bootstrap import Estimate
from undersea_env.agents.arena.plan import RESAMPLES, Match
from undersea_env.agents.arena.ratings import Choices, ratings
from undersea_env.agents.arena.results import deals_played, games_played, labels, milliseconds
from undersea_env.agents.arena.running import ArenaRun
from undersea_env.agents.arena.standings import Standing, standings
from undersea_env.agents.arena.tabulating import column_names, columns_of, csv_text, percent, shown, text_table
from undersea_env.agents.arena.verdict import verdict
from undersea_env.core.streams import derived_seed
from undersea_env.errors import InvalidOption

TABLE, PAIR, MIRROR, MIXED = "table", "pair", "mirror", "mixed"
ANCHOR = "random"


def schedule(codes: Sequence[str], players: int) -> tuple[Match, ...]:
    if players == 1:
        raise InvalidOption("a ladder is for two players or more; `undersea simulate --seats AGENT` plays alone")
    if len(set(codes)) != len(codes):
        raise InvalidOption("a ladder needs different agents; each is played against itself anyhow")
    if list(codes) == [ANCHOR]:
        raise InvalidOption(f"a ladder needs an agent besides {ANCHOR}")
    everybody = list(codes) if ANCHOR in codes else [*codes, ANCHOR]
    pairs: list[tuple[str, ...]]
    if players == 2:
        pairs = [(a, b) for k, a in enumerate(everybody) for b in everybody[k + 1 :]]
    else:
        pairs = [(a, *[b] * (players - 1)) for a in everybody for b in everybody if a != b]
    matches = [Match(pair, PAIR) for pair in pairs] + [mirror_of(code, players) for code in everybody]
    if players > 2 and len(codes) == players:
        matches.append(Match(tuple(codes), MIXED))
    return tuple(matches)


def mirror_of(code: str, players: int) -> Match:
    return Match((code,) * players, MIRROR)


def controls_for(codes: Sequence[str], players: int) -> tuple[Match, ...]:
    """For a match of its own: each of its agents against itself, and against `random`."""
    if players == 1:
        raise InvalidOption("controls are matches against others: they need two players or more")
    different = list(dict.fromkeys(codes))
    against = [Match((code, *[ANCHOR] * (players - 1)), PAIR) for code in different if code != ANCHOR]
    return tuple(against + [mirror_of(code, players) for code in different])


def check_names(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InvalidOption(f"two agents are called {name}; their results could not be told apart")


@dataclass(frozen=True)
class Meeting:
    """One match and how everybody in it did; copies of an agent are counted together."""

    agents: list[str]
    role: str
    standings: list[Standing]
    itself: Estimate | None                          # of a mirror match: the win share of the first of the copies

    def as_data(self) -> dict[str, Any]:
        found = {"agents": self.agents, "role": self.role, "standings": [s.as_data() for s in self.standings]}
        return found | ({} if self.itself is None else {"against_itself": self.itself.as_data()})


@dataclass(frozen=True)
class Ladder:
    agents: list[str]                                # the best first
    anchor: str                                      # whose rating is 0
    ratings: dict[str, Estimate]
    meetings: list[Meeting]

    def share(self, agent: str, against: str) -> Standing | None:
        """How an agent did against another, or against copies of it."""
        for meeting in self.meetings:
            if meeting.role == PAIR and set(meeting.agents) == {agent, against}:
                is_candidate = meeting.agents[0] == agent
                if is_candidate or len(meeting.agents) == 2:
                    return next(standing for standing in meeting.standings if standing.agent == agent)
        return None

    def of_role(self, role: str) -> list[Meeting]:
        return [meeting for meeting in self.meetings if meeting.role == role]


def meetings_of(run: ArenaRun) -> list[Meeting]:
    seed = derived_seed(run.plan.seed, RESAMPLES)
    meetings = []
    for number, games in run.matches():
        match = run.plan.matches[number]
        called = [run.names[code] for code in match.agents]
        if not games:
            continue
        itself = _against_itself(run, number, games, seed) if match.role == MIRROR else None
        meetings.append(Meeting(called, match.role, standings(games, called, run.sources, seed), itself))
    return meetings


def _against_itself(run: ArenaRun, match: int, games: list[dict[str, Any]], seed: int) -> Estimate:
    return standings(games, labels(run, match), run.sources, seed)[0].win_share


def ladder_of(run: ArenaRun) -> Ladder:
    choices = Choices(list(run.names.values()))
    for number, games in run.matches():
        match = run.plan.matches[number]
        called = [run.names[code] for code in match.agents]
        for game in games if match.role != MIRROR else []:
            choices.add(game["deal"], [called[entrant] for entrant in game["entrants"]], game["ranks"])
    rated = ratings(choices, ANCHOR, derived_seed(run.plan.seed, RESAMPLES))
    best_first = sorted(rated.of, key=lambda name: -rated.of[name].mean)
    return Ladder(best_first, rated.anchor, rated.of, meetings_of(run))


def controls_of(run: ArenaRun) -> list[Meeting]:
    """Of a match with controls: the matches besides it."""
    return [meeting for meeting in meetings_of(run) if meeting.role != TABLE] if len(run.plan.matches) > 1 else []


def results_of(run: ArenaRun, settings: dict[str, Any], ladder: Ladder) -> dict[str, Any]:
    return {
        "settings": settings,
        "stopped": run.stopped,
        "deals": deals_played(run),
        "games": games_played(run),
        "rating_0": ladder.anchor,
        "ratings": {name: ladder.ratings[name].as_data() for name in ladder.agents},
        "matches": [meeting.as_data() for meeting in ladder.meetings],
    }


def tables_of(ladder: Ladder) -> dict[str, str]:
    """The files of the ladder's folder."""
    rated = [[name, *columns_of(ladder.ratings[name])] for name in ladder.agents]
    header = ["role", "agents", "agent", "games", *column_names("win_share"), *column_names("lead")]
    header += [*column_names("score"), *column_names("rank")]
    rows = [
        [m.role, " ".join(m.agents), s.agent, s.games, *columns_of(s.win_share), *columns_of(s.lead),
         *columns_of(s.score), *columns_of(s.rank)]
        for m in ladder.meetings for s in m.standings
    ]
    return {"ratings.csv": csv_text(["agent", *column_names("rating")], rated), "matches.csv": csv_text(header, rows)}


# --- words ---


def verdicts(ladder: Ladder, players: int) -> list[str]:
    """How every agent did against `random`, and against the best of the others that it met."""
    lines = []
    for agent in ladder.agents:
        if agent == ANCHOR:
            continue
        rivals = [name for name in ladder.agents if name not in (agent, ANCHOR)][:1]
        met = [(name, ladder.share(agent, name)) for name in (ANCHOR, *rivals)]
        lines += [verdict(standing, [name], players) for name, standing in met if standing is not None]
    return lines


def words_of(run: ArenaRun, ladder: Ladder) -> str:
    plan = run.plan
    asked_for = f"{plan.deals:,} deals of {len(plan.matches)} matches"
    stopped = f" (stopped; {asked_for} were asked for)" if run.stopped else ""
    parts = [
        f"{games_played(run):,} games: {deals_played(run):,} deals in {plan.rotations} rotations for each of "
        f"{len(ladder.meetings)} matches, {plan.players} players, seed {plan.seed}{stopped}; in brackets 95 % "
        "intervals over deals",
        *sorted({
            f"{s.agent} lost {sum(s.forfeits.values())} of {s.games} games by default: {reason}"
            for meeting in ladder.meetings for s in meeting.standings for reason in s.reasons
        }),
        *([] if run.plan.choice.game().is_cooperative else ["\n".join(verdicts(ladder, plan.players))]),
        matrix(ladder, plan.players),
    ]
    if ladder.ratings:
        parts.append(ratings_table(run, ladder))
    parts += control_tables(ladder, plan.players)
    parts += [_standings_table("all at one table", meeting.standings) for meeting in ladder.of_role(MIXED)]
    return "\n\n".join(parts)


def matrix(ladder: Ladder, players: int) -> str:
    who = "win share of" if players == 2 else f"win share of one against {players - 1} of"
    rows = []
    for agent in ladder.agents:
        found = [ladder.share(agent, other) if agent != other else None for other in ladder.agents]
        rows.append([agent, *(percent(standing.win_share) if standing else "" for standing in found)])
    return text_table([who, *ladder.agents], rows)


def ratings_table(run: ArenaRun, ladder: Ladder) -> str:
    times = milliseconds(run)
    rows = [
        [name, shown(ladder.ratings[name], 0), "-" if times[name] is None else f"{times[name]:.3f}"]
        for name in ladder.agents
    ]
    table = text_table([f"rating ({ladder.anchor} = 0)", "Elo-like", "ms a decision"], rows)
    if all(is_linked(rating) for rating in ladder.ratings.values()):
        return table
    return f"{table}\n[-]: won or lost all games against the others, so how far it is from them cannot be told"


def is_linked(rating: Estimate) -> bool:
    return not math.isnan(rating.low)


def control_tables(ladder: Ladder, players: int) -> list[str]:
    return [controls(ladder, players), by_seat(ladder, players)]


def controls(ladder: Ladder, players: int) -> str:
    """What must come out if all is well: itself 1 / players; against random, what everybody can judge."""
    rows = []
    for name in ladder.agents:
        mirror = next((m for m in ladder.of_role(MIRROR) if m.agents[0] == name), None)
        against = ladder.share(name, ANCHOR)
        itself = percent(mirror.itself) if mirror and mirror.itself else ""
        rows.append([name, itself, *((percent(against.win_share), shown(against.lead)) if against else ("", ""))])
    header = ["control", f"against itself ({100 / players:.0f} % is right)", f"against {ANCHOR}", f"lead over {ANCHOR}"]
    return text_table(header, rows)


def by_seat(ladder: Ladder, players: int) -> str:
    """In a game against itself all that counts is the seat."""
    found = [meeting.standings[0] for meeting in ladder.of_role(MIRROR)]
    rows = [[standing.agent, *map(percent, standing.by_seat)] for standing in found]
    return text_table(["against itself from", *(f"seat {seat}" for seat in range(players))], rows)


def _standings_table(title: str, found: list[Standing]) -> str:
    rows = [[s.agent, percent(s.win_share), shown(s.score), shown(s.lead), shown(s.rank, 2)] for s in found]
    return text_table([title, "win share", "score", "lead", "rank"], rows)
