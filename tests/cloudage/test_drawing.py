"""The picture of the table: whole, legible, the same for equal positions, and silent about what a seat cannot know."""

import itertools
import random
import shutil
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cloudage.positions import GAMES, answer_by_taste
from tests.cloudage.scenario import game_of, quiet
from tests.pictures import SVG, check_ids, check_source, check_words, contrast, group, texts
from undersea_env.cloudage.compiled.limits import BITS_OF_WORD
from undersea_env.cloudage.drawing import render_svg
from undersea_env.cloudage.drawing.marks import (
    GUN_FILL,
    ITEM_FILLS,
    PLANT_FILL,
    PROJECT_FILLS,
    SHIELD_FILL,
    TOKEN_FILL,
)
from undersea_env.cloudage.drawing.skies import CITIES, GUNNED, LANDS, PLANTED, TOLLED
from undersea_env.cloudage.drawing.table import WIDTH, height_of
from undersea_env.cloudage.kind import KIND
from undersea_env.cloudage.printed.catalogue import BUILT_IN_FOLDER
from undersea_env.cloudage.printed.words import CardField
from undersea_env.cloudage.words.names import hex_name
from undersea_env.core.position import Game, State
from undersea_env.errors import InvalidOption
from undersea_env.showing.pieces import PLAYER_FILLS
from undersea_env.showing.sheet import DARK, DARK_INK, LIGHT, LIGHT_INK, THEMES, plain

NEAR = 0.5                       # what may stick out
PARTS_OF_A_PANEL = ("map", "sectors", "city-board", "scores", "round-track", "production", "seat-")
RARE = (7, 9, 15, 16)            # questions of a movement, a fight, a collect
MANY = 130                       # positions between two that are looked at
NAMES = [f"{players}-{taste}-{k}" for k, (players, taste, _, _) in enumerate(GAMES)]


@cache
def positions(name: str) -> tuple[State, ...]:
    """Positions of a game: the first, some in between with fights, movements and collects among them, the last."""
    players, taste, seed, options = GAMES[NAMES.index(name)]
    state, rng = game_of(players, tuple(options.items())).new_game(seed), random.Random(seed)
    found, asked = [], Counter[int]()
    for k in itertools.count():
        question = int(state.states[0].question)
        asked[question] += 1
        rare = asked[question] == 6 and question in RARE
        if k % MANY == 0 or state.is_terminal or rare:
            found.append(state.clone())
        if state.is_terminal:
            return tuple(found)
        state.apply_action(answer_by_taste(state, taste, rng))
    raise AssertionError


@cache
def full_table(players: int, options: tuple[tuple[str, Any], ...], seed: int) -> State:
    """As much of everything as there is room for in the record."""
    game = game_of(players, options)
    state, rng = game.new_game(seed), random.Random(seed)
    record, rules = state.states[0], game.rulebook[0]
    record.round_no = 3
    cards = list(range(79))
    rng.shuffle(cards)
    cities = int((rules["city_strength"] > 0).sum())
    for seat in range(players):
        me = record.players[seat]
        me.hand[:], me.in_play[:] = 0, 0
        for k, card in enumerate(cards[seat :: players]):
            pile = me.in_play if k % 3 or players > 2 else me.hand
            pile[card // BITS_OF_WORD] |= 1 << card % BITS_OF_WORD
        me.water, me.metal, me.points, me.energy = 1234, 1234, 1234, 12
        me.by_source[:] = 234
        me.upgrades[:], me.permanent[:] = rules["upgrade_count"], 12
        me.plants[:], me.fresh[:] = (16, 8, 8, 8), (2, 0, 2, 0)
        me.production = 10
        me.cubes[:cities] = 8
        me.tasks, me.covered = (0b1111, 0b110000) if rules["has_objectives"] else (0, 0)
        me.navigation_count = me.spent_count = 15
        me.navigation[:15], me.navigation_known = 3, 4
        me.spent[:15] = 4
        me.hex = rules["start_hex"]
    return state


def parsed(state: State, viewer: int | None = None, theme: str = "light") -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(state, viewer, theme))


def marked(root: ElementTree.Element, *names: str) -> Counter[tuple[str | None, ...]]:
    """How often elements have these values of their attributes; those that lack one do not count."""
    found = [tuple(element.get(f"data-{name}") for name in names) for element in root.iter(f"{SVG}g")]
    return Counter(values for values in found if None not in values)


