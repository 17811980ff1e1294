"""Reading a readable position: what readers begin with, and checks of single values; refusals say where and why."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from undersea_env.errors import InvalidPosition

if TYPE_CHECKING:
    from undersea_env.core.position import Game


def refuse(path: str, reason: str) -> NoReturn:
    raise InvalidPosition(f"{path}: {reason}")


def as_table(value: Any, path: str, known: Collection[str] | None = None) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        refuse(path, f"expected a dict, found {value!r}")
    for key in value:
        if not isinstance(key, str):
            refuse(path, f"the keys are strings; {key!r} is not")
        if known is not None and key not in known:
            refuse(path, f"unknown key {key!r}; known are {', '.join(known)}")
    return dict(value)


def as_number(value: Any, path: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        refuse(path, f"expected a whole number from {low} to {high}, found {value!r}")
    return value


def as_list(value: Any, path: str, most: int, what: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        refuse(path, f"expected a list, found {value!r}")
    if len(value) > most:
        refuse(path, f"at most {most} {what}; these are {len(value)}")
    return list(value)


def as_place_of_name(value: Any, path: str, names: Sequence[str], what: str) -> int:
    """The place of a name in a list of names."""
    if not isinstance(value, str) or value not in names:
        refuse(path, f"expected the id of a {what} ({', '.join(names)}), found {value!r}")
    return names.index(value)


def as_choice(value: Any, path: str, allowed: tuple[str, ...]) -> int:
    if not isinstance(value, str) or value not in allowed:
        refuse(path, f"expected one of {', '.join(allowed)}; found {value!r}")
    return allowed.index(value)


@dataclass
class Given:
    """Cards or tiles that have a place already, and where."""

    what: str
    place: dict[int, str] = field(default_factory=dict)

    def put(self, item: int, path: str) -> None:
        if item in self.place:
            refuse(path, f"{self.what} {item} is also in {self.place[item]}")
        self.place[item] = path

    def free(self, items: Iterable[int]) -> list[int]:
        return [item for item in items if item not in self.place]


class PositionReader:
    """A record of zeros to be filled with what is given, and a new game for what is not."""

    def __init__(self, game: "Game", given: dict[str, Any]) -> None:
        self.game = game
        self.rules = game.rulebook[0]
        self.given = given
        self.seats = game.num_players
        self.state = game.blank()
        self.record = self.state.record[0]
        self.players = self.record["players"]

    @cached_property
    def template(self) -> dict[str, Any]:
        """A new game with seed 0."""
        return self.game.new_game(0).to_dict()
