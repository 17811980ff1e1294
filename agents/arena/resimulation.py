"""Recorded games played again by the rules, many at once, and compared with what the record says."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.replays import Replay
from undersea_env.core.lanes import Lanes
from undersea_env.core.loop import LEAVE_ALONE
from undersea_env.errors import IllegalAction, InvalidReplay

if TYPE_CHECKING:
    from undersea_env.core.position import State

GAMES_AT_ONCE = 256


class Watcher(Protocol):
    """Looks at the positions before the decisions are made: one a lane, LEAVE_ALONE where there is none."""

    def __call__(self, games: Lanes, actions: NDArray[np.int64]) -> Any: ...


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


def follow(replays: Sequence[Replay], look: Watcher | None = None) -> tuple[Lanes, list[str | None]]:
    """Play games of the same rules again; the positions at their ends, and for each game what is wrong with it."""
    game = replays[0].game()
    games = Lanes(game, len(replays), renew=False)
    games.reset([replay.seed for replay in replays])
    problems: list[str | None] = [None] * len(replays)
    lengths = np.array([len(replay.actions) for replay in replays])
    moves = np.zeros((len(replays), lengths.max(initial=0)), np.int64)
    for lane, replay in enumerate(replays):
        moves[lane, : lengths[lane]] = replay.actions
    done = np.zeros(len(replays), np.bool_)
    for k in range(moves.shape[1]):
        lanes = np.flatnonzero((lengths > k) & ~done)
        legal = games.masks[lanes, moves[lanes, k]] != 0
        for lane in lanes[~legal].tolist():
            problems[lane] = f"decision {k + 1} of {lengths[lane]} cannot have been made"
            done[lane] = True
        actions = np.full(len(replays), LEAVE_ALONE, np.int64)
        actions[lanes[legal]] = moves[lanes[legal], k]
        if look is not None:
            look(games, actions)
        games.advance(actions)
    over, scores = games.over, games.scores()[:, : game.num_players].tolist()
    for lane, replay in enumerate(replays):
        problems[lane] = problems[lane] or _problem_at_the_end(replay, bool(over[lane]), scores[lane])
    return games, problems


def in_batches(replays: Iterable[Replay], size: int = GAMES_AT_ONCE) -> Iterator[list[Replay]]:
    """Neighbours with the same rules together."""
    together: list[Replay] = []
    for replay in replays:
        if together and (len(together) == size or _game_of(replay) != _game_of(together[0])):
            yield together
            together = []
        together.append(replay)
    if together:
        yield together


def _game_of(replay: Replay) -> tuple[GameChoice, str]:
    return replay.choice, replay.rulebook_hash


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
