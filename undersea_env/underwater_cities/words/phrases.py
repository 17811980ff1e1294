"""Actions and questions in the words of the game, read off the record of a game and its rule book."""

from typing import Any, Protocol

import numpy as np

from undersea_env.core.loop import list_legal_of
from undersea_env.underwater_cities.compiled.assembler import slots_in_order
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    ASSISTANT,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    GAINS,
    PLAYABLE_HAND,
    SITES_AT_CITY,
    TOKENS,
)
from undersea_env.underwater_cities.compiled.opcodes import AVAILABLE, OCCUPIED, Column, Op, Plain, TermsKind
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.actions import (
    CARD_FIRST,
    LOOK_AT_THREE,
    NUM_ACTIONS,
    SLOT_FIRST,
    TOP_SPECIAL,
)
from undersea_env.underwater_cities.kernel.questions import (
    DEALING,
    NEW_ERA,
    PRODUCING,
    SECOND_HALF,
    TO_CHOOSE,
    TO_KEEP,
    TO_ORDER,
    TO_PLAY,
    TO_PRICE,
    TO_REPLACE_KELP,
    TO_TAKE,
    Question,
)
from undersea_env.underwater_cities.kernel.state import NONSYMBIOTIC_SUPPLY, SYMBIOTIC_SUPPLY, TUNNEL_SUPPLY
from undersea_env.underwater_cities.kernel.workspace import new_workspaces
from undersea_env.underwater_cities.printed.catalogue import Board, Card, Catalogue, Slot
from undersea_env.underwater_cities.printed.effects import (
    FREE,
    USUAL,
    Build,
    ConvertCity,
    Effect,
    Either,
    Exchange,
    Federation,
    Gain,
    GainDifferent,
    GainProduction,
    If,
    Part,
    Pay,
    Per,
    PerformSlot,
    ReadyActionCard,
    TakeMetropolis,
    TakeSpecial,
    Terms,
    Upgrade,
    UseActionCard,
)
from undersea_env.underwater_cities.printed.language import RESOURCE_WORDS, THING_WORDS, amounts_text, part_text
from undersea_env.underwater_cities.printed.words import (
    BUILDINGS,
    CITIES,
    METROPOLIS_COLOURS,
    SITE_LETTERS,
    Colour,
    Count,
    Resource,
    Thing,
)

METROPOLIS_IDS = tuple(METROPOLIS_COLOURS)
KELP, STEELPLAST, SCIENCE, CREDITS, BIOMATTER = range(TOKENS)
SUPPLY_OF = {Thing.TUNNEL: TUNNEL_SUPPLY, Thing.NONSYMBIOTIC: NONSYMBIOTIC_SUPPLY, Thing.SYMBIOTIC: SYMBIOTIC_SUPPLY}
UPGRADE = 0                      # row of the tables of prices and discounts
NUMERALS = ("", "I", "II", "III")


class GameLike(Protocol):
    """What words are made from."""

    @property
    def catalogue(self) -> Catalogue: ...

    @property
    def rulebook(self) -> Any: ...


# --- names ---


def rules_of(game: GameLike) -> Any:
    return game.rulebook[0]


def card_of(game: GameLike, number: int) -> Card:
    """The card with the engine's number; the Assistant is the highest there, and 0 for people."""
    return game.catalogue.card(0 if number == ASSISTANT else number)


def card_name(game: GameLike, number: int) -> str:
    card = card_of(game, int(number))
    return f"{card.name} (no. {card.number})" if card.number else f"the {card.name}"


def card_name_with_colour(game: GameLike, number: int) -> str:
    card = card_of(game, int(number))
    return f"{card.name} (no. {card.number}, {card.colour.name.lower()})"


def slot_of(game: GameLike, slot: int) -> Slot:
    found = slots_in_order(game.catalogue)[slot]
    assert isinstance(found, Slot)
    return found


def site_name(site: int) -> str:
    """The id that the board files give a site of the list of actions."""
    if site < FIRST_BUILDING_SITE:
        return f"c{site + 1}"
    if site >= FIRST_TUNNEL_SITE:
        return f"t{site - FIRST_TUNNEL_SITE + 1}"
    city, place = divmod(site - FIRST_BUILDING_SITE, SITES_AT_CITY)
    return f"c{city + 1}.{SITE_LETTERS[place]}"


