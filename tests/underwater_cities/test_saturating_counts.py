"""Counts packed into one integer, against plain lists of integers."""

from hypothesis import given
from hypothesis import strategies as st

from undersea_env.underwater_cities.compiled.limits import TOKENS
from undersea_env.underwater_cities.compiled.saturating_counts import (
    FLAGS,
    GUARDS,
    PLENTY,
    both,
    count_of,
    either,
    packed,
    plenty_of,
)

NUMBERS = st.one_of(st.integers(0, 3), st.integers(PLENTY - 3, PLENTY), st.integers(0, PLENTY))
COUNTS = st.lists(NUMBERS, min_size=TOKENS, max_size=TOKENS)
FLAG_BITS = st.integers(0, FLAGS)


def unpacked(number: int) -> list[int]:
    assert number & GUARDS == 0
    return [count_of(number, token) for token in range(TOKENS)]


@given(st.lists(st.integers(-5, 2 * PLENTY), min_size=TOKENS, max_size=TOKENS + 2))
def test_packing_keeps_the_tokens_and_no_more_than_plenty(counts: list[int]) -> None:
    assert unpacked(packed(counts)) == [min(max(0, count), PLENTY) for count in counts[:TOKENS]]


@given(COUNTS, FLAG_BITS, COUNTS, FLAG_BITS)
def test_both_adds_up_to_plenty(a: list[int], a_flags: int, b: list[int], b_flags: int) -> None:
    result = both(packed(a) | a_flags, packed(b) | b_flags)
    assert unpacked(result) == [min(x + y, PLENTY) for x, y in zip(a, b, strict=True)]
    assert result & FLAGS == a_flags | b_flags


@given(COUNTS, FLAG_BITS, COUNTS, FLAG_BITS)
def test_either_takes_the_larger_of_each(a: list[int], a_flags: int, b: list[int], b_flags: int) -> None:
    result = either(packed(a) | a_flags, packed(b) | b_flags)
    assert unpacked(result) == [max(x, y) for x, y in zip(a, b, strict=True)]
    assert result & FLAGS == a_flags | b_flags


@given(COUNTS, FLAG_BITS)
def test_plenty_of_is_all_or_nothing(a: list[int], flags: int) -> None:
    result = plenty_of(packed(a) | flags)
    assert unpacked(result) == [PLENTY if count else 0 for count in a]
    assert result & FLAGS == flags
