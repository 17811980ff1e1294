"""The commands `simulate` and `ladder`. Whatever is heavy is imported when it is needed."""

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from undersea_env.commands.command_line import (
    BAD_USAGE,
    FAILED,
    INTERRUPTED,
    OK,
    CommandError,
    Parser,
    add_game_options,
    add_json,
    add_seed,
    agent_codes,
    chosen_game,
    given_options,
    number_from,
    seconds,
    show,
)
from undersea_env.core.options import Option

MOST_GAMES = 100_000_000
MOST_PROCESSES = 1024


def add_commands(commands: Any, rules: Iterable[Option]) -> None:
    _add_simulate(commands, rules)
    _add_ladder(commands, rules)


def add_controls(parser: Parser) -> None:
    parser.add_argument("--controls", action="store_true", help="also each agent against itself and against random")


def add_running(parser: Parser) -> None:
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep every game; a folder means its replays.jsonl")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="results and plots; a stopped run goes on from here")
    parser.add_argument("--repair", action="store_true", help="games in the folder that are damaged are played again")
    parser.add_argument("--no-plots", action="store_true", help="no pictures in the folder")
    parser.add_argument("--time-limit", type=seconds, default=10.0, metavar="SECONDS",
                        help="of a bot's file for a question, and a tenth of it for every game more (default 10)")
    parser.add_argument("--processes", type=number_from(1, MOST_PROCESSES), help="default: one for each core")
    add_seed(parser, "decides all deals and all agents")
    add_json(parser)


# --- simulate ---


def _add_simulate(commands: Any, rules: Iterable[Option]) -> None:
    simulate = commands.add_parser("simulate", help="games between agents, with results and intervals")
    simulate.add_argument("--seats", type=agent_codes, required=True, metavar="AGENTS", help="one a seat")
    simulate.add_argument("--games", type=number_from(1, MOST_GAMES), default=1000, help="default 1000")
    add_controls(simulate)
    simulate.add_argument("--no-rotate", action="store_true", help="everybody keeps the seat")
    simulate.add_argument("--campaign", action="store_true", help="whole campaigns, so many as --games says")
    simulate.add_argument("--tell", action="store_true", help="first the first game, in sentences")
    add_game_options(simulate, rules)
    add_running(simulate)
    simulate.set_defaults(run=run_simulation)


