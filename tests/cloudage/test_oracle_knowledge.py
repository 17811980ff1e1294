"""What the oracle says that a seat may know (section 16)."""

import copy
from typing import Any

import pytest

from tests.cloudage.oracle import Game, Options
from tests.cloudage.oracle.numbers import COLLECT, DISTRICT, DISTRICTS, OPTION, PASS
from tests.cloudage.scenes import FOLDER, PRINTED, Position, answer, at_first_question, scene


def seen(position: Position, seat: int) -> dict[str, Any]:
    return Game.resumed(FOLDER, position).view(seat)


def begun() -> Position:
    """The first turn of a movement phase, with a sleeve of each kind of window."""
    position = at_first_question(Options(3, 3))
    position |= {"phase": "movement", "active": position["first_player"], "sleeves": [3, 6, 5]}
    return position


def changed(how: str) -> Position:
    """A world in which one thing is another."""
    position = begun()
    one, two, three = position["players"]
    sector = position["sectors"][0]
    match how:
        case "order of the project deck":
            position["deck"].reverse()
        case "hands of two others":
            two["hand"][0], three["hand"][0] = three["hand"][0], two["hand"][0]
        case "a hand and the deck":
            two["hand"][0], position["deck"][3] = position["deck"][3], two["hand"][0]
        case "order of a navigation deck":
            one["deck"].sort()
            three["deck"].sort()
        case "city cards below":
            sector[2], position["cities_out"][4] = position["cities_out"][4], sector[2]
            position["cities_out"].sort()
        case "order of the objective deck":
            position["objective_deck"].reverse()
        case "my own hand":
            one["hand"][0], two["hand"][0] = two["hand"][0], one["hand"][0]
        case "navigation cards of two":
            one["deck"][one["deck"].index(3)] = 0
            two["deck"][two["deck"].index(0)] = 3
        case "a shown field":
            fields = [PRINTED.city_cards[card].fields() for card in sector]
            place = next(k for k, each in enumerate(fields) if each["energy amount"] != fields[0]["energy amount"])
            sector[0], sector[place] = sector[place], sector[0]
        case "an objective on the table":
            position["objective_deck"][0], two["objectives"][0] = two["objectives"][0], position["objective_deck"][0]
    for player in position["players"]:
        player["hand"].sort()
    return position


@pytest.mark.parametrize("how", ["order of the project deck", "hands of two others", "a hand and the deck",
                                 "order of a navigation deck", "city cards below", "order of the objective deck"])
def test_worlds_that_look_the_same(how: str) -> None:
    assert changed(how) != begun()
    assert seen(changed(how), 0) == seen(begun(), 0)


@pytest.mark.parametrize("how", ["my own hand", "navigation cards of two", "a shown field",
                                 "an objective on the table"])
def test_worlds_that_look_different(how: str) -> None:
    assert seen(changed(how), 0) != seen(begun(), 0)


def test_what_others_see_of_a_hand() -> None:
    assert seen(changed("hands of two others"), 1) != seen(begun(), 1)


def test_the_clouds_hide_what_the_sleeve_covers() -> None:
    game = scene({}, {}, sleeves=[3, 1, 6])
    shown = [fields for _, fields in game.view(0)["sectors"]]
    assert shown == [{"energy amount": 1, "people amount": 1},
                     {"metal amount": 2, "water bonus": "wrench", "plants": 3},
                     {"energy amount": 3, "navigation": 2}]
    answer(game, COLLECT, DISTRICT + DISTRICTS.index("water"), DISTRICT + DISTRICTS.index("metal"))
    assert game.view(0)["sectors"][0] == (2, {"energy amount": 1, "people amount": 1})
    assert game.view(0)["cities_taken"] == [1]


def test_what_parrot_puts_on_top_is_known() -> None:
    game = scene({"projects": [50]}, {}, sectors=[[30], [2], [3]])
    answer(game, COLLECT, DISTRICT, DISTRICT + 1)
    assert game.answers == [OPTION, OPTION + 1]
    answer(game, OPTION)
    deck, rest = game.view(1)["players"][0]["deck"]
    assert (deck, rest) == ([4], [0, 1, 1, 1, 2, 2, 3])
    assert game.position()["players"][0]["navigation_discard"] == []


def test_known_objectives_lie_below() -> None:
    game = scene({"objectives": [1]}, chapter="6", phase="production", story=46, objective_deck=[2, 9, 6, 4])
    answer(game, OPTION)
    assert game.position()["players"][0]["objectives"] == [1, 6]
    assert game.view(0)["objective_deck"] == (3, [2, 9])
    assert game.view(0)["unknown objectives"] == [4]


def test_objectives_not_chosen_yet() -> None:
    """U-6: the first player has chosen, the second has not."""
    game = Game(FOLDER, Options(2), 5)
    first = game.seat
    while game.seat == first:
        game.answer(game.answers[0])
    second = 1 - first
    dealt = game.position()["players"][second]["dealt"]
    assert len(dealt) == 2
    assert game.view(first)["players"][second]["dealt"] == 2
    assert game.view(second)["players"][first]["refused"] is True
    assert set(dealt) <= set(game.view(first)["unknown objectives"])
    assert game.view(second)["players"][second]["dealt"] == dealt


def test_a_view_changes_nothing() -> None:
    game = Game.resumed(FOLDER, begun())
    before = copy.deepcopy(game.position())
    game.view(1)
    assert game.position() == before
    game.answer(PASS if PASS in game.answers else game.answers[0])
