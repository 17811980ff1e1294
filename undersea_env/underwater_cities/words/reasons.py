"""Why an action is not possible now: one clause in the words of the game.

What is legal is decided by `kernel/answers.py` and `kernel/plays.py`. The functions here presume that something is not
possible and look for what stands in its way. They use nothing but what the seat that decides may know.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from undersea_env.core.readings import bits_of, copy_of
from undersea_env.showing.words import number_of
from undersea_env.underwater_cities.compiled.disassembler import part_of
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    EXPANSION,
    FACE_UP_SPECIALS,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    HAND_CAPACITY,
    MAX_PLAYERS,
    NEUTRAL_TILE,
    PLAYABLE_HAND,
    SITES_AT_CITY,
    TOKENS,
)
from undersea_env.underwater_cities.compiled.opcodes import AVAILABLE, OCCUPIED, Column
from undersea_env.underwater_cities.kernel.actions import CARD_FIRST, LOOK_AT_THREE, TOP_SPECIAL, block_of
from undersea_env.underwater_cities.kernel.building import BIOMATTER, CREDITS, KELP, SCIENCE, STEELPLAST
from undersea_env.underwater_cities.kernel.events import WAITS_FOR_CHOICE
from undersea_env.underwater_cities.kernel.questions import (
    SECOND_HALF,
    TO_CHOOSE,
    TO_END,
    TO_KEEP,
    TO_ORDER,
    TO_PLAY,
    TO_PRICE,
    TO_PUT_UNDER,
    TO_REPLACE_KELP,
    TO_REPLACE_STEELPLAST,
    TO_TAKE,
    Question,
)
from undersea_env.underwater_cities.kernel.state import CHOSEN, NONSYMBIOTIC_SUPPLY, SYMBIOTIC_SUPPLY, TUNNEL_SUPPLY
from undersea_env.underwater_cities.printed.effects import (
    Build,
    ConvertCity,
    Either,
    Exchange,
    Gain,
    GainProduction,
    If,
    Pay,
    PerformSlot,
    ReadyActionCard,
    TakeMetropolis,
    TakeSpecial,
    Upgrade,
    UseActionCard,
)
from undersea_env.underwater_cities.printed.language import COUNT_WORDS, RESOURCE_WORDS, THING_WORDS, part_text
from undersea_env.underwater_cities.printed.words import BUILDINGS, CITIES, Count, Resource, Thing
from undersea_env.underwater_cities.words.asking import (
    UPGRADE,
    kinds_to_build,
    legal_actions,
    prices_of,
)
from undersea_env.underwater_cities.words.names import amounts_words, card_name, site_name, thing_word
from undersea_env.underwater_cities.words.phrases import open_question, with_biomatter
from undersea_env.underwater_cities.words.readings import (
    GameLike,
    card_of,
    is_upgraded,
    matches,
    rules_of,
    slot_of,
    standing_on,
    top_frame,
)

CANNOT_PAY = "you cannot pay "
NOTHING_CHOSEN = 0                                   # what a build frame holds before the kind is known
SUPPLY_OF = {Thing.TUNNEL: TUNNEL_SUPPLY, Thing.NONSYMBIOTIC: NONSYMBIOTIC_SUPPLY, Thing.SYMBIOTIC: SYMBIOTIC_SUPPLY}

# The block that answers a question; for some questions it depends on the stage of the frame.
ANSWER_TO: dict[int, str] = {
    Question.DISCARD: "HAND",
    Question.EFFECT: "PART",
    Question.USE_ACTION: "ACTION_CARD",
    Question.READY_ACTION: "ACTION_CARD",
    Question.LAY: "ACTION_CARD",
    Question.PERFORM: "SLOT",
    Question.EXCHANGE: "EXCHANGE",
    Question.PRODUCTION_OF: "SITE",
    Question.CONVERT_CITY: "SITE",
    Question.PAY: "PAY",
    Question.EITHER: "EITHER",
    Question.DIFFERENT: "RESOURCE",
    Question.CONVERSIONS: "CONVERT",
    Question.TRIGGERS: "TRIGGER",
}
ANSWERS_AT: dict[int, dict[int, tuple[str, ...]]] = {
    Question.TURN: {TO_PLAY: ("PLAY",), TO_ORDER: ("ORDER",), SECOND_HALF: ("USE_CARD",), TO_END: ()},
    Question.BUILD: {
        TO_CHOOSE: ("KIND", "SITE"),
        TO_PRICE: ("PRICE",),
        TO_REPLACE_KELP: ("FOR_KELP",),
        TO_REPLACE_STEELPLAST: ("FOR_STEELPLAST",),
    },
    Question.UPGRADE: {TO_CHOOSE: ("SITE",), TO_PRICE: ("PRICE",)},
    Question.TAKE_SPECIAL: {TO_TAKE: ("SPECIAL",), TO_KEEP: ("KEEP",), TO_PUT_UNDER: ("UNDER",)},
}


def why_not(record: Any, game: GameLike, action: int) -> str:
    """Why the seat that decides may not choose this action, which is not legal now."""
    if record.over:
        return "the game is over"
    block, k = block_of(action)
    if block.name not in ("ONCE", "STOP") and block.name not in _blocks_asked_for(record):
        return _other_question(record, game)
    reason = REASON_OF[block.name](record, game, k) if block.name in REASON_OF else None
    return reason or f"it is not among the answers to: {_question(record, game)}"


def _blocks_asked_for(record: Any) -> tuple[str, ...]:
    frame = top_frame(record)
    question = int(frame.question)
    return ANSWERS_AT[question][int(frame.stage)] if question in ANSWERS_AT else (ANSWER_TO[question],)


def _question(record: Any, game: GameLike) -> str:
    return open_question(record, game).removesuffix("?")


def _other_question(record: Any, game: GameLike) -> str:
    return f"the question now is: {_question(record, game)}"


# --- helpers ---


def _me(record: Any) -> Any:
    return record.players[int(record.seat)]


def _after_paying(record: Any, price: Sequence[int]) -> Any:
    """The position as it would be, to look at only."""
    copy = copy_of(record)[0]
    _me(copy).resource[:TOKENS] -= np.array(price[:TOKENS])
    return copy


def _can_begin(record: Any, game: GameLike, first: int, parts: int) -> bool:
    """Whether part of an effect can be done: the kernels are asked as if it were the effect on top of the stack."""
    copy = copy_of(record)[0]
    frame = top_frame(copy)
    frame.question, frame.row, frame.left, frame.stage, frame.triggered = Question.EFFECT, first, parts, 0, 0
    return any(block_of(action)[0].name == "PART" for action in legal_actions(copy, game))


def _joined(clauses: Iterable[str]) -> str | None:
    """All clauses, each once; what cannot be paid becomes one clause."""
    different = list(dict.fromkeys(clauses))
    prices = [clause.removeprefix(CANNOT_PAY) for clause in different if clause.startswith(CANNOT_PAY)]
    others = [clause for clause in different if not clause.startswith(CANNOT_PAY)]
    if prices:
        others.append(CANNOT_PAY + " or ".join(prices))
    return " and ".join(others) or None


def _nothing_of(text: str, clauses: Iterable[str]) -> str | None:
    reasons = _joined(clauses)
    return reasons and f"nothing of '{text}' can be done: {reasons}"


def _only(number: int, word: str) -> str:
    return f"only {number_of(number, word)}" if number else f"no {word}"


def _can_pay(record: Any, price: list[int]) -> bool:
    return all(int(_me(record).resource[r]) >= price[r] for r in range(TOKENS))


# --- effects ---


def why_no_effect(record: Any, game: GameLike, first: int, parts: int) -> list[str]:
    """What stands in the way of an effect of which no part can be done now (G-5)."""
    return [clause for row in range(int(first), int(first + parts)) for clause in why_no_part(record, game, row)]


def why_no_part(record: Any, game: GameLike, row: int) -> list[str]:
    """What stands in the way of a part that cannot be done now, as clauses that all hold."""
    rules = rules_of(game)
    me = _me(record)
    child, children = int(rules.part[row, Column.CHILD]), int(rules.part[row, Column.CHILDREN])
    match part_of(rules, row):
        case Build(things):
            return [clause for thing in things if (clause := why_no_build(record, game, row, thing))]
        case Upgrade(things):
            return [_why_no_upgrade(record, game, row, things)]
        case Gain(_, per) if per:
            return [_too_few(per.count, per.divisor)]
        case UseActionCard():
            return ["all your action cards are used" if me.action_count else "you have no action card"]
        case ReadyActionCard():
            return ["you have no used action card"]
        case TakeSpecial():
            return ["the hand is full" if me.hand_count >= HAND_CAPACITY else "no special is left"]         # D-12
        case PerformSlot(available, occupied):
            return [f"no {_slot_words(available, occupied)} has an action that you could perform"]
        case Exchange(left, right):
            return [CANNOT_PAY + amounts_words(price) for price in (left, right)]
        case GainProduction():
            return ["you have no upgraded structure at a connected city"]
        case ConvertCity():
            lacking = record.supply[SYMBIOTIC_SUPPLY] == 0
            return [_none_left(Thing.SYMBIOTIC) if lacking else "you have no nonsymbiotic city"]            # L-1
        case TakeMetropolis():
            return ["no metropolis is left"]
        case Pay(prices):
            return [clause for choice in range(len(prices)) for clause in _why_no_payment(record, game, row, choice)]
        case If(count, number, exactly):
            if _can_begin(record, game, child, children):
                return [f"you are not on federation space {number}" if exactly else _too_few(count, number)]
            return why_no_effect(record, game, child, children)
        case Either(alternatives):
            effects = (rules.alternative[child + k] for k in range(len(alternatives)))
            return [clause for first, parts in effects for clause in why_no_effect(record, game, first, parts)]
    return []


def _too_few(count: Count, number: int) -> str:
    """Only what is connected counts, tunnels only next to a city (B-9, P-1)."""
    singular, plural = COUNT_WORDS[count]
    if number == 1:
        return f"you have no {singular} that counts"
    return f"you have fewer than {number} {plural} that count"


def _slot_words(available: bool, occupied: bool) -> str:
    if available:
        return "slot without a tile of yours" if occupied else "available slot"
    return "slot occupied by others only"                                                       # G-12


def _why_no_payment(record: Any, game: GameLike, row: int, choice: int) -> list[str]:
    """Of a part `pay X: effect`, with one of its prices (B-16)."""
    rules = rules_of(game)
    price = [int(amount) for amount in rules.amounts[rules.price[rules.part[row, Column.PRICES] + choice]][:TOKENS]]
    if not _can_pay(record, price):
        return [CANNOT_PAY + amounts_words(price)]
    child, children = rules.part[row, Column.CHILD], rules.part[row, Column.CHILDREN]
    reasons = _joined(why_no_effect(_after_paying(record, price), game, child, children))
    return [f"after paying {amounts_words(price)}, {reasons}"] if reasons else []


# --- building ---


def why_no_build(
    record: Any, game: GameLike, row: int, thing: int, sites: list[int] | None = None
) -> str | None:
    """What keeps this part of an effect from building the thing, on one of the open sites given; None if nothing."""
    if thing in SUPPLY_OF and record.supply[SUPPLY_OF[Thing(thing)]] == 0:                 # C-3, C-4
        return _none_left(thing)
    if sites is None:
        sites = _open_sites(record, game, row, thing)
    if not sites:
        return _no_open_site(game, row, thing)
    return _why_no_price(record, game, row, thing, sites)


def _none_left(thing: int) -> str:
    return f"no {thing_word(thing)} is left in the supply"


def _open_sites(record: Any, game: GameLike, row: int, thing: int) -> list[int]:
    """Sites on which the thing may stand (B-3 to B-6)."""
    me = _me(record)
    if thing in BUILDINGS:
        on_expansion = rules_of(game).part[row, Column.ON_EXPANSION]
        bits = int(me.open_expansion if on_expansion else me.open_building)
    else:
        bits = int(me.open_tunnels if thing == Thing.TUNNEL else me.open_cities)
    return [_first_site_of(thing) + k for k in bits_of(bits)]


def _first_site_of(thing: int) -> int:
    if thing in CITIES:
        return 0
    return FIRST_TUNNEL_SITE if thing == Thing.TUNNEL else FIRST_BUILDING_SITE


def _no_open_site(game: GameLike, row: int, thing: int) -> str:
    if thing in CITIES:
        return "there is no free city site next to your cities"
    if thing == Thing.TUNNEL:
        return "there is no free tunnel site at your network"
    kind = "expansion" if rules_of(game).part[row, Column.ON_EXPANSION] else "building"
    return f"there is no free {kind} site at your cities or next to them"


def _why_no_price(
    record: Any, game: GameLike, row: int, thing: int, sites: list[int], choice: int | None = None
) -> str | None:
    """What cannot be paid: the price, the surcharge of each site (B-15), the upgrade that must follow (D-6)."""
    chosen = slice(None) if choice is None else slice(choice, choice + 1)
    usual = prices_of(record, game, row, thing)[chosen]
    if not any(price.is_payable for price in usual):
        return f"{CANNOT_PAY}{_or(price.amounts for price in usual)} for a {thing_word(thing)}"
    there = [price for site in sites for price in prices_of(record, game, row, thing, site)[chosen]]
    if any(price.is_payable for price in there):
        return None
    if any(_can_pay(record, with_biomatter(record, price.amounts)) for price in there):
        science = int(_me(record).usual_price[UPGRADE, SCIENCE])
        return f"{CANNOT_PAY}{science} science to upgrade the {thing_word(thing)} at once"
    if len(sites) > 1:
        return f"{CANNOT_PAY}the surcharge of any free site for a {thing_word(thing)}"
    prices = _or(price.amounts for price in there)
    return f"{CANNOT_PAY}{prices} for a {thing_word(thing)} on {site_name(sites[0])}, surcharge included"


def _or(prices: Iterable[Sequence[int]]) -> str:
    return " or ".join(map(amounts_words, prices))


def _why_no_kind(record: Any, game: GameLike, k: int) -> str | None:
    frame = top_frame(record)
    if frame.thing != NOTHING_CHOSEN:
        return _other_question(record, game)
    row, thing = int(frame.row), k + 1
    rules = rules_of(game)
    if not rules.part[row, Column.MASK] >> thing & 1:
        return f"the effect is '{part_text(part_of(rules, row))}'"
    if reason := why_no_build(record, game, row, thing):
        return reason
    if kinds_to_build(record, game, row) == [thing]:
        return f"a {thing_word(thing)} is all that can be built: the question is where"
    return None


# --- sites ---


def _why_no_site(record: Any, game: GameLike, site: int) -> str | None:
    question = int(top_frame(record).question)
    if not _exists(record, game, site):
        return f"there is no site {site_name(site)} on your board"
    if question == Question.BUILD:
        return _why_not_built_there(record, game, site)
    if question == Question.UPGRADE:
        return _why_not_upgraded_there(record, game, site)
    if question == Question.CONVERT_CITY:
        return _why_not_converted_there(record, site)
    return _why_no_production_there(record, game, site)


def _exists(record: Any, game: GameLike, site: int) -> bool:
    rules = rules_of(game)
    board = int(_me(record).board)
    if site < FIRST_BUILDING_SITE:
        return True
    if site >= FIRST_TUNNEL_SITE:
        return bool(site - FIRST_TUNNEL_SITE < rules.tunnel_count[board])
    return bool(int(rules.building_sites[board]) >> (site - FIRST_BUILDING_SITE) & 1)


def _goes_on(thing: int, site: int) -> bool:
    if site < FIRST_BUILDING_SITE:
        return thing in CITIES
    return thing in BUILDINGS if site < FIRST_TUNNEL_SITE else thing == Thing.TUNNEL


def _city_of(site: int) -> int:
    return (site - FIRST_BUILDING_SITE) // SITES_AT_CITY


def _why_not_built_there(record: Any, game: GameLike, site: int) -> str | None:
    frame = top_frame(record)
    row = int(frame.row)
    part = part_of(rules_of(game), row)
    assert isinstance(part, Build)
    things: Sequence[int] = [int(frame.thing)]
    if frame.thing == NOTHING_CHOSEN:
        things = part.things
        possible = kinds_to_build(record, game, row)
        if len(possible) > 1:
            return f"what to build is asked first: {' or '.join(map(thing_word, possible))}"
    fitting = [thing for thing in things if _goes_on(thing, site)]
    if not fitting:
        return f"a {' or '.join(map(thing_word, things))} does not go on {site_name(site)}"
    if standing := standing_on(_me(record), site):
        return f"a {thing_word(standing)} stands on {site_name(site)} already"
    if site not in _open_sites(record, game, row, fitting[0]):
        return _why_not_open(site, part.on_expansion)
    return _joined(clause for thing in fitting if (clause := why_no_build(record, game, row, thing, [site])))


def _why_not_open(site: int, on_expansion: bool) -> str:
    """Of an empty site (B-3 to B-6)."""
    name = site_name(site)
    if site < FIRST_BUILDING_SITE:
        return f"{name} is not next to a city of yours"
    if site >= FIRST_TUNNEL_SITE:
        return f"{name} is not connected to your starting city"
    is_expansion = (site - FIRST_BUILDING_SITE) % SITES_AT_CITY == EXPANSION
    if is_expansion and not on_expansion:
        return f"{name} is an expansion site, where only effects that say so build"
    if on_expansion and not is_expansion:
        return f"{name} is no expansion site, and the effect builds only there"
    return f"{site_name(_city_of(site))} holds no city and is not next to a city of yours"


def _why_no_upgrade(record: Any, game: GameLike, row: int, things: Sequence[Thing]) -> str:
    """Of an upgrade that is not possible anywhere."""
    me = _me(record)
    buildings = (int(me.building[k]) for k in np.flatnonzero(me.upgraded == 0))
    upgradable = any(thing in things for thing in buildings) or (Thing.TUNNEL in things and 1 in me.tunnel)
    if not upgradable:
        return f"you have no {THING_WORDS[tuple(things)][0]} that is not upgraded yet"           # B-13
    return _why_no_price_of_upgrade(record, game, row)


def _why_no_price_of_upgrade(record: Any, game: GameLike, row: int) -> str:
    return f"{CANNOT_PAY}{_or(price.amounts for price in prices_of(record, game, row, UPGRADE))} for an upgrade"


def _why_not_upgraded_there(record: Any, game: GameLike, site: int) -> str:
    row = int(top_frame(record).row)
    part = part_of(rules_of(game), row)
    assert isinstance(part, Upgrade)
    if reason := _why_no_structure(record, site):
        return reason
    standing = standing_on(_me(record), site)
    if standing not in part.things:
        return f"a {thing_word(standing)} stands on {site_name(site)}, and the effect is '{part_text(part)}'"
    if is_upgraded(_me(record), site):
        return f"the {thing_word(standing)} on {site_name(site)} is upgraded already"            # B-13
    return _why_no_price_of_upgrade(record, game, row)


def _why_no_structure(record: Any, site: int) -> str | None:
    if site < FIRST_BUILDING_SITE:
        return f"{site_name(site)} is a city site, and a city is no structure"
    return None if standing_on(_me(record), site) else f"nothing stands on {site_name(site)}"


def _why_not_converted_there(record: Any, site: int) -> str | None:
    standing = standing_on(_me(record), site)
    if site >= FIRST_BUILDING_SITE:
        return f"{site_name(site)} is no city site"
    if not standing:
        return f"nothing stands on {site_name(site)}"
    return f"the city on {site_name(site)} is symbiotic already" if standing == Thing.SYMBIOTIC else None


def _why_no_production_there(record: Any, game: GameLike, site: int) -> str | None:
    """N-10."""
    if reason := _why_no_structure(record, site):
        return reason
    structure = f"the {thing_word(standing_on(_me(record), site))} on {site_name(site)}"
    if not is_upgraded(_me(record), site):
        return f"{structure} is not upgraded"
    if site >= FIRST_TUNNEL_SITE:
        return f"{structure} is not next to a city"
    return f"{structure} is not at a connected city"


# --- prices ---


def _why_no_printed_price(record: Any, game: GameLike, choice: int) -> str | None:
    frame = top_frame(record)
    row = int(frame.row)
    if reason := _why_not_offered(game, row, choice):
        return reason
    if frame.question == Question.BUILD:
        return _why_no_price(record, game, row, int(frame.thing), [int(frame.site)], choice)
    return CANNOT_PAY + amounts_words(prices_of(record, game, row, UPGRADE)[choice].amounts)


def _why_not_offered(game: GameLike, row: int, choice: int) -> str | None:
    prices = max(1, int(rules_of(game).part[row, Column.PRICE_COUNT]))
    return None if choice < prices else f"{_only(prices, 'price')} may be paid"


def _why_not_for_kelp(record: Any, game: GameLike, k: int) -> str:
    price = _price_being_paid(record, game)
    needed_elsewhere = max(0, price[STEELPLAST] - int(_me(record).resource[STEELPLAST]))
    return _why_not_so_much(record, price, KELP, needed_elsewhere, k)


def _why_not_for_steelplast(record: Any, game: GameLike, k: int) -> str:
    price = _price_being_paid(record, game)
    return _why_not_so_much(record, price, STEELPLAST, int(top_frame(record).for_kelp), k)


def _price_being_paid(record: Any, game: GameLike) -> list[int]:
    frame = top_frame(record)
    prices = prices_of(record, game, int(frame.row), int(frame.thing), int(frame.site))
    return prices[int(frame.price)].amounts


def _why_not_so_much(record: Any, price: list[int], resource: int, needed_elsewhere: int, biomatter: int) -> str:
    """Of an amount of biomatter in place of a resource (B-2); some of it may be needed for the rest of the price."""
    word = RESOURCE_WORDS[Resource(resource)][0]
    asked, held = price[resource], int(_me(record).resource[resource])
    if biomatter < asked - held:
        return f"the price has {asked} {word} and you have {held}, so {asked - held} biomatter is the least"
    if biomatter > asked:
        return f"the price has only {asked} {word}"
    spare = int(_me(record).resource[BIOMATTER]) - price[BIOMATTER] - needed_elsewhere
    return f"only {spare} biomatter can be spared for it"


def _why_no_pay(record: Any, game: GameLike, choice: int) -> str | None:
    row = int(top_frame(record).row)
    return _why_not_offered(game, row, choice) or _joined(_why_no_payment(record, game, row, choice))


def _why_no_exchange(record: Any, game: GameLike, direction: int) -> str:
    rules = rules_of(game)
    column = (Column.AMOUNTS, Column.OTHER_AMOUNTS)[direction]
    return CANNOT_PAY + amounts_words(rules.amounts[rules.part[int(top_frame(record).row), column]])


# --- slots and cards to play ---


def _why_no_play(record: Any, game: GameLike, k: int) -> str | None:
    """G-3, G-5, G-5a, G-11."""
    slot, place = divmod(k, PLAYABLE_HAND)
    if reason := _why_not_on_this_side(game, slot) or _why_not_in_hand(record, game, place):
        return reason
    if slot == ALWAYS_SLOT:
        return None
    tiles = _tiles_on(record, game, slot)
    if tiles and (reason := _why_occupied(record, game, slot, tiles)):
        return reason
    cloning = "after paying 1 credit for the cloning tile, " if tiles else ""
    after = _after_paying(record, [int(tiles > 0 and r == CREDITS) for r in range(TOKENS)])
    reason = _why_no_slot_action(after, game, slot)
    card = int(_me(record).hand[place])
    return reason and f"{cloning}{reason}, and {_why_card_does_not_help(after, game, slot, card)}"


def _why_not_on_this_side(game: GameLike, slot: int) -> str | None:
    """S-1."""
    rules = rules_of(game)
    if slot == ALWAYS_SLOT or 0 <= slot - rules.first_slot < rules.slot_count:
        return None
    return f"the side of the main board for {slot_of(game, slot).side} players is not in use"


def _why_not_in_hand(record: Any, game: GameLike, place: int) -> str | None:
    held = int(_me(record).hand_count)
    return None if place < held else f"you have {_only(held, 'card')} in hand"


def _tiles_on(record: Any, game: GameLike, slot: int) -> int:
    """One bit a seat, and one for a neutral tile."""
    return int(record.slot_tiles[slot - int(rules_of(game).first_slot)])


def _seat_word(record: Any, seat: int) -> str:
    return "you" if seat == int(record.seat) else f"seat {seat}"


def _is_occupied(record: Any, game: GameLike, slot: int, tiles: int) -> str:
    owners = [_seat_word(record, seat) for seat in range(MAX_PLAYERS) if tiles >> seat & 1]
    owners += ["a neutral tile"] if tiles & NEUTRAL_TILE else []
    return f"the slot {slot_of(game, slot).id} is occupied by {' and '.join(owners)}"


def _why_occupied(record: Any, game: GameLike, slot: int, tiles: int) -> str | None:
    """None if the cloning tile may be used on the occupied slot (G-11)."""
    occupied = _is_occupied(record, game, slot, tiles)
    if not rules_of(game).clone_tile or tiles >> int(record.seat) & 1:
        return occupied
    if record.clone_tile:
        return f"{occupied}, and {_seat_word(record, int(record.clone_tile) - 1)} took the cloning tile in this round"
    if _me(record).resource[CREDITS] < 1:
        return f"{occupied}, and {CANNOT_PAY}1 credit for the cloning tile"
    return None


def _why_no_slot_action(record: Any, game: GameLike, slot: int) -> str | None:
    return _nothing_of(slot_of(game, slot).text, why_no_effect(record, game, *rules_of(game).slot_effect[slot]))


def _why_card_does_not_help(record: Any, game: GameLike, slot: int, card: int) -> str:
    """Why the card does not make the slot's action possible (G-5a)."""
    name = card_name(game, card)
    if not matches(game, slot, card):
        colour, wanted = (thing.colour.name.lower() for thing in (card_of(game, card), slot_of(game, slot)))
        return f"{name} is {colour}, not {wanted}, so that its effect would not be used"         # G-4
    price, me = int(rules_of(game).card_price[card]), _me(record)
    if me.resource[CREDITS] < price and not me.listens & WAITS_FOR_CHOICE:
        return f"{CANNOT_PAY}{number_of(price, 'credit')} for {name}"                            # K-9
    return f"{name} played first would not change that"


