"""The options of a game as data: doors, commands, replays and runs read this one list."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from undersea_env.errors import UnknownOption


@dataclass(frozen=True)
class Option:
    """One option of the rules, besides the number of players.

    `check(value, num_players)` gives the value as it is kept (plain, or a tuple) or raises InvalidOption, which says
    what is allowed. `read` makes a value of what is written behind `--name` on a command line; an option that is False
    unless named there has none. `help` completes the sentence "--name: ...". `short` is a
    value with which a game is soon over, for demonstrations and tests; None if the option has nothing to do with that.
    `has_flag` is False for what no command line says.
    """

    name: str
    default: Any
    check: Callable[[Any, int], Any]
    help: str
    read: Callable[[str], Any] | None = None
    metavar: str | None = None
    short: Any = None
    has_flag: bool = True


@dataclass(frozen=True)
class Options:
    """What was chosen, checked; each option is an attribute."""

    num_players: int
    values: tuple[tuple[str, Any], ...] = ()

    def __getattr__(self, name: str) -> Any:
        for other, value in vars(self).get("values", ()):      # not there yet while a copy is made
            if other == name:
                return value
        raise AttributeError(f"there is no option {name!r}")

    def as_dict(self) -> dict[str, Any]:
        """With num_players first, in the order of the game's list."""
        return {"num_players": self.num_players, **dict(self.values)}

    def as_json(self) -> dict[str, Any]:
        """The same in plain JSON types."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self.as_dict().items()}

    def __str__(self) -> str:
        return ", ".join(f"{name}={value!r}" for name, value in self.as_dict().items())


def check_names(given: Iterable[str], allowed: Iterable[str]) -> None:
    """One refusal for every door; others look for Python's own words for it."""
    allowed = tuple(allowed)
    unknown = sorted(set(given) - set(allowed))
    if unknown:
        raise UnknownOption(
            f"there is no option {', '.join(unknown)}; the options are {', '.join(allowed)} "
            f"(unexpected keyword argument {', '.join(map(repr, unknown))})"
        )


def checked_options(options: Iterable[Option], num_players: int, given: Mapping[str, Any]) -> Options:
    """Every option of the list, as given or by default."""
    values = [(option.name, option.check(given.get(option.name, option.default), num_players)) for option in options]
    return Options(num_players, tuple(values))
