"""Another name of `undersea_env.core.shaping`, where this was until version 0.1; it goes with version 0.3."""

from undersea_env.core.shaping import Shaping, points_so_far

__all__ = ["Shaping", "points_so_far"]
