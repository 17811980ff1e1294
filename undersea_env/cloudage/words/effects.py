"""Effects in words: read backwards from the rule book, so that they are what the rules carry out, and told."""

from collections.abc import Iterator
from typing import Any

from undersea_env.cloudage.compiled.opcodes import FIRST_BRANCH, MEETING, Op
from undersea_env.cloudage.printed.effects import (
    BuildAction,
    BuildProject,
    BuildUpgrade,
    CityCardOnDeck,
    Count,
    Do,
    DrawObjective,
    Effect,
    Either,
    Fight,
    Gain,
    If,
    Part,
    Pay,
    Plant,
    PlantAction,
    Production,
    RemoveGun,
    Sequence,
    Simple,
    SoloCollect,
    UpdateNavigation,
)
from undersea_env.cloudage.printed.language import TYPE_WORDS, amounts_text, count_text
from undersea_env.cloudage.printed.things import Catalogue
from undersea_env.cloudage.printed.words import PLAIN_ITEMS, SECTORS, Colour, Item, Type, Unit
from undersea_env.showing.words import number_of

BRANCH_OF = {Op.PAY: 1, Op.FIGHT: 1, Op.IF: 1}          # the column that says where the part ends


# --- rows -> trees ---


class Rows:
    """The effects of a rule book as trees; each amount is a gain of its own."""

    def __init__(self, rules: Any, book: Catalogue) -> None:
        self.code = rules["code"]
        self.book = book

    def effect(self, place: int) -> Effect:
        return tuple(self._parts(place))

    def branches(self, place: int) -> tuple[tuple[Simple, ...], ...]:
        """Of the choice at this row; there is no choice within a choice."""
        row = self.code[place]
        sequences = (self._sequence(int(row[FIRST_BRANCH + k]), int(row[MEETING])) for k in range(int(row[1])))
        return tuple(tuple(step for step in steps if not isinstance(step, Either)) for steps in sequences)

    def part(self, place: int) -> Part:
        """What begins at this row: a payment, a fight, a condition."""
        row = self.code[place]
        inner = self._sequence(place + 1, int(row[1]))
        match Op(int(row[0])):
            case Op.PAY:
                wanted = zip(PLAIN_ITEMS, row[2 : 2 + len(PLAIN_ITEMS)].tolist(), strict=True)
                return Pay(tuple((item, number) for item, number in wanted if number), inner)
            case Op.FIGHT:
                return Fight(int(row[2]), inner)
        return If(Type(int(row[2])), int(row[3]), inner)

    def _parts(self, place: int) -> Iterator[Part]:
        while self.code[place, 0] != Op.END:
            op = Op(int(self.code[place, 0]))
            if op in BRANCH_OF:
                yield self.part(place)
                place = int(self.code[place, 1])
            else:
                yield Do((self._step(place),))
                place = self._next(place)

    def _sequence(self, place: int, end: int) -> Sequence:
        steps = []
        while place < end and self.code[place, 0] not in (Op.END, Op.JUMP):
            steps.append(self._step(place))
            place = self._next(place)
        return tuple(steps)

    def _next(self, place: int) -> int:
        return int(self.code[place, MEETING]) if self.code[place, 0] == Op.EITHER else place + 1

    def _step(self, place: int) -> Simple | Either:
        row = self.code[place].tolist()
        match Op(row[0]):
            case Op.EITHER:
                return Either(self.branches(place))
            case Op.GAIN:
                return Gain(((Item(row[1]), row[2]),), self._count(row[3], row[4]), row[5])
            case Op.CHOOSE:
                return Gain(((Item.RESOURCE, row[1]),))
            case Op.PRODUCTION:
                return Production(row[1])
            case Op.BUILD:
                return BuildAction(row[1])
            case Op.UPGRADE:
                per = self.book.titles[row[3] - 1] if row[3] else ""
                return BuildUpgrade(Type(row[1] - 1) if row[1] else None, row[2], per)
            case Op.PLANT:
                return Plant(row[1], bool(row[2]))
            case Op.COLLECT:
                return SoloCollect(tuple(sector + 1 for sector in range(SECTORS) if row[1] >> sector & 1))
        return PLAIN[Op(row[0])]

    def _count(self, unit: int, of: int) -> Count | None:
        if not unit:
            return None
        if unit == Unit.TITLE:
            return Count(Unit.TITLE, self.book.titles[of])
        return Count(Unit(unit), colour=Colour(of - 1) if unit == Unit.PROJECT and of else None)


PLAIN: dict[Op, Simple] = {
    Op.PROJECT: BuildProject(), Op.PLANT_ACTION: PlantAction(), Op.UPDATE: UpdateNavigation(),
    Op.OBJECTIVE: DrawObjective(), Op.REMOVE_GUN: RemoveGun(),
}


# --- trees -> words ---


def effect_words(effect: Effect) -> str:
    """As it stands in a sentence: `2 metal, 1 production step`."""
    return ", ".join(map(part_words, effect))


def part_words(part: Part) -> str:
    words = sequence_words(part.sequence)
    match part:
        case Pay(amounts):
            return f"pay {amounts_text(amounts)} for {words}"
        case Fight(strength):
            return f"fight against {strength} for {words}"
        case If(type, points):
            return f"with {number_of(points, f'{TYPE_WORDS[type]} point')} {words}"
    return words


def sequence_words(sequence: Sequence) -> str:
    return ", ".join(map(step_words, sequence))


def step_words(step: Simple | Either) -> str:
    match step:
        case Either(branches):
            return f"either {' or '.join(map(sequence_words, branches))}"
        case Gain(amounts, per, up_to):
            counted = f" per {count_text(per)}" if per else ""
            return f"{amounts_text(amounts)}{counted}{f' up to {up_to}' if up_to else ''}"
        case Production(steps):
            return number_of(steps, "production step")
        case BuildAction(times):
            return number_of(times, "build action")
        case BuildUpgrade(type, discount, per):
            less = f" for {discount} metal less{f' per {per}' if per else ''}" if discount else ""
            return f"build {_a_upgrade(type)}{less}"
        case Plant(number, on_map):
            return f"plant {f'up to {number}' if number > 1 else '1'}{', dry ones on the map too' if on_map else ''}"
        case SoloCollect(sectors):
            return f"collect in sector {' or '.join(map(str, sectors))}"
        case _:
            return PLAIN_WORDS[step]


def _a_upgrade(type: Type | None) -> str:
    return "an upgrade" if type is None else f"a {TYPE_WORDS[type]} upgrade"


PLAIN_WORDS: dict[Simple, str] = {
    BuildProject(): "play a project",
    PlantAction(): "a plant action",
    UpdateNavigation(): "a navigation update",
    DrawObjective(): "draw an objective",
    RemoveGun(): "remove a gun",
    CityCardOnDeck(): "the city card on the deck",
}
