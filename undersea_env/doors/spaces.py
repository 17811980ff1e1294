"""Observations as the doors hand them out: one flat vector, or a dict of entity arrays over the same memory."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Space
from numpy.typing import NDArray

from undersea_env.core.checking import told
from undersea_env.core.kind import Kind
from undersea_env.core.layout import OBSERVATION_DTYPE, Layout
from undersea_env.errors import InvalidOption

FLAT, ENTITIES = "flat", "entities"


def checked_form(form: Any) -> str:
    if not isinstance(form, str) or form not in (FLAT, ENTITIES):
        raise InvalidOption(f"observation is {FLAT!r} or {ENTITIES!r}, not {told(form)}")
    return str(form)


def observation_space(layout: Layout, form: str) -> Space[Any]:
    high = layout.highest()
    if form == FLAT:
        return Box(0, high, dtype=OBSERVATION_DTYPE)
    pieces = layout.explain(high)
    return Dict({name: Box(0, np.ascontiguousarray(most), dtype=OBSERVATION_DTYPE) for name, most in pieces.items()})


def masked_space(kind: Kind, form: str) -> Dict:
    mask = Box(0, 1, (kind.num_actions,), np.int8)
    return Dict({"observation": observation_space(kind.observation, form), "action_mask": mask})


def shown(layout: Layout, form: str, observations: NDArray[np.uint8]) -> Any:
    """Rows of flat observations in this form, without a copy."""
    return observations if form == FLAT else layout.explain(observations)
