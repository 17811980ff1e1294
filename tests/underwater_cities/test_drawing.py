"""The picture of the table: whole, legible, the same for equal positions, and silent about what a seat cannot know."""

import itertools
import random
import re
import shutil
import sys
import types
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import undersea_env
from tests.pictures import SVG, check_ids, check_source, check_words, contrast, group, is_inside, texts
from undersea_env.core.position import State
from undersea_env.errors import InvalidOption, MissingExtra, UnderseaError
from undersea_env.showing import picture
from undersea_env.showing.pieces import PLAYER_FILLS
from undersea_env.showing.sheet import (
    DARK_INK,
    ELLIPSIS,
    LIGHT_INK,
    THEMES,
    Box,
    Sheet,
    plain,
    shortened,
    width_of,
    wrapped,
)
from undersea_env.underwater_cities import drawing
from undersea_env.underwater_cities.drawing.board import CITY_FILLS, FILLS, METROPOLIS_FILLS, plan_of, printed_at
from undersea_env.underwater_cities.drawing.table import (
    COLOUR_FILLS,
    MAP,
    NEUTRAL_FILL,
    WIDTH,
    height_of,
    render_svg,
)
from undersea_env.underwater_cities.kernel.actions import STOP
from undersea_env.underwater_cities.printed.catalogue import BUILT_IN_FOLDER, Board, load_catalogue
from undersea_env.underwater_cities.printed.words import CardType

OPTIONS: dict[str, dict[str, Any]] = {
    "solo": {"num_players": 1},
    "two": {"num_players": 2, "contracts": True},
    "three": {"num_players": 3, "boards": "asymmetric"},
    "four": {"num_players": 4, "contracts": True},
    "four asymmetric": {"num_players": 4, "boards": "asymmetric"},
    "short": {"num_players": 2, "boards": "asymmetric", "rounds": (1, 1)},
}
PARTS_OF_A_PANEL = ("slots", "federation", "supply", "legend", "specials", "contracts", "scores", "seat-")


@cache
def positions(name: str) -> tuple[State, ...]:
    """Positions of a random game in which stopping is rare: the first, some in between, the last."""
    state = undersea_env.game(**OPTIONS[name]).new_game(seed=5)
    rng = random.Random(5)
    found = []
    for k in itertools.count():
        looking = bool(state.states[0].looked_count)
        if k % 90 == 0 or state.is_terminal or (looking and k % 3 == 0):
            found.append(state.clone())
        if state.is_terminal:
            break
        legal = state.legal_actions
        eager = [action for action in legal if action != STOP]
        state.apply_action(rng.choice(eager if eager and rng.random() < 0.95 else legal))
    return tuple(found)


def full_table(cards_in_play: int = 25, in_hand: int = 3) -> State:
    """Two boards on which everything is built, and very many cards."""
    game = undersea_env.game(2, boards=[1, 2])
    lasting = (CardType.PERMANENT, CardType.PRODUCTION, CardType.END)
    cards = game.catalogue.cards_of_era(1) + game.catalogue.cards_of_era(2)
    laid = [card.number for card in cards if card.type in lasting]
    players = []
    for seat in (0, 1):
        sites = {}
        board = game.catalogue.boards[seat]
        for c, city in enumerate(board.cities):
            sites[city.id] = "nonsymbiotic" if c % 3 else "symbiotic"
            for k, site in enumerate(city.sites):
                sites[site.id] = ("farm", "desal", "lab")[(c + k) % 3] + "+" * (k % 2)
        sites |= {tunnel.id: "tunnel" + "+" * (t % 2) for t, tunnel in enumerate(board.tunnels)}
        hand = list(range(124 + seat * in_hand, 124 + (seat + 1) * in_hand))
        in_play = [{"card": 0}, *({"card": card} for card in laid[seat::2][:cards_in_play])]
        players.append({"hand": hand, "in_play": in_play, "sites": sites, "credits": 117, "points": 142})
    deck = list(range(124 + 2 * in_hand, 181))
    return game.from_dict({"era": 3, "round": 9, "era_deck": deck, "players": players})


@pytest.fixture(params=OPTIONS)
def some(request: pytest.FixtureRequest) -> tuple[State, ...]:
    return positions(request.param)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


# --- the source ---


def test_a_picture_is_well_formed_and_no_id_comes_twice(some: tuple[State, ...]) -> None:
    for state in some:
        for seat in (None, 0):
            check_ids(parsed(state.render("svg", seat=seat)))


