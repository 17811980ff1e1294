"""What the configs of all trainers have in common: plain data in and out, changes in words, checked types."""

import dataclasses
import json
import math
from typing import Any, ClassVar, Self

from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption

Ranges = dict[str, tuple[float, float]]


class Settings:
    """The base of frozen dataclasses, each field of which has a default."""

    preset: str
    tensorboard: bool
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in dataclasses.fields(cls))

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """What `as_data` gave; unknown keys are refused."""
        if not isinstance(data, dict):
            raise InvalidOption(f"a config is an object with names and values, not {data!r}")
        unknown = sorted(set(data) - set(cls.names()))
        if unknown:
            raise InvalidOption(f"a config has no {', '.join(map(repr, unknown))}; it has: {', '.join(cls.names())}")
        values: dict[str, Any] = {k: tuple(value) if isinstance(value, list) else value for k, value in data.items()}
        return cls(**values)

    def as_data(self) -> dict[str, Any]:
        """In plain JSON types."""
        values = {name: getattr(self, name) for name in self.names()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def changed(self, settings: list[str]) -> Self:
        """With changes such as "epochs=1" or "players=2,3"."""
        return self.from_data(self.as_data() | dict(self._parsed(text) for text in settings))

    def games(self) -> list[Game]:
        """The rules for each number of players."""
        raise NotImplementedError

    @classmethod
    def _parsed(cls, text: str) -> tuple[str, Any]:
        name, equals, value = text.partition("=")
        if not equals or name not in cls.names():
            raise InvalidOption(f"a setting is NAME=VALUE, where NAME is one of {', '.join(cls.names())}; not {text!r}")
        default = cls.__dataclass_fields__[name].default
        try:
            return name, _read(name, value, default)
        except (ValueError, KeyError):
            raise InvalidOption(f"{name} cannot be {value!r}; the default is {json.dumps(default)}") from None


def _read(name: str, value: str, default: Any) -> Any:
    if isinstance(default, tuple) and all(isinstance(item, str) for item in default):
        return [item.strip() for item in value.split(",")]
    if isinstance(default, tuple) or (name == "boards" and value[:1].isdigit()):
        return [int(number) for number in value.split(",")]
    if isinstance(default, bool):
        return {"true": True, "false": False}[value.lower()]
    if isinstance(default, int | float):
        return type(default)(value)
    return value


def check_ranges(settings: Settings, ranges: Ranges) -> None:
    for name, (low, high) in ranges.items():
        value = getattr(settings, name)
        if not (math.isfinite(value) and low <= value <= high):
            raise InvalidOption(f"{name} is from {low:g} to {high:g}, not {value!r}")


def check_types(settings: Settings) -> None:
    for field in dataclasses.fields(settings):
        _check_type(field.name, field.type, getattr(settings, field.name))


def _check_type(name: str, kind: Any, value: Any) -> None:
    if kind is bool:
        right = isinstance(value, bool)
    elif kind is int:
        right = isinstance(value, int) and not isinstance(value, bool)
    elif kind is float:
        right = isinstance(value, int | float) and not isinstance(value, bool)
    elif kind is str:
        right = isinstance(value, str)
    elif name == "components":
        right = value is None or isinstance(value, str)
    else:
        right = isinstance(value, tuple) and all(type(number) is int for number in value)
        right = right or (name == "boards" and isinstance(value, str))
    if not right:
        raise InvalidOption(f"{name} cannot be {value!r}")
