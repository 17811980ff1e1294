"""Players: from random to search and trained networks, and bots from files. `make` gives one by its code."""

from typing import TYPE_CHECKING, Any

from undersea_env.agents.agent import Agent
from undersea_env.agents.registry import make

if TYPE_CHECKING:
    from undersea_env.core.redealing import Positions as Positions

__all__ = ["Agent", "Positions", "make"]


def __getattr__(name: str) -> Any:
    """`Positions` are imported when they are first asked for: with them comes the compiler."""
    if name == "Positions":
        from undersea_env.core.redealing import Positions

        return Positions
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
