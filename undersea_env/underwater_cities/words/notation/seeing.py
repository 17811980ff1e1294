"""A readable position as one seat may know it: what `kernel/redeal.py` deals anew is counted, or left out."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from undersea_env.core.position import State


def seen(position: dict[str, Any], seat: int, state: "State") -> None:
    """In place."""
    pending = position.get("pending", {})
    position["era_deck_count"] = len(position.pop("era_deck"))
    specials = position.pop("special_deck")
    position["special_deck_count"] = len(specials)
    position["top_special"] = specials[0] if specials and "looked" not in pending else None        # K-8
    position["metropolis_supply"].sort()             # its order is hidden, not what is in it
    for other, player in enumerate(position["players"]):
        player["hand_count"] = len(player["hand"])
        if other != seat:
            del player["hand"]
    if "looked" in pending:
        pending["looked_count"] = len(pending["looked"])
        if position["to_move"] != seat:
            del pending["looked"]
