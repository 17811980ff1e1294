"""The game as a PettingZoo environment. Agents move in turn; one turn is several decisions of the same agent.

`AecEnv` is the environment itself (`undersea_env.raw_env`), `CheckedEnv` the same inside the wrappers that PettingZoo
recommends (`undersea_env.env`).
"""

import secrets
import struct
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from undersea_env.compiling.seed_stream import BITS, SeedStream
from undersea_env.core.checking import checked_seed, whole_number
from undersea_env.core.illegal import ILLEGAL_REWARD, RAISE, RANDOM, TERMINATE, checked_illegal_action
from undersea_env.core.kind import Kind
from undersea_env.core.layout import OBSERVATION_DTYPE
from undersea_env.core.options import check_names
from undersea_env.core.position import Game, State
from undersea_env.core.registry import kind_of
from undersea_env.core.saving import CHECKSUM, ENVIRONMENT, checksum, sealed
from undersea_env.doors.rendering import (
    RENDER_MODES,
    checked_render_mode,
    checked_render_width,
    render_modes_of,
    rendered,
)
from undersea_env.doors.spaces import BYTES, FLAT, IN_INFO, IN_OBSERVATION, MASK_DTYPE, Form
from undersea_env.errors import InvalidPosition, UnderseaError

DOOR_OPTIONS = ("illegal_action", "render_mode", "render_width", "observation", "dtype", "mask")
SET_BY_RESET = {"agents", "agent_selection", "rewards", "terminations", "truncations", "infos"}
PURPOSE_LATER_GAMES, PURPOSE_REPLACEMENTS = 1, 2

NOBODY = -1
FORMAT = 1

Observation = Any                                # a dict, or with mask="info" an array alone
Info = dict[str, Any]


# --- the environment itself ---


class AecEnv(AECEnv[str, Observation, Any]):
    """One game; `reset` begins the next one.

    Rewards are given at the end only, one a seat, by the option `reward`. An info has the same keys from `reset` on:
    `score` and `rank`, which are 0 until a game has been played to its end; with illegal_action="random" also
    `illegal_actions`, how many of the agent's actions were replaced; with "terminate" `illegal` and `illegal_by`, the
    seat whose illegal action ended the game, else -1; with mask="info" `action_mask`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  so it is with PettingZoo
        "name": "undersea_env",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }
    render_mode: str | None
    state_space: spaces.Box

    def __init__(
        self, kind: Kind, /, *, illegal_action: str = RAISE, render_mode: str | None = None,
        render_width: int | None = None, observation: str = FLAT, dtype: str = BYTES, mask: str = IN_OBSERVATION,
        **options: Any,
    ) -> None:
        super().__init__()
        check_names(options, (*kind.option_names, *DOOR_OPTIONS))
        self.illegal_action = checked_illegal_action(illegal_action)
        self.render_mode = checked_render_mode(render_mode, kind)
        self.render_width = checked_render_width(render_width)
        self.form = Form(kind, observation, dtype, mask)
        self.game = Game(kind, **options)
        self.metadata = self.metadata | {"name": kind.id.replace("-", "_"), "render_modes": render_modes_of(kind)}
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: self.form.space_with_masks() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(kind.num_actions) for agent in self.possible_agents}
        everything = np.tile(kind.observation.highest(), self.game.num_players)
        self.state_space = spaces.Box(0, everything, dtype=OBSERVATION_DTYPE)
        self._later_games = SeedStream(secrets.randbits(BITS))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in SET_BY_RESET or name == "_state":
                raise AttributeError(f"{name.lstrip('_')} is not there before reset(), which begins a game")
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
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
        if self.form.mask == IN_INFO:
            self._tell_masks(*self.agents)

    def _current_rewards(self) -> dict[str, float]:
        if self._illegal_by == NOBODY:
            return dict(zip(self.possible_agents, self._state.returns, strict=True))
        offender = self.possible_agents[self._illegal_by]
        return {agent: ILLEGAL_REWARD if agent == offender else 0.0 for agent in self.possible_agents}

    def _current_infos(self) -> dict[str, Info]:
        infos: dict[str, Info] = {agent: {"score": 0, "rank": 0} for agent in self.possible_agents}
        if self.illegal_action == RANDOM:
            for info, count in zip(infos.values(), self._illegal_counts, strict=True):
                info["illegal_actions"] = count
        if self.illegal_action == TERMINATE:
            for info in infos.values():
                info.update(illegal=self._illegal_by != NOBODY, illegal_by=self._illegal_by)
        if self._illegal_by == NOBODY and self._state.is_terminal:
            for info, score, rank in zip(infos.values(), self._state.scores, self._state.ranks, strict=True):
                info.update(score=score, rank=rank)
        return infos

    def _tell_masks(self, *agents: str) -> None:
        """In infos, anew: those handed out stay as they are."""
        for agent in agents:
            mask = self._mask_of(self._seats[agent])
            self.infos[agent] = self.infos[agent] | {"action_mask": mask}

    def observe(self, agent: str) -> Observation:
        """What the agent may know, in arrays of the caller's own; only the agent to move has legal actions."""
        seat = self._seats[agent]
        state = self._state
        if seat == self._seat and self._fresh is not None:
            observation, mask = self._fresh
            self._fresh = None                             # whoever asks again gets arrays of its own
            return self.form.with_masks(observation, mask)
        return self.form.with_masks(state.observation(seat), self._mask_of(seat))

    def _mask_of(self, seat: int) -> NDArray[np.int8]:
        return self._state.legal_mask() if seat == self._seat else np.zeros(self.game.num_actions, MASK_DTYPE)

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
        if self.form.mask == IN_INFO and seat != NOBODY:
            self._tell_masks(*{agent, self.agent_selection})
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
        header = self._header()
        counts = self._illegal_counts + [0] * (self.game.kind.most_players - len(self._illegal_counts))
        streams = self._later_games.state, self._replacements.state
        letters = self.game.kind.letters + ENVIRONMENT
        return sealed(header.pack(letters, FORMAT, self._illegal_by, gone, *streams, *counts) + self._state.to_bytes())

    def _header(self) -> struct.Struct:
        """Letters, version of the format, whose illegal action ended the game, agents gone, two streams, counts."""
        return struct.Struct(f"<4sHbBQQ{self.game.kind.most_players}I")

    def set_state(self, state: bytes) -> None:
        """Put back what `get_state` gave; what cannot be that, or is of other options, changes nothing."""
        header = self._header()
        content = _checked_content(state, self.game.kind.letters + ENVIRONMENT, header)
        _, _, illegal_by, gone, later_games, replacements, *counts = header.unpack_from(content)
        position = self.game.from_bytes(content[header.size :])
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

    def _options(self) -> dict[str, Any]:
        return self.game.rule_options() | {
            "illegal_action": self.illegal_action,
            "render_mode": self.render_mode,
            "render_width": self.render_width,
            "observation": self.form.observation,
            "dtype": self.form.dtype,
            "mask": self.form.mask,
        }

    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game.kind.name,
            "options": self._options(),
            "spaces": (self._observation_spaces, self._action_spaces, self.state_space),
            "state": self.get_state() if "_state" in self.__dict__ else None,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        AecEnv.__init__(self, kind_of(kept["game"]), **kept["options"])
        self._observation_spaces, self._action_spaces, self.state_space = kept["spaces"]
        if kept["state"] is not None:
            self.set_state(kept["state"])

    def __deepcopy__(self, memo: dict[int, Any]) -> "AecEnv":
        """The rules are shared, they never change; everything else is copied."""
        other = object.__new__(type(self))
        memo[id(self)] = other
        memo[id(self.game)] = self.game
        other.__dict__.update(deepcopy(self.__dict__, memo))
        return other

    # --- showing ---

    def render(self) -> Any:
        """The game as the agent to move may see it; once it is over, with all that was hidden."""
        viewer = None if self._seat == NOBODY else self._seat
        return rendered(self._state, self.render_mode, viewer, self.render_width)

    def close(self) -> None:
        """There is nothing to release."""


