"""What becomes of a card that is used: instants, cards that are laid, action cards, specials (chapter 4)."""

from dataclasses import dataclass

from undersea_env.underwater_cities.printed.effects import ReadyActionCard, TakeSpecial, UseActionCard
from undersea_env.underwater_cities.printed.words import CardType, Event, Resource

from .agenda import STOP, Deed, Label, Play, Question
from .parts import CARD, Duty, PartInHand, Parts, begins
from .standards import ACTION_CARD_LIMIT, LOOKED_AT
from .table import UNSEEN
from .triggers import ClaimContracts, triggered

# --- using the card that was played ---


@dataclass(frozen=True)
class UseCard(Deed):
    """The played card does what its type does (K-2, K-3); a special is paid for first (K-9)."""

    card: int

    def do(self, play: Play) -> None:
        card = play.table.catalogue.card(self.card)
        paid = [PaidSpecial()] if card.is_special else []
        if card.is_special:
            play.me.tokens[Resource.CREDITS] -= card.price
            play.note("rule K-9")
        if card.type == CardType.INSTANT:
            play.first(*paid, Parts(card.effect, CARD), PutAway(self.card))
        elif card.type != CardType.ACTION:
            play.first(Lay(self.card), *paid)
        elif len(play.me.action_cards) < ACTION_CARD_LIMIT:
            play.first(LayActionCard(self.card), *paid)
        else:
            play.first(*paid, LayActionCard(self.card))
        play.note(f"card {self.card}")


@dataclass(frozen=True)
class PaidSpecial(Deed):
    """K-9: heard by the special itself, if it was laid."""

    def do(self, play: Play) -> None:
        play.first(*triggered(play, (Event.PAY_SPECIAL, 0)))


@dataclass(frozen=True)
class PutAway(Deed):
    """D-7: an instant after its effect; a paid special is kept under the player's board (K-10)."""

    card: int

    def do(self, play: Play) -> None:
        play.note("rule K-3", "rule D-7")
        if play.table.catalogue.card(self.card).is_special:
            play.me.paid_instants.append(self.card)
            play.note("rule K-10")
            play.first(ClaimContracts())
        else:
            play.discard(self.card)


@dataclass(frozen=True)
class Lay(Deed):
    """K-3: it stays in front of the player for good, and works from now on (K-4)."""

    card: int

    def do(self, play: Play) -> None:
        play.me.laid.append(self.card)
        play.note("rule K-3")
        play.first(ClaimContracts())


@dataclass(frozen=True)
class LayActionCard(Question):
    """K-6: at most four; to lay a fifth, one of the four is discarded, or else the new one."""

    card: int

    def answers(self, play: Play) -> list[Label]:
        in_play = play.me.action_cards
        if len(in_play) < ACTION_CARD_LIMIT:
            return [("lay",)]
        return [*(("action card", card) for card in sorted(in_play)), STOP]

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            play.discard(self.card)
            return
        me = play.me
        afterwards: list[Deed | Question] = [ClaimContracts()]
        if answer[0] == "action card":
            old = int(answer[1])
            was_ready = not me.action_cards.pop(old)
            play.discard(old)
            play.note("rule K-6")
            if was_ready:
                play.note("rule D-10")
                afterwards.append(ActionCardEffect(old))        # as if the new card had this instant effect
        me.action_cards[self.card] = False
        play.first(*afterwards)


# --- action cards ---


@dataclass(frozen=True)
class ActionCardEffect(Deed):
    card: int

    def do(self, play: Play) -> None:
        play.note(f"card {self.card}", "rule K-5")
        if self.card == 0:
            play.note("rule K-7")
        effect = play.table.catalogue.card(self.card).effect
        play.first(*triggered(play, (Event.USE_ACTION_CARD, 0)), Parts(effect, CARD))


