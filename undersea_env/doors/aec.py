"""The game as a PettingZoo environment. Agents move in turn; one turn is several decisions of the same agent.

`UnderwaterCitiesEnv` is the environment itself (`undersea_env.raw_env`), `CheckedEnv` the same inside the wrappers that
PettingZoo recommends (`undersea_env.env`).
"""

import secrets
import struct
import sys
from collections.abc import Sequence
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from undersea_env.compiling.seed_stream import BITS, SeedStream
from undersea_env.core.illegal import (
    ILLEGAL_REWARD,
    RAISE,
    RANDOM,
    TERMINATE,
    checked_illegal_action,
)
from undersea_env.core.position import CHECKSUM, Game, State, checked_seed, checksum, whole_number
from undersea_env.core.rewards import Reward
from undersea_env.doors.spaces import FLAT, checked_form, masked_space, shown
from undersea_env.errors import InvalidOption, InvalidPosition, UnderseaError
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.observation import OBSERVATION_DTYPE, highest

MASK_DTYPE = np.int8
RENDER_MODES = ("ansi", "human", "svg", "rgb_array")
SET_BY_RESET = {"agents", "agent_selection", "rewards", "terminations", "truncations", "infos"}
PURPOSE_LATER_GAMES, PURPOSE_REPLACEMENTS = 1, 2

NOBODY = -1
MAGIC, FORMAT = b"UCen", 1
# magic, version of the format, whose illegal action ended the game, agents already gone, the two streams, counts
HEADER = struct.Struct(f"<4sHbBQQ{MAX_PLAYERS}I")

Observation = dict[str, Any]
Info = dict[str, Any]


class RuleOptions(TypedDict, total=False):
    """The options that `Game` takes and checks."""

    num_players: int
    boards: str | Sequence[int]
    contracts: bool
    rounds: Sequence[int]
    components: str | Path | None
    reward: Reward


class EnvOptions(RuleOptions, total=False):
    """All options of an environment."""

    illegal_action: str
    render_mode: str | None
    observation: str


# --- the environment itself ---


