"""The comparison with other libraries as a table and as a picture."""

import math
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from undersea_env.benchmarks.engine import MAIN_PLAYERS, Result
from undersea_env.benchmarks.ours import CEILING, PEER
from undersea_env.errors import InvalidOption, MissingExtra

DOORS = {
    "loop": "one compiled loop",
    "batch": "calls for a batch",
    "object": "one position at a time",
    "aec": "PettingZoo",
}
GROUPS = {                                         # panels of the picture: (door, with observations)
    "Many games at once, masks only": {("loop", False), ("batch", False)},
    "Many games at once, masks and observations": {("loop", True), ("batch", True)},
    "One position at a time from Python, legal actions only": {("object", False)},
    "One position at a time from Python, with observations": {("object", True), ("aec", True)},
}
OURS_COLOUR, PEER_COLOUR, CEILING_COLOUR = "#0072b2", "#d55e00", "#777777"
MICROSECONDS = 1e6
SMALL = 8

NOTES = """\
- **Games differ, so no ratio says that one library is better written.** A decision of ours is one small part of a turn;
  in chess it is the whole turn. That is why there are three costs: of a decision, of a turn (all decisions that one
  player makes in a row) and of a whole game. What a decision costs depends on the rules behind it: our exact masks
  play effects of cards through, a mask of 2048 asks whether four rows can move.
- A *compiled loop* chooses inside of the compiled code; *calls for a batch* go through Python once a step for all
  games; *one position at a time* goes through Python for every decision. Only rows that are called alike are compared,
  both with observations or both without; a peer's compiled loop that always observes is compared with our
  `vector_env`, which goes through Python once a step.
- The ratio is ours divided by theirs, in decisions a second: ours nearest in time (the median of just before and just
  after), with the same number of threads and the nearest batch. Above 1 ours is faster.
- Play is uniform over the legal actions, in the form in which the library gives them (list or mask). Chance moves are
  played but not counted. Times do not contain compiling, importing or installing.
- Two threads: ours are its own; those of JAX are the cores it may use; fastcatan has a batch in each of two threads."""


# --- comparing ---


def nearest_of_ours(row: Result, ours: Sequence[Result]) -> Result | None:
    """Of ours what is called most alike: with or without observations as in the row, then the door, threads, batch."""
    is_single = row["door"] in ("object", "aec")
    found = [
        own for own in ours
        if own["game"] != CEILING and own["players"] == MAIN_PLAYERS and own["observations"] == row["observations"]
        and (own["door"] == row["door"] if is_single else own["door"] in ("loop", "batch"))
    ]

    def distance(own: Result) -> tuple[bool, bool, float]:
        apart = abs(math.log(own["batch"] / row["batch"]))
        return own["door"] != row["door"], own["threads"] != row["threads"], apart

    return min(found, key=distance, default=None)


def compared(result: Result) -> Result:
    """With the ratio of ours to each row of a peer."""
    rows = []
    for row in result["peers"]:
        own = nearest_of_ours(row, result["ours"])
        if own is not None:
            near = median(own["samples"][k] for k in row["between"])
            facts = {name: own[name] for name in ("door", "observations", "batch", "threads", "players")}
            ratio = near / row["decisions_per_second"]["median"]
            row = row | {"compared_with": facts, "ours_nearby": near, "ratio": ratio}
        rows.append(row)
    return result | {"peers": rows}


# --- the table ---


def rounded(value: float | None) -> str:
    """Three digits that count; a measurement has no more."""
    if value is None:
        return "-"
    if value == 0:
        return "0"
    digits = 2 - math.floor(math.log10(abs(value)))
    return f"{round(value, digits):,.{max(0, digits)}f}"


def costs_of(row: Result) -> Result:
    """Microseconds of a decision, a turn and a game; None where their number is not known."""
    decision = MICROSECONDS / row["decisions_per_second"]["median"]
    game = decision * row["decisions_per_game"] if row["decisions_per_game"] else None
    turn = game / row["turns_per_game"] if game is not None and row["turns_per_game"] else None
    return {"decision": decision, "turn": turn if row.get("players") != 1 else None, "game": game}


HEADINGS = (
    "library", "game, players", "called by", "observations", "batch", "threads", "decisions/s (low to high)", "games/s",
    "µs a decision", "µs a turn", "µs a game", "decisions a game", "legal actions", "bytes a game", "ours / theirs",
)


def cells_of(row: Result) -> list[str]:
    speed, costs = row["decisions_per_second"], costs_of(row)
    is_ceiling = row["game"] == CEILING
    return [
        "" if is_ceiling else f"{row['peer']} {row['version']}",
        row["game"] if is_ceiling else f"{row['game']}, {row['players']}",
        DOORS[row["door"]],
        "yes" if row["observations"] else "no",
        f"{row['batch']:,}",
        str(row["threads"]),
        f"{rounded(speed['median'])} ({rounded(speed['low'])} to {rounded(speed['high'])})",
        rounded(row["games_per_second"]),
        rounded(costs["decision"]),
        rounded(costs["turn"]),
        rounded(costs["game"]),
        rounded(row["decisions_per_game"]),
        rounded(row["mean_legal_actions"]),
        rounded(row.get("state_bytes")),
        rounded(row.get("ratio")),
    ]


