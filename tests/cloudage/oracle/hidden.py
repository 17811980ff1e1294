"""What a seat may know (section 16): the position, with all that it cannot know lumped together.

Two positions that a seat cannot tell apart have the same view, and only they.
"""

from typing import Any

from .table import Table
from .writing import position


def view(table: Table, seat: int) -> dict[str, Any]:
    seen = position(table)
    others = [player for player in seen["players"] if player is not seen["players"][seat]]
    seen["cards nobody showed me"] = sorted(seen["deck"] + [card for player in others for card in player["hand"]])
    seen["deck"] = len(seen["deck"])
    for player in others:
        player["hand"] = len(player["hand"])
    for player in seen["players"]:
        known = player["known_top"]
        player["deck"] = player["deck"][:known], sorted(player["deck"][known:])
    _hide_cities(table, seen)
    _hide_objectives(seen, others)
    return seen


def _hide_cities(table: Table, seen: dict[str, Any]) -> None:
    """U-3: what the sleeves show of the top cards, and how many lie below."""
    seen["unseen cities"] = sorted(seen["cities_out"] + [card for pile in seen["sectors"] for card in pile])
    seen["cities_out"] = len(seen["cities_out"])
    seen["sectors"] = [(len(pile), table.shown(sector)) for sector, pile in enumerate(seen["sectors"])]


def _hide_objectives(seen: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """U-3, U-6: above the known bottom; while they are chosen, what the others have been dealt."""
    deck, known = seen["objective_deck"], seen["known_bottom"]
    unknown = deck[:len(deck) - known]
    for player in others:
        unknown += player["dealt"]
        if player["refused"]:
            unknown.append(player["refused"])
        player["dealt"], player["refused"] = len(player["dealt"]), player["refused"] is not None
    seen["unknown objectives"] = sorted(unknown)
    seen["objective_deck"] = len(deck), deck[len(deck) - known:]
