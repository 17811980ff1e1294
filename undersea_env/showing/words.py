"""Words that games share: the names under which every game has its words, and what a small game takes as its own."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from undersea_env.core.late import parts_in
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

FOR_PEOPLE = ("label", "status")             # not every game has them: of a target, of a player
OF_A_POSITION = ("action", "question", "why_not", "ansi", "score_sheet", "summary")
OF_A_CAMPAIGN = ("tell_chapter", "tell_campaign")
PLACES = {
    **dict.fromkeys((*OF_A_POSITION, "describe_action"), "text"),
    **dict.fromkeys(("targets", "facts", *FOR_PEOPLE), "choices"),
    "GameLog": "game_log", "use_entries": "asking",
    **dict.fromkeys(OF_A_CAMPAIGN, "campaign"),
}


def words_in(package: str) -> Callable[[str], Any]:
    """`__getattr__` of the words of a game that has a package of them.

    Whatever reads a position needs the compiled rules, and so numba. It is imported when it is first asked for:
    describing printed things needs none of it.
    """
    return parts_in(package, PLACES)


def number_of(number: int, word: str, plural: str = "") -> str:
    """`1 disc`, `2 discs`."""
    return f"{number} {word}" if abs(number) == 1 else f"{number} {plural or word + 's'}"


# --- what will do for a game that has nothing better ---


def describe_action(game: "Game", number: int) -> str:
    """What an index means in every position: the meaning of its block."""
    block, place = game.kind.actions.block_of(number)
    return block.meaning if block.size == 1 else f"{block.meaning} (place {place})"


def why_not(state: "State", number: int) -> str:
    return f"the question is: {state.game.kind.words.question(state)}"


def targets(state: "State", number: int) -> tuple[str, ...]:
    return ()


def facts(state: "State", number: int) -> dict[str, Any]:
    return {}


class PlainLog:
    """Tells a game in sentences: all of it (`viewer` None), or what one seat may know of it.

    Each line is an answer, in the words that it has for who gives it: for games in which all may know the answers.
    """

    heading_for_all = "Log"

    def __init__(self, game: Any, viewer: int | None = None) -> None:
        players = game.num_players
        if viewer is not None and viewer not in range(players):
            raise InvalidOption(f"viewer is None or a seat from 0 to {players - 1}, not {viewer!r}")
        self.game = game
        self.viewer = viewer

    @property
    def heading(self) -> str:
        return self.heading_for_all if self.viewer is None else f"Log of seat {self.viewer}"

    def log_beginning(self, record: Any) -> list[str]:
        """The set-up of a game."""
        return [f"{number_of(self.game.num_players, 'player')}."]

    def log_action(self, before: Any, after: Any, action: int) -> list[str]:
        """Sentences of what was done and of what followed."""
        from undersea_env.core.position import State

        state = State.of(self.game, bytearray(before.tobytes()))
        return [f"Seat {before.seat}: {self.game.kind.words.action(state, action)}."]
