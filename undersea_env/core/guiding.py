"""Searches that a network guides, side by side, called from Python: `core.guided` over arrays of records."""

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.raw import as_bytes
from undersea_env.core import guided
from undersea_env.core.layout import OBSERVATION_DTYPE
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.position import Game

Array = NDArray[Any]
Floats = NDArray[np.float32]
Ask = Callable[[NDArray[np.uint8]], tuple[Floats, Floats]]   # of observations: logits, and points and wins of each seat

BRANCHES_A_NODE = 24             # on average; a tree that has used up its room grows no more
MOST_NODES = 1 << 16             # of a tree
TARGETS_AT_FIRST = 1 << 16


@dataclass(frozen=True)
class Searching:
    """How is searched; see `guided.SETTINGS`."""

    simulations: int
    considered: int = 16                     # answers at the root, at most
    fast_simulations: int = 0
    full_share: float = 1.0
    noise: float = 0.0
    rivalry: float = 1.0
    winning: float = 0.3
    sharpness: float = 3.0
    patience: float = 50.0


def guided_module_of(kind: "Kind") -> Any:
    """Games without one are refused."""
    if kind.guided is None:
        raise InvalidOption(f"{kind.title} has no `guided`: no network can guide a search in it")
    return kind.guided


def tries_before(considered: int, simulations: int) -> list[int]:
    """Sequential halving as how often the answer was tried before that is tried next.

    The simulations are shared out evenly among the rounds; after each the better half of the answers is left, two at
    the least.
    """
    if considered <= 1:
        return list(range(simulations))
    rounds = math.ceil(math.log2(considered))
    found: list[int] = []
    tries, left = [0] * considered, considered
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found += tries[:left]
            tries[:left] = [number + 1 for number in tries[:left]]
        left = max(2, left // 2)
    return found[:simulations]


class Searches:
    """One search a lane, all of one game and for one thread; there is room for so many lanes.

    `events` and `targets` have what was decided and found since `forget`; `used` how many of both.
    """

    def __init__(self, game: "Game", lanes: int, how: Searching, plays_on: bool) -> None:
        module = guided_module_of(game.kind)
        self.game = game
        self.how = how
        self._guide = module.guide
        self.records: guided.GuidedRecords = module.GUIDED_RECORDS
        most = max(how.simulations, how.fast_simulations)
        self.n = lanes
        self._nodes_each = min(most + 1, MOST_NODES)
        self._edges_each = BRANCHES_A_NODE * self._nodes_each + game.num_actions
        self._room = np.zeros(lanes, self.records.lane)
        self._nodes = np.zeros(lanes * self._nodes_each, self.records.node)
        self._edges = np.zeros(lanes * self._edges_each, self.records.edge)
        self._rooms = np.zeros(1, game.kind.workspace)
        self._settings = np.zeros(1, guided.SETTINGS)
        for field in fields(how):
            if field.name != "considered":
                self._settings[field.name] = getattr(how, field.name)
        self._settings["together"] = game.is_cooperative
        self._settings["unit"] = game.points_in_reward
        self._settings["plays_on"] = plays_on
        self._schedule = np.zeros((2, how.considered + 1, most + 1), np.int64)
        for is_full, simulations in enumerate((how.fast_simulations, how.simulations)):
            for considered in range(how.considered + 1):
                self._schedule[is_full, considered, :simulations] = tries_before(considered, simulations)
        self._observations = np.zeros((lanes, game.kind.observation.size), OBSERVATION_DTYPE)
        self._no_logits = np.zeros((lanes, game.num_actions), np.float32)
        self._nothing_expected = np.zeros((lanes, 2 * game.kind.most_players), np.float32)
        self.events = np.zeros(4 * lanes, self.records.event)
        self.targets = np.zeros(TARGETS_AT_FIRST, np.uint16)
        self.used = np.zeros(2, np.int64)

    @property
    def most_lanes(self) -> int:
        return len(self._room)

    @property
    def lanes(self) -> Array:
        """Those that are in use, as records."""
        return self._room[: self.n]

    @property
    def observations(self) -> NDArray[np.uint8]:
        """What the network is to judge next; of lanes that do not wait for it, anything."""
        return self._observations[: self.n]

    def deal(self, streams: NDArray[np.uint64]) -> None:
        """New games in all lanes; all chance of a lane comes from its stream."""
        self.lanes["stream"] = streams
        self._run(guided.DEAL, self._no_logits[: self.n], self._nothing_expected[: self.n])

    def place(self, states: Array, chances: NDArray[np.uint64]) -> None:
        """These positions, one a lane, and all chance of their searches; other lanes are not in use."""
        self.n = len(states)
        self.lanes["root"][:, 0] = states
        self.lanes["chance"] = chances

    def begin(self) -> None:
        """The search of every lane, from its root."""
        self._run(guided.BEGIN, self._no_logits[: self.n], self._nothing_expected[: self.n])

    def go_on(self, logits: Floats, expected: Floats) -> None:
        """What the network says of the observations."""
        self._run(guided.GO, logits, expected)

    def forget(self) -> None:
        """The events so far."""
        self.used[:] = 0

    def _run(self, task: int, logits: Floats, expected: Floats) -> None:
        self._make_room()
        self._guide(
            task, as_bytes(self.lanes), self.game.engine.rules, self.game.engine.features, as_bytes(self._rooms),
            as_bytes(self._nodes[: self.n * self._nodes_each]), as_bytes(self._edges[: self.n * self._edges_each]),
            as_bytes(self._settings), self._schedule, logits, expected, self.observations, as_bytes(self.events),
            self.targets, self.used,
        )

    def _make_room(self) -> None:
        """A lane makes at most one decision in a sweep, and ends one game, with those that are forced at once."""
        lanes, events, targets = self.n, *self.used.tolist()
        if events + 2 * lanes > len(self.events):
            self.events = np.concatenate([self.events, np.zeros_like(self.events)])
        while targets + lanes * self.game.num_actions > len(self.targets):
            self.targets = np.concatenate([self.targets, np.zeros_like(self.targets)])
