"""Underwater Cities as a reinforcement-learning environment."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from undersea_env.doors.registration import register_environments
from undersea_env.errors import IllegalAction, InvalidOption, InvalidPosition, MissingExtra, UnderseaError

if TYPE_CHECKING:
    from typing import Unpack

    from undersea_env.core.position import Game
    from undersea_env.doors.aec import CheckedEnv, EnvOptions, UnderwaterCitiesEnv
    from undersea_env.doors.parallel import TurnBasedParallelEnv
    from undersea_env.doors.vector import UnderwaterCitiesVectorEnv

__version__ = "0.1.0"
__all__ = [
    "IllegalAction",
    "InvalidOption",
    "InvalidPosition",
    "MissingExtra",
    "UnderseaError",
    "__version__",
    "env",
    "game",
    "parallel_env",
    "raw_env",
    "vector_env",
]


def game(
    num_players: int = 2,
    boards: str | Sequence[int] = "symmetric",
    contracts: bool = False,
    rounds: Sequence[int] = (4, 3, 3),
    components: str | Path | None = None,
    reward: "str | Callable[[tuple[int, ...], tuple[int, ...]], Any]" = "win",
) -> "Game":
    """The rules themselves, one position at a time; for search, tests and people."""
    from undersea_env.core.position import Game  # only now: this imports numba

    return Game(num_players, boards, contracts, rounds, components, reward)


def env(**options: "Unpack[EnvOptions]") -> "CheckedEnv":
    """A PettingZoo AEC environment in the wrappers that PettingZoo recommends.

    Options: those of `game`; illegal_action: "raise", "terminate" or "random"; render_mode: None, "ansi", "human",
    "svg" or "rgb_array"; observation: "flat" or "entities".
    """
    from undersea_env.doors.aec import CheckedEnv

    return CheckedEnv(raw_env(**options))


def raw_env(**options: "Unpack[EnvOptions]") -> "UnderwaterCitiesEnv":
    """The PettingZoo AEC environment without wrappers; options as of `env`."""
    from undersea_env.doors.aec import UnderwaterCitiesEnv

    return UnderwaterCitiesEnv(**options)


def parallel_env(**options: "Unpack[EnvOptions]") -> "TurnBasedParallelEnv":
    """A PettingZoo parallel environment in which the action of the active agent counts; options as of `env`."""
    from undersea_env.doors.parallel import TurnBasedParallelEnv

    return TurnBasedParallelEnv(env(**options))


def vector_env(
    num_envs: int, num_players: int = 2, seed: int = 0, threads: int = 1, **options: Any
) -> "UnderwaterCitiesVectorEnv":
    """Many games at once, for training: see `UnderwaterCitiesVectorEnv` for all options."""
    from inspect import signature

    from undersea_env.doors.vector import UnderwaterCitiesVectorEnv

    names = [name for name in signature(UnderwaterCitiesVectorEnv).parameters if name != "self"]
    unknown = options.keys() - set(names)
    if unknown:
        raise InvalidOption(f"there is no option {', '.join(sorted(unknown))}; the options are {', '.join(names)}")
    return UnderwaterCitiesVectorEnv(num_envs, num_players, seed, threads, **options)


register_environments()
