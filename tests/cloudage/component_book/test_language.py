"""The effect language: every construct is read into its tree and written back; what is not of it is refused."""

import csv
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from undersea_env.cloudage.printed import language
from undersea_env.cloudage.printed.catalogue import BUILT_IN_FOLDER
from undersea_env.cloudage.printed.effects import (
    Always,
    BuildAction,
    BuildProject,
    BuildUpgrade,
    CityCardOnDeck,
    Count,
    CubeEffect,
    Discount,
    Do,
    DrawObjective,
    Either,
    Fight,
    Gain,
    If,
    Pay,
    Plant,
    PlantAction,
    Production,
    RemoveGun,
    SoloCollect,
    Unlock,
    UpdateNavigation,
    When,
)
from undersea_env.cloudage.printed.language import (
    cube_text,
    effect_text,
    parse_cube,
    parse_effect,
    parse_permanent,
    parse_unlock,
    permanent_text,
    unlock_text,
)
from undersea_env.cloudage.printed.words import Colour, Event, Item, Type, Unit
from undersea_env.core.printed_language import LanguageError

Parse = Callable[[str], Any]
Write = Callable[[Any], str]


def gain(number: int, item: Item, per: Count | None = None, up_to: int = 0) -> Gain:
    return Gain(((item, number),), per, up_to)


