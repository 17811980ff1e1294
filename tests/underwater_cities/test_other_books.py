"""Other books than the built-in one: both engines play invented ones, and what these have found stays found."""

from __future__ import annotations

import csv
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import undersea_env
from tests.underwater_cities.agreement import (
    GAMES_OF_A_BOOK,
    Duel,
    play_invented_duel,
    rare_beginning,
    smaller_search,
)
from tests.underwater_cities.invented_books import folder_of, write_book
from tests.underwater_cities.scenario import Scenario, cards_with, printed_cards, rule, scenario
from tests.underwater_cities.short_cuts import ShortCuts
from undersea_env.underwater_cities.kernel.pair_test.memory import REMEMBER_FROM
from undersea_env.underwater_cities.kernel.workspace import new_workspaces
from undersea_env.underwater_cities.printed.catalogue import BUILT_IN_FOLDER, COLUMNS, load_catalogue
from undersea_env.underwater_cities.printed.words import TOKEN_RESOURCES

BOOKS, CHUNKS = 6, 3
BOOKS_WITH_SHORT_CUTS = 12
Cells = dict[str, str]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree_with_invented_books(chunk: int) -> None:
    for number in range(chunk, BOOKS * GAMES_OF_A_BOOK, CHUNKS):
        duel = play_invented_duel(number)
        assert duel.is_over or duel.left


def test_one_part_under_a_condition_is_offered_once() -> None:
    """D-2. Found by `make soak`: the engine asked for "if ...: federation 3", and then for "federation 3" again."""
    assert play_invented_duel(1051).is_over


def test_a_book_is_known_by_its_number(tmp_path: Path) -> None:
    one, again, other = (tmp_path / name for name in ("one", "again", "other"))
    for folder, number in ((one, 5), (again, 5), (other, 6)):
        folder.mkdir()
        write_book(number, folder)
    files = sorted(path.relative_to(one) for path in one.rglob("*.*"))
    assert [(one / file).read_bytes() for file in files] == [(again / file).read_bytes() for file in files]
    assert [(one / file).read_bytes() for file in files] != [(other / file).read_bytes() for file in files]


def test_invented_books_use_the_whole_language() -> None:
    from tests.underwater_cities.exercised import PARTS
    from undersea_env.underwater_cities.printed.words import Event

    text = "".join(repr(load_catalogue(folder_of(number))) for number in range(BOOKS))
    assert [part for part in PARTS if f"{part}(" not in text] == []
    assert [event.name for event in Event if f"Event.{event.name}:" not in text] == []


# --- what they have found: small books, the built-in one with a few other texts ---


