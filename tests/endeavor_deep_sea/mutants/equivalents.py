"""Faults that change nothing that can be seen, by name, each with the reason.

Line numbers are those of the version that was tried; a fault that has moved is tried again.
"""

KERNEL, COMPILED = "endeavor_deep_sea/kernel/", "endeavor_deep_sea/compiled/"

EQUIVALENT: dict[str, str] = {
    f"{KERNEL}impact.py:120:912:comparison:GtE":
        "the hex itself is looked at too, but a marker lies on it: it is not empty",
    f"{KERNEL}impact.py:109:544:comparison:LtE":
        "the board of the closed hexes is of depth 5 and never lies in the first cell, which is of depth 1",
    f"{KERNEL}impact.py:62:476:condition dropped:1":
        "each infinite hex of mission 10 ends its row, which overflows into it: it is found either way",
    f"{KERNEL}ocean.py:263:2067:constant:2":
        "asked only for a track that has an empty spot, because full ones are not offered",
    f"{KERNEL}ocean.py:152:1414:condition dropped:1":
        "no zone of the built-in book gives technology for a disc on a marked spot",
    f"{COMPILED}assembler.py:304:1182:constant:2":
        "twelve journals have an action, which is as many as there are places: each is written over",
}