def _why_no_order(record: Any, game: GameLike, order: int) -> str | None:
    """Card first needs a card that would do something now (D-4); the other orders are not asked for in vain."""
    if order != CARD_FIRST:
        return None
    card = int(top_frame(record).card)
    price = [int(rules_of(game).card_price[card]) * (r == CREDITS) for r in range(TOKENS)]
    if not _can_pay(record, price):
        return f"{CANNOT_PAY}{amounts_words(price)} for {card_name(game, card)}"
    effect = rules_of(game).card_effect[card]
    return _nothing_of(card_of(game, card).text, why_no_effect(_after_paying(record, price), game, *effect))


def _why_no_slot_to_perform(record: Any, game: GameLike, slot: int) -> str | None:
    """L-3, G-12."""
    if reason := _why_not_on_this_side(game, slot):
        return reason
    which = int(rules_of(game).part[int(top_frame(record).row), Column.MASK])
    tiles = _tiles_on(record, game, slot)
    if not tiles and not which & AVAILABLE:
        return f"the slot {slot_of(game, slot).id} is not occupied"
    if tiles and (not which & OCCUPIED or tiles >> int(record.seat) & 1):
        return _is_occupied(record, game, slot, tiles)
    return _why_no_slot_action(record, game, slot)


# --- cards in play, specials ---


