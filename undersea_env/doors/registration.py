"""Makes the environments known to PettingZoo and Gymnasium without importing them, or any game.

Neither reads entry points (Gymnasium did before 1.0), so importing this package has to register the environments. But
importing them takes 0.2 s and more each, which a user of the plain rules or of the command should not pay. So we wait
until somebody else imports them.
"""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from undersea_env.core.registry import games, module_of

NAMESPACE = "undersea"


def pettingzoo_ids() -> dict[str, str]:
    """The games by their ids, such as undersea/underwater_cities-v1."""
    return {f"{NAMESPACE}/{name}-v{import_module(module_of(name)).VERSION}": name for name in games()}


def gymnasium_ids() -> dict[str, str]:
    """The same for Gymnasium, such as undersea/UnderwaterCities-v1."""
    found = {}
    for name in games():
        package = import_module(module_of(name))
        found[f"{NAMESPACE}/{re.sub('[^A-Za-z0-9]', '', package.TITLE)}-v{package.VERSION}"] = name
    return found


def register_environments() -> None:
    """To be called once, when this package is imported."""
    when_imported("pettingzoo", _register_with_pettingzoo)
    when_imported("gymnasium", _register_with_gymnasium)


def _register_with_gymnasium() -> None:
    from gymnasium.envs.registration import register, registry

    for env_id, name in gymnasium_ids().items():
        if env_id not in registry:
            register(
                env_id,
                entry_point="undersea_env.doors.gymnasium_env:SeatEnv",
                vector_entry_point="undersea_env.doors.gymnasium_env:SeatVectorEnv",
                kwargs={"game": name},
            )


def _register_with_pettingzoo() -> None:
    try:
        from pettingzoo.env_registry.registration import aec_registry, parallel_registry, register
    except ImportError:                                    # before 1.27 there was no registry: nothing to tell it
        return
    for env_id, name in pettingzoo_ids().items():
        if env_id not in aec_registry:                     # a second registration would warn
            register("aec", env_id, entry_point="undersea_env:env", kwargs={"game": name})
        if env_id not in parallel_registry:
            register("parallel", env_id, entry_point="undersea_env:parallel_env", kwargs={"game": name})


def when_imported(package: str, act: Callable[[], None]) -> None:
    """Act once the package has been imported: at once if that has happened, later otherwise, perhaps never."""
    if package in sys.modules:
        act()
    else:
        sys.meta_path.insert(0, _Watcher(package, act))


class _Watcher:
    """Stands in front of Python's own finders, which do the work; only notices when the package has been executed."""

    def __init__(self, package: str, act: Callable[[], None]) -> None:
        self.package = package
        self.act = act

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.package:
            return None
        for finder in sys.meta_path:
            spec = None if isinstance(finder, _Watcher) else finder.find_spec(name, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _Loader(spec.loader, self)  # type: ignore[assignment]
                return spec
        return None

    def imported(self) -> None:
        if self in sys.meta_path:
            sys.meta_path.remove(self)
            self.act()


class _Loader:
    """Executes the package by its own loader, then tells the watcher. It leaves no trace in the module."""

    def __init__(self, loader: Any, watcher: _Watcher) -> None:
        self._loader = loader
        self._watcher = watcher

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        module: ModuleType | None = self._loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._watcher.imported()
