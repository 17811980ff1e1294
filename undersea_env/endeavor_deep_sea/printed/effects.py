"""The effect vocabulary: what boards, tokens, journals, specialists, goals and setbacks say, as frozen data.

An *effect* is a tuple of parts. As the text of a gain they are one bundle (B-6); as that of an activation they are
separate actions (T-7).
"""

from dataclasses import dataclass
from typing import TypeAlias

from undersea_env.endeavor_deep_sea.printed.words import Event, Item, Less, Race, Side, Special, Unit

# --- parts ---


@dataclass(frozen=True)
class Gain:
    amounts: tuple[tuple[Item, int], ...]    # in the order written, each item once

    def number(self, item: Item) -> int:
        return dict(self.amounts).get(item, 0)


@dataclass(frozen=True)
class Promote:
    pass


@dataclass(frozen=True)
class Travel:
    from_here: bool = False
    not_to_depth: int = 0                    # 0: all depths are open
    more_technology: int = 0


@dataclass(frozen=True)
class Sonar:
    here: bool = False


@dataclass(frozen=True)
class Dive:
    more_tokens: int = 0


@dataclass(frozen=True)
class Conserve:
    here: bool = False
    less_research: int = 0
    at_a_vessel_depth: bool = False


@dataclass(frozen=True)
class Publish:
    here: bool = False


@dataclass(frozen=True)
class Discover:
    first: int                               # depths
    last: int
    anywhere: bool = False


@dataclass(frozen=True)
class CopySpecialist:
    pass


@dataclass(frozen=True)
class Pay:
    """A disc from the staging area goes to the supply."""

    part: "Part"


@dataclass(frozen=True)
class Either:
    alternatives: tuple["Part", ...]


Action: TypeAlias = Promote | Travel | Sonar | Dive | Conserve | Publish | Discover | CopySpecialist
Part: TypeAlias = Gain | Action | Pay | Either
Effect: TypeAlias = tuple[Part, ...]


# --- counts, scores, goals ---


@dataclass(frozen=True)
class Count:
    unit: Unit
    depths: tuple[int, int] | None = None    # first and last
    columns: tuple[int, ...] = ()            # 0-6, ascending; empty: all
    side: Side | None = None                 # of the Sea Star; then there are no columns


@dataclass(frozen=True)
class Score:
    """Count, divide, round down, multiply; without a count just the points."""

    points: int
    divisor: int = 1
    count: Count | None = None


Goal: TypeAlias = Count | Race


# --- zone rules ---


@dataclass(frozen=True)
class NoVesselMayEnter:
    pass


@dataclass(frozen=True)
class OneVesselPerPlayer:
    pass


@dataclass(frozen=True)
class When:
    event: Event
    reaction: Part | Special
    site: int = -1                           # of `you dive at d1`: 0; -1: all
    with_marked_disc: bool = False           # Z-2
    per_marked_disc: bool = False            # Z-11


ZoneRule: TypeAlias = NoVesselMayEnter | OneVesselPerPlayer | When


# --- setbacks (O-8) ---


@dataclass(frozen=True)
class MoveVesselsUp:
    steps: int


@dataclass(frozen=True)
class LessThisRound:
    what: Less
    number: int


@dataclass(frozen=True)
class LoseHalfOfResearch:
    pass


@dataclass(frozen=True)
class DiscardStoredTokens:
    pass


@dataclass(frozen=True)
class LowerHighestAttribute:
    steps: int


SetbackPart: TypeAlias = (
    MoveVesselsUp | LessThisRound | LoseHalfOfResearch | DiscardStoredTokens | LowerHighestAttribute
)
Setback: TypeAlias = tuple[SetbackPart, ...]
