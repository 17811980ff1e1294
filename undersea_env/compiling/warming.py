"""Compiling ahead: what a user will need, in parts that have names."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass

from undersea_env.compiling.cache import is_warm
from undersea_env.compiling.jit import entry_points


@dataclass(frozen=True)
class Part:
    """Something to wait for: how each of its entry points is used once, and the modules that have them."""

    name: str
    use: Callable[[], object]
    modules: tuple[str, ...]

    def is_warm(self) -> bool:
        """Is it compiled already? Nothing is compiled or loaded to find out."""
        for module in self.modules:
            importlib.import_module(module)
        return all(is_warm(entry) for module in self.modules for entry in entry_points[module])
