"""CloudAge as it is tried with faults."""

from tests.cloudage.mutants.equivalents import EQUIVALENT
from tests.mutants.subject import Subject

GAME = "cloudage"
KERNELS = ("asking", "building", "course", "effects", "fighting", "flying", "frames", "gains", "interpreter", "moments",
           "piles", "planting", "scoring", "set_up")


def play_game(k: int) -> None:
    from tests.cloudage import agreement

    agreement.play_duel(k)


SUBJECT = Subject(
    game=GAME,
    modules=(*(f"{GAME}/kernel/{name}.py" for name in KERNELS), f"{GAME}/compiled/assembler.py"),
    play_game=play_game,
    scenarios=("rules", "component_book"),
    games=360,                                               # as `test_agreement.py` does
    equivalent=EQUIVALENT,
    prefixes=("BY_", "OF_", "FIRST_"),
    suffixes=("_ACTION", "_CARD", "_POINT", "_CARDS"),
    families=(
        ("WATER", "METAL", "ENERGY", "CARD", "POINT", "PLANT"),
        ("MOVEMENT", "COMBAT", "GROWING"),
        ("PRODUCING", "NAVIGATING", "TAKING_OFF", "SOLO_BOARD", "CITY_ACTION", "TURN_ENDS"),
        ("FOUGHT", "STRENGTH_SHOWN", "WON", "UNCOVERING", "MOVED"),
        ("PRODUCE", "FIND", "STRENGTH", "WIN_FIGHT", "COLLECT", "PLANTED", "GREEN", "BUILT", "PLAYED"),
    ),
)
