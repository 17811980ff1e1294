"""The picture of the table: whole, legible, the same for equal positions, and silent about what nobody can know."""

import itertools
import random
import shutil
import xml.etree.ElementTree as ElementTree
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import undersea_env
from tests.pictures import SVG, check_ids, check_source, check_words, contrast, group, is_inside, texts
from undersea_env.core.position import State
from undersea_env.core.readings import bits_of
from undersea_env.endeavor_deep_sea.drawing import render_svg
from undersea_env.endeavor_deep_sea.drawing.marks import (
    ACTION_FILL,
    CHIP,
    FIELD_FILLS,
    ITEM_FILLS,
    chips_of,
    rules_of,
)
from undersea_env.endeavor_deep_sea.drawing.ocean import WATERS
from undersea_env.endeavor_deep_sea.drawing.table import WIDTH, height_of
from undersea_env.endeavor_deep_sea.drawing.zone_plan import BELOW, SPOT, plan_of
from undersea_env.endeavor_deep_sea.printed.catalogue import BUILT_IN_FOLDER, load_catalogue
from undersea_env.endeavor_deep_sea.printed.language import parse_effect
from undersea_env.endeavor_deep_sea.printed.words import SpotKind
from undersea_env.endeavor_deep_sea.words.notation.names import cell_name
from undersea_env.errors import InvalidOption
from undersea_env.showing.pieces import PLAYER_FILLS
from undersea_env.showing.sheet import DARK_INK, LIGHT_INK, THEMES, Box, plain

LAZY = 2                         # PASS, END_TURN and DECLINE are the first three actions
GAMES: dict[str, dict[str, Any]] = {
    "1": {"num_players": 3, "mission": 1},
    "2": {"num_players": 2, "mission": 2, "mode": "cooperative", "difficulty": "expert"},
    "3": {"num_players": 2, "mission": 3},
    "4": {"num_players": 4, "mission": 4},
    "5": {"num_players": 4, "mission": 5, "mode": "cooperative"},
    "6": {"num_players": 3, "mission": 6},
    "7": {"num_players": 1, "mission": 7},
    "8": {"num_players": 4, "mission": 8},
    "9": {"num_players": 4, "mission": 9},
    "10": {"num_players": 2, "mission": 10},
    "alone": {"num_players": 1, "mission": 8, "difficulty": "legendary"},
}
NEAR = 0.5                       # what may stick out
PARTS_OF_A_PANEL = ("ocean", "impact", "goals", "row", "specialists", "tokens", "legend", "seat-")


def advanced(state: State, rng: random.Random) -> None:
    legal = state.legal_actions
    eager = [action for action in legal if action > LAZY]
    state.apply_action(rng.choice(eager or legal))


@cache
def positions(name: str) -> tuple[State, ...]:
    """Positions of a random game in which nobody declines what is there: the first, some in between, the last."""
    state = undersea_env.game(game="endeavor_deep_sea", **GAMES[name]).new_game(seed=5)
    rng = random.Random(5)
    found = []
    for k in itertools.count():
        drawn = int(state.states[0].question) in (13, 15)
        if k % 60 == 0 or state.is_terminal or (drawn and k % 4 == 0):
            found.append(state.clone())
        if state.is_terminal:
            return tuple(found)
        advanced(state, rng)
    raise AssertionError