class OtherBook:
    """The built-in book with other texts: `card_16="..."`, `slot_two_labs="..."`, `metropolis_blue_1="..."`."""

    def __init__(self, folder: Path, **texts: str) -> None:
        self.folder = folder
        shutil.copytree(BUILT_IN_FOLDER, folder, dirs_exist_ok=True)
        for name, text in texts.items():
            kind, _, key = name.partition("_")
            files, columns, cell = {
                "card": (("era_cards.csv", "specials.csv"), "number", "effect"),
                "slot": (("slots.csv",), "id", "effect"),
                "metropolis": (("metropolises.csv",), "id", "instant"),
                "contract": (("contracts.csv",), "id", "requirement"),
                "end": (("metropolises.csv",), "id", "end"),
            }[kind]
            found = sum(self._write(file, columns, key.replace("_", "-"), cell, text) for file in files)
            assert found, name

    def _write(self, file: str, column: str, key: str, cell: str, text: str) -> int:
        with (self.folder / file).open(newline="", encoding="utf-8") as lines:
            rows = list(csv.DictReader(lines))
        fitting = [row for row in rows if row[column] == key]
        for row in fitting:
            row[cell] = text
        with (self.folder / file).open("w", newline="", encoding="utf-8") as lines:
            writer = csv.DictWriter(lines, COLUMNS[file], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return len(fitting)

    def at(self, **have: Any) -> Scenario:
        """A position of the built-in book, with this one; both engines have agreed on the turns that follow."""
        position = scenario(**have).position
        options = {"num_players": position["num_players"], "boards": "symmetric", "contracts": "contracts" in have,
                   "rounds": (4, 3, 3)}
        for seed in range(6):
            duel = Duel(seed, **options, beginning=position, book=self.folder)
            source = random.Random(seed)
            with smaller_search():
                for _ in range(14):
                    if not duel.is_over:
                        duel.step(source.choice(list(duel.labels)))
        game = undersea_env.game(**options, components=self.folder)
        return Scenario(game, game.from_dict(position), 0)


@rule("D-15")
def test_a_list_that_was_paid_for_is_done_whole(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_16="pay 1 credit: either build farm and upgrade lab | gain 1 credit")
    s = book.at(players=3, hand=[16], credits=1, kelp=1, science=1, sites={"c9.b": "lab"})
    s.play("resources", 16).order("card first").pay().either(0).expect_options("PART 0", "PART 1")
    s.part(0).site("c9.a")
    assert s.me.sites["c9.b"] == "lab+"                      # the only one, and it must be: nothing is asked


@rule("D-15", "D-14")
def test_what_was_paid_for_may_be_left_when_it_became_impossible(tmp_path: Path) -> None:
    """The farm is paid for; then the kelp that it costs goes to a once-per-turn card."""
    texts = {"card_32": "once per turn: exchange 1 kelp <-> 1 science",
             "card_66": "once per turn: exchange 1 credit <-> 2 science"}
    book = OtherBook(tmp_path, card_16="pay 1 credit: build farm", **texts)
    s = book.at(players=3, hand=[16], credits=2, kelp=1, in_play=[(0, "used"), 32, 66])
    s.play("resources", 16).order("card first").part(0).pay().answer("ONCE 32", "PART 0", "EXCHANGE 0")
    assert s.can("STOP")
    assert not s.can("SITE c9.a")


@rule("D-5", "F-1")
def test_all_steps_come_before_what_is_asked_on_the_way(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_16="federation 3", card_35="when reach federation 3: exchange 1 kelp <-> 1 science",
                     card_57="when reach federation 2: exchange 1 credit <-> 2 science")
    s = book.at(players=3, hand=[16], kelp=1, in_play=[(0, "used"), 35, 57])
    s.play("resources", 16).order("card first").part(0)
    assert s.space == 2
    assert s.can("EXCHANGE 0")
    s.answer("EXCHANGE 0")                                   # space 3 was reached first
    assert (s.me.kelp, s.me.science) == (0, 1)


@rule("D-5")
def test_permanent_cards_give_before_the_site_does(tmp_path: Path) -> None:
    """Board 1, t12: bonus 1 card. Card 20 counts the hand as it was before."""
    book = OtherBook(tmp_path, card_20="when build tunnel: gain 1 credit per hand card")
    s = book.at(players=3, hand=[1, 2], steelplast=1, credits=1, in_play=[(0, "used"), 20], sites={"t15": "tunnel"})
    s.play("two-tunnels", 1).site("t12")
    assert (len(s.me.hand), s.me.credits) == (1 + 1 + 1, 1)                # the last card is that of the turn's end


@rule("D-2")
def test_steps_inside_an_either_may_be_declined_whatever_gives_them(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_20="when build tunnel: either federation 1 | build farm")
    s = book.at(players=3, hand=[1], steelplast=1, credits=1, kelp=1, in_play=[(0, "used"), 20])
    s.play("two-tunnels", 1).site("t13").expect_options("EITHER 0", "EITHER 1", "STOP")


@rule("G-8", "F-1")
def test_steps_may_be_set_off(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_20="when build tunnel: federation 1")
    s = book.at(players=3, hand=[1], steelplast=1, credits=1, in_play=[(0, "used"), 20])
    s.play("two-tunnels", 1).site("t13").expect_turn_over()
    assert s.space == 4


@rule("D-2", "G-8")
def test_an_either_that_is_set_off_is_asked_although_one_side_only_gives(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_20="when build tunnel: either gain 1 science | build farm")
    s = book.at(players=3, hand=[1], steelplast=1, credits=1, kelp=1, in_play=[(0, "used"), 20])
    s.play("two-tunnels", 1).site("t13").either(1).site("c9.a").expect_turn_over()
    assert (s.me.kelp, s.me.science) == (0, 0)


@rule("D-2")
def test_one_part_under_a_condition_is_not_asked_for_twice(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_16="if tunnels >= 2: build farm")
    roads = {"t13": "tunnel", "t15": "tunnel"}
    s = book.at(players=3, hand=[16], kelp=1, sites=roads)
    s.play("resources", 16).order("card first")
    assert s.can("SITE c9.a")
    assert s.can("STOP")


@rule("D-2")
def test_what_is_given_is_taken_in_the_order_in_which_it_is_printed(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_16="gain 1 different of kelp, science; gain 1 point; use action card")
    s = book.at(players=3, hand=[16], in_play=[0])
    s.play("resources", 16).order("card first").stop().expect_options("RESOURCE kelp", "RESOURCE science")
    assert s.me.points == 0


@rule("G-5a", "D-9")
def test_what_the_choice_sets_off_may_ask_and_open_the_slot(tmp_path: Path) -> None:
    """Card 14 waits for a card that does not match; exchanging then brings the credit for a desal."""
    book = OtherBook(tmp_path, card_14="when mismatch: exchange 1 science <-> 1 credit")
    s = book.at(players=3, hand=[1], science=1, in_play=[(0, "used"), 14])
    s.play("two-desals", 1).answer("EXCHANGE 0").site("c9.a").expect_turn_over()
    s = book.at(players=3, hand=[1], in_play=[(0, "used"), 14])
    s.refuses("PLAY two-desals 1")


@rule("K-9")
def test_a_special_hears_its_own_payment(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_196="when pay special: gain 2 points")
    s = book.at(players=3, hand=[196], credits=2)
    s.play("steelplast-kelp", 196).order("card first")
    assert s.me.points == 2


@rule("K-9", "K-6")
def test_a_payment_is_heard_before_a_card_makes_room_for_the_fifth_action_card(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_196="when pay special: exchange 1 kelp <-> 1 science")
    s = book.at(players=3, hand=[199], credits=2, kelp=1, in_play=[0, 19, 34, 43, 196])
    s.play("federation-two", 199).order("card first")
    if s.can("PART 0"):
        s.part(0)
    s.answer("EXCHANGE 0").expect_options(*(f"ACTION_CARD {card}" for card in (0, 19, 34, 43)), "STOP")


@rule("L-5")
def test_a_claimed_contract_may_fulfil_one_that_lies_before_it(tmp_path: Path) -> None:
    requirements = {"contract_food_security": "contracts >= 1", "contract_research_mandate": "connected farms >= 1"}
    book = OtherBook(tmp_path, **requirements)
    s = book.at(players=3, hand=[1], kelp=2, contracts=["food-security", "research-mandate"])
    s.play("two-farms", 1)
    if s.can("ORDER only the slot"):
        s.order("only the slot")
    s.site("c9.a")
    assert s.position["contracts"] == []


@rule("D-6", "B-13")
def test_what_was_upgraded_in_between_is_not_upgraded_again(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_20="when build tunnel: upgrade tunnel free")
    s = book.at(players=3, hand=[2], steelplast=1, credits=1, science=1, in_play=[(0, "used"), 20])
    s.play("action-build-upgrade", 2).kind("tunnel").site("t13").site("t13").expect_turn_over()
    assert (s.me.sites["t13"], s.me.science) == ("tunnel+", 1)


@rule("D-16")
def test_what_sets_off_itself_ends(tmp_path: Path) -> None:
    """Every tunnel builds the next one inside of what the one before has set off."""
    book = OtherBook(tmp_path, card_20="when build tunnel: build tunnel free")
    game = undersea_env.game(num_players=3, components=book.folder)
    position = scenario(players=3, hand=[1], steelplast=1, credits=1, in_play=[(0, "used"), 20]).position
    s = Scenario(game, game.from_dict(position), 0)
    s.play("two-tunnels", 1)
    while s.state.current_player == 0:
        s.answer(s.options()[0])
    assert sum(site.startswith("t") for site in s.me.sites) > 10


@rule("K-10", "D-9")
def test_a_special_that_does_not_match_may_be_the_one_that_is_taken(tmp_path: Path) -> None:
    s = OtherBook(tmp_path).at(players=2, hand=[197], special_deck=[], special_row=[])
    assert printed_cards()[197]["colour"] != "red"
    s.play("special", 197).expect_turn_over()
    assert 197 in s.me.hand


def test_the_short_cuts_of_the_pair_test_are_used_where_their_reasons_hold(tmp_path: Path) -> None:
    for number in range(4):
        bounds = undersea_env.game(components=folder_of(number)).rulebook.slot_has_bounds
        assert bool(bounds.any()) == (number % 2 == 1)
    assert undersea_env.game().rulebook.slot_has_bounds.sum() > 10
    asking = OtherBook(tmp_path, card_14="when mismatch: build farm")
    assert not undersea_env.game(components=asking.folder).rulebook.slot_has_bounds.any()


# what a card could bring to a slot: each book has one thing that does, or that only seems to


@rule("G-5a")
def test_a_once_per_turn_card_may_give_the_one_resource_that_the_slot_lacks(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_32="once per turn: gain 1 different of credit")
    have: dict[str, Any] = {"hand": [22], "science": 1, "sites": {"c9.a": "farm"}}
    book.at(**have).refuses("PLAY two-desals 22")
    s = book.at(in_play=[(0, "used"), 32], **have)
    s.play("two-desals", 22).answer("ONCE 32")               # while it is asked which farm is upgraded
    assert s.me.credits == 1


@rule("G-5a")
def test_a_spare_metropolis_may_set_off_what_the_slot_lacks(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_16="take metropolis", card_20="when connect metropolis: gain 1 steelplast")
    have: dict[str, Any] = {"players": 3, "hand": [16], "credits": 1, "metropolis_supply": ["blue-5"]}
    book.at(in_play=[(0, "used"), 20], **have).play("two-tunnels", 16)
    book.at(**have).refuses("PLAY two-tunnels 16")


@rule("G-5a")
def test_an_action_card_may_give_a_resource_of_one_s_choice_that_the_slot_lacks(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_5="gain 1 different of kelp, science")
    have: dict[str, Any] = {"hand": [6], "in_play": [5], "credits": 1}
    book.at(steelplast=2, **have).play("city", 6)
    book.at(steelplast=1, **have).refuses("PLAY city 6")
    book = OtherBook(tmp_path / "credit", card_5="gain 1 different of kelp, credit")
    book.at(hand=[6], in_play=[5]).play("two-desals", 6)


@rule("G-5a", "K-9")
def test_a_special_that_only_gives_must_be_paid_first(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_192="gain 1 steelplast, 2 credits")
    have: dict[str, Any] = {"players": 3, "hand": [192]}
    book.at(credits=1, **have).play("two-labs", 192)
    book.at(**have).refuses("PLAY two-labs 192")


@rule("G-5a", "L-5")
def test_a_claimed_contract_may_set_off_what_the_slot_lacks(tmp_path: Path) -> None:
    texts = {"contract_food_security": "connected farms >= 1", "card_20": "when claim contract: gain 1 kelp"}
    book = OtherBook(tmp_path, **texts)
    have: dict[str, Any] = {"players": 3, "hand": [1], "contracts": ["food-security"]}
    book.at(in_play=[(0, "used"), 20], **have).play("two-farms", 1)
    book.at(**have).refuses("PLAY two-farms 1")


@rule("G-5a", "L-5")
def test_a_special_that_only_gives_may_fulfil_a_contract_that_gives_what_the_slot_lacks(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_192="gain 1 science", contract_state_visit="paid specials >= 1")
    have: dict[str, Any] = {"players": 3, "hand": [192], "credits": 1}
    book.at(contracts=["state-visit"], **have).play("two-farms", 192)
    book.at(contracts=["food-security"], **have).refuses("PLAY two-farms 192")


@rule("G-5a", "K-9")
def test_a_special_may_be_set_off_by_its_own_payment(tmp_path: Path) -> None:
    book = OtherBook(tmp_path, card_196="when pay special: gain 1 kelp")
    s = book.at(players=3, hand=[196], credits=2)
    colour = printed_cards()[196]["colour"]
    slot = {"red": "two-farms", "yellow": "city-building", "green": "two-desals"}[colour]
    assert s.can(f"PLAY {slot} 196") is (colour == "red")


@rule("G-5a", "G-8")
def test_an_upgrade_that_a_card_waits_for_is_found_behind_others(tmp_path: Path) -> None:
    """Of three buildings only the last is one whose upgrade brings the kelp for a farm."""
    book = OtherBook(tmp_path, card_1="upgrade building free", card_20="when upgrade lab: gain 1 kelp")
    buildings = {"c9.a": "desal", "c9.b": "desal", "c9.c": "lab"}
    have: dict[str, Any] = {"players": 3, "hand": [1], "sites": {**buildings, "c8": "nonsymbiotic", "t13": "tunnel"}}
    book.at(in_play=[(0, "used"), 20], **have).play("two-farms", 1)
    book.at(**have).refuses("PLAY two-farms 1")


@rule("G-5a", "B-6")
def test_a_tunnel_that_gives_nothing_leads_to_one_that_opens_the_slot(tmp_path: Path) -> None:
    """Board 3: t12 brings the credit for a desal, and is reached by t15. No other tunnel in reach gives tokens."""
    roads = dict.fromkeys(("t13", "t9", "t5", "t8", "t3", "t6"), "tunnel")
    have: dict[str, Any] = {"board": 3, "hand": [3], "sites": roads}
    book = OtherBook(tmp_path / "one part", card_3="build 2 tunnels for 1 steelplast", metropolis_blue_2="gain 1 card")
    book.at(steelplast=1, **have).refuses("PLAY two-desals 3")
    s = book.at(steelplast=2, **have)
    s.play("two-desals", 3).site("t15", "t12")
    assert s.me.credits == 1
    s.site("c9.a").expect_turn_over()
    book = OtherBook(tmp_path / "two", card_3="build tunnel free; build tunnel free", metropolis_blue_2="gain 1 card")
    book.at(**have).play("two-desals", 3).part(0).site("t15").site("t12").site("c9.a").expect_turn_over()


@rule("G-5a", "B-3", "B-15")
def test_a_city_brings_sites_without_the_surcharge_of_those_that_are_open(tmp_path: Path) -> None:
    """Board 5: each site at the starting city, and beside it, asks for science."""
    book = OtherBook(tmp_path, card_1="build city free")
    board = tmp_path / "boards" / "board_5.toml"
    text = re.sub(r'(id = "c[689]\.[abcd]", x = \d+, y = \d+)', r'\1, surcharge = "9 science"', board.read_text())
    board.write_text(text)
    game = undersea_env.game(num_players=3, boards=[5, 6, 7], components=book.folder)
    s = Scenario(game, game.from_dict(scenario(players=3, board=5, hand=[1], kelp=1).position), 0)
    s.play("two-farms", 1).kind("nonsymbiotic").site("c5.b").expect_turn_over()
    assert s.me.kelp == 0


@rule("G-5a", "L-6")
def test_what_is_asked_when_the_card_matches_comes_before_the_card(tmp_path: Path) -> None:
    """And opens nothing: the card does, which is then carried out first."""
    book = OtherBook(tmp_path, card_14="when match: exchange 1 kelp <-> 1 science", card_3="gain 1 credit")
    s = book.at(hand=[3], science=1, in_play=[(0, "used"), 14])
    s.play("two-desals", 3).stop().site("c9.a").expect_turn_over()


@rule("G-5a", "B-16")
def test_a_gift_counts_once_and_an_exchange_costs(tmp_path: Path) -> None:
    """A city asks for a kelp and two steelplast; there is one kelp, and the exchange takes it."""
    for first in ("gain 1 steelplast", "ready action card; gain 1 point"):
        folder = tmp_path / first[:5].strip()
        book = OtherBook(folder, card_3=f"{first}; exchange 1 kelp <-> 1 steelplast")
        steelplast = int(first.startswith("ready"))
        s = book.at(hand=[3], in_play=[0], kelp=1, steelplast=steelplast, credits=1)
        s.refuses("PLAY city 3")


@rule("D-6", "B-12")
def test_science_that_is_counted_does_not_pay_for_the_upgrade_that_must_follow(tmp_path: Path) -> None:
    """The metropolis gives a science for each connected lab, and there is none; a fixed science would do."""
    for text, pays in (("gain 1 science per connected lab", False), ("gain 1 science", True)):
        book = OtherBook(tmp_path / str(pays), metropolis_blue_1=text)
        roads = {"t13": "tunnel", "t9": "tunnel"}
        s = book.at(players=3, hand=[2], steelplast=1, credits=1, sites=roads, metropolises={"m.blue1": "blue-1"})
        assert s.can("PLAY action-build-upgrade 2") is pays


@rule("G-5a")
def test_the_short_cuts_of_the_pair_test_change_no_mask_of_other_books() -> None:
    """From positions with much and with little of everything: look aheads are longer than the built-in book's."""
    short_cuts, rooms = ShortCuts(), new_workspaces(1)
    for number in range(1, 2 * BOOKS_WITH_SHORT_CUTS, 2):
        rng = random.Random(number)
        for players in (1, 2, 3, 4):
            boards = "asymmetric" if players == 1 else rng.choice(("symmetric", "asymmetric"))
            game = undersea_env.game(num_players=players, boards=boards, components=folder_of(number))
            for _ in range(4):
                position = rare_beginning(game.new_game(number), rng, most=6)
                for player in position["players"]:
                    if rng.random() < 0.6:
                        player |= {token.name.lower(): rng.randint(0, 2) for token in TOKEN_RESOURCES}
                short_cuts.compare(game, game.from_dict(position).states, rooms)
    assert short_cuts.given_up < short_cuts.compared / 10
    assert short_cuts.longest > REMEMBER_FROM


# --- books that are refused ---

REFUSED = {
    "a 'gain' that is always possible": {"slot_always": "build farm"},
    "no 'sell' on a metropolis": {"end_brown_1": "sell 1 kelp for 1 point up to 3"},
    "nothing that is counted in a hand": {"contract_food_security": "hand cards >= 2"},
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_the_engine_cannot_play_is_refused(words: str, tmp_path: Path) -> None:
    book = OtherBook(tmp_path, **REFUSED[words])
    with pytest.raises(undersea_env.InvalidOption, match=words):
        undersea_env.game(components=book.folder)


def test_no_more_cards_ask_at_one_event_than_there_are_actions(tmp_path: Path) -> None:
    permanents = cards_with("when")[:7]
    book = OtherBook(tmp_path, **{f"card_{number}": "when build farm: build lab" for number in permanents})
    words = "has 7 cards that ask something at the event BUILD; there is room for 6"
    with pytest.raises(undersea_env.InvalidOption, match=words):
        undersea_env.game(components=book.folder)


def test_a_difference_with_an_invented_book_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.disagreement import Disagreement
    from tests.underwater_cities.oracle import rounds

    monkeypatch.setattr(rounds, "HUNGER_POINTS", 0)
    monkeypatch.setattr(rounds, "CARDS_OF_NEW_ERA", 2)

    def play_all_of_a_book() -> None:
        for number in range(GAMES_OF_A_BOOK, 2 * GAMES_OF_A_BOOK):
            play_invented_duel(number)

    with pytest.raises(Disagreement, match="'book': 1"):
        play_all_of_a_book()
