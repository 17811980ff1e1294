"""A sheet of SVG: shapes, and words that are measured so that none is cut off or lies on another.

Everything is a presentation attribute: a page with many pictures needs no style sheet, and none can leak into it.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import NamedTuple

ELLIPSIS = "…"
LINE = 1.3                       # height of a line of words, in font sizes
DARK_INK, LIGHT_INK = "#14232b", "#ffffff"

# Widths in font sizes, those of DejaVu Sans: the widest of the fonts that stand for "sans-serif" somewhere.
WIDTHS = {
    letter: width
    for width, letters in {
        0.33: "'ijlIJ ,.",
        0.40: "/:;\\|f-()[]t!·’",
        0.47: 'r"',
        0.56: "*_`sz?cL–",
        0.65: "FkvxyPTYaoeESbdghnpqu$0123456789{}",
        0.70: "KABRVXZC",
        0.80: "UHNDGOQ&",
        0.87: "w#+<=>^~M×−→",
        1.00: "mW@%…",
    }.items()
    for letter in letters
}
WIDTH_OF_OTHERS = 1.0
WIDEST = 1.5                     # far beyond Latin
FIRST_WIDE = 0x250
BOLD = 1.18
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Theme:
    """Colours of paper and ink. Pieces have the same colours on every paper."""

    page: str
    panel: str
    cell: str
    water: str
    edge: str
    ink: str
    quiet: str                   # words of less weight
    tunnel: str
    highlight: str
    bonus: str                   # behind the labels of sites
    surcharge: str
    multiplier: str
    alarm: str


LIGHT = Theme(
    page="#e4ecf0", panel="#ffffff", cell="#f1f5f7", water="#dbe9f1", edge="#8aa2af", ink=DARK_INK, quiet="#465a66",
    tunnel="#3d5563", highlight="#fff1b8", bonus="#d5efdc", surcharge="#fbdfcd", multiplier="#e4dcf5", alarm="#a61b12",
)
DARK = Theme(
    page="#0b151a", panel="#15242c", cell="#1d303a", water="#102c3a", edge="#5d7683", ink="#eef4f6", quiet="#b3c5ce",
    tunnel="#b9cbd4", highlight="#4d431a", bonus="#1d4a2c", surcharge="#5c3318", multiplier="#40325f", alarm="#ff9d8f",
)
THEMES = {"light": LIGHT, "dark": DARK}


class Box(NamedTuple):
    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def inset(self, by: float) -> "Box":
        return Box(self.left + by, self.top + by, self.width - 2 * by, self.height - 2 * by)

    def overlaps(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


# --- words ---


@lru_cache(maxsize=8192)
def plain(words: str) -> str:
    """One line, without what XML cannot hold."""
    return " ".join(NOT_IN_XML.sub("\ufffd", words).split())


def width_of_letter(letter: str) -> float:
    if letter in WIDTHS:
        return WIDTHS[letter]
    return WIDTH_OF_OTHERS if ord(letter) < FIRST_WIDE else WIDEST


@lru_cache(maxsize=8192)
def width_of(words: str, size: float, bold: bool = False) -> float:
    """An upper bound in pixels."""
    return sum(map(width_of_letter, words)) * size * (BOLD if bold else 1)


def shortened(words: str, width: float, size: float, bold: bool = False) -> str:
    """The words, or their beginning and an ellipsis."""
    words = plain(words)
    if width_of(words, size, bold) <= width:
        return words
    while words and width_of(words + ELLIPSIS, size, bold) > width:
        words = words[:-1]
    return words.rstrip(" ,;:") + ELLIPSIS


@lru_cache(maxsize=4096)
def wrapped(words: str, width: float, size: float, bold: bool = False, most: int = 99) -> tuple[str, ...]:
    """Lines of at most that width; what does not go into `most` lines ends in an ellipsis."""
    lines: list[str] = []
    rest = plain(words).split(" ")
    while rest and rest != [""]:
        if len(lines) == most - 1:
            return (*lines, shortened(" ".join(rest), width, size, bold))
        line = rest.pop(0)
        if width_of(line, size, bold) > width:
            line, rest = _broken(line, rest, width, size, bold)
        while rest and width_of(f"{line} {rest[0]}", size, bold) <= width:
            line = f"{line} {rest.pop(0)}"
        lines.append(line)
    return tuple(lines)


def _broken(word: str, rest: list[str], width: float, size: float, bold: bool) -> tuple[str, list[str]]:
    """A word longer than a line: as many letters as fit, and the others."""
    fit = 1
    while fit < len(word) and width_of(word[: fit + 1], size, bold) <= width:
        fit += 1
    return word[:fit], [word[fit:], *rest] if word[fit:] else rest


# --- shapes ---


def number(value: float) -> str:
    """At most one decimal place; adding 0 makes 0 of -0."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def attributes(named: Mapping[str, object]) -> str:
    """Attributes in the order given; what is None or "" is left out."""
    return "".join([_attribute(name, value) for name, value in named.items() if value is not None and value != ""])


