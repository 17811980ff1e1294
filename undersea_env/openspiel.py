"""Positions under the names of OpenSpiel, for its algorithms in Python; OpenSpiel itself is not needed to import this.

    game = load_game("underwater_cities", num_players=2)
    bot = ismcts.ISMCTSBot(game=game, evaluator=mcts.RandomRolloutEvaluator(1), uct_c=1.0, max_simulations=100)
    action = bot.step(game.new_initial_state(seed=1))

Chance is part of a position: there are no chance nodes, so `clone` knows what is coming, and so does a search that
begins with it (`MCTSBot`). `resample_from_infostate` deals anew what a player cannot know; `ISMCTSBot` calls it itself.
"""

import math
import secrets
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from undersea_env.compiling.seed_stream import BITS
from undersea_env.core.checking import told
from undersea_env.core.position import Game as Rules
from undersea_env.core.position import State as Position
from undersea_env.core.registry import kind_of
from undersea_env.core.rewards import utilities_of
from undersea_env.errors import InvalidOption, UnderseaError

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

TERMINAL_PLAYER = -4                             # pyspiel.PlayerId.TERMINAL
SAMPLES = 1 << 53                                # of a number from 0 to 1


class GameType(NamedTuple):
    """Members of the enumerations of `pyspiel` once it has been imported, else their names."""

    short_name: str
    long_name: str
    dynamics: Any
    chance_mode: Any
    information: Any
    utility: Any
    reward_model: Any
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = False
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True


def load_game(game: "str | Kind | None" = None, parameters: dict[str, Any] | None = None, **options: Any) -> "Game":
    """A game by its name; options as of `undersea_env.game`, in a dict as of OpenSpiel or by their names."""
    return Game(Rules(kind_of(game), **(parameters or {}), **options))


class Game:
    """The rules of one choice of options."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __repr__(self) -> str:
        return f"undersea_env.openspiel: {self.rules!r}"

    def get_type(self) -> GameType:
        kind, utilities = self.rules.kind, utilities_of(self.rules.reward, self.rules.is_cooperative)
        return GameType(
            kind.name, kind.title, _member("Dynamics", "SEQUENTIAL"), _member("ChanceMode", "SAMPLED_STOCHASTIC"),
            _member("Information", "IMPERFECT_INFORMATION"), _member("Utility", utilities),
            _member("RewardModel", "TERMINAL"), kind.most_players, 1,
        )

    def new_initial_state(self, seed: int | None = None) -> "State":
        """The seed decides all chance; without one it is drawn."""
        return State(self, self.rules.new_game(secrets.randbits(BITS) if seed is None else seed), ())

    def num_players(self) -> int:
        return self.rules.num_players

    def num_distinct_actions(self) -> int:
        return self.rules.num_actions

    def policy_tensor_shape(self) -> list[int]:
        return [self.rules.num_actions]

    def observation_tensor_shape(self) -> list[int]:
        return [self.rules.kind.observation.size]

    def observation_tensor_size(self) -> int:
        return self.rules.kind.observation.size

    def max_chance_outcomes(self) -> int:
        return 0

    def min_utility(self) -> float:
        return self._bounds()[0]

    def max_utility(self) -> float:
        """Infinite where points count."""
        return self._bounds()[1]

    def utility_sum(self) -> float | None:
        return 0.0 if utilities_of(self.rules.reward, self.rules.is_cooperative) == "ZERO_SUM" else None

    def _bounds(self) -> tuple[float, float]:
        if self.rules.reward not in ("win", "rank"):
            return -math.inf, math.inf
        if self.rules.is_cooperative:
            return 0.0, 1.0
        share = 1 / self.rules.num_players
        return (-share, 1 - share) if self.rules.reward == "win" else (-1.0, 1.0)

    def action_to_string(self, player: int, action: int) -> str:
        """What the index means in every position."""
        return str(self.rules.kind.words.describe_action(self.rules, action))

    def get_parameters(self) -> dict[str, Any]:
        return self.rules.rule_options()


class State:
    """A position. Like those of OpenSpiel it changes by `apply_action`."""

    def __init__(self, game: Game, position: Position, history: tuple[int, ...]) -> None:
        self.position = position
        self._game = game
        self._history = history                          # a tuple: clones share it

    def __str__(self) -> str:
        return self.position.render("ansi")

    def __repr__(self) -> str:
        return repr(self.position)

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    # --- playing ---

    def is_terminal(self) -> bool:
        return self.position.is_terminal

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not self.position.is_terminal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        raise UnderseaError("there are no chance nodes: chance is part of the position; see resample_from_infostate")

    def current_player(self) -> int:
        player = self.position.current_player
        return TERMINAL_PLAYER if player < 0 else player

    def legal_actions(self, player: int | None = None) -> list[int]:
        return self.position.legal_actions if player is None or player == self.position.current_player else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * self.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        self.position.apply_action(action)
        self._history += (int(action),)

    def child(self, action: int) -> "State":
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> "State":
        """With all that is hidden, and all chance to come."""
        return State(self._game, self.position.clone(), self._history)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> "State":
        """A copy in which all that the player cannot know is dealt anew; `sampler` gives numbers from 0 to 1."""
        seed = secrets.randbits(BITS) if sampler is None else int(sampler() * SAMPLES)
        return State(self._game, self.position.resample(player, seed), self._history)

    def history(self) -> list[int]:
        return list(self._history)

    def move_number(self) -> int:
        return len(self._history)

    # --- what it is worth ---

    def returns(self) -> list[float]:
        return list(self.position.returns)

    def rewards(self) -> list[float]:
        """All of them come at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.position.returns[self._player(player)]

    def player_reward(self, player: int) -> float:
        return self.player_return(player)

    # --- what is seen ---

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        return self.position.action_to_string(player_or_action if action is None else action)

    def information_state_string(self, player: int | None = None) -> str:
        """The name of the information set: of what the player can know of the position, not of the way to it."""
        return self.position.information_key(self._player(player)).hex()

    def observation_string(self, player: int | None = None) -> str:
        return self.position.render("ansi", self._player(player))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Shares of the highest values, from 0 to 1."""
        highest = np.maximum(self._game.rules.kind.observation.highest(), 1)
        shares: list[float] = (self.position.observation(self._player(player)) / highest).tolist()
        return shares

    def _player(self, player: int | None) -> int:
        seat = self.position.current_player if player is None else player
        if seat < 0:
            raise InvalidOption(f"the game is over, so nobody is to move; name the player, not {told(player)}")
        return self.position.checked_seat(seat)


def _member(enumeration: str, name: str) -> Any:
    pyspiel = sys.modules.get("pyspiel")
    return name if pyspiel is None else getattr(getattr(pyspiel.GameType, enumeration), name)