def table(result: Result) -> str:
    """In Markdown, with all that is needed to read it."""
    machine = result["machine"]
    how = result["peers"][0]["how"] if result["peers"] else None
    own = result["ours"][0]["how"]
    lines = [
        "# Speed beside other libraries",
        "",
        f"Random legal play, every legal action or mask computed and used. {machine['cpu']}, "
        f"{machine['usable_cores']} of {machine['cores']} cores, {machine['system']}, Python {machine['python']}, "
        f"numba {machine['numba']}, numpy {machine['numpy']}.",
        f"Ours: medians of {own['repeats']} measurements of {own['seconds']:g} s, before, between and after the peers"
        + (f"; peers: medians of {how['repeats']} of {how['seconds']:g} s." if how else "."),
        "",
        "| " + " | ".join(HEADINGS) + " |",
        "|" + " --- |" * len(HEADINGS),
    ]
    lines += ["| " + " | ".join(cells_of(row)) + " |" for row in [*result["ours"], *result["peers"]]]
    lines += ["", NOTES]
    if result["skipped"]:
        lines += ["", "Skipped:", ""]
        lines += [f"- {', '.join(filter(None, (one['peer'], one['game'])))}: {one['why']}" for one in result["skipped"]]
    return "\n".join(lines) + "\n"


# --- the picture ---


def shown_rows(result: Result, doors: set[tuple[str, bool]]) -> list[Result]:
    """On one thread, of each game of each library the fastest way to call it; the fastest first."""
    best: dict[tuple[str, str, int, str], Result] = {}
    for row in [*result["ours"], *result["peers"]]:
        if (row["door"], row["observations"]) not in doors or row["threads"] != 1 or row["game"] == CEILING:
            continue
        own_door = row["door"] if row["peer"] == PEER else ""
        key = (row["peer"], row["game"], row["players"], own_door)
        if key not in best or speed_of(row) > speed_of(best[key]):
            best[key] = row
    return sorted(best.values(), key=speed_of, reverse=True)


def speed_of(row: Result) -> float:
    return float(row["decisions_per_second"]["median"])


def label_of(row: Result) -> str:
    if row["peer"] != PEER:
        return f"{row['peer']}: {row['game']}"
    players = f"{row['players']} players, " if row["door"] == "loop" else ""
    return f"{row['game']} ({players}{DOORS[row['door']]})"


def draw(result: Result, path: Path) -> None:
    """Decisions and whole games a second on one thread, on a logarithmic scale; one panel a way to call."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("the picture needs matplotlib: pip install matplotlib, or --no-plots") from None
    panels = {title: shown_rows(result, doors) for title, doors in GROUPS.items()}
    panels = {title: rows for title, rows in panels.items() if rows}
    heights = [1 + len(rows) for rows in panels.values()]
    with matplotlib.rc_context({"svg.hashsalt": "peers", "svg.fonttype": "path"}):
        figure = Figure(figsize=(11, 1.8 + 0.23 * sum(heights)), layout="constrained")
        grid = figure.subplots(len(panels), 2, sharex="col", squeeze=False, height_ratios=heights)
        ceiling = next((speed_of(row) for row in result["ours"] if row["game"] == CEILING), None)
        for (speeds, games), (title, rows) in zip(grid, panels.items(), strict=True):
            _panel(speeds, rows, "decisions_per_second")
            _panel(games, rows, "games_per_second")
            speeds.set_title(title, fontsize=10, loc="left")
            games.set_yticks([])
        if ceiling:
            grid[0][0].axvline(ceiling, color=CEILING_COLOUR, linewidth=1.0, linestyle="--")
        grid[-1][0].set_xlabel("decisions a second (logarithmic; bars: lowest to highest)")
        grid[-1][1].set_xlabel("whole games a second (logarithmic)")
        machine = result["machine"]
        words = f"dashed: a loop that only reads, masks and writes a record of our size. {machine['cpu']}"
        ours = next(row["game"] for row in result["ours"] if row["game"] != CEILING)
        title = f"Random legal play on one thread: {ours} (blue) and other libraries (orange)"
        figure.suptitle(f"{title}\n{words}", fontsize=10)
        try:
            figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {"Software": None})
        except OSError as error:
            raise InvalidOption(f"{path} cannot be written: {error.strerror}") from None


def _panel(axes: Any, rows: list[Result], measure: str) -> None:
    axes.set_xscale("log")
    for place, row in enumerate(rows):
        colour = OURS_COLOUR if row["peer"] == PEER else PEER_COLOUR
        speed = row[measure]
        if measure == "decisions_per_second":
            axes.plot([speed["low"], speed["high"]], [place, place], color=colour, linewidth=3, alpha=0.4)
            speed = speed["median"]
        if speed is None:
            continue
        axes.plot([speed], [place], "o", color=colour, markersize=5)
        axes.annotate(rounded(speed), (speed, place), xytext=(6, 0), textcoords="offset points", fontsize=SMALL,
                      va="center", color=colour)
    axes.set_yticks(range(len(rows)), [label_of(row) for row in rows], fontsize=SMALL)
    for tick, row in zip(axes.get_yticklabels(), rows, strict=True):
        tick.set_color(OURS_COLOUR if row["peer"] == PEER else "black")
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.margins(x=0.15)
    axes.grid(axis="x", linewidth=0.3)
    axes.tick_params(axis="x", labelsize=SMALL)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value / 1e6:g} M" if value >= 1e6 else f"{value:,g}")
