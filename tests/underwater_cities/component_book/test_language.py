"""The effect language: every construct, every shipped text, every kind of mistake."""

import csv
import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from undersea_env.core.printed_language import LanguageError
from undersea_env.underwater_cities.printed import language
from undersea_env.underwater_cities.printed.catalogue import BUILT_IN_FOLDER
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
    amounts_text,
    effect_text,
    ending_text,
    event_things,
    parse_amounts,
    parse_effect,
    parse_ending,
    parse_permanent,
    parse_production,
    parse_requirement,
    permanent_text,
    production_text,
    requirement_text,
)
from undersea_env.underwater_cities.printed.words import (
    BUILDINGS,
    CITIES,
    STRUCTURES,
    Colour,
    Count,
    Event,
    Resource,
    Thing,
)

FARM, DESAL, LAB, TUNNEL = (Thing.FARM,), (Thing.DESAL,), (Thing.LAB,), (Thing.TUNNEL,)


def some(
    kelp: int = 0,
    steelplast: int = 0,
    science: int = 0,
    credits: int = 0,
    biomatter: int = 0,
    points: int = 0,
    cards: int = 0,
) -> Amounts:
    return (kelp, steelplast, science, credits, biomatter, points, cards)


KELP, STEELPLAST, SCIENCE, CREDIT = some(kelp=1), some(steelplast=1), some(science=1), some(credits=1)
GAIN_KELP = (Gain(KELP),)

