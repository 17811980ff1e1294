"""Pictures of results. Each says by itself what it shows: title, axes, units, numbers of games and deals."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from undersea_env.agents.arena.bootstrap import Estimate
from undersea_env.agents.arena.ladder import MIRROR, MIXED, TABLE, Ladder, is_linked
from undersea_env.agents.arena.results import deals_played, games_played
from undersea_env.agents.arena.running import ArenaRun
from undersea_env.agents.arena.standings import Standing
from undersea_env.agents.arena.tabulating import percent
from undersea_env.agents.arena.usage import Usage, usage_of
from undersea_env.errors import InvalidOption, MissingExtra

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#f0e442")
DOTS_PER_INCH = 120
LONGEST_LABEL = 24
SMALL = 8

Axes = Any                                            # matplotlib is an extra, so its types are not at hand


def _figure(width: float, height: float) -> tuple[Any, Axes]:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(
            "plots need matplotlib: pip install matplotlib; everything else has been written "
            "(--no-plots leaves them out)"
        ) from None
    figure = Figure(figsize=(width, height), dpi=DOTS_PER_INCH, layout="constrained")
    return figure, figure.subplots()


def _save(figure: Any, path: Path) -> None:
    try:
        figure.savefig(path, metadata={"Software": None})      # the same picture is the same file
    except OSError as error:
        raise InvalidOption(f"{path} cannot be written: {error.strerror}") from None


def _short(name: str) -> str:
    half = LONGEST_LABEL // 2
    return name if len(name) <= LONGEST_LABEL else f"{name[: half - 1]}…{name[-half:]}"


def _errors(found: Sequence[Estimate], scale: float = 1.0) -> list[list[float]]:
    return [[scale * (e.mean - e.low) for e in found], [scale * (e.high - e.mean) for e in found]]


def _titled(axes: Axes, title: str, run: ArenaRun, note: str = "", matches: int | None = None) -> None:
    """With what was played: all matches, or so many of them."""
    plan = run.plan
    table = f"{plan.players} players" if plan.players > 1 else "solo"
    counted = len(plan.matches) if matches is None else matches
    several = f", {counted} matches" if counted > 1 else ""
    games = games_played(run) if matches is None else matches * deals_played(run) * plan.rotations
    amount = f"{table}, {deals_played(run):,} deals{several}, {games:,} games"
    axes.set_title(f"{title}\n{amount}{f'; {note}' if note else ''}", fontsize=10)


def plot_simulation(folder: Path, run: ArenaRun, found: list[Standing]) -> list[Path]:
    """Who lost every game by default has no points to draw."""
    scored = _with_points(found)
    drawn = _drawn_points(folder, run, scored)
    if run.plan.players > 1:
        drawn.append(_drawn(folder / "seat_advantage.png", run, found, _wins_by_seat))
    return drawn


def plot_ladder(folder: Path, run: ArenaRun, ladder: Ladder) -> list[Path]:
    """The pictures of single agents show each at the table with all others, or in its game against itself."""
    mixed = ladder.of_role(MIXED)
    each = _with_points(mixed[0].standings if mixed else _mirrors(ladder))
    drawn = [
        _drawn(folder / "win_matrix.png", run, ladder, _win_matrix),
        _drawn(folder / "ladder.png", run, ladder, _ladder),
        _drawn(folder / "seat_advantage.png", run, ladder, _seat_advantage),
    ]
    return drawn + _drawn_points(folder, run, each)


def _drawn_points(folder: Path, run: ArenaRun, found: list[Standing]) -> list[Path]:
    if not found:
        return []
    drawn = [_drawn(folder / "score_by_source.png", run, found, _score_by_source)]
    if _usage(run).ROUND is not None:
        drawn.append(_drawn(folder / "score_over_rounds.png", run, found, _score_over_rounds))
    return drawn


def _usage(run: ArenaRun) -> Usage:
    return usage_of(run.plan.choice.kind)


def _mirrors(ladder: Ladder) -> list[Standing]:
    by_name = {m.agents[0]: m.standings[0] for m in ladder.of_role(MIRROR)}
    return [by_name[name] for name in ladder.agents if name in by_name]


def _with_points(found: list[Standing]) -> list[Standing]:
    return [standing for standing in found if not math.isnan(standing.score.mean)]


def _drawn(path: Path, run: ArenaRun, found: Any, draw: Callable[[Path, ArenaRun, Any], None]) -> Path:
    draw(path, run, found)
    return path


def _score_by_source(path: Path, run: ArenaRun, found: list[Standing]) -> None:
    used = [source for source in run.sources if any(s.sources[source].mean for s in found)]
    figure, axes = _figure(8, 1.8 + 0.16 * max(1, len(used)) * (len(found) + 1))
    thickness = 0.8 / len(found)
    for k, standing in enumerate(found):
        estimates = [standing.sources[source] for source in used]
        places = [row + k * thickness for row in range(len(used))]
        axes.barh(
            places, [e.mean for e in estimates], thickness, xerr=_errors(estimates), color=COLOURS[k % len(COLOURS)],
            label=f"{_short(standing.agent)}: {standing.score.mean:.1f} points in all", error_kw={"linewidth": 0.8},
        )
    axes.set_yticks([row + 0.4 - thickness / 2 for row in range(len(used))], used)
    axes.set_ylim(len(used) - thickness / 2, -0.2 - thickness / 2)
    axes.axvline(0, color="black", linewidth=0.6)
    axes.set_xlabel("points a game (mean; bars: 95 % interval over deals)")
    axes.set_ylabel("source of the points")
    figure.legend(loc="outside lower center", fontsize=SMALL, ncols=2)
    _titled(axes, "Where the points come from", run, *_company(run, found))
    _save(figure, path)


def _company(run: ArenaRun, found: list[Standing]) -> tuple[str, int]:
    """Of a ladder: at which of its tables these agents were looked at, and at how many."""
    roles = {match.role for match in run.plan.matches}
    if TABLE in roles:
        return "", 1
    if MIXED in roles:
        return "all agents at one table", 1
    return "each agent against itself", len(found)


def _score_over_rounds(path: Path, run: ArenaRun, found: list[Standing]) -> None:
    figure, axes = _figure(8, 4.8)
    rounds = range(1, len(found[0].by_round) + 1)
    for k, standing in enumerate(found):
        colour = COLOURS[k % len(COLOURS)]
        means = [e.mean for e in standing.by_round]
        axes.plot(rounds, means, "o-", color=colour, markersize=3, label=_short(standing.agent))
        low, high = [e.low for e in standing.by_round], [e.high for e in standing.by_round]
        axes.fill_between(rounds, low, high, color=colour, alpha=0.2, linewidth=0)
    for after, words in _usage(run).round_marks(run.plan.choice.options):
        axes.axvline(after, color="grey", linewidth=0.8, linestyle=":")
        axes.annotate(words, (after, 1), xycoords=("data", "axes fraction"), xytext=(3, -10),
                      textcoords="offset points", fontsize=SMALL, color="grey")
    axes.set_xticks(list(rounds))
    axes.set_xlabel(f"after {_usage(run).ROUND}; mean, band: 95 % interval over deals")
    axes.set_ylabel("points if the game ended now")
    axes.legend(fontsize=SMALL, loc="center left" if len(found) > 6 else "best")
    _titled(axes, "How the score grows", run, *_company(run, found))
    _save(figure, path)


def _seat_bars(axes: Axes, run: ArenaRun, rows: list[tuple[str, list[Estimate]]]) -> None:
    seats = run.plan.players
    thickness = 0.8 / seats
    for seat in range(seats):
        shares = [estimates[seat] for _, estimates in rows]
        places = [row + seat * thickness for row in range(len(rows))]
        axes.barh(
            places, [100 * e.mean for e in shares], thickness, xerr=_errors(shares, 100), label=f"seat {seat}",
            color=COLOURS[seat], error_kw={"linewidth": 0.8},
        )
    axes.set_yticks([row + 0.4 - thickness / 2 for row in range(len(rows))], [_short(name) for name, _ in rows])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.axvline(100 / seats, color="black", linewidth=0.8, linestyle="--", label=f"even: {100 / seats:.0f} %")
    axes.set_xlabel("games won from the seat, % (bars: 95 % interval over deals)")


def _wins_by_seat(path: Path, run: ArenaRun, found: list[Standing]) -> None:
    figure, axes = _figure(8, 2.2 + 0.28 * len(found) * run.plan.players)
    _seat_bars(axes, run, [(s.agent, s.by_seat) for s in found])
    figure.legend(loc="outside lower center", fontsize=SMALL, ncols=run.plan.players + 1)
    note = "every deal played from every seat" if run.plan.rotate else "seats not rotated"
    _titled(axes, "Games won from each seat", run, note, 1)
    _save(figure, path)


def _seat_advantage(path: Path, run: ArenaRun, ladder: Ladder) -> None:
    """In a game against itself all that counts is the seat."""
    rows = [(standing.agent, standing.by_seat) for standing in _mirrors(ladder)]
    figure, axes = _figure(8, 2.2 + 0.28 * max(1, len(rows)) * run.plan.players)
    _seat_bars(axes, run, rows)
    figure.legend(loc="outside lower center", fontsize=SMALL, ncols=run.plan.players + 1)
    _titled(axes, "What the seat is worth", run, "each agent against itself", len(rows))
    _save(figure, path)


def _win_matrix(path: Path, run: ArenaRun, ladder: Ladder) -> None:
    names = ladder.agents
    players = run.plan.players
    figure, axes = _figure(3.2 + 1.1 * len(names), 2.4 + 0.75 * len(names))
    from matplotlib.colors import TwoSlopeNorm

    shares = [[ladder.share(a, b) if a != b else None for b in names] for a in names]
    shown = [[100 * s.win_share.mean if s else float("nan") for s in row] for row in shares]
    even = 1 / players
    image = axes.imshow(shown, cmap="RdBu", norm=TwoSlopeNorm(100 * even, 0, 100), aspect="auto")
    for i, row in enumerate(shares):
        for k, standing in enumerate(row):
            if standing is None:
                axes.text(k, i, "—", ha="center", va="center", color="grey")
                continue
            e = standing.win_share
            dark = (e.mean - even) / (1 - even if e.mean > even else even)        # -1 to 1
            words = percent(e).replace(" % ", "\n")
            colour = "white" if abs(dark) > 0.6 else "black"
            axes.text(k, i, words, ha="center", va="center", fontsize=SMALL, color=colour)
    labels = [_short(name) for name in names]
    axes.set_xticks(range(len(names)), labels, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), labels)
    axes.set_xlabel("against" if players == 2 else f"against {players - 1} copies of")
    axes.set_ylabel("agent")
    figure.colorbar(image, label="games won, %")
    _titled(axes, f"Games won, % [95 % interval]; even: {100 / players:.0f}", run)
    _save(figure, path)


def _ladder(path: Path, run: ArenaRun, ladder: Ladder) -> None:
    names = ladder.agents
    figure, axes = _figure(8, 1.9 + 0.4 * len(names))
    rated = [ladder.ratings[name] for name in names]
    rows = range(len(names))
    for fill, linked in (("full", True), ("none", False)):
        chosen = [(row, e) for row, e in zip(rows, rated, strict=True) if is_linked(e) == linked]
        label = None if linked else "won or lost all games against the others: how far away cannot be told"
        if chosen:
            axes.errorbar(
                [e.mean for _, e in chosen], [row for row, _ in chosen], fmt="o", fillstyle=fill, color=COLOURS[0],
                xerr=_errors([e for _, e in chosen]) if linked else None, capsize=3, label=label,
            )
    if not all(map(is_linked, rated)):
        axes.legend(fontsize=SMALL)
    for row, e in zip(rows, rated, strict=True):
        axes.annotate(f"{e.mean:.0f}", (e.mean, row), xytext=(0, 6), textcoords="offset points", ha="center",
                      fontsize=SMALL)
    axes.set_yticks(list(rows), [_short(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.7)
    axes.grid(axis="x", linewidth=0.4)
    model = "Bradley-Terry" if run.plan.players == 2 else "Plackett-Luce"
    axes.set_xlabel(f"rating, Elo-like points ({ladder.anchor} = 0; {model} fit; bars: 95 % interval over deals)")
    _titled(axes, "Ladder", run)
    _save(figure, path)
