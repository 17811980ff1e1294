"""The commands `train` and `eval`. Whatever is heavy is imported when it is needed."""

import argparse
import dataclasses
from pathlib import Path
from typing import Any

from undersea_env import arena_commands
from undersea_env.command_line import INTERRUPTED, OK, CommandError, Parser, add_json, number_from, show

DEFAULT_MINUTES = 30.0
MOST = 1 << 53


def add_commands(commands: Any) -> None:
    _add_train(commands)
    _add_eval(commands)


# --- train ---


def _add_train(commands: Any) -> None:
    train = commands.add_parser("train", help="train a network by self-play; a run that was stopped goes on")
    ways = train.add_subparsers(dest="way", required=True, metavar="HOW", parser_class=Parser)
    ppo = ways.add_parser("ppo", help="masked PPO: every seat's decisions train one network")
    ppo.add_argument("--out", type=Path, required=True, metavar="RUN", help="a folder; a run that is there goes on")
    ppo.add_argument("--preset", metavar="NAME", help="small (default), mlp or large")
    ppo.add_argument("--players", metavar="N", help="2 (default), or several such as 1,2,3,4")
    ppo.add_argument("--minutes", type=_minutes, help=f"of training in all (default {DEFAULT_MINUTES:g})")
    ppo.add_argument("--decisions", type=number_from(1, MOST), help="in all, instead of minutes")
    ppo.add_argument("--lanes", type=number_from(1, MOST), help="games side by side")
    ppo.add_argument("--seed", type=number_from(0, (1 << 64) - 1), help="decides the whole run (default 0)")
    ppo.add_argument("--threads", type=number_from(1, 1024), help="default: one for each core")
    ppo.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=VALUE", dest="settings",
                     help="any other setting of config.json")  # fmt: skip
    ppo.add_argument("--no-plots", action="store_true", help="no pictures in the folder")
    add_json(ppo)
    ppo.set_defaults(run=_train_ppo)
    value = ways.add_parser("value", help="a value of positions, from whole games of greedy and of the search")
    value.add_argument("--out", type=Path, required=True, metavar="RUN", help="a folder; a run that is there goes on")
    value.add_argument("--players", metavar="N", help="1,2,3,4 (default), or some of these")
    value.add_argument("--minutes", type=_minutes, help=f"of training in all (default {DEFAULT_MINUTES:g})")
    value.add_argument("--decisions", type=number_from(1, MOST), help="of the games in all, instead of minutes")
    value.add_argument("--seed", type=number_from(0, (1 << 64) - 1), help="decides the whole run (default 0)")
    value.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=VALUE", dest="settings",
                       help="any other setting of config.json")  # fmt: skip
    value.add_argument("--no-plots", action="store_true", help="no pictures in the folder")
    add_json(value)
    value.set_defaults(run=_train_value)


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes < MOST:
        raise argparse.ArgumentTypeError(f"expected a number of minutes, not {text!r}")
    return minutes


def _train_ppo(options: argparse.Namespace) -> int:
    from undersea_env.training import check_extra

    check_extra()
    from undersea_env.training import plots, runs
    from undersea_env.training.config import Config
    from undersea_env.training.ppo_selfplay import Budget, train

    known = runs.read_config(options.out) if (options.out / runs.CONFIG).exists() else Config()
    config = known.changed(_settings(options, "preset", "players", "lanes", "seed"))
    is_done = train(config, options.out, Budget(_minutes_of(options), options.decisions), options.threads)
    if not options.no_plots:
        plots.plot_run(options.out)
    return _told(options, is_done, f"ppo:{options.out}")


