"""Questions that a person need not be asked: whatever the answer is, the same positions can be reached.

It is looked at in worlds that the seat cannot tell from the true one, never in the true one: what is skipped tells
nothing hidden. Where too much could follow to look at all of it, the question is asked.
"""

from undersea_env.agents.arena.table import has_shown_something
from undersea_env.core.position import State

MOST_ANSWERS = 6                                       # of a question that may be skipped, or looked through
DEEPEST = 4                                            # questions after each other
MOST_POSITIONS = 240
WORLDS = (0, 1)


class TooMany(Exception):  # noqa: N818  told by whoever catches it
    """More could follow than is looked at."""


def taken_for(state: State) -> int | None:
    """The answer that may be taken for the person who decides; None if the question is to be asked."""
    legal = state.legal_actions
    if not 2 <= len(legal) <= MOST_ANSWERS:
        return None
    seat = state.current_player
    for world in WORLDS:
        imagined = state.resample(seat, world)
        try:
            first, *others = (_reached(imagined, action, seat) for action in legal)
        except TooMany:
            return None
        if any(other != first for other in others):
            return None
    return legal[0]


def _reached(state: State, action: int, seat: int) -> set[bytes]:
    """Where one can get to with this answer, by answering what follows in every way.

    It ends where the turn does, where something hidden is seen, and where the next question is a large one.
    """
    reached: set[bytes] = set()
    left = [(state, action, 1)]
    while left:
        before, answer, depth = left.pop()
        after = before.clone()
        after.apply_action(answer)
        following = after.legal_actions
        is_end = after.current_player != seat or has_shown_something(state, after)
        if is_end or depth == DEEPEST or len(following) > MOST_ANSWERS:
            reached.add(bytes(after.buffer))
            if len(reached) > MOST_POSITIONS:
                raise TooMany
        else:
            left += [(after, further, depth + 1) for further in following]
        if len(left) > MOST_POSITIONS:
            raise TooMany
    return reached
