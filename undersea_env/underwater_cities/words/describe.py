"""What is printed, the list of actions, the observation and the rules, described for people and for machines.

Nothing here needs a position; whatever would import numba is imported only where it is asked for.
"""

import re
from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from undersea_env.errors import InvalidOption
from undersea_env.showing.topics import Described, Topic
from undersea_env.showing.words import number_of
from undersea_env.underwater_cities.printed.catalogue import (
    Board,
    Card,
    Catalogue,
    Contract,
    Metropolis,
    Slot,
    load_catalogue,
)
from undersea_env.underwater_cities.printed.language import amounts_text, effect_text
from undersea_env.underwater_cities.printed.words import CardType, Colour
from undersea_env.underwater_cities.words.maps import board_map
from undersea_env.underwater_cities.words.names import NUMERALS, metropolis_text

RULES = Path(__file__).resolve().parents[1] / "RULES.md"
CARD_TYPES = tuple(kind.name.lower() for kind in CardType)
COLOURS = tuple(colour.name.lower() for colour in Colour if colour)
PROVENANCE_WORDS = {
    "rulebook": "shown in a rulebook",
    "glossary": "explained in a rulebook's glossary; name, number and colour are ours",
    "report": "told by a published play report; name, number and colour are ours",
    "ours": "reconstructed",
}
PARSED = ("effect", "permanent", "production", "ending", "instant", "requirement", "bonus")
LAST_SYMMETRIC_BOARD = 4

Folder = str | Path | None


def _printed(thing: Any) -> dict[str, Any]:
    """What is printed, as plain JSON types; parsed effects are left out, their text is there."""
    if not is_dataclass(thing) or isinstance(thing, type):
        raise TypeError(f"{thing!r} is not printed")
    data = {key: value for key, value in asdict(thing).items() if key not in PARSED}
    return {key: value.name.lower() if isinstance(value, IntEnum) else value for key, value in data.items()}


# --- cards ---


def _era_name(card: Card) -> str:
    return f"era {NUMERALS[card.era]}" if card.era else "special"


def _card_words(card: Card) -> str:
    colour = f", {card.colour.name.lower()}" if card.number else ""
    price = f", price {number_of(card.price, 'credit')}" if card.price else ""
    era = _era_name(card) if card.number else "in play from the start"
    return "\n".join(
        [
            f"{card.name} (no. {card.number})",
            f"  {era}{colour}, {card.type.name.lower()}{price}",
            f"  {card.text}",
            f"  provenance: {card.provenance} ({PROVENANCE_WORDS[card.provenance]}); value {card.value:g} credits",
        ]
    )


def _find_cards(catalogue: Catalogue, words: str) -> list[Card]:
    if re.fullmatch(r"-?\d+", words):
        try:
            return [catalogue.card(int(words))]
        except KeyError:
            last = len(catalogue.cards)
            raise InvalidOption(f"there is no card {words}; cards are numbered from 0 to {last}") from None
    everything = (catalogue.assistant, *catalogue.cards)
    found = [card for card in everything if card.name.lower() == words.lower()]
    found = found or [card for card in everything if words.lower() in card.name.lower()]
    if not found:
        raise InvalidOption(f"no card is called {words!r}")
    return found


def _described_cards(cards: list[Card]) -> Described:
    data = [_printed(card) for card in cards]
    return data[0] if len(data) == 1 else data, "\n".join(map(_card_words, cards))


def describe_card(components: Folder, id: Sequence[str]) -> Described:
    return _described_cards(_find_cards(load_catalogue(components), " ".join(id)))


def describe_special(components: Folder, id: Sequence[str]) -> Described:
    words = " ".join(id)
    specials = [card for card in _find_cards(load_catalogue(components), words) if card.is_special]
    if not specials:
        raise InvalidOption(f"card {words} is not a special; `describe cards --specials` lists them")
    return _described_cards(specials)


