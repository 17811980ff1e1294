"""Underwater Cities as a reinforcement-learning environment."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from undersea_env.errors import IllegalAction, InvalidOption, InvalidPosition, MissingExtra, UnderseaError

if TYPE_CHECKING:
    from undersea_env.underwater_cities.game import Game

__version__ = "0.1.0"
__all__ = ["IllegalAction", "InvalidOption", "InvalidPosition", "MissingExtra", "UnderseaError", "__version__", "game"]


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
