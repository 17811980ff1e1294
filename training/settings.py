"""What the configs of all trainers have in common: plain data in and out, changes in words, checked types."""

import dataclasses
import json
import math
from collections.abc import Mapping
from typing import Any, ClassVar, Self, get_args, get_origin

from undersea_env.core.kind import Kind
from undersea_env.core.options import Option, check_names
from undersea_env.core.position import Game
from undersea_env.core.registry import default_game, known_kind
from undersea_env.errors import InvalidOption

BY_GAME: Any = None                          # as the default of a setting: `defaults_of` the game tells it

Ranges = dict[str, tuple[float, float]]


class Settings:
    """The base of frozen dataclasses, each field of which has a default.

    `game` is the name of a game of this package or of one that is in use already: it may come out of a file. `options`
    are those of the game; as plain data, and in words, they stand beside the other settings.
    """

    game: str
    preset: str
    players: tuple[int, ...]
    options: Mapping[str, Any]
    components: str | None
    tensorboard: bool
    __dataclass_fields__: ClassVar[dict[str, Any]]

    # --- what a trainer says of itself ---

    @classmethod
    def listed(cls, kind: Kind) -> tuple[Option, ...]:
        """The options of the game that a config has."""
        return kind.options

    @classmethod
    def defaults_of(cls, kind: Kind) -> dict[str, Any]:
        """Of the settings whose default depends on the game."""
        return {}

    def games(self) -> list[Game]:
        """The rules for each number of players."""
        return [self.game_of(players) for players in self.players]

    # --- the game ---

    @property
    def kind(self) -> Kind:
        return known_kind(self.game)

    def settle(self) -> None:
        """When a config is made: what was not given is what the game says."""
        if self.game is None:
            object.__setattr__(self, "game", default_game())
        for name, value in self.defaults_of(self.kind).items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)
        if not isinstance(self.options, Mapping):
            raise InvalidOption(f"options are names and values, not {self.options!r}")
        listed = self.listed(self.kind)
        check_names(self.options, [option.name for option in listed])
        given = {option.name: self.options.get(option.name, option.default) for option in listed}
        object.__setattr__(self, "options", {name: _as_tuple(value) for name, value in given.items()})

    def check_players(self) -> None:
        """That the numbers of players are different ones, and go with the options."""
        if not self.players or len(set(self.players)) != len(self.players):
            raise InvalidOption(f"players are different numbers such as 2 or 1,2,3,4; not {self.players!r}")
        for players in self.players:
            for options in self.variants_of(players):
                self.kind.checked(players, options)

    def variants_of(self, players: int) -> list[dict[str, Any]]:
        """The options of all tables with this number of players.

        A flag that it cannot have is off: other numbers of players that train along may have it.
        """
        return [{
            option.name: option.default if self._is_refused(option, players) else self.options[option.name]
            for option in self.listed(self.kind)
        }]

    def _is_refused(self, option: Option, players: int) -> bool:
        if option.read is not None or self.options[option.name] is not True:
            return False
        try:
            option.check(True, players)
        except InvalidOption:
            return True
        return False

    def game_of(self, players: int) -> Game:
        """The rules of the first table with this number of players, trained or not."""
        return Game(self.kind, players, self.components, **self.variants_of(players)[0])

    # --- plain data ---

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Of the fields."""
        return tuple(field.name for field in dataclasses.fields(cls))

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """What `as_data` gave; unknown keys are refused."""
        if not isinstance(data, dict):
            raise InvalidOption(f"a config is an object with names and values, not {data!r}")
        kind = known_kind(data.get("game", default_game()))
        options = [option.name for option in cls.listed(kind)]
        known = [name for name in cls.names() if name != "options"] + options
        unknown = sorted(set(data) - set(known))
        if unknown:
            raise InvalidOption(f"a config has no {', '.join(map(repr, unknown))}; it has: {', '.join(known)}")
        values = {name: _as_tuple(value) for name, value in data.items()}
        own: dict[str, Any] = {name: values.pop(name) for name in list(values) if name not in options}
        return cls(**own | {"options": values})

    def as_data(self) -> dict[str, Any]:
        """In plain JSON types. The game that is meant where none is named is not named."""
        data: dict[str, Any] = {}
        for name in self.names():
            data |= self.options if name == "options" else {name: getattr(self, name)}
        if self.game == default_game():
            del data["game"]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}

    # --- changes in words ---

    def changed(self, settings: list[str]) -> Self:
        """With changes such as "epochs=1" or "players=2,3"."""
        return self.from_data(self.as_data() | dict(self._parsed(text) for text in settings))

    def _parsed(self, text: str) -> tuple[str, Any]:
        return self._parsed_as(text, [name for name in self.as_data() if name != "game"])

    def parsed_option(self, text: str) -> tuple[str, Any]:
        """Of the game: "rounds=2" as its name and its value."""
        return self._parsed_as(text, [option.name for option in self.listed(self.kind)])

    def _parsed_as(self, text: str, known: list[str]) -> tuple[str, Any]:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            raise InvalidOption(f"a setting is NAME=VALUE, where NAME is one of {', '.join(known)}; not {text!r}")
        try:
            return name, self._read(name, value)
        except (ValueError, KeyError):
            default = type(self)(game=self.game).as_data()[name]         # type: ignore[call-arg]
            raise InvalidOption(f"{name} cannot be {value!r}; the default is {json.dumps(default)}") from None

    def _read(self, name: str, value: str) -> Any:
        for option in self.listed(self.kind):
            if option.name == name:
                return _truth(value) if option.read is None else option.read(value)
        kind = self.__dataclass_fields__[name].type
        if get_origin(kind) is tuple:
            return [get_args(kind)[0](item.strip()) for item in value.split(",")]
        if kind is bool:
            return _truth(value)
        return kind(value) if kind in (int, float) else value


class SettingsOfTables(Settings):
    """Of trainers that play at several tables at the same time."""

    tables: tuple[str, ...]                  # each by what differs, such as "rounds=2 boards=asymmetric"

    def variants_of(self, players: int) -> list[dict[str, Any]]:
        """With `tables`, those that differ for this number of players."""
        (first,) = super().variants_of(players)
        found = {self.kind.checked(players, first): first}
        for words in self.tables:
            given = first | dict(self.parsed_option(text) for text in words.split())
            found.setdefault(self.kind.checked(players, given), given)
        return list(found.values())

    def all_games(self) -> list[Game]:
        """The rules of all tables, first those of `games`."""
        variants = [self.variants_of(players) for players in self.players]
        return [
            Game(self.kind, players, self.components, **given[k])
            for k in range(max(map(len, variants)))
            for players, given in zip(self.players, variants, strict=True) if k < len(given)
        ]

    def check_lanes(self, lanes: int, shards: int) -> None:
        """That every table has some."""
        tables = sum(len(self.variants_of(players)) for players in self.players)
        if lanes < shards * tables:
            each = "table and number of players" if self.tables else "number of players"
            raise InvalidOption(f"lanes are at least {shards * tables}, one for each shard and {each}; not {lanes}")


def _truth(value: str) -> bool:
    return {"true": True, "false": False}[value.lower()]


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def check_ranges(settings: Settings, ranges: Ranges) -> None:
    for name, (low, high) in ranges.items():
        value = getattr(settings, name)
        if not (math.isfinite(value) and low <= value <= high):
            raise InvalidOption(f"{name} is from {low:g} to {high:g}, not {value!r}")


def check_types(settings: Settings) -> None:
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        if field.name != "options" and not _is_of(field.type, value):
            raise InvalidOption(f"{field.name} cannot be {value!r}")


def _is_of(kind: Any, value: Any) -> bool:
    """A number may stand for one with a fraction; true and false are no numbers."""
    if get_origin(kind) is tuple:
        return isinstance(value, tuple) and all(_is_of(get_args(kind)[0], item) for item in value)
    if get_args(kind):
        return any(_is_of(one, value) for one in get_args(kind))
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
