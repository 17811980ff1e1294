"""Endeavor: Deep Sea as it is tried with faults."""

from tests.endeavor_deep_sea.mutants.equivalents import EQUIVALENT
from tests.mutants.subject import Subject

GAME = "endeavor_deep_sea"
KERNELS = ("asking", "course", "discovering", "doing", "frames", "gains", "impact", "interpreter", "ocean", "scoring",
           "set_up", "zone_rules")


def play_game(k: int) -> None:
    """Without `greedy`, which would have to be compiled again for every fault."""
    from tests.endeavor_deep_sea import agreement

    duel, policy, rng = agreement.duel_of(k)
    agreement.played(duel, agreement.POLICIES["for points"] if policy is agreement.greedy else policy, rng)


SUBJECT = Subject(
    game=GAME,
    modules=(*(f"{GAME}/kernel/{name}.py" for name in KERNELS), f"{GAME}/compiled/assembler.py"),
    play_game=play_game,
    scenarios=("rules", "printed_things"),
    games=480,                                               # as `test_agreement.py` does
    equivalent=EQUIVALENT,
    prefixes=("LESS_", "ZONE_", "FIRST_"),
    suffixes=("_GAIN", "_SPOTS", "_EVENT", "_RACE", "_DISC", "_OR_VESSEL", "_POINTS"),
    families=(
        ("TRAVEL", "SONAR", "DIVE", "CONSERVE", "PUBLISH", "PROMOTE", "DISCOVER"),
        ("OFFERED", "BEGUN", "PLACE_CHOSEN", "SITE_CHOSEN", "DRAWN", "KEPT"),
        ("LAUNCHING", "NEW_ROUND", "SETBACK", "HIRING", "INFLOW", "RETURNING", "TURN"),
        ("REPUTATION", "INSPIRATION", "COORDINATION", "INGENUITY"),
        ("FIRST", "LAST", "MORE", "FREELY"),
        ("HERE", "LEFT", "UP", "RIGHT"),
        ("SITES_FULL", "SITE_EMPTIED", "TAKE_TOKEN", "TRAVEL_OUT"),
    ),
)
