"""An effect of several parts: the player takes them in any order, each at most once (G-5, G-7, D-1, D-2, D-15)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from undersea_env.underwater_cities.printed.effects import Effect, Federation, If, OncePerTurn, Part, TakeMetropolis

from .agenda import STOP, Deed, Label, Play, Question
from .starting import can_start, once_labels, only_gives


@dataclass(frozen=True)
class Source:
    """Where an effect comes from."""

    points: str                    # to which source its points are written
    is_slot: bool = False          # the slot's own effect (N-6)
    just_done: bool = False        # a triggered effect, or a bonus but for a site's: steps are not declined (D-2)


SLOT = Source("slots", is_slot=True)
CARD = Source("cards")
TRIGGER = Source("cards", just_done=True)
SITE = Source("sites")
METROPOLIS = Source("metropolises", just_done=True)
CONTRACT = Source("contracts", just_done=True)


class Duty(Enum):
    """Why something cannot be declined."""

    NONE = auto()                  # it can (G-5)
    PAID = auto()                  # it was paid for (D-15)
    CHOSEN = auto()                # of the chosen slot's action nothing was done yet (D-3)

    def holds(self, play: Play) -> bool:
        return self is Duty.PAID or self.is_open(play)

    def is_open(self, play: Play) -> bool:
        return self is Duty.CHOSEN and not play.table.slot_is_used

    def fulfil(self, play: Play) -> None:
        """Something of it is done."""
        if self.is_open(play):
            play.table.slot_is_used = True
            play.note("rule D-3")


Begin: TypeAlias = Callable[[Play, "PartInHand"], None]
_beginnings: dict[type, Begin] = {}


@dataclass(frozen=True)
class PartInHand:
    """A part that is being carried out."""

    part: Part
    source: Source
    duty: Duty                     # whoever does something of the part fulfils it


def begins(*kinds: type) -> Callable[[Begin], Begin]:
    """Marks the function that carries out parts of these kinds."""

    def remember(function: Begin) -> Begin:
        for kind in kinds:
            _beginnings[kind] = function
        return function

    return remember


def begin(play: Play, part: Part, source: Source, duty: Duty) -> None:
    play.note(f"part {type(part).__name__}")
    _beginnings[type(part)](play, PartInHand(part, source, duty))


@dataclass(frozen=True)
class Parts(Question):
    """What is left of an effect. The player chooses the next part, or stops."""

    effect: Effect
    source: Source
    duty: Duty = Duty.NONE
    left: tuple[int, ...] | None = None         # None: all of them
    declined: bool = False                      # the rest was declined, but what only gives is still taken (D-2)

    def answers(self, play: Play) -> list[Label]:
        giving, startable = self._open_parts(play)
        if giving and (self.declined or not startable):
            return [("take", giving[0])]
        if self.declined:
            return []
        once = once_labels(play.table, play.me)
        if not startable:
            # Nothing more can be started; perhaps a once-per-turn card helps (D-14).
            return [*once, STOP] if once and self._left(play) else []
        if len(startable) == 1 and not giving and not once and self._begins_unasked(play, startable[0]):
            return [("part", startable[0])]
        labels: list[Label] = [("part", i) for i in sorted([*giving, *startable])]
        # Declining takes what only gives (D-2), which is part of a chosen slot's action (D-3).
        must = self.duty is Duty.PAID if giving else self.duty.holds(play)
        return labels + once + ([] if must else [STOP])

    def _left(self, play: Play) -> tuple[int, ...]:
        """All of it while nothing of the chosen slot's action is done: a part begun in vain is open again (D-3)."""
        return tuple(range(len(self.effect))) if self.left is None or self.duty.is_open(play) else self.left

    def _open_parts(self, play: Play) -> tuple[list[int], list[int]]:
        """The parts that only give, and the others that can be started."""
        table, me = play.table, play.me
        giving, startable = [], []
        for i in self._left(play):
            if only_gives(table, me, self.effect[i], self.source.just_done):
                giving.append(i)
            elif can_start(table, me, self.effect[i]):
                startable.append(i)
        return giving, startable

    def _begins_unasked(self, play: Play, i: int) -> bool:
        """A part that asks something itself, which can be declined there, need not be asked about before."""
        part = self.effect[i]
        if self.duty.holds(play):
            return True                                                     # D-15, D-3
        return not isinstance(part, Federation | TakeMetropolis) and not (isinstance(part, If) and len(part.effect) > 1)

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            play.note("rule G-5", "rule D-2")
            play.first(replace(self, declined=True))
            return
        if answer[0] == "once":
            play.first(UseOnce(int(answer[1])), self)
            return
        i = int(answer[1])
        rest = tuple(other for other in self._left(play) if other != i)
        play.note("rule D-2" if answer[0] == "take" else "rule G-7")
        play.first(replace(self, left=rest))
        begin(play, self.effect[i], self.source, self.duty)


@dataclass(frozen=True)
class UseOnce(Deed):
    """A once-per-turn card is used (L-7)."""

    card: int

    def do(self, play: Play) -> None:
        permanent = play.table.catalogue.card(self.card).permanent
        assert isinstance(permanent, OncePerTurn)
        play.me.once_used |= {self.card}
        play.note("rule L-7", "part OncePerTurn", f"card {self.card}")
        play.first(Parts(permanent.effect, CARD))


@dataclass(frozen=True)
class OnceMore(Question):
    """L-7, D-14: once-per-turn cards where nothing else is asked: before the turn ends, and between card and slot."""

    def answers(self, play: Play) -> list[Label]:
        once = once_labels(play.table, play.me)
        return [*once, STOP] if once else []

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer != STOP:
            play.first(UseOnce(int(answer[1])), self)
