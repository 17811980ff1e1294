"""Another name of `undersea_env.showing.picture`, where this was until version 0.1; it goes with version 0.3."""

from undersea_env.showing.picture import render_png, rgb_array

__all__ = ["render_png", "rgb_array"]
