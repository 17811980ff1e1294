"""The command `undersea`: finds the game and the command that are meant, and tells in one sentence what is wrong."""

import argparse
import errno
import os
import shlex
import sys
from collections.abc import Sequence

from undersea_env import __version__
from undersea_env.commands import arena as arena_commands
from undersea_env.commands import bench as bench_command
from undersea_env.commands import components as components_command
from undersea_env.commands import demo as demo_command
from undersea_env.commands import describing as describe_command
from undersea_env.commands import doctor as doctor_command
from undersea_env.commands import playing as play_command
from undersea_env.commands import replaying as replay_commands
from undersea_env.commands import serving as serve_command
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
    add_game,
)
from undersea_env.core.registry import default_game, games, options_of, title_of, topics_of
from undersea_env.errors import UnderseaError, WorkerDied

CANNOT_BE_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    _keep_places_of_streams()
    if sys.stderr is None:                                   # print() would take the standard output instead
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  as long as the process
    if sys.stdout is None:
        return _complain("there is no standard output to write to; `> /dev/null` throws it away", FAILED)
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _throw_output_away()
        return CLOSED_PIPE
    except OSError as error:
        if error.filename is not None or error.errno not in CANNOT_BE_WRITTEN:
            raise
        _throw_output_away()                                 # what is written to files is told where that is done
        return _complain(f"the standard output cannot be written: {error.strerror}", FAILED)


def _keep_places_of_streams() -> None:
    """Whatever is opened later must not become the standard input, output or error of this process and its children."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)                   # takes the lowest number that is free, which is this one


def _throw_output_away() -> None:
    """Also what is left in the buffer."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: Sequence[str]) -> int:
    try:
        named = _named_game(argv)
        is_number = replay_commands.is_old_number(argv, named)
        game = default_game() if is_number or not named else named
        if "." in game and os.getcwd() not in sys.path:      # a game of the user's own, beside which the command is run
            sys.path.insert(0, os.getcwd())
        options = _parser(game).parse_args(argv)
        options.game, options.old_number = game, int(named) if is_number else None
        options.names_game = bool(named) and not is_number
        options.words = shlex.join(["undersea", *argv])
        return int(options.run(options))
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED
    except CommandError as error:
        return _complain(str(error), error.code)
    except WorkerDied as error:
        return _complain(str(error), FAILED)
    except UnderseaError as error:
        return _complain(str(error), BAD_USAGE)


def _complain(message: str, code: int) -> int:
    print(f"undersea: {message}", file=sys.stderr)
    return code


def _named_game(argv: Sequence[str]) -> str:
    """What stands behind --game, before or behind the command: it decides which options there are."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    add_game(first)
    try:
        return str(getattr(first.parse_known_args(argv)[0], "game", ""))
    except argparse.ArgumentError:                           # nothing stands behind it: the whole parser will say so
        return ""


def _parser(game: str) -> argparse.ArgumentParser:
    words = f"Board games as reinforcement-learning environments: {', '.join(map(title_of, games()))}."
    parser = Parser(prog="undersea", description=words)
    parser.add_argument("--version", action="version", version=f"undersea-env {__version__}")
    add_game(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def print_help(options: argparse.Namespace) -> int:
        parser.print_help()
        return OK

    parser.set_defaults(run=print_help)
    rules = options_of(game)
    describe_command.add_command(commands, topics_of(game))
    demo_command.add_command(commands, rules)
    bench_command.add_command(commands)
    doctor_command.add_command(commands)
    arena_commands.add_commands(commands, rules)
    replay_commands.add_commands(commands)
    play_command.add_command(commands, rules)
    serve_command.add_command(commands)
    warm_command.add_command(commands)
    components_command.add_command(commands)
    training_commands.add_commands(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
