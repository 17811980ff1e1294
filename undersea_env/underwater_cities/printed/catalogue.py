"""All that is printed, read from a component folder, numbered, and checked whole before anything is played with it."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from undersea_env.core.component_files import (
    MAX_CELL,
    ComponentError,
    DocumentReader,
    Row,
    Table,
    one_of,
    read_table,
    read_text,
    refuse_repeats,
)
from undersea_env.underwater_cities.printed.effects import (
    Amounts,
    ConvertBuilding,
    ConvertProduced,
    Effect,
    Either,
    Ending,
    Federation,
    Gain,
    HandLimit,
    If,
    OncePerTurn,
    Part,
    Pay,
    PerformSlot,
    Permanent,
    Produce,
    Production,
    Requirement,
    Sell,
    When,
)
from undersea_env.underwater_cities.printed.language import (
    NO_AMOUNTS,
    parse_amounts,
    parse_effect,
    parse_ending,
    parse_permanent,
    parse_production,
    parse_requirement,
)
from undersea_env.underwater_cities.printed.words import (
    BLUE_METROPOLISES,
    BOARDS,
    BROWN_METROPOLISES,
    CITIES_ON_BOARD,
    CONTRACTS,
    MAX_CONVERSIONS,
    MAX_ONCE_PER_TURN,
    METROPOLIS_COLOURS,
    SITE_LETTERS,
    TUNNEL_SITES,
    CardType,
    Colour,
    Count,
    Event,
)

BUILT_IN_FOLDER = Path(__file__).resolve().parent.parent / "components"

PROVENANCES = ("rulebook", "glossary", "report", "ours")
ASSISTANT_TEXT = "either gain 1 steelplast | gain 1 credit"    # K-7

ERA_NUMBERS = {1: range(1, 67), 2: range(67, 124), 3: range(124, 181)}
SPECIAL_NUMBERS = range(181, 206)
DEAR_SPECIALS = range(181, 191)
DEAR_PRICES = (3,)
CHEAP_PRICES = (1, 2)

METROPOLIS_NUMBERS = {"blue": BLUE_METROPOLISES, "brown": BROWN_METROPOLISES}
SLOTS_PER_COLOUR = {"3-4": 5, "1-2": 4}
ALWAYS = "always"

PLAIN_BOARDS = range(1, 5)                # without surcharges, multipliers and extra production
MAX_BUILDING_SITES = len(SITE_LETTERS) - 1    # beside the expansion site
MAX_TUNNELS_OF_METROPOLIS = 2             # B-11
MULTIPLIERS = range(2, 10)
MAX_COORDINATE = 100

MAX_EXTRA_HAND_CARDS = 3
CARD_COLUMNS = ("colour", "type", "effect", "value", "provenance")
COLUMNS = {
    "era_cards.csv": ("number", "name", "era", *CARD_COLUMNS),
    "specials.csv": ("number", "name", "price", *CARD_COLUMNS),
    "contracts.csv": ("id", "name", "requirement", "bonus", "provenance"),
    "metropolises.csv": ("id", "name", "colour", "instant", "production", "end", "solo_excluded", "provenance"),
    "slots.csv": ("side", "colour", "index", "id", "effect", "provenance"),
}

CARD_COLOURS = {"yellow": Colour.YELLOW, "red": Colour.RED, "green": Colour.GREEN}
CARD_TYPES = {card_type.name.lower(): card_type for card_type in CardType}


# --- what is printed ---


@dataclass(frozen=True)
class Card:
    """An era card (price 0) or a special (era 0). Of the four kinds of text only that of its type is set."""

    number: int
    name: str
    era: int
    colour: Colour
    type: CardType
    price: int
    text: str
    value: float
    provenance: str
    effect: Effect = ()                           # instants and action cards
    permanent: Permanent | None = None
    production: tuple[Production, ...] = ()
    ending: tuple[Ending, ...] = ()

    @property
    def is_special(self) -> bool:
        return self.price > 0


@dataclass(frozen=True)
class Contract:
    index: int
    id: str
    name: str
    requirement: Requirement
    bonus: Effect
    requirement_text: str
    bonus_text: str
    provenance: str


@dataclass(frozen=True)
class Metropolis:
    index: int
    id: str
    name: str
    colour: str                                   # "blue" or "brown"
    instant: Effect
    production: tuple[Production, ...]
    ending: tuple[Ending, ...]
    solo_excluded: bool                           # O-1
    instant_text: str
    production_text: str
    ending_text: str
    provenance: str


@dataclass(frozen=True)
class Slot:
    side: str                                     # "3-4", "1-2", or "both" for the always-available slot
    colour: Colour
    index: int
    id: str
    effect: Effect
    text: str
    provenance: str


@dataclass(frozen=True)
class BuildingSite:
    id: str
    x: float
    y: float
    bonus: Effect = ()
    surcharge: Amounts = NO_AMOUNTS
    multiplier: int = 1
    expansion: bool = False


@dataclass(frozen=True)
class CitySite:
    id: str
    x: float
    y: float
    start: bool
    bonus: Effect = ()
    surcharge: Amounts = NO_AMOUNTS
    multiplier: int = 1
    sites: tuple[BuildingSite, ...] = ()


@dataclass(frozen=True)
class TunnelSite:
    id: str
    between: tuple[str, str]
    bonus: Effect = ()
    surcharge: Amounts = NO_AMOUNTS
    multiplier: int = 1
    produce_with: tuple[str, Amounts] | None = None       # the other tunnel of the pair
    metropolis_produce: Amounts = NO_AMOUNTS


@dataclass(frozen=True)
class MetropolisSite:
    id: str
    colour: str
    x: float
    y: float


@dataclass(frozen=True)
class Board:
    number: int
    name: str
    cities: tuple[CitySite, ...]
    tunnels: tuple[TunnelSite, ...]
    metropolises: tuple[MetropolisSite, ...]

    @property
    def start(self) -> CitySite:
        return next(city for city in self.cities if city.start)


@dataclass(frozen=True)
class Catalogue:
    cards: tuple[Card, ...]                       # era cards, then specials, by number
    contracts: tuple[Contract, ...]
    metropolises: tuple[Metropolis, ...]
    slots: tuple[Slot, ...]                       # side 3-4, side 1-2, always
    boards: tuple[Board, ...]
    assistant: Card                               # number 0
    folder: Path

    def card(self, number: int) -> Card:
        """The card of that number; 0 is the Assistant."""
        if not 0 <= number <= len(self.cards):
            raise KeyError(f"there is no card number {number}")
        return self.cards[number - 1] if number else self.assistant

    @property
    def provenance(self) -> dict[str, int]:
        """How many cards, contracts, metropolises and slots come from where."""
        things: list[Card | Contract | Metropolis | Slot] = [
            *self.cards, *self.contracts, *self.metropolises, *self.slots,
        ]
        return {source: sum(thing.provenance == source for thing in things) for source in PROVENANCES}

    def cards_of_era(self, era: int) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card.era == era and not card.is_special)

    @property
    def specials(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card.is_special)

    def contract(self, id: str) -> Contract:
        return _named(self.contracts, id)

    def metropolis(self, id: str) -> Metropolis:
        return _named(self.metropolises, id)

    @property
    def always(self) -> Slot:
        return _named(self.slots, ALWAYS)

    @property
    def slot_ids(self) -> tuple[str, ...]:
        """Each id once: a slot may be on both sides."""
        return tuple(dict.fromkeys(slot.id for slot in self.slots))

    def board(self, number: int) -> Board:
        if not 1 <= number <= len(self.boards):
            raise KeyError(f"there is no player board {number}")
        return self.boards[number - 1]


Named = TypeVar("Named", Contract, Metropolis, Slot)


def _named(things: Iterable[Named], id: str) -> Named:
    for thing in things:
        if thing.id == id:
            return thing
    raise KeyError(f"nothing printed has the id {id!r}")


def load_catalogue(folder: Path | str | None = None) -> Catalogue:
    """Read and check a component folder, the built-in one if none is named; all its problems in one ComponentError."""
    path = BUILT_IN_FOLDER if folder is None else Path(folder)
    if not path.is_dir():
        raise ComponentError(path, ["there is no such folder"])
    problems: list[str] = []
    tables = {file: read_table(path, file, columns, problems) for file, columns in COLUMNS.items()}
    slots = _slots(tables["slots.csv"], problems)
    cards = (
        *_cards(tables["era_cards.csv"], _era_and_price, problems),
        *_cards(tables["specials.csv"], _price_of_special, problems),
    )
    _check_card_numbers(tables, problems)
    _check_whole_book(cards, tables, problems)
    contracts = _contracts(tables["contracts.csv"], problems)
    metropolises = _metropolises(tables["metropolises.csv"], problems)
    boards = _boards(path, problems)
    if problems:
        raise ComponentError(path, problems)
    return Catalogue(
        cards=tuple(sorted(cards, key=lambda card: card.number)),
        contracts=contracts,
        metropolises=metropolises,
        slots=tuple(sorted(slots, key=_place_of_slot)),
        boards=boards,
        assistant=_assistant(),
        folder=path,
    )


def _assistant() -> Card:
    return Card(
        number=0, name="Personal Assistant", era=0, colour=Colour.NONE, type=CardType.ACTION, price=0,
        text=ASSISTANT_TEXT, value=0.0, provenance="rulebook", effect=parse_effect(ASSISTANT_TEXT),
    )


# --- cards ---


def _cards(
    table: Table, era_and_price: Callable[[Row, int], tuple[int, int]], problems: list[str],
) -> list[Card]:
    cards = []
    for row in table.rows:
        number = row.number("number", _card_numbers(table.file))
        era, price = era_and_price(row, number)
        card_type = row.word("type", CARD_TYPES, None)
        cards.append(Card(
            number=number,
            name=row.name(),
            era=era,
            colour=row.word("colour", CARD_COLOURS, Colour.NONE),
            type=card_type or CardType.INSTANT,
            price=price,
            text=row["effect"],
            value=_value(row),
            provenance=row.one_word("provenance", PROVENANCES),
            effect=row.parsed("effect", parse_effect, ()) if card_type in (CardType.INSTANT, CardType.ACTION) else (),
            permanent=row.parsed("effect", parse_permanent, None) if card_type == CardType.PERMANENT else None,
            production=row.parsed("effect", parse_production, ()) if card_type == CardType.PRODUCTION else (),
            ending=row.parsed("effect", parse_ending, ()) if card_type == CardType.END else (),
        ))
    refuse_repeats(table.rows, "number")
    return cards


def _value(row: Row) -> float:
    text = row["value"]
    try:
        value = float(text) if set(text) <= set("0123456789.-") else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        row.refuse("value", "a number")
        return 0.0
    return value


def _card_numbers(file: str) -> range:
    return SPECIAL_NUMBERS if file == "specials.csv" else range(ERA_NUMBERS[1][0], ERA_NUMBERS[3][-1] + 1)


def _era_and_price(row: Row, number: int) -> tuple[int, int]:
    era = row.number("era", tuple(ERA_NUMBERS))
    if era and number and number not in ERA_NUMBERS[era]:
        right_era = next(era for era, numbers in ERA_NUMBERS.items() if number in numbers)
        row.refuse("era", f"{right_era} for card number {number}")
    return era, 0


def _price_of_special(row: Row, number: int) -> tuple[int, int]:
    if not number:
        return 0, row.number("price", (*CHEAP_PRICES, *DEAR_PRICES))
    return 0, row.number("price", DEAR_PRICES if number in DEAR_SPECIALS else CHEAP_PRICES)


def _check_card_numbers(tables: Mapping[str, Table], problems: list[str]) -> None:
    decks = [("era_cards.csv", f"cards of era {era}", numbers) for era, numbers in ERA_NUMBERS.items()]
    decks.append(("specials.csv", "specials", SPECIAL_NUMBERS))
    for file, what, numbers in decks:
        if not tables[file].complete:
            continue
        found = {row["number"] for row in tables[file].rows}
        missing = [str(number) for number in numbers if str(number) not in found]
        if missing:
            problems.append(
                f"{file}, column number: expected {len(numbers)} {what} numbered {numbers[0]}-{numbers[-1]}, "
                f"missing {', '.join(missing)}"
            )


def _check_whole_book(cards: Collection[Card], tables: Mapping[str, Table], problems: list[str]) -> None:
    """What the cards ask of each other and of the slots."""
    if tables["slots.csv"].complete:
        _check_slot_events(cards, tables, problems)
    once = [card for card in cards if isinstance(card.permanent, OncePerTurn)]
    conversions = [
        card for card in cards for part in card.production if isinstance(part, ConvertBuilding | ConvertProduced)
    ]
    for card in sorted(set(conversions), key=lambda card: card.number):
        if conversions.count(card) > 1:
            file = "specials.csv" if card.is_special else "era_cards.csv"
            problems.append(
                f"{file}, card {card.number}, column effect: expected at most one conversion, found {card.text!r}"
            )
    limits = [card for card in cards if isinstance(card.permanent, HandLimit)]
    more = sum(card.permanent.more for card in limits if isinstance(card.permanent, HandLimit))
    for what, number, most, which in (
        ("cards with 'once per turn'", len(once), MAX_ONCE_PER_TURN, once),
        ("conversions on production cards", len(conversions), MAX_CONVERSIONS, conversions),
        ("more cards by 'hand limit'", more, MAX_EXTRA_HAND_CARDS, limits),
    ):
        if number > most:
            numbers = ", ".join(str(card.number) for card in which)
            problems.append(
                f"era_cards.csv and specials.csv, column effect: expected at most {most} {what}, "
                f"found {number} (cards {numbers})"
            )


def _check_slot_events(cards: Collection[Card], tables: Mapping[str, Table], problems: list[str]) -> None:
    slot_ids = {row["id"] for row in tables["slots.csv"].rows}
    rows = {row["number"]: row for file in ("era_cards.csv", "specials.csv") for row in tables[file].rows}
    for card in cards:
        permanent = card.permanent
        if not isinstance(permanent, When) or permanent.event != Event.USE_SLOT or permanent.detail in slot_ids:
            continue
        row = rows.get(str(card.number))
        place = row.where("effect") if row else "column effect"
        problems.append(f"{place}: expected the id of a slot in slots.csv, found {permanent.detail!r}")


# --- contracts, metropolises, slots ---


def _contracts(table: Table, problems: list[str]) -> tuple[Contract, ...]:
    contracts = [
        Contract(
            index=index,
            id=row.identity(),
            name=row.name(),
            requirement=row.parsed("requirement", parse_requirement, ()),
            bonus=row.parsed("bonus", parse_effect, ()),
            requirement_text=row["requirement"],
            bonus_text=row["bonus"],
            provenance=row.one_word("provenance", PROVENANCES),
        )
        for index, row in enumerate(table.rows, start=1)
    ]
    for row, contract in zip(table.rows, contracts, strict=True):
        if any(asked.count == Count.HAND_CARD for asked in contract.requirement):
            row.refuse("requirement", "nothing that is counted in a hand")
    refuse_repeats(table.rows, "id")
    if table.complete and len(contracts) != CONTRACTS:
        problems.append(f"{table.file}: expected {CONTRACTS} contracts, found {len(contracts)}")
    return tuple(contracts)


def _metropolises(table: Table, problems: list[str]) -> tuple[Metropolis, ...]:
    metropolises = [_metropolis(index, row) for index, row in enumerate(table.rows, start=1)]
    refuse_repeats(table.rows, "id")
    if not table.complete:
        return tuple(metropolises)
    for colour, number in METROPOLIS_NUMBERS.items():
        found = sum(metropolis.colour == colour for metropolis in metropolises)
        if found != number:
            problems.append(f"{table.file}, column colour: expected {number} {colour} metropolises, found {found}")
    excluded = [metropolis for metropolis in metropolises if metropolis.solo_excluded]
    if [metropolis.colour for metropolis in excluded] != ["brown"]:
        found_ids = ", ".join(metropolis.id for metropolis in excluded) or "none"
        problems.append(f"{table.file}, column solo_excluded: expected one brown metropolis, found {found_ids}")
    return tuple(metropolises)


def _metropolis(index: int, row: Row) -> Metropolis:
    colour = row.word("colour", {"blue": "blue", "brown": "brown"}, "")
    if colour == "brown":                                     # B-12
        _require(row, filled=("end",), empty=("instant", "production"))
    if colour == "blue":
        _require(row, filled=("instant",), empty=("end",))
    production: tuple[Production, ...] = row.maybe_parsed("production", parse_production, ())
    if not all(isinstance(part, Produce) for part in production):
        row.refuse("production", "only 'produce' on a metropolis")
    ending: tuple[Ending, ...] = row.maybe_parsed("end", parse_ending, ())
    if any(isinstance(part, Sell) for part in ending):
        row.refuse("end", "no 'sell' on a metropolis")
    return Metropolis(
        index=index,
        id=row.identity(),
        name=row.name(),
        colour=colour,
        instant=row.maybe_parsed("instant", parse_effect, ()),
        production=production,
        ending=ending,
        solo_excluded=row.word("solo_excluded", {"true": True, "false": False}, False),
        instant_text=row["instant"],
        production_text=row["production"],
        ending_text=row["end"],
        provenance=row.one_word("provenance", PROVENANCES),
    )


def _require(row: Row, filled: Iterable[str], empty: Iterable[str]) -> None:
    for column in filled:
        if not row[column]:
            row.refuse(column, f"a text, as the metropolis is {row['colour']}")
    for column in empty:
        if row[column]:
            row.refuse(column, f"nothing, as the metropolis is {row['colour']}")


def _slots(table: Table, problems: list[str]) -> list[Slot]:
    slots = []
    for row in table.rows:
        side = row.word("side", {side: side for side in (*SLOTS_PER_COLOUR, "both")}, "")
        colours: dict[str, Colour] = {"none": Colour.NONE} if side == "both" else CARD_COLOURS
        effect: Effect = row.parsed("effect", parse_effect, ())
        if any(isinstance(part, PerformSlot) for part in all_parts(effect)):
            row.refuse("effect", "a slot that performs no other slot")
        if side == "both" and not any(isinstance(part, Gain) and part.per is None for part in effect):     # G-10
            row.refuse("effect", "a 'gain' that is always possible")
        if (row.identity() == ALWAYS) != (side == "both"):
            row.refuse("id", f"{ALWAYS!r} on side both and only there")
        slots.append(Slot(
            side=side,
            colour=row.word("colour", colours, Colour.NONE),
            index=row.number("index", range(1, SLOTS_PER_COLOUR.get(side, 1) + 1)),
            id=row["id"],
            effect=effect,
            text=row["effect"],
            provenance=row.one_word("provenance", PROVENANCES),
        ))
    refuse_repeats(table.rows, "side", "id")
    refuse_repeats(table.rows, "side", "colour", "index")
    _check_slots_on_both_sides(table.rows, slots)
    if table.complete:
        _check_slot_numbers(slots, table.file, problems)
    return slots


def all_parts(effect: Effect) -> Iterable[Part]:
    """The parts of an effect and those inside them."""
    for part in effect:
        yield part
        if isinstance(part, Pay | If):
            yield from all_parts(part.effect)
        if isinstance(part, Either):
            for alternative in part.alternatives:
                yield from all_parts(alternative)


def _check_slots_on_both_sides(rows: Collection[Row], slots: Collection[Slot]) -> None:
    first: dict[str, tuple[Row, Slot]] = {}
    for row, slot in zip(rows, slots, strict=True):
        other_row, other = first.setdefault(slot.id, (row, slot))
        if slot.effect != other.effect:
            row.refuse("effect", f"the same as for {slot.id} in row {other_row.line}")
        if slot.colour != other.colour:
            row.refuse("colour", f"the same as for {slot.id} in row {other_row.line}")


def _check_slot_numbers(slots: Collection[Slot], file: str, problems: list[str]) -> None:
    for side, number in SLOTS_PER_COLOUR.items():
        for word, colour in CARD_COLOURS.items():
            found = sorted(slot.index for slot in slots if slot.side == side and slot.colour == colour)
            if found != list(range(1, number + 1)):
                problems.append(
                    f"{file}, column index: expected {word} slots 1-{number} on side {side}, "
                    f"found {', '.join(map(str, found)) or 'none'}"
                )
    always = sum(slot.side == "both" for slot in slots)
    if always != 1:
        problems.append(f"{file}, column side: expected one slot with both, found {always}")


def _place_of_slot(slot: Slot) -> tuple[int, int, int]:
    return (*SLOTS_PER_COLOUR, "both").index(slot.side), slot.colour, slot.index


# --- player boards ---

SPECIAL_KEYS = ("surcharge", "multiplier")                    # boards 5-8
SPECIAL_TUNNEL_KEYS = ("produce_with", "metropolis_produce")


def _boards(folder: Path, problems: list[str]) -> tuple[Board, ...]:
    names = [f"board_{number}.toml" for number in range(1, BOARDS + 1)]
    for path in sorted((folder / "boards").glob("*.toml")):
        if path.name not in names:
            problems.append(f"boards/{path.name}: expected only {names[0]} to {names[-1]}")
    boards = []
    for number, name in enumerate(names, start=1):
        file = f"boards/{name}"
        text = read_text(folder, file, problems)
        if text is None:
            continue
        reader = _BoardReader(file, number, text, problems)
        document = reader.document()
        if document is not None:
            boards.append(reader.board(document))
    return tuple(boards)


class _BoardReader(DocumentReader):
    def __init__(self, file: str, number: int, text: str, problems: list[str]) -> None:
        super().__init__(file, text, problems)
        self.number = number

    # -- entries --

    def coordinate(self, id: str, table: Mapping[str, Any], key: str) -> float:
        value = table.get(key, 0)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MAX_COORDINATE:
            return value
        self.refuse(id, key, f"a number from 0 to {MAX_COORDINATE}", value)
        return 0

    def multiplier(self, id: str, table: Mapping[str, Any]) -> int:
        value = table.get("multiplier", 1)
        if "multiplier" not in table or (type(value) is int and value in MULTIPLIERS):
            return int(value)
        self.refuse(id, "multiplier", one_of(MULTIPLIERS), value)
        return 1

    def bonus(self, id: str, table: Mapping[str, Any]) -> Effect:
        effect: Effect = self.parsed(id, table, "bonus", parse_effect, ())
        for part in effect:
            if not isinstance(part, Federation) and not (isinstance(part, Gain) and part.per is None):
                self.refuse(id, "bonus", "only 'gain' of amounts and 'federation'", table["bonus"])
                break
        return effect

    def surcharge(self, id: str, table: Mapping[str, Any]) -> Amounts:
        return self.parsed(id, table, "surcharge", _parse_price, NO_AMOUNTS)

    def refuse_special_keys(self, id: str, table: Mapping[str, Any], keys: Iterable[str]) -> None:
        if self.number not in PLAIN_BOARDS:
            return
        for key in keys:
            if key in table:
                self.refuse(id, key, f"no such key on boards {PLAIN_BOARDS[0]}-{PLAIN_BOARDS[-1]}", table[key])

    def ids(self, tables: Iterable[Mapping[str, Any]], key: str, expected: list[str], owner: str = "") -> bool:
        """Whether the tables have these ids in this order; if not, none of them is looked at."""
        found = [table.get("id") for table in tables]
        if found == expected:
            return True
        self.problems.append(
            f"{self.where(owner, key)}: expected the ids {', '.join(expected)} in this order, "
            f"found {', '.join(map(str, found))[:MAX_CELL] or 'none'}"
        )
        return False

    # -- the board --

    def board(self, document: Mapping[str, Any]) -> Board:
        self.check_keys("", document, ("number", "name", "city", "metropolis", "tunnel"))
        number = document.get("number", self.number)
        if type(number) is not int or number != self.number:
            self.refuse("", "number", f"{self.number}, as the file is called", number)
        metropolises = self.metropolises(self.tables(document, "metropolis"))
        cities = self.cities(self.tables(document, "city"))
        tunnels = self.tunnels(self.tables(document, "tunnel"))
        if cities and metropolises and tunnels:
            self.check_graph(cities, tunnels)
        return Board(self.number, self.name(document), cities, tunnels, metropolises)

    def metropolises(self, tables: list[dict[str, Any]]) -> tuple[MetropolisSite, ...]:
        if not self.ids(tables, "metropolis", list(METROPOLIS_COLOURS)):
            return ()
        sites = []
        for table in tables:
            id = table["id"]
            self.check_keys(id, table, ("id", "colour", "x", "y"))
            if table.get("colour", METROPOLIS_COLOURS[id]) != METROPOLIS_COLOURS[id]:
                self.refuse(id, "colour", METROPOLIS_COLOURS[id], table["colour"])
            sites.append(MetropolisSite(
                id, METROPOLIS_COLOURS[id], self.coordinate(id, table, "x"), self.coordinate(id, table, "y"),
            ))
        return tuple(sites)

    def cities(self, tables: list[dict[str, Any]]) -> tuple[CitySite, ...]:
        if not self.ids(tables, "city", [f"c{i}" for i in range(1, CITIES_ON_BOARD + 1)]):
            return ()
        cities = tuple(self.city(table) for table in tables)
        starts = [city.id for city in cities if city.start]
        if len(starts) != 1:
            self.problems.append(
                f"{self.where('', 'start')}: expected one city with start = true, found {', '.join(starts) or 'none'}"
            )
        return cities

    def city(self, table: Mapping[str, Any]) -> CitySite:
        id = table["id"]
        self.check_keys(id, table, ("id", "x", "y", "sites"), ("start", "bonus", *SPECIAL_KEYS))
        self.refuse_special_keys(id, table, SPECIAL_KEYS)
        return CitySite(
            id=id,
            x=self.coordinate(id, table, "x"),
            y=self.coordinate(id, table, "y"),
            start=self.flag(id, table, "start"),
            bonus=self.bonus(id, table),
            surcharge=self.surcharge(id, table),
            multiplier=self.multiplier(id, table),
            sites=self.building_sites(id, self.tables(table, "sites")),
        )

    def building_sites(self, city: str, tables: list[dict[str, Any]]) -> tuple[BuildingSite, ...]:
        number = len(tables) - 1
        if not 0 <= number <= MAX_BUILDING_SITES:
            self.problems.append(
                f"{self.where(city, 'sites')}: expected an expansion site and at most {MAX_BUILDING_SITES} others, "
                f"found {len(tables)} sites"
            )
            return ()
        expected = [*(f"{city}.{letter}" for letter in SITE_LETTERS[:number]), f"{city}.x"]
        if not self.ids(tables, "sites", expected, city):
            return ()
        return tuple(self.building_site(table) for table in tables)

    def building_site(self, table: Mapping[str, Any]) -> BuildingSite:
        id = table["id"]
        self.check_keys(id, table, ("id", "x", "y"), ("bonus", *SPECIAL_KEYS, "expansion"))
        self.refuse_special_keys(id, table, SPECIAL_KEYS)
        expansion = self.flag(id, table, "expansion")
        if expansion != id.endswith(".x"):        # B-5
            self.refuse(id, "expansion", "true for the site x of a city and only for it", str(expansion).lower())
        return BuildingSite(
            id=id,
            x=self.coordinate(id, table, "x"),
            y=self.coordinate(id, table, "y"),
            bonus=self.bonus(id, table),
            surcharge=self.surcharge(id, table),
            multiplier=self.multiplier(id, table),
            expansion=expansion,
        )

    def tunnels(self, tables: list[dict[str, Any]]) -> tuple[TunnelSite, ...]:
        if len(tables) > TUNNEL_SITES:
            self.refuse("", "tunnel", f"at most {TUNNEL_SITES} tunnels", len(tables))
            return ()
        ids = [f"t{i}" for i in range(1, max(len(tables), 1) + 1)]
        if not self.ids(tables, "tunnel", ids):
            return ()
        tunnels = tuple(self.tunnel(table, ids) for table in tables)
        partners = {tunnel.id: tunnel.produce_with[0] for tunnel in tunnels if tunnel.produce_with}
        for id, partner in partners.items():
            if partners.get(partner) == id and id < partner:
                self.refuse(id, "produce_with", f"it on one tunnel of the pair only, not on {partner} too", partner)
        return tunnels

    def tunnel(self, table: Mapping[str, Any], ids: list[str]) -> TunnelSite:
        id = table["id"]
        self.check_keys(id, table, ("id", "between"), ("bonus", *SPECIAL_KEYS, *SPECIAL_TUNNEL_KEYS))
        self.refuse_special_keys(id, table, (*SPECIAL_KEYS, *SPECIAL_TUNNEL_KEYS))
        between = self.between(id, table)
        if "metropolis_produce" in table and not set(between) & set(METROPOLIS_COLOURS):
            self.refuse(id, "metropolis_produce", "a tunnel to a metropolis", " and ".join(between))
        return TunnelSite(
            id=id,
            between=between,
            bonus=self.bonus(id, table),
            surcharge=self.surcharge(id, table),
            multiplier=self.multiplier(id, table),
            produce_with=self.produce_with(id, table, ids),
            metropolis_produce=self.parsed(id, table, "metropolis_produce", parse_amounts, NO_AMOUNTS),
        )

    def between(self, id: str, table: Mapping[str, Any]) -> tuple[str, str]:
        cities = [f"c{i}" for i in range(1, CITIES_ON_BOARD + 1)]
        ends = table.get("between", ["c1", "c2"])
        known = isinstance(ends, list) and len(ends) == 2 and all(end in (*cities, *METROPOLIS_COLOURS) for end in ends)
        if not known or ends[0] == ends[1] or not set(ends) & set(cities):
            self.refuse(id, "between", "two different cities, or a city and a metropolis", ends)
            return ("", "")
        return (ends[0], ends[1])

    def produce_with(self, id: str, table: Mapping[str, Any], ids: list[str]) -> tuple[str, Amounts] | None:
        if "produce_with" not in table:
            return None
        pair = table["produce_with"]
        if not isinstance(pair, dict) or set(pair) != {"tunnel", "produce"}:
            self.refuse(id, "produce_with", "a table with the keys tunnel and produce", pair)
            return None
        if pair["tunnel"] not in ids or pair["tunnel"] == id:
            self.refuse(id, "produce_with", "the id of another tunnel", pair["tunnel"])
            return None
        amounts = self.parsed(id, {"produce_with": pair["produce"]}, "produce_with", parse_amounts, NO_AMOUNTS)
        return pair["tunnel"], amounts

    def check_graph(self, cities: Iterable[CitySite], tunnels: Collection[TunnelSite]) -> None:
        for metropolis in METROPOLIS_COLOURS:
            number = sum(metropolis in tunnel.between for tunnel in tunnels)
            if not 1 <= number <= MAX_TUNNELS_OF_METROPOLIS:
                self.problems.append(
                    f"{self.where(metropolis, 'id')}: expected one or two tunnels to the metropolis, found {number}"
                )
        starts = [city.id for city in cities if city.start]
        if len(starts) != 1:
            return
        reached = _reachable(starts[0], tunnels)
        for city in cities:
            if city.id not in reached:
                self.refuse(city.id, "id", f"a way by tunnel sites from the start {starts[0]}", "none")


def _parse_price(text: str, where: str) -> Amounts:
    return parse_amounts(text, where, tokens_only=True)


def _reachable(start: str, tunnels: Collection[TunnelSite]) -> set[str]:
    """The cities joined to the start by tunnel sites; no path passes through a metropolis (B-6)."""
    reached = {start}
    growing = True
    while growing:
        growing = False
        for tunnel in tunnels:
            if set(tunnel.between) & set(METROPOLIS_COLOURS) or len(reached & set(tunnel.between)) != 1:
                continue
            reached |= set(tunnel.between)
            growing = True
    return reached