def _why_no_action_card(record: Any, game: GameLike, place: int) -> str | None:
    me = _me(record)
    if place >= me.action_count:
        return f"you have {_only(int(me.action_count), 'action card')}"
    state = "used already" if me.action_used[place] else "not used yet"                         # K-5
    return f"{card_name(game, me.action_card[place])} is {state}"


def _why_no_special(record: Any, game: GameLike, k: int) -> str:
    """K-8."""
    if k == LOOK_AT_THREE and record.special_count == 1:
        return "the special on top of the deck is the last one there"                           # D-11
    if k in (TOP_SPECIAL, LOOK_AT_THREE):
        return "the deck of specials is empty"
    face_up = int(np.count_nonzero(record.special_row[:FACE_UP_SPECIALS]))
    return f"{_only(face_up, 'special')} lies face up" if face_up < 2 else f"only {face_up} specials lie face up"


def _why_not_looked_at(record: Any, game: GameLike, k: int) -> str:
    return f"only {number_of(int(record.looked_count), 'special')} are being looked at"


def _why_no_conversion(record: Any, game: GameLike, k: int) -> str:
    """P-8, N-2."""
    rules = rules_of(game)
    me = _me(record)
    if k >= rules.conversion_count:
        return "the component book has no such card"
    card = int(rules.conversion_card[k])
    name = card_name(game, card)
    if card not in me.tableau[: int(me.tableau_count)]:
        return f"you have no {name} in play"
    if record.converted[k] >= rules.conversion_times[k]:
        return f"{name} is used up in this production"
    given = rules.amounts[rules.conversion_give[k]][:TOKENS]
    if (np.minimum(record.produced, me.resource[:TOKENS]) < given).any():
        return f"{amounts_words(given)} of this production is not there to convert"
    return f"you have no connected {thing_word(int(rules.conversion_thing[k]))}"


