"""Everything that decides how a run of training goes, checked."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from undersea_env.agents.greedy import has_heuristic
from undersea_env.core.checking import checked_seed
from undersea_env.core.kind import Kind
from undersea_env.errors import InvalidOption
from undersea_env.training.network import check_preset, networks_of
from undersea_env.training.settings import BY_GAME, Ranges, SettingsOfTables, check_ranges, check_types

RANGES: Ranges = {
    "lanes": (1, 1 << 20),
    "shards": (1, 256),
    "steps": (1, 1 << 16),
    "epochs": (1, 100),
    "minibatch": (1, 1 << 24),
    "chunk": (1, 1 << 16),
    "learning_rate": (0.0, 1.0),
    "learning_rate_end": (0.0, 1.0),
    "entropy": (0.0, 10.0),
    "entropy_end": (0.0, 10.0),
    "clip": (0.0, 10.0),
    "gamma": (0.0, 1.0),
    "gae_lambda": (0.0, 1.0),
    "value_weight": (0.0, 100.0),
    "gradient_limit": (0.0, 1e9),
    "certain": (1e-9, 1.0),
    "kl_limit": (0.0, 1e9),
    "margin_share": (0.0, 1.0),
    "shaping": (0.0, 100.0),
    "rivalry": (0.0, 1.0),
    "opponent_share": (0.0, 1.0),
    "greedy_share": (0.0, 1.0),
    "imitation": (0.0, 0.99),
    "imitation_rate": (0.0, 1.0),
    "snapshot_every": (1, 1 << 30),
    "snapshots": (1, 1000),
    "evaluate_every": (1, 1 << 30),
    "evaluation_deals": (1, 100_000),
    "checkpoint_every": (1, 1 << 30),
}


@dataclass(frozen=True)
class Config(SettingsOfTables):
    """How a run goes. The results depend on this alone, not on the number of threads."""

    game: str = BY_GAME
    preset: str = BY_GAME                    # the first network of the game
    players: tuple[int, ...] = (2,)          # numbers of players that are trained at the same time
    options: Mapping[str, Any] = field(default_factory=dict)     # of the game
    components: str | None = None
    seed: int = 0
    tables: tuple[str, ...] = ()             # more tables, each by what differs, such as "rounds=2 boards=asymmetric"
    begin_with: str | None = None            # a run, or a checkpoint: its weights are those before the first update

    lanes: int = 512                         # games side by side, in all
    shards: int = 2                          # parts of the work that can go on at the same time: one a core
    steps: int = 256                         # decisions a lane between two updates: about a game of two
    epochs: int = 1
    minibatch: int = 2048
    chunk: int = 512                         # rows that go through the network at once: they fit into the cache
    learning_rate: float = 5e-4
    learning_rate_end: float = 3e-5          # reached at the end of the budget
    entropy: float = 0.003                   # what entropy is worth
    entropy_end: float = 0.0005
    clip: float = 0.2
    gamma: float = 1.0
    gae_lambda: float = 0.95
    value_weight: float = 0.5
    gradient_limit: float = 0.5
    certain: float = 0.999                   # an action that was likelier than this is not learned from
    kl_limit: float = 0.05                   # an update ends when a minibatch is further from the old policy

    margin_share: float = 1.0                # reward: this share the lead in points / 100, the rest the win
    shaping: float = 1.0                     # rewards on the way for the lead so far; the best policy stays the same
    foresight: bool = BY_GAME                # these count what greedy expects at the end, not the points so far
    rivalry: float = 1.0                     # how much the points of the others count in a lead
    opponent_share: float = 0.25             # of the lanes, in which one seat learns and others play the rest
    greedy_share: float = BY_GAME            # of these, against greedy; the others against past selves
    imitation: float = BY_GAME               # share of the budget, at first: the network learns greedy's answers
    imitation_rate: float = 1e-3             # the learning rate of that time
    snapshot_every: int = 10                 # updates
    snapshots: int = 8                       # past selves that are kept

    evaluate_every: int = 25                 # updates
    evaluation_deals: int = 100              # against each opponent, from every seat
    checkpoint_every: int = 5                # updates
    tensorboard: bool = True

    @classmethod
    def defaults_of(cls, kind: Kind) -> dict[str, Any]:
        greedy = has_heuristic(kind)
        return {
            "preset": next(iter(networks_of(kind))), "foresight": greedy, "greedy_share": 0.5 if greedy else 0.0,
            "imitation": 0.1 if greedy else 0.0,
        }

    def __post_init__(self) -> None:
        self.settle()
        check_types(self)
        check_preset(self.preset, self.kind)
        check_ranges(self, RANGES)
        self.check_players()
        checked_seed(self.seed)
        self._check_greedy()
        self.check_lanes(self.lanes, self.shards)

    def _check_greedy(self) -> None:
        """There is nobody to learn from in a game without a heuristic."""
        if has_heuristic(self.kind):
            return
        for name in ("foresight", "greedy_share", "imitation"):
            if getattr(self, name):
                raise InvalidOption(f"{name} leans on greedy, and {self.kind.title} has no heuristic for it; leave it "
                                    f"at {json.dumps(self.defaults_of(self.kind)[name])}")