def thing_word(thing: int) -> str:
    return THING_WORDS[(Thing(thing),)][0]


def amounts_words(amounts: Any) -> str:
    """"1 kelp, 2 credits"; "nothing" if there is none."""
    padded = [int(amount) for amount in amounts] + [0] * (GAINS - len(amounts))
    return amounts_text(tuple(padded)) or "nothing"  # type: ignore[arg-type]


def number_of(number: int, word: str, plural: str = "") -> str:
    return f"{number} {word}" if number == 1 else f"{number} {plural or word + 's'}"


def board_of(record: Any, game: GameLike, seat: int) -> Board:
    return game.catalogue.boards[int(record.players[seat].board)]


# --- the rule book read backwards ---


def part_of(rules: Any, row: int) -> Part:
    """The part of an effect that a row of the rule book was made from."""
    r = [int(value) for value in rules.part[row]]
    op, number = r[Column.OP], r[Column.NUMBER]
    match op:
        case Op.GAIN:
            per = Per(Count(r[Column.COUNT]), r[Column.DIVISOR], r[Column.CAP]) if r[Column.COUNT] else None
            return Gain(_amounts(rules, r[Column.AMOUNTS]), per)
        case Op.DIFFERENT:
            return GainDifferent(number, tuple(Resource(k) for k in _bits(r[Column.MASK])))
        case Op.FEDERATION:
            return Federation(number)
        case Op.BUILD:
            then = {0: None, TermsKind.USUAL + 1: USUAL, TermsKind.FREE + 1: FREE}[r[Column.THEN_UPGRADE]]
            return Build(_things(r[Column.MASK]), number, _terms(rules, r), bool(r[Column.ON_EXPANSION]), then)
        case Op.UPGRADE:
            return Upgrade(_things(r[Column.MASK]), number, _terms(rules, r))
        case Op.USE_ACTION:
            return UseActionCard(number)
        case Op.READY_ACTION:
            return ReadyActionCard()
        case Op.TAKE_SPECIAL:
            return TakeSpecial()
        case Op.PERFORM:
            return PerformSlot(bool(r[Column.MASK] & AVAILABLE), bool(r[Column.MASK] & OCCUPIED))
        case Op.EXCHANGE:
            return Exchange(_amounts(rules, r[Column.AMOUNTS]), _amounts(rules, r[Column.OTHER_AMOUNTS]))
        case Op.PRODUCTION_OF:
            return GainProduction()
        case Op.CONVERT_CITY:
            return ConvertCity()
        case Op.TAKE_METROPOLIS:
            return TakeMetropolis()
        case Op.PAY:
            return Pay(_prices(rules, r), effect_of(rules, r[Column.CHILD], r[Column.CHILDREN]), number)
        case Op.IF:
            effect = effect_of(rules, r[Column.CHILD], r[Column.CHILDREN])
            return If(Count(r[Column.COUNT]), number, bool(r[Column.EXACTLY]), effect)
        case Op.EITHER:
            return Either(tuple(alternative_of(rules, row, k) for k in range(r[Column.CHILDREN])))
    raise ValueError(f"row {row} of the rule book is no part of an effect")


def effect_of(rules: Any, first: int, parts: int) -> Effect:
    return tuple(part_of(rules, row) for row in range(int(first), int(first + parts)))


def alternative_of(rules: Any, row: int, k: int) -> Effect:
    first, parts = rules.alternative[rules.part[row, Column.CHILD] + k]
    return effect_of(rules, first, parts)


def _amounts(rules: Any, row: int) -> Any:
    return tuple(int(amount) for amount in rules.amounts[row])


def _bits(mask: int) -> list[int]:
    return [k for k in range(16) if mask >> k & 1]


def _things(mask: int) -> tuple[Thing, ...]:
    return tuple(Thing(k) for k in _bits(mask))


def _prices(rules: Any, row: list[int]) -> Any:
    first = row[Column.PRICES]
    return tuple(_amounts(rules, rules.price[first + k]) for k in range(row[Column.PRICE_COUNT]))