@pytest.fixture(params=NAMES)
def some(request: pytest.FixtureRequest) -> tuple[State, ...]:
    return positions(request.param)


@cache
def all_pictures() -> list[tuple[State, dict[str, Any], ElementTree.Element]]:
    return [(state, state.to_dict(), parsed(state)) for name in NAMES for state in positions(name)]


def pictures() -> Iterator[tuple[State, dict[str, Any], ElementTree.Element]]:
    yield from all_pictures()


# --- the source ---


def test_a_picture_is_well_formed_and_no_id_comes_twice(some: tuple[State, ...]) -> None:
    for state in some:
        check_ids(parsed(state))


def test_the_size_depends_on_the_options_alone(some: tuple[State, ...]) -> None:
    sizes = {tuple(parsed(state).get(name) for name in ("width", "height", "viewBox")) for state in some}
    height = height_of(some[0].game)
    assert sizes == {(str(WIDTH), str(height), f"0 0 {WIDTH} {height}")}


def test_equal_positions_give_equal_bytes_and_drawing_changes_nothing(some: tuple[State, ...]) -> None:
    for state in some:
        same = state.clone()
        assert render_svg(same) == render_svg(state)
        assert same == state


def test_it_needs_nothing_from_outside(some: tuple[State, ...]) -> None:
    check_source(render_svg(some[-1]))


def test_words_lie_within_their_panels_and_never_on_each_other(some: tuple[State, ...]) -> None:
    for state in some:
        check_words(parsed(state), PARTS_OF_A_PANEL, NEAR)
        check_words(parsed(state, 0), PARTS_OF_A_PANEL, NEAR)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("options", [(("scenario", 1),), (("scenario", 3), ("sides", "BBB")), (("chapter", "5"),)])
def test_there_is_room_for_all_that_there_can_be(players: int, options: tuple[tuple[str, Any], ...]) -> None:
    check_words(parsed(full_table(players, options, 1)), PARTS_OF_A_PANEL, NEAR)


# --- what is told: the position as data says what must be there ---


def test_every_hex_of_the_map_is_drawn_with_its_cost_and_city() -> None:
    for state, position, root in pictures():
        rules = state.game.rulebook[0]
        guns = {int(rules["gun_hex"][k]): int(rules["gun_cost"][k]) for k in range(6)
                if f"L{8 + k}" in position["legacy"]}
        planted = set(position["planted"])
        costs, cities = [], []
        ids = [city.id for board in boards(state) for city in board.cities]
        for number in np.flatnonzero(rules["cost"]).tolist():
            cost = 1 if number in planted else guns.get(number, int(rules["cost"][number]))
            costs.append((hex_name(number), str(cost)))
            if rules["city"][number] and number not in guns:
                cities.append((hex_name(number), ids[int(rules["city"][number]) - 1]))
        assert marked(root, "hex", "cost") == Counter(costs)
        assert marked(root, "hex", "city") == Counter(cities)
        assert all(texts(group(root, f"hex-{name}"))[0] == cost for name, cost in costs)


def boards(state: State) -> list[Any]:
    first = "b" if state.game.num_players == 4 else "a"
    options, book = state.game.options, state.game.catalogue
    sides = options.sides if options.chapter is None else "".join(book.chapter(options.chapter).sides)
    return [book.boards[f"{k}{side.lower()}"] for k, side in enumerate(first + sides, start=1)]


def test_finds_are_drawn_unless_they_are_planted_over() -> None:
    taken = 0
    for state, position, root in pictures():
        rules, planted = state.game.rulebook[0], set(position["planted"])
        wanted = [(hex_name(k),) for k in np.flatnonzero(rules["find"]).tolist() if k not in planted]
        found = marked(root, "find", "at")
        assert Counter((place,) for (_, place), n in found.items() for _ in range(n)) == Counter(wanted)
        taken += sum(n for (_, _, is_taken), n in marked(root, "find", "at", "taken").items() if is_taken == "true")
    assert taken


def test_what_is_found_is_what_the_board_says() -> None:
    root = parsed(game_of(2, (("scenario", 2),)).new_game(1))
    shown = {name: texts(group(root, f"hex-{name}")) for name in ("B2", "B3", "C5", "A7")}
    assert shown == {"B2": ["1", "1 metal"], "B3": ["1", "1 point"], "C5": ["1", "3 cards"], "A7": ["1", "2 water"]}


