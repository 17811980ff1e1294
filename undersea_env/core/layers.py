"""What networks of games are made of. Torch is an extra: only networks import this.

A network of a game is a `Network`. A game that has some of its own offers them in the module `kind.network`:

- `networks()`: a builder for each preset, by name; the first is the default. `builder(game, values=1)` gives a new
  network that knows what is printed in `game`; with None it has room for that, to be loaded with the weights.
- `printed(game)`: arrays of what networks know by its number. A network that learned with others refuses to play.
- `value_learning()`, if `undersea train value` is to teach it: a module with what `training/value.py` lists.
"""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

SMALL_START = 0.01                                   # at first all legal actions are about equally likely


class Network(nn.Module):
    """`forward` gives the logits (n, A) of all actions, legal or not, and the value (n,) for the seat that decides.

    One that was built for several values gives (n, values) of them.
    """

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        raise NotImplementedError


def scale_of(high: Any) -> Tensor:
    """What a number from 0 to `high` is multiplied by: large values are rare, so the root is about the usual size."""
    return torch.from_numpy(1 / np.sqrt(np.asarray(high, np.float32)))


class ScaledLinear(nn.Linear):
    """A linear layer on numbers that are brought to scale; the scale is put on the weights, which are fewer."""

    scale: Tensor

    def __init__(self, scale: Tensor, width: int) -> None:
        super().__init__(len(scale), width)
        self.register_buffer("scale", scale, persistent=False)

    def forward(self, numbers: Tensor) -> Tensor:
        return functional.linear(numbers, self.weight * self.scale, self.bias)


def trunk_of(inputs: int, widths: tuple[int, ...]) -> nn.Sequential:
    layers: list[nn.Module] = []
    for width in widths:
        layers += [nn.Linear(inputs, width), nn.ReLU(inplace=True)]
        inputs = width
    return nn.Sequential(*layers)


def starting_small(layer: nn.Linear) -> nn.Linear:
    with torch.no_grad():
        layer.weight.mul_(SMALL_START)
        layer.bias.zero_()
    return layer


class PrintedVectors(nn.Module):
    """A vector for each printed thing: learned for its number, plus a projection of its features, a row of the table.

    A network that is to be loaded has a table of zeros.
    """

    features: Tensor

    def __init__(self, table: Tensor, width: int) -> None:
        super().__init__()
        number, columns = table.shape
        self.own = nn.Parameter(0.2 * torch.randn(number, width))
        self.project = nn.Linear(columns, width)
        self.register_buffer("features", table)

    def forward(self) -> Tensor:
        vectors: Tensor = self.own + self.project(self.features)
        return vectors
