"""Everything that is left to chance: one stream of SplitMix64 numbers a game (section "Chance")."""

from typing import TypeVar

Thing = TypeVar("Thing")

LOW_32 = (1 << 32) - 1
LOW_64 = (1 << 64) - 1


class Chance:
    def __init__(self, stream: int) -> None:
        self.stream = stream & LOW_64

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely."""
        threshold = ((1 << 32) - bound) % bound
        while True:
            product = (self._next() >> 32) * bound
            if product & LOW_32 >= threshold:
                return product >> 32

    def shuffle(self, pile: list[Thing], places: int | None = None) -> None:
        """Fisher-Yates over the last so many places of a pile (all of them unless told): its top is its end."""
        places = len(pile) if places is None else places
        base = len(pile) - places
        for i in range(places - 1, 0, -1):
            k = self.below(i + 1)
            pile[base + i], pile[base + k] = pile[base + k], pile[base + i]

    def _next(self) -> int:
        self.stream = (self.stream + 0x9E3779B97F4A7C15) & LOW_64
        mixed = self.stream
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & LOW_64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & LOW_64
        return mixed ^ (mixed >> 31)
