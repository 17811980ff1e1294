"""Players: from random to search and trained networks, and bots from files. `make` gives one by its code."""

from undersea_env.agents.agent import Agent, Positions
from undersea_env.agents.registry import make

__all__ = ["Agent", "Positions", "make"]
