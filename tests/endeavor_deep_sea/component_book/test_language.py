"""The effect language: every construct is read into its tree and written back; what is not of it is refused."""

import csv
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from undersea_env.core.printed_language import LanguageError
from undersea_env.endeavor_deep_sea.printed import language
from undersea_env.endeavor_deep_sea.printed.catalogue import BUILT_IN_FOLDER
from undersea_env.endeavor_deep_sea.printed.effects import (
    Conserve,
    CopySpecialist,
    Count,
    DiscardStoredTokens,
    Discover,
    Dive,
    Either,
    Gain,
    LessThisRound,
    LoseHalfOfResearch,
    LowerHighestAttribute,
    MoveVesselsUp,
    NoVesselMayEnter,
    OneVesselPerPlayer,
    Pay,
    Promote,
    Publish,
    Score,
    Sonar,
    Travel,
    When,
)
from undersea_env.endeavor_deep_sea.printed.language import (
    UNIT_WORDS,
    count_text,
    effect_text,
    goal_text,
    parse_count,
    parse_effect,
    parse_goal,
    parse_rule,
    parse_score,
    parse_setback,
    rule_text,
    score_text,
    setback_text,
)
from undersea_env.endeavor_deep_sea.printed.words import PLACED_UNITS, Event, Item, Less, Race, Side, Special, Unit

Parse = Callable[[str], Any]
Write = Callable[[Any], str]