def _terms(rules: Any, row: list[int]) -> Terms:
    if row[Column.TERMS] == TermsKind.FREE:
        return FREE
    return Terms(prices=_prices(rules, row), discount=_amounts(rules, row[Column.DISCOUNT]))


def joined(effect: Effect) -> str:
    return " and ".join(map(part_text, effect))


def owner_of(game: GameLike, row: int) -> str:
    """What a part of an effect is printed on."""
    rules = rules_of(game)
    row = int(row)
    while True:
        if (card := _holding(rules.card_effect, row)) is not None:
            return card_name(game, card)
        if (slot := _holding(rules.slot_effect, row)) is not None:
            return f"the slot {slot_of(game, slot).id}"
        if (tile := _holding(rules.metropolis_effect, row)) is not None:
            return f"the metropolis {game.catalogue.metropolises[tile - 1].name}"
        if (contract := _holding(rules.contract_effect, row)) is not None:
            return f"the contract {game.catalogue.contracts[contract - 1].name}"
        if (site := _holding(rules.site_effect.reshape(-1, 2), row)) is not None:
            return f"the site {site_name(site % rules.site_effect.shape[1])}"
        row = _parent_of(rules, row)


def _holding(effects: Any, row: int) -> int | None:
    """The number of the effect, given by first row and number of rows, that holds the row."""
    found = np.flatnonzero((effects[:, 0] <= row) & (row < effects[:, 0] + effects[:, 1]))
    return int(found[0]) if found.size else None


def _parent_of(rules: Any, row: int) -> int:
    """The row of the `pay`, `if` or `either` that this one is inside of."""
    op, child, children = (rules.part[:, column] for column in (Column.OP, Column.CHILD, Column.CHILDREN))
    within = ((op == Op.PAY) | (op == Op.IF)) & (child <= row) & (row < child + children)
    entry = _holding(rules.alternative, row)
    if entry is not None:
        within |= (op == Op.EITHER) & (child <= entry) & (entry < child + children)
    return int(np.flatnonzero(within)[0])


# --- prices ---


def price_of(record: Any, game: GameLike, seat: int, row: int, choice: int, thing: int, site: int | None) -> list[int]:
    """What building the thing (0: an upgrade) costs after discounts, with the site's surcharge (B-14, B-15)."""
    rules = rules_of(game)
    me = record.players[seat]
    part = rules.part[row]
    price = [0] * TOKENS
    if part[Column.TERMS] != TermsKind.FREE:
        if part[Column.TERMS] == TermsKind.PRINTED:
            usual = rules.amounts[rules.price[part[Column.PRICES] + choice]]
        else:
            usual = rules.usual_price[thing]
        off = rules.amounts[part[Column.DISCOUNT]]
        price = [max(0, int(usual[r]) - int(off[r]) - int(me.discount[thing, r])) for r in range(TOKENS)]
    if site is not None:
        surcharge = rules.amounts[rules.site_surcharge[me.board, site]]
        price = [price[r] + int(surcharge[r]) for r in range(TOKENS)]
    return price


def with_biomatter(record: Any, seat: int, price: list[int]) -> list[int]:
    """The price with as little biomatter in place of kelp and steelplast as the player can do with (B-2)."""
    held = record.players[seat].resource
    paid = list(price)
    for resource in (KELP, STEELPLAST):
        missing = max(0, paid[resource] - int(held[resource]))
        paid[resource] -= missing
        paid[BIOMATTER] += missing
    return paid


def can_pay(record: Any, seat: int, price: list[int]) -> bool:
    return all(int(record.players[seat].resource[r]) >= price[r] for r in range(TOKENS))


def may_replace(record: Any, seat: int, price: list[int]) -> bool:
    """Whether more biomatter than needed may stand in for kelp or steelplast."""
    paid = with_biomatter(record, seat, price)
    spare = int(record.players[seat].resource[BIOMATTER]) - paid[BIOMATTER]
    return spare > 0 and paid[KELP] + paid[STEELPLAST] > 0


