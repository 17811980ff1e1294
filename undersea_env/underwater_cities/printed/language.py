"""The effect language: text of a cell -> effect tree, and back; errors say where and what was expected."""

from collections.abc import Callable, Mapping, Sequence

from undersea_env.core.printed_language import Forms, Meaning, TokenReader
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
from undersea_env.underwater_cities.printed.words import (
    BUILDINGS,
    CITIES,
    MAX_ALTERNATIVES,
    MAX_PARTS_IN_EFFECT,
    MAX_PRINTED_PRICES,
    MAX_SCORE_STEPS,
    STRUCTURES,
    TOKEN_RESOURCES,
    TRACK_TOP,
    Colour,
    Count,
    Event,
    Resource,
    Thing,
)

MAX_AMOUNT = 99
MAX_TIMES = 9
MAX_NESTING = 3             # `pay`, `if` and `either` around a part
MAX_HAND_LIMIT = 3

NO_AMOUNTS: Amounts = (0, 0, 0, 0, 0, 0, 0)

RESOURCE_WORDS: dict[Resource, Forms] = {
    Resource.KELP: ("kelp", "kelp"),
    Resource.STEELPLAST: ("steelplast", "steelplast"),
    Resource.SCIENCE: ("science", "science"),
    Resource.CREDITS: ("credit", "credits"),
    Resource.BIOMATTER: ("biomatter", "biomatter"),
    Resource.POINTS: ("point", "points"),
    Resource.CARDS: ("card", "cards"),
}

WRITTEN_ORDER = (           # of the resources in a list of amounts
    Resource.BIOMATTER, Resource.POINTS, Resource.SCIENCE, Resource.STEELPLAST, Resource.KELP, Resource.CARDS,
    Resource.CREDITS,
)

THING_WORDS: dict[tuple[Thing, ...], Forms] = {
    (Thing.FARM,): ("farm", "farms"),
    (Thing.DESAL,): ("desal", "desals"),
    (Thing.LAB,): ("lab", "labs"),
    BUILDINGS: ("building", "buildings"),
    (Thing.TUNNEL,): ("tunnel", "tunnels"),
    STRUCTURES: ("structure", "structures"),
    CITIES: ("city", "cities"),
    (Thing.SYMBIOTIC,): ("symbiotic city", "symbiotic cities"),
    (Thing.NONSYMBIOTIC,): ("nonsymbiotic city", "nonsymbiotic cities"),
}
STRUCTURE_WORDS = {things: forms for things, forms in THING_WORDS.items() if set(things) <= set(STRUCTURES)}
BUILDING_WORDS = {building: THING_WORDS[(building,)] for building in BUILDINGS}

COUNT_WORDS: dict[Count, Forms] = {
    Count.CONNECTED_CITY: ("connected city", "connected cities"),
    Count.CONNECTED_SYMBIOTIC_CITY: ("connected symbiotic city", "connected symbiotic cities"),
    Count.CONNECTED_NONSYMBIOTIC_CITY: ("connected nonsymbiotic city", "connected nonsymbiotic cities"),
    Count.CONNECTED_FARM: ("connected farm", "connected farms"),
    Count.CONNECTED_DESAL: ("connected desal", "connected desals"),
    Count.CONNECTED_LAB: ("connected lab", "connected labs"),
    Count.CONNECTED_BUILDING: ("connected building", "connected buildings"),
    Count.UPGRADED_FARM: ("upgraded farm", "upgraded farms"),
    Count.UPGRADED_DESAL: ("upgraded desal", "upgraded desals"),
    Count.UPGRADED_LAB: ("upgraded lab", "upgraded labs"),
    Count.UPGRADED_BUILDING: ("upgraded building", "upgraded buildings"),
    Count.TUNNEL: ("tunnel", "tunnels"),
    Count.UPGRADED_TUNNEL: ("upgraded tunnel", "upgraded tunnels"),
    Count.UPGRADED_STRUCTURE: ("upgraded structure", "upgraded structures"),
    Count.COMPLETE_CITY: ("complete city", "complete cities"),
    Count.UPGRADED_SET: ("upgraded set", "upgraded sets"),
    Count.CONNECTED_METROPOLIS: ("connected metropolis", "connected metropolises"),
    Count.ACTION_CARD: ("action card", "action cards"),
    Count.PERMANENT_CARD: ("permanent card", "permanent cards"),
    Count.PRODUCTION_CARD: ("production card", "production cards"),
    Count.END_CARD: ("end card", "end cards"),
    Count.PAID_SPECIAL: ("paid special", "paid specials"),
    Count.HAND_CARD: ("hand card", "hand cards"),
    Count.CONTRACT: ("contract", "contracts"),
}