TWO_WATER, TWO_POINTS = gain(2, Item.WATER), gain(2, Item.POINT)
EFFECTS = {
    "gain 1 water": (Do((gain(1, Item.WATER),)),),
    "gain 2 metal, 1 card": (Do((Gain(((Item.METAL, 2), (Item.CARD, 1))),)),),
    "gain 1 resource": (Do((gain(1, Item.RESOURCE),)),),
    "gain 12 points": (Do((gain(12, Item.POINT),)),),
    "gain 2 energy per Solar Panel; production 1": (
        Do((gain(2, Item.ENERGY, Count(Unit.TITLE, "Solar Panel")),)), Do((Production(1),)),
    ),
    "gain 2 points per movement point": (Do((gain(2, Item.POINT, Count(Unit.MOVEMENT_POINT)),)),),
    "gain 1 point per combat point": (Do((gain(1, Item.POINT, Count(Unit.COMBAT_POINT)),)),),
    "gain 1 point per project up to 12": (Do((gain(1, Item.POINT, Count(Unit.PROJECT), 12),)),),
    "gain 2 points per yellow project up to 8": (
        Do((gain(2, Item.POINT, Count(Unit.PROJECT, colour=Colour.YELLOW), 8),)),
    ),
    "gain 1 point per upgrade": (Do((gain(1, Item.POINT, Count(Unit.UPGRADE)),)),),
    "gain 1 point per city cube up to 4": (Do((gain(1, Item.POINT, Count(Unit.CITY_CUBE), 4),)),),
    "gain 2 points and gain 1 metal": (Do((TWO_POINTS, gain(1, Item.METAL))),),
    "gain 2 points; gain 1 metal": (Do((TWO_POINTS,)), Do((gain(1, Item.METAL),))),
    "build action": (Do((BuildAction(),)),),
    "build 2 actions": (Do((BuildAction(2),)),),
    "build project": (Do((BuildProject(),)),),
    "build upgrade": (Do((BuildUpgrade(),)),),
    "build upgrade discount 1 metal per Mechanic": (Do((BuildUpgrade(None, 1, "Mechanic"),)),),
    "build movement upgrade discount 3 metal": (Do((BuildUpgrade(Type.MOVEMENT, 3),)),),
    "build combat upgrade": (Do((BuildUpgrade(Type.COMBAT),)),),
    "build growing upgrade": (Do((BuildUpgrade(Type.GROWING),)),),
    "plant 2": (Do((Plant(2),)),),
    "plant action and plant 1 on map and gain 1 point per bare hex planted": (
        Do((PlantAction(), Plant(1, on_map=True), gain(1, Item.POINT, Count(Unit.BARE_HEX_PLANTED)))),
    ),
    "update navigation": (Do((UpdateNavigation(),)),),
    "draw objective; gain 2 plants": (Do((DrawObjective(),)), Do((gain(2, Item.PLANT),))),
    "remove gun and gain 3 points": (Do((RemoveGun(), gain(3, Item.POINT))),),
    "city card on deck": (Do((CityCardOnDeck(),)),),
    "solo collect 1 or 2": (Do((SoloCollect((1, 2)),)),),
    "either solo collect 3 | build action": (Do((Either(((SoloCollect((3,)),), (BuildAction(),))),)),),
    "either gain 2 water | gain 2 points": (Do((Either(((TWO_WATER,), (TWO_POINTS,))),)),),
    "either gain 2 water and production 1 | gain 2 points | plant 1": (
        Do((Either(((TWO_WATER, Production(1)), (TWO_POINTS,), (Plant(1),))),)),
    ),
    "pay 3 plants: gain 7 points": (Pay(((Item.PLANT, 3),), (gain(7, Item.POINT),)),),
    "pay 1 metal, 2 cards: gain 2 points and either gain 2 water | gain 2 points; gain 2 water": (
        Pay(((Item.METAL, 1), (Item.CARD, 2)), (TWO_POINTS, Either(((TWO_WATER,), (TWO_POINTS,))))), Do((TWO_WATER,)),
    ),
    "fight 4: gain 2 points": (Fight(4, (TWO_POINTS,)),),
    "if movement points >= 3: gain 2 points": (If(Type.MOVEMENT, 3, (TWO_POINTS,)),),
    "if combat points >= 3: gain 2 water": (If(Type.COMBAT, 3, (TWO_WATER,)),),
}
PERMANENTS = {
    "movement 1": (Always(Type.MOVEMENT, 1),),
    "combat 2; growing 1": (Always(Type.COMBAT, 2), Always(Type.GROWING, 1)),
    "discount upgrade 1 metal": (Discount(True, 1),),
    "discount project 1 water": (Discount(False, 1),),
    "discount green project 2 water": (Discount(False, 2, Colour.GREEN),),
    "when produce: gain 2 water": (When(Event.PRODUCE, reaction=(TWO_WATER,)),),
    "when find gives metal: gain 2 water once per turn": (
        When(Event.FIND_GIVES, item=Item.METAL, reaction=(TWO_WATER,), once_per_turn=True),
    ),
    "when find gives points: gain 2 points": (When(Event.FIND_GIVES, item=Item.POINT, reaction=(TWO_POINTS,)),),
    "when movement points >= 5: gain 2 water; when movement points >= 7: either gain 2 water | gain 2 points": (
        When(Event.MOVEMENT_POINTS, 5, reaction=(TWO_WATER,)),
        When(Event.MOVEMENT_POINTS, 7, reaction=(Either(((TWO_WATER,), (TWO_POINTS,))),)),
    ),
    "when strength >= 8: gain 2 water": (When(Event.STRENGTH, 8, reaction=(TWO_WATER,)),),
    "when win fight: gain 2 water": (When(Event.WIN_FIGHT, reaction=(TWO_WATER,)),),
    "when collect with update: gain 2 points": (When(Event.COLLECT_WITH_UPDATE, reaction=(TWO_POINTS,)),),
    "when collect with wrench: gain 2 points": (When(Event.COLLECT_WITH_WRENCH, reaction=(TWO_POINTS,)),),
    "when collect exactly 2: plant 2": (When(Event.COLLECT_EXACTLY, 2, reaction=(Plant(2),)),),
    "when take city card: city card on deck": (When(Event.TAKE_CITY_CARD, reaction=(CityCardOnDeck(),)),),
    "when planting >= 2: gain 2 water": (When(Event.PLANTING, 2, reaction=(TWO_WATER,)),),
    "when plant green: gain 2 points": (When(Event.PLANT_GREEN, reaction=(TWO_POINTS,)),),
    "when build upgrade: gain 2 water": (When(Event.BUILD_UPGRADE, reaction=(TWO_WATER,)),),
    "when play project: gain 2 points": (When(Event.PLAY_PROJECT, reaction=(TWO_POINTS,)),),
    "when play yellow project: gain 2 points": (
        When(Event.PLAY_PROJECT, colour=Colour.YELLOW, reaction=(TWO_POINTS,)),
    ),
}
UNLOCKS = {
    "projects 1": Unlock(((False, 1),)),
    "legacy L7, projects 5": Unlock(((True, 7), (False, 5))),
    "projects 6, legacy L5, legacy L15": Unlock(((False, 6), (True, 5), (True, 15))),
}
CUBES = {
    "in fight: strength 2": CubeEffect(strength=2),
    "in action phase: plant 1": CubeEffect(plants=1),
}
READ_AND_WRITTEN: list[tuple[Parse, Write, dict[str, Any]]] = [
    (parse_effect, effect_text, EFFECTS),
    (parse_permanent, permanent_text, PERMANENTS),
    (parse_unlock, unlock_text, UNLOCKS),
    (parse_cube, cube_text, CUBES),
]
CONSTRUCTS = [
    pytest.param(parse, write, text, tree, id=text)
    for parse, write, texts in READ_AND_WRITTEN for text, tree in texts.items()
]


