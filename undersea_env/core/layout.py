"""The layout of an observation: named pieces one after the other, with their bounds and what they mean."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.errors import InvalidOption

OBSERVATION_DTYPE = np.uint8


@dataclass(frozen=True)
class Piece:
    """Some numbers of the observation, from 0 to `high`. `high`, `columns` are for the last axis: one for all, or each.

    A table `by_column` lies in memory with its two axes exchanged, because its columns are written as a whole.
    """

    name: str
    shape: tuple[int, ...]
    high: int | tuple[int, ...]
    meaning: str
    columns: tuple[str, ...] = ()
    by_column: bool = False
    start: int = 0
    size: int = 0

    def described(self) -> str:
        columns = f" ({', '.join(self.columns)})" if self.columns else ""
        return f"{self.meaning}{columns}"

    def view(self, array: NDArray[Any]) -> NDArray[Any]:
        """These numbers of observations, in their shape; leading axes stay."""
        numbers = array[..., self.start : self.start + self.size]
        if self.by_column:
            return numbers.reshape(*array.shape[:-1], *self.shape[::-1]).swapaxes(-1, -2)
        return numbers.reshape(*array.shape[:-1], *self.shape)


def table(
    name: str, rows: tuple[int, ...], columns: dict[str, int], meaning: str, by_column: bool = False
) -> Piece:
    """A piece with a named column for each place of the last axis; `columns` gives the highest value of each."""
    return Piece(name, (*rows, len(columns)), tuple(columns.values()), meaning, tuple(columns), by_column)


class Layout:
    """`size` bytes, all from 0; `note` says what holds for all of them."""

    def __init__(self, *pieces: Piece, note: str = "") -> None:
        laid, start = [], 0
        for piece in pieces:
            laid.append(replace(piece, start=start, size=prod(piece.shape)))
            start += prod(piece.shape)
        self.pieces = tuple(laid)
        self.size = start
        self.note = note
        self._by_name = {piece.name: piece for piece in laid}

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __getitem__(self, name: str) -> Piece:
        return self._by_name[name]

    def explain(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The pieces of an observation by name, as views, with one row a thing. Leading axes stay."""
        array = np.asarray(observation)
        if array.ndim == 0 or array.shape[-1] != self.size:
            raise InvalidOption(f"an observation has {self.size} numbers; this has the shape {array.shape}")
        return {piece.name: piece.view(array) for piece in self.pieces}

    def highest(self) -> NDArray[np.uint8]:
        """The highest value of every number; the lowest is 0."""
        high = np.zeros(self.size, OBSERVATION_DTYPE)
        for piece in self.pieces:
            piece.view(high)[...] = piece.high
        return high

    def as_markdown(self) -> str:
        """The page OBSERVATION.md of a game."""
        lines = [
            "# The observation",
            "",
            f"{self.size} bytes, made of the pieces below; `game.kind.observation.explain` gives them by name, and",
            '`observation="entities"` of every environment hands them out as a dict of arrays. All values begin at 0.',
            *([self.note] if self.note else []),
            "",
            "| numbers | piece | shape | up to | meaning and columns |",
            "|---|---|---|---|---|",
        ]
        for piece in self.pieces:
            shape = " × ".join(str(n) for n in piece.shape)
            stored = ", column by column" if piece.by_column else ""
            last = piece.start + piece.size - 1
            meaning = f"{piece.described()}{stored}"
            lines.append(f"| {piece.start}-{last} | `{piece.name}` | {shape} | {np.max(piece.high)} | {meaning} |")
        return "\n".join(lines) + "\n"
