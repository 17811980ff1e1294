"""The parts of effects that need no chapter of their own: gains, exchanges, payments, conditions, alternatives."""

from dataclasses import dataclass, replace

from undersea_env.underwater_cities.printed.effects import (
    Amounts,
    ConvertCity,
    Either,
    Exchange,
    Federation,
    Gain,
    GainDifferent,
    GainProduction,
    If,
    Pay,
    PerformSlot,
    TakeMetropolis,
)
from undersea_env.underwater_cities.printed.words import Event, Resource, Thing

from .agenda import STOP, Deed, Label, Play, Question
from .alike import structures_that_produce
from .counting import multiplied
from .parts import SLOT, Duty, PartInHand, Parts, Source, begins
from .standards import NOTHING, RESOURCE_NAMES, UPGRADED_PRODUCTION
from .starting import (
    all_gives,
    can_start_effect,
    convertible_cities,
    performable,
    producing_upgraded,
    worth_paying,
)
from .table import pay_tokens, tokens_cover
from .triggers import Advance, ClaimContracts, Gifts, metropolis_effect, triggered

RESOURCES_BY_NAME = {name: resource for resource, name in RESOURCE_NAMES.items()}

# --- gains ---


def take(play: Play, amounts: Amounts, source: Source) -> None:
    """What an effect gives; N-6: a slot's own resources may set something off."""
    play.gain(play.me, amounts, source.points)
    if source.is_slot:
        given = [resource for resource in Resource if amounts[resource]]
        play.first(*triggered(play, *((Event.SLOT_GIVES, resource) for resource in given)))


@begins(Gain)
def begin_gain(play: Play, now: PartInHand) -> None:
    assert isinstance(now.part, Gain)
    if now.part.per is not None:
        play.note("rule N-1")
        if now.part.per.cap:
            play.note("rule L-10")
    now.duty.fulfil(play)
    take(play, multiplied(play.table, play.me, now.part.amounts, now.part.per), now.source)


@begins(GainDifferent)
def begin_gain_different(play: Play, now: PartInHand) -> None:
    assert isinstance(now.part, GainDifferent)
    now.duty.fulfil(play)
    play.first(ChooseResources(now.part.number, now.part.resources, now.source))


@dataclass(frozen=True)
class ChooseResources(Question):
    number: int
    resources: tuple[Resource, ...]
    source: Source

    def answers(self, play: Play) -> list[Label]:
        if self.number == 0:
            return []
        names: list[Label] = [("resource", RESOURCE_NAMES[resource]) for resource in self.resources]
        return names if self.number < len(names) else names[:1]         # all that are left are taken

    def carry_out(self, play: Play, answer: Label) -> None:
        chosen = RESOURCES_BY_NAME[str(answer[1])]
        rest = tuple(resource for resource in self.resources if resource != chosen)
        play.first(ChooseResources(self.number - 1, rest, self.source))
        take(play, one_of(chosen), self.source)


def one_of(resource: Resource) -> Amounts:
    numbers = list(NOTHING)
    numbers[resource] = 1
    return (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6])


@begins(GainProduction)
def begin_gain_production(play: Play, now: PartInHand) -> None:
    play.first(ChooseProducer(now.source, now.duty))


@dataclass(frozen=True)
class ChooseProducer(Question):
    """N-10: the standard production of one upgraded structure, without multiplier or pair bonus."""

    source: Source
    duty: Duty

    def answers(self, play: Play) -> list[Label]:
        sites: list[Label] = [("site", site) for site in structures_that_produce(play, producing_upgraded(play.me))]
        return sites + ([] if self.duty.holds(play) and sites else [STOP])

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer != STOP:
            self.duty.fulfil(play)
            thing = play.me.network.built[str(answer[1])]
            play.note("rule N-10")
            play.gain(play.me, UPGRADED_PRODUCTION[thing], self.source.points)


@begins(Federation)
def begin_federation(play: Play, now: PartInHand) -> None:
    assert isinstance(now.part, Federation)
    now.duty.fulfil(play)
    play.first(Advance(now.part.steps))


# --- giving something for something ---


@begins(Exchange)
def begin_exchange(play: Play, now: PartInHand) -> None:
    assert isinstance(now.part, Exchange)
    play.first(Exchanging(now.part, now.source, now.duty))


@dataclass(frozen=True)
class Exchanging(Question):
    """B-16: once, in either direction."""

    part: Exchange
    source: Source
    duty: Duty

    def answers(self, play: Play) -> list[Label]:
        sides: list[Label] = []
        if tokens_cover(play.me, self.part.left):
            sides.append(("exchange", "left"))
        if tokens_cover(play.me, self.part.right):
            sides.append(("exchange", "right"))
        return sides + ([] if self.duty.holds(play) and sides else [STOP])

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            return
        self.duty.fulfil(play)
        give, get = self.part.left, self.part.right
        if answer[1] == "right":
            give, get = get, give
        pay_tokens(play.me, give)
        play.gain(play.me, get, self.source.points)
        play.note("rule B-16")


@begins(Pay)
def begin_pay(play: Play, now: PartInHand) -> None:
    assert isinstance(now.part, Pay)
    play.first(Paying(now.part, now.part.times, now.source, now.duty))


