"""Another name of `underwater_cities.drawing`, where this was until version 0.1; it goes with version 0.3."""

from undersea_env.underwater_cities.drawing import render_png, rgb_array

__all__ = ["render_png", "rgb_array"]
