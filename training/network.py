"""Policies and values as networks: bytes of observations in, one logit an action and one value a row out.

Every game has the preset `mlp`, a network on the flat vector; networks of its own come from `kind.network`, see
`core/layers.py`. One network serves all numbers of players.
"""

import copy
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from undersea_env.core.kind import Kind
from undersea_env.core.layers import Network, ScaledLinear, scale_of, starting_small, trunk_of
from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption

FLAT = "mlp"
WIDTHS = (256, 256)
LEAST_SPREAD = 1e-3                                      # of what is expected: what never differs has none

AnyNetwork = TypeVar("AnyNetwork", bound=Network)
Builder = Callable[..., Network]                      # (game, values=1)


class FlatNetwork(Network):
    """Takes the bytes of the observation as they come."""

    def __init__(self, kind: Kind, values: int = 1) -> None:
        super().__init__()
        self.first = ScaledLinear(scale_of(kind.observation.highest()), WIDTHS[0])
        self.trunk = trunk_of(WIDTHS[0], WIDTHS[1:])
        self.policy = starting_small(nn.Linear(WIDTHS[-1], kind.num_actions))
        self.value = starting_small(nn.Linear(WIDTHS[-1], values))

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        thought = self.trunk(functional.relu(self.first(observations.float())))
        return self.policy(thought), self.value(thought).squeeze(1)


def networks_of(kind: Kind) -> dict[str, Builder]:
    """By preset; the first is the default."""
    own = {} if kind.network is None else kind.network.networks()
    return {**own, FLAT: partial(_flat, kind)}


def _flat(kind: Kind, game: Game | None, values: int = 1) -> Network:
    return FlatNetwork(kind, values)


def check_preset(preset: str, kind: Kind) -> None:
    presets = networks_of(kind)
    if preset not in presets:
        raise InvalidOption(f"preset is one of {', '.join(presets)}; not {preset!r}")


def make_network(preset: str, kind: Kind, game: Game | None = None, values: int = 1) -> Network:
    """A new network. What is printed comes from `game`; without one the tables are empty, to be loaded."""
    check_preset(preset, kind)
    return networks_of(kind)[preset](game, values=values)


def expected_of(kind: Kind) -> int:
    """How many values `train zero` learns: points and wins of every seat, and points by source of who decides."""
    return 2 * kind.most_players + len(kind.score_sources)


class GuidingNetwork(Network):
    """A network of `train zero`: what it expects is told by how far it is from what is usual.

    What is usual follows what is learned, so that outputs stay of a size that is learned quickly, whatever a game is
    played for and however well.
    """

    middle: Tensor
    spread: Tensor

    def __init__(self, preset: str, kind: Kind, game: Game | None = None) -> None:
        super().__init__()
        self.network = make_network(preset, kind, game, expected_of(kind))
        self.register_buffer("middle", torch.zeros(expected_of(kind)))
        self.register_buffer("spread", torch.ones(expected_of(kind)))

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        logits, expected = self.network(observations)
        return logits, self.middle + self.spread * expected

    def follow(self, outcomes: Tensor, share: float) -> None:
        """What is usual moves so far towards these outcomes, one a row."""
        self.middle.lerp_(outcomes.mean(0), share)
        self.spread.lerp_(outcomes.std(0, correction=0).clamp(min=LEAST_SPREAD), share)


def replica_of(network: AnyNetwork) -> AnyNetwork:
    """The same parameters with gradients of their own."""
    replica = copy.deepcopy(network)
    for mine, shared in zip(replica.parameters(), network.parameters(), strict=True):
        mine.data = shared.data
    for same, given in zip(replica.buffers(), network.buffers(), strict=True):
        same.data = given.data
    return replica


def add_gradients(network: Network, replicas: Sequence[Network]) -> None:
    """Those of the replicas to those of the network."""
    for replica in replicas:
        for mine, shared in zip(replica.parameters(), network.parameters(), strict=True):
            if mine.grad is not None:
                shared.grad = mine.grad if shared.grad is None else shared.grad.add_(mine.grad)


def parameters_of(network: nn.Module) -> int:
    return sum(parameter.numel() for parameter in network.parameters())
