"""A readable position as one seat may know it: what `kernel/redeal.py` deals anew is counted, or left out."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from undersea_env.core.position import State


def seen(position: dict[str, Any], seat: int, state: "State") -> None:
    """In place. All seats know the same (H-3)."""
    position["active"] = position["to_move"]         # whose turn it is; another seat may have to decide
    known = position.pop("seen")
    position["stacks"] = {
        depth: {"count": len(pile), "known_at_the_bottom": pile[len(pile) - known[depth]:]}            # H-4
        for depth, pile in position["stacks"].items()
    }
    for pile in ("token_supply", "deck", "hidden_experts"):
        position[f"{pile}_count"] = len(position.pop(pile))
    for zone in position["ocean"].values():
        zone["tokens"] = {site: len(tokens) for site, tokens in zone["tokens"].items()}                # H-5
    cooperation = position["cooperation"]
    if cooperation is not None:
        cooperation["cards_count"] = len(cooperation.pop("cards"))
        del cooperation["bonus_box"], cooperation["setback_box"]
