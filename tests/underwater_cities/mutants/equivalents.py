"""Faults that change nothing that can be seen, by name, each with the reason.

Line numbers are those of the version that was tried; a fault that has moved is tried again.
"""

KERNEL, COMPILED = "underwater_cities/kernel/", "underwater_cities/compiled/"

NOTHING_BELOW_NOTHING = "a discount takes off no more than the usual price has, and no printed price has more of it"
MORE_HELP = "makes a short cut of the look ahead weaker (more help than there is): slower, the same masks"
NO_CHOICE = "no card of the built-in book that waits for an event asks something, so there is never such a question"
NO_PRICE = "no slot of the built-in book has a price of its own"
NO_UPGRADE_SLOT = "every slot of the built-in book that upgrades can also give something, so it waits for nothing"
BY_DOING = "the only slot that gives different resources also uses an action card, which alone makes the engine look"
ONE_PART = "each `pay` of the built-in book buys one part without alternatives: nothing is left that could be committed"
EMPTY_ROW = "row 0 of a table is never carried out, and gives nothing if it is read"

EQUIVALENT: dict[str, str] = {
    "era_cards.csv:46:number:discount farm 1 kelp -> discount farm 2 kelp": NOTHING_BELOW_NOTHING,
    "era_cards.csv:107:number:build city discount 2 steelplast -> build city discount 3 steelplast":
        NOTHING_BELOW_NOTHING,
    f"{KERNEL}plays.py:355:2065:dropped:pass": NO_CHOICE,
    f"{KERNEL}interpreter.py:350:2763:constant:2": NO_CHOICE,
    f"{KERNEL}interpreter.py:373:2794:constant:2": NO_CHOICE,
    f"{KERNEL}gains.py:160:970:dropped:pass": NO_CHOICE,
    f"{COMPILED}assembler.py:195:840:condition dropped:1": NO_CHOICE,
    f"{KERNEL}legality.py:163:1256:negated:not": NO_PRICE,
    f"{KERNEL}helps.py:498:2281:swapped:HELP_BUILDING": NO_UPGRADE_SLOT,
    f"{KERNEL}helps.py:313:3344:swapped:COUNT": BY_DOING,
    f"{KERNEL}helps.py:123:2364:swapped:FIRST_BUILDING_SITE": BY_DOING,
    f"{KERNEL}interpreter.py:214:648:dropped:pass": ONE_PART,
    f"{KERNEL}interpreter.py:320:4015:constant:0": ONE_PART,
    f"{KERNEL}helps.py:351:706:condition dropped:0": MORE_HELP,
    f"{KERNEL}plays.py:364:272:negated:not":
        "what cannot be declined was begun where it could be, with the same resources: found one answer earlier",
    f"{KERNEL}helps.py:333:687:constant:1": MORE_HELP,
    f"{KERNEL}helps.py:372:724:constant:1": MORE_HELP,
    f"{KERNEL}helps.py:386:1335:constant:0": MORE_HELP,
    f"{KERNEL}plays.py:496:796:operator:BitOr": MORE_HELP,
    f"{COMPILED}assembler.py:556:1451:constant:1": MORE_HELP,
    f"{COMPILED}assembler.py:122:3667:constant:1": EMPTY_ROW,
    f"{COMPILED}assembler.py:180:2716:constant:1": EMPTY_ROW,
    f"{KERNEL}plays.py:328:2027:constant:2": "the bit only keeps a fingerprint from being 0",
    f"{KERNEL}plays.py:193:3149:swapped:WAITS_FOR_ACTION_CARDS":
        "a card that only gives tokens takes no step on the track; the rest makes the short cut weaker",
    f"{KERNEL}plays.py:174:1670:constant:1":
        "the look ahead finds out itself that a special cannot be paid; no special of the built-in book only gives",
    f"{KERNEL}legality.py:239:2263:swapped:DIVISOR": "what counts nothing has no divisor either: both are 0 together",
    f"{KERNEL}interpreter.py:415:831:operator:BitOr":
        "matters only when as many are left as may be taken; the built-in book has only 2 of 4",
    f"{KERNEL}interpreter.py:203:5428:swapped:NUMBER":
        "the rows 4 and 5 that are looked at instead happen to answer alike for the built-in cards 92 and 146-148",
    f"{KERNEL}course.py:30:128:comparison:GtE": "a question about a hand that is not too large is taken back at once",
    f"{KERNEL}plays.py:221:34:early return:True":
        "the look ahead is repeated for each spare metropolis, with the same result, as long as there is one",
}
