"""Observations as the doors hand them out: a flat vector or arrays by name, bytes or floats, with or without the mask.

All forms are views of the flat bytes; only floats are a copy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Space
from numpy.typing import NDArray

from undersea_env.core.checking import told
from undersea_env.core.kind import Kind
from undersea_env.core.layout import OBSERVATION_DTYPE
from undersea_env.errors import InvalidOption

FLAT, ENTITIES = "flat", "entities"
BYTES, FLOATS = "uint8", "float32"
IN_OBSERVATION, IN_INFO = "observation", "info"
MASK_DTYPE = np.int8
ALLOWED = {"observation": (FLAT, ENTITIES), "dtype": (BYTES, FLOATS), "mask": (IN_OBSERVATION, IN_INFO)}


@dataclass(frozen=True)
class Form:
    """How observations of a game are handed out."""

    kind: Kind
    observation: str = FLAT
    dtype: str = BYTES
    mask: str = IN_OBSERVATION

    def __post_init__(self) -> None:
        for name, allowed in ALLOWED.items():
            word = getattr(self, name)
            if not isinstance(word, str) or word not in allowed:
                raise InvalidOption(f"{name} is {' or '.join(map(repr, allowed))}, not {told(word)}")

    @cached_property
    def _scale(self) -> NDArray[np.float32]:
        return np.asarray(1 / np.maximum(self.kind.observation.highest(), 1), np.float32)

    def shown(self, observations: NDArray[np.uint8]) -> Any:
        """Rows of flat observations in this form, without masks."""
        numbers: NDArray[Any] = observations if self.dtype == BYTES else observations * self._scale
        return numbers if self.observation == FLAT else self.kind.observation.explain(numbers)

    def with_masks(self, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> Any:
        """The same as agents get them."""
        seen = self.shown(observations)
        if self.mask == IN_INFO:
            return seen
        return {**self._named(seen), "action_mask": masks}

    def _named(self, seen: Any) -> Mapping[str, Any]:
        """Arrays by name stay on one level: many a library takes no dict in a dict."""
        return {"observation": seen} if self.observation == FLAT else seen

    def space(self) -> Space[Any]:
        """Of `shown`."""
        high = self.kind.observation.highest()
        if self.observation == FLAT:
            return self._box(high)
        return Dict({name: self._box(most) for name, most in self.kind.observation.explain(high).items()})

    def _box(self, high: NDArray[np.uint8]) -> Box:
        if self.dtype == FLOATS:
            return Box(0.0, 1.0, high.shape, np.float32)
        return Box(0, np.ascontiguousarray(high), dtype=OBSERVATION_DTYPE)

    def space_with_masks(self) -> Space[Any]:
        """Of `with_masks`."""
        space = self.space()
        if self.mask == IN_INFO:
            return space
        seen = space.spaces if isinstance(space, Dict) else space
        return Dict({**self._named(seen), "action_mask": Box(0, 1, (self.kind.num_actions,), MASK_DTYPE)})
