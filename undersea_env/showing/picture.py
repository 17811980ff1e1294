"""Any SVG as pixels, drawn by resvg; needs the extra `image`."""

import io
import warnings
from functools import lru_cache
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.errors import InvalidOption, MissingExtra

# resvg takes "sans-serif" for Arial and draws no words where that is missing, so it is told what else will do.
FONTS = ("DejaVu Sans", "Verdana", "Liberation Sans", "Arial", "Helvetica", "Noto Sans", "Segoe UI", "Roboto")
STYLE = f"text {{ font-family: {', '.join(map(repr, FONTS))}, sans-serif }}"
PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text x="2" y="16" font-size="16" font-family="sans-serif">{}</text></svg>'
)
WIDTHS = (64, 8192)


def rgb_array(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """An array of height, width and 3 colours, as wide as asked for or as the SVG says."""
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingExtra("pictures as pixels need the package pillow: pip install pillow") from error
    with Image.open(io.BytesIO(png(svg, width))) as image:
        return np.array(image.convert("RGB"))


def png(svg: str, width: int | None = None) -> bytes:
    """A PNG file, as wide as asked for or as the SVG says."""
    size = {} if width is None else {"width": checked_width(width)}
    resvg = _resvg()
    _check_fonts()
    return bytes(resvg.svg_to_bytes(svg_string=svg, style_sheet=STYLE, **size))


def checked_width(width: Any, name: str = "width") -> int:
    try:
        pixels = index(width)
    except TypeError:
        pixels = 0
    if not WIDTHS[0] <= pixels <= WIDTHS[1]:
        raise InvalidOption(f"{name} is a whole number of pixels from {WIDTHS[0]} to {WIDTHS[1]}, not {width!r}")
    return pixels


def _resvg() -> Any:
    try:
        import resvg_py
    except ImportError as error:
        raise MissingExtra("pictures as pixels need the package resvg-py: pip install resvg-py") from error
    return resvg_py


@lru_cache(maxsize=1)
def _check_fonts() -> None:
    """Warn, once, where there is no font: nothing else would tell why there are no words."""
    written, blank = (_resvg().svg_to_bytes(svg_string=PROBE.format(words), style_sheet=STYLE) for words in ("M", ""))
    if written == blank:
        warnings.warn("found no sans-serif font: pictures will have no words; DejaVu Sans is one", stacklevel=2)
