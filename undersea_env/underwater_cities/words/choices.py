"""What an answer is about: ids in the picture of the table, and facts for bots and pages."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from undersea_env.underwater_cities.compiled.disassembler import effect_of, part_of
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    ASSISTANT,
    FIRST_TUNNEL_SITE,
    PLAYABLE_HAND,
)
from undersea_env.underwater_cities.compiled.opcodes import Column
from undersea_env.underwater_cities.kernel.actions import CARD_FIRST, TOP_SPECIAL, block_of
from undersea_env.underwater_cities.kernel.questions import Question
from undersea_env.underwater_cities.printed.effects import (
    Build,
    Effect,
    Either,
    Gain,
    If,
    Part,
    Pay,
    Upgrade,
    UseActionCard,
)
from undersea_env.underwater_cities.printed.words import Colour, Resource
from undersea_env.underwater_cities.words.asking import UPGRADE, prices_of, production_of, waiting_cards
from undersea_env.underwater_cities.words.names import TOKEN_NAMES, amounts_words, site_name, thing_word
from undersea_env.underwater_cities.words.phrases import thing_on_offer, with_biomatter
from undersea_env.underwater_cities.words.readings import (
    board_of,
    card_of,
    matches,
    rules_of,
    slot_of,
    standing_on,
    top_frame,
)

if TYPE_CHECKING:
    from undersea_env.core.position import State

RESOURCES = tuple(resource.name.lower() for resource in Resource)
Facts = dict[str, Any]


class Asked:
    """A position whose open question is to be answered."""

    def __init__(self, state: "State") -> None:
        self.record: Any = state.states[0]
        self.game = state.game
        self.rules = rules_of(state.game)
        self.seat = int(self.record.seat)
        self.me = self.record.players[self.seat]
        self.frame = top_frame(self.record)
        self.row = int(self.frame.row)

    def card(self, block: str, k: int) -> int:
        """The card, by its number in the engine, that an answer names; 0: none."""
        record, me, rules = self.record, self.me, self.rules
        match block:
            case "PLAY":
                return int(me.hand[k % PLAYABLE_HAND])
            case "HAND":
                return int(me.hand[k])
            case "ORDER" | "USE_CARD":
                return int(self.frame.card)
            case "ACTION_CARD":
                return int(me.action_card[k])
            case "SPECIAL" if k < TOP_SPECIAL:
                return int(record.special_row[k])
            case "SPECIAL":
                is_open = record.special_count > 0 and not record.looked_count        # K-8
                return int(record.special_deck[int(record.special_count) - 1]) if is_open else 0
            case "KEEP" | "UNDER":
                return int(record.looked[k])
            case "CONVERT":
                return int(rules.conversion_card[k])
            case "ONCE":
                return int(rules.once_card[k])
            case "TRIGGER" if self.frame.question == Question.TRIGGERS:
                waiting = waiting_cards(record, self.game)
                return waiting[k] if k < len(waiting) else 0
        return 0

    def slot(self, block: str, k: int) -> int | None:
        """The slot, as actions number it."""
        if block == "PLAY":
            return k // PLAYABLE_HAND
        if block == "SLOT":
            return k
        return int(self.frame.slot) if block == "ORDER" else None

    def is_laid_out(self, slot: int) -> bool:
        """Of the two sides of the slots only one is used."""
        first = int(self.rules.first_slot)
        return slot == ALWAYS_SLOT or first <= slot < first + int(self.rules.slot_count)

    def in_play(self) -> set[int]:
        laid = {int(card) for card in self.me.tableau[: int(self.me.tableau_count)]}
        return laid | {int(card) for card in self.me.action_card[: int(self.me.action_count)]}

    def is_connected(self, site: int) -> bool:
        """Of a city that is to be built, and of its buildings: by the tunnels that there are (B-8)."""
        if site >= FIRST_TUNNEL_SITE:
            ends = board_of(self.record, self.game, self.seat).tunnels[site - FIRST_TUNNEL_SITE].between
            return any(self.is_linked(end) for end in ends)
        return self.is_linked(site_name(site).partition(".")[0])

    def is_linked(self, end: str) -> bool:
        """Whether tunnels lead there from the starting city."""
        return end in self._linked

    @cached_property
    def _linked(self) -> set[str]:
        board = board_of(self.record, self.game, self.seat)
        cities = enumerate(board.cities)
        found = {city.id for c, city in cities if int(self.me.connected_cities) >> c & 1}
        built = [tunnel.between for t, tunnel in enumerate(board.tunnels) if self.me.tunnel[t]]
        while more := {end for ends in built if found & set(ends) for end in ends} - found:
            found |= more
        return found

    def sites(self) -> set[str]:
        board = board_of(self.record, self.game, self.seat)
        cities = {city.id for city in board.cities}
        buildings = {site.id for city in board.cities for site in city.sites}
        return cities | buildings | {tunnel.id for tunnel in board.tunnels}


# --- targets ---

PLACES = {  # where the card lies that an answer names
    "PLAY": "hand", "HAND": "hand", "SPECIAL": "special", "KEEP": "looked", "UNDER": "looked", "USE_CARD": "played",
}
OF_CARDS_IN_PLAY = ("ACTION_CARD", "CONVERT", "ONCE", "TRIGGER")


def targets(state: "State", number: int) -> tuple[str, ...]:
    """Ids in the picture that mean this action, also if it is not legal now."""
    asked = Asked(state)
    block, k = block_of(number)
    card, slot = asked.card(block.name, k), asked.slot(block.name, k)
    if block.name == "SITE":
        site = site_name(k)
        return (f"seat-{asked.seat}-{site}",) if site in asked.sites() else ()
    if slot is not None and not asked.is_laid_out(slot):
        return ()
    if block.name == "ORDER":
        return (f"played-{shown(card)}",) if k == CARD_FIRST else (f"slot-{slot_of(asked.game, slot or 0).id}",)
    if block.name == "SLOT":
        return (f"slot-{slot_of(asked.game, k).id}",)
    if not card:
        return ()
    if block.name in OF_CARDS_IN_PLAY:
        return (f"seat-{asked.seat}-card-{shown(card)}",) if card in asked.in_play() else ()
    place = f"{PLACES[block.name]}-{shown(card)}"
    return (place,) if slot is None else (place, f"slot-{slot_of(asked.game, slot).id}")


def shown(card: int) -> int:
    return 0 if card == ASSISTANT else card


# --- for people ---


def label(state: "State", target: str) -> str:
    """What a slot or a card of the hand is, in a line: `Y two-tunnels: build 2 tunnels`."""
    place, _, id = target.partition("-")
    if place == "slot":
        slot = next(slot for slot in state.game.catalogue.slots if slot.id == id)
        return f"{_letter(slot.colour)} {slot.id}: {slot.text}"
    card = card_of(state.game, int(id))
    return f"{_letter(card.colour)} {card.name} ({card.type.name.lower()}): {card.text}"


def _letter(colour: Colour) -> str:
    return "-" if colour == Colour.NONE else colour.name[0]


def status(state: "State", seat: int) -> str:
    """What a player has, and what the next production brings."""
    record = state.states[0]
    me = record.players[seat]
    held = amounts_words(me.resource[: len(TOKEN_NAMES)])
    if record.over:
        return f"Held: {held}."
    produced = amounts_words(production_of(record, state.game)[seat])
    return f"Held: {held}. Next production: {produced}; food {int(me.connected_cities).bit_count()} kelp."


# --- facts ---

WITH_EFFECT = ("SPECIAL", "HAND")        # cards whose text the phrase does not have

NO_FACTS: Facts = {
    "effect": "",        # what it gives or lets one do, in words
    "card": None,        # its number; 0 is the Personal Assistant
    "name": None,        # of the card
    "colour": None,      # of the card
    "type": None,        # of the card: "instant", "action", "permanent", "production", "end"
    "slot": None,        # its id
    "matches": False,    # whether card and slot have the same colour, so that the card works
    "site": None,        # its id on the board: "c9", "c9.a", "t3"
    "thing": None,       # what is built, or stands on the site: "farm", "tunnel"
    "connected": False,  # whether the site is, or the building's city: only what is connected produces and scores
    "builds": (),        # things that the effects let one build
    "upgrades": 0,       # structures that one may upgrade, or does
    "acts": 0,           # action cards that one may use
    "price": {},         # what it costs at once, by resources
    "cost": 0,           # the same in one number: how many of them
    "gains": {},         # what it gives at once, by resources, points and cards
}


def facts(state: "State", number: int) -> Facts:
    """Of a legal action."""
    asked = Asked(state)
    block, k = block_of(number)
    card, slot = asked.card(block.name, k), asked.slot(block.name, k)
    found = NO_FACTS | {"price": {}, "gains": {}, "builds": []}
    if card:
        printed = card_of(asked.game, card)
        found |= {"card": printed.number, "name": printed.name, "colour": printed.colour.name.lower(),
                  "type": printed.type.name.lower()}
        if block.name in WITH_EFFECT:
            found["effect"] = printed.text
    if slot is not None:
        found["slot"] = slot_of(asked.game, slot).id
        found["matches"] = bool(card) and matches(asked.game, slot, card)
    if block.name in FACTS_OF:
        FACTS_OF[block.name](asked, k, found)
    effects = list(_effects(asked, block.name, k, found))
    parts = [part for effect in effects for part in _plain_parts(effect)]
    found["builds"] = [thing_word(int(thing)) for part in parts if isinstance(part, Build)
                       for thing in part.things * part.times]
    found["upgrades"] += sum(_upgrades(part) for part in parts)
    found["acts"] = sum(part.times for part in parts if isinstance(part, UseActionCard))
    found["gains"] = found["gains"] or _gains(effects)
    found["cost"] = sum(found["price"].values())
    return found


def named(amounts: Any) -> dict[str, int]:
    """`{"kelp": 1}`, without what is none."""
    return {name: int(amount) for name, amount in zip(RESOURCES, amounts, strict=False) if amount}


def _facts_of_play(asked: Asked, k: int, found: Facts) -> None:
    slot = k // PLAYABLE_HAND
    card = card_of(asked.game, asked.card("PLAY", k))
    lost = f"no match: {card.name} is lost"
    found["effect"] = f"{slot_of(asked.game, slot).text}; {f'match: {card.text}' if found['matches'] else lost}"
    if slot != ALWAYS_SLOT and asked.record.slot_tiles[slot - int(asked.rules.first_slot)]:
        found["price"] = {"credits": 1}                      # G-11


def _facts_of_using(asked: Asked, k: int, found: Facts) -> None:
    found["price"] = named([0, 0, 0, int(asked.rules.card_price[int(asked.frame.card)])])


def _facts_of_kind(asked: Asked, k: int, found: Facts) -> None:
    found["thing"] = thing_word(k + 1)
    found["price"] = _first_payable(asked, k + 1, None)


def _facts_of_site(asked: Asked, site: int, found: Facts) -> None:
    question = int(asked.frame.question)
    found["site"] = site_name(site)
    found["connected"] = asked.is_connected(site)
    thing = thing_on_offer(asked.record, asked.game) if question == Question.BUILD else standing_on(asked.me, site)
    found["thing"] = thing_word(thing) if thing else None
    if question == Question.BUILD:
        found["price"] = _first_payable(asked, thing, site)
    elif question == Question.UPGRADE:
        found["price"], found["upgrades"] = _first_payable(asked, UPGRADE, None), 1
    elif question == Question.PRODUCTION_OF:
        found["gains"] = named(asked.rules.produced_by[thing - 1, 1])


def _first_payable(asked: Asked, thing: int, site: int | None) -> dict[str, int]:
    prices = prices_of(asked.record, asked.game, asked.row, thing, site)
    price = next((price.amounts for price in prices if price.is_payable), [])
    return named(price if thing == UPGRADE or not price else with_biomatter(asked.record, price))


def _facts_of_price(asked: Asked, k: int, found: Facts) -> None:
    frame = asked.frame
    builds = frame.question == Question.BUILD
    thing, site = (int(frame.thing), int(frame.site)) if builds else (UPGRADE, None)
    found["price"] = named(prices_of(asked.record, asked.game, asked.row, thing, site)[k].amounts)


def _facts_of_payment(asked: Asked, k: int, found: Facts) -> None:
    pay = part_of(asked.rules, asked.row)
    assert isinstance(pay, Pay)
    found["price"] = named(pay.prices[k])


def _facts_of_exchange(asked: Asked, k: int, found: Facts) -> None:
    rules = asked.rules
    sides = [named(rules.amounts[rules.part[asked.row, c]]) for c in (Column.AMOUNTS, Column.OTHER_AMOUNTS)]
    found["price"], found["gains"] = sides[k], sides[1 - k]


def _facts_of_conversion(asked: Asked, k: int, found: Facts) -> None:
    rules = asked.rules
    found["price"] = named(rules.amounts[rules.conversion_give[k]])
    found["gains"] = named(rules.amounts[rules.conversion_get[k]])


def _facts_of_resource(asked: Asked, k: int, found: Facts) -> None:
    found["gains"] = {RESOURCES[k]: 1}


def _facts_of_replacing(asked: Asked, k: int, found: Facts) -> None:
    found["price"] = {"biomatter": k} if k else {}


FACTS_OF: dict[str, Callable[[Asked, int, Facts], None]] = {
    "PLAY": _facts_of_play,
    "USE_CARD": _facts_of_using,
    "KIND": _facts_of_kind,
    "SITE": _facts_of_site,
    "PRICE": _facts_of_price,
    "FOR_KELP": _facts_of_replacing,
    "FOR_STEELPLAST": _facts_of_replacing,
    "PAY": _facts_of_payment,
    "EXCHANGE": _facts_of_exchange,
    "CONVERT": _facts_of_conversion,
    "RESOURCE": _facts_of_resource,
}


def _effects(asked: Asked, block: str, k: int, found: Facts) -> Iterator[Effect]:
    """What an answer sets to work."""
    game, rules = asked.game, asked.rules
    match block:
        case "PLAY":
            slot = slot_of(game, k // PLAYABLE_HAND)
            yield slot.effect
            if found["matches"] and found["type"] == "instant":
                yield instant_of(asked, asked.card(block, k))
        case "SLOT":
            yield slot_of(game, k).effect
        case "ACTION_CARD" | "USE_CARD":
            yield instant_of(asked, asked.card(block, k))
        case "PART":
            yield (effect_of(rules, asked.row, int(asked.frame.left))[k],)
        case "EITHER":
            part = part_of(rules, asked.row)
            assert isinstance(part, Either)
            yield part.alternatives[k]
        case "PAY":
            part = part_of(rules, asked.row)
            assert isinstance(part, Pay)
            yield part.effect
        case "SITE" if asked.frame.question == Question.BUILD:
            first, parts = rules.site_effect[asked.me.board, k]
            if parts:
                yield effect_of(rules, first, parts)


def instant_of(asked: Asked, card: int) -> Effect:
    """What using a card does at once."""
    first, parts = asked.rules.card_effect[card]
    return effect_of(asked.rules, first, parts) if parts else ()


def _gains(effects: list[Effect]) -> dict[str, int]:
    """What the effects give without asking and without counting."""
    total: dict[str, int] = {}
    for effect in effects:
        for part in effect:
            if isinstance(part, Gain) and part.per is None:
                for name, amount in named(part.amounts).items():
                    total[name] = total.get(name, 0) + amount
    return total


def _plain_parts(effect: Effect) -> Iterator[Part]:
    """With those that are paid for, or happen under a condition, and of all alternatives."""
    for part in effect:
        if isinstance(part, Pay | If):
            yield from _plain_parts(part.effect)
        elif isinstance(part, Either):
            for alternative in part.alternatives:
                yield from _plain_parts(alternative)
        else:
            yield part


def _upgrades(part: Part) -> int:
    if isinstance(part, Upgrade):
        return part.times
    return part.times if isinstance(part, Build) and part.then_upgrade is not None else 0
