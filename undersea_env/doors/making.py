"""The five functions that make environments, for any game; the package and every game offer them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from undersea_env.core.late import parts_in
from undersea_env.core.options import check_names
from undersea_env.core.registry import kind_of

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.position import Game
    from undersea_env.doors.aec import AecEnv, CheckedEnv
    from undersea_env.doors.parallel import TurnBasedParallelEnv
    from undersea_env.doors.vector import GameVectorEnv

    Named = str | Kind | None


def make_game(game: "Named", /, *places: Any, **options: Any) -> "Game":
    """`places` are options of the rules in their order."""
    from undersea_env.core.position import Game  # only now: this imports numba

    kind = kind_of(game)
    names = kind.option_names
    check_names(options, names)
    if len(places) > len(names) or options.keys() & set(names[: len(places)]):
        raise TypeError(f"the options of {kind.title} are {', '.join(names)}, each once")
    return Game(kind, **dict(zip(names, places, strict=False)), **options)


def make_raw_env(game: "Named", /, **options: Any) -> "AecEnv":
    from undersea_env.doors.aec import AecEnv

    return AecEnv(kind_of(game), **options)


def make_env(game: "Named", /, **options: Any) -> "CheckedEnv":
    from undersea_env.doors.aec import CheckedEnv

    return CheckedEnv(make_raw_env(game, **options))


def make_parallel_env(game: "Named", /, **options: Any) -> "TurnBasedParallelEnv":
    from undersea_env.doors.parallel import TurnBasedParallelEnv

    return TurnBasedParallelEnv(make_env(game, **options))


def make_vector_env(game: "Named", /, num_envs: int, *places: Any, **options: Any) -> "GameVectorEnv":
    from undersea_env.doors.vector import GameVectorEnv

    return GameVectorEnv(kind_of(game), num_envs, *places, **options)


PARTS = {"OPTIONS": "options", "TOPICS": "words.describe", "KIND": "kind"}


def parts_of(package: str) -> "Callable[[str], Any]":
    """`__getattr__` of the package of a game: what is heavier than a name is imported when it is first asked for."""
    return parts_in(package, PARTS)


class Doors(NamedTuple):
    """As functions of one game."""

    env: "Callable[..., CheckedEnv]"
    raw_env: "Callable[..., AecEnv]"
    parallel_env: "Callable[..., TurnBasedParallelEnv]"
    vector_env: "Callable[..., GameVectorEnv]"
    game: "Callable[..., Game]"


def doors_of(name: str) -> Doors:
    """The five functions of `undersea_env`, for this game alone."""

    def env(**options: Any) -> "CheckedEnv":
        """As `undersea_env.env`, of this game."""
        return make_env(name, **options)

    def raw_env(**options: Any) -> "AecEnv":
        """As `undersea_env.raw_env`, of this game."""
        return make_raw_env(name, **options)

    def parallel_env(**options: Any) -> "TurnBasedParallelEnv":
        """As `undersea_env.parallel_env`, of this game."""
        return make_parallel_env(name, **options)

    def vector_env(num_envs: int, *places: Any, **options: Any) -> "GameVectorEnv":
        """As `undersea_env.vector_env`, of this game."""
        return make_vector_env(name, num_envs, *places, **options)

    def game(*places: Any, **options: Any) -> "Game":
        """As `undersea_env.game`, of this game."""
        return make_game(name, *places, **options)

    return Doors(env, raw_env, parallel_env, vector_env, game)
