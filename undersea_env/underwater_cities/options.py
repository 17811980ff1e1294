"""The options of Underwater Cities: their defaults, what is allowed, and how a command line writes them."""

from typing import Any

import numpy as np

from undersea_env.core.checking import whole_numbers
from undersea_env.core.options import Option
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.compiled.base_numbers import ROUNDS
from undersea_env.underwater_cities.compiled.limits import BOARDS, ERAS, MOST_LAID, TURNS_IN_ROUND

MOST_ROUNDS_IN_ERA = 9
MOST_ROUNDS = MOST_LAID // TURNS_IN_ROUND                  # every turn may lay a card
SYMMETRIC, ASYMMETRIC = "symmetric", "asymmetric"
FAMILIES = {SYMMETRIC: range(1, 5), ASYMMETRIC: range(5, BOARDS + 1)}


def checked_boards(boards: Any, num_players: int) -> str | tuple[int, ...]:
    """S-5, O-1."""
    allowed = (
        'boards is "symmetric" (boards 1-4), "asymmetric" (boards 5-8) or a list of different board numbers, '
        f"one a seat, all of 1-4 or all of 5-8{' (solo: always 5-8, O-1)' if num_players == 1 else ''}"
    )
    if isinstance(boards, str):
        if boards not in FAMILIES:
            raise InvalidOption(f"{allowed}; not {boards!r}")
        return ASYMMETRIC if num_players == 1 else boards
    numbers = whole_numbers(boards)
    if numbers is None or len(numbers) != num_players:
        raise InvalidOption(f"{allowed}; not {boards!r} for {num_players} players")
    families = [FAMILIES[ASYMMETRIC]] if num_players == 1 else list(FAMILIES.values())
    if not any(all(number in family for number in numbers) for family in families):
        raise InvalidOption(f"{allowed}; not {boards!r}")
    if len(set(numbers)) != len(numbers):
        raise InvalidOption(f"{allowed}; {boards!r} names a board twice")
    return numbers


def checked_contracts(contracts: Any, num_players: int) -> bool:
    if not isinstance(contracts, bool | np.bool_):
        raise InvalidOption(f"contracts is True or False, not {contracts!r}")
    if contracts and num_players == 1:
        raise InvalidOption("contracts are for 2 to 4 players; the solo game has none (O-1)")
    return bool(contracts)


def checked_rounds(rounds: Any, num_players: int) -> tuple[int, ...]:
    allowed = (
        f"rounds is a list of 1 to {ERAS} numbers, the rounds of each era, each from 1 to {MOST_ROUNDS_IN_ERA} "
        f"and at most {MOST_ROUNDS} together; the whole game is {ROUNDS}"
    )
    numbers = whole_numbers(rounds)
    if (
        numbers is None
        or not 1 <= len(numbers) <= ERAS
        or not all(1 <= number <= MOST_ROUNDS_IN_ERA for number in numbers)
        or sum(numbers) > MOST_ROUNDS
    ):
        raise InvalidOption(f"{allowed}; not {rounds!r}")
    return numbers


def read_numbers(text: str) -> Any:
    """Numbers divided by commas; anything else stays what it is, for the check to refuse in words."""
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        return text


OPTIONS = (
    Option("boards", SYMMETRIC, checked_boards, "symmetric, asymmetric, or numbers of boards: 1,3", read_numbers),
    Option("contracts", False, checked_contracts, "play with government contracts"),
    Option(
        "rounds", ROUNDS, checked_rounds, "rounds of each era, for shorter games: 2,1", read_numbers, short=(1, 1, 1)
    ),
)
