"""Everything that decides how a value is learned, checked."""

from dataclasses import dataclass
from typing import Any, Self

from undersea_env.core.position import Game, checked_options, checked_seed
from undersea_env.errors import InvalidOption
from undersea_env.training.settings import VALUE, Ranges, Settings, check_ranges, check_types

BOTH = "both"
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

    preset: str = VALUE                      # tells such a run from others
    players: tuple[int, ...] = (1, 2, 3, 4)  # numbers of players that one network learns
    boards: str = BOTH                       # symmetric, asymmetric, or both in turn
    contracts: bool = False
    rounds: tuple[int, ...] = (4, 3, 3)
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

    def __post_init__(self) -> None:
        check_types(self)
        if self.preset != VALUE:
            raise InvalidOption(f"preset is {VALUE} for `undersea train value`, not {self.preset!r}")
        check_ranges(self, RANGES)
        if not self.players or len(set(self.players)) != len(self.players):
            raise InvalidOption(f"players are different numbers such as 2 or 1,2,3,4; not {self.players!r}")
        for players, boards, contracts in self._kinds():
            checked_options(players, boards, contracts, self.rounds)
        checked_seed(self.seed)

    @classmethod
    def from_data(cls, data: Any) -> Self:
        if isinstance(data, dict) and data.get("preset", VALUE) != VALUE:
            raise InvalidOption(f"this is the config of a run of another kind (preset {data['preset']!r})")
        return super().from_data(data)

    def tables(self) -> list[Game]:
        """The rules of each kind of table."""
        return [Game(*kind, self.rounds, self.components) for kind in self._kinds()]

    def games(self) -> list[Game]:
        """The rules for each number of players, by which runs are told apart and evaluated."""
        found = {game.num_players: game for game in reversed(self.tables())}
        return [found[players] for players in self.players]

    def _kinds(self) -> list[tuple[int, str, bool]]:
        """Players, boards and contracts; the solo game has asymmetric boards and no contracts (O-1)."""
        kinds = ("symmetric", "asymmetric") if self.boards == BOTH else (self.boards,)
        return [
            (players, boards if players > 1 else "asymmetric", self.contracts and players > 1)
            for players in self.players
            for boards in kinds[: None if players > 1 else 1]
        ]
