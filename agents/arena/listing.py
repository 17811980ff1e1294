"""Options at the terminal: numbered, in a list or a grid, and found again by what somebody types."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from undersea_env.core.view import Option

LEAST_GRID = 8                                       # options: fewer are a list
CELL, PLAIN_CELL, NO_CELL = "MATCH", ".", "-"
WORD = re.compile(r"[\w*.'+-]+")
IN_BRACKETS = re.compile(r" ?\([^()]*\)")
Label = Callable[[str], str]                         # of a target, what it is


@dataclass(frozen=True)
class Listing:
    """The options of a question, as they are shown. By default they are numbered from 1 on."""

    options: "Sequence[Option]"
    by_index: bool = False                           # shown with the numbers of the actions instead
    label: Label | None = None                       # without it there is no grid
    columns: tuple[str, ...] = field(init=False, default=())
    rows: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        pairs = [option.targets for option in self.options if len(option.targets) == 2]
        is_grid = self.label is not None and len(pairs) >= LEAST_GRID and not self.by_index
        columns, rows = (tuple(dict.fromkeys(pair[k] for pair in pairs)) if is_grid else () for k in range(2))
        if len(columns) <= 9 and len(rows) <= len(ascii_lowercase):
            object.__setattr__(self, "columns", columns)
            object.__setattr__(self, "rows", rows)

    # --- what somebody typed ---

    def number_of(self, option: "Option") -> int:
        return option.action if self.by_index else list(self.options).index(option) + 1

    def numbered(self, number: int) -> "Option | None":
        return next((option for option in self.options if self.number_of(option) == number), None)

    def meant(self, typed: str) -> "list[Option]":
        """By its place in the grid; by all its words; by their beginning; or by words in any place."""
        words = typed.lower()
        place = re.fullmatch(r"([0-9])([a-z])|([a-z])([0-9])", words)
        if place and self.rows:
            found = self._in_cell(int(place[1] or place[4]) - 1, ascii_lowercase.index(place[2] or place[3]))
            if found is not None:
                return [found]
        phrases = [(option, option.words.lower()) for option in self.options]
        for fits in (lambda phrase: phrase == words, lambda phrase: phrase.startswith(words),
                     lambda phrase: has_words(IN_BRACKETS.sub("", phrase), words),
                     lambda phrase: has_words(phrase, words)):
            chosen = [option for option, phrase in phrases if fits(phrase)]
            if chosen:
                return chosen
        return []

    def _in_cell(self, column: int, row: int) -> "Option | None":
        if not (0 <= column < len(self.columns) and row < len(self.rows)):
            return None
        pair = (self.columns[column], self.rows[row])
        return next((option for option in self.options if option.targets == pair), None)

    # --- what is shown ---

    def lines(self, width: int, room: int | None = None) -> list[str]:
        """As many lines as there is room for; the rest is counted."""
        lines = self._grid(width) if self.rows else []
        others = [option for option in self.options if not self.rows or len(option.targets) != 2]
        most = len(others) if room is None else room - len(lines)
        if most < len(others):
            most = max(most - 1, 0)
        lines += [line for option in others[:most] for line in self._told(option, width, room is None)]
        if most < len(others):
            lines.append(f"  ... and {len(others) - most} more; `all` shows them, and words find them")
        return lines

    def _told(self, option: "Option", width: int, is_whole: bool) -> list[str]:
        words = f"  {self.number_of(option):>3}  {option_words(option)}"
        return wrap(words, width, subsequent_indent=" " * 7) if is_whole else [shorten_to(words, width)]

    def _grid(self, width: int) -> list[str]:
        assert self.label is not None
        cells = 7 * len(self.columns)
        head = "".join(f"{k:>7}" for k in range(1, len(self.columns) + 1))
        lines = [" " * (width - cells) + head]
        for r, row in enumerate(self.rows):
            shown = [PLAIN_CELL if found is None else CELL if found.facts.get("matches") else PLAIN_CELL
                     for found in (self._in_cell(k, r) for k in range(len(self.columns)))]
            shown = [NO_CELL if self._in_cell(k, r) is None else cell for k, cell in enumerate(shown)]
            words = shorten_to(f"{ascii_lowercase[r]} {self.label(row)}", width - cells)
            lines.append(f"{words:<{width - cells}}" + "".join(f"{cell:>7}" for cell in shown))
        lines += [shorten_to(f"{k} {self.label(column)}", width) for k, column in enumerate(self.columns, 1)]
        return lines


def option_words(option: "Option") -> str:
    """With what it gives or lets one do, where the words do not say it."""
    effect = str(option.facts.get("effect") or "")
    return option.words if not effect or effect in option.words else f"{option.words}: {effect}"


def has_words(phrase: str, typed: str) -> bool:
    """Whether every typed word begins some word of the phrase."""
    known = WORD.findall(phrase)
    wanted = WORD.findall(typed)
    return bool(wanted) and all(any(word.startswith(each) for word in known) for each in wanted)


def shorten_to(words: str, width: int) -> str:
    """On one line, cut between words."""
    if len(words) <= width:
        return words
    return (words[: width - 2].rpartition(" ")[0] or words[: width - 3]) + "..."