EFFECTS: list[tuple[str, Effect]] = [
    ("gain 1 kelp", (Gain(KELP),)),
    ("gain 2 steelplast, 1 kelp", (Gain(some(kelp=1, steelplast=2)),)),
    (
        "gain 9 biomatter, 8 points, 7 science, 6 steelplast, 5 kelp, 4 cards, 99 credits",
        (Gain(some(kelp=5, steelplast=6, science=7, credits=99, biomatter=9, points=8, cards=4)),),
    ),
    (
        "gain 2 different of kelp, steelplast, science, credit",
        (GainDifferent(2, (Resource.KELP, Resource.STEELPLAST, Resource.SCIENCE, Resource.CREDITS)),),
    ),
    ("gain 1 kelp per upgraded tunnel", (Gain(KELP, Per(Count.UPGRADED_TUNNEL)),)),
    ("gain 1 steelplast per 2 connected desals", (Gain(STEELPLAST, Per(Count.CONNECTED_DESAL, 2)),)),
    ("gain 1 credit per tunnel up to 3", (Gain(CREDIT, Per(Count.TUNNEL, cap=3)),)),
    ("gain 1 steelplast, 1 kelp per contract", (Gain(some(kelp=1, steelplast=1), Per(Count.CONTRACT)),)),
    ("gain production of 1 upgraded structure", (GainProduction(),)),
    ("federation 2", (Federation(2),)),
    ("build farm", (Build(FARM),)),
    ("build 2 tunnels", (Build(TUNNEL, 2),)),
    ("build city", (Build(CITIES),)),
    ("build symbiotic city for 3 credits", (Build((Thing.SYMBIOTIC,), terms=Terms(prices=(some(credits=3),))),)),
    ("build nonsymbiotic city for 1 kelp", (Build((Thing.NONSYMBIOTIC,), terms=Terms(prices=(KELP,))),)),
    ("build 2 nonsymbiotic cities", (Build((Thing.NONSYMBIOTIC,), 2),)),
    ("build structure", (Build(STRUCTURES),)),
    ("build desal free", (Build(DESAL, terms=FREE),)),
    ("build lab for 1 kelp or 1 credit", (Build(LAB, terms=Terms(prices=(KELP, CREDIT))),)),
    (
        "build tunnel discount 1 steelplast, 1 credit",
        (Build(TUNNEL, terms=Terms(discount=some(steelplast=1, credits=1))),),
    ),
    ("build building on expansion", (Build(BUILDINGS, on_expansion=True),)),
    (
        "build building free on expansion then upgrade",
        (Build(BUILDINGS, terms=FREE, on_expansion=True, then_upgrade=USUAL),),
    ),
    ("build farm free then upgrade free", (Build(FARM, terms=FREE, then_upgrade=FREE),)),
    ("upgrade structure", (Upgrade(STRUCTURES),)),
    ("upgrade 2 farms for 1 credit or 1 science", (Upgrade(FARM, 2, Terms(prices=(CREDIT, SCIENCE))),)),
    ("upgrade 3 buildings free", (Upgrade(BUILDINGS, 3, FREE),)),
    ("upgrade tunnel discount 1 science", (Upgrade(TUNNEL, terms=Terms(discount=SCIENCE)),)),
    ("use action card", (UseActionCard(),)),
    ("use 2 action cards", (UseActionCard(2),)),
    ("ready action card", (ReadyActionCard(),)),
    ("take special", (TakeSpecial(),)),
    ("take metropolis", (TakeMetropolis(),)),
    ("perform available slot", (PerformSlot(available=True, occupied=False),)),
    ("perform occupied slot", (PerformSlot(available=False, occupied=True),)),
    ("perform any slot", (PerformSlot(available=True, occupied=True),)),
    ("exchange 1 kelp <-> 1 steelplast", (Exchange(KELP, STEELPLAST),)),
    ("convert city", (ConvertCity(),)),
    ("pay 1 credit: gain 3 kelp", (Pay((CREDIT,), (Gain(some(kelp=3)),)),)),
    ("pay 1 science or 1 steelplast: convert city", (Pay((SCIENCE, STEELPLAST), (ConvertCity(),)),)),
    ("pay 1 kelp up to 3 times: gain 2 credits", (Pay((KELP,), (Gain(some(credits=2)),), 3),)),
    ("if connected cities >= 5: gain 1 kelp", (If(Count.CONNECTED_CITY, 5, False, GAIN_KELP),)),
    ("if federation space = 3: gain 1 kelp", (If(Count.FEDERATION_SPACE, 3, True, GAIN_KELP),)),
    (
        "either build tunnel | federation 1 and gain 2 cards, 1 credit",
        (Either(((Build(TUNNEL),), (Federation(1), Gain(some(cards=2, credits=1))))),),
    ),
    ("either gain 1 kelp | take special | convert city", (Either((GAIN_KELP, (TakeSpecial(),), (ConvertCity(),))),)),
    ("either build farm | build desal; gain 1 card", (Either(((Build(FARM),), (Build(DESAL),))), Gain(some(cards=1)))),
    (
        "gain 2 cards; either upgrade structure | gain 1 kelp",
        (Gain(some(cards=2)), Either(((Upgrade(STRUCTURES),), GAIN_KELP))),
    ),
    (
        "pay 1 biomatter: convert city; gain 2 steelplast",
        (Pay((some(biomatter=1),), (ConvertCity(),)), Gain(some(steelplast=2))),
    ),
    (
        "if tunnels >= 2: pay 1 credit: either gain 1 kelp | take special",
        (If(Count.TUNNEL, 2, False, (Pay((CREDIT,), (Either((GAIN_KELP, (TakeSpecial(),))),)),)),),
    ),
    (
        "either pay 1 credit: gain 1 kelp and federation 1 | take special",
        (Either(((Pay((CREDIT,), GAIN_KELP), Federation(1)), (TakeSpecial(),))),),
    ),
    (
        "gain 1 kelp; gain 1 science; take special; convert city",
        (Gain(KELP), Gain(SCIENCE), TakeSpecial(), ConvertCity()),
    ),
]

