"""The command `bench`: the speed."""

import argparse
from importlib import import_module
from typing import Any

from undersea_env.commands.command_line import CommandError, add_game, add_json, show
from undersea_env.core.registry import kind_of


def add_command(commands: Any) -> None:
    bench = commands.add_parser("bench", help="measure the speed")
    bench.add_argument("--quick", action="store_true", help="a rougher measurement in less time")
    add_game(bench)
    add_json(bench)
    bench.set_defaults(run=_bench)


def _bench(options: argparse.Namespace) -> int:
    try:
        engine = import_module("undersea_env.benchmarks.engine")
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("undersea_env"):
            raise
        raise CommandError("the measurement of the speed is not available in this version") from None
    kind = kind_of(options.game)
    result = engine.run_bench(quick=options.quick, progress=False if options.json else None, kind=kind)
    return show(options, result, engine.bench_text(result))
