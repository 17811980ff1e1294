"""Everything that is left to chance: one stream of SplitMix64 numbers a game (section 17)."""

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

    def shuffled(self, pile: list[int]) -> list[int]:
        """Put in ascending order first, so that what lay there before never matters. The top is the last."""
        pile = sorted(pile)
        for i in range(len(pile) - 1, 0, -1):
            k = self.below(i + 1)
            pile[i], pile[k] = pile[k], pile[i]
        return pile

    def _next(self) -> int:
        self.stream = (self.stream + 0x9E3779B97F4A7C15) & LOW_64
        mixed = self.stream
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & LOW_64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & LOW_64
        return mixed ^ (mixed >> 31)
