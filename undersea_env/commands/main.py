"""The command `undersea`: what is printed, a game to watch, the speed, the state of the installation."""

import argparse
import os
import platform
import random
import re
import shlex
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

from undersea_env import __version__
from undersea_env.commands import arena as arena_commands
from undersea_env.commands import describing as describe_command
from undersea_env.commands import playing as play_command
from undersea_env.commands import replaying as replay_commands
from undersea_env.commands import training as training_commands
from undersea_env.commands import warming as warm_command
from undersea_env.commands.command_line import (
    BAD_USAGE,
    CLOSED_PIPE,
    FAILED,
    INTERRUPTED,
    OK,
    CommandError,
    Parser,
    add_game_options,
    show,
)
from undersea_env.errors import UnderseaError
from undersea_env.underwater_cities import words

QUICK_ROUNDS = (1, 1, 1)
WHOLE_ROUNDS = (4, 3, 3)
CORE = ("numpy", "numba", "llvmlite", "gymnasium", "pettingzoo")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    try:
        code = _run(argv)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())     # what is left in the buffer goes nowhere
        return CLOSED_PIPE


def _run(argv: Sequence[str] | None) -> int:
    try:
        options = _parser().parse_args(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED
    options.words = shlex.join(["undersea", *(sys.argv[1:] if argv is None else argv)])
    try:
        return int(options.run(options))
    except CommandError as error:
        return _complain(str(error), error.code)
    except UnderseaError as error:
        return _complain(str(error), BAD_USAGE)
    except ValueError as error:
        if type(error).__name__ != "BookSizeError":
            raise
        return _complain(str(error), BAD_USAGE)


def _complain(message: str, code: int) -> int:
    print(f"undersea: {message}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    about = "The board game Underwater Cities as a reinforcement-learning environment."
    parser = Parser(prog="undersea", description=about)
    parser.add_argument("--version", action="version", version=f"undersea-env {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    describe_command.add_command(commands, words.topics)

    demo = commands.add_parser("demo", help="watch a game between random players")
    demo.add_argument("--players", type=int, default=2, metavar="N", help="1 to 4 (default 2)")
    demo.add_argument("--seed", type=int, default=7, help="decides all chance in the game and all moves (default 7)")
    add_game_options(demo)
    demo.add_argument("--quick", action="store_true", help="one round an era, and no measurement of the speed")
    demo.add_argument("--json", action="store_true", help="for machines")
    demo.set_defaults(run=_demo)

    bench = commands.add_parser("bench", help="measure the speed")
    bench.add_argument("--quick", action="store_true", help="a rougher measurement in less time")
    bench.add_argument("--json", action="store_true", help="for machines")
    bench.set_defaults(run=_bench)

    doctor = commands.add_parser("doctor", help="versions, compile cache, threads, extras, components")
    doctor.add_argument("--components", metavar="FOLDER", help="look at this component book")
    doctor.add_argument("--json", action="store_true", help="for machines")
    doctor.set_defaults(run=_doctor)

    arena_commands.add_commands(commands)
    replay_commands.add_commands(commands)
    play_command.add_command(commands)
    warm_command.add_command(commands)
    training_commands.add_commands(commands)
    return parser


# --- demo ---


def _demo(options: argparse.Namespace) -> int:
    import undersea_env

    game = undersea_env.game(
        num_players=options.players,
        boards=options.boards,
        contracts=options.contracts,
        rounds=QUICK_ROUNDS if options.quick else WHOLE_ROUNDS,
        components=options.components,
    )
    state = game.new_game(seed=options.seed)
    log = words.GameLog(game)
    rng = random.Random(options.seed)
    lines = log.log_beginning(state.states[0])
    if not options.json:
        print(log.heading, *lines, sep="\n")
    taken: list[int] = []
    while not state.is_terminal:
        legal = state.legal_actions
        action = legal[rng.randrange(len(legal))]
        before = state.clone()
        state.apply_action(action)
        news = log.log_action(before.states[0], state.states[0], action)
        if not options.json:
            print(*news, sep="\n")
        lines += news
        taken.append(action)
    speed = None if options.quick else _measured_speed(game, options.seed)
    seats = range(game.num_players)
    if options.json:
        data = {
            "players": game.num_players, "seed": options.seed, "actions": taken, "log": lines,
            "scores": list(state.scores), "ranks": list(state.ranks), "winners": list(state.winners),
            "breakdown": [state.score_breakdown(seat) for seat in seats], "decisions_per_second": speed,
        }
        return show(options, data, "")
    print("", words.ansi(state), "", words.score_sheet(state), "", sep="\n")
    print(f"{len(taken)} decisions in this game.")
    if speed:
        print(f"Random play in batches on one thread: {speed:,} decisions a second.")
    return OK


def _measured_speed(game: Any, seed: int) -> int:
    """Decisions a second of random legal play with masks, one thread, a short run."""
    import numpy as np

    from undersea_env.core.loop import begin_games, play_at_random
    from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
    from undersea_env.underwater_cities.kernel.state import new_states
    from undersea_env.underwater_cities.kernel.workspace import new_workspaces

    games, sweeps = 64, 1000
    states, rooms = new_states(games), new_workspaces(1)
    masks = np.zeros((games, NUM_ACTIONS), np.int8)
    streams = np.arange(games, dtype=np.uint64) + np.uint64(seed % 1000)
    begin_games(states, game.rulebook, streams, 0, games)
    play_at_random(states, game.rulebook, rooms, 0, masks, streams, 1, 0, games)
    start = time.perf_counter()
    play_at_random(states, game.rulebook, rooms, 0, masks, streams, sweeps, 0, games)
    return int(games * sweeps / (time.perf_counter() - start))


# --- bench ---


def _bench(options: argparse.Namespace) -> int:
    try:
        engine = import_module("undersea_env.benchmarks.engine")
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("undersea_env"):
            raise
        raise CommandError("the measurement of the speed is not available in this version") from None
    result = engine.run_bench(quick=options.quick, progress=False if options.json else None)
    return show(options, result, engine.bench_text(result))


# --- doctor ---


def _doctor(options: argparse.Namespace) -> int:
    facts = _facts(options)
    return show(options, facts, "\n".join(f"{key:<18} {_fact_words(value)}" for key, value in facts.items()))


def _fact_words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {words}" for key, words in value.items())
    return str(value)


def _facts(options: argparse.Namespace) -> dict[str, Any]:
    from undersea_env.commands.warming import GAMES, parts_of
    from undersea_env.compiling import cache
    from undersea_env.compiling.compiler import IS_CHANGED, is_on
    from undersea_env.compiling.jit import COMPILE_SECONDS
    from undersea_env.core.position import digest_of
    from undersea_env.underwater_cities.compiled.assembler import GameOptions, build_rulebook
    from undersea_env.underwater_cities.printed.catalogue import load_catalogue, provenance_counts

    catalogue = load_catalogue(options.components)
    rulebook = build_rulebook(catalogue, GameOptions())
    parts = {part.name: "warm" if part.is_warm() else "cold" for game in GAMES for part in parts_of(game)}
    return {
        "undersea-env": __version__,
        "python": f"{platform.python_version()} on {platform.system()} {platform.machine()}",
        "libraries": {name: _version(name) for name in CORE},
        "compile cache": str(cache.root()),
        "compiled": parts,
        "compile time": f"about {COMPILE_SECONDS} s for everything, once per version, with `undersea warm`",
        "compiler": "with our changes" if IS_CHANGED else "plain numba: slower",
        "bounds checks": "on: slower" if is_on("NUMBA_BOUNDSCHECK") else "off",
        "threads": _threads(),
        "extras": {extra: _extra_words(names) for extra, names in _extras().items()},
        "components": str(catalogue.folder),
        "provenance": provenance_counts(catalogue),
        "rule book": digest_of(rulebook).hex() + " (two players, no options)",
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _threads() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _extras() -> dict[str, list[str]]:
    """The packages of each optional extra, as the installed project declares them."""
    try:
        declared = requires("undersea-env") or []
    except PackageNotFoundError:
        return {}
    extras: dict[str, list[str]] = {}
    for line in declared:
        found = re.match(r"([A-Za-z0-9_.-]+).*extra == ['\"](\w+)['\"]", line)
        if found:
            extras.setdefault(found[2], []).append(found[1])
    return extras


def _extra_words(names: list[str]) -> str:
    missing = [name for name in names if _version(name) == "missing"]
    return f"lacks {' '.join(missing)}" if missing else "installed"


if __name__ == "__main__":
    sys.exit(main())
