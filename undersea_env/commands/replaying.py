"""The commands `replay` and `stats`: recorded games told, checked and counted."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from undersea_env.commands.command_line import (
    FAILED,
    OK,
    CommandError,
    add_components,
    add_json,
    add_seed,
    number_from,
    show,
)
from undersea_env.core.registry import games, kind_of

MOST_GAMES = 1_000_000_000
SHOWN_PROBLEMS = 5


def add_commands(commands: Any) -> None:
    replay = commands.add_parser("replay", help="a recorded game in sentences, or a check of all of them")
    replay.add_argument("file", type=Path, metavar="FILE", help="recorded games; a folder means its replays.jsonl")
    replay.add_argument("--number", type=number_from(1, MOST_GAMES), metavar="K", help="which one (default 1)")
    replay.add_argument("--verify", action="store_true", help="play all games again, or game K, and compare the scores")
    replay.add_argument("--seat", type=int, metavar="S", help="only what this seat may know")
    replay.add_argument("--to-decision", type=int, metavar="N", help="only so far")
    replay.add_argument("--svg", type=Path, metavar="FILE", help="a picture of the position where the telling ends")
    replay.add_argument("--html", type=Path, metavar="FILE", help="the whole game as a page that needs no server")
    _add_origin(replay)
    add_json(replay)
    replay.set_defaults(run=_replay)

    stats = commands.add_parser("stats", help="what was played in recorded games, and how it goes with winning")
    stats.add_argument("file", type=Path, metavar="FILE", help="recorded games; a folder means its replays.jsonl")
    stats.add_argument("--top", type=number_from(1, MOST_GAMES), default=15, metavar="N",
                       help="of each kind the N that go with winning or losing most (default 15)")
    stats.add_argument("--all", action="store_true", help="everything, by number")
    stats.add_argument("--out", type=Path, metavar="FOLDER", help="stats.json and stats.csv")
    _add_origin(stats)
    add_seed(stats, "of the resamples for the intervals")
    add_json(stats)
    stats.set_defaults(run=_stats)


def _add_origin(parser: argparse.ArgumentParser) -> None:
    """A file names its game; one that lies elsewhere is believed only if the command names it too."""
    parser.add_argument("--game", metavar="NAME", default=argparse.SUPPRESS,
                        help="the module of their game, if it is none of this package")
    add_components(parser, "the component book that the games were played with")


def is_old_number(argv: Sequence[str], named: str) -> bool:
    """`replay --number K` was `replay --game K` in version 0.1."""
    return "replay" in argv and re.fullmatch("[1-9][0-9]{0,8}", named) is not None


def _know_game(options: argparse.Namespace) -> None:
    """Import a game that lies elsewhere: files may name it then."""
    if options.game not in games():
        kind_of(options.game)


# --- replay ---


def _replay(options: argparse.Namespace) -> int:
    from undersea_env.agents.arena.folder import write_whole
    from undersea_env.agents.arena.replays import read_replays
    from undersea_env.agents.arena.resimulation import nth
    from undersea_env.agents.arena.telling import tell_game

    _know_game(options)
    if options.number is None and options.old_number is not None:
        print("undersea: --game names a game; the number of a recorded one is --number now", file=sys.stderr)
        options.number = options.old_number
    if options.verify:
        return _verify(options)
    replay = nth(read_replays(options.file, options.components), options.number or 1)
    if options.html is not None:
        return _write_page(options, replay)
    found = tell_game(replay, options.seat, options.to_decision)
    if options.svg is not None:
        write_whole(options.svg, found.state.render("svg", options.seat))
    return show(options, found.as_data(), found.words())


def _write_page(options: argparse.Namespace, replay: Any) -> int:
    from undersea_env.agents.arena.folder import write_whole
    from undersea_env.web.export import page_of

    if options.svg is not None or options.to_decision is not None:
        raise CommandError("--html has the whole game and all of its pictures; leave --svg and --to-decision out")
    write_whole(options.html, page_of(replay, options.seat))
    eyes = "all hands are shown" if options.seat is None else f"as seat {options.seat} saw it"
    data = {"file": str(options.html), "decisions": len(replay.actions), "seat": options.seat}
    return show(options, data, f"{options.html}: {len(replay.actions)} decisions, {eyes}; open it in a browser.")


def _verify(options: argparse.Namespace) -> int:
    from undersea_env.agents.arena.replays import read_replays
    from undersea_env.agents.arena.resimulation import nth, verified

    replays = read_replays(options.file, options.components)
    first = options.number or 1
    problems: list[dict[str, Any]] = []
    games = verified(
        replays if options.number is None else [nth(replays, options.number)],
        lambda number, problem: problems.append({"game": first + number - 1, "problem": problem}),
    )
    if problems and not options.json:
        words = "; ".join(f"game {wrong['game']}: {wrong['problem']}" for wrong in problems[:SHOWN_PROBLEMS])
        raise CommandError(f"{len(problems)} of {games} games are not as recorded: {words}")
    words = f"{games:,} game{'s' * (games > 1)} played again: all as recorded."
    show(options, {"games": games, "problems": problems}, words)
    return FAILED if problems else OK


# --- stats ---


def _stats(options: argparse.Namespace) -> int:
    from undersea_env.agents.arena.folder import as_json, write_whole
    from undersea_env.agents.arena.play_counts import counted
    from undersea_env.agents.arena.replays import read_replays

    _know_game(options)
    counts = counted(read_replays(options.file, options.components), options.seed)
    if options.out is not None:
        write_whole(options.out / "stats.json", as_json(counts.as_data()))
        write_whole(options.out / "stats.csv", counts.csv())
    return show(options, counts.as_data(), _stats_words(counts, None if options.all else options.top))


def _stats_words(counts: Any, top: int | None) -> str:
    from undersea_env.agents.arena.play_counts import FEW_SEATS, MANY_SEATS, OUT_OF_LINE, SELDOM
    from undersea_env.agents.arena.tabulating import percent, shown, text_table

    left_out = f"; {counts.unfinished:,} unfinished ones are left out" if counts.unfinished else ""
    parts = [
        f"{counts.games:,} finished games of {counts.deals:,} deals, {', '.join(counts.agents)}{left_out}; "
        f"winning score {shown(counts.winning_score)}; in brackets 95 % intervals over deals\n"
        "effect: win share of the seats with it less that of the seats without; it tells what goes together, not why\n"
        f"-: fewer than {FEW_SEATS} seats with it, or without"
        + ("; what the stronger of these agents likes looks good" if len(counts.agents) > 1 else "")
    ]
    for sort in counts.usage.SORTS:
        effects = [e for e in counts.effects if e.kind == sort]
        shown_effects = effects if top is None else sorted(effects, key=_strongest)[:top]
        rows = [
            [_name(counts, e), f"{e.held:,}" if e.held else "-", f"{e.times:,}", f"{e.seats:,}", _share(e),
             percent(e.effect)]
            for e in shown_effects
        ]
        if rows:
            more = len(effects) - len(rows)
            left_out = f"\n... and {more} more: --top N or --all shows them" if more else ""
            parts.append(text_table([sort, "held", "times", "seats", "win share", "effect"], rows) + left_out)
    far = sorted((e for e in counts.effects if e.is_out_of_line), key=lambda e: -abs(e.effect.mean))
    parts.append(
        f"Far out of line (the whole interval beyond {100 * OUT_OF_LINE:.0f} points), furthest first: "
        + ("; ".join(f"{e.kind} {_name(counts, e)} {percent(e.effect)}" for e in far) or "nothing")
    )
    left = [e for e in counts.effects if e.is_left_in_hand]
    parts.append(
        f"Left in hand (used by fewer than {100 * SELDOM:.0f} % of the seats that held it, where {MANY_SEATS} did): "
        + ("; ".join(f"{e.kind} {_name(counts, e)} {e.seats} of {e.held:,}" for e in left) or "nothing")
    )
    return "\n\n".join(parts)


def _strongest(effect: Any) -> float:
    """The largest effects first, then those of which too little is known."""
    return -abs(effect.effect.mean) if effect.effect.mean == effect.effect.mean else 1.0


def _share(effect: Any) -> str:
    return f"{100 * effect.win_share:.1f} %" if effect.seats else "-"


def _name(counts: Any, effect: Any) -> str:
    return str(effect.id) if effect.kind in counts.usage.KNOWN_BY_ID else f"{effect.id} {effect.name}"
