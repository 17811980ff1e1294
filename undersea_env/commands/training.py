"""The commands `train` and `eval`. Whatever is heavy is imported when it is needed."""

import argparse
from pathlib import Path
from typing import Any

from undersea_env.commands import arena as arena_commands
from undersea_env.commands.command_line import (
    BAD_USAGE,
    INTERRUPTED,
    OK,
    CommandError,
    Parser,
    add_game,
    add_json,
    add_seed,
    number_from,
    show,
)

DEFAULT_MINUTES = 30.0
MOST = 1 << 53
BEST_GAME = "best_game.jsonl"
VALUE, ZERO = "value", "zero"


def add_commands(commands: Any) -> None:
    _add_train(commands)
    _add_eval(commands)


# --- train ---


def _add_train(commands: Any) -> None:
    train = commands.add_parser("train", help="train a network; a run that was stopped goes on")
    ways = train.add_subparsers(dest="way", required=True, metavar="HOW", parser_class=Parser)
    ppo = ways.add_parser("ppo", help="masked PPO: every seat's decisions train one network")
    _add_options_of_runs(ppo, "2 (default), or several such as 1,2,3,4")
    _add_options_of_networks(ppo)
    ppo.add_argument("--threads", type=number_from(1, 1024), help="default: one for each core")
    ppo.set_defaults(run=_train_ppo)
    zero = ways.add_parser("zero", help="from nothing: a search that teaches the network that guides it")
    _add_options_of_runs(zero, "2 (default), or several such as 1,2,3,4")
    _add_options_of_networks(zero)
    zero.add_argument("--threads", type=number_from(1, 1024), help="default: one for each core")
    zero.set_defaults(run=_train_zero)
    sb3 = ways.add_parser("sb3", help="MaskablePPO of Stable-Baselines3")
    _add_options_of_runs(sb3, "2 (default); one number")
    _add_options_of_networks(sb3)
    against = sb3.add_mutually_exclusive_group()
    against.add_argument("--self-play", action="store_const", const="true", help="every seat learns (default)")
    against.add_argument("--opponents", metavar="AGENTS",
                         help="one seat learns, against these in turn: random,greedy,past (its own)")
    sb3.set_defaults(run=_train_sb3)
    value = ways.add_parser("value", help="a value of positions, from whole games of greedy and of the search")
    _add_options_of_runs(value, "1,2,3,4 (default), or some of these")
    value.set_defaults(run=_train_value)


def _add_options_of_networks(train: argparse.ArgumentParser) -> None:
    train.add_argument("--preset", metavar="NAME", help="the network: mlp, or one of the game's own, which are larger")
    train.add_argument("--lanes", type=number_from(1, MOST), help="games side by side")


def _add_options_of_runs(train: argparse.ArgumentParser, players: str) -> None:
    add_game(train)
    train.add_argument("--out", type=Path, required=True, metavar="RUN", help="a folder; a run that is there goes on")
    train.add_argument("--players", metavar="N", help=players)
    train.add_argument("--minutes", type=_minutes, help=f"of training in all (default {DEFAULT_MINUTES:g})")
    train.add_argument("--decisions", type=number_from(1, MOST), help="in all, instead of minutes")
    add_seed(train, "decides the whole run (default 0)", default=None)     # None: that of the run that goes on
    train.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=VALUE", dest="settings",
                       help="any other setting of config.json, such as an option of the game")
    train.add_argument("--no-plots", action="store_true", help="no pictures in the folder")
    add_json(train)


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
    from undersea_env.training.config import Config
    from undersea_env.training.memory import keep_freed_memory
    from undersea_env.training.ppo_selfplay import train

    keep_freed_memory()
    config = _config_of(options, Config, ("preset", "players", "lanes", "seed"))
    return _told(options, train(config, options.out, _budget(options), options.threads))


def _train_zero(options: argparse.Namespace) -> int:
    from undersea_env.training import check_extra

    check_extra()
    from undersea_env.training.memory import keep_freed_memory
    from undersea_env.training.zero import train
    from undersea_env.training.zero_config import ZeroConfig

    keep_freed_memory()
    config = _config_of(options, ZeroConfig, ("preset", "players", "lanes", "seed"))
    return _told(options, train(config, options.out, _budget(options), options.threads))


def _train_sb3(options: argparse.Namespace) -> int:
    from undersea_env.training import check_extra

    check_extra("stable_baselines3", "sb3_contrib")
    from undersea_env.training.memory import keep_freed_memory
    from undersea_env.training.sb3 import train
    from undersea_env.training.sb3_config import SB3Config

    keep_freed_memory()
    if options.opponents is not None:
        options.self_play = "false"
    config = _config_of(options, SB3Config, ("preset", "players", "lanes", "seed", "opponents", "self_play"))
    return _told(options, train(config, options.out, _budget(options)))


