"""The order of seats."""

from undersea_env.compiling.jit import jit


@jit
def seat_after(state, seat, k):
    """The seat that comes `k` places after this one; `k` is less than the number of players. (Divisions are slow.)"""
    later = seat + k
    return later if later < state.player_count else later - state.player_count
