"""Which game is played, and how: what a plan, a recorded game and a game at the terminal have in common."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from undersea_env.core.options import Options
from undersea_env.core.registry import default_game, kind_of

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.position import Game


@dataclass(frozen=True)
class GameChoice:
    """A game by its name, with options that were checked; `components` is the folder of another component book.

    It is small and plain, so that it can be compared and sent to other processes; `game` makes the rules of it.
    """

    name: str
    options: Options
    components: str | None = None

    @classmethod
    def of(
        cls, game: "str | Kind | None" = None, num_players: int = 2, components: str | None = None, **options: Any
    ) -> "GameChoice":
        """Options by their names, checked; None of a game means the first one of the package."""
        kind = kind_of(game)
        return cls(kind.name, kind.checked(num_players, options), components)

    @property
    def kind(self) -> "Kind":
        return kind_of(self.name)

    @property
    def num_players(self) -> int:
        return self.options.num_players

    @property
    def is_of_first_game(self) -> bool:
        """Of the game that is meant where no game is named."""
        return self.name == default_game()

    def game(self) -> "Game":
        return _game_of(self)


@lru_cache(maxsize=8)
def _game_of(choice: GameChoice) -> "Game":
    from undersea_env.core.position import Game

    return Game(choice.kind, components=choice.components, **choice.options.as_dict())
