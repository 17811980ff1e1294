"""What every run writes into its folder: results that are the same every time, and how the run itself went."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from undersea_env.agents.arena.campaigns import chapter_of
from undersea_env.agents.arena.folder import as_json, write_whole
from undersea_env.agents.arena.replays import FILE_NAME, line_of, parsed, replace_components
from undersea_env.agents.arena.running import ArenaRun, machine
from undersea_env.agents.arena.standings import labels_of
from undersea_env.agents.arena.tabulating import csv_text
from undersea_env.errors import InvalidOption

RESULTS, RUN, GAMES = "results.json", "run.json", "games.csv"


def labels(run: ArenaRun, match: int) -> list[str]:
    return labels_of([run.names[code] for code in run.plan.matches[match].agents])


def deals_played(run: ArenaRun) -> int:
    return len({game["deal"] for chunk in run.chunks for game in chunk["games"]})


def games_played(run: ArenaRun) -> int:
    return sum(len(chunk["games"]) for chunk in run.chunks)


def lost_all_by_default(run: ArenaRun) -> list[str]:
    """The names of agents that have finished none of their games."""
    games: Counter[str] = Counter()
    for match, played in run.matches():
        called = [run.names[code] for code in run.plan.matches[match].agents]
        for game in played:
            loser = None if game["forfeit"] is None else called[game["entrants"][game["forfeit"]["seat"]]]
            games.update({*called} - {loser})
    return [name for name in dict.fromkeys(run.names.values()) if run.chunks and not games[name]]


def milliseconds(run: ArenaRun) -> dict[str, float | None]:
    """The time that each agent took for a decision; it was asked for many at once."""
    seconds, decisions = dict.fromkeys(run.names.values(), 0.0), dict.fromkeys(run.names.values(), 0)
    for chunk in run.chunks:
        codes = run.plan.matches[run.plan.chunks[chunk["chunk"]].match].agents
        for k, code in enumerate(codes):
            seconds[run.names[code]] += chunk["seconds"][k]
            decisions[run.names[code]] += chunk["decisions"][k]
    return {name: round(1000 * seconds[name] / n, 6) if n else None for name, n in decisions.items()}


def about_run(run: ArenaRun, command_line: str, processes: int) -> dict[str, Any]:
    """How it went; the seconds that agents thought are those of all processes and sessions together."""
    return {
        "command_line": command_line,
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "thinking_seconds": round(sum(sum(chunk["seconds"]) for chunk in run.chunks), 3),
        "processes": processes,
        "machine": machine(),
        "milliseconds_per_decision": milliseconds(run),
    }


def games_csv(run: ArenaRun) -> str:
    """One row for each seat of each game."""
    header = ["match", "deal", "seed", "rotation", "seat", "agent", "score", "rank", "win", "decisions", "forfeit",
              *run.sources]
    return csv_text(header, _game_rows(run))


def _game_rows(run: ArenaRun) -> Iterator[list[Any]]:
    for match, games in run.matches():
        names = labels(run, match)
        for game in games:
            for seat, entrant in enumerate(game["entrants"]):
                failed = game["forfeit"] is not None and game["forfeit"]["seat"] == seat
                yield [
                    match, game["deal"], game["seed"], game["rotation"], seat, names[entrant],
                    game["scores"][seat] if game["scores"] else None, game["ranks"][seat], game["wins"][seat],
                    game["decisions"][seat], game["forfeit"]["kind"] if failed else "",
                    *(game["sources"][seat] if game["sources"] else [None] * len(run.sources)),
                ]


def write_results(
    folder: Path, run: ArenaRun, results: dict[str, Any], about: dict[str, Any], tables: dict[str, str]
) -> None:
    write_whole(folder / RESULTS, as_json(results))
    write_whole(folder / RUN, as_json(about))
    for name, text in ({GAMES: games_csv(run)} | tables).items():
        write_whole(folder / name, text)


def place_of_record(path: Path) -> Path:
    return path / FILE_NAME if path.is_dir() or not path.suffix else path


def check_record(path: Path | None, out: Path | None) -> None:
    """Nobody's file is written over, but for that of the same run that goes on."""
    if path is None:
        return
    place = place_of_record(path)
    goes_on = out is not None and (out / "settings.json").exists()
    if place.exists() and not goes_on:
        raise InvalidOption(f"{place} exists already; choose another file for the recorded games")


def write_record(path: Path, run: ArenaRun) -> None:
    lines = (line for match, games in run.matches() for game in games for line in _lines(run, match, game))
    write_whole(place_of_record(path), "".join(lines))


def told_first_game(run: ArenaRun) -> str:
    """The first game of the first match in sentences, and its score sheet; of a campaign, each chapter."""
    from undersea_env.agents.arena.telling import tell_game

    parts: list[str] = []
    for line in _lines(run, 0, dict(run.matches())[0][0]):
        told = tell_game(replace_components(parsed(line.encode()), run.plan.choice.components))
        parts += ["\n".join(told.heading), "\n".join(told.lines), told.state.game.kind.words.score_sheet(told.state)]
    return "\n\n".join(parts)


def write_best_game(path: Path, run: ArenaRun) -> None:
    """The game of the first match in which the first of the entrants had the most points."""
    games = [game for game in dict(run.matches())[0] if game["scores"] is not None]
    if games:
        best = max(games, key=lambda game: game["scores"][game["entrants"].index(0)])
        write_whole(path, "".join(_lines(run, 0, best)))


def _lines(run: ArenaRun, match: int, game: dict[str, Any]) -> Iterator[str]:
    """Of a game, or of all chapters of a campaign."""
    choice, names = run.plan.choice, [run.names[code] for code in run.plan.matches[match].agents]
    for played in game.get("chapters", [game]):
        of_game = chapter_of(choice, played["record"]) if run.plan.campaign else choice
        yield line_of(played, of_game, names)
