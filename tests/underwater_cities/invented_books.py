"""Component books that nobody would print: every form of the effect language, every event, also very large numbers.

    python -m tests.underwater_cities.invented_books 17 FOLDER             writes book number 17

The number of a book is its seed. A book is made as trees, written with the language's own words, and read back and
checked like any other. What is left out, so that every game ends, the second engine is not busy for minutes, and the
order in which things are asked is one that the rules tell:

- what is set off sets off nothing that comes before it in `RANKS`; action cards make no action card ready; few sales;
- of the permanent cards those of one event ask something, the others only give; contracts only give;
- a metropolis is taken by instants, once each.

In every second book nothing that is set off asks anything: the short cuts of the pair test are used for such books.
"""

from __future__ import annotations

import csv
import random
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from undersea_env.core.component_files import MAX_CELL
from undersea_env.underwater_cities.printed.catalogue import (
    ALWAYS,
    BUILT_IN_FOLDER,
    CHEAP_PRICES,
    COLUMNS,
    MAX_EXTRA_HAND_CARDS,
    PLAIN_BOARDS,
    Catalogue,
    load_catalogue,
)
from undersea_env.underwater_cities.printed.effects import (
    FREE,
    USUAL,
    Amounts,
    AtLeast,
    Build,
    ConvertBuilding,
    ConvertCity,
    ConvertProduced,
    Discount,
    Effect,
    Either,
    Ending,
    Exchange,
    Federation,
    Gain,
    GainDifferent,
    GainProduction,
    HandLimit,
    If,
    OncePerTurn,
    Part,
    Pay,
    Per,
    PerformSlot,
    Permanent,
    Produce,
    Production,
    ReadyActionCard,
    Requirement,
    ScoreAt,
    ScorePer,
    Sell,
    TakeMetropolis,
    TakeSpecial,
    Terms,
    Upgrade,
    UseActionCard,
    When,
)
from undersea_env.underwater_cities.printed.language import (
    COUNT_WORDS,
    MAX_NESTING,
    STRUCTURE_WORDS,
    THING_WORDS,
    amounts_text,
    effect_text,
    ending_text,
    permanent_text,
    production_text,
    requirement_text,
)
from undersea_env.underwater_cities.printed.words import (
    BUILDINGS,
    MAX_CONVERSIONS,
    MAX_ONCE_PER_TURN,
    STRUCTURES,
    TOKEN_RESOURCES,
    TRACK_TOP,
    CardType,
    Colour,
    Count,
    Event,
    Resource,
    Thing,
)

BOARDS_FOLDER = "boards"
COUNTS = tuple(COUNT_WORDS)
COUNTS_OF_CONTRACTS = tuple(count for count in COUNTS if count != Count.HAND_CARD)
# What each event may set off, by rank: only events of a higher one.
CHOSEN, USED, GIVEN, BUILT, UPGRADED, CONNECTED, CLAIMED, REACHED = range(8)
RANKS = {
    Event.MATCH: CHOSEN, Event.MISMATCH: CHOSEN, Event.PAY_SPECIAL: CHOSEN, Event.USE_SLOT: USED,
    Event.USE_ACTION_CARD: USED, Event.SLOT_GIVES: GIVEN, Event.BUILD: BUILT, Event.BUILD_SECOND_IN_CITY: BUILT,
    Event.BUILD_SECOND_TUNNEL: BUILT, Event.BUILD_ON_EXPANSION: BUILT, Event.UPGRADE: UPGRADED,
    Event.UPGRADE_SECOND_IN_CITY: UPGRADED, Event.CONNECT_METROPOLIS: CONNECTED, Event.CLAIM_CONTRACT: CLAIMED,
    Event.REACH_FEDERATION: REACHED,
}
ANYTHING, BY_INSTANT, BY_ACTION_CARD, BY_SLOT = range(-4, 0)  # instead of a rank: what an effect belongs to
MOST_ASKING = 6                                              # cards that may ask something
MOST_SALES = 4