EFFECTS = {
    "gain 1 reputation": (Gain(((Item.REPUTATION, 1),)),),
    "gain 2 inspiration, 1 coordination, 3 ingenuity": (
        Gain(((Item.INSPIRATION, 2), (Item.COORDINATION, 1), (Item.INGENUITY, 3))),
    ),
    "gain 1 impact, 1 inspiration": (Gain(((Item.IMPACT, 1), (Item.INSPIRATION, 1))),),
    "gain 1 any attribute, 1 disc": (Gain(((Item.ANY_ATTRIBUTE, 1), (Item.DISC, 1))),),
    "gain 2 any attributes": (Gain(((Item.ANY_ATTRIBUTE, 2),)),),
    "gain 1 lowest attribute": (Gain(((Item.LOWEST_ATTRIBUTE, 1),)),),
    "gain 2 lowest attributes, 4 research, 2 discs": (
        Gain(((Item.LOWEST_ATTRIBUTE, 2), (Item.RESEARCH, 4), (Item.DISC, 2))),
    ),
    "gain 1 impact; promote": (Gain(((Item.IMPACT, 1),)), Promote()),
    "travel": (Travel(),),
    "travel from here": (Travel(from_here=True),),
    "travel from here not to depth 5": (Travel(from_here=True, not_to_depth=5),),
    "travel with 2 more technology": (Travel(more_technology=2),),
    "sonar": (Sonar(),),
    "sonar here": (Sonar(here=True),),
    "dive": (Dive(),),
    "dive for 1 more token": (Dive(more_tokens=1),),
    "conserve": (Conserve(),),
    "conserve here": (Conserve(here=True),),
    "conserve for 1 less research": (Conserve(less_research=1),),
    "conserve at a vessel depth": (Conserve(at_a_vessel_depth=True),),
    "publish": (Publish(),),
    "publish here": (Publish(here=True),),
    "promote": (Promote(),),
    "discover 3": (Discover(3, 3),),
    "discover 1-2": (Discover(1, 2),),
    "discover 5 anywhere": (Discover(5, 5, anywhere=True),),
    "copy specialist": (CopySpecialist(),),
    "pay 1 disc: gain 5 research": (Pay(Gain(((Item.RESEARCH, 5),))),),
    "either travel | sonar": (Either((Travel(), Sonar())),),
    "either travel | sonar | dive | conserve | publish": (
        Either((Travel(), Sonar(), Dive(), Conserve(), Publish())),
    ),
    "travel; travel; travel": (Travel(), Travel(), Travel()),
}
COUNTS = {
    **{forms[1]: Count(unit) for unit, forms in UNIT_WORDS.items()},
    "sonar discs at depth 1-2": Count(Unit.SONAR_DISC, (1, 2)),
    "zones discovered at depth 5": Count(Unit.ZONE_DISCOVERED, (5, 5)),
    "zones with a disc or vessel in columns C": Count(Unit.ZONE_WITH_DISC_OR_VESSEL, columns=(2,)),
    "conservation or publish discs in columns A, B, D, E": Count(
        Unit.CONSERVATION_OR_PUBLISH_DISC, columns=(0, 1, 3, 4),
    ),
    "discs at depth 2-3 in columns F, G": Count(Unit.DISC, (2, 3), (5, 6)),
    "zones with a disc in the Sea Star column or left of it": Count(Unit.ZONE_WITH_DISC, side=Side.LEFT),
    "zones with a disc at depth 1 in the Sea Star column or right of it": Count(
        Unit.ZONE_WITH_DISC, (1, 1), side=Side.RIGHT,
    ),
}
GOALS = {
    "sonar discs": Count(Unit.SONAR_DISC),
    "race: discover a zone at depth 5": Race.DISCOVER,
    "race: travel to depth 5": Race.TRAVEL,
}
SCORES = {
    "score 4": Score(4),
    "score 3 per set of field symbols": Score(3, 1, Count(Unit.SET_OF_FIELD_SYMBOLS)),
    "score 1 per 3 zones with a disc or vessel": Score(1, 3, Count(Unit.ZONE_WITH_DISC_OR_VESSEL)),
    "score 1 per conservation disc in your best zone": Score(1, 1, Count(Unit.CONSERVATION_DISC_IN_BEST_ZONE)),
    "score 2 per disc at depth 4-5": Score(2, 1, Count(Unit.DISC, (4, 5))),
}
ONE_IMPACT = Gain(((Item.IMPACT, 1),))
RULES = {
    "no vessel may enter": NoVesselMayEnter(),
    "one vessel per player": OneVesselPerPlayer(),
    "when you take a token here: gain 1 impact": When(Event.TAKE_TOKEN, ONE_IMPACT),
    "when you dive here: draw 2 tokens and keep 1": When(Event.DIVE, Special.DRAW_TWO_KEEP_ONE),
    "when you dive at d2: gain 1 impact": When(Event.DIVE, ONE_IMPACT, site=1),
    "when you conserve here with a disc on a marked spot: conserve here": When(
        Event.CONSERVE, Conserve(here=True), with_marked_disc=True,
    ),
    "when you travel out of here: technology 1 more": When(Event.TRAVEL_OUT, Special.MORE_TECHNOLOGY),
    "when all conservation sites here are full: each player with a disc here may promote": When(
        Event.SITES_FULL, Special.EACH_MAY_PROMOTE,
    ),
    "when the dive site here is emptied: each player with a vessel here may travel from here": When(
        Event.SITE_EMPTIED, Special.EACH_MAY_TRAVEL,
    ),
    "when you take a token here: gain 1 impact per own disc on a marked spot": When(
        Event.TAKE_TOKEN, ONE_IMPACT, per_marked_disc=True,
    ),
}
SETBACKS = {
    "move all vessels up 2": (MoveVesselsUp(2),),
    "this round technology 1 less": (LessThisRound(Less.TECHNOLOGY, 1),),
    "this round inflow 2 less": (LessThisRound(Less.INFLOW, 2),),
    "this round return 3 less": (LessThisRound(Less.RETURN, 3),),
    "lose half of the research; discard stored tokens": (LoseHalfOfResearch(), DiscardStoredTokens()),
    "lower the highest attribute 2": (LowerHighestAttribute(2),),
}
READ_AND_WRITTEN: list[tuple[Parse, Write, dict[str, Any]]] = [
    (parse_effect, effect_text, EFFECTS),
    (parse_count, count_text, COUNTS),
    (parse_goal, goal_text, GOALS),
    (parse_score, score_text, SCORES),
    (parse_rule, rule_text, RULES),
    (parse_setback, setback_text, SETBACKS),
]
CONSTRUCTS = [
    pytest.param(parse, write, text, tree, id=text)
    for parse, write, texts in READ_AND_WRITTEN for text, tree in texts.items()
]


@pytest.mark.parametrize(("parse", "write", "text", "tree"), CONSTRUCTS)
def test_every_construct_is_read_and_written(parse: Parse, write: Write, text: str, tree: Any) -> None:
    assert parse(text) == tree
    assert write(tree) == text


