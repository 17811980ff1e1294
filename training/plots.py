"""The learning curves of a run as a picture."""

from pathlib import Path
from typing import Any

from undersea_env.errors import MissingExtra
from undersea_env.training.evaluation import EARLIER, GREEDY, RANDOM
from undersea_env.training.runs import CURVES, EVALUATIONS, read_table

PICTURE = "learning_curves.png"
MILLION = 1e6
LINES = {GREEDY: "-", RANDOM: "--", EARLIER: ":"}      # by opponent; colours go by the number of players


def plot_run(folder: Path) -> Path | None:
    """None if nothing was written down yet."""
    curves, evaluations = read_table(folder / CURVES), read_table(folder / EVALUATIONS)
    if not curves:
        return None
    figure = _new_figure(7)
    wins, leads, points, others = figure.subplots(2, 2).flat
    for opponent, players in dict.fromkeys((row["opponent"], row["players"]) for row in evaluations):
        rows = [row for row in evaluations if (row["opponent"], row["players"]) == (opponent, players)]
        made = [float(row["decisions"]) / MILLION for row in rows]
        label = f"{opponent}, {players} players" if opponent != "alone" else "alone"
        look = {"color": f"C{int(players) - 1}", "linestyle": LINES.get(opponent, "-"), "marker": "o", "markersize": 3}
        wins.plot(made, [100 * float(row["win_share"]) for row in rows], label=label, **look)
        leads.plot(made, [float(row["lead"]) for row in rows], **look)
    if evaluations:
        figure.legend(loc="outside right upper", fontsize=8, title="against")
    _titled(wins, "Games won against", "%", has_legend=False)
    _titled(leads, "Lead over", "points (alone: the score)")
    made = [float(row["decisions"]) / MILLION for row in curves]
    points.plot(made, [float(row["points"]) for row in curves], linewidth=0.8)
    _titled(points, "Score in training", "points of learning seats")
    for name in ("entropy", "value_explained"):
        others.plot(made, [float(row[name]) for row in curves], linewidth=0.8, label=name.replace("_", " "))
    _titled(others, "Entropy of the policy; share of the returns that the value explains", "")
    return _saved(figure, folder, curves)


def plot_value_run(folder: Path) -> Path | None:
    """The same of a run of `undersea train value`."""
    curves = read_table(folder / CURVES)
    if not curves:
        return None
    figure = _new_figure(4)
    errors, explained = figure.subplots(1, 2).flat
    made = [float(row["decisions"]) / MILLION for row in curves]
    for name, label in (("greedy_", "greedy"), ("", "learned")):
        errors.plot(made, [float(row[f"{name}error"]) for row in curves], linewidth=0.8, label=label)
        explained.plot(made, [100 * float(row[f"{name}explained"]) for row in curves], linewidth=0.8, label=label)
    _titled(errors, "Error of the value in new games", "points (root of the mean square)")
    _titled(explained, "Share of the variance of final points that it explains", "%")
    return _saved(figure, folder, curves)


def _new_figure(height: float) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("plots need matplotlib: pip install 'undersea-env[eval]'; everything else has been written "
                           "(--no-plots leaves them out)") from None  # fmt: skip
    return Figure(figsize=(11, height), dpi=120, layout="constrained")


def _saved(figure: Any, folder: Path, curves: list[dict[str, str]]) -> Path:
    figure.suptitle(f"{folder.name}: {len(curves):,} updates, {float(curves[-1]['seconds']) / 60:.0f} minutes")
    path = folder / PICTURE
    figure.savefig(path, metadata={"Software": None})
    return path


def _titled(axes: Any, title: str, unit: str, has_legend: bool = True) -> None:
    axes.set_title(title, fontsize=10)
    axes.set_xlabel("decisions, millions")
    axes.set_ylabel(unit)
    axes.grid(linewidth=0.3)
    if has_legend and axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=8)