def test_every_airship_and_plant_is_drawn() -> None:
    several, plants = 0, 0
    for _, position, root in pictures():
        ships = [(str(seat), hex_name(player["hex"])) for seat, player in enumerate(position["players"])]
        assert marked(root, "airship", "at") == Counter(ships)
        several += len({place for _, place in ships}) < len(ships)
        assert marked(root, "plant") == Counter((hex_name(number),) for number in position["planted"])
        plants += len(position["planted"])
    assert several
    assert plants


def test_every_cube_is_drawn() -> None:
    total = 0
    for state, _, root in pictures():
        ids = [city.id for board in boards(state) for city in board.cities]
        record = state.states[0]
        wanted = [(ids[city], str(seat), str(int(n))) for seat in range(state.game.num_players)
                  for city, n in enumerate(record.players[seat].cubes) if n]
        assert marked(root, "in", "seat", "cubes") == Counter(wanted)
        total += len(wanted)
    assert total


def test_cubes_on_the_round_track_and_in_cities_are_as_many_as_there_are_rounds() -> None:
    """Those of tokens apart, which leave the game (T-1)."""
    for state, position, root in pictures():
        if {"L1", "L2", "L5"} & set(position["legacy"]):
            continue
        for seat in range(state.game.num_players):
            waiting = sum(n for (owner,), n in marked(root, "waiting").items() if owner == str(seat))
            landed = sum(int(str(cubes)) * n for (owner, cubes), n in marked(root, "seat", "cubes").items()
                         if owner == str(seat))
            assert waiting + landed == int(state.game.rulebook[0]["rounds"]), (seat, position["round"])


def test_every_legacy_token_and_gun_is_drawn() -> None:
    seen: set[str | None] = set()
    for state, position, root in pictures():
        book = state.game.catalogue
        places = {place.letter: hex_name(30 * (board.number - 1) + 6 * place.row + place.col)
                  for board in boards(state) for place in board.hexes if place.letter}
        wanted = []
        for token in book.legacy:
            name = f"L{token.number}"
            if name in position["legacy"] and token.letter in places:
                wanted.append((name, places[token.letter]))
            elif name in position["legacy"] and name == "L7":
                wanted += [(name, place) for place in ("B13", "C13", "D13")]
        assert marked(root, "token", "at") == Counter(wanted)
        actions = {action for (action,) in marked(root, "action")}
        assert {"L14", "L15"} & set(position["legacy"]) == {"L14", "L15"} & actions
        seen |= {name for name, _ in wanted} | {"L14", "L15"} & actions
    assert seen == {f"L{number}" for number in range(1, 16)}


def test_sectors_tell_what_their_sleeves_leave_open_and_no_more() -> None:
    for state, position, root in pictures():
        book, wanted = state.game.catalogue, []
        for k, (cards, sleeve) in enumerate(zip(position["sectors"], position["sleeves"], strict=True), start=1):
            assert marked(root, "sector", "cards")[str(k), str(len(cards))] == 1
            if cards:
                top = book.city_cards[cards[0] - 1]
                for field in CardField:
                    is_open = field in book.sleeves[sleeve - 1].visible
                    wanted.append((f"{k} {field.name.lower()}", str(top.field(field)) if is_open else "?"))
        assert marked(root, "field", "value") == Counter(wanted)
        hidden = sum(value == "?" for _, value in wanted)
        assert texts(group(root, "sectors")).count("?") == hidden


def test_drones_lie_on_their_districts() -> None:
    names, seen = ("energy", "metal", "water", "people"), 0
    for state, _, root in pictures():
        record = state.states[0]
        wanted = [(str(seat), f"{int(record.action) + 1} {names[int(record.players[seat].drone) - 1]}")
                  for seat in range(state.game.num_players) if record.players[seat].drone]
        assert marked(group(root, "sectors"), "drone", "on") == Counter(wanted)
        seen += len(wanted)
    assert seen


def test_the_card_that_is_collected_from_is_told() -> None:
    found = 0
    for state, _, root in pictures():
        card = int(state.states[0].card)
        assert marked(root, "card") == Counter([(str(card),)] if card else [])
        if card:
            shown = " ".join(texts(group(root, "city-card")))
            assert shown.startswith(f"City card {card} is being collected: navigation ")
            assert shown.count(" on ") == 2
            found += 1
    assert found


