"""The map: hexes by their number, with what legacy tokens and plants make of them (sections 2 and 12)."""

from collections.abc import Iterable
from functools import cache, cached_property

from .language import Effect
from .numbers import GUNS
from .printed import City, Hex, Printed, Token

ROWS, COLUMNS, BOARDS = 5, 6, 4
HEXES = ROWS * COLUMNS
PLANTED_COST = 1                           # H-3


def number_of(row: int, column: int) -> int:
    """Of a hex; the column in the whole map (section 19)."""
    return HEXES * (column // COLUMNS) + COLUMNS * row + column % COLUMNS


def place_of(number: int) -> tuple[int, int]:
    """Row and column in the whole map."""
    return number % HEXES // COLUMNS, COLUMNS * (number // HEXES) + number % COLUMNS


@cache
def around(number: int) -> list[int]:
    """H-2: the cells in the directions E, NE, NW, W, SW, SE; -1 outside."""
    row, column = place_of(number)
    shift = row % 2
    cells = [(row, column + 1), (row - 1, column + shift), (row - 1, column - 1 + shift), (row, column - 1),
             (row + 1, column - 1 + shift), (row + 1, column + shift)]
    return [number_of(r, c) if 0 <= r < ROWS and 0 <= c < COLUMNS * BOARDS else -1 for r, c in cells]


class Land:
    def __init__(self, printed: Printed, sides: str, tokens: Iterable[str]) -> None:
        self._printed = printed
        self.sides = sides                             # of boards 1-4
        self.tokens = set(tokens)                      # legacy tokens in play, L14 and L15 too
        self.planted: dict[int, int] = {}              # hex: kind of plant

    @cached_property
    def _hexes(self) -> dict[int, Hex]:
        """Those of the notch too."""
        return {
            number_of(row, COLUMNS * (board - 1) + column): place
            for board, side in enumerate(self.sides, start=1)
            for (row, column), place in self._printed.boards[board, side].hexes.items()
        }

    @cached_property
    def _cities(self) -> dict[str, City]:
        boards = [self._printed.boards[board, side] for board, side in enumerate(self.sides, start=1)]
        return {name: city for board in boards for name, city in board.cities.items()}

    def _in_play(self, kind: str) -> list[Token]:
        return [token for name, token in self._printed.tokens.items() if name in self.tokens and token.kind == kind]

    def _lettered(self, letter: str) -> int:
        return next(number for number, place in self._hexes.items() if place.letter == letter)

    def hexes(self) -> list[int]:
        return sorted(number for number in self._hexes if self.is_hex(number))

    def is_hex(self, number: int) -> bool:
        """H-6: the notch has hexes only with L7."""
        return number in self._hexes and (not self._hexes[number].toll or bool(self._in_play("toll")))

    def near(self, number: int) -> list[int]:
        return [cell for cell in around(number) if self.is_hex(cell)]

    @property
    def start(self) -> int:
        return next(number for number, place in self._hexes.items() if place.start)

    def guns(self) -> list[str]:
        return [name for name in GUNS if name in self.tokens]

    def _gun_on(self, number: int) -> Token | None:
        letter = self._hexes[number].letter
        guns = (self._printed.tokens[name] for name in self.guns()) if letter else ()
        return next((gun for gun in guns if gun.letter == letter), None)

    def cost(self, number: int) -> int:
        if number in self.planted:
            return PLANTED_COST
        gun = self._gun_on(number)
        if gun is not None:
            return gun.cost
        if self._hexes[number].toll:
            return self._in_play("toll")[0].cost
        return self._hexes[number].cost

    def has_toll(self, number: int) -> bool:
        return self._hexes[number].toll

    def find(self, number: int) -> Effect:
        """None where a plant lies (H-3)."""
        if number in self.planted:
            return ()
        for token in self._in_play("city find"):                       # T-6
            if self._hexes[number].letter == token.letter:
                return token.find
        return self._hexes[number].find

    def city(self, number: int) -> str:
        """Empty where there is none; Taintbow is none while its gun stands (T-8)."""
        return "" if self._gun_on(number) else self._hexes[number].city

    def _values(self, name: str) -> City:
        for token in self._in_play("city values"):                     # T-3, T-4
            if self._hexes[self._lettered(token.letter)].city == name:
                return City(token.strength, token.reward)
        return self._cities[name]

    def strength(self, name: str) -> int | None:
        return self._values(name).strength

    def reward(self, name: str) -> Effect:
        return self._values(name).reward

    def cities(self) -> list[str]:
        return list(self._cities)

    def cube_city(self, token: str) -> str:
        """The city of L1, L2 or L5; empty if the token is not in play (T-1)."""
        if token not in self.tokens:
            return ""
        return self._hexes[self._lettered(self._printed.tokens[token].letter)].city

    def can_be_planted(self, number: int) -> bool:
        """W-5, less airships and what lies in between: no plant, no city, no token."""
        place = self._hexes[number]
        return number not in self.planted and not place.city and not place.toll and self._gun_on(number) is None