class UnderwaterCitiesEnv(AECEnv[str, Observation, Any]):
    """One game; `reset` begins the next one.

    Rewards are given at the end only, one a seat, by the option `reward`. An info is empty during the game and has
    `score` and `rank` at the end. With illegal_action="random" it also has `illegal_actions`, how many of the agent's
    actions were replaced; if an illegal action ended the game, all infos have `illegal` and `illegal_by`.
    """

    metadata = {  # noqa: RUF012  so it is with PettingZoo
        "name": "underwater_cities_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }
    render_mode: str | None
    state_space: spaces.Box

    def __init__(
        self,
        *,
        illegal_action: str = RAISE,
        render_mode: str | None = None,
        observation: str = FLAT,
        **options: Unpack[RuleOptions],
    ) -> None:
        super().__init__()
        _check_names(options)
        self.illegal_action = checked_illegal_action(illegal_action)
        self.render_mode = _checked_choice("render_mode", render_mode, (None, *RENDER_MODES))
        self.observation_form = checked_form(observation)
        self.game = Game(**options)
        self._components = options.get("components")
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: masked_space(self.observation_form) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(NUM_ACTIONS) for agent in self.possible_agents}
        self.state_space = _box_of_observations(self.game.num_players)
        self._later_games = SeedStream(secrets.randbits(BITS))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in SET_BY_RESET or name == "_state":
                raise AttributeError(f"{name.lstrip('_')} is not there before reset(), which begins a game")
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    # --- playing ---

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game, the same as `game.new_game(seed)`; without a seed, the next one of the stream of the last seed.

        PettingZoo wants `options` to be taken; there are none.
        """
        if seed is None:
            seed = self._later_games.draw()
        else:
            seed = checked_seed(seed)
            self._later_games = SeedStream.of(seed, PURPOSE_LATER_GAMES)
        self._begin(self.game.new_game(seed), SeedStream.of(seed, PURPOSE_REPLACEMENTS))

    def _begin(self, state: State, replacements: SeedStream) -> None:
        self._state = state
        self._replacements = replacements
        self._illegal_counts = [0] * self.game.num_players
        self._illegal_by = NOBODY
        self._derive_attributes()
        if self.render_mode == "human":
            self.render()

    _fresh: tuple[NDArray[np.uint8], NDArray[np.int8]] | None = None         # of the agent to move, not handed out yet

    def _derive_attributes(self, agents_gone: int = 0) -> None:
        """All that PettingZoo reads, anew: at the beginning, at the end, and for a position that is put back.

        Between the beginning and the end only `agent_selection` changes: there are no rewards before the end.
        """
        self._fresh = None
        rewards = self._current_rewards()
        infos = self._current_infos()
        self._seat = self._state.current_player if self._illegal_by == NOBODY else NOBODY
        is_over = self._seat == NOBODY
        self.agents = self.possible_agents[agents_gone:]
        self._cumulative_rewards = {agent: rewards[agent] for agent in self.agents}
        self.rewards = dict.fromkeys(self.agents, 0.0) if agents_gone else rewards
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: infos[agent] for agent in self.agents}
        self.agent_selection = (self.agents or self.possible_agents)[0] if is_over else self.possible_agents[self._seat]

    def _current_rewards(self) -> dict[str, float]:
        if self._illegal_by == NOBODY:
            return dict(zip(self.possible_agents, self._state.returns, strict=True))
        offender = self.possible_agents[self._illegal_by]
        return {agent: ILLEGAL_REWARD if agent == offender else 0.0 for agent in self.possible_agents}

    def _current_infos(self) -> dict[str, Info]:
        infos: dict[str, Info] = {agent: {} for agent in self.possible_agents}
        if self.illegal_action == RANDOM:
            for agent, count in zip(self.possible_agents, self._illegal_counts, strict=True):
                infos[agent]["illegal_actions"] = count
        if self._illegal_by != NOBODY:
            for info in infos.values():
                info.update(illegal=True, illegal_by=self.possible_agents[self._illegal_by])
        elif self._state.is_terminal:
            for info, score, rank in zip(infos.values(), self._state.scores, self._state.ranks, strict=True):
                info.update(score=score, rank=rank)
        return infos

    def observe(self, agent: str) -> Observation:
        """What the agent may know, in arrays of the caller's own; only the agent to move has legal actions."""
        seat = self._seats[agent]
        state = self._state
        if seat == self._seat and self._fresh is not None:
            observation, mask = self._fresh
            self._fresh = None                             # whoever asks again gets arrays of its own
            return {"observation": shown(self.observation_form, observation), "action_mask": mask}
        mask = state.legal_mask() if seat == self._seat else np.zeros(NUM_ACTIONS, MASK_DTYPE)
        return {"observation": shown(self.observation_form, state.observation(seat)), "action_mask": mask}

    def state(self) -> NDArray[Any]:
        """The observations of all seats one after the other, for centralised critics: all hands, but no deck."""
        return np.concatenate([self._state.observation(seat) for seat in self._seats.values()])

    def step(self, action: Any) -> None:
        """Carry out a decision of `agent_selection`, who goes on if the turn asks for another decision."""
        agent = self.agent_selection
        if self.terminations.get(agent, True) or self.truncations[agent]:
            self._step_after_the_end(action)
            return
        if self.illegal_action != RAISE and not self._is_legal(action):
            if self.illegal_action == TERMINATE:
                self._end_by_illegal_action()
                return
            action = self._replacement()
        state = self._state
        self._fresh = state.apply_and_observe(action)
        seat = state.current_player
        if seat != self._seat:
            if seat == NOBODY:
                self._derive_attributes()
            else:
                self._seat = seat
                self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def _step_after_the_end(self, action: Any) -> None:
        """PettingZoo lets every agent take leave with the action None."""
        if self.agent_selection not in self.terminations:
            raise UnderseaError("the game is over and every agent has left; reset() begins the next game")
        self._was_dead_step(action)
        if not self.agents:
            self.agent_selection = self.possible_agents[0] # PettingZoo leaves anybody here; a copy should not differ

    # --- illegal actions ---

    def _is_legal(self, action: Any) -> bool:
        number = whole_number(action)
        return number is not None and number in self._state.legal_actions

    def _end_by_illegal_action(self) -> None:
        self._illegal_by = self._seat
        self._derive_attributes()

    def _replacement(self) -> int:
        """A legal action in place of an illegal one."""
        agent = self.agent_selection
        self._illegal_counts[self._seat] += 1
        self.infos[agent] = self.infos[agent] | {"illegal_actions": self._illegal_counts[self._seat]}
        legal = self._state.legal_actions
        return legal[self._replacements.below(len(legal))]

    # --- copies ---

    @property
    def position(self) -> State:
        """An independent copy of the position with all that is hidden; a fair search deals it anew (`resample`)."""
        return self._state.clone()

    def get_state(self) -> bytes:
        """The game and all that its going on and the next games depend on; `set_state` puts it back."""
        gone = len(self.possible_agents) - len(self.agents)
        counts = self._illegal_counts + [0] * (MAX_PLAYERS - len(self._illegal_counts))
        streams = self._later_games.state, self._replacements.state
        content = HEADER.pack(MAGIC, FORMAT, self._illegal_by, gone, *streams, *counts) + self._state.to_bytes()
        return content + checksum(content)

    def set_state(self, state: bytes) -> None:
        """Put back what `get_state` gave; what cannot be that, or is of other options, changes nothing."""
        content = _checked_content(state)
        _, _, illegal_by, gone, later_games, replacements, *counts = HEADER.unpack_from(content)
        position = self.game.from_bytes(content[HEADER.size :])
        players = self.game.num_players
        is_over = position.is_terminal or illegal_by != NOBODY
        if illegal_by not in (NOBODY, position.current_player) or gone > is_over * players or any(counts[players:]):
            raise InvalidPosition("these bytes are no state of this environment: a number in them is out of range")
        self._state = position
        self._illegal_by = illegal_by
        self._illegal_counts = counts[:players]
        self._later_games = SeedStream(later_games)
        self._replacements = SeedStream(replacements)
        self._derive_attributes(gone)

    def _options(self) -> EnvOptions:
        chosen = self.game.options
        return {
            "num_players": chosen.num_players,
            "boards": chosen.boards,
            "contracts": chosen.contracts,
            "rounds": chosen.rounds,
            "components": self._components,
            "reward": self.game.reward,
            "illegal_action": self.illegal_action,
            "render_mode": self.render_mode,
            "observation": self.observation_form,
        }

    def __getstate__(self) -> dict[str, Any]:
        return {
            "options": self._options(),
            "spaces": (self._observation_spaces, self._action_spaces, self.state_space),
            "state": self.get_state() if "_state" in self.__dict__ else None,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        UnderwaterCitiesEnv.__init__(self, **kept["options"])
        self._observation_spaces, self._action_spaces, self.state_space = kept["spaces"]
        if kept["state"] is not None:
            self.set_state(kept["state"])

    def __deepcopy__(self, memo: dict[int, Any]) -> "UnderwaterCitiesEnv":
        """The rules are shared, they never change; everything else is copied."""
        other = object.__new__(type(self))
        memo[id(self)] = other
        memo[id(self.game)] = self.game
        other.__dict__.update(deepcopy(self.__dict__, memo))
        return other

    # --- showing ---

    def render(self) -> Any:
        """The game as the agent to move may see it; once it is over, with all that was hidden."""
        if self.render_mode is None:
            gymnasium.logger.warn(f"render() needs an environment made with render_mode {' or '.join(RENDER_MODES)}")
            return None
        seat = None if self._seat == NOBODY else self._seat
        if self.render_mode == "ansi":
            return self._state.render("ansi", seat)
        if self.render_mode == "human":
            _print(self._state.render("ansi", seat))
            return None
        if self.render_mode == "svg":
            return self._state.render("svg", seat)
        return import_module("undersea_env.showing.picture").rgb_array(self._state.render("svg", seat))

    def close(self) -> None:
        """There is nothing to release."""


# --- the same with PettingZoo's checks ---


class CheckedEnv(OrderEnforcingWrapper[str, Observation, Any]):
    """The wrappers that PettingZoo recommends: actions are in the action space, and nothing is called before `reset`.

    PettingZoo's wrappers look up every attribute through `__getattr__`, layer by layer, which takes longer than a step
    of the game. So what is obviously in order goes straight to the environment; all else goes through the wrappers.
    """

    def __init__(self, env: UnderwaterCitiesEnv) -> None:
        super().__init__(AssertOutOfBoundsWrapper(env))
        self._inner = env

    def __str__(self) -> str:
        return str(self.env)

    @property
    def unwrapped(self) -> UnderwaterCitiesEnv:
        return self._inner

    @property
    def agents(self) -> list[str]:  # type: ignore[override]
        return self._inner.agents

    @property
    def agent_selection(self) -> str:  # type: ignore[override]
        return self._inner.agent_selection

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Info]:
        return self._inner.last(observe)

    def step(self, action: Any) -> None:
        if type(action) in (int, np.int64) and 0 <= action < NUM_ACTIONS and self._has_reset and self._inner.agents:
            self._has_updated = True
            self._inner.step(action)
        else:
            super().step(action)

    def set_state(self, state: bytes) -> None:
        """As of the environment; afterwards there is a game, also without `reset`."""
        self._inner.set_state(state)
        self._has_reset = self._has_updated = True


