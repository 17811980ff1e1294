"""The oracle by itself: it plays to the end, loses nothing, and agrees with the examples and the degenerate cases."""

import random
from collections import Counter

import pytest

from tests.cloudage.oracle import Game, Options, Record
from tests.cloudage.oracle.chance import Chance
from tests.cloudage.oracle.numbers import (
    BUILD,
    DISTRICT,
    GUNS,
    LEVEL,
    MOVE,
    NUMBER_OF_ACTIONS,
    PASS,
    PLANTING,
    PLANTS,
    RESOURCE,
    RESOURCES,
)
from tests.cloudage.scenes import FOLDER, PRINTED, Position, at_first_question, hex_of

CHAPTERS = tuple(PRINTED.chapters)
IDLE = (PASS, *range(RESOURCE, RESOURCE + len(RESOURCES)))


# --- whole games ---

def games(num_players: int) -> list[Options]:
    scenarios = [Options(num_players, scenario, sides=sides) for scenario in (1, 2, 3) for sides in ("AAA", "BBB")]
    harder = [Options(1, scenario, extra_objective=True) for scenario in (2, 3)] if num_players == 1 else []
    return scenarios + harder + [Options(num_players, chapter=chapter) for chapter in CHAPTERS]


def play_on(game: Game, source: random.Random, eager: bool) -> int:
    """To the end; an eager player seldom passes. Says how many answers it took."""
    decisions = 0
    start = game.position()
    while game.seat >= 0:
        assert game.answers == sorted(set(game.answers))
        assert len(game.answers) > 1
        assert game.answers[0] >= 0
        assert game.answers[-1] < NUMBER_OF_ACTIONS
        check_nothing_is_lost(game, start)
        doing = [answer for answer in game.answers if answer != PASS]
        game.answer(source.choice(doing if eager and source.random() < 0.95 else game.answers))
        decisions += 1
    check_nothing_is_lost(game, start)
    return decisions


def check_nothing_is_lost(game: Game, start: Position) -> None:
    position = game.position()
    players, events = position["players"], game.events
    is_quiet = game.seat < 0 or any(MOVE <= answer < MOVE + 6 or LEVEL <= answer < DISTRICT for answer in game.answers)
    cities = [card for pile in position["sectors"] for card in pile] + position["cities_out"] + position["cities_taken"]
    assert sorted(cities) == list(range(1, 40))
    check_projects(position, is_quiet)
    objectives = position["objective_deck"] + [
        card for player in players for name in ("objectives", "dealt") for card in player[name]]
    objectives += [player["refused"] for player in players if player["refused"]]
    assert sorted(objectives) == (list(range(1, 13)) if position["scenario"] != 1 else [])
    removed = sum(number for what, number in events.items() if what.startswith("cube L") or what == "rule M-10")
    assert cubes_of(start) - cubes_of(position) == removed
    values = Counter(value for player in players for name in ("deck", "navigation_discard") for value in player[name])
    values_at_start = sum(len(player["deck"]) + len(player["navigation_discard"]) for player in start["players"])
    taken = sum(number for what, number in events.items() if what.startswith("city card "))
    plants = tokens_of(position)
    if is_quiet:
        assert values.total() == values_at_start + taken - events["rule A-6"]
        assert plants == tokens_of(start)
    assert values.total() <= values_at_start + taken
    assert plants <= tokens_of(start)
    for player in players:
        check_player(player)
    if position["phase"] == "action":
        places = [player["hex"] for player in players]
        assert len(set(places)) == len(places)


def check_projects(position: Position, is_quiet: bool) -> None:
    numbers = {0, *position["campaign"]["unlocked"]} if position["campaign"] else set(
        PRINTED.scenarios[position["scenario"]].numbers)
    cards = position["deck"] + position["discard"]
    cards += [card for player in position["players"] for card in player["hand"] + player["projects"]]
    every = {card for card, project in PRINTED.projects.items() if project.number in numbers}
    assert len(cards) == len(set(cards))
    assert set(cards) <= every
    assert len(every) - len(cards) <= (0 if is_quiet else 1)


def cubes_of(position: Position) -> int:
    return sum(player["cubes"] + sum(player["cities"].values()) for player in position["players"])


