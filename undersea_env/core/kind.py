"""What a game offers to the house: one frozen description, a `Kind`. All else is written once, for every game.

A game is a folder (or, if it is small, a file) with a constant `KIND`. There is no base class: a kind is plain data,
functions, and a few modules with agreed names. CONTRIBUTING.md walks through a game from its first line.

What the house makes of it: positions one at a time and in batches, PettingZoo, Gymnasium and Stable-Baselines3 doors,
replays, arena, ratings, tree search, training, the command, benchmarks, and the tests of all that.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.actions import Blocks
from undersea_env.core.checking import checked_number
from undersea_env.core.layout import Layout
from undersea_env.core.options import Option, Options, check_names, checked_options
from undersea_env.core.registry import kind_of
from undersea_env.core.rewards import POINTS_IN_SCORE_REWARD
from undersea_env.errors import InvalidOption

Record = np.ndarray[Any, Any]
RULE_OPTIONS = ("components", "reward")      # of every game, besides num_players and its own


class Module:
    """A module that is imported when something of it is first asked for."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self.path), name)

    def __repr__(self) -> str:
        return f"Module({self.path!r})"


class Kernels(NamedTuple):
    """The rules, compiled: every function under `@jit`. Nothing is allocated, no index is negative, `rules` and
    `features` are never written, and all chance comes from `state.stream`.
    """

    begin: Any            # (state, rules, seed): a record of zeros becomes a new game at its first question
    list_legal: Any       # (state, rules, room, out) -> n: ascending, n >= 1 unless the game is over; changes nothing
    list_thoroughly: Any  # the same without any short cut: what `list_legal` is tested against
    answer: Any           # (state, rules, action, room): a legal answer, then on to the next question or the end
    settle: Any           # (state, rules): a position made by hand goes on to its first question
    refresh: Any          # (state, rules): fields that follow from others are worked out anew
    observe: Any          # (state, rules, features, viewer, out): every byte; reads nothing the viewer cannot know
    result: Any           # (state, rules, room, scores, ranks, won): of every seat, as if the game ended now;
                          #   ranks from 1 by the rules with their tie-breaks; won is 1 or 0, also alone and together
    breakdown: Any        # (state, rules, room, seat, out): points by `score_sources`; their sum is the score
    redeal: Any           # (state, rules, viewer, seed): all that the viewer cannot know, each world equally likely
    same_answer: Any      # (state, action) -> number: what an answer means whatever the deal, cards by their number
    begins_turn: Any      # (state) -> bool: whether a turn begins here; a search may stop and value such a position


class Heuristic(NamedTuple):
    """What agents lean on, compiled: every function under `@jit`, nothing is allocated; see `core.tree`.

    `room` and `worth` are records of its own; the room has at least `engine`, the game's workspace. `k` are the game's
    `Kernels`. It uses only what the seat that decides, or that is valued, may know.
    """

    begin: Any            # (room, seed): forget what was thought before; random numbers begin with this seed
    choose: Any           # (k, state, rules, worth, room) -> action: the answer to the open question
    prior: Any            # (k, state, rules, worth, room, legal, n, scores): how good each answer looks, in points
    value: Any            # (k, state, rules, worth, room, values): what every seat will have at the end, in points;
                          #   changes nothing but the room
    final: Any            # (state, points, ranks, won, values): the same of a game that is over, with its `result`


