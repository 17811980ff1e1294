"""Everything that decides how a run of `undersea train sb3` goes, checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from undersea_env.agents.greedy import has_heuristic
from undersea_env.core.checkpoint_files import SB3
from undersea_env.core.kind import Kind
from undersea_env.core.rewards import REWARDS
from undersea_env.errors import InvalidOption
from undersea_env.training.config import Config
from undersea_env.training.settings import BY_GAME, Settings

MOST_THREADS = 1024
PAST = "past"                                # as an opponent: earlier selves


@dataclass(frozen=True)
class SB3Config(Settings):
    """How a run goes. What has the name of a setting of `train ppo` means the same here."""

    trainer: str = SB3                       # tells runs apart
    game: str = BY_GAME
    preset: str = BY_GAME                    # the first network of the game
    players: tuple[int, ...] = (2,)          # one number
    options: Mapping[str, Any] = field(default_factory=dict)     # of the game
    components: str | None = None
    seed: int = 0

    self_play: bool = True                   # every seat learns; otherwise one, against the opponents
    opponents: tuple[str, ...] = BY_GAME     # codes of agents, in turn from game to game; or past
    reward: str = "score"
    shaping: float = 1.0                     # rewards on the way for the lead so far; the best policy stays the same
    foresight: bool = BY_GAME                # these count what greedy expects at the end, not the points so far
    snapshot_every: int = 25                 # updates
    snapshots: int = 8                       # earlier selves that are kept

    lanes: int = 128                         # games side by side
    steps: int = 64                          # decisions a lane between two updates: many small ones learn faster
    epochs: int = 1
    minibatch: int = 512
    learning_rate: float = 1e-3
    learning_rate_end: float = 5e-5          # reached at the end of the budget
    entropy: float = 0.01                    # what entropy is worth
    entropy_end: float = 0.001
    clip: float = 0.2
    gamma: float = 1.0
    gae_lambda: float = 0.9                  # with foresight and full shaping what pays late is seen early
    value_weight: float = 0.5
    gradient_limit: float = 0.5
    kl_limit: float = 0.05                   # an update ends when a minibatch is 1.5 times as far from the old policy
    threads: int = 1                         # of torch and the lanes; another number may round differently

    evaluate_every: int = 50                 # updates
    evaluation_deals: int = 100              # against each opponent, from every seat
    checkpoint_every: int = 10               # updates
    tensorboard: bool = True

    @classmethod
    def defaults_of(cls, kind: Kind) -> dict[str, Any]:
        shared = Config.defaults_of(kind)
        opponents = ("random", "greedy", PAST) if has_heuristic(kind) else ("random", PAST)
        return {"preset": shared["preset"], "foresight": shared["foresight"], "opponents": opponents}

    def __post_init__(self) -> None:
        if self.trainer != SB3:
            raise InvalidOption(f"trainer is {SB3} in a run of `undersea train {SB3}`, not {self.trainer!r}")
        self.settle()
        self._shared()
        if len(self.players) != 1:
            raise InvalidOption(f"players is one number here, not {self.players!r}; `train ppo` takes several")
        if not isinstance(self.self_play, bool):
            raise InvalidOption(f"self_play is true or false, not {self.self_play!r}")
        if type(self.threads) is not int or not 1 <= self.threads <= MOST_THREADS:
            raise InvalidOption(f"threads is from 1 to {MOST_THREADS}, not {self.threads!r}")
        if self.lanes * self.steps % self.minibatch == 1 or self.minibatch == 1:
            raise InvalidOption(f"lanes x steps ({self.lanes} x {self.steps}) and minibatch ({self.minibatch}) leave a "
                                "minibatch of one decision, whose advantage cannot be normalised")
        if self.reward not in REWARDS:
            raise InvalidOption(f"reward is one of {', '.join(REWARDS)}; not {self.reward!r}")
        named = isinstance(self.opponents, tuple) and all(isinstance(code, str) and code for code in self.opponents)
        if not named or not self.opponents:
            raise InvalidOption(f"opponents are codes of agents, such as random,greedy, or {PAST}; "
                                f"not {self.opponents!r}")

    def _shared(self) -> Config:
        """The settings that `train ppo` has too; it checks them."""
        return Config(shards=1, **{name: getattr(self, name) for name in SHARED})


SHARED = tuple(name for name in Config.names() if name in SB3Config.names())