def test_every_unit_and_item_has_words() -> None:
    assert set(UNIT_WORDS) == set(Unit)
    assert set(language.ITEM_WORDS) == set(Item)
    assert len(set(UNIT_WORDS.values())) == len(UNIT_WORDS)


@pytest.mark.parametrize("unit", Unit)
def test_only_places_have_depths_and_columns(unit: Unit) -> None:
    for place in (" at depth 2", " in columns A", " in the Sea Star column or left of it"):
        text = UNIT_WORDS[unit][1] + place
        if unit in PLACED_UNITS:
            assert count_text(parse_count(text)) == text
        else:
            with pytest.raises(LanguageError, match="no depths and no columns"):
                parse_count(text)


def test_blanks_do_not_matter() -> None:
    assert parse_effect("  gain  1 reputation ,2 research;promote ") == parse_effect(
        "gain 1 reputation, 2 research; promote"
    )


# --- the built-in book ---

TEXT_COLUMNS: dict[str, tuple[Parse, Write, tuple[str, ...]]] = {
    "ocean_boards.csv": (parse_effect, effect_text, ("discovery", "arrival")),
    "spots.csv": (parse_effect, effect_text, ("effect",)),
    "links.csv": (parse_effect, effect_text, ("effect",)),
    "specialists.csv": (parse_effect, effect_text, ("hire", "junior_actions", "promotion", "senior_actions")),
    "dive_tokens.csv": (parse_effect, effect_text, ("effect",)),
    "journals.csv": (parse_effect, effect_text, ("you", "others", "action")),
    "zone_rules.csv": (parse_rule, rule_text, ("rule",)),
    "setbacks.csv": (parse_setback, setback_text, ("effect",)),
    "coop_goals.csv": (parse_count, count_text, ("count",)),
    "bonus_goals.csv": (parse_count, count_text, ("count",)),
}


def shipped_texts() -> Iterator[tuple[Parse, Write, str]]:
    for file, (parse, write, columns) in TEXT_COLUMNS.items():
        for row in csv.DictReader((BUILT_IN_FOLDER / file).read_text("utf-8").splitlines()):
            yield from ((parse, write, row[column]) for column in columns if row[column])
            if row.get("score"):
                yield parse_score, score_text, row["score"]
    for path in sorted((BUILT_IN_FOLDER / "missions").iterdir()):
        mission = tomllib.loads(path.read_text("utf-8"))
        for goal in mission["goal"]:
            yield parse_goal, goal_text, goal["count"]
            yield from ((parse_count, count_text, leader["count"]) for leader in goal.get("leaders", ()))
        yield from ((parse_effect, effect_text, cell["gain"]) for cell in mission["impact"]["hexes"] if "gain" in cell)


def test_every_shipped_text_comes_back() -> None:
    texts = list(shipped_texts())
    assert len(texts) == 703
    for parse, write, text in texts:
        assert write(parse(text)) == text


# --- refusals ---