def _why_no_once_per_turn(record: Any, game: GameLike, k: int) -> str | None:
    """L-7."""
    rules = rules_of(game)
    if k >= rules.once_count:
        return "the component book has no such card"
    card = int(rules.once_card[k])
    if not int(_me(record).once_per_turn_cards) >> k & 1:
        return f"you have no {card_name(game, card)} in play"
    if int(record.once_used) >> k & 1:
        return f"{card_name(game, card)} is used already in this turn"
    if not _may_interrupt(record):
        return _other_question(record, game)
    return _joined(why_no_effect(record, game, *rules.card_effect[card]))


def _may_interrupt(record: Any) -> bool:
    """Whether the open question lets one use a once-per-turn card (D-14)."""
    frame = top_frame(record)
    if record.frame[1].question != Question.TURN:
        return False
    match int(frame.question):
        case Question.TURN:
            return int(frame.stage) in (TO_PLAY, TO_END)
        case Question.BUILD:
            return bool(frame.stage == TO_CHOOSE and frame.thing == NOTHING_CHOSEN)
        case Question.UPGRADE:
            return bool(frame.stage == TO_CHOOSE)
    return bool(frame.question == Question.EFFECT)


# --- small questions ---


def _why_no_part_now(record: Any, game: GameLike, k: int) -> str | None:
    frame = top_frame(record)
    if k >= frame.left:
        return f"the effect has {_only(int(frame.left), 'part')}"
    if int(frame.stage) >> k & 1:
        return "that part is done already"                                                       # G-7
    return _joined(why_no_part(record, game, int(frame.row) + k))