def describe_cards(
    components: Folder, era: int | None, colour: str | None, type: str | None, specials: bool
) -> Described:
    catalogue = load_catalogue(components)
    cards = [
        card
        for card in (catalogue.assistant, *catalogue.cards)
        if (not era or card.era == era)
        and (not colour or (card.number and card.colour.name.lower() == colour))
        and (not type or card.type.name.lower() == type)
        and (not specials or card.is_special)
    ]
    return [_printed(card) for card in cards], "\n".join(map(_card_line, cards))


def _card_line(card: Card) -> str:
    era, colour = (_era_name(card), card.colour.name.lower()) if card.number else ("start", "")
    price = f"  [{number_of(card.price, 'credit')}]" if card.price else ""
    return f"{card.number:>3}  {era:<7}  {colour:<6}  {card.type.name.lower():<10}  {card.name:<34}  {card.text}{price}"


# --- boards ---


def describe_board(components: Folder, id: int) -> Described:
    catalogue = load_catalogue(components)
    try:
        board = catalogue.board(id)
    except KeyError:
        last = len(catalogue.boards)
        raise InvalidOption(f"there is no board {id}; boards are numbered from 1 to {last}") from None
    return _board_data(board), _board_words(board)


def describe_boards(components: Folder) -> Described:
    boards = load_catalogue(components).boards
    lines = [f"{b.number}  {_family(b):<10}  {b.name}, {len(b.tunnels)} tunnel sites" for b in boards]
    return [_board_data(board) for board in boards], "\n".join(lines)


def _family(board: Board) -> str:
    return "symmetric" if board.number <= LAST_SYMMETRIC_BOARD else "asymmetric"


def _site_notes(site: Any) -> list[str]:
    notes = []
    if getattr(site, "start", False):
        notes.append("the starting city")
    if getattr(site, "expansion", False):
        notes.append("expansion site")
    if site.bonus:
        notes.append(f"bonus: {effect_text(site.bonus)}")
    if any(site.surcharge):
        notes.append(f"surcharge: {amounts_text(site.surcharge)}")
    if site.multiplier > 1:
        notes.append(f"produces x{site.multiplier}")
    if getattr(site, "produce_with", None):
        other, amounts = site.produce_with
        notes.append(f"with {other}: produce {amounts_text(amounts)}")
    if any(getattr(site, "metropolis_produce", ())):
        notes.append(f"its metropolis, connected: produce {amounts_text(site.metropolis_produce)}")
    return notes


def _board_data(board: Board) -> dict[str, Any]:
    def placed(site: Any) -> dict[str, Any]:
        return {"id": site.id, "x": site.x, "y": site.y}

    def noted(site: Any) -> dict[str, Any]:
        return placed(site) | {"notes": _site_notes(site)}

    return {
        "number": board.number,
        "name": board.name,
        "cities": [noted(city) | {"sites": [noted(site) for site in city.sites]} for city in board.cities],
        "tunnels": [{"id": t.id, "between": list(t.between), "notes": _site_notes(t)} for t in board.tunnels],
        "metropolises": [placed(site) | {"colour": site.colour} for site in board.metropolises],
    }


def _board_words(board: Board) -> str:
    lines = [f"Board {board.number}, {board.name} ({_family(board)})", "", *board_map(board), ""]
    lines.append("Building sites are lettered at their city; x is the expansion site, [c9] the starting city.")
    for city in board.cities:
        letters = " ".join(site.id.rsplit(".", 1)[1] for site in city.sites)
        lines.append(f"  {city.id:<5} sites {letters:<10} {'; '.join(_site_notes(city))}".rstrip())
        for site in city.sites:
            notes = "; ".join(note for note in _site_notes(site) if note != "expansion site")
            if notes:
                lines.append(f"  {site.id:<5} {notes}")
    for tunnel in board.tunnels:
        ends = f"{tunnel.between[0]} to {tunnel.between[1]}"
        lines.append(f"  {tunnel.id:<5} {ends:<16} {'; '.join(_site_notes(tunnel))}".rstrip())
    return "\n".join(lines)


# --- slots, metropolises, contracts ---


