"""What all commands share: exit codes, errors in one sentence, options, output for people or machines."""

import argparse
import json
from collections.abc import Callable
from typing import Any, NoReturn

OK, FAILED, BAD_USAGE, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 130, 141
SEEDS = 1 << 64


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


def add_game_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--boards", type=_boards, default="symmetric", help="symmetric, asymmetric or numbers like 1,3")
    parser.add_argument("--contracts", action="store_true", help="with government contracts")
    parser.add_argument("--components", metavar="FOLDER", help="a component book of your own")


def add_rounds(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=_rounds, default=[4, 3, 3], help="rounds of each era (default 4,3,3)")


def add_seed(parser: argparse.ArgumentParser, words: str, default: int | None = 0) -> None:
    told = f" (default {default})" if default is not None else ""
    parser.add_argument("--seed", type=number_from(0, SEEDS - 1), default=default, help=f"{words}{told}")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for machines")


def agent_codes(text: str) -> list[str]:
    codes = [code.strip() for code in text.split(",")]
    if not all(codes):
        raise argparse.ArgumentTypeError(f"expected agents like random,my_bot.py, not {text!r}")
    return codes


def _boards(text: str) -> str | list[int]:
    if text in ("symmetric", "asymmetric"):
        return text
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected symmetric, asymmetric or numbers like 1,3, not {text!r}") from None


def _rounds(text: str) -> list[int]:
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected the rounds of each era, like 4,3,3, not {text!r}") from None


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