class Inventor:
    """Parts of a book, one after the other, from one source of chance."""

    def __init__(self, number: int) -> None:
        self.source = random.Random(number)
        self.once = self.conversions = self.more_cards = self.sales = 0
        self.asking = None if number % 2 else self.source.choice([e for e in Event if e != Event.REACH_FEDERATION])
        self.askers = 0
        self.asked_detail: int | str | None = None
        self.took_metropolis = False
        self.lists = [self._new_amounts(tuple(Resource)) for _ in range(36)]
        self.prices = [self._new_amounts(TOKEN_RESOURCES) for _ in range(24)]

    # --- numbers ---

    def often(self, share: float) -> bool:
        return self.source.random() < share

    def number(self, most: int = 99) -> int:
        """Mostly small, now and then as large as can be."""
        kind = self.source.random()
        if kind < 0.8:
            return self.source.randint(1, min(3, most))
        return self.source.randint(1, min(9, most)) if kind < 0.98 else most

    def _new_amounts(self, allowed: tuple[Resource, ...]) -> Amounts:
        numbers = [0] * len(Resource)
        for resource in self.source.sample(allowed, self.source.choice((1, 1, 1, 2, 2, 3))):
            numbers[resource] = self.number()
        return tuple(numbers)  # type: ignore[return-value]

    def amounts(self) -> Amounts:
        """There is room for so many different lists only."""
        return self.source.choice(self.lists)

    def price(self) -> Amounts:
        return self.source.choice(self.prices)

    def per(self, cap: bool) -> Per:
        return Per(self.source.choice(COUNTS), self.number(5), self.number(9) if cap else 0)

    def amounts_per(self) -> tuple[Amounts, Per | None]:
        amounts = self.amounts()
        if self.often(0.7):
            return amounts, None
        return amounts, self.per(cap=sum(number > 0 for number in amounts) == 1 and self.often(0.3))

    def terms(self) -> Terms:
        kind = self.source.randrange(6)
        if kind < 2:
            return USUAL
        if kind < 4:
            return Terms(prices=tuple(self.price() for _ in range(self.source.choice((1, 2)))))
        return FREE if kind == 4 else Terms(discount=self.price())

    # --- effects ---

    def effect(self, place: int, most: int = 3) -> Effect:
        return tuple(self.part(place) for _ in range(self.source.randint(1, most)))

    def part(self, place: int, nesting: int = 0, in_either: bool = False) -> Part:
        if nesting < MAX_NESTING and self.often(0.3 if nesting == 0 else 0.2):
            kind = self.source.choice(("pay", "if", "pay" if in_either else "either"))
            if kind == "pay":
                prices = tuple(self.price() for _ in range(self.source.choice((1, 1, 2))))
                return Pay(prices, (self.part(place, nesting + 1, in_either),), self.source.choice((1, 1, 2, 3)))
            if kind == "if":
                return self.condition((self.part(place, nesting + 1, in_either),))
            sides = [
                tuple(self.part(place, nesting + 1, in_either=True) for _ in range(self.source.choice((1, 1, 2))))
                for _ in range(self.source.choice((2, 2, 3)))
            ]
            return Either(tuple(sides))
        return self.plain_part(place, nesting)

    def condition(self, effect: Effect) -> If:
        if self.often(0.2):
            return If(Count.FEDERATION_SPACE, self.source.randint(1, TRACK_TOP), True, effect)
        return If(self.source.choice(COUNTS), self.number(5), False, effect)

    def plain_part(self, place: int, nesting: int) -> Part:
        kinds = ["gain", "gain", "gain", "different", "federation", "exchange", "production", "convert", "special"]
        if place < BUILT:
            kinds += ["build", "build", "build"]
        if place < UPGRADED:
            kinds += ["upgrade", "upgrade"]
        if place == BY_INSTANT and nesting == 0 and not self.took_metropolis:
            kinds += ["metropolis"]
        if place in (ANYTHING, BY_INSTANT, CHOSEN, BY_SLOT, BY_ACTION_CARD):
            kinds += ["use", "use"]
        if place in (ANYTHING, BY_INSTANT, BY_ACTION_CARD):
            kinds += ["perform", "perform"]
        if place in (ANYTHING, BY_INSTANT, CONNECTED, CLAIMED):
            kinds += ["ready"]
        kind = self.source.choice(kinds)
        self.took_metropolis |= kind == "metropolis"
        return self.part_of_kind(kind)

    def part_of_kind(self, kind: str) -> Part:
        match kind:
            case "gain":
                return Gain(*self.amounts_per())
            case "different":
                resources = self.source.sample(tuple(Resource), self.source.randint(1, len(Resource)))
                return GainDifferent(self.source.randint(1, len(resources)), tuple(resources))
            case "federation":
                return Federation(self.source.choice((1, 1, 1, 2, 3, 9)))
            case "exchange":
                return Exchange(self.price(), self.price())
            case "production":
                return GainProduction()
            case "convert":
                return ConvertCity()
            case "special":
                return TakeSpecial()
            case "build":
                return self.build()
            case "upgrade":
                times = self.source.choice((1, 1, 2, 9))
                return Upgrade(self.source.choice(list(STRUCTURE_WORDS)), times, self.terms())
            case "metropolis":
                return TakeMetropolis()
            case "use":
                return UseActionCard(self.source.choice((1, 1, 2)))
            case "perform":
                available = self.often(0.7)
                return PerformSlot(available, occupied=not available or self.often(0.4))
            case _:
                return ReadyActionCard()

    def build(self) -> Build:
        things = self.source.choice(list(THING_WORDS))
        return Build(
            things, self.source.choice((1, 1, 1, 2, 9)), self.terms(),
            on_expansion=set(things) <= set(BUILDINGS) and self.often(0.3),
            then_upgrade=self.source.choice((USUAL, FREE, None)) if set(things) <= set(STRUCTURES) else None,
        )

    def gift(self) -> Part:
        """What only gives, also under a condition."""
        part = Federation(self.source.randint(1, 3)) if self.often(0.2) else Gain(*self.amounts_per())
        return self.condition((part,)) if self.often(0.2) else part

    def gifts_text(self) -> str:
        return effect_text(tuple(self.gift() for _ in range(self.source.choice((1, 1, 2)))))

    def bonus(self) -> Effect:
        """Of a site: gains that are not counted, and steps."""
        return tuple(
            Federation(self.source.randint(1, 3)) if self.often(0.25) else Gain(self.amounts())
            for _ in range(self.source.choice((1, 1, 2)))
        )

    # --- cards ---

    def permanent(self) -> Permanent:
        kind = self.source.random()
        if kind < 0.12:
            return self.discount()
        if kind < 0.2 and self.once < MAX_ONCE_PER_TURN:
            self.once += 1
            return OncePerTurn((self.part(ANYTHING),))
        if kind < 0.24 and self.more_cards < MAX_EXTRA_HAND_CARDS:
            self.more_cards += 1
            return HandLimit(1)
        return self.when(self.source.choice(list(Event)))

    def discount(self) -> Discount:
        if self.often(0.25):
            return Discount((), self.price(), upgrade=True)
        return Discount(self.source.choice(list(THING_WORDS)), self.price())

    def when(self, event: Event) -> When:
        if event != self.asking or self.askers == MOST_ASKING:
            return When(event, self.detail(event), (self.gift(),))
        self.askers += 1
        if event != Event.SLOT_GIVES or self.asked_detail is None:         # of several resources one asks
            self.asked_detail = self.detail(event)
        return When(event, self.asked_detail, (self.part(RANKS[event]),))

    def detail(self, event: Event) -> int | str:
        source = self.source
        match event:
            case Event.BUILD:
                return source.choice((*Thing, "building", "structure", "city"))
            case Event.UPGRADE:
                return source.choice((*STRUCTURES, "building", "structure"))
            case Event.BUILD_SECOND_IN_CITY | Event.UPGRADE_SECOND_IN_CITY:
                return source.choice(BUILDINGS)
            case Event.MATCH:
                return source.choice(tuple(Colour))
            case Event.REACH_FEDERATION:
                return source.randint(1, TRACK_TOP)
            case Event.SLOT_GIVES:
                return source.choice(tuple(Resource))
            case Event.USE_SLOT:
                return source.choice(built_in().slot_ids)
        return 0

    def production(self, may_convert: bool) -> tuple[Production, ...]:
        found: list[Production] = [Produce(*self.amounts_per()) for _ in range(self.source.choice((1, 1, 2)))]
        if may_convert and self.conversions < MAX_CONVERSIONS and self.often(0.4):
            self.conversions += 1
            found[-1] = ConvertBuilding(self.source.choice(BUILDINGS), self.price(), self.amounts())
            if self.often(0.5):
                found[-1] = ConvertProduced(self.price(), self.amounts(), self.source.choice((1, 2, 3)))
        return tuple(found)

    def ending(self, may_sell: bool) -> tuple[Ending, ...]:
        kind = self.source.random()
        if may_sell and kind < 0.3 and self.sales < MOST_SALES:
            self.sales += 1
            return (Sell(self.price(), self.number(), self.source.randint(1, 9)),)
        if kind < 0.6:
            steps = self.source.randint(1, 3)
            points, thresholds = (tuple(sorted(self.source.sample(range(1, 12), steps))) for _ in range(2))
            return (ScoreAt(points, thresholds, self.source.choice(COUNTS)),)
        return tuple(
            ScorePer(self.number(), self.per(cap=self.often(0.3))) for _ in range(self.source.choice((1, 1, 2)))
        )

    def requirement(self) -> Requirement:
        return tuple(
            AtLeast(self.source.choice(COUNTS_OF_CONTRACTS), self.source.choice((1, 1, 2, 3)))
            for _ in range(self.source.choice((1, 1, 2)))
        )

    def effect_text(self, place: int, most: int = 3) -> str:
        """Of an effect that has room in a cell."""
        while True:
            self.took_metropolis = False
            text = effect_text(self.effect(place, most))
            if len(text) <= MAX_CELL:
                return text

    def permanent_text(self) -> str:
        while len(text := permanent_text(self.permanent())) > MAX_CELL:
            pass
        return text

    def text_of_card(self, card_type: CardType) -> str:
        match card_type:
            case CardType.INSTANT:
                return self.effect_text(BY_INSTANT)
            case CardType.ACTION:
                return self.effect_text(BY_ACTION_CARD, most=2)
            case CardType.PERMANENT:
                return self.permanent_text()
            case CardType.PRODUCTION:
                return production_text(self.production(may_convert=True))
            case CardType.END:
                return ending_text(self.ending(may_sell=True))