@cache
def full_table(mission: int) -> State:
    """All cells have zones, all spots discs, all hexes markers; players have as much as there can be."""
    state = undersea_env.game(game="endeavor_deep_sea", num_players=4, mission=mission).new_game(seed=1)
    record, catalogue, rng = state.states[0], state.game.catalogue, random.Random(mission)
    printed = catalogue.mission(mission)
    for depth in range(1, printed.max_depth + 1):
        boards = [board for board in catalogue.boards if board.depth == depth]
        boards.sort(key=lambda board: -len(board.spots) - len(board.links) - len(board.rules))
        for column, board in zip(range(printed.columns), boards, strict=False):
            at = (depth - 1) * 7 + column
            record.board[at], record.discoverer[at] = board.index + 1, 1 + at % 4
            record.discs[at] = 0
            for place in range(len(board.disc_spots)):
                record.discs[at, rng.randrange(4)] |= 1 << place
    for seat in range(4):
        me = record.players[seat]
        me.vessel_count, me.vessel[:] = 3, 1
        me.journals, me.used_journals = (1 << 32) - 1, (1 << 32) - 1
        me.specialist_count, me.seniors, me.discs_on = 8, 0xFF, 0xFF
        me.kind[1:8] = [11, 13, 14, 15, 16, 18, 20]
        me.research, me.staging, me.marker[:] = 12, 127, 12
        me.token[:3], me.token_count = 1, 3
        me.clean_up = printed.track_steps
    record.discard[:] = 3
    record.hex_owner[: len(printed.hexes)] = rng.choices((1, 2, 3, 4), k=len(printed.hexes))
    record.infinite[:] = 25
    record.seen[:] = record.stack_count
    return state


@pytest.fixture(params=GAMES)
def some(request: pytest.FixtureRequest) -> tuple[State, ...]:
    return positions(request.param)


def parsed(state: State) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(state))


def marked(root: ElementTree.Element, *names: str) -> Counter[tuple[str | None, ...]]:
    """How often elements have these values of their attributes; those that lack one do not count."""
    found = [tuple(element.get(f"data-{name}") for name in names) for element in root.iter(f"{SVG}g")]
    return Counter(values for values in found if None not in values)


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


@pytest.mark.parametrize("mission", range(1, 11))
def test_there_is_room_for_all_that_there_can_be(mission: int) -> None:
    check_words(parsed(full_table(mission)), PARTS_OF_A_PANEL, NEAR)


# --- what is told ---


@cache
def all_pictures() -> list[tuple[State, ElementTree.Element]]:
    states = [state for name in GAMES for state in positions(name)]
    return [(state, parsed(state)) for state in (*states, *(full_table(mission) for mission in range(1, 11)))]


def test_every_zone_and_disc_and_token_of_the_ocean_is_drawn() -> None:
    for state, root in all_pictures():
        record, catalogue = state.states[0], state.game.catalogue
        mission = catalogue.mission(state.game.options.mission)
        cells = [cell_name((depth - 1) * 7 + column) for depth in range(1, mission.max_depth + 1)
                 for column in range(mission.columns)]
        assert marked(root, "cell") == Counter((cell,) for cell in cells)
        zones, discs, tokens, flags = [], [], [], 0
        for at in np.flatnonzero(record.board).tolist():
            board = catalogue.boards[int(record.board[at]) - 1]
            zones.append((cell_name(at), board.id))
            flags += int(record.discoverer[at]) > 0
            for seat in range(int(record.player_count)):
                discs += [(f"{cell_name(at)}.{board.disc_spots[place].id}", str(seat))
                          for place in bits_of(record.discs[at, seat])]
            first = int(rules_of(state).dive_site[board.index])
            tokens += [(f"{cell_name(at)}.{spot.id}", str(int(record.site_count[first + k])))
                       for k, spot in enumerate(board.spots_of(SpotKind.DIVE))]
            shown = " ".join(texts(group(root, f"cell-{cell_name(at)}")))
            assert all(rule.text in shown for rule in board.rules)
            assert len(marked(group(root, f"cell-{cell_name(at)}"), "link")) == len(board.links)
        assert marked(root, "cell", "board") == Counter(zones)
        assert marked(root, "spot", "disc") == Counter(discs)
        assert marked(root, "spot", "tokens") == Counter(tokens)
        assert sum(marked(root, "discoverer").values()) == flags


