"""The catalogue: what the built-in book holds, and how a wrong folder is refused."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.broken_books import (
    Cases,
    Change,
    appended,
    both,
    check_a_long_list_is_cut,
    check_all_are_named,
    check_no_folder_is_refused,
    refusal,
    removed,
    replaced,
    without_line,
    written,
)
from undersea_env.core.component_files import ComponentError
from undersea_env.underwater_cities.printed.catalogue import (
    BUILT_IN_FOLDER,
    Catalogue,
    load_catalogue,
)
from undersea_env.underwater_cities.printed.effects import Either, Gain
from undersea_env.underwater_cities.printed.words import CardType, Colour


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BUILT_IN_FOLDER, tmp_path / "components"))


# --- the built-in book ---


def test_the_decks_have_their_numbers_and_colours(catalogue: Catalogue) -> None:
    assert [card.number for card in catalogue.cards] == list(range(1, 206))
    for era, size in ((1, 66), (2, 57), (3, 57)):
        cards = catalogue.cards_of_era(era)
        assert len(cards) == size
        assert set(Counter(card.colour for card in cards).values()) == {size // 3}
    assert [card.number for card in catalogue.specials] == list(range(181, 206))
    assert Counter(card.price for card in catalogue.specials)[3] == 10


def test_a_card_has_the_tree_of_its_type_and_no_other(catalogue: Catalogue) -> None:
    for card in (*catalogue.cards, catalogue.assistant):
        filled = {
            "effect": bool(card.effect),
            "permanent": card.permanent is not None,
            "production": bool(card.production),
            "ending": bool(card.ending),
        }
        wanted = {
            CardType.INSTANT: "effect",
            CardType.ACTION: "effect",
            CardType.PERMANENT: "permanent",
            CardType.PRODUCTION: "production",
            CardType.END: "ending",
        }[card.type]
        assert [kind for kind, is_filled in filled.items() if is_filled] == [wanted], card.name


def test_tiles_slots_and_boards_are_counted(catalogue: Catalogue) -> None:
    assert [contract.index for contract in catalogue.contracts] == list(range(1, 9))
    assert [metropolis.index for metropolis in catalogue.metropolises] == list(range(1, 17))
    assert Counter(metropolis.colour for metropolis in catalogue.metropolises) == {"blue": 11, "brown": 5}
    assert [metropolis.id for metropolis in catalogue.metropolises if metropolis.solo_excluded] == ["brown-3"]
    for side, number in (("3-4", 5), ("1-2", 4)):
        colours = Counter(slot.colour for slot in catalogue.slots if slot.side == side)
        assert colours == dict.fromkeys((1, 2, 3), number)
    assert catalogue.slots[-1] == catalogue.always
    assert catalogue.always.colour == Colour.NONE
    assert [board.number for board in catalogue.boards] == list(range(1, 9))


def test_boards_are_read_as_written(catalogue: Catalogue) -> None:
    trench = catalogue.board(5)
    assert trench.name == "The Long Trench"
    assert trench.start.id == "c9"
    assert [site.id for site in trench.cities[0].sites] == ["c1.a", "c1.b", "c1.c", "c1.d", "c1.x"]
    assert [site.expansion for site in trench.cities[0].sites] == [False, False, False, False, True]
    assert trench.cities[0].sites[2].surcharge == (0, 0, 0, 1, 0, 0, 0)
    assert trench.cities[0].sites[2].multiplier == 2
    assert trench.cities[2].surcharge == (0, 3, 0, 3, 0, 0, 0)
    assert trench.cities[2].multiplier == 3
    assert trench.cities[5].bonus == (Gain((0, 0, 0, 0, 0, 4, 0)),)
    assert trench.tunnels[4].between == ("c3", "m.blue1")
    assert trench.tunnels[4].metropolis_produce == (0, 0, 0, 0, 0, 2, 0)
    assert trench.tunnels[11].produce_with == ("t9", (0, 0, 0, 2, 0, 0, 0))
    assert [site.id for site in trench.metropolises] == ["m.brown", "m.blue1", "m.blue2"]


def test_the_assistant_gives_steelplast_or_a_credit(catalogue: Catalogue) -> None:
    assert catalogue.card(0) == catalogue.assistant
    assert catalogue.assistant.type == CardType.ACTION
    assert catalogue.assistant.effect == (Either(((Gain((0, 1, 0, 0, 0, 0, 0)),), (Gain((0, 0, 0, 1, 0, 0, 0)),))),)


def test_lookups_find_or_refuse(catalogue: Catalogue) -> None:
    assert catalogue.card(28).name == "Seafood Collection"
    assert catalogue.contract("state-visit").name == "State Visit"
    assert catalogue.metropolis("blue-1").name == "Garden City"
    assert "science-or-upgrades" in catalogue.slot_ids
    assert len(catalogue.slot_ids) == len(set(catalogue.slot_ids))
    for wrong in (
        lambda: catalogue.card(206),
        lambda: catalogue.card(-1),
        lambda: catalogue.board(0),
        lambda: catalogue.contract("none"),
    ):
        with pytest.raises(KeyError):
            wrong()


def test_every_thing_has_a_provenance(catalogue: Catalogue) -> None:
    assert catalogue.provenance == {"rulebook": 49, "glossary": 34, "report": 3, "ours": 171}
    assert sum(catalogue.provenance.values()) == 205 + 8 + 16 + 28


def test_a_copy_of_the_folder_is_the_same_book(catalogue: Catalogue, folder: Path) -> None:
    copy = load_catalogue(str(folder))
    assert copy.folder == folder
    assert (copy.cards, copy.slots, copy.boards) == (catalogue.cards, catalogue.slots, catalogue.boards)


def test_a_byte_order_mark_windows_lines_and_moved_columns_are_welcome(catalogue: Catalogue, folder: Path) -> None:
    path = folder / "contracts.csv"
    rows = [line.split(",", 1) for line in path.read_text(encoding="utf-8").splitlines()]
    text = "".join(f"{rest},{first}\r\n" for first, rest in rows)
    path.write_bytes(b"\xef\xbb\xbf" + text.encode("utf-8"))
    assert load_catalogue(folder).contracts == catalogue.contracts


# --- a broken copy for each check ---


ERA, SPECIALS, CONTRACTS, METROPOLISES, SLOTS = (
    "era_cards.csv",
    "specials.csv",
    "contracts.csv",
    "metropolises.csv",
    "slots.csv",
)
BOARD_1, BOARD_5 = "boards/board_1.toml", "boards/board_5.toml"
CARD_1 = "1,Drifting Seedbeds,1,red,instant,build farm free,3.5,ours"
ONCE = "permanent,once per turn: take special"


def card_1(new: str) -> Change:
    return replaced(ERA, CARD_1, new)


def card_text(number: int, new_type_and_text: str) -> Change:
    """The type and the text of one card, by its number, which is its row less one."""

    def change(folder: Path) -> None:
        lines = (folder / ERA).read_text(encoding="utf-8").splitlines()
        start = lines[number].split(",")[:4]
        lines[number] = ",".join(start) + f",{new_type_and_text},1,ours"
        (folder / ERA).write_text("\n".join(lines) + "\n", encoding="utf-8")

    return change


BROKEN: Cases = {
    # files
    "missing table": (removed(CONTRACTS), "contracts.csv: expected this file in the folder, found none"),
    "missing board": (removed(BOARD_5), "boards/board_5.toml: expected this file in the folder, found none"),
    "another board": (
        written("boards/board_9.toml", b""),
        "boards/board_9.toml: expected only board_1.toml to board_8",
    ),
    "empty table": (written(SLOTS, b""), "slots.csv, row 1: expected the names of the columns, found nothing"),
    "wrong encoding": (
        written(SLOTS, b"side,colour\n3-4,\xff\n"),
        "slots.csv, row 2: expected UTF-8 text, found byte 0xff",
    ),
    "wrong board encoding": (written(BOARD_1, b"\n\n\xe9"), "boards/board_1.toml, row 3: expected UTF-8 text"),
    "far too big": (written(SLOTS, b"x" * 1_000_001), "slots.csv: expected at most 1000000 bytes"),
    "open quotes": (appended(SLOTS, '"3-4,yellow'), "slots.csv, row 30: expected comma-separated values"),
    "unreadable toml": (appended(BOARD_1, "id = = 3\n"), "boards/board_1.toml: expected TOML, found: Invalid value"),
    # columns and cells
    "missing column": (replaced(ERA, ",value,", ",price,"), "era_cards.csv, row 1, column value: expected this column"),
    "extra column": (replaced(ERA, "number,", "number,note,"), "era_cards.csv, row 1, column 'note': expected only"),
    "column twice": (replaced(SLOTS, "side,", "side,side,"), "slots.csv, row 1, column 'side': expected only"),
    "cell too many": (card_1(CARD_1 + ",more"), "era_cards.csv, row 2: expected 8 cells, found 9"),
    "cell too long": (
        card_1(CARD_1.replace("Drifting", "D" * 301)),
        "era_cards.csv, row 2, column name: expected at most 300 characters, found 310",
    ),
    "no name": (card_1(CARD_1.replace("Drifting Seedbeds", " ")), "era_cards.csv, row 2, column name: expected a name"),
    # cards
    "number is none": (
        card_1(CARD_1.replace("1,D", "one,D")),
        "era_cards.csv, row 2, column number: expected a number from 1 to 180, found 'one'",
    ),
    "number out of range": (
        card_1(CARD_1.replace("1,D", "181,D")),
        "era_cards.csv, row 2, column number: expected a number from 1 to 180, found '181'",
    ),
    "number twice": (
        card_1(CARD_1.replace("1,D", "2,D")),
        "era_cards.csv, row 3, column number: expected something else than in row 2, found '2'",
    ),
    "card missing in era I": (
        without_line(ERA, 36),
        "era_cards.csv, column number: expected 66 cards of era 1 numbered 1-66, missing 35",
    ),
    "card missing in era II": (without_line(ERA, 68), "expected 57 cards of era 2 numbered 67-123, missing 67"),
    "card missing in era III": (without_line(ERA, 181), "expected 57 cards of era 3 numbered 124-180, missing 180"),
    "special missing": (
        without_line(SPECIALS, 2),
        "specials.csv, column number: expected 25 specials numbered 181-205, missing 181",
    ),
    "era": (
        card_1(CARD_1.replace(",1,red", ",2,red")),
        "era_cards.csv, row 2, column era: expected 1 for card number 1",
    ),
    "era is none": (card_1(CARD_1.replace(",1,red", ",4,red")), "row 2, column era: expected 1 or 2 or 3, found '4'"),
    "colour": (
        card_1(CARD_1.replace("red", "blue")),
        "row 2, column colour: expected yellow or red or green, found 'blue'",
    ),
    "type": (card_1(CARD_1.replace("instant", "event")), "row 2, column type: expected instant or permanent or action"),
    "value": (card_1(CARD_1.replace("3.5", "nan")), "row 2, column value: expected a number, found 'nan'"),
    "value without digits": (card_1(CARD_1.replace("3.5", "-.")), "row 2, column value: expected a number, found '-.'"),
    "provenance": (
        card_1(CARD_1.replace("ours", "mine")),
        "row 2, column provenance: expected rulebook or glossary or",
    ),
    "effect": (
        replaced(ERA, "when reach federation 3: gain 1 credit", "when reach federation 3: gain 1 kelps"),
        "era_cards.csv, row 36, column effect: expected a resource, found 'kelps' "
        "(character 33 of 'when reach federation 3: gain 1 kelps')",
    ),
    "no effect": (card_1(CARD_1.replace("build farm free", "")), "row 2, column effect: expected a part of an effect"),
    "type and text disagree": (
        card_1(CARD_1.replace("instant", "production")),
        "row 2, column effect: expected 'produce' or 'convert', found 'build'",
    ),
    "dear special": (replaced(SPECIALS, "Academy,3,", "Academy,2,"), "specials.csv, row 2, column price: expected 3"),
    "cheap special": (
        replaced(SPECIALS, "Commission,2,", "Commission,3,"),
        "specials.csv, row 12, column price: expected 1 or 2, found '3'",
    ),
    "unknown slot": (
        card_text(1, "permanent,when use slot nowhere: gain 1 kelp"),
        "era_cards.csv, row 2, column effect: expected the id of a slot in slots.csv, found 'nowhere'",
    ),
    "once per turn too often": (
        both(*(card_text(number, ONCE) for number in (1, 2, 3, 4))),
        "expected at most 4 cards with 'once per turn', found 5 (cards 1, 2, 3, 4, 32)",
    ),
    "conversions too many": (
        both(*(card_text(i, "production,convert produced 1 kelp -> 1 point") for i in (1, 2, 3))),
        "expected at most 6 conversions on production cards, found 7",
    ),
    "two conversions on a card": (
        card_text(1, "production,convert produced 1 kelp -> 1 point; convert produced 1 science -> 1 point"),
        "card 1, column effect: expected at most one conversion, found 'convert produced",
    ),
    "hand limit": (card_text(1, "permanent,hand limit 3"), "expected at most 3 more cards by 'hand limit', found 4"),
    # contracts
    "contract missing": (without_line(CONTRACTS, 9), "contracts.csv: expected 8 contracts, found 7"),
    "contract twice": (
        replaced(CONTRACTS, "research-mandate", "food-security"),
        "contracts.csv, row 3, column id: expected something else than in row 2, found 'food-security'",
    ),
    "contract id": (
        replaced(CONTRACTS, "food-security", "Food"),
        "contracts.csv, row 2, column id: expected lower case",
    ),
    "requirement": (
        replaced(CONTRACTS, "connected farms >= 4", "connected farm >= 4"),
        "contracts.csv, row 2, column requirement: expected 'connected farms', found 'connected'",
    ),
    "contract bonus": (replaced(CONTRACTS, "gain 1 point,", "gain 1 points,"), "contracts.csv, row 2, column bonus"),
    # metropolises
    "metropolis missing": (
        without_line(METROPOLISES, 17),
        "metropolises.csv, column colour: expected 11 blue metropolises, found 10",
    ),
    "metropolis colour": (
        replaced(METROPOLISES, "Garden City,blue", "Garden City,red"),
        "metropolises.csv, row 7, column colour: expected blue or brown, found 'red'",
    ),
    "metropolis twice": (replaced(METROPOLISES, "blue-2", "blue-1"), "metropolises.csv, row 8, column id: expected"),
    "brown with instant": (
        replaced(METROPOLISES, "League,brown,,", "League,brown,gain 1 kelp,"),
        "metropolises.csv, row 2, column instant: expected nothing, as the metropolis is brown",
    ),
    "brown without end": (
        replaced(METROPOLISES, "score 3 per connected metropolis", ""),
        "metropolises.csv, row 2, column end: expected a text, as the metropolis is brown",
    ),
    "blue without instant": (
        replaced(METROPOLISES, "gain 1 kelp,", ","),
        "metropolises.csv, row 7, column instant: expected a text, as the metropolis is blue",
    ),
    "blue with end": (
        replaced(METROPOLISES, "produce 2 points,,", "produce 2 points,score 1 per tunnel,"),
        "metropolises.csv, row 7, column end: expected nothing, as the metropolis is blue",
    ),
    "metropolis converts": (
        replaced(METROPOLISES, "produce 2 points", "convert produced 1 kelp -> 1 point"),
        "metropolises.csv, row 7, column production: expected only 'produce'",
    ),
    "none excluded": (
        replaced(METROPOLISES, "true", "false"),
        "metropolises.csv, column solo_excluded: expected one brown metropolis, found none",
    ),
    "blue excluded": (
        both(replaced(METROPOLISES, "true", "false"), replaced(METROPOLISES, "points,,false", "points,,true")),
        "metropolises.csv, column solo_excluded: expected one brown metropolis, found blue-1",
    ),
    "excluded is no truth": (
        replaced(METROPOLISES, "true", "yes"),
        "metropolises.csv, row 4, column solo_excluded: expected true or false, found 'yes'",
    ),
    # slots
    "slot missing": (
        without_line(SLOTS, 2),
        "slots.csv, column index: expected yellow slots 1-5 on side 3-4, found 2, 3, 4, 5",
    ),
    "slot index": (
        replaced(SLOTS, "1-2,red,4", "1-2,red,5"),
        "slots.csv, row 24, column index: expected a number from 1 to 4",
    ),
    "slot index twice": (
        replaced(SLOTS, "3-4,yellow,2", "3-4,yellow,1"),
        "slots.csv, row 3, column index: expected something else than in row 2, found '1'",
    ),
    "slot side": (
        replaced(SLOTS, "3-4,yellow,1", "5,yellow,1"),
        "slots.csv, row 2, column side: expected 3-4 or 1-2 or both",
    ),
    "slot colour": (
        replaced(SLOTS, "3-4,yellow,1", "3-4,none,1"),
        "slots.csv, row 2, column colour: expected yellow or red",
    ),
    "slot id": (replaced(SLOTS, "resources", "Two Things"), "slots.csv, row 2, column id: expected lower case letters"),
    "slot id twice": (
        replaced(SLOTS, "two-farms,", "two-labs,"),
        "slots.csv, row 10, column id: expected something else than in row 7, found 'two-labs'",
    ),
    "no always": (without_line(SLOTS, 29), "slots.csv, column side: expected one slot with both, found 0"),
    "always with a colour": (
        replaced(SLOTS, "both,none", "both,red"),
        "slots.csv, row 29, column colour: expected none",
    ),
    "always elsewhere": (
        replaced(SLOTS, "resources", "always"),
        "slots.csv, row 2, column id: expected 'always' on side both",
    ),
    "sides differ in effect": (
        replaced(SLOTS, "1-2,green,4,two-desals,build 2 desals", "1-2,green,4,two-desals,build desal"),
        "slots.csv, row 28, column effect: expected the same as for two-desals in row 15",
    ),
    "sides differ in colour": (
        both(
            replaced(SLOTS, "1-2,green,4,two-desals", "1-2,red,4,two-desals"),
            replaced(SLOTS, "1-2,red,4,tunnel-city", "1-2,green,4,tunnel-city"),
        ),
        "slots.csv, row 28, column colour: expected the same as for two-desals in row 15",
    ),
    "slot performs a slot": (
        replaced(SLOTS, "1-2,red,3,special,take special", "1-2,red,3,special,pay 1 kelp: perform any slot"),
        "slots.csv, row 23, column effect: expected a slot that performs no other slot",
    ),
    # boards
    "board number": (
        replaced(BOARD_1, "number = 1", "number = 2"),
        "boards/board_1.toml, row 1, key number: expected 1, as the file is called, found '2'",
    ),
    "board name": (replaced(BOARD_1, '"Coral Terrace"', '""'), "boards/board_1.toml, row 2, key name: expected a name"),
    "board key": (
        replaced(BOARD_1, "number = 1", "number = 1\nsize = 3"),
        "row 2, key size: expected only the keys number",
    ),
    "board without tunnels": (
        replaced(BOARD_1, 'name = "Coral Terrace"', 'name = "Coral"\ntunnels = 3'),
        "key tunnels",
    ),
    "city is no table": (
        written(BOARD_1, b'number = 1\nname = "x"\ncity = 3\nmetropolis = []\ntunnel = []\n'),
        "boards/board_1.toml, row 3, key city: expected a list of tables, found '3'",
    ),
    "eight cities": (
        replaced(BOARD_1, 'id = "c9"', 'id = "c10"'),
        "boards/board_1.toml, row 6, key city: expected the ids c1, c2, c3, c4, c5, c6, c7, c8, c9 in this order",
    ),
    "no start": (replaced(BOARD_1, "start = true", "start = false"), "expected one city with start = true, found none"),
    "two starts": (
        replaced(BOARD_1, "start = false", "start = true"),
        "expected one city with start = true, found c1, c9",
    ),
    "start is no truth": (
        replaced(BOARD_1, "start = false", "start = 0"),
        "row 10, c1, key start: expected true or false",
    ),
    "coordinate": (
        replaced(BOARD_1, "x = 25", "x = 101"),
        "row 8, c1, key x: expected a number from 0 to 100, found '101'",
    ),
    "coordinate is none": (replaced(BOARD_1, "x = 25", "x = nan"), "row 8, c1, key x: expected a number from 0 to 100"),
    "coordinate missing": (replaced(BOARD_1, "x = 25\n", ""), "c1, key x: expected this key, found none"),
    "site id": (
        replaced(BOARD_1, "c1.c", "c1.e"),
        "row 11, c1, key sites: expected the ids c1.a, c1.b, c1.c, c1.x in this",
    ),
    "no expansion": (
        replaced(BOARD_1, ", expansion = true", ""),
        "row 15, c1.x, key expansion: expected true for the site x",
    ),
    "two expansions": (
        replaced(BOARD_1, "y = 27}", "y = 27, expansion = true}"),
        "row 12, c1.a, key expansion: expected true",
    ),
    "too many sites": (
        replaced(BOARD_5, '{id = "c1.x"', '{id = "c1.e", x = 1, y = 1},\n  {id = "c1.x"'),
        "c1, key sites: expected an expansion site and at most 4 others, found 6 sites",
    ),
    "site key": (
        replaced(BOARD_1, "y = 27}", "y = 27, note = 1}"),
        "row 12, c1.a, key note: expected only the keys id, x",
    ),
    "site bonus": (
        replaced(BOARD_1, "gain 1 biomatter", "take special"),
        "row 13, c1.b, key bonus: expected only 'gain' of amounts and 'federation', found 'take special'",
    ),
    "site bonus text": (
        replaced(BOARD_1, "gain 1 biomatter", "gain 1 bio"),
        "row 13, c1.b, key bonus: expected a resource, found 'bio' (character 8 of 'gain 1 bio')",
    ),
    "bonus is no text": (
        replaced(BOARD_1, '"gain 1 biomatter"', "3"),
        "row 13, c1.b, key bonus: expected a text of at most",
    ),
    "metropolis order": (
        replaced(BOARD_1, 'id = "m.blue1"', 'id = "m.blue3"'),
        "key metropolis: expected the ids m.brown, m.blue1, m.blue2 in this order",
    ),
    "metropolis site colour": (
        replaced(BOARD_1, 'colour = "brown"', 'colour = "blue"'),
        "m.brown, key colour: expected brown",
    ),
    "tunnel order": (replaced(BOARD_1, 'id = "t2"', 'id = "t3"'), "key tunnel: expected the ids t1, t2, t3"),
    "too many tunnels": (
        appended(BOARD_1, "".join(f'\n[[tunnel]]\nid = "t{i}"\nbetween = ["c1", "c2"]\n' for i in range(17, 22))),
        "key tunnel: expected at most 20 tunnels, found '21'",
    ),
    "unknown end": (
        replaced(BOARD_1, '["c1", "c2"]', '["c1", "c12"]'),
        "t3, key between: expected two different cities",
    ),
    "same ends": (replaced(BOARD_1, '["c1", "c2"]', '["c1", "c1"]'), "t3, key between: expected two different cities"),
    "two metropolises": (
        replaced(BOARD_1, '["c1", "m.brown"]', '["m.blue1", "m.brown"]'),
        "t1, key between: expected two",
    ),
    "between is no list": (
        replaced(BOARD_1, '["c1", "c2"]', "[1, [2]]"),
        "t3, key between: expected two different cities",
    ),
    "metropolis without tunnel": (
        replaced(BOARD_1, '["c3", "m.blue1"]', '["c3", "c2"]'),
        "m.blue1, key id: expected one or two tunnels to the metropolis, found 0",
    ),
    "metropolis with three": (
        replaced(BOARD_1, '["c1", "c2"]', '["c2", "m.brown"]'),
        "m.brown, key id: expected one or two tunnels to the metropolis, found 3",
    ),
    "city out of reach": (
        both(replaced(BOARD_1, '["c6", "c9"]', '["c1", "c2"]'), replaced(BOARD_1, '["c8", "c9"]', '["c1", "c2"]')),
        "c8, key id: expected a way by tunnel sites from the start c9",
    ),
    "surcharge on board 1": (
        replaced(BOARD_1, "y = 27}", 'y = 27, surcharge = "1 kelp"}'),
        "row 12, c1.a, key surcharge: expected no such key on boards 1-4",
    ),
    "multiplier on board 1": (
        replaced(BOARD_1, "x = 25", "x = 25\nmultiplier = 2"),
        "c1, key multiplier: expected no such key",
    ),
    "pair on board 1": (
        replaced(BOARD_1, '["c1", "c2"]', '["c1", "c2"]\nproduce_with = {tunnel = "t1", produce = "1 kelp"}'),
        "t3, key produce_with: expected no such key on boards 1-4",
    ),
    "metropolis produce on board 1": (
        replaced(BOARD_1, '["c1", "m.brown"]', '["c1", "m.brown"]\nmetropolis_produce = "1 kelp"'),
        "t1, key metropolis_produce: expected no such key on boards 1-4",
    ),
    "surcharge of points": (
        replaced(BOARD_5, '"3 steelplast, 3 credits"', '"3 points"'),
        "c3, key surcharge: expected a resource that is held as tokens, found 'points'",
    ),
    "multiplier": (
        replaced(BOARD_5, "multiplier = 3", "multiplier = 1"),
        "c3, key multiplier: expected a number from 2 to 9",
    ),
    "multiplier is no number": (
        replaced(BOARD_5, "multiplier = 3", "multiplier = true"),
        "c3, key multiplier: expected a number",
    ),
    "pair with nothing": (
        replaced(BOARD_5, 'tunnel = "t9"', 'tunnel = "t99"'),
        "t12, key produce_with: expected the id of another tunnel, found 't99'",
    ),
    "pair with itself": (
        replaced(BOARD_5, 'tunnel = "t9"', 'tunnel = "t12"'),
        "t12, key produce_with: expected the id of another",
    ),
    "pair is no table": (
        replaced(BOARD_5, '{tunnel = "t9", produce = "2 credits"}', '"t9"'),
        "t12, key produce_with: expected a table with the keys tunnel and produce",
    ),
    "pair produces": (
        replaced(BOARD_5, 'produce = "2 credits"', 'produce = "2 credit"'),
        "t12, key produce_with: expected 'credits', found 'credit'",
    ),
    "pair written twice": (
        replaced(BOARD_5, '["c4", "c7"]', '["c4", "c7"]\nproduce_with = {tunnel = "t12", produce = "1 kelp"}'),
        "key produce_with: expected it on one tunnel of the pair only",
    ),
    "metropolis produce elsewhere": (
        replaced(BOARD_5, '["c4", "c7"]', '["c4", "c7"]\nmetropolis_produce = "1 kelp"'),
        "t9, key metropolis_produce: expected a tunnel to a metropolis, found 'c4 and c7'",
    ),
}


@pytest.mark.parametrize(("change", "problem"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_folder_is_refused_with_the_place(folder: Path, change: Change, problem: str) -> None:
    change(folder)
    refused = refusal(load_catalogue, folder)
    assert problem in str(refused)
    assert any(problem in line for line in refused.problems)


SINGLE = (
    "effect",
    "value",
    "provenance",
    "colour",
    "era",
    "no name",
    "cell too long",
    "dear special",
    "unknown slot",
    "hand limit",
    "requirement",
    "slot performs a slot",
    "sides differ in effect",
    "site bonus text",
    "surcharge of points",
    "pair with nothing",
    "missing table",
    "missing board",
    "wrong encoding",
)


@pytest.mark.parametrize("name", SINGLE)
def test_one_mistake_gives_one_problem(folder: Path, name: str) -> None:
    check_all_are_named(load_catalogue, folder, BROKEN, (name,))


def test_all_mistakes_are_named_together(folder: Path) -> None:
    names = ("effect", "dear special", "contract missing", "slot performs a slot", "coordinate", "pair with nothing")
    check_all_are_named(load_catalogue, folder, BROKEN, names)


def test_a_long_list_of_mistakes_is_cut(folder: Path) -> None:
    check_a_long_list_is_cut(load_catalogue, folder, ERA, ",ours\n", ",mine\n")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    check_no_folder_is_refused(load_catalogue, tmp_path)


def test_rows_are_counted_as_an_editor_does(folder: Path) -> None:
    replaced(ERA, CARD_1, '1,"Drifting\nSeedbeds",1,red,instant,build farm free,3.5,ours\n')(folder)
    replaced(ERA, "pay 1 credit: gain 3 kelp", "pay 1 credit: gain 3 kelps")(folder)
    with pytest.raises(ComponentError, match=r"era_cards.csv, row 5, column effect: expected a resource"):
        load_catalogue(folder)
