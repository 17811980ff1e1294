"""Everything that decides how a value is learned, checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from undersea_env.core.checking import checked_seed
from undersea_env.core.checkpoint_files import VALUE
from undersea_env.core.kind import Kind
from undersea_env.core.options import Option
from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption
from undersea_env.training.settings import BY_GAME, Ranges, Settings, check_ranges, check_types

RANGES: Ranges = {
    "greedy_games": (1, 1 << 20),
    "search_games": (1, 1 << 20),
    "simulations": (1, 100_000),
    "search_share": (0.0, 1.0),
    "positions": (0.0, 1.0),
    "unsettled": (0.0, 1.0),
    "random_answers": (0.0, 1.0),
    "personalities": (1, 1000),
    "variety": (0.0, 2.0),
    "epochs": (1, 100),
    "minibatch": (1, 1 << 24),
    "learning_rate": (0.0, 1.0),
    "learning_rate_end": (0.0, 1.0),
    "evaluate_every": (1, 1 << 30),
    "evaluation_deals": (1, 100_000),
    "checkpoint_every": (1, 1 << 30),
}


@dataclass(frozen=True)
class ValueConfig(Settings):
    """How a run goes. The results depend on this alone."""

    game: str = BY_GAME
    preset: str = VALUE                      # tells such a run from others
    players: tuple[int, ...] = (1, 2, 3, 4)  # numbers of players that one network learns
    options: Mapping[str, Any] = field(default_factory=dict)     # of the game, or several in turn
    components: str | None = None
    seed: int = 0

    greedy_games: int = 2100                 # an update, as long as greedy plays them
    search_share: float = 0.6                # of the budget, at its end, in which the search with this value plays
    search_games: int = 140                  # an update, then
    simulations: int = 12                    # a decision, of that search
    positions: float = 0.3                   # share of the beginnings of turns that are learned of greedy's games
    unsettled: float = 0.75                  # share of the games that begin with a time of variety
    random_answers: float = 0.03             # in that time; a seat also goes by greedy weights of its own
    personalities: int = 16                  # such weights
    variety: float = 0.35                    # how far they are from greedy's: about this share

    epochs: int = 1                          # how often the positions of an update are learned
    minibatch: int = 1024
    learning_rate: float = 2e-3
    learning_rate_end: float = 3e-4          # reached at the end of the budget

    evaluate_every: int = 25                 # updates
    evaluation_deals: int = 20               # against each opponent, from every seat; it plays slowly
    checkpoint_every: int = 5                # updates
    tensorboard: bool = True

    @classmethod
    def listed(cls, kind: Kind) -> tuple[Option, ...]:
        options: tuple[Option, ...] = learning_of(kind).OPTIONS
        return options

    def __post_init__(self) -> None:
        self.settle()
        check_types(self)
        if self.preset != VALUE:
            raise InvalidOption(f"preset is {VALUE} for `undersea train value`, not {self.preset!r}")
        check_ranges(self, RANGES)
        self.check_players()
        checked_seed(self.seed)

    @classmethod
    def from_data(cls, data: Any) -> Self:
        if isinstance(data, dict) and data.get("preset", VALUE) != VALUE:
            raise InvalidOption(f"this is the config of a run of another kind (preset {data['preset']!r})")
        return super().from_data(data)

    def tables(self) -> list[Game]:
        """The rules of all tables: for each number of players those that are played in turn."""
        return [
            Game(self.kind, players, self.components, **given)
            for players in self.players for given in self.variants_of(players)
        ]

    def variants_of(self, players: int) -> list[dict[str, Any]]:
        (given,) = super().variants_of(players)
        found: list[dict[str, Any]] = learning_of(self.kind).variants(players, given)
        return found


def learning_of(kind: Kind) -> Any:
    """What this game offers for learning a value; `training/value.py` says what that is."""
    offered = getattr(kind.network, "value_learning", None)
    if offered is None:
        raise InvalidOption(f"`undersea train value` corrects the value of a heuristic, and {kind.title} has none that "
                            "could learn")
    return offered()
