"""Full modern board games as reinforcement-learning environments.

`env`, `raw_env`, `parallel_env`, `vector_env` and `game` mean Underwater Cities unless `game` names another one; the
package of a game, such as `undersea_env.underwater_cities`, has the same five functions.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from undersea_env.core.registry import add_game, games, use_agents, use_trained_players
from undersea_env.doors.making import make_env, make_game, make_parallel_env, make_raw_env, make_vector_env
from undersea_env.doors.registration import register_environments
from undersea_env.errors import IllegalAction, InvalidOption, InvalidPosition, MissingExtra, UnderseaError

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.position import Game
    from undersea_env.doors.aec import AecEnv, CheckedEnv
    from undersea_env.doors.parallel import TurnBasedParallelEnv
    from undersea_env.doors.vector import GameVectorEnv

    Named = str | Kind | None

__version__ = "0.2.0.dev0"
__all__ = [
    "IllegalAction",
    "InvalidOption",
    "InvalidPosition",
    "MissingExtra",
    "UnderseaError",
    "__version__",
    "env",
    "game",
    "games",
    "parallel_env",
    "raw_env",
    "vector_env",
]

_GAMES = ("underwater_cities", "endeavor_deep_sea", "cloudage")
for _name in _GAMES:
    add_game(_name, f"{__name__}.{_name}")


def game(*places: Any, game: "Named" = None, **options: Any) -> "Game":
    """The rules themselves, one position at a time; for search, tests and people.

    Options: num_players, those of the game (`undersea describe options`), components, reward; also without their names,
    in this order. A string in the first place names the game.
    """
    if places and isinstance(places[0], str):
        if game is not None:
            raise InvalidOption(f"the game is named once, not as {places[0]!r:.200} and by game=")
        return make_game(*places, **options)
    return make_game(game, *places, **options)


def env(*, game: "Named" = None, **options: Any) -> "CheckedEnv":
    """A PettingZoo AEC environment in the wrappers that PettingZoo recommends.

    Options: those of `game`; illegal_action: "raise", "terminate" or "random"; render_mode: None, "ansi", "human",
    "svg" or "rgb_array"; observation: "flat" or "entities".
    """
    return make_env(game, **options)


def raw_env(*, game: "Named" = None, **options: Any) -> "AecEnv":
    """The PettingZoo AEC environment without wrappers; options as of `env`."""
    return make_raw_env(game, **options)


def parallel_env(*, game: "Named" = None, **options: Any) -> "TurnBasedParallelEnv":
    """A PettingZoo parallel environment in which the action of the active agent counts; options as of `env`."""
    return make_parallel_env(game, **options)


def vector_env(
    num_envs: int, num_players: int = 2, seed: int = 0, threads: int = 1, *, game: "Named" = None, **options: Any
) -> "GameVectorEnv":
    """Many games at once, for training: see `GameVectorEnv` for all options."""
    return make_vector_env(game, num_envs, num_players, seed, threads, **options)


def __getattr__(name: str) -> Any:
    """The packages of the games; importing this one imports none of them."""
    if name in _GAMES:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _make_agent(code: str, kind: "Kind", seed: int) -> Any:
    from undersea_env.agents import make

    return make(code, seed, game=kind)


use_agents(_make_agent)
use_trained_players(lambda: import_module(f"{__name__}.training.playing"))
register_environments()
