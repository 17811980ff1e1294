"""Observations as the doors hand them out: one flat vector, or a dict of entity arrays over the same memory."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Space
from numpy.typing import NDArray

from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.observation import OBSERVATION_DTYPE, explain, highest

FLAT, ENTITIES = "flat", "entities"


def checked_form(form: Any) -> str:
    if form not in (FLAT, ENTITIES):
        raise InvalidOption(f"observation is {FLAT!r} or {ENTITIES!r}, not {form!r}")
    return str(form)


def observation_space(form: str) -> Space[Any]:
    high = highest()
    if form == FLAT:
        return Box(0, high, dtype=OBSERVATION_DTYPE)
    pieces = explain(high)
    return Dict({name: Box(0, np.ascontiguousarray(most), dtype=OBSERVATION_DTYPE) for name, most in pieces.items()})


def masked_space(form: str) -> Dict:
    return Dict({"observation": observation_space(form), "action_mask": Box(0, 1, (NUM_ACTIONS,), np.int8)})


def shown(form: str, observations: NDArray[np.uint8]) -> Any:
    """Rows of flat observations in this form, without a copy."""
    return observations if form == FLAT else explain(observations)
