"""The table as a picture: SVG without scripts, styles or anything from outside."""

from undersea_env.endeavor_deep_sea.drawing.table import render_svg

__all__ = ["render_svg"]
