"""What the tables of printed things are made of: what a text promises, and what really happened.

The texts are read here by a few lines of their own; nothing of the package or the oracle takes part.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tests.endeavor_deep_sea.scenario import ATTRIBUTES, COLUMNS, DOINGS, Scenario, filled, printed, zone

Promise = Counter[str]
TAKEN = ("offer", "discover", "promote", "any attribute", "impact")
ANSWERED = {4: "offer", 11: "discover", 16: "promote", 17: "any attribute", 18: "impact"}       # by question
RANK_FIVE = "5"


def promised(*texts: str) -> Promise:
    """How often each thing is gained or asked for."""
    found: Promise = Counter()
    for part in "; ".join(text for text in texts if text).split("; "):
        if part.startswith("gain "):
            for amount in part.removeprefix("gain ").split(", "):
                number, what = amount.split(" ", 1)
                found[re.sub("(attribute|disc)s", r"\1", what)] += int(number)
        elif part.startswith("discover"):
            found["discover"] += 1
        elif part == "promote":
            found["promote"] += 1
        elif part:
            found["offer"] += 1
    return found


def happened(s: Scenario, before: list[dict[str, Any]]) -> list[Promise]:
    """Of each seat, from `before` on to the next turn point: every gain, and every question; all of it is declined."""
    found: list[Promise] = [Counter() for _ in before]
    while s.question in ANSWERED:
        what = ANSWERED[s.question]
        found[s.seat][what] += 1
        if what == "any attribute":
            lowest = [name for name in ATTRIBUTES if name in s.options("ATTRIBUTE")]
            found[s.seat][lowest[0]] -= 1
            found[s.seat]["lowest attribute"] += len(lowest) < len(ATTRIBUTES)
            found[s.seat]["any attribute"] -= len(lowest) < len(ATTRIBUTES)
            s.attribute(lowest[0])
        else:
            s.decline()
    for seat, player in enumerate(s.position["players"]):
        for name in ATTRIBUTES:
            found[seat][name] += player[name] - before[seat][name]
        found[seat]["research"] += player["research"] - before[seat]["research"]
        found[seat]["disc"] += player["staging"] - before[seat]["staging"]
    return [Counter({name: number for name, number in each.items() if number}) for each in found]


def row_of(table: str, id: str) -> dict[str, str]:
    return next(row for row in printed(table) if row["id"] == id)


def spots_of(board: str, kind: str = "") -> list[dict[str, str]]:
    return [row for row in printed("spots") if row["board"] == board and kind in ("", row["kind"])]


# --- a board somewhere in an ocean with room at every depth ---

BOARDS = tuple(row["id"] for row in printed("ocean_boards"))
CAVE = "submerged-cave-system"
FOR_THE_VESSEL = {"": (0, 0), "left": (-1, 0), "up": (0, -1), "right": (1, 0)}


def mission_of(board: str) -> int:
    return 7 if board == "fallen-star" else 1


def launch_zone(board: str) -> str:
    return "remote-anchorage" if mission_of(board) == 7 else "sea-star"


def depth_of(board: str) -> int:
    return int(row_of("ocean_boards", board)["depth"])


def cell_of(board: str) -> str:
    """Column C, where the launch zone lies on top; another board of depth 1 lies beside it."""
    depth = depth_of(board)
    return "D1" if depth == 1 and board != launch_zone(board) else f"C{depth}"


def neighbour_of(board: str) -> str:
    depth = depth_of(board)
    return f"C{depth - 1}" if depth > 1 else "C1" if cell_of(board) == "D1" else "D1"


def ocean_with(board: str, discs: dict[str, int] | None = None, tokens: Any = ()) -> dict[str, Any]:
    """Something can be placed at every depth: A1, B2, D3, E4 are free, and C5 if the board is not there."""
    named: dict[str, Any] = {"C1": launch_zone(board), cell_of(board): board}
    cells = [f"C{depth}" for depth in range(2, 5)] + ["B1", "D1", "D2", "E1", "E2", "E3"]
    ocean = filled([cell for cell in cells if cell not in named], **named)
    return ocean | {cell_of(board): zone(board, discs, tokens)}


def vessel_for(board: str, access: str = "") -> str:
    right, down = FOR_THE_VESSEL[access]
    cell = cell_of(board)
    return f"{COLUMNS[COLUMNS.index(cell[0]) + right]}{int(cell[1]) + down}"


def by_links(board: str, spot: str, discs: dict[str, int], seat: int = 0) -> list[str]:
    """What the links that a disc of seat 0 on this spot completes give that seat."""
    found = []
    for row in printed("links"):
        if row["board"] == board and spot in (row["a"], row["b"]):
            other = row["b"] if row["a"] == spot else row["a"]
            if other in discs and seat in (0, discs[other]):
                found.append(row["effect"])
    return found


def doing_of(kind: str) -> str:
    return {"dive": "dive", "sonar": "sonar", "conservation": "conserve", "journal": "publish"}[kind]


def parts_of(actions: str) -> tuple[list[str], bool]:
    """The actions of an activation, in the order written, and whether only one of them may be performed."""
    is_either = actions.startswith("either ")
    parts = actions.removeprefix("either ").split(" | " if is_either else "; ") if actions else []
    return [next(doing for doing in (*DOINGS, "copy") if part.startswith(doing)) for part in parts], is_either