def test_projects_in_play_and_hands_are_drawn() -> None:
    for state, position, root in pictures():
        for seat, player in enumerate(position["players"]):
            mine = marked(group(root, f"seat-{seat}"), "project", "where")
            wanted = [(str(card), "in-play") for card in player["projects"]]
            assert mine == Counter([*wanted, *((str(card), "hand") for card in player["hand"])])
            titles = [state.game.catalogue.projects[card - 1].title for card in player["projects"]]
            shown = texts(group(root, f"seat-{seat}"))
            assert Counter(titles) <= Counter(shown)


def test_what_players_have_is_drawn() -> None:
    for _, position, root in pictures():
        for seat, player in enumerate(position["players"]):
            mine = group(root, f"seat-{seat}")
            held = [(name, str(player[name])) for name in ("water", "metal", "energy")]
            assert marked(mine, "resource", "count") == Counter([*held, ("cards", str(len(player["hand"])))])
            plants = [(kind, str(n)) for kind, n in player["plants"].items() if n]
            assert marked(mine, "plants", "count") == Counter(plants)
            built = [(type, str(n)) for type, n in player["upgrades"].items()]
            drawn = marked(mine, "upgrade", "built")
            assert drawn == Counter(pair for pair in built if pair in drawn or pair[0] != "growing")
            spent = " ".join(map(str, player["navigation_discard"])) or "none"
            assert marked(mine, "deck", "spent") == Counter([(str(len(player["deck"])), spent)])
            assert marked(root, "producer", "of")[str(seat), str(player["production"])] == 1


def test_tasks_tell_how_far_they_are() -> None:
    met_once = 0
    for state, _, root in pictures():
        tasks = state.game.catalogue.tasks
        for seat in range(state.game.num_players):
            me = state.states[0].players[seat]
            visible = {task.id for k, task in enumerate(tasks) if int(me.tasks) >> k & 1}
            covered = " ".join(task.id for k, task in enumerate(tasks) if int(me.covered) >> k & 1)
            mine = group(root, f"seat-{seat}")
            shown = marked(mine, "task", "now", "met")
            assert {task for task, _, _ in shown} == visible
            assert sum(shown.values()) == len(visible)
            for task, now, met in shown:
                steps = next(each.thresholds for each in tasks if each.id == task)
                assert int(str(met)) == sum(int(str(now)) >= step for step in steps)
                met_once += int(str(met))
            counts = {task: int(str(now)) for task, now, _ in shown}
            if "projects" in counts:
                assert counts["projects"] == sum(int(word).bit_count() for word in me.in_play)
            if "production" in counts:
                assert counts["production"] == me.production
            assert {words for (words,) in marked(mine, "covered") if words} <= {covered}
    assert met_once


def test_points_by_source_are_those_of_the_score_sheet() -> None:
    for state, _, root in pictures():
        breakdowns = [state.score_breakdown(seat) for seat in range(state.game.num_players)]
        told = {words[0]: words[1] for words in marked(root, "source", "points")}
        for source in breakdowns[0]:
            assert told[source] == " ".join(str(breakdown[source]) for breakdown in breakdowns)


def test_decks_and_tracks_are_told() -> None:
    for _, position, root in pictures():
        piles = (str(len(position["deck"])), str(len(position["discard"])), str(len(position["objective_deck"])))
        assert marked(root, "deck", "discard", "objectives") == Counter([piles])
        assert marked(root, "round") == Counter([(str(position["round"]),)])
        assert marked(root, "space") == Counter((str(space),) for space in range(1, 9))
        assert marked(root, "book") == Counter([("2",), ("4",), ("6",)])
        solo = range(1, 9) if position["num_players"] == 1 else range(0)
        assert marked(root, "solo") == Counter((str(space),) for space in solo)


def test_signs_tell_who_decides_and_who_has_won(some: tuple[State, ...]) -> None:
    for state in some:
        root = parsed(state)
        for seat in range(state.game.num_players):
            signs = texts(group(root, f"seat-{seat}"))
            assert ("decides" in signs) == (seat == state.current_player)
            assert ("winner" in signs) == (seat in state.winners)


def test_cards_of_a_fight_are_shown_to_whom_they_belong() -> None:
    fights = 0
    for state, _, root in pictures():
        record = state.states[0]
        count = int(record.drawn_count)
        if int(record.question) == 9 and count:
            words = f"in the fight: {' '.join(map(str, record.drawn[:count].tolist()))}"
            assert words in texts(group(root, f"seat-{int(record.seat)}"))
            fights += 1
    assert fights


