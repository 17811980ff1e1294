"""Random numbers outside of a game, where speed does not matter: SplitMix64 in Python's own integers."""

from undersea_env.compiling import random_stream

BITS = 64
_ALL = (1 << BITS) - 1
_STEP, _MIX_1, _MIX_2 = int(random_stream.STEP), int(random_stream.MIX_1), int(random_stream.MIX_2)


def mixed(x: int) -> int:
    x = ((x ^ (x >> 30)) * _MIX_1) & _ALL
    x = ((x ^ (x >> 27)) * _MIX_2) & _ALL
    return x ^ (x >> 31)


class SeedStream:
    """A stream is its `state`, one number of 64 bits."""

    def __init__(self, state: int) -> None:
        self.state = state

    @classmethod
    def of(cls, seed: int, purpose: int) -> "SeedStream":
        """Streams of one seed for different purposes have nothing to do with each other."""
        return cls(mixed((mixed(seed) + purpose) & _ALL))

    def draw(self) -> int:
        """A number of 64 bits."""
        self.state = (self.state + _STEP) & _ALL
        return mixed(self.state)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely (rejection, so no number is favoured)."""
        threshold = (1 << BITS) % n
        while True:
            product = self.draw() * n
            if product & _ALL >= threshold:
                return product >> BITS
