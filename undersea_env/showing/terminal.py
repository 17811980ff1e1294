"""A screen of text: colours, columns, words that wrap, and characters on a grid."""

import re
from textwrap import wrap

WIDTH = 110
COLUMN = 54                      # two of them beside each other, with a gap
RESET = "\x1b[0m"
COLOURS = {"yellow": "\x1b[33m", "red": "\x1b[31m", "green": "\x1b[32m", "bold": "\x1b[1m", "dim": "\x1b[2m"}


class Paint:
    """Colour codes around words, or nothing."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, words: str, name: str) -> str:
        return f"{COLOURS[name]}{words}{RESET}" if self.colour and name in COLOURS else words


def visible_length(words: str) -> int:
    return len(re.sub("\x1b" + r"\[\d+m", "", words))


def padded(words: str, width: int) -> str:
    return words + " " * max(0, width - visible_length(words))


def wrapped(words: str, width: int = COLUMN) -> list[str]:
    return wrap(words, width, initial_indent="  ", subsequent_indent="    ")


def in_columns(panels: list[list[str]]) -> list[str]:
    """Two panels beside each other."""
    lines: list[str] = []
    for k in range(0, len(panels), 2):
        pair = panels[k : k + 2]
        for row in range(max(map(len, pair))):
            cells = [panel[row] if row < len(panel) else "" for panel in pair]
            lines.append("  ".join(padded(cell, COLUMN) for cell in cells))
    return lines


def beside(left: str, words: str) -> list[str]:
    """Words to the right of others, on as many lines as they need."""
    width = visible_length(left)
    lines = wrap(words, WIDTH - width) or [""]
    return [left + lines[0], *(" " * width + line for line in lines[1:])]


class Canvas:
    """Characters on a grid; coordinates run from 0 to 100 in both directions, y downwards."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.grid = [[" "] * columns for _ in range(rows)]

    def place(self, x: float, y: float) -> tuple[int, int]:
        return round(x * (self.columns - 1) / 100), round(y * (self.rows - 1) / 100)

    def write(self, column: int, row: int, words: str) -> None:
        """Words centred on a place, moved in where they would leave the canvas."""
        start = min(max(0, column - len(words) // 2), self.columns - len(words))
        row = min(max(0, row), self.rows - 1)
        for k, letter in enumerate(words):
            self.grid[row][start + k] = letter

    def line(self, a: tuple[int, int], b: tuple[int, int], mark: str) -> None:
        """A straight line; `mark` empty: the stroke that fits its slope."""
        steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1)
        for k in range(steps + 1):
            column = round(a[0] + (b[0] - a[0]) * k / steps)
            row = round(a[1] + (b[1] - a[1]) * k / steps)
            if mark == "." and k % 2:
                continue
            self.grid[row][column] = mark or _stroke(a, b)

    def text(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.grid]


def _stroke(a: tuple[int, int], b: tuple[int, int]) -> str:
    across, down = abs(b[0] - a[0]), abs(b[1] - a[1])
    if down * 3 <= across:
        return "-"
    if across * 2 <= down:
        return "|"
    return "\\" if (b[0] - a[0]) * (b[1] - a[1]) > 0 else "/"
