"""Actions and questions in the words of the game, read off the record of a game and its rule book."""

from collections.abc import Callable
from typing import Any

from undersea_env.showing.words import number_of
from undersea_env.underwater_cities.compiled.disassembler import alternative_of, effect_of, owner_of, part_of
from undersea_env.underwater_cities.compiled.limits import ALWAYS_SLOT, FIRST_TUNNEL_SITE, PLAYABLE_HAND
from undersea_env.underwater_cities.compiled.opcodes import Column, Plain
from undersea_env.underwater_cities.kernel.actions import (
    CARD_FIRST,
    LOOK_AT_THREE,
    NUM_ACTIONS,
    SLOT_FIRST,
    TOP_SPECIAL,
    block_of,
)
from undersea_env.underwater_cities.kernel.building import BIOMATTER, KELP, STEELPLAST
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
from undersea_env.underwater_cities.printed.effects import Pay
from undersea_env.underwater_cities.printed.language import RESOURCE_WORDS, part_text
from undersea_env.underwater_cities.printed.words import Resource
from undersea_env.underwater_cities.words.asking import (
    UPGRADE,
    kinds_to_build,
    legal_actions,
    prices_of,
    waiting_cards,
)
from undersea_env.underwater_cities.words.names import (
    NUMERALS,
    amounts_words,
    card_name,
    card_name_with_colour,
    joined,
    site_name,
    thing_word,
)
from undersea_env.underwater_cities.words.readings import (
    GameLike,
    board_of,
    card_of,
    rules_of,
    slot_of,
    standing_on,
    top_frame,
)

Meaning = Callable[[GameLike, int], str]                 # of the place in a block
Phrase = Callable[[Any, GameLike, int], str]             # the same in a position
Asked = Callable[[Any, GameLike, Any], str]              # of the frame on top of the stack


def _said(words: str) -> Asked:
    """The same words whatever the position is."""
    return lambda record, game, frame: words


# --- what an index means in general ---


def describe_action(game: GameLike, action: int) -> str:
    """The meaning of an index whatever the position is."""
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"there is no action {action}; actions are numbered from 0 to {NUM_ACTIONS - 1}")
    block, k = block_of(action)
    return MEANING_OF[block.name](game, k)


