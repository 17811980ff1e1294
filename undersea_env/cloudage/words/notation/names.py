"""Names and bounds of what stands in a position."""

from collections.abc import Callable
from typing import Any

from undersea_env.cloudage.compiled.assembler import bits
from undersea_env.cloudage.compiled.limits import MAX_CODE
from undersea_env.cloudage.kernel.state import (
    ABOUT,
    EFFECT,
    PLANTING,
    PLAYING,
    SCORE_SOURCES,
)
from undersea_env.cloudage.printed.words import (
    CITY_CARDS,
    HEXES,
    LEGACY_TOKENS,
    PLANTS,
    PROJECTS,
    SECTORS,
    PlantKind,
    Type,
)

PHASES = ("setup", "production", "movement", "action", "end", "over")
KINDS = tuple(kind.name.lower().replace("_", "-") for kind in PlantKind)
TYPES = tuple(type.name.lower() for type in Type)
TOKENS = tuple(f"L{number}" for number in range(1, LEGACY_TOKENS + 1))
ON_MAP = bits(range(13))                 # tokens L1-L13; the others are city actions
MOST = 30_000                            # of water, metal and points
PENDING = {                              # numbers of the record: the highest of each
    "turn": 4, "mover": 3, "others": 4, "points": 99, "left": 100, "entering": HEXES, "stuck": 1, "won": 1,
    "strength": 999, "action": 6, "card": CITY_CARDS, "planted_count": PLANTS, "bare_count": PLANTS, "revealed": 1,
    "graded": 1,
}
OF_FRAME = {
    "place": MAX_CODE - 1, "number": MOST, "owner": 3, "source": len(SCORE_SOURCES) - 1, "stage": 2, "a": 126, "b": 126,
    "c": 126, "d": 126,
}
OF_PLAYER = {"drone": 4, "vote": 2, "fight_strength": 999, "tie_strength": 999}

FRAME_LIMITS: dict[int, Callable[[Any], bool]] = {
    EFFECT: lambda frame: bool(frame["place"] > 0 and frame["a"] in (10, 11)),
    PLAYING: lambda frame: bool(frame["a"] < PROJECTS),
    ABOUT.index("moment"): lambda frame: bool(frame["a"] < 13 and frame["b"] <= 4),
    ABOUT.index("solo collect"): lambda frame: bool(frame["b"] <= SECTORS),
    PLANTING: lambda frame: bool(frame["c"] <= len(KINDS) and bool(frame["c"]) == frame["stage"]),
    ABOUT.index("upgrading"): lambda frame: bool(frame["a"] <= len(TYPES)),
    ABOUT.index("fighting"): lambda frame: bool(frame["a"] < 4),
}
