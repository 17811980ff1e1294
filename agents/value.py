"""The agents `value` and `mcts+value:N`: a learned value, played greedily or as the leaf of the search.

`value` makes every legal answer in a few deals, lets the heuristic finish the turn, and takes the answer after which
the position is worth most on average. A learned value is the game's own: `learned_value` of its heuristic.
"""

from typing import TYPE_CHECKING, Any

from undersea_env.agents.search import Search, simulations_of
from undersea_env.core.checkpoint_files import fingerprint_of, run_name_of
from undersea_env.core.registry import kind_of
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

    Named = str | Kind | None

DEALS_OF_AN_ANSWER = 4
MOST_TRIALS = 256                                    # of all answers together; the likely ones come first


def learned_value_of(kind: "Kind") -> Any:
    """The module of a game that reads learned values; games without one are refused."""
    found = getattr(kind.heuristic, "learned_value", None)
    if found is None:
        raise InvalidOption(f"{kind.title} has no learned value: neither value nor mcts+value:N play it; mcts:N does")
    return found


def make_value(text: str, seed: int, game: "Named" = None) -> Search:
    """`value`, or `value:RUN`."""
    kind = kind_of(game)
    value = learned_value_of(kind).read_value(text)
    return value_player(value, f"value:{_name_of(text)}" if text else "value", seed, kind)


def value_player(value: Any, name: str = "value", seed: int = 0, game: "Named" = None) -> Search:
    """Takes the answer that is worth most once the turn is finished; all answers see the same deals."""
    player = Search(MOST_TRIALS, seed, flat=True, value=value, game=game, horizon=0, each=DEALS_OF_AN_ANSWER)
    player.name = name
    return player


def make_search(text: str, seed: int, game: "Named" = None) -> Search:
    """`mcts+value:N`, or `mcts+value:N@RUN`."""
    kind = kind_of(game)
    learned = learned_value_of(kind)
    number, _, run = text.partition("@")
    simulations = simulations_of(number)
    if simulations is None:
        raise InvalidOption("mcts+value takes the number of simulations behind a colon, and the run of another value "
                            f"behind an @: mcts+value:200 or mcts+value:200@RUN; not {text!r}")
    player = Search(simulations, seed, value=learned.read_value(run), game=kind)
    if run:
        player.name += f"@{_name_of(run)}"
    return player


def _name_of(text: str) -> str:
    return run_name_of(text)[:28]


def fingerprint(text: str, game: "Named" = None) -> str:
    """Of the text behind `value:` or behind the @."""
    return fingerprint_of(learned_value_of(kind_of(game)).checkpoint_of(text))
