"""A readable position as one seat may know it: what `kernel/redeal.py` deals anew is counted, or left out (U-4)."""

from typing import TYPE_CHECKING, Any

from undersea_env.cloudage.words.names import field_words
from undersea_env.cloudage.words.readings import Table

if TYPE_CHECKING:
    from undersea_env.core.position import State


def seen(position: dict[str, Any], seat: int, state: "State") -> None:
    """In place."""
    table = Table(state.states[0], state.game)
    del position["cities_out"]
    position["sectors"] = [
        {"count": len(pile), "shown": [field_words(*field) for field in table.shown(sector).items()]}  # S-3
        for sector, pile in enumerate(position["sectors"])
    ]
    position["deck_count"] = len(position.pop("deck"))
    objectives, known = position.pop("objective_deck"), position.pop("known_bottom")
    position["objective_deck"] = {"count": len(objectives), "known_at_the_bottom": objectives[len(objectives) - known:]}
    for other, player in enumerate(position["players"]):
        navigation, known = player.pop("deck"), player.pop("known_top")
        player["navigation_deck"] = {"known_on_top": navigation[:known], "below": sorted(navigation[known:])}
        player["hand_count"] = len(player["hand"])
        if other != seat:
            del player["hand"], player["dealt"], player["refused"]