PERMANENTS: list[tuple[str, Permanent]] = [
    ("when build farm: gain 1 kelp", When(Event.BUILD, Thing.FARM, GAIN_KELP)),
    ("when build symbiotic city: gain 1 kelp", When(Event.BUILD, Thing.SYMBIOTIC, GAIN_KELP)),
    ("when build city: gain 1 kelp", When(Event.BUILD, "city", GAIN_KELP)),
    ("when build second lab in connected city: gain 1 kelp", When(Event.BUILD_SECOND_IN_CITY, Thing.LAB, GAIN_KELP)),
    ("when build second tunnel in turn: gain 1 kelp", When(Event.BUILD_SECOND_TUNNEL, 0, GAIN_KELP)),
    ("when build on expansion: gain 1 kelp", When(Event.BUILD_ON_EXPANSION, 0, GAIN_KELP)),
    ("when upgrade tunnel: gain 1 kelp", When(Event.UPGRADE, Thing.TUNNEL, GAIN_KELP)),
    ("when upgrade structure: gain 1 kelp", When(Event.UPGRADE, "structure", GAIN_KELP)),
    (
        "when upgrade second farm in connected city: gain 1 kelp",
        When(Event.UPGRADE_SECOND_IN_CITY, Thing.FARM, GAIN_KELP),
    ),
    ("when mismatch: gain 1 kelp", When(Event.MISMATCH, 0, GAIN_KELP)),
    ("when match: gain 1 kelp", When(Event.MATCH, Colour.NONE, GAIN_KELP)),
    ("when match green: gain 1 kelp", When(Event.MATCH, Colour.GREEN, GAIN_KELP)),
    ("when reach federation 3: gain 1 kelp", When(Event.REACH_FEDERATION, 3, GAIN_KELP)),
    ("when connect metropolis: gain 1 kelp", When(Event.CONNECT_METROPOLIS, 0, GAIN_KELP)),
    ("when slot gives steelplast: gain 1 kelp", When(Event.SLOT_GIVES, Resource.STEELPLAST, GAIN_KELP)),
    ("when slot gives credits: gain 1 kelp", When(Event.SLOT_GIVES, Resource.CREDITS, GAIN_KELP)),
    ("when use slot city-or-kelp: gain 1 kelp", When(Event.USE_SLOT, "city-or-kelp", GAIN_KELP)),
    ("when use action card: gain 1 kelp", When(Event.USE_ACTION_CARD, 0, GAIN_KELP)),
    ("when pay special: gain 1 kelp", When(Event.PAY_SPECIAL, 0, GAIN_KELP)),
    (
        "when claim contract: either gain 1 kelp | federation 1",
        When(Event.CLAIM_CONTRACT, 0, (Either((GAIN_KELP, (Federation(1),))),)),
    ),
    ("discount tunnel 1 credit", Discount(TUNNEL, CREDIT)),
    ("discount city 1 steelplast", Discount(CITIES, STEELPLAST)),
    ("discount upgrade 1 science", Discount((), SCIENCE, upgrade=True)),
    ("once per turn: exchange 1 kelp <-> 1 steelplast", OncePerTurn((Exchange(KELP, STEELPLAST),))),
    ("hand limit 1", HandLimit(1)),
]

PRODUCTIONS: list[tuple[str, tuple[Production, ...]]] = [
    ("produce 1 credit", (Produce(CREDIT),)),
    ("produce 1 kelp per 3 connected labs", (Produce(KELP, Per(Count.CONNECTED_LAB, 3)),)),
    (
        "convert 1 lab: 1 science -> 1 steelplast, 1 kelp",
        (ConvertBuilding(Thing.LAB, SCIENCE, some(steelplast=1, kelp=1)),),
    ),
    ("convert produced 1 biomatter -> 3 credits", (ConvertProduced(some(biomatter=1), some(credits=3)),)),
    ("convert produced 1 biomatter -> 3 credits up to 2", (ConvertProduced(some(biomatter=1), some(credits=3), 2),)),
    (
        "produce 1 credit; produce 1 point per complete city",
        (Produce(CREDIT), Produce(some(points=1), Per(Count.COMPLETE_CITY))),
    ),
]

ENDINGS: list[tuple[str, tuple[Ending, ...]]] = [
    ("score 1 per 3 connected farms", (ScorePer(1, Per(Count.CONNECTED_FARM, 3)),)),
    ("score 1 per upgraded desal up to 6", (ScorePer(1, Per(Count.UPGRADED_DESAL, cap=6)),)),
    ("score 3/6/9 at 5/6/7 connected cities", (ScoreAt((3, 6, 9), (5, 6, 7), Count.CONNECTED_CITY),)),
    ("score 5 at 3 connected metropolises", (ScoreAt((5,), (3,), Count.CONNECTED_METROPOLIS),)),
    ("sell 2 kelp for 3 points up to 5", (Sell(some(kelp=2), 3, 5),)),
    ("sell 1 steelplast for 1 point up to 14", (Sell(STEELPLAST, 1, 14),)),
    (
        "score 1 per end card; score 2 per hand card",
        (ScorePer(1, Per(Count.END_CARD)), ScorePer(2, Per(Count.HAND_CARD))),
    ),
]