@pytest.mark.parametrize(("parse", "write", "text", "tree"), CONSTRUCTS)
def test_every_construct_is_read_and_written(parse: Parse, write: Write, text: str, tree: Any) -> None:
    assert parse(text) == tree
    assert write(tree) == text


def test_everything_has_words() -> None:
    assert set(language.ITEM_WORDS) == set(Item)
    assert set(language.UNIT_WORDS) == set(Unit) - {Unit.TITLE}
    spoken = {*language.PLAIN_EVENTS, *language.NUMBERED_EVENTS, Event.FIND_GIVES, Event.PLAY_PROJECT}
    assert spoken == set(Event)


def test_blanks_do_not_matter() -> None:
    assert parse_effect("  gain  1 water ,2 cards;production  1 ") == parse_effect(
        "gain 1 water, 2 cards; production 1"
    )


def test_an_unlock_tells_projects_from_tokens() -> None:
    unlock = parse_unlock("legacy L7, projects 5")
    assert (unlock.projects, unlock.legacy) == ((5,), (7,))


# --- the built-in book ---

TEXT_COLUMNS: dict[str, tuple[tuple[Parse, Write, str], ...]] = {
    "projects.csv": ((parse_effect, effect_text, "instant"), (parse_permanent, permanent_text, "permanent")),
    "upgrades.csv": ((parse_permanent, permanent_text, "effect"), (parse_effect, effect_text, "bonus")),
    "production.csv": ((parse_effect, effect_text, "step_reward"),),
    "round_track.csv": ((parse_effect, effect_text, "reward"),),
    "plants.csv": ((parse_effect, effect_text, "reward"),),
    "solo_board.csv": ((parse_effect, effect_text, "action"),),
    "scenarios.csv": ((parse_effect, effect_text, "book"),),
    "legacy.csv": (
        *((parse_effect, effect_text, column) for column in ("reward", "find", "action", "others")),
        (parse_cube, cube_text, "cube"),
    ),
    "story_cards.csv": (
        (parse_unlock, unlock_text, "unlock"),
        *((parse_effect, effect_text, column) for column in ("reveal", "book")),
    ),
}


def shipped_texts() -> Iterator[tuple[Parse, Write, str]]:
    for file, columns in TEXT_COLUMNS.items():
        for row in csv.DictReader((BUILT_IN_FOLDER / file).read_text("utf-8").splitlines()):
            yield from ((parse, write, row[column]) for parse, write, column in columns if row[column])
    for path in sorted((BUILT_IN_FOLDER / "boards").iterdir()):
        board = tomllib.loads(path.read_text("utf-8"))
        yield from ((parse_effect, effect_text, place["find"]) for place in board["hexes"] if "find" in place)
        yield from ((parse_effect, effect_text, city["reward"]) for city in board["city"] if "reward" in city)


def test_every_shipped_text_comes_back() -> None:
    texts = list(shipped_texts())
    assert len(texts) == 341
    for parse, write, text in texts:
        assert write(parse(text)) == text


# --- refusals ---

