"""A recorded game to look at: what was asked and told at every decision, and how the table looked.

For a seat's eyes everything is made of positions in which all that the seat cannot know is dealt anew.
"""

import base64
import json
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from undersea_env.agents.arena.replays import Replay
from undersea_env.agents.arena.resimulation import replayed
from undersea_env.agents.arena.telling import tell_game
from undersea_env.core.position import State
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.position import Game

    Expecting = Callable[[State], list[float]] | None

WORLD = 0                                             # of what a seat cannot know, where it must be something
SVG, TEXT = "svg", "text"


def form_of(game: "Game") -> str:
    return TEXT if game.kind.drawing is None else SVG


def drawn(state: State, seat: int | None, theme: str = "light") -> str:
    """The table as a picture; of a game without pictures in words."""
    game = state.game
    with game._lock:
        if game.kind.drawing is None:
            return str(game.kind.words.ansi(state, seat))
        return str(game.kind.drawing.render_svg(state, seat, theme))


class Recording:
    """A game for one seat's eyes, or with all hands (None)."""

    def __init__(self, replay: Replay, seat: int | None = None) -> None:
        self.replay, self.seat = replay, seat
        self.game = game = replay.game()
        if seat is not None and seat not in range(game.num_players):
            raise InvalidOption(f"the game has the seats 0 to {game.num_players - 1}, not {seat}")
        self.heading = tell_game(replay, seat, 0).heading
        self.positions: list[State] = []
        self.moments: list[dict[str, Any]] = []
        log, expected = game.kind.words.GameLog(game, seat), expecting(game)
        before, action = None, None
        for state, following in replayed(replay):
            if before is None:
                news = log.log_beginning(state.states[0])
            else:
                news = log.log_action(before.states[0], state.states[0], action)
            before, action = state.clone(), following
            seen = before if seat is None or state.is_terminal else before.resample(seat, WORLD)
            self.positions.append(seen)
            self.moments.append({
                "seat": state.current_player,
                "question": "" if state.is_terminal else game.kind.words.question(seen),
                "news": news,
                "scores": list(seen.scores),
                "expected": None if expected is None else expected(seen),
            })

    def drawing(self, decision: int, theme: str = "light") -> str:
        if decision not in range(len(self.positions)):
            raise InvalidOption(f"the game has {len(self.positions) - 1} decisions, and no moment {decision}")
        state = self.positions[decision]
        return drawn(state, None if state.is_terminal else self.seat, theme)

    def as_data(self) -> dict[str, Any]:
        """All but the drawings."""
        last, words = self.positions[-1], self.game.kind.words
        return {
            "game": self.game.kind.name, "title": self.game.kind.title, "heading": self.heading, "seat": self.seat,
            "names": list(self.replay.agents), "form": form_of(self.game), "moments": self.moments,
            "score_sheet": words.score_sheet(last) if last.is_terminal else None,
        }

    def with_drawings(self, theme: str = "light") -> dict[str, Any]:
        lines = Lines()
        for decision in range(len(self.positions)):
            lines.add(self.drawing(decision, theme))
        return {**self.as_data(), **lines.as_data()}


@lru_cache(maxsize=8)
def recording_of(replay: Replay, seat: int | None) -> Recording:
    """The last ones are kept: pages ask for one drawing after the other."""
    return Recording(replay, seat)


def expecting(game: "Game") -> "Expecting":
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


class Lines:
    """Drawings cut into lines, of which each different one is kept once: from moment to moment little changes."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._frames: list[list[int]] = []

    def add(self, drawing: str) -> None:
        places = self._places
        self._frames.append([places.setdefault(line, len(places)) for line in drawing.split("\n")])

    def as_data(self) -> dict[str, Any]:
        """`frames` have the first line and the length of each run of lines that were drawn one after the other."""
        return {"lines": list(self._places), "frames": [_runs(frame) for frame in self._frames]}


def _runs(numbers: list[int]) -> list[int]:
    found: list[int] = []
    for number in numbers:
        if found and number == found[-2] + found[-1]:
            found[-1] += 1
        else:
            found += [number, 1]
    return found


def packed(data: Any) -> str:
    """Deflated, in letters; a page unpacks it with a `DecompressionStream`."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")
