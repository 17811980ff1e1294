"""The learning curves of a run as a picture that can be read without more words."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from undersea_env.agents.arena.plots import COLOURS
from undersea_env.errors import MissingExtra
from undersea_env.training.evaluation import ALONE, EARLIER, GREEDY, RANDOM
from undersea_env.training.runs import CURVES, EVALUATIONS, read_table, stored_config

PICTURE = "learning_curves.png"
SMALL = 8
TICKS = 6                                              # of an axis along the run, at most
CLOSEST = 0.05                                         # such ticks, as a share of the width
FEW = 20                                               # lines of a table, each of which is shown as a dot
UNITS = {"decisions": ("decisions, millions", 1e6), "seconds": ("minutes", 60.0)}     # by the column of the tables
LOOKS: dict[str, dict[str, Any]] = {                   # by opponent: single dots differ, also on one another
    GREEDY: {"color": COLOURS[0], "marker": "o", "markersize": 5},
    RANDOM: {"color": COLOURS[1], "marker": "s", "markersize": 5},
    EARLIER: {"color": COLOURS[2], "marker": "^", "markersize": 9, "fillstyle": "none", "linestyle": ":"},
    ALONE: {"color": COLOURS[3], "marker": "D", "markersize": 5},
}
IMITATES = "it learns to answer like greedy, which plays half of the games"
SEARCHES = "the search plays with the value learned so far; before that greedy plays"

Axes = Any                                            # matplotlib is an extra, so its types are not at hand
Rows = list[dict[str, str]]


@dataclass(frozen=True)
class Phase:
    """A part of the run that curves cannot be understood without; it is shaded."""

    column: str                                       # of curves.csv: 1 in this phase
    name: str
    words: str


def plot_run(folder: Path) -> Path | None:
    """None if nothing was written down yet."""
    curves = read_table(folder / CURVES)
    if not curves:
        return None
    picture = Picture(folder, curves, Phase("imitates", "imitation", IMITATES))
    points, others = picture.last_row
    picture.draw(points, "points", color="black")
    picture.title(points, "Score in training: learning seats, any opponent", "points")
    for name, colour in (("entropy", COLOURS[3]), ("value_explained", COLOURS[4])):
        picture.draw(others, name, label=name.replace("_", " "), color=colour)
    picture.title(others, "Entropy of the policy; share of the returns that the value explains", "")
    others.legend(fontsize=SMALL)
    return picture.saved()


def plot_value_run(folder: Path) -> Path | None:
    """The same of a run of `undersea train value`, along its minutes: the search makes few decisions in them."""
    curves = read_table(folder / CURVES)
    if not curves:
        return None
    picture = Picture(folder, curves, Phase("search", "search", SEARCHES), "seconds", "decisions")
    errors, explained = picture.last_row
    for name, label, colour in (("greedy_", "value of greedy", "grey"), ("", "learned value", "black")):
        picture.draw(errors, f"{name}error", label=label, color=colour)
        picture.draw(explained, f"{name}explained", 100, label=label, color=colour)
    picture.title(errors, "Error of the value in new games", "points (root of the mean square)")
    picture.title(explained, "Share of the variance of final points that it explains", "%")
    errors.legend(fontsize=SMALL)
    return picture.saved()


class Picture:
    """A row of panels for each number of players, with what evaluations found, and a last row for the trainer."""

    def __init__(
        self, folder: Path, curves: Rows, phase: Phase, lower: str = "decisions", upper: str = "seconds"
    ) -> None:
        self.folder = folder
        self.curves = curves
        self.phase = phase
        self.lower, self.upper = lower, upper         # what is shown on these edges, as columns
        self.solo_goal = stored_config(folder).kind.solo_goal
        evaluations = read_table(folder / EVALUATIONS)
        tables = list(dict.fromkeys(row["players"] for row in evaluations))
        self.figure = _new_figure(3.4 * (len(tables) + 1) + 0.8)
        self.panels = self.figure.subplots(len(tables) + 1, 2, squeeze=False)
        self.last_row = self.panels[-1]
        for players, (wins, leads) in zip(tables, self.panels, strict=False):
            self._draw_strength(wins, leads, int(players), [row for row in evaluations if row["players"] == players])

    def draw(self, axes: Axes, column: str, scale: float = 1, **look: Any) -> None:
        """A column of curves.csv."""
        shown = [scale * number for number in _numbers(self.curves, column)]
        axes.plot(self.along(self.curves), shown, linewidth=0.8, marker="." if len(shown) < FEW else "", **look)

    def along(self, rows: Rows) -> list[float]:
        """Where these lines of a table lie in the panels."""
        return _in_units(rows, self.lower)

    def _draw_strength(self, wins: Axes, leads: Axes, players: int, rows: Rows) -> None:
        for opponent in dict.fromkeys(row["opponent"] for row in rows):
            found = [row for row in rows if row["opponent"] == opponent]
            self._draw_estimates(wins, found, "win_share", opponent, 100)
            self._draw_estimates(leads, found, "lead", opponent)
        is_team = rows[0]["opponent"] == ALONE
        even, goal = (None, self.solo_goal) if is_team else (100 / players, 0)
        for axes, level in ((wins, even), (leads, goal)):
            if level is not None:
                axes.axhline(level, color="grey", linewidth=0.8, linestyle="--")
        wins.set_ylim(-4, 104)
        table = f"{players} players" if players > 1 else "Alone"
        games = f"{int(rows[-1]['games']):,} games a point"
        self.title(wins, f"{table}: games won, {games}" + ("" if is_team else " (dashed: even)"), "%")
        what = "score" if is_team else "lead over the mean of the others (dashed: even)"
        if is_team and goal is not None:
            what += " (dashed: needed to win)"
        self.title(leads, f"{table}: {what}", "points")

    def _draw_estimates(self, axes: Axes, rows: Rows, name: str, opponent: str, scale: float = 1) -> None:
        mean, low, high = (scale * np.array(_numbers(rows, name + end)) for end in ("", "_low", "_high"))
        reach = np.maximum([mean - low, high - mean], 0)                     # a bound may be rounded past the mean
        axes.errorbar(
            self.along(rows), mean, yerr=reach, linewidth=1, elinewidth=0.8, capsize=2.5,
            label=opponent if opponent == ALONE else f"against {opponent}", **LOOKS[opponent],
        )

    def title(self, axes: Axes, title: str, unit: str) -> None:
        axes.set_title(title, fontsize=10)
        axes.set_ylabel(unit)
        axes.grid(linewidth=0.3)

    def saved(self) -> Path:
        for axes in self.panels.flat:
            self._shade(axes)
            self._show_progress(axes)
        self._explain()
        seconds = float(self.curves[-1]["seconds"])
        took = f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"
        self.figure.suptitle(f"{self.folder.name}: {len(self.curves):,} updates, {took} of training")
        path = self.folder / PICTURE
        self.figure.savefig(path, metadata={"Software": None})
        return path

    def _shade(self, axes: Axes) -> None:
        for first, last in self._stretches():
            axes.axvspan(first, last, color="grey", alpha=0.18, linewidth=0)
            axes.annotate(self.phase.name, (last, 0.03), xycoords=("data", "axes fraction"), rotation=90, ha="right",
                          va="bottom", fontsize=SMALL, color="dimgrey")

    def _stretches(self) -> Iterator[tuple[float, float]]:
        """From where to where the phase goes on; an update belongs to what came before it."""
        begun, before = None, 0.0
        for row, here in zip(self.curves, self.along(self.curves), strict=True):
            if row.get(self.phase.column) == "1":
                begun = before if begun is None else begun
            elif begun is not None:
                yield begun, before
                begun = None
            before = here
        if begun is not None:
            yield begun, before

    def _show_progress(self, axes: Axes) -> None:
        """Decisions and minutes, on two edges: a decision does not always take the same time."""
        from matplotlib.ticker import MaxNLocator

        lower, upper = ([0.0, *_in_units(self.curves, column)] for column in (self.lower, self.upper))
        axes.set_xlim(-0.02 * lower[-1], 1.02 * lower[-1])
        axes.xaxis.set_major_locator(MaxNLocator(TICKS))
        axes.set_xlabel(UNITS[self.lower][0], fontsize=SMALL)
        places, words = [-math.inf], []
        for tick in MaxNLocator(TICKS).tick_values(0, upper[-1]):
            place = float(np.interp(tick, upper, lower))
            if 0 <= tick <= upper[-1] and place - places[-1] > CLOSEST * lower[-1]:
                places.append(place)
                words.append(f"{tick:g}")
        top = axes.secondary_xaxis("top")
        top.set_xticks(places[1:], words)
        top.set_xlabel(UNITS[self.upper][0], fontsize=SMALL)
        top.tick_params(labelsize=SMALL)

    def _explain(self) -> None:
        """One legend for all panels: an opponent looks the same everywhere."""
        from matplotlib.patches import Patch

        found: dict[str, Any] = {}
        for axes in self.panels[:-1].flat:
            handles, labels = axes.get_legend_handles_labels()
            found |= dict(zip(labels, handles, strict=True))
        if any(self._stretches()):
            words = f"{self.phase.name}: {self.phase.words}"
            found[words] = Patch(color="grey", alpha=0.18, linewidth=0)
        if found:
            self.figure.legend(
                found.values(), found.keys(), loc="outside lower center", ncols=2, fontsize=SMALL,
                title="evaluations on deals that training never sees; bars: 95 % interval over deals",
                title_fontsize=SMALL,
            )


def _numbers(rows: Rows, name: str) -> list[float]:
    """A column; what an older version did not write is no number."""
    return [float(row.get(name) or "nan") for row in rows]


def _in_units(rows: Rows, column: str) -> list[float]:
    return [number / UNITS[column][1] for number in _numbers(rows, column)]


def _new_figure(height: float) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("plots need matplotlib: pip install matplotlib; everything else has been written "
                           "(--no-plots leaves them out)") from None
    return Figure(figsize=(11, height), dpi=120, layout="constrained")