def _meaning_of_play(game: GameLike, k: int) -> str:
    slot = slot_of(game, k // PLAYABLE_HAND)
    side = "" if slot.side == "both" else f", side {slot.side}"
    return f"play card {k % PLAYABLE_HAND + 1} of the hand on the slot {slot.id}{side}"


def _meaning_of_special(game: GameLike, k: int) -> str:
    if k == TOP_SPECIAL:
        return "take the special on top of the deck"
    return "look at three specials" if k == LOOK_AT_THREE else f"take face-up special {k + 1}"


def _meaning_of_slot(game: GameLike, k: int) -> str:
    slot = slot_of(game, k)
    return f"perform the slot {slot.id}, side {slot.side}"


def _meaning_of_convert(game: GameLike, k: int) -> str:
    card = int(rules_of(game).conversion_card[k])
    return f"convert with {card_name(game, card) if card else f'conversion card {k + 1} of the book'}"


def _meaning_of_once(game: GameLike, k: int) -> str:
    card = int(rules_of(game).once_card[k])
    return f"use {card_name(game, card) if card else f'once-per-turn card {k + 1} of the book'}"


ORDERS = ("slot first, then the card", "card first, then the slot", "only the slot; discard the card")
MEANING_OF: dict[str, Meaning] = {
    "PLAY": _meaning_of_play,
    "ORDER": lambda game, k: ORDERS[k],
    "USE_CARD": lambda game, k: "pay for the special and use it",
    "PART": lambda game, k: f"do part {k + 1} of the effect next",
    "EITHER": lambda game, k: f"choose alternative {k + 1}",
    "TRIGGER": lambda game, k: f"let card {k + 1} of those that trigger work next",
    "KIND": lambda game, k: f"build a {thing_word(k + 1)}",
    "SITE": lambda game, k: f"choose the site {site_name(k)}",
    "PRICE": lambda game, k: f"pay price {k + 1} of those printed",
    "FOR_KELP": lambda game, k: f"use {k} biomatter in place of kelp",
    "FOR_STEELPLAST": lambda game, k: f"use {k} biomatter in place of steelplast",
    "PAY": lambda game, k: f"pay price {k + 1} of those the effect asks",
    "EXCHANGE": lambda game, k: "exchange " + ("from left to right", "from right to left")[k],
    "RESOURCE": lambda game, k: f"gain 1 {RESOURCE_WORDS[Resource(k)][0]}",
    "ACTION_CARD": lambda game, k: f"choose action card {k + 1}",
    "SPECIAL": _meaning_of_special,
    "KEEP": lambda game, k: f"keep special {k + 1} of those looked at",
    "UNDER": lambda game, k: f"put special {k + 1} of those looked at under the deck first",
    "SLOT": _meaning_of_slot,
    "CONVERT": _meaning_of_convert,
    "HAND": lambda game, k: f"discard card {k + 1} of the hand",
    "ONCE": _meaning_of_once,
    "STOP": lambda game, k: "stop: decline the rest, or end the turn",
}


# --- what an action means now ---


def action_phrase(record: Any, game: GameLike, action: int, legal: list[int] | None = None) -> str:
    """What the action means now, as a complete phrase; for an action that is not legal, what it means in general."""
    general = describe_action(game, action)
    if record.over or action not in (legal_actions(record, game) if legal is None else legal):
        return general
    block, k = block_of(action)
    return PHRASE_OF[block.name](record, game, k) if block.name in PHRASE_OF else general


def _me(record: Any) -> Any:
    return record.players[int(record.seat)]


def _play_phrase(record: Any, game: GameLike, k: int) -> str:
    slot, place = divmod(k, PLAYABLE_HAND)
    words = f"play {card_name_with_colour(game, int(_me(record).hand[place]))} on {slot_of(game, slot).id}"
    if slot == ALWAYS_SLOT:
        return words
    cloned = record.slot_tiles[slot - int(rules_of(game).first_slot)] != 0
    return f"{words} with the cloning tile for 1 credit" if cloned else words


def _order_phrase(record: Any, game: GameLike, order: int) -> str:
    frame = top_frame(record)
    card, slot = card_name(game, frame.card), slot_of(game, int(frame.slot)).id
    if order == SLOT_FIRST:
        return f"{ORDERS[order]}: {slot}, then {card}"
    return f"{ORDERS[order]}: {card}, then {slot}" if order == CARD_FIRST else f"{ORDERS[order]} {card}"


def _use_card_phrase(record: Any, game: GameLike, k: int) -> str:
    number = int(top_frame(record).card)
    card = card_of(game, number)
    return f"pay {number_of(card.price, 'credit')} for {card_name(game, number)} and use it: {card.text}"


def _numbered(texts: list[str], k: int) -> str:
    """The k-th text, with its place where another one reads the same."""
    return f"{texts[k]} (part {k + 1})" if texts.count(texts[k]) > 1 else texts[k]


def _part_phrase(record: Any, game: GameLike, k: int) -> str:
    frame = top_frame(record)
    effect = effect_of(rules_of(game), int(frame.row), int(frame.left))
    return f"do: {_numbered([part_text(part) for part in effect], k)}"


def _either_phrase(record: Any, game: GameLike, k: int) -> str:
    rules, row = rules_of(game), int(top_frame(record).row)
    alternatives = [joined(alternative_of(rules, row, i)) for i in range(int(rules.part[row, Column.CHILDREN]))]
    return f"choose: {_numbered(alternatives, k)}"


def _trigger_phrase(record: Any, game: GameLike, k: int) -> str:
    number = waiting_cards(record, game)[k]
    return f"let {card_name(game, number)} work next: {card_of(game, number).text}"


def _kind_phrase(record: Any, game: GameLike, k: int) -> str:
    """With the price, if it is the same on every site."""
    thing = k + 1
    words = f"build a {thing_word(thing)}"
    if rules_of(game).has_surcharges[_me(record).board]:
        return words
    return words + _price_words(record, game, int(top_frame(record).row), thing, None)


def _site_phrase(record: Any, game: GameLike, site: int) -> str:
    frame = top_frame(record)
    question, row = int(frame.question), int(frame.row)
    if question == Question.CONVERT_CITY:
        return f"convert the city on {site_name(site)} into a symbiotic one"
    if question == Question.BUILD:
        thing = thing_on_offer(record, game)
        price = _price_words(record, game, row, thing, site)
        where = _place_words(record, game, site)
        return f"build a {thing_word(thing)} on {where}{price}{_bonus_words(record, game, site)}"
    thing = standing_on(_me(record), site)
    where = f"the {thing_word(thing)} on {site_name(site)}"
    if question == Question.PRODUCTION_OF:
        return f"gain what {where} produces: {amounts_words(rules_of(game).produced_by[thing - 1, 1])}"
    return f"upgrade {where}{_price_words(record, game, row, UPGRADE, None)}"


def thing_on_offer(record: Any, game: GameLike) -> int:
    """What a build frame would put on a site: the kind chosen, or the only one that can be built."""
    frame = top_frame(record)
    return int(frame.thing) or kinds_to_build(record, game, int(frame.row))[0]


def _place_words(record: Any, game: GameLike, site: int) -> str:
    if site < FIRST_TUNNEL_SITE:
        return site_name(site)
    ends = board_of(record, game, int(record.seat)).tunnels[site - FIRST_TUNNEL_SITE].between
    return f"{site_name(site)} ({ends[0]} to {ends[1]})"


def _bonus_words(record: Any, game: GameLike, site: int) -> str:
    rules = rules_of(game)
    first, parts = rules.site_effect[_me(record).board, site]
    return f"; site bonus: {joined(effect_of(rules, first, parts))}" if parts else ""


def _price_phrase(record: Any, game: GameLike, k: int) -> str:
    frame, rules = top_frame(record), rules_of(game)
    row = int(frame.row)
    builds = frame.question == Question.BUILD
    prices = prices_of(record, game, row, int(frame.thing) if builds else UPGRADE, int(frame.site) if builds else None)
    words = amounts_words(prices[k].amounts)
    printed = amounts_words(rules.amounts[rules.price[rules.part[row, Column.PRICES] + k]])
    return f"pay {words}" if words == printed else f"pay {words} (printed price: {printed})"


def _for_kelp_phrase(record: Any, game: GameLike, k: int) -> str:
    return f"use {k or 'no'} biomatter in place of kelp"


def _for_steelplast_phrase(record: Any, game: GameLike, k: int) -> str:
    return f"use {k or 'no'} biomatter in place of steelplast"


def _pay_phrase(record: Any, game: GameLike, k: int) -> str:
    pay = part_of(rules_of(game), int(top_frame(record).row))
    assert isinstance(pay, Pay)
    return f"pay {amounts_words(pay.prices[k])} for: {joined(pay.effect)}"


def _exchange_phrase(record: Any, game: GameLike, k: int) -> str:
    rules, row = rules_of(game), int(top_frame(record).row)
    pair = [amounts_words(rules.amounts[rules.part[row, c]]) for c in (Column.AMOUNTS, Column.OTHER_AMOUNTS)]
    return f"exchange {pair[k]} for {pair[1 - k]}"


def _action_card_phrase(record: Any, game: GameLike, k: int) -> str:
    frame, me = top_frame(record), _me(record)
    card = int(me.action_card[k])
    name = card_name(game, card)
    if frame.question == Question.READY_ACTION:
        return f"ready {name}"
    if frame.question == Question.LAY:
        first = "" if me.action_used[k] else " and use it at once"
        return f"discard {name}{first}, to lay {card_name(game, frame.card)}"
    return f"use {name}: {card_of(game, card).text}"


def _special_phrase(record: Any, game: GameLike, k: int) -> str:
    if k < TOP_SPECIAL:
        return f"take the special {card_name(game, record.special_row[k])} from the face-up row"
    top = card_name(game, record.special_deck[int(record.special_count) - 1])
    if k == LOOK_AT_THREE:
        return f"put the special {top} under the deck and look at the next three"
    return f"take the special {top} from the top of the deck"


def _keep_phrase(record: Any, game: GameLike, k: int) -> str:
    card = card_of(game, int(record.looked[k]))
    return f"keep the special {card.name} (no. {card.number}): {card.text}"


def _under_phrase(record: Any, game: GameLike, k: int) -> str:
    return f"put {card_name(game, record.looked[k])} under the deck first"


def _slot_phrase(record: Any, game: GameLike, k: int) -> str:
    slot = slot_of(game, k)
    return f"perform the slot {slot.id}: {slot.text}"


def _convert_phrase(record: Any, game: GameLike, k: int) -> str:
    rules = rules_of(game)
    given, taken = (rules.amounts[table[k]] for table in (rules.conversion_give, rules.conversion_get))
    name = card_name(game, int(rules.conversion_card[k]))
    return f"convert {amounts_words(given)} into {amounts_words(taken)} with {name}"


def _hand_phrase(record: Any, game: GameLike, k: int) -> str:
    return f"discard {card_name(game, _me(record).hand[k])}"


def _once_phrase(record: Any, game: GameLike, k: int) -> str:
    number = int(rules_of(game).once_card[k])
    return f"use {card_name(game, number)}: {card_of(game, number).text}"


def _stop_phrase(record: Any, game: GameLike, k: int) -> str:
    frame = top_frame(record)
    return STOP_PHRASE_OF[Question(int(frame.question))](record, game, frame)


PHRASE_OF: dict[str, Phrase] = {
    "PLAY": _play_phrase,
    "ORDER": _order_phrase,
    "USE_CARD": _use_card_phrase,
    "PART": _part_phrase,
    "EITHER": _either_phrase,
    "TRIGGER": _trigger_phrase,
    "KIND": _kind_phrase,
    "SITE": _site_phrase,
    "PRICE": _price_phrase,
    "FOR_KELP": _for_kelp_phrase,
    "FOR_STEELPLAST": _for_steelplast_phrase,
    "PAY": _pay_phrase,
    "EXCHANGE": _exchange_phrase,
    "ACTION_CARD": _action_card_phrase,
    "SPECIAL": _special_phrase,
    "KEEP": _keep_phrase,
    "UNDER": _under_phrase,
    "SLOT": _slot_phrase,
    "CONVERT": _convert_phrase,
    "HAND": _hand_phrase,
    "ONCE": _once_phrase,
    "STOP": _stop_phrase,
}


# --- prices ---


def with_biomatter(record: Any, price: list[int]) -> list[int]:
    """The price with as little biomatter in place of kelp and steelplast as the player can do with (B-2)."""
    held = _me(record).resource
    paid = list(price)
    for resource in (KELP, STEELPLAST):
        missing = max(0, paid[resource] - int(held[resource]))
        paid[resource] -= missing
        paid[BIOMATTER] += missing
    return paid


def _may_replace(record: Any, price: list[int]) -> bool:
    """Whether more biomatter than needed may stand in for kelp or steelplast."""
    paid = with_biomatter(record, price)
    spare = int(_me(record).resource[BIOMATTER]) - paid[BIOMATTER]
    return spare > 0 and paid[KELP] + paid[STEELPLAST] > 0


def _price_words(record: Any, game: GameLike, row: int, thing: int, site: int | None) -> str:
    """" for 1 steelplast", or the prices to choose from, or what biomatter may replace."""
    prices = [price.amounts for price in prices_of(record, game, row, thing, site) if price.is_payable]
    if thing == UPGRADE:
        return " for " + " or ".join(map(amounts_words, prices))
    words = " or ".join(amounts_words(with_biomatter(record, price)) for price in prices)
    hint = " (biomatter may replace more)" if any(_may_replace(record, price) for price in prices) else ""
    return f" for {words}{hint}"


# --- stopping ---


def _stop_of_turn(record: Any, game: GameLike, frame: Any) -> str:
    if frame.stage == TO_PLAY:
        return "play no card: the hand is empty"
    if frame.stage == SECOND_HALF:
        price = number_of(int(rules_of(game).card_price[frame.card]), "credit")
        return f"decline to pay {price} for {card_name(game, frame.card)}; it has no effect"
    return "end the turn"


def _stop_of_effect(record: Any, game: GameLike, frame: Any) -> str:
    given = _given_anyway(rules_of(game), frame)
    rest = f"; still taken: {', '.join(given)}" if given else ""
    return f"stop: leave out the rest of {owner_name(game, frame.row)}{rest}"


def _given_anyway(rules: Any, frame: Any) -> list[str]:
    """Parts not done yet that only give: they are not declined (D-2)."""
    words = []
    for k in range(int(frame.left)):
        plain = int(rules.part[int(frame.row) + k, Column.PLAIN])
        gives = plain == Plain.ALWAYS or (plain == Plain.WHEN_TRIGGERED and frame.triggered)
        if gives and not int(frame.stage) >> k & 1:
            words.append(part_text(part_of(rules, int(frame.row) + k)))
    return words


def _stop_of_lay(record: Any, game: GameLike, frame: Any) -> str:
    return f"discard {card_name(game, frame.card)} and keep the action cards in play"


def _stop_of_pay(record: Any, game: GameLike, frame: Any) -> str:
    pay = part_of(rules_of(game), int(frame.row))
    assert isinstance(pay, Pay)
    prices = " or ".join(map(amounts_words, pay.prices))
    return f"decline to pay {prices} for: {joined(pay.effect)}"


STOP_PHRASE_OF: dict[Question, Asked] = {
    Question.TURN: _stop_of_turn,
    Question.EFFECT: _stop_of_effect,
    Question.BUILD: _said("stop building"),
    Question.UPGRADE: _said("stop upgrading"),
    Question.USE_ACTION: _said("stop: use no action card"),
    Question.READY_ACTION: _said("stop: ready no action card"),
    Question.LAY: _stop_of_lay,
    Question.TAKE_SPECIAL: _said("stop: take no special"),
    Question.PERFORM: _said("stop: perform no slot"),
    Question.EXCHANGE: _said("stop: exchange nothing"),
    Question.PRODUCTION_OF: _said("stop: gain no production"),
    Question.CONVERT_CITY: _said("stop: convert no city"),
    Question.EITHER: _said("stop: take no alternative"),
    Question.CONVERSIONS: _said("stop converting"),
    Question.PAY: _stop_of_pay,
}


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
    return QUESTION_OF[Question(int(frame.question))](record, game, frame)


def owner_name(game: GameLike, row: int) -> str:
    """What a part of an effect is printed on."""
    owner, number = owner_of(rules_of(game), row)
    if owner == "card":
        return card_name(game, number)
    if owner == "slot":
        return f"the slot {slot_of(game, number).id}"
    if owner == "site":
        return f"the site {site_name(number)}"
    printed = game.catalogue.metropolises if owner == "metropolis" else game.catalogue.contracts
    return f"the {owner} {printed[number - 1].name}"


def _question_of_discard(record: Any, game: GameLike, frame: Any) -> str:
    excess = int(_me(record).hand_count) - int(frame.left)
    return f"which card to discard? ({excess} too many in hand)"


def _question_of_turn(record: Any, game: GameLike, frame: Any) -> str:
    if frame.stage == TO_PLAY:
        return "which slot and card?"
    if frame.stage == TO_ORDER:
        return f"the slot {slot_of(game, int(frame.slot)).id} first, or {card_name(game, frame.card)} first?"
    if frame.stage == SECOND_HALF:
        return f"pay {number_of(card_of(game, int(frame.card)).price, 'credit')} for {card_name(game, frame.card)}?"
    return "anything else before the turn ends?"


def _question_of_build(record: Any, game: GameLike, frame: Any) -> str:
    if frame.stage == TO_CHOOSE:
        if frame.thing:
            return f"where to build the {thing_word(int(frame.thing))}?"
        return f"what to build, and where? {_what_is_left(game, frame)}"
    what = f"the {thing_word(int(frame.thing))} on {site_name(int(frame.site))}"
    if frame.stage == TO_PRICE:
        return f"at which price to build {what}?"
    replaced = "kelp" if frame.stage == TO_REPLACE_KELP else "steelplast"
    return f"how much biomatter in place of {replaced} for {what}?"


def _question_of_upgrade(record: Any, game: GameLike, frame: Any) -> str:
    if frame.stage == TO_PRICE:
        return f"at which price to upgrade {site_name(int(frame.site))}?"
    return f"what to upgrade? {_what_is_left(game, frame)}"


def _what_is_left(game: GameLike, frame: Any) -> str:
    text = part_text(part_of(rules_of(game), int(frame.row)))
    return f"({text}; {int(frame.left)} left; {owner_name(game, frame.row)})"


def _question_of_special(record: Any, game: GameLike, frame: Any) -> str:
    if frame.stage == TO_TAKE:
        return "which special to take?"
    return "which special to keep?" if frame.stage == TO_KEEP else "which special to put under the deck first?"


def _question_of_pay(record: Any, game: GameLike, frame: Any) -> str:
    return f"pay? ({part_text(part_of(rules_of(game), int(frame.row)))}; {owner_name(game, frame.row)})"


QUESTION_OF: dict[Question, Asked] = {
    Question.DISCARD: _question_of_discard,
    Question.TURN: _question_of_turn,
    Question.EFFECT: lambda record, game, frame: f"which part of {owner_name(game, frame.row)} next?",
    Question.BUILD: _question_of_build,
    Question.UPGRADE: _question_of_upgrade,
    Question.USE_ACTION: lambda record, game, frame: f"which action card to use? ({int(frame.left)} left)",
    Question.READY_ACTION: _said("which action card to make ready?"),
    Question.TAKE_SPECIAL: _question_of_special,
    Question.PERFORM: lambda record, game, frame: f"which slot to perform? ({owner_name(game, frame.row)})",
    Question.EXCHANGE: lambda record, game, frame: f"which way to exchange? ({owner_name(game, frame.row)})",
    Question.PRODUCTION_OF: _said("which upgraded structure shall give what it produces?"),
    Question.CONVERT_CITY: _said("which city to convert into a symbiotic one?"),
    Question.PAY: _question_of_pay,
    Question.EITHER: lambda record, game, frame: f"which alternative of {owner_name(game, frame.row)}?",
    Question.DIFFERENT: lambda record, game, frame: (
        f"which resource to gain? ({int(frame.left)} left; {owner_name(game, frame.row)})"
    ),
    Question.LAY: lambda record, game, frame: f"which action card to discard for {card_name(game, frame.card)}?",
    Question.CONVERSIONS: _said("what to convert?"),
    Question.TRIGGERS: _said("which card works next?"),
}