@cache
def built_in() -> Catalogue:
    return load_catalogue()


# --- files ---


def printed_rows(file: str) -> list[dict[str, str]]:
    with (BUILT_IN_FOLDER / file).open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def write_rows(folder: Path, file: str, rows: list[dict[str, str]]) -> None:
    with (folder / file).open("w", newline="", encoding="utf-8") as lines:
        writer = csv.DictWriter(lines, COLUMNS[file], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def invented_rows(inventor: Inventor, file: str) -> list[dict[str, str]]:
    """The rows of the built-in file, which say what there must be, with other texts in them."""
    rows = printed_rows(file)
    source = inventor.source
    slots = {ALWAYS: f"{effect_text((Gain(inventor.amounts()),))}; {inventor.effect_text(BY_SLOT, most=1)}"}
    for row in rows:
        if file == "slots.csv":
            row["effect"] = slots.setdefault(row["id"], inventor.effect_text(BY_SLOT))
        elif file == "contracts.csv":
            row["requirement"] = requirement_text(inventor.requirement())
            row["bonus"] = inventor.gifts_text()
        elif file == "metropolises.csv":
            if row["colour"] == "brown":
                row["end"] = ending_text(inventor.ending(may_sell=False))
            else:
                asks = inventor.asking is not None
                row["instant"] = inventor.effect_text(CONNECTED, most=2) if asks else inventor.gifts_text()
                row["production"] = production_text(inventor.production(False)) if inventor.often(0.5) else ""
        else:
            card_type = source.choice((*CardType, CardType.INSTANT, CardType.PERMANENT, CardType.PERMANENT))
            row["type"], row["effect"] = card_type.name.lower(), inventor.text_of_card(card_type)
            row["colour"] = source.choice(("yellow", "red", "green"))
            if file == "specials.csv" and row["price"] != "3":
                row["price"] = str(source.choice(CHEAP_PRICES))
    return rows


def invented_board(inventor: Inventor, board: dict[str, Any]) -> dict[str, Any]:
    """The graph of a built-in board with other bonuses, surcharges, multipliers and extra production."""
    often, plain = inventor.often, board["number"] in PLAIN_BOARDS
    sites = [site for city in board["city"] for site in (city, *city["sites"])]
    for site in (*sites, *board["tunnel"]):
        for key in ("bonus", "surcharge", "multiplier", "produce_with", "metropolis_produce"):
            site.pop(key, None)
        if often(0.3):
            site["bonus"] = effect_text(inventor.bonus())
        if not plain and often(0.15):
            site["surcharge"] = amounts_text(inventor.price())
        if not plain and often(0.15):
            site["multiplier"] = inventor.source.choice((2, 3, 9))
    if not plain:
        for tunnel, partner in zip(board["tunnel"][::2], board["tunnel"][1::2], strict=False):
            if often(0.3):
                tunnel["produce_with"] = {"tunnel": partner["id"], "produce": amounts_text(inventor.amounts())}
        for tunnel in board["tunnel"]:
            if any(end.startswith("m.") for end in tunnel["between"]) and often(0.5):
                tunnel["metropolis_produce"] = amounts_text(inventor.amounts())
    return board


def toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml_value(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return str(value)


def toml_text(board: dict[str, Any]) -> str:
    tables = ("city", "metropolis", "tunnel")
    lines = [f"{key} = {toml_value(value)}" for key, value in board.items() if key not in tables]
    for name in tables:
        for table in board[name]:
            lines += ["", f"[[{name}]]", *(f"{key} = {toml_value(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def write_book(number: int, folder: Path) -> Path:
    """Invent book `number` and write it into the folder."""
    inventor = Inventor(number)
    for file in COLUMNS:
        write_rows(folder, file, invented_rows(inventor, file))
    (folder / BOARDS_FOLDER).mkdir(exist_ok=True)
    for path in sorted((BUILT_IN_FOLDER / BOARDS_FOLDER).glob("*.toml")):
        board = invented_board(inventor, tomllib.loads(path.read_text(encoding="utf-8")))
        (folder / BOARDS_FOLDER / path.name).write_text(toml_text(board), encoding="utf-8")
    return folder


@cache
def folder_of(number: int) -> Path:
    """Where book `number` was written in this process."""
    _folders.append(tempfile.TemporaryDirectory(prefix=f"book-{number}-"))
    return write_book(number, Path(_folders[-1].name))


_folders: list[tempfile.TemporaryDirectory[str]] = []           # they are removed with this list


if __name__ == "__main__":
    target = Path(sys.argv[2])
    target.mkdir(parents=True, exist_ok=True)
    print(write_book(int(sys.argv[1]), target))
