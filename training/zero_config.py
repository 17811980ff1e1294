"""Everything that decides how a run of `undersea train zero` goes, checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from undersea_env.core.checking import checked_seed
from undersea_env.core.checkpoint_files import ZERO
from undersea_env.core.guiding import Searching, guided_module_of
from undersea_env.core.kind import Kind
from undersea_env.errors import InvalidOption
from undersea_env.training.network import check_preset, networks_of
from undersea_env.training.settings import BY_GAME, Ranges, SettingsOfTables, check_ranges, check_types

RANGES: Ranges = {
    "lanes": (1, 1 << 20),
    "shards": (1, 256),
    "sweeps": (1, 1 << 20),
    "simulations": (1, 100_000),
    "considered": (1, 1000),
    "fast_simulations": (0, 100_000),
    "full_share": (1e-6, 1.0),
    "noise": (0.0, 10.0),
    "rivalry": (0.0, 1.0),
    "winning": (0.0, 100.0),
    "sharpness": (0.0, 1e6),
    "patience": (0.0, 1e6),
    "trust": (0.0, 1.0),
    "window_at_first": (1, 1 << 40),
    "window_share": (0.0, 1.0),
    "window": (1, 1 << 40),
    "reuse": (0.0, 1000.0),
    "minibatch": (1, 1 << 24),
    "chunk": (1, 1 << 16),
    "learning_rate": (0.0, 1.0),
    "learning_rate_end": (0.0, 1.0),
    "weight_decay": (0.0, 1.0),
    "points_weight": (0.0, 1e6),
    "wins_weight": (0.0, 1e6),
    "sources_weight": (0.0, 1e6),
    "gradient_limit": (0.0, 1e9),
    "averaging": (0.0, 1.0),
    "snapshot_every": (1, 1 << 30),
    "snapshots": (1, 1000),
    "evaluate_every": (1, 1 << 30),
    "evaluation_deals": (1, 100_000),
    "evaluation_simulations": (0, 100_000),
    "checkpoint_every": (1, 1 << 30),
}


@dataclass(frozen=True)
class ZeroConfig(SettingsOfTables):
    """How a run goes. The results depend on this alone, not on the number of threads."""

    trainer: str = ZERO                      # tells runs apart
    game: str = BY_GAME
    preset: str = BY_GAME                    # the first network of the game
    players: tuple[int, ...] = (2,)          # numbers of players that are trained at the same time
    options: Mapping[str, Any] = field(default_factory=dict)     # of the game
    components: str | None = None
    seed: int = 0
    tables: tuple[str, ...] = ()             # more tables, each by what differs, such as "rounds=2 boards=asymmetric"
    start: str | None = None                 # a run or checkpoint of `train ppo` or `train zero` to begin from

    lanes: int = 512                         # games side by side, in all
    shards: int = 2                          # parts of the work that can go on at the same time: one a core
    sweeps: int = 512                        # positions a lane that the network judges between two updates
    simulations: int = 24                    # of a full search
    considered: int = 8                      # answers that it tries, at most
    full_share: float = 0.25                 # of the questions that get a full search, and teach
    fast_simulations: int = 0                # for all others; 0: the policy answers alone
    noise: float = 1.0                       # 1: answers are drawn by the policy; less: the likely ones more often
    rivalry: float = 1.0                     # how much the points of the best opponent count
    winning: float = 0.3                     # what a win is worth beside the points
    sharpness: float = 3.0                   # how far worth moves the policy, for every trial of an answer
    patience: float = 50.0                   # as many trials count before the first

    trust: float = 0.97                      # in the outcome, and less by this with every decision before it
    window_at_first: int = 10_000            # searched decisions that are learned from
    window_share: float = 0.5                # it grows to this share of all so far
    window: int = 300_000                    # and no further
    reuse: float = 4.0                       # how often each of them is learned
    minibatch: int = 1024
    chunk: int = 512                         # rows that go through the network at once: they fit into the cache
    learning_rate: float = 1e-3
    learning_rate_end: float = 5e-5          # reached at the end of the budget
    weight_decay: float = 1e-4
    points_weight: float = 1.0               # of the losses, beside that of the policy
    wins_weight: float = 0.5
    sources_weight: float = 0.5              # points by source at the end: they teach where points come from
    gradient_limit: float = 2.0
    averaging: float = 0.98                  # the network that plays is an average of those that learned

    snapshot_every: int = 10                 # updates
    snapshots: int = 4                       # past selves that are kept, for evaluations
    evaluate_every: int = 25                 # updates
    evaluation_deals: int = 100              # against each opponent, from every seat
    evaluation_simulations: int = 0          # of a decision there; 0: the policy alone
    checkpoint_every: int = 5                # updates
    tensorboard: bool = True

    @classmethod
    def defaults_of(cls, kind: Kind) -> dict[str, Any]:
        return {"preset": next(iter(networks_of(kind)))}

    def __post_init__(self) -> None:
        if self.trainer != ZERO:
            raise InvalidOption(f"trainer is {ZERO} in a run of `undersea train {ZERO}`, not {self.trainer!r}")
        self.settle()
        check_types(self)
        guided_module_of(self.kind)
        check_preset(self.preset, self.kind)
        check_ranges(self, RANGES)
        self.check_players()
        checked_seed(self.seed)
        self.check_lanes(self.lanes, self.shards)

    def searching(self) -> Searching:
        """How self-play searches."""
        return Searching(**{each.name: getattr(self, each.name) for each in fields(Searching)})