# --- the same with PettingZoo's checks ---


class CheckedEnv(OrderEnforcingWrapper[str, Observation, Any]):
    """The wrappers that PettingZoo recommends: actions are in the action space, and nothing is called before `reset`.

    PettingZoo's wrappers look up every attribute through `__getattr__`, layer by layer, which takes longer than a step
    of the game. So what is obviously in order goes straight to the environment; all else goes through the wrappers.
    The flag of the outer one is set here as it sets it: to call it for that alone takes 4 % of the decisions a second.
    """

    def __init__(self, env: AecEnv) -> None:
        super().__init__(AssertOutOfBoundsWrapper(env))
        self._inner = env
        self._num_actions = env.game.num_actions

    def __str__(self) -> str:
        return str(self.env)

    @property
    def unwrapped(self) -> AecEnv:
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
        is_action = type(action) in (int, np.int64) and 0 <= action < self._num_actions
        if is_action and self._has_reset and self._inner.agents:
            self._has_updated = True
            self._inner.step(action)
        else:
            super().step(action)

    def set_state(self, state: bytes) -> None:
        """As of the environment; afterwards there is a game, also without `reset`."""
        self._inner.set_state(state)
        self._has_reset = self._has_updated = True


# --- helpers ---


def _checked_content(state: Any, letters: bytes, header: struct.Struct) -> bytes:
    if not isinstance(state, bytes | bytearray | memoryview):
        raise InvalidPosition(f"the state of an environment is given as bytes, not as {type(state).__name__}")
    content, seal = bytes(state)[:-CHECKSUM], bytes(state)[-CHECKSUM:]
    if len(content) < header.size or content[:4] != letters:
        raise InvalidPosition("these bytes do not begin like a state of this environment, made by get_state()")
    if seal != checksum(content):
        raise InvalidPosition("these bytes are damaged: the checksum does not fit")
    version = header.unpack_from(content)[1]
    if version != FORMAT:
        raise InvalidPosition(f"this state has format {version}; only format {FORMAT} can be read")
    return content
