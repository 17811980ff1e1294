"""Underwater Cities as it is tried with faults."""

import random

from tests.mutants.subject import Subject
from tests.underwater_cities.mutants.equivalents import EQUIVALENT

GAME = "underwater_cities"
KERNELS = ("answers", "building", "card_piles", "course", "decisions", "frames", "gains", "interpreter", "legality",
           "metropolises", "network", "plays", "production", "scoring", "set_up",
           *(f"questions/{name}" for name in ("builds", "cards", "effects", "listing", "parts", "specials", "triggers",
                                              "turns", "upgrades")),
           *(f"pair_test/{name}" for name in ("arithmetic", "bounds", "certain", "frame_bounds", "look_ahead", "memory",
                                              "pair", "pruning", "slot_needs")))
NUMBERS = f"{GAME}/compiled/base_numbers.py"
COMPILED = ("assembler", "bounds")
ROUNDS = ((1, 1, 1), (4, 3, 3), (2, 1, 1), (1, 2, 1), (1, 1, 2))
TASTES = ("random", "never declines", "likes cities", "likes tunnels", "likes action cards", "likes specials",
          "likes the track", "draws many cards", "declines")


def play_game(k: int) -> None:
    """A fixed mixture of player counts, boards, contracts, lengths and ways to play, every third with another book."""
    from tests.underwater_cities import agreement

    if k % 3 == 2:
        agreement.play_invented_duel(k // 3 * (agreement.GAMES_OF_A_BOOK + 1))     # each with a book of its own
        return
    players = (2, 3, 1, 4)[k % 4]
    boards = "asymmetric" if players == 1 or k % 7 in (1, 3, 5) else "symmetric"
    contracts = players > 1 and k % 3 == 0
    choose = agreement.POLICIES["greedy" if k % 12 == 4 else TASTES[k % 9]]
    source = random.Random(k)
    duel = agreement.Duel(k, num_players=players, boards=boards, contracts=contracts, rounds=ROUNDS[k % 5])
    while not duel.is_over:
        duel.step(choose(duel, source))


SUBJECT = Subject(
    game=GAME,
    modules=(
        *(f"{GAME}/kernel/{name}.py" for name in KERNELS), *(f"{GAME}/compiled/{name}.py" for name in COMPILED), NUMBERS
    ),
    play_game=play_game,
    scenarios=("rules", "printed_things", "test_engine.py", "test_results.py", "test_other_books.py"),
    equivalent=EQUIVALENT,
    numbers=NUMBERS,
    left_out=("ROUNDS",),                        # read on import
    prefixes=("TO_", "EVENT_", "FROM_", "BRINGS_", "WAITS_FOR_", "FIRST_", "MAX_"),
    suffixes=("_SUPPLY", "_HALF", "_FIRST"),
    families=(
        ("KELP", "STEELPLAST", "SCIENCE", "CREDITS", "BIOMATTER", "POINTS", "CARDS"),
        ("FARM", "DESAL", "LAB", "TUNNEL", "NONSYMBIOTIC", "SYMBIOTIC"),
        ("FREE", "USUAL", "PRINTED"),
        ("PER", "AT", "SELL"),
        ("DEALING", "TURNS", "PRODUCING", "NEW_ERA"),
        ("CHILD", "CHILDREN", "NUMBER", "COUNT", "DIVISOR", "CAP", "AMOUNTS", "MASK", "PRICES", "PRICE_COUNT"),
        ("AVAILABLE", "OCCUPIED"),
    ),
)