def _slot_words(slot: Slot) -> str:
    where = "both sides" if slot.side == "both" else f"side for {slot.side} players"
    return f"{slot.id}: {slot.text}\n  {slot.colour.name.lower()} {slot.index}, {where}; provenance: {slot.provenance}"


def describe_slot(components: Folder, id: str) -> Described:
    catalogue = load_catalogue(components)
    slots = [slot for slot in catalogue.slots if slot.id == id]
    if not slots:
        raise InvalidOption(f"there is no slot {id!r}; the slots are {', '.join(catalogue.slot_ids)}")
    return [_printed(slot) for slot in slots], "\n".join(map(_slot_words, slots))


def describe_slots(components: Folder) -> Described:
    slots = load_catalogue(components).slots
    lines = [f"{slot.side:<4}  {slot.colour.name.lower():<6}  {slot.id:<22}  {slot.text}" for slot in slots]
    return [_printed(slot) for slot in slots], "\n".join(lines)


def _metropolis_words(metropolis: Metropolis) -> str:
    solo = "; not in the solo game" if metropolis.solo_excluded else ""
    first = f"{metropolis.id}, {metropolis.name}: {metropolis_text(metropolis)}"
    return f"{first}\n  {metropolis.colour}{solo}; provenance: {metropolis.provenance}"


def _contract_words(contract: Contract) -> str:
    first = f"{contract.id}, {contract.name}: {contract.requirement_text} -> {contract.bonus_text}"
    return f"{first}\n  provenance: {contract.provenance}"


def _found(things: Sequence[Any], id: str, singular: str, plural: str) -> Any:
    """The one with this id or name."""
    for thing in things:
        if id.lower() in (thing.id, thing.name.lower()):
            return thing
    ids = ", ".join(thing.id for thing in things)
    raise InvalidOption(f"there is no {singular} {id!r}; the {plural} are {ids}")


def describe_metropolis(components: Folder, id: str) -> Described:
    found = _found(load_catalogue(components).metropolises, id, "metropolis", "metropolises")
    return _printed(found), _metropolis_words(found)


def describe_metropolises(components: Folder) -> Described:
    tiles = load_catalogue(components).metropolises
    return [_printed(tile) for tile in tiles], "\n".join(map(_metropolis_words, tiles))


def describe_contract(components: Folder, id: str) -> Described:
    found = _found(load_catalogue(components).contracts, id, "contract", "contracts")
    return _printed(found), _contract_words(found)


def describe_contracts(components: Folder) -> Described:
    contracts = load_catalogue(components).contracts
    return [_printed(contract) for contract in contracts], "\n".join(map(_contract_words, contracts))


# --- the list ---


SOME_WORDS = {"metavar": "CARD", "nargs": "+"}
AN_ID = {"metavar": "ID"}
A_NUMBER = {"metavar": "NUMBER", "type": int}
OF_CARDS: dict[str, dict[str, Any]] = {
    "--era": {"type": int, "choices": (1, 2, 3), "help": "only of this era"},
    "--colour": {"choices": COLOURS, "help": "only of this colour"},
    "--type": {"choices": CARD_TYPES, "help": "only of this type"},
    "--specials": {"action": "store_true", "help": "only specials"},
}
TOPICS = (
    Topic("card", "a card by number or name; 0 is the Personal Assistant", describe_card, {"id": SOME_WORDS}),
    Topic("special", "a special by number or name", describe_special, {"id": SOME_WORDS}),
    Topic("cards", "all cards, one a line", describe_cards, OF_CARDS),
    Topic("board", "the map of a player board", describe_board, {"id": A_NUMBER}),
    Topic("boards", "all player boards, one a line", describe_boards),
    Topic("slot", "an action slot", describe_slot, {"id": AN_ID}),
    Topic("slots", "all action slots, one a line", describe_slots),
    Topic("metropolis", "a metropolis", describe_metropolis, {"id": AN_ID}),
    Topic("metropolises", "all metropolises", describe_metropolises),
    Topic("contract", "a government contract", describe_contract, {"id": AN_ID}),
    Topic("contracts", "all government contracts", describe_contracts),
)