@dataclass(frozen=True)
class Kind:
    """A game. Records are numpy dtypes; one game is one record, a batch is an array of them."""

    name: str                            # "underwater_cities"; of a game outside this package, the path of its module
    title: str                           # "Underwater Cities"
    version: int                         # rises when rules, masks, positions, observations or chance change
    letters: bytes                       # two, at the beginning of stored positions
    entry: Module                        # has `run_task`: core.loop.run_task_on, compiled with the game's `Kernels`
    actions: Blocks                      # every answer to every question
    observation: Layout
    state: np.dtype[Any]                 # has at least: stream u8, over i1, seat i1, player_count i1
    rulebook: np.dtype[Any]              # all that is printed and chosen, an argument of every kernel
    features: np.dtype[Any]              # what observations say of printed things
    workspace: np.dtype[Any]             # has at least: legal i2 (actions.size,), empty: state; one record a thread
    score_sources: tuple[str, ...]       # where points come from

    load_catalogue: Callable[..., Any]   # (folder=built-in) -> what is printed; mistakes with file, row, column
    build_rulebook: Callable[[Any, Options], Record]         # (catalogue, options) -> one record in an array
    build_features: Callable[[Record], Record]               # (rulebook) -> one record in an array
    points_so_far: Callable[[Record], NDArray[Any]]          # (states) -> (n, most_players): what the table shows

    words: Any                           # of a position: action(state, number), question, why_not(state, number),
                                         #   summary, ansi(state, viewer), score_sheet; describe_action(game, number);
                                         #   GameLog(game, viewer) tells a game; topics: what `describe` knows;
                                         #   targets(state, number), ids in the picture that mean an action, legal or
                                         #   not; facts(state, number) of a legal one, see `core.view`. If it has
                                         #   them: HIDDEN, fields of the record that stay as they are while nothing
                                         #   hidden was seen (for `undo`); LIKING, what a first
                                         #   bot prefers; ENTRY_MODULES and use_entries(state), entry
                                         #   points of its own, to be compiled ahead
    notation: Any                        # to_dict(state), from_dict(position, game): readable, exact both ways;
                                         #   seen(position, seat, state) takes out of a dict what a seat cannot know
    drawing: Any = None                  # render_svg(state, viewer, theme="light"); None: there is no picture
    heuristic: Any = None                # a module of `think`: what `greedy` and the search lean on, see `core.tree`;
                                         #   None: no `greedy`, and the search goes by `entry.think` (PLAIN). If it has
                                         #   them: positions_seen (`greedy` by observations), learned_value (`value`)
    guided: Any = None                   # a module of `guide`: the search that a network guides, see `core.guided`;
                                         #   None: there is no `zero`
    network: Any = None                  # torch networks of its own, see `core.layers`; None: flat ones. If it has
                                         #   them: printed(game), known by number; value_learning; ENTRY_MODULES
    usage: Any = None                    # rounds and what `undersea stats` counts, see `agents.arena.usage`; None: none
    campaign: Any = None                 # a module; None: its games are not linked. A record, a dict of plain JSON
                                         #   types, goes from game to game: CHAPTERS, their names in order; DECIDES,
                                         #   options that follow from a record; begin(players) -> record;
                                         #   checked(record, players); options_of(record), of the next chapter;
                                         #   record_after(state), of a chapter that is over; chapters_played(record);
                                         #   stars(record, players): rows of seats, one for each chapter played;
                                         #   winners(record, players, catalogue), at the end. The words of such a game
                                         #   have tell_chapter(positions and answers) -> sentences and
                                         #   tell_campaign(record, players, catalogue) -> sentences
    measures: Any = None                 # questions(states), moments(states): by what `undersea bench` divides costs;
                                         #   None: by blocks of actions

    most_players: int = 4                # records have room for so many, whatever the number of players
    options: tuple[Option, ...] = ()     # besides num_players, components and reward
    settle_options: Callable[[Options], Options] = lambda options: options       # what one option says of another
    is_cooperative: Callable[[Options], bool] = lambda options: options.num_players == 1     # all win or nobody
    points_in_reward: Callable[[Options], float] = lambda options: POINTS_IN_SCORE_REWARD    # as many count 1
    solo_goal: int | None = None         # points without which nobody wins alone, for learning curves; None: no such
    hashed_bytes: int | None = None      # of the rule book; what follows from the rest need not be hashed
    folder: Path | None = None           # with RULES.md, README.md, pretrained networks

    def __reduce__(self) -> tuple[Any, ...]:
        """As its name; whoever reads the pickle needs the same version of the game."""
        return kind_of, (self.name,)

    @property
    def id(self) -> str:
        return f"{self.name}-v{self.version}"

    @property
    def num_actions(self) -> int:
        return self.actions.size

    @cached_property
    def option_names(self) -> tuple[str, ...]:
        """Of the rules, in the order in which they are listed."""
        return ("num_players", *(option.name for option in self.options), *RULE_OPTIONS)

    def checked(self, num_players: Any, given: Mapping[str, Any]) -> Options:
        """The options of a game, whole and checked."""
        check_names(given, self.option_names[1:-len(RULE_OPTIONS)])
        players = checked_number(num_players, "num_players", 1, self.most_players)
        return self.settle_options(checked_options(self.options, players, given))

    def checked_campaign(self) -> Any:
        """What links its games, if anything does."""
        if self.campaign is None:
            raise InvalidOption(f"{self.title} has no campaign: its games are not linked")
        return self.campaign

    def pretrained(self, trainer: str) -> Path | None:
        """The network of this trainer that comes with the game."""
        place = None if self.folder is None else self.folder / "pretrained" / trainer
        return place if place is not None and place.is_dir() else None
