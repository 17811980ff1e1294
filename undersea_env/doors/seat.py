"""One learning seat a lane; opponents act inside a step until the learner is asked again."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.random_stream import STEP
from undersea_env.core.batch import legal_choices
from undersea_env.core.checking import as_array, told, whole_number
from undersea_env.core.choosing import choose_at_random
from undersea_env.core.guarding import OneThread
from undersea_env.core.illegal import RAISE, Referee
from undersea_env.core.lanes import Ended, Lanes
from undersea_env.core.loop import LEAVE_ALONE
from undersea_env.core.pickling import Pickled
from undersea_env.core.position import Game
from undersea_env.core.redealing import Positions, redealt
from undersea_env.core.registry import agent_of
from undersea_env.core.shaping import Shaping
from undersea_env.core.streams import handed_seed
from undersea_env.errors import IllegalAction, InvalidOption, UnderseaError

Numbers: TypeAlias = NDArray[Any]
AGENTS, CHOICES, REDEALS = range(3)                  # purposes of the seeds of opponents


class Policy(Protocol):
    """Whatever chooses actions for rows of observations and masks; `players` are the seats that decide."""

    def choose(self, observations: Numbers, masks: Numbers, players: Numbers) -> Numbers: ...


Opponent: TypeAlias = str | Policy | Callable[[Numbers, Numbers, Numbers], Numbers]


@dataclass(frozen=True)
class Outcome:
    """What happened to the learners since their last decision."""

    rewards: NDArray[np.float64]
    done: NDArray[np.bool_]
    ended: list[dict[str, Any]]                      # one entry a game that ended: lane, seat, observation, scores ...


class LearnerLanes(Pickled):
    """`n` games, each with one learner. Its seat changes from game to game, unless `seat` names one.

    `opponents` play the other seats: codes of agents, agents, or functions. Several are dealt to the lanes in turn,
    game by game. `shaping` adds to the rewards of steps, not to the returns of games that ended. One thread at a time
    may use them, and no opponent from inside of a step.

    With `renew` a game is followed by the next at once. Without it the lane is in `ends` until `begin_next` or `reset`:
    it shows the end to its learner, and its actions are not looked at.
    """

    def __init__(
        self, game: Game, n: int, opponents: Opponent | Sequence[Opponent] = "random", seat: int | None = None,
        threads: int = 1, illegal_action: str = RAISE, shaping: Shaping | None = None, renew: bool = True,
    ) -> None:
        self.game = game
        self.renew = renew
        self.ends: dict[int, dict[str, Any]] = {}
        self.lanes = Lanes(game, n, threads, renew=False)
        self._listed = list(opponents) if isinstance(opponents, list | tuple) else [opponents]
        self.opponents = [_choosing(opponent, game, 0) for opponent in self._listed]
        if not self.opponents:
            raise InvalidOption("opponents is one opponent or a list of at least one")
        self._why_not = "reset() comes first: no game has begun"
        self._is_stepping = False
        number = whole_number(seat)
        if seat is not None and (number is None or number not in range(game.num_players)):
            raise InvalidOption(f"seat is None or a seat from 0 to {game.num_players - 1}, not {told(seat)}")
        self.seat = number
        self.seats = np.zeros(n, np.int64)
        self._games = np.zeros(n, np.int64)          # played in each lane
        self.referee = Referee(self.lanes, illegal_action)
        self.shaping = shaping

    @contextmanager
    def _stepping(self) -> Iterator[None]:
        """Opponents are asked meanwhile: their answers must not come to positions that they have changed."""
        with self.lanes.alone:
            if self._is_stepping:
                raise UnderseaError("an opponent cannot reset or step the games from inside of a step")
            self._is_stepping = True
            try:
                yield
            finally:
                self._is_stepping = False

    @property
    def alone(self) -> OneThread:
        return self.lanes.alone

    @property
    def n(self) -> int:
        return self.lanes.n

    @property
    def observations(self) -> NDArray[np.uint8]:
        """As learners see their games."""
        seen = self.lanes.observations.copy()
        for lane, end in self.ends.items():
            seen[lane] = end["observation"]
        return seen

    @property
    def masks(self) -> NDArray[np.int8]:
        """What learners may answer; all 0 where a game has ended."""
        masks = self.lanes.own_masks.copy()
        masks[list(self.ends)] = 0
        return masks

    def reset(
        self, seeds: Sequence[int] | Numbers, of_opponents: Sequence[int] | None = None,
        chosen: NDArray[np.int64] | None = None,
    ) -> None:
        """Deal new games, of all lanes or of those chosen.

        The seeds of opponents are made of `of_opponents`, or else of these, one a lane, and lead back to none. Agents
        that draw random numbers begin them anew when all lanes do.
        """
        with self._stepping():
            if chosen is None:
                self._reset(seeds, of_opponents)
            else:
                self._reset_some(np.array(seeds, np.uint64), chosen)

    def _reset(self, seeds: Sequence[int] | Numbers, of_opponents: Sequence[int] | None) -> None:
        self.lanes.reset(seeds)
        self.referee.begin()
        private = self.lanes.seeds.tolist() if of_opponents is None else of_opponents
        seed = handed_seed(private[0], AGENTS)
        self.opponents = [_choosing(opponent, self.game, seed) for opponent in self._listed]
        self._choices = _handed(private, CHOICES)    # of random opponents
        self._redeals = _handed(private, REDEALS)    # of opponents that search
        self._games[:] = 0
        self.ends.clear()
        self._asked = np.zeros(1, np.uint64)         # an array wraps round, a number would warn
        self._first_seats = (self.lanes.seeds % np.uint64(self.game.num_players)).astype(np.int64)
        self._take_seats(np.arange(self.n))
        self._play_opponents()
        if self.shaping is not None:
            self.shaping.begin(self.lanes)
        self._why_not = ""

    def _reset_some(self, seeds: NDArray[np.uint64], lanes: NDArray[np.int64]) -> None:
        if self._why_not:
            raise UnderseaError(self._why_not)
        private = seeds[lanes].tolist()
        self.lanes.seeds[lanes] = seeds[lanes]
        self._choices[lanes], self._redeals[lanes] = _handed(private, CHOICES), _handed(private, REDEALS)
        self._games[lanes] = 0
        self._first_seats[lanes] = (seeds[lanes] % np.uint64(self.game.num_players)).astype(np.int64)
        self.referee.counts[lanes] = 0
        self._begin(lanes)
        self._play_opponents()
        if self.shaping is not None:
            self.shaping.begin(self.lanes)

    def _begin(self, lanes: NDArray[np.int64]) -> None:
        """Their next games, by their seeds."""
        self._take_seats(lanes)
        self.lanes.begin_anew(lanes)
        for lane in lanes.tolist():
            self.ends.pop(lane, None)

    def _take_seats(self, lanes: NDArray[np.int64]) -> None:
        players = self.game.num_players
        rotated = (self._first_seats[lanes] + self._games[lanes]) % players
        self.seats[lanes] = rotated if self.seat is None else self.seat

    def step(self, actions: Any, begins_next: bool = False) -> Outcome:
        """The learners' answers, and everything up to their next question, in the next game if need be.

        `begins_next`: where a game had ended before, the next one begins in this step.
        """
        with self._stepping():
            return self._step(actions, begins_next)

    def _step(self, actions: Any, begins_next: bool) -> Outcome:
        if self._why_not:
            raise UnderseaError(self._why_not)
        chosen, offenders = self.referee.judge(actions)
        over = np.array(sorted(self.ends), np.int64)
        chosen[over] = LEAVE_ALONE
        outcome = Outcome(np.zeros(self.n), np.zeros(self.n, np.bool_), [])
        seats = self.seats.copy()                    # the next game has another
        self._why_not = "an opponent failed in the middle of the last step; reset() begins anew"
        self._go_on(self.referee.carry_out(chosen, np.setdiff1d(offenders, over)), outcome)
        if begins_next:
            self._begin(over)
        self._play_opponents(outcome)
        if self.shaping is not None:
            outcome.rewards[:] += self.shaping.changes(self.lanes, outcome.done)[np.arange(self.n), seats]
        self._why_not = ""
        return outcome

    def _go_on(self, ended: Ended | None, outcome: Outcome | None) -> None:
        if ended is None:
            return
        ends = self._ends_of(ended)
        if outcome is not None:
            for end in ends:
                outcome.rewards[end["lane"]] += end["return"]
                outcome.done[end["lane"]] = True
            outcome.ended.extend(ends)
        self.referee.counts[ended.lanes] = 0
        self._games[ended.lanes] += 1
        if self.renew or outcome is None:            # `reset` goes on to a game in which the learner is asked
            self._begin(ended.lanes)
        else:
            self.ends.update((end["lane"], end) for end in ends)

    def _ends_of(self, ended: Ended) -> list[dict[str, Any]]:
        seats = self.seats[ended.lanes]
        seen = self.lanes.seen_by(ended.lanes, seats)
        return [
            {
                "lane": lane,
                "seat": seat,
                "observation": seen[k],
                "scores": ended.scores[k].copy(),
                "return": float(ended.returns[k, seat]),
                "illegal": bool(ended.illegal[k]),
                "illegal_actions": int(self.referee.counts[lane]),
                "position": self.lanes.state(lane),
            }
            for k, (lane, seat) in enumerate(zip(ended.lanes.tolist(), seats.tolist(), strict=True))
        ]

    def _play_opponents(self, outcome: Outcome | None = None) -> None:
        """Until every learner is asked; a game that ends meanwhile is followed by the next."""
        while True:
            players = self.lanes.players()
            waiting = players != self.seats
            waiting[list(self.ends)] = False
            if not waiting.any():
                return
            actions = np.full(self.n, LEAVE_ALONE, np.int64)
            for k, opponent in enumerate(self.opponents):
                theirs = waiting & ((np.arange(self.n) + self._games) % len(self.opponents) == k)
                if theirs.any():
                    self._ask(opponent, theirs, players, actions)
            self._go_on(self.lanes.advance(actions), outcome)

    def _ask(self, opponent: Any, lanes: NDArray[np.bool_], players: Numbers, actions: Numbers) -> None:
        if opponent is None:
            chosen = np.empty(self.n, np.int64)
            choose_at_random(self.lanes.own_masks, self._choices, lanes, chosen)
            actions[lanes] = chosen[lanes]
            return
        seen = self.lanes.observations[lanes]
        legal, deciding = self.lanes.own_masks[lanes], players[lanes]
        if getattr(opponent, "wants_positions", False):
            chosen = opponent.choose(seen, legal, deciding, self._imagined(lanes, deciding))
        else:
            choose = opponent.choose if hasattr(opponent, "choose") else opponent
            chosen = choose(seen, legal, deciding)
        actions[lanes] = _checked_answers(opponent, chosen, legal, deciding)

    def _imagined(self, lanes: NDArray[np.bool_], players: Numbers) -> Positions:
        """Positions for opponents that search: what the seat that asks cannot know is dealt anew."""
        self._asked += STEP
        seeds = self._redeals[lanes] + self._asked
        return Positions(self.game, redealt(self.game, self.lanes.states, np.flatnonzero(lanes), players, seeds))

    def close(self) -> None:
        self.lanes.close()


def _handed(seeds: Sequence[int], purpose: int) -> NDArray[np.uint64]:
    return np.array([handed_seed(seed, purpose) for seed in seeds], np.uint64)


def _choosing(opponent: Any, game: Game, seed: int) -> Any:
    """None for the random opponent, which needs no Python; otherwise what chooses."""
    if isinstance(opponent, str) and opponent == "random":
        return None
    if isinstance(opponent, str):
        return agent_of(opponent, game.kind, seed)
    if hasattr(opponent, "choose") or callable(opponent):
        return opponent
    what = "an agent's code, has a method `choose`, or is a function"
    raise InvalidOption(f"an opponent is {what}; not {told(opponent)}")


def _checked_answers(opponent: Any, given: Any, legal: Numbers, players: Numbers) -> NDArray[np.int64]:
    """What an opponent answered, if it is one legal action a row."""
    name = getattr(opponent, "name", None) or told(opponent)
    chosen = as_array(given)
    if chosen is None or chosen.shape != (len(legal),) or chosen.dtype.kind not in "iu":
        what = f"an array {given.shape} of {given.dtype}" if isinstance(given, np.ndarray) else told(given)[:80]
        raise IllegalAction(f"the opponent {name} answers with {len(legal)} whole numbers, one a row; not with {what}")
    safe, is_legal = legal_choices(legal, chosen)
    wrong = np.flatnonzero(~is_legal)
    if len(wrong):
        row = int(wrong[0])
        raise IllegalAction(f"the opponent {name} in seat {players[row]} chose {chosen[row]}, which is not legal")
    return safe
