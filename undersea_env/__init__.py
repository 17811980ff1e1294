"""Underwater Cities as a reinforcement-learning environment."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from undersea_env.errors import IllegalAction, InvalidOption, InvalidPosition, MissingExtra, UnderseaError
from undersea_env.registration import register_if_imported

if TYPE_CHECKING:
    from undersea_env.underwater_cities.game import Game
    from undersea_env.underwater_cities.vector import UnderwaterCitiesVectorEnv

__version__ = "0.1.0"
__all__ = [
    "IllegalAction",
    "InvalidOption",
    "InvalidPosition",
    "MissingExtra",
    "UnderseaError",
    "__version__",
    "game",
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
    from undersea_env.underwater_cities.game import Game  # only now: this imports numba

    return Game(num_players, boards, contracts, rounds, components, reward)


def vector_env(
    num_envs: int, num_players: int = 2, seed: int = 0, threads: int = 1, **options: Any
) -> "UnderwaterCitiesVectorEnv":
    """Many games at once, for training: see `UnderwaterCitiesVectorEnv` for all options."""
    from undersea_env.underwater_cities.vector import UnderwaterCitiesVectorEnv

    return UnderwaterCitiesVectorEnv(num_envs, num_players, seed, threads, **options)


register_if_imported()
