"""What the option `render_mode` of an environment means, at every door."""

import sys
from typing import Any

import gymnasium

from undersea_env.core.checking import checked_choice
from undersea_env.core.kind import Kind
from undersea_env.core.position import State
from undersea_env.errors import InvalidOption
from undersea_env.showing.picture import checked_width, rgb_array

PICTURES = ("svg", "rgb_array")
RENDER_MODES = ("ansi", "human", *PICTURES)


def render_modes_of(kind: Kind) -> list[str]:
    """Those that a game has: there may be no picture of it."""
    return [mode for mode in RENDER_MODES if kind.drawing is not None or mode not in PICTURES]


def checked_render_mode(mode: Any, kind: Kind) -> str | None:
    chosen: str | None = checked_choice("render_mode", mode, (None, *RENDER_MODES))
    if chosen is not None and chosen not in render_modes_of(kind):
        raise InvalidOption(f"there is no picture of {kind.title} yet, so render_mode is not {chosen!r}; it is one of "
                            f"{', '.join(map(repr, (None, *render_modes_of(kind))))}")
    return chosen


def checked_render_width(width: Any) -> int | None:
    return None if width is None else checked_width(width, "render_width")


def rendered(state: State, mode: str | None, seat: int | None, width: int | None = None) -> Any:
    """The position as the seat may see it; None shows all that is hidden. `width`: of pixels, else as it is drawn."""
    if mode is None:
        gymnasium.logger.warn(f"render() needs an environment made with render_mode {' or '.join(RENDER_MODES)}")
        return None
    if mode == "human":
        _print(state.render("ansi", seat))
        return None
    if mode == "rgb_array":
        return rgb_array(state.render("svg", seat), width)
    return state.render(mode, seat)


def _print(text: str) -> None:
    """Also where the terminal cannot show every character, or where there is none."""
    out = sys.stdout
    if out is None:
        return
    encoding = getattr(out, "encoding", None) or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=out, flush=True)