def test_every_vessel_is_drawn() -> None:
    for state, root in all_pictures():
        record = state.states[0]
        there: Counter[tuple[str, str]] = Counter()
        for seat, me in enumerate(record.players[: int(record.player_count)]):
            there += Counter((cell_name(int(at) - 1), str(seat)) for at in me.vessel[: int(me.vessel_count)])
            ashore = marked(group(root, f"seat-{seat}"), "ashore")
            assert ashore == {(str(3 - int(me.vessel_count)),): 1}
        assert marked(root, "vessel", "seat") == there


def test_every_hex_and_marker_is_drawn() -> None:
    seen = set()
    for state, root in all_pictures():
        record = state.states[0]
        mission = state.game.catalogue.mission(state.game.options.mission)
        assert marked(root, "hex") == Counter((str(place.id),) for place in mission.hexes)
        infinite = [place for place in mission.hexes if place.infinite]
        there = []
        for place in mission.hexes:
            if place.infinite and place.row >= 0:
                counts = record.infinite[infinite.index(place)]
                words = " ".join(f"{seat}:{int(n)}" for seat, n in enumerate(counts) if n)
            elif place.row >= 0:
                owner = int(record.hex_owner[place.id])
                words = f"{owner - 1}:1" if owner else ""
            else:
                continue
            there += [(str(place.id), words)] if words else []
        assert marked(root, "hex", "markers") == Counter(there)
        seen |= {mission.number} if there else set()
        if mission.track_steps:
            steps = [f"{seat}:{int(me.clean_up)}" for seat, me in enumerate(record.players[: int(record.player_count)])]
            assert marked(root, "clean-up") == Counter((step,) for step in steps)
    assert seen == set(range(1, 11))


def test_what_players_have_is_drawn() -> None:
    for state, root in all_pictures():
        record, catalogue = state.states[0], state.game.catalogue
        for seat, me in enumerate(record.players[: int(record.player_count)]):
            mine = group(root, f"seat-{seat}")
            names = ("reputation", "inspiration", "coordination", "ingenuity")
            cells = [(name, str(int(me.marker[k])), str(catalogue.track[int(me.marker[k])].level))
                     for k, name in enumerate(names)]
            assert marked(mine, "attribute", "marker", "level") == Counter(cells)
            assert marked(mine, "research") == {(str(int(me.research)),): 1}
            assert marked(mine, "staging") == {(str(int(me.staging)),): 1}
            held = [(token.id, str(int(me.token[token.index]))) for token in catalogue.tokens if me.token[token.index]]
            assert marked(mine, "token", "count") == Counter(held)
            slots = range(int(me.specialist_count))
            sides = [(str(slot), catalogue.specialists[int(me.kind[slot]) - 1].id,
                      "senior" if int(me.seniors) >> slot & 1 else "junior") for slot in slots]
            assert marked(mine, "slot", "kind", "side") == Counter(sides)
            assert marked(mine, "slot", "disc") == Counter((str(k), str(seat)) for k in bits_of(me.discs_on))
            journals = [(str(k), str(bool(int(me.used_journals) >> k & 1)).lower()) for k in bits_of(me.journals)]
            assert marked(mine, "journal", "used") == Counter(journals)


def test_the_tray_is_drawn(some: tuple[State, ...]) -> None:
    for state in some:
        root, record, catalogue = parsed(state), state.states[0], state.game.catalogue
        row = [(str(place), str(int(k) - 1)) for place, k in enumerate(record.row) if k]
        assert marked(root, "row", "journal") == Counter(row)
        kinds = [(catalogue.specialists[k].id, str(int(n))) for k, n in enumerate(record.stock)]
        kinds += [(catalogue.specialists[int(k) - 1].id, "1") for k in record.display if k]
        assert marked(group(root, "specialists"), "kind", "count") == Counter(kinds)
        assert f"({int(record.expert_count)} of rank 5 lie hidden)" in " ".join(texts(group(root, "specialists")))
        assert f"Journals ({int(record.deck_count)} in the deck)" in texts(group(root, "row"))
        assert marked(root, "supply") == {(str(int(record.supply_count)),): 1}
        stacks = [(str(k + 1), str(int(record.stack_count[k])))
                  for k in range(catalogue.mission(state.game.options.mission).max_depth)]
        assert marked(root, "depth", "boards") == Counter(stacks)
        assert marked(root, "wave") == {(str(int(record.wave)),): 1}


