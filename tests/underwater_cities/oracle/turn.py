"""A player's turn (chapter 3 of the rules)."""

from dataclasses import dataclass

from undersea_env.underwater_cities.printed.effects import HandLimit
from undersea_env.underwater_cities.printed.words import Colour, Resource

from .agenda import STOP, Deed, Label, Play, Question
from .cards import UseCard
from .looking_ahead import cards_for_slot, matches, set_off_by_choosing
from .parts import Duty, OnceMore, UseOnce
from .simple_parts import SlotAction
from .standards import CLONING_PRICE, HAND_LIMIT
from .starting import can_pay_special, can_start_effect, card_would_do_something, once_labels
from .table import Player, Table
from .triggers import ClaimContracts


@dataclass(frozen=True)
class StartTurn(Deed):
    seat: int

    def do(self, play: Play) -> None:
        play.table.to_move = self.seat
        play.me.tunnels_this_turn = 0
        play.me.once_used = frozenset()
        play.note("rule G-2")
        play.first(KeepHandLimit(self.seat), ClaimContracts(), ChooseSlotAndCard(), EndTurn())


# --- the hand limit ---


def hand_limit(table: Table, player: Player) -> int:
    """G-9: three, and more with a card that says so."""
    limit = HAND_LIMIT
    for card in player.laid:
        permanent = table.catalogue.card(card).permanent
        if isinstance(permanent, HandLimit):
            limit += permanent.more
    return limit


@dataclass(frozen=True)
class KeepHandLimit(Deed):
    """G-9: the excess is discarded before the next turn begins, and at the start of an era."""

    seat: int

    def do(self, play: Play) -> None:
        play.table.to_move = self.seat
        play.first(DiscardDown())


@dataclass(frozen=True)
class DiscardDown(Question):
    """One card after the other, until the rest may be kept."""

    def answers(self, play: Play) -> list[Label]:
        if len(play.me.hand) <= hand_limit(play.table, play.me):
            return []
        return [("discard", card) for card in sorted(play.me.hand)]

    def carry_out(self, play: Play, answer: Label) -> None:
        card = int(answer[1])
        play.me.hand.remove(card)
        play.discard(card)
        play.note("rule G-9")
        for laid in play.me.laid:
            if isinstance(play.table.catalogue.card(laid).permanent, HandLimit):
                play.note("part HandLimit", f"card {laid}")
        play.first(self)


# --- slot and card ---


@dataclass(frozen=True)
class ChooseSlotAndCard(Question):
    """G-3: a slot and, at the same moment, a card from hand."""

    def answers(self, play: Play) -> list[Label]:
        table, me = play.table, play.me
        once = once_labels(table, me)
        if not me.hand:
            return [*once, STOP] if once else []                            # D-8
        labels = once
        for slot in [*table.slots_here.values(), table.catalogue.always]:
            labels.extend(("play", slot.id, card) for card in cards_for_slot(play, slot))
        return labels

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            play.note("rule D-8")
        elif answer[0] == "once":
            play.first(UseOnce(int(answer[1])), self)
        else:
            play.first(OnceMore())
            self._choose(play, str(answer[1]), int(answer[2]))

    def _choose(self, play: Play, slot_id: str, number: int) -> None:
        table, me = play.table, play.me
        slot, card = table.slot(slot_id), table.catalogue.card(number)
        self._place_tile(play, slot_id)
        me.hand.remove(number)
        set_off = set_off_by_choosing(play, slot, card)
        play.note("rule G-3", "rule G-4")
        if matches(slot, card):
            play.first(*set_off, ChooseOrder(slot_id, number))
            return
        play.discard(number)                                                # D-7
        play.note("rule D-7")
        if slot.colour == Colour.NONE:
            play.note("rule G-10")
        play.first(*set_off, SlotAction(slot_id, Duty.CHOSEN))

    def _place_tile(self, play: Play, slot_id: str) -> None:
        table, me = play.table, play.me
        if slot_id not in table.slots_here:
            return                                                          # G-10: never occupied
        if table.occupied(slot_id):
            me.tokens[Resource.CREDITS] -= CLONING_PRICE                    # G-11
            table.cloner = me.seat
            play.note("rule G-11", "rule S-10")
        table.tiles.setdefault(slot_id, []).append(me.seat)


@dataclass(frozen=True)
class ChooseOrder(Question):
    """G-4, D-4: the colours match; the slot's action first, the card's effect first, or only the slot's action."""

    slot_id: str
    card: int

    def answers(self, play: Play) -> list[Label]:
        table, me = play.table, play.me
        labels: list[Label] = []
        if can_start_effect(table, me, table.slot(self.slot_id).effect):
            labels = [("order", "slot first"), ("order", "only slot")]
        if card_would_do_something(table, me, table.catalogue.card(self.card)):
            labels.append(("order", "card first"))
        return labels or [("order", "only slot")]

    def carry_out(self, play: Play, answer: Label) -> None:
        play.note("rule D-4", "rule G-6")
        slot_action = SlotAction(self.slot_id, Duty.CHOSEN)
        if answer[1] == "slot first":
            play.first(slot_action, CardAfterSlot(self.card))
        elif answer[1] == "card first":
            play.first(UseCard(self.card), slot_action)
        else:
            play.discard(self.card)                                         # D-7
            play.first(slot_action)


@dataclass(frozen=True)
class CardAfterSlot(Question):
    """D-4: "slot first" commits to the card, but the price of a special is asked for only now (K-9)."""

    card: int

    def answers(self, play: Play) -> list[Label]:
        card = play.table.catalogue.card(self.card)
        if not card.is_special:
            return [("use card",)]
        return [("use card",), STOP] if can_pay_special(play.me, card) else [STOP]

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            play.discard(self.card)
        else:
            play.first(UseCard(self.card))


# --- the end of the turn ---


@dataclass(frozen=True)
class EndTurn(Deed):
    """G-9: always draw a card."""

    def do(self, play: Play) -> None:
        play.draw(play.me, 1)
        play.first(ClaimContracts())
