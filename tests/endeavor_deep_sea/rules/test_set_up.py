"""Sections 1, 2 and 19: components, set-up, and the order of its shuffles."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import undersea_env
from tests.endeavor_deep_sea.agreement import game_of, stream_of
from tests.endeavor_deep_sea.oracle.chance import Chance
from tests.endeavor_deep_sea.scenario import CELLS, COLUMNS, filled, ids_of, new_game, printed, rule, scenario
from undersea_env import InvalidOption
from undersea_env.endeavor_deep_sea.printed.things import RANDOM, Mission

MISSIONS = range(1, 11)
SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}
MISSION_BOARDS = {"sea-star", "looking-glass", "fallen-star"}


def mission(number: int) -> Mission:
    return game_of(2, number, "competitive", "beginner", None).catalogue.mission(number)


def first_position(seed: int, number: int, players: int = 2, mode: str = "competitive") -> dict[str, Any]:
    return game_of(players, number, mode, "beginner", None).new_game(seed).to_dict()


# --- components ---


@rule("C-1")
def test_the_numbers_of_printed_things() -> None:
    depths = Counter(row["depth"] for row in printed("ocean_boards"))
    assert depths == {"1": 8, "2": 9, "3": 7, "4": 6, "5": 7}
    assert sum(int(row["copies"]) for row in printed("dive_tokens")) == 36
    hired = [row for row in printed("specialists") if row["rank"]]
    assert Counter(row["rank"] for row in hired) == {"1": 3, "2": 3, "3": 3, "4": 3, "5": 9}
    assert sum(int(row["copies"]) for row in hired) == 51
    assert Counter(row["set"] for row in printed("journals")) == {"anchor": 8, "deck": 24}
    assert (len(printed("bonus_goals")), len(printed("setbacks"))) == (6, 6)


@rule("C-2")
def test_one_to_four_players_and_alone_only_together() -> None:
    for players in (0, 5):
        with pytest.raises(InvalidOption, match="1"):
            undersea_env.game(game="endeavor_deep_sea", num_players=players)
    assert undersea_env.game(game="endeavor_deep_sea", num_players=1).options.mode == "cooperative"
    for mode in ("competitive", "cooperative"):
        for players in (2, 3, 4):
            assert undersea_env.game(game="endeavor_deep_sea", num_players=players, mode=mode).options.mode == mode


@rule("C-3")
def test_discs_never_run_out_and_vessels_do() -> None:
    s = scenario(phase="preparation", ocean=SEA, staging=60, inspiration=12).hire("reef-diver")
    assert s.me.staging == 65                                # more than the 30 discs of a player
    s = scenario(ocean=SEA, vessels=["B1", "C1", "C2"], ingenuity=12, launches=3, tokens=["any-attribute"])
    s.token_effect("any-attribute").attribute("ingenuity")
    assert len(s.me.vessels) == 3


@rule("C-4")
@pytest.mark.parametrize("number", MISSIONS)
def test_a_mission_that_does_not_name_a_mission_board_is_without_it(number: int) -> None:
    uses = {row["id"] for row in printed("ocean_boards") if str(number) in row["missions"].split()}
    for seed in range(5):
        position = first_position(seed, number)
        everywhere = [zone["board"] for zone in position["ocean"].values()]
        everywhere += [board for pile in position["stacks"].values() for board in pile]
        assert len(everywhere) == len(set(everywhere))
        assert set(everywhere) & MISSION_BOARDS == uses


# --- set-up ---


@rule("S-1", "S-2")
@pytest.mark.parametrize("number", MISSIONS)
def test_the_mission_gives_the_size_and_the_starting_zones(number: int) -> None:
    here = mission(number)
    seen: set[str] = set()
    for seed in range(20):
        position = first_position(seed, number)
        for place in here.layout:
            board = position["ocean"][f"{COLUMNS[place.column]}{place.depth}"]["board"]
            assert board not in MISSION_BOARDS if place.board == RANDOM else board == place.board
            seen |= {board} if place.board == RANDOM else set()
        assert len(position["ocean"]) == len(here.layout) + len(here.shuffled_row)
        assert all(position["stacks"][str(depth)] == [] for depth in range(here.max_depth + 1, 6))
    is_random = any(place.board == RANDOM for place in here.layout)
    assert (len(seen) > 2) == is_random


@rule("S-1")
@pytest.mark.parametrize(("number", "columns", "depths"), [(1, "ABDE", 5), (5, "EFG", 3), (9, "ABEF", 4)])
def test_no_zone_is_placed_outside_the_mission(number: int, columns: str, depths: int) -> None:
    ocean = mission_ocean(number)
    s = scenario(mission=number, ocean=ocean, vessels=[next(iter(ocean))], staging=2, stacks={"1": ["kelp-forest"]})
    s.answer("ACTIVATE", 0)
    s.action("sonar")
    if s.question == 9:
        s.site(0)
    s.draw(1, 1).keep(0)
    assert s.options("PLACE_IN") == list(columns)
    full = filled([f"{column}{depth}" for depth in range(1, depths + 1) for column in columns[:1]], **ocean)
    assert f"{columns[0]}{depths}" in full
    s = scenario(mission=number, ocean=full, journals=[13]).use_journal(2).action("discover")
    assert f"DRAW {depths + 1}" not in s.options()


def mission_ocean(number: int) -> dict[str, Any]:
    if number == 5:
        return {"A1": "atoll", "B1": "calm-seas", "C1": "remote-anchorage", "D1": "volcanic-island"}
    return {"C1": "sea-star"} if number == 1 else {"D1": "sea-star", "C1": "remote-anchorage"}


@rule("S-3")
def test_a_hidden_board_is_among_the_top_ones() -> None:
    tops = {first_position(seed, 6)["stacks"]["5"].index("fallen-star") for seed in range(60)}
    assert tops == {0, 1, 2, 3}
    anywhere = {first_position(seed, 8)["stacks"]["2"].index("looking-glass") for seed in range(200)}
    assert anywhere == set(range(9))


@rule("S-4")
@pytest.mark.parametrize("number", MISSIONS)
def test_the_dive_sites_of_the_starting_zones_are_filled(number: int) -> None:
    values = {(row["board"], row["spot"]): int(row["value"]) for row in printed("spots") if row["kind"] == "dive"}
    position = first_position(3, number)
    laid = 0
    for zone in position["ocean"].values():
        for site, pile in zone["tokens"].items():
            assert len(pile) == values[zone["board"], site]
            laid += len(pile)
    assert len(position["token_supply"]) == 36 - laid


@rule("S-5")
def test_four_anchor_journals_lie_in_the_row_and_24_in_the_deck() -> None:
    rows = [tuple(first_position(seed, 1)["row"]) for seed in range(40)]
    assert all(len(set(row)) == 4 and set(row) <= set(range(8)) for row in rows)
    assert {journal for row in rows for journal in row} == set(range(8))
    decks = {tuple(first_position(seed, 1)["deck"]) for seed in range(5)}
    assert len(decks) == 5
    assert all(sorted(deck) == list(range(8, 32)) for deck in decks)


@rule("S-6")
def test_specialists_lie_in_stacks_and_three_of_rank_5_on_display() -> None:
    position = first_position(0, 1)
    assert position["stock"] == {row["id"]: int(row["copies"]) for row in printed("specialists")[:12]}
    experts = {row["id"] for row in printed("specialists") if row["rank"] == "5"}
    assert {*position["display"], *position["hidden_experts"]} == experts
    assert (len(position["display"]), len(position["hidden_experts"])) == (3, 6)


@rule("S-7")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_random_player_gets_the_wave(players: int) -> None:
    waves = Counter(first_position(seed, 1, players, "cooperative")["wave"] for seed in range(60))
    assert set(waves) == set(range(players))


@rule("S-8")
def test_what_every_player_begins_with() -> None:
    s = new_game(4, players=4, mission=3)                    # before anybody has launched
    first = s["wave"]
    for seat in range(4):
        player = s.player(seat)
        assert (player.markers, player.research, player.staging, player.team) == ((0,) * 4, 0, 0, ["team-leader+*"])
        assert (player.vessels, player.tokens, player.journals, player.launches) == ([], [], [], 0)
    s.asks(20, first)


@rule("S-9")
def test_first_vessels_are_placed_from_the_wave_on_and_bring_the_arrival_bonus() -> None:
    s = new_game(4, players=4, mission=5)
    first = s["wave"]
    for k in range(4):
        seat = (first + k) % 4
        s.asks(20, seat).launch_in("A")                      # Atoll: 1 coordination
        assert (s.player(seat).vessels, s.player(seat).coordination) == (["A1"], 1)
    s.asks(1, first)
    for number in (1, 7, 9):                                 # a named launch zone is not asked for
        s = new_game(2, players=3, mission=number).asks(1)
        assert all(len(s.player(seat).vessels) == 1 for seat in range(3))


@rule("S-10")
def test_cards_are_there_in_co_operative_play_only() -> None:
    assert new_game(1)["cooperation"] is None
    assert len(new_game(1, mode="cooperative")["cooperation"]["cards"]) == 5


# --- the order of shuffles ---


def dealt(seed: int, number: int, players: int, cooperative: bool) -> dict[str, Any]:
    """What set-up must deal, written down from section 19; piles with their top at the end."""
    chance, here = Chance(stream_of(seed)), mission(number)
    found: dict[str, Any] = {"wave": chance.below(players)}
    named = {place.board for place in here.layout} | set(here.shuffled_row) | {here.hidden}
    boards = [row for row in printed("ocean_boards") if row["id"] not in named]
    boards = [row for row in boards if not row["missions"] and int(row["depth"]) <= here.max_depth]
    stacks: dict[str, list[str]] = {str(depth): [] for depth in range(1, 6)}
    for depth, pile in stacks.items():
        pile += [row["id"] for row in boards if row["depth"] == depth]
        chance.shuffle(pile)
    ocean = {f"{COLUMNS[place.column]}{place.depth}": place.board for place in here.layout}
    ocean = {cell: stacks[cell[1]].pop() if board == RANDOM else board for cell, board in ocean.items()}
    row = [stacks["1"].pop() if board == RANDOM else board for board in here.shuffled_row]
    chance.shuffle(row)
    ocean |= {f"{COLUMNS[column]}1": board for column, board in enumerate(row)}
    if here.hidden:
        pile = stacks[next(each["depth"] for each in printed("ocean_boards") if each["id"] == here.hidden)]
        pile.append(here.hidden)
        chance.shuffle(pile, min(here.among_top or len(pile), len(pile)))
    supply = [each["id"] for each in printed("dive_tokens") for _ in range(int(each["copies"]))]
    chance.shuffle(supply)
    sites = {}
    for cell in sorted(ocean, key=CELLS.index):
        for each in printed("spots"):
            if each["board"] == ocean[cell] and each["kind"] == "dive":
                sites[cell, each["spot"]] = [supply.pop() for _ in range(int(each["value"]))]
    anchors, deck, experts = list(range(8)), list(range(8, 32)), list(ids_of("specialists")[12:21])
    for pile_of_numbers in (anchors, deck):
        chance.shuffle(pile_of_numbers)
    chance.shuffle(experts)
    found |= {"stacks": {depth: pile[::-1] for depth, pile in stacks.items()}, "token_supply": supply[::-1],
              "row": anchors[::-1][:4], "deck": deck[::-1], "display": experts[::-1][:3],
              "hidden_experts": experts[:6][::-1], "ocean": ocean, "sites": sites}
    if cooperative:
        goals, setbacks = list(ids_of("bonus_goals")), list(ids_of("setbacks"))
        chance.shuffle(goals)
        chance.shuffle(setbacks)
        found["cards"] = goals[::-1][:3] + setbacks[::-1][: 4 if players == 1 else 3]
    return found


@rule("R-1", "R-2", "R-3", "R-4", "R-5", "R-6", "R-7", "R-8", "R-9")
@pytest.mark.parametrize("number", MISSIONS)
@pytest.mark.parametrize(("players", "cooperative"), [(1, True), (2, False), (3, True), (4, False)])
def test_everything_is_shuffled_in_this_order(number: int, players: int, cooperative: bool) -> None:
    position = first_position(number + players, number, players, "cooperative" if cooperative else "competitive")
    wanted = dealt(number + players, number, players, cooperative)
    sites = wanted.pop("sites")
    assert {cell: zone["board"] for cell, zone in position["ocean"].items()} == wanted.pop("ocean")
    assert {(cell, site): pile[::-1] for cell, zone in position["ocean"].items()
            for site, pile in zone["tokens"].items()} == sites
    if cooperative:
        cards = position["cooperation"]
        assert cards["bonus_goals"] + cards["cards"] == wanted.pop("cards")
    assert {key: position[key] for key in wanted} == wanted


@rule("R-8")
def test_a_gap_of_the_display_is_filled_in_the_same_place_from_the_top() -> None:
    s = scenario(phase="preparation", ocean=SEA, reputation=10, others=[{"reputation": 10}])
    display, hidden = s["display"], s["hidden_experts"]
    s.hire(display[2]).hire(display[0])
    assert s["display"] == [hidden[1], display[1], hidden[0]]


@rule("R-10")
def test_the_discard_pile_ascending_is_shuffled_into_the_supply_with_a_higher_number() -> None:
    s = scenario(ocean=filled(["C3"], C1="sea-star", C2="looking-glass"), journals=[13], supply=["plain"],
                 discard=["travel"], stacks={"4": ["brine-pool", "seamount"]})
    pile = list(s["token_discard"])
    order = {kind: k for k, kind in enumerate(ids_of("dive_tokens"))}
    assert pile == sorted(pile, key=order.__getitem__)
    chance = Chance(s["stream"])
    chance.shuffle(pile)
    s.use_journal(2).action("discover").keep(0)
    assert s.tokens("C4")[::-1] == ["plain", *(f"{kind}@1" for kind in pile[::-1][:3])]
    assert (s["token_supply"], s["token_discard"], s["token_shuffle"]) == (pile[::-1][3:], [], 1)