@begins(UseActionCard)
def begin_use_action_card(play: Play, now: PartInHand) -> None:
    assert isinstance(now.part, UseActionCard)
    play.first(ChooseActionCard(now.part.times, now.duty))


@dataclass(frozen=True)
class ChooseActionCard(Question):
    """K-5: a ready one, even if nothing of its effect can be done (D-10)."""

    times_left: int
    duty: Duty

    def answers(self, play: Play) -> list[Label]:
        if self.times_left == 0:
            return []
        ready: list[Label] = [("action card", card) for card in play.me.ready_cards()]
        return ready + ([] if self.duty.holds(play) and ready else [STOP])

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            return
        self.duty.fulfil(play)
        card = int(answer[1])
        play.me.action_cards[card] = True                       # L-4: it cannot use itself
        play.note("rule L-4")
        play.first(ActionCardEffect(card), ChooseActionCard(self.times_left - 1, Duty.NONE))


@begins(ReadyActionCard)
def begin_ready_action_card(play: Play, now: PartInHand) -> None:
    play.first(ChooseExhausted(now.duty))


@dataclass(frozen=True)
class ChooseExhausted(Question):
    duty: Duty

    def answers(self, play: Play) -> list[Label]:
        exhausted: list[Label] = [("action card", card) for card in play.me.exhausted_cards()]
        return exhausted + ([] if self.duty.holds(play) and exhausted else [STOP])

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer != STOP:
            self.duty.fulfil(play)
            play.me.action_cards[int(answer[1])] = False


# --- taking specials ---


@begins(TakeSpecial)
def begin_take_special(play: Play, now: PartInHand) -> None:
    play.first(ChooseSpecial(now.duty))


@dataclass(frozen=True)
class ChooseSpecial(Question):
    """K-8: a face-up dear one, the face-up top of the others, or the choice among the next three."""

    duty: Duty

    def answers(self, play: Play) -> list[Label]:
        table = play.table
        labels: list[Label] = [("special", card) for card in [*sorted(table.special_row), *table.special_deck[:1]]]
        if play.looking_ahead:
            del labels[1:]                                      # which card it is makes no difference there
        elif len(table.special_deck) > 1:
            labels.append(("look",))                            # D-11: not with a single card
        elif table.special_deck:
            play.note("rule D-11")
        return labels + ([] if self.duty.holds(play) and labels else [STOP])

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            return
        self.duty.fulfil(play)
        table = play.table
        play.note("rule K-8")
        if answer == ("look",):
            table.special_deck.append(table.special_deck.pop(0))
            if len(table.special_deck) < LOOKED_AT:
                play.note("rule K-11a")
            play.first(KeepSpecial())
            return
        card = int(answer[1])
        pile = table.special_row if card in table.special_row else table.special_deck
        pile.remove(card)
        if pile is table.special_row:
            play.note("rule C-5")
        play.me.hand.append(UNSEEN if play.looking_ahead else card)
        play.first(ClaimContracts())


@dataclass(frozen=True)
class KeepSpecial(Question):
    """The cards looked at lie on top of the deck until one is kept."""

    def answers(self, play: Play) -> list[Label]:
        return [("keep", card) for card in play.table.special_deck[:LOOKED_AT]]

    def carry_out(self, play: Play, answer: Label) -> None:
        card = int(answer[1])
        deck = play.table.special_deck
        others = tuple(other for other in deck[:LOOKED_AT] if other != card)
        deck.remove(card)
        play.me.hand.append(card)
        play.first(PutUnder(others), ClaimContracts())


@dataclass(frozen=True)
class PutUnder(Question):
    """In either order."""

    cards: tuple[int, ...]

    def answers(self, play: Play) -> list[Label]:
        return [("under", card) for card in self.cards]

    def carry_out(self, play: Play, answer: Label) -> None:
        card = int(answer[1])
        play.table.special_deck.remove(card)
        play.table.special_deck.append(card)
        play.first(PutUnder(tuple(other for other in self.cards if other != card)))