COLOUR_WORDS: dict[Colour, Forms] = {
    colour: (colour.name.lower(), colour.name.lower()) for colour in (Colour.YELLOW, Colour.RED, Colour.GREEN)
}

SLOT_CHOICES = {
    "available": PerformSlot(available=True, occupied=False),
    "occupied": PerformSlot(available=False, occupied=True),
    "any": PerformSlot(available=True, occupied=True),
}


# --- text -> tree ---


class _Reader(TokenReader):
    """Recursive descent over the tokens of one cell."""

    signs = ("<->", "->", ">=", "=", ",", ";", ":", "|", "/")

    # -- amounts, prices, counts --

    def amount(self, allowed: Sequence[Resource]) -> tuple[Resource, int]:
        number = self.number(1, MAX_AMOUNT)
        return self.resource(allowed, plural=number > 1), number

    def resource(self, allowed: Sequence[Resource], plural: bool) -> Resource:
        token = self.token
        resource = self.phrase(RESOURCE_WORDS, plural, "a resource")
        if resource not in allowed:
            self.fail("a resource that is held as tokens", token)
        return resource

    def resource_in_either_form(self) -> Resource:
        plurals = {forms[1] for forms in RESOURCE_WORDS.values()}
        return self.resource(tuple(Resource), plural=self.token.text in plurals)

    def amounts(self, allowed: Sequence[Resource] = tuple(Resource)) -> Amounts:
        numbers = dict.fromkeys(Resource, 0)
        while True:
            token = self.token
            resource, number = self.amount(allowed)
            if numbers[resource]:
                self.fail("each resource once", token)
            numbers[resource] = number
            if not self.accept(","):
                return _amounts(numbers)

    def price(self) -> Amounts:
        return self.amounts(TOKEN_RESOURCES)

    def prices(self) -> tuple[Amounts, ...]:
        found = [self.price()]
        while self.token.text == "or":
            if len(found) == MAX_PRINTED_PRICES:
                self.fail(f"at most {MAX_PRINTED_PRICES} prices")
            self.accept("or")
            found.append(self.price())
        return tuple(found)

    def count(self, plural: bool) -> Count:
        return self.phrase(COUNT_WORDS, plural, "something to count")

    def maybe_per(self) -> Per | None:
        if not self.accept("per"):
            return None
        divisor = self.maybe_number(1, MAX_AMOUNT) or 1
        count = self.count(plural=divisor > 1)
        cap = self.number(1, MAX_AMOUNT) if self.accept("up to") else 0
        return Per(count, divisor, cap)

    def amounts_per(self) -> tuple[Amounts, Per | None]:
        start = self.token
        amounts = self.amounts()
        per = self.maybe_per()
        if per and per.cap and sum(number > 0 for number in amounts) > 1:
            self.fail("one resource, as 'up to' limits it", start)
        return amounts, per

    def terms(self) -> Terms:
        if self.accept("free"):
            return FREE
        if self.accept("for"):
            return Terms(prices=self.prices())
        if self.accept("discount"):
            return Terms(discount=self.price())
        return USUAL

    # -- effects --

    def effect(self) -> Effect:
        parts = self.joined(";", lambda: self.part(0, in_either=False))
        self.expect_end("';' or the end of the text")
        return parts

    def joined(self, separator: str, read: Callable[[], Meaning]) -> tuple[Meaning, ...]:
        found = [read()]
        while self.token.text == separator:
            if len(found) == MAX_PARTS_IN_EFFECT:
                self.fail(f"at most {MAX_PARTS_IN_EFFECT} parts")
            self.accept(separator)
            found.append(read())
        return tuple(found)

    def part(self, nesting: int, in_either: bool) -> Part:
        token = self.token
        if token.text in ("pay", "if", "either") and nesting == MAX_NESTING:
            self.fail(f"at most {MAX_NESTING} of 'pay', 'if' and 'either' around a part")
        if self.accept("pay"):
            return self.pay(nesting + 1, in_either)
        if self.accept("if"):
            return self.condition(nesting + 1, in_either)
        if self.token.text == "either" and in_either:
            self.fail("no 'either' inside another")
        if self.accept("either"):
            return self.either(nesting + 1)
        return self.plain_part()

    def pay(self, nesting: int, in_either: bool) -> Pay:
        prices = self.prices()
        times = 1
        if self.accept("up to"):
            times = self.number(1, MAX_TIMES)
            self.expect("times" if times > 1 else "time")
        self.expect(":")
        return Pay(prices, (self.part(nesting, in_either),), times)

    def condition(self, nesting: int, in_either: bool) -> If:
        if self.accept("federation"):
            self.expect("space =")
            count, exactly, number = Count.FEDERATION_SPACE, True, self.number(1, TRACK_TOP)   # N-4
        else:
            asked = self.at_least()
            count, exactly, number = asked.count, False, asked.number
        self.expect(":")
        return If(count, number, exactly, (self.part(nesting, in_either),))

    def at_least(self) -> AtLeast:
        count = self.count(plural=True)
        self.expect(">=")
        return AtLeast(count, self.number(1, MAX_AMOUNT))

    def either(self, nesting: int) -> Either:
        alternatives = [self.alternative(nesting)]
        self.expect("|")
        alternatives.append(self.alternative(nesting))
        while self.token.text == "|":
            if len(alternatives) == MAX_ALTERNATIVES:
                self.fail(f"at most {MAX_ALTERNATIVES} alternatives")
            self.accept("|")
            alternatives.append(self.alternative(nesting))
        return Either(tuple(alternatives))

    def alternative(self, nesting: int) -> Effect:
        return self.joined("and", lambda: self.part(nesting, in_either=True))

    def plain_part(self) -> Part:
        if self.accept("gain"):
            return self.gain()
        if self.accept("federation"):
            return Federation(self.number(1, MAX_TIMES))
        if self.accept("build"):
            return self.build()
        if self.accept("upgrade"):
            return self.upgrade()
        if self.accept("use"):
            times = self.maybe_number(1, MAX_TIMES) or 1
            self.expect("action cards" if times > 1 else "action card")
            return UseActionCard(times)
        if self.accept("ready"):
            self.expect("action card")
            return ReadyActionCard()
        if self.accept("take"):
            return self.take()
        if self.accept("perform"):
            return self.perform()
        if self.accept("exchange"):
            left = self.price()
            self.expect("<->")
            return Exchange(left, self.price())
        if self.accept("convert"):
            self.expect("city")
            return ConvertCity()
        self.fail("a part of an effect, such as 'gain' or 'build'")

    def gain(self) -> Part:
        if self.accept("production"):
            self.expect("of 1 upgraded structure")
            return GainProduction()
        if self.tokens[self.at + 1:] and self.tokens[self.at + 1].text == "different":
            return self.gain_different()
        return Gain(*self.amounts_per())

    def gain_different(self) -> GainDifferent:
        number_token = self.token
        number = self.number(1, len(Resource))
        self.expect("different of")
        resources: list[Resource] = []
        while True:
            token = self.token
            resource = self.resource(tuple(Resource), plural=False)
            if resource in resources:
                self.fail("each resource once", token)
            resources.append(resource)
            if not self.accept(","):
                break
        if number > len(resources):
            self.fail(f"a number from 1 to {len(resources)}", number_token)
        return GainDifferent(number, tuple(resources))

    def times_and_things(
        self, table: Mapping[tuple[Thing, ...], Forms], expected: str,
    ) -> tuple[int, tuple[Thing, ...]]:
        times = self.maybe_number(1, MAX_TIMES) or 1
        return times, self.phrase(table, times > 1, expected)

    def build(self) -> Build:
        times, things = self.times_and_things(THING_WORDS, "something to build")
        terms = self.terms()
        expansion_token = self.token
        on_expansion = self.accept("on expansion")
        if on_expansion and not set(things) <= set(BUILDINGS):
            self.fail("buildings only to go on an expansion site", expansion_token)     # B-5
        upgrade_token = self.token
        then_upgrade = None
        if self.accept("then"):
            self.expect("upgrade")
            then_upgrade = FREE if self.accept("free") else USUAL
            if not set(things) <= set(STRUCTURES):
                self.fail("structures only to be upgraded", upgrade_token)              # B-13
        return Build(things, times, terms, on_expansion, then_upgrade)

    def upgrade(self) -> Upgrade:
        times, things = self.times_and_things(STRUCTURE_WORDS, "a structure to upgrade")
        return Upgrade(things, times, self.terms())

    def take(self) -> TakeSpecial | TakeMetropolis:
        if self.accept("special"):
            return TakeSpecial()
        if self.accept("metropolis"):
            return TakeMetropolis()
        self.fail("'special' or 'metropolis'")

    def perform(self) -> PerformSlot:
        for word, part in SLOT_CHOICES.items():
            if self.accept(word):
                self.expect("slot")
                return part
        self.fail("'available', 'occupied' or 'any'")

    # -- permanent cards --

    def permanent(self) -> Permanent:
        found = self.one_permanent()
        self.expect_end("the end of the text")
        return found

    def one_permanent(self) -> Permanent:
        if self.accept("when"):
            event, detail = self.event()
            self.expect(":")
            return When(event, detail, (self.part(0, in_either=False),))
        if self.accept("discount"):
            if self.accept("upgrade"):
                return Discount((), self.price(), upgrade=True)
            things = self.phrase(THING_WORDS, False, "something to build, or 'upgrade'")
            return Discount(things, self.price())
        if self.accept("once"):
            self.expect("per turn :")
            return OncePerTurn((self.part(0, in_either=False),))
        if self.accept("hand"):
            self.expect("limit")
            return HandLimit(self.number(1, MAX_HAND_LIMIT))
        self.fail("'when', 'discount', 'once per turn' or 'hand limit'")

    def event(self) -> tuple[Event, int | str]:
        if self.accept("build"):
            return self.build_event()
        if self.accept("upgrade"):
            return self.upgrade_event()
        if self.accept("mismatch"):
            return Event.MISMATCH, 0
        if self.accept("match"):
            if self.token.kind != "word":
                return Event.MATCH, Colour.NONE
            return Event.MATCH, self.phrase(COLOUR_WORDS, False, "a colour")
        if self.accept("reach"):
            self.expect("federation")
            return Event.REACH_FEDERATION, self.number(1, TRACK_TOP)
        if self.accept("connect"):
            self.expect("metropolis")
            return Event.CONNECT_METROPOLIS, 0
        if self.accept("slot"):
            self.expect("gives")
            return Event.SLOT_GIVES, self.resource_in_either_form()
        if self.accept("use"):
            return self.use_event()
        if self.accept("pay"):
            self.expect("special")
            return Event.PAY_SPECIAL, 0
        if self.accept("claim"):
            self.expect("contract")
            return Event.CLAIM_CONTRACT, 0
        self.fail("an event, such as 'build' or 'mismatch'")

    def build_event(self) -> tuple[Event, int | str]:
        if self.accept("on"):
            self.expect("expansion")
            return Event.BUILD_ON_EXPANSION, 0
        if self.accept("second tunnel"):
            self.expect("in turn")
            return Event.BUILD_SECOND_TUNNEL, 0
        if self.token.text == "second":
            return Event.BUILD_SECOND_IN_CITY, self.second_building()
        return Event.BUILD, _detail(self.phrase(THING_WORDS, False, "something to build"))

    def upgrade_event(self) -> tuple[Event, int | str]:
        if self.token.text == "second":
            return Event.UPGRADE_SECOND_IN_CITY, self.second_building()
        return Event.UPGRADE, _detail(self.phrase(STRUCTURE_WORDS, False, "a structure to upgrade"))

    def second_building(self) -> Thing:
        self.expect("second")
        thing = self.phrase(BUILDING_WORDS, False, "'farm', 'desal' or 'lab'")
        self.expect("in connected city")
        return thing

    def use_event(self) -> tuple[Event, int | str]:
        if self.accept("action"):
            self.expect("card")
            return Event.USE_ACTION_CARD, 0
        if not self.accept("slot"):
            self.fail("'action card' or 'slot'")
        slot = self.token
        if slot.kind != "word":
            self.fail("the id of a slot")
        self.at += 1
        return Event.USE_SLOT, slot.text

    # -- production, end scoring, contracts --

    def production(self) -> tuple[Production, ...]:
        found = self.joined(";", self.one_production)
        self.expect_end("';' or the end of the text")
        return found

    def one_production(self) -> Production:
        if self.accept("produce"):
            return Produce(*self.amounts_per())
        if not self.accept("convert"):
            self.fail("'produce' or 'convert'")
        if self.accept("produced"):
            give, get = self.conversion()
            return ConvertProduced(give, get, self.number(1, MAX_TIMES) if self.accept("up to") else 1)
        if not self.accept("1"):
            self.fail("'produced' or '1'")
        building = self.phrase(BUILDING_WORDS, False, "'farm', 'desal' or 'lab'")
        self.expect(":")
        return ConvertBuilding(building, *self.conversion())

    def conversion(self) -> tuple[Amounts, Amounts]:
        give = self.price()
        self.expect("->")
        return give, self.amounts()

    def ending(self) -> tuple[Ending, ...]:
        found = self.joined(";", self.one_ending)
        self.expect_end("';' or the end of the text")
        return found

    def one_ending(self) -> Ending:
        if self.accept("sell"):
            return self.sell()
        if not self.accept("score"):
            self.fail("'score' or 'sell'")
        start = self.token
        points = self.steps()
        if self.token.text == "per" and len(points) == 1:
            per = self.maybe_per()
            assert per is not None
            return ScorePer(points[0], per)
        if not self.accept("at"):
            self.fail("'at'" if len(points) > 1 else "'per' or 'at'")
        thresholds_token = self.token
        thresholds = self.steps()
        if len(thresholds) != len(points):
            self.fail(f"{len(points)} numbers, one for each score", thresholds_token)
        for numbers, token in ((points, start), (thresholds, thresholds_token)):
            if list(numbers) != sorted(set(numbers)):
                self.fail("rising numbers", token)
        return ScoreAt(points, thresholds, self.count(plural=True))

    def steps(self) -> tuple[int, ...]:
        found = [self.number(1, MAX_AMOUNT)]
        while self.token.text == "/":
            if len(found) == MAX_SCORE_STEPS:
                self.fail(f"at most {MAX_SCORE_STEPS} steps")
            self.accept("/")
            found.append(self.number(1, MAX_AMOUNT))
        return tuple(found)

    def sell(self) -> Sell:
        amounts = self.price()
        self.expect("for")
        points = self.number(1, MAX_AMOUNT)
        self.expect("points" if points > 1 else "point")
        self.expect("up to")
        return Sell(amounts, points, self.number(1, MAX_AMOUNT))

    def requirement(self) -> Requirement:
        found = self.joined("and", self.at_least)
        self.expect_end("'and' or the end of the text")
        return found


