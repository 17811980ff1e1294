"""What a player is: something that chooses actions for many decisions at once."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from undersea_env.underwater_cities.batch import Batch
    from undersea_env.underwater_cities.game import Game

Numbers: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Positions:
    """The positions to decide in, one record a row; all that the seat that asks cannot know is dealt anew."""

    game: "Game"
    states: Numbers                                  # contiguous, of kernel.state.STATE; the agent may write into them

    @classmethod
    def imagined(cls, batch: "Batch", seed: int) -> "Positions":
        """Of all games of a batch, each as the seat that decides may imagine it; the seed decides what it imagines."""
        from undersea_env.agents.redealing import redealt
        from undersea_env.agents.streams import RowStream

        viewers = np.maximum(batch.players(), 0)     # a game that is over has nobody who decides
        states = redealt(batch.game, batch.states, np.arange(batch.n), viewers, RowStream(seed).take(batch.n))
        return cls(batch.game, states)


class Agent(Protocol):
    """Chooses for rows: `masks` (n, A) say what is legal, `players` (n,) which seats decide.

    `observations` (n, F) are what those seats may know; None for an agent with `wants_observations = False`.
    `positions` come to an agent with `wants_positions = True`. Both attributes may be left out.
    An agent has random numbers of its own, from its seed: the same questions in the same order get the same answers.
    """

    name: str

    def choose(
        self, observations: Numbers | None, masks: Numbers, players: Numbers, positions: Positions | None = None
    ) -> NDArray[np.int64]: ...


def wants_positions(agent: object) -> bool:
    return bool(getattr(agent, "wants_positions", False))


def wants_observations(agent: object) -> bool:
    return bool(getattr(agent, "wants_observations", True))
