"""A game at a table, for the terminal and for the page: who sits there, what each person was told, what can be taken
back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from undersea_env.agents.arena.asking import Asked
from undersea_env.agents.arena.replays import Replay
from undersea_env.agents.failing import Failure
from undersea_env.errors import IllegalAction, InvalidReplay, UnderseaError

if TYPE_CHECKING:
    from undersea_env.agents.arena.choice import GameChoice
    from undersea_env.core.position import State

HUMAN = "human"


class NotTakenBack(UnderseaError, ValueError):  # noqa: N818  named like the others
    """A decision that stays; the message says why."""


@dataclass
class Remembered:
    """A moment to which a player may go back."""

    state: "State"
    seat: int                                        # that decided then
    decisions: int
    lines: dict[int | None, int]                     # that each log had


@dataclass
class Table:
    """One game. `seats` has an agent, or None for a person.

    `lines` are what each person was told so far; where no person plays, None stands for who sees everything.
    """

    choice: "GameChoice"
    seed: int
    names: list[str]
    seats: list[Asked | None]
    actions: list[int] = field(init=False, default_factory=list)
    failure: tuple[int, Failure] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.game = self.choice.game()
        self.words = self.game.kind.words
        self.state = self.game.new_game(self.seed)
        self.people = [seat for seat, agent in enumerate(self.seats) if agent is None]
        viewers: list[int | None] = [*self.people] or [None]
        self._logs = {viewer: self.words.GameLog(self.game, viewer) for viewer in viewers}
        self.lines = {viewer: log.log_beginning(self.state.states[0]) for viewer, log in self._logs.items()}
        self._past: list[Remembered] = []

    @property
    def is_over(self) -> bool:
        return self.state.is_terminal or self.failure is not None

    def replay(self) -> Replay:
        scores = self.state.scores if self.state.is_terminal else None
        forfeit = None if self.failure is None else self.failure[0]
        return Replay(
            self.choice, self.game.rulebook_hash, self.seed, tuple(self.names), scores, forfeit, tuple(self.actions)
        )

    def resume(self, actions: Sequence[int]) -> None:
        """Go on where a game was left: what was answered so far is answered again, and not taken back."""
        for number, action in enumerate(actions, 1):
            try:
                self.apply(action)
            except IllegalAction as error:
                raise InvalidReplay(
                    f"decision {number} of {len(actions)} cannot have been made: {error}"
                ) from None

    # --- deciding ---

    def ask(self, agent: Asked) -> int | Failure:
        """What the agent whose turn it is answers; the position does not change."""
        state = self.state
        mask, players = state.legal_mask()[None, :], np.array([state.current_player])
        actions, failures = agent.ask(self.game, state.states.view(np.ndarray), mask, players)
        return failures[0] if failures else int(actions[0])

    def take_from_agent(self, answer: int | Failure) -> None:
        """Its answer, which nobody takes back; or its failure, which ends the game."""
        if isinstance(answer, Failure):
            self.failure = (self.state.current_player, answer)
            return
        self._past.clear()
        self.apply(answer)

    def answer(self, *actions: int) -> None:
        """Of the person whose turn it is: legal actions one after the other, to be taken back as one."""
        seat = self.state.current_player
        lines = {viewer: len(told) for viewer, told in self.lines.items()}
        now = Remembered(self.state.clone(), seat, len(self.actions), lines)
        for action in actions:
            self.apply(action)
        if self._past and self._past[-1].seat != seat:
            self._past.clear()
        self._past.append(now)

    def apply(self, action: int) -> None:
        before = self.state.clone()
        self.state.apply_action(action)
        self.actions.append(action)
        for viewer, log in self._logs.items():
            self.lines[viewer] += log.log_action(before.states[0], self.state.states[0], action)

    # --- taking back ---

    def undo(self) -> None:
        """Back to the last answer of the person whose turn it is; refused in words once something hidden was seen."""
        last = self._past[-1] if self._past else None
        if last is None or last.seat != self.state.current_player:
            raise NotTakenBack("There is nothing to take back: you have decided nothing since somebody else did.")
        if getattr(self.words, "HIDDEN", None) is None:
            raise NotTakenBack("In this game nothing can be taken back.")
        if has_shown_something(last.state, self.state):
            raise NotTakenBack("That cannot be taken back: something that was hidden has been seen since.")
        self._past.pop()
        self.state = last.state
        del self.actions[last.decisions :]
        for viewer, length in last.lines.items():
            del self.lines[viewer][length:]

    @property
    def can_undo(self) -> bool:
        last = self._past[-1] if self._past else None
        return last is not None and last.seat == self.state.current_player and not has_shown_something(
            last.state, self.state
        )

    # --- the end ---

    def outcome(self) -> str:
        """In a sentence, of a game that is over."""
        if self.failure is not None:
            seat, failure = self.failure
            return f"Seat {seat} ({self.names[seat]}) loses the game by default: {failure.reason}"
        winners = [f"seat {seat} ({self.names[seat]})" for seat in self.state.winners]
        if self.game.is_cooperative:
            return f"The team has {'won' if winners else 'lost'}."
        return f"The winner{'s are' if len(winners) > 1 else ' is'} {' and '.join(winners)}."


def has_shown_something(was: "State", now: "State") -> bool:
    """Whether something hidden was seen in between; of a game that does not tell, always."""
    hidden = getattr(was.game.kind.words, "HIDDEN", None)
    return hidden is None or any(np.any(was.record[0][name] != now.record[0][name]) for name in hidden)