@lru_cache(maxsize=16384)
def _attribute(name: str, value: object) -> str:
    """Pages draw a table after every answer, and little in it is new."""
    shown = number(value) if isinstance(value, int | float) else escape(str(value))
    return f' {name.replace("_", "-")}="{shown}"'


class Sheet:
    """SVG elements in the order in which they are drawn."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.elements: list[str] = []

    def source(self, width: float, height: float, title: str) -> str:
        size = attributes({"width": width, "height": height, "viewBox": f"0 0 {number(width)} {number(height)}"})
        head = f'<svg xmlns="http://www.w3.org/2000/svg"{size} font-family="sans-serif">'
        return "\n".join([head, f"<title>{escape(plain(title))}</title>", *self.elements, "</svg>\n"])

    @contextmanager
    def group(self, id: str = "", title: str = "", **more: object) -> Iterator[None]:
        self.elements.append(f"<g{attributes({'id': id, **more})}>{_title(title)}")
        yield
        self.elements.append("</g>")

    def rect(self, box: Box, fill: str, stroke: str = "", round: float = 4, **more: object) -> None:
        left, top, width, height = box
        places = {"x": left, "y": top, "width": width, "height": height, "rx": round or None}
        self._shape("rect", places, fill, stroke, more)

    def circle(self, x: float, y: float, radius: float, fill: str, stroke: str = "", **more: object) -> None:
        self._shape("circle", {"cx": x, "cy": y, "r": radius}, fill, stroke, more)

    def polygon(self, points: list[tuple[float, float]], fill: str, stroke: str = "", **more: object) -> None:
        places = {"points": " ".join(f"{number(x)},{number(y)}" for x, y in points)}
        self._shape("polygon", places, fill, stroke, more)

    def line(self, a: tuple[float, float], b: tuple[float, float], stroke: str, **more: object) -> None:
        self._shape("line", {"x1": a[0], "y1": a[1], "x2": b[0], "y2": b[1]}, "", stroke, more)

    def _shape(self, kind: str, places: Mapping[str, object], fill: str, stroke: str, more: dict[str, object]) -> None:
        named = {**places, "fill": fill, "stroke": stroke, **more}
        self.elements.append(f"<{kind}{attributes(named)}/>")

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        width: float = 0,
        bold: bool = False,
        fill: str = "",
        anchor: str = "start",
        full: str = "",
    ) -> float:
        """Words on a base line, shortened to `width` if given; returns their width.

        `full` is what a tooltip tells; where the words are shortened, it tells all of them.
        """
        shown = shortened(words, width, size, bold) if width else plain(words)
        if not shown:
            return 0
        if shown != plain(words):
            full = full or words
        named: dict[str, object] = {
            "x": x, "y": y, "font_size": size, "font_weight": "bold" if bold else None,
            "text_anchor": None if anchor == "start" else anchor, "fill": fill or self.theme.ink,
        }
        self.elements.append(f"<text{attributes(named)}>{_title(full)}{escape(shown)}</text>")
        return width_of(shown, size, bold)

    def paragraph(
        self, x: float, y: float, words: str, size: float, width: float, most: int = 99, bold: bool = False
    ) -> float:
        """Lines from a first base line on; returns the base line after the last."""
        lines = wrapped(words, width, size, bold, most)
        full = words if " ".join(lines) != plain(words) and lines[-1].endswith(ELLIPSIS) else ""
        for line in lines:
            self.text(x, y, line, size, bold=bold, full=full)
            y += LINE * size
        return y


def _title(words: str) -> str:
    return f"<title>{escape(plain(words))}</title>" if words else ""
