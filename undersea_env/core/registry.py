"""Which games there are. A game is a module that has a `KIND`; it is imported when it is first asked for."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.options import Option

_modules: dict[str, str] = {}
_default: list[str] = []
_agent_maker: list[Callable[[str, "Kind", int], Any]] = []
_trained_players: list[Callable[[], Any]] = []


def add_game(name: str, module: str) -> None:
    """Make a game known by its name; the first one is meant where no game is named."""
    _modules[name] = module
    if not _default:
        _default.append(name)


def games() -> tuple[str, ...]:
    """The names of the games of this package."""
    return tuple(_modules)


def module_of(game: str) -> str:
    """Of a game of this package: a package that says TITLE and VERSION, and imports the rest when it is asked for."""
    return _modules[game]


def title_of(game: str) -> str:
    """Without importing the game itself."""
    return str(import_module(_modules[game]).TITLE)


def folder_of(game: str) -> Path | None:
    """With RULES.md and README.md; of a game of this package without importing the game itself."""
    return Path(str(import_module(_modules[game]).__file__)).parent if game in _modules else kind_of(game).folder


def options_of(game: str) -> "tuple[Option, ...]":
    """The options of a game; of one of this package without importing the compiler."""
    options: tuple[Option, ...] = import_module(_modules[game]).OPTIONS if game in _modules else kind_of(game).options
    return options


def topics_of(game: str) -> tuple[Any, ...]:
    """What a game describes, its `words.topics`; of one of this package without importing the compiler."""
    if game in _modules:
        return tuple(import_module(_modules[game]).TOPICS)
    return tuple(getattr(kind_of(game).words, "topics", ()))


def default_game() -> str:
    return _default[0]


def kind_of(game: "str | Kind | None" = None) -> "Kind":
    """The game of this name; None means the first one.

    A name with a dot is the module of a game that lies elsewhere, such as "my_games.checkers": it is imported, so never
    pass a name that comes out of a file.
    """
    if game is None:
        return kind_of(default_game())
    if not isinstance(game, str):
        return _checked_kind(game, game)
    if game in _modules:
        return _checked_kind(import_module(_modules[game]).KIND, game)
    if "." in game and all(part.isidentifier() for part in game.split(".")):
        try:
            return _checked_kind(import_module(game).KIND, game)
        except (ModuleNotFoundError, AttributeError) as error:
            raise InvalidOption(f"there is no game {game!r:.200}: {error}") from None
    raise InvalidOption(f"there is no game {game!r:.200}; the games are {', '.join(_modules)}")


def known_kind(game: Any) -> "Kind":
    """The game that a file names: one of this package, or one that is in use already. Nothing else is imported."""
    if isinstance(game, str):
        if game in _modules:
            return kind_of(game)
        module = sys.modules.get(game) if "." in game else None
        if module is not None and hasattr(module, "KIND"):
            return kind_of(game)
    raise InvalidOption(f"there is no game {game!r:.200} here; the games are {', '.join(_modules)}")


def _checked_kind(kind: Any, named: Any) -> "Kind":
    from undersea_env.core.kind import Kind

    if not isinstance(kind, Kind):
        raise InvalidOption(f"game is one of {', '.join(_modules)}, or the description of a game; not {named!r:.200}")
    return kind


def use_agents(make: Callable[[str, "Kind", int], Any]) -> None:
    """Say who makes agents by their codes: doors take codes, but agents stand on doors."""
    _agent_maker[:] = [make]


def agent_of(code: str, kind: "Kind", seed: int) -> Any:
    """The agent of this code for a game."""
    return _agent_maker[0](code, kind, seed)


def use_trained_players(load: Callable[[], Any]) -> None:
    """Say who reads trained networks: agents play them, but training stands on agents.

    `load` gives a module with `read_manifest(path)` of a checkpoint, `player_of(path, trainer, name, kind)` and
    `searcher_of(path, name, kind, simulations, seed)`.
    """
    _trained_players[:] = [load]


def trained_players() -> Any:
    return _trained_players[0]()
