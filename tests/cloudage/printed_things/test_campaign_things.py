"""Legacy tokens, scenarios, chapters and story cards: where each works, and where it does not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.cloudage.oracle import Options
from tests.cloudage.oracle.numbers import BUILD, CUBE, GUN, HEX, L14, L15, MOVE, OPTION, PASS, PLANT, PLANTING
from tests.cloudage.printed_things.cases import (
    amounts,
    boards,
    branches,
    change,
    column,
    fighter,
    gained,
    holdings,
    left,
    neighbours,
    number_at,
    number_in,
    options,
    pass_on,
    printed,
    question,
    row_of,
)
from tests.cloudage.scenario import change as change_player
from tests.cloudage.scenario import game_of, quiet
from tests.cloudage.scenes import Position, Scene, answer, me, new_game, scene
from undersea_env.cloudage.chapters import stars_of
from undersea_env.cloudage.compiled.assembler import boards_of
from undersea_env.core.position import State

BOARDS = ("1a", "2a", "3a", "4a")                        # of chapter 1, as which scenes with tokens are played

# --- legacy tokens: `is_there` or not ---


def tokens(id: str, is_there: bool) -> list[str]:
    return [id] if is_there else []


def hexes_of_city(city: str) -> list[int]:
    return [number_at(int(board[0]), each["row"], each["col"]) for board in BOARDS for each in boards()[board]["hexes"]
            if each.get("city") == city]


def lettered(letter: str) -> tuple[int, dict[str, Any]]:
    return next((number_at(int(board[0]), each["row"], each["col"]), each) for board in BOARDS
                for each in boards()[board]["hexes"] if each.get("letter") == letter)


def landing_on(hex: int, **table: Any) -> Scene:
    player = {"hex": hex, "energy": 0} | table.pop("player", {})
    return pass_on(scene(player, {}, phase="movement", **table), 7)


def beside_on_map(hex: int) -> tuple[int, int]:
    """A direction, and the hex that lies there."""
    on_map = {number_at(int(board[0]), each["row"], each["col"]) for board in BOARDS
              for each in boards()[board]["hexes"]}
    return next((way, number) for way, number in enumerate(neighbours(hex)) if number in on_map)


def flight_to(hex: int, **table: Any) -> tuple[Scene, int]:
    """With many points, from a hex beside it that is printed; and the way there."""
    back, beside = beside_on_map(hex)
    player = {"hex": beside, "navigation_discard": [4], "upgrades": {"movement": 3}}
    return scene(player, {}, phase="movement", **table), MOVE + (back + 3) % 6


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize(("id", "which", "city"), [("L1", 0, "whika"), ("L2", 1, "devils-fork")])
def test_cubes_that_help_in_a_fight(id: str, which: int, city: str, is_there: bool) -> None:
    """L1, L2: a cube there adds its strength, and scores at the end."""
    row = row_of("legacy", id)
    strong = hexes_of_city("kettle-row")[0]
    game = landing_on(strong, legacy=tokens(id, is_there), player={"cities": {city: 1}})
    assert question(game) == 9
    assert (CUBE + which in game.answers) == is_there
    assert game.score_breakdown(0)["legacy"] == (int(row["end_points"]) if is_there else 0)
    if is_there:
        answer(game, CUBE + which)
        assert int(game.state.states[0].strength) == number_in("strength", row["cube"])
        assert city not in me(game)["cities"]
        assert game.score_breakdown(0)["legacy"] == 0
    assert CUBE + which not in landing_on(strong, legacy=tokens(id, is_there)).answers


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize("id", ["L3", "L4"])
def test_cities_with_other_values(id: str, is_there: bool) -> None:
    """L3, L4: the city has the strength and reward of the token, on all of its hexes; without it those printed."""
    row = row_of("legacy", id)
    board = next(boards()[board] for board in BOARDS
                 if any(each["id"] == row["place"] for each in boards()[board]["city"]))
    city = next(each for each in board["city"] if each["id"] == row["place"])
    strength = int(row["strength"]) if is_there else city["strength"]
    reward = gained(row["reward"] if is_there else branches(city["reward"])[0])
    for hex in hexes_of_city(row["place"]):
        for combat in (strength, strength - 1):
            game = landing_on(hex, legacy=tokens(id, is_there), player=fighter(combat) | {"metal": 5})
            pass_on(game, 9)
            if question(game) == 10 and combat == strength:
                answer(game, OPTION)
            assert (question(game) == 21) == (is_there and combat == strength and "build upgrade" in row["reward"])
            expected = Counter(metal=5, energy=2)
            expected.update(reward if combat == strength else {})
            assert holdings(game) == expected


@pytest.mark.parametrize("is_there", [True, False])
def test_the_harbour(is_there: bool) -> None:
    """L5: a cube there plants one, in the action phase; not without a plant."""
    row = row_of("legacy", "L5")
    player = {"cities": {"whitehaven": 1}, "plants": {"dry-leaves": 2}}
    game = scene(player, {}, legacy=tokens("L5", is_there))
    assert (CUBE + 2 in game.answers) == is_there
    assert game.score_breakdown(0)["legacy"] == (int(row["end_points"]) if is_there else 0)
    assert CUBE + 2 not in scene(player | {"plants": {}}, {}, legacy=tokens("L5", is_there)).answers
    if is_there:
        answer(game, CUBE + 2)
        assert (question(game), number_in("plant", row["cube"])) == (19, 1)
        answer(game, *[each for each in game.answers if each != PASS][:1], OPTION)
        assert question(game) == 12                                   # one, and no more


@pytest.mark.parametrize("is_there", [True, False])
def test_the_find_of_nefaria(is_there: bool) -> None:
    """L6."""
    row = row_of("legacy", "L6")
    hex, place = lettered(row["letter"])
    game, way = flight_to(hex, legacy=tokens("L6", is_there))
    before = holdings(game)
    answer(game, way)
    assert change(before, game) == gained(row["find"] if is_there else place.get("find", ""))
    assert place["city"] == "nefaria"


@pytest.mark.parametrize("is_there", [True, False])
def test_the_toll(is_there: bool) -> None:
    """L7: three hexes that are not there without it; each costs a toll, of points if there is too little water."""
    notch = [number_at(int(board[0]), each["row"], each["col"]) for board in BOARDS
             for each in boards()[board].get("notch", [])]
    assert len(notch) == 3
    for hex in notch:
        game, way = flight_to(hex, legacy=tokens("L7", is_there))
        assert (way in game.answers) == is_there
        if is_there:
            points = left(game)
            answer(game, way)
            assert points - left(game) == int(row_of("legacy", "L7")["cost"])
            assert me(game)["points"] == -3


@pytest.mark.parametrize("id", ["L8", "L9", "L10", "L11", "L12", "L13"])
def test_a_gun(id: str) -> None:
    """Its cost is that of the hex, no city is there and nothing is planted; without it all is as printed."""
    row = row_of("legacy", id)
    hex, place = lettered(row["letter"])
    for is_there in (True, False):
        game, way = flight_to(hex, legacy=tokens(id, is_there))
        points = left(game)
        answer(game, way)
        assert points - left(game) == (int(row["cost"]) if is_there else place["cost"])
        assert (PASS in game.answers) == (not is_there and "city" in place)
        planter = scene({"hex": beside_on_map(hex)[1], "plants": {"green": 1}}, {}, legacy=tokens(id, is_there))
        answer(planter, PLANTING, PLANT)
        assert (HEX + hex in planter.answers) == (not is_there and "city" not in place)


@pytest.mark.parametrize(("id", "action"), [("L14", L14), ("L15", L15)])
def test_a_city_action(id: str, action: int) -> None:
    """Where its token is in play: what it is fought for, and a build action for the others; nothing when it is lost."""
    row = row_of("legacy", id)
    strength = number_in("fight", row["action"])
    assert action not in scene({}, {}, legacy=[]).answers
    strong = fighter(strength) | {"plants": {"dry-leaves": 4}}
    game = answer(scene(strong, {}, legacy=[id, "L9", "L10"]), action)
    if id == "L14":
        planted = 0
        while question(game) == 19 and game.seat == 0:
            answer(game, *[each for each in game.answers if each != PASS][:1], OPTION)
            planted += 1
            pass_on(game, 20)
        assert planted == 2 + number_in("plant", row["action"])
    else:
        assert (question(game), game.answers) == (25, [GUN + 1, GUN + 2])
        before = holdings(game)
        answer(game, GUN + 1)
        assert change(before, game)["water"] == gained(row["action"].split(": ")[1])["water"]
        pass_on(game, 19, 20)
        for _ in range(number_in("build", row["action"])):
            assert (question(game), game.seat) == (17, 0)
            answer(game, game.answers[0])
    assert (question(game), game.seat, row["others"]) == (17, 1, "build action")
    lost = answer(scene(fighter(strength - 1) | {"plants": {"dry-leaves": 4}}, {}, legacy=[id]), action)
    assert (question(lost), lost.seat) == (12, 1)


def test_every_token_has_a_case() -> None:
    assert column("legacy") == [f"L{number}" for number in range(1, 16)]


# --- books ---

BOOK_QUESTIONS = (3, 9, 10, 15, 17, 18, 19, 20, 21, 23, 25, 26)
GUNS = ["L9", "L10", "L15"]


def behind(text: str) -> str:
    """What is paid or fought for, or what follows a condition."""
    return text.split(": ", 1)[1] if ": " in text else text


def price_of(text: str) -> Counter[str]:
    return amounts(text.removeprefix("pay ").split(": ")[0]) if text.startswith("pay") else Counter()


def with_price(price: Counter[str]) -> Position:
    player: Position = {item: number for item, number in price.items() if item in ("water", "metal", "energy")}
    player["hand"] = [6, 7, 8][: price["card"]]
    return player | {"plants": {"dry-leaves": price["plant"]}}


def rich_for(text: str) -> Position:
    if text.startswith("fight"):
        return fighter(number_in("fight", text)) | {"navigation_discard": [1]}
    if text.startswith("if"):
        kind = text.split(" ")[1]
        return {"upgrades": {kind: number_in(">=", text)}}
    if text.startswith("build"):
        return {"metal": 3}
    if "plant" in text and not text.startswith("pay"):
        return {"plants": {"dry-leaves": 1}}
    return with_price(price_of(text)) | {"navigation_discard": [1], "cities": {"borderville": 5}}


def poor_for(text: str) -> Position:
    if text.startswith("fight"):
        return fighter(number_in("fight", text) - 1)
    if text.startswith("if"):
        return {"upgrades": {text.split(" ")[1]: number_in(">=", text) - 1}}
    if text.startswith("build combat"):
        return {"upgrades": {"combat": 4}}
    price = price_of(text)
    return with_price(price - Counter(dict.fromkeys(price, 1)))


def asked_by(text: str) -> list[int]:
    """The questions of its owner, who says yes and takes the first branch."""
    found = [3] if text.startswith("pay") else []
    for part in behind(text).split(" and "):
        asked = {"either": 10, "update navigation": 15, "remove gun": 25, "build action": 17, "build": 21, "plant": 19}
        found += [number for words, number in asked.items() if part.startswith(words)][:1]
    return found


def gained_by(text: str) -> Counter[str]:
    parts = [branches(part)[0] if part.startswith("either") else part for part in behind(text).split(" and ")]
    found = gained(*parts)
    if "per city cube" in text:
        found["point"] += min(5 * number_in("gain", text), number_in("up to", text))
    if text == "build action":
        found["water"] += 1
    found.subtract(price_of(text))
    return found


def carried_out(player: Position, **table: Any) -> tuple[list[int], Counter[str], Scene]:
    """What seat 0 was asked by its book, and what it has gained by it, saying yes and taking the first there is."""
    game = scene(player, {}, phase="production", **table)
    before = Counter({item: player.get(item, 0) for item in ("water", "metal", "energy")})
    before.update({"card": len(player.get("hand", [])), "plant": sum(player.get("plants", {}).values())})
    asked = []
    while game.seat == 0 and question(game) in BOOK_QUESTIONS:
        asked.append(question(game))
        yes = [each for each in game.answers if each != PASS]
        answer(game, PASS if question(game) in (9, 15, 19, 21) else yes[0])
    return asked, change(before, game), game


def check_book(text: str, **table: Any) -> None:
    asked, found, game = carried_out(rich_for(text), **table)
    story, now = table.get("story"), game.position()["story"]
    if story != now:                                                  # the next card has been turned up by then
        found.subtract(gained(row_of_story(now)["reveal"]))
    assert asked == asked_by(text)
    assert found == gained_by(text)
    if not text or text.startswith(("either", "build action")):
        return
    asked, found, game = carried_out(poor_for(text), **table)
    if story != game.position()["story"]:
        found.subtract(gained(row_of_story(game.position()["story"])["reveal"]))
    assert asked == []
    assert found == (gained(text) if text.startswith("update") else Counter())


def row_of_story(card: int) -> dict[str, str]:
    return next(row for row in printed("story_cards") if row["card"] == str(card))


# --- story cards ---


@pytest.mark.parametrize("card", [int(card) for card in column("story_cards", "card")])
def test_the_book_of_a_story_card(card: int) -> None:
    """For who can pay, fight or fulfil it, and not for one with a little less."""
    row = row_of_story(card)
    guns = {"legacy": GUNS} if row["chapter"] == "5" else {}
    check_book(row["book"], chapter=row["chapter"], story=card, round=3, **guns)


def following(card: int) -> list[int]:
    return [int(each) for each in row_of_story(card)["next"].split(" | ") if each]


@pytest.mark.parametrize("card", [int(card) for card in column("story_cards", "card")])
def test_a_story_card_that_is_turned_up(card: int) -> None:
    """It unlocks what it names and nothing else, and everybody gets what it reveals."""
    row = row_of_story(card)
    unlocks = [each for each in row["unlock"].split(", ") if each]
    numbers = sorted(int(each.split(" ")[1]) for each in unlocks if each.startswith("projects"))
    named = {each.split(" ")[1] for each in unlocks if each.startswith("legacy")}
    if row["step"] == "start":
        check_start(row, numbers, named)
        return
    before = next(int(each["card"]) for each in printed("story_cards") if card in following(int(each["card"])))
    there = in_order(start_tokens(row["chapter"]))
    game = scene({"objectives": [1]}, {"objectives": [2]}, chapter=row["chapter"], phase="production", story=before,
                 round=3, legacy=there, campaign={"unlocked": [], "legacy": there})
    held: Counter[str] = Counter()
    while game.position()["story"] == before:
        held = holdings(game)
        if question(game) == 4:
            answer(game, OPTION + following(before).index(card))
        else:
            answer(game, PASS if PASS in game.answers else game.answers[0])
    assert game.position()["story"] == card
    assert game.position()["campaign"] == {"unlocked": numbers, "legacy": in_order({*there} | named)}
    if row["reveal"] == "draw objective":
        assert question(game) == 24
    else:
        book = row_of_story(before)["book"]
        is_free = behind(book) == book                                # nobody here can pay or fight
        before_the_end = gained(book) if is_free and not held else Counter()                   # nothing was asked
        expected = gained(row["reveal"])
        expected.update(before_the_end)
        assert change(held, game) == expected


def in_order(ids: set[str]) -> list[str]:
    return sorted(ids, key=lambda id: int(id[1:]))


def start_tokens(chapter: str) -> set[str]:
    """They are placed before the first round (S-11)."""
    card = next(row["start_card"] for row in printed("chapters") if row["chapter"] == chapter)
    return {each.split(" ")[1] for each in row_of_story(int(card))["unlock"].split(", ") if each.startswith("legacy")}


def check_start(row: dict[str, str], numbers: list[int], named: set[str]) -> None:
    game = new_game(Options(2, chapter=row["chapter"]))
    assert game.position()["story"] is None
    while game.position()["phase"] == "setup" and question(game) < 3:
        game.answer(game.answers[0])
    position = game.position()
    assert position["story"] == int(row["card"])
    assert {*numbers} <= {*position["campaign"]["unlocked"]}
    assert named <= {*position["legacy"]}
    assert (question(game) == 24) == ("draw objective" in row["reveal"])


def test_every_story_card_can_be_reached() -> None:
    starts = {int(row["start_card"]) for row in printed("chapters")}
    cards = {int(card) for card in column("story_cards", "card")}
    reached, new = set(starts), set(starts)
    while new:
        new = {card for each in new for card in following(each)} - reached
        reached |= new
    assert reached == cards


# --- scenarios and chapters ---

SCENARIOS = [(row["scenario"], row["side"]) for row in printed("scenarios")]


@pytest.mark.parametrize(("number", "side"), SCENARIOS)
def test_the_book_of_a_scenario(number: str, side: str) -> None:
    """The front at the first active book, the back at the next."""
    row = next(row for row in printed("scenarios") if (row["scenario"], row["side"]) == (number, side))
    check_book(row["book"], scenario=int(number), round=2 if number == "1" else 3, scenario_back=side == "back")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_set_up_of_a_scenario(number: int, players: int) -> None:
    row = next(row for row in printed("scenarios") if row["scenario"] == str(number))
    position = new_game(Options(players, number)).position()
    for player in position["players"]:
        assert player["cubes"] == int(row["cubes_4" if players == 4 else "cubes_1_to_3"])
        assert len(player["hand"]) == int(row["start_projects"])
        assert sum(player["plants"].values()) == int(row["start_plants"])
        assert len(player["dealt"]) == (2 if row["objectives"] == "1" else 0)
    assert position["legacy"] == [token for token in row["legacy"].split(" ") if token]
    dealt = [*position["deck"], *(card for player in position["players"] for card in player["hand"])]
    numbers = {each["id"]: each["number"] for each in printed("projects")}
    assert {numbers[str(card)] for card in dealt} == {*row["projects"].split(" ")}
    game = scene(*[{}] * players, scenario=number, round=2)
    pass_on(game, 27)
    while question(game) == 17:
        game.answer(game.answers[0])
    assert (PLANTING in game.answers) == (row["city_board"] == "B")
    assert BUILD in game.answers


@pytest.mark.parametrize("id", column("chapters", "chapter"))
def test_a_chapter(id: str) -> None:
    """Its boards, its start card, its stars: each step from its points on, and those of the winner."""
    row = next(row for row in printed("chapters") if row["chapter"] == id)
    game = at_the_end_of(id, {}, {}).game
    sides = [f"{board.number}{board.side}" for board in boards_of(game.catalogue, game.options)]
    assert sides == ["1A", *(f"{number}{row[f'board_{number}']}" for number in (2, 3, 4))]
    assert game.catalogue.chapter(id).start_card == int(row["start_card"])
    steps = [int(step) for step in row["star_steps_multiplayer"].split("/")]
    for k, step in enumerate(steps):
        for points, stars in ((step - 1, k), (step, k + 1)):
            state = at_the_end_of(id, {"points": points}, {"points": 200})
            assert stars_of(state) == (stars, len(steps) + int(row["win_stars"]))
    alone = [int(step) for step in row["star_steps_solo"].split("/")]
    state = at_the_end_of(id, {"points": alone[-1], "objectives": [1]})
    assert stars_of(state) == (max(0, len(alone) - 2),)               # less a star for each task that is missed (Y-7)


def at_the_end_of(chapter: str, *players: Position) -> State:
    game = game_of(len(players), (("chapter", chapter),))
    position = quiet(game, "over")
    position["legacy"] = in_order({*position["legacy"]} | start_tokens(chapter))
    position["campaign"]["legacy"] = in_order({*position["campaign"]["legacy"]} | start_tokens(chapter))
    for seat, player in enumerate(players):
        change_player(position, seat, **player)
    return game.from_dict(position)


def test_options_of_books_are_told_by_place() -> None:
    text = printed("scenarios")[0]["book"]
    game = scene({"metal": 2}, {}, scenario=1, phase="production", round=2)
    assert question(game) == 3
    answer(game, OPTION)
    assert (question(game), options(game)) == (10, [0, 1])
    before = holdings(game)
    answer(game, OPTION + 1)
    assert change(before, game) == gained(branches(behind(text).split(" and ")[1])[1])