REFUSED: list[tuple[Parse, str, str, int]] = [
    (parse_effect, "", "'gain', 'either', 'pay' or an action", 1),
    (parse_effect, "gain", "a number from 1 to 9", 5),
    (parse_effect, "gain 0 reputation", "a number from 1 to 9", 6),
    (parse_effect, "gain 10 research", "a number from 1 to 9", 6),
    (parse_effect, "gain 01 research", "a number from 1 to 9", 6),
    (parse_effect, "gain 99999999999999999999999 research", "a number from 1 to 9", 6),
    (parse_effect, "gain 1 money", "something to gain", 8),
    (parse_effect, "gain 1 discs", "'disc'", 8),
    (parse_effect, "gain 2 disc", "'discs'", 8),
    (parse_effect, "gain 2 any attribute", "'any attributes'", 8),
    (parse_effect, "gain 1 disc, 1 disc", "each thing once", 14),
    (parse_effect, "gain 1 disc,", "a number from 1 to 9", 13),
    (parse_effect, "gain 1 disc promote", "';' or the end of the text", 13),
    (parse_effect, "gain 1 disc;", "'gain', 'either', 'pay' or an action", 13),
    (parse_effect, "Gain 1 disc", "'gain', 'either', 'pay' or an action", 1),
    (parse_effect, "travel to depth 5", "';' or the end of the text", 8),
    (parse_effect, "travel from here not to depth 6", "a number from 1 to 5", 31),
    (parse_effect, "travel from there", "'here'", 13),
    (parse_effect, "travel with 1 technology", "'more'", 15),
    (parse_effect, "dive for 2 more tokens", "'1'", 10),
    (parse_effect, "conserve for 1 more research", "'less'", 16),
    (parse_effect, "conserve at vessel depth", "'a'", 13),
    (parse_effect, "discover", "a number from 1 to 5", 9),
    (parse_effect, "discover 0", "a number from 1 to 5", 10),
    (parse_effect, "discover 3-2", "a number from 3 to 5", 12),
    (parse_effect, "discover 3-6", "a number from 3 to 5", 12),
    (parse_effect, "copy journal", "'specialist'", 6),
    (parse_effect, "pay 2 discs: dive", "'1'", 5),
    (parse_effect, "pay 1 disc: pay 1 disc: dive", "no 'either' and no 'pay' inside another", 13),
    (parse_effect, "pay 1 disc: either dive | sonar", "no 'either' and no 'pay' inside another", 13),
    (parse_effect, "either dive", "'|'", 12),
    (parse_effect, "either dive | either sonar | dive", "no 'either' and no 'pay' inside another", 15),
    (parse_effect, "either dive | dive | dive | dive | dive | dive", "at most 5 alternatives", 41),
    (parse_effect, "dive; dive; dive; dive", "at most 3 parts", 17),
    (parse_effect, "dive & travel", "a word, a number or a sign", 6),
    (parse_effect, "dive\x00", "a word, a number or a sign", 5),
    (parse_effect, "dive\n", "a word, a number or a sign", 5),
    (parse_effect, "gain ١ disc", "a word, a number or a sign", 6),
    (parse_count, "sonar disc", "'sonar discs'", 1),
    (parse_count, "fish", "something to count", 1),
    (parse_count, "sonar fish", "something to count", 7),
    (parse_count, "discs at depth 6", "a number from 1 to 5", 16),
    (parse_count, "discs in columns H", "a column, A or B", 18),
    (parse_count, "discs in columns B, A", "a column, C or D", 21),
    (parse_count, "discs in columns G, A", "no more columns", 21),
    (parse_count, "discs in columns B C", "the end of the text", 20),
    (parse_count, "discs in columns A at depth 2", "the end of the text", 20),
    (parse_count, "discs in the Sea Star column or above it", "'left' or 'right'", 33),
    (parse_count, "clean-up steps at depth 1", "no depths and no columns", 16),
    (parse_goal, "race: dive", "'discover a zone at depth 5'", 7),
    (parse_score, "4", "'score'", 1),
    (parse_score, "score 0", "a number from 1 to 9", 7),
    (parse_score, "score 1 per 1 disc", "a number from 2 to 9", 13),
    (parse_score, "score 1 per 2 disc", "'discs'", 15),
    (parse_rule, "gain 1 disc", "'when', 'no vessel may enter'", 1),
    (parse_rule, "when it rains: dive", "an event, such as", 6),
    (parse_rule, "when you dive at d4: dive", "a dive site, such as 'd1'", 18),
    (parse_rule, "when you dive here gain 1 disc", "':'", 20),
    (parse_rule, "when you dive here: either dive | sonar", "no 'either' and no 'pay' inside another", 21),
    (parse_setback, "move all vessels down 2", "a setback, such as", 1),
    (parse_setback, "this round luck 1 less", "'technology' or 'inflow' or 'return'", 12),
    (parse_setback, "this round inflow 1 more", "'less'", 21),
]


@pytest.mark.parametrize(("parse", "text", "expected", "position"), REFUSED)
def test_what_is_not_of_the_language_is_refused(parse: Parse, text: str, expected: str, position: int) -> None:
    with pytest.raises(LanguageError) as caught:
        parse(text)
    assert caught.value.expected.startswith(expected)
    assert caught.value.position == position


def test_an_error_says_where_and_what() -> None:
    with pytest.raises(LanguageError) as caught:
        parse_effect("gain 1 money", "links.csv, row 2, column effect")
    assert str(caught.value) == (
        "links.csv, row 2, column effect: expected something to gain, found 'money' (character 8 of 'gain 1 money')"
    )