def _why_no_alternative(record: Any, game: GameLike, k: int) -> str | None:
    rules = rules_of(game)
    row = int(top_frame(record).row)
    if k >= rules.part[row, Column.CHILDREN]:
        return f"there are {_only(int(rules.part[row, Column.CHILDREN]), 'alternative')}"
    return _joined(why_no_effect(record, game, *rules.alternative[rules.part[row, Column.CHILD] + k]))


def _why_no_trigger(record: Any, game: GameLike, k: int) -> str:
    worked = int(top_frame(record).stage) >> k & 1
    return "that card has worked already" if worked else "fewer cards than that work now"        # L-6


def _why_no_resource(record: Any, game: GameLike, k: int) -> str:
    frame = top_frame(record)
    if int(frame.stage) >> k & 1:
        return f"{RESOURCE_WORDS[Resource(k)][0]} is gained already, and the others must be different"
    return f"the effect is '{part_text(part_of(rules_of(game), int(frame.row)))}'"


def _why_no_stop(record: Any, game: GameLike, k: int) -> str:
    frame = top_frame(record)
    question = int(frame.question)
    if question == Question.TURN and frame.stage == TO_PLAY:
        return "a card must be played as long as there is one in hand"                           # G-3, D-8
    if question == Question.DIFFERENT:
        return "what only gives is not declined"                                                 # D-2
    if question == Question.TRIGGERS:
        return "each of the cards works, and only their order is to be chosen"                   # L-6
    if question == Question.EITHER and not frame.committed:
        return "one of the alternatives only gives, so that it, or another one, is taken"        # D-2
    if frame.committed and not _is_half_done(frame):
        if frame.committed == CHOSEN:
            return "at least part of the action of a slot that was chosen is performed, and nothing of it was yet"
        return "it was paid for and must be done"                                                # D-3, D-15
    return f"an answer is needed to: {_question(record, game)}"