def payable_prices(record: Any, game: GameLike, seat: int, row: int, thing: int, site: int | None) -> list[int]:
    """Which of the printed prices the player can pay; [0] for the usual price."""
    choices = range(max(1, int(rules_of(game).part[row, Column.PRICE_COUNT])))
    payable = []
    for choice in choices:
        price = price_of(record, game, seat, row, choice, thing, site)
        if can_pay(record, seat, with_biomatter(record, seat, price) if thing else price):
            payable.append(choice)
    return payable


def _price_words(record: Any, game: GameLike, seat: int, row: int, thing: int, site: int | None) -> str:
    """" for 1 steelplast", or the prices to choose from, or what biomatter may replace."""
    payable = payable_prices(record, game, seat, row, thing, site)
    prices = [price_of(record, game, seat, row, choice, thing, site) for choice in payable]
    if not thing:
        return " for " + " or ".join(map(amounts_words, prices))
    words = " or ".join(amounts_words(with_biomatter(record, seat, price)) for price in prices)
    hint = " (biomatter may replace more)" if any(may_replace(record, seat, price) for price in prices) else ""
    return f" for {words}{hint}"


# --- what an index means in general ---


def describe_action(game: GameLike, action: int) -> str:
    """The meaning of an index whatever the position is."""
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"there is no action {action}; actions are numbered from 0 to {NUM_ACTIONS - 1}")
    block, k = actions.block_of(action)
    match block.name:
        case "PLAY":
            slot = slot_of(game, k // PLAYABLE_HAND)
            side = "" if slot.side == "both" else f", side {slot.side}"
            return f"play card {k % PLAYABLE_HAND + 1} of the hand on the slot {slot.id}{side}"
        case "ORDER":
            return ("slot first, then the card", "card first, then the slot", "only the slot; discard the card")[k]
        case "USE_CARD":
            return "pay for the special and use it"
        case "PART":
            return f"do part {k + 1} of the effect next"
        case "EITHER":
            return f"choose alternative {k + 1}"
        case "TRIGGER":
            return f"let card {k + 1} of those that trigger work next"
        case "KIND":
            return f"build a {thing_word(k + 1)}"
        case "SITE":
            return f"choose the site {site_name(k)}"
        case "PRICE":
            return f"pay price {k + 1} of those printed"
        case "FOR_KELP":
            return f"use {k} biomatter in place of kelp"
        case "FOR_STEELPLAST":
            return f"use {k} biomatter in place of steelplast"
        case "PAY":
            return f"pay price {k + 1} of those the effect asks"
        case "EXCHANGE":
            return "exchange " + ("from left to right", "from right to left")[k]
        case "RESOURCE":
            return f"gain 1 {RESOURCE_WORDS[Resource(k)][0]}"
        case "ACTION_CARD":
            return f"choose action card {k + 1}"
        case "SPECIAL":
            if k == TOP_SPECIAL:
                return "take the special on top of the deck"
            return "look at three specials" if k == LOOK_AT_THREE else f"take face-up special {k + 1}"
        case "KEEP":
            return f"keep special {k + 1} of those looked at"
        case "UNDER":
            return f"put special {k + 1} of those looked at under the deck first"
        case "SLOT":
            slot = slot_of(game, k)
            return f"perform the slot {slot.id}, side {slot.side}"
        case "CONVERT":
            card = int(rules_of(game).conversion_card[k])
            return f"convert with {card_name(game, card) if card else f'conversion card {k + 1} of the book'}"
        case "HAND":
            return f"discard card {k + 1} of the hand"
        case "ONCE":
            card = int(rules_of(game).once_card[k])
            return f"use {card_name(game, card) if card else f'once-per-turn card {k + 1} of the book'}"
    return "stop: decline the rest, or end the turn"


# --- what an action means now ---


def top_frame(record: Any) -> Any:
    return record.frame[int(record.frame_count) - 1]


def legal_actions(record: Any, game: GameLike) -> list[int]:
    states = np.array([record], record.dtype)            # a copy: looking ahead borrows from the record
    rooms = new_workspaces(1)
    return list_legal_of(states, game.rulebook, rooms)


def action_phrase(record: Any, game: GameLike, action: int, legal: list[int] | None = None) -> str:
    """What the action means now, as a complete phrase; for an action that is not legal, what it means in general."""
    general = describe_action(game, action)
    if record.over or action not in (legal_actions(record, game) if legal is None else legal):
        return general
    block, k = actions.block_of(action)
    frame = top_frame(record)
    seat = int(record.seat)
    me = record.players[seat]
    rules = rules_of(game)
    question = int(frame.question)
    row = int(frame.row)
    match block.name:
        case "PLAY":
            return _play_phrase(record, game, k // PLAYABLE_HAND, k % PLAYABLE_HAND)
        case "ORDER":
            name = card_name(game, frame.card)
            if k == SLOT_FIRST:
                return f"slot first, then the card: {slot_of(game, int(frame.slot)).id}, then {name}"
            if k == CARD_FIRST:
                return f"card first, then the slot: {name}, then {slot_of(game, int(frame.slot)).id}"
            return f"only the slot; discard the card {name}"
        case "USE_CARD":
            card = card_of(game, int(frame.card))
            return f"pay {number_of(card.price, 'credit')} for {card_name(game, frame.card)} and use it: {card.text}"
        case "PART":
            return f"do: {_part_words(rules, row, int(frame.left), k)}"
        case "EITHER":
            return f"choose: {_alternative_words(rules, row, k)}"
        case "TRIGGER":
            number = _triggering_cards(record, game)[k]
            return f"let {card_name(game, number)} work next: {card_of(game, number).text}"
        case "KIND":
            return f"build a {thing_word(k + 1)}{_kind_price_words(record, game, seat, row, k + 1)}"
        case "SITE":
            return _site_phrase(record, game, k)
        case "PRICE":
            thing = int(frame.thing) if question == Question.BUILD else UPGRADE
            price = price_of(record, game, seat, row, k, thing, int(frame.site) if thing else None)
            printed = amounts_words(rules.amounts[rules.price[rules.part[row, Column.PRICES] + k]])
            words = f"pay {amounts_words(price)}"
            return words if words == f"pay {printed}" else f"{words} (printed price: {printed})"
        case "FOR_KELP" | "FOR_STEELPLAST":
            return general if k else general.replace("use 0", "use no")
        case "PAY":
            effect = effect_of(rules, rules.part[row, Column.CHILD], rules.part[row, Column.CHILDREN])
            price = rules.amounts[rules.price[rules.part[row, Column.PRICES] + k]]
            return f"pay {amounts_words(price)} for: {joined(effect)}"
        case "EXCHANGE":
            pair = [amounts_words(rules.amounts[rules.part[row, c]]) for c in (Column.AMOUNTS, Column.OTHER_AMOUNTS)]
            return f"exchange {pair[k]} for {pair[1 - k]}"
        case "ACTION_CARD":
            return _action_card_phrase(record, game, int(me.action_card[k]), bool(me.action_used[k]))
        case "SPECIAL":
            return _special_phrase(record, game, k)
        case "KEEP":
            card = card_of(game, int(record.looked[k]))
            return f"keep the special {card.name} (no. {card.number}): {card.text}"
        case "UNDER":
            return f"put {card_name(game, record.looked[k])} under the deck first"
        case "SLOT":
            slot = slot_of(game, k)
            return f"perform the slot {slot.id}: {slot.text}"
        case "CONVERT":
            number = int(rules.conversion_card[k])
            given, taken = (rules.amounts[table[k]] for table in (rules.conversion_give, rules.conversion_get))
            return f"convert {amounts_words(given)} into {amounts_words(taken)} with {card_name(game, number)}"
        case "HAND":
            return f"discard {card_name(game, me.hand[k])}"
        case "ONCE":
            number = int(rules.once_card[k])
            return f"use {card_name(game, number)}: {card_of(game, number).text}"
        case "STOP":
            return _stop_phrase(record, game)
    return general


def _play_phrase(record: Any, game: GameLike, slot: int, place: int) -> str:
    rules = rules_of(game)
    card = int(record.players[int(record.seat)].hand[place])
    words = f"play {card_name_with_colour(game, card)} on {slot_of(game, slot).id}"
    if slot == ALWAYS_SLOT:
        return words
    cloned = record.slot_tiles[slot - int(rules.first_slot)] != 0
    return f"{words} with the cloning tile for 1 credit" if cloned else words


def matches(game: GameLike, slot: int, card: int) -> bool:
    """Whether the card has the slot's colour (G-4); the always-available slot has none (G-10)."""
    rules = rules_of(game)
    return bool(rules.slot_colour[slot] != Colour.NONE and rules.slot_colour[slot] == rules.card_colour[card])


def _numbered(texts: list[str], k: int) -> str:
    """The k-th text, with its place where another one reads the same."""
    return f"{texts[k]} (part {k + 1})" if texts.count(texts[k]) > 1 else texts[k]


def _part_words(rules: Any, row: int, parts: int, k: int) -> str:
    return _numbered([part_text(part) for part in effect_of(rules, row, parts)], k)


def _alternative_words(rules: Any, row: int, k: int) -> str:
    return _numbered([joined(alternative_of(rules, row, i)) for i in range(int(rules.part[row, Column.CHILDREN]))], k)


def _triggering_cards(record: Any, game: GameLike) -> list[int]:
    """The cards with a choice that wait for the event on top of the stack (L-6), as `resume_triggers` counts them."""
    rules = rules_of(game)
    frame = top_frame(record)
    me = record.players[int(record.seat)]
    return [
        card
        for card in map(int, me.tableau[: int(me.tableau_count)])
        if rules.card_event[card] == frame.row and rules.card_effect_is_plain[card] == 0
        and _event_detail_fits(rules, card, int(frame.row), int(frame.thing))
    ]


def _event_detail_fits(rules: Any, card: int, event: int, detail: int) -> bool:
    from undersea_env.underwater_cities.kernel.events import BY_THINGS, EVENT_MATCH

    wanted = int(rules.card_event_detail[card])
    if BY_THINGS >> event & 1:
        return bool(wanted >> detail & 1)
    return wanted == detail or (event == EVENT_MATCH and wanted == 0)


def _kind_price_words(record: Any, game: GameLike, seat: int, row: int, thing: int) -> str:
    """The price without surcharges, if it is the same on every site."""
    if rules_of(game).has_surcharges[record.players[seat].board]:
        return ""
    return _price_words(record, game, seat, row, thing, None)


def thing_on_offer(record: Any, game: GameLike, site: int) -> int:
    """What a build frame would put on a site: the kind chosen, or the only one that can be built there."""
    frame = top_frame(record)
    if frame.thing:
        return int(frame.thing)
    if site >= FIRST_TUNNEL_SITE:
        return int(Thing.TUNNEL)
    row, seat = int(frame.row), int(record.seat)
    for thing in CITIES if site < FIRST_BUILDING_SITE else BUILDINGS:
        if not rules_of(game).part[row, Column.MASK] >> thing & 1:
            continue
        if thing in SUPPLY_OF and record.supply[SUPPLY_OF[thing]] == 0:
            continue
        if payable_prices(record, game, seat, row, thing, site):
            return int(thing)
    raise ValueError(f"nothing can be built on {site_name(site)} now")


def _site_phrase(record: Any, game: GameLike, site: int) -> str:
    frame = top_frame(record)
    seat = int(record.seat)
    question = int(frame.question)
    if question == Question.CONVERT_CITY:
        return f"convert the city on {site_name(site)} into a symbiotic one"
    if question == Question.BUILD:
        thing = thing_on_offer(record, game, site)
        price = _price_words(record, game, seat, int(frame.row), thing, site)
        where = _place_words(record, game, seat, site)
        return f"build a {thing_word(thing)} on {where}{price}{_bonus_words(record, game, site)}"
    thing = structure_on(record, seat, site)
    where = f"the {thing_word(thing)} on {site_name(site)}"
    if question == Question.PRODUCTION_OF:
        return f"gain what {where} produces: {amounts_words(rules_of(game).produced_by[thing - 1, 1])}"
    return f"upgrade {where}{_price_words(record, game, seat, int(frame.row), UPGRADE, None)}"


def structure_on(record: Any, seat: int, site: int) -> int:
    """The building or tunnel on a site, as a Thing."""
    if site >= FIRST_TUNNEL_SITE:
        return int(Thing.TUNNEL)
    return int(record.players[seat].building[site - FIRST_BUILDING_SITE])


def _place_words(record: Any, game: GameLike, seat: int, site: int) -> str:
    if site < FIRST_TUNNEL_SITE:
        return site_name(site)
    ends = board_of(record, game, seat).tunnels[site - FIRST_TUNNEL_SITE].between
    return f"{site_name(site)} ({ends[0]} to {ends[1]})"


def _bonus_words(record: Any, game: GameLike, site: int) -> str:
    rules = rules_of(game)
    first, parts = rules.site_effect[record.players[int(record.seat)].board, site]
    return f"; site bonus: {joined(effect_of(rules, first, parts))}" if parts else ""


def _action_card_phrase(record: Any, game: GameLike, card: int, used: bool) -> str:
    frame = top_frame(record)
    question = int(frame.question)
    if question == Question.READY_ACTION:
        return f"ready {card_name(game, card)}"
    if question == Question.LAY:
        first = "" if used else " and use it at once"
        return f"discard {card_name(game, card)}{first}, to lay {card_name(game, frame.card)}"
    text = card_of(game, card).text
    return f"use {card_name(game, card)}: {text}"


def _special_phrase(record: Any, game: GameLike, k: int) -> str:
    if k == LOOK_AT_THREE:
        top = card_name(game, record.special_deck[int(record.special_count) - 1])
        return f"put the special {top} under the deck and look at the next three"
    if k == TOP_SPECIAL:
        card, where = int(record.special_deck[int(record.special_count) - 1]), "from the top of the deck"
    else:
        card, where = int(record.special_row[k]), "from the face-up row"
    return f"take the special {card_name(game, card)} {where}"


def _stop_phrase(record: Any, game: GameLike) -> str:
    frame = top_frame(record)
    rules = rules_of(game)
    row = int(frame.row)
    match int(frame.question):
        case Question.TURN:
            if frame.stage == TO_PLAY:
                return "play no card: the hand is empty"
            if frame.stage == SECOND_HALF:
                price = number_of(int(rules.card_price[frame.card]), "credit")
                return f"decline to pay {price} for {card_name(game, frame.card)}; it has no effect"
            return "end the turn"
        case Question.EFFECT:
            given = _given_anyway(rules, frame)
            rest = f"; still taken: {', '.join(given)}" if given else ""
            return f"stop: leave out the rest of {owner_of(game, row)}{rest}"
        case Question.BUILD:
            return "stop building"
        case Question.UPGRADE:
            return "stop upgrading"
        case Question.USE_ACTION:
            return "stop: use no action card"
        case Question.READY_ACTION:
            return "stop: ready no action card"
        case Question.LAY:
            return f"discard {card_name(game, frame.card)} and keep the action cards in play"
        case Question.TAKE_SPECIAL:
            return "stop: take no special"
        case Question.PERFORM:
            return "stop: perform no slot"
        case Question.EXCHANGE:
            return "stop: exchange nothing"
        case Question.PRODUCTION_OF:
            return "stop: gain no production"
        case Question.CONVERT_CITY:
            return "stop: convert no city"
        case Question.EITHER:
            return "stop: take no alternative"
        case Question.CONVERSIONS:
            return "stop converting"
        case Question.PAY:
            pay = part_of(rules, row)
            assert isinstance(pay, Pay)
            prices = " or ".join(map(amounts_words, pay.prices))
            return f"decline to pay {prices} for: {joined(pay.effect)}"
    return "stop"


def _given_anyway(rules: Any, frame: Any) -> list[str]:
    """Parts not done yet that only give: they are not declined (D-2)."""
    words = []
    for k in range(int(frame.left)):
        plain = int(rules.part[int(frame.row) + k, Column.PLAIN])
        gives = plain == Plain.ALWAYS or (plain == Plain.WHEN_TRIGGERED and frame.triggered)
        if gives and not int(frame.stage) >> k & 1:
            words.append(part_text(part_of(rules, int(frame.row) + k)))
    return words


# --- the open question ---


def question_phrase(record: Any, game: GameLike) -> str:
    """Who must decide what."""
    if record.over:
        return "The game is over."
    return f"{moment_words(record)}: {open_question(record, game)}"


def moment_words(record: Any) -> str:
    """The seat and the moment of the game."""
    seat = f"Seat {int(record.seat)}"
    stage = int(record.frame[0].stage)
    if stage == DEALING:
        return f"{seat}, set-up"
    if stage == PRODUCING:
        return f"{seat}, production of era {NUMERALS[int(record.era)]}"
    if stage == NEW_ERA:
        return f"{seat}, beginning of era {NUMERALS[int(record.era)]}"
    return f"{seat}, round {int(record.round_no)}, turn {int(record.turn_no)}"


def open_question(record: Any, game: GameLike) -> str:
    """What the frame on top of the stack asks. Names no hidden card."""
    frame = top_frame(record)
    rules = rules_of(game)
    row = int(frame.row)
    match int(frame.question):
        case Question.DISCARD:
            excess = int(record.players[int(record.seat)].hand_count) - int(frame.left)
            return f"which card to discard? ({excess} too many in hand)"
        case Question.TURN:
            return _question_of_turn(game, frame)
        case Question.EFFECT:
            return f"which part of {owner_of(game, row)} next?"
        case Question.BUILD:
            return _question_of_build(game, frame)
        case Question.UPGRADE:
            if frame.stage == TO_PRICE:
                return f"at which price to upgrade {site_name(int(frame.site))}?"
            return f"what to upgrade? ({part_text(part_of(rules, row))}; {int(frame.left)} left; {owner_of(game, row)})"
        case Question.USE_ACTION:
            return f"which action card to use? ({int(frame.left)} left)"
        case Question.READY_ACTION:
            return "which action card to make ready?"
        case Question.TAKE_SPECIAL:
            if frame.stage == TO_TAKE:
                return "which special to take?"
            return "which special to keep?" if frame.stage == TO_KEEP else "which special to put under the deck first?"
        case Question.PERFORM:
            return f"which slot to perform? ({owner_of(game, row)})"
        case Question.EXCHANGE:
            return f"which way to exchange? ({owner_of(game, row)})"
        case Question.PRODUCTION_OF:
            return "which upgraded structure shall give what it produces?"
        case Question.CONVERT_CITY:
            return "which city to convert into a symbiotic one?"
        case Question.PAY:
            return f"pay? ({part_text(part_of(rules, row))}; {owner_of(game, row)})"
        case Question.EITHER:
            return f"which alternative of {owner_of(game, row)}?"
        case Question.DIFFERENT:
            return f"which resource to gain? ({int(frame.left)} left; {owner_of(game, row)})"
        case Question.LAY:
            return f"which action card to discard for {card_name(game, frame.card)}?"
        case Question.CONVERSIONS:
            return "what to convert?"
        case Question.TRIGGERS:
            return "which card works next?"
    return "what next?"


def _question_of_turn(game: GameLike, frame: Any) -> str:
    if frame.stage == TO_PLAY:
        return "which slot and card?"
    if frame.stage == TO_ORDER:
        return f"the slot {slot_of(game, int(frame.slot)).id} first, or {card_name(game, frame.card)} first?"
    if frame.stage == SECOND_HALF:
        return f"pay {number_of(card_of(game, int(frame.card)).price, 'credit')} for {card_name(game, frame.card)}?"
    return "anything else before the turn ends?"


def _question_of_build(game: GameLike, frame: Any) -> str:
    row = int(frame.row)
    if frame.stage == TO_CHOOSE:
        if frame.thing:
            return f"where to build the {thing_word(int(frame.thing))}?"
        text = part_text(part_of(rules_of(game), row))
        return f"what to build, and where? ({text}; {int(frame.left)} left; {owner_of(game, row)})"
    what = f"the {thing_word(int(frame.thing))} on {site_name(int(frame.site))}"
    if frame.stage == TO_PRICE:
        return f"at which price to build {what}?"
    replaced = "kelp" if frame.stage == TO_REPLACE_KELP else "steelplast"
    return f"how much biomatter in place of {replaced} for {what}?"