def tokens_of(position: Position) -> int:
    held = sum(sum(player["plants"].values()) for player in position["players"])
    return held + sum(position["bag"].values()) + len(position["planted"])


def check_player(player: Position) -> None:
    assert 0 <= player["energy"] <= 12
    assert 0 <= player["production"] <= 10
    assert min(player["water"], player["metal"], player["cubes"], *player["plants"].values()) >= 0
    assert all(0 <= player["fresh"][kind] <= player["plants"][kind] for kind in PLANTS)
    assert sum(player["gained"].values()) == player["points"]
    assert 0 <= player["known_top"] <= len(player["deck"])
    assert len(player["objectives"]) <= 3


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_random_games_run_to_the_end(num_players: int) -> None:
    for number, options in enumerate(games(num_players)):
        game = Game(FOLDER, options, number)
        decisions = play_on(game, random.Random(number), eager=number % 2 == 0)
        position = game.position()
        assert position["phase"] == "over"
        assert all(player["cubes"] == 0 for player in position["players"])
        assert game.scores() == [player["points"] for player in position["players"]]
        assert decisions < 1000
        assert game.answers == []


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_rich_games_run_to_the_end(num_players: int) -> None:
    """From a later round, with all tokens in play, much of everything and airships far away."""
    for seed in range(6):
        source = random.Random(seed)
        game = Game.resumed(FOLDER, rich_position(num_players, CHAPTERS[seed], source), seed)
        play_on(game, source, eager=True)
        assert game.position()["phase"] == "over"


def rich_position(num_players: int, chapter: str, source: random.Random) -> Position:
    position = at_first_question(Options(num_players, chapter=chapter), seed=source.randrange(99))
    position["legacy"] = [f"L{number}" for number in range(1, 16)]
    position["campaign"] |= {"unlocked": list(range(1, 9)), "legacy": position["legacy"]}
    cards = list(PRINTED.projects)
    source.shuffle(cards)
    position["round"] = source.choice((3, 5))
    cubes = position["players"][0]["cubes"] + 1 - position["round"]
    ends = source.sample([hex_of(2, 2, 1), hex_of(2, 1, 4), hex_of(3, 1, 4), hex_of(4, 4, 4)], num_players)
    for player, end in zip(position["players"], ends, strict=True):
        player |= {"hex": end, "energy": 9, "water": 60, "metal": 20, "production": 9, "cubes": cubes,
                   "hand": [cards.pop() for _ in range(8)], "projects": [cards.pop() for _ in range(6)],
                   "plants": dict.fromkeys(PLANTS, 2), "cities": {"whika": 1, "devils-fork": 1, "whitehaven": 2}}
    position |= {"phase": "production", "deck": cards, "discard": [],
                 "bag": {"green": 8, "dry-roots": 0, "dry-leaves": 0, "dry-stem": 0}}
    return position


def test_every_question_and_every_card_is_met() -> None:
    """In a few dozen games, most of them rich ones."""
    events: Counter[str] = Counter()
    for seed in range(40):
        source = random.Random(seed)
        options = games(1 + seed % 4)[seed % 13]
        rich = seed % 3 < 2
        game = Game.resumed(FOLDER, rich_position(1 + seed % 4, CHAPTERS[seed % 7], source), seed) if rich else Game(
            FOLDER, options, seed)
        while game.seat >= 0:
            doing = [answer for answer in game.answers if answer not in IDLE]
            game.answer(source.choice(doing if doing and source.random() < 0.9 else game.answers))
        events += game.events
    asked = {what.removeprefix("asked ") for what in events if what.startswith("asked ")}
    assert asked == {f"D-{number}" for number in range(1, 28)}
    assert {f"played {project.title}" for project in PRINTED.projects.values()} <= set(events)
    assert {f"city card {card}" for card in PRINTED.city_cards} <= set(events)
    assert {f"cube {token}" for token in ("L1", "L2", "L5")} | {"rule T-7", "L14 won", "L15 won"} <= set(events)


def test_the_stream_is_splitmix64() -> None:
    """The first numbers of the stream that begins at 0, as published."""
    chance = Chance(0)
    assert [chance.below(1 << 32) for _ in range(3)] == [0xE220A839, 0x6E789E6A, 0x06C45D18]


