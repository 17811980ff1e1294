"""The effect vocabulary: what a card, slot, tile or site says, as frozen data.

An *effect* is a tuple of parts. Parts may be done in any order, each part is optional (G-5, G-7), one part is all or
nothing.
"""

from dataclasses import dataclass
from typing import TypeAlias

from undersea_env.underwater_cities.printed.words import Count, Event, Resource, Thing

Amounts: TypeAlias = tuple[int, int, int, int, int, int, int]  # one number for each Resource, in its order


@dataclass(frozen=True)
class Per:
    """A multiplier read off the table: count, divide, round down (N-1); `cap` (0 = none) limits the result (L-10)."""

    count: Count
    divisor: int = 1
    cap: int = 0


@dataclass(frozen=True)
class Terms:
    """At which price something is built or upgraded (B-14).

    `prices` empty: the usual one; otherwise the player pays one of them. `free` is a word of its own: nothing
    discounts it.
    """

    free: bool = False
    prices: tuple[Amounts, ...] = ()
    discount: Amounts = (0, 0, 0, 0, 0, 0, 0)


USUAL = Terms()
FREE = Terms(free=True)


# --- parts of instants, action cards, slots, site bonuses, metropolises, contracts ---


@dataclass(frozen=True)
class Gain:
    amounts: Amounts
    per: Per | None = None


@dataclass(frozen=True)
class GainDifferent:
    number: int
    resources: tuple[Resource, ...]


@dataclass(frozen=True)
class Federation:
    steps: int


@dataclass(frozen=True)
class Build:
    things: tuple[Thing, ...]            # ascending
    times: int = 1
    terms: Terms = USUAL
    on_expansion: bool = False
    then_upgrade: Terms | None = None    # USUAL or FREE


@dataclass(frozen=True)
class Upgrade:
    things: tuple[Thing, ...]            # ascending; structures only
    times: int = 1
    terms: Terms = USUAL


@dataclass(frozen=True)
class UseActionCard:
    times: int = 1


@dataclass(frozen=True)
class ReadyActionCard:
    pass


@dataclass(frozen=True)
class TakeSpecial:
    pass


@dataclass(frozen=True)
class PerformSlot:
    available: bool
    occupied: bool


@dataclass(frozen=True)
class Exchange:
    left: Amounts
    right: Amounts


@dataclass(frozen=True)
class GainProduction:
    pass


@dataclass(frozen=True)
class ConvertCity:
    pass


@dataclass(frozen=True)
class TakeMetropolis:
    pass


@dataclass(frozen=True)
class Pay:
    prices: tuple[Amounts, ...]          # one of them is paid
    effect: "Effect"
    times: int = 1


@dataclass(frozen=True)
class If:
    count: Count
    number: int
    exactly: bool                        # `=` (N-4) instead of `>=`
    effect: "Effect"


@dataclass(frozen=True)
class Either:
    alternatives: tuple["Effect", ...]   # two or three


Part: TypeAlias = (
    Gain | GainDifferent | Federation | Build | Upgrade | UseActionCard | ReadyActionCard | TakeSpecial | PerformSlot
    | Exchange | GainProduction | ConvertCity | TakeMetropolis | Pay | If | Either
)
Effect: TypeAlias = tuple[Part, ...]


# --- what permanent cards say ---


@dataclass(frozen=True)
class When:
    event: Event
    detail: int | str                    # see Event; 0 where the event needs none
    effect: Effect


@dataclass(frozen=True)
class Discount:
    """Off every build of the things, or off every upgrade (L-8)."""

    things: tuple[Thing, ...]            # empty for upgrades
    amounts: Amounts
    upgrade: bool = False


@dataclass(frozen=True)
class OncePerTurn:
    effect: Effect


@dataclass(frozen=True)
class HandLimit:
    more: int


Permanent: TypeAlias = When | Discount | OncePerTurn | HandLimit


# --- what production cards and metropolises say ---


@dataclass(frozen=True)
class Produce:
    amounts: Amounts
    per: Per | None = None


@dataclass(frozen=True)
class ConvertBuilding:
    """One connected building of this kind produces something else (P-5)."""

    thing: Thing
    give: Amounts
    get: Amounts


@dataclass(frozen=True)
class ConvertProduced:
    """What was produced in this phase is exchanged (N-2)."""

    give: Amounts
    get: Amounts
    times: int = 1


Production: TypeAlias = Produce | ConvertBuilding | ConvertProduced


# --- what end cards and brown metropolises say ---


@dataclass(frozen=True)
class ScorePer:
    points: int
    per: Per


@dataclass(frozen=True)
class ScoreAt:
    points: tuple[int, ...]
    thresholds: tuple[int, ...]
    count: Count


@dataclass(frozen=True)
class Sell:
    amounts: Amounts
    points: int
    times: int


Ending: TypeAlias = ScorePer | ScoreAt | Sell


# --- what contracts ask ---


@dataclass(frozen=True)
class AtLeast:
    count: Count
    number: int


Requirement: TypeAlias = tuple[AtLeast, ...]
