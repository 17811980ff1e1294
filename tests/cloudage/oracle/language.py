"""The effect language of the component book, read into steps that are done one after the other (G-5)."""

import re
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias


@dataclass(frozen=True)
class Gain:
    amounts: tuple[tuple[int, str], ...]   # "water", "metal", "energy", "card", "point", "plant", "resource"
    per: str = ""                          # a title, "movement point", "yellow project", "city cube", ...
    up_to: int | None = None


@dataclass(frozen=True)
class Production:
    steps: int


@dataclass(frozen=True)
class BuildActions:
    number: int


@dataclass(frozen=True)
class BuildUpgrade:
    type: str                              # "" is any
    discount: int = 0
    per: str = ""


@dataclass(frozen=True)
class Plant:
    number: int
    on_map: bool = False                   # T-14: dry plants may be put on the map too


@dataclass(frozen=True)
class SoloCollect:
    sectors: tuple[int, ...]


@dataclass(frozen=True)
class Single:
    """`build project`, `plant action`, `update navigation`, `draw objective`, `remove gun`, `city card on deck`."""

    name: str


@dataclass(frozen=True)
class Either:
    branches: tuple["Effect", ...]


@dataclass(frozen=True)
class Pay:
    amounts: tuple[tuple[int, str], ...]
    then: "Effect"


@dataclass(frozen=True)
class Fight:
    strength: int
    then: "Effect"


@dataclass(frozen=True)
class If:
    points: str                            # "movement", "combat"
    at_least: int
    then: "Effect"


Step: TypeAlias = (
    Gain | Production | BuildActions | BuildUpgrade | Plant | SoloCollect | Single | Either | Pay | Fight | If
)
Effect: TypeAlias = tuple[Step, ...]

ANY_UPGRADE = BuildUpgrade("")
SINGLES = ("build project", "plant action", "update navigation", "draw objective", "remove gun", "city card on deck")


@dataclass(frozen=True)
class Points:
    """`movement 1`, `combat 2`, `growing 1`: for good."""

    kind: str
    number: int


@dataclass(frozen=True)
class Discount:
    what: str                              # "upgrade", "project"
    colour: str                            # of a project; "" is any
    number: int


@dataclass(frozen=True)
class When:
    event: str                             # "produce", "find gives metal", "movement points", ...
    at_least: int                          # of an event with a count (N-3)
    effect: Effect
    once_per_turn: bool


Clause: TypeAlias = Points | Discount | When


@cache
def read_effect(text: str) -> Effect:
    return tuple(step for part in text.split("; ") for step in _part(part)) if text else ()


def _part(text: str) -> Effect:
    if found := re.fullmatch(r"pay ([^:]+): (.+)", text):
        return (Pay(_amounts(found[1]), _sequence(found[2])),)
    if found := re.fullmatch(r"fight (\d+): (.+)", text):
        return (Fight(int(found[1]), _sequence(found[2])),)
    if found := re.fullmatch(r"if (movement|combat) points >= (\d+): (.+)", text):
        return (If(found[1], int(found[2]), _sequence(found[3])),)
    return _sequence(text)


def _sequence(text: str) -> Effect:
    before, choice, branches = text.partition("either ")
    before = before.removesuffix(" and ")
    steps = tuple(_simple(simple) for simple in before.split(" and ")) if before else ()
    if choice:
        steps += (Either(tuple(_sequence(branch) for branch in branches.split(" | "))),)
    return steps


def _simple(text: str) -> Step:
    if text in SINGLES:
        return Single(text)
    if found := re.fullmatch(r"gain (.+?)(?: per (.+?))?(?: up to (\d+))?", text):
        return Gain(_amounts(found[1]), found[2] or "", int(found[3]) if found[3] else None)
    if found := re.fullmatch(r"production (\d+)", text):
        return Production(int(found[1]))
    if found := re.fullmatch(r"build (?:2 actions|action)", text):
        return BuildActions(2 if "2" in text else 1)
    if found := re.fullmatch(r"build (?:(\w+) )?upgrade(?: discount (\d+) metal(?: per (.+))?)?", text):
        return BuildUpgrade(found[1] or "", int(found[2] or 0), found[3] or "")
    if found := re.fullmatch(r"plant (\d+)( on map)?", text):
        return Plant(int(found[1]), bool(found[2]))
    if found := re.fullmatch(r"solo collect (\d)(?: or (\d))?", text):
        return SoloCollect(tuple(int(number) - 1 for number in found.groups() if number))
    raise ValueError(f"{text!r} is no effect")


def _amounts(text: str) -> tuple[tuple[int, str], ...]:
    amounts = []
    for amount in text.split(", "):
        found = re.fullmatch(r"(\d+) (water|metal|energy|card|point|plant|resource)s?", amount)
        if found is None:
            raise ValueError(f"{amount!r} is no amount")
        amounts.append((int(found[1]), found[2]))
    return tuple(amounts)


@cache
def read_clauses(text: str) -> tuple[Clause, ...]:
    return tuple(_clause(clause) for clause in text.split("; ")) if text else ()


def _clause(text: str) -> Clause:
    if found := re.fullmatch(r"(movement|combat|growing) (\d+)", text):
        return Points(found[1], int(found[2]))
    if found := re.fullmatch(r"discount upgrade (\d+) metal", text):
        return Discount("upgrade", "", int(found[1]))
    if found := re.fullmatch(r"discount (?:(\w+) )?project (\d+) water", text):
        return Discount("project", found[1] or "", int(found[2]))
    if found := re.fullmatch(r"when (.+?)(?: >= (\d+))?: (.+?)( once per turn)?", text):
        return When(re.sub(r"gives (\w+?)s?$", r"gives \1", found[1]), int(found[2] or 0), _sequence(found[3]),
                    bool(found[4]))
    raise ValueError(f"{text!r} is no clause")
