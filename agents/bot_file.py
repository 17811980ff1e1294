"""Bots of your own: a file with a class that has a method `decide`, or `choose`. Loading a file executes it."""

import hashlib
import importlib.util
import inspect
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from undersea_env.agents.agent import Agent, wants_positions
from undersea_env.agents.deciding import OneByOne
from undersea_env.agents.failing import reason_of
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

CLASS = "Bot"
DECIDE, CHOOSE = "decide", "choose"                  # in one position; for many games at once
LONGEST_NAME = 40

TEMPLATE = '''"""A bot: it likes some kinds of answers better than others, and takes the rest as they come."""

import random

LIKING = @LIKING@
# Kinds of answers: `undersea describe actions` lists them.


class Bot:
    name = "builder"

    def __init__(self, seed=0):
        self.random = random.Random(seed)

    def decide(self, view, options):
        """One of the options; view is all that the seat may know, as `state.view(seat)` has it."""
        return max(options, key=lambda option: LIKING.get(option.kind, 0) + self.random.random())
'''

BATCH_TEMPLATE = '''"""A bot: it likes some kinds of answers better than others, and takes the rest as they come."""

import numpy as np

LIKING = @LIKING@
# Blocks of actions: `undersea describe actions` lists them.


class Bot:
    name = "builder"

    def __init__(self, game, seed=0):
        """Both may be left out. The same seed must give the same play; `game` tells what actions mean."""
        self.rng = np.random.default_rng(seed)
        self.liking = np.zeros(game.num_actions)
        for block in game.actions:
            self.liking[block.start : block.start + block.size] = LIKING.get(block.name, 0.0)

    def choose(self, observations, masks, players, positions=None):
        """One legal action a row: masks (n, A) has 1 for each; observations (n, F) is what the seat may know.

        With `wants_positions = True` in the class, `positions.states` are the positions themselves, with all that the
        seat cannot know dealt anew, and `positions.game` the rules.
        """
        liking = self.liking + self.rng.random(masks.shape)
        return np.where(masks != 0, liking, -2).argmax(axis=1)
'''


def template_of(kind: "Kind") -> str:
    """A bot to begin with, that decides in one position at a time; a game may have a better one of its own."""
    own: str | None = getattr(kind.words, "FIRST_BOT", None)
    return own or _with_liking(TEMPLATE, kind)


def batch_template_of(kind: "Kind") -> str:
    """A bot that chooses for many games at once."""
    return _with_liking(BATCH_TEMPLATE, kind)


def _with_liking(template: str, kind: "Kind") -> str:
    """The answers that it likes are those of this game."""
    liking = getattr(kind.words, "LIKING", {kind.actions.blocks[0].name: 1.0})
    return template.replace("@LIKING@", json.dumps(liking))


def load_bot(path: Path, seed: int, kind: "Kind") -> Agent:
    """The bot of a file, for a game; whatever is wrong with the file is told in one sentence."""
    with aside():
        return made(path, {"seed": seed, "game": kind})


def aside() -> redirect_stdout[Any]:
    """What other people's code prints goes to the standard error: it is no part of our output."""
    return redirect_stdout(sys.stderr)


def made(path: Path, offered: dict[str, Any]) -> Agent:
    """The bot of a file, given what it takes of what is offered."""
    found = _class_of(_module_of(path), path)
    try:
        taken = offered.keys() & inspect.signature(found).parameters
        bot: Any = found(**{name: offered[name] for name in taken})
        if not is_name(getattr(bot, "name", None)):
            bot.name = path.stem[:LONGEST_NAME]
    except (Exception, SystemExit) as error:
        raise InvalidOption(f"the bot of {path} cannot be made: {reason_of(error, path)}") from error
    if not callable(getattr(bot, CHOOSE, None)):
        _check_takes(bot.decide, ("view", "options"), path)
        return OneByOne(bot)
    asked = ("observations", "masks", "players", *(["positions"] if wants_positions(bot) else []))
    _check_takes(bot.choose, asked, path)
    return bot  # type: ignore[no-any-return]


def _check_takes(method: Callable[..., Any], asked: tuple[str, ...], path: Path) -> None:
    """Whether it can be called so: otherwise it would lose every game."""
    try:
        signature = inspect.signature(method)
    except (TypeError, ValueError):                      # nobody can tell
        return
    try:
        signature.bind(*asked)
    except TypeError:
        name, own = method.__name__, f"{method.__name__}{signature}"
        raise InvalidOption(
            f"the bot of {path} cannot be asked: its method is {own}, but it gets {name}({', '.join(asked)})"
        ) from None


def fingerprint(path: str) -> str:
    """Tells one version of a bot's file from another."""
    try:
        return hashlib.blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()
    except OSError as error:
        raise InvalidOption(f"the bot {path} cannot be read: {error.strerror}") from None


def _module_of(path: Path) -> ModuleType:
    if not path.is_file():
        raise InvalidOption(f"there is no bot {path}: no such file")
    name = f"undersea_bot_{hashlib.blake2b(str(path.resolve()).encode(), digest_size=8).hexdigest()}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module                       # dataclasses of the bot look themselves up here
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise InvalidOption(f"the bot {path} cannot be loaded: {reason_of(error, path)}") from error
    return module


def _class_of(module: ModuleType, path: Path) -> type:
    own = [thing for thing in vars(module).values() if inspect.isclass(thing) and thing.__module__ == module.__name__]
    choosing = [thing for thing in own if any(callable(getattr(thing, method, None)) for method in (CHOOSE, DECIDE))]
    named = [thing for thing in choosing if thing.__name__ == CLASS]
    if len(named or choosing) != 1:
        many = f"{len(choosing)} classes" if choosing else "no class"
        raise InvalidOption(
            f"{path} has {many} with a method `{DECIDE}` or `{CHOOSE}`; a bot is the class {CLASS}, or the only one"
        )
    return (named or choosing)[0]


def is_name(name: Any) -> bool:
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable() and "," not in name
