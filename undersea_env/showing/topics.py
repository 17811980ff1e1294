"""What a game can describe without a position: its printed things, its rules, its actions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Described = tuple[Any, str]      # plain data for machines, words for people


@dataclass(frozen=True)
class Topic:
    """One thing to ask for by name.

    `describe` takes the folder of a component book (None: the built-in one) and the arguments by name. They are given
    as `argparse` takes them: name or flag, and how it is read.
    """

    name: str
    help: str
    describe: Callable[..., Described]
    arguments: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