def _amounts(numbers: Mapping[Resource, int]) -> Amounts:
    return (
        numbers[Resource.KELP], numbers[Resource.STEELPLAST], numbers[Resource.SCIENCE], numbers[Resource.CREDITS],
        numbers[Resource.BIOMATTER], numbers[Resource.POINTS], numbers[Resource.CARDS],
    )


def _detail(things: tuple[Thing, ...]) -> int | str:
    """A single thing as its number; `building`, `structure` and `city` as the word."""
    return things[0] if len(things) == 1 else THING_WORDS[things][0]


def event_things(when: When) -> tuple[Thing, ...]:
    """The things that a `when build …` or `when upgrade …` waits for; empty for the other events."""
    if when.event in (Event.BUILD_SECOND_IN_CITY, Event.UPGRADE_SECOND_IN_CITY):
        return (Thing(int(when.detail)),)
    if when.event not in (Event.BUILD, Event.UPGRADE):
        return ()
    for things, (word, _) in THING_WORDS.items():
        if when.detail == word:
            return things
    return (Thing(int(when.detail)),)


def parse_effect(text: str, where: str = "") -> Effect:
    """What an instant, an action card, a slot, a site, a metropolis or a contract does."""
    return _Reader(text, where).effect()


def parse_amounts(text: str, where: str = "", tokens_only: bool = False) -> Amounts:
    """A list of amounts; a price or a surcharge has `tokens_only`: neither points nor cards."""
    reader = _Reader(text, where)
    amounts = reader.price() if tokens_only else reader.amounts()
    reader.expect_end("',' or the end of the text")
    return amounts


