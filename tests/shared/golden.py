"""Games written out for people to read: every question, the answer taken, what followed, and the score sheet."""

import difflib
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from undersea_env.core.position import State

SHOWN_OF_A_DIFFERENCE = 40
HOW_TO_READ = (
    "A question stands after ?, with the number of possible answers; the answer after >; what followed below it."
)


@dataclass(frozen=True)
class Golden:
    """A game that is kept as a text. `heading` and `chapter` are words for its options and for parts of the game."""

    path: Path
    seed: int
    new_game: Callable[[], State]
    heading: str
    chapter: Callable[[State], str]
    chosen: Callable[[State, random.Random], int]       # the players' taste

    @property
    def name(self) -> str:
        return self.path.stem

    def told(self) -> Iterator[str]:
        """The game, line by line."""
        state = self.new_game()
        words = state.game.kind.words
        log = words.GameLog(state.game)
        rng = random.Random(self.seed)
        yield from (self.heading, log.heading, HOW_TO_READ, "")
        yield from log.log_beginning(state.states[0])
        open_chapter = ""
        while not state.is_terminal:
            if self.chapter(state) != open_chapter:
                open_chapter = self.chapter(state)
                yield from ("", f"=== {open_chapter} ===", "")
            yield from told_decision(state, log, self.chosen(state, rng))
        yield from ("", words.score_sheet(state))

    def text(self) -> str:
        return "\n".join(self.told()) + "\n"

    def difference(self, text: str) -> list[str]:
        """What is different from the stored game, as a unified diff; empty if nothing is."""
        old = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        return list(difflib.unified_diff(
            old.splitlines(), text.splitlines(), f"{self.path.name}, stored", "now", n=2, lineterm="",
        ))


def told_decision(state: State, log: Any, action: int) -> Iterator[str]:
    """Carries the answer out and tells of it."""
    before = state.clone()
    state.apply_action(action)
    yield f"? {before.game.kind.words.question(before)} [{len(before.legal_actions)}]"
    yield f"> {before.action_to_string(action)}"
    for line in log.log_action(before.states[0], state.states[0], action):
        yield f"  {line}"


def write_all(games: tuple[Golden, ...], command: str, arguments: list[str]) -> None:
    """Play again, print what changed, and keep it."""
    if arguments != ["--write"]:
        sys.exit(f"usage: {command}")
    for golden in games:
        text = golden.text()
        lines = golden.difference(text)
        golden.path.parent.mkdir(exist_ok=True)
        golden.path.write_text(text, encoding="utf-8")
        print(f"{golden.path}: {'changed' if lines else 'nothing changed'}")
        print("\n".join(lines[:SHOWN_OF_A_DIFFERENCE]))
