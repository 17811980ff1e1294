"""Everything that is left to chance: the shuffles."""

import random
from typing import TypeVar

Shuffled = TypeVar("Shuffled")


class Chance:
    """Shuffles by a random source. A subclass may hand over orders that were recorded elsewhere."""

    def __init__(self, source: random.Random | int = 0) -> None:
        self.source = source if isinstance(source, random.Random) else random.Random(source)

    def shuffle(self, what: str, things: list[Shuffled]) -> list[Shuffled]:
        """The things in a new order, first = top. `what` names the pile, such as "era 1 deck"."""
        shuffled = list(things)
        self.source.shuffle(shuffled)
        return shuffled
