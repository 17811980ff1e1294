"""What all commands share: exit codes, errors in one sentence, options, output for people or machines."""

import argparse
import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from undersea_env.core.checking import SEEDS
from undersea_env.core.options import Option
from undersea_env.core.registry import default_game, options_of

if TYPE_CHECKING:
    from undersea_env.agents.arena.choice import GameChoice

OK, FAILED, BAD_USAGE, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 130, 141
MOST_SECONDS = 1_000_000


class CommandError(Exception):
    """Something the user should read, in one sentence."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def show(options: argparse.Namespace, data: Any, words: str) -> int:
    """The data for a machine, or the words for a person."""
    print(json.dumps(data, indent=2, ensure_ascii=False) if options.json else words)
    return OK


# --- the game and its options ---


def add_game(parser: argparse.ArgumentParser) -> None:
    """What stands before the command stays if nothing stands behind it."""
    words = f"which game (default {default_game()}; `undersea describe games`), or the module of another one"
    parser.add_argument("--game", metavar="NAME", default=argparse.SUPPRESS, help=words)


def add_components(parser: argparse.ArgumentParser, words: str = "a component book of your own") -> None:
    parser.add_argument("--components", metavar="FOLDER", help=words)


def add_game_options(parser: argparse.ArgumentParser, rules: Iterable[Option]) -> None:
    """The game, its options and its components."""
    add_game(parser)
    for option in (option for option in rules if option.has_flag):
        flag, words = f"--{option.name.replace('_', '-')}", option.help
        if option.read is None:
            parser.add_argument(flag, dest=option.name, action="store_true", default=None, help=words)
        else:
            words = f"{words} (default {_written(option.default)})"
            parser.add_argument(flag, dest=option.name, type=option.read, metavar=option.metavar, help=words)
    add_components(parser)


def _written(value: Any) -> str:
    """As the command line takes it."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def chosen_game(options: argparse.Namespace, players: int, short: bool = False) -> "GameChoice":
    """The game that the command names with the options that it gives; `short`: one that is soon over."""
    from undersea_env.agents.arena.choice import GameChoice

    return GameChoice.of(options.game, players, options.components, **given_options(options, short))


def given_options(options: argparse.Namespace, short: bool = False) -> dict[str, Any]:
    """The options of the game that the command gives, by their names."""
    given = {}
    for option in options_of(options.game):
        value = getattr(options, option.name, None) if option.has_flag else None
        if value is None and short:
            value = option.short
        if value is not None:
            given[option.name] = value
    return given


# --- other options ---


def add_seed(parser: argparse.ArgumentParser, words: str, default: int | None = 0) -> None:
    told = f" (default {default})" if default is not None else ""
    parser.add_argument("--seed", type=number_from(0, SEEDS - 1), default=default, help=f"{words}{told}")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for machines")


def seconds(text: str) -> float:
    """A type of argparse: a time that somebody may wait for."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"expected a number of seconds up to {MOST_SECONDS:,}, not {text!r}")
    return number


def agent_codes(text: str) -> list[str]:
    codes = [code.strip() for code in text.split(",")]
    if not all(codes):
        raise argparse.ArgumentTypeError(f"expected agents like random,my_bot.py, not {text!r}")
    return codes


def number_from(low: int, high: int) -> Callable[[str], int]:
    """A type of argparse: a whole number in a range."""

    def whole_number(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {high}, not {text!r}")
        return number

    return whole_number
