"""Short games of any kind, for tests of the arena and of the command."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.kinds import SAMPLES
from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.replays import Replay
from undersea_env.commands import main as cli
from undersea_env.core.kind import Kind

Capture = pytest.CaptureFixture[str]


def choice_of(kind: Kind, players: int = 2, **options: Any) -> GameChoice:
    return GameChoice.of(kind, players, **(SAMPLES[kind.name].shortest | options))


def words_for(kind: Kind) -> list[str]:
    """What a command line says for the same."""
    return ["--game", kind.name, *written(SAMPLES[kind.name].shortest)]


def written(options: dict[str, Any]) -> list[str]:
    words = []
    for name, value in options.items():
        words += [f"--{name}", ",".join(map(str, value)) if isinstance(value, tuple) else str(value)]
    return words


def as_text(replays: Iterable[Replay]) -> str:
    """A file of them."""
    return "".join(replay.as_line() for replay in replays)


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """The command: its exit code, what it prints, and what it complains about."""
    code = cli.main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err
