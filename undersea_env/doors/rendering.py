"""What the option `render_mode` of an environment means, at every door."""

import sys
from typing import Any

import gymnasium

from undersea_env.core.checking import checked_choice
from undersea_env.core.position import State

RENDER_MODES = ("ansi", "human", "svg", "rgb_array")


def checked_render_mode(mode: Any) -> str | None:
    chosen: str | None = checked_choice("render_mode", mode, (None, *RENDER_MODES))
    return chosen


def rendered(state: State, mode: str | None, seat: int | None) -> Any:
    """The position as the seat may see it; None shows all that is hidden."""
    if mode is None:
        gymnasium.logger.warn(f"render() needs an environment made with render_mode {' or '.join(RENDER_MODES)}")
        return None
    if mode == "human":
        _print(state.render("ansi", seat))
        return None
    if mode == "rgb_array":
        from undersea_env.showing.picture import rgb_array

        return rgb_array(state.render("svg", seat))
    return state.render(mode, seat)


def _print(text: str) -> None:
    """Also where the terminal cannot show every character, or where there is none."""
    out = sys.stdout
    if out is None:
        return
    encoding = getattr(out, "encoding", None) or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=out, flush=True)
