"""The table as a PNG file or as an array of pixels; needs the extra `image`."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from undersea_env.showing import picture
from undersea_env.underwater_cities.drawing.table import WIDTH, render_svg

if TYPE_CHECKING:
    from undersea_env.core.position import State


def rgb_array(state: "State", seat: int | None = None, theme: str = "light", width: int = WIDTH) -> NDArray[np.uint8]:
    """The picture as an array of height, width and 3 colours; half the width takes a third of the time."""
    return picture.rgb_array(_svg(state, seat, theme), picture.checked_width(width))


def render_png(state: "State", seat: int | None = None, theme: str = "light", width: int = WIDTH) -> bytes:
    """The picture of `state.render("svg", seat)` as a PNG file."""
    return picture.png(_svg(state, seat, theme), picture.checked_width(width))


def _svg(state: "State", seat: int | None, theme: str) -> str:
    return render_svg(state, None if seat is None else state.checked_seat(seat), theme)
