"""Pictures as pixels, made from the SVG by resvg; needs the extra `image`."""

import struct
import warnings
import zlib
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.jit import kernel
from undersea_env.errors import InvalidOption, MissingExtra
from undersea_env.underwater_cities.drawing.table import WIDTH, render_svg

if TYPE_CHECKING:
    from undersea_env.core.position import State

# resvg takes "sans-serif" for Arial and draws no words where that is missing, so it is told what else will do.
FONTS = ("DejaVu Sans", "Verdana", "Liberation Sans", "Arial", "Helvetica", "Noto Sans", "Segoe UI", "Roboto")
STYLE = f"text {{ font-family: {', '.join(map(repr, FONTS))}, sans-serif }}"
PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text x="2" y="16" font-size="16" font-family="sans-serif">{}</text></svg>'
)
WIDTHS = (64, 8192)
HEADER = struct.Struct(">IIBBBBB")
SUB, UP, AVERAGE, PAETH = range(1, 5)
CHANNELS = 4


def rgb_array(
    state: "State", seat: int | None = None, theme: str = "light", width: int = WIDTH
) -> NDArray[np.uint8]:
    """The picture as an array of height, width and 3 colours; half the width takes a third of the time."""
    return pixels_of(render_png(state, seat, theme, width))


def render_png(state: "State", seat: int | None = None, theme: str = "light", width: int = WIDTH) -> bytes:
    """The picture of `state.render("svg", seat)` as a PNG file."""
    viewer = None if seat is None else state._checked_seat(seat)
    try:
        pixels = index(width)
    except TypeError:
        pixels = 0
    if not WIDTHS[0] <= pixels <= WIDTHS[1]:
        raise InvalidOption(f"width is a whole number of pixels from {WIDTHS[0]} to {WIDTHS[1]}, not {width!r}")
    return png_of(render_svg(state, viewer, theme), pixels)


def png_of(svg: str, width: int) -> bytes:
    resvg = _resvg()
    _check_fonts()
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width, style_sheet=STYLE))


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


# --- reading a PNG file ---


def pixels_of(png: bytes) -> NDArray[np.uint8]:
    """The colours of a PNG file of the one kind that resvg writes: 8 bits, with alpha, not interlaced."""
    width, height, *kind = HEADER.unpack_from(png, 16)
    if kind != [8, 6, 0, 0, 0]:
        raise ValueError(f"resvg wrote a PNG file of an unexpected kind: {kind}")
    rows = np.frombuffer(zlib.decompress(b"".join(_image_data(png))), np.uint8).reshape(height, 1 + CHANNELS * width)
    pixels = np.zeros((height, CHANNELS * width), np.uint8)
    undo_filters(rows, pixels)
    return np.ascontiguousarray(pixels.reshape(height, width, CHANNELS)[:, :, :3])


def _image_data(png: bytes) -> list[bytes]:
    found, at = [], 8
    while at < len(png):
        size, name = struct.unpack_from(">I4s", png, at)
        if name == b"IDAT":
            found.append(png[at + 8 : at + 8 + size])
        at += 12 + size
    return found


@kernel
def undo_filters(rows: NDArray[np.uint8], pixels: NDArray[np.uint8]) -> None:
    """Each byte is written as a difference from a guess; the first byte of a row says how it is guessed."""
    for y in range(rows.shape[0]):
        way = rows[y, 0]
        for x in range(pixels.shape[1]):
            left = int(pixels[y, x - CHANNELS]) if x >= CHANNELS else 0
            above = int(pixels[y - 1, x]) if y > 0 else 0
            corner = int(pixels[y - 1, x - CHANNELS]) if x >= CHANNELS and y > 0 else 0
            guess = 0
            if way == SUB:
                guess = left
            elif way == UP:
                guess = above
            elif way == AVERAGE:
                guess = (left + above) // 2
            elif way == PAETH:
                straight = left + above - corner
                to_left, to_above, to_corner = abs(straight - left), abs(straight - above), abs(straight - corner)
                if to_left <= to_above and to_left <= to_corner:
                    guess = left
                elif to_above <= to_corner:
                    guess = above
                else:
                    guess = corner
            pixels[y, x] = (int(rows[y, x + 1]) + guess) & 255
