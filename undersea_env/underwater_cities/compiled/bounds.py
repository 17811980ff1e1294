"""What an effect could provide at the most to a slot that cannot be used yet (G-5a): an admissible bound.

A bound is one integer: how many of each token (saturating_counts.py), and flags for what is no token. It is never too
little: with less than it says the slot may stay closed, with more nothing is lost but time. The page of
`kernel/pair_test` tells what it is for.
"""

from collections.abc import Sequence
from functools import reduce

from undersea_env.underwater_cities.compiled import base_numbers as base
from undersea_env.underwater_cities.compiled.limits import TOKENS
from undersea_env.underwater_cities.compiled.saturating_counts import both, either, packed, plenty_of
from undersea_env.underwater_cities.printed.effects import (
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
    ReadyActionCard,
    TakeSpecial,
)

BRINGS_READY = 1                 # ready action cards
DEPENDS_ON_COUNT = 2             # so that building for nothing may pay
BY_DOING = 4                     # building, upgrading, using cards or slots: the kernel looks what that could provide
BRINGS_CITY = 8                  # a new city, and the sites around it
BRINGS_TUNNEL = 16               # a new tunnel, and the sites at its ends
BRINGS_BUILDING = 32             # a new building
OPENS = BRINGS_CITY | BRINGS_TUNNEL | BRINGS_BUILDING

FEDERATION_BOUND = reduce(both, map(packed, base.SPACE_BONUS.values()))       # each space once a round (F-1)


def bound_of_effect(effect: Effect) -> int:
    """What carrying out the effect could provide."""
    return reduce(both, map(bound_of_part, effect), 0)


def bound_of_part(part: Part) -> int:
    match part:
        case Gain(amounts, None):
            return packed(amounts)
        case Gain(amounts, _):
            given = plenty_of(packed(amounts))
            return given | DEPENDS_ON_COUNT if given else 0
        case GainDifferent(_, resources):
            return sum(packed(_one_of(token)) for token in resources)
        case Federation():
            return FEDERATION_BOUND
        case Exchange(left, right):
            return both(packed(left), packed(right))
        case GainProduction():
            return reduce(either, (packed(upgraded) for _, upgraded in base.PRODUCED_BY.values()))
        case ReadyActionCard():
            return BRINGS_READY
        case TakeSpecial():
            return 0
        case Pay(_, child, times):
            return reduce(both, [bound_of_effect(child)] * times)
        case If(_, _, _, child):
            below = bound_of_effect(child)
            return below | DEPENDS_ON_COUNT if below else 0
        case Either(alternatives):
            return reduce(either, map(bound_of_effect, alternatives))
    return BY_DOING


def _one_of(token: int) -> Sequence[int]:
    return [int(r == token) for r in range(TOKENS)]