# --- helpers ---


def _check_names(options: Any) -> None:
    unknown = options.keys() - RuleOptions.__annotations__.keys()
    if unknown:
        allowed = ", ".join(EnvOptions.__annotations__)
        raise InvalidOption(f"there is no option {', '.join(sorted(unknown))}; the options are {allowed}")


def _checked_choice(name: str, value: Any, allowed: tuple[Any, ...]) -> Any:
    if not (value is None or isinstance(value, str)) or value not in allowed:
        raise InvalidOption(f"{name} is one of {', '.join(map(repr, allowed))}; not {value!r}")
    return value


def _box_of_observations(n: int) -> spaces.Box:
    return spaces.Box(0, np.tile(highest(), n), dtype=OBSERVATION_DTYPE)


def _checked_content(state: Any) -> bytes:
    if not isinstance(state, bytes | bytearray | memoryview):
        raise InvalidPosition(f"the state of an environment is given as bytes, not as {type(state).__name__}")
    content, seal = bytes(state)[:-CHECKSUM], bytes(state)[-CHECKSUM:]
    if len(content) < HEADER.size or content[:4] != MAGIC:
        raise InvalidPosition("these bytes do not begin like a state of this environment, made by get_state()")
    if seal != checksum(content):
        raise InvalidPosition("these bytes are damaged: the checksum does not fit")
    version = HEADER.unpack_from(content)[1]
    if version != FORMAT:
        raise InvalidPosition(f"this state has format {version}; only format {FORMAT} can be read")
    return content


def _print(text: str) -> None:
    """Also where the terminal cannot show every character, or where there is none."""
    out = sys.stdout
    if out is None:
        return
    encoding = getattr(out, "encoding", None) or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=out, flush=True)