SOMETHING = "'gain', 'production', 'build' or another thing to do"
REFUSED: list[tuple[Parse, str, str, int]] = [
    (parse_effect, "", SOMETHING, 1),
    (parse_effect, "Gain 1 water", SOMETHING, 1),
    (parse_effect, "gain", "a number from 1 to 99", 5),
    (parse_effect, "gain 0 water", "a number from 1 to 99", 6),
    (parse_effect, "gain 100 water", "a number from 1 to 99", 6),
    (parse_effect, "gain 01 water", "a number from 1 to 99", 6),
    (parse_effect, "gain 1 money", "water, metal, energy", 8),
    (parse_effect, "gain 1 cards", "'card'", 8),
    (parse_effect, "gain 2 point", "'points'", 8),
    (parse_effect, "gain 1 water, 2 water", "each thing once", 15),
    (parse_effect, "gain 1 water,", "a number from 1 to 99", 14),
    (parse_effect, "gain 1 water per", "a title or something to count", 17),
    (parse_effect, "gain 1 water per day", "a title or something to count", 18),
    (parse_effect, "gain 1 water up 3", "';' or the end of the text", 14),
    (parse_effect, "gain 1 water;", SOMETHING, 14),
    (parse_effect, "gain 1 water; " * 4 + "gain 1 water", "at most 4 parts", 55),
    (parse_effect, "gain 1 water and", SOMETHING, 17),
    (parse_effect, "production", "a number from 1 to 99", 11),
    (parse_effect, "build 3 actions", "a number from 2 to 2", 7),
    (parse_effect, "build 2 action", "'actions'", 9),
    (parse_effect, "build city", "'action', '2 actions', 'project' or 'upgrade'", 7),
    (parse_effect, "build movement action", "'upgrade'", 16),
    (parse_effect, "build upgrade discount 1 water", "'metal'", 26),
    (parse_effect, "build upgrade discount 1 metal per mechanic", "a title", 36),
    (parse_effect, "plant", "a number from 1 to 99", 6),
    (parse_effect, "solo collect 4", "a number from 1 to 3", 14),
    (parse_effect, "solo collect 2 or 1", "a number from 3 to 3", 19),
    (parse_effect, "either gain 1 water", "'|'", 20),
    (parse_effect, "either plant 1 | either plant 1 | plant 2", SOMETHING, 18),
    (parse_effect, "either plant 1 | plant 1 | plant 1 | plant 1 | plant 1", "at most 4 branches", 46),
    (parse_effect, "pay 1 water gain 1 metal", "':'", 13),
    (parse_effect, "pay 1 water: pay 1 metal: plant 1", SOMETHING, 14),
    (parse_effect, "fight: plant 1", "a number from 1 to 99", 6),
    (parse_effect, "if growing points >= 1: plant 1", "'combat'", 4),
    (parse_effect, "if combat points 1: plant 1", "'>='", 18),
    (parse_effect, "plant 1 & plant 2", "a word, a number or a sign", 9),
    (parse_effect, "plant 1\n", "a word, a number or a sign", 8),
    (parse_effect, "plant ١", "a word, a number or a sign", 7),
    (parse_permanent, "gain 1 water", "'movement', 'combat', 'growing', 'discount' or 'when'", 1),
    (parse_permanent, "movement", "a number from 1 to 99", 9),
    (parse_permanent, "discount upgrade 1 water", "'metal'", 20),
    (parse_permanent, "discount red project 1 water", "'project'", 10),
    (parse_permanent, "when it rains: plant 1", "an event", 6),
    (parse_permanent, "when produce plant 1", "':'", 14),
    (parse_permanent, "when find gives point: plant 1", "'points'", 17),
    (parse_permanent, "when strength > 5: plant 1", "a word, a number or a sign", 15),
    (parse_permanent, "when collect exactly: plant 1", "a number from 1 to 99", 21),
    (parse_permanent, "when play red project: plant 1", "'project'", 11),
    (parse_unlock, "", "'legacy'", 1),
    (parse_unlock, "projects 9", "a number from 1 to 8", 10),
    (parse_unlock, "legacy L16", "a legacy token, L1 to L15", 8),
    (parse_unlock, "projects 1, projects 1", "each thing once", 13),
    (parse_cube, "in fight: plant 1", "'strength'", 11),
    (parse_cube, "in action phase: strength 1", "'plant'", 18),
]


@pytest.mark.parametrize(("parse", "text", "expected", "position"), REFUSED)
def test_what_is_not_of_the_language_is_refused(parse: Parse, text: str, expected: str, position: int) -> None:
    with pytest.raises(LanguageError) as caught:
        parse(text)
    assert (caught.value.expected[: len(expected)], caught.value.position) == (expected, position)


def test_an_error_says_where_and_what() -> None:
    with pytest.raises(LanguageError) as caught:
        parse_effect("gain 2 point", "projects.csv, row 2, column instant")
    assert str(caught.value) == (
        "projects.csv, row 2, column instant: expected 'points', found 'point' (character 8 of 'gain 2 point')"
    )
