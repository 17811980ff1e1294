"""G-5a: may this slot be chosen with this card? If not now, then perhaps the card makes the slot's action possible."""

from collections.abc import Hashable
from dataclasses import dataclass

from undersea_env.underwater_cities.printed.catalogue import Card, Slot
from undersea_env.underwater_cities.printed.effects import TakeMetropolis
from undersea_env.underwater_cities.printed.words import Colour, Event, Resource

from .agenda import STOP, Deed, Play
from .cards import UseCard
from .parts import OnceMore
from .standards import CLONING_PRICE
from .starting import can_pay_special, can_start_effect
from .triggers import SetOff, triggered

LARGEST_SEARCH = 20_000      # positions; plain Python needs minutes for some effects that perform slots and use cards


class SearchTooLargeError(RuntimeError):
    """There are more ways to resolve a card than can be tried here."""


def matches(slot: Slot, card: Card) -> bool:
    """G-4. The always-available slot has no colour (G-10)."""
    return slot.colour != Colour.NONE and slot.colour == card.colour


def can_clone(play: Play, slot_id: str) -> bool:
    """G-11: in a four-player game, once per round, a slot occupied by another."""
    table, me = play.table, play.me
    return (
        table.num_players == 4 and table.cloner is None and table.occupied_by_another(slot_id, me.seat)
        and me.tokens[Resource.CREDITS] >= CLONING_PRICE
    )


def cards_for_slot(play: Play, slot: Slot) -> list[int]:
    """The cards in hand with which this slot may be chosen."""
    table, me = play.table, play.me
    cloned = table.occupied(slot.id)
    if cloned and not can_clone(play, slot.id):
        return []
    price = CLONING_PRICE if cloned else 0
    me.tokens[Resource.CREDITS] -= price                    # the test is made with the credit already paid
    if can_start_effect(table, me, slot.effect):
        cards = list(me.hand)
    else:
        cards = _cards_that_open(play, slot)
    me.tokens[Resource.CREDITS] += price
    return cards


def _cards_that_open(play: Play, slot: Slot) -> list[int]:
    """Of the cards that do not match, those that are discarded to the same place (D-7) make the same difference."""
    found: list[int] = []
    tried: dict[Hashable, bool] = {}
    for number in play.me.hand:
        card = play.table.catalogue.card(number)
        alike = number if matches(slot, card) else (card.is_special, card.price, card.era)
        if alike not in tried:
            tried[alike] = card_opens_slot(play, slot, card)
        if tried[alike]:
            found.append(number)
    return found


def set_off_by_choosing(play: Play, slot: Slot, card: Card) -> SetOff:
    """What waits for this slot and card being chosen together: the colours first, then the use of the slot (N-5)."""
    if matches(slot, card):
        colours = triggered(play, (Event.MATCH, slot.colour))
    elif slot.colour != Colour.NONE:                        # G-10: the slot without a colour never mismatches
        colours = triggered(play, (Event.MISMATCH, 0))
    else:
        colours = triggered(play)
    return [*colours, *triggered(play, (Event.USE_SLOT, slot.id))]


def card_opens_slot(play: Play, slot: Slot, card: Card) -> bool:
    """Whether the slot's action could be started once the two are chosen (D-9), or after using the card first."""
    chosen = _chosen(play, slot, card)
    if _some_way(chosen, slot, set()):
        play.note("rule G-5a", "rule D-9")
        return True
    if not matches(slot, card):
        return False
    trial = _chosen(play, slot, card, UseIfPaid(card.number))
    if not _some_way(trial, slot, set()):
        return False
    play.note("rule G-5a")
    if any(isinstance(part, TakeMetropolis) for part in card.effect):
        play.note("rule D-9")
    return True


@dataclass(frozen=True)
class UseIfPaid(Deed):
    """What is set off by the choice may bring the price of a special, or spend it."""

    card: int

    def do(self, play: Play) -> None:
        if can_pay_special(play.me, play.table.catalogue.card(self.card)):
            play.first(UseCard(self.card), OnceMore())


def _chosen(play: Play, slot: Slot, card: Card, *then: Deed) -> Play:
    trial = play.trial()
    trial.me.hand.remove(card.number)
    trial.table.tiles.setdefault(slot.id, []).append(play.me.seat)
    set_off = set_off_by_choosing(trial, slot, card)
    if not matches(slot, card):
        trial.discard(card.number)                          # D-7; a special may be the one that is taken then
    trial.first(*set_off, *then)
    return trial


def _some_way(trial: Play, slot: Slot, seen: set[object]) -> bool:
    """Try all ways of answering the open questions, until one leads to a slot whose action can be started."""
    answers = trial.run()
    startable = can_start_effect(trial.table, trial.me, slot.effect)
    if not answers:
        return startable
    position = (trial.table.known(), tuple(trial.agenda))
    if position in seen:
        return False
    seen.add(position)
    if len(seen) > LARGEST_SEARCH:
        raise SearchTooLargeError(f"after {LARGEST_SEARCH:,} positions it is not known whether {slot.id} can be used")
    for answer in sorted(answers, key=lambda label: (label == STOP) != startable):
        branch = trial.branch()
        branch.answer(answer)
        if _some_way(branch, slot, seen):
            return True
    return False
