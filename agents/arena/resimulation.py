"""Recorded games played again by the rules, many at once, and compared with what the record says."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.arena.plan import Rules
from undersea_env.agents.arena.replays import Replay
from undersea_env.core.batch import Batch
from undersea_env.errors import IllegalAction, InvalidReplay

if TYPE_CHECKING:
    from undersea_env.core.position import State

GAMES_AT_ONCE = 256


class Observer(Protocol):
    """Looks at the positions before the decisions (int64, one a lane) are carried out, in the lanes named."""

    def __call__(self, batch: Batch, actions: NDArray[np.int64], lanes: NDArray[np.int64]) -> Any: ...


def replayed(replay: Replay) -> "Iterator[tuple[State, int | None]]":
    """The positions of a game and what was decided in each; at last the final position, with None."""
    state = replay.game().new_game(replay.seed)
    for k, action in enumerate(replay.actions):
        yield state, action
        try:
            state.apply_action(action)
        except IllegalAction as error:
            raise InvalidReplay(f"decision {k + 1} of {len(replay.actions)} cannot have been made: {error}") from None
    problem = _problem_at_the_end(replay, state.is_terminal, state.scores)
    if problem:
        raise InvalidReplay(problem)
    yield state, None


def _problem_at_the_end(replay: Replay, is_over: bool, scores: Sequence[int]) -> str | None:
    if replay.scores is None:
        return "the game is over, but the record has no scores" if is_over else None
    if not is_over:
        return f"the record has scores, but after {len(replay.actions)} decisions the game is not over"
    if replay.forfeit is not None:
        return "the record has scores and a forfeit"
    if tuple(scores) != replay.scores:
        return f"the scores are {tuple(scores)}, the record says {replay.scores}"
    return None


def follow(replays: Sequence[Replay], look: Observer | None = None) -> tuple[Batch, list[str | None]]:
    """Play games of the same rules again; the batch at their ends, and for each what is wrong with it."""
    game = replays[0].game()
    batch = Batch(game, len(replays))
    batch.reset([replay.seed for replay in replays])
    records = batch.states.view(np.ndarray)
    problems: list[str | None] = [None] * len(replays)
    lengths = np.array([len(replay.actions) for replay in replays])
    moves = np.zeros((len(replays), lengths.max(initial=0)), np.int64)
    for lane, replay in enumerate(replays):
        moves[lane, : lengths[lane]] = replay.actions
    done = np.zeros(len(replays), np.bool_)
    for k in range(moves.shape[1]):
        actions, lanes = moves[:, k], np.flatnonzero((lengths > k) & ~done)
        legal = (batch.legal()[lanes, actions[lanes]] != 0)
        for lane in lanes[~legal].tolist():
            problems[lane] = f"decision {k + 1} of {lengths[lane]} cannot have been made"
            done[lane] = True
        lanes = lanes[legal]
        if look is not None:
            look(batch, actions, lanes)
        _step_some(batch, records, actions, lanes)
    over, scores = batch.over, batch.scores()[:, : game.num_players].tolist()
    for lane, replay in enumerate(replays):
        problems[lane] = problems[lane] or _problem_at_the_end(replay, bool(over[lane]), scores[lane])
    return batch, problems


def _step_some(batch: Batch, records: NDArray[Any], actions: NDArray[np.int64], lanes: NDArray[np.int64]) -> None:
    """A step in these lanes only; the others stay as they are."""
    if len(lanes) == batch.n:
        batch.step(actions)
        return
    was_over = records["over"].copy()
    records["over"] = 1
    records["over"][lanes] = was_over[lanes]
    batch.forget_masks()
    batch.step(actions)
    waiting = np.ones(batch.n, np.bool_)
    waiting[lanes] = False
    records["over"][waiting] = was_over[waiting]
    batch.forget_masks()


def in_batches(replays: Iterable[Replay], size: int = GAMES_AT_ONCE) -> Iterator[list[Replay]]:
    """Neighbours with the same rules together."""
    together: list[Replay] = []
    for replay in replays:
        if together and (len(together) == size or _rules_of(replay) != _rules_of(together[0])):
            yield together
            together = []
        together.append(replay)
    if together:
        yield together


def _rules_of(replay: Replay) -> tuple[Rules, str]:
    return replay.rules, replay.rulebook_hash


def verified(replays: Iterable[Replay], tell: Callable[[int, str], None]) -> int:
    """Play all games again; `tell` gets the number, from 1, and the fault of each that is not as recorded."""
    number = 0
    for batch in in_batches(replays):
        for problem in follow(batch)[1]:
            number += 1
            if problem:
                tell(number, problem)
    return number


def nth(replays: Iterable[Replay], number: int) -> Replay:
    """The game with this number, from 1."""
    found = next(islice(replays, number - 1, None), None)
    if found is None:
        raise InvalidReplay(f"there is no game {number} in this file")
    return found