def parse_permanent(text: str, where: str = "") -> Permanent:
    """What a permanent card says."""
    return _Reader(text, where).permanent()


def parse_production(text: str, where: str = "") -> tuple[Production, ...]:
    """What a production card or a blue metropolis says."""
    return _Reader(text, where).production()


def parse_ending(text: str, where: str = "") -> tuple[Ending, ...]:
    """What an end card or a brown metropolis says."""
    return _Reader(text, where).ending()


def parse_requirement(text: str, where: str = "") -> Requirement:
    """What a contract asks."""
    return _Reader(text, where).requirement()


# --- tree -> text ---


def amounts_text(amounts: Amounts) -> str:
    return ", ".join(
        f"{amounts[resource]} {RESOURCE_WORDS[resource][amounts[resource] > 1]}"
        for resource in WRITTEN_ORDER if amounts[resource]
    )


def effect_text(effect: Effect) -> str:
    return "; ".join(part_text(part) for part in effect)


def part_text(part: Part) -> str:
    match part:
        case Gain(amounts, per):
            return f"gain {amounts_text(amounts)}{_per_text(per)}"
        case GainDifferent(number, resources):
            return f"gain {number} different of {', '.join(RESOURCE_WORDS[resource][0] for resource in resources)}"
        case Federation(steps):
            return f"federation {steps}"
        case Build(things, times, terms, on_expansion, then_upgrade):
            expansion = " on expansion" if on_expansion else ""
            upgrade = "" if then_upgrade is None else f" then upgrade{_terms_text(then_upgrade)}"
            return f"build {_times_text(times, THING_WORDS[things])}{_terms_text(terms)}{expansion}{upgrade}"
        case Upgrade(things, times, terms):
            return f"upgrade {_times_text(times, THING_WORDS[things])}{_terms_text(terms)}"
        case UseActionCard(times):
            return f"use {_times_text(times, COUNT_WORDS[Count.ACTION_CARD])}"
        case ReadyActionCard():
            return "ready action card"
        case TakeSpecial():
            return "take special"
        case PerformSlot():
            return f"perform {next(word for word, choice in SLOT_CHOICES.items() if choice == part)} slot"
        case Exchange(left, right):
            return f"exchange {amounts_text(left)} <-> {amounts_text(right)}"
        case GainProduction():
            return "gain production of 1 upgraded structure"
        case ConvertCity():
            return "convert city"
        case TakeMetropolis():
            return "take metropolis"
        case Pay(prices, effect, times):
            often = f" up to {times} times" if times > 1 else ""
            return f"pay {_prices_text(prices)}{often}: {effect_text(effect)}"
        case If(count, number, exactly, effect):
            condition = f"federation space = {number}" if exactly else _at_least_text(AtLeast(count, number))
            return f"if {condition}: {effect_text(effect)}"
        case Either(alternatives):
            return "either " + " | ".join(" and ".join(map(part_text, alternative)) for alternative in alternatives)


