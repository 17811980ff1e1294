# ruff: noqa: E501  one row of a table, one line
"""What the tables of printed things are made of: a position, the answers, and what must have changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.underwater_cities.scenario import RESOURCES, Scenario, printed_cards, scenario

# A slot of each colour that gives, and (green) lets an action card be used if one is ready: what it gives is known.
PLAIN_SLOT = {"yellow": "resources", "red": "steelplast-kelp", "green": "action-steelplast"}
PLAIN_GAIN = {
    "yellow": {"science": 1, "steelplast": 1, "kelp": 1},
    "red": {"steelplast": 2, "kelp": 1},
    "green": {"steelplast": 1},
}
ELSEWHERE = {"yellow": "red", "red": "yellow", "green": "red"}

# Networks on board 1: cities and tunnels that connect them.
TWO = {"t13": "tunnel", "c6": "nonsymbiotic"}
THREE = TWO | {"t10": "tunnel", "c5": "nonsymbiotic"}
FOUR = THREE | {"t12": "tunnel", "c8": "nonsymbiotic"}
FIVE = FOUR | {"t9": "tunnel", "c3": "nonsymbiotic"}
SIX = FIVE | {"t4": "tunnel", "c2": "nonsymbiotic"}
SEVEN = SIX | {"t3": "tunnel", "c1": "nonsymbiotic"}
BLUE_1 = {"t13": "tunnel", "t9": "tunnel", "t5": "tunnel"}
# The supply is out of tunnels: the other three players have built all 46 (C-3).
ROADS = {f"t{n}": "tunnel" for n in range(1, 17)}
NO_TUNNELS_LEFT: dict[str, Any] = {
    "players": 4,
    "others": [{"sites": ROADS}, {"sites": ROADS}, {"sites": {site: it for site, it in ROADS.items() if site not in ("t1", "t16")}}],
}
FULL = {f"{city}.{place}": "lab" for city in ("c9", "c6", "c8") for place in "abc"}


def at(city: str, *things: str) -> dict[str, str]:
    """Buildings on the first sites of a city."""
    return {f"{city}.{place}": thing for place, thing in zip("abcd", things, strict=False) if thing}


def complete(*cities: str) -> dict[str, str]:
    return {site: thing for city in cities for site, thing in at(city, "farm", "desal", "lab").items()}


@dataclass
class Case:
    """One row: the printed number, the position, the answers in order, and every change they make."""

    number: Any
    have: dict[str, Any] = field(default_factory=dict)
    do: list[str] = field(default_factory=list)
    gets: dict[str, int] = field(default_factory=dict)
    sites: dict[str, str] = field(default_factory=dict)
    cards: int = 0
    space: int | None = None
    offered: bool = True
    refuses: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.number}"


def changes(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {name: after[name] - before[name] for name in RESOURCES if after[name] != before[name]}


def added(*gains: dict[str, int]) -> dict[str, int]:
    total = {name: sum(gain.get(name, 0) for gain in gains) for name in RESOURCES}
    return {name: n for name, n in total.items() if n}


def check(case: Case, s: Scenario, slot_gain: dict[str, int], before: Any, space_before: int) -> None:
    """All that changed, and nothing else, is what the row says; a turn always ends with a card drawn for the one played."""
    assert changes(before.resources, s.me.resources) == added(case.gets, slot_gain)
    assert {k: v for k, v in s.me.sites.items() if before.sites.get(k) != v} == case.sites
    assert len(s.me.hand) - len(before.hand) == case.cards
    assert s.space == (space_before if case.space is None else case.space)


def colour(card: int) -> str:
    return printed_cards()[card]["colour"]


def price(card: int) -> int:
    return int(printed_cards()[card].get("price", 0))


def position(case: Case, hand: list[int], in_play: list[Any] | None = None) -> Scenario:
    have = dict(case.have)
    have["hand"] = [*hand, *have.pop("hand", [])]
    if in_play is not None:
        have["in_play"] = [*in_play, *have.pop("in_play", [(0, "used")])]
    return scenario(**({"players": 3} | have))