def test_the_same_seed_gives_the_same_game() -> None:
    positions = [Game(FOLDER, Options(3, 3), seed).position() for seed in (5, 5, 6)]
    assert positions[0] == positions[1] != positions[2]


@pytest.mark.parametrize("options", [Options(2), Options(3, 3, sides="BAB"), Options(4, 1), Options(1, chapter="6"),
                                     Options(2, chapter="5")])
def test_a_position_can_be_resumed(options: Options) -> None:
    """At the beginning of turns: the position comes back, and the same answers are open."""
    game = Game(FOLDER, options, 3)
    source = random.Random(3)
    turns = {}
    while game.seat >= 0:
        position = game.position()
        turn = position["round"], position["phase"], position["active"]
        if turn not in turns and position["phase"] in ("movement", "action"):
            again = Game.resumed(FOLDER, position, game.stream)
            turns[turn] = again.position() == position and (again.seat, again.answers) == (game.seat, game.answers)
        game.answer(source.choice(game.answers))
    assert sum(turns.values()) > len(turns) / 2            # in the others something happened before the first question


def test_a_resumed_game_goes_on_as_the_game_it_was_taken_from() -> None:
    for seed in range(4):
        game = Game(FOLDER, Options(2, 3), seed)
        source = random.Random(seed)
        while not any(answer in (BUILD, PLANTING) for answer in game.answers) or game.position()["round"] < 4:
            game.answer(source.choice(game.answers))
        again = Game.resumed(FOLDER, game.position(), game.stream)
        while game.seat >= 0:
            assert (again.seat, again.answers) == (game.seat, game.answers)
            answer = source.choice(game.answers)
            game.answer(answer)
            again.answer(answer)
            assert again.position() == game.position()
            assert again.stream == game.stream
        assert (again.scores(), again.places(), again.won()) == (game.scores(), game.places(), game.won())


def test_illegal_answers_are_refused() -> None:
    with pytest.raises(ValueError, match="not one of the answers"):
        Game(FOLDER).answer(PASS)


# --- campaigns ---

@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_a_campaign_is_seven_linked_games(num_players: int) -> None:
    record = Record()
    for chapter, printed in PRINTED.chapters.items():
        game = Game(FOLDER, Options(num_players, record=record), 7)
        assert game.position()["chapter"] == chapter
        assert game._table.land.sides[1:] == printed.sides
        play_on(game, random.Random(num_players), eager=True)
        after = Record.from_dict(game.campaign_record())
        assert after.chapter_index == printed.order
        assert after.stars[printed.order - 1][:num_players] == tuple(game.stars())
        assert record.numbers <= after.numbers
        assert set(record.tokens - after.tokens) <= set(GUNS)
        record = after
    assert record.chapter_index == 7
    assert record.numbers == frozenset(range(1, 9))
    assert {"L3", "L4", "L5", "L6", "L7", "L14", "L15"} <= record.tokens


def test_y9_a_chapter_without_record() -> None:
    def before(chapter: str) -> tuple[list[int], list[str]]:
        record = Record.before(PRINTED, PRINTED.chapters[chapter])
        return sorted(record.numbers), sorted(record.tokens, key=lambda token: int(token[1:]))

    assert before("1") == ([], [])
    assert before("2") == ([], ["L3"])
    assert before("3") == ([1, 2], ["L3", "L4"])
    assert before("4b") == ([1, 2, 3, 4, 5, 6], ["L3", "L4", "L6", "L7"])
    tokens = ["L3", "L4", "L5", "L6", "L7", "L8", "L9", "L10", "L11", "L12", "L13", "L15"]
    assert before("6") == ([1, 2, 3, 4, 5, 6], tokens)


def test_the_record_as_data() -> None:
    record = Record(3, frozenset({1, 8}), frozenset({"L1", "L15"}))
    assert (record.as_dict()["unlocked"], record.as_dict()["legacy"]) == (0b100000010, 0b100000000000001)
    assert Record.from_dict(record.as_dict()) == record
    with pytest.raises(ValueError, match="finished chapter"):
        Game(FOLDER, Options(2, chapter="1")).campaign_record()