def run_simulation(options: argparse.Namespace, best_game: Path | None = None) -> int:
    """The game in which the first agent had the most points goes to the file `best_game`, if that is given."""
    from undersea_env.agents.arena import simulation
    from undersea_env.agents.arena.ladder import controls_for, controls_of
    from undersea_env.agents.arena.plan import Match, Plan
    from undersea_env.agents.arena.results import told_first_game

    if getattr(options, "campaign", False):
        return _simulate_campaigns(options)
    choice = chosen_game(options, len(options.seats))
    tells = getattr(options, "tell", False)                      # `eval` plays by the same function
    rotations = 1 if options.no_rotate else choice.num_players
    deals = -(-options.games // rotations)                       # whole deals: rather a game too many
    controls = controls_for(options.seats, choice.num_players) if options.controls else ()
    keeps_games = options.record is not None or best_game is not None or tells
    plan = Plan(
        choice, (Match(tuple(options.seats)), *controls), deals, options.seed, not options.no_rotate,
        _deals_in_chunk(options.seats), keeps_games, options.time_limit,
    )

    def report(run: Any, settings: dict[str, Any]) -> "Report":
        found, beside = simulation.standings_of(run), controls_of(run)
        results = simulation.results_of(run, settings, found, beside)
        words = simulation.words_of(run, found, beside)
        if tells:
            words = f"{told_first_game(run)}\n\n{words}"
        return Report(results, words, {"agents.csv": simulation.agents_csv(run, found)}, found)

    return _run(options, plan, "simulate", report, "plot_simulation", best_game)


def _simulate_campaigns(options: argparse.Namespace) -> int:
    from undersea_env.agents.arena import campaign_report, campaigns
    from undersea_env.agents.arena.plan import Match, Plan
    from undersea_env.agents.arena.results import told_first_game

    if options.controls:
        raise CommandError("--controls is for single games; leave it out with --campaign", BAD_USAGE)
    choice, _ = campaigns.begin(options.game, len(options.seats), options.components, **given_options(options))
    deals = -(-options.games // (1 if options.no_rotate else choice.num_players))
    chapters = len(choice.kind.checked_campaign().CHAPTERS)
    plan = Plan(
        choice, (Match(tuple(options.seats)),), deals, options.seed, not options.no_rotate,
        -(-_deals_in_chunk(options.seats) // chapters), options.record is not None or options.tell, options.time_limit,
        campaign=True,
    )

    def report(run: Any, settings: dict[str, Any]) -> "Report":
        found = campaign_report.standings_of(run)
        results = campaign_report.results_of(run, settings, found)
        words = campaign_report.words_of(run, found)
        if options.tell:
            words = f"{told_first_game(run)}\n\n{words}"
        return Report(results, words, {"chapters.csv": campaign_report.chapters_csv(run)}, found)

    return _run(options, plan, "simulate", report, None)


# --- ladder ---


def _add_ladder(commands: Any, rules: Iterable[Option]) -> None:
    ladder = commands.add_parser("ladder", help="every agent against every other, and ratings")
    ladder.add_argument("--agents", type=agent_codes, required=True, metavar="AGENTS", help="such as greedy,my_bot.py")
    ladder.add_argument("--deals", type=number_from(1, MOST_GAMES), default=500, help="for each match (default 500)")
    ladder.add_argument("--players", type=int, default=2, metavar="N", help="two or more (default 2)")
    add_game_options(ladder, rules)
    add_running(ladder)
    ladder.set_defaults(run=_ladder)


def _ladder(options: argparse.Namespace) -> int:
    from undersea_env.agents.arena import ladder
    from undersea_env.agents.arena.plan import Plan
    from undersea_env.agents.arena.running import names_of

    choice = chosen_game(options, options.players)
    matches = ladder.schedule(options.agents, choice.num_players)
    ladder.check_names(list(names_of((code for match in matches for code in match.agents), choice.game()).values()))
    plan = Plan(
        choice, matches, options.deals, options.seed, True, _deals_in_chunk(options.agents),
        options.record is not None, options.time_limit,
    )

    def report(run: Any, settings: dict[str, Any]) -> "Report":
        found = ladder.ladder_of(run)
        return Report(
            ladder.results_of(run, settings, found), ladder.words_of(run, found), ladder.tables_of(found), found
        )

    return _run(options, plan, "ladder", report, "plot_ladder")


# --- what both do ---


@dataclass(frozen=True)
class Report:
    """What a run comes to: for machines, for people, as tables, and what plots are drawn from."""

    results: dict[str, Any]
    words: str
    tables: dict[str, str]
    found: Any


def _deals_in_chunk(codes: list[str]) -> int:
    from undersea_env.agents.registry import deals_at_once

    return min(deals_at_once(code) for code in codes)


def _run(
    options: argparse.Namespace, plan: Any, command: str, report: Any, plots: str | None, best_game: Path | None = None
) -> int:
    from undersea_env.agents.arena.folder import held

    with held(options.out):                                # results and plots are part of it
        return _play_and_tell(options, plan, command, report, plots, best_game)


def _play_and_tell(
    options: argparse.Namespace, plan: Any, command: str, report: Any, plots: str | None, best_game: Path | None
) -> int:
    from undersea_env.agents.arena import results
    from undersea_env.agents.arena.running import available_cores, play_plan, settings_of

    results.check_record(options.record, options.out)
    settings = settings_of(plan, command)                  # before a bot can change its file
    run = play_plan(plan, command, options.out, options.processes, show_progress=True, repair=options.repair)
    if options.record is not None and run.chunks:
        results.write_record(options.record, run)
    if best_game is not None and run.chunks:
        results.write_best_game(best_game, run)
    if not run.chunks:
        print(f"undersea: stopped before {_chunk_words(plan)} was complete; nothing was kept", file=sys.stderr)
        return INTERRUPTED
    found: Report = report(run, settings)
    about = results.about_run(run, options.words, options.processes or available_cores())
    if options.out is not None:
        results.write_results(options.out, run, found.results, about, found.tables)
    show(options, found.results | {"run": about}, found.words)
    if run.stopped:
        kept = f"the same command goes on from {options.out}" if options.out else "with --out FOLDER it could go on"
        print(f"undersea: stopped; {kept}", file=sys.stderr)
        return INTERRUPTED
    if options.out is not None and plots is not None and not options.no_plots:
        from undersea_env.agents.arena import plots as drawing

        getattr(drawing, plots)(options.out, run, found.found)
    lost = results.lost_all_by_default(run)
    if lost:
        print(f"undersea: {', '.join(lost)} lost every game by default", file=sys.stderr)
    return FAILED if lost else OK


def _chunk_words(plan: Any) -> str:
    return f"the first chunk ({min(plan.deals, plan.deals_in_chunk)} deals)"
