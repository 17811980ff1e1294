"""The rule book read backwards: from the rows of numbers to the effects that they were made from."""

from typing import Any

import numpy as np

from undersea_env.core.readings import bits_of
from undersea_env.underwater_cities.compiled.opcodes import AVAILABLE, OCCUPIED, Column, Op, TermsKind
from undersea_env.underwater_cities.printed.effects import (
    FREE,
    USUAL,
    Build,
    ConvertCity,
    Effect,
    Either,
    Exchange,
    Federation,
    Gain,
    GainDifferent,
    GainProduction,
    If,
    Part,
    Pay,
    Per,
    PerformSlot,
    ReadyActionCard,
    TakeMetropolis,
    TakeSpecial,
    Terms,
    Upgrade,
    UseActionCard,
)
from undersea_env.underwater_cities.printed.words import Count, Resource, Thing

OWNERS = ("card", "slot", "metropolis", "contract", "site")


def part_of(rules: Any, row: int) -> Part:
    """The part of an effect that a row of the rule book was made from."""
    r = [int(value) for value in rules.part[row]]
    op, number = r[Column.OP], r[Column.NUMBER]
    match op:
        case Op.GAIN:
            per = Per(Count(r[Column.COUNT]), r[Column.DIVISOR], r[Column.CAP]) if r[Column.COUNT] else None
            return Gain(_amounts(rules, r[Column.AMOUNTS]), per)
        case Op.DIFFERENT:
            return GainDifferent(number, tuple(Resource(k) for k in bits_of(r[Column.MASK])))
        case Op.FEDERATION:
            return Federation(number)
        case Op.BUILD:
            then = {0: None, TermsKind.USUAL + 1: USUAL, TermsKind.FREE + 1: FREE}[r[Column.THEN_UPGRADE]]
            return Build(_things(r[Column.MASK]), number, _terms(rules, r), bool(r[Column.ON_EXPANSION]), then)
        case Op.UPGRADE:
            return Upgrade(_things(r[Column.MASK]), number, _terms(rules, r))
        case Op.USE_ACTION:
            return UseActionCard(number)
        case Op.READY_ACTION:
            return ReadyActionCard()
        case Op.TAKE_SPECIAL:
            return TakeSpecial()
        case Op.PERFORM:
            return PerformSlot(bool(r[Column.MASK] & AVAILABLE), bool(r[Column.MASK] & OCCUPIED))
        case Op.EXCHANGE:
            return Exchange(_amounts(rules, r[Column.AMOUNTS]), _amounts(rules, r[Column.OTHER_AMOUNTS]))
        case Op.PRODUCTION_OF:
            return GainProduction()
        case Op.CONVERT_CITY:
            return ConvertCity()
        case Op.TAKE_METROPOLIS:
            return TakeMetropolis()
        case Op.PAY:
            return Pay(_prices(rules, r), effect_of(rules, r[Column.CHILD], r[Column.CHILDREN]), number)
        case Op.IF:
            effect = effect_of(rules, r[Column.CHILD], r[Column.CHILDREN])
            return If(Count(r[Column.COUNT]), number, bool(r[Column.EXACTLY]), effect)
        case Op.EITHER:
            return Either(tuple(alternative_of(rules, row, k) for k in range(r[Column.CHILDREN])))
    raise ValueError(f"row {row} of the rule book is no part of an effect")


def effect_of(rules: Any, first: int, parts: int) -> Effect:
    return tuple(part_of(rules, row) for row in range(int(first), int(first + parts)))


def alternative_of(rules: Any, row: int, k: int) -> Effect:
    first, parts = rules.alternative[rules.part[row, Column.CHILD] + k]
    return effect_of(rules, first, parts)


def _amounts(rules: Any, row: int) -> Any:
    return tuple(int(amount) for amount in rules.amounts[row])


def _things(mask: int) -> tuple[Thing, ...]:
    return tuple(Thing(k) for k in bits_of(mask))


def _prices(rules: Any, row: list[int]) -> Any:
    first = row[Column.PRICES]
    return tuple(_amounts(rules, rules.price[first + k]) for k in range(row[Column.PRICE_COUNT]))


def _terms(rules: Any, row: list[int]) -> Terms:
    if row[Column.TERMS] == TermsKind.FREE:
        return FREE
    return Terms(prices=_prices(rules, row), discount=_amounts(rules, row[Column.DISCOUNT]))


# --- what a row is printed on ---


def owner_of(rules: Any, row: int) -> tuple[str, int]:
    """What a part of an effect is printed on: one of OWNERS, and its number in the rule book."""
    row = int(row)
    while True:
        for owner in OWNERS:
            effects = rules[f"{owner}_effect"]
            if (found := _holding(effects.reshape(-1, 2), row)) is not None:
                return owner, found % effects.shape[-2]
        row = _parent_of(rules, row)


def _holding(effects: Any, row: int) -> int | None:
    """The number of the effect, given by first row and number of rows, that holds the row."""
    found = np.flatnonzero((effects[:, 0] <= row) & (row < effects[:, 0] + effects[:, 1]))
    return int(found[0]) if found.size else None


def _parent_of(rules: Any, row: int) -> int:
    """The row of the `pay`, `if` or `either` that this one is inside of."""
    op, child, children = (rules.part[:, column] for column in (Column.OP, Column.CHILD, Column.CHILDREN))
    within = ((op == Op.PAY) | (op == Op.IF)) & (child <= row) & (row < child + children)
    entry = _holding(rules.alternative, row)
    if entry is not None:
        within |= (op == Op.EITHER) & (child <= entry) & (entry < child + children)
    return int(np.flatnonzero(within)[0])