def _train_value(options: argparse.Namespace) -> int:
    from undersea_env.training import check_extra

    check_extra()
    from undersea_env.training.value import train
    from undersea_env.training.value_config import ValueConfig

    config = _config_of(options, ValueConfig, ("players", "seed"))
    return _told(options, train(config, options.out, _budget(options)))


def _config_of(options: argparse.Namespace, config: Any, named: tuple[str, ...]) -> Any:
    """That of the run which goes on, or the usual one of the game, with the settings of the command."""
    from undersea_env.training import runs

    game = _named_game(options)
    settings = [f"{name}={getattr(options, name)}" for name in named if getattr(options, name) is not None]
    is_run = (options.out / runs.CONFIG).exists()
    known = runs.read_config(options.out, config) if is_run else config(game=game)
    if game not in (None, known.game):
        raise CommandError(f"{options.out} is a run of {known.game}; choose another folder for {game}", BAD_USAGE)
    return known.changed([*settings, *options.settings])


def _named_game(options: argparse.Namespace) -> str | None:
    """The game that the command names, if it does; its module is imported, so that the files of a run may name it."""
    from undersea_env.core.registry import kind_of

    return kind_of(options.game).name if options.names_game else None


def _budget(options: argparse.Namespace) -> Any:
    from undersea_env.training.loop import Budget

    minutes = DEFAULT_MINUTES if options.minutes is None and options.decisions is None else options.minutes
    return Budget(minutes, options.decisions)


def _told(options: argparse.Namespace, is_done: bool) -> int:
    """What a run came to; the exit code."""
    from undersea_env.training import plots, runs

    if not options.no_plots:
        plots.plot_value_run(options.out) if options.way == VALUE else plots.plot_run(options.out)
    tables = {name: runs.read_table(options.out / name) for name in (runs.EVALUATIONS, runs.CURVES)}
    last = {name.removesuffix(".csv"): rows[-1] if rows else None for name, rows in tables.items()}
    end = "done" if is_done else "stopped; the same command goes on"
    words = f"{options.out}: {end}; play it as {options.way}:{options.out}"
    if options.way == VALUE:
        words += f" or mcts+value:200@{options.out}"
    if options.way == ZERO:
        words += f" or zero:64@{options.out}"
    show(options, {"run": str(options.out), "done": is_done, "last": last}, words)
    return OK if is_done else INTERRUPTED


# --- eval ---


def _add_eval(commands: Any) -> None:
    evaluate = commands.add_parser("eval", help="a trained network against an agent, in the arena")
    add_game(evaluate)
    evaluate.add_argument("run_folder", type=Path, metavar="RUN", help="a run of training, or one of its checkpoints")
    evaluate.add_argument("--vs", metavar="AGENT",
                          help="who plays all other seats (default greedy, or random where there is no greedy)")
    evaluate.add_argument("--deals", type=number_from(1, arena_commands.MOST_GAMES), default=500, help="default 500")
    evaluate.add_argument("--players", type=number_from(1, MOST), metavar="N", help="default: as it was trained")
    arena_commands.add_controls(evaluate)
    arena_commands.add_running(evaluate)
    evaluate.set_defaults(run=_eval)


def _eval(options: argparse.Namespace) -> int:
    from undersea_env.agents.greedy import has_heuristic
    from undersea_env.training.runs import CONFIG

    _named_game(options)
    place, config, trainer = _trained(options.run_folder)
    players = options.players or (2 if 2 in config.players else config.players[0])
    config.kind.checked(players, {})                       # a refusal before so many are named
    if "," in str(place):
        raise CommandError(f"{place} has a comma in its name, which divides agents; rename the folder")
    other = options.vs or ("greedy" if has_heuristic(config.kind) else "random")
    options.seats = [f"{trainer}:{place}", *[other] * (players - 1)]
    options.games = options.deals * players
    options.no_rotate = False
    options.game, options.components = config.game, config.components
    for name, value in config.variants_of(players)[0].items():
        setattr(options, name, value)
    is_run = (options.run_folder / CONFIG).exists()
    folder = options.run_folder if options.out is None and is_run else options.out
    best_game = None if folder is None else folder / BEST_GAME
    ended = arena_commands.run_simulation(options, best_game)
    if best_game is not None and best_game.exists() and not options.json:
        print(f"\nIts best game: undersea replay {best_game}")
    return ended


def _trained(path: Path) -> tuple[Path, Any, str]:
    """The checkpoint that plays, the config of its run, and the trainer, which is also the code of the agent."""
    from undersea_env.training import check_extra

    check_extra()
    from undersea_env.core.checkpoint_files import checkpoints_of, chosen_checkpoint, told_by, trainer_of
    from undersea_env.training.checkpoints import read_manifest
    from undersea_env.training.runs import config_of
    from undersea_env.training.value import read_value_manifest

    is_value = any(told_by(place).get("preset") == VALUE for place in (path, *checkpoints_of(path)))
    read = read_value_manifest if is_value else read_manifest
    place = chosen_checkpoint(path, read)
    data = read(place).get("config")
    return place, config_of(data), trainer_of(data)
