"""Every card has one place: hands, piles, what is in play; what is not given is dealt as in a new game."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from undersea_env.core.position_values import Given, as_list, as_number, as_table, refuse
from undersea_env.underwater_cities.compiled.limits import (
    ASSISTANT,
    FACE_UP_SPECIALS,
    FIRST_CHEAP_SPECIAL,
    FIRST_SPECIAL,
    HAND_CAPACITY,
    LAST_NUMBER,
    LOOKED_AT,
    MAX_ACTION_CARDS,
    MOST_LAID,
    TABLEAU_CAPACITY,
    TURNS_IN_ROUND,
)
from undersea_env.underwater_cities.printed.catalogue import Card
from undersea_env.underwater_cities.printed.words import CardType
from undersea_env.underwater_cities.words.notation.names import inner_card
from undersea_env.underwater_cities.words.notation.pending import Shape

if TYPE_CHECKING:
    from undersea_env.underwater_cities.words.notation.reading import Reader


class CardReader:
    """Puts every card of a position where it lies."""

    def __init__(self, reader: "Reader") -> None:
        self.reader = reader
        self.record, self.players = reader.record, reader.players
        self.catalogue = reader.game.catalogue
        self.era = reader.era
        self.cards = Given("card")

    def card(self, value: Any, path: str, fits: Callable[[Card], str | None]) -> int:
        """A card that may lie there; `fits` gives the reason if it may not."""
        number = as_number(value, path, 1, LAST_NUMBER)
        card = self.catalogue.card(number)
        if not card.is_special and card.era > self.era:
            refuse(path, f"card {number} is of era {card.era}; this is era {self.era}")
        reason = fits(card)
        if reason is not None:
            refuse(path, f"card {number} ({card.name}) cannot be here: {reason}")
        self.cards.put(number, path)
        return number

    def pile_of(self, value: Any, path: str, most: int, fits: Callable[[Card], str | None]) -> list[int]:
        listed = as_list(value, path, most, "cards")
        return [self.card(item, f"{path}[{k}]", fits) for k, item in enumerate(listed)]

    def read(self, players: list[dict[str, Any]], pending: Shape | None) -> None:
        def anything(card: Card) -> str | None:
            return None

        def of_this_era(card: Card) -> str | None:
            return None if card.era == self.era and not card.is_special else f"it is no card of era {self.era}"

        def cheap(card: Card) -> str | None:
            return None if card.number >= FIRST_CHEAP_SPECIAL else "only specials of 1 or 2 credits can"

        def dear(card: Card) -> str | None:
            return None if FIRST_SPECIAL <= card.number < FIRST_CHEAP_SPECIAL else "only specials of 3 credits can"

        def paid_instant(card: Card) -> str | None:
            return None if card.is_special and card.type == CardType.INSTANT else "only instant specials can (K-10)"

        def departed(card: Card) -> str | None:
            if dear(card) is None or (not card.is_special and card.era < self.era):
                return None
            return "only cards of past eras and specials of 3 credits leave the game"

        everything = LAST_NUMBER
        piles = {
            "era_deck": of_this_era,
            "era_discard": of_this_era,
            "special_deck": cheap,
            "special_row": dear,
            "gone": departed,
        }
        hands: list[list[int] | None] = []
        for seat, player in enumerate(players):
            path = f"players[{seat}]"
            self.read_in_play(seat, player.get("in_play", [{"card": 0, "used": False}]), f"{path}.in_play")
            paid = player.get("paid_instants", [])
            for card in self.pile_of(paid, f"{path}.paid_instants", everything, paid_instant):
                self.players[seat]["paid_instants"] |= 1 << (card - FIRST_SPECIAL)
            has_hand = "hand" in player
            hands.append(self.pile_of(player["hand"], f"{path}.hand", HAND_CAPACITY, anything) if has_hand else None)
        given = self.reader.given
        found = {
            name: self.pile_of(given[name], name, FACE_UP_SPECIALS if name == "special_row" else everything, fits)
            for name, fits in piles.items()
            if name in given
        }
        if pending is not None:
            for k, frame in enumerate(pending.frames):
                if frame.get("card"):
                    self.card(frame["card"], f"pending.frames[{k}].card", anything)
            looked = self.pile_of(pending.given.get("looked", []), "pending.looked", LOOKED_AT, cheap)
            self.record["looked"][: len(looked)] = looked
            self.record["looked_count"] = len(looked)
        self.complete_cards(hands, found)

    def complete_cards(self, hands: list[list[int] | None], found: dict[str, list[int]]) -> None:
        """Piles and hands that were not given: as in a new game, without the cards that lie elsewhere."""
        dealt = {}
        for seat, hand in enumerate(hands):
            if hand is None:
                dealt[seat] = self.cards.free(self.reader.template["players"][seat]["hand"])
                for card in dealt[seat]:
                    self.cards.put(card, f"players[{seat}].hand")
        if "era_deck" not in found:
            deck = self.cards.free(self.usual_deck())
            for seat, cards in dealt.items():
                short = len(self.reader.template["players"][seat]["hand"]) - len(cards)
                dealt[seat] = cards + deck[:short]
                deck = deck[short:]
            found["era_deck"] = deck
        if "special_row" not in found:
            room = FACE_UP_SPECIALS - sum(FIRST_SPECIAL <= card < FIRST_CHEAP_SPECIAL for card in self.cards.place)
            found["special_row"] = self.cards.free(self.reader.template["special_row"])[: max(room, 0)]
            for card in found["special_row"]:
                self.cards.put(card, "special_row")
        if "special_deck" not in found:
            found["special_deck"] = self.cards.free(self.reader.template["special_deck"])
        if sum(FIRST_SPECIAL <= card < FIRST_CHEAP_SPECIAL for card in self.cards.place) > FACE_UP_SPECIALS:
            refuse("special_row", f"only {FACE_UP_SPECIALS} specials of 3 credits are in a game (C-5)")
        for seat, hand in enumerate(hands):
            cards = sorted(dealt[seat] if hand is None else hand)
            self.players[seat]["hand"][: len(cards)] = cards
            self.players[seat]["hand_count"] = len(cards)
        self.reader.write_pile("era_deck", "era_deck_count", found["era_deck"])
        self.reader.write_pile("era_discard", "era_discard_count", found.get("era_discard", []))
        self.reader.write_pile("special_deck", "special_count", found["special_deck"])
        self.record["special_row"][: len(found["special_row"])] = sorted(found["special_row"])
        for card in found.get("gone", []):
            self.record["gone"][card >> 3] |= 1 << (card & 7)

    def usual_deck(self) -> list[int]:
        """All cards of the era, top first: in the order of the new game, what is dealt there at the bottom."""
        numbers = [card.number for card in self.catalogue.cards_of_era(self.era)]
        if self.era > 1:                             # any fixed order that looks shuffled
            return sorted(numbers, key=lambda number: (number * 40503 % 65521, number))
        return list(dict.fromkeys([*self.reader.template["era_deck"], *numbers]))

    def read_in_play(self, seat: int, value: Any, path: str) -> None:
        me = self.players[seat]
        actions: list[tuple[int, bool]] = []
        tableau: list[int] = []
        for k, item in enumerate(as_list(value, path, TABLEAU_CAPACITY + MAX_ACTION_CARDS, "cards")):
            here = f"{path}[{k}]"
            entry = as_table(item, here, ("card", "used"))
            number = as_number(entry.get("card"), f"{here}.card", 0, LAST_NUMBER)
            if number == 0:
                if any(card == ASSISTANT for card, _ in actions):
                    refuse(f"{here}.card", "a player has one Personal Assistant (S-4)")
            else:
                self.card(number, f"{here}.card", _stays_in_play)
            is_action = number == 0 or self.catalogue.card(number).type == CardType.ACTION
            used = entry.get("used", False)
            if not isinstance(used, bool):
                refuse(f"{here}.used", f"expected true or false, found {used!r}")
            if "used" in entry and not is_action:
                refuse(f"{here}.used", f"card {number} is no action card; only those are used up (K-5)")
            if is_action:
                actions.append((inner_card(number), used))
            else:
                tableau.append(number)
        if len(actions) > MAX_ACTION_CARDS:
            refuse(path, f"at most {MAX_ACTION_CARDS} action cards, the Assistant too (K-6); these are {len(actions)}")
        turns_begun = TURNS_IN_ROUND * (int(self.record["round_no"]) - 1) + int(self.record["turn_no"])
        most = MOST_LAID + turns_begun                   # so that there is room for what the turns to come may lay
        if len(tableau) > most:
            refuse(path, f"at most {most} other cards; these are {len(tableau)}")
        for k, (card, used) in enumerate(sorted(actions)):
            me["action_card"][k], me["action_used"][k] = card, used
        me["action_count"] = len(actions)
        me["tableau"][: len(tableau)] = sorted(tableau)
        me["tableau_count"] = len(tableau)


def _stays_in_play(card: Card) -> str | None:
    return "instants do not stay in play (K-3)" if card.type == CardType.INSTANT else None