def test_the_size_depends_on_the_options_alone(some: tuple[State, ...]) -> None:
    sizes = set()
    for state in some:
        root = parsed(state.render("svg"))
        sizes.add((root.get("width"), root.get("height"), root.get("viewBox")))
    height = height_of(some[0].game)
    assert sizes == {(str(WIDTH), str(height), f"0 0 {WIDTH} {height}")}


def test_equal_positions_give_equal_bytes_and_drawing_changes_nothing(some: tuple[State, ...]) -> None:
    for state in some:
        content = state.to_bytes()
        same = state.game.from_bytes(content)
        assert same.render("svg").encode() == state.render("svg").encode()
        assert state.to_bytes() == content


def test_it_needs_nothing_from_outside(some: tuple[State, ...]) -> None:
    check_source(some[-1].render("svg"))


@pytest.mark.parametrize("theme", THEMES)
def test_words_lie_within_their_panels_and_never_on_each_other(some: tuple[State, ...], theme: str) -> None:
    for state in some:
        root = parsed(render_svg(state, None, theme))
        check_words(root, PARTS_OF_A_PANEL)


@pytest.mark.parametrize(("in_play", "in_hand"), [(6, 3), (11, 3), (17, 5), (25, 6), (25, 20), (25, 28)])
def test_words_have_room_however_many_cards_there_are(in_play: int, in_hand: int) -> None:
    state = full_table(in_play, in_hand)
    root = parsed(state.render("svg"))
    check_words(root, PARTS_OF_A_PANEL)
    for seat in (0, 1):
        belongings = group(root, f"seat-{seat}-belongings")
        shown = len([text for text in belongings.iter(f"{SVG}text") if text.find(f"{SVG}title") is not None])
        left_out = sum(int(number) for number in re.findall(r"and (\d+) not shown", " ".join(texts(belongings))))
        assert shown >= 1 + in_play + in_hand - left_out
        assert left_out == 0 or in_hand > 6


# --- boards ---


@pytest.mark.parametrize("number", range(1, 9))
def test_every_site_of_a_board_is_drawn_once(number: int) -> None:
    others = [other for other in (range(1, 5) if number < 5 else range(5, 9)) if other != number]
    state = undersea_env.game(2, boards=[number, others[0]]).new_game(1)
    board = state.game.catalogue.board(number)
    expected = [site.id for site in (*board.cities, *board.tunnels, *board.metropolises)]
    expected += [site.id for city in board.cities for site in city.sites]
    ids = [element.get("id", "") for element in group(parsed(state.render("svg")), "seat-0-map").iter(f"{SVG}g")]
    drawn = [id.removeprefix("seat-0-") for id in ids if id != "seat-0-map"]
    assert sorted(drawn) == sorted(expected)


@pytest.mark.parametrize("number", range(1, 9))
def test_what_is_printed_at_sites_has_a_place_of_its_own(number: int) -> None:
    board = load_catalogue().board(number)
    plan = plan_of(board, MAP)
    sites: list[Any] = [*board.cities, *board.tunnels, *(site for city in board.cities for site in city.sites)]
    assert {label.site for label in plan.labels} == {site.id for site in sites if printed_at(site)}
    pieces = [Box(x - 14, y - 14, 28, 28) for x, y in plan.spots.values()]
    pieces += [Box(x - 19, y - 9, 38, 18) for x, y in plan.signs.values()]
    boxes = [label.box for label in plan.labels]
    assert all(is_inside(box, MAP) for box in boxes)
    for one, two in itertools.combinations(boxes, 2):
        assert not one.overlaps(two)
    for box, piece in itertools.product(boxes, pieces):
        assert not box.overlaps(piece)


def test_a_map_says_all_that_the_board_file_says() -> None:
    board = load_catalogue().board(5)
    lines = {label.site: [words for _, words in label.lines] for label in plan_of(board, MAP).labels}
    assert lines["c3"] == ["pay 3 steelplast", "pay 3 credits", "×3"]
    assert lines["c4.b"] == ["+1 federation", "+1 card"]
    assert lines["t5"] == ["pay 1 steelplast", "pay 1 credit", "produces 2 points"]
    assert lines["t12"] == ["with t9: 2 credits"]
    assert lines["c9"] == ["start"]


