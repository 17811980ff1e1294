"""The table as a picture: SVG, and with the extra `image` a PNG file or an array of pixels."""

from undersea_env.underwater_cities.drawing.pixels import render_png, rgb_array
from undersea_env.underwater_cities.drawing.table import render_svg

__all__ = ["render_png", "render_svg", "rgb_array"]