def permanent_text(permanent: Permanent) -> str:
    match permanent:
        case When(_, _, effect):
            return f"when {_event_text(permanent)}: {effect_text(effect)}"
        case Discount(things, amounts, upgrade):
            return f"discount {'upgrade' if upgrade else THING_WORDS[things][0]} {amounts_text(amounts)}"
        case OncePerTurn(effect):
            return f"once per turn: {effect_text(effect)}"
        case HandLimit(more):
            return f"hand limit {more}"


def production_text(production: tuple[Production, ...]) -> str:
    return "; ".join(map(_one_production_text, production))


def ending_text(ending: tuple[Ending, ...]) -> str:
    return "; ".join(map(_one_ending_text, ending))


def requirement_text(requirement: Requirement) -> str:
    return " and ".join(map(_at_least_text, requirement))


def _one_production_text(production: Production) -> str:
    match production:
        case Produce(amounts, per):
            return f"produce {amounts_text(amounts)}{_per_text(per)}"
        case ConvertBuilding(thing, give, get):
            return f"convert 1 {BUILDING_WORDS[thing][0]}: {amounts_text(give)} -> {amounts_text(get)}"
        case ConvertProduced(give, get, times):
            often = f" up to {times}" if times > 1 else ""
            return f"convert produced {amounts_text(give)} -> {amounts_text(get)}{often}"