def test_goals_and_points_are_told(some: tuple[State, ...]) -> None:
    for state in some:
        shown = texts(group(parsed(state), "goals"))
        total = state.score_breakdown(0)["total"]
        if state.game.is_cooperative:
            assert f"{total} of 7 goals are met" in shown
            open_goals = [words for words in shown if words.startswith("bonus goal")]
            assert len(open_goals) == min(3, int(state.states[0].cards_turned))
            chosen = [words for words in shown if words == "met"]
            assert len(chosen) == total
        else:
            totals = [str(state.score_breakdown(seat)["total"]) for seat in range(state.game.num_players)]
            assert shown[-len(totals) :] == totals
            assert shown[-len(totals) - 1] == "points: total"


def test_a_count_of_a_goal_is_that_of_the_table() -> None:
    for state in positions("1"):
        record = state.states[0]
        sonar = []
        for seat in range(3):
            spots = [
                state.game.catalogue.boards[int(record.board[at]) - 1].disc_spots[place]
                for at in np.flatnonzero(record.board).tolist()
                for place in bits_of(record.discs[at, seat])
            ]
            sonar.append(str(sum(spot.kind == SpotKind.SONAR for spot in spots)))
        shown = texts(group(parsed(state), "goals"))
        at = shown.index("Goal 1: 1 × sonar discs (5/3)")
        assert shown[at + 1 : at + 4] == sonar
    assert sonar != ["0", "0", "0"]


def test_boards_drawn_are_told_while_one_is_chosen() -> None:
    drawn = [state for name in GAMES for state in positions(name) if int(state.states[0].question) == 13]
    assert drawn
    for state in drawn:
        frame = state.states[0].frame[int(state.states[0].frame_count) - 1]
        names = [state.game.catalogue.boards[int(number) - 1].name for number in (frame.a, frame.b)]
        assert f"Drawn: {' and '.join(names)}." in " ".join(texts(group(parsed(state), "heading")))


def test_signs_tell_who_decides_and_who_has_won(some: tuple[State, ...]) -> None:
    for state in some:
        root = parsed(state)
        for seat in range(state.game.num_players):
            signs = texts(group(root, f"seat-{seat}"))
            assert ("decides" in signs) == (seat == state.current_player)
            assert ("winner" in signs) == (seat in state.winners)


def test_tooltips_tell_in_full_what_is_short() -> None:
    state = positions("1")[0]
    titles = [title.text or "" for title in parsed(state).iter(f"{SVG}title")]
    for words in ("arrival: gain 1 disc", "discovery: gain 2 discs", "C1: The Sea Star, depth 1", "hex 14: 2 points",
                  "d1 dive site, 4 tokens"):
        assert any(words in title for title in titles), words


# --- what is not told ---


def test_a_picture_does_not_depend_on_what_nobody_can_know(some: tuple[State, ...]) -> None:
    changed = 0
    for seed, state in enumerate(some):
        for seat in range(state.game.num_players):
            other = state.resample(seat, seed)
            assert render_svg(other) == render_svg(state)
            changed += other != state
    assert changed


def test_all_seats_see_the_same(some: tuple[State, ...]) -> None:
    pictures = {render_svg(some[-1], seat).replace(f", seen by seat {seat}", "") for seat in range(len(some[0].scores))}
    assert pictures == {render_svg(some[-1])}


# --- input ---


def test_a_theme_is_one_of_two() -> None:
    state = positions("1")[0]
    assert render_svg(state, theme="dark") != render_svg(state, theme="light") == render_svg(state)
    with pytest.raises(InvalidOption, match="'light' or 'dark', not 'blue'"):
        render_svg(state, theme="blue")