def _is_half_done(frame: Any) -> bool:
    """Whether it is decided what to build or what to upgrade, so that nobody could stop here."""
    return frame.question in (Question.BUILD, Question.UPGRADE) and bool(frame.stage != TO_CHOOSE or frame.thing)


REASON_OF: dict[str, Callable[[Any, GameLike, int], str | None]] = {
    "PLAY": _why_no_play,
    "ORDER": _why_no_order,
    "PART": _why_no_part_now,
    "EITHER": _why_no_alternative,
    "TRIGGER": _why_no_trigger,
    "KIND": _why_no_kind,
    "SITE": _why_no_site,
    "PRICE": _why_no_printed_price,
    "FOR_KELP": _why_not_for_kelp,
    "FOR_STEELPLAST": _why_not_for_steelplast,
    "PAY": _why_no_pay,
    "EXCHANGE": _why_no_exchange,
    "RESOURCE": _why_no_resource,
    "ACTION_CARD": _why_no_action_card,
    "SPECIAL": _why_no_special,
    "KEEP": _why_not_looked_at,
    "UNDER": _why_not_looked_at,
    "SLOT": _why_no_slot_to_perform,
    "CONVERT": _why_no_conversion,
    "HAND": _why_not_in_hand,
    "ONCE": _why_no_once_per_turn,
    "STOP": _why_no_stop,
}
