"""What is set off at once by something else: permanent cards, the federation track, metropolises, contracts (G-8)."""

from dataclasses import dataclass

from undersea_env.underwater_cities.printed.effects import Effect, Federation, Gain, If, When
from undersea_env.underwater_cities.printed.language import event_things
from undersea_env.underwater_cities.printed.words import Event

from .agenda import Deed, Label, Play, Question
from .counting import condition_holds, multiplied, requirement_met
from .parts import CONTRACT, METROPOLIS, TRIGGER, Parts, Source
from .standards import NEXT_SPACE, SPACE_BONUS
from .starting import gives_as_printed

SetOff = list["Gifts | Parts | Triggered"]
Happening = tuple[Event, int | str]         # an event and its detail: a thing, a colour, a space, a resource, a slot

EVENTS_OF_THINGS = (Event.BUILD, Event.BUILD_SECOND_IN_CITY, Event.UPGRADE, Event.UPGRADE_SECOND_IN_CITY)
RULES_OF_EVENTS = {
    Event.BUILD_SECOND_IN_CITY: "rule N-7", Event.BUILD_SECOND_TUNNEL: "rule N-8",
    Event.UPGRADE_SECOND_IN_CITY: "rule N-9", Event.SLOT_GIVES: "rule N-6", Event.USE_SLOT: "rule N-5",
}


# --- what asks nothing (D-5) ---


@dataclass(frozen=True)
class Gifts(Deed):
    """What several effects give, one after the other; then the steps of all of them (G-8, F-1)."""

    effects: tuple[Effect, ...]
    source: Source

    def do(self, play: Play) -> None:
        play.first(Advance(sum(self.taken_at_once(play))))

    def taken_at_once(self, play: Play) -> list[int]:
        """The steps of each effect are still to be taken."""
        return [self._take(play, effect) for effect in self.effects]

    def _take(self, play: Play, effect: Effect) -> int:
        steps = 0
        for part in effect:
            play.note(f"part {type(part).__name__}", "rule D-5")
            match part:
                case Gain(amounts, per):
                    play.gain(play.me, multiplied(play.table, play.me, amounts, per), self.source.points)
                case Federation(number):
                    steps += number
                case If(_, _, _, below) if condition_holds(play.table, play.me, part):
                    steps += self._take(play, below)
        return steps


def set_off(effect: Effect, source: Source) -> "Gifts | Parts":
    return Gifts((effect,), source) if gives_as_printed(effect, source.just_done) else Parts(effect, source)


# --- permanent cards ---


def waits_for(when: When, happening: Happening) -> bool:
    event, detail = happening
    if when.event != event:
        return False
    if event in EVENTS_OF_THINGS:
        return detail in event_things(when)
    if event == Event.MATCH:
        return when.detail in (0, detail)           # 0: any colour
    return when.detail == detail


def triggered(play: Play, *happenings: Happening) -> SetOff:
    """What the permanent cards do that wait for this: first what leaves no choice, by number (L-6)."""
    gifts: SetOff = []
    asking: list[int] = []
    for happening in happenings:
        cards = []
        for number in play.me.laid:
            permanent = play.table.catalogue.card(number).permanent
            if isinstance(permanent, When) and waits_for(permanent, happening):
                cards.append(number)
                play.note(f"event {permanent.event.name}", "rule K-4", "rule G-8")
                if permanent.event in RULES_OF_EVENTS:
                    play.note(RULES_OF_EVENTS[permanent.event])
        giving = [card for card in sorted(cards) if gives_as_printed(waiting_effect(play, card), just_done=True)]
        play.note(*(f"card {card}" for card in giving), *(["part When", "rule L-6"] if giving else []))
        if giving:
            gifts.append(Gifts(tuple(waiting_effect(play, card) for card in giving), TRIGGER))
        asking += (card for card in cards if card not in giving)
    return [*gifts, Triggered(tuple(sorted(asking)))] if asking else gifts


def waiting_effect(play: Play, card: int) -> Effect:
    permanent = play.table.catalogue.card(card).permanent
    assert isinstance(permanent, When)
    return permanent.effect


@dataclass(frozen=True)
class Triggered(Question):
    """Cards that trigger at one moment and leave a choice: in the order that the player likes (L-6)."""

    cards: tuple[int, ...]

    def answers(self, play: Play) -> list[Label]:
        return [("trigger", card) for card in dict.fromkeys(self.cards)]

    def carry_out(self, play: Play, answer: Label) -> None:
        card = int(answer[1])
        rest = list(self.cards)
        rest.remove(card)
        play.note("rule L-6", "part When", f"card {card}")
        play.first(Parts(waiting_effect(play, card), TRIGGER), Triggered(tuple(rest)))


# --- the federation track ---


@dataclass(frozen=True)
class Advance(Deed):
    """F-1: one step at a time, each with its bonus; what asks something comes after all of them (D-5)."""

    steps: int
    asking: tuple["Parts | Triggered", ...] = ()

    def do(self, play: Play) -> None:
        if self.steps == 0:
            play.first(*self.asking)
            return
        table, me = play.table, play.me
        before = me.space
        me.space = NEXT_SPACE[before]
        if before:
            table.piles[before].remove(me.seat)
        if table.piles[me.space]:
            play.note("rule F-2")
        table.piles[me.space].insert(0, me.seat)                    # F-2: on top
        play.gain(me, SPACE_BONUS[me.space], "federation")
        play.note("rule F-1")
        steps, asking = self.steps - 1, self.asking
        if me.space == before:
            play.note("rule F-3")                                   # a further step on space 1 reaches no space
        else:
            for entry in triggered(play, (Event.REACH_FEDERATION, me.space)):
                if isinstance(entry, Gifts):
                    steps += sum(entry.taken_at_once(play))
                else:
                    asking = (*asking, entry)
        play.first(Advance(steps, asking))


# --- metropolises ---


def metropolis_effect(play: Play, metropolis_id: str) -> "Gifts | Parts":
    """B-12: the instant effect of a blue one; a brown one has none."""
    play.note(f"metropolis {metropolis_id}", "rule B-12")
    return set_off(play.table.catalogue.metropolis(metropolis_id).instant, METROPOLIS)


# --- contracts ---


@dataclass(frozen=True)
class ClaimContracts(Deed):
    """L-5: claimed at once, without asking, in the order in which they lie."""

    def do(self, play: Play) -> None:
        table, me = play.table, play.me
        for contract_id in table.contract_row:
            contract = table.catalogue.contract(contract_id)
            if requirement_met(table, me, contract.requirement):
                table.contract_row.remove(contract_id)
                me.contracts.append(contract_id)
                play.note("rule L-5", f"contract {contract_id}")
                entries = [set_off(contract.bonus, CONTRACT), *triggered(play, (Event.CLAIM_CONTRACT, 0))]
                gifts = [entry for entry in entries if isinstance(entry, Gifts)]
                play.first(*gifts, ClaimContracts(), *(entry for entry in entries if entry not in gifts))
                return
