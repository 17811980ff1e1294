"""The command `warm`: compile all that a user will need of every game, or of one, in one wait."""

import argparse
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from undersea_env.commands.command_line import add_game, add_json, show
from undersea_env.core.registry import games

if TYPE_CHECKING:
    from undersea_env.compiling.warming import Part


def add_command(commands: Any) -> None:
    warm = commands.add_parser("warm", help="compile ahead, once per version: every game, or the one named")
    add_game(warm)
    add_json(warm)
    warm.set_defaults(run=_warm)


def parts_of(game: str) -> "tuple[Part, ...]":
    """What can be compiled ahead for a game."""
    from undersea_env.agents.warm import parts_of as parts_of_agents
    from undersea_env.core.registry import kind_of
    from undersea_env.core.warming import rules_of
    from undersea_env.training.warm import parts_of as parts_of_training

    kind = kind_of(game)
    return rules_of(kind), *parts_of_agents(kind), *parts_of_training(kind)


def _warm(options: argparse.Namespace) -> int:
    from undersea_env.compiling.jit import tell_nothing

    tell_nothing()
    compiled, words = {}, []
    for game in (options.game,) if options.names_game else games():
        parts = parts_of(game)
        compiled[game] = seconds = _compiled(game, [part for part in parts if not part.is_warm()])
        told = f" in {sum(seconds.values()):.0f} s" if seconds else " already"
        words.append(f"{game}: compiled{told}: {', '.join(part.name for part in parts)}")
    return show(options, {"compiled": compiled}, "\n".join(words))


def _compiled(game: str, cold: "list[Part]") -> dict[str, float]:
    """Compile these parts; the seconds that each took."""
    from undersea_env.compiling.jit import COMPILE_TIME

    if cold:
        print(f"Compiling for {game}, once per version; it takes {COMPILE_TIME}.", file=sys.stderr)
    seconds: dict[str, float] = {}
    for part in cold:
        began = time.perf_counter()
        with _progress(f"{part.name} ({len(seconds) + 1} of {len(cold)})"):
            part.use()
        seconds[part.name] = round(time.perf_counter() - began, 1)
    return seconds


@contextmanager
def _progress(words: str) -> Iterator[None]:
    """A line that tells what is done and, to a person who looks, for how long."""
    began, is_done = time.perf_counter(), threading.Event()

    def line() -> str:
        return f"  {words} ... {time.perf_counter() - began:.0f} s"

    def keep_telling() -> None:
        while not is_done.wait(1.0):
            print(f"\r{line()}", end="", file=sys.stderr, flush=True)

    thread = threading.Thread(target=keep_telling, daemon=True)
    if sys.stderr.isatty():
        thread.start()
    try:
        yield
    finally:
        is_done.set()
        if thread.is_alive():
            thread.join()
        print(f"{chr(13) if sys.stderr.isatty() else ''}{line()}", file=sys.stderr, flush=True)