@pytest.mark.parametrize("seat", [3, -1, "0", 1.5])
def test_a_viewer_is_a_seat_of_the_game(seat: Any) -> None:
    with pytest.raises(InvalidOption, match="a seat is a whole number from 0 to 2"):
        render_svg(positions("1")[0], seat)


@pytest.mark.parametrize("name", ["<&>\"'\x01]]><script>", "名" * 80, "a" * 290, "W & " * 60])
def test_any_name_is_escaped_and_kept_within_its_place(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "book"
    shutil.copytree(BUILT_IN_FOLDER, folder)
    quoted = name.replace('"', '""')
    for file, old in (("ocean_boards.csv", "The Sea Star"), ("specialists.csv", "Reef Diver")):
        content = (folder / file).read_text(encoding="utf-8")
        assert old in content
        (folder / file).write_text(content.replace(old, f'"{quoted}"'), encoding="utf-8")
    journals = (folder / "journals.csv").read_text(encoding="utf-8").splitlines()
    for k, line in enumerate(journals[1:9], start=1):
        number, _, rest = line.partition(",")
        journals[k] = f'{number},"{quoted} {k}",{rest.partition(",")[2]}'
    (folder / "journals.csv").write_text("\n".join(journals) + "\n", encoding="utf-8")
    state = undersea_env.game(game="endeavor_deep_sea", num_players=2, components=folder).new_game(3)
    root = parsed(state)
    check_words(root, PARTS_OF_A_PANEL, NEAR)
    for place in ("cell-C1", "kind-reef-diver", "row-0"):
        told = texts(group(root, place)) + [title.text or "" for title in group(root, place).iter(f"{SVG}title")]
        assert any(plain(name)[:8] in words for words in told), place


# --- boards and colours ---


@pytest.mark.parametrize("area", [Box(0, 0, 288, 150), Box(0, 0, 205, 215)])
def test_spots_and_links_of_every_board_have_places_of_their_own(area: Box) -> None:
    for board in load_catalogue().boards:
        plan = plan_of(board, area)
        assert set(plan.spots) == {spot.id for spot in board.spots}
        spots = [Box(x - SPOT, y - SPOT, 2 * SPOT, 2 * SPOT) for x, y in plan.spots.values()]
        for id, (x, y) in plan.spots.items():
            for k in range(len(plan.chips[id])):
                width = plan.room[id]
                spots.append(Box(x - width / 2, y + BELOW + k * (CHIP + 1), width, CHIP))
        assert all(is_inside(box, area, NEAR) for box in spots), board.id
        for one, two in itertools.combinations(spots, 2):
            assert not one.overlaps(two), board.id
        labels = [link.box for link in plan.links]
        for one, two in itertools.combinations(labels, 2):
            assert not one.overlaps(two), board.id
        circles = spots[: len(plan.spots)]
        assert not any(label.overlaps(circle) for label in labels for circle in circles), board.id


def test_chips_say_what_an_effect_gives() -> None:
    words = {
        "gain 1 reputation, 2 impact": ["rep", "2 imp"], "gain 2 discs; promote": ["2 discs", "promote"],
        "discover 3 anywhere": ["find 3 any"], "either travel | sonar": ["travel / sonar"],
        "conserve here": ["conserve here"],
    }
    for text, expected in words.items():
        assert [chip.words for chip in chips_of(parse_effect(text))] == expected


def test_words_stand_out_from_what_is_behind_them() -> None:
    pairs = [(fill, DARK_INK) for fill in (*ITEM_FILLS.values(), ACTION_FILL)]
    pairs += [*FIELD_FILLS.values(), *((fill, LIGHT_INK) for fill in PLAYER_FILLS)]
    for fill, ink in pairs:
        assert contrast(fill, ink) > 4.5, fill
    for name, theme in THEMES.items():
        for paper in (theme.surcharge, theme.multiplier, theme.highlight, theme.cell, theme.bonus):
            assert contrast(paper, theme.ink) > 7
        assert len(set(WATERS[name])) == 5