REQUIREMENTS: list[tuple[str, Requirement]] = [
    ("connected cities >= 5", (AtLeast(Count.CONNECTED_CITY, 5),)),
    (
        "connected cities >= 4 and upgraded farms >= 2",
        (AtLeast(Count.CONNECTED_CITY, 4), AtLeast(Count.UPGRADED_FARM, 2)),
    ),
    ("upgraded sets >= 1", (AtLeast(Count.UPGRADED_SET, 1),)),
]

BOTH_WAYS: list[tuple[Callable[[str, str], Any], Callable[[Any], str], list[Any]]] = [
    (parse_effect, effect_text, EFFECTS),
    (parse_permanent, permanent_text, PERMANENTS),
    (parse_production, production_text, PRODUCTIONS),
    (parse_ending, ending_text, ENDINGS),
    (parse_requirement, requirement_text, REQUIREMENTS),
]
CONSTRUCTS = [
    pytest.param(parse, write, text, tree, id=text) for parse, write, table in BOTH_WAYS for text, tree in table
]


@pytest.mark.parametrize(("parse", "write", "text", "tree"), CONSTRUCTS)
def test_a_construct_is_read_into_its_tree_and_written_back(
    parse: Callable[[str, str], Any],
    write: Callable[[Any], str],
    text: str,
    tree: Any,
) -> None:
    assert parse(text, "here") == tree
    assert write(tree) == text


@pytest.mark.parametrize("count", [count for count in Count if count != Count.FEDERATION_SPACE])
def test_every_count_has_a_singular_and_a_plural(count: Count) -> None:
    one: Effect = (Gain(KELP, Per(count)),)
    several: Effect = (Gain(KELP, Per(count, 2)),)
    assert parse_effect(effect_text(one)) == one
    assert parse_effect(effect_text(several)) == several
    assert effect_text(one) != effect_text(several)


def test_every_event_is_shown_above() -> None:
    assert {permanent.event for _, permanent in PERMANENTS if isinstance(permanent, When)} == set(Event)


def test_event_things_spells_out_the_groups() -> None:
    def things(text: str) -> tuple[Thing, ...]:
        permanent = parse_permanent(text)
        assert isinstance(permanent, When)
        return event_things(permanent)

    assert things("when build city: gain 1 kelp") == CITIES
    assert things("when build building: gain 1 kelp") == BUILDINGS
    assert things("when upgrade structure: gain 1 kelp") == STRUCTURES
    assert things("when build nonsymbiotic city: gain 1 kelp") == (Thing.NONSYMBIOTIC,)
    assert things("when build second desal in connected city: gain 1 kelp") == DESAL
    assert things("when mismatch: gain 1 kelp") == ()


def test_amounts_may_be_listed_in_any_order() -> None:
    assert parse_amounts("1 kelp, 2 steelplast") == parse_amounts("2 steelplast, 1 kelp") == some(kelp=1, steelplast=2)
    assert amounts_text(some(kelp=1, steelplast=2)) == "2 steelplast, 1 kelp"


def test_one_time_may_be_written_out() -> None:
    assert parse_effect("build 1 tunnel") == parse_effect("build tunnel")
    assert parse_effect("pay 1 kelp up to 1 time: take special") == parse_effect("pay 1 kelp: take special")
    assert parse_effect("gain 1 kelp per 1 tunnel") == parse_effect("gain 1 kelp per tunnel")


# --- the shipped texts ---


