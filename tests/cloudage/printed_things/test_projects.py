"""Projects: what each costs, gives and is worth, and what it reacts to; where each works, and where it does not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.cloudage.oracle.numbers import (
    BUILD,
    COLLECT,
    DISTRICT,
    LEVEL,
    OPTION,
    PASS,
    PLANT,
    PLANTING,
    PROJECT,
    UPGRADE,
)
from tests.cloudage.printed_things.cases import (
    amounts,
    change,
    column,
    fighter,
    gained,
    holdings,
    left,
    number_in,
    options,
    pass_on,
    permanent,
    printed,
    question,
    row_of,
)
from tests.cloudage.scenes import Position, Scene, answer, hex_of, me, scene

FODDER = (12, 16)                                        # cards to pay with
TYPES = ("movement", "combat", "growing")
BUILT: Position = {"movement": 2, "combat": 3}           # of who plays a card
LEVEL_BEFORE = 4                                         # no step to 7 has a reward
OF_OTHER_NUMBERS = {"0", "2", "3"}                       # scenario 2 has those, scenario 3 all others


def scenario_of(row: dict[str, str]) -> int:
    return 2 if row["number"] in OF_OTHER_NUMBERS else 3


def card_of(title: str) -> int:
    return int(next(row["id"] for row in printed("projects") if row["title"] == title))


def buying(id: str, water: int, cards: int, **player: Any) -> Scene:
    """Seat 0 builds, with so much water and so many other cards in hand."""
    row = row_of("projects", id)
    mine = {"hand": [int(id), *FODDER[:cards]], "water": water, "production": LEVEL_BEFORE, "upgrades": BUILT,
            "cities": {"borderville": 2}} | player
    return answer(scene(mine, {}, scenario=scenario_of(row)), BUILD)


def by_counting(text: str, row: dict[str, str]) -> Counter[str]:
    """`gain 2 energy per Solar Panel`: the card counts itself (K-2)."""
    found: Counter[str] = Counter()
    for number, what, unit in re.findall(r"gain (\d+) (\w+) per ([\w ]+?)(?: up to \d+)?(?:;|$)", text):
        own = row["permanent"]
        counted = {
            "movement point": BUILT["movement"] + number_in("movement", own),
            "combat point": BUILT["combat"] + number_in("combat", own),
            "city cube": 2, "project": 1, f"{row['colour']} project": 1, row["title"]: 1,
        }[unit]
        found[re.sub("s$", "", what)] += int(number) * counted
    return found


@pytest.mark.parametrize("id", column("projects"))
def test_a_project(id: str) -> None:
    """For its price and nothing less: its instant effects, what is permanent, its points at the end."""
    row = row_of("projects", id)
    water, cards = int(row["water"]), int(row["cards"])
    game = buying(id, water, cards)
    before, choice = holdings(game), PROJECT + int(id)
    answer(game, choice)
    grants = "build" in row["instant"]
    pass_on(game, 3, 21)
    expected = gained(row["instant"]) + by_counting(row["instant"], row)
    expected["production"] = number_in("production", row["instant"])
    expected.subtract({"water": water, "card": 1 + cards})
    assert change(before, game) == expected
    assert me(game)["projects"] == [int(id)]
    own = {name: number_in(rf"(?:^|; ){name}", row["permanent"]) for name in TYPES}
    assert permanent(game) == {name: own[name] + BUILT.get(name, 0) for name in TYPES}
    assert game.score_breakdown(0)["project cards"] == int(row["vp"])
    assert choice not in buying(id, water - 1, cards).answers
    assert cards == 0 or choice not in buying(id, water, cards - 1).answers
    assert not grants or has_granted(id, water, cards)


def has_granted(id: str, water: int, cards: int) -> bool:
    """With metal the granted upgrade is asked for."""
    return question(answer(buying(id, water, cards, metal=9), PROJECT + int(id))) == 21


# --- what is granted, paid or capped ---


@pytest.mark.parametrize(("title", "kind"), [("Propeller Plans", 0), ("EMP Plans", 1), ("Mechanic", None)])
def test_a_granted_upgrade(title: str, kind: int | None) -> None:
    """Cheaper by what is printed, of its type; not with a metal less than that."""
    row = row_of("projects", str(card_of(title)))
    discount = int(re.findall(r"discount (\d+) metal", row["instant"])[0])
    costs = {each["type"]: int(each["metal"]) for each in printed("upgrades") if each["level"] == "1"}
    for type, name in enumerate(TYPES):
        price = max(0, costs[name] - discount)
        for metal in range(max(0, price - 1), price + 1):
            player = {"hand": [int(row["id"])], "water": int(row["water"]), "metal": metal}
            game = answer(scene(player, {}), BUILD, PROJECT + int(row["id"]))
            offered = question(game) == 21 and UPGRADE + type in game.answers
            assert offered == (metal >= price and kind in (None, type))
            if offered:
                assert me(answer(game, UPGRADE + type))["metal"] == metal - price


def test_green_market() -> None:
    """It is paid with any three plants; with two nothing is asked."""
    row = row_of("projects", str(card_of("Green Market")))
    price, reward = row["instant"].removeprefix("pay ").split(": ")
    number = amounts(price)["plant"]
    for plants, taken in ((number, True), (number, False), (number - 1, False)):
        player = {"hand": [59, 12], "water": 1, "plants": {"green": plants}}
        game = answer(scene(player, {}), BUILD, PROJECT + 59)
        assert (question(game) == 3) == (plants == number)
        if plants == number:
            answer(game, OPTION if taken else PASS)
        assert me(game)["points"] == (gained(reward)["point"] if taken else 0)
        assert me(game)["plants"]["green"] == (0 if taken else plants)


@pytest.mark.parametrize(("title", "others"), [
    ("Sky Bazaar", [43, 44, 45, 46, 47]), ("Free Harbour", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])])
def test_a_gain_with_a_cap(title: str, others: list[int]) -> None:
    row = row_of("projects", str(card_of(title)))
    each, most = number_in("gain", row["instant"]), number_in("up to", row["instant"])
    for held in range(len(others) + 1):
        player = {"hand": [int(row["id"])], "water": int(row["water"]), "projects": others[:held]}
        game = answer(scene(player, {}, scenario=3), BUILD, PROJECT + int(row["id"]))
        assert me(game)["points"] == min(most, each * (held + 1))


# --- what reacts: what happens with the card in play, as it needs it or not ---

Check = Callable[[list[int], bool], Counter[str]]
BORDERVILLE = hex_of(1, 1, 1)
# The first has 1, 2, 3, 1; the update is on water, the wrench on people.
CARD_1: Position = {"sectors": [[1, 10, 11], [2, 12, 13], [3, 14, 15]]}


def since(game: Scene, *answers: int) -> Counter[str]:
    before = holdings(game)
    return change(before, answer(game, *answers))


def producing(projects: list[int], works: bool) -> Counter[str]:
    """After a production, not after a refusal."""
    game = scene({"projects": projects, "energy": 1}, {}, phase="production", round=2)
    found = since(game, LEVEL if works else PASS)
    found.subtract({"energy": -1, "water": 2} if works else {})
    return found


def flying(points: int) -> Check:
    """A movement of so many points, the solar panel not spent; it needs one more if it is to work."""

    def check(projects: list[int], works: bool) -> Counter[str]:
        player = {"projects": projects, "navigation_discard": [points - 3 - (not works)], "upgrades": {"movement": 3},
                  "cities": {"borderville": 1}}
        game = scene(player, {}, phase="movement")
        assert left(game) == points + works
        found = since(game, PASS)
        found.subtract({"energy": 2})
        return found

    return check


def showing(strength: int) -> Check:
    """A fight with so much strength; with one less nothing."""

    def check(projects: list[int], works: bool) -> Counter[str]:
        mine = fighter(strength - (not works))
        game = scene(mine | {"projects": mine["projects"] + projects, "energy": 0}, {}, phase="movement", scenario=3)
        before = holdings(game)
        pass_on(game, 7, 9)
        found = change(before, game)
        found.subtract({"energy": 2, "water": 2})                    # Borderville's reward
        return found

    return check


def finding(item_there: bool, projects: list[int], target: int) -> Counter[str]:
    player = {"projects": projects, "navigation_discard": [3]}
    start, way = {hex_of(1, 1, 1): (hex_of(1, 1, 2), 3), hex_of(1, 1, 2): (hex_of(1, 1, 1), 0)}[target]
    game = scene(player | {"hex": start}, {}, phase="movement")
    found = since(game, 1 + way)
    found.subtract({"metal": 1} if target == hex_of(1, 1, 1) else {"point": 1})
    return found


def grappling(projects: list[int], works: bool) -> Counter[str]:
    """A find of metal, not of a point."""
    return finding(works, projects, hex_of(1, 1, 1) if works else hex_of(1, 1, 2))


def charting(projects: list[int], works: bool) -> Counter[str]:
    return finding(works, projects, hex_of(1, 1, 2) if works else hex_of(1, 1, 1))


def winning(projects: list[int], works: bool) -> Counter[str]:
    """A fight that is won, not one that is declined."""
    game = scene({"projects": projects, "upgrades": {"combat": int(works)}}, {}, phase="movement")
    before = holdings(game)
    pass_on(game, 7, 9)
    found = change(before, game)
    found.subtract({"energy": 2, "water": 2} if works else {"energy": 2})
    return found


def collecting(space: int, other: int) -> Check:
    """In the district that it needs, or in another."""

    def check(projects: list[int], works: bool) -> Counter[str]:
        here, there = (space, other) if works else (other, space)
        game = scene({"projects": projects}, {}, **CARD_1)
        before = holdings(game)
        answer(game, COLLECT, DISTRICT + here, DISTRICT + there)
        found = Counter[str]()
        while game.seat == 0 and question(game) in (15, 16, 23):
            found[f"asked D-{question(game)}"] += question(game) == 23
            game.answer(PASS if PASS in game.answers else game.answers[0])
        if found["asked D-23"]:
            found.subtract({"water": 1})                             # the first resource
        found.update(change(before, game))
        amount = {"energy": 1, "metal": 2, "water": 3, "card": 1}
        found.subtract({item: amount[item] for item in [("energy", "metal", "water", "card")[here]]})
        found.subtract({"plant": 1})
        return found

    return check


def building(projects: list[int], works: bool) -> Counter[str]:
    """An upgrade, not a resource."""
    game = answer(scene({"projects": projects, "metal": 2}, {}), BUILD)
    found = since(game, UPGRADE + 1 if works else game.answers[0])
    found.subtract({"metal": -2} if works else {"water": 1})
    return found


def playing(projects: list[int], works: bool) -> Counter[str]:
    """A yellow project, not a green one."""
    card, price, gift = (47, 3, {}) if works else (22, 2, {"card": 4})
    found = since(answer(scene({"projects": projects, "hand": [card], "water": price}, {}), BUILD), PROJECT + card)
    found.subtract({"water": -price, "card": -1})
    found.subtract(gift)
    return found


def planting(number: int) -> Check:
    """So many plants in one action, dry ones here; one less is not enough."""

    def check(projects: list[int], works: bool) -> Counter[str]:
        plants = number - (not works)
        player = {"projects": projects, "plants": {"dry-leaves": 4}, "upgrades": {"growing": 3}}
        game = answer(scene(player, {}, scenario=3), PLANTING)
        before = holdings(game)
        for _ in range(plants):
            answer(game, PLANT + 2, OPTION + 1)
        if question(game) == 19:
            answer(game, PASS)
        found = change(before, game)
        found.subtract({"plant": -plants, "water": 4 * plants})
        return found

    return check


def planting_green(projects: list[int], works: bool) -> Counter[str]:
    """A green plant, also one that goes to the bag; not a dry one."""
    kind = 0 if works else 2
    game = answer(scene({"projects": projects, "plants": {("green", "dry-leaves")[kind // 2]: 1}}, {}, scenario=3),
                  PLANTING)
    before = holdings(game)
    answer(game, PLANT + kind, PASS if works else OPTION + 1)
    found = change(before, game)
    found.subtract({"plant": -1, "point": 2} if works else {"plant": -1, "water": 4})
    return found


REACTIONS: dict[str, tuple[Check, str]] = {
    "Battery Bank": (producing, "gain 2 energy"),
    "Steam Trap": (producing, "gain 2 water"),
    "Capacitor": (flying(5), "gain 2 water"),
    "Combat Video": (showing(5), "gain 2 water"),
    "Grappler": (grappling, "gain 1 metal"),
    "Star Chart": (charting, "gain 1 point"),
    "Bounty Ledger": (winning, "gain 2 water"),
    "Flying Lesson": (collecting(2, 0), "gain 2 points"),
    "Secret Tunnel": (collecting(3, 0), "gain 2 points"),
    "Porthole": (collecting(1, 0), "gain 2 points"),
    "Salvage Drone": (collecting(0, 1), "gain 1 resource"),
    "Dock Foreman": (building, "gain 2 water"),
    "Radio Tower": (playing, "gain 2 points"),
    "Biology Text Book": (planting(2), "gain 3 water"),
    "Orchard": (planting_green, "gain 1 point"),
}
ASKED_OF = {"gain 1 resource": 23}
ELSEWHERE = {"José", "Parrot", "Inventor", "Frank", "Sam"}       # tests of their own below


def clauses_of(title: str) -> list[str]:
    return row_of("projects", str(card_of(title)))["permanent"].split("; ")


def test_every_project_that_reacts_has_a_case() -> None:
    reacting = {row["title"] for row in printed("projects") if re.search("when|discount", row["permanent"])}
    assert reacting == {*REACTIONS, *ELSEWHERE}
    for title, (_, reaction) in REACTIONS.items():
        assert any(clause.split(": ")[1].removesuffix(" once per turn") == reaction for clause in clauses_of(title))


@pytest.mark.parametrize("title", REACTIONS)
def test_a_reaction(title: str) -> None:
    check, reaction = REACTIONS[title]
    expected = gained(reaction)
    if reaction in ASKED_OF:
        expected = Counter({f"asked D-{ASKED_OF[reaction]}": 1})
    assert check([card_of(title)], True) == expected
    assert check([card_of(title)], False) == Counter()
    assert check([], True) == Counter()


@pytest.mark.parametrize(("space", "plants", "times"), [(1, 3, 2), (1, 1, 1), (1, 0, 0), (0, 3, 0)])
def test_the_plants_of_jose(space: int, plants: int, times: int) -> None:
    """Two, of those that one has, in a district worth exactly 2."""
    card = next(row for row in printed("city_cards") if row["metal"] == "2" and row["energy"] != "2"
                and row["plants"] in ("", "0"))
    player = {"projects": [card_of("José")], "plants": {"dry-leaves": plants}}
    game = scene(player, {}, scenario=3, sectors=[[int(card["id"])], [], []])
    answer(game, COLLECT, DISTRICT + space, DISTRICT + 3)
    asked = 0
    while game.seat == 0 and question(game) in (15, 16, 19):
        asked += question(game) == 19
        answer(game, *([PLANT + 2, OPTION] if question(game) == 19 else [PASS]))
    assert asked == times
    assert me(game)["plants"]["dry-leaves"] == plants - times


HIGHER_STEPS = {"Capacitor": flying(7), "Combat Video": showing(8), "Biology Text Book": planting(3)}


@pytest.mark.parametrize("title", HIGHER_STEPS)
def test_a_higher_step(title: str) -> None:
    """It gives a choice, in place of the lower one (N-3)."""
    lower, higher = clauses_of(title)
    assert "either" in higher
    check = HIGHER_STEPS[title]
    assert check([card_of(title)], True) == Counter()                 # the choice is still to be made
    assert check([card_of(title)], False) == gained(lower.split(": ")[1])


def test_the_grappler_helps_once_in_a_movement() -> None:
    player = {"projects": [card_of("Grappler")], "navigation_discard": [4], "hex": hex_of(1, 1, 2)}
    game = scene(player, {}, phase="movement")
    assert since(game, 1 + 3) == Counter(metal=2)
    assert since(game, 1 + 0, 1 + 3)["metal"] == 0


@pytest.mark.parametrize("has_it", [True, False])
def test_the_parrot(has_it: bool) -> None:
    """For the active player alone."""
    parrot = {"projects": [card_of("Parrot")]}
    game = answer(scene(parrot if has_it else {}, {} if has_it else parrot, **CARD_1), COLLECT, DISTRICT, DISTRICT + 1)
    assert (question(game) == 14) == has_it
    if has_it:
        deck = me(game)["deck"]
        answer(game, OPTION)
        assert me(game)["deck"] == [3, *deck]
        assert me(game)["navigation_discard"] == []


@pytest.mark.parametrize(("title", "kind"), [("Inventor", None), ("Frank", "green")])
def test_cheaper_projects(title: str, kind: str | None) -> None:
    """A water less for those of its colour; for others nothing."""
    for id in ("6", "29", "47", "16"):
        row = row_of("projects", id)
        price = int(row["water"]) - (kind in (None, row["colour"]))
        for water in (price - 1, price):
            player = {"projects": [card_of(title)], "hand": [int(id)], "water": water}
            game = answer(scene(player, {}), BUILD)
            assert (PROJECT + int(id) in game.answers) == (water == price)


@pytest.mark.parametrize("has_it", [True, False])
def test_cheaper_upgrades(has_it: bool) -> None:
    """Sam: a metal less for every upgrade."""
    for kind, name in enumerate(TYPES):
        price = next(int(each["metal"]) for each in printed("upgrades") if each["type"] == name) - has_it
        for metal in (price - 1, price):
            game = answer(scene({"projects": [card_of("Sam")] if has_it else [], "metal": metal}, {}), BUILD)
            assert (UPGRADE + kind in game.answers) == (metal == price)


def test_options_of_a_choice_are_told_by_place() -> None:
    """N-6, of the Capacitor's higher step."""
    player = {"projects": [card_of("Capacitor")], "navigation_discard": [4], "upgrades": {"movement": 3},
              "cities": {"borderville": 1}}
    for choice, item in enumerate(("water", "point")):
        game = answer(scene(player, {}, phase="movement"), PASS)
        assert (question(game), options(game)) == (10, [0, 1])
        assert since(game, OPTION + choice) == Counter({item: 2})