def _one_ending_text(ending: Ending) -> str:
    match ending:
        case ScorePer(points, per):
            return f"score {points}{_per_text(per)}"
        case ScoreAt(scores, thresholds, count):
            return f"score {'/'.join(map(str, scores))} at {'/'.join(map(str, thresholds))} {COUNT_WORDS[count][1]}"
        case Sell(amounts, points, times):
            word = RESOURCE_WORDS[Resource.POINTS][points > 1]
            return f"sell {amounts_text(amounts)} for {points} {word} up to {times}"


def _event_text(when: When) -> str:
    match when.event:
        case Event.BUILD:
            return f"build {THING_WORDS[event_things(when)][0]}"
        case Event.BUILD_SECOND_IN_CITY:
            return f"build second {THING_WORDS[event_things(when)][0]} in connected city"
        case Event.BUILD_SECOND_TUNNEL:
            return "build second tunnel in turn"
        case Event.BUILD_ON_EXPANSION:
            return "build on expansion"
        case Event.UPGRADE:
            return f"upgrade {THING_WORDS[event_things(when)][0]}"
        case Event.UPGRADE_SECOND_IN_CITY:
            return f"upgrade second {THING_WORDS[event_things(when)][0]} in connected city"
        case Event.MISMATCH:
            return "mismatch"
        case Event.MATCH:
            return f"match {COLOUR_WORDS[Colour(int(when.detail))][0]}" if when.detail else "match"
        case Event.REACH_FEDERATION:
            return f"reach federation {when.detail}"
        case Event.CONNECT_METROPOLIS:
            return "connect metropolis"
        case Event.SLOT_GIVES:
            return f"slot gives {RESOURCE_WORDS[Resource(int(when.detail))][1]}"
        case Event.USE_SLOT:
            return f"use slot {when.detail}"
        case Event.USE_ACTION_CARD:
            return "use action card"
        case Event.PAY_SPECIAL:
            return "pay special"
        case Event.CLAIM_CONTRACT:
            return "claim contract"


def _at_least_text(asked: AtLeast) -> str:
    return f"{COUNT_WORDS[asked.count][1]} >= {asked.number}"


def _times_text(times: int, forms: Forms) -> str:
    return f"{times} {forms[1]}" if times > 1 else forms[0]


def _per_text(per: Per | None) -> str:
    if per is None:
        return ""
    cap = f" up to {per.cap}" if per.cap else ""
    return f" per {_times_text(per.divisor, COUNT_WORDS[per.count])}{cap}"


def _prices_text(prices: tuple[Amounts, ...]) -> str:
    return " or ".join(map(amounts_text, prices))


def _terms_text(terms: Terms) -> str:
    if terms.free:
        return " free"
    if terms.prices:
        return f" for {_prices_text(terms.prices)}"
    if any(terms.discount):
        return f" discount {amounts_text(terms.discount)}"
    return ""
