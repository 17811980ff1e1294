"""The table as a picture: SVG without scripts, styles or anything from outside."""

from undersea_env.cloudage.drawing.table import render_svg

__all__ = ["render_svg"]
