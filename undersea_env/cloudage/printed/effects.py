"""The effect vocabulary: what cards, boards and tokens say, as frozen data.

An *effect* is a tuple of parts, done in order. A part is a sequence, or a condition with a sequence behind it.
"""

from dataclasses import dataclass
from typing import TypeAlias

from undersea_env.cloudage.printed.words import Colour, Event, Item, Type, Unit

Amounts: TypeAlias = tuple[tuple[Item, int], ...]        # in the order written, each item once


@dataclass(frozen=True)
class Count:
    unit: Unit
    title: str = ""                          # of Unit.TITLE
    colour: Colour | None = None             # of Unit.PROJECT; None: all


# --- what is done ---


@dataclass(frozen=True)
class Gain:
    amounts: Amounts
    per: Count | None = None
    up_to: int = 0                           # 0: no cap


@dataclass(frozen=True)
class Production:
    steps: int


@dataclass(frozen=True)
class BuildAction:
    times: int = 1


@dataclass(frozen=True)
class BuildProject:
    pass


@dataclass(frozen=True)
class BuildUpgrade:
    type: Type | None = None                 # None: any
    discount: int = 0
    per: str = ""                            # the discount is for each project in play with this title


@dataclass(frozen=True)
class Plant:
    number: int
    on_map: bool = False                     # T-14


@dataclass(frozen=True)
class PlantAction:
    pass


@dataclass(frozen=True)
class UpdateNavigation:
    pass


@dataclass(frozen=True)
class DrawObjective:
    pass


@dataclass(frozen=True)
class RemoveGun:
    pass


@dataclass(frozen=True)
class CityCardOnDeck:
    pass


@dataclass(frozen=True)
class SoloCollect:
    sectors: tuple[int, ...]                 # from 1


Simple: TypeAlias = (
    Gain | Production | BuildAction | BuildProject | BuildUpgrade | Plant | PlantAction | UpdateNavigation
    | DrawObjective | RemoveGun | CityCardOnDeck | SoloCollect
)


@dataclass(frozen=True)
class Either:
    branches: tuple[tuple[Simple, ...], ...]


Sequence: TypeAlias = tuple[Simple | Either, ...]        # an Either is the last


# --- parts ---


@dataclass(frozen=True)
class Do:
    sequence: Sequence


@dataclass(frozen=True)
class Pay:
    amounts: Amounts
    sequence: Sequence


@dataclass(frozen=True)
class Fight:
    strength: int
    sequence: Sequence


@dataclass(frozen=True)
class If:
    type: Type                               # movement or combat (N-8)
    points: int
    sequence: Sequence


Part: TypeAlias = Do | Pay | Fight | If
Effect: TypeAlias = tuple[Part, ...]


# --- permanent effects ---


@dataclass(frozen=True)
class Always:
    type: Type
    points: int


@dataclass(frozen=True)
class Discount:
    """Of metal off upgrades, or of water off projects of one colour or all."""

    on_upgrades: bool
    number: int
    colour: Colour | None = None


@dataclass(frozen=True)
class When:
    event: Event
    number: int = 0                          # of `>= n` and `exactly n`
    item: Item | None = None                 # of `find gives`
    colour: Colour | None = None             # of `play ... project`; None: all
    reaction: Sequence = ()
    once_per_turn: bool = False


Clause: TypeAlias = Always | Discount | When
Permanent: TypeAlias = tuple[Clause, ...]


# --- other sentences ---


@dataclass(frozen=True)
class Unlock:
    parts: tuple[tuple[bool, int], ...] = ()         # in the order written: is it a legacy token, and its number

    @property
    def projects(self) -> tuple[int, ...]:
        return tuple(number for is_legacy, number in self.parts if not is_legacy)

    @property
    def legacy(self) -> tuple[int, ...]:
        """From 1."""
        return tuple(number for is_legacy, number in self.parts if is_legacy)


@dataclass(frozen=True)
class CubeEffect:
    """What removing a cube gives: strength in a fight, or plants in the action phase (T-1)."""

    strength: int = 0
    plants: int = 0
