"""City cards, cloud sleeves and navigation cards: where each works, and where it does not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.cloudage.oracle.numbers import COLLECT, DISTRICT, OPTION, PASS
from tests.cloudage.printed_things.cases import change, column, holdings, left, printed, question, row_of
from tests.cloudage.scenes import Scene, answer, me, scene

DISTRICTS = ("energy", "metal", "water", "people")
UPDATE, WRENCH = 15, 16                                  # D-15, D-16
BEFORE_ITS_OWN = [0, 1]                                  # a navigation discard


def collecting(card: int, space: int, other: int, *players: dict[str, Any]) -> tuple[Scene, list[Counter[str]]]:
    """Seat 0 collects in the sector with this card on top; both have placed their drones."""
    sectors = [[card, *[each for each in (10, 11) if each != card]], [12, 13], []]
    if card in (12, 13):
        sectors[1] = [14, 15]
    game = scene(*players, sectors=sectors)
    before = [holdings(game, seat) for seat in range(2)]
    return answer(game, COLLECT, DISTRICT + space, DISTRICT + other), before


@pytest.mark.parametrize("id", column("city_cards"))
def test_a_city_card(id: str) -> None:
    """Each district gives its amount, and its bonus if it has one; the plants and the card are for the active."""
    row = row_of("city_cards", id)
    for space, district in enumerate(DISTRICTS):
        other = (space + 1) % len(DISTRICTS)
        mine = {"navigation_discard": [*BEFORE_ITS_OWN]}
        game, before = collecting(int(id), space, other, mine, {"navigation_discard": [1]})
        assert me(game)["navigation_discard"] == [int(row["navigation"]), *BEFORE_ITS_OWN]
        for seat, of in ((0, district), (1, DISTRICTS[other])):
            asked = []
            while question(game) in (UPDATE, WRENCH) and game.seat == seat:
                asked.append(question(game))
                game.answer(PASS)
            assert asked == [UPDATE] * (row["update"] == of) + [WRENCH] * (row["wrench"] == of)
            expected = Counter({"card" if of == "people" else of: int(row[of])})
            expected["plant"] = int(row["plants"] or 0) * (seat == 0)
            assert change(before[seat], game, seat) == expected
        assert me(game, 1)["navigation_discard"] == [1]
        assert int(id) in game.position()["cities_taken"]


@pytest.mark.parametrize("id", column("city_cards"))
def test_a_city_card_of_the_solo_board(id: str) -> None:
    """O-5: the district that is worth 3 gives nothing; the card and its plants are lost."""
    row = row_of("city_cards", id)
    for space, district in enumerate(DISTRICTS):
        game = scene({}, phase="action", round=1, sectors=[[int(id)], [], []])
        before = holdings(game)
        answer(game, COLLECT, DISTRICT + space)
        is_dead = row[district] == "3"
        assert (question(game) in (UPDATE, WRENCH)) == (
            not is_dead and (row["wrench"] == district or (row["update"] == district and bool(discard(game)))))
        amount = 0 if is_dead else int(row[district])
        assert change(before, game) == Counter({"card" if district == "people" else district: amount})
        assert discard(game) == []


def discard(game: Scene) -> list[int]:
    cards: list[int] = me(game)["navigation_discard"]
    return cards


def seen(row: dict[str, str], field: str) -> str:
    """What a field of a city card shows."""
    if field in ("navigation", "plants"):
        return row[field] or "0"
    district, what = field.split(" ")
    if what == "amount":
        return row[district]
    return next((bonus for bonus in ("update", "wrench") if row[bonus] == district), "")


@pytest.mark.parametrize("id", column("sleeves"))
def test_a_sleeve(id: str) -> None:
    """Two cards look alike behind it if, and only if, they have the same in all fields that it leaves open."""
    fields = row_of("sleeves", id)["visible"].split(", ")
    others = [int(each) for each in column("sleeves") if each != id][:2]
    looks: dict[bytes, set[tuple[str, ...]]] = {}
    for row in printed("city_cards"):
        rest = [card for card in (38, 39, 37) if card != int(row["id"])][:2]
        game = scene({}, {}, sleeves=[int(id), *others], sectors=[[int(row["id"])], [rest[0]], []])
        look = game.state.observation(1).tobytes()
        looks.setdefault(look_of_first_sector(look, game), set()).add(tuple(seen(row, field) for field in fields))
    assert all(len(shown) == 1 for shown in looks.values())
    assert len({*map(frozenset, looks.values())}) == len(looks)
    assert len(looks) > 2


def look_of_first_sector(look: bytes, game: Scene) -> bytes:
    """The rows of the observation that tell of sectors; what else there is does not depend on the top card."""
    pieces = game.state.game.kind.observation.explain(game.state.observation(1))
    return bytes(pieces["sectors"][0].tobytes())


@pytest.mark.parametrize("value", [int(row["value"]) for row in printed("navigation")])
def test_a_navigation_card(value: int) -> None:
    """So much movement on top of the discard, so much energy or so many cards as the lower of two, none below."""
    game = scene({"navigation_discard": [value, 3]}, {}, phase="movement")
    assert left(game) == value + 1
    for choice, item in enumerate(("energy", "card")):
        game = scene({"deck": [value, 4]}, {}, phase="production", round=2)
        if value == 0:
            assert (question(game), game.seat) != (6, 0)
            continue
        assert (question(game), game.seat) == (6, 0)
        before = holdings(game)
        answer(game, OPTION + choice)
        assert change(before, game) == Counter({item: value})


def test_a_deck_has_the_navigation_cards_that_are_printed() -> None:
    """Of every player, in a new game."""
    game = scene({}, {})
    expected = Counter({int(row["value"]): int(row["count"]) for row in printed("navigation") if int(row["count"])})
    for player in game.state.game.new_game(3).to_dict()["players"]:
        assert Counter(player["deck"]) == expected
    assert sum(expected.values()) == 7