def shipped_texts() -> list[tuple[Callable[[str, str], Any], Callable[[Any], str], str]]:
    effect = (parse_effect, effect_text)
    of_type = {
        "instant": effect,
        "action": effect,
        "permanent": (parse_permanent, permanent_text),
        "production": (parse_production, production_text),
        "end": (parse_ending, ending_text),
    }
    found: list[Any] = []
    for file in ("era_cards", "specials"):
        found += [(*of_type[row["type"]], row["effect"]) for row in rows_of(file)]
    found += [(*effect, row["effect"]) for row in rows_of("slots")]
    for row in rows_of("contracts"):
        found += [(parse_requirement, requirement_text, row["requirement"]), (*effect, row["bonus"])]
    for row in rows_of("metropolises"):
        found += [(*of_type[column], row[column]) for column in ("instant", "production", "end") if row[column]]
    for path in sorted((BUILT_IN_FOLDER / "boards").glob("*.toml")):
        board = tomllib.loads(path.read_text(encoding="utf-8"))
        sites = [site for city in board["city"] for site in city["sites"]]
        for place in [*board["city"], *board["tunnel"], *sites]:
            found += [(*effect, place["bonus"])] if "bonus" in place else []
            pair = place.get("produce_with", {})
            amounts = [place.get("surcharge"), place.get("metropolis_produce"), pair.get("produce")]
            found += [(parse_amounts, amounts_text, text) for text in amounts if text]
    return found