@dataclass(frozen=True)
class Paying(Question):
    """B-16: once, unless it says how often. What was paid for must be done (D-15)."""

    part: Pay
    times_left: int
    source: Source
    duty: Duty

    def answers(self, play: Play) -> list[Label]:
        if self.times_left == 0:
            return []
        table, me = play.table, play.me
        labels: list[Label] = [
            ("pay", i) for i, price in enumerate(self.part.prices) if worth_paying(table, me, self.part, price)
        ]
        return labels + ([] if self.duty.holds(play) and labels else [STOP])

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            return
        self.duty.fulfil(play)
        pay_tokens(play.me, self.part.prices[int(answer[1])])
        play.note("rule B-16", "rule D-15")
        again = replace(self, times_left=self.times_left - 1, duty=Duty.NONE)
        play.first(Parts(self.part.effect, self.source, Duty.PAID), again)


# --- conditions and alternatives ---


@begins(If)
def begin_if(play: Play, now: PartInHand) -> None:
    """Its condition held when it was begun; what is inside is an effect of its own."""
    assert isinstance(now.part, If)
    if now.part.exactly:
        play.note("rule N-4")
    play.first(Parts(now.part.effect, now.source, now.duty))


@begins(Either)
def begin_either(play: Play, now: PartInHand) -> None:
    assert isinstance(now.part, Either)
    play.first(ChooseSide(now.part, now.source, now.duty))


@dataclass(frozen=True)
class ChooseSide(Question):
    """L-9: of the sides that can be done. D-2: not declined if one of them only gives."""

    part: Either
    source: Source
    duty: Duty

    def answers(self, play: Play) -> list[Label]:
        table, me = play.table, play.me
        possible = [i for i, side in enumerate(self.part.alternatives) if can_start_effect(table, me, side)]
        labels: list[Label] = [("either", i) for i in possible]
        if len(possible) <= 1:
            return labels                               # begun without asking: it asks its own question
        giving = any(all_gives(table, me, self.part.alternatives[i], just_done=False) for i in possible)
        return labels if giving or self.duty.holds(play) else [*labels, STOP]

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            return
        play.note("rule L-9")
        play.first(Parts(self.part.alternatives[int(answer[1])], self.source, self.duty))


# --- slots, cities, metropolises ---


@begins(PerformSlot)
def begin_perform_slot(play: Play, now: PartInHand) -> None:
    assert isinstance(now.part, PerformSlot)
    play.first(ChooseSlot(now.part, now.duty))


@dataclass(frozen=True)
class ChooseSlot(Question):
    """G-13: an extra action, without a tile and without a card."""

    part: PerformSlot
    duty: Duty

    def answers(self, play: Play) -> list[Label]:
        table, me = play.table, play.me
        slots: list[Label] = [("slot", slot) for slot in table.slots_here if performable(table, me, slot, self.part)]
        return slots + ([] if self.duty.holds(play) and slots else [STOP])

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            return
        self.duty.fulfil(play)
        slot_id = str(answer[1])
        play.note("rule G-13", "rule L-3")
        if play.table.occupied(slot_id):
            play.note("rule G-12")
            if min(play.table.tiles[slot_id]) < 0:
                play.note("rule O-5")
        play.first(*triggered(play, (Event.USE_SLOT, slot_id)), SlotAction(slot_id))


@dataclass(frozen=True)
class SlotAction(Deed):
    """The action of a slot, chosen with a tile or performed through an effect."""

    slot_id: str
    duty: Duty = Duty.NONE

    def do(self, play: Play) -> None:
        play.note(f"slot {self.slot_id}")
        if self.duty is Duty.CHOSEN:
            play.table.slot_is_used = False
        play.first(Parts(play.table.slot(self.slot_id).effect, SLOT, self.duty))


@begins(ConvertCity)
def begin_convert_city(play: Play, now: PartInHand) -> None:
    play.first(ChooseCity(now.duty))


@dataclass(frozen=True)
class ChooseCity(Question):
    """L-1: a nonsymbiotic city becomes symbiotic; its dome returns to the supply."""

    duty: Duty

    def answers(self, play: Play) -> list[Label]:
        sites: list[Label] = [("site", site) for site in convertible_cities(play.table, play.me)]
        return sites + ([] if self.duty.holds(play) and sites else [STOP])

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            return
        self.duty.fulfil(play)
        play.me.put(str(answer[1]), Thing.SYMBIOTIC)
        play.table.supply[Thing.SYMBIOTIC] -= 1
        play.table.supply[Thing.NONSYMBIOTIC] += 1
        play.note("rule L-1", "rule C-4")
        play.first(ClaimContracts())


@begins(TakeMetropolis)
def begin_take_metropolis(play: Play, now: PartInHand) -> None:
    now.duty.fulfil(play)
    play.first(DrawMetropolis())


@dataclass(frozen=True)
class DrawMetropolis(Question):
    """L-2: the top one. In a look-ahead, which may not know it, any of them (D-9)."""

    def answers(self, play: Play) -> list[Label]:
        spare = play.table.spare_metropolises
        return [("metropolis", tile) for tile in (spare if play.looking_ahead else spare[:1])]

    def carry_out(self, play: Play, answer: Label) -> None:
        tile = str(answer[1])
        play.table.spare_metropolises.remove(tile)
        play.me.extra_metropolises.append(tile)
        play.note("rule L-2")
        waiting = triggered(play, (Event.CONNECT_METROPOLIS, 0))
        bonus = metropolis_effect(play, tile)
        gifts = [entry for entry in (*waiting, bonus) if isinstance(entry, Gifts)]
        asking = [entry for entry in (bonus, *waiting) if not isinstance(entry, Gifts)]
        play.first(*gifts, ClaimContracts(), *asking)
