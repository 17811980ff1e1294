"""Packages whose parts are imported when they are first asked for."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def parts_in(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """`__getattr__` of a package that has these names, each in the module below it that `places` tells."""

    def part(name: str) -> Any:
        if name in places:
            return getattr(import_module(f"{package}.{places[name]}"), name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return part