def rows_of(file: str) -> list[dict[str, str]]:
    with (BUILT_IN_FOLDER / f"{file}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def with_amounts_sorted(text: str) -> str:
    """The tree does not keep the order in which a list names its resources; everything else must come back."""
    return re.sub(r"\d+ [a-z]+(?:, \d+ [a-z]+)+", lambda found: ", ".join(sorted(found[0].split(", "))), text)


def test_every_shipped_text_comes_back() -> None:
    texts = shipped_texts()
    assert len(texts) > 300
    for parse, write, text in texts:
        tree = parse(text, "here")
        assert with_amounts_sorted(write(tree)) == with_amounts_sorted(text)
        assert parse(write(tree), "here") == tree


# --- mistakes ---

WRONG: list[tuple[Callable[[str, str], Any], str, int, str, str]] = [
    (parse_effect, "", 1, "a part of an effect", "the end of the text"),
    (parse_effect, "gain 1 kelps", 8, "a resource", "'kelps'"),
    (parse_effect, "gain 1 credits", 8, "'credit'", "'credits'"),
    (parse_effect, "gain 2 credit", 8, "'credits'", "'credit'"),
    (parse_effect, "gain kelp", 6, "a number from 1 to 99", "'kelp'"),
    (parse_effect, "gain 0 kelp", 6, "a number from 1 to 99", "'0'"),
    (parse_effect, "gain 100 kelp", 6, "a number from 1 to 99", "'100'"),
    (parse_effect, "gain 01 kelp", 6, "a number from 1 to 99", "'01'"),
    (parse_effect, "gain " + "9" * 5000 + " kelp", 6, "a number from 1 to 99", "'999"),
    (parse_effect, "gain 1 kelp, 2 kelp", 14, "each resource once", "'2'"),
    (parse_effect, "gain 1 kelp,", 13, "a number from 1 to 99", "the end of the text"),
    (parse_effect, "gain 1 kelp gain 1 kelp", 13, "';' or the end of the text", "'gain'"),
    (parse_effect, "gain 1 kelp;", 13, "a part of an effect", "the end of the text"),
    (parse_effect, "Gain 1 kelp", 1, "a lower case word", "'G'"),
    (parse_effect, "gain ² kelp", 6, "a lower case word", "'²'"),
    (parse_effect, "gain 1 kelp\n", 12, "a lower case word", "'\\n'"),
    (parse_effect, "draw 1 card", 1, "a part of an effect", "'draw'"),
    (parse_effect, "gain 1 kelp per upgraded dome", 26, "something to count", "'dome'"),
    (parse_effect, "gain 1 kelp per 2 tunnel", 19, "'tunnels'", "'tunnel'"),
    (parse_effect, "gain 1 kelp, 1 credit per tunnel up to 3", 6, "one resource", "'1'"),
    (parse_effect, "gain 3 different of kelp, card", 6, "a number from 1 to 2", "'3'"),
    (parse_effect, "gain 1 different of kelp, kelp", 27, "each resource once", "'kelp'"),
    (parse_effect, "gain production of 2 upgraded structures", 20, "'1'", "'2'"),
    (parse_effect, "federation 10", 12, "a number from 1 to 9", "'10'"),
    (parse_effect, "build 2 tunnel", 9, "'tunnels'", "'tunnel'"),
    (parse_effect, "build 10 tunnels", 7, "a number from 1 to 9", "'10'"),
    (parse_effect, "build dome", 7, "something to build", "'dome'"),
    (parse_effect, "build symbiotic dome", 17, "something to build", "'dome'"),
    (parse_effect, "build farm for 1 point", 18, "a resource that is held as tokens", "'point'"),
    (parse_effect, "build farm discount 1 card", 23, "a resource that is held as tokens", "'card'"),
    (parse_effect, "build farm for 1 kelp or 1 credit or 1 science", 35, "at most 2 prices", "'or'"),
    (parse_effect, "build tunnel on expansion", 14, "buildings only", "'on'"),
    (parse_effect, "build city then upgrade", 12, "structures only", "'then'"),
    (parse_effect, "build farm then build", 17, "'upgrade'", "'build'"),
    (parse_effect, "upgrade city", 9, "a structure to upgrade", "'city'"),
    (parse_effect, "use 2 action card", 14, "'cards'", "'card'"),
    (parse_effect, "take card", 6, "'special' or 'metropolis'", "'card'"),
    (parse_effect, "perform free slot", 9, "'available', 'occupied' or 'any'", "'free'"),
    (parse_effect, "exchange 1 kelp -> 1 steelplast", 17, "'<->'", "'->'"),
    (parse_effect, "convert farm", 9, "'city'", "'farm'"),
    (parse_effect, "pay 1 credit gain 1 kelp", 14, "':'", "'gain'"),
    (parse_effect, "pay 1 credit up to 3: gain 1 kelp", 21, "'times'", "':'"),
    (parse_effect, "pay 1 credit up to 10 times: gain 1 kelp", 20, "a number from 1 to 9", "'10'"),
    (parse_effect, "pay 1 card: gain 1 kelp", 7, "a resource that is held as tokens", "'card'"),
    (parse_effect, "if connected city >= 5: gain 1 kelp", 4, "'connected cities'", "'connected'"),
    (parse_effect, "if connected cities = 5: gain 1 kelp", 21, "'>='", "'='"),
    (parse_effect, "if federation space >= 3: gain 1 kelp", 21, "'='", "'>='"),
    (parse_effect, "if federation space = 5: gain 1 kelp", 23, "a number from 1 to 4", "'5'"),
    (parse_effect, "either gain 1 kelp", 19, "'|'", "the end of the text"),
    (
        parse_effect,
        "either gain 1 kelp | take special | convert city | federation 1",
        50,
        "at most 3 alternatives",
        "'|'",
    ),
    (
        parse_effect,
        "either gain 1 kelp | either take special | convert city",
        22,
        "no 'either' inside another",
        "'either'",
    ),
    (
        parse_effect,
        "either pay 1 kelp: either take special | convert city | federation 1",
        20,
        "no 'either'",
        "'either'",
    ),
    (parse_effect, "gain 1 kelp and gain 1 credit", 13, "';' or the end of the text", "'and'"),
    (parse_effect, "; ".join(["take special"] * 5), 55, "at most 4 parts", "';'"),
    (parse_effect, "pay 1 kelp: " * 4 + "take special", 37, "at most 3 of", "'pay'"),
    (parse_effect, "pay 1 kelp: " * 5000 + "take special", 37, "at most 3 of", "'pay'"),
    (parse_permanent, "gain 1 kelp", 1, "'when', 'discount'", "'gain'"),
    (parse_permanent, "when sleep: gain 1 kelp", 6, "an event", "'sleep'"),
    (parse_permanent, "when mismatch: gain 1 kelp; gain 1 kelp", 27, "the end of the text", "';'"),
    (parse_permanent, "when match blue: gain 1 kelp", 12, "a colour", "'blue'"),
    (parse_permanent, "when build second tunnel in connected city: gain 1 kelp", 29, "'turn'", "'connected'"),
    (parse_permanent, "when build second city in turn: gain 1 kelp", 19, "'farm', 'desal' or 'lab'", "'city'"),
    (parse_permanent, "when upgrade city: gain 1 kelp", 14, "a structure to upgrade", "'city'"),
    (parse_permanent, "when reach federation 0: gain 1 kelp", 23, "a number from 1 to 4", "'0'"),
    (parse_permanent, "when use slot: gain 1 kelp", 14, "the id of a slot", "':'"),
    (parse_permanent, "when use tunnel: gain 1 kelp", 10, "'action card' or 'slot'", "'tunnel'"),
    (parse_permanent, "discount dome 1 credit", 10, "something to build, or 'upgrade'", "'dome'"),
    (parse_permanent, "once per round: gain 1 kelp", 10, "'turn'", "'round'"),
    (parse_permanent, "hand limit 4", 12, "a number from 1 to 3", "'4'"),
    (parse_production, "gain 1 kelp", 1, "'produce' or 'convert'", "'gain'"),
    (parse_production, "convert 2 labs: 1 science -> 1 kelp", 9, "'produced' or '1'", "'2'"),
    (parse_production, "convert 1 tunnel: 1 credit -> 1 kelp", 11, "'farm', 'desal' or 'lab'", "'tunnel'"),
    (parse_production, "convert produced 1 kelp <-> 1 credit", 25, "'->'", "'<->'"),
    (parse_ending, "gain 1 point", 1, "'score' or 'sell'", "'gain'"),
    (parse_ending, "score 1", 8, "'per' or 'at'", "the end of the text"),
    (parse_ending, "score 1/2 per tunnel", 11, "'at'", "'per'"),
    (parse_ending, "score 3/6/9 at 5/6 tunnels", 16, "3 numbers", "'5'"),
    (parse_ending, "score 3/6/9 at 5/7/6 tunnels", 16, "rising numbers", "'5'"),
    (parse_ending, "score 3/3 at 5/7 tunnels", 7, "rising numbers", "'3'"),
    (parse_ending, "score 1/2/3/4 at 1/2/3/4 tunnels", 12, "at most 3 steps", "'/'"),
    (parse_ending, "sell 2 kelp for 3 points", 25, "'up'", "the end of the text"),
    (parse_ending, "sell 2 cards for 3 points up to 2", 8, "a resource that is held as tokens", "'cards'"),
    (parse_requirement, "connected cities > 4", 18, "a lower case word", "'>'"),
    (parse_requirement, "tunnels >= 4, tunnels >= 5", 13, "'and' or the end of the text", "','"),
    (parse_amounts, "1 kelp; 1 credit", 7, "',' or the end of the text", "';'"),
]


@pytest.mark.parametrize(
    ("parse", "text", "position", "expected", "found"),
    [pytest.param(*wrong, id=wrong[1][:60]) for wrong in WRONG],
)
def test_a_mistake_is_named_with_its_place(
    parse: Callable[[str, str], Any],
    text: str,
    position: int,
    expected: str,
    found: str,
) -> None:
    with pytest.raises(LanguageError) as caught:
        parse(text, "some.csv, row 2, column effect")
    error = caught.value
    assert (error.position, error.text, error.where) == (position, text, "some.csv, row 2, column effect")
    assert error.expected.startswith(expected)
    assert error.found.startswith(found)


def test_the_message_has_everything() -> None:
    with pytest.raises(LanguageError) as caught:
        parse_effect("gain 1 kelps", "era_cards.csv, row 35, column effect")
    assert str(caught.value) == (
        "era_cards.csv, row 35, column effect: expected a resource, found 'kelps' (character 8 of 'gain 1 kelps')"
    )


def test_a_price_has_tokens_only() -> None:
    assert parse_amounts("2 points, 1 card") == some(points=2, cards=1)
    with pytest.raises(LanguageError, match="held as tokens"):
        parse_amounts("2 points", tokens_only=True)


def test_words_are_there_for_every_member() -> None:
    assert set(language.RESOURCE_WORDS) == set(language.WRITTEN_ORDER) == set(Resource)
    assert set(language.COUNT_WORDS) == set(Count) - {Count.FEDERATION_SPACE}
    assert {thing for things in language.THING_WORDS for thing in things} == set(Thing)