def test_a_board_with_more_than_there_is_room_for_is_drawn_all_the_same() -> None:
    board = load_catalogue().board(1)
    crowded = Board(9, board.name, tuple(
        type(city)(city.id, 50, 50, city.start, city.bonus, sites=city.sites) for city in board.cities
    ), board.tunnels, board.metropolises)
    assert len(plan_of(crowded, MAP).labels) == len(plan_of(board, MAP).labels)


def test_the_map_shows_what_stands_on_the_sites() -> None:
    sites = {"c9.a": "farm", "c9.b": "lab+", "c9.x": "desal", "t13": "tunnel", "t15": "tunnel+", "c6": "symbiotic"}
    players = [{"sites": {"c9": "nonsymbiotic", "c3": "nonsymbiotic", **sites}}, {}]
    state = undersea_env.game(2, boards=[1, 2]).from_dict({"players": players})
    titles = {}
    for element in group(parsed(state.render("svg")), "seat-0-map").iter(f"{SVG}g"):
        title = element.find(f"{SVG}title")
        if title is not None:
            id, words = (title.text or "").split(": ", 1)
            titles[id] = words
    assert titles["c9.a"] == "farm"
    assert titles["c9.b"] == "upgraded lab"
    assert titles["c9.x"] == "desal on expansion"
    assert titles["c9.c"] == "building site"
    assert titles["t13"] == "tunnel from c6 to c9"
    assert titles["t15"] == "upgraded tunnel from c8 to c9"
    assert titles["c6"] == "symbiotic city, connected"
    assert titles["c3"] == "nonsymbiotic city, not connected"
    assert titles["c2"] == "city site; bonus: gain 1 science"
    assert titles["m.brown"].endswith("not connected")


# --- what is told, and to whom ---


def test_a_seats_picture_does_not_depend_on_what_it_cannot_know(some: tuple[State, ...]) -> None:
    changed = 0
    for seed, state in enumerate(some):
        for seat in range(state.game.num_players):
            other = state.resample(seat, seed)
            assert other.render("svg", seat=seat) == state.render("svg", seat=seat)
        changed += state.game.num_players > 1 and other.render("svg") != state.render("svg")
    assert state.game.num_players == 1 or changed > 0      # the omniscient picture does depend on it


def test_a_seat_sees_its_own_hand_and_numbers_of_the_others() -> None:
    state = undersea_env.game(3).new_game(2)
    seen = parsed(state.render("svg", seat=1))
    for seat in range(3):
        words = " ".join(texts(group(seen, f"seat-{seat}-belongings")))
        hand = [state.game.catalogue.card(number) for number in state.to_dict()["players"][seat]["hand"]]
        assert ("hidden" in words) == (seat != 1)
        assert all((f"{card.name} ({card.number})" in words) == (seat == 1) for card in hand)
        everything = " ".join(texts(group(parsed(state.render("svg")), f"seat-{seat}-belongings")))
        assert all(f"{card.name} ({card.number})" in everything for card in hand)


def test_only_who_looks_at_specials_sees_them() -> None:
    looking = [state for name in OPTIONS for state in positions(name) if state.states[0].looked_count]
    assert looking
    for state in looking:
        seat = state.current_player
        for viewer in (None, *range(state.game.num_players)):
            root = parsed(state.render("svg", seat=viewer))
            assert ("Looks at specials" in texts(root)) == (viewer in (None, seat))
            assert "not turned up yet" in texts(group(root, "specials"))


def test_the_table_is_told(some: tuple[State, ...]) -> None:
    for state in some[:-1]:
        position = state.to_dict()
        root = parsed(state.render("svg"))
        for slot, seats in position["slots"].items():
            tiles = texts(group(root, f"slot-{slot}"))
            assert all(("N" if seat < 0 else str(seat)) in tiles for seat in seats)
        catalogue = state.game.catalogue
        specials = " ".join(texts(group(root, "specials")))
        assert all(catalogue.card(card).name in specials for card in position["special_row"])
        assert str(len(position["era_deck"])) in texts(group(root, "supply"))
        if position["contracts"]:
            contracts = texts(group(root, "contracts"))
            assert all(catalogue.contract(id).name in contracts for id in position["contracts"])
        for seat, player in enumerate(position["players"]):
            shown = " ".join(texts(group(root, f"seat-{seat}")))
            assert f"{player['points']} point" in shown
            assert f"board {player['board']}, {catalogue.board(player['board']).name}" in shown
            assert all(catalogue.metropolis(id).name in shown for id in player["metropolises"].values())
        assert sum("decides" in texts(group(root, f"seat-{seat}")) for seat in range(state.game.num_players)) == 1


