"""Everything that decides how a run of `undersea train sb3` goes, checked."""

import dataclasses
from dataclasses import dataclass
from typing import Any

from undersea_env.errors import InvalidOption
from undersea_env.training.config import Config, _setting
from undersea_env.underwater_cities.game import Game
from undersea_env.underwater_cities.rewards import REWARDS

TRAINER = "sb3"
MOST_THREADS = 1024
PAST = "past"                                # as an opponent: earlier selves


@dataclass(frozen=True)
class SB3Config:
    """How a run goes. What has the name of a setting of `train ppo` means the same here."""

    trainer: str = TRAINER                   # tells runs apart
    preset: str = "small"
    players: tuple[int, ...] = (2,)          # one number
    boards: str | tuple[int, ...] = "symmetric"
    contracts: bool = False
    rounds: tuple[int, ...] = (4, 3, 3)
    components: str | None = None
    seed: int = 0

    self_play: bool = True                   # every seat learns; otherwise one, against the opponents
    opponents: tuple[str, ...] = ("random", "greedy", PAST)  # codes of agents, in turn from game to game; or past
    reward: str = "score"
    shaping: float = 1.0                     # rewards on the way for the lead so far; the best policy stays the same
    foresight: bool = True                   # these count what greedy expects at the end, not the points so far
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

    def __post_init__(self) -> None:
        if self.trainer != TRAINER:
            raise InvalidOption(f"trainer is {TRAINER} in a run of `undersea train {TRAINER}`, not {self.trainer!r}")
        self._shared()
        if len(self.players) != 1:
            raise InvalidOption(f"players is one number here, not {self.players!r}; `train ppo` takes several")
        if not isinstance(self.self_play, bool):
            raise InvalidOption(f"self_play is true or false, not {self.self_play!r}")
        if type(self.threads) is not int or not 1 <= self.threads <= MOST_THREADS:
            raise InvalidOption(f"threads is from 1 to {MOST_THREADS}, not {self.threads!r}")
        if self.lanes * self.steps % self.minibatch == 1 or self.minibatch == 1:
            raise InvalidOption(f"lanes x steps ({self.lanes} x {self.steps}) and minibatch ({self.minibatch}) leave a "
                                "minibatch of one decision, whose advantage cannot be normalised")  # fmt: skip
        if self.reward not in REWARDS:
            raise InvalidOption(f"reward is one of {', '.join(REWARDS)}; not {self.reward!r}")
        named = isinstance(self.opponents, tuple) and all(isinstance(code, str) and code for code in self.opponents)
        if not named or not self.opponents:
            raise InvalidOption(f"opponents are codes of agents, such as random,greedy, or {PAST}; "
                                f"not {self.opponents!r}")  # fmt: skip

    def _shared(self) -> Config:
        """The settings that `train ppo` has too; it checks them."""
        return Config(shards=1, **{name: getattr(self, name) for name in SHARED})

    @classmethod
    def from_data(cls, data: Any) -> "SB3Config":
        """What `as_data` gave; unknown keys are refused."""
        if not isinstance(data, dict):
            raise InvalidOption(f"a config is an object with names and values, not {data!r}")
        unknown = sorted(set(data) - set(NAMES))
        if unknown:
            raise InvalidOption(f"a config has no {', '.join(map(repr, unknown))}; it has: {', '.join(NAMES)}")
        values: dict[str, Any] = {k: tuple(value) if isinstance(value, list) else value for k, value in data.items()}
        return cls(**values)

    def as_data(self) -> dict[str, Any]:
        """In plain JSON types."""
        values = {name: getattr(self, name) for name in NAMES}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def changed(self, settings: list[str]) -> "SB3Config":
        """With changes such as "epochs=1" or "opponents=random,past"."""
        return SB3Config.from_data(self.as_data() | dict(_parsed(text) for text in settings))

    def games(self) -> list[Game]:
        """The rules, in a list as for `train ppo`."""
        return self._shared().games()


NAMES = tuple(field.name for field in dataclasses.fields(SB3Config))
SHARED = tuple(field.name for field in dataclasses.fields(Config) if field.name in NAMES)


def _parsed(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or name not in NAMES:
        raise InvalidOption(f"a setting is NAME=VALUE, where NAME is one of {', '.join(NAMES)}; not {text!r}")
    if name in SHARED:
        return _setting(text)
    if name == "opponents":
        return name, [code.strip() for code in value.split(",")]
    if name == "self_play":
        return name, {"true": True, "false": False}.get(value.lower(), value)
    if name == "threads":
        return name, int(value) if value.isascii() and value.isdigit() else value
    return name, value
