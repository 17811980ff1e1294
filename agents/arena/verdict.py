"""What a match comes to, in a sentence."""

from collections.abc import Sequence

from undersea_env.agents.arena.standings import Standing
from undersea_env.agents.arena.tabulating import percent


def verdict(standing: Standing, others: Sequence[str], players: int) -> str:
    """How an agent did against the others at its tables: better or worse only if the interval says so."""
    even, share = 1 / players, standing.win_share
    if share.low > even:
        how = "is clearly better than"
    elif share.high < even:
        how = "is clearly worse than"
    else:
        how = "cannot be told from"
    beaten = "; it never won" if share.mean == 0 else "; it always won" if share.mean == 1 else ""
    return f"{standing.agent} {how} {' and '.join(dict.fromkeys(others))}: {percent(share)} of the wins{beaten}."