def test_used_and_ready_action_cards_are_told_apart() -> None:
    in_play = [{"card": 0, "used": True}, {"card": 5, "used": False}]
    state = undersea_env.game(2).from_dict({"players": [{"in_play": in_play}, {}]})
    shown = texts(group(parsed(state.render("svg")), "seat-0-belongings"))
    assert shown[shown.index("Personal Assistant") + 1] == "action, used"
    assert shown[shown.index("Tender Ship (5)") + 1] == "action, ready"


def test_the_end_shows_the_scores_by_source_and_the_winner(some: tuple[State, ...]) -> None:
    state = some[-1]
    assert state.is_terminal
    root = parsed(state.render("svg"))
    shown = texts(group(root, "scores"))
    for seat in range(state.game.num_players):
        for source, points in state.score_breakdown(seat).items():
            assert not points or (source in shown and str(points) in shown)
        assert ("winner" in texts(group(root, f"seat-{seat}"))) == (seat in state.winners)
    assert shown.count("winner") == len(state.winners)
    assert all(str(score) in " ".join(texts(group(root, "heading"))) for score in state.scores)


@pytest.mark.parametrize("name", ["<&>\"'\x01]]><script>", "名" * 80, "a" * 290, "W & " * 60])
def test_any_name_is_escaped_and_kept_within_its_place(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "book"
    shutil.copytree(BUILT_IN_FOLDER, folder)
    quoted = name.replace('"', '""')
    for file, old in (
        ("era_cards.csv", "Drifting Seedbeds"), ("specials.csv", "Alloy Reserve"), ("metropolises.csv", "University"),
        ("contracts.csv", "State Visit"),
    ):
        content = (folder / file).read_text(encoding="utf-8")
        assert old in content
        (folder / file).write_text(content.replace(old, f'"{quoted}"'), encoding="utf-8")
    board = folder / "boards" / "board_1.toml"
    in_toml = name.replace("\\", "").replace('"', '\\"').replace("\x01", "")
    board.write_text(board.read_text(encoding="utf-8").replace("Coral Terrace", in_toml), encoding="utf-8")
    game = undersea_env.game(2, boards=[1, 2], contracts=True, components=folder)
    state = game.from_dict({
        "contracts": ["state-visit"], "special_row": [182],
        "players": [{"hand": [1, 2], "metropolises": {"m.blue1": "blue-3"}}, {}],
    })
    root = parsed(state.render("svg"))
    check_words(root, PARTS_OF_A_PANEL)
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    for place in ("specials", "contracts", "seat-0-belongings"):
        told = texts(group(root, place)) + [title.text or "" for title in group(root, place).iter(f"{SVG}title")]
        assert any(plain(name)[:8] in words for words in told)
    assert any(plain(name) in words for words in (*titles, *texts(root)))


# --- words and colours ---


def test_words_are_shortened_and_wrapped_to_a_width() -> None:
    words = "when build second tunnel in turn: gain 1 credit and a verylongwordwithoutanyspaceinit"
    for width in (60, 100, 200, 400, 1000):
        assert width_of(shortened(words, width, 12), 12) <= width
        lines = wrapped(words, width, 12)
        assert all(width_of(line, 12) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == words.replace(" ", "")
        assert len(wrapped(words, width, 12, most=2)) <= 2
    assert shortened(words, 200, 12).endswith(ELLIPSIS)
    assert wrapped(words, 200, 12, most=1) == (shortened(words, 200, 12),)
    assert wrapped("", 100, 12) == ()
    assert plain("a\x00b\n c\ud800") == "a\ufffdb c\ufffd"


def test_shortened_words_are_told_in_full_by_a_tooltip() -> None:
    sheet = Sheet(THEMES["light"])
    sheet.text(0, 20, "a long sentence & more", 12, width=60)
    sheet.paragraph(0, 40, "a long sentence & more", 12, width=60, most=1)
    sheet.text(0, 60, "short", 12, width=60)
    root = parsed(sheet.source(100, 100, "words"))
    assert [text.findtext(f"{SVG}title") for text in root.iter(f"{SVG}text")] == ["a long sentence & more"] * 2 + [None]


@pytest.mark.parametrize("name", THEMES)
def test_words_stand_out_from_what_is_behind_them(name: str) -> None:
    theme = THEMES[name]
    papers = (theme.page, theme.panel, theme.cell, theme.water, theme.highlight)
    for paper in (*papers, theme.bonus, theme.surcharge, theme.multiplier):
        assert contrast(theme.ink, paper) > 7
    for paper in papers:
        assert contrast(theme.quiet, paper) > 4.5
    for line in (theme.tunnel, theme.alarm):
        assert contrast(line, theme.water) > 4.5
    light = [*PLAYER_FILLS, NEUTRAL_FILL, *(connected for _, connected in METROPOLIS_FILLS.values())]
    light += [upgraded for _, upgraded in FILLS.values()]
    dark = [*CITY_FILLS.values(), *(fill for fill, _ in (*FILLS.values(), *METROPOLIS_FILLS.values()))]
    pairs = [(fill, LIGHT_INK) for fill in light] + [(fill, DARK_INK) for fill in dark] + list(COLOUR_FILLS.values())
    for fill, ink in pairs:
        assert contrast(fill, ink) > 4.5, fill


def test_a_theme_is_one_of_two() -> None:
    state = positions("two")[0]
    assert render_svg(state, theme="dark") != render_svg(state) == state.render("svg")
    with pytest.raises(InvalidOption, match="'light' or 'dark', not 'blue'"):
        render_svg(state, theme="blue")


# --- pixels ---


def test_without_resvg_an_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    state = positions("two")[0]
    for make in (drawing.render_png, drawing.rgb_array):
        with pytest.raises(MissingExtra, match="pip install resvg-py") as caught:
            make(state)
        assert isinstance(caught.value, UnderseaError)
        assert isinstance(caught.value, ImportError)
        assert "\n" not in str(caught.value)


def test_without_pillow_an_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtra, match="pip install pillow"):
        drawing.rgb_array(positions("two")[0])


def test_without_a_font_there_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    blind = types.SimpleNamespace(svg_to_bytes=lambda **_: b"blank")
    monkeypatch.setitem(sys.modules, "resvg_py", blind)
    picture._check_fonts.cache_clear()
    with pytest.warns(UserWarning, match="no sans-serif font"):
        picture._check_fonts()
    picture._check_fonts.cache_clear()


@pytest.mark.parametrize("width", [0, 63, 10000, 100.0, "800", None])
def test_a_width_is_a_sensible_number_of_pixels(width: object) -> None:
    with pytest.raises(InvalidOption, match="width is a whole number"):
        drawing.render_png(positions("two")[0], width=width)  # type: ignore[arg-type]


def test_a_seat_of_a_picture_is_one_of_the_game() -> None:
    state = positions("two")[0]
    for make in (drawing.render_png, drawing.rgb_array):
        with pytest.raises(InvalidOption, match="seat"):
            make(state, seat=2)


def test_an_array_has_the_size_of_the_picture() -> None:
    pytest.importorskip("resvg_py")
    state = positions("solo")[-1]
    height = height_of(state.game)
    pixels = drawing.rgb_array(state)
    assert pixels.shape == (height, WIDTH, 3)
    assert pixels.dtype == np.uint8
    assert pixels[2, 2].tolist() == [int(THEMES["light"].page[k : k + 2], 16) for k in (1, 3, 5)]
    assert pixels.flags.c_contiguous
    half = drawing.rgb_array(state, seat=0, width=WIDTH // 2)
    assert half.shape[1:] == (WIDTH // 2, 3)
    assert abs(half.shape[0] - height / 2) <= 1
    dark = drawing.rgb_array(state, theme="dark", width=200)
    assert dark.mean() < 100 < drawing.rgb_array(state, width=200).mean()
    assert drawing.render_png(state, width=200) == drawing.render_png(state, width=200)


def test_words_are_in_the_pixels() -> None:
    pytest.importorskip("resvg_py")
    state = positions("solo")[0]
    heading = drawing.rgb_array(state)[16:44, 16:300]
    assert (heading.max(axis=2) < 80).sum() > 300        # the title in dark ink


def test_pixels_are_those_of_any_svg() -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    dark, light = '<rect width="80" height="40" fill="#102030"/>', '<rect width="40" height="40" fill="#f0e0d0"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40">{dark}{light}</svg>'
    pixels = picture.rgb_array(svg)
    assert pixels.shape == (40, 80, 3)
    assert pixels.flags.writeable
    assert (pixels[:, :40] == (0xF0, 0xE0, 0xD0)).all()
    assert (pixels[:, 40:] == (0x10, 0x20, 0x30)).all()
    assert picture.rgb_array(svg, 160).shape == (80, 160, 3)
