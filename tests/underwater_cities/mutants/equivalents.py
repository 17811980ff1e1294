"""Faults that change nothing that can be seen, by name, each with the reason, which holds for any book.

Line numbers are those of the version that was tried; a fault that has moved is tried again.
"""

KERNEL, COMPILED = "underwater_cities/kernel/", "underwater_cities/compiled/"
PAIR_TEST = f"{KERNEL}pair_test/"

NOTHING_BELOW_NOTHING = "a discount takes off no more than the usual price has, and no printed price has more of it"
MORE_HELP = "makes a short cut of the look ahead weaker (more than there is, or fewer answers left out): the same masks"

EQUIVALENT: dict[str, str] = {
    "era_cards.csv:107:number:build city discount 2 steelplast -> build city discount 3 steelplast":
        NOTHING_BELOW_NOTHING,
    "era_cards.csv:46:number:discount lab 1 steelplast -> discount lab 2 steelplast": NOTHING_BELOW_NOTHING,
    f"{PAIR_TEST}arithmetic.py:15:56:constant:1": MORE_HELP,              # 1 is BRINGS_READY
    f"{PAIR_TEST}bounds.py:196:1506:operator:BitOr": MORE_HELP,
    f"{PAIR_TEST}frame_bounds.py:64:448:condition dropped:0": MORE_HELP,
    f"{PAIR_TEST}pruning.py:147:1637:constant:2": MORE_HELP,
    f"{PAIR_TEST}pruning.py:192:1016:constant:0": MORE_HELP,
    f"{PAIR_TEST}pruning.py:235:670:operator:Sub": MORE_HELP,
    f"{PAIR_TEST}pruning.py:163:982:constant:0":
        "what was paid for on top can be left only if nothing of it is possible, or gives: the same end, found later",
    f"{PAIR_TEST}certain.py:199:301:dropped:pass":
        "all tokens are put back in the end; a way that is no longer found for sure is found by looking ahead",
    f"{PAIR_TEST}look_ahead.py:90:307:comparison:GtE":
        "without an answer the card cannot be paid and two frames are left: their number comes back as it is",
    f"{PAIR_TEST}memory.py:51:420:constant:2": "the bit only keeps a fingerprint from being 0, and 2 does so too",
    f"{KERNEL}card_piles.py:108:673:comparison:Gt": "a special has no era, so it is not of the current one either",
    f"{KERNEL}frames.py:54:95:condition dropped:0":
        "with the lowest frame alone the place above it is zero, which is no turn",
    f"{KERNEL}gains.py:156:616:operator:BitOr": "a short cut: without it no card is found that waits for the event",
    f"{COMPILED}assembler.py:187:3006:constant:1": "where no rows are, it does not matter where they begin",
    f"{COMPILED}assembler.py:209:3068:constant:2": "what counts nothing is not divided",
}
