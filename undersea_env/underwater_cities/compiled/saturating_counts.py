"""Saturating counts: a small number of each token, all in one integer, and worked on all at once.

Each count has a field of eight bits. Seven hold a number up to PLENTY, which means "that many or more"; the eighth is a
guard, 0 between two operations, that takes the carry. Adding up two fields, with PLENTY = 127:

      guard number                         guard number
        0  0000011    3                      0  1111110    126
      + 0  0000100    4                    + 0  0000101      5
      = 0  0000111    7                    = 1  0000011    the guard is set: too many
                                             0  1111111    guard - (guard >> 7) fills the field: PLENTY

The fields begin at bit FIRST_FIELD. The bits below them are flags, which are joined. The functions are plain Python;
the kernels compile them.
"""

from collections.abc import Sequence

from undersea_env.underwater_cities.compiled.limits import TOKENS

FIRST_FIELD, FIELD = 16, 8
FLAGS = (1 << FIRST_FIELD) - 1
PLENTY = (1 << (FIELD - 1)) - 1
PLENTY_OF_ALL = sum(PLENTY << (FIRST_FIELD + FIELD * token) for token in range(TOKENS))
GUARDS = sum((PLENTY + 1) << (FIRST_FIELD + FIELD * token) for token in range(TOKENS))


def packed(counts: Sequence[int]) -> int:
    """The first TOKENS of these numbers; less than nothing counts as nothing."""
    return sum(min(max(0, counts[token]), PLENTY) << (FIRST_FIELD + FIELD * token) for token in range(TOKENS))


def count_of(a: int, token: int) -> int:
    """The number of one token."""
    return (a >> (FIRST_FIELD + FIELD * token)) & PLENTY


def both(a: int, b: int) -> int:
    """One and the other: of each token the sum, at most PLENTY."""
    fields = (a & PLENTY_OF_ALL) + (b & PLENTY_OF_ALL)
    over = fields & GUARDS
    return (fields & PLENTY_OF_ALL) | (over - (over >> (FIELD - 1))) | ((a | b) & FLAGS)


def either(a: int, b: int) -> int:
    """One or the other: of each token the larger number. Where a guard survives the subtraction, that of `a` is it."""
    fields = b & PLENTY_OF_ALL
    at_least = (((a & PLENTY_OF_ALL) | GUARDS) - fields) & GUARDS
    from_a = at_least - (at_least >> (FIELD - 1))
    return (a & from_a) | (fields & ~from_a) | ((a | b) & FLAGS)


def plenty_of(a: int) -> int:
    """Any number of times: PLENTY of each token of which there is one."""
    given = ((a & PLENTY_OF_ALL) + PLENTY_OF_ALL) & GUARDS
    return (given - (given >> (FIELD - 1))) | (a & FLAGS)
