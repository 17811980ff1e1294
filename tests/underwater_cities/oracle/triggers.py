"""What is set off at once by something else: permanent cards, the federation track, metropolises, contracts (G-8)."""

from dataclasses import dataclass

from undersea_env.underwater_cities.printed.effects import Effect, When
from undersea_env.underwater_cities.printed.language import event_things
from undersea_env.underwater_cities.printed.words import Event

from .agenda import Deed, Label, Play, Question
from .counting import requirement_met
from .parts import CONTRACT, METROPOLIS, TRIGGER, Parts
from .standards import NEXT_SPACE, SPACE_BONUS
from .starting import all_gives, asks_nothing, can_start_effect

Happening = tuple[Event, int | str]         # an event and its detail: a thing, a colour, a space, a resource, a slot

EVENTS_OF_THINGS = (Event.BUILD, Event.BUILD_SECOND_IN_CITY, Event.UPGRADE, Event.UPGRADE_SECOND_IN_CITY)
RULES_OF_EVENTS = {
    Event.BUILD_SECOND_IN_CITY: "rule N-7", Event.BUILD_SECOND_TUNNEL: "rule N-8",
    Event.UPGRADE_SECOND_IN_CITY: "rule N-9", Event.SLOT_GIVES: "rule N-6", Event.USE_SLOT: "rule N-5",
}


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


def triggered(play: Play, *happenings: Happening) -> "Triggered":
    """The permanent cards that wait for this, as an entry for the agenda."""
    cards = []
    for happening in happenings:
        for number in play.me.laid:
            permanent = play.table.catalogue.card(number).permanent
            if isinstance(permanent, When) and waits_for(permanent, happening):
                cards.append(number)
                play.note(f"event {permanent.event.name}", "rule K-4", "rule G-8")
                if permanent.event in RULES_OF_EVENTS:
                    play.note(RULES_OF_EVENTS[permanent.event])
    return Triggered(tuple(sorted(cards)))


@dataclass(frozen=True)
class Triggered(Question):
    """Cards that trigger at one moment (L-6): those without a choice by number, the others as the player likes."""

    cards: tuple[int, ...]

    def answers(self, play: Play) -> list[Label]:
        table, me = play.table, play.me
        asking: list[Label] = []
        for card in self.cards:
            effect = self._effect(play, card)
            if not can_start_effect(table, me, effect) or all_gives(table, me, effect, just_done=True):
                return [("trigger", card)]
            if ("trigger", card) not in asking:
                asking.append(("trigger", card))
        return asking

    def asks_something(self, play: Play) -> bool:
        return not all(asks_nothing(play.table, play.me, self._effect(play, card)) for card in self.cards)

    def _effect(self, play: Play, card: int) -> Effect:
        permanent = play.table.catalogue.card(card).permanent
        assert isinstance(permanent, When)
        return permanent.effect

    def carry_out(self, play: Play, answer: Label) -> None:
        card = int(answer[1])
        rest = list(self.cards)
        rest.remove(card)
        play.note("rule L-6", "part When", f"card {card}")
        play.first(Parts(self._effect(play, card), TRIGGER), Triggered(tuple(rest)))


# --- the federation track ---


@dataclass(frozen=True)
class Advance(Deed):
    """F-1: one step at a time, each with its bonus."""

    steps: int

    def do(self, play: Play) -> None:
        if self.steps == 0:
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
        play.first(Advance(self.steps - 1))
        if me.space == before:
            play.note("rule F-3")                                   # a further step on space 1 reaches no space
        else:
            play.first(triggered(play, (Event.REACH_FEDERATION, me.space)))


# --- metropolises ---


def metropolis_effect(play: Play, metropolis_id: str) -> Parts:
    """B-12: the instant effect of a blue one; a brown one has none."""
    play.note(f"metropolis {metropolis_id}", "rule B-12")
    return Parts(play.table.catalogue.metropolis(metropolis_id).instant, METROPOLIS)


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
                bonus = Parts(contract.bonus, CONTRACT)
                play.first(bonus, triggered(play, (Event.CLAIM_CONTRACT, 0)), ClaimContracts())
                return
