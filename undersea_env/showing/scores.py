"""The score sheet of any game: points by source, as `State.score_breakdown` tells them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from undersea_env.core.position import State

COLUMN = 8


def score_sheet(state: "State", not_won: str = "not won") -> str:
    """Points by source for all seats; before the end, as if the game ended now. `not_won`: what is said alone."""
    seats = range(state.game.num_players)
    breakdowns = [state.score_breakdown(seat) for seat in seats]
    title = "Final score" if state.is_terminal else "Score if the game ended now"
    width = max(len(title), *(len(source) for source in breakdowns[0]))
    rule = "-" * (width + COLUMN * len(seats))
    lines = [f"{title:<{width}}" + "".join(f"{f'seat {seat}':>{COLUMN}}" for seat in seats), rule]
    for source in breakdowns[0]:
        if source != "total" and any(breakdown[source] for breakdown in breakdowns):
            lines.append(f"{source:<{width}}" + "".join(f"{breakdown[source]:>{COLUMN}}" for breakdown in breakdowns))
    lines.append(rule)
    lines.append(f"{'total':<{width}}" + "".join(f"{breakdown['total']:>{COLUMN}}" for breakdown in breakdowns))
    if state.is_terminal:
        lines.append(f"{'rank':<{width}}" + "".join(f"{rank:>{COLUMN}}" for rank in state.ranks))
        if len(seats) == 1:
            lines.append("won" if state.winners else not_won)
    return "\n".join(lines)
