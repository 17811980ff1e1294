"""A policy of Stable-Baselines3 as an agent: masks are always passed on, which a bare `predict` forgets."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.agent import Numbers, Positions
from undersea_env.core.registry import kind_of
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind


class SB3Agent:
    """Plays by a `MaskablePPO` model that was trained on flat observations.

    With `snapshot` it keeps the policy as it is now, whatever the model learns later: an opponent from the past.
    """

    def __init__(
        self, model: Any, name: str = "sb3", deterministic: bool = True, snapshot: bool = True,
        game: "str | Kind | None" = None,
    ) -> None:
        space = getattr(getattr(model, "policy", None), "observation_space", None)
        if getattr(space, "shape", None) != (kind_of(game).observation.size,):
            raise InvalidOption("SB3Agent takes a model of Stable-Baselines3 that was trained on flat observations")
        self.name = name
        self.deterministic = deterministic
        self._policy = _copied(model.policy) if snapshot else model.policy

    def __getstate__(self) -> dict[str, Any]:
        """The policy as weights, and how it is made: once it has learned, it cannot be pickled as it stands."""
        policy = self._policy
        made = type(policy), policy._get_constructor_parameters(), policy.state_dict()
        return {"name": self.name, "deterministic": self.deterministic, "policy": made}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.name, self.deterministic = kept["name"], kept["deterministic"]
        self._policy = _made(*kept["policy"])

    def choose(
        self, observations: Numbers, masks: Numbers, players: Numbers, positions: Positions | None = None
    ) -> NDArray[np.int64]:
        actions, _ = self._policy.predict(
            observations, deterministic=self.deterministic, action_masks=masks.astype(np.bool_)
        )
        return np.asarray(actions, np.int64)


def _copied(policy: Any) -> Any:
    """A policy with the same weights; a deep copy fails once it has learned."""
    return _made(type(policy), policy._get_constructor_parameters(), policy.state_dict())


def _made(policy_class: Any, parameters: dict[str, Any], weights: dict[str, Any]) -> Any:
    policy = policy_class(**parameters)
    policy.load_state_dict(weights)
    policy.set_training_mode(False)
    return policy