# --- what is not told ---


def test_a_picture_does_not_depend_on_what_its_viewer_cannot_know(some: tuple[State, ...]) -> None:
    changed = 0
    for seed, state in enumerate(some):
        for seat in range(state.game.num_players):
            other = state.resample(seat, seed)
            assert render_svg(other, seat) == render_svg(state, seat)
            changed += other != state
    assert changed


def test_hands_and_dealt_objectives_of_others_are_hidden() -> None:
    state = game_of(3, (("scenario", 2),)).new_game(4)
    own = parsed(state, 1)
    for seat in range(3):
        mine = group(own, f"seat-{seat}")
        assert len(marked(mine, "project", "where")) == (8 if seat == 1 else 0)
        dealt = [words for words in texts(mine) if words.startswith("dealt: ")]
        assert len(dealt) == (seat == 1)
    assert "Hand: 8 cards, hidden" in texts(group(own, "seat-0"))
    assert sum(marked(parsed(state), "project", "where").values()) == 24


# --- input ---


def test_a_game_has_pictures() -> None:
    state = game_of(2, (("scenario", 1),)).new_game(1)
    assert KIND.drawing is not None
    assert state.render("svg", 0) == render_svg(state, 0)


def test_a_theme_is_one_of_two() -> None:
    state = positions(NAMES[5])[3]
    assert render_svg(state, theme="dark") != render_svg(state, theme="light") == render_svg(state)
    check_words(parsed(state, theme="dark"), PARTS_OF_A_PANEL, NEAR)
    with pytest.raises(InvalidOption, match="'light' or 'dark', not 'blue'"):
        render_svg(state, theme="blue")


@pytest.mark.parametrize("seat", [2, -1, "0", 1.5])
def test_a_viewer_is_a_seat_of_the_game(seat: Any) -> None:
    with pytest.raises(InvalidOption, match="a seat is a whole number from 0 to 1"):
        render_svg(game_of(2, (("scenario", 1),)).new_game(1), seat)


@pytest.mark.parametrize("name", ["<&>\"'\x01]]><script>", "名" * 80, "a" * 290, "W & " * 60])
def test_any_name_is_escaped_and_kept_within_its_place(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "book"
    shutil.copytree(BUILT_IN_FOLDER, folder)
    quoted = name.replace('"', '""')
    projects = (folder / "projects.csv").read_text(encoding="utf-8")
    (folder / "projects.csv").write_text(projects.replace("Filter Works", f'"{quoted}"'), encoding="utf-8")
    board = folder / "boards" / "board_1a.toml"
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\x01", "\\u0001")
    content = board.read_text(encoding="utf-8")
    assert 'name = "Dustwick"' in content
    board.write_text(content.replace('name = "Dustwick"', f'name = "{escaped}"'), encoding="utf-8")
    game = Game(KIND, num_players=2, components=folder, scenario=1)
    position = quiet(game, "action")
    position["deck"] = [card for card in position["deck"] if card not in (10, 11)]
    position["players"][0]["projects"], position["players"][1]["hand"] = [10], [11]
    root = parsed(game.from_dict(position))
    check_words(root, PARTS_OF_A_PANEL, NEAR)
    for place in ("hex-A2", "project-10", "project-11", "city-dustwick"):
        told = texts(group(root, place)) + [title.text or "" for title in group(root, place).iter(f"{SVG}title")]
        assert any(plain(name)[:6] in words for words in told), place


# --- colours ---


def test_words_stand_out_from_what_is_behind_them() -> None:
    pairs = [(fill, DARK_INK) for fill in ITEM_FILLS.values()]
    pairs += [*PROJECT_FILLS.values(), *((fill, LIGHT_INK) for fill in PLAYER_FILLS)]
    pairs += [(fill, LIGHT_INK) for fill in (SHIELD_FILL, TOKEN_FILL, GUN_FILL)]
    for dark, theme in enumerate((LIGHT, DARK)):
        papers = (CITIES, GUNNED, TOLLED, PLANTED)
        pairs += [(paper[dark], theme.ink) for paper in papers] + [(land, theme.ink) for land in LANDS[dark]]
        assert contrast(PLANTED[dark], PLANT_FILL) > 1.4
    for fill, ink in pairs:
        assert contrast(fill, ink) > 4.5, fill
    assert set(THEMES.values()) == {LIGHT, DARK}
