"""What `undersea train value` asks of Underwater Cities: whom to watch, what to look at, and the network that learns.

The network is that of `heuristic/learned.py`, which needs no torch to play.
"""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from undersea_env.compiling.raw import as_bytes
from undersea_env.core.options import Option
from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.compiled.limits import TURNS_IN_ROUND
from undersea_env.underwater_cities.heuristic.learned import (
    HIDDEN,
    INPUT,
    LEARNED,
    MOST_THINGS,
    NUMBERS,
    POINTS_A_UNIT,
    SECOND,
    THINGS,
    value_positions,
)
from undersea_env.underwater_cities.heuristic.learned_value import (
    FILES,
    OPTIMISER,
    SHAPES,
    VALUE,
    LearnedValue,
    book_hash,
    facts_of,
    read_manifest,
)
from undersea_env.underwater_cities.heuristic.valuing import THOUGHT
from undersea_env.underwater_cities.heuristic.worth import ONLY_OF_VALUE, TO_COME, make_worth, read_weights, worth_of
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.questions import TO_PLAY
from undersea_env.underwater_cities.options import ASYMMETRIC, FAMILIES, SYMMETRIC
from undersea_env.underwater_cities.options import OPTIONS as RULES

__all__ = [
    "FILES", "OPTIMISER", "OPTIONS", "POINTS_A_UNIT", "VALUE", "ValueNetwork", "begin_a_turn", "facts_of", "joined",
    "look_at", "personalities", "read_manifest", "turn_of", "turns_of", "value_of", "variants",
]

BOTH = "both"

Array = NDArray[Any]


# --- games ---


def _checked_boards(boards: Any, num_players: int) -> str:
    if boards != BOTH and (not isinstance(boards, str) or boards not in FAMILIES):
        raise InvalidOption(f"boards is {', '.join(FAMILIES)} or {BOTH}, in turn; not {boards!r}")
    return str(boards)


OPTIONS = (
    Option("boards", BOTH, _checked_boards, "symmetric, asymmetric, or both in turn", str),
    *(option for option in RULES if option.name != "boards"),
)


def variants(num_players: int, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The options of the tables with this number of players; alone there are asymmetric boards only (O-1)."""
    boards = _checked_boards(options["boards"], num_players)
    if num_players == 1:
        played: tuple[str, ...] = (ASYMMETRIC,)
    else:
        played = (SYMMETRIC, ASYMMETRIC) if boards == BOTH else (boards,)
    return [{**options, "boards": family} for family in played]


def turns_of(game: Game) -> int:
    return TURNS_IN_ROUND * int(sum(game.options.rounds))


def turn_of(states: Array) -> NDArray[np.int64]:
    """From 0."""
    turns: NDArray[np.int64] = TURNS_IN_ROUND * (states["round_no"].astype(np.int64) - 1) + states["turn_no"] - 1
    return turns


def begin_a_turn(states: Array) -> NDArray[np.bool_]:
    top = states["frame"][np.arange(len(states)), np.maximum(states["frame_count"] - 1, 0)]
    return np.asarray((top["question"] == questions.TURN) & (top["stage"] == TO_PLAY))


def personalities(game: Game, number: int, variety: float, seed: int) -> Array:
    """Greedy, and greedys with other weights: what they value differs, how they expect a game to end does not.

    Records of worth, one a player; the first is greedy itself.
    """
    rng = np.random.default_rng(seed)
    weights = read_weights()
    worths = [worth_of(game)]
    for _ in range(number - 1):
        factors = np.exp(variety * rng.normal(size=len(weights)))
        other = {
            name: weight if name.startswith(ONLY_OF_VALUE) or name in TO_COME else weight * factor
            for (name, weight), factor in zip(weights.items(), factors.tolist(), strict=True)
        }
        worths.append(make_worth(game, other))
    return np.concatenate(worths)


# --- what the network sees ---


class Inputs(NamedTuple):
    """Of the network, a row a seat."""

    numbers: NDArray[np.float32]                           # (n, NUMBERS)
    things: NDArray[np.int16]                              # (n, most); THINGS where there is none


class Seen(NamedTuple):
    """Seats of positions as the network sees them."""

    greedy: NDArray[np.float64]                            # greedy's value, in points
    correction: NDArray[np.float64]                        # by a network
    inputs: Inputs


def look_at(states: Array, game: Game, games: Array, seats: Array, network: Array | None = None) -> Seen:
    """These seats of these games; without a network, a record of LEARNED, nothing is corrected."""
    n = len(games)
    values = np.zeros((n, 2), np.float64)
    numbers, things = np.zeros((n, NUMBERS), np.float32), np.zeros((n, MOST_THINGS), np.int16)
    most = value_positions(
        as_bytes(states), as_bytes(game.rulebook), as_bytes(worth_of(game)),
        as_bytes(np.zeros(1, LEARNED) if network is None else network), as_bytes(np.zeros(1, THOUGHT)),
        as_bytes(np.zeros(1, INPUT)), games.astype(np.int64), seats.astype(np.int64), values, numbers, things,
    )
    things = things[:, :most]
    return Seen(values[:, 0], values[:, 1], Inputs(numbers, np.where(things < 0, np.int16(THINGS), things)))


def joined(parts: list[Inputs]) -> Inputs:
    """One after the other; none at all are no rows."""
    most = max((things.shape[1] for _, things in parts), default=0)
    wide = [np.pad(things, ((0, 0), (0, most - things.shape[1])), constant_values=THINGS) for _, things in parts]
    numbers = [np.zeros((0, NUMBERS), np.float32), *(part.numbers for part in parts)]
    return Inputs(np.concatenate(numbers), np.concatenate([np.zeros((0, most), np.int16), *wide]))


class ValueNetwork(nn.Module):
    """The network of `heuristic/learned.py`: the same parameters by the same names, for learning."""

    numbers: nn.Parameter
    things: nn.Parameter
    bias: nn.Parameter
    second: nn.Parameter
    second_bias: nn.Parameter
    out: nn.Parameter
    out_bias: nn.Parameter

    def __init__(self) -> None:
        super().__init__()
        for name, shape in SHAPES.items():
            self.register_parameter(name, nn.Parameter(torch.zeros(shape)))
        with torch.no_grad():
            self.numbers[:, 1:].normal_(0, 0.6 / math.sqrt(NUMBERS))
            self.things[:, 1:].normal_(0, 0.02)
            self.second[1:].normal_(0, 0.6 / math.sqrt(HIDDEN))
            self.out.normal_(0, 0.2 / math.sqrt(SECOND))

    def forward(self, numbers: Tensor, things: Tensor) -> Tensor:
        """What is added to greedy's value, in points."""
        nothing = torch.zeros(1, HIDDEN)
        rows = functional.embedding_bag(things.int(), torch.cat([self.things, nothing]), mode="sum", padding_idx=THINGS)
        first = numbers @ self.numbers + rows + self.bias
        second = torch.relu(first[:, 1:]) @ self.second[1:] + self.second_bias
        return POINTS_A_UNIT * (first[:, 0] + torch.relu(second) @ self.out + self.out_bias)

    def record(self) -> Array:
        """For kernels."""
        record = np.zeros(1, LEARNED)
        record["is_used"] = 1
        for name, weights in self.named_parameters():
            record[name] = weights.detach().numpy()
        return record


def value_of(network: ValueNetwork, game: Game) -> LearnedValue:
    """For the search."""
    return LearnedValue(network.record(), book_hash(game))
