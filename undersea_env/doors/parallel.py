"""The game as a parallel PettingZoo environment: all agents give an action, that of the agent to move counts."""

from collections.abc import Mapping
from typing import Any

from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from undersea_env.doors.aec import CheckedEnv, Info, Observation
from undersea_env.doors.spaces import IN_INFO, IN_OBSERVATION
from undersea_env.errors import IllegalAction

IDLE = 0
Observations = dict[str, Observation]
Infos = dict[str, Info]


class TurnBasedParallelEnv(turn_based_aec_to_parallel_wrapper[str, Observation, Any]):
    """In every info `active` says whether this agent's action counts next; of nobody once the game is over.

    Libraries draw an action for the others too, so their masks allow IDLE alone, which then does nothing.
    """

    aec_env: CheckedEnv

    def __init__(self, aec_env: CheckedEnv) -> None:
        super().__init__(aec_env)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        self.aec_env.reset(seed=seed, options=options)
        return self._begin()

    def _begin(self) -> tuple[Observations, Infos]:
        self.agents = list(self.aec_env.agents)
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Only the entry of the active agent is looked at."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        env = self.aec_env
        active = env.agent_selection
        if active not in actions:
            raise IllegalAction(f"{active} is to move, but the actions given are of {', '.join(actions) or 'nobody'}")
        env.step(actions[active])
        game = env.unwrapped
        result = (
            self._observations(),
            dict(game.rewards),
            dict(game.terminations),
            dict(game.truncations),
            self._infos(),
        )
        if all(result[2].values()):
            for _ in self.agents:
                env.step(None)                             # in a parallel environment nobody takes leave
        self.agents = list(env.agents)
        return result

    def _observations(self) -> Observations:
        found = {agent: self.aec_env.unwrapped.observe(agent) for agent in self.agents}
        if self.aec_env.unwrapped.form.mask == IN_OBSERVATION:
            self._let_idle(found)
        return found

    def _infos(self) -> Infos:
        game = self.aec_env.unwrapped
        active = self._active()
        found = {agent: game.infos[agent] | {"active": agent == active} for agent in self.agents}
        if game.form.mask == IN_INFO:
            for info in found.values():
                info["action_mask"] = info["action_mask"].copy()
            self._let_idle(found)
        return found

    def _active(self) -> str | None:
        game = self.aec_env.unwrapped
        return None if all(game.terminations.values()) else game.agent_selection

    def _let_idle(self, having_masks: dict[str, Any]) -> None:
        active = self._active()
        for agent, having in having_masks.items():
            if agent != active:
                having["action_mask"][IDLE] = 1

    def get_state(self) -> bytes:
        """As of the AEC environment."""
        state: bytes = self.aec_env.get_state()
        return state

    def set_state(self, state: bytes) -> tuple[Observations, Infos]:
        """Put back what `get_state` gave; the answer is like that of `reset`."""
        self.aec_env.set_state(state)
        return self._begin()
