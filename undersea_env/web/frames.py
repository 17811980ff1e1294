"""A recorded game as frames: the drawing at every decision, cut into lines of which each different one is kept once.

A page puts them together again without knowing what they show. The drawing of a seat shows what that seat may know.
"""

import base64
import json
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from undersea_env.agents.arena.replays import Replay
from undersea_env.agents.arena.resimulation import replayed
from undersea_env.agents.arena.telling import tell_game
from undersea_env.core.position import State
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.position import Game

WORLD = 0                                             # of what a seat cannot know, where a number must be worked out
SVG, TEXT = "svg", "text"


@dataclass
class Frames:
    """`lines` are all that is ever drawn; `frames` say which lines, decision by decision."""

    lines: list[str] = field(default_factory=list)
    frames: list[list[int]] = field(default_factory=list)
    _places: dict[str, int] = field(default_factory=dict)

    def add(self, drawing: str) -> None:
        frame = []
        for line in drawing.split("\n"):
            place = self._places.get(line)
            if place is None:
                place = self._places[line] = len(self.lines)
                self.lines.append(line)
            frame.append(place)
        self.frames.append(frame)

    def as_data(self) -> dict[str, Any]:
        """Frames as ranges of lines that follow each other: most of a drawing is as it was drawn first."""
        return {"lines": self.lines, "frames": [_ranges(frame) for frame in self.frames]}


def _ranges(numbers: list[int]) -> list[int]:
    """First and length of each run of numbers that rise by one."""
    found: list[int] = []
    for number in numbers:
        if found and number == found[-2] + found[-1]:
            found[-1] += 1
        else:
            found += [number, 1]
    return found


def drawn(state: State, seat: int | None, theme: str = "light") -> str:
    """The table as a drawing; of a game without pictures in words."""
    game = state.game
    with game._lock:
        if game.kind.drawing is None:
            return str(game.kind.words.ansi(state, seat))
        return str(game.kind.drawing.render_svg(state, seat, theme))


def form_of(game: "Game") -> str:
    return TEXT if game.kind.drawing is None else SVG


def recording(replay: Replay, seat: int | None = None, theme: str = "light") -> dict[str, Any]:
    """All that a page needs to show the game: to a seat, or with all hands (None)."""
    game = replay.game()
    if seat is not None and seat not in range(game.num_players):
        raise InvalidOption(f"the game has the seats 0 to {game.num_players - 1}, not {seat}")
    log = game.kind.words.GameLog(game, seat)
    heading = tell_game(replay, seat, 0).heading
    values, frames, moments = _values(game), Frames(), []
    before, action, news = None, None, []
    for state, following in replayed(replay):
        if before is None:
            news = log.log_beginning(state.states[0])
        else:
            news = log.log_action(before.states[0], state.states[0], action)
        seen = state if seat is None else state.resample(seat, WORLD)
        frames.add(drawn(seen, seat, theme))
        moments.append({
            "seat": state.current_player,
            "question": "" if state.is_terminal else game.kind.words.question(seen),
            "news": news,
            "scores": list(state.scores),
            "expected": None if values is None else values(seen),
        })
        before, action = state.clone(), following
    return {
        "title": game.kind.title, "heading": heading, "seat": seat, "names": list(replay.agents),
        "form": form_of(game), "finished": before is not None and before.is_terminal,
        "score_sheet": game.kind.words.score_sheet(before), "moments": moments, **frames.as_data(),
    }


def _values(game: "Game") -> Any:
    """What each seat will have at the end, as the game's heuristic sees it; None where there is no heuristic."""
    from undersea_env.agents.greedy import has_heuristic, new_greedy_rooms, values_of

    if not has_heuristic(game.kind):
        return None
    rooms = new_greedy_rooms(game, 1)

    def found(state: State) -> list[float]:
        if state.is_terminal:
            return [float(points) for points in state.scores]
        values = values_of(game, state.states, rooms)[0, : game.num_players]
        return [round(float(value), 1) for value in values]

    return found


def packed(data: Any) -> str:
    """Deflated, in letters; a page unpacks it with a `DecompressionStream`."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")
