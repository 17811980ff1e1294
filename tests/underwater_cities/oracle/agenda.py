"""How the game is carried on: an agenda of things to do, the next one on top.

A *deed* is simply done. A *question* waits for an answer if it has two or more; with one answer it is not asked, with
none it is over (D-1). Both may put new entries on top: what they set off happens at once, inside of what set it off
(G-8). Entries never change, so that a game in progress can be copied: the look-ahead of G-5a lives on that.
"""

from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

from undersea_env.underwater_cities.printed.effects import Amounts
from undersea_env.underwater_cities.printed.words import Resource

from .chance import Chance
from .standards import DEAR_PRICE, LARGEST_HAND, TOKENS
from .table import ASSISTANT, UNSEEN, Player, Table

Label: TypeAlias = tuple[str | int, ...]
STOP: Label = ("stop",)


@dataclass(frozen=True)
class Deed:
    def do(self, play: "Play") -> None:
        raise NotImplementedError


@dataclass(frozen=True)
class Question:
    def answers(self, play: "Play") -> list[Label]:
        raise NotImplementedError

    def carry_out(self, play: "Play", answer: Label) -> None:
        raise NotImplementedError


class Play:
    """The table, what is still to be done, and the few things that happen to cards and tokens everywhere."""

    def __init__(self, table: Table, chance: Chance, events: Counter[str], looking_ahead: bool = False) -> None:
        self.table = table
        self.chance = chance
        self.events = events
        self.looking_ahead = looking_ahead
        self.agenda: list[Deed | Question] = []

    @property
    def me(self) -> Player:
        return self.table.players[self.table.to_move]

    def note(self, *what: str) -> None:
        """Remember what was exercised; what only a look-ahead does is not."""
        if not self.looking_ahead:
            for name in what:
                self.events[name] += 1

    def trial(self) -> "Play":
        """A copy of the table, with an empty agenda, to look ahead with."""
        return Play(self.table.copy_for(self.table.to_move), self.chance, self.events, looking_ahead=True)

    def branch(self) -> "Play":
        copy = self.trial()
        copy.agenda = self.agenda[:]
        return copy

    # --- the agenda ---

    def first(self, *entries: Deed | Question) -> None:
        """Do these, in this order, before everything else on the agenda."""
        self.agenda.extend(reversed(entries))

    def run(self) -> list[Label]:
        """Go on until somebody has a choice: its answers; none when there is nothing left to do."""
        while self.agenda:
            entry = self.agenda[-1]
            if isinstance(entry, Deed):
                self.agenda.pop()
                entry.do(self)
                continue
            answers = entry.answers(self)
            if len(answers) > 1:
                return answers
            self.agenda.pop()
            if answers:
                self.note("rule D-1")
                entry.carry_out(self, answers[0])
        return []

    def answer(self, label: Label) -> None:
        entry = self.agenda.pop()
        assert isinstance(entry, Question)
        entry.carry_out(self, label)

    # --- tokens, points, cards ---

    def gain(self, player: Player, amounts: Amounts, source: str) -> None:
        for resource in TOKENS:
            player.tokens[resource] += amounts[resource]
        if amounts[Resource.POINTS]:
            player.points_from[source] += amounts[Resource.POINTS]
        if amounts[Resource.CARDS]:
            self.draw(player, amounts[Resource.CARDS])

    def draw(self, player: Player, number: int) -> None:
        """K-11: from the current era deck."""
        for _ in range(number):
            if len(player.hand) >= LARGEST_HAND:
                self.note("rule D-12")
                return
            card = self.top_era_card()
            if card is not None:
                player.hand.append(card)
                self.note("rule K-11")

    def top_era_card(self) -> int | None:
        """Take it off; an empty deck is first refilled by shuffling its discard (C-2)."""
        table = self.table
        if self.looking_ahead:
            return self._unseen_card()
        if not table.era_deck and table.era_discard:
            table.era_deck = self.chance.shuffle("era discard", table.era_discard)
            table.era_discard = []
            self.note("rule C-2")
        if not table.era_deck:
            self.note("rule K-11a")
            return None
        return table.era_deck.pop(0)

    def _unseen_card(self) -> int | None:
        """D-9: a look-ahead knows that there is a card, not which."""
        for pile in (self.table.era_deck, self.table.era_discard):
            if pile:
                pile.pop(0)
                return UNSEEN
        return None

    def discard(self, number: int) -> None:
        """A card goes where discarded cards of its kind go (K-6, K-10, P-7)."""
        table = self.table
        if number == ASSISTANT:
            return                                          # it belongs to no deck
        card = table.catalogue.card(number)
        if card.is_special:
            if card.price == DEAR_PRICE:
                table.gone.append(number)
            else:
                table.special_deck.append(number)
            self.note("rule K-10")
        elif card.era == table.era:
            table.era_discard.insert(0, number)
        else:
            table.gone.append(number)