def _train_value(options: argparse.Namespace) -> int:
    from undersea_env.training import check_extra

    check_extra()
    from undersea_env.training import plots, runs
    from undersea_env.training.ppo_selfplay import Budget
    from undersea_env.training.value import train
    from undersea_env.training.value_config import ValueConfig

    has_config = (options.out / runs.CONFIG).exists()
    known = runs.config_of(options.out, ValueConfig) if has_config else ValueConfig()
    config = known.changed(_settings(options, "players", "seed"))
    is_done = train(config, options.out, Budget(_minutes_of(options), options.decisions))
    if not options.no_plots:
        plots.plot_value_run(options.out)
    return _told(options, is_done, f"value:{options.out} or mcts+value:200@{options.out}")


def _settings(options: argparse.Namespace, *names: str) -> list[str]:
    """Those with an option of their own, and those of --set."""
    own = [f"{name}={getattr(options, name)}" for name in names if getattr(options, name) is not None]
    return [*own, *options.settings]


def _minutes_of(options: argparse.Namespace) -> float | None:
    minutes: float | None = options.minutes
    return DEFAULT_MINUTES if minutes is None and options.decisions is None else minutes


def _told(options: argparse.Namespace, is_done: bool, code: str) -> int:
    from undersea_env.training import runs

    tables = {name: runs.read_table(options.out / name) for name in (runs.EVALUATIONS, runs.CURVES)}
    last = {name.removesuffix(".csv"): rows[-1] if rows else None for name, rows in tables.items()}
    words = f"{options.out}: {'done' if is_done else 'stopped; the same command goes on'}; play it as {code}"
    show(options, {"run": str(options.out), "done": is_done, "last": last}, words)
    return OK if is_done else INTERRUPTED


# --- eval ---


def _add_eval(commands: Any) -> None:
    evaluate = commands.add_parser("eval", help="a trained network against an agent, in the arena")
    evaluate.add_argument("run_folder", type=Path, metavar="RUN", help="a run of training, or one of its checkpoints")
    evaluate.add_argument("--vs", default="greedy", metavar="AGENT", help="who plays all other seats (default greedy)")
    evaluate.add_argument("--deals", type=number_from(1, arena_commands.MOST_GAMES), default=500, help="default 500")
    evaluate.add_argument("--players", type=number_from(1, 4), metavar="N", help="default: as it was trained")
    arena_commands.add_running(evaluate)
    evaluate.set_defaults(run=_eval)


def _eval(options: argparse.Namespace) -> int:
    place, config, code = _trained(options.run_folder)
    players = options.players or config.players[0]
    if "," in str(place):
        raise CommandError(f"{place} has a comma in its name, which divides agents; rename the folder")
    options.seats = [f"{code}:{place}", *[options.vs] * (players - 1)]
    options.games = options.deals * players
    options.no_rotate = False
    options.boards = "symmetric" if config.boards == "both" else config.boards
    options.rounds, options.components = list(config.rounds), config.components
    options.contracts = config.contracts and players > 1
    return arena_commands.run_simulation(options)


def _trained(path: Path) -> tuple[Path, Any, str]:
    """The checkpoint that plays, the config of its run, and the code of the agent that plays it."""
    from undersea_env.agents import learned_value
    from undersea_env.training.checkpoint_files import checkpoints_of, preset_of

    if any(preset_of(place) == learned_value.PRESET for place in (path, *checkpoints_of(path))):
        from undersea_env.training.value_config import ValueConfig

        place = learned_value.checkpoint_of(str(path))
        config = ValueConfig.from_data(learned_value.read_manifest(place).get("config"))
        return place, dataclasses.replace(config, players=_two_first(config.players)), "value"
    from undersea_env.training import check_extra

    check_extra()
    from undersea_env.agents.ppo import checkpoint_of
    from undersea_env.training.checkpoints import read_manifest
    from undersea_env.training.config import Config

    place = checkpoint_of(str(path))
    return place, Config.from_data(read_manifest(place).get("config")), "ppo"


def _two_first(players: tuple[int, ...]) -> tuple[int, ...]:
    """Two players are what is usually compared."""
    return tuple(sorted(players, key=lambda number: (number != 2, number)))
