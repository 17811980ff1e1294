"""The agents `value` and `mcts+value:N`: a learned value, played greedily or as the leaf of the search.

`value` makes every legal answer in a few deals, lets greedy finish the turn, and takes the answer after which the
position is worth most on average.
"""

from undersea_env.agents.search import Search, simulations_of
from undersea_env.core.checkpoint_files import fingerprint_of, run_name_of
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.heuristic.learned_value import LearnedValue, checkpoint_of, read_value

DEALS_OF_AN_ANSWER = 4
MOST_TRIALS = 256                                    # of all answers together; the likely ones come first


def make_value(text: str, seed: int) -> Search:
    """`value`, or `value:RUN`."""
    return value_player(read_value(text), f"value:{_name_of(text)}" if text else "value", seed)


def value_player(value: LearnedValue, name: str = "value", seed: int = 0) -> Search:
    """Takes the answer that is worth most once greedy has finished the turn; all answers see the same deals."""
    player = Search(MOST_TRIALS, seed, flat=True, value=value, horizon=0, each=DEALS_OF_AN_ANSWER)
    player.name = name
    return player


def make_search(text: str, seed: int) -> Search:
    """`mcts+value:N`, or `mcts+value:N@RUN`."""
    number, _, run = text.partition("@")
    simulations = simulations_of(number)
    if simulations is None:
        raise InvalidOption("mcts+value takes the number of simulations behind a colon, and the run of another value "
                            f"behind an @: mcts+value:200 or mcts+value:200@RUN; not {text!r}")
    player = Search(simulations, seed, value=read_value(run))
    if run:
        player.name += f"@{_name_of(run)}"
    return player


def _name_of(text: str) -> str:
    return run_name_of(text)[:28]


def fingerprint(text: str) -> str:
    """Of the text behind `value:` or behind the @."""
    return fingerprint_of(checkpoint_of(text))
